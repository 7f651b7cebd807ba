//! The actor of one shop order: one change at a time. What concerns goods goes through the warehouse or the outbound
//! order, which writes the shop order's next version in its own transaction; all else is written by itself. What is
//! decided and not done stands in the order and is carried on until it is done.
//!
//! Here: the actor, its timer, and how a command is decided. [`placing`] makes an order and [`undoing`] takes back what it
//! had taken; [`writing`] writes a decision; [`goods`] asks warehouses and outbound orders; [`pending_work`] does what is decided
//! and not done; [`paying`] talks to the provider.

mod goods;
mod outcome;
pub mod paying;
mod pending_work;
mod placing;
mod undoing;
mod writing;

use std::sync::Arc;
use std::time::Duration;

use bus_schemas::ids::OrderId;
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopDone, ShopKey, ShopRefusal, ShopReply, ShopRequest};
use bus_schemas::shop::order::{ShopBy, ShopOrder};
use bus_schemas::warehouse::AskFailure;
use ractor::{Actor, ActorProcessingErr, ActorRef};

use super::shared::{Shared, ShopMessage};
use super::{rules, stock};
use crate::placement::idle::Idle;
use crate::placement::request::Received;
use crate::store::StoreError;

/// How long an order stays in memory after the last command.
const REST_AFTER: Duration = Duration::from_secs(60);
/// How often a command is tried against an order that others keep changing.
const ATTEMPTS_MAX: u32 = 4;
/// How long a warehouse may take for what is carried on, in milliseconds.
const CARRY_MS: i64 = 20_000;

/// See the module.
pub struct ShopActor {
    pub id: OrderId,
    pub shop: Arc<Shared>,
}

/// The actor's state.
pub struct State {
    /// As last read or written; `None` until it is read, or when it is in doubt.
    pub(super) order: Option<ShopOrder>,
    idle: Idle,
}

/// Outcome of one attempt.
pub(super) enum Attempt {
    Reply(ShopReply),
    /// Another writer changed the order: read it and retry.
    Changed,
    /// An open attempt to pay was ended first, so the version is not the one that was seen: decide on what is there now.
    PaymentEnded,
}

#[async_trait::async_trait]
impl Actor for ShopActor {
    type Msg = ShopMessage;
    type State = State;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Self::Msg>, (): ()) -> Result<State, ActorProcessingErr> {
        Ok(State { order: None, idle: Idle::default() })
    }

    async fn handle(&self, myself: ActorRef<Self::Msg>, message: Self::Msg, state: &mut State) -> Result<(), ActorProcessingErr> {
        match message {
            ShopMessage::Ask(Received { request, reply_to }) => {
                // A delivery needs the outbound order that is still to be made.
                if state.order.as_ref().is_some_and(|order| !order.todo.is_empty()) {
                    self.process_todo(state, &request.command.today).await;
                }
                let reply = self.execute(&request, state).await;
                reply_to.answer(reply);
                self.process_todo(state, &request.command.today).await;
                self.pay_back(state).await;
                self.set_timer(&myself, state);
                state.idle.on_request(&myself, REST_AFTER, ShopMessage::Rest);
            }
            ShopMessage::Due => {
                self.timer(state).await;
                self.set_timer(&myself, state);
            }
            ShopMessage::Rest(asked) if state.idle.is_over(asked) => {
                self.shop.remove_idle(self.id);
                myself.stop(None);
            }
            ShopMessage::Rest(_) => state.idle.schedule_check(&myself, REST_AFTER, ShopMessage::Rest),
        }
        Ok(())
    }
}

/// The answer that describes what was done.
fn describe(order: &ShopOrder, action: &str, refund: Option<u32>) -> ShopDone {
    let ShopOrder { id, order_no, status, version, .. } = order;
    ShopDone {
        id: *id,
        order_no: order_no.clone(),
        status: *status,
        version: *version,
        action: action.to_owned(),
        refund,
        repeated: false,
        order: Some(Box::new(order.clone())),
    }
}

impl ShopActor {
    /// A timer that fires while the actor is awake; the sweep finds the others.
    fn set_timer(&self, myself: &ActorRef<ShopMessage>, state: &State) {
        let Some(due) = state.order.as_ref().and_then(|order| order.due_at) else { return };
        let left = due - self.shop.now();
        if let Ok(seconds) = u64::try_from(left)
            && Duration::from_secs(seconds) < REST_AFTER
        {
            myself.send_after(Duration::from_secs(seconds), || ShopMessage::Due);
        }
    }

    async fn timer(&self, state: &mut State) {
        if state.order.as_ref().is_none_or(|order| order.due_at.is_none_or(|due| due > self.shop.now())) {
            return;
        }
        let request = ShopRequest { order: self.id, command: self.wake_command(), deadline: self.shop.clock().now_ms() + CARRY_MS };
        self.execute(&request, state).await;
        let today = self.shop.clock().today();
        self.process_todo(state, &today).await;
        self.pay_back(state).await;
    }

    /// What a timer asks for.
    fn wake_command(&self) -> ShopCommand {
        let id = stock::key(self.id, "timer").id;
        let key = ShopKey::of(ShopBy::System, id);
        let today = self.shop.clock().today();
        ShopCommand { key, by: ShopBy::System, version: None, today, action: ShopAction::Wake }
    }

    pub(super) async fn execute(&self, request: &ShopRequest, state: &mut State) -> ShopReply {
        if request.deadline < self.shop.clock().now_ms() {
            return ShopReply::Failed(AskFailure::Expired);
        }
        let mut afresh: Option<ShopRequest> = None;
        for _ in 0..ATTEMPTS_MAX {
            match self.attempt(afresh.as_ref().unwrap_or(request), state).await {
                Ok(Attempt::Reply(reply)) => return reply,
                Ok(Attempt::Changed) => state.order = None,
                Ok(Attempt::PaymentEnded) => {
                    let mut again = request.clone();
                    again.command.version = None;
                    (afresh, state.order) = (Some(again), None);
                }
                Err(error) => {
                    state.order = None;
                    tracing::warn!(order = self.id.0, %error, "a shop order's command has no answer");
                    return ShopReply::Failed(AskFailure::Unknown { reason: error.to_string() });
                }
            }
        }
        ShopReply::Failed(AskFailure::Busy)
    }

    async fn attempt(&self, request: &ShopRequest, state: &mut State) -> Result<Attempt, StoreError> {
        let command = &request.command;
        let remembered = state.order.is_some();
        if let ShopAction::Place { draft } = &command.action {
            // Its id is new. Whatever was done under it or under the command's is found by the write.
            return match &state.order {
                Some(_) => {
                    let repeated = self.repeated(request).await?;
                    Ok(Attempt::Reply(repeated.unwrap_or(ShopReply::Refused(ShopRefusal::CommandReused))))
                }
                None => self.place(request, draft, state).await,
            };
        }
        if state.order.is_none() {
            state.order = self.shop.store().load(self.id).await?;
            if let Some(reply) = self.repeated(request).await? {
                return Ok(Attempt::Reply(reply));
            }
        }
        let Some(order) = state.order.clone() else {
            if command.action == ShopAction::Wake {
                self.undo_placing().await?;
            }
            return Ok(Attempt::Reply(ShopReply::Refused(ShopRefusal::NotFound)));
        };
        let now = self.shop.now();
        let mut decision = match rules::decide(&order, command, now) {
            Ok(decision) => decision,
            // Another node may have written since, so refuse only on a freshly read state.
            Err(_) if remembered => return Ok(Attempt::Changed),
            Err(refusal) => return Ok(Attempt::Reply(ShopReply::Refused(refusal))),
        };
        if let Some(ended) = self.end_open(request, &order, state).await? {
            return Ok(ended);
        }
        // What a timer does is named by the order's version: there is nothing to remember.
        decision.write.command = command.action.remembered().then(|| command.key.clone());
        decision.write.refund = decision.refund;
        self.write(request, decision, state).await
    }

    /// The first answer to a command that was done before.
    async fn repeated(&self, request: &ShopRequest) -> Result<Option<ShopReply>, StoreError> {
        if !request.command.action.remembered() {
            return Ok(None);
        }
        let known = self.shop.store().find_command(&request.command.key).await?;
        Ok(known.map(|done| {
            let placing = matches!(request.command.action, ShopAction::Place { .. });
            let same = done.action == request.command.action.name() && (placing || done.id == self.id);
            if same { ShopReply::Done(done) } else { ShopReply::Refused(ShopRefusal::CommandReused) }
        }))
    }
}

/// The answer to a command that made this version of the order.
fn done(order: ShopOrder, action: &str, refund: Option<u32>, state: &mut State) -> Attempt {
    let done = describe(&order, action, refund);
    state.order = Some(order);
    Attempt::Reply(ShopReply::Done(done))
}
