//! Import and export of any resource, as background tasks with rows in the table `transfer_task`.
//!
//! Here: reading and writing files ([`sheet`]), converting fields to cells and back ([`cells`]), [`import`],
//! [`export`], [`listed`] for lists that no resource declares, and the routes ([`api`]). Not here: transfers of stock, and the replay of old orders
//! ([`crate::import`]). Start at [`import`].

pub mod api;
pub mod cells;
pub mod export;
pub mod hooks;
pub mod import;
pub mod listed;
pub mod sheet;

use std::path::PathBuf;

use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::ServiceError;
use crate::node::Node;
use sheet::{Format, SheetError};

/// Imports and exports that run concurrently on a node.
const AT_ONCE: usize = 2;
/// Imports and exports that wait or run at most.
const WAITING_MAX: usize = 16;
/// Seconds that a finished file can be downloaded.
pub const KEPT: i64 = 24 * 3_600;

static RUNNING: Semaphore = Semaphore::const_new(AT_ONCE);
static ADMITTED: Semaphore = Semaphore::const_new(WAITING_MAX);

/// Why an import or export ends before its time.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    #[error(transparent)]
    Sheet(#[from] SheetError),
    #[error(transparent)]
    Record(#[from] entrepot_store::resource::RecordError),
    #[error(transparent)]
    Api(#[from] ServiceError),
    #[error(transparent)]
    List(#[from] entrepot_store::listing::columns::ListFailure),
    #[error(transparent)]
    Store(#[from] actors::store::StoreError),
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("stopped: {0}")]
    Stopped(String),
}

/// A task with its row in the database.
pub struct Task {
    node: Node,
    act: Act,
    pub id: i64,
}

impl Task {
    /// Begins a task about the rows of a controller with this title.
    pub async fn begin(node: &Node, act: &Act, kind: &str, (controller, title): (&str, &str), format: Format) -> Result<Self, ServiceError> {
        let resource = catalogue::find("routine.Transfer").ok_or_else(|| ServiceError::Internal("routine.Transfer is not declared".into()))?;
        let now = node.now();
        let begun_at = chrono::DateTime::from_timestamp(now, 0).unwrap_or_default().with_timezone(&node.config().time_zone);
        let name = format!("{title} {}", begun_at.format("%Y-%m-%d %H:%M"));
        let set = json!({
            "admin_id": act.scope.admin, "kind": kind, "name": name, "controller": controller, "format": format.suffix(), "state": "running", "expires_at": now + KEPT,
        });
        // The server writes the task's row, whatever the scope of its owner.
        let act = Act { scope: Scope { admin: act.scope.admin, ..Scope::system() }, set: Map::new(), ..act.clone() };
        let begun = Act { set: set.as_object().cloned().unwrap_or_default(), now, ..act.clone() };
        let id = node.store().insert_record(resource, &Map::new(), &begun).await?;
        Ok(Self { node: node.clone(), act, id })
    }

    /// Updates the progress.
    pub async fn tell(&self, facts: Value) {
        let Some(resource) = catalogue::find("routine.Transfer") else { return };
        let act = Act { set: facts.as_object().cloned().unwrap_or_default(), ..self.act.clone() };
        match self.node.store().update_record(resource, self.id, &Map::new(), &act).await {
            Ok(_) => self.node.system().poke(bus_schemas::live::TopicEvent {
                topic: bus_schemas::live::Topic::Resource { controller: resource.controller.to_owned() },
                ids: vec![self.id],
                more: false,
            }),
            Err(error) => tracing::warn!(%error, task = self.id, "the progress of an import or export was not noted"),
        }
    }
}

/// The directory of finished exports.
#[must_use]
pub fn dir(node: &Node) -> PathBuf {
    node.config().data_dir.join("transfers")
}

/// Reserves room for one more task.
pub fn admit() -> Result<SemaphorePermit<'static>, ServiceError> {
    ADMITTED.try_acquire().map_err(|_| ServiceError::refused("error.busy"))
}

/// Runs a task in the background.
pub fn spawn<F>(task: Task, admitted: SemaphorePermit<'static>, work: impl FnOnce(std::sync::Arc<Task>) -> F + Send + 'static)
where
    F: Future<Output = Result<Value, TransferError>> + Send + 'static,
{
    let language = crate::i18n::current();
    let task = std::sync::Arc::new(task);
    tokio::spawn(crate::i18n::LANGUAGE.scope(language, async move {
        let _admitted = admitted;
        let Ok(_running) = RUNNING.acquire().await else { return };
        let mut facts = match work(task.clone()).await {
            Ok(facts) => facts,
            Err(error) => {
                tracing::warn!(%error, task = task.id, "an import or export failed");
                json!({ "state": "failed", "message": error.to_string().chars().take(500).collect::<String>() })
            }
        };
        if let Value::Object(facts) = &mut facts {
            facts.entry("state").or_insert_with(|| json!("done"));
        }
        task.tell(facts).await;
    }));
}

/// Removes expired files.
pub async fn tidy(node: &Node) -> std::io::Result<usize> {
    let mut removed = 0;
    let mut files = match tokio::fs::read_dir(dir(node)).await {
        Ok(files) => files,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    while let Some(file) = files.next_entry().await? {
        let age = file.metadata().await?.modified()?.elapsed().unwrap_or_default();
        if age.as_secs() > u64::try_from(KEPT).unwrap_or(0) {
            tokio::fs::remove_file(file.path()).await?;
            removed += 1;
        }
    }
    Ok(removed)
}
