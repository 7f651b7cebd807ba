//! What the dashboard shows.

use std::collections::BTreeMap;

use actors::dates::date;
use actors::store::StoreError;
use actors::warehouse::port::TurnoverRow;
use bus_schemas::order::kinds::KINDS;
use bus_schemas::order::{OrderKind, OrderStatus};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use surrealdb::IndexedResults;

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{int, text};
use crate::inventory::moved::{Moved, Period};
use crate::inventory::read_model::read;
use crate::ledger::turnover::StoredTurnover;
use crate::order::list::within;
use crate::order::states::{in_state, in_states};
use crate::order::transit::{MOVING, OVERDUE_AFTER};
use crate::scope::Scope;

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// A unit that goods are counted in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UnitName {
    pub id: i64,
    pub name: String,
}

/// When figures are of.
#[derive(Clone, Copy, Debug)]
pub struct Times<'a> {
    /// The first month of the turnover, `YYYY-MM`.
    pub since: &'a str,
    /// The day until which batches expire soon, `YYYY-MM-DD`.
    pub expires_by: &'a str,
    /// Whose movements are counted.
    pub period: &'a Period,
    /// Unix milliseconds.
    pub now_ms: i64,
}

/// Orders of a kind that wait.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    pub kind: OrderKind,
    pub pending: i64,
    pub reviewed: i64,
}

/// A warehouse with what lies in it.
#[derive(Clone, Debug)]
pub struct WarehouseValue {
    pub id: i64,
    pub name: String,
    /// At average cost.
    pub value: Decimal,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Dashboard {
    pub waiting: Vec<Waiting>,
    /// Submitted count sheets.
    pub counts_to_review: i64,
    /// Transfers whose goods left long ago and have not all arrived.
    pub overdue_transfers: i64,
    /// Products below their safety stock, for somebody who sees all warehouses, or below their minimum in a warehouse.
    pub below_safety: i64,
    /// Places with goods that have expired or will soon.
    pub expiring: i64,
    pub stock_value: Decimal,
    /// Those in use.
    pub values: Vec<WarehouseValue>,
    pub moved: Moved,
    pub products: i64,
    pub warehouses: i64,
    pub units: Vec<UnitName>,
    /// By month and unit.
    pub turnover: Vec<TurnoverRow>,
}

/// What all places together say.
struct StockFigures {
    /// By warehouse, at average cost.
    values: BTreeMap<i64, Decimal>,
    expiring: i64,
    below_safety: i64,
}

#[derive(Deserialize)]
struct Named {
    id: i64,
    name: String,
}

/// Counts rows, by an index alone where it has all that the condition compares.
fn counted(table: &str, condition: &str) -> String {
    format!("SELECT VALUE count FROM ONLY (SELECT count() FROM {table} WHERE {condition} GROUP ALL) LIMIT 1")
}

/// What such a statement counted; without a row there is no count.
fn number(response: &mut IndexedResults, statement: usize) -> Result<i64, StoreError> {
    Ok(take::<Option<i64>>(response, statement)?.unwrap_or(0))
}

impl Store {
    /// Figures of the warehouses in reach.
    pub async fn dashboard(&self, times: Times<'_>, scope: &Scope) -> Result<Dashboard, StoreError> {
        let stock = self.present_stock(scope).await?;
        let mut vars: Vars = vec![("since", text(times.since)), ("long_ago", int(times.now_ms - OVERDUE_AFTER * DAY_MS))];
        let and = |conditions: &[String]| conditions.iter().map(|condition| format!(" AND {condition}")).collect::<String>();
        let of_warehouse = and(&scope.within_warehouses("warehouse", &mut vars).into_iter().collect::<Vec<_>>());
        let own_warehouses = if scope.only_warehouses().is_some() { "AND record::id(id) IN $scope_warehouses" } else { "" };
        let own_counts = and(&scope.within("warehouse", "created_by", &mut vars));
        let moving = and(&within(OrderKind::TRANSFER, scope, &mut vars));
        let in_transit = in_states(&[OrderKind::TRANSFER], MOVING);
        let in_use = counted("product", "status = 1");
        let mut query = format!(
            "
            {in_use};
            SELECT record::id(id) AS id, name FROM warehouse WHERE status = 1 {own_warehouses} ORDER BY id;
            SELECT record::id(id) AS id, name FROM unit ORDER BY id;
            SELECT month, unit, math::sum(in_quantity) AS in_quantity, math::sum(in_amount) AS in_amount,
                   math::sum(out_quantity) AS out_quantity, math::sum(out_amount) AS out_amount,
                   math::sum(records) AS records, math::max(last) AS last
              FROM flow WHERE month >= $since {of_warehouse} GROUP BY month, unit ORDER BY month, unit;
            RETURN count(SELECT VALUE id FROM count_sheet WHERE status = 'submitted' {own_counts});
            RETURN count(SELECT VALUE id FROM stock_order WHERE {in_transit}
              AND (transfer.there > 0 OR transfer.back > 0) AND transfer.shipped_at != NONE AND transfer.shipped_at <= $long_ago {moving});"
        );
        let first = 6;
        for kind in KINDS {
            let own = and(&within(*kind, scope, &mut vars));
            for status in [OrderStatus::PENDING, OrderStatus::REVIEWED] {
                query.push_str(&counted("stock_order", &format!("{}{own}", in_state(*kind, status))));
                query.push(';');
            }
        }
        let mut response = self.run(&query, vars).await?;
        let warehouses: Vec<Named> = take(&mut response, 1)?;
        let turnover: Vec<StoredTurnover> = take(&mut response, 3)?;
        let mut waiting = Vec::new();
        for (place, kind) in KINDS.iter().enumerate() {
            waiting.push(Waiting {
                kind: *kind,
                pending: number(&mut response, first + 2 * place)?,
                reviewed: number(&mut response, first + 2 * place + 1)?,
            });
        }
        let expires_by = date(times.expires_by).ok_or_else(|| StoreError::Corrupt(format!("{} is no day", times.expires_by)))?;
        let (goods, minimums) = (self.held_goods().await?, self.minimums(scope).await?);
        let figures = read(&stock, |stocks| StockFigures {
            values: stocks.iter().map(|stock| (stock.warehouse, stock.value())).collect(),
            expiring: stocks.iter().map(|stock| stock.expiring(expires_by)).sum(),
            below_safety: i64::try_from(minimums.below(stocks, &goods, None).len()).unwrap_or(i64::MAX),
        });
        let worth = |warehouse: i64| figures.values.get(&warehouse).copied().unwrap_or_default();
        Ok(Dashboard {
            waiting,
            counts_to_review: take(&mut response, 4)?,
            overdue_transfers: take(&mut response, 5)?,
            below_safety: figures.below_safety,
            expiring: figures.expiring,
            stock_value: figures.values.values().sum(),
            moved: self.moved_in(times.period, scope).await?,
            products: number(&mut response, 0)?,
            warehouses: i64::try_from(warehouses.len()).unwrap_or(i64::MAX),
            values: warehouses.into_iter().map(|Named { id, name }| WarehouseValue { id, name, value: worth(id) }).collect(),
            units: take(&mut response, 2)?,
            turnover: turnover.into_iter().map(StoredTurnover::row).collect(),
        })
    }
}
