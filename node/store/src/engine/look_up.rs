//! Lookups of many values by an index. With more than 32 values in an `IN`, SurrealDB 3.3.5 reads the whole table
//! (`MAX_IN_EXPANSION_SIZE` of its planner), however large it is: so they are asked for in several statements.

use std::sync::LazyLock;

use actors::store::StoreError;
use serde::de::DeserializeOwned;
use surrealdb::IndexedResults;
use surrealdb::types::Value;

use super::connect::Store;
use super::transaction::{Vars, take};
use super::value::array;

/// Most values that an index is asked for in one statement.
pub(crate) const TOGETHER: usize = 32;
/// Most statements of a lookup: what is left is in the last one, which then reads the table.
const PARTS_MAX: usize = 512;

/// The names of the values of each statement.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| (0..PARTS_MAX).map(|at| format!("looked_up{at}")).collect());

/// Adds the statements of a lookup, which `statement` makes from the name of a list of values, as in
/// `SELECT … WHERE product IN $name;`. Answers how many there are: none without values.
pub(crate) fn look_up(values: Vec<Value>, query: &mut String, vars: &mut Vars, statement: impl Fn(&str) -> String) -> usize {
    let mut left = values;
    let mut parts = 0;
    for (at, name) in NAMES.iter().enumerate() {
        if left.is_empty() {
            break;
        }
        let next = left.split_off(if at + 1 == PARTS_MAX { left.len() } else { left.len().min(TOGETHER) });
        query.push_str(&statement(name));
        vars.push((name, array(std::mem::replace(&mut left, next))));
        parts += 1;
    }
    parts
}

/// Takes the answers of a lookup's statements, from one on.
pub(crate) fn take_parts<T: DeserializeOwned>(response: &mut IndexedResults, first: usize, parts: usize) -> Result<Vec<T>, StoreError> {
    let mut rows = Vec::new();
    for at in first..first + parts {
        rows.append(&mut take(response, at)?);
    }
    Ok(rows)
}

impl Store {
    /// The rows of a lookup, which `statement` makes from the name of a list of values. Its order holds only within each 32
    /// values.
    pub(crate) async fn look_up<T: DeserializeOwned>(
        &self,
        values: Vec<Value>,
        mut vars: Vars,
        statement: impl Fn(&str) -> String,
    ) -> Result<Vec<T>, StoreError> {
        let mut query = String::new();
        let parts = look_up(values, &mut query, &mut vars, statement);
        if parts == 0 {
            return Ok(Vec::new());
        }
        let mut response = self.run(&query, vars).await?;
        take_parts(&mut response, 0, parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::engine::value::int;

    async fn store() -> Store {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        let rows = "DEFINE TABLE thing SCHEMALESS; DEFINE INDEX thing_n ON thing FIELDS n; FOR $n IN 0..200 { CREATE thing SET n = $n };";
        store.run(rows, vec![]).await.unwrap();
        store
    }

    #[tokio::test]
    async fn every_value_is_asked_for_once() {
        let store = store().await;
        for count in [0, 1, 31, 32, 33, 64, 100] {
            let values: Vec<Value> = (0..count).map(int).collect();
            let found: Vec<i64> = store
                .look_up(values, vec![("least", int(0))], |name| format!("SELECT VALUE n FROM thing WHERE n IN ${name} AND n >= $least ORDER BY n;"))
                .await
                .unwrap();
            assert_eq!(found, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_left_after_many_parts_is_in_the_last() {
        let (mut query, mut vars) = (String::new(), Vars::new());
        let values = i64::try_from(TOGETHER * PARTS_MAX + 5).unwrap();
        let parts = look_up((0..values).map(int).collect(), &mut query, &mut vars, |name| format!("${name};"));
        assert_eq!((parts, vars.len()), (PARTS_MAX, PARTS_MAX));
        let Some((_, Value::Array(last))) = vars.last() else { panic!("no list") };
        assert_eq!(last.len(), TOGETHER + 5);
    }

    /// Fails when the database looks more values up by an index: then this module isn't needed any more. Or fewer: then it
    /// asks for too many.
    #[tokio::test]
    async fn the_database_looks_up_as_many_values_at_once() {
        let store = store().await;
        for (count, by_index) in [(TOGETHER, true), (TOGETHER + 1, false)] {
            let values = array((0..i64::try_from(count).unwrap()).map(int).collect());
            let mut response = store.run("EXPLAIN SELECT n FROM thing WHERE n IN $values", vec![("values", values)]).await.unwrap();
            let plan: Value = response.take(0).unwrap();
            let plan = format!("{plan:?}");
            assert_eq!((plan.contains("IndexScan"), plan.contains("TableScan")), (by_index, !by_index), "{count}: {plan}");
        }
    }
}
