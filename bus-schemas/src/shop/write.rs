//! What one transaction writes of a shop order: the order's next version and all that goes with it. It is written by
//! itself, or within a warehouse's command in the transaction that moves the goods.

use serde::{Deserialize, Serialize};

use super::Cents;
use super::balance::{BalanceCause, EntryKind};
use super::command::ShopKey;
use super::coupon::CouponChange;
use super::evaluation::EvaluationRow;
use super::order::{PayMethod, ShopOrder};
use super::payment::PaymentStep;
use crate::notification::NotificationDraft;

/// A change of a member's balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoneyEntry {
    /// Signed.
    pub change: Cents,
    pub kind: EntryKind,
    /// What it is for: the same cause changes the balance once.
    pub cause: BalanceCause,
    /// A cause that has an entry already is an error, and not a repetition.
    #[serde(default)]
    pub once: bool,
}

/// A change of a member's score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreEntry {
    /// Signed.
    pub change: i64,
    pub kind: EntryKind,
    pub cause: BalanceCause,
    #[serde(default)]
    pub once: bool,
    /// Take what is there where the score is less.
    #[serde(default)]
    pub at_most: bool,
}

/// A step of a member's coupon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouponStep {
    pub id: i64,
    pub change: CouponChange,
}

/// How many pieces of goods a member has bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bought {
    pub goods_id: i64,
    /// Signed.
    pub quantity: i64,
    /// Most that they may have bought; 0 for no limit.
    #[serde(default)]
    pub limit: i64,
}

/// The counter of virtual goods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkuCount {
    pub sku_id: i64,
    /// Signed.
    pub change: i64,
}

/// Pieces of goods that were paid, less those that were paid back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sold {
    pub goods_id: i64,
    /// Signed.
    pub pieces: i64,
}

/// The occasion of a notice to an order's member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemberNoticeKind {
    /// A payment through a provider has arrived.
    Paid,
    /// A parcel has left.
    Shipped,
    /// A refund is agreed to, refused, ended or paid back, or the time to send its goods runs out.
    Refund,
    /// A cancellation is agreed to or refused, or the shop has closed the order.
    Cancel,
}

/// A notice to the order's member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberNotice {
    #[serde(rename = "told")]
    pub kind: MemberNoticeKind,
    /// Values for its text.
    pub data: std::collections::BTreeMap<String, String>,
}

/// An attempt to pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentRow {
    pub out_trade_no: String,
    pub method: PayMethod,
    #[serde(default)]
    pub scene: String,
    pub amount: Cents,
    /// 0 begun, 1 paid, 2 closed, 3 exception, 4 settled.
    pub status: u8,
    #[serde(default)]
    pub transaction_id: String,
    #[serde(default)]
    pub paid_amount: Cents,
    #[serde(default)]
    pub paid_time: Option<i64>,
    #[serde(default)]
    pub notice: String,
}

/// What happens to the row of an order that is being placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    #[default]
    None,
    /// The intent is written: the member's coupon, score and limits are taken.
    Open,
    /// The order is written: nobody undoes it any more.
    Close,
    /// What was taken is given back. What is held in warehouses is still to be released.
    Undo,
    /// Nothing is held any more either.
    Freed,
}

/// See the module. Refused when the stored version is not `order.version - 1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopWrite {
    /// The command that it belongs to, remembered with its answer; nothing where an order is only carried on.
    #[serde(default)]
    pub command: Option<ShopKey>,
    pub order: ShopOrder,
    /// The number of the refund that the command is about.
    #[serde(default)]
    pub refund: Option<u32>,
    /// Whether the order itself is written: not while it is being placed.
    #[serde(default)]
    pub without_order: bool,
    #[serde(default)]
    pub placing: Placing,
    #[serde(default)]
    pub money: Vec<MoneyEntry>,
    #[serde(default)]
    pub score: Vec<ScoreEntry>,
    #[serde(default)]
    pub coupon: Option<CouponStep>,
    #[serde(default)]
    pub bought: Vec<Bought>,
    #[serde(default)]
    pub counts: Vec<SkuCount>,
    #[serde(default)]
    pub payments: Vec<PaymentRow>,
    /// Of attempts through a provider.
    #[serde(default)]
    pub payment_steps: Vec<PaymentStep>,
    #[serde(default)]
    pub sold: Vec<Sold>,
    #[serde(default)]
    pub evaluations: Vec<EvaluationRow>,
    /// To its member.
    #[serde(default, rename = "told")]
    pub notices: Vec<MemberNotice>,
    #[serde(default)]
    pub notifications: Vec<NotificationDraft>,
}

impl ShopWrite {
    /// The next version of an order and nothing beside it.
    #[must_use]
    pub const fn of(order: ShopOrder) -> Self {
        Self {
            command: None,
            order,
            refund: None,
            without_order: false,
            placing: Placing::None,
            money: Vec::new(),
            score: Vec::new(),
            coupon: None,
            bought: Vec::new(),
            counts: Vec::new(),
            payments: Vec::new(),
            sold: Vec::new(),
            evaluations: Vec::new(),
            notices: Vec::new(),
            payment_steps: Vec::new(),
            notifications: Vec::new(),
        }
    }
}
