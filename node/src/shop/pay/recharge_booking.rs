//! What comes of an attempt to pay a recharge: it is over, accepted by a person, or booked.

use bus_schemas::shop::Cents;
use bus_schemas::shop::payment::{PaymentStep, Received, reason};
use entrepot_store::Store;
use entrepot_store::shop::payments::StoredPayment;
use entrepot_store::shop::recharges::{Received as Booking, RechargeError, RechargeOrder};

use super::attempt::notify_staff;
use crate::error::ServiceError;
use crate::shop::pay::Payments;

/// The state of a recharge order whose time is over.
const CLOSED: i64 = 3;

async fn order_of(store: &Store, payment: &StoredPayment) -> Result<RechargeOrder, ServiceError> {
    store.recharge_of(payment).await?.ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// An attempt can't be paid any more.
pub async fn over(payments: &Payments, payment: &StoredPayment) -> Result<(), ServiceError> {
    let order = order_of(&payments.shop.store, payment).await?;
    Ok(payments.shop.store.close_recharge_payment(&order, &payment.out_trade_no, payments.shop.clock.now()).await?)
}

/// A person lets money of another amount pay a recharge, where it is enough; the surplus goes back.
pub async fn accept(payments: &Payments, payment: &StoredPayment, admin: i64, note: &str) -> Result<(), ServiceError> {
    let _turn = payments.shop.members.lock(payment.user_id).await;
    let order = order_of(&payments.shop.store, payment).await?;
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
        allowance: None,
    };
    payments.shop.store.receive_recharge(&booking, payments.shop.clock.now()).await?;
    payments.shop.members.sessions.forget(payment.user_id);
    Ok(())
}

/// Books money that a provider has taken for a recharge: it is the member's, also after the order was closed. What is
/// another amount is for a person; what comes twice goes back.
pub async fn record(payments: &Payments, payment: &StoredPayment, received: &Received, fault: Option<&str>) -> Result<(), ServiceError> {
    let _turn = payments.shop.members.lock(payment.user_id).await;
    let order = order_of(&payments.shop.store, payment).await?;
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
                allowance: None,
            };
            match payments.shop.store.receive_recharge(&booking, payments.shop.clock.now()).await {
                Ok(_) | Err(RechargeError::Booked) => return Ok(()),
                Err(RechargeError::Amount) => (reason::AMOUNT, false),
                Err(RechargeError::State) => (reason::TWICE, true),
                // A package that may be had so often goes to nobody more often by an order that was closed meanwhile.
                Err(RechargeError::Limit) => (if order.status == CLOSED { reason::LATE } else { reason::TWICE }, true),
                Err(error) => return Err(error.into()),
            }
        }
    };
    payments.shop.store.except_recharge_payment(&order, came, (why, back), payments.shop.clock.now()).await?;
    notify_staff(payments, &order.recharge_no, payment.order_id, received, why).await;
    Ok(())
}
