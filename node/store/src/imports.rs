//! What imports made, as their tasks note it.

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::value::id;

/// New rows that stand in a file one after the other and have ids one after the other: the first row, its id, how many.
pub type Run = (i64, i64, i64);

impl Store {
    /// The new rows of an import that were not taken back.
    pub async fn import_made(&self, task: i64) -> Result<Vec<Run>, StoreError> {
        let found: Vec<String> = self.rows("SELECT VALUE made ?? '' FROM $task", vec![("task", id("transfer_task", task))]).await?;
        let text = found.into_iter().next().unwrap_or_default();
        if text.is_empty() {
            return Ok(Vec::new());
        }
        serde_json::from_str(&text).map_err(|error| StoreError::Corrupt(error.to_string()))
    }
}
