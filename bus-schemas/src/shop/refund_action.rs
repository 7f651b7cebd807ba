//! Commands about a refund of a shop order.

use serde::{Deserialize, Serialize};

use super::Cents;
use super::payment::RefundState;
use super::pieces::LinePieces;
use super::refund::{LineReason, RefundType};

/// What of a line is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundLine {
    pub line: u32,
    /// Pieces; 0 for goodwill, which staff alone gives.
    pub quantity: i64,
    /// What staff pays in place of what the pieces are worth.
    #[serde(default)]
    pub amount: Option<Cents>,
}

/// A command about a refund; `refund` is its number within the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "refund_do")]
pub enum RefundAction {
    Apply {
        kind: RefundType,
        lines: Vec<RefundLine>,
        reason: String,
        description: String,
        images: Vec<String>,
    },
    Withdraw {
        refund: u32,
    },
    Agree {
        refund: u32,
        lines: Option<Vec<RefundLine>>,
        freight: Option<Cents>,
        reason: String,
        return_address_id: i64,
        /// The member gets the coupon of the order back with the money.
        #[serde(default)]
        coupon_back: bool,
    },
    Refuse {
        refund: u32,
        reason: String,
    },
    /// The goods need not come back, or were inspected: the money goes out.
    Waive {
        refund: u32,
        /// After an inspection: lower amounts than were agreed to; then with a reason.
        #[serde(default)]
        lines: Option<Vec<RefundLine>>,
        #[serde(default)]
        reason: String,
    },
    Ship {
        refund: u32,
        company: String,
        courier_number: String,
        /// Addresses of pictures of what is sent.
        #[serde(default)]
        images: Vec<String>,
    },
    /// The goods are here: so many of each line.
    Receive {
        refund: u32,
        lines: Option<Vec<LinePieces>>,
        /// Of lines of which less came: why less is paid.
        #[serde(default)]
        reasons: Vec<LineReason>,
    },
    /// What came is not taken back.
    Reject {
        refund: u32,
        reason: String,
        /// Addresses of pictures that show why.
        #[serde(default)]
        images: Vec<String>,
    },
    /// The provider is asked again to pay it back.
    Retry {
        refund: u32,
    },
    /// Whoever sends it settles the refund next, and nobody else meanwhile: the system asks the provider, staff pays it
    /// another way.
    Claim {
        refund: u32,
        /// Of staff: the key of the command that pays it another way.
        #[serde(default)]
        key: Option<String>,
    },
    /// What the provider could not pay back is paid another way: `balance` or `hand`. It was claimed for this command.
    PayOtherwise {
        refund: u32,
        way: String,
        note: String,
    },
    /// What the provider says of it.
    PaidBack {
        refund: u32,
        state: RefundState,
        /// The key of the claim under which it was asked; none of what it tells by itself.
        #[serde(default)]
        claim: Option<String>,
    },
}

impl RefundAction {
    /// Its name, as in routes, permission nodes and the history.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Apply { .. } => "refundApply",
            Self::Withdraw { .. } => "refundWithdraw",
            Self::Agree { .. } => "refundAgree",
            Self::Refuse { .. } => "refundRefuse",
            Self::Waive { .. } => "refundWaive",
            Self::Ship { .. } => "refundShip",
            Self::Receive { .. } => "refundReceive",
            Self::Reject { .. } => "refundReject",
            Self::Retry { .. } => "refundRetry",
            Self::Claim { .. } => "refundClaim",
            Self::PayOtherwise { .. } => "refundPayOtherwise",
            Self::PaidBack { .. } => "refundPaidBack",
        }
    }
}
