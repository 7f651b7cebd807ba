//! Payments through providers, as rows: `shop_payment:[number of the attempt]`. A row's state says what it was before, so
//! that no two of them pay for the same thing; a transaction has a row of its own (`shop_transaction:[method, id]`), so
//! that none is booked twice.

use actors::store::StoreError;
use bus_schemas::shop::Cents;
use bus_schemas::shop::order::{PayMethod, ShopOrder};
use bus_schemas::shop::payment::{PaymentStep, Received, RefundState, status};
use serde::Deserialize;
use surrealdb::types::{Object, Value};

use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, dec, int, object, text, text_id};

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
    /// What a person noted.
    #[serde(default)]
    pub note: String,
    #[serde(default)]
    pub ask_at: Option<i64>,
    #[serde(default)]
    pub asked: u32,
    #[serde(default)]
    pub asked_at: Option<i64>,
    /// How the member goes on: what the provider answered.
    #[serde(default)]
    pub code_url: String,
    pub create_time: i64,
}

impl StoredPayment {
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
    note ?? '' AS note, ask_at, asked ?? 0 AS asked, asked_at, code_url ?? '' AS code_url, create_time";

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
        ("ask_at", if goes { int(now) } else { Value::None }),
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
pub(crate) fn payment_step(step: &PaymentStep, owner: &Owner, now: i64) -> Value {
    let (mut transaction, mut tell) = (Value::None, Value::None);
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
        PaymentStep::Close { .. } => fields([("status", int(i64::from(status::CLOSED))), ("ask_at", Value::None), ("update_time", int(now))]),
        PaymentStep::Paid { received, method, surplus, accepted } => {
            if !accepted {
                transaction = booked(*method, received);
            }
            came(received, (status::PAID, received.amount - *surplus, *surplus), if *accepted { "accepted" } else { "" }, now)
        }
        PaymentStep::Exception { received, method, why, back } => {
            transaction = booked(*method, received);
            let of = if owner.order_no.is_empty() { received.out_trade_no.clone() } else { owner.order_no.clone() };
            tell = object([
                ("order_no", text(&of)),
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
        ("set", Value::Object(set)),
        ("transaction", transaction),
        ("tell", tell),
    ])
}

fn booked(method: PayMethod, received: &Received) -> Value {
    array_id("shop_transaction", vec![int(method.code()), text(&received.transaction_id)])
}

/// The statements of payments, for each step of `$steps`, whose member is `$member`.
pub(crate) const STEPS: &str = "FOR $p IN $steps {
    IF $p.new {
        CREATE $p.id CONTENT $p.set RETURN NONE;
    } ELSE {
        IF (SELECT VALUE status FROM ONLY $p.id) NOT IN $p.from { THROW 'PAYMENT STATE' };
        UPDATE $p.id MERGE $p.set RETURN NONE;
    };
    IF $p.transaction != NONE { CREATE $p.transaction SET out_trade_no = $p.out_trade_no RETURN NONE };
    IF $p.tell != NONE {
        CREATE type::record('member_notice', sequence::nextval('member_notice')) SET member = $payer, kind = 'payment', data = $p.tell,
          created_at = $paid_now RETURN NONE;
    };
};";

impl Store {
    /// A payment by its number.
    pub async fn payment(&self, out_trade_no: &str) -> Result<Option<StoredPayment>, StoreError> {
        let rows = self.rows(&format!("SELECT {FIELDS} FROM $id"), vec![("id", text_id(TABLE, out_trade_no))]).await?;
        Ok(rows.into_iter().next())
    }

    /// A payment by the number of what goes back of it.
    pub async fn payment_of_refund(&self, refund_no: &str) -> Result<Option<StoredPayment>, StoreError> {
        let Some(out_trade_no) = refund_no.strip_suffix('R') else { return Ok(None) };
        Ok(self.payment(out_trade_no).await?.filter(|payment| payment.refund_no == refund_no))
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

    /// Payments of which something went back between two times.
    pub async fn payments_back_between(&self, from: i64, to: i64) -> Result<Vec<StoredPayment>, StoreError> {
        let query = format!(
            "SELECT {FIELDS} FROM shop_payment WHERE refund_status = 2 AND refund_time >= $from AND refund_time < $to AND note = NONE LIMIT {DAY_MAX}"
        );
        self.rows(&query, vec![("from", int(from)), ("to", int(to))]).await
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

    /// Writes what a provider says of the money that goes back of a payment. `next`: when it is asked again; without it
    /// a refund that is not done is abnormal.
    pub async fn payment_refunded(&self, payment: &StoredPayment, state: &RefundState, next: Option<i64>, now: i64) -> Result<(), StoreError> {
        let (refund, at) = match state {
            RefundState::Success { at } => (2, Some(*at)),
            RefundState::Abnormal { .. } => (3, None),
            RefundState::Processing | RefundState::NotFound | RefundState::Unknown { .. } => (if next.is_some() { 1 } else { 3 }, None),
        };
        let next = next.filter(|_| refund == 1);
        // An exception whose money is back is settled; of a payment that pays, only what was too much went back.
        let query = "UPDATE $id SET refund_status = $refund, refund_time = $at, ask_at = $next, asked = asked + 1, update_time = $now,
              status = (IF $refund = 2 AND status = 3 { 4 } ELSE { status })
            WHERE refund_status IN [1, 3] AND status IN [1, 3] RETURN NONE";
        let option = |value: Option<i64>| value.map_or(Value::None, int);
        let vars = vec![
            ("id", text_id(TABLE, &payment.out_trade_no)),
            ("refund", int(refund)),
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
        let query = "UPDATE $id SET refund_no = $number, refund_amount = (IF status = 3 { received } ELSE { refund_amount }), refund_status = 1,
              asked = 0, ask_at = $now, update_time = $now
            WHERE received > 0dec AND ((status = 3 AND refund_status IN [0, 3]) OR (status = 1 AND refund_status = 3)) RETURN VALUE true";
        let number = format!("{}R", payment.out_trade_no);
        let vars = vec![("id", text_id(TABLE, &payment.out_trade_no)), ("number", text(&number)), ("now", int(now))];
        let done: Vec<bool> = self.rows(query, vars).await?;
        Ok(!done.is_empty())
    }

    /// A person has settled an exception outside of the program, and says how. False where it is not in the state for it.
    pub async fn settle_payment(&self, payment: &StoredPayment, note: &str, admin: i64, now: i64) -> Result<bool, StoreError> {
        let query =
            "UPDATE $id SET status = (IF status = 3 { 4 } ELSE { status }), refund_status = (IF refund_status = 3 { 2 } ELSE { refund_status }),
              refund_time = $now, note = $note, admin_id = $admin, ask_at = NONE, update_time = $now
            WHERE (status = 3 AND refund_status IN [0, 3]) OR (status = 1 AND refund_status = 3) RETURN VALUE true";
        let vars = vec![("id", text_id(TABLE, &payment.out_trade_no)), ("note", text(note)), ("admin", int(admin)), ("now", int(now))];
        let done: Vec<bool> = self.rows(query, vars).await?;
        Ok(!done.is_empty())
    }

    /// A person has a silent payment asked about again from the beginning.
    pub async fn ask_payment_again(&self, payment: &StoredPayment, now: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $id SET status = 0, notice = '', asked = 0, ask_at = $now, update_time = $now
            WHERE status = 3 AND notice = 'silent' RETURN VALUE true";
        let done: Vec<bool> = self.rows(query, vec![("id", text_id(TABLE, &payment.out_trade_no)), ("now", int(now))]).await?;
        Ok(!done.is_empty())
    }
}
