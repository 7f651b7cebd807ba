//! Asks providers at intervals about payments whose result is unknown, and about money that is being paid back.

use std::sync::Arc;

use actors::shop::attempt::{Next, after_asking, after_refund};
use actors::shop::payment::{CLAIM, PayState, Provider, RefundOrder};
use bus_schemas::shop::order::{ShopOrder, ShopStatus};
use bus_schemas::shop::payment::{RefundState, status};
use entrepot_store::shop::payments::StoredPayment;

use super::attempt::{notify_staff, notify_url};
use super::service;
use crate::error::ServiceError;
use crate::shop::pay::Payments;

/// Payments that are asked about together.
const TOGETHER: usize = 16;
/// How long the questions of one sweep may take, in seconds: the next one goes on.
const TIME: u64 = 50;

/// Asks about all that is due. Answers how many it asked about.
pub async fn run(payments: &Payments) -> Result<usize, ServiceError> {
    let due = payments.shop.store.payments_to_ask(payments.shop.clock.now()).await?;
    let began = std::time::Instant::now();
    let mut asked = 0;
    for some in due.chunks(TOGETHER) {
        if began.elapsed().as_secs() >= TIME {
            break;
        }
        let outcomes = futures::future::join_all(some.iter().map(|payment| one(payments, payment))).await;
        for (payment, outcome) in some.iter().zip(outcomes) {
            if let Err(error) = outcome {
                tracing::warn!(%error, payment = payment.out_trade_no, "a payment is not settled; the next sweep goes on");
            }
        }
        asked += some.len();
    }
    Ok(asked)
}

/// Asks about one payment.
pub async fn one(payments: &Payments, payment: &StoredPayment) -> Result<(), ServiceError> {
    let provider = payments.shop.system.shop().providers().of(payment.method).cloned();
    if payment.status == status::BEGUN { begun(payments, payment, provider).await } else { going_back(payments, payment, provider).await }
}

/// Whether what the attempt is for still waits for it.
async fn is_wanted(payments: &Payments, payment: &StoredPayment) -> Result<bool, ServiceError> {
    if payment.order_id == 0 {
        return Ok(payments.shop.store.recharge_of(payment).await?.is_some_and(|order| order.status == 1));
    }
    let order: Option<ShopOrder> = payments.shop.system.shop().store().load(bus_schemas::ids::OrderId(payment.order_id)).await?;
    let open = |order: &ShopOrder| order.payment.open.as_ref().is_some_and(|open| open.out_trade_no == payment.out_trade_no);
    Ok(order.is_some_and(|order| order.status == ShopStatus::ToPay && open(&order)))
}

async fn begun(payments: &Payments, payment: &StoredPayment, provider: Option<Arc<dyn Provider>>) -> Result<(), ServiceError> {
    let state = match &provider {
        Some(provider) if is_wanted(payments, payment).await? => provider.query(&payment.out_trade_no).await.ok(),
        Some(provider) => provider.close(&payment.out_trade_no).await.ok(),
        None => None,
    };
    let still_wanted = matches!(state, Some(PayState::NotFound)) && is_wanted(payments, payment).await?;
    let now = payments.shop.clock.now();
    match (after_asking(state, still_wanted, payment.asked, now), provider) {
        (Next::Book(received), Some(provider)) => service::record(payments, &*provider, &received).await,
        // Nobody else can have said so.
        (Next::Book(_), None) => Ok(()),
        (Next::Over, _) => service::over(payments, payment).await,
        (Next::Ask(next), _) => {
            payments.shop.store.payment_asked(payment, next, now).await?;
            if next.is_none() {
                let received = payment.as_received();
                notify_staff(payments, &payment.order_no, payment.order_id, &received, bus_schemas::shop::payment::reason::SILENT).await;
            }
            Ok(())
        }
    }
}

async fn going_back(payments: &Payments, payment: &StoredPayment, provider: Option<Arc<dyn Provider>>) -> Result<(), ServiceError> {
    let refund = RefundOrder {
        out_trade_no: payment.out_trade_no.clone(),
        out_refund_no: payment.refund_no.clone(),
        amount: payment.refund_amount,
        total: payment.received,
        reason: payment.notice.clone(),
        notify_url: notify_url(payments, "refundNotify"),
    };
    // Whoever asks claims it first: nobody pays it back another way meanwhile.
    let (key, since) = (service::claim_key(), payments.shop.clock.now());
    if !payments.shop.store.claim_payment_back(payment, &key, since).await? || payments.shop.clock.now() >= since + CLAIM {
        return Ok(());
    }
    let state = match provider {
        Some(_) => payments.shop.system.shop().providers().refund(payment.method, &refund).await,
        None => RefundState::Unknown { why: "the provider is not set up".into() },
    };
    let now = payments.shop.clock.now();
    let (next, needs_person) = after_refund(&state, payment.asked, now);
    payments.shop.store.payment_refunded(payment, &state, (next, Some(key.as_str())), now).await?;
    if matches!(state, RefundState::Success { .. }) {
        payments.exceptions_changed();
    }
    if needs_person {
        notify_staff(payments, &payment.order_no, payment.order_id, &payment.as_received(), "refund").await;
    }
    Ok(())
}
