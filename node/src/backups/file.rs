//! The files of backups: written, opened, tested.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use actors::store::StoreError;
use entrepot_store::Store;
use entrepot_store::maintenance::backup::{BackupError, Footer, Upload};

use super::seal::{BackupKeys, Sealing, opened};
use crate::config::Config;
use crate::file::Storage;
use crate::secrets::key_file::read_keys;
use crate::secrets::{Secrets, stored};

const PREFIX: &str = "entrepot-";
const SUFFIX: &str = ".backup";
/// Rows of each table that a test compares with the backup.
const COMPARED: usize = 100;

/// The directory of backups.
#[must_use]
pub fn dir(config: &Config) -> PathBuf {
    config.data_dir.join("backups")
}

/// The name of a backup by its moment and number, such as `2026-03-31-013000-7`.
#[must_use]
pub fn name_of(moment: &str) -> String {
    format!("{PREFIX}{moment}{SUFFIX}")
}

/// The names of the backups in a directory; none where it is not there yet.
pub fn names(dir: &Path) -> std::io::Result<Vec<String>> {
    let entries = match std::fs::read_dir(dir) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(vec![]),
        entries => entries?,
    };
    let mut names = Vec::new();
    for entry in entries {
        names.extend(entry?.file_name().to_str().filter(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX)).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// The uploaded files that lie on this node's disk. Those in a bucket are no part of a backup.
pub async fn uploads(store: &Store, storage: &Storage) -> Result<Vec<Upload>, StoreError> {
    let found = |url: String| storage.on_disk(&url).ok().flatten().map(|file| Upload { url, file });
    Ok(store.uploads_on_disk().await?.into_iter().filter_map(found).collect())
}

/// Writes a backup under a temporary name and renames it when it is complete and on disk. With keys it is encrypted.
pub async fn write(store: &Store, file: &Path, now: i64, uploads: &[Upload], keys: Option<&BackupKeys>) -> Result<Footer, BackupError> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let to = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
    let written = match keys {
        None => store.backup_with(&to, now, uploads).await,
        Some(keys) => sealed(store, &to, now, uploads, keys).await,
    };
    let written = written.and_then(|footer| {
        to.sync_all()?;
        std::fs::rename(&part, file)?;
        Ok(footer)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    } else if let Some(dir) = file.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        File::open(dir)?.sync_all()?;
    }
    written
}

async fn sealed(store: &Store, to: &File, now: i64, uploads: &[Upload], keys: &BackupKeys) -> Result<Footer, BackupError> {
    let mut sealing = Sealing::begin(to, keys).map_err(std::io::Error::from)?;
    let footer = store.backup_with(&mut sealing, now, uploads).await?;
    sealing.finish()?;
    Ok(footer)
}

/// The keys that the configuration names, if any.
pub fn keys(config: &Config) -> std::io::Result<Option<BackupKeys>> {
    config.backup_key_file.as_deref().map(BackupKeys::read).transpose().map_err(Into::into)
}

/// A backup's bytes, opened with the keys that the configuration names where it is encrypted.
pub fn open(config: &Config, file: &Path) -> std::io::Result<Box<dyn Read + Send>> {
    Ok(opened(File::open(file)?, keys(config)?.as_ref())?)
}

/// Restores a backup into a database beside, checks its books, and takes the database away again. Answers what was found.
pub async fn test(config: &Config, file: &Path) -> Result<String, String> {
    let beside = dir(config).join("restored");
    remove(&beside)?;
    let tested = restored(config, file, &beside).await;
    let removed = remove(&beside);
    tested.and_then(|tested| removed.map(|()| tested))
}

/// Which of the secrets in a restored database don't open with this site's keys; they must be entered again.
pub async fn unopened_in(config: &Config, store: &Store) -> Result<String, String> {
    // A key file that is missing is not made here: it would be another key.
    let keys = config.secrets_key_file.as_deref().map(read_keys).transpose().map_err(|error| error.to_string())?.flatten();
    let secrets = keys.map_or_else(Secrets::ephemeral, |keys| Secrets::new(&keys)).map_err(|error| error.to_string())?;
    stored::unopened_text(store, &secrets).await.map_err(|error| error.to_string())
}

fn remove(beside: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(beside) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {error}", beside.display())),
        _ => Ok(()),
    }
}

async fn restored(config: &Config, file: &Path, beside: &Path) -> Result<String, String> {
    let from = open(config, file).map_err(|error| format!("{}: {error}", file.display()))?;
    let config = Config { database: format!("rocksdb:{}", beside.display()), ..config.clone() };
    let store = Store::connect(&config.store()).await.map_err(|error| error.to_string())?;
    let (footer, compared) = store.restore_compared(from, COMPARED).await.map_err(|error| error.to_string())?;
    let report = store.check().await.map_err(|error| error.to_string())?;
    let secrets = unopened_in(&config, &store).await?;
    match report.findings.first() {
        None => {
            let rows: u64 = footer.rows.values().sum();
            Ok(format!("{rows} rows, {compared} of them compared; {secrets}; {}", report.summary()))
        }
        Some(first) => Err(format!("{}: {}; {} findings", first.row, first.problem, report.findings.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_are_found_in_the_order_of_their_days() {
        let dir = tempfile::tempdir().expect("a directory");
        assert_eq!(names(&dir.path().join("missing")).expect("none"), Vec::<String>::new());
        for name in ["entrepot-2026-02-01.backup", "entrepot-2026-01-31.backup", "entrepot-2026-01-31.backup.part", "mine.backup"] {
            std::fs::write(dir.path().join(name), "").expect("a file");
        }
        assert_eq!(names(dir.path()).expect("a list"), ["entrepot-2026-01-31.backup", "entrepot-2026-02-01.backup"]);
        let file = dir.path().join("file");
        std::fs::write(&file, "").expect("a file");
        assert!(names(&file).is_err(), "what can't be read is no directory without backups");
    }
}
