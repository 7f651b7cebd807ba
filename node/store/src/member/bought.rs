//! What members have bought in the shop.

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::int;

/// What a member has bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Bought {
    pub member: i64,
    /// Every order, also those that were not paid.
    pub orders: i64,
    pub paid_amount: Decimal,
    pub refund_amount: Decimal,
    /// Unix seconds.
    pub last_order_time: i64,
}

impl Store {
    /// What these members have bought; who has never ordered is left out.
    pub async fn bought_by(&self, members: &[i64]) -> Result<Vec<Bought>, StoreError> {
        let bought = |name: &str| {
            format!(
                "SELECT member, orders, <string>paid AS paid_amount, <string>back AS refund_amount, last_order_time FROM
                  (SELECT user_id AS member, count() AS orders, math::sum(paid_amount ?? 0) AS paid, math::sum(refund_amount ?? 0) AS back,
                     math::max(create_time) AS last_order_time
                   FROM shop_order WHERE user_id IN ${name} GROUP BY user_id);"
            )
        };
        self.look_up(members.iter().copied().map(int).collect(), vec![], bought).await
    }
}
