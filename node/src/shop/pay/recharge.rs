//! Recharges that are paid through a provider.

use actors::shop::payment::{PayState, ProviderError};
use bus_schemas::shop::Cents;
use bus_schemas::shop::payment::{PaymentStep, Received, reason};
use entrepot_store::shop::payments::StoredPayment;
use entrepot_store::shop::recharges::{Received as Booking, RechargeError, RechargeOrder};

use super::service::{self, BegunPayment};
use crate::error::ServiceError;
use crate::node::Node;

/// Begins to pay a member's recharge. Attempts that are open are ended first.
pub async fn begin(node: &Node, member: i64, number: &str, (method, scene): (i64, &str), payer_ip: String) -> Result<BegunPayment, ServiceError> {
    let provider = service::provider(node, method, scene)?;
    let own = |order: Option<RechargeOrder>| order.filter(|order| order.user_id == member).ok_or_else(|| ServiceError::refused("error.not_found"));
    let order = own(node.store().recharge_by_number(number).await?)?;
    for open in node.store().open_recharge_payments(order.id).await? {
        end(node, &open).await?;
    }
    let _turn = node.members().turn(member).await;
    let order = own(node.store().recharge_by_number(number).await?)?;
    let now = node.now();
    let out_trade_no = node.store().begin_recharge_payment(&order, provider.method(), scene, now).await?;
    let amount = Cents::of(order.money).map_err(|error| ServiceError::Internal(error.to_string()))?;
    match service::tell(node, &*provider, (out_trade_no.clone(), amount), (scene, payer_ip, order.due_at)).await {
        Ok(begun) => Ok(begun),
        Err(ProviderError::Refused(why)) => {
            node.store().close_recharge_payment(&order, &out_trade_no, now).await?;
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
pub async fn look(node: &Node, member: i64, number: &str) -> Result<(RechargeOrder, Option<StoredPayment>), ServiceError> {
    let own = |order: Option<RechargeOrder>| order.filter(|order| order.user_id == member).ok_or_else(|| ServiceError::refused("error.not_found"));
    let order = own(node.store().recharge_by_number(number).await?)?;
    let open = node.store().open_recharge_payments(order.id).await?.pop().filter(|_| order.status == 1);
    let Some(payment) = open else { return Ok((order, None)) };
    let (now, provider) = (node.now(), node.system().shop().providers().of(payment.method).cloned());
    if let Some(provider) = provider
        && node.store().claim_payment_ask(&payment.out_trade_no, now - service::WAIT, now).await?
        && let Ok(PayState::Paid(received)) = provider.query(&payment.out_trade_no).await
    {
        service::record(node, &*provider, &received).await?;
        return Ok((own(node.store().recharge_by_number(number).await?)?, None));
    }
    Ok((order, Some(payment)))
}

/// Ends an open attempt, so that another may begin.
async fn end(node: &Node, open: &StoredPayment) -> Result<(), ServiceError> {
    let provider = node.system().shop().providers().of(open.method).cloned().ok_or_else(|| ServiceError::refused("shop.pay.closing"))?;
    match provider.close(&open.out_trade_no).await {
        Ok(PayState::Closed | PayState::NotFound) => over(node, open).await,
        Ok(PayState::Paid(received)) => service::record(node, &*provider, &received).await,
        Ok(PayState::Open) | Err(_) => Err(ServiceError::refused("shop.pay.closing")),
    }
}

async fn order_of(node: &Node, payment: &StoredPayment) -> Result<RechargeOrder, ServiceError> {
    node.store().recharge_of(payment).await?.ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// An attempt can't be paid any more.
pub async fn over(node: &Node, payment: &StoredPayment) -> Result<(), ServiceError> {
    let order = order_of(node, payment).await?;
    Ok(node.store().close_recharge_payment(&order, &payment.out_trade_no, node.now()).await?)
}

/// A person lets money of another amount pay a recharge, where it is enough; the surplus goes back.
pub async fn accept(node: &Node, payment: &StoredPayment, admin: i64, note: &str) -> Result<(), ServiceError> {
    let _turn = node.members().turn(payment.user_id).await;
    let order = order_of(node, payment).await?;
    let due = Cents::of(order.money).map_err(|error| ServiceError::Internal(error.to_string()))?;
    if payment.received < due {
        return Err(ServiceError::refused("shop.pay.too_little"));
    }
    let step = PaymentStep::Paid { received: payment.as_received(), method: payment.method, surplus: payment.received - due, accepted: true };
    let booking = Booking {
        number: &order.recharge_no,
        amount: order.money,
        method: payment.method.code(),
        transaction: &payment.transaction_id,
        admin: Some(admin),
        memo: note,
        payment: Some(step),
    };
    node.store().receive_recharge(&booking, node.now()).await?;
    node.members().sessions.forget(payment.user_id);
    Ok(())
}

/// Books money that a provider has taken for a recharge: it is the member's, also after the order was closed. What is
/// another amount is for a person; what comes twice goes back.
pub async fn record(node: &Node, payment: &StoredPayment, received: &Received, fault: Option<&str>) -> Result<(), ServiceError> {
    let _turn = node.members().turn(payment.user_id).await;
    let order = order_of(node, payment).await?;
    let came = (payment.method, received);
    let (why, back) = match fault {
        Some(fault) => (fault, false),
        None => {
            let booking = Booking {
                number: &order.recharge_no,
                amount: received.amount.decimal(),
                method: payment.method.code(),
                transaction: &received.transaction_id,
                admin: None,
                memo: "",
                payment: Some(PaymentStep::Paid { received: received.clone(), method: payment.method, surplus: Cents::ZERO, accepted: false }),
            };
            match node.store().receive_recharge(&booking, node.now()).await {
                Ok(_) | Err(RechargeError::Booked) => return Ok(()),
                Err(RechargeError::Amount) => (reason::AMOUNT, false),
                Err(RechargeError::State) => (reason::TWICE, true),
                Err(error) => return Err(error.into()),
            }
        }
    };
    node.store().except_recharge_payment(&order, came, (why, back), node.now()).await?;
    super::exceptions::tell_staff(node, &order.recharge_no, payment.order_id, received, why).await;
    Ok(())
}
