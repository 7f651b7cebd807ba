//! The warehouse's actor: group commit.
//!
//! While one transaction is in flight, commands collect. Then as many as fit are decided one after the other, each on
//! the state its predecessors made, and written in one transaction. A caller gets the answer only after the commit is
//! on disk. When a transaction fails, the state in memory is dropped and loaded again, and commands that can be
//! retried are.
//!
//! Here: the actor and its state. [`batching`] decides what waits and sends it to the store; [`answering`] answers when the
//! transaction has ended.

mod answering;
mod batching;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use bus_schemas::ids::{CommandKey, WarehouseId};
use bus_schemas::notification::Announcement;
use bus_schemas::order::OrderMove;
use bus_schemas::warehouse::{Movement, OrderWrite, StockCommand, StockDone, StockRefusal, StockReply, StockRequest};
use ractor::{Actor, ActorProcessingErr, ActorRef};
use tokio::time::Instant;

use super::losses::Loss;
use super::port::{Batch, CommitError, Committed, Remembered, WarehouseSnapshot, WarehouseStore};
use super::stock::Stock;
use crate::clock::SharedClock;
use crate::placement::idle::Idle;
use crate::placement::request::Received;
use crate::placement::route::Route;

/// How many answers are remembered in memory; older repetitions are caught by the ledger's index.
const RECENT_MAX: usize = 20_000;
/// How long a warehouse stays in memory after the last command: its stock may be large.
const REST_AFTER: Duration = Duration::from_secs(600);

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
