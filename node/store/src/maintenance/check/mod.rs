//! Checks the books from the database alone: reads the ledger in pages and compares its sums with every derived
//! figure ([`costs`], [`reservations`], [`turnovers`], [`blocks`]), with the orders it was written for ([`orders`], [`transfers`],
//! [`transit`]) and with the count sheets it was posted from ([`counts`]). Members' accounts are compared with their logs
//! ([`accounts`]). Members of orders are there ([`members`]), and trees are trees ([`trees`]).

mod accounts;
mod audit_log;
mod blocks;
mod costs;
mod counts;
mod look_alikes;
mod members;
mod notifications;
mod order_row;
mod order_sums;
mod orders;
mod payments;
mod places;
pub mod report;
mod reservations;
mod shop;
mod shop_beside;
mod transfers;
mod transit;
mod trees;
mod turnovers;

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::port::TurnoverRow;
use actors::warehouse::turnover::Turnovers;
use bus_schemas::warehouse::CostBasis;
use rust_decimal::Decimal;
use serde::Deserialize;

use self::costs::{CostRow, Costs, Valued};
use self::counts::OfCounts;
use self::order_sums::OfOrders;
use self::places::{Figures, PlaceKey, Row, place_name};
use self::report::Report;
use self::reservations::Promises;
use crate::engine::connect::Store;
use crate::engine::time_limit::without_limit;
use crate::engine::transaction::take;
use crate::engine::value::int;
use crate::ledger::turnover::{CONTRIBUTION, StoredContribution, StoredTurnover};

/// Ledger rows read together.
const PAGE: i64 = 5_000;

#[derive(Deserialize)]
struct LedgerRow {
    order_id: Option<i64>,
    count_id: Option<i64>,
    #[serde(default)]
    unit_cost: Decimal,
    cost_basis: Option<CostBasis>,
    /// Within its command.
    #[serde(default)]
    position: i64,
    #[serde(flatten)]
    place: Row,
    #[serde(flatten)]
    moves: StoredContribution,
}

/// What is stored of a warehouse beside its ledger, at one moment.
struct Stored {
    /// The ledger's last row.
    end: i64,
    balances: BTreeMap<PlaceKey, Row>,
    reservations: Vec<Row>,
    costs: Vec<CostRow>,
    turnovers: Vec<TurnoverRow>,
    /// Whether stock may go below zero.
    negative: bool,
    held_areas: Vec<i64>,
    /// Product and batch, here or everywhere.
    held_batches: Vec<(i64, String)>,
}

impl Stored {
    fn holds(&self, (area, _, product, batch): &PlaceKey) -> bool {
        self.held_areas.contains(area) || self.held_batches.iter().any(|(held, number)| held == product && number == batch)
    }
}

/// Sums of a warehouse's ledger.
#[derive(Default)]
struct Sums {
    places: BTreeMap<PlaceKey, Figures>,
    promises: Promises,
    costs: Costs,
    turnovers: Turnovers,
}

/// Each balance is the sum of its ledger rows, and all of them are a stock that can be.
fn check_balances(warehouse: i64, stored: &Stored, sums: &Sums, report: &mut Report) {
    report.places += stored.balances.len();
    for (key, balance) in &stored.balances {
        let Figures { on_hand, reserved, lost, .. } = sums.places.get(key).copied().unwrap_or_default();
        let mut find = |problem: String| report.find(place_name(warehouse, key), problem);
        if on_hand != balance.on_hand {
            find(format!("on hand is {}, its movements add up to {on_hand}", balance.on_hand));
        }
        if reserved != balance.reserved {
            find(format!("reserved is {}, its ledger rows add up to {reserved}", balance.reserved));
        }
        if on_hand < Decimal::ZERO && !stored.negative {
            find(format!("on hand is {on_hand}"));
        }
        if reserved < Decimal::ZERO || (reserved > on_hand.max(Decimal::ZERO) + lost) {
            find(format!("reserved is {reserved} of {on_hand}"));
        }
        if !reserved.is_zero() && stored.holds(key) {
            find(format!("{reserved} of goods that are held is reserved"));
        }
    }
    for (key, sum) in &sums.places {
        if !stored.balances.contains_key(key) && *sum != Figures::default() {
            report.find(place_name(warehouse, key), "is missing, but has movements".into());
        }
    }
}

impl Store {
    /// Checks everything, however long a query of it takes.
    pub async fn check(&self) -> Result<Report, StoreError> {
        without_limit(self.check_everything()).await
    }

    async fn check_everything(&self) -> Result<Report, StoreError> {
        let mut report = Report::default();
        let began = self.now_ms();
        let (mut of_orders, mut of_counts) = (OfOrders::default(), OfCounts::default());
        let from_ledger: Vec<i64> = self.rows("SELECT VALUE warehouse FROM place GROUP BY warehouse", vec![]).await?;
        let declared: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM warehouse", vec![]).await?;
        let mut warehouses: Vec<i64> = from_ledger.into_iter().chain(declared).collect();
        warehouses.sort_unstable();
        warehouses.dedup();
        for warehouse in warehouses {
            report.warehouses += 1;
            self.check_warehouse(warehouse, &mut of_orders, &mut of_counts, &mut report).await?;
        }
        self.check_orders(of_orders, began, &mut report).await?;
        self.check_counts(of_counts, began, &mut report).await?;
        self.check_notifications(&mut report).await?;
        self.check_accounts(&mut report).await?;
        self.check_members(&mut report).await?;
        self.check_trees(&mut report).await?;
        self.check_audit_log(&mut report).await?;
        self.check_look_alikes(&mut report).await?;
        Ok(report)
    }

    async fn check_warehouse(
        &self,
        warehouse: i64,
        of_orders: &mut OfOrders,
        of_counts: &mut OfCounts,
        report: &mut Report,
    ) -> Result<(), StoreError> {
        let stored = self.stored(warehouse).await?;
        let sums = self.sum_ledger(warehouse, &stored, of_orders, of_counts, report).await?;
        of_orders.ends_at(warehouse, stored.end);
        report.holds += stored.held_areas.len() + stored.held_batches.len();
        check_balances(warehouse, &stored, &sums, report);
        look_alikes::check_batches(warehouse, &stored.balances, report);
        reservations::check(warehouse, &stored.reservations, &sums.places, &sums.promises, report);
        sums.costs.check(warehouse, &stored.costs, report);
        self.check_blocks(warehouse, stored.end, report).await?;
        turnovers::check(warehouse, stored.turnovers, sums.turnovers, report);
        Ok(())
    }

    async fn stored(&self, warehouse: i64) -> Result<Stored, StoreError> {
        let query = "BEGIN; SELECT VALUE allow_negative FROM type::record('warehouse', $w);
            LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807]))
              ?? array::last((SELECT VALUE sequence FROM movement:[$w]..[$w + 1])) ?? 0;
            SELECT area, shelf, product, batch, on_hand, reserved FROM place:[$w]..[$w + 1];
            SELECT order, line, area, shelf, product, batch, quantity FROM reservation:[$w]..[$w + 1] WHERE quantity > 0;
            SELECT * OMIT id FROM flow:[$w]..[$w + 1];
            SELECT VALUE record::id(id) FROM warehouse_area WHERE warehouses_id = $w AND purpose != 0 AND purpose != NONE;
            SELECT VALUE [product, batch] FROM array::concat((SELECT * FROM batch_hold:[0]..[1]), (SELECT * FROM batch_hold:[$w]..[$w + 1]))
              WHERE state != 0;
            SELECT product, average_cost, last_price, rounding, rounding_from FROM cost:[$w]..[$w + 1]; COMMIT;";
        let mut response = self.run(query, vec![("w", int(warehouse))]).await?;
        let negative: Vec<i64> = take(&mut response, 1)?;
        let balances: Vec<Row> = take(&mut response, 4)?;
        let turnovers: Vec<StoredTurnover> = take(&mut response, 6)?;
        Ok(Stored {
            end: take(&mut response, 3)?,
            balances: balances.into_iter().map(|row| (row.key(), row)).collect(),
            reservations: take(&mut response, 5)?,
            costs: take(&mut response, 9)?,
            turnovers: turnovers.into_iter().map(StoredTurnover::row).collect(),
            negative: negative == [1],
            held_areas: take(&mut response, 7)?,
            held_batches: take(&mut response, 8)?,
        })
    }

    /// Adds up the ledger as far as what is stored beside it was read.
    async fn sum_ledger(
        &self,
        warehouse: i64,
        stored: &Stored,
        of_orders: &mut OfOrders,
        of_counts: &mut OfCounts,
        report: &mut Report,
    ) -> Result<Sums, StoreError> {
        let end = stored.end;
        let mut sums = Sums { costs: Costs::new(&stored.costs), ..Sums::default() };
        let mut expected = 1;
        // The command of the row before belongs to no order: what it releases, orders lose.
        let mut orderless = false;
        // By sequences, not by a limit: a range is read to its end whatever its limit is.
        let mut from = 1;
        while from <= end {
            let upto = end.min(from + PAGE - 1);
            let query = format!(
                "SELECT {CONTRIBUTION}, area, shelf, product, batch, reserved, order_id, count_id, line, unit_cost, cost_basis, position ?? 0 AS position FROM movement:[$w, $from]..=[$w, $upto]"
            );
            let rows: Vec<LedgerRow> = self.rows(&query, vec![("w", int(warehouse)), ("from", int(from)), ("upto", int(upto))]).await?;
            from = upto + 1;
            if rows.is_empty() {
                // A hole, which may be any size.
                let next = "SELECT VALUE sequence FROM movement:[$w, $from]..=[$w, $end] LIMIT 1";
                let vars = vec![("w", int(warehouse)), ("from", int(from)), ("end", int(end))];
                match self.rows::<i64>(next, vars).await?.first() {
                    Some(sequence) => from = *sequence,
                    None => break,
                }
            }
            report.movements += i64::try_from(rows.len()).unwrap_or(0);
            for LedgerRow { order_id, count_id, unit_cost, cost_basis, position, place, moves } in rows {
                let line = place.line;
                let sequence = moves.sequence;
                if sequence != expected {
                    report.find(format!("movement:[{warehouse}, {expected}]"), format!("is missing: the next is {sequence}"));
                }
                expected = sequence + 1;
                let figures = Figures::of(moves.moved, place.reserved, (cost_basis, moves.amount));
                sums.places.entry(place.key()).or_default().move_on(figures, count_id.is_some());
                if let Some(count) = count_id {
                    of_counts.add(count, line, moves.moved);
                }
                if position == 0 {
                    orderless = order_id.is_none();
                }
                sums.costs.add(&Valued {
                    product: place.product,
                    sequence,
                    operation: moves.operation(),
                    basis: cost_basis,
                    reverses: moves.reverses,
                    moved: moves.moved,
                    unit_cost,
                    amount: moves.amount,
                });
                if let Some(order) = order_id {
                    sums.promises.add(order, line, place.key(), place.reserved);
                    of_orders.add(order, (line, warehouse), figures);
                    if orderless {
                        of_orders.loses(order);
                    }
                }
                match moves.contribution() {
                    Ok(Some(contribution)) => {
                        sums.turnovers.add(&contribution);
                    }
                    Ok(None) => {}
                    Err(error) => report.find(format!("movement:[{warehouse}, {sequence}]"), error.to_string()),
                }
            }
        }
        Ok(sums)
    }
}
