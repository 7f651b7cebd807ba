//! Defines the declared resources in the database, once per change and never backwards. The database remembers which
//! declarations it has seen, so that a node of an older version leaves newer ones in place.

use actors::store::StoreError;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use surrealdb::types::Value;

use super::catalogue;
use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{array, int, text};

/// Most declarations that the database remembers.
const SEEN_MAX: usize = 50;

/// The declarations of a program.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// Statements that define the tables.
    definitions: String,
    /// Statements that fill missing fields of older rows.
    backfills: Vec<String>,
    age: Age,
}

/// The age of a program: number of migrations it knows, then its version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Age {
    steps: i64,
    version: [u64; 3],
}

/// What the database remembers about the declarations that were defined.
#[derive(Debug, Deserialize)]
struct StoredDefinitions {
    steps: i64,
    version: [u64; 3],
    /// Hashes, the last one of those that hold.
    seen: Vec<String>,
}

/// What to do.
#[derive(Debug, PartialEq, Eq)]
enum Comparison {
    /// They hold already.
    Same,
    /// They are new here.
    New,
    /// Others have taken their place: this is an older program.
    Superseded,
}

impl Declared {
    /// The declarations of this program, which knows `steps` migrations.
    pub(crate) fn by_this_program(steps: i64) -> Self {
        let part = |text: &str| text.parse().unwrap_or(0);
        let version = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")].map(part);
        Self {
            definitions: catalogue::compiled().map(|resource| resource.definitions()).collect(),
            backfills: catalogue::compiled().filter_map(|resource| resource.backfill()).collect(),
            age: Age { steps, version },
        }
    }

    fn hash(&self) -> String {
        hex::encode(Sha256::digest(&self.definitions))
    }

    fn compare(&self, noted: Option<&StoredDefinitions>) -> Comparison {
        let Some(noted) = noted else { return Comparison::New };
        let hash = self.hash();
        let defined = Age { steps: noted.steps, version: noted.version };
        if noted.seen.last() == Some(&hash) {
            Comparison::Same
        } else if defined > self.age || (defined == self.age && noted.seen.contains(&hash)) {
            Comparison::Superseded
        } else {
            Comparison::New
        }
    }
}

impl Store {
    /// Defines the declared tables, unless they are defined already or by a newer program. An empty database has no
    /// rows to fill.
    pub(crate) async fn define(&self, declared: &Declared, empty: bool) -> Result<(), StoreError> {
        self.run("DEFINE TABLE IF NOT EXISTS declared SCHEMALESS", vec![]).await?;
        let noted: Vec<StoredDefinitions> = self.rows("SELECT steps, version, seen FROM declared:now", vec![]).await?;
        let noted = noted.into_iter().next();
        match declared.compare(noted.as_ref()) {
            Comparison::Same => return Ok(()),
            Comparison::Superseded => {
                tracing::warn!("a newer program has defined the tables of this database: its definitions stay");
                return Ok(());
            }
            Comparison::New => {}
        }
        self.run(&declared.definitions, vec![]).await?;
        for backfill in declared.backfills.iter().filter(|_| !empty) {
            match self.run(backfill, vec![]).await {
                // Rows that can't be filled stay as they are; an edit of one says what is wrong.
                Err(error @ (TxError::Refused(_) | TxError::NotUnique(_))) => tracing::warn!(%error, "older rows were not filled in"),
                other => other.map(|_| ())?,
            }
        }
        let mut seen = noted.map(|noted| noted.seen).unwrap_or_default();
        let hash = declared.hash();
        seen.retain(|known| *known != hash);
        seen.push(hash);
        let forgotten = seen.len().saturating_sub(SEEN_MAX);
        let seen = array(seen.drain(forgotten..).map(|hash| text(&hash)).collect());
        let version = array(declared.age.version.iter().map(|part| int(i64::try_from(*part).unwrap_or(i64::MAX))).collect());
        let vars: Vec<(&'static str, Value)> = vec![("steps", int(declared.age.steps)), ("version", version), ("seen", seen)];
        self.run("UPSERT declared:now SET steps = $steps, version = $version, seen = $seen RETURN NONE", vars).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::declaration::{Field, Kind, Label, Resource};
    use super::*;
    use crate::engine::connect::StoreConfig;

    const NAME: Field = Field::new("name", Kind::Text(20)).required();
    const FIRST: Resource = Resource::new("x.Thing", "thing", Label { zh: "", en: "" }, &[NAME]);
    const SECOND: Resource =
        Resource { fields: &[NAME, Field::new("size", Kind::Integer(0, 9)).default("4"), Field::new("note", Kind::Text(9)).required()], ..FIRST };

    fn declared(resource: &Resource, steps: i64, patch: u64) -> Declared {
        let backfills = resource.backfill().into_iter().collect();
        Declared { definitions: resource.definitions(), backfills, age: Age { steps, version: [0, 1, patch] } }
    }

    async fn fields(store: &Store) -> Vec<String> {
        let mut answer = store.run("RETURN object::keys((INFO FOR TABLE thing).fields)", vec![]).await.unwrap();
        crate::engine::transaction::take(&mut answer, 0).unwrap()
    }

    async fn things(store: &Store, query: &str) -> Vec<serde_json::Value> {
        store.rows(query, vec![]).await.unwrap()
    }

    #[tokio::test]
    async fn a_row_that_is_older_than_a_field_is_filled_in_and_can_be_edited() {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        store.define(&declared(&FIRST, 1, 0), true).await.unwrap();
        store.run("CREATE thing:1 SET name = 'a', create_time = 5; CREATE thing:2 SET name = 'b'", vec![]).await.unwrap();
        // Without the backfill: the row lacks the field, and an edit of another field is taken all the same.
        let without = Declared { backfills: vec![], ..declared(&SECOND, 1, 1) };
        store.define(&without, false).await.unwrap();
        store.run("UPDATE thing:1 MERGE { name: 'c' }", vec![]).await.unwrap();
        assert_eq!(things(&store, "SELECT VALUE [name, size, note, create_time] FROM thing:1").await, [serde_json::json!(["c", 4, "", 5])]);
        assert_eq!(things(&store, "SELECT VALUE size FROM thing WHERE size != NONE").await.len(), 1);
        // With it no row lacks anything.
        store.define(&declared(&FIRST, 2, 1), false).await.unwrap();
        store.define(&declared(&SECOND, 3, 1), false).await.unwrap();
        assert_eq!(things(&store, "SELECT VALUE [name, size, note] FROM thing:2").await, [serde_json::json!(["b", 4, ""])]);
    }

    #[tokio::test]
    async fn an_older_program_leaves_the_definitions_of_a_newer_one_in_place() {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        let (older, newer) = (declared(&FIRST, 1, 0), declared(&SECOND, 1, 0));
        store.define(&older, true).await.unwrap();
        store.define(&newer, false).await.unwrap();
        store.run("DEFINE FIELD OVERWRITE size ON thing TYPE int DEFAULT ALWAYS 7", vec![]).await.unwrap();
        // A current declaration is not defined again, and an outdated one is not restored.
        for _ in 0..2 {
            store.define(&newer, false).await.unwrap();
            store.define(&older, false).await.unwrap();
        }
        assert!(fields(&store).await.contains(&"size".to_owned()));
        store.run("CREATE thing:1 SET name = 'a'", vec![]).await.unwrap();
        assert_eq!(things(&store, "SELECT VALUE size FROM thing:1").await, [7]);
    }

    #[test]
    fn which_program_is_the_older_is_told_by_its_migrations_its_version_and_what_was_seen() {
        let noted = |resources: &[&Resource], steps, patch| StoredDefinitions {
            steps,
            version: [0, 1, patch],
            seen: resources.iter().map(|resource| declared(resource, steps, patch).hash()).collect(),
        };
        let program = declared(&FIRST, 2, 2);
        assert_eq!(program.compare(None), Comparison::New);
        assert_eq!(program.compare(Some(&noted(&[&SECOND, &FIRST], 1, 9))), Comparison::Same);
        // It was never here, and what is here is newer.
        assert_eq!(program.compare(Some(&noted(&[&SECOND], 2, 3))), Comparison::Superseded);
        assert_eq!(program.compare(Some(&noted(&[&SECOND], 3, 0))), Comparison::Superseded);
        assert_eq!(program.compare(Some(&noted(&[&FIRST, &SECOND], 2, 2))), Comparison::Superseded);
        // A later program that goes back to what was declared before means it.
        assert_eq!(program.compare(Some(&noted(&[&FIRST, &SECOND], 2, 1))), Comparison::New);
        assert_eq!(program.compare(Some(&noted(&[&SECOND], 2, 2))), Comparison::New);
    }
}
