//! A stand-in for a provider that takes payments: it has a book of its own, and answers late, wrongly, or not at all, also
//! where it has done what it was asked. What it tells comes never, once, or several times, in any order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actors::clock::SharedClock;
use actors::shop::payment::{
    BeginPayment, Begun, BillRow, CLAIM, CURRENCY, Notice, NoticeError, PayState, Provider, ProviderError, RawNotice, RefundOrder,
};
use async_trait::async_trait;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::PayMethod;
use bus_schemas::shop::payment::{Received, RefundState};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Whom members pay to.
pub const PAYEE: &str = "M1";
/// Seconds that a refund takes which is not done at once.
const TAKES: i64 = 90;

/// How a member pays at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paying {
    Right,
    Less,
    More,
    /// The money is another merchant's.
    OtherPayee,
    /// Though the provider has said that the attempt can't be paid any more.
    Late,
    /// The provider takes the money a second time under the same number.
    Twice,
}

#[derive(Clone, Debug)]
struct Attempt {
    amount: Cents,
    begun: bool,
    closed: bool,
}

#[derive(Clone, Debug)]
struct Refund {
    out_trade_no: String,
    amount: Cents,
    state: RefundState,
    /// When it is done, where it is on its way.
    done_at: i64,
}

/// What the provider knows.
#[derive(Default)]
pub struct Book {
    attempts: BTreeMap<String, Attempt>,
    /// Money that it has taken, the earliest first.
    pub taken: Vec<Received>,
    refunds: BTreeMap<String, Refund>,
    /// What it still has to tell.
    notices: Vec<Notice>,
    /// What nobody may ask of it.
    pub faults: Vec<String>,
}

impl Book {
    fn payment(&self, number: &str) -> Option<&Received> {
        self.taken.iter().find(|taken| taken.out_trade_no == number)
    }

    /// What was taken under a number.
    pub fn taken_of(&self, number: &str) -> Cents {
        self.taken.iter().filter(|taken| taken.out_trade_no == number).map(|taken| taken.amount).sum()
    }

    /// What went back, or is on its way: its number, that of the payment, how much, and whether it is there.
    pub fn back(&self) -> impl Iterator<Item = (&str, &str, Cents, bool)> {
        self.refunds.iter().filter_map(|(number, refund)| {
            let there = match refund.state {
                RefundState::Success { .. } => true,
                RefundState::Processing => false,
                _ => return None,
            };
            Some((number.as_str(), refund.out_trade_no.as_str(), refund.amount, there))
        })
    }
}

/// How a call goes.
enum Behaviour {
    Well,
    /// No answer, and nothing done.
    Deaf,
    /// No answer, and it is done.
    Mute,
    /// An answer that is not true any more, or that is about something else.
    Wrong,
}

/// See the module.
pub struct FakeProvider {
    pub book: Mutex<Book>,
    clock: SharedClock,
    random: Mutex<StdRng>,
    percent: AtomicU32,
    silent: AtomicBool,
}

fn no_answer() -> ProviderError {
    ProviderError::Silent("it hangs up".into())
}

impl FakeProvider {
    pub fn new(clock: SharedClock, seed: u64) -> Arc<Self> {
        let random = Mutex::new(StdRng::seed_from_u64(seed ^ 0x5eed));
        Arc::new(Self { book: Mutex::default(), clock, random, percent: AtomicU32::new(0), silent: AtomicBool::new(false) })
    }

    /// From now on so many of a hundred calls go wrong.
    pub fn break_down(&self, percent: u32) {
        self.percent.store(percent, Ordering::Relaxed);
    }

    /// From now on nobody hears from it, or somebody does again.
    pub fn set_silent(&self, silent: bool) {
        self.silent.store(silent, Ordering::Relaxed);
    }

    fn now(&self) -> i64 {
        self.clock.now_ms() / 1_000
    }

    fn random_below(&self, of: u32) -> u32 {
        self.random.lock().unwrap().random_range(0..of)
    }

    async fn behaviour(&self) -> Behaviour {
        let (pause, began) = (self.random_below(30), self.now());
        // Now and then it takes long.
        tokio::time::sleep(Duration::from_millis(u64::from(if pause == 0 { 900 } else { pause }))).await;
        // Time may jump meanwhile. Nobody waits for an answer as long as a claim holds: the call was given up before.
        if self.silent.load(Ordering::Relaxed) || self.now() - began >= CLAIM {
            return Behaviour::Deaf;
        }
        if self.random_below(100) >= self.percent.load(Ordering::Relaxed) {
            return Behaviour::Well;
        }
        match self.random_below(12) {
            0..4 => Behaviour::Deaf,
            4..8 => Behaviour::Mute,
            8..11 => Behaviour::Wrong,
            _ => panic!("the code that talks to the provider is wrong (on purpose)"),
        }
    }

    /// Tells something so many times as it likes, or never.
    fn tells(&self, book: &mut Book, notice: &Notice) {
        let calm = self.percent.load(Ordering::Relaxed) == 0;
        let times = if calm { 1 } else { [0, 0, 1, 1, 1, 2, 3][self.random_below(7) as usize] };
        book.notices.extend(std::iter::repeat_n(notice.clone(), times));
    }

    /// The next of what it tells, in no order.
    pub fn notice(&self) -> Option<Notice> {
        let mut book = self.book.lock().unwrap();
        self.carry_refunds(&mut book);
        let many = u32::try_from(book.notices.len()).unwrap();
        (many > 0).then(|| {
            let at = self.random_below(many) as usize;
            book.notices.remove(at)
        })
    }

    /// A member pays. Answers the amount, or why the provider does not take it.
    pub fn pay(&self, number: &str, how: Paying) -> Result<Cents, &'static str> {
        let mut book = self.book.lock().unwrap();
        let attempt = book.attempts.get(number).filter(|attempt| attempt.begun).ok_or("the provider does not know it")?.clone();
        if attempt.closed != (how == Paying::Late) && how != Paying::Twice {
            return Err(if attempt.closed { "it is closed there" } else { "it is open there" });
        }
        if book.payment(number).is_some() != (how == Paying::Twice) {
            return Err("whether it is paid there");
        }
        let amount = match how {
            Paying::Less => Cents(attempt.amount.0 - 1),
            Paying::More => Cents(attempt.amount.0 + 250),
            _ => attempt.amount,
        };
        let received = Received {
            out_trade_no: number.to_owned(),
            transaction_id: format!("T{}", book.taken.len() + 1),
            amount,
            currency: CURRENCY.into(),
            payee: if how == Paying::OtherPayee { "M2".into() } else { PAYEE.into() },
            at: self.now(),
        };
        self.tells(&mut book, &Notice::Paid(received.clone()));
        book.taken.push(received);
        Ok(amount)
    }

    /// Refunds whose time has come are done.
    fn carry_refunds(&self, book: &mut Book) {
        let now = self.now();
        let due: Vec<String> = book
            .refunds
            .iter()
            .filter(|(_, refund)| refund.state == RefundState::Processing && refund.done_at <= now)
            .map(|(number, _)| number.clone())
            .collect();
        for number in due {
            self.ends(book, &number, RefundState::Success { at: now });
        }
    }

    fn ends(&self, book: &mut Book, number: &str, state: RefundState) {
        let Some(refund) = book.refunds.get_mut(number) else { return };
        refund.state = state.clone();
        let out_trade_no = refund.out_trade_no.clone();
        self.tells(book, &Notice::Refund { out_trade_no, out_refund_no: number.to_owned(), state });
    }

    fn state(book: &Book, number: &str) -> PayState {
        match (book.payment(number), book.attempts.get(number)) {
            (Some(received), _) => PayState::Paid(received.clone()),
            (None, Some(attempt)) if attempt.closed => PayState::Closed,
            (None, Some(attempt)) if attempt.begun => PayState::Open,
            (None, _) => PayState::NotFound,
        }
    }

    /// A payment of another attempt.
    fn another(&self, book: &Book, number: &str) -> Option<PayState> {
        let others: Vec<&Received> = book.taken.iter().filter(|taken| taken.out_trade_no != number).collect();
        let many = u32::try_from(others.len()).unwrap();
        (many > 0).then(|| PayState::Paid(others[self.random_below(many) as usize].clone()))
    }
}

#[async_trait]
impl Provider for FakeProvider {
    fn method(&self) -> PayMethod {
        PayMethod::Sandbox
    }

    fn payee(&self) -> &str {
        PAYEE
    }

    fn scenes(&self) -> &[&str] {
        &["native"]
    }

    async fn begin(&self, payment: &BeginPayment) -> Result<Begun, ProviderError> {
        let behaviour = self.behaviour().await;
        if matches!(behaviour, Behaviour::Deaf) {
            return Err(no_answer());
        }
        let mut book = self.book.lock().unwrap();
        let attempt = book.attempts.entry(payment.out_trade_no.clone()).or_insert(Attempt { amount: payment.amount, begun: false, closed: false });
        if attempt.closed || matches!(behaviour, Behaviour::Wrong) {
            return Err(ProviderError::Refused("not that one".into()));
        }
        attempt.begun = true;
        match behaviour {
            Behaviour::Mute => Err(no_answer()),
            _ => Ok(Begun { code_url: format!("https://pay/{}", payment.out_trade_no), ..Begun::default() }),
        }
    }

    async fn query(&self, number: &str) -> Result<PayState, ProviderError> {
        let behaviour = self.behaviour().await;
        let book = self.book.lock().unwrap();
        match behaviour {
            Behaviour::Well => Ok(Self::state(&book, number)),
            // It has not heard yet of what was paid a moment ago, or answers about another attempt.
            Behaviour::Wrong => Ok(self.another(&book, number).filter(|_| self.random_below(2) == 0).unwrap_or(PayState::Open)),
            Behaviour::Deaf | Behaviour::Mute => Err(no_answer()),
        }
    }

    async fn close(&self, number: &str) -> Result<PayState, ProviderError> {
        let behaviour = self.behaviour().await;
        if matches!(behaviour, Behaviour::Deaf) {
            return Err(no_answer());
        }
        let mut book = self.book.lock().unwrap();
        if matches!(behaviour, Behaviour::Wrong) {
            return Ok(self.another(&book, number).unwrap_or(PayState::Open));
        }
        let before = Self::state(&book, number);
        if !matches!(before, PayState::Paid(_)) {
            let attempt = book.attempts.entry(number.to_owned()).or_insert(Attempt { amount: Cents::ZERO, begun: false, closed: false });
            attempt.closed = true;
        }
        match (behaviour, before) {
            (Behaviour::Mute, _) => Err(no_answer()),
            (_, PayState::Open) => Ok(PayState::Closed),
            (_, before) => Ok(before),
        }
    }

    async fn refund(&self, refund: &RefundOrder) -> Result<RefundState, ProviderError> {
        let behaviour = self.behaviour().await;
        if matches!(behaviour, Behaviour::Deaf) {
            return Err(no_answer());
        }
        let mut book = self.book.lock().unwrap();
        self.carry_refunds(&mut book);
        let (number, of) = (refund.out_refund_no.clone(), refund.out_trade_no.clone());
        let taken = book.taken_of(&of);
        let known = book.taken.iter().any(|taken| taken.out_trade_no == of && taken.amount == refund.total);
        let back: Cents = book.back().filter(|(known, payment, ..)| *payment == of && *known != number).map(|(_, _, amount, _)| amount).sum();
        if back + refund.amount > taken || !known {
            book.faults
                .push(format!("{} of {} is asked back of payment {of}, which took {taken}, of which {back} went back", refund.amount, refund.total));
            return Err(ProviderError::Refused("more than was paid".into()));
        }
        if let Some(known) = book.refunds.get(&number).filter(|known| known.amount != refund.amount || known.out_trade_no != of) {
            let fault = format!("refund {number} was of {} and is now of {}", known.amount, refund.amount);
            book.faults.push(fault);
            return Err(ProviderError::Refused("another amount".into()));
        }
        let (now, chance) = (self.now(), self.random_below(10));
        let calm = self.percent.load(Ordering::Relaxed) == 0;
        let known = book.refunds.entry(number.clone()).or_insert(Refund {
            out_trade_no: of,
            amount: refund.amount,
            state: RefundState::NotFound,
            done_at: now,
        });
        // What it could not do it may be asked again.
        if matches!(known.state, RefundState::NotFound | RefundState::Abnormal { .. }) {
            known.done_at = now + TAKES;
            let state = match chance {
                0..4 => RefundState::Success { at: now },
                4..7 if !calm => RefundState::Abnormal { why: "the account is closed".into() },
                _ => RefundState::Processing,
            };
            self.ends(&mut book, &number, state);
        }
        match behaviour {
            Behaviour::Mute => Err(no_answer()),
            // It answers as it was a moment ago.
            Behaviour::Wrong => Ok(RefundState::Processing),
            _ => Ok(book.refunds.get(&number).map_or(RefundState::NotFound, |known| known.state.clone())),
        }
    }

    async fn query_refund(&self, number: &str) -> Result<RefundState, ProviderError> {
        let behaviour = self.behaviour().await;
        let mut book = self.book.lock().unwrap();
        self.carry_refunds(&mut book);
        match behaviour {
            Behaviour::Well => Ok(book.refunds.get(number).map_or(RefundState::NotFound, |known| known.state.clone())),
            Behaviour::Wrong => Ok(RefundState::Processing),
            Behaviour::Deaf | Behaviour::Mute => Err(no_answer()),
        }
    }

    /// What it tells comes read already.
    fn verify(&self, _: &RawNotice, _: i64) -> Result<Notice, NoticeError> {
        Err(NoticeError::Form)
    }

    async fn bill(&self, _: &str) -> Result<Vec<BillRow>, ProviderError> {
        let behaviour = self.behaviour().await;
        let mut book = self.book.lock().unwrap();
        self.carry_refunds(&mut book);
        match behaviour {
            Behaviour::Well => Ok(book.rows()),
            Behaviour::Wrong => Err(ProviderError::NotYet),
            Behaviour::Deaf | Behaviour::Mute => Err(no_answer()),
        }
    }
}

impl Book {
    /// All that it has taken and paid back.
    pub fn rows(&self) -> Vec<BillRow> {
        let taken = self.taken.iter().map(|taken| BillRow {
            out_trade_no: taken.out_trade_no.clone(),
            transaction_id: taken.transaction_id.clone(),
            out_refund_no: String::new(),
            amount: taken.amount,
            at: taken.at,
        });
        let back = self.back().filter(|(.., there)| *there).map(|(number, payment, amount, _)| BillRow {
            out_trade_no: payment.to_owned(),
            transaction_id: String::new(),
            out_refund_no: number.to_owned(),
            amount,
            at: 0,
        });
        taken.chain(back).collect()
    }
}
