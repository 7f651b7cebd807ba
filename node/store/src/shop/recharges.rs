//! Recharges: a member pays in, and gets it on their balance with the bonus of the package. What a payment books is in
//! the transaction that makes the order paid, so it is booked once however often its notice comes.

use actors::store::StoreError;
use bus_schemas::shop::balance::{BalanceAccount, BalanceCause, BalanceEntry, CauseKind, EntryKind};
use bus_schemas::shop::payment::PaymentStep;
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use super::payments::{FIELDS, Owner, STEPS, StoredPayment, payment_step};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars, last_statement, take};
use crate::engine::value::{array, dec, id, int, opt_int, text};
use crate::member::balance::{Allowance, BalanceError, GONE, refusal};
use crate::member::notices::NOTICE_IDS;

/// Recharge orders that a member is shown.
const SHOWN: i64 = 50;
/// Most unpaid ones of a member.
pub const OPEN_MAX: i64 = 5;

/// How money was received that staff has taken itself.
pub const BY_HAND: i64 = 9;
/// Has a provider pay back some of what it took. A payment's row has room for one refund that is on its way: the one
/// before must be back, and is kept beside. Each has a number of its own.
const GOES_BACK: &str = "LET $went = (SELECT out_trade_no, refund_status, backs ?? [] AS backs, { refund_no: refund_no, refund_amount: refund_amount,
        refund_time: refund_time, by_hand: note != NONE } AS last FROM shop_payment
      WHERE recharge_id = $recharge AND status = 1 AND refund_status IN [0, 2])[0];
    IF $went = NONE { THROW 'RECHARGE BACK' };
    LET $backs = (IF $went.refund_status = 2 { array::append($went.backs, $went.last) } ELSE { NONE });
    LET $refund_no = $went.out_trade_no + 'R' + (IF $went.refund_status = 2 { <string>(array::len($backs) + 1) } ELSE { '' });
    IF array::len((UPDATE shop_payment SET backs = $backs, refund_no = $refund_no, refund_amount = $back, refund_status = 1, refund_time = NONE,
      note = NONE, asked = 0, ask_at = $now, update_time = $now
      WHERE recharge_id = $recharge AND status = 1 AND refund_status = $went.refund_status RETURN VALUE true)) != 1 {
        THROW 'RECHARGE BACK'
    };";

/// Refuses to book a package that the member has had as often as they may, in an order that was closed or is one of
/// several. Every one of a member writes the member's book, so that none counts past another.
const WITHIN_LIMIT: &str = "LET $most = (IF $package = NONE { 0 } ELSE { (SELECT VALUE limit_num FROM ONLY $order) ?? $package_row.limit_num ?? 0 });
    IF $most > 0 {
        UPSERT $book SET changes = (changes ?? 0) + 1 RETURN NONE;
        IF array::len(SELECT VALUE id FROM shop_recharge_order WHERE user_id = $owner AND recharge_id = $package AND status IN [2, 4]) >= $most {
            THROW 'RECHARGE LIMIT'
        };
    };";

/// A package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RechargePackage {
    pub id: i64,
    pub name: String,
    #[serde(default)]
    pub name_en: String,
    pub money: Decimal,
    pub give_money: Decimal,
    pub give_score: i64,
    /// Per member; 0 for no limit.
    pub limit_num: i64,
}

/// A recharge order as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RechargeOrder {
    pub id: i64,
    pub recharge_no: String,
    pub user_id: i64,
    pub recharge_id: Option<i64>,
    pub money: Decimal,
    pub give_money: Decimal,
    pub give_score: i64,
    /// 1 to pay, 2 paid, 3 closed, 4 refunded.
    pub status: i64,
    pub refund_amount: Decimal,
    pub refund_num: i64,
    /// 0 none yet, 2 WeChat, 9 received by hand.
    pub pay_method: i64,
    pub transaction_id: String,
    /// Unix seconds; 0 before.
    pub pay_time: i64,
    /// Unix seconds.
    pub due_at: i64,
    pub create_time: i64,
    /// Attempts to pay it through a provider.
    pub attempts: u32,
}

/// What a new order is made of.
#[derive(Clone, Debug)]
pub struct NewRecharge<'a> {
    pub number: &'a str,
    pub member: i64,
    pub package: Option<i64>,
    pub money: Decimal,
    pub give_money: Decimal,
    pub give_score: i64,
    /// Paid and open orders of the package that a member may have; 0 for no limit.
    pub limit: i64,
    pub due_at: i64,
}

/// A payment that was received.
#[derive(Clone, Debug)]
pub struct Received<'a> {
    pub number: &'a str,
    pub amount: Decimal,
    pub method: i64,
    pub transaction: &'a str,
    /// Who received it by hand.
    pub admin: Option<i64>,
    pub memo: &'a str,
    /// The attempt that a provider took it for.
    pub payment: Option<PaymentStep>,
    /// What the administrator may confirm by hand on a day, for which the bonus counts as well. A second person may confirm
    /// what another has confirmed before.
    pub allowance: Option<Allowance<'a>>,
}

/// Why a recharge is not written.
#[derive(Debug, thiserror::Error)]
pub enum RechargeError {
    #[error("there is no such recharge order")]
    NotFound,
    #[error("the number is taken")]
    NumberTaken,
    #[error("the member has had the package as often as they may")]
    Limit,
    #[error("the member has too many unpaid ones")]
    Open,
    /// It is paid by another payment, or refunded.
    #[error("the order is not in the state for it")]
    State,
    #[error("another amount was paid")]
    Amount,
    /// The provider has not yet paid back what was asked for before.
    #[error("the last refund is still on its way")]
    Back,
    /// This payment is known already.
    #[error("the payment was booked before")]
    Booked,
    #[error("at most {most} can go back")]
    Most { most: Decimal },
    #[error("{0}")]
    Balance(BalanceError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

const ORDER: &str = "record::id(id) AS id, recharge_no, user_id, recharge_id, money, give_money ?? 0dec AS give_money, give_score ?? 0 AS give_score,
    status, refund_amount ?? 0dec AS refund_amount, refund_num ?? 0 AS refund_num, pay_method ?? 0 AS pay_method,
    transaction_id ?? '' AS transaction_id, pay_time ?? 0 AS pay_time, due_at ?? 0 AS due_at, create_time,
    array::len((SELECT VALUE id FROM shop_payment WHERE recharge_id = record::id($parent.id))) AS attempts";
const PACKAGE: &str = "record::id(id) AS id, name, name_en ?? '' AS name_en, money, give_money ?? 0dec AS give_money, give_score ?? 0 AS give_score, limit_num ?? 0 AS limit_num";

pub(super) fn refused(error: TxError) -> RechargeError {
    if let Some(balance) = refusal(&error) {
        return RechargeError::Balance(balance);
    }
    match error {
        TxError::Thrown(code) if code == "RECHARGE LIMIT" => RechargeError::Limit,
        TxError::Thrown(code) if code == "RECHARGE OPEN" => RechargeError::Open,
        TxError::Thrown(code) if code == "RECHARGE STATE" => RechargeError::State,
        TxError::Thrown(code) if code == "PAYMENT STATE" => RechargeError::Booked,
        TxError::Thrown(code) if code == "RECHARGE BACK" => RechargeError::Back,
        error if error.exists_in("shop_transaction") || error.exists_in("shop_payment") => RechargeError::Booked,
        TxError::NotUnique(_) => RechargeError::NumberTaken,
        error => RechargeError::Store(error.into()),
    }
}

fn entry(order: &RechargeOrder, account: BalanceAccount, kind: EntryKind, change: Decimal, cause: &str) -> BalanceEntry {
    let cause = BalanceCause { kind: CauseKind::Recharge, id: cause.to_owned() };
    BalanceEntry { member: order.user_id, account, kind, change, cause, memo: order.recharge_no.clone() }
}

/// What [`STEPS`] needs of steps of a recharge's payments.
pub(super) fn payment_vars(order: &RechargeOrder, steps: &[PaymentStep], notices: i64, now: i64) -> Vars {
    let owner = Owner { order_id: 0, order_no: order.recharge_no.clone(), recharge_id: order.id, user_id: order.user_id };
    let steps = steps.iter().zip(notices..).map(|(step, notice)| payment_step(step, &owner, notice, now)).collect();
    vec![("steps", array(steps)), ("payer", int(order.user_id)), ("paid_now", int(now))]
}

impl Store {
    /// Packages that are offered.
    pub async fn recharge_packages(&self) -> Result<Vec<RechargePackage>, StoreError> {
        self.rows(&format!("SELECT {PACKAGE}, weigh FROM shop_recharge WHERE status = 1 ORDER BY weigh DESC, id LIMIT 100"), vec![]).await
    }

    /// A package that is offered.
    pub async fn recharge_package(&self, package: i64) -> Result<Option<RechargePackage>, StoreError> {
        let vars = vec![("id", id("shop_recharge", package))];
        Ok(self.rows(&format!("SELECT {PACKAGE} FROM $id WHERE status = 1"), vars).await?.into_iter().next())
    }

    /// A member's recharge orders, the newest first.
    pub async fn recharges_of(&self, member: i64) -> Result<Vec<RechargeOrder>, StoreError> {
        let query = format!("SELECT {ORDER} FROM shop_recharge_order WHERE user_id = $member ORDER BY id DESC LIMIT {SHOWN}");
        self.rows(&query, vec![("member", int(member))]).await
    }

    /// A recharge order.
    pub async fn recharge(&self, order: i64) -> Result<Option<RechargeOrder>, StoreError> {
        let vars = vec![("id", id("shop_recharge_order", order))];
        Ok(self.rows(&format!("SELECT {ORDER} FROM $id"), vars).await?.into_iter().next())
    }

    /// A recharge order by its number.
    pub async fn recharge_by_number(&self, number: &str) -> Result<Option<RechargeOrder>, StoreError> {
        let query = format!("SELECT {ORDER} FROM shop_recharge_order WHERE recharge_no = $number LIMIT 1");
        Ok(self.rows(&query, vec![("number", text(number))]).await?.into_iter().next())
    }

    /// Writes a new order. Every one of a member writes the member's book, so that none counts past another.
    pub async fn add_recharge(&self, new: &NewRecharge<'_>, now: i64) -> Result<i64, RechargeError> {
        let query = format!(
            "BEGIN; UPSERT $book SET changes = (changes ?? 0) + 1 RETURN NONE;
             IF !record::exists(type::record('user', $member)) OR (SELECT VALUE closed_time ?? 0 FROM ONLY type::record('user', $member)) > 0 {{ THROW '{GONE}' }};
             LET $key = sequence::nextval('shop_recharge_order');
             IF array::len(SELECT VALUE id FROM shop_recharge_order WHERE user_id = $member AND status = 1) >= {OPEN_MAX} {{ THROW 'RECHARGE OPEN' }};
             IF $limit > 0 AND array::len(SELECT VALUE id FROM shop_recharge_order WHERE user_id = $member AND recharge_id = $package
               AND status IN [1, 2, 4]) >= $limit {{ THROW 'RECHARGE LIMIT' }};
             CREATE type::record('shop_recharge_order', $key) SET recharge_no = $number, user_id = $member, recharge_id = $package, money = $money,
               give_money = $give_money, give_score = $give_score, limit_num = $limit, status = 1, refund_amount = 0dec, refund_num = 0, pay_method = 0,
               transaction_id = '', pay_time = 0, due_at = $due_at, memo = '', create_time = $now, update_time = $now, version = 1 RETURN NONE;
             SELECT VALUE $key FROM ONLY [1]; COMMIT;"
        );
        let vars = vec![
            ("book", id("shop_recharge_book", new.member)),
            ("number", text(new.number)),
            ("member", int(new.member)),
            ("package", opt_int(new.package)),
            ("money", dec(new.money)),
            ("give_money", dec(new.give_money)),
            ("give_score", int(new.give_score)),
            ("limit", int(if new.package.is_some() { new.limit } else { 0 })),
            ("due_at", int(new.due_at)),
            ("now", int(now)),
        ];
        let mut writing = self.writes().writing("shop_recharge_order");
        let done = self.run(&query, vars).await;
        writing.touched(&[]);
        let mut response = done.map_err(refused)?;
        let answer = last_statement(self, &response);
        Ok(take(&mut response, answer)?)
    }

    /// A payment was received: the order is paid, and money, bonus and score are booked with it. The same payment
    /// again changes nothing; one that comes after the order was closed counts all the same, unless the member has had the
    /// package as often as they may. Answers the order before,
    /// and whether it was paid by this call.
    pub async fn receive_recharge(&self, received: &Received<'_>, now: i64) -> Result<(RechargeOrder, bool), RechargeError> {
        let order = self.recharge_by_number(received.number).await?.ok_or(RechargeError::NotFound)?;
        if order.money != received.amount {
            return Err(RechargeError::Amount);
        }
        if matches!(order.status, 2 | 4) {
            let same = order.pay_method == received.method && order.transaction_id == received.transaction;
            return if same { Ok((order, false)) } else { Err(RechargeError::State) };
        }
        let booked = |account, kind, change| entry(&order, account, kind, change, &order.recharge_no);
        let mut entries = vec![booked(BalanceAccount::Money, EntryKind::Recharge, order.money)];
        if order.give_money > Decimal::ZERO {
            entries.push(booked(BalanceAccount::Money, EntryKind::Bonus, order.give_money));
        }
        if order.give_score > 0 {
            entries.push(booked(BalanceAccount::Score, EntryKind::Bonus, order.give_score.into()));
        }
        let (booking, mut vars) = self.booking(&entries, now).await.map_err(RechargeError::Balance)?;
        let mut counted = String::new();
        if let Some(allowance) = &received.allowance {
            let (statements, counting) = allowance.statements();
            counted = format!("LET $first = (SELECT VALUE confirmed_by ?? 0 FROM ONLY $order); IF $first = 0 OR $first = $admin {{ {statements} }};");
            vars.extend(counting);
        }
        let query = format!(
            "BEGIN; IF (SELECT VALUE status FROM ONLY $order) NOT IN [1, 3] {{ THROW 'RECHARGE STATE' }};
             {counted} {WITHIN_LIMIT}
             UPDATE $order SET status = 2, pay_method = $method, transaction_id = $transaction, pay_time = $now, memo = $memo,
               admin_id = $admin, update_time = $now, version = (version ?? 1) + 1 RETURN NONE;
             {booking} {STEPS} COMMIT;"
        );
        vars.extend(payment_vars(&order, received.payment.as_slice(), self.next_of(NOTICE_IDS).await?, now));
        vars.extend([
            ("order", id("shop_recharge_order", order.id)),
            ("book", id("shop_recharge_book", order.user_id)),
            ("package", opt_int(order.recharge_id)),
            ("package_row", order.recharge_id.map_or(Value::None, |package| id("shop_recharge", package))),
            ("owner", int(order.user_id)),
            ("method", int(received.method)),
            ("transaction", text(received.transaction)),
            ("memo", text(received.memo)),
            ("admin", opt_int(received.admin)),
            ("now", int(now)),
        ]);
        self.write_recharge(&order, &query, vars).await?;
        Ok((order, true))
    }

    /// Notes who has confirmed an order that a second person has to confirm as well. What is noted stays.
    pub async fn note_first_confirmation(&self, order: i64, admin: i64, memo: &str, now: i64) -> Result<(), StoreError> {
        let query = "UPDATE $order SET confirmed_by = $admin, memo = $memo, update_time = $now, version = (version ?? 1) + 1
            WHERE status IN [1, 3] AND (confirmed_by ?? 0) = 0 RETURN NONE";
        let vars = vec![("order", id("shop_recharge_order", order)), ("admin", int(admin)), ("memo", text(memo)), ("now", int(now))];
        let mut writing = self.writes().writing("shop_recharge_order");
        let done = self.run(query, vars).await;
        writing.touched(&[order]);
        done.map(|_| ()).map_err(StoreError::from)
    }

    pub(super) async fn write_recharge(&self, order: &RechargeOrder, query: &str, vars: Vec<(&'static str, Value)>) -> Result<(), RechargeError> {
        let mut writing = self.writes().writing("shop_recharge_order");
        let mut members = self.writes().writing("user");
        let done = self.run(query, vars).await;
        writing.touched(&[order.id]);
        members.touched(&[order.user_id]);
        done.map(|_| ()).map_err(refused)
    }

    /// The payment through a provider that paid a recharge, of which something is to go back.
    pub async fn recharge_payment_back(&self, recharge: i64) -> Result<Option<StoredPayment>, StoreError> {
        let query = format!("SELECT {FIELDS} FROM shop_payment WHERE recharge_id = $recharge AND status = 1 AND refund_status = 1 LIMIT 1");
        Ok(self.rows(&query, vec![("recharge", int(recharge))]).await?.into_iter().next())
    }

    /// Pays an amount of a recharge back: the bonus is taken back first, its score as far as it is there, then the
    /// money. Refused beyond what [`most_back`] says of the balance as it is when it is written.
    pub async fn refund_recharge(&self, order: &RechargeOrder, amount: Decimal, admin: i64, memo: &str, now: i64) -> Result<(), RechargeError> {
        let (money, score) = self.balances(order.user_id).await?;
        let most = most_back(order, money);
        if order.status != 2 {
            return Err(RechargeError::State);
        }
        if amount <= Decimal::ZERO || amount > most {
            return Err(RechargeError::Most { most });
        }
        let cause = format!("{}-{}", order.recharge_no, order.refund_num + 1);
        let mut entries = Vec::new();
        let first = order.refund_num == 0;
        if first && order.give_money > Decimal::ZERO {
            entries.push(entry(order, BalanceAccount::Money, EntryKind::Bonus, -order.give_money, &cause));
        }
        let points = order.give_score.min(score);
        if first && points > 0 {
            entries.push(entry(order, BalanceAccount::Score, EntryKind::Bonus, (-points).into(), &cause));
        }
        entries.push(entry(order, BalanceAccount::Money, EntryKind::Refund, -amount, &cause));
        let (booking, mut vars) = self.booking(&entries, now).await.map_err(RechargeError::Balance)?;
        let through = if order.pay_method == BY_HAND { "" } else { GOES_BACK };
        let query = format!(
            "BEGIN; LET $is = (SELECT status, refund_num ?? 0 AS refund_num FROM ONLY $order);
             IF $is.status != 2 OR $is.refund_num != $refunds {{ THROW 'RECHARGE STATE' }};
             {through}
             UPDATE $order SET refund_amount = $refunded, refund_num = $refunds + 1, status = $status, memo = $memo, admin_id = $admin,
               update_time = $now, version = (version ?? 1) + 1 RETURN NONE;
             {booking} COMMIT;"
        );
        let refunded = order.refund_amount + amount;
        vars.extend([
            ("order", id("shop_recharge_order", order.id)),
            ("refunds", int(order.refund_num)),
            ("recharge", int(order.id)),
            ("back", dec(amount)),
            ("refunded", dec(refunded)),
            ("status", int(if refunded >= order.money { 4 } else { 2 })),
            ("memo", text(memo)),
            ("admin", int(admin)),
            ("now", int(now)),
        ]);
        self.write_recharge(order, &query, vars).await
    }

    /// Money and score of a member.
    pub async fn balances(&self, member: i64) -> Result<(Decimal, i64), StoreError> {
        #[derive(Deserialize)]
        struct Balances {
            money: Decimal,
            score: i64,
        }
        let query = "SELECT money ?? 0dec AS money, score ?? 0 AS score FROM $member";
        let rows: Vec<Balances> = self.rows(query, vec![("member", id("user", member))]).await?;
        Ok(rows.first().map_or((Decimal::ZERO, 0), |balances| (balances.money, balances.score)))
    }

    /// Closes unpaid orders whose time is over. Answers how many.
    pub async fn close_recharges(&self, now: i64) -> Result<usize, StoreError> {
        let query = "UPDATE (SELECT VALUE id FROM shop_recharge_order WHERE status = 1 AND due_at <= $now LIMIT 1000)
            SET status = 3, update_time = $now WHERE status = 1 RETURN VALUE 1";
        let mut writing = self.writes().writing("shop_recharge_order");
        let closed: Result<Vec<i64>, StoreError> = self.rows(query, vec![("now", int(now))]).await;
        writing.touched(&[]);
        Ok(closed?.len())
    }
}

/// Most that may be paid back of a recharge to a member who has so much: what is left of it, and never money that is
/// not there once the bonus is taken back.
#[must_use]
pub fn most_back(order: &RechargeOrder, balance: Decimal) -> Decimal {
    if order.status != 2 {
        return Decimal::ZERO;
    }
    let bonus = if order.refund_num == 0 { order.give_money } else { Decimal::ZERO };
    (order.money - order.refund_amount).min(balance - bonus).max(Decimal::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bonus_goes_back_before_any_money() {
        let order = |status, refunded: i64, times| RechargeOrder {
            id: 1,
            recharge_no: "CZ1".into(),
            user_id: 1,
            recharge_id: None,
            money: 100.into(),
            give_money: 20.into(),
            give_score: 5,
            status,
            refund_amount: refunded.into(),
            refund_num: times,
            pay_method: 9,
            transaction_id: String::new(),
            pay_time: 0,
            due_at: 0,
            create_time: 0,
            attempts: 0,
        };
        for (status, refunded, times, balance, most) in
            [(2, 0, 0, 120, 100), (2, 0, 0, 60, 40), (2, 0, 0, 15, 0), (2, 40, 1, 60, 60), (2, 40, 1, 10, 10), (1, 0, 0, 120, 0), (4, 100, 1, 500, 0)]
        {
            assert_eq!(most_back(&order(status, refunded, times), balance.into()), most.into(), "{status} {refunded} {balance}");
        }
    }
}
