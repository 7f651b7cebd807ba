//! An order and its provider: an open attempt is ended before anything is decided that must not meet a payment, and
//! what goes back is asked for until it is there.

use bus_schemas::ids::CommandId;
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopKey, ShopRefusal, ShopReply, ShopRequest};
use bus_schemas::shop::order::{OpenPayment, PayMethod, ShopBy, ShopOrder, ShopStatus};
use bus_schemas::shop::payment::Received;
use bus_schemas::shop::refund_action::RefundAction;

use super::{Attempt, CARRY_MS, ShopActor, State};
use crate::shop::order::{finish, payments, payouts, stock};
use crate::shop::payment::{PayState, ProviderError, fault};
use crate::store::StoreError;

/// What became of an open attempt.
pub(super) enum Ended {
    /// It can't be paid any more, or it has paid the order, which is read again.
    Over,
    /// The provider is silent.
    Silent,
}

/// The key under which a payment is booked: the same transaction is booked once.
#[must_use]
pub fn key(method: PayMethod, transaction: &str) -> ShopKey {
    let plain = |text: &str| !text.is_empty() && text.len() <= 48 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    // FNV-1a with 128 bits: numbers of other forms become digits.
    let folded = || {
        transaction.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
        })
    };
    let text = if plain(transaction) { transaction.to_owned() } else { format!("{:032x}", folded()) };
    let named = CommandId::new(format!("pay-{}-{text}", method.code()));
    ShopKey::of(ShopBy::System, named.unwrap_or_else(|_| CommandId::of_bits(folded())))
}

/// Whether an action must not meet a payment through the open attempt.
fn excludes(action: &ShopAction, order: &ShopOrder) -> bool {
    let waiting = order.status == ShopStatus::ToPay;
    match action {
        ShopAction::Cancel { .. } | ShopAction::Pay { .. } | ShopAction::BeginPay { .. } | ShopAction::AcceptPay { .. } => true,
        ShopAction::Close { .. } | ShopAction::Wake => waiting,
        _ => false,
    }
}

impl ShopActor {
    fn system(&self, key: ShopKey, action: ShopAction) -> ShopRequest {
        let clock = self.shop.clock();
        let command = ShopCommand { key, by: ShopBy::System, version: None, today: clock.today(), action };
        ShopRequest { order: self.id, command, deadline: clock.now_ms() + CARRY_MS }
    }

    fn unnamed(&self, action: ShopAction) -> ShopRequest {
        self.system(self.wake_command().key, action)
    }

    /// Ends the attempt that a command must not meet. Answers what the command gets where it does not go on.
    pub(super) async fn end_open(&self, request: &ShopRequest, order: &ShopOrder, state: &mut State) -> Result<Option<Attempt>, StoreError> {
        let Some(open) = order.payment.open.clone().filter(|_| excludes(&request.command.action, order)) else { return Ok(None) };
        // Asked again, a command must not end the attempt that it has begun itself.
        if let Some(reply) = self.repeated(request).await? {
            return Ok(Some(Attempt::Reply(reply)));
        }
        match self.end(&open, state).await? {
            // What is allowed is decided afresh, on what the order is now.
            Ended::Over => Ok(Some(Attempt::PaymentEnded)),
            Ended::Silent => {
                let (by, now) = (request.command.by, self.shop.now());
                let why = match &request.command.action {
                    ShopAction::Cancel { reason } | ShopAction::Close { reason, .. } => reason.as_str(),
                    ShopAction::Wake => "",
                    _ => return Ok(Some(Attempt::Reply(ShopReply::Refused(ShopRefusal::rule("shop.pay.closing"))))),
                };
                let Some(mut decision) = payments::wait_to_close(order, by, why, now) else { return Ok(None) };
                finish::finish(&mut decision, Some(order), &request.command, why.to_owned(), now);
                decision.write.command = request.command.action.remembered().then(|| request.command.key.clone());
                self.write(request, decision, state).await.map(Some)
            }
        }
    }

    async fn end(&self, open: &OpenPayment, state: &mut State) -> Result<Ended, StoreError> {
        let Some(provider) = self.shop.providers().of(open.method).cloned() else { return Ok(Ended::Silent) };
        let request = match provider.close(&open.out_trade_no).await {
            Ok(PayState::Closed | PayState::NotFound) => self.unnamed(ShopAction::PayClosed { out_trade_no: open.out_trade_no.clone() }),
            // An answer about another attempt is none about this one.
            Ok(PayState::Paid(received)) if received.out_trade_no != open.out_trade_no => {
                tracing::warn!(
                    order = self.id.0,
                    asked = open.out_trade_no,
                    said = received.out_trade_no,
                    "a provider answers about another payment"
                );
                return Ok(Ended::Silent);
            }
            Ok(PayState::Paid(received)) => self.paid(open.method, received, provider.payee()),
            Ok(PayState::Open) => return Ok(Ended::Silent),
            Err(ProviderError::Silent(why) | ProviderError::Refused(why)) => {
                tracing::warn!(order = self.id.0, why, "a provider does not say whether an attempt to pay is over");
                return Ok(Ended::Silent);
            }
            Err(ProviderError::NotYet) => return Ok(Ended::Silent),
        };
        match Box::pin(self.execute(&request, state)).await {
            ShopReply::Done(_) | ShopReply::Refused(_) => Ok(Ended::Over),
            ShopReply::Failed(failure) => Err(StoreError::Unavailable(format!("{failure:?}"))),
        }
    }

    fn paid(&self, method: PayMethod, received: Received, payee: &str) -> ShopRequest {
        let fault = fault(&received, payee).map(str::to_owned);
        self.system(key(method, &received.transaction_id), ShopAction::Paid { method, received, fault })
    }

    /// Asks for what goes back through a provider: each refund is claimed first, so that nobody else settles it meanwhile.
    pub(super) async fn pay_back(&self, state: &mut State) {
        let Some(order) = state.order.clone() else { return };
        for refund in payouts::due(&order, self.shop.now()) {
            let Some(version) = state.order.as_ref().map(|order| order.version) else { return };
            // Of two actors with the same version only one writes it.
            let key = ShopKey::of(ShopBy::System, stock::key(self.id, &format!("payout-{refund}-v{version}")).id);
            let claim = self.system(key.clone(), ShopAction::Refund(Box::new(RefundAction::Claim { refund, key: None })));
            match self.execute(&claim, state).await {
                ShopReply::Done(_) => {}
                // Another node asks, or it is settled.
                ShopReply::Refused(_) => continue,
                ShopReply::Failed(failure) => {
                    tracing::warn!(order = self.id.0, refund, ?failure, "a refund can't be claimed; its provider is asked later");
                    return;
                }
            }
            let (now, key) = (self.shop.now(), key.to_string());
            let held = state.order.as_ref().filter(|order| payouts::holds(order, refund, &key, now));
            let Some((method, asked)) = held.and_then(|order| payouts::asked(order, refund)) else { continue };
            let said = self.shop.providers().refund(method, &asked).await;
            let told = RefundAction::PaidBack { refund, state: said, claim: Some(key) };
            let request = self.unnamed(ShopAction::Refund(Box::new(told)));
            if let ShopReply::Failed(failure) = self.execute(&request, state).await {
                tracing::warn!(order = self.id.0, refund, ?failure, "what a provider says of a refund is not written; it is asked again");
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_has_one_key() {
        let of = |text: &str| key(PayMethod::Sandbox, text).to_string();
        assert_eq!(of("T-1"), "s:pay-3-T-1");
        assert_ne!(of("T 1"), of("T 2"));
        assert_eq!(of("T 1"), of("T 1"));
        assert_ne!(of("T-1"), key(PayMethod::Wechat, "T-1").to_string());
    }
}
