//! Adds rows of declared resources.

use entrepot_store::Store;
use entrepot_store::resource::{Act, catalogue};
use serde_json::Value;

use super::error::DemoError;

/// Adds a row of a controller; answers its id.
pub(super) async fn insert(store: &Store, controller: &str, row: Value, now: i64) -> Result<i64, DemoError> {
    let resource = catalogue::declared(controller)?;
    let row = row.as_object().cloned().unwrap_or_default();
    Ok(store.insert_record(resource, &row, &Act::system(now)).await?)
}
