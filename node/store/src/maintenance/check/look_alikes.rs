//! Texts of before such that look alike were compared (decision 0079): unique values, of which all but one have to be edited,
//! and batch numbers in a form in which nobody can name them any more.

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::batch_number::normalise;

use super::places::{PlaceKey, Row, place_name};
use super::report::Report;
use crate::engine::connect::Store;
use crate::resource::alike::LookAlikes;

/// What is wrong with a batch number, if it is not kept as it would be today.
fn problem(batch: &str) -> Option<String> {
    let today = normalise(batch);
    (today != batch).then(|| format!("its batch number is kept as '{today}' today: people who name it do not find this one"))
}

/// Places that hold goods of such a batch. Empty ones harm nobody.
pub(super) fn check_batches(warehouse: i64, balances: &BTreeMap<PlaceKey, Row>, report: &mut Report) {
    let filled = balances.iter().filter(|(_, balance)| !balance.on_hand.is_zero() || !balance.reserved.is_zero());
    for (key, problem) in filled.filter_map(|(key, _)| Some((key, problem(&key.3)?))) {
        report.find(place_name(warehouse, key), problem);
    }
}

impl Store {
    pub(super) async fn check_look_alikes(&self, report: &mut Report) -> Result<(), StoreError> {
        for LookAlikes { table, field, value, rows } in self.look_alikes().await? {
            let rows = rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            report.find(format!("{table}.{field}"), format!("the rows {rows} have values that look alike: {value}"));
        }
        let held: Vec<(i64, i64, String)> = self.rows("SELECT VALUE [warehouse, product, batch] FROM batch_hold WHERE state != 0", vec![]).await?;
        for (warehouse, product, batch) in held {
            if let Some(problem) = problem(&batch) {
                report.find(format!("batch_hold:[{warehouse}, {product}, '{batch}']"), problem);
            }
        }
        Ok(())
    }
}
