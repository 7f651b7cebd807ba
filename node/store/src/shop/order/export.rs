//! Shop orders as an export reads them, and the exports that were asked for.

use actors::store::StoreError;
use serde::Deserialize;

use super::read::{Buyer, Contacts, ShopListed, within};
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, last_statement, take};
use crate::engine::value::{array, id, int};
use crate::listing::columns::{ListFailure, Listed, conditions, order_by};
use crate::listing::{Compare, ListQuery, Page};
use crate::scope::Scope;

/// As tasks of exports name the orders.
pub const CONTROLLER: &str = "shop.order.Order";

const COLUMNS: &[Listed] = &[
    Listed::new("id", "id", Compare::Key).key_of("transfer_task"),
    Listed::new("name", "name", Compare::Text),
    Listed::new("rows", "handled", Compare::Int),
    Listed::new("status", STATUS, Compare::Int),
    Listed::new("admin_id", "admin_id", Compare::Int),
    Listed::new("create_time", "create_time", Compare::Int),
];

/// 0 waiting, 1 running, 2 done, 3 failed.
const STATUS: &str = "(IF state = 'done' { 2 } ELSE IF state = 'failed' { 3 } ELSE IF handled > 0 OR total > 0 { 1 } ELSE { 0 })";

/// An export that was asked for.
#[derive(Clone, Debug, Deserialize)]
pub struct OrderExport {
    pub id: i64,
    pub name: String,
    pub format: String,
    pub status: i64,
    pub handled: i64,
    pub message: String,
    /// Empty until it is done.
    pub file: String,
    /// Columns and filter, as JSON.
    pub asked: String,
    pub admin_id: Option<i64>,
    pub admin: Option<Buyer>,
    pub create_time: i64,
    pub expires_at: i64,
}

/// Whose exports somebody sees: their own, unless they see everything.
fn own(scope: &Scope, vars: &mut Vars) -> String {
    let base = format!("kind = 'export' AND controller = '{CONTROLLER}'");
    if scope.everything {
        return base;
    }
    vars.push(("admin", int(scope.admin)));
    format!("{base} AND admin_id = $admin")
}

impl Store {
    /// Orders of a list after one, in the order of their ids.
    pub async fn shop_orders_after(
        &self,
        query: &ListQuery,
        scope: &Scope,
        contacts: Contacts,
        after: i64,
        many: i64,
    ) -> Result<Vec<ShopListed>, ListFailure> {
        let mut vars = Vars::new();
        let base = within(scope, &mut vars).unwrap_or_default();
        let conditions = contacts.conditions(query, &base, &mut vars)?;
        let source = rows_after("shop_order", &conditions, Some(id("shop_order", after)), &mut vars);
        vars.push(("many", int(many)));
        let text =
            format!("SELECT *, record::id(id) AS id, type::record('user', user_id).{{ username, nickname }} AS user FROM {source} LIMIT $many");
        self.rows(&text, vars).await.map_err(|error: StoreError| error.into())
    }

    /// How many lines the orders of a list have.
    pub async fn count_shop_lines(&self, query: &ListQuery, scope: &Scope, contacts: Contacts) -> Result<i64, ListFailure> {
        let mut vars = Vars::new();
        let base = within(scope, &mut vars).unwrap_or_default();
        let conditions = contacts.conditions(query, &base, &mut vars)?;
        let text = format!("RETURN math::sum((SELECT VALUE array::len(lines) FROM shop_order {conditions}));");
        let mut response = self.run(&text, vars).await.map_err(StoreError::from)?;
        Ok(take(&mut response, 0)?)
    }

    /// A page of exports of orders, the newest first.
    pub async fn list_order_exports(&self, query: &ListQuery, scope: &Scope) -> Result<Page<OrderExport>, ListFailure> {
        let mut vars = Vars::new();
        let base = own(scope, &mut vars);
        let conditions = conditions(query, COLUMNS, &["name"], &base, &mut vars)?;
        let order = order_by(query, COLUMNS, "id DESC")?;
        let text = format!(
            "SELECT record::id(id) AS id, name, format, {STATUS} AS status, handled, message, file, asked, admin_id, create_time, expires_at,
               type::record('admin', admin_id ?? 0).{{ username, nickname }} AS admin
               FROM transfer_task {conditions} ORDER BY {order} LIMIT $limit START $start; \
             SELECT VALUE count FROM ONLY (SELECT count() FROM transfer_task {conditions} GROUP ALL) LIMIT 1;"
        );
        self.shop_page(&text, vars, query).await
    }

    /// Deletes exports that have ended; answers their files. All of them or none: nothing where one is not there or runs.
    pub async fn delete_order_exports(&self, ids: &[i64], scope: &Scope) -> Result<Option<Vec<String>>, StoreError> {
        let mut vars = Vars::new();
        let base = own(scope, &mut vars);
        vars.push(("ids", array(ids.iter().map(|task| id("transfer_task", *task)).collect())));
        vars.push(("many", int(i64::try_from(ids.len()).unwrap_or(i64::MAX))));
        let text = format!(
            "BEGIN; LET $there = (SELECT id, file FROM $ids WHERE {base} AND state != 'running');
             IF array::len($there) = $many {{ DELETE $there.id RETURN NONE }};
             SELECT VALUE file FROM $there; COMMIT;"
        );
        let mut response = self.run(&text, vars).await?;
        let answer = last_statement(self, &response);
        let files: Vec<String> = take(&mut response, answer)?;
        Ok((files.len() == ids.len()).then_some(files))
    }
}
