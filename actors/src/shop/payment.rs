//! Providers that take payments, as the shop needs them, and what is judged of what they say: pure but for the port.
//!
//! A provider is asked under numbers that the shop has written before, so that every call may be repeated: the same
//! number never takes or pays money twice. A silent provider is no answer: the outcome is asked for later.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::PayMethod;
use bus_schemas::shop::payment::{Received, RefundState, reason};

/// The currency of the shop.
pub const CURRENCY: &str = "CNY";
/// Seconds until a begun payment is asked about, time after time.
const ASK_AFTER: &[i64] = &[60, 240, 600, 1_800, 3_600, 10_800, 21_600, 43_200];
/// Seconds until a refund that is not done is asked about, time after time.
const REFUND_AFTER: &[i64] = &[60, 60, 60, 60, 60, 300, 600, 1_200, 1_800, 3_600, 10_800, 21_600];

/// Seconds that a claim to settle money holds where nobody says what came of it: longer than any answer of a provider takes.
pub const CLAIM: i64 = 60;

/// How long to wait before a begun payment is asked about again; nothing when it was asked about often enough.
#[must_use]
pub fn ask_after(asked: u32) -> Option<i64> {
    usize::try_from(asked).ok().and_then(|asked| ASK_AFTER.get(asked)).copied()
}

/// The same for a refund.
#[must_use]
pub fn refund_after(asked: u32) -> Option<i64> {
    usize::try_from(asked).ok().and_then(|asked| REFUND_AFTER.get(asked)).copied()
}

/// Why what a provider says was paid can't be ours: its currency or whom it was paid to. The amount is the order's to
/// judge.
#[must_use]
pub fn fault(received: &Received, payee: &str) -> Option<&'static str> {
    if received.payee != payee {
        Some(reason::PAYEE)
    } else if received.currency != CURRENCY {
        Some(reason::CURRENCY)
    } else {
        None
    }
}

/// An attempt to pay, as a provider is told of it.
#[derive(Clone, Debug)]
pub struct BeginPayment {
    pub out_trade_no: String,
    pub amount: Cents,
    pub description: String,
    /// `native`, `jsapi`, `h5` or `mini`.
    pub scene: String,
    /// The member's address on the network.
    pub payer_ip: String,
    /// Until when it may be paid, Unix seconds.
    pub expires_at: i64,
    /// Where the provider tells what happens; nothing where this site has no public address.
    pub notify_url: Option<String>,
}

/// How the member goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Begun {
    /// Shown as a QR code, or opened.
    pub code_url: String,
    /// What a page within the provider's app is called with.
    pub parameters: BTreeMap<String, String>,
}

/// What a provider says of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PayState {
    /// It may still be paid.
    Open,
    Paid(Received),
    /// It can't be paid any more.
    Closed,
    NotFound,
}

/// A refund, as a provider is told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefundOrder {
    pub out_trade_no: String,
    /// Kept on every repetition.
    pub out_refund_no: String,
    pub amount: Cents,
    /// What was paid in all.
    pub total: Cents,
    pub reason: String,
    pub notify_url: Option<String>,
}

/// A call as it came from a provider.
#[derive(Clone, Debug)]
pub struct RawNotice {
    pub path: String,
    /// By lower-case name.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

/// What a provider tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Paid(Received),
    Refund {
        out_trade_no: String,
        out_refund_no: String,
        state: RefundState,
    },
    /// Nothing that concerns the shop.
    Other,
}

/// Why a notice is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoticeError {
    #[error("the signature is wrong")]
    Signature,
    #[error("the time is not that of now")]
    Time,
    #[error("it can't be read")]
    Form,
}

/// Why a provider did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// Nobody knows whether it was done.
    #[error("no answer: {0}")]
    Silent(String),
    /// It was not done.
    #[error("refused: {0}")]
    Refused(String),
    /// The bill is not there yet.
    #[error("not there yet")]
    NotYet,
}

/// A row of a provider's bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillRow {
    pub out_trade_no: String,
    pub transaction_id: String,
    /// Of a refund; empty of a payment.
    pub out_refund_no: String,
    pub amount: Cents,
    /// Unix seconds.
    pub at: i64,
}

/// A provider.
#[async_trait]
pub trait Provider: Send + Sync + 'static {
    fn method(&self) -> PayMethod;

    /// Whom members pay to there.
    fn payee(&self) -> &str;

    /// The scenes that it serves.
    fn scenes(&self) -> &[&str];

    async fn begin(&self, payment: &BeginPayment) -> Result<Begun, ProviderError>;

    async fn query(&self, out_trade_no: &str) -> Result<PayState, ProviderError>;

    /// Ends an attempt. Unless it answers that it is paid, it can't be paid afterwards, even if it was not known.
    async fn close(&self, out_trade_no: &str) -> Result<PayState, ProviderError>;

    async fn refund(&self, refund: &RefundOrder) -> Result<RefundState, ProviderError>;

    async fn query_refund(&self, out_refund_no: &str) -> Result<RefundState, ProviderError>;

    /// Reads a notice if it is the provider's own. `now` in Unix seconds.
    fn verify(&self, notice: &RawNotice, now: i64) -> Result<Notice, NoticeError>;

    /// What was paid and paid back on a day, `YYYY-MM-DD`.
    async fn bill(&self, day: &str) -> Result<Vec<BillRow>, ProviderError>;
}

/// The providers that are set up.
#[derive(Clone, Default)]
pub struct Providers(Arc<[Arc<dyn Provider>]>);

impl Providers {
    #[must_use]
    pub fn new(all: Vec<Arc<dyn Provider>>) -> Self {
        Self(all.into())
    }

    /// The provider of a method.
    #[must_use]
    pub fn of(&self, method: PayMethod) -> Option<&Arc<dyn Provider>> {
        self.0.iter().find(|provider| provider.method() == method)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Provider>> {
        self.0.iter()
    }

    /// Asks for a refund; asks again under the same number, it is paid once.
    pub async fn refund(&self, method: PayMethod, refund: &RefundOrder) -> RefundState {
        let Some(provider) = self.of(method) else { return RefundState::Unknown { why: "the provider is not set up".into() } };
        answered(provider.refund(refund).await)
    }

    /// What became of a refund.
    pub async fn refunded(&self, method: PayMethod, out_refund_no: &str) -> RefundState {
        let Some(provider) = self.of(method) else { return RefundState::Unknown { why: "the provider is not set up".into() } };
        answered(provider.query_refund(out_refund_no).await)
    }
}

fn answered(answer: Result<RefundState, ProviderError>) -> RefundState {
    match answer {
        Ok(state) => state,
        Err(ProviderError::Refused(why)) => RefundState::Abnormal { why },
        Err(error) => RefundState::Unknown { why: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_for_others_or_of_another_kind_is_no_payment() {
        let received = |payee: &str, currency: &str| Received {
            out_trade_no: "1".into(),
            transaction_id: "t".into(),
            amount: Cents(1),
            currency: currency.into(),
            payee: payee.into(),
            at: 0,
        };
        assert_eq!(fault(&received("m", CURRENCY), "m"), None);
        assert_eq!(fault(&received("n", CURRENCY), "m"), Some(reason::PAYEE));
        assert_eq!(fault(&received("m", "USD"), "m"), Some(reason::CURRENCY));
    }

    #[test]
    fn asking_ends() {
        assert_eq!((ask_after(0), ask_after(8)), (Some(60), None));
        assert_eq!((refund_after(0), refund_after(12)), (Some(60), None));
    }
}
