//! Commands to shop orders and their answers.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Cents;
use super::evaluation::{EvaluationTerms, LineEvaluation};
use super::order::{PayMethod, ShopBy, ShopOrder, ShopStatus};
use super::payment::Received;
use super::pieces::LinePieces;
use crate::ids::{CarrierId, CommandId, OrderId, ProductId};
use crate::warehouse::stock::AskFailure;

/// A command id with who chose it. Members and administrators have names of their own, so that their ids never meet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ShopKey {
    /// `m7` for a member, `a7` for an administrator, `s` for the system.
    pub owner: String,
    pub id: CommandId,
}

impl ShopKey {
    /// The key of somebody's command.
    #[must_use]
    pub fn of(by: ShopBy, id: CommandId) -> Self {
        let owner = match by {
            ShopBy::Member(member) => format!("m{member}"),
            ShopBy::Staff(admin) => format!("a{admin}"),
            ShopBy::System => "s".to_owned(),
        };
        Self { owner, id }
    }
}

impl fmt::Display for ShopKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.owner, self.id)
    }
}

/// What of an order may be changed. `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShopChange {
    pub name: Option<String>,
    pub mobile: Option<String>,
    pub area: Option<Vec<i64>>,
    pub area_text: Option<String>,
    pub address: Option<String>,
    pub admin_remark: Option<String>,
    /// The number of a parcel that has left.
    pub parcel: Option<u32>,
    pub courier_number: Option<String>,
    pub company_id: Option<i64>,
    pub carrier: Option<CarrierId>,
}

/// Where goods of an order that is closed stay, which have been shipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShippedGoods {
    /// They are to come back.
    #[default]
    Back,
    /// They are written off.
    WriteOff,
}

/// What is asked of a shop order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum ShopAction {
    /// Place the order: hold its goods, take coupon and score, and write it.
    Place {
        draft: Box<ShopOrder>,
    },
    /// Pay all of it from the balance, or nothing where nothing is to pay.
    Pay {
        method: PayMethod,
    },
    Cancel {
        reason: String,
    },
    /// Its timer has fired, or something is to do.
    Wake,
    /// An outbound order has lost what was reserved for it: it is reserved afresh, or somebody has to look.
    HoldAgain {
        outbound: OrderId,
    },
    ApplyCancel {
        reason: String,
    },
    TakeBackCancel,
    DecideCancel {
        agree: bool,
        reason: String,
    },
    Deliver {
        parcel: u32,
        company_id: i64,
        carrier: Option<CarrierId>,
        courier_number: String,
        /// What is in it; all of the parcel without.
        lines: Option<Vec<LinePieces>>,
        /// Why it is sent though a refund is asked for its goods; empty: then it is not sent.
        #[serde(default)]
        force: String,
    },
    Edit {
        change: Box<ShopChange>,
    },
    Extend,
    Receive,
    /// What the member says of these lines.
    Evaluate {
        lines: Vec<LineEvaluation>,
        terms: EvaluationTerms,
    },
    Close {
        reason: String,
        goods: ShippedGoods,
        /// Of goods that are to come back: where the member sends them.
        #[serde(default)]
        return_address_id: i64,
    },
    Hide,
    /// An attempt to pay through a provider begins.
    BeginPay {
        method: PayMethod,
        scene: String,
    },
    /// A provider has taken money for an attempt; `fault`: why it can't pay for anything.
    Paid {
        method: PayMethod,
        received: Received,
        fault: Option<String>,
    },
    /// An attempt can't be paid any more.
    PayClosed {
        out_trade_no: String,
    },
    /// A person lets a payment that was an exception pay the order.
    AcceptPay {
        method: PayMethod,
        received: Received,
    },
    Refund(Box<super::refund_action::RefundAction>),
}

impl ShopAction {
    /// Whether it is remembered under its key. What the system does may be done again, and finds nothing to do.
    #[must_use]
    pub fn remembered(&self) -> bool {
        match self {
            Self::Wake | Self::HoldAgain { .. } | Self::PayClosed { .. } => false,
            Self::Refund(action) => {
                use super::refund_action::RefundAction::{Claim, PaidBack};
                !matches!(**action, Claim { key: None, .. } | PaidBack { .. })
            }
            _ => true,
        }
    }

    /// Its name, as in routes, permission nodes and the history.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Place { .. } => "add",
            Self::Pay { .. } => "pay",
            Self::Cancel { .. } => "cancel",
            Self::Wake => "timer",
            Self::HoldAgain { .. } => "holdAgain",
            Self::ApplyCancel { .. } => "applyCancel",
            Self::TakeBackCancel => "takeBackCancel",
            Self::DecideCancel { agree: true, .. } => "cancelAgree",
            Self::DecideCancel { agree: false, .. } => "cancelRefuse",
            Self::Deliver { .. } => "delivery",
            Self::Edit { .. } => "edit",
            Self::Extend => "extend",
            Self::Receive => "receive",
            Self::Evaluate { .. } => "evaluate",
            Self::Close { .. } => "close",
            Self::Hide => "hide",
            Self::BeginPay { .. } => "payBegin",
            Self::Paid { .. } => "paid",
            Self::PayClosed { .. } => "payClosed",
            Self::AcceptPay { .. } => "payAccept",
            Self::Refund(action) => action.name(),
        }
    }
}

/// A command to a shop order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopCommand {
    pub key: ShopKey,
    pub by: ShopBy,
    /// The version that its sender saw, if they know of versions.
    #[serde(default)]
    pub version: Option<i64>,
    /// The day in the site's zone, `YYYY-MM-DD`.
    pub today: String,
    pub action: ShopAction,
}

/// Addressed to the actor of one shop order; for `Place`, `order` is the id that the store gave beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopRequest {
    pub order: OrderId,
    pub command: ShopCommand,
    /// Deadline in Unix milliseconds; afterwards nobody waits for the answer.
    pub deadline: i64,
}

/// A line that can't be had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortLine {
    pub line: u32,
    pub product: ProductId,
    /// Pieces.
    pub wanted: i64,
    pub there: i64,
}

/// Why a shop order refuses a command. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "refused")]
pub enum ShopRefusal {
    #[error("no such order")]
    NotFound,
    /// The state does not allow it.
    #[error("not allowed in this state")]
    Transition { status: ShopStatus, allowed: Vec<String> },
    /// Somebody else changed it since.
    #[error("changed meanwhile")]
    Version { current: i64 },
    /// A field is missing or impossible: its path and the key of the message.
    #[error("{field}: {key}")]
    Invalid { field: String, key: String },
    /// A rule refuses: the key of the message.
    #[error("{key}")]
    Rule { key: String },
    #[error("not enough stock")]
    Short { lines: Vec<ShortLine> },
    #[error("the balance is too small")]
    Balance { lacks: Option<Cents> },
    #[error("the coupon can't be used")]
    Coupon,
    #[error("the score is too small")]
    Score,
    #[error("more than one may buy")]
    Limit { goods_id: i64 },
    /// Less is left of goods that have a counter of their own.
    #[error("sold out")]
    SoldOut { sku_id: i64 },
    /// The command id was used before for something else.
    #[error("the command id was used before for something else")]
    CommandReused,
    /// The warehouse refuses.
    #[error("{refusal}")]
    Stock { refusal: crate::warehouse::stock::StockRefusal },
}

impl ShopRefusal {
    /// A wrong field.
    #[must_use]
    pub fn invalid(field: impl Into<String>, key: &str) -> Self {
        Self::Invalid { field: field.into(), key: key.to_owned() }
    }

    /// A rule that refuses.
    #[must_use]
    pub fn rule(key: &str) -> Self {
        Self::Rule { key: key.to_owned() }
    }
}

/// What a command did to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShopDone {
    pub id: OrderId,
    pub order_no: String,
    pub status: ShopStatus,
    pub version: i64,
    /// The action that was done.
    pub action: String,
    /// Of a refund: its number within the order.
    #[serde(default)]
    pub refund: Option<u32>,
    /// The command had been done before.
    #[serde(default)]
    pub repeated: bool,
    /// The order as it was written; nothing for a repetition.
    #[serde(default)]
    pub order: Option<Box<ShopOrder>>,
}

/// The answer of a shop order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "answer", content = "body")]
pub enum ShopReply {
    Done(ShopDone),
    Refused(ShopRefusal),
    Failed(AskFailure),
}

impl From<AskFailure> for ShopReply {
    fn from(failure: AskFailure) -> Self {
        Self::Failed(failure)
    }
}
