//! An attempt to pay through a provider, whatever is paid: begun at the provider, and reported where it needs a person.

use actors::shop::payment::{BeginPayment, Provider, ProviderError};
use bus_schemas::notification::{Fact, NotificationKind};
use bus_schemas::shop::order::PayMethod;
use bus_schemas::shop::payment::Received;

use crate::error::ServiceError;
use crate::shop::pay::Payments;

/// Seconds between two questions about a payment that its member waits for.
pub const WAIT: i64 = 3;

/// A payment that a member has begun.
pub struct BegunPayment {
    pub out_trade_no: String,
    pub code_url: String,
    pub parameters: std::collections::BTreeMap<String, String>,
}

/// Where a provider sends its notices; nothing where this site has no public address.
#[must_use]
pub fn notify_url(payments: &Payments, name: &str) -> Option<String> {
    payments.public_url.as_ref().map(|url| format!("{url}/api/shop.Pay/{name}"))
}

/// The provider of a method, if it is set up and serves the scene.
pub fn provider(payments: &Payments, method: i64, scene: &str) -> Result<std::sync::Arc<dyn Provider>, ServiceError> {
    let wrong = || ServiceError::field("method", "shop.pay.method");
    let method = PayMethod::of_code(method).ok_or_else(wrong)?;
    let provider = payments.shop.system.shop().providers().of(method).cloned().ok_or_else(wrong)?;
    if provider.scenes().contains(&scene) { Ok(provider) } else { Err(ServiceError::field("scene", "error.choice")) }
}

/// Begins a payment at its provider, from an attempt that is written. What it refuses is closed; where it is silent the attempt stays.
pub async fn begin_at_provider(
    payments: &Payments,
    provider: &dyn Provider,
    (out_trade_no, amount): (String, bus_schemas::shop::Cents),
    (scene, payer_ip, expires_at): (&str, String, i64),
) -> Result<BegunPayment, ProviderError> {
    let payment = BeginPayment {
        description: out_trade_no.clone(),
        out_trade_no,
        amount,
        scene: scene.to_owned(),
        payer_ip,
        expires_at,
        notify_url: notify_url(payments, "notify"),
    };
    let begun = provider.begin(&payment).await?;
    if let Err(error) = payments.shop.store.keep_payment_code(&payment.out_trade_no, &begun.code_url).await {
        tracing::warn!(%error, payment = payment.out_trade_no, "the way to pay is not kept; the member has it all the same");
    }
    Ok(BegunPayment { out_trade_no: payment.out_trade_no, code_url: begun.code_url, parameters: begun.parameters })
}

/// Notifies the staff of a payment that no order's actor has reported.
pub async fn notify_staff(payments: &Payments, number: &str, order: i64, received: &Received, why: &str) {
    payments.exceptions_changed();
    let mut fact = Fact { id: order, ..Fact::default() };
    fact.data.insert("order_no".into(), number.into());
    fact.data.insert("out_trade_no".into(), received.out_trade_no.clone().into());
    fact.data.insert("amount".into(), received.amount.to_string().into());
    fact.data.insert("why".into(), why.into());
    match payments.shop.store.notify_with_names(&[NotificationKind::PAY_EXCEPTION.draft(fact)]).await {
        Ok(announcements) => payments.shop.system.announce(announcements),
        Err(error) => tracing::error!(%error, payment = received.out_trade_no, why, "nobody was notified of a payment that needs a person"),
    }
}
