//! Members' sessions: as those of administrators, in a realm of their own.

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::value::{id, int, object, opt_int, text, text_id};
use crate::identity::refresh_tokens::Realm;

/// A session.
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

impl Store {
    /// Begins a session and notes the login.
    pub async fn begin_member_session(&self, new: NewSession<'_>) -> Result<(), StoreError> {
        let token = Realm::Members.first_token(new.key, new.refresh.as_ref());
        let row = object([
            ("id", text_id("member_session", new.key)),
            ("member", int(new.member)),
            ("created_at", int(new.now)),
            ("expires_at", int(new.expires_at)),
            ("revoked", Value::Bool(false)),
            ("refresh_expires_at", opt_int(new.refresh.map(|(_, expires_at)| expires_at))),
        ]);
        let query = "BEGIN;
            IF $alone { UPDATE member_session SET revoked = true WHERE member = $id RETURN NONE };
            INSERT INTO member_session $row RETURN NONE;
            IF $first != NONE { INSERT INTO refresh_token $first RETURN NONE };
            UPDATE $member SET last_login_time = $now, last_login_ip = $ip RETURN NONE;
            COMMIT;";
        let vars = vec![
            ("alone", Value::Bool(new.alone)),
            ("id", int(new.member)),
            ("row", row),
            ("first", token),
            ("member", id("user", new.member)),
            ("now", int(new.now)),
            ("ip", text(new.ip)),
        ];
        self.run(query, vars).await?;
        Ok(())
    }

    /// A session, if it exists.
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
}
