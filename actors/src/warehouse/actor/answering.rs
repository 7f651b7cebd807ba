//! Answering commands when their transaction has ended, and retrying those that can be.

use std::time::Duration;

use bus_schemas::order::OrderKind;
use bus_schemas::warehouse::{AskFailure, StockAction, StockAnswer, StockRefusal, StockReply};
use ractor::ActorProcessingErr;

use super::{Fenced, InFlight, Outcome, State, Waiting, WarehouseActor};
use crate::store::StoreError;
use crate::warehouse::port::{CommitError, Committed, Remembered};

/// How often a command is written again after a transaction that was not its fault.
const ATTEMPTS_MAX: u32 = 8;
/// Pause after a failed transaction before its commands are retried.
const PAUSE: Duration = Duration::from_millis(10);

impl WarehouseActor {
    pub(super) async fn written(&self, result: Result<Committed, CommitError>, state: &mut State) -> Result<(), ActorProcessingErr> {
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
    pub(super) fn refuse(&self, refused: Vec<(Box<Waiting>, Outcome)>) {
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
    pub(super) async fn reply(&self, asked: Waiting, outcome: Outcome) -> Result<(), ActorProcessingErr> {
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
    pub(super) fn answer_again(&self, asked: Waiting, remembered: Remembered) {
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
                CommitError::Store(error) => error.outcome_unknown(),
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
}
