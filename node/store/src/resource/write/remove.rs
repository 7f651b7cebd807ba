//! Deletions: rows in use are refused, others are copied into the recycle bin.

use super::{Act, Written, readable};
use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{array, id, int};
use crate::resource::declaration::Resource;
use crate::resource::error::RecordError;
use crate::resource::query::quoted;
use crate::resource::read::{key_of, reachable};

impl Store {
    /// Deletes rows that nothing refers to: all of them or none.
    pub async fn delete_records(&self, resource: &Resource, keys: &[i64], act: &Act) -> Result<Written, RecordError> {
        let rows = self.raw_rows(resource, keys).await?;
        for row in &rows {
            reachable(resource, row, key_of(row), &act.scope)?;
        }
        if rows.is_empty() {
            return Err(RecordError::NotFound);
        }
        let keys: Vec<i64> = rows.iter().map(key_of).collect();
        self.check_unused(resource, &keys).await?;
        let copies = self.recycled(resource, &rows, act).await?;
        let guards: String = self
            .catalogue()
            .users_of(resource)
            .into_iter()
            .filter(|(table, ..)| *table != resource.table)
            .map(|(table, field, several)| {
                format!("IF array::len((SELECT VALUE id FROM {table} WHERE {} LIMIT 1)) > 0 {{ THROW 'USED' }};", used(field, several))
            })
            .collect();
        let query = format!(
            "BEGIN; {guards} DELETE $ids RETURN NONE; \
             FOR $copy IN $copies {{ CREATE type::record('data_recycle_log', sequence::nextval('data_recycle_log')) CONTENT $copy RETURN NONE; }}; {} COMMIT;",
            act.beside.of("$keys[0]")
        );
        let ids = array(keys.iter().map(|key| id(resource.table, *key)).collect());
        let mut vars = vec![("ids", ids), ("keys", array(keys.iter().copied().map(int).collect())), ("copies", array(copies))];
        vars.extend(act.beside.vars.iter().cloned());
        let beside = self.writing_beside(&act.beside);
        let mut writing = self.writes().writing(resource.table);
        let deleted = self.run(&query, vars).await;
        writing.touched(&keys);
        beside.done();
        match deleted {
            Err(TxError::Thrown(_)) => Err(RecordError::InUse(keys)),
            Err(error) => Err(RecordError::Store(error.into())),
            Ok(_) => Ok(Written { ids: keys, before: rows.into_iter().map(|row| readable(resource, row)).collect(), fields: vec![] }),
        }
    }

    async fn check_unused(&self, resource: &Resource, keys: &[i64]) -> Result<(), RecordError> {
        if resource.tree {
            let vars = vec![("keys", array(keys.iter().copied().map(int).collect()))];
            let query = format!("SELECT VALUE [record::id(id), pid] FROM {} WHERE pid IN $keys", resource.table);
            let children: Vec<(i64, i64)> = self.rows(&query, vars).await?;
            let above: Vec<i64> = children.into_iter().filter(|(child, _)| !keys.contains(child)).map(|(_, parent)| parent).collect();
            if !above.is_empty() {
                return Err(RecordError::HasChildren(above));
            }
        }
        let mut used_keys = Vec::new();
        for (table, field, several) in self.catalogue().users_of(resource) {
            if table == resource.table {
                continue;
            }
            for key in keys.iter().filter(|key| !used_keys.contains(*key)).copied().collect::<Vec<_>>() {
                let query = format!("SELECT VALUE true FROM {table} WHERE {} LIMIT 1", used(field, several));
                let found: Vec<bool> = self.rows(&query, vec![("keys", array(vec![int(key)]))]).await?;
                if !found.is_empty() {
                    used_keys.push(key);
                }
            }
        }
        if used_keys.is_empty() { Ok(()) } else { Err(RecordError::InUse(used_keys)) }
    }
}

fn used(field: &str, several: bool) -> String {
    let path = field.split('.').map(quoted).collect::<Vec<_>>().join(".");
    if several { format!("{path} CONTAINSANY $keys") } else { format!("{path} IN $keys") }
}
