//! The actor of one order: one change at a time, carried through the order's store or, where
//! goods are concerned, through the warehouse, which writes both in one transaction.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use bus_schemas::ids::{CommandId, CommandKey, OrderId};
use bus_schemas::order::{Order, OrderAction, OrderCommand, OrderDone, OrderKind, OrderRefusal, OrderReply, OrderRequest};
use bus_schemas::warehouse::{AskFailure, OrderRef, OrderWrite, StockAction, StockCommand, StockRefusal, StockReply, StockRequest};
use ractor::{Actor, ActorProcessingErr, ActorRef};

use super::decision::Decision;
use super::facts::{OrderFacts, StepNeeds};
use super::needs::{self, Needs};
use super::port::OrderWriteError;
use super::rules;
use super::shared::{OrderMessage, Shared};
use super::state::allowed;
use crate::placement::idle::Idle;
use crate::placement::request::Received;
use crate::store::StoreError;

/// How long an order stays in memory after the last command.
const REST_AFTER: Duration = Duration::from_secs(60);
/// How often a command is tried against an order that others keep changing.
pub(super) const ATTEMPTS_MAX: u32 = 4;

/// See the module.
pub struct OrderActor {
    pub kind: OrderKind,
    pub id: OrderId,
    pub orders: Arc<Shared>,
}

/// The actor's state.
pub struct State {
    /// The order as last read or written; `None` until it is read, or when its state is in doubt.
    order: Option<Order>,
    idle: Idle,
}

/// Outcome of one attempt.
enum Attempt {
    Reply(OrderReply),
    /// Another writer changed the order: read it and retry.
    Changed,
}

#[async_trait::async_trait]
impl Actor for OrderActor {
    type Msg = OrderMessage;
    type State = State;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Self::Msg>, (): ()) -> Result<State, ActorProcessingErr> {
        Ok(State { order: None, idle: Idle::default() })
    }

    async fn handle(&self, myself: ActorRef<Self::Msg>, message: Self::Msg, state: &mut State) -> Result<(), ActorProcessingErr> {
        match message {
            OrderMessage::Ask(Received { request, reply_to }) => {
                reply_to.answer(self.execute(&request, state).await);
                state.idle.on_request(&myself, REST_AFTER, OrderMessage::Rest);
            }
            OrderMessage::Rest(asked) if state.idle.is_over(asked) => {
                self.orders.remove_idle(self.kind, self.id);
                myself.stop(None);
            }
            OrderMessage::Rest(_) => state.idle.schedule_check(&myself, REST_AFTER, OrderMessage::Rest),
        }
        Ok(())
    }
}

impl OrderActor {
    async fn execute(&self, request: &OrderRequest, state: &mut State) -> OrderReply {
        if request.deadline < self.orders.clock().now_ms() {
            return OrderReply::Failed(AskFailure::Expired);
        }
        for _ in 0..ATTEMPTS_MAX {
            match self.attempt(request, state).await {
                Ok(Attempt::Reply(reply)) => return reply,
                Ok(Attempt::Changed) => state.order = None,
                Err(error) => {
                    state.order = None;
                    tracing::warn!(order = self.id.0, %error, "an order's command has no answer");
                    return OrderReply::Failed(AskFailure::Unknown { reason: error.to_string() });
                }
            }
        }
        OrderReply::Failed(AskFailure::Busy)
    }

    async fn attempt(&self, request: &OrderRequest, state: &mut State) -> Result<Attempt, StoreError> {
        let command = &request.command;
        let creates = matches!(command.action, OrderAction::Create { .. });
        let remembered = state.order.is_some();
        if state.order.is_none() && !creates {
            state.order = self.orders.store().load(self.kind, self.id).await?;
            // Find repeated command ids here: in a warehouse they would fail its whole batch.
            if let Some(reply) = self.repeated(request).await? {
                return Ok(Attempt::Reply(reply));
            }
        }
        let local = self.local(request, state).await?;
        let facts = self.facts(&local, state).await?;
        let now_ms = self.orders.clock().now_ms();
        let decision = match rules::decide(state.order.as_ref(), self.id, self.kind, &local.command, now_ms, &facts) {
            Ok(decision) => decision,
            Err(refusal) => {
                // Another node may have written since, so refuse only on a freshly read state.
                if remembered {
                    return Ok(Attempt::Changed);
                }
                // It may be refused because it was done before: repeat the first answer then.
                if let Some(done) = self.repeated(request).await? {
                    return Ok(Attempt::Reply(done));
                }
                return Ok(Attempt::Reply(OrderReply::Refused(refusal)));
            }
        };
        let write = OrderWrite { command: command.id.clone(), order: decision.order.clone(), numbered: None };
        if creates {
            return self.create(request, &write, &decision, state).await;
        }
        match decision.stock.clone() {
            Some(action) => self.through_warehouse((request, local.command.today.as_str()), write, action, decision, state).await,
            None => match self.orders.store().update(&write, &decision.notifications).await {
                Ok(announcements) => {
                    self.orders.changed(&decision.order, announcements);
                    Ok(self.done(decision.order, state))
                }
                Err(OrderWriteError::Changed) => Ok(Attempt::Changed),
                Err(error) => self.not_written(error, request, &decision).await,
            },
        }
    }

    /// The request with the day of the warehouse where its goods move as today. Numbers go by the site's day.
    async fn local<'a>(&self, request: &'a OrderRequest, state: &State) -> Result<Cow<'a, OrderRequest>, StoreError> {
        let Some(warehouse) = needs::moves_at(state.order.as_ref(), self.kind, &request.command.action) else { return Ok(Cow::Borrowed(request)) };
        let Some(zone) = self.orders.store().zone(warehouse).await? else { return Ok(Cow::Borrowed(request)) };
        let today = self.orders.clock().today_in(Some(zone));
        Ok(Cow::Owned(OrderRequest { command: OrderCommand { today, ..request.command.clone() }, ..request.clone() }))
    }

    /// What the command has to know of the world, as it is now.
    async fn facts(&self, request: &OrderRequest, state: &State) -> Result<OrderFacts, StoreError> {
        match needs::asks_for(state.order.as_ref(), self.kind, &request.command) {
            Needs::References(draft) => self.orders.store().facts(self.kind, &draft).await,
            Needs::Other { kind, order, needs } => {
                let other = self.orders.store().load(kind, order).await?.map(Box::new);
                let nothing = needs == StepNeeds::default();
                let facts = if nothing { OrderFacts::default() } else { self.orders.store().step_facts(&needs).await? };
                Ok(OrderFacts { other, ..facts })
            }
            Needs::Step(needs) => {
                let facts = self.orders.store().step_facts(&needs).await?;
                let Some((kind, order)) = needs.returned_of else { return Ok(facts) };
                let other = self.orders.store().load(kind, order).await?.map(Box::new);
                Ok(OrderFacts { other, ..facts })
            }
            Needs::Nothing => Ok(OrderFacts::default()),
        }
    }

    async fn create(&self, request: &OrderRequest, write: &OrderWrite, decision: &Decision, state: &mut State) -> Result<Attempt, StoreError> {
        match self.orders.store().create(write, &request.command.today, &decision.notifications).await {
            Ok((order, announcements)) => {
                self.orders.changed(&order, announcements);
                Ok(self.done(order, state))
            }
            Err(error) => self.not_written(error, request, decision).await,
        }
    }

    async fn through_warehouse(
        &self,
        (request, today): (&OrderRequest, &str),
        write: OrderWrite,
        action: StockAction,
        decision: Decision,
        state: &mut State,
    ) -> Result<Attempt, StoreError> {
        let Decision { order, notifications, made, origin, business_date, expired, at, .. } = decision;
        // Movements that take back others belong to the counter-order.
        let takes_back = matches!(action, StockAction::Reverse { .. } | StockAction::Return { .. });
        let owner = made.as_ref().filter(|_| takes_back).unwrap_or(&order);
        let also = made.as_ref().map(|made| {
            let id = CommandId::of_bits(u128::from(made.id.0.unsigned_abs()) << 64 | u128::from(order.version.unsigned_abs()));
            OrderWrite { command: CommandKey::system(id), order: made.clone(), numbered: Some(request.command.today.clone()) }
        });
        let also = also.or(origin.map(|origin| *origin));
        let shop = match &request.command.action {
            OrderAction::Step { details, .. } => details.shop.clone(),
            _ => None,
        };
        let mut command = StockCommand {
            id: request.command.id.clone(),
            admin: request.command.admin,
            business_date: business_date.clone().unwrap_or_else(|| owner.business_date.clone()),
            order: Some(OrderRef { kind: owner.kind, id: owner.id, number: owner.number.clone() }),
            action,
            expired,
            order_write: Some(write),
            also,
            shop,
            notifications,
        };
        let ask = |command| StockRequest { warehouse: at, command, deadline: request.deadline };
        let mut reply = self.orders.warehouses().ask(ask(command.clone())).await;
        // If the month of the order's date is closed, its goods move today, unless the command names a date.
        if matches!(reply, StockReply::Refused(StockRefusal::Closed { .. })) && business_date.is_none() && command.business_date != today {
            today.clone_into(&mut command.business_date);
            reply = self.orders.warehouses().ask(ask(command)).await;
        }
        match reply {
            StockReply::Done(done) if done.repeated => {
                state.order = None;
                let reply = self.repeated(request).await?;
                Ok(Attempt::Reply(reply.unwrap_or(OrderReply::Failed(AskFailure::Unknown { reason: "the answer is lost".into() }))))
            }
            StockReply::Done(done) => Ok(self.done(order.completed(&done.moves), state)),
            StockReply::Refused(StockRefusal::OrderChanged) => Ok(Attempt::Changed),
            StockReply::Refused(refusal) => {
                state.order = None;
                if let Some(done) = self.repeated(request).await? {
                    return Ok(Attempt::Reply(done));
                }
                Ok(Attempt::Reply(OrderReply::Refused(OrderRefusal::Stock { refusal })))
            }
            StockReply::Failed(failure) => {
                state.order = None;
                // The answer may have been lost after the command was done.
                let done = self.repeated(request).await?;
                Ok(Attempt::Reply(done.unwrap_or(OrderReply::Failed(failure))))
            }
        }
    }

    async fn not_written(&self, error: OrderWriteError, request: &OrderRequest, decision: &Decision) -> Result<Attempt, StoreError> {
        tracing::debug!(order = self.id.0, %error, "an order was not written");
        match error {
            OrderWriteError::Changed => Ok(Attempt::Changed),
            OrderWriteError::DuplicateReference => {
                let reference = decision.order.reference.clone();
                Ok(Attempt::Reply(OrderReply::Refused(OrderRefusal::DuplicateReference { reference })))
            }
            // Done before, or outcome unknown: ask the store which.
            OrderWriteError::CommandTaken | OrderWriteError::Store(StoreError::Unknown(_) | StoreError::TimedOut(_)) => {
                match self.repeated(request).await? {
                    Some(done) => Ok(Attempt::Reply(done)),
                    None => Ok(Attempt::Changed),
                }
            }
            OrderWriteError::Store(error) => Err(error),
        }
    }

    async fn repeated(&self, request: &OrderRequest) -> Result<Option<OrderReply>, StoreError> {
        let action = &request.command.action;
        let order = (!matches!(action, OrderAction::Create { .. })).then_some(request.order);
        let remembered = self.orders.store().find_command(&request.command.id).await?;
        Ok(remembered.map(|remembered| match remembered.answer(request.kind, order, action.name()) {
            Ok(done) => OrderReply::Done(done),
            Err(refusal) => OrderReply::Refused(refusal),
        }))
    }

    fn done(&self, order: Order, state: &mut State) -> Attempt {
        let done = describe(&order);
        state.order = Some(order);
        Attempt::Reply(OrderReply::Done(done))
    }
}

/// The answer that describes an order's new state.
#[must_use]
pub fn describe(order: &Order) -> OrderDone {
    OrderDone {
        id: order.id,
        number: order.number.clone(),
        status: order.status,
        version: order.version,
        allowed: allowed(order).into_iter().map(str::to_owned).collect(),
        repeated: false,
    }
}
