//! The daily comparison with providers and balances: what was booked on a day, and what was found (`shop_match:DAY` and
//! `shop_match_row:[DAY, number]`).

use actors::shop::matching::{MatchKind, MatchRow, ShopEntry};
use actors::store::StoreError;
use bus_schemas::shop::Cents;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, array_id, dec, int, object, text, text_id};
use crate::listing::Page;

/// Rows of a day that are compared.
const DAY_MAX: i64 = 100_000;
/// Rows written together.
const CHUNK: usize = 500;
/// Days that are shown.
const DAYS: i64 = 366;

/// What came of a day.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct MatchDay {
    /// `YYYY-MM-DD`.
    pub day: String,
    /// The comparison is whole; else a provider did not give its bill.
    pub done: bool,
    #[serde(default)]
    pub said: String,
    pub rows: i64,
    pub differences: i64,
    /// Of providers: payments and refunds, ours and theirs.
    pub paid_ours: Cents,
    pub paid_theirs: Cents,
    pub back_ours: Cents,
    pub back_theirs: Cents,
    /// Unix seconds.
    pub run_at: i64,
}

/// A row of a day.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MatchedRow {
    pub day: String,
    /// From 1.
    pub no: i64,
    pub kind: String,
    pub number: String,
    #[serde(default)]
    pub subject: String,
    #[serde(default)]
    pub ours: Option<Cents>,
    #[serde(default)]
    pub theirs: Option<Cents>,
    /// Empty where both sides agree.
    #[serde(default)]
    pub difference: String,
    /// Nobody has looked at the difference.
    pub open: bool,
    #[serde(default)]
    pub note: String,
}

/// What was paid by the balance or to it, and what was booked of it.
#[derive(Clone, Debug, Default)]
pub struct Books {
    pub ours: Vec<ShopEntry>,
    pub booked: Vec<(MatchKind, String, Cents)>,
}

#[derive(Deserialize)]
struct Numbered {
    number: String,
    amount: Cents,
    /// What its payments add up to.
    #[serde(default)]
    booked: Cents,
}

#[derive(Deserialize)]
struct Entry {
    kind: String,
    cause_id: String,
    money: Cents,
}

#[derive(Deserialize)]
struct Kept {
    number: String,
    difference: String,
    note: String,
}

fn key(day: &str) -> Value {
    text_id("shop_match", day)
}

impl Store {
    /// Refunds of orders that a provider paid back between two times.
    pub async fn provider_refunds_between(&self, from: i64, to: i64) -> Result<Vec<ShopEntry>, StoreError> {
        #[derive(Deserialize)]
        struct Back {
            out_refund_no: String,
            order_no: String,
            refund_amount: Cents,
        }
        let query = format!(
            "SELECT out_refund_no, order_no, refund_amount FROM shop_refund WHERE pay_status = 2 AND payout.paid_at >= $from AND payout.paid_at < $to
               AND (payout.way ?? '') = '' LIMIT {DAY_MAX}"
        );
        let rows: Vec<Back> = self.rows(&query, vec![("from", int(from)), ("to", int(to))]).await?;
        let own = |row: Back| ShopEntry { kind: MatchKind::Refund, number: row.out_refund_no, subject: row.order_no, amount: row.refund_amount };
        Ok(rows.into_iter().map(own).collect())
    }

    /// Orders that were paid between two times with their payments, and what went over balances with its entries.
    pub async fn shop_books_between(&self, from: i64, to: i64) -> Result<Books, StoreError> {
        let span = || vec![("from", int(from)), ("to", int(to))];
        let query = format!(
            "SELECT order_no AS number, paid_amount AS amount,
               <decimal>math::sum((SELECT VALUE paid_amount FROM shop_payment WHERE order_id = record::id($parent.id) AND status = 1)) AS booked
               FROM shop_order WHERE pay_time >= $from AND pay_time < $to AND pay_method > 0 LIMIT {DAY_MAX};
             SELECT order_no AS number, paid_amount AS amount FROM shop_order WHERE pay_time >= $from AND pay_time < $to AND pay_method = 1 LIMIT {DAY_MAX};
             SELECT recharge_no AS number, money AS amount FROM shop_recharge_order WHERE pay_time >= $from AND pay_time < $to LIMIT {DAY_MAX};"
        );
        let mut response = self.run(&query, span()).await?;
        let mut all = |at: usize| -> Result<Vec<Numbered>, StoreError> { take(&mut response, at) };
        let (orders, by_balance, recharges) = (all(0)?, all(1)?, all(2)?);
        let own =
            |kind: MatchKind| move |row: &Numbered| ShopEntry { kind, number: row.number.clone(), subject: row.number.clone(), amount: row.amount };
        let mut books = Books::default();
        books.ours.extend(orders.iter().map(own(MatchKind::Order)));
        books.booked.extend(orders.into_iter().map(|row| (MatchKind::Order, row.number, row.booked)));
        books.ours.extend(by_balance.iter().chain(&recharges).map(own(MatchKind::Balance)));
        let cause = |kind: &str, of: &str, number: &str| array_id("balance_cause", ["money", kind, of, number].map(text).into());
        let causes: Vec<Value> = (by_balance.iter().map(|row| cause("purchase", "order", &row.number)))
            .chain(recharges.iter().map(|row| cause("recharge", "recharge", &row.number)))
            .collect();
        for some in causes.chunks(CHUNK) {
            let logs: Vec<i64> = self.rows("SELECT VALUE log FROM $causes", vec![("causes", array(some.to_vec()))]).await?;
            let ids = logs.into_iter().map(|log| crate::engine::value::id("user_money_log", log)).collect();
            let entries: Vec<Entry> = self.rows("SELECT kind, cause_id, money FROM $logs", vec![("logs", array(ids))]).await?;
            books.booked.extend(entries.into_iter().map(|entry| {
                let amount = if entry.kind == "purchase" { Cents::ZERO - entry.money } else { entry.money };
                (MatchKind::Balance, entry.cause_id, amount)
            }));
        }
        Ok(books)
    }

    /// Writes what a day's comparison has found in place of what was found before. What a person has noted stays.
    pub async fn write_match(&self, of: &MatchDay, rows: &[MatchRow]) -> Result<(), StoreError> {
        let query = "SELECT number, difference, note FROM shop_match_row WHERE day = $day AND note != ''";
        let kept: Vec<Kept> = self.rows(query, vec![("day", text(&of.day))]).await?;
        let noted = |row: &MatchRow, difference: &str| {
            kept.iter().find(|kept| kept.number == row.number && kept.difference == difference).map_or("", |kept| kept.note.as_str())
        };
        let amount = |cents: Option<Cents>| cents.map_or(Value::None, |cents| dec(cents.decimal()));
        let values: Vec<Value> = (1..)
            .zip(rows)
            .map(|(no, row)| {
                let difference = row.difference.map_or("", actors::shop::matching::Difference::name);
                let note = noted(row, difference);
                object([
                    ("id", array_id("shop_match_row", vec![text(&of.day), int(no)])),
                    ("day", text(&of.day)),
                    ("no", int(no)),
                    ("kind", text(row.kind.name())),
                    ("number", text(&row.number)),
                    ("subject", text(&row.subject)),
                    ("ours", amount(row.ours)),
                    ("theirs", amount(row.theirs)),
                    ("difference", text(difference)),
                    ("open", Value::Bool(!difference.is_empty() && note.is_empty())),
                    ("note", text(note)),
                ])
            })
            .collect();
        self.run("DELETE shop_match_row WHERE day = $day RETURN NONE", vec![("day", text(&of.day))]).await?;
        for some in values.chunks(CHUNK) {
            self.run("BEGIN; FOR $row IN $rows { UPSERT $row.id CONTENT $row RETURN NONE }; COMMIT;", vec![("rows", array(some.to_vec()))]).await?;
        }
        let cents = |cents: Cents| dec(cents.decimal());
        let row = object([
            ("id", key(&of.day)),
            ("day", text(&of.day)),
            ("done", Value::Bool(of.done)),
            ("said", text(&of.said)),
            ("rows", int(of.rows)),
            ("differences", int(of.differences)),
            ("paid_ours", cents(of.paid_ours)),
            ("paid_theirs", cents(of.paid_theirs)),
            ("back_ours", cents(of.back_ours)),
            ("back_theirs", cents(of.back_theirs)),
            ("run_at", int(of.run_at)),
        ]);
        self.run("UPSERT $row.id CONTENT $row RETURN NONE", vec![("row", row)]).await?;
        Ok(())
    }

    /// The days that were compared, the latest first.
    pub async fn match_days(&self) -> Result<Vec<MatchDay>, StoreError> {
        self.rows(&format!("SELECT * OMIT id FROM shop_match ORDER BY day DESC LIMIT {DAYS}"), vec![]).await
    }

    /// What came of a day.
    pub async fn match_day(&self, day: &str) -> Result<Option<MatchDay>, StoreError> {
        let rows: Vec<MatchDay> = self.rows("SELECT * OMIT id FROM $day", vec![("day", key(day))]).await?;
        Ok(rows.into_iter().next())
    }

    /// Rows of a day: all of them, or those with differences.
    pub async fn match_rows(&self, day: &str, only_differences: bool, start: i64, limit: i64) -> Result<Page<MatchedRow>, StoreError> {
        let only = if only_differences { "AND difference != ''" } else { "" };
        let query = format!(
            "SELECT * OMIT id FROM shop_match_row WHERE day = $day {only} ORDER BY no ASC LIMIT $limit START $start;
             SELECT VALUE count FROM ONLY (SELECT count() FROM shop_match_row WHERE day = $day {only} GROUP ALL) LIMIT 1;"
        );
        let mut response = self.run(&query, vec![("day", text(day)), ("limit", int(limit)), ("start", int(start))]).await?;
        let list = take(&mut response, 0)?;
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    /// A person has looked at a difference, and says what it was. False where there is none that is open.
    pub async fn note_match(&self, day: &str, no: i64, note: &str, admin: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $row SET open = false, note = $note, admin_id = $admin WHERE open = true RETURN VALUE true";
        let row = array_id("shop_match_row", vec![text(day), int(no)]);
        let done: Vec<bool> = self.rows(query, vec![("row", row), ("note", text(note)), ("admin", int(admin))]).await?;
        Ok(!done.is_empty())
    }
}
