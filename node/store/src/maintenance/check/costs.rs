//! The moving averages and last prices of a warehouse, compared with what its ledger makes of them.

use std::collections::BTreeMap;

use actors::warehouse::stock::{self, Level};
use bus_schemas::number::{Amount, Cost, Quantity};
use bus_schemas::warehouse::{CostBasis, Operation};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::Report;

/// What is stored of a product's cost.
#[derive(Deserialize)]
pub(super) struct CostRow {
    product: i64,
    average_cost: Decimal,
    last_price: Decimal,
}

/// The levels of all products, from the ledger.
#[derive(Default)]
pub(super) struct Costs {
    levels: BTreeMap<i64, Level>,
    /// Products that something with a cost came in of.
    known: BTreeMap<i64, i64>,
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
    pub(super) fn add(&mut self, row: &Valued) {
        let level = self.levels.entry(row.product).or_default();
        let counted = stock::Valued {
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
            if row.last_price != level.last_price.0 {
                report.find(name, format!("the last price is {}, the ledger says {}", row.last_price, level.last_price));
            }
        }
        for (product, sequence) in open {
            report.find(format!("cost:[{warehouse}, {product}]"), format!("is missing, but row {sequence} of the ledger has a cost"));
        }
    }
}
