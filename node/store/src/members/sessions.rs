//! Members' sessions: as those of administrators, in a world of their own.

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::connect::Store;
use crate::transaction::take;
use crate::value::{id, int, object, opt_int, opt_text, text, text_id};

/// Seconds in which a rotated token may come once more: two tabs that refresh at the same moment.
const ROTATION_GRACE: i64 = 10;

/// A session that was begun.
#[derive(Clone, Debug, Deserialize)]
pub struct MemberSession {
    pub member: i64,
    /// Unix seconds.
    pub expires_at: i64,
    pub revoked: bool,
}

/// A session that is to begin.
#[derive(Clone, Debug)]
pub struct NewSession<'a> {
    pub key: &'a str,
    pub member: i64,
    pub ip: &'a str,
    /// Unix seconds.
    pub now: i64,
    pub expires_at: i64,
    /// Hash of the refresh token and its end.
    pub refresh: Option<(String, i64)>,
    /// The member's other sessions end.
    pub alone: bool,
}

/// What became of a member's refresh token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberRefreshed {
    Valid {
        session: String,
        member: i64,
    },
    /// The token was used before: the session has been ended.
    Reused {
        member: i64,
    },
    /// Not known, or too old.
    Unknown,
}

impl Store {
    /// Begins a session and notes the login.
    pub async fn begin_member_session(&self, new: NewSession<'_>) -> Result<(), StoreError> {
        let (refresh, refresh_expires_at) = new.refresh.unzip();
        let row = object([
            ("id", text_id("member_session", new.key)),
            ("member", int(new.member)),
            ("created_at", int(new.now)),
            ("expires_at", int(new.expires_at)),
            ("revoked", Value::Bool(false)),
            ("refresh", opt_text(refresh.as_ref())),
            ("refresh_expires_at", opt_int(refresh_expires_at)),
        ]);
        let query = "BEGIN;
            IF $alone { UPDATE member_session SET revoked = true WHERE member = $id RETURN NONE };
            INSERT INTO member_session $row RETURN NONE;
            UPDATE $member SET login_failure = 0, last_login_time = $now, last_login_ip = $ip RETURN NONE;
            COMMIT;";
        let vars = vec![
            ("alone", Value::Bool(new.alone)),
            ("id", int(new.member)),
            ("row", row),
            ("member", id("user", new.member)),
            ("now", int(new.now)),
            ("ip", text(new.ip)),
        ];
        self.run(query, vars).await?;
        Ok(())
    }

    /// A session, if it was ever begun.
    pub async fn member_session(&self, session: &str) -> Result<Option<MemberSession>, StoreError> {
        let query = "SELECT member, expires_at, revoked FROM $sid";
        Ok(self.rows(query, vec![("sid", text_id("member_session", session))]).await?.into_iter().next())
    }

    /// Ends a session.
    pub async fn end_member_session(&self, session: &str) -> Result<(), StoreError> {
        self.run("UPDATE $sid SET revoked = true RETURN NONE", vec![("sid", text_id("member_session", session))]).await?;
        Ok(())
    }

    /// Ends every session of a member.
    pub async fn end_member_sessions(&self, member: i64) -> Result<(), StoreError> {
        self.run("UPDATE member_session SET revoked = true WHERE member = $member RETURN NONE", vec![("member", int(member))]).await?;
        Ok(())
    }

    /// Uses a refresh token (by its hash). With a successor it is replaced; used again later, it ends the session.
    pub async fn refresh_member(&self, hash: &str, successor: Option<&str>, now: i64) -> Result<MemberRefreshed, StoreError> {
        #[derive(Deserialize)]
        struct Row {
            session: String,
            member: i64,
            revoked: bool,
            current: bool,
            rotated_at: Option<i64>,
            refresh_expires_at: Option<i64>,
        }
        let query = "BEGIN;
            LET $rows = (SELECT record::id(id) AS session, member, revoked, refresh = $hash AS current, rotated_at, refresh_expires_at
              FROM member_session WHERE refresh = $hash OR previous = $hash);
            LET $row = $rows[0];
            IF $row AND $row.current AND !$row.revoked AND $successor != NONE {
              UPDATE type::record('member_session', $row.session) SET previous = $hash, refresh = $successor, rotated_at = $now RETURN NONE };
            IF $row AND !$row.current AND ($row.rotated_at ?? 0) + $grace < $now {
              UPDATE type::record('member_session', $row.session) SET revoked = true RETURN NONE };
            SELECT * FROM $rows;
            COMMIT;";
        let successor = successor.map_or(Value::None, text);
        let vars = vec![("hash", text(hash)), ("successor", successor), ("now", int(now)), ("grace", int(ROTATION_GRACE))];
        let mut response = self.run(query, vars).await?;
        let rows: Vec<Row> = take(&mut response, 5)?;
        let Some(row) = rows.into_iter().next() else { return Ok(MemberRefreshed::Unknown) };
        if row.revoked || row.refresh_expires_at.is_none_or(|expires| expires < now) {
            return Ok(MemberRefreshed::Unknown);
        }
        if !row.current && row.rotated_at.unwrap_or(0) + ROTATION_GRACE < now {
            return Ok(MemberRefreshed::Reused { member: row.member });
        }
        Ok(MemberRefreshed::Valid { session: row.session, member: row.member })
    }
}
