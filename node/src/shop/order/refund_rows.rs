//! Refunds as lists and pages show them, with their orders.

use bus_schemas::shop::Cents;
use bus_schemas::shop::refund::{RefundType, ShopRefund};
use bus_schemas::shop::shares::RefundShare;
use entrepot_store::shop::order::read::Buyer;
use entrepot_store::shop::order::refunds::{RefundListed, ReturnAddress};
use poem_openapi::Object;

use super::refund_hint::CouponHint;
use super::refund_views::{RefundLineView, ShopRefundView};
use super::views::ShopOrderView;
use crate::areas;

/// The order of a refund.
#[derive(Object)]
pub struct OrderRelation {
    pub id: i64,
    pub order_no: String,
    /// 1 to 7.
    pub status: i64,
}

/// A refund with its order.
#[derive(Object)]
pub struct RefundRow {
    /// The order's id x 100 + its number within the order.
    pub id: i64,
    pub order_id: i64,
    #[oai(rename = "orderRelation")]
    pub order: OrderRelation,
    pub user_id: i64,
    /// The member's name, for staff.
    #[oai(nullable)]
    pub username: Option<String>,
    #[oai(flatten)]
    pub refund: ShopRefundView,
    /// What whoever asks may do now.
    pub allowed: Vec<String>,
}

/// One refund with its whole order.
#[derive(Object)]
pub struct RefundDetail {
    pub row: RefundRow,
    pub order: ShopOrderView,
    /// Where the goods are sent back to, once that is agreed.
    #[oai(nullable)]
    pub return_address: Option<ReturnAddressView>,
    /// For staff, where what is kept of the order no longer reaches what its coupon asks for.
    #[oai(nullable)]
    pub coupon: Option<CouponHint>,
    /// For staff: score that the order had earned and that could not be taken back, as the member has spent it.
    pub score_short: i64,
}

/// Where goods are sent back to.
#[derive(Object)]
pub struct ReturnAddressView {
    pub name: String,
    pub mobile: String,
    /// Names of province, city and district.
    pub area_text: String,
    pub address: String,
}

impl From<ReturnAddress> for ReturnAddressView {
    fn from(to: ReturnAddress) -> Self {
        let area_text = areas::names(&to.city).map(|names| names.join(" ")).unwrap_or_default();
        Self { name: to.name, mobile: to.mobile, area_text, address: to.address }
    }
}

/// What pieces are worth, line by line.
#[derive(Object)]
pub struct RefundQuote {
    pub lines: Vec<RefundLineView>,
    pub amount: String,
    pub score_back: i64,
}

impl RefundQuote {
    /// Of these lines.
    #[must_use]
    pub fn new(shares: &[RefundShare]) -> Self {
        let amount: Cents = shares.iter().map(|share| share.amount + share.freight).sum();
        let score_back = shares.iter().map(|share| share.score).sum();
        Self { lines: shares.iter().map(RefundLineView::from).collect(), amount: amount.to_string(), score_back }
    }
}

/// The buttons of a refund.
fn allowed(refund: &ShopRefund, staff: bool) -> Vec<&'static str> {
    let is = (refund.audit_status, refund.status, refund.user_ship_status);
    let goods = refund.kind == RefundType::GoodsAndMoney;
    // On its way or back.
    let paid = refund.pay_status != 0;
    let mut buttons = Vec::new();
    let mut add = |button, fits: bool| {
        if fits {
            buttons.push(button)
        }
    };
    if staff {
        add("audit", is == (1, 0, 0));
        // Where the money has gone ahead, goods may come that nobody has announced.
        add("receive", is == (2, 1, 1) || paid && goods && is == (2, 1, 0));
        add("reject", is == (2, 1, 1) && !paid);
        add("retry", refund.pay_status == 3);
        add("waive", !paid && goods && is == (2, 1, 0));
        add("inspected", !paid && is == (2, 1, 2));
    } else {
        add("withdraw", is == (1, 0, 0) || !paid && goods && is == (2, 1, 0));
        add("ship", goods && is == (2, 1, 0));
    }
    buttons
}

/// The name of a refund's member.
pub(super) fn member_name(listed: &RefundListed) -> Option<String> {
    listed.user.as_ref().and_then(Buyer::name)
}

/// A refund for its member or for staff, with those of its buttons that they may press.
pub(super) fn row(listed: &RefundListed, staff: bool, may: impl Fn(&str) -> bool) -> RefundRow {
    let buttons = allowed(&listed.refund, staff).into_iter().filter(|button| may(button));
    RefundRow {
        id: listed.id(),
        order_id: listed.order_id,
        order: OrderRelation { id: listed.order_id, order_no: listed.order_no.clone(), status: listed.order_status },
        user_id: listed.user_id,
        username: member_name(listed).filter(|_| staff),
        refund: ShopRefundView::new(&listed.refund, staff),
        allowed: buttons.map(str::to_owned).collect(),
    }
}
