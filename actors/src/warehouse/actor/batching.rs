//! Deciding the commands that wait, and sending them to the store as one transaction.

use std::collections::{HashSet, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use bus_schemas::order::OrderMove;
use bus_schemas::warehouse::{AskFailure, Movement, OrderWrite, StockAction, StockCommand, StockDone, StockRefusal, StockReply};
use futures::FutureExt;
use ractor::{ActorProcessingErr, ActorRef};
use tokio::time::Instant;

use super::{Fenced, InFlight, Outcome, State, WarehouseActor, WarehouseMessage};
use crate::store::StoreError;
use crate::warehouse::port::Batch;
use crate::warehouse::rules::context::Context;
use crate::warehouse::stock::Touched;
use crate::warehouse::{counting, losses, negative, rules};

/// Most commands of one transaction: more makes it longer without making it cheaper per command.
const BATCH_COMMANDS_MAX: usize = 512;
/// Most ledger rows of one transaction; a single larger command goes alone.
const BATCH_ROWS_MAX: usize = 2_000;
/// Most places in memory: more are dropped before the next transaction, and read again when they are asked for.
const PLACES_MAX: usize = 200_000;
/// How often a warehouse is read again because another node has written it meanwhile.
const READINGS_MAX: u32 = 4;

impl WarehouseActor {
    /// Decides the waiting commands and sends the batch to the store.
    pub(super) async fn begin(&self, myself: &ActorRef<WarehouseMessage>, state: &mut State) -> Result<(), ActorProcessingErr> {
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
                state.stock.products.add(asked, rows, known);
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
}

fn done(command: &StockCommand, movements: &[Movement]) -> StockDone {
    StockDone {
        command: command.id.clone(),
        repeated: false,
        sequences: movements.first().zip(movements.last()).map(|(first, last)| (first.sequence, last.sequence)),
    }
}
