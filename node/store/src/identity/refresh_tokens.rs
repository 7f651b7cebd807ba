//! Rotation of refresh tokens and detection of reuse (decision 7). Administrators and members are two realms with the
//! same rules.
//!
//! The hash of every token of a session is kept while the session can be refreshed. A replaced token that comes again
//! within [`GRACE`] gets the same successor; later it ends the session.

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{int, object, text, text_id};

/// Seconds in which a replaced token may come again, for two tabs that refresh at the same moment.
pub const GRACE: i64 = 10;
/// Most tokens of a session: a month of refreshing every three minutes. Then the session ends, because a forgotten
/// token could not be told from a forged one.
const TOKENS_MAX: i64 = 15_000;

/// Administrators or members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Realm {
    Admins,
    Members,
}

impl Realm {
    /// The session table, and its field with the account.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Admins => ("session", "admin"),
            Self::Members => ("member_session", "member"),
        }
    }

    /// The record of a token.
    fn token(self, hash: &str) -> Value {
        text_id("refresh_token", &format!("{}:{hash}", self.names().0))
    }

    /// The first token of a session, to be inserted with it; NONE without one.
    pub(crate) fn first_token(self, session: &str, refresh: Option<&(String, i64)>) -> Value {
        refresh.map_or(Value::None, |(hash, expires_at)| {
            object([("id", self.token(hash)), ("session", text(session)), ("number", int(1)), ("expires_at", int(*expires_at))])
        })
    }
}

/// The successor of a token.
#[derive(Clone, Debug)]
pub struct Successor {
    /// Its hash.
    pub hash: String,
    /// What it is derived from, beside the previous token.
    pub nonce: String,
}

/// Result of a refresh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// The session goes on. With a nonce the token has been replaced: its successor is made from both.
    Valid { account: i64, nonce: Option<String> },
    /// The token was replaced before, or its session has had too many: the session has been ended.
    Ended { account: i64 },
    /// Unknown, expired, or of another session.
    Unknown,
}

#[derive(Deserialize)]
struct Outcome {
    account: Option<i64>,
    nonce: Option<String>,
    ended: bool,
    valid: bool,
}

impl Store {
    /// Uses a refresh token (by its hash) of a session. With a successor it is replaced, if it was not yet.
    pub async fn refresh(&self, realm: Realm, session: &str, hash: &str, successor: Option<&Successor>, now: i64) -> Result<Refreshed, StoreError> {
        let (table, account) = realm.names();
        let query = format!(
            "BEGIN;
            LET $used = (SELECT session, number, nonce, retired_at, expires_at FROM ONLY $key);
            LET $row = IF $used = NONE {{ NONE }} ELSE {{ (SELECT {account} AS account, revoked FROM ONLY type::record('{table}', $used.session)) }};
            LET $lives = $row != NONE AND !$row.revoked AND $used.expires_at >= $now;
            LET $ended = $lives AND (IF $used.retired_at = NONE {{ $successor != NONE AND $used.number >= $most }} ELSE {{ $used.retired_at + $grace < $now }});
            LET $valid = $lives AND !$ended AND $used.session = $sid;
            IF $ended {{ UPDATE type::record('{table}', $used.session) SET revoked = true RETURN NONE }};
            IF $valid AND $successor != NONE AND $used.retired_at = NONE {{
              UPDATE $key SET retired_at = $now, nonce = $nonce RETURN NONE;
              CREATE $successor SET session = $sid, number = $used.number + 1, expires_at = $used.expires_at RETURN NONE }};
            LET $nonce_now = IF $valid {{ (SELECT VALUE nonce FROM ONLY $key) }} ELSE {{ NONE }};
            SELECT VALUE {{ account: $row.account, nonce: $nonce_now, ended: $ended, valid: $valid }} FROM ONLY [1];
            COMMIT;"
        );
        let vars = vec![
            ("key", realm.token(hash)),
            ("sid", text(session)),
            ("successor", successor.map_or(Value::None, |successor| realm.token(&successor.hash))),
            ("nonce", successor.map_or(Value::None, |successor| text(&successor.nonce))),
            ("now", int(now)),
            ("grace", int(GRACE)),
            ("most", int(TOKENS_MAX)),
        ];
        let mut response = self.run(&query, vars).await?;
        let outcome: Outcome = take(&mut response, 9)?;
        Ok(match outcome {
            Outcome { account: Some(account), ended: true, .. } => Refreshed::Ended { account },
            Outcome { account: Some(account), valid: true, nonce, .. } => Refreshed::Valid { account, nonce },
            _ => Refreshed::Unknown,
        })
    }

    /// Forgets tokens that ended before a time (Unix seconds).
    pub(crate) async fn tidy_refresh_tokens(&self, before: i64) -> Result<(), StoreError> {
        self.delete_where("refresh_token", "expires_at < $before", vec![("before", int(before))]).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::AdminId;

    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::identity::accounts::NewSession;

    const NOW: i64 = 1_000_000;

    async fn begun() -> Store {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        store.create_admin("ann", "Ann", "-", false, NOW).await.unwrap();
        for (session, hash) in [("s1", "h1"), ("s2", "x1")] {
            let refresh = Some((hash.to_owned(), NOW + 1_000));
            let begun =
                NewSession { session, admin: AdminId(1), ip: "", today: "2026-01-01", now: NOW, expires_at: NOW + 1_000, refresh, alone: false };
            store.begin_session(begun).await.unwrap();
        }
        store
    }

    fn next(name: &str) -> Successor {
        Successor { hash: name.to_owned(), nonce: format!("nonce of {name}") }
    }

    fn valid(nonce: Option<&str>) -> Refreshed {
        Refreshed::Valid { account: 1, nonce: nonce.map(|name| format!("nonce of {name}")) }
    }

    async fn refresh(store: &Store, session: &str, hash: &str, successor: Option<&str>, now: i64) -> Refreshed {
        store.refresh(Realm::Admins, session, hash, successor.map(next).as_ref(), now).await.unwrap()
    }

    async fn revoked(store: &Store, session: &str) -> bool {
        store.session(session).await.unwrap().is_none_or(|session| session.revoked)
    }

    #[tokio::test]
    async fn both_tabs_are_given_the_same_successor() {
        let store = begun().await;
        assert_eq!(refresh(&store, "s1", "h1", Some("h2"), NOW).await, valid(Some("h2")));
        assert_eq!(refresh(&store, "s1", "h1", Some("h2b"), NOW + GRACE).await, valid(Some("h2")), "within the grace");
        assert_eq!(refresh(&store, "s1", "h2b", None, NOW + GRACE).await, Refreshed::Unknown, "it was never given");
        assert_eq!(refresh(&store, "s1", "h2", None, NOW + 500).await, valid(None), "one that is not replaced stays");
        assert_eq!(refresh(&store, "s1", "h2", Some("h3"), NOW + 500).await, valid(Some("h3")));
        let tabs = ["h4", "h4b", "h4c"].map(|name| refresh(&store, "s1", "h3", Some(name), NOW + 600));
        let given = futures::future::join_all(tabs).await;
        assert!(given.iter().all(|one| *one == given[0]) && given[0] != Refreshed::Unknown, "{given:?}");
        assert!(!revoked(&store, "s1").await);
    }

    #[tokio::test]
    async fn any_older_token_ends_the_family() {
        for old in ["h1", "h2", "h3"] {
            let store = begun().await;
            for (number, hash) in ["h1", "h2", "h3"].into_iter().enumerate() {
                let successor = format!("h{}", number + 2);
                assert_eq!(refresh(&store, "s1", hash, Some(&successor), NOW).await, valid(Some(&successor)));
            }
            let after = NOW + GRACE + 1;
            // Even with the access token of another session.
            assert_eq!(refresh(&store, "s2", old, Some("thief"), after).await, Refreshed::Ended { account: 1 });
            assert!(revoked(&store, "s1").await && !revoked(&store, "s2").await);
            assert_eq!(refresh(&store, "s1", "h4", Some("h5"), after).await, Refreshed::Unknown);
            assert_eq!(refresh(&store, "s2", "x1", Some("x2"), after).await, valid(Some("x2")));
        }
    }

    #[tokio::test]
    async fn a_token_of_another_session_or_realm_changes_nothing() {
        let store = begun().await;
        assert_eq!(refresh(&store, "s2", "h1", Some("h2"), NOW).await, Refreshed::Unknown);
        assert_eq!(store.refresh(Realm::Members, "s1", "h1", Some(&next("h2")), NOW).await.unwrap(), Refreshed::Unknown);
        assert_eq!(refresh(&store, "s1", "h1", Some("h2"), NOW + 1_001).await, Refreshed::Unknown, "too old");
        assert_eq!(refresh(&store, "s1", "h1", Some("h2"), NOW + 1_000).await, valid(Some("h2")));
    }

    #[tokio::test]
    async fn a_family_is_bounded() {
        let store = begun().await;
        store.run("UPDATE refresh_token SET number = $most WHERE session = 's1' RETURN NONE", vec![("most", int(TOKENS_MAX))]).await.unwrap();
        assert_eq!(refresh(&store, "s1", "h1", None, NOW).await, valid(None));
        assert_eq!(refresh(&store, "s1", "h1", Some("h2"), NOW).await, Refreshed::Ended { account: 1 });
        assert!(revoked(&store, "s1").await);
        store.tidy_refresh_tokens(NOW + 2_000).await.unwrap();
        assert!(store.rows::<i64>("SELECT VALUE number FROM refresh_token", vec![]).await.unwrap().is_empty());
    }
}
