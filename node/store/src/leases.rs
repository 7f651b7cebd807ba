//! Leases: who does something that one node at a time may do. A lease ends by itself when its holder is gone; times are the
//! database's, so that no node's clock moves it.

use std::sync::atomic::{AtomicU64, Ordering};

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{int, text, text_id};

/// The table: a row a name.
const TABLE: &str = "lease";
const HELD: &str = "HELD";
/// Leases that this process has taken; the names of nodes are of one process each.
static TAKEN: AtomicU64 = AtomicU64::new(1);

/// A lease that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    pub name: String,
    /// The node, and which of its takings it is.
    holder: String,
}

impl Lease {
    /// What a statement is bound to that asks whether it is still held: the record and the holder.
    pub(crate) fn fence(&self, record: &'static str, holder: &'static str) -> Vars {
        vec![(record, text_id(TABLE, &self.name)), (holder, text(&self.holder))]
    }
}

impl Store {
    /// Takes a lease for some seconds, unless somebody holds it.
    pub async fn take_lease(&self, name: &str, node: &str, seconds: i64) -> Result<Option<Lease>, StoreError> {
        let holder = format!("{node} {}", TAKEN.fetch_add(1, Ordering::Relaxed));
        let query = format!(
            "BEGIN; LET $held = (SELECT held, until FROM ONLY $lease); \
             IF $held.held = true AND $held.until > time::unix(time::now()) {{ THROW '{HELD}' }}; \
             UPSERT $lease SET holder = $holder, until = time::unix(time::now()) + $seconds, held = true, fence = (fence ?? 0) + 1 RETURN NONE; COMMIT;"
        );
        let vars = vec![("lease", text_id(TABLE, name)), ("holder", text(&holder)), ("seconds", int(seconds))];
        match self.run(&query, vars).await {
            Ok(_) => Ok(Some(Lease { name: name.to_owned(), holder })),
            Err(TxError::Thrown(code)) if code == HELD => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Holds a lease for some more seconds; false if it is somebody else's by now.
    pub async fn keep_lease(&self, lease: &Lease, seconds: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $lease SET until = time::unix(time::now()) + $seconds WHERE holder = $holder AND held = true RETURN VALUE true";
        let vars = vec![("lease", text_id(TABLE, &lease.name)), ("holder", text(&lease.holder)), ("seconds", int(seconds))];
        Ok(!self.rows::<bool>(query, vars).await?.is_empty())
    }

    /// Gives a lease back.
    pub async fn free_lease(&self, lease: &Lease) -> Result<(), StoreError> {
        let vars = vec![("lease", text_id(TABLE, &lease.name)), ("holder", text(&lease.holder))];
        self.run("UPDATE $lease SET held = false WHERE holder = $holder RETURN NONE", vars).await?;
        Ok(())
    }

    /// Gives a lease back whose name is not taken again.
    pub async fn drop_lease(&self, lease: &Lease) -> Result<(), StoreError> {
        self.run("DELETE $lease WHERE holder = $holder RETURN NONE", lease.fence("lease", "holder")).await?;
        Ok(())
    }

    /// The names, beginning like this, of leases whose holders have gone without giving them back.
    pub async fn left_leases(&self, begins: &str) -> Result<Vec<String>, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM lease WHERE held = true AND until <= time::unix(time::now()) \
                     AND string::starts_with(record::id(id), $begins) LIMIT 1000";
        self.rows(query, vec![("begins", text(begins))]).await
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::connect::{Store, StoreConfig};

    #[tokio::test]
    async fn one_at_a_time_holds_it_and_who_is_gone_is_followed() {
        let store = Store::connect(&StoreConfig::new("mem://", "leases")).await.expect("a store");
        let first = store.take_lease("a", "n1", 30).await.expect("answered").expect("taken");
        assert_eq!(store.take_lease("a", "n2", 30).await.expect("answered"), None);
        assert!(store.take_lease("b", "n2", 30).await.expect("answered").is_some(), "another one");
        assert!(store.keep_lease(&first, 30).await.expect("answered"));
        store.free_lease(&first).await.expect("freed");
        let second = store.take_lease("a", "n2", 0).await.expect("answered").expect("taken");
        assert!(!store.keep_lease(&first, 30).await.expect("answered"), "it is somebody else's");
        assert_eq!(store.left_leases("a").await.expect("answered"), ["a"]);
        assert!(store.take_lease("a", "n3", 30).await.expect("answered").is_some());
        store.free_lease(&second).await.expect("no matter");
        assert_eq!(store.take_lease("a", "n4", 30).await.expect("answered"), None, "it was not the second's any more");
    }
}
