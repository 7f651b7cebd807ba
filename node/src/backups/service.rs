//! Makes, tests and hands out backups, one at a time.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use actors::clock::SharedClock;
use actors::system::System;
use bus_schemas::live::{Topic, TopicEvent};
use chrono::TimeZone;
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::maintenance::backup::{BackupError, Footer, Upload};
use entrepot_store::resource::{Act, Resource, catalogue};
use entrepot_store::scope::Scope;
use rand::Rng;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::file;
use super::keep::{Made, superfluous};
use crate::config::Config;
use crate::error::ServiceError;
use crate::file::{Storage, StorageError};

/// Seconds that the address of a download works.
pub const TICKET_SECONDS: i64 = 300;
/// Addresses of downloads that wait to be used.
const TICKETS_MAX: usize = 100;
/// Rows of the list that are read: far more than are kept.
const ROWS_MAX: i64 = 1_000;
/// Days without a test after which the nightly task fails: the test runs once a week.
const UNTESTED_DAYS: i64 = 8;
/// Where backups lie in the object storage.
const OBJECTS: &str = "backups/";
/// Letters of a report.
const REPORT_LETTERS: usize = 1_000;

/// Why a backup is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Scheduled,
    /// By this administrator.
    Manual(i64),
}

struct Ticket {
    backup: i64,
    ends: i64,
}

/// Makes backups. Cheap to clone.
#[derive(Clone)]
pub struct Backups {
    store: Store,
    /// The machine and the directory of this node's files, `host:/dir`: others can't be reached from here.
    directory: String,
    system: System,
    config: Arc<Config>,
    storage: Arc<Storage>,
    clock: SharedClock,
    running: Arc<Semaphore>,
    tickets: Arc<Mutex<HashMap<String, Ticket>>>,
}

/// A row of the list.
#[derive(Clone, Debug, Deserialize)]
pub struct Listed {
    pub id: i64,
    pub name: String,
    directory: String,
    state: String,
    began: Option<i64>,
    verified_at: Option<i64>,
    /// Its key in the object storage; empty without a copy there.
    #[serde(default)]
    object: String,
}

impl Listed {
    /// Whether its file is there.
    fn is_kept(&self) -> bool {
        matches!(self.state.as_str(), "done" | "verified")
    }
}

fn declared() -> Result<&'static Resource, ServiceError> {
    Ok(catalogue::declared("security.Backup")?)
}

/// Whether no backup has stood its test for too long, counted from the first one.
fn is_untested(rows: &[Listed], now: i64) -> bool {
    let first = rows.iter().filter_map(|row| row.began).min();
    let tested = rows.iter().filter_map(|row| row.verified_at).max();
    tested.max(first).is_some_and(|since| now - since > UNTESTED_DAYS * 86_400)
}

fn cut(text: &str) -> String {
    text.chars().take(REPORT_LETTERS).collect()
}

impl Backups {
    #[must_use]
    pub fn new(store: Store, system: System, config: Arc<Config>, storage: Arc<Storage>, clock: SharedClock) -> Self {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let dir = file::dir(&config);
        let directory = format!("{}:{}", host.trim(), std::path::absolute(&dir).unwrap_or(dir).display());
        Self { store, directory, system, config, storage, clock, running: Arc::new(Semaphore::new(1)), tickets: Arc::default() }
    }

    /// Refuses a backup whose file another node has.
    pub fn require_here(&self, directory: &str) -> Result<(), ServiceError> {
        if self.is_here(directory) { Ok(()) } else { Err(ServiceError::refused("backup.elsewhere")) }
    }

    /// Rows from before directories were noted are this node's.
    fn is_here(&self, directory: &str) -> bool {
        directory.is_empty() || directory == self.directory
    }

    fn path(&self, name: &str) -> PathBuf {
        file::dir(&self.config).join(name)
    }

    /// The right to make or test one: while somebody has it, others are refused.
    fn turn(&self) -> Result<OwnedSemaphorePermit, ServiceError> {
        self.running.clone().try_acquire_owned().map_err(|_| ServiceError::refused("backup.busy"))
    }

    /// The backups of this node.
    async fn rows(&self) -> Result<Vec<Listed>, ServiceError> {
        let query = ListQuery { limit: ROWS_MAX, order: Some(("id".into(), true)), ..ListQuery::default() };
        let rows: Vec<Listed> = self.store.records_as(declared()?, &query, &Scope::system()).await?;
        Ok(rows.into_iter().filter(|row| self.is_here(&row.directory)).collect())
    }

    async fn row(&self, id: i64) -> Result<Listed, ServiceError> {
        Ok(self.store.record_as(declared()?, id, &Scope::system()).await?)
    }

    fn act(&self, set: Value) -> Act {
        Act { set: set.as_object().cloned().unwrap_or_default(), ..Act::system(self.clock.now()) }
    }

    async fn insert(&self, set: Value) -> Result<i64, ServiceError> {
        let id = self.store.insert_record(declared()?, &Map::new(), &self.act(set)).await?;
        self.announce(id);
        Ok(id)
    }

    async fn note(&self, id: i64, set: Value) -> Result<(), ServiceError> {
        self.store.update_record(declared()?, id, &Map::new(), &self.act(set)).await?;
        self.announce(id);
        Ok(())
    }

    fn announce(&self, id: i64) {
        let topic = Topic::Resource { controller: "security.Backup".to_owned() };
        self.system.publish_topic(TopicEvent { topic, ids: vec![id], more: false });
    }

    /// Lists the files that older versions or another database have left, and ends what a node that stopped has begun. Only for
    /// who has the turn: what runs is not ended.
    async fn tidy(&self, _: &OwnedSemaphorePermit) -> Result<(), ServiceError> {
        let rows = self.rows().await?;
        for row in rows.iter().filter(|row| matches!(row.state.as_str(), "running" | "checking")) {
            let state = if row.state == "running" { "failed" } else { "done" };
            self.note(row.id, json!({ "state": state, "report": "the node stopped" })).await?;
        }
        let dir = file::dir(&self.config);
        let names = file::names(&dir).map_err(|error| ServiceError::Internal(format!("{}: {error}", dir.display())))?;
        for name in names.iter().filter(|name| rows.iter().all(|row| row.name != **name)) {
            let Ok(facts) = std::fs::metadata(self.path(name)) else { continue };
            let at = facts.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok()).map_or(0, |age| age.as_secs());
            self.insert(
                json!({ "name": name, "directory": self.directory, "kind": "scheduled", "state": "done", "began": at, "ended": at, "bytes": facts.len() }),
            )
            .await?;
        }
        Ok(())
    }

    /// Begins a backup, which goes on in the background; answers its row.
    pub async fn begin(&self, cause: Cause, with_uploads: bool) -> Result<i64, ServiceError> {
        let turn = self.turn()?;
        self.tidy(&turn).await?;
        let id = self.noted(cause).await?;
        let backups = self.clone();
        tokio::spawn(async move {
            let _turn = turn;
            if let Err(error) = backups.run(id, with_uploads).await {
                tracing::error!(%error, backup = id, "a backup failed");
            }
        });
        Ok(id)
    }

    /// Makes a backup with the uploaded files; answers what to note of it.
    pub async fn make(&self) -> Result<String, String> {
        let text = |error: ServiceError| error.to_string();
        let turn = self.turn().map_err(text)?;
        self.tidy(&turn).await.map_err(text)?;
        let id = self.noted(Cause::Scheduled).await.map_err(text)?;
        let made = self.run(id, true).await?;
        if is_untested(&self.rows().await.map_err(text)?, self.clock.now()) {
            return Err(format!("{made}; but no backup was tested for {UNTESTED_DAYS} days"));
        }
        Ok(made)
    }

    async fn noted(&self, cause: Cause) -> Result<i64, ServiceError> {
        let now = self.clock.now();
        let moment = self.config.time_zone.timestamp_opt(now, 0).single().map(|at| at.format("%Y-%m-%d-%H%M%S").to_string()).unwrap_or_default();
        let (kind, admin) = match cause {
            Cause::Scheduled => ("scheduled", Value::Null),
            Cause::Manual(admin) => ("manual", json!(admin)),
        };
        let id = self.insert(json!({ "directory": self.directory, "kind": kind, "state": "running", "began": now, "admin_id": admin })).await?;
        // With its number: two of one second have files of their own.
        self.note(id, json!({ "name": file::name_of(&format!("{moment}-{id}")) })).await?;
        Ok(id)
    }

    async fn write(&self, name: &str, uploads: &[Upload]) -> Result<(Footer, String, u64), BackupError> {
        let (keys, path) = (file::keys(&self.config)?, self.path(name));
        std::fs::create_dir_all(file::dir(&self.config))?;
        let footer = file::write(&self.store, &path, self.clock.now(), uploads, keys.as_ref()).await?;
        Ok((footer, keys.map(|keys| keys.current_id()).unwrap_or_default(), std::fs::metadata(&path)?.len()))
    }

    async fn run(&self, id: i64, with_uploads: bool) -> Result<String, String> {
        let text = |error: ServiceError| error.to_string();
        let name = self.row(id).await.map_err(text)?.name;
        let uploads = if with_uploads { file::uploads(&self.store, &self.storage).await.map_err(|error| error.to_string())? } else { vec![] };
        let (footer, key, bytes) = match self.write(&name, &uploads).await {
            Ok(written) => written,
            Err(error) => {
                self.note(id, json!({ "state": "failed", "ended": self.clock.now(), "report": cut(&error.to_string()) })).await.map_err(text)?;
                return Err(error.to_string());
            }
        };
        let rows: u64 = footer.rows.values().sum();
        let encrypted = !key.is_empty();
        self.note(
            id,
            json!({
                "state": "done", "ended": self.clock.now(), "bytes": bytes, "rows": rows, "tables": footer.rows.len(), "sha256": footer.sha256,
                "uploads": uploads.len(), "encrypted": i32::from(encrypted), "key_id": key,
            }),
        )
        .await
        .map_err(text)?;
        self.put_away(id, &name, encrypted).await?;
        self.prune().await.map_err(text)?;
        Ok(format!("{name}: {rows} rows, {} files", uploads.len()))
    }

    /// Puts a copy into the object storage, if there is one: of an encrypted backup only, as its bucket may be open to everybody for
    /// pictures. The backup is there without it, and its row says so.
    async fn put_away(&self, id: i64, name: &str, encrypted: bool) -> Result<(), String> {
        if !encrypted {
            return Ok(());
        }
        let key = format!("{OBJECTS}{name}");
        let (noted, failure) = match self.storage.put_beside(&self.path(name), &key).await {
            Ok(false) => return Ok(()),
            Ok(true) => (json!({ "object": key }), None),
            Err(error) => {
                let said = format!("it is not in the object storage: {error}");
                (json!({ "report": cut(&said) }), Some(format!("{name}: {said}")))
            }
        };
        self.note(id, noted).await.map_err(|error| error.to_string())?;
        failure.map_or(Ok(()), Err)
    }

    /// Takes the files away that need not stay.
    async fn prune(&self) -> Result<(), ServiceError> {
        let rows = self.rows().await?;
        let made = |row: &Listed| Made { id: row.id, at: row.began.unwrap_or(0), verified: row.verified_at.unwrap_or(0) > 0 };
        let kept: Vec<Made> = rows.iter().filter(|row| row.is_kept()).map(made).collect();
        let gone = superfluous(&kept, self.clock.now(), self.config.time_zone);
        for row in rows.iter().filter(|row| gone.contains(&row.id)) {
            if !row.object.is_empty() {
                let failed = |error: StorageError| ServiceError::Internal(format!("{}: {error}", row.object));
                self.storage.remove_beside(&row.object).await.map_err(failed)?;
            }
            match std::fs::remove_file(self.path(&row.name)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(ServiceError::Internal(error.to_string())),
                _ => self.note(row.id, json!({ "state": "expired", "object": "" })).await?,
            }
        }
        Ok(())
    }

    /// Restores a backup beside the database and checks it. Its row says what came of it.
    pub async fn verify(&self, id: i64) -> Result<String, String> {
        let text = |error: ServiceError| error.to_string();
        let turn = match self.turn() {
            Ok(turn) => turn,
            Err(error) => {
                self.note(id, json!({ "state": "done", "report": "busy" })).await.map_err(text)?;
                return Err(text(error));
            }
        };
        self.test(id, &turn).await
    }

    async fn test(&self, id: i64, _: &OwnedSemaphorePermit) -> Result<String, String> {
        let text = |error: ServiceError| error.to_string();
        let name = self.row(id).await.map_err(text)?.name;
        let tested = file::test(&self.config, &self.path(&name)).await;
        let now = self.clock.now();
        let facts = match &tested {
            Ok(report) => json!({ "state": "verified", "verified_at": now, "report": cut(report) }),
            Err(report) => json!({ "state": "failed", "report": cut(report) }),
        };
        self.note(id, facts).await.map_err(text)?;
        tested.map(|report| format!("{name}: {report}"))
    }

    /// Tests the newest backup of this node.
    pub async fn verify_newest(&self) -> Result<String, String> {
        let text = |error: ServiceError| error.to_string();
        let turn = self.turn().map_err(text)?;
        self.tidy(&turn).await.map_err(text)?;
        let newest = self.rows().await.map_err(text)?.into_iter().filter(Listed::is_kept).max_by_key(|row| row.began);
        self.test(newest.ok_or("there is no backup yet")?.id, &turn).await
    }

    /// An address part by which a backup can be fetched once.
    pub async fn ticket(&self, id: i64) -> Result<String, ServiceError> {
        let row = self.row(id).await?;
        self.require_here(&row.directory)?;
        if !row.is_kept() {
            return Err(ServiceError::refused("backup.gone"));
        }
        let now = self.clock.now();
        let mut tickets = self.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.retain(|_, ticket| ticket.ends > now);
        if tickets.len() >= TICKETS_MAX {
            return Err(ServiceError::Busy);
        }
        let name = hex::encode(rand::rng().random::<[u8; 32]>());
        tickets.insert(name.clone(), Ticket { backup: id, ends: now + TICKET_SECONDS });
        Ok(name)
    }

    /// The name and the path of the backup that a ticket is for; the ticket is used up.
    pub async fn redeem(&self, ticket: &str) -> Result<(String, PathBuf), ServiceError> {
        let found = self.tickets.lock().unwrap_or_else(PoisonError::into_inner).remove(ticket);
        let found = found.filter(|found| found.ends > self.clock.now()).ok_or_else(|| ServiceError::refused("backup.ticket"))?;
        let row = self.row(found.backup).await?;
        let path = self.path(&row.name);
        Ok((row.name, path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_days_without_a_test_are_too_long() {
        let row = |began: i64, verified_at: Option<i64>| Listed {
            id: 1,
            name: String::new(),
            directory: String::new(),
            state: "done".into(),
            began: Some(began * 86_400),
            verified_at: verified_at.map(|day| day * 86_400),
            object: String::new(),
        };
        let untested = |rows: &[Listed], day: i64| is_untested(rows, day * 86_400);
        assert!(!untested(&[], 100), "none is there");
        assert!(!untested(&[row(10, None)], 18) && untested(&[row(10, None)], 19), "counted from the first");
        let rows = [row(10, Some(12)), row(15, None)];
        assert!(!untested(&rows, 20) && untested(&rows, 21));
    }
}
