//! The monthly turnovers of a warehouse, compared with what its ledger makes of them.

use std::collections::BTreeMap;

use actors::warehouse::port::TurnoverRow;
use actors::warehouse::turnover::Turnovers;

use super::report::Report;

/// Compares what is stored with what the ledger makes of it.
pub(super) fn check(warehouse: i64, stored: Vec<TurnoverRow>, counted: Turnovers, report: &mut Report) {
    let by_key = |rows: Vec<TurnoverRow>| -> BTreeMap<_, _> {
        rows.into_iter().map(|row| ((row.month.clone(), row.unit), TurnoverRow { stored: true, ..row })).collect()
    };
    let (stored, counted) = (by_key(stored), by_key(counted.into_rows()));
    for key in stored.keys().chain(counted.keys().filter(|key| !stored.contains_key(*key))) {
        let (said, is) = (stored.get(key), counted.get(key));
        if said != is {
            report.find(format!("flow:[{warehouse}, '{}', {}]", key.0, key.1), format!("says {}, the ledger has {}", describe(said), describe(is)));
        }
    }
}

fn describe(row: Option<&TurnoverRow>) -> String {
    row.map_or("nothing".into(), |row| {
        let TurnoverRow { in_quantity, in_amount, out_quantity, out_amount, records, last, .. } = row;
        format!("{records} records up to {last}, {in_quantity} for {in_amount} in and {out_quantity} for {out_amount} out")
    })
}
