//! A refund as part of its order. Amounts are texts with two decimals, times Unix seconds.

use bus_schemas::shop::refund::{Missing, ShopRefund};
use bus_schemas::shop::shares::RefundShare;
use poem_openapi::Object;

use super::amounts::amount;

/// What a refund pays for a line.
#[derive(Object)]
pub struct RefundLineView {
    pub line: u32,
    /// 0 for goodwill.
    pub quantity: u32,
    /// What the pieces are worth.
    pub worth: String,
    /// What is paid, without freight.
    pub amount: String,
    pub freight: String,
    pub score: i64,
}

impl From<&RefundShare> for RefundLineView {
    fn from(share: &RefundShare) -> Self {
        let RefundShare { line, quantity, worth, amount: paid, freight, score } = *share;
        Self { line, quantity, worth: amount(worth), amount: amount(paid), freight: amount(freight), score }
    }
}

/// Pieces that did not come back though they were to.
#[derive(Object)]
pub struct RefundMissing {
    pub line: u32,
    pub quantity: i64,
    pub reason: String,
}

impl From<&Missing> for RefundMissing {
    fn from(missing: &Missing) -> Self {
        Self { line: missing.line, quantity: missing.quantity, reason: missing.reason.clone() }
    }
}

/// A refund of an order.
#[derive(Object)]
pub struct ShopRefundView {
    /// Its number within the order.
    pub no: u32,
    pub refund_no: String,
    /// 1 money only, 2 goods and money.
    #[oai(rename = "type")]
    pub kind: i64,
    pub lines: Vec<RefundLineView>,
    pub reason: String,
    pub description: String,
    pub images: Vec<String>,
    /// 1 waits for a decision, 2 agreed, 3 refused.
    pub audit_status: u8,
    /// 0 waiting, 1 in progress, 2 done, 3 ended without money.
    pub status: u8,
    /// 0 none, 1 sent by the member, 2 received.
    pub user_ship_status: u8,
    /// 0 none, 1 processing, 2 success, 3 abnormal.
    pub pay_status: u8,
    /// How the money went back: empty for the way it came, else `balance` or `hand`.
    pub way: String,
    /// For staff: what was noted when the way was chosen.
    #[oai(nullable)]
    pub note: Option<String>,
    /// For staff: what the provider said last.
    #[oai(nullable)]
    pub said: Option<String>,
    pub asked_amount: String,
    pub refund_amount: String,
    pub score_back: i64,
    pub return_address_id: i64,
    /// The coupon of the order goes back with the money.
    pub coupon_back: bool,
    pub company: String,
    pub courier_number: String,
    /// Pictures of what the member sends back.
    pub ship_images: Vec<String>,
    /// By when the goods have to be sent.
    #[oai(nullable)]
    pub ship_due: Option<i64>,
    pub refuse_reason: String,
    /// Of goods that were not taken back.
    pub reject_images: Vec<String>,
    pub end_reason: String,
    /// What did not come back.
    pub missing: Vec<RefundMissing>,
    pub create_time: i64,
    pub update_time: i64,
}

impl ShopRefundView {
    /// A refund, for its member or for staff.
    #[must_use]
    pub fn new(refund: &ShopRefund, staff: bool) -> Self {
        Self {
            no: refund.no,
            refund_no: refund.refund_no.clone(),
            kind: refund.kind.code(),
            lines: refund.lines.iter().map(RefundLineView::from).collect(),
            reason: refund.reason.clone(),
            description: refund.description.clone(),
            images: refund.images.clone(),
            audit_status: refund.audit_status,
            status: refund.status,
            user_ship_status: refund.user_ship_status,
            pay_status: refund.pay_status,
            way: refund.payout.way.clone(),
            note: staff.then(|| refund.payout.note.clone()),
            said: staff.then(|| refund.payout.said.clone()),
            asked_amount: amount(refund.asked_amount),
            refund_amount: amount(refund.refund_amount),
            score_back: refund.score_back,
            return_address_id: refund.return_address_id,
            coupon_back: refund.coupon_back,
            company: refund.company.clone(),
            courier_number: refund.courier_number.clone(),
            ship_images: refund.ship_images.clone(),
            ship_due: refund.ship_due,
            refuse_reason: refund.refuse_reason.clone(),
            reject_images: refund.reject_images.clone(),
            end_reason: refund.end_reason.clone(),
            missing: refund.missing.iter().map(RefundMissing::from).collect(),
            create_time: refund.create_time,
            update_time: refund.update_time,
        }
    }
}
