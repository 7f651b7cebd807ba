//! Payments through providers, as rows: `shop_payment:[number of the attempt]`. A row's state says what it was before, so
//! that no two of them pay for the same thing; a transaction has a row of its own (`shop_transaction:[method, id]`), so
//! that none is booked twice. Whoever settles what goes back of a payment claims its row first, so that it goes back once.

use actors::shop::attempt::Attempt;
use actors::shop::payment::CLAIM;
use actors::store::StoreError;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{PayMethod, ShopOrder};
use bus_schemas::shop::payment::{PaymentStep, Received, RefundState, status};
use serde::Deserialize;
use surrealdb::types::{Object, Value};

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, array_id, dec, int, object, text, text_id};
use crate::member::notices::notice_id;

/// The table.
pub(crate) const TABLE: &str = "shop_payment";
/// Rows of one sweep.
const SWEEP_MAX: i64 = 500;
/// Rows of a day.
const DAY_MAX: i64 = 100_000;
/// Seconds after which a begun payment is asked about for the first time.
const FIRST_ASK: i64 = 60;

/// What a payment is for.
#[derive(Clone, Debug)]
pub(crate) struct Owner {
    pub order_id: i64,
    pub order_no: String,
    pub recharge_id: i64,
    pub user_id: i64,
}

impl Owner {
    pub fn of(order: &ShopOrder) -> Self {
        Self { order_id: order.id.0, order_no: order.order_no.clone(), recharge_id: 0, user_id: order.user_id }
    }
}

/// Something that went back of a payment before what goes back of it now.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EarlierBack {
    pub refund_no: String,
    pub refund_amount: Cents,
    #[serde(default)]
    pub refund_time: Option<i64>,
    /// A person has paid it back outside of the program.
    #[serde(default)]
    pub by_hand: bool,
}

/// A payment as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StoredPayment {
    pub out_trade_no: String,
    /// 0 where it is for a recharge.
    #[serde(default)]
    pub order_id: i64,
    /// The number of the order or the recharge.
    #[serde(default)]
    pub order_no: String,
    #[serde(default)]
    pub recharge_id: i64,
    pub user_id: i64,
    pub method: PayMethod,
    #[serde(default)]
    pub scene: String,
    pub amount: Cents,
    pub status: u8,
    #[serde(default)]
    pub transaction_id: String,
    /// What of it pays.
    #[serde(default)]
    pub paid_amount: Cents,
    /// What the provider took.
    #[serde(default)]
    pub received: Cents,
    #[serde(default)]
    pub currency: String,
    #[serde(default)]
    pub payee: String,
    #[serde(default)]
    pub paid_time: Option<i64>,
    /// Why it is an exception.
    #[serde(default)]
    pub notice: String,
    /// What goes back of it beside the order's refunds, under this number.
    #[serde(default)]
    pub refund_no: String,
    #[serde(default)]
    pub refund_amount: Cents,
    /// 0 nothing, 1 asked for, 2 back, 3 abnormal.
    #[serde(default)]
    pub refund_status: u8,
    #[serde(default)]
    pub refund_time: Option<i64>,
    /// What went back of it before, the oldest first.
    #[serde(default)]
    pub backs: Vec<EarlierBack>,
    /// What a person noted.
    #[serde(default)]
    pub note: String,
    #[serde(default)]
    pub ask_at: Option<i64>,
    #[serde(default)]
    pub asked: u32,
    #[serde(default)]
    pub asked_at: Option<i64>,
    /// Until when somebody has claimed to settle what goes back of it.
    #[serde(default)]
    pub claim_until: Option<i64>,
    /// How the member goes on: what the provider answered.
    #[serde(default)]
    pub code_url: String,
    pub create_time: i64,
}

impl StoredPayment {
    /// What rules see of it.
    #[must_use]
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
    #[must_use]
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
}

pub(super) const FIELDS: &str =
    "out_trade_no, order_id ?? 0 AS order_id, order_no ?? '' AS order_no, recharge_id ?? 0 AS recharge_id, user_id, method,
    scene ?? '' AS scene, amount, status, transaction_id ?? '' AS transaction_id, paid_amount ?? 0dec AS paid_amount,
    received ?? paid_amount ?? 0dec AS received, currency ?? '' AS currency, payee ?? '' AS payee, paid_time, notice ?? '' AS notice,
    refund_no ?? '' AS refund_no, refund_amount ?? 0dec AS refund_amount, refund_status ?? 0 AS refund_status, refund_time,
    backs ?? [] AS backs, note ?? '' AS note, (IF ask_at > 0 { ask_at } ELSE { NONE }) AS ask_at, asked ?? 0 AS asked, asked_at, claim_until, code_url ?? '' AS code_url, create_time";

/// The time of a question that is not asked any more. A field that is left out would keep its value.
const NEVER: i64 = 0;

fn cents(amount: Cents) -> Value {
    dec(amount.decimal())
}

/// The fields of a payment that came: `paying` of it pays, `back` of it is asked back.
fn came(received: &Received, (state, paying, back): (u8, Cents, Cents), why: &str, now: i64) -> Object {
    let goes = back > Cents::ZERO;
    let mut set = fields([
        ("status", int(i64::from(state))),
        ("transaction_id", text(&received.transaction_id)),
        ("received", cents(received.amount)),
        ("currency", text(&received.currency)),
        ("payee", text(&received.payee)),
        ("paid_amount", cents(paying)),
        ("paid_time", int(received.at)),
        ("notice", text(why)),
        ("asked", int(0)),
        ("ask_at", int(if goes { now } else { NEVER })),
        ("update_time", int(now)),
    ]);
    if goes {
        set.insert("refund_no", format!("{}R", received.out_trade_no));
        set.insert("refund_amount", cents(back));
        set.insert("refund_status", 1_i64);
    }
    set
}

fn fields<const N: usize>(all: [(&str, Value); N]) -> Object {
    match object(all) {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}

/// A step of a payment, as the statements of `SHOP_WRITES` take it.
/// The notice to its member gets the id `notice`.
pub(crate) fn payment_step(step: &PaymentStep, owner: &Owner, notice: i64, now: i64) -> Value {
    let (mut transaction, mut notice_data) = (Value::None, Value::None);
    let set = match step {
        PaymentStep::Begin { out_trade_no, method, scene, amount } => fields([
            ("out_trade_no", text(out_trade_no)),
            ("order_id", int(owner.order_id)),
            ("order_no", text(&owner.order_no)),
            ("recharge_id", int(owner.recharge_id)),
            ("user_id", int(owner.user_id)),
            ("method", int(method.code())),
            ("scene", text(scene)),
            ("amount", cents(*amount)),
            ("status", int(i64::from(status::BEGUN))),
            ("transaction_id", text("")),
            ("paid_amount", cents(Cents::ZERO)),
            ("received", cents(Cents::ZERO)),
            ("notice", text("")),
            ("refund_status", int(0)),
            ("asked", int(0)),
            ("ask_at", int(now + FIRST_ASK)),
            ("create_time", int(now)),
            ("update_time", int(now)),
        ]),
        PaymentStep::Close { .. } => {
            fields([("status", int(i64::from(status::CLOSED))), ("notice", text("")), ("ask_at", int(NEVER)), ("update_time", int(now))])
        }
        PaymentStep::Paid { received, method, surplus, accepted } => {
            if !accepted {
                transaction = booked(*method, received);
            }
            came(received, (status::PAID, received.amount - *surplus, *surplus), if *accepted { "accepted" } else { "" }, now)
        }
        PaymentStep::Exception { received, method, why, back } => {
            transaction = booked(*method, received);
            let of = if owner.order_no.is_empty() { received.out_trade_no.clone() } else { owner.order_no.clone() };
            notice_data = object([
                ("order_no", text(&of)),
                ("recharge", Value::Bool(owner.order_id == 0)),
                ("amount", text(&received.amount.to_string())),
                ("why", text(if *back { "back" } else { "looked_at" })),
            ]);
            came(received, (status::EXCEPTION, Cents::ZERO, if *back { received.amount } else { Cents::ZERO }), why, now)
        }
    };
    let from = step.from().iter().map(|state| int(i64::from(*state))).collect();
    object([
        ("id", text_id(TABLE, step.out_trade_no())),
        ("out_trade_no", text(step.out_trade_no())),
        ("new", Value::Bool(step.from().is_empty())),
        ("from", array(from)),
        ("ends_silence", Value::Bool(step.ends_silence())),
        ("keeps_all", Value::Bool(step.keeps_all())),
        ("set", Value::Object(set)),
        ("transaction", transaction),
        ("notice_data", notice_data),
        ("notice", notice_id(notice)),
    ])
}

fn booked(method: PayMethod, received: &Received) -> Value {
    array_id("shop_transaction", vec![int(method.code()), text(&received.transaction_id)])
}

/// The statements of a step `$p` of a payment, in the one text that orders and recharges share: what is thrown when the
/// payment is not in the state for it, the member who hears of it, and the time.
macro_rules! step_statements {
    ($refusal:literal, $member:literal, $now:literal) => {
        concat!(
            "IF $p.new {
                CREATE $p.id CONTENT $p.set RETURN NONE;
            } ELSE {
                LET $is = (SELECT status, notice, refund_status ?? 0 AS back, claim_until ?? 0 AS held FROM ONLY $p.id);
                LET $silent = $p.ends_silence AND $is.status = 3 AND $is.notice = 'silent';
                IF ($is.status NOT IN $p.from AND !$silent) OR ($p.keeps_all AND ($is.back != 0 OR $is.held > ",
            $now,
            ")) { THROW ",
            $refusal,
            " };
                UPDATE $p.id MERGE $p.set RETURN NONE;
            };
            IF $p.transaction != NONE { CREATE $p.transaction SET out_trade_no = $p.out_trade_no RETURN NONE };
            IF $p.notice_data != NONE {
                CREATE $p.notice SET member = ",
            $member,
            ", kind = 'payment', data = $p.notice_data, created_at = ",
            $now,
            " RETURN NONE;
            };"
        )
    };
}
pub(crate) use step_statements;

/// The statements of payments, for each step of `$steps`, whose member is `$payer`.
pub(crate) const STEPS: &str = concat!("FOR $p IN $steps { ", step_statements!("'PAYMENT STATE'", "$payer", "$paid_now"), " };");

impl Store {
    /// A payment by its number.
    pub async fn payment(&self, out_trade_no: &str) -> Result<Option<StoredPayment>, StoreError> {
        let rows = self.rows(&format!("SELECT {FIELDS} FROM $id"), vec![("id", text_id(TABLE, out_trade_no))]).await?;
        Ok(rows.into_iter().next())
    }

    /// A payment by the number of what goes back of it, or went back before.
    pub async fn payment_of_refund(&self, refund_no: &str) -> Result<Option<StoredPayment>, StoreError> {
        let Some((out_trade_no, _)) = refund_no.rsplit_once('R').filter(|(number, _)| !number.is_empty()) else { return Ok(None) };
        let known = |payment: &StoredPayment| payment.refund_no == refund_no || payment.backs.iter().any(|back| back.refund_no == refund_no);
        Ok(self.payment(out_trade_no).await?.filter(known))
    }

    /// Payments that a provider is to be asked about, the earliest first: begun ones, and those of which something goes
    /// back.
    pub async fn payments_to_ask(&self, now: i64) -> Result<Vec<StoredPayment>, StoreError> {
        let query = format!("SELECT {FIELDS} FROM shop_payment WHERE ask_at > 0 AND ask_at <= $now ORDER BY ask_at ASC LIMIT {SWEEP_MAX}");
        self.rows(&query, vec![("now", int(now))]).await
    }

    /// Begun payments of a recharge.
    pub async fn open_recharge_payments(&self, recharge: i64) -> Result<Vec<StoredPayment>, StoreError> {
        let query = format!("SELECT {FIELDS} FROM shop_payment WHERE status = 0 AND recharge_id = $recharge ORDER BY out_trade_no ASC LIMIT 100");
        self.rows(&query, vec![("recharge", int(recharge))]).await
    }

    /// Payments that providers took between two times.
    pub async fn payments_between(&self, from: i64, to: i64) -> Result<Vec<StoredPayment>, StoreError> {
        let query =
            format!("SELECT {FIELDS} FROM shop_payment WHERE paid_time >= $from AND paid_time < $to AND method > 1 AND method < 9 LIMIT {DAY_MAX}");
        self.rows(&query, vec![("from", int(from)), ("to", int(to))]).await
    }

    /// What providers paid back of payments between two times, beside refunds of orders: what each was for, its number,
    /// how much.
    pub async fn payments_back_between(&self, from: i64, to: i64) -> Result<Vec<(String, String, Cents)>, StoreError> {
        let query = format!(
            "SELECT VALUE [order_no ?? '', refund_no, refund_amount] FROM shop_payment
               WHERE refund_status = 2 AND refund_time >= $from AND refund_time < $to AND note = NONE LIMIT {DAY_MAX};
             SELECT {FIELDS} FROM shop_payment WHERE refund_status IN [1, 2, 3] AND backs != NONE LIMIT {DAY_MAX};"
        );
        let mut response = self.run(&query, vec![("from", int(from)), ("to", int(to))]).await?;
        let (mut all, several): (Vec<(String, String, Cents)>, Vec<StoredPayment>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        for payment in several {
            let within = |back: &EarlierBack| !back.by_hand && back.refund_time.is_some_and(|at| (from..to).contains(&at));
            let backs = payment.backs.into_iter().filter(within);
            all.extend(backs.map(|back| (payment.order_no.clone(), back.refund_no, back.refund_amount)));
        }
        Ok(all)
    }

    /// Keeps how the member goes on with an attempt.
    pub async fn keep_payment_code(&self, out_trade_no: &str, code_url: &str) -> Result<(), StoreError> {
        let vars = vec![("id", text_id(TABLE, out_trade_no)), ("url", text(code_url))];
        self.run("UPDATE $id SET code_url = $url WHERE status = 0 RETURN NONE", vars).await?;
        Ok(())
    }

    /// Takes the turn to ask about a begun payment: false where somebody asked since `before`.
    pub async fn claim_payment_ask(&self, out_trade_no: &str, before: i64, now: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $id SET asked_at = $now WHERE status = 0 AND (asked_at = NONE OR asked_at <= $before) RETURN VALUE true";
        let vars = vec![("id", text_id(TABLE, out_trade_no)), ("before", int(before)), ("now", int(now))];
        let taken: Vec<bool> = self.rows(query, vars).await?;
        Ok(!taken.is_empty())
    }

    /// Notes that a begun payment was asked about: when it is asked about next, or nothing where a person has to look.
    pub async fn payment_asked(&self, payment: &StoredPayment, next: Option<i64>, now: i64) -> Result<(), StoreError> {
        let query = "UPDATE $id SET asked = $asked, ask_at = $next, asked_at = $now, update_time = $now,
              status = (IF $next = NONE { 3 } ELSE { status }), notice = (IF $next = NONE { 'silent' } ELSE { notice })
            WHERE status = 0 AND asked = $asked - 1 RETURN NONE";
        let vars = vec![
            ("id", text_id(TABLE, &payment.out_trade_no)),
            ("asked", int(i64::from(payment.asked) + 1)),
            ("next", next.map_or(Value::None, int)),
            ("now", int(now)),
        ];
        self.run(query, vars).await?;
        Ok(())
    }

    /// Claims to ask the provider for what goes back of a payment, under a key that nobody else has. False where somebody
    /// else does so, or where it does not go back any more. When the claim is over and nobody has said what came of it, the
    /// sweep asks again.
    pub async fn claim_payment_back(&self, payment: &StoredPayment, key: &str, now: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $id SET claim_key = $key, claim_until = $until, ask_at = $until, update_time = $now
            WHERE refund_no = $number AND refund_status = 1 AND status IN [1, 3] AND (claim_until ?? 0) <= $now RETURN VALUE true";
        self.claim(payment, query, key, now).await
    }

    /// Claims to settle an exception outside of the program, under a key that nobody else has. False where somebody else
    /// settles it, or where it is not in the state for it.
    pub async fn claim_payment_by_hand(&self, payment: &StoredPayment, key: &str, now: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $id SET claim_key = $key, claim_until = $until, update_time = $now
            WHERE ((status = 3 AND refund_status IN [0, 3]) OR (status = 1 AND refund_status = 3)) AND (claim_until ?? 0) <= $now
            RETURN VALUE true";
        self.claim(payment, query, key, now).await
    }

    async fn claim(&self, payment: &StoredPayment, query: &str, key: &str, now: i64) -> Result<bool, StoreError> {
        let vars = vec![
            ("id", text_id(TABLE, &payment.out_trade_no)),
            ("number", text(&payment.refund_no)),
            ("key", text(key)),
            ("until", int(now + CLAIM)),
            ("now", int(now)),
        ];
        let taken: Vec<bool> = self.rows(query, vars).await?;
        Ok(!taken.is_empty())
    }

    /// Gives a claim back without having settled anything.
    pub async fn release_payment(&self, payment: &StoredPayment, key: &str) -> Result<(), StoreError> {
        let vars = vec![("id", text_id(TABLE, &payment.out_trade_no)), ("key", text(key))];
        self.run("UPDATE $id SET claim_key = NONE, claim_until = NONE WHERE claim_key = $key RETURN NONE", vars).await?;
        Ok(())
    }

    /// Writes what a provider says of the money that goes back of a payment: asked under the claim, or by itself without
    /// one. That it is back always counts; anything else is not taken while another claim holds, as it may be older.
    /// `next`: when it is asked again; without it a refund that is not done is abnormal.
    pub async fn payment_refunded(
        &self,
        payment: &StoredPayment,
        state: &RefundState,
        (next, claim): (Option<i64>, Option<&str>),
        now: i64,
    ) -> Result<(), StoreError> {
        let (refund, at) = match state {
            RefundState::Success { at } => (2, Some(*at)),
            RefundState::Abnormal { .. } => (3, None),
            RefundState::Processing | RefundState::NotFound | RefundState::Unknown { .. } => (if next.is_some() { 1 } else { 3 }, None),
        };
        let next = next.filter(|_| refund == 1);
        // An exception whose money is back is settled; of a payment that pays, only what was too much went back.
        let query = "UPDATE $id SET refund_status = $refund, refund_time = $at, ask_at = $next, asked = asked + 1, update_time = $now,
              status = (IF $refund = 2 AND status = 3 { 4 } ELSE { status }), claim_key = NONE, claim_until = NONE
            WHERE refund_no = $number AND refund_status IN [1, 3] AND status IN [1, 3]
              AND ($refund = 2 OR (claim_until ?? 0) <= $now OR claim_key = $claim) RETURN NONE";
        let option = |value: Option<i64>| value.map_or(Value::None, int);
        let vars = vec![
            ("id", text_id(TABLE, &payment.out_trade_no)),
            ("number", text(&payment.refund_no)),
            ("refund", int(refund)),
            ("claim", text(claim.unwrap_or_default())),
            ("at", option(at)),
            ("next", option(next)),
            ("now", int(now)),
        ];
        self.run(query, vars).await?;
        Ok(())
    }

    /// A person has all of an exception's money go back, or asks again for what did not go back. False where it is not
    /// in the state for it.
    pub async fn send_payment_back(&self, payment: &StoredPayment, now: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $id SET refund_no = (IF refund_status = 3 { refund_no } ELSE { $number }), refund_amount = (IF status = 3 { received } ELSE { refund_amount }), refund_status = 1,
              asked = 0, ask_at = $now, update_time = $now
            WHERE received > 0dec AND ((status = 3 AND refund_status IN [0, 3]) OR (status = 1 AND refund_status = 3))
              AND (claim_until ?? 0) <= $now RETURN VALUE true";
        let number = format!("{}R", payment.out_trade_no);
        let vars = vec![("id", text_id(TABLE, &payment.out_trade_no)), ("number", text(&number)), ("now", int(now))];
        let done: Vec<bool> = self.rows(query, vars).await?;
        Ok(!done.is_empty())
    }

    /// A person has settled an exception outside of the program, and says how. It was claimed under this key. False where
    /// the claim is another's by now, or where it is not what it was.
    pub async fn resolve_payment_exception(
        &self,
        payment: &StoredPayment,
        key: &str,
        (note, admin): (&str, i64),
        now: i64,
    ) -> Result<bool, StoreError> {
        let query =
            "UPDATE $id SET status = (IF status = 3 { 4 } ELSE { status }), refund_status = (IF refund_status = 3 { 2 } ELSE { refund_status }),
              refund_time = $now, note = $note, admin_id = $admin, ask_at = NONE, claim_key = NONE, claim_until = NONE, update_time = $now
            WHERE claim_key = $key AND (notice ?? '') = $notice
              AND ((status = 3 AND refund_status IN [0, 3]) OR (status = 1 AND refund_status = 3)) RETURN VALUE true";
        let vars = vec![
            ("id", text_id(TABLE, &payment.out_trade_no)),
            ("key", text(key)),
            ("notice", text(&payment.notice)),
            ("note", text(note)),
            ("admin", int(admin)),
            ("now", int(now)),
        ];
        let done: Vec<bool> = self.rows(query, vars).await?;
        Ok(!done.is_empty())
    }

    /// A person has a silent payment asked about again from the beginning.
    pub async fn ask_payment_again(&self, payment: &StoredPayment, now: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $id SET status = 0, notice = '', asked = 0, ask_at = $now, update_time = $now
            WHERE status = 3 AND notice = 'silent' AND (claim_until ?? 0) <= $now RETURN VALUE true";
        let done: Vec<bool> = self.rows(query, vec![("id", text_id(TABLE, &payment.out_trade_no)), ("now", int(now))]).await?;
        Ok(!done.is_empty())
    }
}
