//! Members that orders belong to: they are there, else nothing can be given back to them.

use actors::store::StoreError;

use super::report::Report;
use crate::engine::connect::Store;
use crate::engine::value::{id, int};

/// Orders read together.
const ORDERS: i64 = 5_000;

impl Store {
    pub(super) async fn check_members(&self, report: &mut Report) -> Result<(), StoreError> {
        for table in ["shop_order", "shop_recharge_order"] {
            let mut from = 0;
            loop {
                let query = format!(
                    "SELECT VALUE [record::id(id), user_id, record::exists(type::record('user', user_id))] FROM {table} WHERE id >= $from ORDER BY id ASC LIMIT $most"
                );
                let rows: Vec<(i64, i64, bool)> = self.rows(&query, vec![("from", id(table, from)), ("most", int(ORDERS))]).await?;
                for (order, member, _) in rows.iter().filter(|(.., is_there)| !is_there) {
                    report.find(format!("{table}:{order}"), format!("belongs to user:{member}, who is not there"));
                }
                match rows.last() {
                    Some((last, ..)) if i64::try_from(rows.len()).unwrap_or(0) == ORDERS => from = last + 1,
                    _ => break,
                }
            }
        }
        Ok(())
    }
}
