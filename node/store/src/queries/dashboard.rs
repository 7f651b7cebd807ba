//! What the dashboard shows.

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::connect::Store;
use crate::transaction::take;
use crate::value::text;

/// Sums of one month and unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Flow {
    /// `YYYY-MM`.
    pub month: String,
    pub unit: i64,
    pub in_quantity: Decimal,
    pub in_amount: Decimal,
    pub out_quantity: Decimal,
    pub out_amount: Decimal,
}

/// A unit that flows are counted in.
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
    pub flows: Vec<Flow>,
}

impl Store {
    /// Figures of all warehouses, flows from `since` (`YYYY-MM`) on.
    pub async fn dashboard(&self, since: &str) -> Result<Dashboard, StoreError> {
        let query = "
            SELECT kind, status, count() AS n FROM stock_order WHERE deleted_at = NONE AND status IN ['pending', 'reviewed'] GROUP BY kind, status;
            RETURN array::len(SELECT VALUE id FROM safety_alert WHERE below = true);
            RETURN <decimal>math::sum(SELECT VALUE on_hand * (type::record('cost', [warehouse, product]).average_cost ?? 0) FROM place);
            RETURN array::len(SELECT VALUE id FROM product WHERE status = 1);
            RETURN array::len(SELECT VALUE id FROM warehouse WHERE status = 1);
            SELECT record::id(id) AS id, name FROM unit ORDER BY id;
            SELECT month, unit, math::sum(in_quantity) AS in_quantity, math::sum(in_amount) AS in_amount,
                   math::sum(out_quantity) AS out_quantity, math::sum(out_amount) AS out_amount
              FROM flow WHERE month >= $since GROUP BY month, unit ORDER BY month;";
        let mut response = self.run(query, vec![("since", text(since))]).await?;
        let orders: Vec<Waiting> = take(&mut response, 0)?;
        let waiting = |kind: Option<&str>, status: &str| {
            let fits = |row: &&Waiting| row.status == status && kind.is_none_or(|kind| row.kind == kind);
            orders.iter().filter(fits).map(|row| row.n).sum()
        };
        Ok(Dashboard {
            to_review: waiting(None, "pending"),
            to_stock_in: waiting(Some("inbound"), "reviewed"),
            to_ship: waiting(Some("outbound"), "reviewed"),
            below_safety: take(&mut response, 1)?,
            stock_value: take(&mut response, 2)?,
            products: take(&mut response, 3)?,
            warehouses: take(&mut response, 4)?,
            units: take(&mut response, 5)?,
            flows: take(&mut response, 6)?,
        })
    }
}

#[derive(Deserialize)]
struct Waiting {
    kind: String,
    status: String,
    n: i64,
}
