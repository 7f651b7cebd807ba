//! The shop order: what a member bought, for how much, and what becomes of it.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize};

use super::Cents;
use super::codes::stored_as_code;
use super::pieces::LinePieces;
use super::refund::ShopRefund;
use super::shares::LineShares;
use crate::ids::{AdminId, CarrierId, OrderId, ProductId, UnitId, WarehouseId};

/// The state of a shop order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "i64", try_from = "i64")]
pub enum ShopStatus {
    ToPay,
    ToShip,
    /// All of it is on its way.
    ToReceive,
    ToEvaluate,
    Completed,
    Closed,
    /// The member asks for it to be cancelled.
    CancelAsked,
}

impl ShopStatus {
    /// Every one, in the order of the codes.
    pub const ALL: [Self; 7] = [Self::ToPay, Self::ToShip, Self::ToReceive, Self::ToEvaluate, Self::Completed, Self::Closed, Self::CancelAsked];

    /// The code in the database and on the wire.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::ToPay => 1,
            Self::ToShip => 2,
            Self::ToReceive => 3,
            Self::ToEvaluate => 4,
            Self::Completed => 5,
            Self::Closed => 6,
            Self::CancelAsked => 7,
        }
    }

    /// The one with that code.
    #[must_use]
    pub fn of_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }
}

stored_as_code!(ShopStatus);

/// How an order is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "i64", try_from = "i64")]
pub enum PayMethod {
    /// Nothing was to pay.
    Free,
    Balance,
    Wechat,
    /// A provider to try payments with.
    Sandbox,
}

impl PayMethod {
    /// The code in the database and on the wire.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Free => 0,
            Self::Balance => 1,
            Self::Wechat => 2,
            Self::Sandbox => 3,
        }
    }

    /// The one with that code.
    #[must_use]
    pub fn of_code(code: i64) -> Option<Self> {
        [Self::Free, Self::Balance, Self::Wechat, Self::Sandbox].into_iter().find(|method| method.code() == code)
    }

    /// Whether a provider takes the money.
    #[must_use]
    pub const fn outside(self) -> bool {
        matches!(self, Self::Wechat | Self::Sandbox)
    }
}

stored_as_code!(PayMethod);

/// Who does something with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "who", content = "id")]
pub enum ShopBy {
    /// The member whose order it is.
    Member(i64),
    Staff(AdminId),
    /// A timer, or what carries an order on.
    System,
}

impl ShopBy {
    /// The administrator whom the ledger names.
    #[must_use]
    pub const fn admin(self) -> AdminId {
        match self {
            Self::Staff(admin) => admin,
            Self::Member(_) | Self::System => AdminId(0),
        }
    }

    /// On the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Member(_) => "member",
            Self::Staff(_) => "staff",
            Self::System => "system",
        }
    }
}

/// The settings that an order was placed under: its timers keep them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShopTerms {
    pub pay_minutes: i64,
    pub receive_days: i64,
    pub extend_days: i64,
    pub evaluate_days: i64,
    pub refund_days: i64,
    pub return_days: i64,
    pub cancel_hours: i64,
    pub score_earn_per_yuan: i64,
    pub inspect_before_refund: bool,
}

impl Default for ShopTerms {
    fn default() -> Self {
        Self {
            pay_minutes: 30,
            receive_days: 15,
            extend_days: 3,
            evaluate_days: 15,
            refund_days: 7,
            return_days: 7,
            cancel_hours: 24,
            score_earn_per_yuan: 1,
            inspect_before_refund: false,
        }
    }
}

/// Pieces that were sold. Fewer than none, or more than can be counted, are an error.
fn pieces<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    u32::deserialize(deserializer).map(i64::from)
}

/// A line of an order. Everything that is shown is copied when the order is placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopLine {
    /// From 1.
    pub line: u32,
    pub goods_id: i64,
    pub sku_id: i64,
    /// What the warehouse keeps of it; nothing for virtual goods.
    #[serde(default)]
    pub product: Option<ProductId>,
    #[serde(default)]
    pub unit: Option<UnitId>,
    /// Base units a piece.
    pub ratio: Decimal,
    /// Base units that are kept back in each warehouse.
    #[serde(default)]
    pub buffer: Decimal,
    /// Where it may be sent from, the best first.
    #[serde(default)]
    pub warehouses: Vec<WarehouseId>,
    pub name: String,
    #[serde(default)]
    pub image: String,
    #[serde(default)]
    pub sku_text: String,
    #[serde(default)]
    pub sku_code: String,
    pub price: Cents,
    #[serde(deserialize_with = "pieces")]
    pub quantity: i64,
    #[serde(flatten)]
    pub shares: LineShares,
    /// Most that a member may ever buy of the goods; 0 for no limit.
    #[serde(default)]
    pub limit_num: i64,
    #[serde(default)]
    pub shipped: i64,
    /// Pieces in requests that are not decided or not done.
    #[serde(default)]
    pub refunding_num: i64,
    #[serde(default)]
    pub refunded_num: i64,
    #[serde(default)]
    pub refunded_amount: Cents,
    #[serde(default)]
    pub evaluated: bool,
}

impl ShopLine {
    /// Whether it leaves a warehouse.
    #[must_use]
    pub const fn ships(&self) -> bool {
        self.product.is_some()
    }

    /// So many pieces in base units.
    #[must_use]
    pub fn base(&self, pieces: i64) -> Decimal {
        self.ratio * Decimal::from(pieces)
    }
}

/// What one warehouse sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopParcel {
    /// From 1.
    pub no: u32,
    pub warehouse: WarehouseId,
    /// The outbound order that holds its goods, once it is paid.
    #[serde(default)]
    pub outbound: Option<OrderId>,
    #[serde(default)]
    pub outbound_no: String,
    /// 1 waiting, 2 shipped, 3 given up.
    pub status: u8,
    #[serde(default)]
    pub company_id: i64,
    #[serde(default)]
    pub carrier: Option<CarrierId>,
    #[serde(default)]
    pub courier_number: String,
    /// Unix seconds.
    #[serde(default)]
    pub shipment_time: Option<i64>,
    pub lines: Vec<LinePieces>,
    /// A warehouse refuses what is to be done with its goods: somebody has to look.
    #[serde(default)]
    pub doubt: bool,
    /// Why, as a code.
    #[serde(default)]
    pub doubt_why: String,
}

impl ShopParcel {
    pub const WAITING: u8 = 1;
    pub const SHIPPED: u8 = 2;
    pub const GIVEN_UP: u8 = 3;
}

/// What is decided and not done yet. It is tried until it is done, also after a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum ShopTodo {
    /// A parcel's hold becomes an outbound order.
    HandOver { parcel: u32 },
    /// A parcel's hold is given back.
    Release { parcel: u32 },
    /// A parcel's outbound order is voided.
    Void { parcel: u32 },
    /// A parcel's outbound order gives up what is not sent any more, and holds the rest afresh.
    Shrink { parcel: u32 },
    /// The warehouse takes in what came back of a parcel.
    TakeIn { parcel: u32, refund: u32 },
}

impl ShopTodo {
    /// The parcel that it is about.
    #[must_use]
    pub const fn parcel(self) -> u32 {
        match self {
            Self::HandOver { parcel } | Self::Release { parcel } | Self::Void { parcel } | Self::Shrink { parcel } | Self::TakeIn { parcel, .. } => {
                parcel
            }
        }
    }
}

/// An attempt to pay that the provider may still take money for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenPayment {
    pub out_trade_no: String,
    pub method: PayMethod,
    /// Unix seconds.
    pub at: i64,
}

/// The order is to be closed, and the provider does not say yet that its attempt can't be paid any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    pub by: ShopBy,
    #[serde(default)]
    pub reason: String,
    /// When it closes without the provider's word, Unix seconds.
    pub until: i64,
}

/// What an order knows of its payments through a provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderPayment {
    pub open: Option<OpenPayment>,
    pub closing: Option<Closing>,
    /// The attempt that paid the order: refunds go back through it.
    pub paid_by: String,
    /// What the provider took with it, which may be more than the order's amount.
    pub received: Cents,
}

impl OrderPayment {
    /// Whether no provider has to do with the order.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// What happened to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopEvent {
    /// Unix seconds.
    pub at: i64,
    pub by: ShopBy,
    pub action: String,
    pub from: Option<ShopStatus>,
    pub to: ShopStatus,
    #[serde(default)]
    pub reason: String,
}

/// A shop order as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopOrder {
    pub id: OrderId,
    pub order_no: String,
    pub user_id: i64,
    pub status: ShopStatus,
    pub lines: Vec<ShopLine>,
    pub goods_amount: Cents,
    pub coupon_amount: Cents,
    pub score_amount: Cents,
    pub freight: Cents,
    pub freight_off: Cents,
    pub pay_amount: Cents,
    #[serde(default)]
    pub paid_amount: Cents,
    /// Paid back.
    #[serde(default)]
    pub refund_amount: Cents,
    /// Agreed and not paid back yet.
    #[serde(default)]
    pub refund_open: Cents,
    #[serde(default)]
    pub score_used: i64,
    #[serde(default)]
    pub score_given: i64,
    /// The member's coupon.
    #[serde(default)]
    pub user_coupon_id: Option<i64>,
    #[serde(default)]
    pub pay_method: Option<PayMethod>,
    #[serde(default)]
    pub pay_time: Option<i64>,
    /// Begun attempts to pay.
    #[serde(default)]
    pub attempts: u32,
    #[serde(default, skip_serializing_if = "OrderPayment::is_none")]
    pub payment: OrderPayment,
    pub name: String,
    pub mobile: String,
    /// Ids of province, city, district.
    #[serde(default)]
    pub area: Vec<i64>,
    /// Their names.
    #[serde(default)]
    pub area_text: String,
    pub address: String,
    #[serde(default)]
    pub remark: String,
    #[serde(default)]
    pub admin_remark: String,
    #[serde(default)]
    pub parcels: Vec<ShopParcel>,
    #[serde(default)]
    pub todo: Vec<ShopTodo>,
    #[serde(default)]
    pub refunds: Vec<ShopRefund>,
    #[serde(default)]
    pub cancel_by: String,
    #[serde(default)]
    pub cancel_reason: String,
    /// How often the member has asked for it to be cancelled.
    #[serde(default)]
    pub cancels: u32,
    /// When its timer fires, Unix seconds.
    #[serde(default)]
    pub due_at: Option<i64>,
    /// Its timer stands still while a refund is open: the seconds that are left of it.
    #[serde(default)]
    pub paused: Option<i64>,
    /// When somebody has to look at it by itself: its timer, or what is to do. Unix seconds.
    #[serde(default)]
    pub wake_at: Option<i64>,
    #[serde(default)]
    pub receive_time: Option<i64>,
    #[serde(default)]
    pub complete_time: Option<i64>,
    #[serde(default)]
    pub extended: bool,
    /// The member does not want to see it any more.
    #[serde(default)]
    pub hidden: bool,
    #[serde(default)]
    pub terms: ShopTerms,
    /// The day through which its goods keep at least, `YYYY-MM-DD`, as it was promised when it was placed. Nothing: they are
    /// usable on the day on which they leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep_until: Option<String>,
    /// The history entry of this version.
    pub entry: ShopEvent,
    /// Rises by one with every change.
    pub version: i64,
    /// Unix seconds.
    pub create_time: i64,
    pub update_time: i64,
}

impl ShopOrder {
    /// The line of that number.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<&ShopLine> {
        self.lines.iter().find(|of| of.line == line)
    }

    /// The parcel of that number.
    #[must_use]
    pub fn parcel(&self, no: u32) -> Option<&ShopParcel> {
        self.parcels.iter().find(|parcel| parcel.no == no)
    }

    /// Whether its coupon went back with a refund, though the order may go on.
    #[must_use]
    pub fn coupon_is_back(&self) -> bool {
        self.refunds.iter().any(|refund| refund.coupon_back && refund.pay_status == 2)
    }

    /// What is left to be paid back.
    #[must_use]
    pub fn refundable(&self) -> Cents {
        self.paid_amount - self.refund_amount - self.refund_open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Sold {
        #[serde(deserialize_with = "pieces")]
        quantity: i64,
    }

    #[test]
    fn pieces_that_cannot_be_counted_are_an_error_and_not_0() {
        let read = |text: &str| serde_json::from_str::<Sold>(text).map(|sold| sold.quantity);
        assert_eq!(read(r#"{ "quantity": 3 }"#).unwrap(), 3);
        for odd in [r#"{ "quantity": -1 }"#, r#"{ "quantity": 4294967296 }"#, r#"{ "quantity": "3" }"#, "{}"] {
            assert!(read(odd).is_err(), "{odd}");
        }
    }
}
