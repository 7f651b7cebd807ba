//! What the dashboard shows.

use actors::store::StoreError;
use actors::warehouse::port::TurnoverRow;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::text;
use crate::ledger::turnover::StoredTurnover;
use crate::scope::Scope;

/// A unit that goods are counted in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct UnitName {
    pub id: i64,
    pub name: String,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Dashboard {
    pub to_review: i64,
    pub to_stock_in: i64,
    pub to_ship: i64,
    pub below_safety: i64,
    pub stock_value: Decimal,
    pub products: i64,
    pub warehouses: i64,
    pub units: Vec<UnitName>,
    /// By month and unit.
    pub turnover: Vec<TurnoverRow>,
}

impl Store {
    /// Figures of the warehouses in reach, turnover from `since` (`YYYY-MM`) on.
    pub async fn dashboard(&self, since: &str, scope: &Scope) -> Result<Dashboard, StoreError> {
        let mut vars: Vars = vec![("since", text(since))];
        let and = |condition: Option<String>| condition.map(|condition| format!("AND {condition}")).unwrap_or_default();
        let of_owner = and(scope.within_owners("created_by", &mut vars));
        let warehouse = scope.within_warehouses("warehouse", &mut vars);
        let (places, of_warehouse) = (warehouse.as_ref().map(|condition| format!("WHERE {condition}")).unwrap_or_default(), and(warehouse.clone()));
        let (own_alerts, own_warehouses) = match warehouse {
            // A product is below its safety stock over all warehouses; it is shown to people who see one that keeps
            // it.
            Some(condition) => (
                format!("AND record::id(id) IN (SELECT VALUE product FROM place WHERE {condition})"),
                "AND record::id(id) IN $scope_warehouses".to_owned(),
            ),
            None => (String::new(), String::new()),
        };
        let query = format!("
            SELECT kind, status, count() AS n FROM stock_order WHERE deleted_at = NONE AND status IN ['pending', 'reviewed'] {of_warehouse} {of_owner} GROUP BY kind, status;
            RETURN array::len(SELECT VALUE id FROM safety_alert WHERE below = true {own_alerts});
            RETURN <decimal>math::sum(SELECT VALUE on_hand * (type::record('cost', [warehouse, product]).average_cost ?? 0) FROM place {places});
            RETURN array::len(SELECT VALUE id FROM product WHERE status = 1);
            RETURN array::len(SELECT VALUE id FROM warehouse WHERE status = 1 {own_warehouses});
            SELECT record::id(id) AS id, name FROM unit ORDER BY id;
            SELECT month, unit, math::sum(in_quantity) AS in_quantity, math::sum(in_amount) AS in_amount,
                   math::sum(out_quantity) AS out_quantity, math::sum(out_amount) AS out_amount,
                   math::sum(records) AS records, math::max(last) AS last
              FROM flow WHERE month >= $since {of_warehouse} GROUP BY month, unit ORDER BY month, unit;"
        );
        let mut response = self.run(&query, vars).await?;
        let orders: Vec<Waiting> = take(&mut response, 0)?;
        let waiting = |kind: Option<&str>, status: &str| {
            let fits = |row: &&Waiting| row.status == status && kind.is_none_or(|kind| row.kind == kind);
            orders.iter().filter(fits).map(|row| row.n).sum()
        };
        let turnover: Vec<StoredTurnover> = take(&mut response, 6)?;
        Ok(Dashboard {
            to_review: waiting(None, "pending"),
            to_stock_in: waiting(Some("inbound"), "reviewed"),
            to_ship: waiting(Some("outbound"), "reviewed"),
            below_safety: take(&mut response, 1)?,
            stock_value: take(&mut response, 2)?,
            products: take(&mut response, 3)?,
            warehouses: take(&mut response, 4)?,
            units: take(&mut response, 5)?,
            turnover: turnover.into_iter().map(StoredTurnover::row).collect(),
        })
    }
}

#[derive(Deserialize)]
struct Waiting {
    kind: String,
    status: String,
    n: i64,
}
