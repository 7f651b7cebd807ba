//! `entrepot backup` and `entrepot restore`.

use std::fs::File;
use std::path::{Path, PathBuf};

use actors::clock::{Clock, SystemClock};
use entrepot_store::maintenance::backup::{self, Footer};

use super::error::CliError;
use crate::backups::file as backup_file;
use crate::backups::seal::opened;
use crate::config::Config;
use crate::file::Storage;
use crate::member::closed_list;
use crate::node::{self, StartError};
use crate::ops;

fn summary(footer: &Footer) -> String {
    let rows: u64 = footer.rows.values().sum();
    format!("{rows} rows of {} tables, sha256 {}", footer.rows.len(), footer.sha256)
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> CliError + '_ {
    move |error| CliError::Other(format!("{}: {error}", path.display()))
}

fn storage(config: &Config) -> Result<Storage, CliError> {
    Storage::new(&config.services.upload).map_err(|error| CliError::Other(error.to_string()))
}

/// Writes everything to one file: through the node when one runs on this data directory.
pub async fn backup(config: Config, file: PathBuf) -> Result<(), CliError> {
    let file = std::path::absolute(&file).map_err(failed(&file))?;
    let footer = match node::lock(&config) {
        Ok(_lock) => {
            super::require_database(&config)?;
            let keys = backup_file::keys(&config).map_err(failed(&file))?;
            let (store, storage) = (node::open_store(&config).await?, storage(&config)?);
            let uploads = backup_file::uploads(&store, &storage).await?;
            backup_file::write(&store, &file, SystemClock(config.time_zone).now(), &uploads, keys.as_ref()).await?
        }
        Err(StartError::Locked { .. }) => {
            let keys = backup_file::keys(&config).map_err(failed(&file))?;
            let footer = ops::ask_backup(&config, &file).await.map_err(CliError::Other)?;
            // It opens without a key.
            if keys.is_some() && File::open(&file).is_ok_and(|plain| opened(plain, None).is_ok()) {
                return Err(CliError::Other(format!("{} is not encrypted: the running node has no backup_key_file", file.display())));
            }
            footer
        }
        Err(error) => return Err(error.into()),
    };
    println!("{}: {}", file.display(), summary(&footer));
    Ok(())
}

/// Fills an empty database from a backup, then checks the books.
///
/// An embedded database is built beside its place and moved there when complete, so an interrupted restore leaves
/// nothing that looks like a database in use.
pub async fn restore(mut config: Config, file: PathBuf, closed_accounts: Option<PathBuf>) -> Result<(), CliError> {
    let _lock = node::lock(&config)?;
    if let Some(list) = closed_accounts {
        // The node closes them before it answers.
        std::fs::copy(&list, closed_list::path_in(&config.data_dir)).map_err(failed(&list))?;
    }
    let keys = backup_file::keys(&config).map_err(failed(&file))?;
    let open = || File::open(&file).and_then(|open| Ok(opened(open, keys.as_ref())?)).map_err(failed(&file));
    let (header, _) = backup::inspect(open()?)?;
    let place = crate::file_permissions::database_dir(&config.database);
    let beside = place.as_ref().map(|place| place.with_extension("restoring"));
    if let (Some(place), Some(beside)) = (&place, &beside) {
        if super::has_files(place) {
            return Err(CliError::Other(format!("{} is not empty: restore into a new --data-dir, or move the old database away", place.display())));
        }
        if beside.exists() {
            std::fs::remove_dir_all(beside).map_err(failed(beside))?;
        }
        config.database = format!("rocksdb:{}", beside.display());
    }
    let report = {
        let store = node::open_store(&config).await?;
        let storage = storage(&config)?;
        let footer = store.restore_with(open()?, &mut |url| open_upload(&storage, url)).await?;
        println!("restored      {}, made at {}", summary(&footer), header.created_at);
        println!("secrets       {}", backup_file::unopened_in(&config, &store).await.map_err(CliError::Other)?);
        store.check().await?
    };
    if let (Some(place), Some(beside)) = (&place, &beside) {
        closed(beside).await?;
        if place.exists() {
            std::fs::remove_dir(place).map_err(failed(place))?;
        }
        std::fs::rename(beside, place).map_err(failed(place))?;
    }
    println!("checked       {} movements, {} places", report.movements, report.places);
    report.findings.iter().for_each(|finding| println!("{}: {}", finding.row, finding.problem));
    if report.findings.is_empty() { Ok(()) } else { Err(CliError::Findings(report.findings.len())) }
}

/// The new file of an upload: none with a bucket, which keeps its files itself.
fn open_upload(storage: &Storage, url: &str) -> std::io::Result<Option<File>> {
    let Some(path) = storage.on_disk(url).map_err(std::io::Error::other)? else { return Ok(None) };
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)?;
    }
    File::create(path).map(Some)
}

/// Waits until the engine has closed its files, which happens shortly after the last handle is dropped.
async fn closed(path: &Path) -> Result<(), CliError> {
    let path = path.canonicalize().map_err(failed(path))?;
    for _ in 0..600 {
        let open = std::fs::read_dir("/proc/self/fd").map_err(failed(&path))?;
        let held = open.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok()).any(|target| target.starts_with(&path));
        if !held {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    Err(CliError::Other(format!("{} is still open", path.display())))
}
