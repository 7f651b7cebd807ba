//! Why a configuration is refused.

use std::path::PathBuf;

/// A setting that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{file} can't be read: {reason}")]
    File { file: PathBuf, reason: String },
    #[error("{key}: {reason}")]
    Key { key: &'static str, reason: String },
}
