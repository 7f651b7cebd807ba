//! Payments of recharges through a provider: attempts, and money that came for none.

use actors::store::StoreError;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::PayMethod;
use bus_schemas::shop::payment::{PaymentStep, Received};

use super::payments::{STEPS, StoredPayment};
use super::recharges::{RechargeError, RechargeOrder, payment_vars, refused};
use crate::engine::connect::Store;
use crate::engine::value::{id, int};
use crate::member::notices::NOTICE_IDS;

/// Most attempts of a recharge: their numbers have two digits.
const ATTEMPTS_MAX: u32 = 99;

impl Store {
    /// Writes an attempt to pay a recharge, before its provider hears of it. Answers its number, which only one attempt
    /// can have.
    pub async fn begin_recharge_payment(&self, order: &RechargeOrder, method: PayMethod, scene: &str, now: i64) -> Result<String, RechargeError> {
        if order.attempts >= ATTEMPTS_MAX {
            return Err(RechargeError::State);
        }
        let amount = Cents::of(order.money).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let out_trade_no = format!("{}{:02}", order.recharge_no, order.attempts + 1);
        let step = PaymentStep::Begin { out_trade_no: out_trade_no.clone(), method, scene: scene.to_owned(), amount };
        let query = format!(
            "BEGIN; IF (SELECT VALUE status FROM ONLY $order) != 1 {{ THROW 'RECHARGE STATE' }};
             UPDATE $order SET update_time = $now RETURN NONE;
             {STEPS} COMMIT;"
        );
        let mut vars = payment_vars(order, &[step], self.next_of(NOTICE_IDS).await?, now);
        vars.extend([("order", id("shop_recharge_order", order.id)), ("now", int(now))]);
        self.write_recharge(order, &query, vars).await?;
        Ok(out_trade_no)
    }

    /// An attempt can't be paid any more. One that is not open is left as it is.
    pub async fn close_recharge_payment(&self, order: &RechargeOrder, out_trade_no: &str, now: i64) -> Result<(), RechargeError> {
        self.payment_steps(order, PaymentStep::Close { out_trade_no: out_trade_no.to_owned() }, now).await
    }

    /// Money came that does not pay the recharge; `back`: it goes back by itself.
    pub async fn except_recharge_payment(
        &self,
        order: &RechargeOrder,
        (method, received): (PayMethod, &Received),
        (why, back): (&str, bool),
        now: i64,
    ) -> Result<(), RechargeError> {
        self.payment_steps(order, PaymentStep::Exception { received: received.clone(), method, why: why.to_owned(), back }, now).await
    }

    async fn payment_steps(&self, order: &RechargeOrder, step: PaymentStep, now: i64) -> Result<(), RechargeError> {
        let query = format!("BEGIN; {STEPS} COMMIT;");
        let vars = payment_vars(order, &[step], self.next_of(NOTICE_IDS).await?, now);
        match self.run(&query, vars).await.map_err(refused) {
            Ok(_) | Err(RechargeError::Booked) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// What a recharge's payment is for.
    pub async fn recharge_of(&self, payment: &StoredPayment) -> Result<Option<RechargeOrder>, StoreError> {
        self.recharge(payment.recharge_id).await
    }
}
