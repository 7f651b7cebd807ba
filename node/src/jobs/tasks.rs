//! Scheduled tasks: rows of the table `crontab` say when, each run leaves a row in `crontab_log`.

use actors::warehouse::port::WarehouseStore;
use chrono::TimeZone;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::SESSIONS_KEPT;
use super::cron::Cron;
use crate::error::ServiceError;
use crate::node::Node;

/// Seconds that deleted rows stay in the recycle bin.
const BIN_KEPT: i64 = 90 * 86_400;
/// Runs that are kept in the log.
const LOG_KEPT: i64 = 30 * 86_400;

/// Tasks of a new site: which, and when.
const SEEDS: &[(&str, &str, &str)] = &[
    ("sweep_safety_stock", "检查安全库存 Check safety stock", "* * * * *"),
    ("tidy_sessions", "清理过期会话 Tidy ended sessions", "7 * * * *"),
    ("tidy_transfers", "清理导入导出文件 Tidy imports and exports", "17 * * * *"),
    ("tidy_recycle_bin", "清理回收站 Tidy the recycle bin", "30 3 * * *"),
];

/// Puts the tasks there that a new site has.
pub async fn seed(node: &Node) -> Result<(), ServiceError> {
    let known = rows(node).await?;
    let resource = catalogue::find("routine.Crontab").ok_or_else(|| ServiceError::Internal("routine.Crontab is not declared".into()))?;
    for (kind, name, cron) in SEEDS.iter().filter(|(kind, ..)| known.iter().all(|task| task.kind != *kind)) {
        let row = json!({ "name": name, "type": kind, "cron": cron });
        node.store().insert_record(resource, row.as_object().unwrap_or(&Map::new()), &Act::system(node.now())).await?;
    }
    Ok(())
}

/// A scheduled task.
#[derive(Deserialize)]
pub struct ScheduledTask {
    id: i64,
    #[serde(rename = "type")]
    kind: String,
    cron: String,
    status: i64,
}

/// What came of a run.
#[derive(Serialize, Object)]
pub struct TaskRun {
    /// The task.
    pub crontab_id: i64,
    /// `done` or `failed`.
    pub result: String,
    pub message: String,
    /// How long it took.
    pub milliseconds: i64,
}

async fn rows(node: &Node) -> Result<Vec<ScheduledTask>, ServiceError> {
    let resource = catalogue::find("routine.Crontab").ok_or_else(|| ServiceError::Internal("routine.Crontab is not declared".into()))?;
    let query = ListQuery { limit: 200, ..ListQuery::default() };
    Ok(node.store().records_as(resource, &query, &Scope::system()).await?)
}

/// Deletes ended sessions of administrators and members, and expired codes and captchas.
async fn tidy_sessions(node: &Node) -> Result<(), actors::store::StoreError> {
    node.store().tidy(node.now() - SESSIONS_KEPT).await?;
    node.store().tidy_failures(node.now()).await?;
    node.store().tidy_members(node.now(), node.now() - SESSIONS_KEPT).await
}

/// Runs the tasks that are due in this minute, unless another node does.
pub async fn tick(node: &Node) {
    let now = node.now();
    let Some(minute) = node.config().time_zone.timestamp_opt(now - now.rem_euclid(60), 0).single() else { return };
    let tasks = match rows(node).await {
        Ok(tasks) => tasks,
        Err(error) => return tracing::warn!(%error, "the scheduled tasks are not known"),
    };
    for task in tasks.iter().filter(|task| task.status == 1) {
        let due = Cron::parse(&task.cron).is_some_and(|cron| cron.fires(&minute));
        let name = format!("crontab-{}", task.id);
        if due
            && node.store().claim_job(&name, now / 60 * 60, node.system().node()).await.unwrap_or(false)
            && let Err(error) = run(node, task).await
        {
            tracing::warn!(%error, task = name, "a scheduled task left no note");
        }
    }
}

async fn work(node: &Node, kind: &str) -> Result<String, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    match kind {
        "sweep_safety_stock" => {
            let products = node.store().watched_products().await.map_err(|error| told(&error))?;
            let words = node.store().watch_safety_stock(&products).await.map_err(|error| told(&error))?;
            node.system().announce(words);
            Ok(format!("{} products", products.len()))
        }
        "tidy_sessions" => tidy_sessions(node).await.map(|()| String::new()).map_err(|error| told(&error)),
        "tidy_transfers" => crate::data_exchange::tidy(node).await.map(|files| format!("{files} files")).map_err(|error| told(&error)),
        "tidy_recycle_bin" => {
            let now = node.now();
            let rows = node.store().empty_recycle_bin(now - BIN_KEPT).await.map_err(|error| told(&error))?;
            node.store().tidy_task_log(now - LOG_KEPT).await.map_err(|error| told(&error))?;
            Ok(format!("{rows} rows"))
        }
        other => Err(format!("{other} is not a task")),
    }
}

/// Runs a task and logs the result, which it returns.
pub async fn run(node: &Node, task: &ScheduledTask) -> Result<TaskRun, ServiceError> {
    let began = std::time::Instant::now();
    let outcome = work(node, &task.kind).await;
    let (result, message) = match &outcome {
        Ok(message) => ("done", message),
        Err(message) => ("failed", message),
    };
    let milliseconds = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    let message: String = message.chars().take(1_000).collect();
    let note = TaskRun { crontab_id: task.id, result: result.to_owned(), message, milliseconds };
    let now = node.now();
    let act = |set: Map<String, Value>| Act { set, ..Act::system(now) };
    let missing = || ServiceError::Internal("routine.Crontab is not declared".into());
    let log = catalogue::find("routine.CrontabLog").ok_or_else(missing)?;
    // A sweep that finds nothing would fill the log once a minute.
    if result == "failed" || task.kind != "sweep_safety_stock" {
        let Value::Object(fields) = json!(note) else { return Err(ServiceError::Internal("a note is an object".into())) };
        node.store().insert_record(log, &Map::new(), &act(fields)).await?;
    }
    let resource = catalogue::find("routine.Crontab").ok_or_else(missing)?;
    let last = Map::from_iter([("last_run_time".to_owned(), json!(now)), ("last_result".to_owned(), json!(result))]);
    node.store().update_record(resource, task.id, &Map::new(), &act(last)).await?;
    Ok(note)
}
