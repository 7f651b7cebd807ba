//! Compares payments with the orders and recharges that they are for: what is paid has exactly one payment, and no money
//! that came is without an order, an exception or its way back.

use actors::store::StoreError;
use bus_schemas::shop::Cents;
use serde::Deserialize;

use super::report::Report;
use crate::engine::connect::Store;
use crate::engine::value::int;

/// Findings of one kind at most.
const MOST: i64 = 1_000;

#[derive(Deserialize)]
struct Wrong {
    row: String,
    #[serde(default)]
    count: i64,
    #[serde(default)]
    received: Cents,
    #[serde(default)]
    status: i64,
}

impl Store {
    /// What has changed since `began`, in Unix milliseconds, proves nothing.
    pub(super) async fn check_shop_payments(&self, began: i64, report: &mut Report) -> Result<(), StoreError> {
        let since = || vec![("before", int(began / 1_000)), ("most", int(MOST))];
        let query = "SELECT * FROM (SELECT <string>id AS row, array::len((SELECT VALUE id FROM shop_payment WHERE order_id = record::id($parent.id)
                AND status = 1)) AS count FROM shop_order WHERE pay_time > 0 AND pay_amount > 0dec AND update_time < $before)
              WHERE count != 1 LIMIT $most";
        let paid: Vec<Wrong> = self.rows(query, since()).await?;
        for wrong in paid {
            report.find(wrong.row, format!("it is paid by {} payments", wrong.count));
        }
        let query = "SELECT <string>id AS row, received ?? 0dec AS received, status FROM shop_payment
              WHERE received > 0dec AND status IN [0, 2] AND update_time < $before LIMIT $most";
        let lost: Vec<Wrong> = self.rows(query, since()).await?;
        for wrong in lost {
            report.find(wrong.row, format!("{} came and nobody knows of it: its state is {}", wrong.received, wrong.status));
        }
        let query = "SELECT <string>id AS row, status FROM shop_payment WHERE status = 1 AND update_time < $before AND
                ((order_id > 0 AND type::record('shop_order', order_id).pay_time = NONE)
                 OR (order_id = 0 AND type::record('shop_recharge_order', recharge_id).status NOT IN [2, 4])) LIMIT $most";
        let unused: Vec<Wrong> = self.rows(query, since()).await?;
        for wrong in unused {
            report.find(wrong.row, "it is paid, and what it is for is not".to_owned());
        }
        let query = "SELECT <string>id AS row, status FROM shop_payment WHERE refund_status = 1 AND ((ask_at ?? 0) <= 0 OR status NOT IN [1, 3])
              AND update_time < $before LIMIT $most";
        let stuck: Vec<Wrong> = self.rows(query, since()).await?;
        for wrong in stuck {
            report.find(wrong.row, "its money goes back, and nobody asks for it".to_owned());
        }
        Ok(())
    }
}
