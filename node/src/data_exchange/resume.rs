//! Goes on with imports and exports: with those that were paused, and with those whose node is gone. A task is begun again by
//! the request that began it, in the name of its author: what they may do is asked anew. An export begins its file anew; an
//! import leaves out the rows that it has written.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bus_schemas::ids::AdminId;
use entrepot_store::leases::Lease;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use entrepot_store::task_steps::{TASK_LEASE, TASK_LEASES, TaskSource, TaskStep, lease_of};
use poem::Request;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::exchange::Exchange;
use super::notices::{self, End};
use super::task::{KEPT, announce, note};
use crate::error::ServiceError;
use crate::i18n::{LANGUAGE, Language, current, text};
use crate::identity::sessions::Caller;

/// How often a node looks for tasks whose node is gone.
pub const LOOK_EVERY: Duration = Duration::from_secs(5);
/// Bytes of a part of a file: it is kept as text.
const PART: usize = 384 * 1024;

/// How a task is begun.
pub enum TaskStart {
    /// By somebody's request and file, as they are kept meanwhile.
    New { request: Value, parts: Vec<String> },
    /// Once more.
    Again(Resumed),
}

/// A task that goes on; a request has it beside it.
#[derive(Clone)]
pub struct Resumed {
    pub task: i64,
    pub lease: Lease,
    pub source: TaskSource,
}

impl Resumed {
    /// The task's file.
    pub fn file(&self) -> Result<Vec<u8>, ServiceError> {
        let broken = |error: base64::DecodeError| ServiceError::Internal(format!("the file of task {}: {error}", self.task));
        let parts = self.source.parts.iter().map(|part| STANDARD.decode(part).map_err(broken)).collect::<Result<Vec<_>, _>>()?;
        Ok(parts.concat())
    }

    /// Whether it has noted something of itself.
    #[must_use]
    pub fn is_marked(&self, mark: &str) -> bool {
        self.source.marks.iter().any(|known| known == mark)
    }
}

impl TaskStart {
    /// What a request asks for, with its body where that says it, and more of what it said.
    #[must_use]
    pub fn by(request: &Request, body: Option<Value>, more: Map<String, Value>) -> Self {
        if let Some(resumed) = request.extensions().get::<Resumed>() {
            return Self::Again(resumed.clone());
        }
        let path = request.original_uri().path_and_query().map(ToString::to_string).unwrap_or_default();
        let mut kept = json!({ "path": path, "language": language_name(current()), "body": body });
        if let Some(kept) = kept.as_object_mut() {
            kept.extend(more);
        }
        Self::New { request: kept, parts: Vec::new() }
    }

    /// With the file of an import.
    #[must_use]
    pub fn with_file(self, bytes: &[u8]) -> Self {
        match self {
            Self::New { request, .. } => Self::New { request, parts: bytes.chunks(PART).map(|part| STANDARD.encode(part)).collect() },
            again @ Self::Again(_) => again,
        }
    }

    /// The task that goes on.
    #[must_use]
    pub const fn resumed(&self) -> Option<&Resumed> {
        match self {
            Self::New { .. } => None,
            Self::Again(resumed) => Some(resumed),
        }
    }
}

const fn language_name(language: Language) -> &'static str {
    match language {
        Language::Chinese => "zh-cn",
        Language::English => "en",
    }
}

/// A task's row, as far as it is needed to go on.
#[derive(Deserialize)]
pub(super) struct TaskRow {
    admin_id: Option<i64>,
    pub(super) kind: String,
    pub(super) name: String,
    state: String,
}

impl Exchange {
    pub(super) async fn task_row(&self, task: i64) -> Result<TaskRow, ServiceError> {
        Ok(self.store.record_as(catalogue::declared("routine.Transfer")?, task, &Scope::system()).await?)
    }

    /// Goes on with tasks whose node is gone.
    pub async fn take_over(&self) {
        let left = match self.store.left_leases(TASK_LEASES).await {
            Ok(left) => left,
            Err(error) => return tracing::warn!(%error, "it is not known which imports and exports were left"),
        };
        for task in left.iter().filter_map(|name| name.strip_prefix(TASK_LEASES)?.parse::<i64>().ok()) {
            if let Err(error) = self.go_on(task).await {
                tracing::warn!(%error, task, "nobody goes on with an import or export yet");
            }
        }
    }

    /// Pauses a task that runs; refused in another state.
    pub async fn pause(&self, task: i64) -> Result<(), ServiceError> {
        if !self.store.turn_task(task, "running", "paused").await? {
            return Err(ServiceError::Rows { key: "error.other_state", ids: vec![task] });
        }
        announce(self, task);
        Ok(())
    }

    /// Continues a task that was paused.
    pub async fn resume(&self, task: i64) -> Result<(), ServiceError> {
        if !self.store.turn_task(task, "paused", "running").await? {
            return Err(ServiceError::Rows { key: "error.other_state", ids: vec![task] });
        }
        announce(self, task);
        // If not at once, then with the next look.
        self.store.take_lease(&lease_of(task), self.system.node(), 0).await?;
        if let Err(error) = self.go_on(task).await {
            tracing::warn!(%error, task, "an import or export was not continued at once");
        }
        Ok(())
    }

    /// Goes on with a task unless somebody does.
    async fn go_on(&self, task: i64) -> Result<(), ServiceError> {
        let Some(lease) = self.store.take_lease(&lease_of(task), self.system.node(), TASK_LEASE).await? else { return Ok(()) };
        let row = match self.task_row(task).await {
            Ok(row) if row.state == "running" => row,
            // It has ended, or waits.
            Ok(_) | Err(ServiceError::Refused { .. }) => return Ok(self.store.drop_lease(&lease).await?),
            Err(error) => return Err(error),
        };
        let Some(source) = self.store.task_source(task).await? else {
            return self.fail(task, &row, &lease, &text("exchange.interrupted", &[])).await;
        };
        let language = if source.request["language"] == "en" { Language::English } else { Language::Chinese };
        LANGUAGE.scope(language, self.ask_again(task, row, lease, source)).await
    }

    /// Begins a task by the request that began it.
    async fn ask_again(&self, task: i64, row: TaskRow, lease: Lease, source: TaskSource) -> Result<(), ServiceError> {
        let Some(caller) = self.author(row.admin_id.unwrap_or(0)).await? else {
            return self.fail(task, &row, &lease, &text("permission.denied", &[])).await;
        };
        let (path, body) = (source.request["path"].as_str().unwrap_or_default().to_owned(), source.request["body"].clone());
        let resumed = Resumed { task, lease: lease.clone(), source };
        let body = Some(&body).filter(|body| !body.is_null());
        let answer = self
            .api
            .ask(caller, (&path, body), language_name(current()), |request| {
                request.extensions_mut().insert(resumed);
            })
            .await?;
        match answer["code"].as_i64() {
            Some(1) => Ok(()),
            // The lease ends by itself, and then it is tried again.
            _ if answer["data"]["key"] == "error.busy" => Ok(()),
            _ => self.fail(task, &row, &lease, answer["msg"].as_str().unwrap_or_default()).await,
        }
    }

    /// A task's author as a caller, if they are enabled.
    async fn author(&self, admin: i64) -> Result<Option<Caller>, ServiceError> {
        let rights = self.store.rights(admin).await?;
        let account = self.store.admin(AdminId(admin)).await?.filter(|account| account.status == "enable");
        Ok(account.map(|admin| Caller { admin, session: String::new(), expires: i64::MAX, rights, key: None }))
    }

    /// Ends a task that nobody can go on with.
    async fn fail(&self, task: i64, row: &TaskRow, lease: &Lease, why: &str) -> Result<(), ServiceError> {
        let admin = row.admin_id.unwrap_or(0);
        let act = Act { step: Some(TaskStep::of(task, lease.clone())), ..Act::system(self.clock.now()) };
        let message: String = why.chars().take(500).collect();
        note(self, &act, task, json!({ "state": "failed", "message": message })).await;
        self.store.forget_task(task).await?;
        self.store.drop_lease(lease).await?;
        notices::notify(self, End { admin, id: task, kind: &row.kind, name: &row.name, state: "failed", message: &message }).await;
        Ok(())
    }

    /// Ends a task that is paused, so that its import can be taken back.
    pub async fn give_up(&self, task: i64) -> Result<(), ServiceError> {
        let Some(lease) = self.store.take_lease(&lease_of(task), self.system.node(), TASK_LEASE).await? else { return Err(ServiceError::Busy) };
        let act = Act { step: Some(TaskStep::of(task, lease.clone())), ..Act::system(self.clock.now()) };
        note(self, &act, task, json!({ "state": "failed", "message": text("exchange.given_up", &[]) })).await;
        self.store.forget_task(task).await?;
        Ok(self.store.drop_lease(&lease).await?)
    }

    /// Ends tasks that were paused for as long as files are kept, and those that run nowhere.
    pub async fn tidy_tasks(&self) -> Result<usize, ServiceError> {
        let stale = self.store.stale_tasks(self.clock.now() - KEPT).await?;
        for task in &stale {
            self.give_up(*task).await?;
        }
        Ok(stale.len())
    }
}
