//! Payments through a provider: what an order knows of them, what a provider says, and what is written of it.

use serde::{Deserialize, Serialize};

use super::Cents;
use super::order::{PayMethod, ShopBy};

/// States of a payment: its row has one of these codes.
pub mod status {
    /// The attempt is written; the provider may not know it yet.
    pub const BEGUN: u8 = 0;
    pub const PAID: u8 = 1;
    /// It can't be paid any more.
    pub const CLOSED: u8 = 2;
    /// Money came that does not pay for anything as it is.
    pub const EXCEPTION: u8 = 3;
    /// The money of an exception has gone back.
    pub const SETTLED: u8 = 4;
}

/// Why a payment that came is an exception.
pub mod reason {
    /// After the order was closed.
    pub const LATE: &str = "late";
    /// The order is paid already.
    pub const TWICE: &str = "twice";
    /// Another amount.
    pub const AMOUNT: &str = "amount";
    /// Another currency.
    pub const CURRENCY: &str = "currency";
    /// To another merchant.
    pub const PAYEE: &str = "payee";
    /// The provider does not say how it ended.
    pub const SILENT: &str = "silent";
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

/// What a provider says of a payment that succeeded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Received {
    pub out_trade_no: String,
    pub transaction_id: String,
    pub amount: Cents,
    pub currency: String,
    /// The merchant whom it was paid to.
    pub payee: String,
    /// When it was paid, Unix seconds.
    pub at: i64,
}

/// What a provider says of a refund.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "refund_state")]
pub enum RefundState {
    /// It was taken and is not done.
    Processing,
    /// The money is back, at this time in Unix seconds.
    Success { at: i64 },
    /// It can't be done; a person has to look.
    Abnormal { why: String },
    /// The provider does not know of it.
    NotFound,
    /// The provider does not answer, or not in a way that can be believed.
    Unknown { why: String },
}

impl RefundState {
    /// Why the money is not back yet, as a code for the history; empty where it is.
    #[must_use]
    pub const fn unfinished(&self) -> &'static str {
        match self {
            Self::Success { .. } => "",
            Self::Processing => "processing",
            Self::Abnormal { .. } => "abnormal",
            Self::NotFound => "not_found",
            Self::Unknown { .. } => "unknown",
        }
    }
}

/// A change of a payment's row, guarded by the state that it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "step")]
pub enum PaymentStep {
    Begin {
        out_trade_no: String,
        method: PayMethod,
        scene: String,
        amount: Cents,
    },
    /// It can't be paid any more.
    Close {
        out_trade_no: String,
    },
    /// It pays the order. What is more than the order's amount goes back.
    Paid {
        received: Received,
        method: PayMethod,
        surplus: Cents,
        /// A person accepts what was an exception.
        accepted: bool,
    },
    /// It does not pay for anything; `back`: it goes back by itself.
    Exception {
        received: Received,
        method: PayMethod,
        why: String,
        back: bool,
    },
}

impl PaymentStep {
    /// The attempt that it is about.
    #[must_use]
    pub fn out_trade_no(&self) -> &str {
        match self {
            Self::Begin { out_trade_no, .. } | Self::Close { out_trade_no } => out_trade_no,
            Self::Paid { received, .. } | Self::Exception { received, .. } => &received.out_trade_no,
        }
    }

    /// The states that the row may be in before; none where there is no row yet.
    #[must_use]
    pub const fn from(&self) -> &'static [u8] {
        match self {
            Self::Begin { .. } => &[],
            Self::Close { .. } => &[status::BEGUN],
            Self::Paid { accepted: true, .. } => &[status::EXCEPTION],
            Self::Paid { .. } | Self::Exception { .. } => &[status::BEGUN, status::CLOSED],
        }
    }

    /// Whether it also goes on from an exception whose provider had not said how it ended.
    #[must_use]
    pub const fn ends_silence(&self) -> bool {
        !matches!(self, Self::Begin { .. } | Self::Paid { accepted: true, .. })
    }

    /// Whether nothing of the payment may be on its way back.
    #[must_use]
    pub const fn keeps_all(&self) -> bool {
        matches!(self, Self::Paid { accepted: true, .. })
    }
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
