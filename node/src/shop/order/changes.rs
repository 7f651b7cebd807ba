//! Whether what a member's page shows of their orders is still so. Open pages ask every few seconds.

use std::time::Duration;

use futures::future::join_all;

use crate::error::ServiceError;
use crate::shop::Shop;

/// Most orders that one question closes; a member has few that are not paid.
const OVERDUE_MAX: usize = 16;
/// How long the question waits for them. One that waits longer for its payment provider goes on without it.
const CLOSING_MAX: Duration = Duration::from_secs(2);

/// How often a member's orders have changed, or one of them. Orders whose time to pay is over are closed first: their member
/// looks at the clock, and the sweep comes once a minute.
pub async fn count(shop: &Shop, member: i64, order_no: Option<&str>) -> Result<i64, ServiceError> {
    close_overdue(shop, member).await?;
    match order_no {
        Some(order_no) => {
            let version = shop.store.own_shop_order_version(member, order_no).await?;
            version.ok_or_else(|| ServiceError::refused("error.not_found"))
        }
        None => Ok(shop.store.own_shop_order_versions(member).await?),
    }
}

async fn close_overdue(shop: &Shop, member: i64) -> Result<(), ServiceError> {
    let overdue = shop.store.own_shop_orders_overdue(member, shop.clock.now(), OVERDUE_MAX).await?;
    if overdue.is_empty() {
        return Ok(());
    }
    let orders = shop.system.shop();
    let closing = join_all(overdue.into_iter().map(|order| orders.wake(order)));
    let _ = tokio::time::timeout(CLOSING_MAX, closing).await;
    // Their score is back.
    shop.members.sessions.forget_balance(member);
    Ok(())
}
