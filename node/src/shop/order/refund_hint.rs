//! What a refund means for the coupon of its order: shares are never computed again, but the reviewer gets a hint where
//! the kept goods no longer reach the coupon's minimum.

use actors::shop::order::refunds;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::refund::ShopRefund;
use entrepot_store::Store;
use poem_openapi::Object;

use super::amounts::amount;
use crate::error::ServiceError;

/// A coupon whose minimum is no longer reached.
#[derive(Object, Debug, PartialEq, Eq)]
pub struct CouponHint {
    pub name: String,
    /// What it asks for.
    pub min_amount: String,
    /// What is kept of the goods that it is good for, at their prices.
    pub kept: String,
}

/// The prices of what is kept of the goods that a coupon is good for, once a refund is done.
fn kept(order: &ShopOrder, refund: &ShopRefund) -> Cents {
    let mut gone = refunds::others(order, Some(refund.no));
    gone.extend(refund.lines.iter().copied());
    // A coupon for freight looks at all goods; any other leaves its share on those that it is good for.
    let counts = |share: Cents| order.coupon_amount.is_zero() || share > Cents::ZERO;
    let left =
        |line: u32, quantity: i64| quantity - gone.iter().filter(|share| share.line == line).map(|share| i64::from(share.quantity)).sum::<i64>();
    (order.lines.iter()).filter(|line| counts(line.shares.coupon_share)).map(|line| Cents(line.price.0 * left(line.line, line.quantity).max(0))).sum()
}

/// The hint, while a refund waits for its decision and something is kept at all.
pub async fn of(store: &Store, order: &ShopOrder, refund: &ShopRefund) -> Result<Option<CouponHint>, ServiceError> {
    let Some(coupon) = order.user_coupon_id.filter(|_| refund.audit_status == 1) else { return Ok(None) };
    let Some((name, min_amount)) = store.coupon_minimum(coupon).await? else { return Ok(None) };
    Ok(hint(kept(order, refund), name, min_amount))
}

/// Score that was to be taken back with a refund and was not there any more.
pub async fn score_short(store: &Store, refund: &ShopRefund) -> Result<i64, ServiceError> {
    if refund.earned_back == 0 {
        return Ok(0);
    }
    Ok((refund.earned_back - store.score_taken_back(&refund.refund_no).await?).max(0))
}

fn hint(kept: Cents, name: String, min_amount: Cents) -> Option<CouponHint> {
    let misses = kept > Cents::ZERO && kept < min_amount;
    misses.then(|| CouponHint { name, min_amount: amount(min_amount), kept: amount(kept) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_is_for_what_is_kept_and_too_little() {
        let of = |kept, minimum| hint(Cents(kept), "Ten off".into(), Cents(minimum));
        assert_eq!((of(0, 9_900), of(9_900, 9_900), of(500, 0)), (None, None, None));
        assert_eq!(of(9_899, 9_900), Some(CouponHint { name: "Ten off".into(), min_amount: "99.00".into(), kept: "98.99".into() }));
    }
}
