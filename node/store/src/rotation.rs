//! Refresh tokens: used, replaced, and used once too often (design, 'Identity'). Administrators and members are two
//! worlds with one rule.

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::connect::Store;
use crate::transaction::take;
use crate::value::{int, text};

/// Seconds in which a rotated token may come once more: two tabs that refresh at the same moment.
const GRACE: i64 = 10;

/// Whose sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    Admins,
    Members,
}

impl World {
    /// The table of its sessions, and the field that says whose one is.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Admins => ("session", "admin"),
            Self::Members => ("member_session", "member"),
        }
    }
}

/// What became of a refresh token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// The session goes on.
    Valid { session: String, account: i64 },
    /// The token was used before: the session has been ended.
    Reused { account: i64 },
    /// Not known, or too old.
    Unknown,
}

#[derive(Deserialize)]
struct Row {
    session: String,
    account: i64,
    revoked: bool,
    current: bool,
    rotated_at: Option<i64>,
    refresh_expires_at: Option<i64>,
}

impl Store {
    /// Uses a refresh token (by its hash). With a successor it is replaced; used again later, it ends the session.
    pub async fn refresh(&self, world: World, hash: &str, successor: Option<&str>, now: i64) -> Result<Refreshed, StoreError> {
        let (table, account) = world.names();
        let query = format!(
            "BEGIN;
            LET $rows = (SELECT record::id(id) AS session, {account} AS account, revoked, refresh = $hash AS current, rotated_at, refresh_expires_at
              FROM {table} WHERE refresh = $hash OR previous = $hash);
            LET $row = $rows[0];
            IF $row AND $row.current AND !$row.revoked AND $successor != NONE {{
              UPDATE type::record('{table}', $row.session) SET previous = $hash, refresh = $successor, rotated_at = $now RETURN NONE }};
            IF $row AND !$row.current AND ($row.rotated_at ?? 0) + $grace < $now {{
              UPDATE type::record('{table}', $row.session) SET revoked = true RETURN NONE }};
            SELECT * FROM $rows;
            COMMIT;"
        );
        let successor = successor.map_or(Value::None, text);
        let vars = vec![("hash", text(hash)), ("successor", successor), ("now", int(now)), ("grace", int(GRACE))];
        let mut response = self.run(&query, vars).await?;
        let rows: Vec<Row> = take(&mut response, 5)?;
        let Some(row) = rows.into_iter().next() else { return Ok(Refreshed::Unknown) };
        if row.revoked || row.refresh_expires_at.is_none_or(|expires| expires < now) {
            return Ok(Refreshed::Unknown);
        }
        if !row.current && row.rotated_at.unwrap_or(0) + GRACE < now {
            return Ok(Refreshed::Reused { account: row.account });
        }
        Ok(Refreshed::Valid { session: row.session, account: row.account })
    }
}
