//! Refunds of a shop order. They live within the order, so that two of them can't pass its caps together.

use serde::{Deserialize, Serialize};

use super::Cents;
use super::codes::stored_as_code;
use super::pieces::LinePieces;
use super::shares::RefundShare;
use crate::ids::OrderId;

/// What comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "i64", try_from = "i64")]
pub enum RefundType {
    Money,
    GoodsAndMoney,
}

impl RefundType {
    /// The code in the database and on the wire.
    #[must_use]
    pub const fn code(self) -> i64 {
        match self {
            Self::Money => 1,
            Self::GoodsAndMoney => 2,
        }
    }

    /// The one with that code.
    #[must_use]
    pub fn of_code(code: i64) -> Option<Self> {
        [Self::Money, Self::GoodsAndMoney].into_iter().find(|one| one.code() == code)
    }
}

stored_as_code!(RefundType);

/// Goods that came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    pub parcel: u32,
    /// The outbound order that they had left with.
    pub outbound: OrderId,
    pub lines: Vec<LinePieces>,
    /// The warehouse has taken them in.
    #[serde(default)]
    pub done: bool,
}

/// What is said about a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineReason {
    pub line: u32,
    pub reason: String,
}

/// Pieces of a line that did not come back though they were to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    pub line: u32,
    pub quantity: i64,
    pub reason: String,
}

/// How a refund is paid out, where a provider does it or could not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Payout {
    /// When the provider is asked next, Unix seconds.
    pub ask_at: Option<i64>,
    /// How often it was asked.
    pub asked: u32,
    /// What it said last.
    pub said: String,
    /// Empty: the way the money came; else `balance` or `hand`.
    pub way: String,
    /// What the person noted who chose the way.
    pub note: String,
    /// When the money was back, Unix seconds.
    pub paid_at: Option<i64>,
    /// Who settles it now: nobody else may meanwhile.
    pub claim: Option<PayoutClaim>,
}

/// Who settles a refund: from the decision to do so until it is known what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayoutClaim {
    /// The key of the command that claimed it, which names who sent it.
    pub key: String,
    /// When it is over, Unix seconds, where nobody says what came of it.
    pub until: i64,
}

impl Payout {
    /// Whether nobody was asked yet.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// A request for a refund, or a refund that the shop made by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopRefund {
    /// The number within the order, from 1.
    pub no: u32,
    pub refund_no: String,
    #[serde(rename = "type")]
    pub kind: RefundType,
    pub lines: Vec<RefundShare>,
    #[serde(default)]
    pub reason: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub images: Vec<String>,
    /// 1 waits for a decision, 2 agreed, 3 refused.
    pub audit_status: u8,
    /// 0 waiting, 1 in progress, 2 done, 3 ended without money.
    pub status: u8,
    /// 0 none, 1 sent by the member, 2 received.
    pub user_ship_status: u8,
    pub asked_amount: Cents,
    pub refund_amount: Cents,
    #[serde(default)]
    pub score_back: i64,
    /// Score that the order had earned and that was to be taken back: no more went than the member had.
    #[serde(default)]
    pub earned_back: i64,
    #[serde(default)]
    pub return_address_id: i64,
    /// The order's coupon goes back with the money, though something of the order may be kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coupon_back: bool,
    #[serde(default)]
    pub company: String,
    #[serde(default)]
    pub courier_number: String,
    /// Of goods that are sent back: addresses of pictures that the member took of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ship_images: Vec<String>,
    /// By when the member has to send the goods, Unix seconds.
    #[serde(default)]
    pub ship_due: Option<i64>,
    /// The member was told that this time runs out, or had too little of it to be told.
    #[serde(default)]
    pub warned: bool,
    /// 0 none, 1 processing, 2 success, 3 abnormal.
    #[serde(default)]
    pub pay_status: u8,
    /// When the money was back, Unix seconds.
    #[serde(default)]
    pub paid_time: Option<i64>,
    #[serde(default)]
    pub out_refund_no: String,
    #[serde(default, skip_serializing_if = "Payout::is_none")]
    pub payout: Payout,
    #[serde(default)]
    pub refuse_reason: String,
    #[serde(default)]
    pub end_reason: String,
    /// What came back, by the parcel it had left with.
    #[serde(default)]
    pub arrivals: Vec<Arrival>,
    /// What did not come back.
    #[serde(default)]
    pub missing: Vec<Missing>,
    /// Of goods that were not taken back: addresses of pictures that show why.
    #[serde(default)]
    pub reject_images: Vec<String>,
    /// Unix seconds.
    pub create_time: i64,
    pub update_time: i64,
}

impl ShopRefund {
    /// Whether it still goes somewhere.
    #[must_use]
    pub const fn open(&self) -> bool {
        self.status < 2
    }
}
