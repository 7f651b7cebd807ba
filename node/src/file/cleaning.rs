//! Pictures that were stored before pictures were written anew at their upload: what is no pixel is taken out of them, under
//! the same address. Each run goes on where the last one ended, as a row says when its picture was looked at.
//!
//! The bytes are replaced before the row is changed. Between the two a second run finds a picture that needs nothing.

use std::time::{Duration, Instant};

use entrepot_store::Store;
use entrepot_store::attachments::{PictureState, UncheckedPicture};

use super::decoding::Party;
use super::error::FileError;
use super::metadata;
use super::picture::{self, PictureRules, Rewritten};
use super::storage::{Storage, StorageError};
use crate::config::services::UploadConfig;

/// Most pictures of one run.
const RUN_MAX: usize = 500;
/// Whose turn it is among uploads.
const CLEANING: &str = "cleaning";
/// How long one run may take; the next goes on.
const TIME: Duration = Duration::from_secs(50);

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cleaned {
    pub rewritten: usize,
    /// Pictures that needed nothing.
    pub plain: usize,
    /// Addresses of pictures that can't be decoded or are not there: they stay as they are.
    pub unreadable: Vec<String>,
}

impl Cleaned {
    /// For the log of tasks; empty where there was nothing to do.
    #[must_use]
    pub fn summary(&self) -> String {
        let Self { rewritten, plain, unreadable } = self;
        if *rewritten + *plain + unreadable.len() == 0 {
            return String::new();
        }
        let first = unreadable.first().map_or_else(String::new, |url| format!(", {} can't be read: {url}", unreadable.len()));
        format!("{rewritten} pictures cleaned, {plain} needed nothing{first}")
    }
}

enum Found {
    Plain,
    Rewritten(Rewritten),
    Unreadable(String),
}

async fn one(storage: &Storage, config: &UploadConfig, found: &UncheckedPicture) -> Result<Found, FileError> {
    let bytes = match storage.bytes(&found.url).await {
        Ok(bytes) => bytes,
        Err(error @ (StorageError::Missing | StorageError::Path(_))) => return Ok(Found::Unreadable(error.to_string())),
        Err(error) => return Err(error.into()),
    };
    if metadata::is_plain(&bytes, &found.mimetype) {
        return Ok(Found::Plain);
    }
    let incoming = storage.incoming().await.map_err(StorageError::from)?;
    tokio::fs::write(&incoming.0, &bytes).await.map_err(StorageError::from)?;
    let most = config.max_bytes.max(bytes.len() as u64);
    let who = [Party::new(CLEANING, 1)];
    let rewritten = match picture::rewrite(&storage.decoding().uploads, &who, &incoming.0, &found.mimetype, most, PictureRules::STAFF).await {
        Ok(rewritten) => rewritten,
        Err(FileError::Fault(fault)) => return Ok(Found::Unreadable(fault.to_string())),
        Err(error) => return Err(error),
    };
    // Of types whose containers are not read.
    if tokio::fs::read(&incoming.0).await.map_err(StorageError::from)? == bytes {
        return Ok(Found::Plain);
    }
    storage.replace(&incoming.0, &found.url, &found.mimetype).await?;
    Ok(Found::Rewritten(rewritten))
}

/// Looks at the pictures that nobody has looked at yet, as many as one run takes. A storage that does not answer ends it.
pub async fn run(store: &Store, storage: &Storage, config: &UploadConfig) -> Result<Cleaned, FileError> {
    let began = Instant::now();
    let mut done = Cleaned::default();
    for found in store.unchecked_pictures(storage.name(), RUN_MAX).await? {
        if began.elapsed() >= TIME {
            break;
        }
        match one(storage, config, &found).await? {
            Found::Plain => {
                store.picture_checked(found.id, PictureState::Plain).await?;
                done.plain += 1;
            }
            Found::Rewritten(Rewritten { width, height, size }) => {
                let size = i64::try_from(size).unwrap_or(i64::MAX);
                store.picture_checked(found.id, PictureState::Rewritten { width: width.into(), height: height.into(), size }).await?;
                // It was deleted meanwhile.
                if !store.attachment_in_use(&found.url).await? {
                    storage.remove(&found.url).await?;
                }
                done.rewritten += 1;
            }
            Found::Unreadable(why) => {
                tracing::warn!(url = found.url, why, "a stored picture can't be cleaned of what is no pixel");
                store.picture_checked(found.id, PictureState::Unreadable).await?;
                done.unreadable.push(found.url);
            }
        }
    }
    Ok(done)
}
