//! What it means that something could not be sent, whoever was asked to send it.

/// The meaning of a refusal, the same for every provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The server was not reached, so nothing was sent.
    Unreachable,
    /// It takes no more for now.
    Later,
    /// The address or number is wrong or blocked.
    Address,
    /// Key, secret, template or another setting is wrong.
    SetUp,
    /// The account has no money left.
    Money,
    /// Refused for another reason.
    Refused,
    /// It may have been sent: no clear answer came.
    Unknown,
}

impl Fault {
    /// As in keys of texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Later => "later",
            Self::Address => "address",
            Self::SetUp => "set_up",
            Self::Money => "money",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
        }
    }

    /// Whether another provider may be asked: this one has not sent it, and the address is not to blame.
    #[must_use]
    pub const fn asks_next(self) -> bool {
        match self {
            Self::Unreachable | Self::Later | Self::SetUp | Self::Money | Self::Refused => true,
            Self::Address | Self::Unknown => false,
        }
    }
}

/// Why something was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", fault.name())]
pub struct Failure {
    pub fault: Fault,
    /// In the other side's words; without secrets.
    pub reason: String,
}

/// Letters of a reason.
const REASON_MAX: usize = 300;

impl Failure {
    #[must_use]
    pub fn new(fault: Fault, reason: impl ToString) -> Self {
        Self { fault, reason: reason.to_string().chars().take(REASON_MAX).collect() }
    }

    /// Of a call that brought no answer: one that never reached the server sent nothing. The address, which may hold a secret,
    /// is left out.
    #[must_use]
    pub fn of_call(error: reqwest::Error) -> Self {
        let fault = if error.is_connect() || error.is_builder() { Fault::Unreachable } else { Fault::Unknown };
        Self::new(fault, error.without_url())
    }
}
