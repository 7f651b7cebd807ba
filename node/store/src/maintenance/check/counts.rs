//! Compares the ledger's rows of counts with the sheets they were posted from: the sum of the rows is what was counted,
//! line by line, and each sheet says of its lines what they say.

use std::collections::{BTreeMap, HashMap};

use actors::count::lines::{difference, tallied};
use actors::store::StoreError;
use bus_schemas::count::{CountSheet, CountStatus, CountTallies};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::report::Report;
use crate::engine::connect::Store;
use crate::engine::transaction::take;

/// What the ledgers moved for each sheet's lines.
#[derive(Default)]
pub(super) struct OfCounts(HashMap<i64, BTreeMap<i64, Decimal>>);

impl OfCounts {
    pub(super) fn add(&mut self, sheet: i64, line: i64, moved: Decimal) {
        *self.0.entry(sheet).or_default().entry(line).or_default() += moved;
    }
}

#[derive(Deserialize)]
struct OfSheet {
    sheet: i64,
    number: i64,
}

fn name(sheet: i64) -> String {
    format!("count_sheet:{sheet}")
}

impl Store {
    pub(super) async fn check_counts(&self, mut ledger: OfCounts, began: i64, report: &mut Report) -> Result<(), StoreError> {
        let query = "BEGIN; SELECT *, record::id(id) AS id FROM count_sheet;
            SELECT record::id(id)[0] AS sheet, count() AS number FROM count_event GROUP BY sheet;
            SELECT sheet, count() AS number FROM count_command GROUP BY sheet; COMMIT;";
        let mut response = self.run(query, vec![]).await?;
        let sheets: Vec<CountSheet> = take(&mut response, 1)?;
        let (events, commands): (Vec<OfSheet>, Vec<OfSheet>) = (take(&mut response, 2)?, take(&mut response, 3)?);
        let by_sheet = |rows: Vec<OfSheet>| -> HashMap<i64, i64> { rows.into_iter().map(|row| (row.sheet, row.number)).collect() };
        let (events, commands) = (by_sheet(events), by_sheet(commands));
        report.counts += sheets.len();
        for sheet in sheets {
            let moved = ledger.0.remove(&sheet.id.0).unwrap_or_default();
            // One that was written during the check may be ahead of what was read of the ledger.
            if sheet.updated_at >= began {
                continue;
            }
            let known = events.get(&sheet.id.0).copied().unwrap_or(0);
            if known != sheet.version {
                report.find(name(sheet.id.0), format!("has version {}, its history has {known} entries", sheet.version));
            }
            // Each version and each result was one command.
            let done = commands.get(&sheet.id.0).copied().unwrap_or(0);
            if done != sheet.version + sheet.saves {
                report.find(name(sheet.id.0), format!("has {} changes and results, {done} commands are remembered", sheet.version + sheet.saves));
            }
            self.check_count(&sheet, moved, report).await?;
        }
        for sheet in ledger.0.into_keys() {
            report.find(name(sheet), "is missing, but has ledger rows".into());
        }
        Ok(())
    }

    async fn check_count(&self, sheet: &CountSheet, mut moved: BTreeMap<i64, Decimal>, report: &mut Report) -> Result<(), StoreError> {
        let lines = self.count_lines(sheet.id).await?;
        let mut tallies = CountTallies::default();
        for line in &lines {
            tallies = tallied(tallies, None, line, sheet.tolerance);
            let is = moved.remove(&i64::from(line.line)).unwrap_or_default();
            let posted = sheet.status == CountStatus::Posted;
            let wanted = difference(line).filter(|_| posted).unwrap_or_default();
            if is != wanted.0 {
                report.find(name(sheet.id.0), format!("line {} counted {wanted} to be posted, its ledger rows add up to {is}", line.line));
            }
        }
        for (line, is) in moved {
            report.find(name(sheet.id.0), format!("has no line {line}, of which the ledger moved {is}"));
        }
        if tallies != sheet.tallies {
            let said = sheet.tallies;
            let problem =
                format!("says {} of {} lines are counted, its lines say {} of {}", said.counted, said.lines, tallies.counted, tallies.lines);
            report.find(name(sheet.id.0), problem);
        }
        Ok(())
    }
}
