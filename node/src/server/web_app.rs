//! The files of the web app: those within the program, or those of a directory.

use std::borrow::Cow;
use std::path::PathBuf;

use crate::config::{Config, ReadFile};

/// Folders with files that answers of the API name.
const NAMED: &[&str] = &["static/", "audio/"];

/// Where the web app is read from.
#[derive(Clone)]
pub struct WebApp {
    within: ReadFile,
    dir: Option<PathBuf>,
}

impl WebApp {
    /// The one that the configuration names.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        Self { within: config.web_app, dir: config.web_dir.clone() }
    }

    /// A file's bytes.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        if path.split('/').any(|part| part.is_empty() || part.starts_with('.')) || path.contains('\\') {
            return None;
        }
        let within = || (self.within)(path).map(Cow::into_owned);
        match &self.dir {
            None => within(),
            // Files that answers refer to (default picture, notification sound) exist with any web app.
            Some(dir) => std::fs::read(dir.join(path)).ok().or_else(|| NAMED.iter().any(|folder| path.starts_with(folder)).then(within).flatten()),
        }
    }
}
