//! Uploaded files.
//!
//! Here: what may be uploaded ([`inspect`]), what it is called ([`naming`]), where it lies
//! ([`storage`]), small pictures of it ([`thumbnail`]), the rows that describe it ([`keep`]), and the
//! routes up ([`upload_api`]) and down ([`download`]). Not here: imports and exports, which are
//! [`crate::data_exchange`]. Start at [`keep`].

pub mod download;
pub mod hooks;
pub mod inspect;
pub mod keep;
pub mod naming;
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

/// What clients are told of uploads (wire contract 2.3). Wherever files end up, clients send them to
/// this node, and that is what `local` means to them.
#[must_use]
pub fn told(config: &UploadConfig) -> UploadRules {
    UploadRules {
        mode: "local".to_owned(),
        max_size: config.max_bytes,
        save_name: config.name.clone(),
        allowed_suffixes: config.suffixes.join(","),
        allowed_mime_types: config.mimes.clone(),
    }
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
