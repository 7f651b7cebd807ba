//! Failed logins: in a row by name, and by network. Names count whether there is such an account or not, so that
//! answers and their timing don't reveal it. Rows expire.

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, int, object, text, text_id};
use crate::identity::refresh_tokens::Realm;

/// Seconds after the last failure until a name is forgotten; longer than it ever waits.
const KEPT: i64 = 3_600;

/// Failures of a name in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Failures {
    pub count: i64,
    /// Unix seconds of the last one.
    pub last: i64,
}

/// Attempts within a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct AttemptWindow {
    pub count: i64,
    /// Unix seconds.
    pub ends: i64,
}

/// Failures of a network in a window of time.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NetworkFailures {
    pub members: bool,
    pub network: String,
    pub count: u32,
    /// Unix seconds at which the window ends.
    pub ends: i64,
}

impl NetworkFailures {
    /// The key of failed logins.
    #[must_use]
    pub const fn realm(&self) -> Realm {
        if self.members { Realm::Members } else { Realm::Admins }
    }
}

impl Store {
    /// Failures of a name, by its key.
    pub async fn failures(&self, key: &str, now: i64) -> Result<Failures, StoreError> {
        let query = "SELECT count, last FROM $key WHERE ends > $now";
        let rows: Vec<Failures> = self.rows(query, vec![("key", text_id("failed_login", key)), ("now", int(now))]).await?;
        Ok(rows.into_iter().next().unwrap_or_default())
    }

    /// Counts a failure of a name, and stores the counts of its networks.
    pub async fn note_failure(&self, key: &str, networks: &[NetworkFailures], now: i64) -> Result<Failures, StoreError> {
        let query = "BEGIN;
            LET $before = (SELECT VALUE count FROM ONLY $key WHERE ends > $now) ?? 0;
            UPSERT $key SET count = $before + 1, last = $now, ends = $now + $kept RETURN NONE;
            FOR $row IN $networks { UPSERT $row.id SET members = $row.members, network = $row.network, count = $row.count, ends = $row.ends RETURN NONE };
            SELECT count, last FROM $key;
            COMMIT;";
        let networks = networks.iter().map(|one| {
            object([
                ("id", text_id("failed_network", &format!("{}:{}", if one.members { "members" } else { "admins" }, one.network))),
                ("members", surrealdb::types::Value::Bool(one.members)),
                ("network", text(&one.network)),
                ("count", int(i64::from(one.count))),
                ("ends", int(one.ends)),
            ])
        });
        let vars = vec![("key", text_id("failed_login", key)), ("now", int(now)), ("kept", int(KEPT)), ("networks", array(networks.collect()))];
        let mut response = self.run(query, vars).await?;
        Ok(take::<Vec<Failures>>(&mut response, 4)?.into_iter().next().unwrap_or_default())
    }

    /// Counts an attempt in a window of `seconds` that begins with its first one.
    pub async fn count_attempt(&self, key: &str, seconds: i64, now: i64) -> Result<AttemptWindow, StoreError> {
        let query = "BEGIN;
            LET $open = (SELECT count, ends FROM ONLY $key WHERE ends > $now);
            UPSERT $key SET count = ($open.count ?? 0) + 1, last = $now, ends = $open.ends ?? ($now + $seconds) RETURN NONE;
            SELECT count, ends FROM $key;
            COMMIT;";
        let vars = vec![("key", text_id("failed_login", key)), ("now", int(now)), ("seconds", int(seconds))];
        let mut response = self.run(query, vars).await?;
        let windows: Vec<AttemptWindow> = take(&mut response, 3)?;
        windows.into_iter().next().ok_or_else(|| StoreError::Corrupt("an attempt was not counted".into()))
    }

    /// An attempt that turned out right is not counted.
    pub async fn uncount_attempt(&self, key: &str, now: i64) -> Result<(), StoreError> {
        let query = "UPDATE $key SET count = math::max([0, count - 1]) WHERE ends > $now RETURN NONE";
        self.run(query, vec![("key", text_id("failed_login", key)), ("now", int(now))]).await?;
        Ok(())
    }

    /// A name's failures count no more.
    pub async fn clear_failures(&self, key: &str) -> Result<(), StoreError> {
        self.run("UPDATE $key SET count = 0, ends = 0 RETURN NONE", vec![("key", text_id("failed_login", key))]).await?;
        Ok(())
    }

    /// The open windows of networks, at most `most`: those that end last.
    pub async fn network_failures(&self, now: i64, most: usize) -> Result<Vec<NetworkFailures>, StoreError> {
        let query = "SELECT members, network, count, ends FROM failed_network WHERE ends > $now ORDER BY ends DESC LIMIT $most";
        self.rows(query, vec![("now", int(now)), ("most", int(i64::try_from(most).unwrap_or(i64::MAX)))]).await
    }

    /// Deletes expired rows.
    pub async fn tidy_failures(&self, now: i64) -> Result<(), StoreError> {
        for table in ["failed_login", "failed_network"] {
            self.delete_where(table, "ends <= $now", vec![("now", int(now))]).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn failures_in_a_row_are_counted_and_forgiven() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        assert_eq!(store.failures("k", 100).await.unwrap(), Failures::default());
        let here = |count| NetworkFailures { members: true, network: "10.0.0.1".into(), count, ends: 500 };
        for count in 1..=3 {
            let noted = store.note_failure("k", &[here(u32::try_from(count).unwrap())], 100 + count).await.unwrap();
            assert_eq!(noted, Failures { count, last: 100 + count });
        }
        assert_eq!(store.failures("k", 110).await.unwrap(), Failures { count: 3, last: 103 });
        assert_eq!(store.failures("other", 110).await.unwrap().count, 0);
        assert_eq!(store.network_failures(110, 10).await.unwrap(), [here(3)]);
        assert!(store.network_failures(500, 10).await.unwrap().is_empty());
        store.clear_failures("k").await.unwrap();
        assert_eq!(store.failures("k", 110).await.unwrap().count, 0);
        assert_eq!(store.note_failure("k", &[], 120).await.unwrap().count, 1);
        // Long after the last one nothing is left.
        assert_eq!(store.failures("k", 120 + KEPT).await.unwrap().count, 0);
        store.tidy_failures(120 + KEPT).await.unwrap();
        assert!(store.rows::<i64>("SELECT VALUE count FROM failed_login", vec![]).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn attempts_are_counted_in_a_window_that_does_not_move() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        for count in 1..=3 {
            let counted = store.count_attempt("k", 600, 100 + count).await.unwrap();
            assert_eq!(counted, AttemptWindow { count, ends: 701 });
        }
        store.uncount_attempt("k", 200).await.unwrap();
        assert_eq!(store.count_attempt("k", 600, 700).await.unwrap(), AttemptWindow { count: 3, ends: 701 });
        assert_eq!(store.count_attempt("k", 600, 701).await.unwrap(), AttemptWindow { count: 1, ends: 1_301 });
        for _ in 0..3 {
            store.uncount_attempt("k", 800).await.unwrap();
        }
        assert_eq!(store.count_attempt("k", 600, 900).await.unwrap().count, 1);
    }

    #[tokio::test]
    async fn parallel_failures_are_all_counted() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let all = (0..8).map(|_| store.note_failure("k", &[], 100));
        for noted in futures::future::join_all(all).await {
            noted.unwrap();
        }
        assert_eq!(store.failures("k", 100).await.unwrap().count, 8);
    }
}
