//! Orders of the shop as they are answered. Amounts are texts with two decimals, times Unix seconds.

use actors::shop::order::table;
use bus_schemas::right::WarehouseRight;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{ShopBy, ShopEvent, ShopLine, ShopOrder, ShopParcel, ShopStatus};
use bus_schemas::shop::refund::{Missing, ShopRefund};
use bus_schemas::shop::shares::RefundShare;
use entrepot_store::scope::Scope;
use entrepot_store::shop::order::read::{PaymentListed, ShopListed};
use poem_openapi::Object;

use crate::identity::contact::masked;

pub(super) fn amount(cents: Cents) -> String {
    cents.to_string()
}

/// A line of an order.
#[derive(Object)]
pub struct ShopLineView {
    pub line: u32,
    pub goods_id: i64,
    pub sku_id: i64,
    /// The warehouse product; null for virtual goods.
    #[oai(nullable)]
    pub product_id: Option<i64>,
    pub name: String,
    pub image: String,
    pub sku_text: String,
    pub sku_code: String,
    pub price: String,
    pub quantity: i64,
    pub goods_amount: String,
    pub coupon_share: String,
    pub score_share: String,
    pub freight_share: String,
    pub pay_share: String,
    pub shipped: i64,
    /// Pieces in requests that are not done.
    pub refunding_num: i64,
    pub refunded_num: i64,
    pub refunded_amount: String,
    pub evaluated: bool,
}

impl From<&ShopLine> for ShopLineView {
    fn from(line: &ShopLine) -> Self {
        Self {
            line: line.line,
            goods_id: line.goods_id,
            sku_id: line.sku_id,
            product_id: line.product.map(|product| product.0),
            name: line.name.clone(),
            image: line.image.clone(),
            sku_text: line.sku_text.clone(),
            sku_code: line.sku_code.clone(),
            price: amount(line.price),
            quantity: line.quantity,
            goods_amount: amount(line.shares.goods_amount),
            coupon_share: amount(line.shares.coupon_share),
            score_share: amount(line.shares.score_share),
            freight_share: amount(line.shares.freight_share),
            pay_share: amount(line.shares.pay_share),
            shipped: line.shipped,
            refunding_num: line.refunding_num,
            refunded_num: line.refunded_num,
            refunded_amount: amount(line.refunded_amount),
            evaluated: line.evaluated,
        }
    }
}

/// Pieces of a line.
#[derive(Object)]
pub struct PiecesView {
    pub line: u32,
    pub quantity: i64,
}

/// A parcel of an order.
#[derive(Object)]
pub struct ShopParcelView {
    /// Its number within the order.
    pub no: u32,
    /// Staff sees from where; null for members.
    #[oai(nullable)]
    pub warehouses_id: Option<i64>,
    /// The outbound order that holds its goods; null for members, and until it is made.
    #[oai(nullable)]
    pub outbound_order_id: Option<i64>,
    #[oai(nullable)]
    pub outbound_order_no: Option<String>,
    /// 1 waiting, 2 shipped, 3 given up.
    pub status: u8,
    pub company_id: i64,
    pub courier_number: String,
    #[oai(nullable)]
    pub shipment_time: Option<i64>,
    pub lines: Vec<PiecesView>,
    /// Its goods are not all there: somebody has to look.
    pub doubt: bool,
}

fn parcel(parcel: &ShopParcel, staff: bool) -> ShopParcelView {
    ShopParcelView {
        no: parcel.no,
        warehouses_id: staff.then_some(parcel.warehouse.0),
        outbound_order_id: parcel.outbound.map(|order| order.0).filter(|_| staff),
        outbound_order_no: Some(parcel.outbound_no.clone()).filter(|number| staff && !number.is_empty()),
        status: parcel.status,
        company_id: parcel.company_id,
        courier_number: parcel.courier_number.clone(),
        shipment_time: parcel.shipment_time,
        lines: parcel.lines.iter().map(|line| PiecesView { line: line.line, quantity: line.quantity }).collect(),
        doubt: staff && parcel.doubt,
    }
}

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

/// A step in an order's life.
#[derive(Object)]
pub struct ShopEventView {
    pub time: i64,
    /// `member`, `staff` or `system`.
    pub by: String,
    /// Of staff.
    #[oai(nullable)]
    pub admin_id: Option<i64>,
    pub action: String,
    #[oai(nullable)]
    pub from: Option<i64>,
    pub to: i64,
    pub reason: String,
}

/// Whether a step is the member's business: not who settles a refund, nor what a provider answers before the money is back.
fn concerns_member(event: &ShopEvent) -> bool {
    match event.action.as_str() {
        "refundClaim" | "refundRetry" => false,
        "refundPaidBack" => event.reason.is_empty(),
        _ => true,
    }
}

/// Whether the reason of a step is a code or a note of staff.
fn has_inner_reason(event: &ShopEvent) -> bool {
    matches!(event.action.as_str(), "doubt" | "refundPayOtherwise")
}

fn event(event: &ShopEvent, staff: bool) -> ShopEventView {
    ShopEventView {
        time: event.at,
        by: event.by.name().to_owned(),
        admin_id: if let ShopBy::Staff(admin) = event.by { Some(admin.0).filter(|_| staff) } else { None },
        action: event.action.clone(),
        from: event.from.map(|status| status.code()),
        to: event.to.code(),
        reason: if staff || !has_inner_reason(event) { event.reason.clone() } else { String::new() },
    }
}

/// An order of the shop.
#[derive(Object)]
pub struct ShopOrderView {
    pub id: i64,
    pub order_no: String,
    pub user_id: i64,
    /// The member's name, for staff.
    #[oai(nullable)]
    pub username: Option<String>,
    /// 1 to pay, 2 to ship, 3 to receive, 4 to evaluate, 5 complete, 6 closed, 7 cancellation asked.
    pub status: i64,
    pub lines: Vec<ShopLineView>,
    pub goods_amount: String,
    pub coupon_amount: String,
    pub score_amount: String,
    pub freight: String,
    pub freight_off: String,
    pub pay_amount: String,
    pub paid_amount: String,
    pub refund_amount: String,
    /// Agreed and not paid back yet.
    pub refund_open: String,
    pub score_used: i64,
    pub score_given: i64,
    #[oai(nullable)]
    pub user_coupon_id: Option<i64>,
    /// 0 free, 1 balance, 2 WeChat, 3 the sandbox.
    #[oai(nullable)]
    pub pay_method: Option<i64>,
    #[oai(nullable)]
    pub pay_time: Option<i64>,
    /// It is not paid and to be closed: the provider has still to say whether its attempt is over.
    pub closing: bool,
    pub name: String,
    pub mobile: String,
    pub area: Vec<i64>,
    pub area_text: String,
    pub address: String,
    pub remark: String,
    /// The day through which its goods keep at least, `YYYY-MM-DD`, as it was promised when it was placed.
    #[oai(nullable)]
    pub keep_until: Option<String>,
    /// For staff.
    #[oai(nullable)]
    pub admin_remark: Option<String>,
    pub parcels: Vec<ShopParcelView>,
    pub refunds: Vec<ShopRefundView>,
    pub cancel_by: String,
    pub cancel_reason: String,
    /// When its timer fires.
    #[oai(nullable)]
    pub due_at: Option<i64>,
    /// Its timer stands still while a refund is open: the seconds that are left of it.
    #[oai(nullable)]
    pub paused_seconds: Option<i64>,
    #[oai(nullable)]
    pub receive_time: Option<i64>,
    #[oai(nullable)]
    pub complete_time: Option<i64>,
    pub extended: bool,
    pub create_time: i64,
    pub update_time: i64,
    /// Rises by one with every change. Sent back, it guards against changes in between.
    pub version: i64,
    /// What whoever asks may do now.
    pub allowed: Vec<String>,
}

/// Who sees an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes {
    pub staff: bool,
    /// Whole telephone numbers and addresses.
    pub whole: bool,
}

impl ShopOrderView {
    /// For its member, with what they may do now.
    #[must_use]
    pub fn own(order: &ShopOrder, now: i64) -> Self {
        Self::new(order, None, Eyes { staff: false, whole: true }, now, |_| true)
    }

    /// For staff, with the buttons they hold now. Of an order with several parcels they see those of their warehouses.
    #[must_use]
    pub fn staff(listed: &ShopListed, scope: &Scope, whole: bool, now: i64, holds: impl Fn(&str) -> bool) -> Self {
        let name = listed.user.as_ref().and_then(|user| user.nickname.clone().filter(|name| !name.is_empty()).or_else(|| user.username.clone()));
        let mut view = Self::new(&listed.order, name, Eyes { staff: true, whole }, now, holds);
        if let Some(seen) = scope.only_warehouses() {
            view.parcels.retain(|parcel| parcel.warehouses_id.is_some_and(|at| seen.contains(&at)));
        }
        if !scope.is_unlimited() {
            let allowed = std::mem::take(&mut view.allowed);
            view.allowed = allowed.into_iter().filter(|action| view.permitted(action, scope)).collect();
        }
        view
    }

    /// Whether somebody may take an action in one of the warehouses that the order's parcels leave from.
    fn permitted(&self, action: &str, scope: &Scope) -> bool {
        let right = match action {
            "delivery" | "parcel" | "edit" | "refund" => WarehouseRight::Work,
            _ => WarehouseRight::Decide,
        };
        let concerned = |parcel: &&ShopParcelView| action != "delivery" || parcel.status == ShopParcel::WAITING;
        let may = |at: Option<i64>| at.is_some_and(|at| scope.permits(right, at));
        self.parcels.iter().filter(concerned).any(|parcel| may(parcel.warehouses_id)) || (self.parcels.is_empty() && scope.permits(right, 0))
    }

    fn new(order: &ShopOrder, username: Option<String>, eyes: Eyes, now: i64, holds: impl Fn(&str) -> bool) -> Self {
        let by = if eyes.staff { ShopBy::Staff(bus_schemas::ids::AdminId(0)) } else { ShopBy::Member(order.user_id) };
        let hidden = |text: &str, head, tail| if eyes.whole { text.to_owned() } else { masked(text, head, tail) };
        Self {
            id: order.id.0,
            order_no: order.order_no.clone(),
            user_id: order.user_id,
            username,
            status: order.status.code(),
            lines: order.lines.iter().map(ShopLineView::from).collect(),
            goods_amount: amount(order.goods_amount),
            coupon_amount: amount(order.coupon_amount),
            score_amount: amount(order.score_amount),
            freight: amount(order.freight),
            freight_off: amount(order.freight_off),
            pay_amount: amount(order.pay_amount),
            paid_amount: amount(order.paid_amount),
            refund_amount: amount(order.refund_amount),
            refund_open: amount(order.refund_open),
            score_used: order.score_used,
            score_given: order.score_given,
            user_coupon_id: order.user_coupon_id,
            pay_method: order.pay_method.map(|method| method.code()),
            pay_time: order.pay_time,
            closing: order.status == ShopStatus::ToPay && order.payment.closing.is_some(),
            name: order.name.clone(),
            mobile: hidden(&order.mobile, 3, 4),
            area: order.area.clone(),
            area_text: order.area_text.clone(),
            address: hidden(&order.address, 0, 0),
            remark: order.remark.clone(),
            keep_until: order.keep_until.clone(),
            admin_remark: eyes.staff.then(|| order.admin_remark.clone()),
            parcels: order.parcels.iter().map(|of| parcel(of, eyes.staff)).collect(),
            refunds: order.refunds.iter().map(|refund| ShopRefundView::new(refund, eyes.staff)).collect(),
            cancel_by: order.cancel_by.clone(),
            cancel_reason: order.cancel_reason.clone(),
            due_at: order.due_at,
            paused_seconds: order.paused,
            receive_time: order.receive_time,
            complete_time: order.complete_time,
            extended: order.extended,
            create_time: order.create_time,
            update_time: order.update_time,
            version: order.version,
            allowed: table::allowed(order, by, now).into_iter().filter(|action| holds(action)).map(str::to_owned).collect(),
        }
    }
}

/// A payment.
#[derive(Object)]
pub struct PaymentView {
    pub out_trade_no: String,
    pub method: i64,
    pub scene: String,
    pub amount: String,
    /// 0 begun, 1 paid, 2 closed, 3 exception, 4 settled.
    pub status: i64,
    pub paid_amount: String,
    #[oai(nullable)]
    pub paid_time: Option<i64>,
    pub transaction_id: String,
    pub notice: String,
    pub create_time: i64,
}

impl From<PaymentListed> for PaymentView {
    fn from(row: PaymentListed) -> Self {
        let PaymentListed { out_trade_no, method, scene, amount: asked, status, paid_amount, paid_time, transaction_id, notice, create_time } = row;
        let (amount, paid_amount) = (amount(asked), amount(paid_amount));
        Self { out_trade_no, method, scene, amount, status, paid_amount, paid_time, transaction_id, notice, create_time }
    }
}

/// One order with its history.
#[derive(Object)]
pub struct ShopOrderDetail {
    pub row: ShopOrderView,
    /// Oldest first.
    pub history: Vec<ShopEventView>,
    /// For staff: attempts to pay, the newest first.
    pub payments: Vec<PaymentView>,
    /// Delivery companies of its parcels.
    pub companies: Vec<CompanyView>,
}

/// A delivery company.
#[derive(Object)]
pub struct CompanyView {
    pub id: i64,
    pub name: String,
    /// `{no}` stands for the courier's number.
    pub tracking_url: String,
}

impl ShopOrderDetail {
    /// An order with what stands beside it.
    #[must_use]
    pub fn new(row: ShopOrderView, history: &[ShopEvent], companies: Vec<(i64, String, String)>, payments: Vec<PaymentListed>, staff: bool) -> Self {
        Self {
            row,
            history: history.iter().filter(|of| staff || concerns_member(of)).map(|of| event(of, staff)).collect(),
            payments: payments.into_iter().map(PaymentView::from).collect(),
            companies: companies.into_iter().map(|(id, name, tracking_url)| CompanyView { id, name, tracking_url }).collect(),
        }
    }
}

/// What a command did to an order.
#[derive(Object)]
pub struct ShopChanged {
    pub row: ShopOrderView,
    /// The same was asked before.
    pub repeated: bool,
    /// Of a refund: its number within the order.
    #[oai(nullable)]
    pub refund: Option<u32>,
}

/// Orders by state.
#[derive(Object)]
pub struct ShopCounts {
    pub to_pay: i64,
    pub to_ship: i64,
    pub to_receive: i64,
    pub to_evaluate: i64,
    pub completed: i64,
    pub closed: i64,
    pub cancel_asked: i64,
    /// In any state, with a refund that is not ended.
    pub refunds: i64,
}

impl From<Vec<(i64, i64, i64)>> for ShopCounts {
    fn from(rows: Vec<(i64, i64, i64)>) -> Self {
        let of = |status: i64| rows.iter().filter(|(code, ..)| *code == status).map(|(_, count, _)| count).sum();
        Self {
            to_pay: of(1),
            to_ship: of(2),
            to_receive: of(3),
            to_evaluate: of(4),
            completed: of(5),
            closed: of(6),
            cancel_asked: of(7),
            refunds: rows.iter().map(|(_, _, refunds)| refunds).sum(),
        }
    }
}

/// A page of orders, with how many there are in each state.
#[derive(Object)]
pub struct ShopOrderPage {
    pub list: Vec<ShopOrderView>,
    pub total: i64,
    pub counts: ShopCounts,
    pub remark: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(action: &str, reason: &str) -> ShopEvent {
        let status = ShopStatus::ToShip;
        ShopEvent { at: 1, by: ShopBy::System, action: action.into(), from: Some(status), to: status, reason: reason.into() }
    }

    #[test]
    fn members_see_neither_the_inner_steps_nor_the_inner_reasons() {
        let steps = [
            step("refundClaim", ""),
            step("refundPaidBack", "processing"),
            step("refundRetry", ""),
            step("refundPaidBack", ""),
            step("refundPayOtherwise", "bank transfer"),
            step("doubt", "short"),
            step("close", "no goods"),
        ];
        let seen = |staff: bool| -> Vec<(String, String)> {
            let shown = steps.iter().filter(|step| staff || concerns_member(step));
            shown.map(|step| event(step, staff)).map(|view| (view.action, view.reason)).collect()
        };
        let named = [("refundPaidBack", ""), ("refundPayOtherwise", ""), ("doubt", ""), ("close", "no goods")];
        assert_eq!(seen(false), named.map(|(action, reason)| (action.to_owned(), reason.to_owned())));
        assert_eq!((seen(true).len(), seen(true)[5].1.as_str()), (steps.len(), "short"));
    }
}
