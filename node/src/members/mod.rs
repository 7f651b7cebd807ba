//! The member side: a world of its own beside the administrators'.
//!
//! [`sessions`] tells who calls, [`rights`] what his group may do, [`accounts`] is logging in,
//! registering and one's own data, [`balance`] is money and score, [`codes`] are what is sent to an
//! address to prove that it is one's own. SurrealQL is in `entrepot_store::members`.

pub mod accounts;
pub mod balance;
pub mod codes;
pub mod forms;
pub mod rights;
pub mod seeds;
pub mod sessions;

use dashmap::DashMap;
use entrepot_store::Store;
use entrepot_store::members::accounts::Member;
use entrepot_store::records::identity::picture;
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};

use self::sessions::MemberSessions;
use crate::config::Config;
use crate::secrets::Secrets;
use crate::secrets::stored::StoredError;

/// Locks that members share by their id.
const LOCKS: usize = 64;
/// Accounts that are remembered as waiting.
const WAITING_MAX: usize = 20_000;

/// What the node keeps of members in memory.
pub struct Members {
    pub sessions: MemberSessions,
    locks: Vec<Mutex<()>>,
    waits: DashMap<i64, i64>,
}

impl Members {
    /// Reads the signing secret.
    pub async fn new(store: Store, config: &Config, secrets: &Secrets) -> Result<Self, StoredError> {
        let sessions = MemberSessions::new(store, config, secrets).await?;
        Ok(Self { sessions, locks: (0..LOCKS).map(|_| Mutex::new(())).collect(), waits: DashMap::new() })
    }

    /// Lets one change of a member's accounts through at a time on this node. The transaction is what
    /// counts between nodes; this saves it from meeting itself.
    pub async fn turn(&self, member: i64) -> MutexGuard<'_, ()> {
        let at = usize::try_from(member.rem_euclid(LOCKS as i64)).unwrap_or(0);
        self.locks[at].lock().await
    }

    /// Makes an account wait until a time (Unix seconds).
    pub fn wait_until(&self, member: i64, time: i64, now: i64) {
        if self.waits.len() >= WAITING_MAX {
            self.waits.retain(|_, until| *until > now);
        }
        self.waits.insert(member, time);
    }

    /// How many seconds an account must still wait.
    #[must_use]
    pub fn waits(&self, member: i64, now: i64) -> i64 {
        self.waits.get(&member).map_or(0, |until| (*until - now).max(0))
    }
}

/// A member, as his own client knows him (wire contract 5.1).
#[must_use]
pub fn shown(member: &Member) -> Value {
    json!({
        "id": member.id, "username": member.username, "nickname": member.nickname, "email": member.email, "mobile": member.mobile,
        "avatar": picture(&member.avatar), "gender": member.gender, "birthday": member.birthday, "money": format!("{:.2}", member.money),
        "score": member.score, "join_time": member.join_time, "motto": member.motto,
        "last_login_time": member.last_login_time, "last_login_ip": member.last_login_ip,
    })
}
