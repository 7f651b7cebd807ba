//! The moving averages and last prices of a warehouse, compared with what its ledger makes of them.

use std::collections::BTreeMap;

use actors::warehouse::level::{self, Level};
use bus_schemas::number::{AMOUNT_SCALE, Amount, Cost, Quantity, round_half_up};
use bus_schemas::warehouse::{CostBasis, Operation};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::report::Report;

/// What is stored of a product's cost.
#[derive(Deserialize)]
pub(super) struct CostRow {
    product: i64,
    average_cost: Decimal,
    last_price: Decimal,
    /// Both are missing in rows that are older than they are.
    rounding: Option<Decimal>,
    rounding_from: Option<i64>,
}

/// The levels of all products, from the ledger.
#[derive(Default)]
pub(super) struct Costs {
    levels: BTreeMap<i64, Level>,
    /// Products that something with a cost came in of.
    known: BTreeMap<i64, i64>,
    /// From which ledger row on a product's rounding is counted, as its stored row says.
    roundings: BTreeMap<i64, i64>,
}

/// The figures of a ledger row that make a cost.
pub(super) struct Valued {
    pub product: i64,
    pub sequence: i64,
    pub operation: Option<i64>,
    /// Marks a cost that is not the average.
    pub basis: Option<CostBasis>,
    pub reverses: bool,
    pub moved: Decimal,
    pub unit_cost: Decimal,
    pub amount: Decimal,
}

impl Costs {
    /// Of a warehouse with these rows.
    pub(super) fn new(stored: &[CostRow]) -> Self {
        let from = |row: &CostRow| Some((row.product, row.rounding_from.filter(|from| *from > 0)?));
        Self { roundings: stored.iter().filter_map(from).collect(), ..Self::default() }
    }

    pub(super) fn add(&mut self, row: &Valued) {
        let level = self.levels.entry(row.product).or_default();
        if self.roundings.get(&row.product) == Some(&row.sequence) {
            // What older rows have left was never counted.
            level.rounding = Amount(Decimal::ZERO);
        }
        let counted = level::Valued {
            sequence: row.sequence,
            operation: row.operation.and_then(Operation::from_code),
            basis: row.basis,
            reverses: row.reverses,
            moved: Quantity(row.moved),
            unit_cost: Cost(row.unit_cost),
            amount: Amount(row.amount),
        };
        if level.count(&counted) {
            self.known.insert(row.product, row.sequence);
        }
    }

    /// Compares with what is stored.
    pub(super) fn check(&self, warehouse: i64, stored: &[CostRow], report: &mut Report) {
        report.costs += stored.len();
        let mut open = self.known.clone();
        for row in stored {
            let name = format!("cost:[{warehouse}, {}]", row.product);
            let Some(last) = open.remove(&row.product) else {
                report.find(name, "is there, but nothing with a cost came in".into());
                continue;
            };
            let level = self.levels.get(&row.product).copied().unwrap_or_default();
            if row.average_cost != level.average_cost.0 {
                let problem = format!("the average is {}, the ledger makes it {} up to row {last}", row.average_cost, level.average_cost);
                report.find(name.clone(), problem);
            }
            let rounding = row.rounding.filter(|_| self.roundings.contains_key(&row.product)).unwrap_or_default();
            if self.roundings.contains_key(&row.product) && rounding != level.rounding.0 {
                report.find(name.clone(), format!("says that {rounding} is left by rounding, the ledger makes it {}", level.rounding.0));
            }
            if level.on_hand.is_zero() && !round_half_up(rounding, AMOUNT_SCALE).is_zero() {
                report.find(name.clone(), format!("nothing is on hand, but {rounding} of its value is left"));
            }
            if row.last_price != level.last_price.0 {
                report.find(name, format!("the last price is {}, the ledger says {}", row.last_price, level.last_price));
            }
        }
        for (product, sequence) in open {
            report.find(format!("cost:[{warehouse}, {product}]"), format!("is missing, but row {sequence} of the ledger has a cost"));
        }
    }
}
