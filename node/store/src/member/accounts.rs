//! Members' accounts.

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::notices::{NOTICE_IDS, NoticeKind, notice_vars, written};
use crate::engine::connect::Store;
use crate::engine::value::{id, int, text};

/// A member.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    pub id: i64,
    pub group_id: Option<i64>,
    pub username: String,
    pub nickname: String,
    pub email: String,
    pub mobile: String,
    pub avatar: String,
    pub gender: i64,
    pub birthday: Option<String>,
    pub money: Decimal,
    pub score: i64,
    pub join_time: i64,
    pub motto: String,
    /// A PHC string (argon2id).
    pub password: String,
    /// `enable` or `disable`.
    pub status: String,
    /// Unix seconds, 0 when never.
    pub last_login_time: i64,
    pub last_login_ip: String,
}

/// By which name a member is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberName {
    Username,
    Email,
    Mobile,
}

impl Store {
    /// The member with that id.
    pub async fn member(&self, member: i64) -> Result<Option<Member>, StoreError> {
        Ok(self.rows("SELECT *, record::id(id) AS id FROM $member", vec![("member", id("user", member))]).await?.into_iter().next())
    }

    /// The member of that name, address or number. A mail address is looked for as it is written, which finds those from
    /// before addresses were kept in lower case, and then in lower case.
    pub async fn member_by(&self, by: MemberName, name: &str) -> Result<Option<Member>, StoreError> {
        let query = match by {
            MemberName::Username => "SELECT *, record::id(id) AS id FROM user WHERE username = $name LIMIT 1",
            MemberName::Email => "SELECT *, record::id(id) AS id FROM user WHERE email = $name LIMIT 1",
            MemberName::Mobile => "SELECT *, record::id(id) AS id FROM user WHERE mobile = $name LIMIT 1",
        };
        if name.is_empty() {
            return Ok(None);
        }
        let found: Option<Member> = self.rows(query, vec![("name", text(name))]).await?.into_iter().next();
        let lower = name.to_lowercase();
        if found.is_some() || by != MemberName::Email || lower == name {
            return Ok(found);
        }
        Ok(self.rows(query, vec![("name", text(&lower))]).await?.into_iter().next())
    }

    /// Sets a password, ends every session and notifies the member.
    pub async fn set_member_password(&self, member: i64, password: &str, now: i64) -> Result<(), StoreError> {
        let query = format!(
            "BEGIN; UPDATE $member SET password = $password RETURN NONE;
             UPDATE member_session SET revoked = true WHERE member = $id RETURN NONE; {} COMMIT;",
            written("{}")
        );
        let mut vars = vec![("member", id("user", member)), ("password", text(password)), ("id", int(member))];
        vars.extend(notice_vars(self.next_of(NOTICE_IDS).await?, member, NoticeKind::Password, now));
        self.run(&query, vars).await?;
        Ok(())
    }
}
