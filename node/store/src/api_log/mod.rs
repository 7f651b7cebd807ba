//! The log of API calls: lines, and counts by minute and by hour ([`spans`]). Both are written in batches, behind the
//! answers; lines are trimmed by ranges of ids.

pub mod spans;

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::value::{array, dec, id, int, text};

/// Lines that one transaction deletes, so that other writes don't wait for it.
const TRIMMED_AT_ONCE: usize = 500;
const TABLE: &str = "api_log";

/// A call. Texts are masked and short enough already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiLogLine {
    pub request_id: String,
    /// Unix seconds.
    pub at: i64,
    /// `admin` or `site`.
    pub side: &'static str,
    pub method: &'static str,
    pub route: String,
    /// Of a call that no route took.
    pub path: String,
    pub query: String,
    pub status: u16,
    /// Of the envelope.
    pub code: i32,
    /// Why it was refused or failed.
    pub key: String,
    pub micros: u64,
    pub bytes: u64,
    /// `visitor`, `admin`, `member` or `key`.
    pub caller_kind: &'static str,
    pub caller_id: i64,
    pub caller: String,
    pub ip: String,
    pub agent: String,
    pub body: String,
}

/// Milliseconds with two decimals.
#[must_use]
pub fn milliseconds(micros: u64) -> Decimal {
    Decimal::new(i64::try_from(micros / 10).unwrap_or(i64::MAX), 2)
}

fn count(number: u64) -> Value {
    int(i64::try_from(number).unwrap_or(i64::MAX))
}

fn row(key: i64, line: &ApiLogLine) -> Value {
    crate::engine::value::object([
        ("id", id(TABLE, key)),
        ("request_id", text(&line.request_id)),
        ("create_time", int(line.at)),
        ("side", text(line.side)),
        ("method", text(line.method)),
        ("route", text(&line.route)),
        ("path", text(&line.path)),
        ("query", text(&line.query)),
        ("status", int(line.status.into())),
        ("code", int(line.code.into())),
        ("key", text(&line.key)),
        ("ms", dec(milliseconds(line.micros))),
        ("bytes", count(line.bytes)),
        ("caller_kind", text(line.caller_kind)),
        ("caller_id", int(line.caller_id)),
        ("caller", text(&line.caller)),
        ("ip", text(&line.ip)),
        ("useragent", text(&line.agent)),
        ("body", text(&line.body)),
    ])
}

#[derive(Deserialize)]
struct Aged {
    id: i64,
    create_time: i64,
}

impl Store {
    /// Adds lines, all of them or none.
    pub async fn write_api_log(&self, lines: &[ApiLogLine]) -> Result<(), StoreError> {
        let number = i64::try_from(lines.len()).map_err(|_| StoreError::Corrupt("too many lines".into()))?;
        let first = self.next_ids(TABLE, number).await?;
        let rows = array((first..).zip(lines).map(|(key, line)| row(key, line)).collect());
        self.run("INSERT INTO api_log $rows RETURN NONE", vec![("rows", rows)]).await?;
        Ok(())
    }

    /// Deletes the oldest lines: those before a time in Unix seconds, and those beyond so many. Ids rise with time, but for
    /// some seconds where several nodes write, so that a range of them is deleted at a time. Answers how many ids that were.
    pub async fn trim_api_log(&self, before: i64, most: i64) -> Result<i64, StoreError> {
        let newest: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM api_log ORDER BY id DESC LIMIT 1", vec![]).await?;
        let Some(newest) = newest.into_iter().next() else { return Ok(0) };
        self.trim_lines(TABLE, before, newest.saturating_sub(most)).await
    }

    /// Deletes the oldest lines of the administrators' log. Their hashes stay in the seals, so that the chain holds.
    pub async fn trim_admin_log(&self, before: i64) -> Result<i64, StoreError> {
        self.trim_lines("admin_log", before, 0).await
    }

    /// Deletes lines that are older than `before` or have an id of at most `beyond`, from the first on, until there is none in a
    /// row of so many.
    async fn trim_lines(&self, table: &'static str, before: i64, beyond: i64) -> Result<i64, StoreError> {
        let (mut from, mut trimmed) = (0, 0);
        loop {
            let query = format!("SELECT record::id(id) AS id, create_time FROM {table}:{from}.. LIMIT {TRIMMED_AT_ONCE}");
            let rows: Vec<Aged> = self.rows(&query, vec![]).await?;
            let is_old = |row: &Aged| row.create_time < before || row.id <= beyond;
            let Some(last) = rows.iter().rposition(is_old).and_then(|last| rows.get(last)) else { return Ok(trimmed) };
            let query = format!("DELETE {table}:{from}..={} WHERE create_time < $before_time OR record::id(id) <= $beyond RETURN NONE", last.id);
            self.run(&query, vec![("before_time", int(before)), ("beyond", int(beyond))]).await?;
            trimmed += i64::try_from(rows.iter().filter(|row| is_old(row)).count()).unwrap_or(0);
            from = last.id + 1;
            if rows.len() < TRIMMED_AT_ONCE {
                return Ok(trimmed);
            }
        }
    }
}
