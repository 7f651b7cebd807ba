//! The warehouse's actor: group commit.
//!
//! While one transaction is in flight, commands collect. Then as many as fit are decided one after the other, each on
//! the state its predecessors made, and written in one transaction. A caller gets the answer only after the commit is
//! on disk. When a transaction fails, the state in memory is dropped and loaded again, and commands that can be
//! retried are.

use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use bus_schemas::ids::{CommandKey, WarehouseId};
use bus_schemas::notification::Announcement;
use bus_schemas::order::{OrderKind, OrderMove};
use bus_schemas::warehouse::{
    AskFailure, Movement, OrderWrite, StockAction, StockAnswer, StockCommand, StockDone, StockRefusal, StockReply, StockRequest,
};
use futures::FutureExt;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::time::Instant;

use super::counting;
use super::losses::{self, Loss};
use super::negative;
use super::port::{Batch, CommitError, Committed, Remembered, WarehouseSnapshot, WarehouseStore};
use super::rules::{self, Context};
use super::stock::{Stock, Touched};
use crate::clock::SharedClock;
use crate::placement::idle::Idle;
use crate::placement::request::Received;
use crate::placement::route::Route;
use crate::store::StoreError;

/// Most commands of one transaction: more makes it longer without making it cheaper per command.
pub const BATCH_COMMANDS_MAX: usize = 512;
/// Most ledger rows of one transaction; a single larger command goes alone.
pub const BATCH_ROWS_MAX: usize = 2_000;
/// How many answers are remembered in memory; older repetitions are caught by the ledger's index.
const RECENT_MAX: usize = 20_000;
/// How often a command is written again after a transaction that was not its fault.
const ATTEMPTS_MAX: u32 = 8;
/// How long a warehouse stays in memory after the last command: its stock may be large.
const REST_AFTER: Duration = Duration::from_secs(600);
/// Most places in memory: more are dropped before the next transaction, and read again when they are asked for.
const PLACES_MAX: usize = 200_000;
/// How often a warehouse is read again because another node has written it meanwhile.
const READINGS_MAX: u32 = 4;
/// Pause after a failed transaction before its commands are retried.
const PAUSE: Duration = Duration::from_millis(10);

/// Notified of what a warehouse has written.
pub trait CommitListener: Send + Sync + 'static {
    /// Called after the transaction is on disk. Must not block.
    fn committed(&self, warehouse: WarehouseId, movements: &[Movement], orders: &[OrderWrite], announcements: Vec<Announcement>);

    /// Called after that where orders have lost what was reserved for them. Must not block; their people are notified already.
    fn lost(&self, losses: &[Loss]);
}

/// What all warehouse actors of a node share.
#[derive(Clone)]
pub struct Shared {
    pub store: Arc<dyn WarehouseStore>,
    pub clock: SharedClock,
    pub listener: Arc<dyn CommitListener>,
    /// No other node writes to this store.
    pub alone: bool,
}

/// A request that waits for its transaction.
pub struct Waiting {
    received: Received<StockRequest>,
    /// How often it was in a transaction that failed.
    attempts: u32,
    /// It was refused once, and then the state was read again.
    checked: bool,
}

impl Waiting {
    fn command(&self) -> &StockCommand {
        &self.received.request.command
    }

    fn answer(self, reply: StockReply) {
        self.received.reply_to.answer(reply);
    }
}

impl From<Received<StockRequest>> for WarehouseMessage {
    fn from(received: Received<StockRequest>) -> Self {
        Self::Ask(Box::new(Waiting { received, attempts: 0, checked: false }))
    }
}

/// Another actor writes the same ledger; this one stops and is started again from the ledger.
#[derive(Debug, thiserror::Error)]
#[error("warehouse {0} is written by another actor as well")]
pub struct Fenced(pub WarehouseId);

/// Messages of the actor.
pub enum WarehouseMessage {
    /// Do this.
    Ask(Box<Waiting>),
    /// The transaction has ended.
    Written(Result<Committed, CommitError>),
    /// Settings have changed: read them again when nothing is in flight.
    Reload,
    /// Nothing may have happened since this many commands.
    Rest(u64),
}

/// See the module.
pub struct WarehouseActor {
    pub warehouse: WarehouseId,
    pub shared: Shared,
    /// The way to the actors of its kind, out of which one that rests takes itself.
    pub route: Route<StockRequest, WarehouseMessage>,
}

enum Outcome {
    /// With what moved for the order that is written.
    Done(StockDone, Vec<OrderMove>),
    Refused(StockRefusal),
}

struct InFlight {
    items: Vec<(Box<Waiting>, Outcome)>,
    batch: Arc<Batch>,
    /// What orders lose with it.
    lost: Vec<Loss>,
    began: Instant,
}

/// The actor's state.
pub struct State {
    stock: Stock,
    waiting: VecDeque<Box<Waiting>>,
    in_flight: Option<InFlight>,
    recent: HashMap<CommandKey, Remembered>,
    recent_order: VecDeque<CommandKey>,
    reload: bool,
    idle: Idle,
}

#[async_trait::async_trait]
impl Actor for WarehouseActor {
    type Msg = WarehouseMessage;
    type State = State;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Self::Msg>, (): ()) -> Result<State, ActorProcessingErr> {
        let snapshot = self.shared.store.load(self.warehouse).await?;
        tracing::debug!(warehouse = self.warehouse.0, sequence = snapshot.last_sequence, "warehouse loaded");
        let mut state = State {
            recent: HashMap::new(),
            recent_order: VecDeque::new(),
            stock: Stock::from_snapshot(self.warehouse, WarehouseSnapshot::default()),
            waiting: VecDeque::new(),
            in_flight: None,
            reload: false,
            idle: Idle::default(),
        };
        state.take_over(self.warehouse, snapshot);
        Ok(state)
    }

    async fn handle(&self, myself: ActorRef<Self::Msg>, message: Self::Msg, state: &mut State) -> Result<(), ActorProcessingErr> {
        match message {
            WarehouseMessage::Ask(asked) => {
                state.waiting.push_back(asked);
                state.idle.on_request(&myself, REST_AFTER, WarehouseMessage::Rest);
            }
            WarehouseMessage::Rest(asked) if state.idle.is_over(asked) && state.in_flight.is_none() => {
                self.route.remove_idle(self.warehouse);
                myself.stop(None);
                return Ok(());
            }
            WarehouseMessage::Rest(_) => state.idle.schedule_check(&myself, REST_AFTER, WarehouseMessage::Rest),
            WarehouseMessage::Reload => state.reload = true,
            WarehouseMessage::Written(result) => self.written(result, state).await?,
        }
        // A round may answer all its commands without writing; then the next one begins at once.
        while state.in_flight.is_none() {
            if state.reload {
                self.load_again(state).await?;
            }
            self.begin(&myself, state).await?;
            if state.waiting.is_empty() {
                break;
            }
        }
        Ok(())
    }
}

impl WarehouseActor {
    /// Decides the waiting commands and sends the batch to the store.
    async fn begin(&self, myself: &ActorRef<WarehouseMessage>, state: &mut State) -> Result<(), ActorProcessingErr> {
        let now_ms = self.shared.clock.now_ms();
        let today = self.shared.clock.today_in(state.stock.settings.and_then(|settings| settings.zone));
        let mut items = Vec::new();
        let mut ids = HashSet::new();
        let mut deferred = VecDeque::new();
        let mut touched = Touched::default();
        let mut batch = Batch::empty(self.warehouse);
        let mut lost = Vec::new();
        if state.stock.products.places() > PLACES_MAX {
            state.stock.products.forget();
        }
        while items.len() < BATCH_COMMANDS_MAX && batch.movements.len() < BATCH_ROWS_MAX {
            let Some(mut asked) = state.waiting.pop_front() else { break };
            if asked.received.request.deadline < now_ms {
                asked.answer(StockReply::Failed(AskFailure::Expired));
                continue;
            }
            if let Some(remembered) = state.recent.get(&asked.command().id) {
                self.answer_again(*asked, remembered.clone());
                continue;
            }
            if !ids.insert(asked.command().id.clone()) {
                deferred.push_back(asked);
                continue;
            }
            if matches!(asked.command().action, StockAction::Enforce) && !asked.checked {
                // The holds that it enforces are in the store.
                asked.checked = true;
                state.reload = true;
                deferred.push_back(asked);
                break;
            }
            // An order that is created gets its number with its transaction, which holds nothing else.
            let creates = asked.command().also.as_ref().is_some_and(|write| write.numbered.is_some());
            if creates && !items.is_empty() {
                deferred.push_back(asked);
                break;
            }
            let outcome = match self.decide(state, asked.command(), Context { now_ms, today: &today }, batch.movements.len()).await? {
                // Another node may have written since, so refuse only on a freshly read state. The same holds for an
                // order that has nothing here any more: a command without a ledger row is not guarded by the ledger, so
                // it must not be decided on an old state.
                decided
                    if !self.shared.alone
                        && !asked.checked
                        && decided.as_ref().map_or(true, |rows| rows.is_empty() && asked.command().order.is_some()) =>
                {
                    asked.checked = true;
                    state.reload = true;
                    deferred.push_back(asked);
                    continue;
                }
                // It would make the transaction too long: it goes first in the next one.
                Ok(movements) if !batch.movements.is_empty() && batch.movements.len() + movements.len() > BATCH_ROWS_MAX => {
                    deferred.push_back(asked);
                    break;
                }
                Ok(movements) => {
                    for movement in &movements {
                        state.stock.apply(movement, &mut touched);
                    }
                    state.stock.hold(asked.command(), now_ms, &mut touched);
                    let moves = OrderMove::of_all(&movements);
                    let of = asked.command().order.as_ref().map(|order| (order.kind, order.id));
                    for write in asked.command().writes() {
                        // The movements are those of one order; a second document is written as it is.
                        let own = if of == Some((write.order.kind, write.order.id)) { moves.as_slice() } else { &[] };
                        let OrderWrite { command, order, numbered } = write.clone();
                        batch.orders.push(OrderWrite { command, order: order.completed(own), numbered });
                    }
                    let written = asked.command().order_write.as_ref();
                    let moves = if written.is_some_and(|write| of == Some((write.order.kind, write.order.id))) { moves } else { Vec::new() };
                    if let Some(write) = counting::completed(asked.command(), &state.stock, &movements) {
                        let losses = counting::losses(&write, &state.stock);
                        batch.notifications.extend(counting::lost_notices(asked.command(), &write, &losses));
                        lost.extend(losses);
                        batch.counts.push(write);
                    }
                    let losses = losses::of(asked.command(), &movements);
                    batch.notifications.extend(losses::notices(asked.command(), &losses, self.warehouse));
                    lost.extend(losses);
                    batch.notifications.extend(asked.command().notifications.iter().cloned());
                    if let Some(shop) = &asked.command().shop {
                        batch.notifications.extend(shop.notifications.iter().cloned());
                        batch.shops.push((**shop).clone());
                    }
                    let done = done(asked.command(), &movements);
                    batch.notifications.extend(negative::fell_below_zero(&movements));
                    batch.movements.extend(movements);
                    Outcome::Done(done, moves)
                }
                Err(refusal) => Outcome::Refused(refusal),
            };
            items.push((asked, outcome));
            if creates {
                break;
            }
        }
        for asked in deferred.into_iter().rev() {
            state.waiting.push_front(asked);
        }
        batch.rows = state.stock.rows(&touched);
        if batch.is_empty() {
            let (done, refused): (Vec<_>, Vec<_>) = items.into_iter().partition(|(_, outcome)| matches!(outcome, Outcome::Done(..)));
            for (asked, outcome) in done {
                self.reply(*asked, outcome).await?;
            }
            self.refuse(refused);
            return Ok(());
        }
        metrics::histogram!("entrepot_warehouse_batch_commands").record(items.len() as f64);
        let batch = Arc::new(batch);
        state.in_flight = Some(InFlight { items, batch: batch.clone(), lost, began: Instant::now() });
        let store = self.shared.store.clone();
        let myself = myself.clone();
        // In its own task, so that a killed actor can't interrupt a commit.
        tokio::spawn(async move {
            let result = AssertUnwindSafe(store.commit(&batch)).catch_unwind().await;
            let result = result.unwrap_or_else(|_| Err(StoreError::Unknown("the store panicked".into()).into()));
            let _ = myself.send_message(WarehouseMessage::Written(result));
        });
        Ok(())
    }

    /// Decides a command on the state that the commands before it in this transaction have made, of which `unwritten`
    /// ledger rows are not in the store. Products that its rules ask for are read first.
    async fn decide(
        &self,
        state: &mut State,
        command: &StockCommand,
        context: Context<'_>,
        unwritten: usize,
    ) -> Result<Result<Vec<Movement>, StockRefusal>, ActorProcessingErr> {
        let mut readings = 0;
        loop {
            let decided = rules::decide(&state.stock, command, context);
            let asked = state.stock.products.take_asked();
            if asked.is_empty() {
                return Ok(decided);
            }
            let known = state.stock.last_sequence - i64::try_from(unwritten)?;
            let rows = self.shared.store.load_products(self.warehouse, &asked, known).await?;
            if rows.current {
                state.stock.products.add(asked, rows);
                continue;
            }
            // Another node has written: what is known is as old as what was decided on it.
            readings += 1;
            if unwritten > 0 || readings == READINGS_MAX {
                return Err(Fenced(self.warehouse).into());
            }
            self.load_again(state).await?;
        }
    }

    async fn written(&self, result: Result<Committed, CommitError>, state: &mut State) -> Result<(), ActorProcessingErr> {
        let Some(in_flight) = state.in_flight.take() else { return Ok(()) };
        metrics::histogram!("entrepot_warehouse_commit_seconds").record(in_flight.began.elapsed().as_secs_f64());
        match result {
            Ok(committed) => self.answer_all(in_flight, committed, state).await?,
            Err(CommitError::SequenceTaken) => {
                metrics::counter!("entrepot_warehouse_fenced_total").increment(1);
                // Dropping the replies makes the callers ask again, of a freshly loaded actor.
                return Err(Fenced(self.warehouse).into());
            }
            Err(error) => {
                self.load_again(state).await?;
                self.handle_failed_commit(error, in_flight.items, state).await?;
            }
        }
        Ok(())
    }

    async fn answer_all(&self, in_flight: InFlight, committed: Committed, state: &mut State) -> Result<(), ActorProcessingErr> {
        metrics::counter!("entrepot_warehouse_movements_total").increment(in_flight.batch.movements.len() as u64);
        let numbered = committed.number.as_deref().map(|number| in_flight.batch.with_number(number));
        let batch = numbered.as_ref().unwrap_or(&in_flight.batch);
        self.shared.listener.committed(self.warehouse, &batch.movements, &batch.orders, committed.announcements);
        if !in_flight.lost.is_empty() {
            self.shared.listener.lost(&in_flight.lost);
        }
        // Answer what is on disk before a refusal asks the store.
        let (done, refused): (Vec<_>, Vec<_>) = in_flight.items.into_iter().partition(|(_, outcome)| matches!(outcome, Outcome::Done(..)));
        for (asked, outcome) in done {
            if let Outcome::Done(done, _) = &outcome {
                state.remember(Remembered::of(self.warehouse, asked.command(), done.clone()));
            }
            self.reply(*asked, outcome).await?;
        }
        self.refuse(refused);
        Ok(())
    }

    /// Sends refusals, each after a look into the store, without delaying the next transaction: of a thousand buyers of
    /// the last piece nearly all are refused.
    fn refuse(&self, refused: Vec<(Box<Waiting>, Outcome)>) {
        if refused.is_empty() {
            return;
        }
        let of = Self { warehouse: self.warehouse, shared: self.shared.clone(), route: self.route.clone() };
        tokio::spawn(async move {
            for (asked, outcome) in refused {
                // A caller without an answer asks again.
                if let Err(error) = of.reply(*asked, outcome).await {
                    tracing::warn!(warehouse = of.warehouse.0, %error, "a refusal could not be looked up");
                }
            }
        });
    }

    /// A refusal is given only to a command that was not done before: long ago, or by another node.
    async fn reply(&self, asked: Waiting, outcome: Outcome) -> Result<(), ActorProcessingErr> {
        match outcome {
            Outcome::Done(done, moves) => asked.answer(StockReply::Done(StockAnswer { moves, ..done.into() })),
            Outcome::Refused(refusal) => match self.shared.store.find_command(&asked.command().id).await? {
                Some(remembered) => self.answer_again(asked, remembered),
                None => asked.answer(StockReply::Refused(refusal)),
            },
        }
        Ok(())
    }

    /// Answers a command whose id is known already.
    fn answer_again(&self, asked: Waiting, remembered: Remembered) {
        let reply = match remembered.answer(self.warehouse, asked.command()) {
            Ok(done) => StockReply::Done(done.into()),
            Err(refusal) => StockReply::Refused(refusal),
        };
        asked.answer(reply);
    }

    /// After a failed transaction: answers those that can be answered and retries the others.
    async fn handle_failed_commit(
        &self,
        error: CommitError,
        items: Vec<(Box<Waiting>, Outcome)>,
        state: &mut State,
    ) -> Result<(), ActorProcessingErr> {
        tracing::warn!(warehouse = self.warehouse.0, %error, commands = items.len(), "a batch was not written");
        let mut again = Vec::with_capacity(items.len());
        for (mut asked, _) in items {
            let command = asked.command();
            let to_find = match &error {
                CommitError::CommandTaken(id) => command.id == *id,
                CommitError::Store(StoreError::Unknown(_)) => true,
                _ => false,
            };
            if to_find && let Some(remembered) = self.shared.store.find_command(&command.id).await? {
                self.answer_again(*asked, remembered);
                continue;
            }
            if let CommitError::OrderChanged(kind, order) = &error
                && (command.writes().any(|write| write.order.kind == *kind && write.order.id == *order)
                    || command.shop.as_ref().is_some_and(|write| *kind == OrderKind::SHOP && write.order.id == *order))
            {
                asked.answer(StockReply::Refused(StockRefusal::OrderChanged));
                continue;
            }
            if let CommitError::CountChanged(count) = &error
                && matches!(&command.action, StockAction::Count { write, .. } if write.sheet.id == *count)
            {
                asked.answer(StockReply::Refused(StockRefusal::OrderChanged));
                continue;
            }
            // The other commands of the batch have not failed; they are retried.
            if to_find || matches!(error, CommitError::Store(_)) {
                asked.attempts += 1;
            }
            if asked.attempts >= ATTEMPTS_MAX {
                let failure = match &error {
                    CommitError::Store(StoreError::Conflict) => AskFailure::Busy,
                    other => AskFailure::Unknown { reason: other.to_string() },
                };
                asked.answer(StockReply::Failed(failure));
            } else {
                again.push(asked);
            }
        }
        for asked in again.into_iter().rev() {
            state.waiting.push_front(asked);
        }
        if matches!(error, CommitError::Store(_)) {
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    async fn load_again(&self, state: &mut State) -> Result<(), ActorProcessingErr> {
        let snapshot = self.shared.store.load(self.warehouse).await?;
        state.take_over(self.warehouse, snapshot);
        Ok(())
    }
}

impl State {
    fn take_over(&mut self, warehouse: WarehouseId, mut snapshot: WarehouseSnapshot) {
        std::mem::take(&mut snapshot.recent).into_iter().for_each(|remembered| self.remember(remembered));
        self.stock = Stock::from_snapshot(warehouse, snapshot);
        self.reload = false;
    }

    fn remember(&mut self, remembered: Remembered) {
        let key = remembered.done.command.clone();
        if self.recent.insert(key.clone(), remembered).is_none() {
            self.recent_order.push_back(key);
        }
        while self.recent_order.len() > RECENT_MAX {
            if let Some(oldest) = self.recent_order.pop_front() {
                self.recent.remove(&oldest);
            }
        }
    }
}

fn done(command: &StockCommand, movements: &[Movement]) -> StockDone {
    StockDone {
        command: command.id.clone(),
        repeated: false,
        sequences: movements.first().zip(movements.last()).map(|(first, last)| (first.sequence, last.sequence)),
    }
}
