//! Members, separate from the administrators.
//!
//! Here: sessions ([`sessions`]), permissions of groups ([`rights`]), login, registration and one's own data
//! ([`accounts`]), money and score ([`balance`]), codes that prove an address ([`codes`]), and the routes of the
//! public side. Not here: administrators ([`crate::identity`]) and SurrealQL (`entrepot_store::member`). Start at
//! [`accounts`].

pub mod account_api;
pub mod accounts;
pub mod address_api;
pub mod addresses;
pub mod balance;
pub mod balance_hooks;
pub mod balance_request_api;
pub mod balance_requests;
pub mod closed_list;
pub mod closing;
pub mod codes;
pub mod expiring_score;
pub mod forms;
pub mod group_hooks;
pub mod hooks;
pub mod notice_api;
mod notice_texts;
pub mod seeds;
pub mod session_api;
pub mod shop_hooks;
pub mod views;

use entrepot_store::Store;
use entrepot_store::member::accounts::Member;
use entrepot_store::resource::identity::picture;
use poem_openapi::Object;
use tokio::sync::{Mutex, MutexGuard};

use self::closed_list::ClosedList;
use crate::config::Config;
use crate::identity::keys::KeyError;
use crate::identity::member_sessions::MemberSessions;
use crate::secrets::Secrets;

/// Locks that members share by their id.
const LOCKS: usize = 64;

/// Member data in memory.
pub struct Members {
    pub sessions: MemberSessions,
    /// Beside the data.
    pub closed: ClosedList,
    locks: Vec<Mutex<()>>,
}

impl Members {
    /// Reads the signing keys.
    pub async fn new(store: Store, config: &Config, secrets: &Secrets, now: i64) -> Result<Self, KeyError> {
        let sessions = MemberSessions::new(store, config, secrets, now).await?;
        Ok(Self { sessions, closed: ClosedList::of(config), locks: (0..LOCKS).map(|_| Mutex::new(())).collect() })
    }

    /// Serializes changes of a member's account on this node, which avoids conflicts. Between nodes the transaction
    /// is what counts.
    pub async fn lock(&self, member: i64) -> MutexGuard<'_, ()> {
        let at = usize::try_from(member.rem_euclid(LOCKS as i64)).unwrap_or(0);
        self.locks[at].lock().await
    }
}

/// A member's own data, for their client.
#[must_use]
pub fn member_info(member: &Member) -> MemberInfo {
    MemberInfo {
        id: member.id,
        username: member.username.clone(),
        nickname: member.nickname.clone(),
        email: member.email.clone(),
        mobile: member.mobile.clone(),
        avatar: picture(&member.avatar).to_owned(),
        gender: member.gender,
        birthday: member.birthday.clone(),
        money: format!("{:.2}", member.money),
        score: member.score,
        join_time: member.join_time,
        motto: member.motto.clone(),
        last_login_time: member.last_login_time,
        last_login_ip: member.last_login_ip.clone(),
    }
}

/// A member, as their own client knows them (wire contract 5.1).
#[derive(Object)]
pub struct MemberInfo {
    pub id: i64,
    pub username: String,
    pub nickname: String,
    pub email: String,
    pub mobile: String,
    /// Address of a picture.
    pub avatar: String,
    /// 0: not said, 1: male, 2: female.
    pub gender: i64,
    /// YYYY-MM-DD
    #[oai(nullable)]
    pub birthday: Option<String>,
    /// Decimal with two digits.
    pub money: String,
    pub score: i64,
    /// Unix seconds.
    pub join_time: i64,
    pub motto: String,
    /// Unix seconds; 0 when never.
    pub last_login_time: i64,
    pub last_login_ip: String,
}
