//! The login of administrators: whether name and password are right, the session that begins, and what the account's owner
//! is told of it.

use std::sync::Arc;

use actors::clock::SharedClock;
use actors::system::System;
use bus_schemas::ids::AdminId;
use bus_schemas::live::Invalidation;
use entrepot_store::Store;
use entrepot_store::identity::accounts::Admin;
use entrepot_store::identity::refresh_tokens::Realm;

use super::attempts::{self, Attempts};
use super::issuer::TokenPair;
use super::sessions::Sessions;
use crate::audit_log::journal;
use crate::captcha::{Action, Clicks};
use crate::error::ServiceError;
use crate::http::origin::Origin;
use crate::identity::account_notices::{AccountNotices, network_mark};

/// Lengths of names, in characters.
const USERNAME: std::ops::RangeInclusive<usize> = 3..=30;

/// What a login takes. Cheap to clone.
#[derive(Clone)]
pub struct Logins {
    pub store: Store,
    pub system: System,
    pub sessions: Arc<Sessions>,
    pub attempts: Attempts,
    /// A login ends the account's other sessions.
    pub single_session: bool,
    pub clock: SharedClock,
}

/// What somebody gives to log in.
pub struct Credentials {
    pub username: String,
    pub password: String,
    /// The session can be refreshed.
    pub keep: bool,
    pub clicks: Clicks,
}

/// Logs an administrator in, or says that name or password is wrong: which of them it is, nobody learns.
pub async fn login(logins: &Logins, credentials: Credentials, origin: &Origin) -> Result<(Admin, TokenPair), ServiceError> {
    let Credentials { username, password, keep, clicks } = credentials;
    if !USERNAME.contains(&username.chars().count()) {
        return Err(ServiceError::field("username", "error.required"));
    }
    journal::is(0, &username);
    let attempt = attempts::login(&logins.attempts, (Realm::Admins, Action::Login), &username, &clicks, &origin.network).await?;
    let account = logins.store.admin_by_username(&username).await?;
    if let Some(admin) = &account {
        journal::is(admin.id, &username);
    }
    let from_here = async {
        match &account {
            Some(admin) => Ok(logins.store.has_device(AdminId(admin.id), &network_mark(&origin.network), logins.clock.now()).await?),
            None => Ok(false),
        }
    };
    let attempt = attempt.bounded(from_here).await?;
    let hash = account.as_ref().filter(|admin| admin.status == "enable").map(|admin| admin.password.clone());
    let fits = attempt.verify(password, hash).await?;
    let now = logins.clock.now();
    let notices = AccountNotices { store: logins.store.clone(), system: logins.system.clone(), now };
    let known = account.as_ref().map(|admin| AdminId(admin.id));
    let Some(admin) = account.filter(|_| fits) else {
        if let Some(known) = known {
            notices.wrong_password(known, &username, origin);
        }
        return Err(ServiceError::refused("login.wrong"));
    };
    let id = AdminId(admin.id);
    let tokens = logins.sessions.begin(id, keep, &origin.ip, &logins.clock.today(), now).await?;
    notices.signed_in(id, origin).await;
    if logins.single_session {
        logins.system.invalidate(Invalidation::Session { admin: id });
    }
    Ok((admin, tokens))
}
