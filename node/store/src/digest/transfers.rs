//! Transfers whose goods are in transit for long.

use actors::store::StoreError;
use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::{Fact, NotificationKind};
use bus_schemas::order::OrderKind;
use serde::Deserialize;

use super::{DAY_MS, Digests, Due};
use crate::engine::connect::Store;
use crate::engine::value::int;
use crate::order::states::in_states;
use crate::order::transit::{MOVING, OVERDUE_AFTER};

/// A transfer whose goods are in transit for too long.
#[derive(Deserialize)]
struct OverdueTransfer {
    id: i64,
    number: String,
    source: i64,
    target: i64,
}

impl Store {
    /// Tells the reviewers of both sides, once for each transfer, that its goods left more than a week ago and have not
    /// all arrived. A transfer belongs to the warehouse that its goods come from.
    pub async fn notify_overdue_transfers<'a>(&self, due: impl Into<Due<'a>>, now_ms: i64) -> Result<Digests, StoreError> {
        let due = due.into();
        let query = format!(
            "SELECT record::id(id) AS id, number, warehouse AS source, transfer.target AS target FROM stock_order \
             WHERE {} AND (transfer.there > 0 OR transfer.back > 0) AND transfer.shipped_at != NONE AND transfer.shipped_at <= $before \
             AND type::record('digest_mark', ['transfer', record::id(id)]).day = NONE",
            in_states(&[OrderKind::TRANSFER], MOVING)
        );
        let found: Vec<OverdueTransfer> = self.rows(&query, vec![("before", int(now_ms - OVERDUE_AFTER * DAY_MS))]).await?;
        let mut digests = Digests::default();
        for order in found.into_iter().filter(|order| due.is_for(order.source)) {
            let mut fact = Fact {
                order_kind: Some(OrderKind::TRANSFER),
                id: order.id,
                warehouses: vec![WarehouseId(order.source), WarehouseId(order.target)],
                ..Fact::default()
            };
            fact.data.insert("order_no".into(), order.number.into());
            fact.data.insert("days".into(), OVERDUE_AFTER.into());
            let drafts = [NotificationKind::TRANSFER_OVERDUE.draft(fact)];
            self.write_digest(("transfer", order.id, due.today), &drafts, ("", vec![]), &mut digests).await?;
        }
        Ok(digests)
    }
}
