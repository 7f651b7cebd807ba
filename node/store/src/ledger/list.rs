//! The ledger's list, by time unless another order is asked for: found by the ledger's index
//! ([`super::index`], decision 0025), or by the database where it can't decide a condition or an order.

use actors::folding::folded;
use actors::store::StoreError;

use super::RECORD_ID;
use super::index::block::Key;
use super::index::filter::subject;
use super::index::walk::Wanted;
use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, array_id, int, text};
use crate::listing::columns::{ListFailure, Listed, column, conditions, order_by, without_ignored};
use crate::listing::row_test::{Test, tests};
use crate::listing::stock_rows::LedgerRow;
use crate::listing::{Compare, ListQuery, Page};
use crate::scope::Scope;

/// What a row counts as in a month's turnover, as a code of operation: what takes back a receipt makes less of what came
/// in, and the other way round (`actors::warehouse::turnover`).
const TURNOVER: &str = "(IF operation NOT IN [10, 20] { NONE } ELSE IF reverses = true { 30 - operation } ELSE { operation })";

const COLUMNS: &[Listed] = &[
    Listed::new("id", RECORD_ID, Compare::Int).sorted_by("at"),
    Listed::new("warehouses_id", "warehouse", Compare::Int),
    Listed::new("product_id", "product", Compare::Int),
    Listed::new("operation_type", "operation", Compare::Int),
    Listed::new("operation_number", "order_no", Compare::Text),
    Listed::new("batch_number", "batch", Compare::Text),
    Listed::new("create_time", "at", Compare::Millis),
    Listed::new("warehouses_areas_id", "area", Compare::Int),
    Listed::new("warehouses_shelves_id", "shelf", Compare::Int),
    Listed::new("order_kind", "order_kind", Compare::Text),
    Listed::new("order_id", "order_id", Compare::Int),
    Listed::new("admin_id", "admin", Compare::Int),
    Listed::new("sequence", "sequence", Compare::Int),
    Listed::new("produce_date", "produce_date", Compare::Date),
    Listed::new("expiry_date", "expiry_date", Compare::Date),
    Listed::new("quantity", "moved", Compare::Decimal),
    Listed::new("balance", "balance", Compare::Decimal),
    Listed::new("business_date", "business_date", Compare::Date),
    Listed::new("unit_id", "unit", Compare::Int),
    Listed::new("turnover", TURNOVER, Compare::Int),
    Listed::new("reverses", "(IF reverses = true { 1 } ELSE { 0 })", Compare::Int).sorted_by("reverses"),
    Listed::new("cost_basis", "cost_basis", Compare::Text),
    Listed::new("unit_price", "unit_cost", Compare::Decimal),
    Listed::new("total_price", "amount", Compare::Decimal),
];

/// Columns that nobody may search or sort by who does not see figures of cost.
pub const COST_COLUMNS: &[&str] = &["unit_price", "total_price", "cost_basis"];

/// Whether the list is by time, and descends; `None`: it is by something else.
fn by_time(query: &ListQuery) -> Option<bool> {
    match &query.order {
        None => Some(true),
        Some((field, descends)) => (field == "id" || field == "create_time").then_some(*descends),
    }
}

impl Store {
    /// The conditions of a list of the ledger, and their values.
    pub(crate) async fn conditions_of_records(&self, query: &ListQuery, scope: &Scope) -> Result<(String, Vars), ListFailure> {
        let mut vars = Vars::new();
        let mut base = vec!["operation != NONE".to_owned()];
        base.extend(scope.within_warehouses("warehouse", &mut vars));
        let unnamed = self.by_product(query, &mut base, &mut vars).await?;
        let conditions = conditions(&unnamed, COLUMNS, &[], &base.join(" AND "), &mut vars)?;
        Ok((conditions, vars))
    }

    /// A page of ledger rows that moved goods, newest first unless another order is asked for.
    pub async fn list_records(&self, query: &ListQuery, scope: &Scope) -> Result<Page<LedgerRow>, ListFailure> {
        let query = &*without_ignored(query, COLUMNS);
        let unnamed = ListQuery { quick: String::new(), ..query.clone() };
        let shown = |name: &str| column(COLUMNS, name).and_then(|column| Some((column, subject(column)?)));
        let (Some(descends), Ok(mut tests)) = (by_time(query), tests(&unnamed, shown)) else {
            let (conditions, vars) = self.conditions_of_records(query, scope).await?;
            let order = order_by(&unnamed, COLUMNS, "at DESC, id DESC")?;
            let text = format!(
                "SELECT *, {RECORD_ID} AS id \
                 FROM (SELECT * FROM movement {conditions} ORDER BY {order} LIMIT $limit START $start); \
                 SELECT VALUE count FROM ONLY (SELECT count() FROM movement {conditions} GROUP ALL) LIMIT 1;"
            );
            return self.page(&text, vars, &unnamed).await;
        };
        let named = folded(&query.quick);
        if !named.is_empty() {
            tests.push(Test::products(self.products_named(&named).await?));
        }
        let seen = |warehouse| scope.only_warehouses().is_none_or(|only| only.contains(&warehouse));
        let within = |warehouse| seen(warehouse) && tests.iter().all(|test| test.allows(warehouse));
        let ends = self.ledger_ends().await?.iter().filter(|end| within(end.warehouse)).cloned().collect();
        let wanted = Wanted { start: query.start(), limit: query.page_size(), descends };
        let (keys, total) = self.ledger_page(ends, &tests, wanted).await?;
        Ok(Page { list: self.records_of(&keys).await?, total })
    }

    /// Products with this in their number or name.
    pub(crate) async fn products_named(&self, named: &str) -> Result<Vec<i64>, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM product \
             WHERE (folded_product_no ?? string::lowercase(product_no)) CONTAINS $named OR (folded_name ?? string::lowercase(name)) CONTAINS $named";
        self.rows(query, vec![("named", text(named))]).await
    }

    async fn records_of(&self, keys: &[Key]) -> Result<Vec<LedgerRow>, StoreError> {
        let ids = keys.iter().map(|key| array_id("movement", vec![int(key.warehouse), int(key.sequence)])).collect();
        let query = format!("SELECT *, {RECORD_ID} AS id FROM $ids");
        let mut rows: Vec<LedgerRow> = self.rows(&query, vec![("ids", array(ids))]).await?;
        self.name_rows(&mut rows).await?;
        Ok(rows)
    }
}
