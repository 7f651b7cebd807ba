//! What comes of what the actor asks others for.

use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::warehouse::AskFailure;

use crate::shop::order::port::Guard;

/// What came of asking a warehouse or an outbound order.
pub(super) enum Outcome {
    Done,
    /// It was done before.
    Repeated,
    Changed,
    Refused(ShopRefusal),
    Failed(AskFailure),
}

/// What came of placing an order.
pub(super) enum Placed {
    Done(Box<ShopOrder>),
    Refused(ShopRefusal),
    Failed(AskFailure),
}

/// The reason for which a write was refused, for its sender.
pub(super) fn guarded(guard: Guard) -> ShopRefusal {
    match guard {
        Guard::Money => ShopRefusal::Balance { lacks: None },
        Guard::Score => ShopRefusal::Score,
        Guard::Coupon => ShopRefusal::Coupon,
        Guard::Limit(goods_id) => ShopRefusal::Limit { goods_id },
        Guard::Count(sku_id) => ShopRefusal::SoldOut { sku_id },
        Guard::Placing => ShopRefusal::rule("shop.placing.late"),
        Guard::Member => ShopRefusal::rule("shop.member.gone"),
        Guard::Cause => ShopRefusal::CommandReused,
        Guard::Payment => ShopRefusal::rule("shop.pay.done"),
    }
}
