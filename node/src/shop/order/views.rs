//! Orders of the shop as they are answered. Amounts are texts with two decimals, times Unix seconds.

use actors::shop::order::table;
use bus_schemas::ids::AdminId;
use bus_schemas::right::WarehouseRight;
use bus_schemas::shop::order::{ShopBy, ShopEvent, ShopOrder, ShopParcel, ShopStatus};
use entrepot_store::scope::Scope;
use entrepot_store::shop::order::read::{Buyer, PaymentListed, ShopListed};
use poem_openapi::Object;

use super::amounts::amount;
use super::history_views::{ShopEventView, concerns_member, event};
use super::line_views::{ShopLineView, ShopParcelView, parcel};
use super::refund_views::ShopRefundView;
use crate::identity::contact::masked;

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
pub struct OrderViewer {
    pub staff: bool,
    /// Whole telephone numbers and addresses.
    pub whole: bool,
}

impl ShopOrderView {
    /// For its member, with what they may do now.
    #[must_use]
    pub fn own(order: &ShopOrder, now: i64) -> Self {
        Self::new(order, None, OrderViewer { staff: false, whole: true }, now, |_| true)
    }

    /// For staff, with the buttons they hold now. Of an order with several parcels they see those of their warehouses.
    #[must_use]
    pub fn staff(listed: &ShopListed, scope: &Scope, whole: bool, now: i64, holds: impl Fn(&str) -> bool) -> Self {
        let name = listed.user.as_ref().and_then(Buyer::name);
        let mut view = Self::new(&listed.order, name, OrderViewer { staff: true, whole }, now, holds);
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

    fn new(order: &ShopOrder, username: Option<String>, viewer: OrderViewer, now: i64, holds: impl Fn(&str) -> bool) -> Self {
        let by = if viewer.staff { ShopBy::Staff(AdminId(0)) } else { ShopBy::Member(order.user_id) };
        let hidden = |text: &str, head, tail| if viewer.whole { text.to_owned() } else { masked(text, head, tail) };
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
            admin_remark: viewer.staff.then(|| order.admin_remark.clone()),
            parcels: order.parcels.iter().map(|of| parcel(of, viewer.staff)).collect(),
            refunds: order.refunds.iter().map(|refund| ShopRefundView::new(refund, viewer.staff)).collect(),
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
    /// For their member: how often their orders had changed before they were read.
    #[oai(nullable)]
    pub changes: Option<i64>,
    pub remark: String,
}

/// How often orders have changed.
#[derive(Object)]
pub struct ShopOrderChanges {
    /// Rises with every change: of any of one's orders, or of the one that was asked about, of which it is the version.
    pub changes: i64,
}
