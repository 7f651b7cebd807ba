//! Rows of a restored database compared with those of its backup, chosen at random: that the counts are right says nothing of
//! what the rows hold.

use std::collections::BTreeMap;
use std::io::Read;

use actors::store::StoreError;
use surrealdb::types::{Array, Object, Value};

use super::{BackupError, NOT_RESTORED, Reader};
use crate::engine::connect::Store;
use crate::engine::value::array;

/// Some rows of a table, each as likely as any other.
struct Sample {
    rows: Vec<Value>,
    seen: usize,
}

impl Sample {
    fn add(&mut self, row: Value, most: usize) {
        self.seen += 1;
        if self.rows.len() < most {
            self.rows.push(row);
        } else if let Some(place) = self.rows.get_mut(rand::random_range(0..self.seen)) {
            *place = row;
        }
    }
}

/// Rows of each table of a backup, by the table.
fn sampled<R: Read>(from: R, most: usize) -> Result<(i64, BTreeMap<String, Sample>), BackupError> {
    let mut frames = Reader::new(from)?;
    let header = frames.header()?;
    let (mut table, mut samples) = (String::new(), BTreeMap::new());
    loop {
        let (kind, bytes) = frames.next()?;
        match kind {
            b'T' => table = String::from_utf8_lossy(&bytes).into_owned(),
            b'R' if NOT_RESTORED.contains(&table.as_str()) => {}
            b'R' => {
                let rows: Array = surrealdb::types::decode(&bytes).map_err(|error| BackupError::Damaged(error.to_string()))?;
                let sample: &mut Sample = samples.entry(table.clone()).or_insert(Sample { rows: Vec::new(), seen: 0 });
                rows.into_vec().into_iter().for_each(|row| sample.add(row, most));
            }
            b'E' => return Ok((header.schema_version, samples)),
            _ => {}
        }
    }
}

/// A row's id as text, and the row as JSON without it.
fn told(row: &Value) -> Option<(String, serde_json::Value)> {
    let Value::Object(fields) = row else { return None };
    let id = fields.get("id")?.clone();
    let others = fields.iter().filter(|(name, _)| name.as_str() != "id").map(|(name, value)| (name.clone(), value.clone()));
    Some((format!("{:?}", id), Value::Object(Object::from_iter(others)).into_json_value()))
}

impl Store {
    /// Compares rows of each table with those of the backup that was restored here, `most` of a table; answers how many. Rows of
    /// an older program are not compared: this one has completed them.
    pub async fn compare_sample<R: Read + Send>(&self, from: R, most: usize) -> Result<usize, BackupError> {
        let (schema, samples) = sampled(from, most)?;
        if schema != self.schema_version().await? {
            return Ok(0);
        }
        let mut compared = 0;
        for (table, Sample { rows, .. }) in samples {
            let ids = rows.iter().filter_map(|row| if let Value::Object(row) = row { row.get("id").cloned() } else { None }).collect();
            let mut response = self.run("SELECT * FROM $ids", vec![("ids", array(ids))]).await.map_err(StoreError::from)?;
            let found: Value = response.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let found: BTreeMap<String, serde_json::Value> = if let Value::Array(rows) = &found { rows.iter().filter_map(told).collect() } else { BTreeMap::new() };
            for (id, row) in rows.iter().filter_map(told) {
                if found.get(&id) != Some(&row) {
                    return Err(BackupError::Differs { table, row: id });
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

    #[tokio::test]
    async fn a_row_that_is_another_one_is_found() {
        let store = async |name: &str| Store::connect(&StoreConfig::new("mem://", name)).await.expect("a store");
        let (old, new) = (store("old").await, store("new").await);
        let brand = catalogue::find("warehouse.Brand").expect("declared");
        for number in 0..150 {
            let row = json!({ "name": format!("Brand {number}"), "introduce": "x" });
            old.insert_record(brand, row.as_object().expect("fields"), &Act::system(5)).await.expect("a row");
        }
        let mut file = Vec::new();
        old.backup(&mut file, 9).await.expect("a backup");
        new.restore(&file[..]).await.expect("restored");
        let compared = new.compare_sample(&file[..], 100).await.expect("the same");
        assert!(compared >= 100, "{compared}");
        new.run("UPDATE brand SET introduce = 'y' RETURN NONE", vec![]).await.expect("changed");
        let differs = new.compare_sample(&file[..], 100).await.expect_err("another one");
        assert!(matches!(differs, BackupError::Differs { ref table, .. } if table == "brand"), "{differs}");
    }

    #[test]
    fn each_row_may_be_in_a_sample() {
        let mut sample = Sample { rows: Vec::new(), seen: 0 };
        (0..1_000).for_each(|number| sample.add(Value::String(number.to_string()), 100));
        assert_eq!((sample.rows.len(), sample.seen), (100, 1_000));
        assert!(sample.rows.iter().any(|row| matches!(row, Value::String(text) if text.len() == 3)));
    }
}
