//! The variables of events, as rows that people read; those that are there stay.

use entrepot_store::Store;
use entrepot_store::resource::{Act, RecordError, catalogue};
use serde_json::json;

use super::wording::VARIABLES;
use crate::error::ServiceError;

/// Puts those there that are missing.
pub async fn variables(store: &Store, now: i64) -> Result<(), ServiceError> {
    let resource = catalogue::declared("ding.Variable")?;
    let there: Vec<String> = store.rows("SELECT VALUE name FROM notice_variable", vec![]).await?;
    for (name, (zh, en), sample) in VARIABLES.iter().filter(|(name, ..)| !there.iter().any(|known| known == name)) {
        let row = json!({ "name": name, "title": zh, "title_en": en, "sample": sample });
        let mut act = Act::system(now);
        act.set.insert("source".to_owned(), json!("event"));
        match store.insert_record(resource, &row.as_object().cloned().unwrap_or_default(), &act).await {
            // Another node has just put it there.
            Ok(_) | Err(RecordError::Field { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
