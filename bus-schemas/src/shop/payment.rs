//! Payments through a provider: what it says of them, and what is written of it.

use serde::{Deserialize, Serialize};

use super::Cents;
use super::order::PayMethod;

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
