//! Where administrators have signed in from: networks and programs, each until it was not used for long.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, array_id, int, text};

/// Seconds after the last sign-in until a network or a program is forgotten.
const KEPT: i64 = 180 * 86_400;

#[derive(Deserialize)]
struct Seen {
    /// Whether the account has signed in before.
    before: bool,
    /// How many of what was asked it has used.
    known: usize,
}

impl Store {
    /// Records where an administrator signs in from, and answers whether any of it is new to an account that has signed in
    /// before.
    pub async fn record_device(&self, admin: AdminId, marks: &[String], now: i64) -> Result<bool, StoreError> {
        let query = "BEGIN;
            LET $before = array::len((SELECT VALUE id FROM admin_device:[$admin]..[$admin + 1] WHERE at > $since LIMIT 1)) > 0;
            LET $known = array::len((SELECT VALUE id FROM $marks WHERE at > $since));
            FOR $mark IN $marks { UPSERT $mark SET at = $now RETURN NONE };
            SELECT VALUE { before: $before, known: $known } FROM ONLY [1];
            COMMIT;";
        let ids = marks.iter().map(|mark| array_id("admin_device", vec![int(admin.0), text(mark)])).collect();
        let vars = vec![("admin", int(admin.0)), ("marks", array(ids)), ("now", int(now)), ("since", int(now - KEPT))];
        let mut response = self.run(query, vars).await?;
        let Seen { before, known } = take(&mut response, 4)?;
        Ok(before && known < marks.len())
    }

    /// Whether an administrator has signed in with this mark lately.
    pub async fn has_device(&self, admin: AdminId, mark: &str, now: i64) -> Result<bool, StoreError> {
        let query = "SELECT VALUE at FROM $mark WHERE at > $since";
        let vars = vec![("mark", array_id("admin_device", vec![int(admin.0), text(mark)])), ("since", int(now - KEPT))];
        Ok(!self.rows::<i64>(query, vars).await?.is_empty())
    }

    /// Deletes what was not used for long.
    pub async fn tidy_devices(&self, now: i64) -> Result<(), StoreError> {
        self.delete_where("admin_device", "at <= $since", vec![("since", int(now - KEPT))]).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn what_an_account_has_not_used_before_is_new_to_it() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let seen = async |admin: i64, network: &str, program: &str, now: i64| {
            store.record_device(AdminId(admin), &[format!("network {network}"), format!("program {program}")], now).await.unwrap()
        };
        assert!(!seen(1, "a", "x", 1_000).await, "the first sign-in of all");
        assert!(!seen(1, "a", "x", 1_001).await);
        let has = async |admin: i64, mark: &str, now: i64| store.has_device(AdminId(admin), mark, now).await.unwrap();
        assert!(has(1, "network a", 1_002).await && !has(1, "network b", 1_002).await && !has(2, "network a", 1_002).await);
        assert!(!has(1, "network a", 1_001 + KEPT).await, "it was not used for long");
        assert!(seen(1, "b", "x", 1_002).await);
        assert!(!seen(1, "b", "x", 1_003).await);
        assert!(seen(1, "a", "y", 1_004).await);
        assert!(!seen(2, "a", "x", 1_005).await, "each account for itself");
        // What was not used for long is new again; an account that was not used at all has nothing to compare with.
        assert!(!seen(1, "a", "x", 1_000 + KEPT).await);
        assert!(seen(1, "b", "x", 1_003 + KEPT).await);
        assert!(!seen(2, "c", "z", 1_005 + KEPT).await);
        store.tidy_devices(1_010 + KEPT).await.unwrap();
        let left: Vec<i64> = store.rows("SELECT VALUE at FROM admin_device ORDER BY at", vec![]).await.unwrap();
        assert_eq!(left, [1_000, 1_003, 1_003, 1_005, 1_005].map(|at| at + KEPT), "only what was used lately");
    }
}
