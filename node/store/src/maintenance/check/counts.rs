//! Compares the ledger's rows of counts with the sheets they were posted from: the sum of the rows is what was counted,
//! line by line, and each sheet says of its lines what they say.

use std::collections::{BTreeMap, HashMap};

use actors::count::lines::{difference, tallied};
use actors::store::StoreError;
use bus_schemas::count::{CountSheet, CountStatus, CountTallies};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::Report;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::int;

/// What the ledgers moved for each sheet's lines.
#[derive(Default)]
pub(super) struct OfCounts(HashMap<i64, BTreeMap<i64, Decimal>>);

impl OfCounts {
    pub(super) fn add(&mut self, sheet: i64, line: i64, moved: Decimal) {
        *self.0.entry(sheet).or_default().entry(line).or_default() += moved;
    }
}

#[derive(Deserialize)]
struct Versions {
    sheet: i64,
    versions: i64,
}

fn name(sheet: i64) -> String {
    format!("count_sheet:{sheet}")
}

impl Store {
    pub(super) async fn check_counts(&self, mut ledger: OfCounts, began: i64, report: &mut Report) -> Result<(), StoreError> {
        let query = "BEGIN; SELECT *, record::id(id) AS id FROM count_sheet;
            SELECT record::id(id)[0] AS sheet, count() AS versions FROM count_event GROUP BY sheet; COMMIT;";
        let mut response = self.run(query, vec![]).await?;
        let (sheets, events): (Vec<CountSheet>, Vec<Versions>) = (take(&mut response, 1)?, take(&mut response, 2)?);
        let events: HashMap<i64, i64> = events.into_iter().map(|row| (row.sheet, row.versions)).collect();
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
        let sheet_commands: Vec<i64> =
            self.rows("SELECT VALUE count() FROM count_command WHERE sheet = $sheet GROUP ALL", vec![("sheet", int(sheet.id.0))]).await?;
        let known = sheet_commands.first().copied().unwrap_or(0);
        // Each version and each result was one command.
        if known != sheet.version + sheet.saves {
            report.find(name(sheet.id.0), format!("has {} changes and results, {known} commands are remembered", sheet.version + sheet.saves));
        }
        Ok(())
    }
}
