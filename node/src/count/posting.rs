//! The steps of a count sheet after counting: submitted, counted again, posted through the warehouse, voided.

use std::collections::BTreeSet;

use actors::count::lines::{counted, differences, tallied, wants_recount};
use actors::count::rules::{self, Act, CountRefusal, invalid};
use bus_schemas::count::{CountLine, CountResult, CountSheet, CountTallies, CountWrite};
use bus_schemas::ids::{AdminId, CountId, ProductId};
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::{AskFailure, Expired, StockAction, StockCommand, StockRefusal, StockReply, StockRequest};
use entrepot_store::count::save::BookFigures;
use serde_json::Map;

use super::service::{ATTEMPTS_MAX, Changed, CountDone, CountError, CountService, Intention, Person, key};

/// How long the warehouse may take, in milliseconds: less than a request may.
const DEADLINE_MS: i64 = 8_000;

/// Hands a sheet to the reviewers.
pub(super) fn submitted(sheet: &CountSheet, person: &Person, act: Act) -> Result<Changed, CountError> {
    let next = rules::submit(sheet, act)?;
    let notifications = vec![told(NotificationKind::COUNT_REVIEW, &next, person, vec![])];
    Ok(Changed { sheet: next, lines: vec![], notifications })
}

/// Lines that are to be counted again; a submitted sheet goes back to counting.
pub(super) fn asked_again(sheet: &CountSheet, all: &[CountLine], asked: &[i64], act: Act) -> Result<Changed, CountError> {
    if asked.is_empty() {
        return Err(invalid("lines", "error.lines.empty").into());
    }
    let (mut tallies, mut lines) = (sheet.tallies, Vec::with_capacity(asked.len()));
    for number in asked.iter().collect::<BTreeSet<_>>() {
        let position = asked.iter().position(|other| other == number).unwrap_or(0);
        let before = all.iter().find(|line| i64::from(line.line) == *number);
        let before = before.ok_or_else(|| invalid(format!("lines[{position}]"), "error.count.line"))?;
        let mut after = before.clone();
        after.asked = true;
        tallies = tallied(tallies, Some(before), &after, sheet.tolerance);
        lines.push(after);
    }
    Ok(Changed { sheet: rules::recount(sheet, tallies, act)?, lines, notifications: vec![] })
}

/// What nobody counted becomes zero: with the book figures of this moment, as if it had been counted.
pub(super) fn zeroed(sheet: &CountSheet, books: &BookFigures, confirmed: u32, act: Act) -> Result<Changed, CountError> {
    let (mut tallies, mut lines) = (sheet.tallies, Vec::with_capacity(books.lines.len()));
    for (before, book, cost) in &books.lines {
        let result = CountResult {
            quantity: Quantity::ZERO,
            book: *book,
            sequence: books.sequence,
            cost: *cost,
            admin: act.admin,
            at: act.now_ms,
            zeroed: true,
        };
        let after = counted(before, result, None)?;
        tallies = tallied(tallies, Some(before), &after, sheet.tolerance);
        lines.push(after);
    }
    Ok(Changed { sheet: rules::zero_rest(sheet, confirmed, tallies, act)?, lines, notifications: vec![] })
}

impl CountService {
    /// Posts the differences: one transaction with the sheet, through the warehouse's actor, under the command's id.
    pub async fn post(&self, id: CountId, reason: Option<&str>, intention: Intention, person: &Person) -> Result<CountDone, CountError> {
        let key = key(person, &intention);
        for _ in 0..ATTEMPTS_MAX {
            let before = self.sheet(id, person).await?;
            if let Some(done) = self.known(&key, Some(id), rules::POST, person).await? {
                return Ok(done);
            }
            let act = Act { admin: person.admin, now_ms: self.0.now_ms(), version: intention.version };
            let sheet = rules::post(&before, reason.filter(|_| person.everything), act)?;
            let lines = self.0.store().count_lines(id).await?;
            let tallies = lines.iter().fold(CountTallies::default(), |sums, line| tallied(sums, None, line, before.tolerance));
            if tallies != before.tallies || lines.iter().any(|line| wants_recount(line, before.tolerance)) {
                // Only a damaged sheet says something else than its lines.
                return Err(CountRefusal::RecountFirst { lines: tallies.recount }.into());
            }
            let products: BTreeSet<ProductId> = lines.iter().map(|line| line.place.product).collect();
            let prices = self.0.store().product_prices(&products.into_iter().collect::<Vec<_>>()).await?;
            let counters = before.counters.iter().copied().chain([before.created_by, before.admin]).collect();
            let command = StockCommand {
                id: key.clone(),
                admin: person.admin,
                business_date: self.0.today(),
                order: None,
                notifications: vec![told(NotificationKind::COUNT_DONE, &sheet, person, counters)],
                action: StockAction::Count { write: Box::new(CountWrite { command: key.clone(), sheet }), lines: differences(&lines, &prices) },
                order_write: None,
                expired: Expired::Refused,
                also: None,
                shop: None,
            };
            let asked = StockRequest { warehouse: before.warehouse, command, deadline: self.0.now_ms() + DEADLINE_MS };
            match self.0.system().warehouses().ask(asked).await {
                StockReply::Done(_) => {
                    let done = self.known(&key, Some(id), rules::POST, person).await?;
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

/// A notification about a sheet.
fn told(kind: NotificationKind, sheet: &CountSheet, person: &Person, mut people: Vec<AdminId>) -> NotificationDraft {
    people.sort_unstable();
    people.dedup();
    let tallies = sheet.tallies;
    let data = Map::from_iter([
        ("count_no".to_owned(), sheet.number.clone().into()),
        ("lines".to_owned(), tallies.lines.into()),
        ("counted".to_owned(), tallies.counted.into()),
        ("different".to_owned(), tallies.different.into()),
    ]);
    kind.draft(Fact { by: Some(person.admin), people, id: sheet.id.0, warehouses: vec![sheet.warehouse], data, ..Fact::default() })
}
