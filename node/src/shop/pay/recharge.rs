//! Recharges that are paid through a provider.

use actors::shop::payment::{PayState, ProviderError};
use bus_schemas::shop::Cents;
use entrepot_store::shop::payments::StoredPayment;
use entrepot_store::shop::recharges::RechargeOrder;

use super::attempt::{self, BegunPayment};
use super::{recharge_booking, service};
use crate::error::ServiceError;
use crate::shop::pay::Payments;

/// Begins to pay a member's recharge. Attempts that are open are ended first.
pub async fn begin(
    payments: &Payments,
    member: i64,
    number: &str,
    (method, scene): (i64, &str),
    payer_ip: String,
) -> Result<BegunPayment, ServiceError> {
    let provider = attempt::provider(payments, method, scene)?;
    let own = |order: Option<RechargeOrder>| order.filter(|order| order.user_id == member).ok_or_else(|| ServiceError::refused("error.not_found"));
    let order = own(payments.shop.store.recharge_by_number(number).await?)?;
    for open in payments.shop.store.open_recharge_payments(order.id).await? {
        end(payments, &open).await?;
    }
    let _turn = payments.shop.members.lock(member).await;
    let order = own(payments.shop.store.recharge_by_number(number).await?)?;
    let now = payments.shop.clock.now();
    let out_trade_no = payments.shop.store.begin_recharge_payment(&order, provider.method(), scene, now).await?;
    let amount = Cents::of(order.money).map_err(|error| ServiceError::Internal(error.to_string()))?;
    match attempt::begin_at_provider(payments, &*provider, (out_trade_no.clone(), amount), (scene, payer_ip, order.due_at)).await {
        Ok(begun) => Ok(begun),
        Err(ProviderError::Refused(why)) => {
            payments.shop.store.close_recharge_payment(&order, &out_trade_no, now).await?;
            Err(ServiceError::Refused {
                key: "shop.pay.refused",
                values: vec![("why", why)],
                facts: serde_json::json!({ "key": "shop.pay.refused" }),
            })
        }
        Err(error) => {
            tracing::warn!(%error, payment = out_trade_no, "a provider does not answer");
            Err(ServiceError::refused("shop.pay.silent"))
        }
    }
}

/// A member's recharge and the attempt that is open, asked about unless somebody just has.
pub async fn refresh(payments: &Payments, member: i64, number: &str) -> Result<(RechargeOrder, Option<StoredPayment>), ServiceError> {
    let own = |order: Option<RechargeOrder>| order.filter(|order| order.user_id == member).ok_or_else(|| ServiceError::refused("error.not_found"));
    let order = own(payments.shop.store.recharge_by_number(number).await?)?;
    let open = payments.shop.store.open_recharge_payments(order.id).await?.pop().filter(|_| order.status == 1);
    let Some(payment) = open else { return Ok((order, None)) };
    let (now, provider) = (payments.shop.clock.now(), payments.shop.system.shop().providers().of(payment.method).cloned());
    if let Some(provider) = provider
        && payments.shop.store.claim_payment_ask(&payment.out_trade_no, now - attempt::WAIT, now).await?
        && let Ok(PayState::Paid(received)) = provider.query(&payment.out_trade_no).await
    {
        service::record(payments, &*provider, &received).await?;
        return Ok((own(payments.shop.store.recharge_by_number(number).await?)?, None));
    }
    Ok((order, Some(payment)))
}

/// Ends an open attempt, so that another may begin.
async fn end(payments: &Payments, open: &StoredPayment) -> Result<(), ServiceError> {
    let provider = payments.shop.system.shop().providers().of(open.method).cloned().ok_or_else(|| ServiceError::refused("shop.pay.closing"))?;
    match provider.close(&open.out_trade_no).await {
        Ok(PayState::Closed | PayState::NotFound) => recharge_booking::over(payments, open).await,
        Ok(PayState::Paid(received)) if received.out_trade_no == open.out_trade_no => service::record(payments, &*provider, &received).await,
        // An answer about another attempt is none about this one.
        Ok(PayState::Paid(_) | PayState::Open) | Err(_) => Err(ServiceError::refused("shop.pay.closing")),
    }
}
