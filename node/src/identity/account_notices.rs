//! What administrators are told about their own accounts: a sign-in from somewhere new, many wrong passwords, rights that
//! somebody else has changed. Of each at most once an hour. Nothing fails with it, and no login that failed waits for it:
//! neither its answer nor its time says whether there is such an account.

use actors::system::System;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::Store;
use entrepot_store::identity::refresh_tokens::Realm;
use serde_json::Value;

use crate::http::origin::Origin;
use crate::identity::attempts;
use crate::rate_limits::Network;

/// From so many wrong passwords in a row on.
const MANY_FAILURES: i64 = 5;
/// Most people who are told of one change of a group.
const NOTIFIED_MAX: usize = 200;
/// Longest name of a program that is compared, in characters.
const PROGRAM_MAX: usize = 200;

/// What telling them takes. Cheap to clone.
#[derive(Clone)]
pub struct AccountNotices {
    pub store: Store,
    pub system: System,
    /// Unix seconds.
    pub now: i64,
}

/// A program without its versions: an update makes no new device.
fn program(agent: &str) -> String {
    agent.chars().filter(|letter| !letter.is_ascii_digit() && !matches!(letter, '.' | '_')).take(PROGRAM_MAX).collect()
}

/// The mark of a network among where somebody has signed in from.
#[must_use]
pub fn network_mark(network: &Network) -> String {
    format!("network {}", network.wide)
}

/// Browsers and systems by a word of their agents, the more special first: others have the words of the later ones as well.
const BROWSERS: &[(&str, &str)] =
    &[("MicroMessenger", "WeChat"), ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari")];
const SYSTEMS: &[(&str, &str)] =
    &[("Android", "Android"), ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Windows", "Windows"), ("Mac OS", "macOS"), ("Linux", "Linux")];
/// Letters of a program that is none of these.
const SHOWN_MAX: usize = 60;

/// A program as people call it: "Chrome, Windows".
fn readable(agent: &str) -> String {
    let named = |names: &[(&str, &'static str)]| names.iter().find(|(word, _)| agent.contains(word)).map(|(_, name)| *name);
    let known: Vec<&str> = [named(BROWSERS), named(SYSTEMS)].into_iter().flatten().collect();
    if known.is_empty() { agent.chars().take(SHOWN_MAX).collect() } else { known.join(", ") }
}

/// `YYYY-MM-DD HH`, in UTC.
fn hour(now: i64) -> String {
    chrono::DateTime::from_timestamp(now, 0).map(|time| time.format("%Y-%m-%d %H").to_string()).unwrap_or_default()
}

impl AccountNotices {
    /// An administrator has signed in: they are told if the network or the program is new to them.
    pub async fn signed_in(&self, admin: AdminId, origin: &Origin) {
        let marks = [network_mark(&origin.network), format!("program {}", program(&origin.agent))];
        let values = [("ip", origin.ip.clone()), ("agent", readable(&origin.agent))];
        match self.store.record_device(admin, &marks, self.now).await {
            Ok(true) => self.notify(NotificationKind::SECURITY_DEVICE, admin, None, &values).await,
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, admin = admin.0, "where an administrator signed in from was not noted"),
        }
    }

    /// A wrong password was given for an account: its owner is told if there were many in a row.
    pub fn wrong_password(self, admin: AdminId, username: &str, origin: &Origin) {
        let (key, ip) = (attempts::login_key(Realm::Admins, username), origin.ip.clone());
        tokio::spawn(async move {
            match self.store.failures(&key, self.now).await {
                Ok(failures) if failures.count >= MANY_FAILURES => {
                    let values = [("failures", failures.count.to_string()), ("ip", ip)];
                    self.notify(NotificationKind::SECURITY_FAILURES, admin, None, &values).await;
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, admin = admin.0, "how often a password was wrong is not known"),
            }
        });
    }

    /// The groups or rights of these accounts were changed by somebody, who needs not be told.
    pub async fn rights_changed(&self, accounts: &[i64], by: AdminId) {
        let others: Vec<i64> = accounts.iter().copied().filter(|account| *account != by.0).take(NOTIFIED_MAX).collect();
        if others.is_empty() {
            return;
        }
        let name = match self.store.admin(by).await {
            Ok(known) => known.map(|admin| admin.nickname).unwrap_or_default(),
            Err(error) => return tracing::warn!(%error, "nobody was told of changed rights"),
        };
        for account in others {
            self.notify(NotificationKind::SECURITY_RIGHTS, AdminId(account), Some(by), &[("name", name.clone())]).await;
        }
    }

    async fn notify(&self, kind: NotificationKind, admin: AdminId, by: Option<AdminId>, values: &[(&str, String)]) {
        let data = values.iter().map(|(name, value)| ((*name).to_owned(), Value::from(value.clone()))).collect();
        let fact = Fact { by, people: vec![admin], id: admin.0, data, ..Fact::default() };
        match self.store.notify_of_account(kind, fact, &hour(self.now)).await {
            Ok(digests) => self.system.announce(digests.announcements),
            Err(error) => tracing::warn!(%error, kind = kind.as_str(), admin = admin.0, "somebody was not told about their account"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_is_no_other_program() {
        assert_eq!(program("Firefox/128.0 (iPhone OS 17_4)"), program("Firefox/129.0.1 (iPhone OS 17_5)"));
        assert_ne!(program("Firefox/128.0"), program("Chrome/128.0"));
        assert_eq!(hour(1_767_600_000), "2026-01-05 08");
    }

    #[test]
    fn programs_are_named_as_people_call_them() {
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36";
        assert_eq!(readable(chrome), "Chrome, Windows");
        assert_eq!(readable(&format!("{chrome} Edg/128.0.0.0")), "Edge, Windows");
        assert_eq!(readable("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604.1"), "Safari, iOS");
        assert_eq!(readable("curl/8.5.0"), "curl/8.5.0");
        assert_eq!(readable(&"x".repeat(500)).len(), SHOWN_MAX);
    }
}
