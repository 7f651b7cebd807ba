//! Imports and exports as background tasks: how many run at a time, and the row in the database that tells how far each is.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::error::ExchangeError;
use super::exchange::Exchange;
use super::notices::{self, End};
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
        // The server writes the task's row, whatever the scope of its owner.
        let act = Act { scope: Scope { admin: act.scope.admin, ..Scope::system() }, set: Map::new(), ..act.clone() };
        let begun = Act { set: set.as_object().cloned().unwrap_or_default(), now, ..act.clone() };
        let id = exchange.store.insert_record(resource, &Map::new(), &begun).await?;
        Ok(Self { exchange: exchange.clone(), act, id, kind: kind.to_owned(), name })
    }

    /// Writes the progress into the task's row.
    pub async fn update(&self, facts: Value) {
        note(&self.exchange, &self.act, self.id, facts).await;
    }
}

/// Writes facts into a task's row, whatever the scope of its owner.
pub(crate) async fn note(exchange: &Exchange, act: &Act, task: i64, facts: Value) {
    let Some(resource) = catalogue::find("routine.Transfer") else { return };
    let scope = Scope { admin: act.scope.admin, ..Scope::system() };
    let act = Act { scope, set: facts.as_object().cloned().unwrap_or_default(), ..act.clone() };
    match exchange.store.update_record(resource, task, &Map::new(), &act).await {
        Ok(_) => exchange.system.publish_topic(bus_schemas::live::TopicEvent {
            topic: bus_schemas::live::Topic::Resource { controller: resource.controller.to_owned() },
            ids: vec![task],
            more: false,
        }),
        Err(error) => tracing::warn!(%error, task, "the progress of an import or export was not noted"),
    }
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
        let Ok(_own) = of_person(task.act.scope.admin).acquire_owned().await else { return };
        let Ok(_running) = RUNNING.acquire().await else { return };
        let outcome = work(task.clone()).await.unwrap_or_else(|error| {
            tracing::warn!(%error, task = task.id, "an import or export failed");
            Outcome { failed: Some(error.message().chars().take(500).collect()), message: String::new(), facts: json!({}) }
        });
        let Outcome { failed, message, mut facts } = outcome;
        let state = if failed.is_some() { "failed" } else { "done" };
        let message = failed.unwrap_or(message);
        facts["state"] = json!(state);
        facts["message"] = json!(message);
        task.update(facts).await;
        let end = End { admin: task.act.scope.admin, id: task.id, kind: &task.kind, name: &task.name, state, message: &message };
        notices::notify(&task.exchange, end).await;
    }));
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
