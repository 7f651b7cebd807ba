//! What transfers say of the goods that moved for them, row by row: batch, place and cost of what is in transit follow
//! from it, so it must be what the ledgers say.

use std::collections::BTreeMap;

use actors::store::StoreError;
use bus_schemas::order::LineMove;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::order_row::{OrderRow, name};
use super::report::Report;
use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, int};

/// Ledger rows that are looked up together.
const ROWS: usize = 1_000;

#[derive(Deserialize)]
struct Moved {
    warehouse: i64,
    sequence: i64,
    order_id: Option<i64>,
    line: i64,
    area: i64,
    shelf: i64,
    batch: String,
    moved: Decimal,
    unit_cost: Decimal,
}

impl Moved {
    fn describe(&self) -> String {
        format!("says {} at {} of batch '{}'", self.moved.normalize(), self.unit_cost.normalize(), self.batch)
    }

    fn matches(&self, order: i64, line: i64, moved: &LineMove) -> bool {
        (self.order_id, self.line) == (Some(order), line)
            && (self.area, self.shelf, self.batch.as_str()) == (moved.area.0, moved.shelf.0, moved.batch.as_str())
            && (self.moved, self.unit_cost) == (moved.quantity.0, moved.unit_cost.0)
    }
}

/// Where the moves of a line do not add up to what the line says of its goods.
fn sums(order: &OrderRow) -> Vec<String> {
    let mut found = Vec::new();
    let Some(part) = &order.transfer else { return found };
    let (source, target) = (order.warehouse, part.target.0);
    if source == target {
        return found;
    }
    for (((line, stocked), transit), moves) in order.numbers.iter().zip(&order.stocked).zip(&order.transits).zip(&order.moves) {
        let (Some(transit), moves) = (transit, moves.as_deref().unwrap_or_default()) else { continue };
        let sum = |warehouse: i64| moves.iter().filter(|moved| moved.warehouse.0 == warehouse).map(|moved| moved.quantity.0).sum::<Decimal>();
        for (warehouse, is) in [(source, transit.returned.0 - stocked), (target, transit.arrived.0)] {
            if sum(warehouse) != is {
                found.push(format!("line {line} moved {is} in warehouse {warehouse}, the movements on it add up to {}", sum(warehouse)));
            }
        }
    }
    found
}

impl Store {
    /// Compares each movement on the lines of transfers with its ledger row.
    pub(super) async fn check_transit(&self, orders: &[OrderRow], report: &mut Report) -> Result<(), StoreError> {
        let transfers: Vec<&OrderRow> = orders.iter().filter(|order| order.transfer.is_some()).collect();
        let mut moves: Vec<(&OrderRow, i64, &LineMove)> = Vec::new();
        for order in &transfers {
            report.transfers += 1;
            let part = order.transfer.as_ref();
            report.in_transit += usize::from(part.is_some_and(|part| !(part.there + part.back).is_zero()));
            sums(order).into_iter().for_each(|problem| report.find(name(order.id), problem));
            let lines = order.numbers.iter().zip(&order.moves);
            moves.extend(lines.flat_map(|(line, moves)| moves.iter().flatten().map(move |moved| (*order, *line, moved))));
        }
        for some in moves.chunks(ROWS) {
            let ids = some.iter().map(|(_, _, moved)| array_id("movement", vec![int(moved.warehouse.0), int(moved.sequence)])).collect();
            let query = "SELECT warehouse, sequence, order_id, line, area, shelf, batch, moved, unit_cost FROM $ids";
            let rows: Vec<Moved> = self.rows(query, vec![("ids", array(ids))]).await?;
            let rows: BTreeMap<(i64, i64), Moved> = rows.into_iter().map(|row| ((row.warehouse, row.sequence), row)).collect();
            for (order, line, moved) in some {
                let row = rows.get(&(moved.warehouse.0, moved.sequence));
                if !row.is_some_and(|row| row.matches(order.id, *line, moved)) {
                    let problem = format!(
                        "line {line} says that {} at {} of batch '{}' moved in movement:[{}, {}], which {}",
                        moved.quantity.0.normalize(),
                        moved.unit_cost.0.normalize(),
                        moved.batch,
                        moved.warehouse,
                        moved.sequence,
                        row.map_or("is missing".into(), Moved::describe),
                    );
                    report.find(name(order.id), problem);
                }
            }
        }
        Ok(())
    }
}
