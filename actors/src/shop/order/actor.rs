//! The actor of one shop order: one change at a time. What concerns goods goes through the warehouse or the outbound
//! order, which writes the shop order's next version in its own transaction; all else is written by itself. What is
//! decided and not done stands in the order and is carried on until it is done.

mod outcome;
pub mod paying;
mod placing;
mod undoing;

use std::sync::Arc;
use std::time::Duration;

use bus_schemas::ids::{AdminId, OrderId};
use bus_schemas::order::{OrderKind, OrderRefusal, OrderReply};
use bus_schemas::shop::command::{ShopAction, ShopDone, ShopRefusal, ShopReply, ShopRequest};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopEvent, ShopOrder, ShopTodo};
use bus_schemas::shop::write::ShopWrite;
use bus_schemas::warehouse::{AskFailure, StockAction, StockCommand, StockRefusal, StockReply};
use ractor::{Actor, ActorProcessingErr, ActorRef};

use self::outcome::{Outcome, Placed, guarded};
use super::decision::{Decision, Through};
use super::port::ShopWriteError;
use super::shared::{Shared, ShopMessage};
use super::{doubts, finish, rules, stock};
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

    pub(super) fn wake_command(&self) -> bus_schemas::shop::command::ShopCommand {
        let id = stock::key(self.id, "timer").id;
        let key = bus_schemas::shop::command::ShopKey::of(ShopBy::System, id);
        let today = self.shop.clock().today();
        bus_schemas::shop::command::ShopCommand { key, by: ShopBy::System, version: None, today, action: ShopAction::Wake }
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

    pub(super) async fn write(&self, request: &ShopRequest, decision: Decision, state: &mut State) -> Result<Attempt, StoreError> {
        let Decision { write, through, refund } = decision;
        let action = request.command.action.name();
        if through.is_none()
            && let Some(order) = self.with_hand_over(&write, request).await?
        {
            self.shop.changed(&order, Vec::new());
            return Ok(done(order, action, refund, state));
        }
        let Some(through) = through else {
            return match self.shop.store().write(&write).await {
                Ok(announcements) => {
                    self.shop.changed(&write.order, announcements);
                    Ok(done(write.order, action, refund, state))
                }
                Err(error) => self.not_written(error, request, state).await,
            };
        };
        let (order, deadline) = (&write.order, request.deadline);
        let who = (request.command.by.admin(), request.command.today.as_str());
        let outcome = match through {
            Through::Release { parcel } => self.release(&write, parcel, who, deadline).await,
            Through::Void { parcel } => self.void(&write, parcel, who, deadline).await,
            Through::Mend { parcel, of } => self.repair_parcel(&write, (parcel, of), who, deadline).await?,
            Through::Ship { parcel, of } => match order.parcel(parcel) {
                Some(parcel) => {
                    let step = stock::step(of, &format!("parcel-{}", parcel.no), who, stock::ship(order, parcel), &write, deadline);
                    self.outbound(step).await
                }
                None => Outcome::Changed,
            },
        };
        match outcome {
            Outcome::Done => {
                self.shop.changed(&write.order, Vec::new());
                Ok(done(write.order, action, refund, state))
            }
            Outcome::Refused(refusal) => {
                state.order = None;
                let repeated = self.repeated(request).await?;
                Ok(Attempt::Reply(repeated.unwrap_or(ShopReply::Refused(refusal))))
            }
            Outcome::Repeated | Outcome::Changed => Ok(Attempt::Changed),
            Outcome::Failed(failure) => {
                state.order = None;
                // The answer may be lost and the deed done.
                let repeated = self.repeated(request).await?;
                Ok(Attempt::Reply(repeated.unwrap_or(ShopReply::Failed(failure))))
            }
        }
    }

    /// A paid order of one parcel is written together with its outbound order. Nothing where that did not come about:
    /// then it is written alone, and handed over after that.
    async fn with_hand_over(&self, write: &ShopWrite, request: &ShopRequest) -> Result<Option<ShopOrder>, StoreError> {
        let [ShopTodo::HandOver { parcel }] = write.order.todo.as_slice() else { return Ok(None) };
        let Some(parcel) = write.order.parcel(*parcel).filter(|parcel| !parcel.doubt).cloned() else { return Ok(None) };
        let (today, now_ms) = (request.command.today.as_str(), self.shop.clock().now_ms());
        let outbound = stock::outbound(&write.order, &parcel, self.shop.store().next_id().await?, today, now_ms);
        let mut write = write.clone();
        stock::handed_over(&mut write.order, parcel.no, &outbound);
        write.order.todo.clear();
        finish::look_again(&mut write.order, self.shop.now());
        let mut command = stock::hand_over(&write.order, &parcel, &outbound, today);
        command.shop = Some(Box::new(write.clone()));
        Ok(match self.warehouse(parcel.warehouse, command, request.deadline).await {
            Outcome::Done => Some(write.order),
            Outcome::Repeated | Outcome::Changed | Outcome::Refused(_) | Outcome::Failed(_) => None,
        })
    }

    async fn release(&self, write: &ShopWrite, parcel: u32, (admin, today): (AdminId, &str), deadline: i64) -> Outcome {
        let Some(of) = write.order.parcel(parcel) else { return Outcome::Changed };
        let mut command = stock::command(&write.order, &format!("free-{parcel}"), admin, today, StockAction::Release);
        command.shop = Some(Box::new(write.clone()));
        self.warehouse(of.warehouse, command, deadline).await
    }

    async fn void(&self, write: &ShopWrite, parcel: u32, who: (AdminId, &str), deadline: i64) -> Outcome {
        let Some(of) = write.order.parcel(parcel).and_then(|parcel| parcel.outbound) else { return Outcome::Changed };
        self.outbound(stock::step(of, &format!("end-{parcel}"), who, stock::end(&write.order, of), write, deadline)).await
    }

    async fn repair_parcel(
        &self,
        write: &ShopWrite,
        (parcel, of): (u32, OrderId),
        who: (AdminId, &str),
        deadline: i64,
    ) -> Result<Outcome, StoreError> {
        let outbound = self.shop.orders().find(OrderKind::OUTBOUND, of).await?;
        let parcel = write.order.parcel(parcel);
        let Some((parcel, action)) = parcel.zip(outbound).and_then(|(parcel, of)| Some((parcel, stock::repair(&write.order, parcel, &of)?))) else {
            return Ok(Outcome::Refused(ShopRefusal::rule("shop.outbound")));
        };
        let name = format!("mend-{}-v{}", parcel.no, write.order.version);
        Ok(self.outbound(stock::step(of, &name, who, action, write, deadline)).await)
    }

    async fn warehouse(&self, warehouse: bus_schemas::ids::WarehouseId, command: StockCommand, deadline: i64) -> Outcome {
        match self.shop.warehouses().ask(stock::request(warehouse, command, deadline)).await {
            StockReply::Done(done) if done.repeated => Outcome::Repeated,
            StockReply::Done(_) => Outcome::Done,
            StockReply::Refused(StockRefusal::OrderChanged) => Outcome::Changed,
            // Its id is the system's own: it was done, for an outbound order that was made then.
            StockReply::Refused(StockRefusal::CommandReused) => Outcome::Repeated,
            StockReply::Refused(refusal) => Outcome::Refused(ShopRefusal::Stock { refusal }),
            StockReply::Failed(failure) => Outcome::Failed(failure),
        }
    }

    async fn outbound(&self, request: bus_schemas::order::OrderRequest) -> Outcome {
        match self.shop.orders().ask(request).await {
            OrderReply::Done(done) if done.repeated => Outcome::Repeated,
            OrderReply::Done(_) => Outcome::Done,
            OrderReply::Refused(OrderRefusal::Stock { refusal: StockRefusal::OrderChanged }) | OrderReply::Failed(AskFailure::Busy) => {
                Outcome::Changed
            }
            OrderReply::Refused(OrderRefusal::Stock { refusal }) => Outcome::Refused(ShopRefusal::Stock { refusal }),
            OrderReply::Refused(OrderRefusal::Invalid { field, key }) => Outcome::Refused(ShopRefusal::Invalid { field, key }),
            OrderReply::Refused(refusal) => {
                tracing::warn!(order = self.id.0, %refusal, "an outbound order refuses its shop order");
                Outcome::Refused(ShopRefusal::rule("shop.outbound"))
            }
            OrderReply::Failed(failure) => Outcome::Failed(failure),
        }
    }

    async fn not_written(&self, error: ShopWriteError, request: &ShopRequest, state: &mut State) -> Result<Attempt, StoreError> {
        match error {
            ShopWriteError::Changed => Ok(Attempt::Changed),
            ShopWriteError::CommandTaken | ShopWriteError::Store(StoreError::Unknown(_)) => {
                state.order = None;
                Ok(self.repeated(request).await?.map_or(Attempt::Changed, Attempt::Reply))
            }
            ShopWriteError::Guarded(guard) => Ok(Attempt::Reply(ShopReply::Refused(guarded(guard)))),
            ShopWriteError::Store(error) => Err(error),
        }
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

    /// Places an order: takes what it needs of the member, holds its goods, and writes it with the last reservation.
    async fn place(&self, request: &ShopRequest, draft: &ShopOrder, state: &mut State) -> Result<Attempt, StoreError> {
        let now = self.shop.now();
        let mut draft = draft.clone();
        draft.update_time = now;
        let mut opened = false;
        let refusal = self.plan_and_hold(request, &mut draft, &mut opened).await?;
        let refusal = match refusal {
            Placed::Done(order) => {
                self.shop.changed(&order, Vec::new());
                let free = order.pay_amount.is_zero();
                let reply = done(*order, request.command.action.name(), None, state);
                if free {
                    Box::pin(self.pay_nothing(request, state)).await;
                }
                return Ok(reply);
            }
            Placed::Failed(failure) => {
                // What was begun is undone later, unless it was done after all.
                let repeated = self.repeated(request).await?;
                return Ok(Attempt::Reply(repeated.unwrap_or(ShopReply::Failed(failure))));
            }
            Placed::Refused(refusal) => refusal,
        };
        if let Some(repeated) = self.repeated(request).await? {
            return Ok(Attempt::Reply(repeated));
        }
        if opened {
            self.undo_placing().await?;
        }
        Ok(Attempt::Reply(ShopReply::Refused(refusal)))
    }

    /// An order without anything to pay goes on at once.
    async fn pay_nothing(&self, request: &ShopRequest, state: &mut State) {
        let mut command = self.wake_command();
        (command.by, command.action) = (request.command.by, ShopAction::Pay { method: PayMethod::Free });
        command.key = bus_schemas::shop::command::ShopKey::of(ShopBy::System, stock::key(self.id, "free-pay").id);
        let request = ShopRequest { order: self.id, command, deadline: request.deadline };
        if let ShopReply::Failed(failure) = self.execute(&request, state).await {
            tracing::warn!(order = self.id.0, ?failure, "an order without anything to pay waits");
        }
    }

    /// Does what is decided and not done. What fails stays, and the sweep comes back to it.
    async fn process_todo(&self, state: &mut State, today: &str) {
        let Some(order) = state.order.clone() else { return };
        for todo in order.todo.clone() {
            let Some(current) = state.order.clone().filter(|order| order.todo.contains(&todo)) else { return };
            match self.do_one(&current, todo, today).await {
                Ok(Some(next)) => {
                    self.shop.changed(&next, Vec::new());
                    state.order = Some(next);
                }
                Ok(None) => {
                    // Done before, or in doubt: read what is stored.
                    state.order = match self.shop.store().load(self.id).await {
                        Ok(order) => order,
                        Err(error) => {
                            tracing::warn!(order = self.id.0, %error, "a shop order can't be read");
                            None
                        }
                    };
                }
                Err(error) => {
                    tracing::warn!(order = self.id.0, %error, ?todo, "a shop order is not carried on; the sweep will");
                    state.order = None;
                    return;
                }
            }
        }
    }

    /// Does one thing. Answers the order's next version, or nothing where the stored one has to be read.
    async fn do_one(&self, order: &ShopOrder, todo: ShopTodo, today: &str) -> Result<Option<ShopOrder>, StoreError> {
        let (now_ms, now) = (self.shop.clock().now_ms(), self.shop.now());
        let deadline = now_ms + CARRY_MS;
        let mut next = order.clone();
        next.todo.retain(|other| *other != todo);
        let name = match todo {
            ShopTodo::HandOver { .. } => "handOver",
            ShopTodo::Release { .. } => "release",
            ShopTodo::Void { .. } => "void",
            ShopTodo::Shrink { .. } => "shrink",
            ShopTodo::TakeIn { .. } => "takeIn",
        };
        next.entry =
            ShopEvent { at: now, by: ShopBy::System, action: name.into(), from: Some(order.status), to: order.status, reason: String::new() };
        let Some(parcel) = order.parcel(todo.parcel()).cloned() else { return Ok(None) };
        let who = (AdminId(0), today);
        let outcome = match todo {
            ShopTodo::HandOver { .. } => {
                let outbound = stock::outbound(order, &parcel, self.shop.store().next_id().await?, today, now_ms);
                stock::handed_over(&mut next, parcel.no, &outbound);
                finish::stamp(&mut next, now);
                self.warehouse(parcel.warehouse, stock::hand_over(&next, &parcel, &outbound, today), deadline).await
            }
            ShopTodo::Release { parcel } => {
                clear_doubt(&mut next, parcel);
                finish::stamp(&mut next, now);
                self.release(&ShopWrite::of(next.clone()), parcel, who, deadline).await
            }
            ShopTodo::Void { parcel } => {
                clear_doubt(&mut next, parcel);
                finish::stamp(&mut next, now);
                self.void(&ShopWrite::of(next.clone()), parcel, who, deadline).await
            }
            ShopTodo::Shrink { .. } => {
                let Some(of) = parcel.outbound else { return Ok(None) };
                let Some(old) = self.shop.orders().find(OrderKind::OUTBOUND, of).await? else { return Ok(None) };
                let outbound = stock::outbound_again(order, &parcel, self.shop.store().next_id().await?, today, now_ms);
                stock::handed_over(&mut next, parcel.no, &outbound);
                finish::stamp(&mut next, now);
                self.warehouse(parcel.warehouse, stock::shrink(&next, &parcel, &old, &outbound, today, now_ms), deadline).await
            }
            ShopTodo::TakeIn { refund, .. } => {
                let arrival =
                    next.refunds.iter_mut().find(|of| of.no == refund).and_then(|of| of.arrivals.iter_mut().find(|at| at.parcel == parcel.no));
                let Some(arrival) = arrival else { return Ok(None) };
                arrival.done = true;
                let (of, lines) = (arrival.outbound, arrival.lines.clone());
                clear_doubt(&mut next, parcel.no);
                finish::stamp(&mut next, now);
                let address = order.refunds.iter().find(|of| of.no == refund).map_or(0, |of| of.return_address_id);
                let back_to = self.shop.store().return_place(address).await?;
                let give_back = stock::give_back(order, &lines, back_to);
                self.outbound(stock::step(of, &format!("back-{refund}-{}", parcel.no), who, give_back, &ShopWrite::of(next.clone()), deadline)).await
            }
        };
        match outcome {
            Outcome::Done => Ok(Some(next)),
            Outcome::Changed | Outcome::Repeated => Ok(None),
            Outcome::Refused(refusal) if !parcel.doubt => self.mark_doubtful(order, parcel.no, &refusal).await,
            // Somebody was told. What else is to do does not wait for it.
            Outcome::Refused(_) => Ok(None),
            Outcome::Failed(failure) => Err(StoreError::Unavailable(format!("{failure:?}"))),
        }
    }

    /// Marks a parcel whose goods are not all there: somebody has to look, never in silence.
    async fn mark_doubtful(&self, order: &ShopOrder, parcel: u32, refusal: &ShopRefusal) -> Result<Option<ShopOrder>, StoreError> {
        let now = self.shop.now();
        let mut next = order.clone();
        let draft = doubts::mark(&mut next, parcel, refusal);
        // A code: the staff's page has its text.
        let reason = doubts::why(refusal).to_owned();
        next.entry = ShopEvent { at: now, by: ShopBy::System, action: "doubt".into(), from: Some(order.status), to: order.status, reason };
        finish::stamp(&mut next, now);
        let write = ShopWrite { notifications: vec![draft], ..ShopWrite::of(next) };
        match self.shop.store().write(&write).await {
            Ok(announcements) => {
                self.shop.changed(&write.order, announcements);
                Ok(Some(write.order))
            }
            Err(ShopWriteError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }
}

/// What was in doubt of a parcel is done.
fn clear_doubt(order: &mut ShopOrder, parcel: u32) {
    order.parcels.iter_mut().filter(|of| of.no == parcel).for_each(doubts::clear);
}

fn done(order: ShopOrder, action: &str, refund: Option<u32>, state: &mut State) -> Attempt {
    let done = describe(&order, action, refund);
    state.order = Some(order);
    Attempt::Reply(ShopReply::Done(done))
}
