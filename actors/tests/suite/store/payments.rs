//! Payments through a provider as rows in memory. What refuses a step and what it changes is what the statements of the
//! database say.

use actors::shop::attempt::Attempt;
use actors::shop::matching::{MatchKind, ShopEntry};
use actors::shop::order::port::Guard;
use actors::shop::payment::CLAIM;
use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use bus_schemas::notification::NotificationDraft;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{PayMethod, ShopOrder};
use bus_schemas::shop::payment::{PaymentStep, Received, RefundState, reason, status};

use super::Store;
use super::shop::ShopRows;
use super::world::World;

/// Seconds after which a begun payment is asked about for the first time.
const FIRST_ASK: i64 = 60;

/// An attempt to pay through a provider.
#[derive(Clone, Debug)]
pub struct Payment {
    pub out_trade_no: String,
    pub order: OrderId,
    pub order_no: String,
    pub amount: Cents,
    pub status: u8,
    pub transaction_id: String,
    pub paid_amount: Cents,
    pub received: Cents,
    pub currency: String,
    pub payee: String,
    pub paid_time: Option<i64>,
    pub notice: String,
    pub refund_no: String,
    pub refund_amount: Cents,
    /// 0 nothing, 1 asked for, 2 back, 3 abnormal.
    pub refund_status: u8,
    /// A person has paid it back outside of the program.
    pub by_hand: bool,
    /// Who settles it now, and until when.
    pub claim: Option<(String, i64)>,
    pub ask_at: Option<i64>,
    pub asked: u32,
    pub create_time: i64,
}

impl Payment {
    /// What rules see of it.
    pub fn attempt(&self) -> Attempt<'_> {
        Attempt {
            status: self.status,
            transaction_id: &self.transaction_id,
            notice: &self.notice,
            refund_status: self.refund_status,
            asked: self.asked,
        }
    }

    /// What the provider said of it, as it was stored.
    pub fn as_received(&self) -> Received {
        Received {
            out_trade_no: self.out_trade_no.clone(),
            transaction_id: self.transaction_id.clone(),
            amount: self.received,
            currency: self.currency.clone(),
            payee: self.payee.clone(),
            at: self.paid_time.unwrap_or(self.create_time),
        }
    }

    /// Whether somebody has claimed to settle it.
    fn held(&self, now: i64) -> bool {
        self.claim.as_ref().is_some_and(|(_, until)| *until > now)
    }

    /// Whether a person may settle it outside of the program.
    fn by_hand_fits(&self) -> bool {
        self.status == status::EXCEPTION && matches!(self.refund_status, 0 | 3) || (self.status, self.refund_status) == (status::PAID, 3)
    }

    /// Whether the provider has not said how it ended.
    fn silent(&self) -> bool {
        self.status == status::EXCEPTION && self.notice == reason::SILENT
    }

    /// A payment that came: `paying` of it pays, `back` of it is asked back.
    fn came(&mut self, received: &Received, (state, paying, back): (u8, Cents, Cents), why: &str, now: i64) {
        self.status = state;
        self.transaction_id.clone_from(&received.transaction_id);
        (self.received, self.paid_amount) = (received.amount, paying);
        (self.currency, self.payee) = (received.currency.clone(), received.payee.clone());
        (self.paid_time, self.notice, self.asked) = (Some(received.at), why.to_owned(), 0);
        let goes = back > Cents::ZERO;
        self.ask_at = goes.then_some(now);
        if goes {
            (self.refund_no, self.refund_amount, self.refund_status) = (format!("{}R", received.out_trade_no), back, 1);
        }
    }
}

impl ShopRows {
    pub(super) fn pay_step(&mut self, step: &PaymentStep, order: &ShopOrder) -> Result<(), Guard> {
        let now = order.update_time;
        if let PaymentStep::Begin { out_trade_no, amount, .. } = step {
            let row = Payment {
                out_trade_no: out_trade_no.clone(),
                order: order.id,
                order_no: order.order_no.clone(),
                amount: *amount,
                status: status::BEGUN,
                transaction_id: String::new(),
                paid_amount: Cents::ZERO,
                received: Cents::ZERO,
                currency: String::new(),
                payee: String::new(),
                paid_time: None,
                notice: String::new(),
                refund_no: String::new(),
                refund_amount: Cents::ZERO,
                refund_status: 0,
                by_hand: false,
                claim: None,
                ask_at: Some(now + FIRST_ASK),
                asked: 0,
                create_time: now,
            };
            return if self.attempts.insert(out_trade_no.clone(), row).is_some() { Err(Guard::Payment) } else { Ok(()) };
        }
        let fits = |row: &&mut Payment| {
            let from = step.from().contains(&row.status) || step.ends_silence() && row.silent();
            from && (!step.keeps_all() || row.refund_status == 0 && !row.held(now))
        };
        let row = self.attempts.get_mut(step.out_trade_no()).filter(fits).ok_or(Guard::Payment)?;
        let mut transaction = None;
        match step {
            PaymentStep::Begin { .. } => {}
            PaymentStep::Close { .. } => (row.status, row.notice, row.ask_at) = (status::CLOSED, String::new(), None),
            PaymentStep::Paid { received, method, surplus, accepted } => {
                if !accepted {
                    transaction = Some((method.code(), received.transaction_id.clone()));
                }
                let why = if *accepted { "accepted" } else { "" };
                row.came(received, (status::PAID, received.amount - *surplus, *surplus), why, now);
            }
            PaymentStep::Exception { received, method, why, back } => {
                transaction = Some((method.code(), received.transaction_id.clone()));
                row.came(received, (status::EXCEPTION, Cents::ZERO, if *back { received.amount } else { Cents::ZERO }), why, now);
            }
        }
        if transaction.is_none_or(|transaction| self.transactions.insert(transaction)) { Ok(()) } else { Err(Guard::Payment) }
    }
}

/// The changes of a payment's row that no order's command writes.
impl Store {
    async fn change(&self, number: &str, change: impl Fn(&mut Payment) -> bool + Send + 'static) -> Result<bool, StoreError> {
        let number = number.to_owned();
        self.written(move |world| Ok(world.shop.attempts.get_mut(&number).is_some_and(&change))).await
    }

    /// A payment by its number.
    pub async fn payment(&self, number: &str) -> Result<Option<Payment>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().shop.attempts.get(number).cloned())
    }

    /// Payments that a provider is to be asked about.
    pub async fn payments_to_ask(&self, now: i64) -> Result<Vec<Payment>, StoreError> {
        self.readable().await?;
        let world = self.world.lock().unwrap();
        Ok(world.shop.attempts.values().filter(|row| row.ask_at.is_some_and(|at| at <= now)).cloned().collect())
    }

    /// A begun payment was asked about: when it is asked about next, or nothing where a person has to look.
    pub async fn payment_asked(&self, payment: &Payment, next: Option<i64>) -> Result<(), StoreError> {
        let asked = payment.asked;
        let change = move |row: &mut Payment| {
            if row.status != status::BEGUN || row.asked != asked {
                return false;
            }
            (row.asked, row.ask_at) = (asked + 1, next);
            if next.is_none() {
                (row.status, row.notice) = (status::EXCEPTION, reason::SILENT.to_owned());
            }
            true
        };
        self.change(&payment.out_trade_no, change).await.map(|_| ())
    }

    /// Claims to ask the provider for what goes back of a payment.
    pub async fn claim_payment_back(&self, payment: &Payment, key: &str, now: i64) -> Result<bool, StoreError> {
        let (number, key) = (payment.refund_no.clone(), key.to_owned());
        let change = move |row: &mut Payment| {
            let goes = row.refund_no == number && row.refund_status == 1 && matches!(row.status, status::PAID | status::EXCEPTION);
            if !goes || row.held(now) {
                return false;
            }
            (row.claim, row.ask_at) = (Some((key.clone(), now + CLAIM)), Some(now + CLAIM));
            true
        };
        self.change(&payment.out_trade_no, change).await
    }

    /// Claims to settle an exception outside of the program.
    pub async fn claim_payment_by_hand(&self, payment: &Payment, key: &str, now: i64) -> Result<bool, StoreError> {
        let key = key.to_owned();
        let change = move |row: &mut Payment| {
            let free = row.by_hand_fits() && !row.held(now);
            if free {
                row.claim = Some((key.clone(), now + CLAIM));
            }
            free
        };
        self.change(&payment.out_trade_no, change).await
    }

    /// Gives a claim back.
    pub async fn release_payment(&self, payment: &Payment, key: &str) -> Result<(), StoreError> {
        let key = key.to_owned();
        let change = move |row: &mut Payment| {
            let own = row.claim.as_ref().is_some_and(|(held, _)| *held == key);
            if own {
                row.claim = None;
            }
            own
        };
        self.change(&payment.out_trade_no, change).await.map(|_| ())
    }

    /// What the provider says of the money that goes back of a payment: asked under a claim, or by itself.
    pub async fn payment_refunded(
        &self,
        payment: &Payment,
        state: &RefundState,
        (next, claim): (Option<i64>, Option<&str>),
        now: i64,
    ) -> Result<(), StoreError> {
        let refund = match state {
            RefundState::Success { .. } => 2,
            RefundState::Abnormal { .. } => 3,
            RefundState::Processing | RefundState::NotFound | RefundState::Unknown { .. } => 3 - 2 * u8::from(next.is_some()),
        };
        let (number, claim) = (payment.refund_no.clone(), claim.map(str::to_owned));
        let change = move |row: &mut Payment| {
            let own = row.claim.as_ref().is_some_and(|(held, _)| Some(held) == claim.as_ref());
            if refund != 2 && row.held(now) && !own {
                return false;
            }
            let fits = row.refund_no == number && matches!(row.refund_status, 1 | 3) && matches!(row.status, status::PAID | status::EXCEPTION);
            if !fits {
                return false;
            }
            (row.refund_status, row.ask_at, row.asked) = (refund, next.filter(|_| refund == 1), row.asked + 1);
            row.claim = None;
            if refund == 2 && row.status == status::EXCEPTION {
                row.status = status::SETTLED;
            }
            true
        };
        self.change(&payment.out_trade_no, change).await.map(|_| ())
    }

    /// A person has all of an exception's money go back, or asks again for what did not go back.
    pub async fn send_payment_back(&self, payment: &Payment, now: i64) -> Result<bool, StoreError> {
        let change = move |row: &mut Payment| {
            let exception = row.status == status::EXCEPTION && matches!(row.refund_status, 0 | 3);
            if row.received <= Cents::ZERO || row.held(now) || !row.by_hand_fits() {
                return false;
            }
            if row.refund_status != 3 {
                row.refund_no = format!("{}R", row.out_trade_no);
            }
            if exception {
                row.refund_amount = row.received;
            }
            (row.refund_status, row.asked, row.ask_at) = (1, 0, Some(now));
            true
        };
        self.change(&payment.out_trade_no, change).await
    }

    /// A person has settled an exception outside of the program.
    pub async fn resolve_payment_exception(&self, payment: &Payment, key: &str) -> Result<bool, StoreError> {
        let (key, notice) = (key.to_owned(), payment.notice.clone());
        let change = move |row: &mut Payment| {
            let own = row.claim.as_ref().is_some_and(|(held, _)| *held == key);
            if !own || row.notice != notice || !row.by_hand_fits() {
                return false;
            }
            if row.status == status::EXCEPTION {
                row.status = status::SETTLED;
            }
            if row.refund_status == 3 {
                row.refund_status = 2;
            }
            (row.by_hand, row.ask_at, row.claim) = (true, None, None);
            true
        };
        self.change(&payment.out_trade_no, change).await
    }

    /// A silent payment is asked about again from the beginning.
    pub async fn ask_payment_again(&self, payment: &Payment, now: i64) -> Result<bool, StoreError> {
        let change = move |row: &mut Payment| {
            let silent = row.silent() && !row.held(now);
            if silent {
                (row.status, row.notice, row.asked, row.ask_at) = (status::BEGUN, String::new(), 0, Some(now));
            }
            silent
        };
        self.change(&payment.out_trade_no, change).await
    }

    /// Notifies the staff.
    pub async fn notify(&self, draft: NotificationDraft) -> Result<(), StoreError> {
        self.written(move |world| {
            world.notifications.push(draft.clone());
            Ok(())
        })
        .await
    }

    /// What the shop has of payments through the provider and of what went back through it.
    pub async fn ours(&self) -> Result<Vec<ShopEntry>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().through_provider())
    }
}

impl World {
    pub fn through_provider(&self) -> Vec<ShopEntry> {
        let mut all = Vec::new();
        for row in self.shop.attempts.values() {
            let own = |kind, number: &str, amount| ShopEntry { kind, number: number.to_owned(), subject: row.order_no.clone(), amount };
            if row.paid_time.is_some() && matches!(row.status, status::PAID | status::EXCEPTION | status::SETTLED) {
                all.push(own(MatchKind::Payment, &row.out_trade_no, row.received));
            }
            if row.refund_status == 2 && !row.by_hand {
                all.push(own(MatchKind::Refund, &row.refund_no, row.refund_amount));
            }
        }
        for order in self.shop.orders.values().filter(|order| order.pay_method.is_some_and(PayMethod::outside)) {
            let back =
                order.refunds.iter().filter(|refund| refund.pay_status == 2 && refund.payout.paid_at.is_some() && refund.payout.way.is_empty());
            all.extend(back.map(|refund| ShopEntry {
                kind: MatchKind::Refund,
                number: refund.out_refund_no.clone(),
                subject: order.order_no.clone(),
                amount: refund.refund_amount,
            }));
        }
        all
    }
}
