//! Captchas that wait for their answer.

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::value::{int, object, text, text_id};

/// How often one picture may be answered, and how often wrongly.
const TRIES: i64 = 4;
const WRONG_TRIES: i64 = 1;
/// Seconds that notices of members are kept.
const NOTICES_KEPT: i64 = 365 * 86_400;

#[derive(Deserialize)]
struct Row {
    answer: String,
    action: Option<String>,
    tries: i64,
    /// Wrong ones among them.
    #[serde(default)]
    wrong: Option<i64>,
    expires_at: i64,
}

impl Row {
    fn lives(self, now: i64) -> Option<String> {
        (self.expires_at >= now && self.tries <= TRIES && self.wrong.unwrap_or(0) <= WRONG_TRIES).then_some(self.answer)
    }
}

impl Store {
    /// Stores an answer, perhaps for one action only; it replaces an earlier one of the same id.
    pub async fn put_captcha(&self, captcha: &str, action: Option<&str>, answer: &str, expires_at: i64) -> Result<(), StoreError> {
        let action = action.map_or(Value::None, text);
        let row = object([("answer", text(answer)), ("action", action), ("tries", int(0)), ("expires_at", int(expires_at))]);
        self.run("UPSERT $captcha CONTENT $row RETURN NONE", vec![("captcha", text_id("captcha", captcha)), ("row", row)]).await?;
        Ok(())
    }

    /// The answer, counting one try; it stays.
    pub async fn try_captcha(&self, captcha: &str, now: i64) -> Result<Option<String>, StoreError> {
        let query = "UPDATE $captcha SET tries += 1 RETURN answer, action, tries, wrong, expires_at";
        let rows: Vec<Row> = self.rows(query, vec![("captcha", text_id("captcha", captcha))]).await?;
        Ok(rows.into_iter().next().and_then(|row| row.lives(now)))
    }

    /// Counts a wrong answer.
    pub async fn note_wrong_captcha(&self, captcha: &str) -> Result<(), StoreError> {
        self.run("UPDATE $captcha SET wrong = (wrong ?? 0) + 1 RETURN NONE", vec![("captcha", text_id("captcha", captcha))]).await?;
        Ok(())
    }

    /// Takes the answer and its action out of the store, so that it can be used once.
    pub async fn take_captcha(&self, captcha: &str, now: i64) -> Result<Option<(String, Option<String>)>, StoreError> {
        let rows: Vec<Row> = self.rows("DELETE $captcha RETURN BEFORE", vec![("captcha", text_id("captcha", captcha))]).await?;
        Ok(rows.into_iter().next().and_then(|mut row| {
            let action = row.action.take();
            row.lives(now).map(|answer| (answer, action))
        }))
    }

    /// Forgets captchas, codes, tickets and sessions that ended before `before` (Unix seconds), and notices a year old.
    pub async fn tidy_members(&self, now: i64, before: i64) -> Result<(), StoreError> {
        let ended = || vec![("before", int(before))];
        for table in ["captcha", "member_ticket"] {
            self.delete_where(table, "expires_at < $now", vec![("now", int(now))]).await?;
        }
        self.delete_where("verify_code", "expires_at < $before", ended()).await?;
        self.delete_where("member_session", "expires_at < $before AND (refresh_expires_at ?? 0) < $before", ended()).await?;
        self.delete_where("member_notice", "created_at < $year", vec![("year", int(now - NOTICES_KEPT))]).await?;
        Ok(())
    }
}
