//! Codes sent to an address, and the tickets that a verified address gives.

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{int, text, text_id};

/// How often one code may be tried.
const TRIES: i64 = 5;

/// Limits of sending to one address for one event.
#[derive(Clone, Copy, Debug)]
pub struct CodeLimits {
    /// Seconds between two codes.
    pub pause: i64,
    pub per_day: i64,
    /// Seconds a code lives.
    pub lives: i64,
}

/// Why no code may be sent now.
#[derive(Debug, thiserror::Error)]
pub enum CodeError {
    #[error("a code was sent a moment ago")]
    TooSoon,
    #[error("enough codes for one day")]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// Keeps a code by its hash, within the limits of its key (address and event).
    pub async fn put_code(&self, key: &str, hash: &str, limits: CodeLimits, now: i64) -> Result<(), CodeError> {
        let query = "BEGIN; LET $row = (SELECT sent_at, day, sent_today FROM ONLY $code);
            IF $row != NONE AND $row.sent_at + $pause > $now { THROW 'SOON' };
            LET $sent = IF $row != NONE AND $row.day = $day { $row.sent_today } ELSE { 0 };
            IF $sent >= $per_day { THROW 'MANY' };
            UPSERT $code SET hash = $hash, tries = 0, sent_at = $now, expires_at = $now + $lives, day = $day, sent_today = $sent + 1 RETURN NONE;
            COMMIT;";
        let vars = vec![
            ("code", text_id("verify_code", key)),
            ("hash", text(hash)),
            ("now", int(now)),
            ("day", int(now / 86_400)),
            ("pause", int(limits.pause)),
            ("per_day", int(limits.per_day)),
            ("lives", int(limits.lives)),
        ];
        match self.run(query, vars).await {
            Ok(_) => Ok(()),
            Err(TxError::Thrown(code)) if code.contains("SOON") => Err(CodeError::TooSoon),
            Err(TxError::Thrown(code)) if code.contains("MANY") => Err(CodeError::TooMany),
            Err(error) => Err(StoreError::from(error).into()),
        }
    }

    /// Takes a code back that could not be sent; the pause stays.
    pub async fn void_code(&self, key: &str) -> Result<(), StoreError> {
        self.run("UPDATE $code SET hash = '' RETURN NONE", vec![("code", text_id("verify_code", key))]).await?;
        Ok(())
    }

    /// Whether this is the code; right, it is used up, wrong, one of its tries is.
    pub async fn use_code(&self, key: &str, hash: &str, now: i64) -> Result<bool, StoreError> {
        #[derive(Deserialize)]
        struct Row {
            hash: String,
            tries: i64,
            expires_at: i64,
        }
        let query = "UPDATE $code SET tries += 1, hash = IF hash = $hash { '' } ELSE { hash } WHERE hash != '' RETURN BEFORE";
        let rows: Vec<Row> = self.rows(query, vec![("code", text_id("verify_code", key)), ("hash", text(hash))]).await?;
        Ok(rows.into_iter().next().is_some_and(|row| row.hash == hash && row.tries < TRIES && row.expires_at >= now))
    }

    /// Keeps a ticket by its hash.
    pub async fn put_ticket(&self, hash: &str, member: i64, kind: &str, expires_at: i64) -> Result<(), StoreError> {
        let query = "CREATE $ticket SET member = $member, kind = $kind, expires_at = $expires_at RETURN NONE";
        let vars = vec![("ticket", text_id("member_ticket", hash)), ("member", int(member)), ("kind", text(kind)), ("expires_at", int(expires_at))];
        self.run(query, vars).await?;
        Ok(())
    }

    /// Takes a ticket of the member, so that it can be used once.
    pub async fn take_ticket(&self, hash: &str, member: i64, kind: &str, now: i64) -> Result<bool, StoreError> {
        #[derive(Deserialize)]
        struct Row {
            member: i64,
            kind: String,
            expires_at: i64,
        }
        let rows: Vec<Row> = self.rows("DELETE $ticket RETURN BEFORE", vec![("ticket", text_id("member_ticket", hash))]).await?;
        Ok(rows.into_iter().next().is_some_and(|row| row.member == member && row.kind == kind && row.expires_at >= now))
    }
}
