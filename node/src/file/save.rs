//! Stores a received file with its row. The same file is stored once.

use std::path::Path;

use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::attachments::{Attachment, NewAttachment};
use entrepot_store::upload_room::{UploadLimits, UploadRoom};
use poem_openapi::Object;

use super::decoding::Party;
use super::error::{FileError, FileFault};
use super::full_url;
use super::inspect::{self, Found};
use super::naming::{self, Parts};
use super::picture::{self, PictureRules, Rewritten};
use super::storage::{Storage, StorageError};
use crate::config::services::UploadConfig;
use crate::rate_limits::Network;

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
    /// It lies within the program: there is nothing in it to be left out.
    pub built_in: bool,
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
    /// Where the files come from.
    pub network: &'a Network,
}

/// Pictures of one person that run or wait, of one network, and of a wide one.
const PERSON_SHARE: u32 = 16;
const NETWORK_SHARE: u32 = 32;
const WIDE_SHARE: u32 = 64;

/// Whose turn it is when a picture is decoded: a person's, then their network's.
pub fn who(owner: Owner, network: &Network) -> Vec<Party> {
    let person = match (owner.admin, owner.member) {
        (Some(admin), _) => Some(format!("admin {admin}")),
        (None, Some(member)) => Some(format!("member {member}")),
        (None, None) => None,
    };
    let networks = [Party::new(&network.narrow, NETWORK_SHARE), Party::new(&network.wide, WIDE_SHARE)];
    person.map(|person| Party::new(person, PERSON_SHARE)).into_iter().chain(networks).collect()
}

/// A file as it is kept: pictures that somebody has sent are written anew.
async fn cleaned(files: &Files<'_>, arrived: &Arrived<'_>, mime: &str, owner: Owner) -> Result<Rewritten, FileError> {
    if arrived.built_in {
        return picture::measure(arrived.file, arrived.size);
    }
    if mime.starts_with("image/") {
        let rules = if owner.member.is_some() { PictureRules::MEMBER } else { PictureRules::STAFF };
        let (lane, who) = (&files.storage.decoding().uploads, who(owner, files.network));
        return picture::rewrite(lane, &who, arrived.file, mime, files.config.max_bytes, rules).await;
    }
    Ok(Rewritten { width: 0, height: 0, size: arrived.size })
}

/// Takes the room of a member's upload, or refuses it.
async fn take_room(files: &Files<'_>, member: i64, size: u64) -> Result<(), FileError> {
    let bytes = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
    let limits = UploadLimits { day: bytes(files.config.member_day_bytes), members: bytes(files.config.members_bytes) };
    match files.store.take_upload_room(member, bytes(size), limits).await? {
        UploadRoom::Taken => Ok(()),
        UploadRoom::DayFull => Err(FileError::Day),
        UploadRoom::MembersFull => Err(FileError::Members),
    }
}

/// Checks a file, keeps it and its row. `now` in Unix seconds.
pub async fn save(files: &Files<'_>, arrived: Arrived<'_>, owner: Owner, host: &str, now: i64) -> Result<UploadedFile, FileError> {
    let Files { store, storage, config, zone, .. } = *files;
    let Found { suffix, mime } = inspect::inspect(arrived.file, arrived.name, arrived.declared, config).await?;
    // What members upload is shown to everybody.
    if owner.member.is_some() && !mime.starts_with("image/") {
        return Err(FileFault::Type.into());
    }
    let known = store.used_attachment((arrived.sha1, arrived.topic, storage.name()), owner.member, now).await?;
    if let Some(row) = known {
        // The file was removed by hand: store it again.
        if !storage.has(&row.url).await? {
            cleaned(files, &arrived, &mime, owner).await?;
            storage.keep(arrived.file, &row.url, &mime).await?;
        }
        return Ok(uploaded_file(config, row, suffix, host));
    }
    let Rewritten { width, height, size } = cleaned(files, &arrived, &mime, owner).await?;
    if !storage.has_free_room().await.map_err(StorageError::from)? {
        return Err(FileError::Disk);
    }
    if let Some(member) = owner.member {
        take_room(files, member, size).await?;
    }
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
