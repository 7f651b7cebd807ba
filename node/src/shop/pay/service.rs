//! What members and providers do about payments: each use case once.

use actors::shop::order::actor::paying;
use actors::shop::payment::{Notice, NoticeError, PayState, Provider, ProviderError, RawNotice, fault};
use bus_schemas::ids::OrderId;
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopReply, ShopRequest};
use bus_schemas::shop::order::{ShopBy, ShopOrder, ShopStatus};
use bus_schemas::shop::payment::{Received, RefundState};
use bus_schemas::shop::refund_action::RefundAction;
use entrepot_store::shop::payments::StoredPayment;

use super::attempt::{BegunPayment, WAIT, begin_at_provider, provider};
use super::recharge_booking;
use crate::error::ServiceError;
use crate::shop::order::service::{self, Intention, refused};
use crate::shop::pay::Payments;

/// How long an order may take to answer, in milliseconds.
const DEADLINE_MS: i64 = 15_000;

/// A key for a claim to settle a payment: nobody else has it.
#[must_use]
pub fn claim_key() -> String {
    uuid::Uuid::now_v7().simple().to_string()
}

/// Begins to pay an order through a provider. An attempt that is open is ended first.
pub async fn begin(
    payments: &Payments,
    member: i64,
    order_no: &str,
    (method, scene): (i64, &str),
    payer_ip: String,
    intention: Intention,
) -> Result<BegunPayment, ServiceError> {
    let provider = provider(payments, method, scene)?;
    let action = ShopAction::BeginPay { method: provider.method(), scene: scene.to_owned() };
    let done = service::ask_own(&payments.shop, member, order_no, action, intention).await?;
    let (order, _) = service::own_detail(&payments.shop.store, member, order_no).await?;
    let open = order.payment.open.clone().ok_or_else(|| ServiceError::refused("shop.pay.done"))?;
    if done.repeated
        && let Some(known) = payments.shop.store.payment(&open.out_trade_no).await?.filter(|known| !known.code_url.is_empty())
    {
        return Ok(BegunPayment { out_trade_no: known.out_trade_no, code_url: known.code_url, parameters: std::collections::BTreeMap::new() });
    }
    let until = order.due_at.unwrap_or_else(|| payments.shop.clock.now());
    match begin_at_provider(payments, &*provider, (open.out_trade_no.clone(), order.pay_amount), (scene, payer_ip, until)).await {
        Ok(begun) => Ok(begun),
        Err(ProviderError::Refused(why)) => {
            tracing::warn!(why, payment = open.out_trade_no, "a provider refuses a payment");
            system(payments, order.id, ShopAction::PayClosed { out_trade_no: open.out_trade_no }).await?;
            Err(ServiceError::Refused {
                key: "shop.pay.refused",
                values: vec![("why", why)],
                facts: serde_json::json!({ "key": "shop.pay.refused" }),
            })
        }
        Err(error) => {
            tracing::warn!(%error, payment = open.out_trade_no, "a provider does not answer");
            Err(ServiceError::refused("shop.pay.silent"))
        }
    }
}

/// Asks an order in the name of the system, under an id that is not remembered.
pub async fn system(payments: &Payments, order: OrderId, action: ShopAction) -> Result<(), ServiceError> {
    let key = bus_schemas::shop::command::ShopKey::of(ShopBy::System, bus_schemas::ids::CommandId::of_bits(uuid::Uuid::now_v7().as_u128()));
    keyed(payments, order, key, action).await
}

async fn keyed(payments: &Payments, order: OrderId, key: bus_schemas::shop::command::ShopKey, action: ShopAction) -> Result<(), ServiceError> {
    let command = ShopCommand { key, by: ShopBy::System, version: None, today: payments.shop.clock.today(), action };
    match payments.shop.system.shop().ask(ShopRequest { order, command, deadline: payments.shop.clock.now_ms() + DEADLINE_MS }).await {
        ShopReply::Done(_) => Ok(()),
        ShopReply::Refused(refusal) => Err(refused(refusal, None)),
        ShopReply::Failed(failure) => Err(failure.into()),
    }
}

/// Books a payment that a provider says was made. The same one again changes nothing.
pub async fn record(payments: &Payments, provider: &dyn Provider, received: &Received) -> Result<(), ServiceError> {
    let method = provider.method();
    let payment = payments.shop.store.payment(&received.out_trade_no).await?.filter(|payment| payment.method == method);
    let Some(payment) = payment else {
        tracing::warn!(payment = received.out_trade_no, "a notice of a payment that nobody has begun");
        return Err(ServiceError::refused("error.not_found"));
    };
    if payment.attempt().has(received) {
        return Ok(());
    }
    if payment.attempt().was_given_up() {
        payments.shop.store.ask_payment_again(&payment, payments.shop.clock.now()).await?;
    }
    let fault = fault(received, provider.payee());
    if payment.order_id == 0 {
        recharge_booking::record(payments, &payment, received, fault).await?;
    } else {
        let action = ShopAction::Paid { method, received: received.clone(), fault: fault.map(str::to_owned) };
        match keyed(payments, OrderId(payment.order_id), paying::key(method, &received.transaction_id), action).await {
            Ok(()) => {}
            // Another call of the same notice was faster.
            Err(ServiceError::Refused { key: "shop.pay.done", .. }) => {}
            Err(error) => return Err(error),
        }
    }
    if payment.attempt().was_given_up() {
        payments.exceptions_changed();
    }
    payments.shop.members.sessions.forget(payment.user_id);
    Ok(())
}

/// An attempt can't be paid any more.
pub async fn over(payments: &Payments, payment: &StoredPayment) -> Result<(), ServiceError> {
    if payment.order_id == 0 {
        return recharge_booking::over(payments, payment).await;
    }
    let action = ShopAction::PayClosed { out_trade_no: payment.out_trade_no.clone() };
    match system(payments, OrderId(payment.order_id), action).await {
        Ok(()) | Err(ServiceError::Refused { key: "shop.pay.done", .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Asks the provider about the open attempt of an order whose member waits for it, unless somebody just has. Answers the
/// order as it is then.
pub async fn refresh(payments: &Payments, order: ShopOrder) -> Result<ShopOrder, ServiceError> {
    let Some(open) = order.payment.open.clone().filter(|_| order.status == ShopStatus::ToPay) else { return Ok(order) };
    let Some(provider) = payments.shop.system.shop().providers().of(open.method).cloned() else { return Ok(order) };
    let now = payments.shop.clock.now();
    if !payments.shop.store.claim_payment_ask(&open.out_trade_no, now - WAIT, now).await? {
        return Ok(order);
    }
    if let Ok(PayState::Paid(received)) = provider.query(&open.out_trade_no).await {
        record(payments, &*provider, &received).await?;
        let (member, order_no) = (order.user_id, order.order_no.clone());
        return Ok(service::own_detail(&payments.shop.store, member, &order_no).await?.0);
    }
    Ok(order)
}

/// Why a notice is not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    #[error("no provider is set up")]
    Nobody,
    #[error(transparent)]
    Notice(#[from] NoticeError),
    #[error("it was not booked")]
    Service(#[from] ServiceError),
}

/// Takes a notice of a provider. It is booked before this returns, so a provider that gets no success sends it again.
pub async fn receive_notice(payments: &Payments, notice: &RawNotice) -> Result<(), NotTaken> {
    let mut wrong = NotTaken::Nobody;
    for provider in payments.shop.system.shop().providers().iter() {
        let verified = match provider.verify(notice, payments.shop.clock.now()) {
            Ok(verified) => verified,
            Err(error) => {
                wrong = error.into();
                continue;
            }
        };
        match verified {
            Notice::Paid(received) => record(payments, &**provider, &received).await?,
            Notice::Refund { out_refund_no, state, .. } => record_refund(payments, &out_refund_no, state).await?,
            Notice::Other => (),
        }
        return Ok(());
    }
    Err(wrong)
}

/// A provider's notice of what became of a refund: of an order's, or of money that came for nothing.
pub async fn record_refund(payments: &Payments, out_refund_no: &str, state: RefundState) -> Result<(), ServiceError> {
    if let Some(payment) = payments.shop.store.payment_of_refund(out_refund_no).await? {
        if payment.refund_no != out_refund_no {
            // It was back before the next was asked for.
            return Ok(());
        }
        let next = actors::shop::payment::refund_after(payment.asked).map(|wait| payments.shop.clock.now() + wait);
        payments.shop.store.payment_refunded(&payment, &state, (next, None), payments.shop.clock.now()).await?;
        payments.exceptions_changed();
        return Ok(());
    }
    let found = payments.shop.store.shop_refund_by_number(out_refund_no).await?;
    let (order, refund) = found.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    let action = ShopAction::Refund(Box::new(RefundAction::PaidBack { refund, state, claim: None }));
    match system(payments, OrderId(order), action).await {
        // This notice came before.
        Ok(()) | Err(ServiceError::Refused { key: "shop.refund.state", .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
