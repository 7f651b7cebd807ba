//! Posts a count sheet: its differences go through the warehouse.

use std::collections::BTreeSet;

use actors::count::lines::{differences, tallied, wants_recount};
use actors::count::rules::{self, Act, CountRefusal};
use bus_schemas::count::{CountTallies, CountWrite};
use bus_schemas::ids::{CountId, ProductId};
use bus_schemas::notification::NotificationKind;
use bus_schemas::warehouse::{AskFailure, StockAction, StockCommand, StockRefusal, StockReply, StockRequest};

use super::error::CountError;
use super::intention::{Intention, Person, key};
use super::service::{ATTEMPTS_MAX, CountDone, CountService};
use super::steps::notice;

/// How long the warehouse may take, in milliseconds: less than a request may.
const DEADLINE_MS: i64 = 8_000;

impl CountService {
    /// Posts the differences: one transaction with the sheet, through the warehouse's actor, under the command's id.
    pub async fn post(&self, id: CountId, reason: Option<&str>, intention: Intention, person: &Person) -> Result<CountDone, CountError> {
        let key = key(person, &intention);
        for _ in 0..ATTEMPTS_MAX {
            let before = self.sheet_for(rules::POST, id, person).await?;
            if let Some(done) = self.find_done(&key, Some(id), rules::POST, person).await? {
                return Ok(done);
            }
            let act = Act { admin: person.admin, now_ms: self.clock.now_ms(), version: intention.version };
            let sheet = rules::post(&before, reason.filter(|_| person.everything), act)?;
            let lines = self.store.count_lines(id).await?;
            let tallies = lines.iter().fold(CountTallies::default(), |sums, line| tallied(sums, None, line, before.tolerance));
            if tallies != before.tallies || lines.iter().any(|line| wants_recount(line, before.tolerance)) {
                // Only a damaged sheet says something else than its lines.
                return Err(CountRefusal::RecountFirst { lines: tallies.recount }.into());
            }
            let products: BTreeSet<ProductId> = lines.iter().map(|line| line.place.product).collect();
            let never_below_zero = self.store.never_below_zero(before.warehouse, &products).await?;
            let prices = self.store.product_prices(&products.into_iter().collect::<Vec<_>>()).await?;
            let counters = before.counters.iter().copied().chain([before.created_by, before.admin]).collect();
            let notifications = vec![notice(NotificationKind::COUNT_DONE, &sheet, person, counters)];
            let write = Box::new(CountWrite { command: key.clone(), sheet });
            let action = StockAction::Count { write, lines: differences(&lines, &prices, &never_below_zero) };
            let today = self.store.today_at(before.warehouse.0).await?;
            let command = StockCommand { notifications, ..StockCommand::new(key.clone(), person.admin, today, action) };
            let asked = StockRequest { warehouse: before.warehouse, command, deadline: self.clock.now_ms() + DEADLINE_MS };
            match self.system.warehouses().ask(asked).await {
                StockReply::Done(_) => {
                    let done = self.find_done(&key, Some(id), rules::POST, person).await?;
                    let done = done.ok_or(AskFailure::Unknown { reason: "the answer is lost".into() })?;
                    return Ok(self.done(done.sheet, None));
                }
                StockReply::Refused(StockRefusal::OrderChanged) => {}
                StockReply::Refused(refusal) => return Err(CountRefusal::Stock { refusal }.into()),
                StockReply::Failed(failure) => return Err(failure.into()),
            }
        }
        Err(AskFailure::Busy.into())
    }
}
