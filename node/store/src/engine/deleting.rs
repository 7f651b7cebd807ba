//! Deleting what is no longer needed, part by part. A deletion takes milliseconds however small the row is (decision 13):
//! many of them in one transaction would take minutes, and begin anew whenever another transaction meets it.

use actors::store::StoreError;
use surrealdb::types::Value;

use super::connect::Store;
use super::transaction::Vars;
use super::value::array;

/// Rows of one transaction.
const TOGETHER: usize = 100;
/// Ids that are read at once.
const READ: usize = 20_000;

impl Store {
    /// Deletes the rows of a table, or of a range of ids that is bound, for which a condition holds; answers how many there
    /// were. The condition is looked at again in the transaction that deletes: a row that has changed meanwhile stays.
    pub(crate) async fn delete_where(&self, source: &str, condition: &str, vars: Vars) -> Result<usize, StoreError> {
        let find = format!("SELECT VALUE id FROM {source} WHERE {condition} LIMIT {READ}");
        let delete = format!("DELETE $ids WHERE {condition} RETURN NONE");
        let mut deleted = 0;
        loop {
            let mut response = self.run(&find, vars.clone()).await?;
            let ids: Value = response.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let Value::Array(ids) = ids else { return Ok(deleted) };
            let ids = ids.into_vec();
            for some in ids.chunks(TOGETHER) {
                let mut vars = vars.clone();
                vars.push(("ids", array(some.to_vec())));
                self.run(&delete, vars).await?;
            }
            deleted += ids.len();
            if ids.len() < READ {
                return Ok(deleted);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::connect::{Store, StoreConfig};
    use crate::engine::value::int;

    #[tokio::test]
    async fn deletes_what_the_condition_names_and_nothing_else() {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        let rows = "DEFINE TABLE thing SCHEMALESS; FOR $n IN 1..=250 { CREATE type::record('thing', $n) SET at = $n };";
        store.run(rows, vec![]).await.unwrap();
        assert_eq!(store.delete_where("thing", "at < $before", vec![("before", int(230))]).await.unwrap(), 229, "more than one transaction");
        let left: Vec<i64> = store.rows("SELECT VALUE at FROM thing", vec![]).await.unwrap();
        assert_eq!(left, (230..=250).collect::<Vec<_>>());
        assert_eq!(store.delete_where("thing", "at < $before", vec![("before", int(230))]).await.unwrap(), 0);
    }
}
