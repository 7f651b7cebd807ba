//! Stores a received file with its row. The same file is stored once.

use std::path::Path;

use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::attachments::{Attachment, NewAttachment};
use poem_openapi::Object;

use super::error::FileError;
use super::full_url;
use super::inspect::{self, Found};
use super::naming::{self, Parts};
use super::picture::{self, Rewritten};
use super::storage::Storage;
use crate::config::services::UploadConfig;

/// Whose file it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Owner {
    pub admin: Option<i64>,
    pub member: Option<i64>,
}

/// A received file.
pub struct Arrived<'a> {
    pub file: &'a Path,
    pub name: &'a str,
    /// The type that the client names.
    pub declared: &'a str,
    pub topic: &'a str,
    /// As it was sent, in bytes.
    pub size: u64,
    /// Of what was sent, in hex: the same file is known again before it is decoded.
    pub sha1: &'a str,
}

/// The answer to an upload (wire contract 6).
#[derive(Object)]
pub struct UploadedFile {
    pub id: i64,
    pub topic: String,
    /// Path of the file on this site.
    pub url: String,
    /// Address of the file, with the host or the CDN.
    pub full_url: String,
    /// Pixels; 0 for what is no picture.
    pub width: i64,
    /// Pixels; 0 for what is no picture.
    pub height: i64,
    pub name: String,
    /// As it is kept, in bytes.
    pub size: i64,
    pub mimetype: String,
    pub storage: String,
    /// Of what was sent, in hex.
    pub sha1: String,
    pub suffix: String,
    #[oai(nullable)]
    pub admin_id: Option<i64>,
    #[oai(nullable)]
    pub user_id: Option<i64>,
    /// Unix seconds.
    pub last_upload_time: i64,
}

fn uploaded_file(config: &UploadConfig, row: Attachment, suffix: String, host: &str) -> UploadedFile {
    UploadedFile {
        id: row.id,
        topic: row.topic,
        full_url: full_url(config, host, &row.url),
        url: row.url,
        width: row.width,
        height: row.height,
        name: row.name,
        size: row.size,
        mimetype: row.mimetype,
        storage: row.storage,
        sha1: row.sha1,
        suffix,
        admin_id: row.admin_id,
        user_id: row.user_id,
        last_upload_time: row.last_upload_time,
    }
}

/// What keeping files needs.
pub struct Files<'a> {
    pub store: &'a Store,
    pub storage: &'a Storage,
    pub config: &'a UploadConfig,
    pub zone: Tz,
}

/// A file as it is kept: pictures are written anew.
async fn cleaned(arrived: &Arrived<'_>, mime: &str, config: &UploadConfig) -> Result<Rewritten, FileError> {
    if mime.starts_with("image/") {
        return picture::rewrite(arrived.file, mime, config.max_bytes).await;
    }
    Ok(Rewritten { width: 0, height: 0, size: arrived.size })
}

/// Checks a file, keeps it and its row. `now` in Unix seconds.
pub async fn save(files: &Files<'_>, arrived: Arrived<'_>, owner: Owner, host: &str, now: i64) -> Result<UploadedFile, FileError> {
    let Files { store, storage, config, zone } = *files;
    let Found { suffix, mime } = inspect::inspect(arrived.file, arrived.name, arrived.declared, config).await?;
    let known = store.used_attachment((arrived.sha1, arrived.topic, storage.name()), owner.member, now).await?;
    if let Some(row) = known {
        // The file was removed by hand: store it again.
        if !storage.has(&row.url).await? {
            cleaned(&arrived, &mime, config).await?;
            storage.keep(arrived.file, &row.url, &mime).await?;
        }
        return Ok(uploaded_file(config, row, suffix, host));
    }
    let Rewritten { width, height, size } = cleaned(&arrived, &mime, config).await?;
    let local = zone.timestamp_opt(now, 0).single().ok_or(FileError::Time(now))?;
    let parts = Parts { topic: arrived.topic, name: arrived.name, suffix: &suffix, sha1: arrived.sha1 };
    let url = naming::path(&config.name, &parts, &local);
    storage.keep(arrived.file, &url, &mime).await?;
    let cleaned = mime.starts_with("image/");
    let row = NewAttachment {
        topic: arrived.topic.to_owned(),
        admin_id: owner.admin,
        user_id: owner.member,
        url,
        width: i64::from(width),
        height: i64::from(height),
        name: arrived.name.to_owned(),
        size: i64::try_from(size).unwrap_or(i64::MAX),
        mimetype: mime,
        storage: storage.name().to_owned(),
        sha1: arrived.sha1.to_owned(),
        cleaned,
    };
    let row = store.put_attachment(&row, now).await?;
    Ok(uploaded_file(config, row, suffix, host))
}
