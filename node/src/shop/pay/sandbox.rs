//! The sandbox: a small provider over HTTP, to try payments with (`ops/docs/sandbox-payments.md` has its protocol). Calls,
//! answers and notices are signed. What is not signed is no answer, so its outcome is unknown.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use actors::clock::SharedClock;
use actors::shop::payment::{BeginPayment, Begun, BillRow, CURRENCY, Notice, NoticeError, PayState, Provider, ProviderError, RawNotice, RefundOrder};
use async_trait::async_trait;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::PayMethod;
use bus_schemas::shop::payment::{Received, RefundState};
use reqwest::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::signing::{ANSWER, MERCHANT, NONCE, SIGNATURE, Signed, TIMESTAMP};
use crate::config::services::SandboxPayConfig;
use crate::outgoing::OutgoingClient;

/// How long the provider may take: shorter than a request may.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Seconds for which the sandbox is not called after a time-out, so that orders without payments do not wait for it.
const REST: i64 = 10;
/// Longest answer, and longest bill, in bytes.
const ANSWER_MAX: usize = 64 * 1024;
const BILL_MAX: usize = 32 * 1024 * 1024;

static CLIENT: LazyLock<Result<reqwest::Client, String>> = LazyLock::new(|| {
    let builder = reqwest::Client::builder().timeout(TIME_LIMIT).no_proxy().redirect(reqwest::redirect::Policy::none());
    builder.build().map_err(|error| error.to_string())
});

/// The provider.
pub struct Sandbox {
    config: SandboxPayConfig,
    clock: SharedClock,
    /// Until when it is not called after a time-out, in Unix seconds.
    rests_until: AtomicI64,
}

/// A payment, as the sandbox tells of it. Amounts are cents.
#[derive(Deserialize)]
struct Payment {
    out_trade_no: String,
    /// `open`, `paid` or `closed`.
    state: String,
    #[serde(default)]
    transaction_id: String,
    amount: i64,
    currency: String,
    merchant: String,
    #[serde(default)]
    paid_at: i64,
}

/// A refund, as the sandbox tells of it.
#[derive(Deserialize)]
struct Refund {
    out_trade_no: String,
    out_refund_no: String,
    /// `processing`, `success` or `abnormal`.
    state: String,
    #[serde(default)]
    at: i64,
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
struct Code {
    code_url: String,
}

#[derive(Deserialize)]
struct Bill {
    rows: Vec<Billed>,
}

#[derive(Deserialize)]
struct Billed {
    out_trade_no: String,
    transaction_id: String,
    #[serde(default)]
    out_refund_no: String,
    amount: i64,
    at: i64,
}

#[derive(Deserialize)]
struct NoticeBody {
    #[serde(default)]
    payment: Option<Payment>,
    #[serde(default)]
    refund: Option<Refund>,
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
    #[serde(default)]
    message: String,
}

/// A signed answer.
struct Answered {
    status: u16,
    body: Vec<u8>,
}

/// The last second of the year 9999.
const TIME_MAX: i64 = 253_402_300_799;

/// A time that the sandbox tells, in Unix seconds: what is no time of this era counts as its end.
fn told_time(at: i64) -> i64 {
    at.clamp(0, TIME_MAX)
}

/// An amount that the sandbox tells, in cents.
fn told_amount(amount: i64) -> Result<Cents, ProviderError> {
    if (0..=Cents::MAX.0).contains(&amount) { Ok(Cents(amount)) } else { Err(ProviderError::Silent(format!("{amount} is no amount"))) }
}

impl Payment {
    fn state(self) -> Result<PayState, ProviderError> {
        match self.state.as_str() {
            "open" => Ok(PayState::Open),
            "closed" => Ok(PayState::Closed),
            "paid" => Ok(PayState::Paid(Received {
                out_trade_no: self.out_trade_no,
                transaction_id: self.transaction_id,
                amount: told_amount(self.amount)?,
                currency: self.currency,
                payee: self.merchant,
                at: told_time(self.paid_at),
            })),
            other => Err(ProviderError::Silent(format!("{other} is no state"))),
        }
    }
}

impl Refund {
    fn state(&self) -> RefundState {
        match self.state.as_str() {
            "processing" => RefundState::Processing,
            "success" => RefundState::Success { at: told_time(self.at) },
            "abnormal" => RefundState::Abnormal { why: self.reason.clone() },
            other => RefundState::Unknown { why: format!("{other} is no state") },
        }
    }
}

fn silent(error: impl std::fmt::Display) -> ProviderError {
    ProviderError::Silent(error.to_string())
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ProviderError> {
    serde_json::from_slice(body).map_err(silent)
}

impl Sandbox {
    #[must_use]
    pub const fn new(config: SandboxPayConfig, clock: SharedClock) -> Self {
        Self { config, clock, rests_until: AtomicI64::new(0) }
    }

    async fn call(&self, method: Method, path: &str, body: &Value, most: usize) -> Result<Answered, ProviderError> {
        let body = if method == Method::GET { Vec::new() } else { body.to_string().into_bytes() };
        let url = reqwest::Url::parse(&format!("{}{path}", self.config.url)).map_err(silent)?;
        let signed_path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        let nonce = uuid::Uuid::new_v4().simple().to_string();
        let signed = Signed { method: method.as_str(), path: &signed_path, timestamp: self.clock.now(), nonce: &nonce, body: &body };
        let client = CLIENT.as_ref().map_err(silent)?;
        if self.rests_until.load(Ordering::Relaxed) > signed.timestamp {
            return Err(ProviderError::Silent("it did not answer a moment ago".into()));
        }
        let asked = client
            .request(method.clone(), url)
            .header(MERCHANT, &self.config.merchant)
            .header(TIMESTAMP, signed.timestamp)
            .header(NONCE, &nonce)
            .header(SIGNATURE, signed.signature(&self.config.secret))
            .header("content-type", "application/json")
            .body(body.clone());
        let answer = asked.send().await.map_err(|error| {
            if error.is_timeout() {
                self.rests_until.store(self.clock.now() + REST, Ordering::Relaxed);
            }
            silent(error.without_url())
        })?;
        let status = answer.status().as_u16();
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
        let (timestamp, signature) = (header(TIMESTAMP).parse().unwrap_or(0), header(SIGNATURE));
        let body = OutgoingClient::body(answer, most).await.map_err(silent)?;
        let said = Signed { method: ANSWER, path: &signed_path, timestamp, nonce: &nonce, body: &body };
        if !said.is_of(self.clock.now()) || !said.fits(&self.config.secret, &signature) {
            return Err(ProviderError::Silent("the answer is not signed as it should be".into()));
        }
        Ok(Answered { status, body })
    }

    /// The body of a success, nothing where there is no such thing.
    async fn ask(&self, method: Method, path: &str, body: &Value) -> Result<Option<Vec<u8>>, ProviderError> {
        let Answered { status, body } = self.call(method, path, body, ANSWER_MAX).await?;
        match status {
            200..=299 => Ok(Some(body)),
            404 => Ok(None),
            400..=499 => {
                let Refusal { code, message } = read(&body)?;
                Err(ProviderError::Refused(format!("{code} {message}").trim().to_owned()))
            }
            status => Err(ProviderError::Silent(format!("status {status}"))),
        }
    }

    async fn payment(&self, method: Method, path: &str) -> Result<PayState, ProviderError> {
        match self.ask(method, path, &json!({})).await? {
            Some(body) => read::<Payment>(&body)?.state(),
            None => Ok(PayState::NotFound),
        }
    }
}

#[async_trait]
impl Provider for Sandbox {
    fn method(&self) -> PayMethod {
        PayMethod::Sandbox
    }

    fn payee(&self) -> &str {
        &self.config.merchant
    }

    fn scenes(&self) -> &[&str] {
        &["native", "h5"]
    }

    async fn begin(&self, payment: &BeginPayment) -> Result<Begun, ProviderError> {
        let body = json!({
            "out_trade_no": payment.out_trade_no, "amount": payment.amount.0, "currency": CURRENCY, "description": payment.description,
            "scene": payment.scene, "payer_ip": payment.payer_ip, "expires_at": payment.expires_at, "notify_url": payment.notify_url,
        });
        let answer = self.ask(Method::POST, "/payments", &body).await?;
        let Code { code_url } = read(&answer.ok_or_else(|| ProviderError::Refused("not found".into()))?)?;
        if !code_url.starts_with("https://") && !code_url.starts_with("http://") {
            return Err(ProviderError::Silent("code_url is no address".into()));
        }
        Ok(Begun { code_url, ..Begun::default() })
    }

    async fn query(&self, out_trade_no: &str) -> Result<PayState, ProviderError> {
        self.payment(Method::GET, &format!("/payments/{out_trade_no}")).await
    }

    async fn close(&self, out_trade_no: &str) -> Result<PayState, ProviderError> {
        self.payment(Method::POST, &format!("/payments/{out_trade_no}/close")).await
    }

    async fn refund(&self, refund: &RefundOrder) -> Result<RefundState, ProviderError> {
        let body = json!({
            "out_trade_no": refund.out_trade_no, "out_refund_no": refund.out_refund_no, "amount": refund.amount.0, "total": refund.total.0,
            "reason": refund.reason, "notify_url": refund.notify_url,
        });
        match self.ask(Method::POST, "/refunds", &body).await? {
            Some(body) => Ok(read::<Refund>(&body)?.state()),
            None => Err(ProviderError::Refused("the payment is not known".into())),
        }
    }

    async fn query_refund(&self, out_refund_no: &str) -> Result<RefundState, ProviderError> {
        match self.ask(Method::GET, &format!("/refunds/{out_refund_no}"), &Value::Null).await? {
            Some(body) => Ok(read::<Refund>(&body)?.state()),
            None => Ok(RefundState::NotFound),
        }
    }

    fn verify(&self, notice: &RawNotice, now: i64) -> Result<Notice, NoticeError> {
        let header = |name: &str| notice.headers.get(name).map(String::as_str).unwrap_or_default();
        let timestamp = header(TIMESTAMP).parse().map_err(|_| NoticeError::Signature)?;
        let signed = Signed { method: "POST", path: &notice.path, timestamp, nonce: header(NONCE), body: &notice.body };
        if header(MERCHANT) != self.config.merchant || !signed.fits(&self.config.secret, header(SIGNATURE)) {
            return Err(NoticeError::Signature);
        }
        if !signed.is_of(now) {
            return Err(NoticeError::Time);
        }
        let body: NoticeBody = serde_json::from_slice(&notice.body).map_err(|_| NoticeError::Form)?;
        if let Some(payment) = body.payment {
            return match payment.state() {
                Ok(PayState::Paid(received)) => Ok(Notice::Paid(received)),
                Ok(_) => Ok(Notice::Other),
                Err(_) => Err(NoticeError::Form),
            };
        }
        Ok(body.refund.map_or(Notice::Other, |refund| {
            let state = refund.state();
            Notice::Refund { out_trade_no: refund.out_trade_no, out_refund_no: refund.out_refund_no, state }
        }))
    }

    async fn bill(&self, day: &str) -> Result<Vec<BillRow>, ProviderError> {
        let Answered { status, body } = self.call(Method::GET, &format!("/bill?day={day}"), &Value::Null, BILL_MAX).await?;
        match status {
            200..=299 => {}
            409 => return Err(ProviderError::NotYet),
            status => return Err(ProviderError::Silent(format!("status {status}"))),
        }
        let row = |row: Billed| {
            Ok::<_, ProviderError>(BillRow {
                out_trade_no: row.out_trade_no,
                transaction_id: row.transaction_id,
                out_refund_no: row.out_refund_no,
                amount: told_amount(row.amount)?,
                at: told_time(row.at),
            })
        };
        read::<Bill>(&body)?.rows.into_iter().map(row).collect()
    }
}
