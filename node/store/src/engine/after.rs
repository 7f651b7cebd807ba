//! The next rows of a table after one, for what goes through a whole table part by part. Not by a range of ids:
//! SurrealDB 3.3.5 reads a range to its end whatever the limit is (`RecordIdScan` of its planner), a table only until it
//! has enough.

use surrealdb::types::Value;

use super::transaction::Vars;

/// The source and the conditions of a statement that ends with a limit: rows after this id in the order of their ids, from
/// the first where there is none. `conditions` is empty or begins with `WHERE`.
pub(crate) fn rows_after(table: &str, conditions: &str, after: Option<Value>, vars: &mut Vars) -> String {
    // By an index rows would not come in the order of their ids.
    let source = format!("{table} WITH NOINDEX {conditions}");
    let Some(after) = after else { return source };
    vars.push(("after", after));
    let and = if conditions.is_empty() { "WHERE" } else { "AND" };
    format!("{source} {and} id > $after")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::{Store, StoreConfig};
    use crate::engine::value::id;

    async fn store() -> Store {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        let rows =
            "DEFINE TABLE thing SCHEMALESS; DEFINE INDEX thing_n ON thing FIELDS n; FOR $n IN 1..=9 { CREATE type::record('thing', $n) SET n = 1 };";
        store.run(rows, vec![]).await.unwrap();
        store
    }

    async fn plan(store: &Store, text: &str, vars: Vars) -> String {
        let mut response = store.run(&format!("EXPLAIN {text}"), vars).await.unwrap();
        format!("{:?}", response.take::<Value>(0).unwrap())
    }

    #[tokio::test]
    async fn parts_follow_each_other() {
        let store = store().await;
        let mut found: Vec<i64> = Vec::new();
        loop {
            let mut vars = Vars::new();
            let source = rows_after("thing", "WHERE n = 1", found.last().map(|last| id("thing", *last)), &mut vars);
            let part: Vec<i64> = store.rows(&format!("SELECT VALUE record::id(id) FROM {source} LIMIT 4"), vars).await.unwrap();
            assert!(part.len() <= 4);
            if part.is_empty() {
                break;
            }
            found.extend(part);
        }
        assert_eq!(found, (1..=9).collect::<Vec<_>>());
    }

    /// The second half fails when the database ends a range at its limit: then ranges do, and this module isn't needed any
    /// more.
    #[tokio::test]
    async fn a_table_is_read_until_there_is_enough_and_a_range_is_not() {
        let store = store().await;
        let mut vars = Vars::new();
        let source = rows_after("thing", "WHERE n = 1", Some(id("thing", 3)), &mut vars);
        let of_table = plan(&store, &format!("SELECT * FROM {source} LIMIT 2"), vars).await;
        assert!(of_table.contains("TableScan") && of_table.contains("limit: 2") && !of_table.contains("Limit ["), "{of_table}");
        let of_range = plan(&store, "SELECT * FROM thing:3.. LIMIT 2", vec![]).await;
        assert!(of_range.contains("Limit [") && of_range.contains("RecordIdScan"), "{of_range}");
    }
}
