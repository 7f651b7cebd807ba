//! Imports and exports as background tasks: how many run at a time, and the row in the database that tells how far each is.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use actors::store::StoreError;
use entrepot_store::leases::Lease;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use entrepot_store::task_steps::{TASK_LEASE, TaskStep, lease_of};
use serde_json::{Map, Value, json};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::error::ExchangeError;
use super::exchange::Exchange;
use super::notices::{self, End};
use super::resume::{Resumed, TaskRow, TaskStart};
use crate::error::ServiceError;
use crate::sheet::Format;

/// Imports and exports that run concurrently on a node.
const AT_ONCE: usize = 4;
/// Of these, those of one person: others need not wait for somebody's long files.
const AT_ONCE_OF_PERSON: usize = 2;
/// Imports and exports that wait or run at most.
const WAITING_MAX: usize = 16;
/// Seconds that a finished file can be downloaded.
pub const KEPT: i64 = 7 * 86_400;

static RUNNING: Semaphore = Semaphore::const_new(AT_ONCE);
static ADMITTED: Semaphore = Semaphore::const_new(WAITING_MAX);
/// By administrator, for as long as somebody runs or waits.
static OF_PERSON: LazyLock<Mutex<HashMap<i64, Arc<Semaphore>>>> = LazyLock::new(Mutex::default);

/// A task with its row in the database.
pub struct Task {
    pub(crate) exchange: Exchange,
    pub(super) act: Act,
    pub id: i64,
    /// Who writes it.
    pub(super) lease: Lease,
    /// `export`, `import`, `dry_run` or `take_back`.
    kind: String,
    /// What it is called.
    name: String,
}

impl Task {
    /// Begins a task about the rows of a controller with this title.
    pub async fn begin(exchange: &Exchange, act: &Act, kind: &str, (controller, title): (&str, &str), format: Format) -> Result<Self, ServiceError> {
        let resource = catalogue::declared("routine.Transfer")?;
        let now = exchange.clock.now();
        let begun_at = chrono::DateTime::from_timestamp(now, 0).unwrap_or_default().with_timezone(&exchange.time_zone);
        let name = format!("{title} {}", begun_at.format("%Y-%m-%d %H:%M"));
        let set = json!({
            "admin_id": act.scope.admin, "kind": kind, "name": &name, "controller": controller, "format": format.suffix(), "state": "running", "expires_at": now + KEPT,
        });
        let act = of_server(act);
        let begun = Act { set: set.as_object().cloned().unwrap_or_default(), now, ..act.clone() };
        let id = exchange.store.insert_record(resource, &Map::new(), &begun).await?;
        let lease = exchange.store.take_lease(&lease_of(id), exchange.system.node(), TASK_LEASE).await?.ok_or(ServiceError::Busy)?;
        Ok(Self { exchange: exchange.clone(), act: fenced(act, id, &lease), id, lease, kind: kind.to_owned(), name })
    }

    /// Goes on with a task; where none is given, begins one that can be gone on with from the request and the file.
    pub async fn begin_or_resume(
        exchange: &Exchange,
        act: &Act,
        kind: &str,
        of: (&str, &str),
        format: Format,
        start: &TaskStart,
    ) -> Result<Self, ServiceError> {
        match start {
            TaskStart::Again(Resumed { task, lease, .. }) => {
                let TaskRow { kind, name, .. } = exchange.task_row(*task).await?;
                let act = of_server(act);
                Ok(Self { exchange: exchange.clone(), act: fenced(act, *task, lease), id: *task, lease: lease.clone(), kind, name })
            }
            TaskStart::New { request, parts } => {
                let task = Self::begin(exchange, act, kind, of, format).await?;
                exchange.store.keep_task_source(task.id, request, parts).await?;
                Ok(task)
            }
        }
    }

    /// Writes the progress into the task's row.
    pub async fn update(&self, facts: Value) {
        note(&self.exchange, &self.act, self.id, facts).await;
    }

    /// Between two steps: refuses to go on once somebody has paused it.
    pub async fn step(&self) -> Result<(), ExchangeError> {
        if self.exchange.store.task_state(self.id).await? == "paused" { Err(ExchangeError::Paused) } else { Ok(()) }
    }

    /// What a write of the task has beside it: its fence.
    #[must_use]
    pub fn fence(&self) -> TaskStep {
        TaskStep::of(self.id, self.lease.clone())
    }

    /// Nobody needs to go on with it any more.
    pub(super) async fn close(&self) {
        let store = &self.exchange.store;
        let closed = async {
            store.forget_task(self.id).await?;
            store.drop_lease(&self.lease).await
        };
        if let Err(error) = closed.await {
            tracing::warn!(%error, task = self.id, "what an import or export needed is still there");
        }
    }

    /// Leaves it to whoever continues it.
    async fn rest(&self) {
        let store = &self.exchange.store;
        let left = async {
            store.drop_lease(&self.lease).await?;
            // It may have been continued before the lease was free.
            if store.task_state(self.id).await? == "running" {
                store.take_lease(&lease_of(self.id), self.exchange.system.node(), 0).await?;
            }
            Ok::<_, StoreError>(())
        };
        if let Err(error) = left.await {
            tracing::warn!(%error, task = self.id, "a paused import or export may go on late");
        }
    }

    /// Waits for its work and holds its lease meanwhile; nothing once it is somebody else's.
    async fn held<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut work = std::pin::pin!(work);
        loop {
            match tokio::time::timeout(Duration::from_secs(TASK_LEASE as u64 / 3), &mut work).await {
                Ok(ended) => return Some(ended),
                Err(_) => match self.exchange.store.keep_lease(&self.lease, TASK_LEASE).await {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(error) => tracing::warn!(%error, task = self.id, "the lease of an import or export was not kept"),
                },
            }
        }
    }
}

/// The server writes a task's row, whatever the scope of its owner.
fn of_server(act: &Act) -> Act {
    Act { scope: Scope { admin: act.scope.admin, ..Scope::system() }, set: Map::new(), ..act.clone() }
}

/// The act of a task's writes, which only the holder of its lease does.
fn fenced(act: Act, task: i64, lease: &Lease) -> Act {
    Act { step: Some(TaskStep::of(task, lease.clone())), ..act }
}

/// Writes facts into a task's row, whatever the scope of its owner.
pub(crate) async fn note(exchange: &Exchange, act: &Act, task: i64, facts: Value) {
    let Some(resource) = catalogue::find("routine.Transfer") else { return };
    let act = Act { set: facts.as_object().cloned().unwrap_or_default(), ..of_server(act) };
    match exchange.store.update_record(resource, task, &Map::new(), &act).await {
        Ok(_) => announce(exchange, task),
        Err(error) => tracing::warn!(%error, task, "the progress of an import or export was not noted"),
    }
}

/// Tells pages that a task has changed.
pub(super) fn announce(exchange: &Exchange, task: i64) {
    exchange.system.publish_topic(bus_schemas::live::TopicEvent {
        topic: bus_schemas::live::Topic::Resource { controller: "routine.Transfer".to_owned() },
        ids: vec![task],
        more: false,
    });
}

/// How a task has ended.
pub struct Outcome {
    /// Why it failed.
    pub(crate) failed: Option<String>,
    /// What it has to say where it did not fail; usually nothing.
    pub(crate) message: String,
    /// Other columns of its row.
    pub(crate) facts: Value,
}

/// Reserves room for one more task.
pub fn admit() -> Result<SemaphorePermit<'static>, ServiceError> {
    ADMITTED.try_acquire().map_err(|_| ServiceError::refused("error.busy"))
}

/// The room that one person's tasks share.
fn of_person(admin: i64) -> Arc<Semaphore> {
    let mut rooms = OF_PERSON.lock().unwrap_or_else(PoisonError::into_inner);
    rooms.retain(|_, room| Arc::strong_count(room) > 1);
    rooms.entry(admin).or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE_OF_PERSON))).clone()
}

/// Runs a task in the background.
pub fn spawn<F>(task: Task, admitted: SemaphorePermit<'static>, work: impl FnOnce(Arc<Task>) -> F + Send + 'static)
where
    F: Future<Output = Result<Outcome, ExchangeError>> + Send + 'static,
{
    let language = crate::i18n::current();
    let task = Arc::new(task);
    tokio::spawn(crate::i18n::LANGUAGE.scope(language, async move {
        let _admitted = admitted;
        let run = async {
            let _own = of_person(task.act.scope.admin).acquire_owned().await.map_err(|error| ExchangeError::Stopped(error.to_string()))?;
            let _running = RUNNING.acquire().await.map_err(|error| ExchangeError::Stopped(error.to_string()))?;
            task.step().await?;
            work(task.clone()).await
        };
        match task.held(run).await {
            None => tracing::info!(task = task.id, "another node goes on with an import or export"),
            Some(Err(ExchangeError::Paused)) => task.rest().await,
            Some(ended) => end(&task, ended).await,
        }
    }));
}

/// Notes the end of a task and tells its author; nothing if it is another node's by now.
async fn end(task: &Task, ended: Result<Outcome, ExchangeError>) {
    match task.exchange.store.keep_lease(&task.lease, TASK_LEASE).await {
        Ok(false) => return tracing::info!(task = task.id, "another node goes on with an import or export"),
        Ok(true) => {}
        Err(error) => tracing::warn!(%error, task = task.id, "the lease of an import or export was not kept"),
    }
    let Outcome { failed, message, mut facts } = ended.unwrap_or_else(|error| {
        tracing::warn!(%error, task = task.id, "an import or export failed");
        Outcome { failed: Some(error.message().chars().take(500).collect()), message: String::new(), facts: json!({}) }
    });
    let state = if failed.is_some() { "failed" } else { "done" };
    let message = failed.unwrap_or(message);
    facts["state"] = json!(state);
    facts["message"] = json!(message);
    task.update(facts).await;
    task.close().await;
    let end = End { admin: task.act.scope.admin, id: task.id, kind: &task.kind, name: &task.name, state, message: &message };
    notices::notify(&task.exchange, end).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_task_of_a_person_waits_and_another_persons_does_not() {
        let (ann, ben) = (-1, -2);
        let running = [of_person(ann).try_acquire_owned(), of_person(ann).try_acquire_owned()];
        assert!(running.iter().all(Result::is_ok));
        assert!(of_person(ann).try_acquire_owned().is_err());
        assert!(of_person(ben).try_acquire_owned().is_ok());
        drop(running);
        assert!(of_person(ann).try_acquire_owned().is_ok());
        of_person(ben);
        assert!(!OF_PERSON.lock().unwrap().contains_key(&ann), "nothing is kept of who runs nothing");
    }
}
