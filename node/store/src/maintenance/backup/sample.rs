//! Rows of a restored database compared with those of its backup, chosen at random: that the counts are right says nothing of
//! what the rows hold.

use std::collections::{BTreeMap, HashMap};

use actors::store::StoreError;
use surrealdb::types::{Object, Value};

use super::BackupError;
use crate::engine::connect::Store;
use crate::engine::value::array;

/// Some rows of a table, each as likely as any other.
struct Sample {
    rows: Vec<Object>,
    seen: usize,
}

/// Rows of each table of a backup, by the table.
pub(super) struct Samples {
    /// Most rows of a table.
    most: usize,
    tables: BTreeMap<String, Sample>,
}

impl Samples {
    pub(super) fn new(most: usize) -> Self {
        Self { most, tables: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, table: &str, rows: &[Value]) {
        let Sample { rows: kept, seen } = self.tables.entry(table.to_owned()).or_insert(Sample { rows: Vec::new(), seen: 0 });
        for row in rows {
            let Value::Object(row) = row else { continue };
            *seen += 1;
            if kept.len() < self.most {
                kept.push(row.clone());
            } else if let Some(place) = kept.get_mut(rand::random_range(0..*seen)) {
                *place = row.clone();
            }
        }
    }
}

/// A row's id as text.
fn name_of(row: &Object) -> String {
    row.get("id").map(|id| format!("{id:?}")).unwrap_or_default()
}

/// The first field of a row that the stored one has not. Fields that the schema gives to a row without them are no difference.
fn differing<'a>(row: &'a Object, stored: &Object) -> Option<&'a String> {
    row.iter().find(|(name, value)| stored.get(name.as_str()) != Some(value)).map(|(name, _)| name)
}

impl Store {
    /// Compares these rows with what was stored; answers how many. Before anything completes the stored ones.
    pub(super) async fn compare(&self, samples: Samples) -> Result<usize, BackupError> {
        let mut compared = 0;
        for (table, Sample { rows, .. }) in samples.tables {
            let ids = rows.iter().filter_map(|row| row.get("id").cloned()).collect();
            let mut response = self.run("SELECT * FROM $ids", vec![("ids", array(ids))]).await.map_err(StoreError::from)?;
            let found: Value = response.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let found = if let Value::Array(found) = found { found.into_vec() } else { vec![] };
            let found = found.into_iter().filter_map(|row| if let Value::Object(row) = row { Some((name_of(&row), row)) } else { None });
            let found: HashMap<String, Object> = found.collect();
            for row in &rows {
                let name = name_of(row);
                let Some(stored) = found.get(&name) else { return Err(BackupError::Missing { table, row: name }) };
                if let Some(field) = differing(row, stored) {
                    return Err(BackupError::Differs { table, row: name, field: field.clone() });
                }
                compared += 1;
            }
        }
        Ok(compared)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::resource::{Act, catalogue};

    async fn connected(name: &str) -> Store {
        Store::connect(&StoreConfig::new("mem://", name)).await.expect("a store")
    }

    #[tokio::test]
    async fn a_row_that_is_another_one_is_found() {
        let old = connected("old").await;
        let brand = catalogue::find("warehouse.Brand").expect("declared");
        for number in 0..150 {
            let row = json!({ "name": format!("Brand {number}"), "introduce": "x" });
            old.insert_record(brand, row.as_object().expect("fields"), &Act::system(5)).await.expect("a row");
        }
        // A row of before fields that have defaults today, and before what is kept beside its text.
        old.run("INSERT INTO admin_group { id: 1, name: 'All', rules: '*' } RETURN NONE; UPDATE brand UNSET version RETURN NONE", vec![])
            .await
            .expect("older rows");
        let mut file = Vec::new();
        old.backup(&mut file, 9).await.expect("a backup");
        let (_, compared) = connected("new").await.restore_compared(&file[..], 100).await.expect("the same");
        // A hundred brands, as many of their histories and of their events, and what else there is.
        assert!((301..=350).contains(&compared), "{compared}");

        // A database that stores something else than it is given.
        for (fault, field) in [
            ("DEFINE FIELD OVERWRITE introduce ON brand TYPE string VALUE 'y'", "introduce"),
            ("DEFINE FIELD OVERWRITE create_time ON brand TYPE int VALUE IF record::id(id) = 150 { 6 } ELSE { $value }", "create_time"),
        ] {
            let faulty = connected(field).await;
            faulty.run(fault, vec![]).await.expect("a fault");
            let differs = faulty.restore_compared(&file[..], 150).await.expect_err("another one");
            assert!(matches!(&differs, BackupError::Differs { table, field: named, .. } if table == "brand" && named == field), "{differs}");
        }
    }

    #[test]
    fn each_row_may_be_in_a_sample() {
        let mut samples = Samples::new(100);
        let row = |number: i64| Value::Object(Object::from_iter([("number".to_owned(), Value::String(number.to_string()))]));
        let rows: Vec<Value> = (0..1_000).map(row).collect();
        rows.chunks(300).for_each(|rows| samples.add("brand", rows));
        let sample = &samples.tables["brand"];
        assert_eq!((sample.rows.len(), sample.seen), (100, 1_000));
        assert!(sample.rows.iter().any(|row| matches!(row.get("number"), Some(Value::String(text)) if text.len() == 3)));
    }
}
