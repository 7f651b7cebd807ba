//! The nightly backup and its weekly test: a backup that was never restored is none. Files lie in the data directory, on
//! the same disk as the database: to be copied elsewhere by whoever runs the site.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use actors::clock::SharedClock;
use entrepot_store::Store;
use entrepot_store::maintenance::backup::{BackupError, Footer};

use crate::config::Config;

/// Nightly backups that are kept.
const KEPT: usize = 7;
const PREFIX: &str = "entrepot-";
const SUFFIX: &str = ".backup";

fn dir(config: &Config) -> PathBuf {
    config.data_dir.join("backups")
}

/// The nightly backups, oldest first: their names begin with their day.
fn made(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// Writes a backup under a temporary name and renames it when it is complete and on disk.
pub async fn write_backup(store: &Store, file: &Path, now: i64) -> Result<Footer, BackupError> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let to = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
    let written = match store.backup(&to, now).await {
        Ok(footer) => to.sync_all().and_then(|()| std::fs::rename(&part, file)).map(|()| footer).map_err(BackupError::from),
        Err(error) => Err(error),
    };
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    } else if let Some(dir) = file.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        File::open(dir)?.sync_all()?;
    }
    written
}

/// Writes the backup of a day, then removes the oldest. A day that is backed up twice has the later one.
pub async fn make(store: &Store, config: &Config, clock: &SharedClock) -> Result<String, String> {
    let dir = dir(config);
    std::fs::create_dir_all(&dir).map_err(|error| format!("{}: {error}", dir.display()))?;
    let file = dir.join(format!("{PREFIX}{}{SUFFIX}", clock.today()));
    let footer = write_backup(store, &file, clock.now()).await.map_err(|error| error.to_string())?;
    let files = made(&dir).map_err(|error| error.to_string())?;
    for old in files.iter().take(files.len().saturating_sub(KEPT)) {
        std::fs::remove_file(old).map_err(|error| format!("{}: {error}", old.display()))?;
    }
    Ok(format!("{}: {} rows", file.display(), footer.rows.values().sum::<u64>()))
}

/// The newest backup; none where there is no directory of them yet.
fn newest(dir: &Path) -> Result<Option<PathBuf>, String> {
    match made(dir) {
        Ok(mut files) => Ok(files.pop()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("{}: {error}", dir.display())),
    }
}

/// Restores the newest backup into a database beside, checks its books, and takes the database away again.
pub async fn test(config: &Config) -> Result<String, String> {
    let dir = dir(config);
    let newest = newest(&dir)?.ok_or("there is no backup yet")?;
    let beside = dir.join("restored");
    remove(&beside)?;
    let tested = restored(config, &newest, &beside).await;
    let removed = remove(&beside);
    tested.and_then(|tested| removed.map(|()| tested))
}

fn remove(beside: &Path) -> Result<(), String> {
    match std::fs::remove_dir_all(beside) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(format!("{}: {error}", beside.display())),
        _ => Ok(()),
    }
}

async fn restored(config: &Config, file: &Path, beside: &Path) -> Result<String, String> {
    let open = File::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let config = Config { database: format!("rocksdb:{}", beside.display()), ..config.clone() };
    let store = Store::connect(&config.store()).await.map_err(|error| error.to_string())?;
    store.restore(open).await.map_err(|error| error.to_string())?;
    let report = store.check().await.map_err(|error| error.to_string())?;
    match report.findings.first() {
        None => Ok(format!("{}: {}", file.display(), report.summary())),
        Some(first) => Err(format!("{}: {}: {}; {} findings", file.display(), first.row, first.problem, report.findings.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backups_are_found_in_the_order_of_their_days() {
        let dir = tempfile::tempdir().expect("a directory");
        for name in ["entrepot-2026-02-01.backup", "entrepot-2026-01-31.backup", "entrepot-2026-01-31.backup.part", "mine.backup"] {
            std::fs::write(dir.path().join(name), "").expect("a file");
        }
        let names: Vec<_> = made(dir.path()).expect("a list").iter().filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).collect();
        assert_eq!(names, ["entrepot-2026-01-31.backup", "entrepot-2026-02-01.backup"]);
    }

    #[test]
    fn a_directory_that_can_not_be_read_is_not_one_without_backups() {
        let dir = tempfile::tempdir().expect("a directory");
        assert_eq!(newest(&dir.path().join("missing")), Ok(None));
        let file = dir.path().join("file");
        std::fs::write(&file, "").expect("a file");
        assert!(newest(&file).is_err());
    }
}
