//! Compares the ledger with the orders it was written for and with the remembered commands. A ledger that lost its
//! newest rows has no gap, but orders, histories and commands then know more than it does.

use std::collections::{BTreeMap, HashMap};

use actors::store::StoreError;
use bus_schemas::ids::{AdminId, CommandId, CommandKey};
use bus_schemas::order::process::{HAND_OVER, RELEASE, TAKE_OVER};
use bus_schemas::warehouse::CostBasis;
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use super::order_row::{ORDER_FIELDS, OrderRow, name};
use super::order_sums::{OfOrders, Sums};
use super::places::Figures;
use super::report::Report;
use crate::commands::{ORDER_COMMANDS, STOCK_COMMANDS, of_ledger};
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array_id, id, int, text};

/// Orders read together, with their histories.
const ORDERS: usize = 200;
/// Entries of histories by which reservations were changed by hand.
const CHANGES: [&str; 3] = [RELEASE, TAKE_OVER, HAND_OVER];
/// Commands read together.
const COMMANDS: usize = 5_000;

#[derive(Deserialize)]
struct EventRow {
    order: i64,
    version: i64,
    #[serde(default)]
    action: String,
    to: String,
    /// The ledger rows that it made.
    last: Option<i64>,
    /// The ledger that they are in, if it is not that of the order's warehouse.
    warehouse: Option<i64>,
}

#[derive(Deserialize)]
struct MoveRow {
    warehouse: i64,
    line: i64,
    moved: Decimal,
    reserved: Decimal,
    cost_basis: Option<CostBasis>,
    #[serde(default)]
    amount: Decimal,
}

#[derive(Deserialize)]
struct OrderCommandRow {
    order: i64,
    key: (i64, String),
}

#[derive(Deserialize)]
struct StockCommandRow {
    key: (i64, String),
    warehouse: i64,
    first: i64,
    last: i64,
    /// Of the ledger row that it says is its first.
    command: Option<String>,
    admin: Option<i64>,
    whole: bool,
}

impl OrderRow {
    /// Differences between this order and the ledger. One that has lost reservations may have less than is open.
    fn differences(&self, sums: Option<&Sums>, lost: bool) -> Vec<String> {
        let nothing = BTreeMap::new();
        let sums = sums.unwrap_or(&nothing);
        let mut found = Vec::new();
        for ((line, quantity), stocked) in self.numbers.iter().zip(&self.quantities).zip(&self.stocked) {
            let is = sums.get(&(*line, self.warehouse)).copied().unwrap_or_default();
            if self.transfer.is_none() {
                let moved = self.kind.moved_of(is.on_hand);
                if moved != *stocked {
                    found.push(format!("line {line} says that {stocked} were stocked, its ledger rows add up to {moved}"));
                }
            }
            let open = if self.kind.reserves(self.status) { quantity - stocked } else { Decimal::ZERO };
            let less = lost && is.reserved >= Decimal::ZERO && is.reserved < open;
            if is.reserved != open && !less {
                found.push(format!("line {line} holds {open}, its ledger rows reserve {}", is.reserved));
            }
        }
        for ((line, quantity), entered) in self.numbers.iter().zip(&self.quantities).zip(&self.entered) {
            if let Some(entered) = entered
                && entered.quantity * entered.factor != *quantity
            {
                found.push(format!("line {line} has {quantity}, it was entered as {} of {} each", entered.quantity, entered.factor));
            }
        }
        found.extend(super::transfers::differences(self, sums));
        let target = self.transfer.as_ref().map(|transfer| transfer.target.0);
        let known = |line: i64, warehouse: i64| self.numbers.contains(&line) && (warehouse == self.warehouse || Some(warehouse) == target);
        for ((line, warehouse), is) in sums.iter().filter(|((line, at), is)| !known(*line, *at) && **is != Figures::default()) {
            let (moved, reserved) = (is.on_hand, is.reserved);
            found.push(format!("has no line {line} in warehouse {warehouse}, of which the ledger has {moved} moved and {reserved} reserved"));
        }
        found
    }

    /// Faults in its history.
    fn history(&self, events: &[&EventRow]) -> Option<String> {
        let versions = events.iter().map(|event| event.version);
        if !versions.eq(1..=self.version) {
            return Some(format!("has version {}, its history has {} entries", self.version, events.len()));
        }
        let last = events.last().filter(|event| event.to != self.status.as_str())?;
        Some(format!("is {}, its history ends with {}", self.status.as_str(), last.to))
    }
}

impl Store {
    /// `began`: Unix milliseconds at which the ledger began to be read.
    pub(super) async fn check_orders(&self, mut ledger: OfOrders, began: i64, report: &mut Report) -> Result<(), StoreError> {
        let mut commands = self.commands_by_order(report).await?;
        let mut from = 0;
        loop {
            let (orders, events) = self.orders_from(from).await?;
            report.orders += orders.len();
            let by_hand = |event: &&EventRow| CHANGES.contains(&event.action.as_str());
            events.iter().filter(by_hand).for_each(|event| ledger.loses(event.order));
            for order in &orders {
                self.check_order(order, &mut ledger, report).await?;
                let known = commands.remove(&order.id).unwrap_or(0);
                // A command written during the check may be remembered by now.
                if known != order.version && order.updated_at < began {
                    report.find(name(order.id), format!("has version {}, {known} commands are remembered", order.version));
                }
            }
            self.check_transit(&orders, report).await?;
            self.check_history(&orders, &events, &ledger, report).await?;
            match orders.last() {
                Some(last) if orders.len() == ORDERS => from = last.id + 1,
                _ => break,
            }
        }
        for (order, known) in commands {
            report.find(name(order), format!("is missing, {known} commands to it are remembered"));
        }
        self.check_shop_orders(&mut ledger, began, report).await?;
        self.check_shop_payments(began, report).await?;
        for order in ledger.left() {
            report.find(name(order), "is missing, but has ledger rows".into());
        }
        self.check_stock_commands(&ledger, report).await
    }

    /// Orders from an id on with their histories, from one snapshot.
    async fn orders_from(&self, from: i64) -> Result<(Vec<OrderRow>, Vec<EventRow>), StoreError> {
        let mut vars = vec![("from", int(from))];
        let source = rows_after("stock_order", "", Some(id("stock_order", from - 1)), &mut vars);
        let query = format!(
            "BEGIN; LET $orders = (SELECT {ORDER_FIELDS} FROM {source} LIMIT {ORDERS});
            LET $upto = IF array::len($orders) = {ORDERS} {{ array::last($orders).id + 1 }} ELSE {{ {} }};
            $orders;
            SELECT record::id(id)[0] AS order, record::id(id)[1] AS version, action, `to`, last, warehouse FROM order_event:[$from]..[$upto]; COMMIT;",
            i64::MAX
        );
        let mut response = self.run(&query, vars).await?;
        Ok((take(&mut response, 3)?, take(&mut response, 4)?))
    }

    async fn check_order(&self, order: &OrderRow, ledger: &mut OfOrders, report: &mut Report) -> Result<(), StoreError> {
        let mut sums = ledger.take(order.id);
        let lost = ledger.is_lost(order.id);
        let mut found = order.differences(sums.as_ref(), lost);
        if found.is_empty() {
            return Ok(());
        }
        // It may have moved since its ledger was read: the order and its newer rows, at one moment.
        let target = order.transfer.as_ref().map_or(order.warehouse, |transfer| transfer.target.0);
        let query = format!(
            "BEGIN; SELECT {ORDER_FIELDS} FROM $order;
            SELECT warehouse, line, moved, reserved, cost_basis, amount FROM movement:[$w, $end + 1]..[$w + 1] WHERE order_id = record::id($order);
            SELECT warehouse, line, moved, reserved, cost_basis, amount FROM movement:[$t, $t_end + 1]..[$t + 1] WHERE $t != $w AND order_id = record::id($order); COMMIT;"
        );
        let vars = vec![
            ("order", id("stock_order", order.id)),
            ("w", int(order.warehouse)),
            ("end", int(ledger.end(order.warehouse))),
            ("t", int(target)),
            ("t_end", int(ledger.end(target))),
        ];
        let mut response = self.run(&query, vars).await?;
        let now: Vec<OrderRow> = take(&mut response, 1)?;
        let (newer, there): (Vec<MoveRow>, Vec<MoveRow>) = (take(&mut response, 2)?, take(&mut response, 3)?);
        let loses = |row: &MoveRow| row.moved.is_zero() && row.reserved < Decimal::ZERO;
        let lost = lost || newer.iter().any(loses);
        for row in newer.into_iter().chain(there) {
            let line = sums.get_or_insert_default().entry((row.line, row.warehouse)).or_default();
            line.add(Figures::of(row.moved, row.reserved, (row.cost_basis, row.amount)));
        }
        if let Some(now) = now.first() {
            found = now.differences(sums.as_ref(), lost);
        }
        found.into_iter().for_each(|problem| report.find(name(order.id), problem));
        Ok(())
    }

    async fn check_history(&self, orders: &[OrderRow], events: &[EventRow], ledger: &OfOrders, report: &mut Report) -> Result<(), StoreError> {
        let mut histories: BTreeMap<i64, Vec<&EventRow>> = BTreeMap::new();
        events.iter().for_each(|event| histories.entry(event.order).or_default().push(event));
        for order in orders {
            let history = histories.remove(&order.id).unwrap_or_default();
            if let Some(problem) = order.history(&history) {
                report.find(name(order.id), problem);
            }
            let mut lasts: BTreeMap<i64, i64> = BTreeMap::new();
            for event in &history {
                let last = lasts.entry(event.warehouse.unwrap_or(order.warehouse)).or_default();
                *last = (*last).max(event.last.unwrap_or(0));
            }
            for (warehouse, last) in lasts {
                let end = ledger.end(warehouse);
                if last > end && !self.has_row(warehouse, last).await? {
                    let problem = format!("is missing: the history of {} names it, the ledger ends at {end}", name(order.id));
                    report.find(format!("movement:[{warehouse}, {last}]"), problem);
                }
            }
        }
        for order in histories.into_keys() {
            report.find(name(order), "is missing, but has a history".into());
        }
        Ok(())
    }

    async fn has_row(&self, warehouse: i64, sequence: i64) -> Result<bool, StoreError> {
        let row = array_id("movement", vec![int(warehouse), int(sequence)]);
        let mut response = self.run("RETURN record::exists($row)", vec![("row", row)]).await?;
        take(&mut response, 0)
    }

    /// How many commands to each order are remembered.
    async fn commands_by_order(&self, report: &mut Report) -> Result<HashMap<i64, i64>, StoreError> {
        let mut known: HashMap<i64, i64> = HashMap::new();
        let mut after: Option<(i64, String)> = None;
        loop {
            let mut vars = Vars::new();
            let source = rows_after(ORDER_COMMANDS, "", after.as_ref().map(|after| id_of(after, ORDER_COMMANDS)), &mut vars);
            let query = format!("SELECT order, record::id(id) AS key FROM {source} LIMIT {COMMANDS}");
            let rows: Vec<OrderCommandRow> = self.rows(&query, vars).await?;
            rows.iter().for_each(|row| *known.entry(row.order).or_default() += 1);
            report.commands += rows.len();
            match rows.into_iter().last() {
                Some(last) => after = Some(last.key),
                None => return Ok(known),
            }
        }
    }

    /// A command without an order is remembered with the ledger rows that it made.
    async fn check_stock_commands(&self, ledger: &OfOrders, report: &mut Report) -> Result<(), StoreError> {
        let mut after: Option<(i64, String)> = None;
        loop {
            let mut vars = Vars::new();
            let source = rows_after(STOCK_COMMANDS, "", after.as_ref().map(|after| id_of(after, STOCK_COMMANDS)), &mut vars);
            let query = format!(
                "SELECT record::id(id) AS key, warehouse, first, last, type::record('movement', [warehouse, first]).command AS command,
                   type::record('movement', [warehouse, first]).admin AS admin, record::exists(type::record('movement', [warehouse, last])) AS whole
                 FROM {source} LIMIT {COMMANDS}"
            );
            let rows: Vec<StockCommandRow> = self.rows(&query, vars).await?;
            report.commands += rows.len();
            for row in &rows {
                let (owner, text) = &row.key;
                let key = CommandId::new(text.as_str()).ok().map(|id| CommandKey::of(AdminId(*owner), id));
                let made = row.command.as_deref().zip(row.admin).and_then(|(command, admin)| of_ledger(command, admin));
                if key.is_none() || made != key || !row.whole {
                    let end = ledger.end(row.warehouse);
                    let problem = format!("made rows {} to {} of warehouse {}, whose ledger ends at {end}", row.first, row.last, row.warehouse);
                    report.find(format!("{STOCK_COMMANDS}:[{owner}, '{text}']"), problem);
                }
            }
            match rows.into_iter().last() {
                Some(last) => after = Some(last.key),
                None => return Ok(()),
            }
        }
    }
}

/// The record of a command.
fn id_of((owner, command): &(i64, String), table: &str) -> Value {
    array_id(table, vec![int(*owner), text(command)])
}
