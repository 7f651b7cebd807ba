//! What a node does about payments, as `node/src/shop/pay` does it: members begin to pay and look, what the provider tells
//! is booked, the sweep asks about what is open, staff decides about what went wrong, and a day is compared with the bill.
//! What is decided is decided by the same rules (`actors::shop::attempt`, `matching`); what is asked and written in which
//! order is written again here, because the node's use cases write through the database's own statements, not a port.

use actors::shop::attempt::{AskFirst, Next, RefundElsewhere, after_asking, after_refund, refund_elsewhere};
use actors::shop::matching::{MatchRow, unknown_payments, with_bill};
use actors::shop::order::actor::paying;
use actors::shop::order::refunds::ABNORMAL;
use actors::shop::payment::{BeginPayment, CLAIM, Notice, PayState, Provider, ProviderError, RefundOrder, fault, refund_after};
use actors::store::StoreError;
use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::notification::{Fact, NotificationKind};
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShopAction, ShopKey, ShopRefusal, ShopReply};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopStatus};
use bus_schemas::shop::payment::{Received, RefundState, reason, status};
use bus_schemas::shop::refund_action::RefundAction;
use rand::Rng;
use rand::rngs::StdRng;

use super::site::{STAFF, Site};
use super::steps::Act;
use crate::store::payments::Payment;

const METHOD: PayMethod = PayMethod::Sandbox;

/// What staff decides about something that went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolution {
    Accept,
    Refund,
    Again,
    Hand,
    /// Of a refund: to the member's balance.
    Balance,
}

/// Why something was not done.
#[derive(Debug)]
pub enum NotDone {
    Refused(String),
    /// Nobody knows; it is tried again, or the sweep goes on.
    Failed(String),
}

impl From<StoreError> for NotDone {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl NotDone {
    pub fn said(self) -> String {
        match self {
            Self::Refused(why) => format!("refused, {why}"),
            Self::Failed(why) => format!("no answer, {why}"),
        }
    }
}

fn refused(why: &str) -> NotDone {
    NotDone::Refused(why.into())
}

/// A key for a claim to settle a payment.
fn claim_key(random: &mut StdRng) -> String {
    CommandId::of_bits(random.random()).to_string()
}

fn is_rule(refusal: &ShopRefusal, rule: &str) -> bool {
    *refusal == ShopRefusal::rule(rule)
}

impl Site {
    async fn order_of(&self, id: OrderId) -> Result<Option<ShopOrder>, StoreError> {
        self.first().shop().store().load(id).await
    }

    async fn system(&self, random: &mut StdRng, order: OrderId, key: Option<ShopKey>, action: ShopAction) -> Result<(), Refusal> {
        let key = key.unwrap_or_else(|| ShopKey::of(ShopBy::System, CommandId::of_bits(random.random())));
        match self.keyed(random, order, key, action).await {
            ShopReply::Done(_) => Ok(()),
            ShopReply::Refused(refusal) => Err(Refusal::Refused(refusal)),
            ShopReply::Failed(failure) => Err(Refusal::Failed(failure.to_string())),
        }
    }

    /// A member begins to pay through the provider.
    pub async fn begin_pay(&self, random: &mut StdRng, order: &ShopOrder, id: &str) -> Result<String, NotDone> {
        let by = ShopBy::Member(order.user_id);
        let action = ShopAction::BeginPay { method: METHOD, scene: "native".into() };
        match self.ask(random, order.id, by, id, action).await.map_err(NotDone::Failed)? {
            ShopReply::Done(_) => {}
            ShopReply::Refused(refusal) => return Err(NotDone::Refused(refusal.to_string())),
            ShopReply::Failed(failure) => return Err(NotDone::Failed(failure.to_string())),
        }
        let order = self.order_of(order.id).await?.ok_or_else(|| refused("there is no such order"))?;
        let open = order.payment.open.clone().ok_or_else(|| refused("it is not open any more"))?;
        let payment = BeginPayment {
            out_trade_no: open.out_trade_no.clone(),
            amount: order.pay_amount,
            description: open.out_trade_no.clone(),
            scene: "native".into(),
            payer_ip: String::new(),
            expires_at: order.due_at.unwrap_or_default(),
            notify_url: None,
        };
        match self.provider.begin(&payment).await {
            Ok(begun) => Ok(format!("done, {}", begun.code_url)),
            Err(ProviderError::Refused(why)) => {
                self.system(random, order.id, None, ShopAction::PayClosed { out_trade_no: open.out_trade_no }).await.map_err(Refusal::plain)?;
                Err(NotDone::Refused(why))
            }
            Err(error) => Err(NotDone::Failed(error.to_string())),
        }
    }

    /// Books a payment that the provider says was made.
    async fn record(&self, random: &mut StdRng, received: &Received) -> Result<(), NotDone> {
        let payment = self.store.payment(&received.out_trade_no).await?.ok_or_else(|| refused("nobody has begun it"))?;
        if payment.attempt().has(received) {
            return Ok(());
        }
        if payment.attempt().was_given_up() {
            self.store.ask_payment_again(&payment, self.now()).await?;
        }
        let fault = fault(received, self.provider.payee()).map(str::to_owned);
        let action = ShopAction::Paid { method: METHOD, received: received.clone(), fault };
        match self.system(random, payment.order, Some(paying::key(METHOD, &received.transaction_id)), action).await {
            Err(Refusal::Refused(refusal)) if is_rule(&refusal, "shop.pay.done") => Ok(()),
            other => other.map_err(Refusal::plain),
        }
    }

    /// Books what the provider tells. What is not booked it tells again.
    pub async fn take(&self, random: &mut StdRng, notice: Notice) -> Result<String, NotDone> {
        match notice {
            Notice::Paid(received) => self.record(random, &received).await?,
            Notice::Refund { out_trade_no, out_refund_no, state } => self.refund_told(random, (&out_trade_no, &out_refund_no), state).await?,
            Notice::Other => {}
        }
        Ok("done".into())
    }

    async fn refund_told(&self, random: &mut StdRng, (out_trade_no, number): (&str, &str), state: RefundState) -> Result<(), NotDone> {
        let payment = self.store.payment(out_trade_no).await?.ok_or_else(|| refused("nobody has begun it"))?;
        if payment.refund_no == number {
            let next = refund_after(payment.asked).map(|wait| self.now() + wait);
            return Ok(self.store.payment_refunded(&payment, &state, (next, None), self.now()).await?);
        }
        let order = self.order_of(payment.order).await?.ok_or_else(|| refused("there is no such order"))?;
        let refund = order.refunds.iter().find(|refund| refund.out_refund_no == number).ok_or_else(|| refused("there is no such refund"))?.no;
        let action = ShopAction::Refund(Box::new(RefundAction::PaidBack { refund, state, claim: None }));
        match self.system(random, order.id, None, action).await {
            Err(Refusal::Refused(refusal)) if is_rule(&refusal, "shop.refund.state") => Ok(()),
            other => other.map_err(Refusal::plain),
        }
    }

    /// A member looks whether the order is paid.
    pub async fn look(&self, random: &mut StdRng, order: &ShopOrder) -> Result<String, NotDone> {
        let open = order.payment.open.clone().filter(|_| order.status == ShopStatus::ToPay);
        let open = open.ok_or_else(|| refused("nothing is open"))?;
        if let Ok(PayState::Paid(received)) = self.provider.query(&open.out_trade_no).await {
            self.record(random, &received).await?;
        }
        Ok("done".into())
    }

    /// Asks the provider about all that is due. What fails the next sweep does.
    pub async fn pay_sweep(&self, random: &mut StdRng) -> Result<String, NotDone> {
        let (due, mut failed) = (self.store.payments_to_ask(self.now()).await?, Vec::new());
        for payment in &due {
            if let Err(error) = self.one(random, payment).await {
                failed.push(format!("{}: {}", payment.out_trade_no, error.said()));
            }
        }
        Ok(if failed.is_empty() { format!("done for {}", due.len()) } else { format!("done for {}, but {}", due.len(), failed.join("; ")) })
    }

    async fn one(&self, random: &mut StdRng, payment: &Payment) -> Result<(), NotDone> {
        if payment.status == status::BEGUN { self.begun(random, payment).await } else { self.going_back(random, payment).await }
    }

    async fn wanted(&self, payment: &Payment) -> Result<bool, StoreError> {
        let open = |order: &ShopOrder| order.payment.open.as_ref().is_some_and(|open| open.out_trade_no == payment.out_trade_no);
        Ok(self.order_of(payment.order).await?.is_some_and(|order| order.status == ShopStatus::ToPay && open(&order)))
    }

    async fn begun(&self, random: &mut StdRng, payment: &Payment) -> Result<(), NotDone> {
        let number = &payment.out_trade_no;
        let state = if self.wanted(payment).await? { self.provider.query(number).await } else { self.provider.close(number).await };
        let still_wanted = matches!(state, Ok(PayState::NotFound)) && self.wanted(payment).await?;
        match after_asking(state.ok(), still_wanted, payment.asked, self.now()) {
            Next::Book(received) => self.record(random, &received).await,
            Next::Over => self.over(random, payment).await,
            Next::Ask(next) => {
                self.store.payment_asked(payment, next).await?;
                if next.is_none() {
                    self.tell(payment, reason::SILENT).await;
                }
                Ok(())
            }
        }
    }

    async fn over(&self, random: &mut StdRng, payment: &Payment) -> Result<(), NotDone> {
        match self.system(random, payment.order, None, ShopAction::PayClosed { out_trade_no: payment.out_trade_no.clone() }).await {
            Err(Refusal::Refused(refusal)) if is_rule(&refusal, "shop.pay.done") => Ok(()),
            other => other.map_err(Refusal::plain),
        }
    }

    async fn going_back(&self, random: &mut StdRng, payment: &Payment) -> Result<(), NotDone> {
        let refund = RefundOrder {
            out_trade_no: payment.out_trade_no.clone(),
            out_refund_no: payment.refund_no.clone(),
            amount: payment.refund_amount,
            total: payment.received,
            reason: payment.notice.clone(),
            notify_url: None,
        };
        let (key, since) = (claim_key(random), self.now());
        if !self.store.claim_payment_back(payment, &key, since).await? || self.now() >= since + CLAIM {
            return Ok(());
        }
        let state = self.first().shop().providers().refund(METHOD, &refund).await;
        let (next, needs_person) = after_refund(&state, payment.asked, self.now());
        self.store.payment_refunded(payment, &state, (next, Some(key.as_str())), self.now()).await?;
        if needs_person {
            self.tell(payment, "refund").await;
        }
        Ok(())
    }

    async fn tell(&self, payment: &Payment, why: &str) {
        let mut fact = Fact::default();
        fact.data.insert("out_trade_no".into(), payment.out_trade_no.clone().into());
        fact.data.insert("why".into(), why.into());
        // As in the node: where it fails it is in its log.
        let _ = self.store.notify(NotificationKind::PAY_EXCEPTION.draft(fact)).await;
    }

    /// Staff decides about a payment that went wrong.
    pub async fn handle(&self, random: &mut StdRng, number: &str, wish: Resolution, id: &str) -> Result<String, NotDone> {
        let found = self.store.payment(number).await?.ok_or_else(|| refused("there is none"))?;
        let now = self.now();
        let done = match wish {
            Resolution::Accept if found.attempt().may_be_accepted() => {
                // A person thinks about it.
                tokio::time::sleep(std::time::Duration::from_millis(random.random_range(0..60))).await;
                let action = ShopAction::AcceptPay { method: METHOD, received: found.as_received() };
                match self.ask(random, found.order, STAFF, id, action).await.map_err(NotDone::Failed)? {
                    ShopReply::Done(_) => true,
                    ShopReply::Refused(refusal) => return Err(NotDone::Refused(refusal.to_string())),
                    ShopReply::Failed(failure) => return Err(NotDone::Failed(failure.to_string())),
                }
            }
            Resolution::Refund => found.status == status::EXCEPTION && self.store.send_payment_back(&found, now).await?,
            Resolution::Again => self.store.ask_payment_again(&found, now).await? || self.store.send_payment_back(&found, now).await?,
            Resolution::Hand => self.by_hand(random, &found).await?,
            Resolution::Accept | Resolution::Balance => false,
        };
        if !done {
            return Err(refused("it is not in the state for it"));
        }
        if let Some(payment) = self.store.payment(number).await?.filter(|payment| payment.ask_at.is_some()) {
            self.one(random, &payment).await?;
        }
        Ok("done".into())
    }

    /// A person pays it back outside of the program: claimed first, and never beside what the provider has paid back or
    /// still may.
    async fn by_hand(&self, random: &mut StdRng, found: &Payment) -> Result<bool, NotDone> {
        let key = claim_key(random);
        if !self.store.claim_payment_by_hand(found, &key, self.now()).await? {
            return Ok(false);
        }
        match found.attempt().to_ask_first() {
            AskFirst::Nothing => {}
            AskFirst::Refund => {
                let state = self.first().shop().providers().refunded(METHOD, &found.refund_no).await;
                match refund_elsewhere(&state) {
                    RefundElsewhere::Yes => {}
                    RefundElsewhere::IsBack => {
                        return Ok(self.store.payment_refunded(found, &state, (None, Some(key.as_str())), self.now()).await.map(|()| true)?);
                    }
                    RefundElsewhere::NotYet => {
                        self.store.release_payment(found, &key).await?;
                        return Err(refused("it may be on its way"));
                    }
                }
            }
            AskFirst::Close => {
                if let Ok(PayState::Paid(received)) = self.provider.close(&found.out_trade_no).await
                    && received.out_trade_no == found.out_trade_no
                {
                    self.record(random, &received).await?;
                    return Ok(false);
                }
            }
        }
        // A person thinks about it.
        tokio::time::sleep(std::time::Duration::from_millis(random.random_range(0..60))).await;
        Ok(self.store.resolve_payment_exception(found, &key).await?)
    }

    /// Staff decides about a refund that the provider did not pay back.
    pub async fn handle_refund(&self, random: &mut StdRng, order: &ShopOrder, wish: Resolution, id: &str) -> Result<String, NotDone> {
        let refund = order.refunds.iter().find(|refund| refund.pay_status == ABNORMAL).ok_or_else(|| refused("there is none"))?;
        let no = refund.no;
        if wish == Resolution::Again {
            return self.by_staff(random, order.id, id, RefundAction::Retry { refund: no }).await;
        }
        let key = CommandId::new(id).map(|id| ShopKey::of(STAFF, id).to_string()).map_err(|error| NotDone::Failed(error.to_string()))?;
        let claim = RefundAction::Claim { refund: no, key: Some(key.clone()) };
        self.by_staff(random, order.id, &format!("{id}-claim"), claim).await?;
        let state = self.first().shop().providers().refunded(METHOD, &refund.out_refund_no).await;
        let way = refund_elsewhere(&state);
        if way != RefundElsewhere::Yes {
            let said = RefundAction::PaidBack { refund: no, state, claim: Some(key) };
            self.system(random, order.id, None, ShopAction::Refund(Box::new(said))).await.map_err(Refusal::plain)?;
            return if way == RefundElsewhere::IsBack { Ok("done by the provider".into()) } else { Err(refused("it may be on its way")) };
        }
        let way = if wish == Resolution::Balance { "balance" } else { "hand" };
        self.by_staff(random, order.id, id, RefundAction::PayOtherwise { refund: no, way: way.into(), note: "as agreed".into() }).await
    }

    async fn by_staff(&self, random: &mut StdRng, order: OrderId, id: &str, action: RefundAction) -> Result<String, NotDone> {
        match self.ask(random, order, STAFF, id, ShopAction::Refund(Box::new(action))).await.map_err(NotDone::Failed)? {
            ShopReply::Done(_) => Ok("done".into()),
            ShopReply::Refused(refusal) => Err(NotDone::Refused(refusal.to_string())),
            ShopReply::Failed(failure) => Err(NotDone::Failed(failure.to_string())),
        }
    }

    /// Compares all days with the bill. A payment that only the bill has is asked about first.
    pub async fn compare(&self, random: &mut StdRng) -> Result<Vec<MatchRow>, NotDone> {
        let mut own = self.store.ours().await?;
        let bill = self.provider.bill("").await.map_err(|error| NotDone::Failed(error.to_string()))?;
        let mut booked = false;
        for number in unknown_payments(&own, &bill) {
            if self.store.payment(&number).await?.is_some()
                && let Ok(PayState::Paid(received)) = self.provider.query(&number).await
            {
                booked |= self.record(random, &received).await.is_ok();
            }
        }
        if booked {
            own = self.store.ours().await?;
        }
        Ok(with_bill(&own, &bill).into_iter().filter(|row| row.difference.is_some()).collect())
    }

    /// The latest attempt of an order.
    pub fn latest_attempt(&self, order: &ShopOrder, back: u32) -> Option<String> {
        let world = self.store.world.lock().unwrap();
        let mut own = world.shop.attempts.values().rev().filter(|row| row.order == order.id);
        own.nth(back as usize).map(|row| row.out_trade_no.clone())
    }

    /// A payment that needs a person.
    pub fn trouble(&self, nth: usize) -> Option<String> {
        let world = self.store.world.lock().unwrap();
        let needs = |row: &&Payment| row.status == status::EXCEPTION && row.refund_status != 1 || row.refund_status == 3;
        let all: Vec<&Payment> = world.shop.attempts.values().filter(needs).collect();
        (!all.is_empty()).then(|| all[nth % all.len()].out_trade_no.clone())
    }

    /// What a member does with the provider's help, and what staff does about a refund through it.
    pub async fn pays(&self, random: &mut StdRng, order: &ShopOrder, id: &str, act: &Act) -> Result<String, NotDone> {
        let (order, id) = (order.clone(), id.to_owned());
        match *act {
            Act::PayThere { back, how } => {
                let number = self.latest_attempt(&order, back).ok_or_else(|| refused("no attempt"))?;
                let amount = self.provider.pay(&number, how).map_err(refused)?;
                Ok(format!("done, {amount} under {number}"))
            }
            Act::BeginPay => Ok(self.apart(random, |site, mut random| async move { site.begin_pay(&mut random, &order, &id).await }).await),
            Act::Look => Ok(self.apart(random, |site, mut random| async move { site.look(&mut random, &order).await }).await),
            Act::HandleRefund { wish } => {
                Ok(self.apart(random, |site, mut random| async move { site.handle_refund(&mut random, &order, wish, &id).await }).await)
            }
            _ => Err(refused("that is nothing of the provider")),
        }
    }

    /// Staff settles all that went wrong.
    pub async fn clear_up(&self, random: &mut StdRng, round: usize) {
        for nth in 0..20 {
            let Some(number) = self.trouble(nth) else { break };
            let silent =
                self.store.world.lock().unwrap().shop.attempts.get(&number).is_some_and(|row| row.received == Cents::ZERO || row.refund_status == 3);
            let wish = if silent { Resolution::Again } else { Resolution::Refund };
            let _ = self.handle(random, &number, wish, &format!("end-{round}-{nth}")).await;
        }
        let orders: Vec<ShopOrder> = self.store.world.lock().unwrap().shop.orders.values().cloned().collect();
        for order in orders {
            let _ = self.handle_refund(random, &order, Resolution::Again, &format!("end-{round}-{}", order.id)).await;
        }
    }
}

/// Why the system's command was not done.
enum Refusal {
    Refused(ShopRefusal),
    Failed(String),
}

impl Refusal {
    fn plain(self) -> NotDone {
        match self {
            Self::Refused(refusal) => NotDone::Refused(refusal.to_string()),
            Self::Failed(why) => NotDone::Failed(why),
        }
    }
}
