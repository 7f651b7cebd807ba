//! Why a command fails.

use crate::config::ConfigError;
use crate::identity::passwords::PasswordError;
use crate::node::StartError;

/// Why a command fails.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Account(#[from] entrepot_store::identity::accounts::AccountError),
    #[error(transparent)]
    Store(#[from] actors::store::StoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Import(#[from] crate::import::error::ImportError),
    #[error(transparent)]
    Demo(#[from] crate::demo::error::DemoError),
    #[error(transparent)]
    Backup(#[from] entrepot_store::maintenance::backup::BackupError),
    #[error(transparent)]
    KeyFile(#[from] crate::secrets::KeyFileError),
    #[error(transparent)]
    Secrets(#[from] crate::secrets::stored::StoredError),
    #[error("there is no database in {0}: name the node's directory (--data-dir)")]
    NoDatabase(String),
    #[error("there is no administrator {0}")]
    NoAdmin(String),
    #[error("a user name has 3 to 15 characters, begins with a letter, and has only letters, digits and _")]
    Username,
    #[error("can't listen on {address} (configuration key {key}): {reason}. Stop the program that listens there, or set {key} to another address")]
    Listen { address: String, key: &'static str, reason: std::io::Error },
    #[error("{0}")]
    Other(String),
    #[error("the books are not right: {0} findings")]
    Findings(usize),
}
