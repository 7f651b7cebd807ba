//! The member side: a world of its own beside the administrators'.
//!
//! [`sessions`] tells who calls, [`rights`] what his group may do, [`accounts`] is logging in,
//! registering and one's own data, [`balance`] is money and score, [`codes`] are what is sent to an
//! address to prove that it is one's own. SurrealQL is in `entrepot_store::member`.

pub mod accounts;
pub mod balance;
pub mod codes;
pub mod forms;
pub mod rights;
pub mod seeds;
pub mod sessions;

use entrepot_store::Store;
use entrepot_store::member::accounts::Member;
use entrepot_store::resource::identity::picture;
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};

use self::sessions::MemberSessions;
use crate::config::Config;
use crate::identity::keys::KeyError;
use crate::secrets::Secrets;

/// Locks that members share by their id.
const LOCKS: usize = 64;

/// What the node keeps of members in memory.
pub struct Members {
    pub sessions: MemberSessions,
    locks: Vec<Mutex<()>>,
}

impl Members {
    /// Reads the signing keys.
    pub async fn new(store: Store, config: &Config, secrets: &Secrets, now: i64) -> Result<Self, KeyError> {
        let sessions = MemberSessions::new(store, config, secrets, now).await?;
        Ok(Self { sessions, locks: (0..LOCKS).map(|_| Mutex::new(())).collect() })
    }

    /// Lets one change of a member's accounts through at a time on this node. The transaction is what
    /// counts between nodes; this saves it from meeting itself.
    pub async fn turn(&self, member: i64) -> MutexGuard<'_, ()> {
        let at = usize::try_from(member.rem_euclid(LOCKS as i64)).unwrap_or(0);
        self.locks[at].lock().await
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
