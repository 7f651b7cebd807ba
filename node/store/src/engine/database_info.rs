//! What the database says of itself.

use std::collections::BTreeMap;

use actors::store::StoreError;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::connect::Store;
use super::transaction::take;

/// The definitions of the database, by name.
#[derive(Deserialize)]
pub(crate) struct DatabaseInfo {
    pub(crate) tables: BTreeMap<String, IgnoredAny>,
    pub(crate) sequences: BTreeMap<String, IgnoredAny>,
}

impl Store {
    pub(crate) async fn database_info(&self) -> Result<DatabaseInfo, StoreError> {
        let mut answer = self.run("INFO FOR DB", vec![]).await?;
        take(&mut answer, 0)
    }
}
