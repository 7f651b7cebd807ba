//! The steps of a count sheet after counting: submitted, counted again, the rest set to zero. They are decided here; the
//! service reads and writes.

use std::collections::BTreeSet;

use actors::count::lines::{counted, tallied};
use actors::count::rules::{self, Act, invalid};
use bus_schemas::count::{CountLine, CountResult, CountSheet};
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use entrepot_store::count::save::BookFigures;
use serde_json::Map;

use super::error::CountError;
use super::intention::Person;

/// A decided change of a sheet.
pub(super) struct Changed {
    pub sheet: CountSheet,
    pub lines: Vec<CountLine>,
    pub notifications: Vec<NotificationDraft>,
}

/// Hands a sheet to the reviewers.
pub(super) fn submitted(sheet: &CountSheet, person: &Person, act: Act) -> Result<Changed, CountError> {
    let next = rules::submit(sheet, act)?;
    let notifications = vec![notice(NotificationKind::COUNT_REVIEW, &next, person, vec![])];
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
            entered: vec![],
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

/// A notification about a sheet.
pub(super) fn notice(kind: NotificationKind, sheet: &CountSheet, person: &Person, mut people: Vec<AdminId>) -> NotificationDraft {
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
