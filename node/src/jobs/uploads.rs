//! Removes uploads that nothing has used for a day.

use entrepot_store::Store;
use entrepot_store::resource::{Act, catalogue};

use crate::error::ServiceError;
use crate::file::Storage;

/// Most uploads that are removed together.
const TOGETHER: usize = 200;

/// Removes rows and files. Says how many.
pub async fn tidy(store: &Store, storage: &Storage, now: i64) -> Result<usize, ServiceError> {
    let attachments = catalogue::declared("routine.Attachment")?;
    let unused = store.unused_uploads(now).await?;
    for some in unused.chunks(TOGETHER) {
        let ids: Vec<i64> = some.iter().map(|upload| upload.id).collect();
        store.delete_records(attachments, &ids, &Act::system(now)).await?;
        for upload in some {
            if store.attachment_in_use(&upload.url).await? {
                continue;
            }
            if let Err(error) = storage.remove(&upload.url).await {
                tracing::warn!(%error, url = upload.url, "the file of an unused upload is still there");
            }
        }
    }
    Ok(unused.len())
}
