//! Administrators, their sessions and the node's settings.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use serde::{Deserialize, Serialize};
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{array, id, int, object, text, text_id};
use crate::identity::refresh_tokens::Realm;
use crate::resource::catalogue;

/// An administrator's account.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Admin {
    pub id: i64,
    pub username: String,
    pub nickname: String,
    pub avatar: String,
    pub email: String,
    pub mobile: String,
    pub motto: String,
    /// A PHC string (argon2id).
    pub password: String,
    /// `enable` or `disable`.
    pub status: String,
    /// Unix seconds, 0 when never.
    pub last_login_time: i64,
    pub last_login_ip: String,
    /// Day of the last first sign-in, `YYYY-MM-DD`, and its Unix seconds: the working timer begins there.
    pub first_sign_in: String,
    pub first_sign_in_at: i64,
    /// 1: somebody else has set the password, and knows it.
    #[serde(default)]
    pub given_password: i64,
}

/// An administrator who is made without the back office.
#[derive(Clone, Copy, Debug)]
pub struct NewAdmin<'a> {
    pub username: &'a str,
    pub nickname: &'a str,
    /// A PHC string.
    pub password: &'a str,
    pub is_super: bool,
    /// They choose another password when they sign in first.
    pub given: bool,
}

/// Why an account is not made.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    #[error("there is an administrator of that name")]
    Exists,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A session: lives from a login to a logout.
#[derive(Clone, Debug, Deserialize)]
pub struct Session {
    pub admin: i64,
    /// Unix seconds.
    pub expires_at: i64,
    pub revoked: bool,
    /// Unix seconds.
    pub refresh_expires_at: Option<i64>,
}

/// A session that begins with a login.
#[derive(Clone, Debug)]
pub struct NewSession<'a> {
    pub session: &'a str,
    pub admin: AdminId,
    pub ip: &'a str,
    /// `YYYY-MM-DD`
    pub today: &'a str,
    /// Unix seconds.
    pub now: i64,
    pub expires_at: i64,
    /// The refresh token's hash, and when it ends.
    pub refresh: Option<(String, i64)>,
    /// It ends the account's other sessions.
    pub alone: bool,
}

impl Store {
    /// Makes an administrator with a password of their own; answers the id.
    pub async fn create_admin(&self, username: &str, nickname: &str, password: &str, is_super: bool, now: i64) -> Result<AdminId, AccountError> {
        self.create_account(NewAdmin { username, nickname, password, is_super, given: false }, now).await
    }

    /// Makes an administrator; answers the id.
    pub async fn create_account(&self, new: NewAdmin<'_>, now: i64) -> Result<AdminId, AccountError> {
        let NewAdmin { username, nickname, password, is_super, given } = new;
        let groups = if is_super { vec![int(self.seed_super_group(now).await?)] } else { vec![] };
        let mut row = object([
            ("username", text(username)),
            ("nickname", text(nickname)),
            ("avatar", text("")),
            ("email", text("")),
            ("mobile", text("")),
            ("motto", text("")),
            ("password", text(password)),
            ("given_password", int(i64::from(given))),
            ("super", Value::Bool(false)),
            ("status", text("enable")),
            ("group_arr", array(groups)),
            ("login_failure", int(0)),
            ("last_login_time", int(0)),
            ("last_login_ip", text("")),
            ("first_sign_in", text("")),
            ("first_sign_in_at", int(0)),
            ("create_time", int(now)),
            ("update_time", int(now)),
        ]);
        if let (Some(admins), Value::Object(row)) = (catalogue::find("auth.Admin"), &mut row) {
            admins.with_forms(row);
        }
        let query = "BEGIN; LET $id = sequence::nextval('admin'); CREATE type::record('admin', $id) CONTENT $row RETURN NONE;
            SELECT VALUE $id FROM ONLY [1]; COMMIT;";
        match self.run(query, vec![("row", row)]).await {
            Ok(mut response) => {
                self.forget_directory();
                Ok(AdminId(take(&mut response, 3)?))
            }
            Err(TxError::NotUnique(_)) => Err(AccountError::Exists),
            Err(error) => Err(AccountError::Store(error.into())),
        }
    }

    /// How many administrators there are.
    pub async fn count_admins(&self) -> Result<i64, StoreError> {
        let mut response = self.run("RETURN array::len(SELECT VALUE id FROM admin)", vec![]).await?;
        take(&mut response, 0)
    }

    /// The administrator of that name.
    pub async fn admin_by_username(&self, username: &str) -> Result<Option<Admin>, StoreError> {
        let query = "SELECT *, record::id(id) AS id FROM admin WHERE username = $username";
        Ok(self.rows(query, vec![("username", text(username))]).await?.into_iter().next())
    }

    /// The administrator with that id.
    pub async fn admin(&self, admin: AdminId) -> Result<Option<Admin>, StoreError> {
        Ok(self.rows("SELECT *, record::id(id) AS id FROM $admin", vec![("admin", id("admin", admin.0))]).await?.into_iter().next())
    }

    /// Sets a password, enables the account and ends every session. `given`: they choose another one when they sign in.
    pub async fn reset_password(&self, admin: AdminId, password: &str, given: bool) -> Result<(), StoreError> {
        let query = "BEGIN; UPDATE $admin SET password = $password, status = 'enable', given_password = $given RETURN NONE;
            UPDATE session SET revoked = true WHERE admin = $id RETURN NONE; COMMIT;";
        let vars = vec![("admin", id("admin", admin.0)), ("password", text(password)), ("given", int(i64::from(given))), ("id", int(admin.0))];
        self.run(query, vars).await?;
        Ok(())
    }

    /// Ends every session of an administrator.
    pub async fn end_sessions(&self, admin: AdminId) -> Result<(), StoreError> {
        self.run("UPDATE session SET revoked = true WHERE admin = $id AND revoked = false RETURN NONE", vec![("id", int(admin.0))]).await?;
        Ok(())
    }

    /// Begins a session.
    pub async fn begin_session(&self, begun: NewSession<'_>) -> Result<(), StoreError> {
        let NewSession { session, admin, ip, today, now, expires_at, refresh, alone } = begun;
        let token = Realm::Admins.first_token(session, refresh.as_ref());
        let row = object([
            ("id", text_id("session", session)),
            ("admin", int(admin.0)),
            ("created_at", int(now)),
            ("expires_at", int(expires_at)),
            ("revoked", Value::Bool(false)),
            ("refresh_expires_at", crate::engine::value::opt_int(refresh.map(|(_, expires_at)| expires_at))),
        ]);
        let query = "BEGIN; IF $alone { UPDATE session SET revoked = true WHERE admin = record::id($admin) AND revoked = false RETURN NONE };
            INSERT INTO session $row RETURN NONE;
            IF $first != NONE { INSERT INTO refresh_token $first RETURN NONE };
            UPDATE $admin SET last_login_time = $now, last_login_ip = $ip,
              first_sign_in_at = IF first_sign_in = $today { first_sign_in_at } ELSE { $now }, first_sign_in = $today RETURN NONE;
            COMMIT;";
        let vars = vec![
            ("row", row),
            ("first", token),
            ("admin", id("admin", admin.0)),
            ("now", int(now)),
            ("ip", text(ip)),
            ("today", text(today)),
            ("alone", Value::Bool(alone)),
        ];
        self.run(query, vars).await?;
        Ok(())
    }

    /// A session, if it exists.
    pub async fn session(&self, session: &str) -> Result<Option<Session>, StoreError> {
        let query = "SELECT * OMIT id FROM $sid";
        Ok(self.rows(query, vec![("sid", text_id("session", session))]).await?.into_iter().next())
    }

    /// A session and an administrator, as far as they are there.
    pub async fn session_and_admin(&self, session: &str, admin: AdminId) -> Result<(Option<Session>, Option<Admin>), StoreError> {
        let query = "SELECT * OMIT id FROM $sid; SELECT *, record::id(id) AS id FROM $admin";
        let mut response = self.run(query, vec![("sid", text_id("session", session)), ("admin", id("admin", admin.0))]).await?;
        let (sessions, admins): (Vec<Session>, Vec<Admin>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        Ok((sessions.into_iter().next(), admins.into_iter().next()))
    }

    /// Ends a session.
    pub async fn end_session(&self, session: &str) -> Result<(), StoreError> {
        self.run("UPDATE $sid SET revoked = true RETURN NONE", vec![("sid", text_id("session", session))]).await?;
        Ok(())
    }

    /// A setting of the installation.
    pub async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        let values: Vec<String> = self.rows("SELECT VALUE value FROM $setting", vec![("setting", text_id("setting", name))]).await?;
        Ok(values.into_iter().next())
    }

    /// Writes a setting unless it exists already; returns the value that holds.
    pub async fn setting_or(&self, name: &str, value: &str) -> Result<String, StoreError> {
        if let Some(value) = self.setting(name).await? {
            return Ok(value);
        }
        match self.run("CREATE $setting SET value = $value RETURN NONE", vec![("setting", text_id("setting", name)), ("value", text(value))]).await {
            Ok(_) | Err(TxError::Exists(_)) => {}
            Err(error) => return Err(error.into()),
        }
        self.setting(name).await?.ok_or_else(|| StoreError::Corrupt(format!("the setting {name} is not kept")))
    }

    /// Every setting of the installation: name and value.
    pub async fn installation_settings(&self) -> Result<Vec<(String, String)>, StoreError> {
        self.rows("SELECT VALUE [record::id(id), value] FROM setting", vec![]).await
    }

    /// Writes another value in place of one that is still there; answers whether it was.
    pub async fn replace_setting(&self, name: &str, from: &str, to: &str) -> Result<bool, StoreError> {
        let vars = vec![("setting", text_id("setting", name)), ("from", text(from)), ("to", text(to))];
        let changed: Vec<String> = self.rows("UPDATE $setting SET value = $to WHERE value = $from RETURN VALUE value", vars).await?;
        Ok(!changed.is_empty())
    }

    /// Forgets a setting of the installation.
    pub async fn drop_setting(&self, name: &str) -> Result<(), StoreError> {
        self.run("DELETE $setting RETURN NONE", vec![("setting", text_id("setting", name))]).await?;
        Ok(())
    }

    /// Claims a job's run for this node: only one node gets it.
    pub async fn claim_job(&self, job: &str, at: i64, node: &str) -> Result<bool, StoreError> {
        let run = text_id("job_run", &format!("{job}-{at}"));
        match self.run("CREATE $run SET at = $at, node = $node RETURN NONE", vec![("run", run), ("at", int(at)), ("node", text(node))]).await {
            Ok(_) => Ok(true),
            Err(TxError::Exists(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Products that have a safety stock, or a minimum in a warehouse.
    pub async fn watched_products(&self) -> Result<Vec<bus_schemas::ids::ProductId>, StoreError> {
        let query = "RETURN array::union((SELECT VALUE record::id(id) FROM product WHERE safety_stock_num > 0),
            (SELECT VALUE product_id FROM warehouse_safety WHERE quantity > 0));";
        let ids: Vec<i64> = self.rows(query, vec![]).await?;
        Ok(ids.into_iter().map(bus_schemas::ids::ProductId).collect())
    }

    /// Deletes sessions and job runs that ended before `before` (Unix seconds), and rows that stock moves and merged
    /// notifications no longer need (decision 0013).
    pub async fn tidy(&self, before: i64) -> Result<(), StoreError> {
        let ended = || vec![("before", int(before))];
        self.delete_where("session", "expires_at < $before AND (refresh_expires_at ?? 0) < $before", ended()).await?;
        self.delete_where("job_run", "at < $before", ended()).await?;
        self.delete_where("reservation", "quantity = 0", vec![]).await?;
        self.delete_where("notification", "merged = true", vec![]).await?;
        self.tidy_refresh_tokens(before).await
    }
}
