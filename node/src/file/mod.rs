//! Uploaded files.
//!
//! Here: checks ([`inspect`]), pictures written anew ([`picture`], [`frames`], [`metadata`]) in turn ([`decoding`]), names ([`naming`]), the directory or bucket
//! ([`storage`]), thumbnails ([`thumbnail`]), the rows of files ([`save`]), pictures of before ([`cleaning`]), and the routes ([`upload_api`]). Not here: how files are served ([`crate::file::serving`]), imports and exports
//! ([`crate::data_exchange`]). Start at [`save`].

pub mod cleaning;
pub mod decoding;
pub mod error;
mod frames;
pub mod hooks;
pub mod inspect;
pub mod metadata;
pub mod naming;
pub mod picture;
pub mod save;
pub mod serving;
pub mod storage;
pub mod thumbnail;
pub mod upload_api;

use poem_openapi::Object;

pub use self::storage::{Storage, StorageError};
use crate::config::services::UploadConfig;

/// The base of a file's address and the query to append: the CDN's, or this host's.
#[must_use]
pub fn cdn(config: &UploadConfig, host: &str) -> (String, String) {
    if config.cdn_url.is_empty() { (format!("//{host}"), String::new()) } else { (config.cdn_url.clone(), config.cdn_url_params.clone()) }
}

/// The whole address of a stored file.
#[must_use]
pub fn full_url(config: &UploadConfig, host: &str, url: &str) -> String {
    if !url.starts_with('/') {
        return url.to_owned();
    }
    let (base, parameters) = cdn(config, host);
    let query = if parameters.is_empty() { String::new() } else { format!("?{}", parameters.trim_start_matches('?')) };
    format!("{}{url}{query}", base.trim_end_matches('/'))
}

/// Upload settings for clients (wire contract 2.3). Clients always send files to this node, which they know as
/// `local`.
#[must_use]
pub fn upload_rules(config: &UploadConfig) -> UploadRules {
    UploadRules {
        mode: "local".to_owned(),
        max_size: config.max_bytes,
        save_name: config.name.clone(),
        allowed_suffixes: config.suffixes.join(","),
        allowed_mime_types: config.mimes.clone(),
    }
}

/// Upload settings for members, who upload pictures alone.
#[must_use]
pub fn member_upload_rules(config: &UploadConfig) -> UploadRules {
    let pictures: Vec<&str> = config.suffixes.iter().map(String::as_str).filter(|suffix| inspect::is_picture(suffix)).collect();
    UploadRules { allowed_suffixes: pictures.join(","), ..upload_rules(config) }
}

/// What may be uploaded.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct UploadRules {
    /// Always `local`.
    pub mode: String,
    /// Bytes.
    pub max_size: u64,
    /// The pattern of stored names.
    pub save_name: String,
    /// With commas between.
    pub allowed_suffixes: String,
    /// Empty: those of the suffixes.
    pub allowed_mime_types: Vec<String>,
}
