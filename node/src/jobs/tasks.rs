//! Scheduled tasks: rows of the table `crontab` say when, each run leaves a row in `crontab_log`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use actors::clock::SharedClock;
use actors::system::System;
use chrono::{DateTime, TimeZone};
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::digest::Due;
use entrepot_store::digest::jobs::FailedRun;
use entrepot_store::leases::Lease;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::kinds::{FailureNotice, KINDS, Logged, Outcome, TaskClock, TaskKind, announce_digests};
use crate::api_log::ApiLog;
use crate::backups::service::Backups;
use crate::config::Config;
use crate::cron::Cron;
use crate::data_exchange::exchange::Exchange;
use crate::error::ServiceError;
use crate::export_template::service::ExportTemplates;
use crate::file::Storage;
use crate::settings::shop::CachedShopSettings;
use crate::shop::pay::Payments;

/// What scheduled tasks work with. Cheap to clone.
#[derive(Clone)]
pub struct Work {
    pub store: Store,
    pub system: System,
    pub payments: Payments,
    pub shop_settings: CachedShopSettings,
    pub storage: Arc<Storage>,
    pub exchange: Exchange,
    pub backups: Backups,
    pub export_templates: ExportTemplates,
    pub config: Arc<Config>,
    pub api_log: ApiLog,
    pub clock: SharedClock,
}

/// Puts the tasks there that a new site has, and gives those with an old name the present one.
pub async fn seed(store: &Store, now: i64) -> Result<(), ServiceError> {
    let known = rows(store).await?;
    let resource = catalogue::declared("routine.Crontab")?;
    let act = Act::system(now);
    for kind in KINDS.iter().filter(|kind| known.iter().all(|task| task.kind != kind.name)) {
        let row =
            Map::from_iter([("name", kind.title), ("type", kind.name), ("cron", kind.cron)].map(|(field, text)| (field.to_owned(), json!(text))));
        store.insert_record(resource, &row, &act).await?;
    }
    for task in &known {
        let Some(kind) = TaskKind::named(&task.kind).filter(|kind| kind.old_titles.contains(&task.name.as_str())) else { continue };
        store.update_record(resource, task.id, &Map::from_iter([("name".to_owned(), json!(kind.title))]), &act).await?;
    }
    Ok(())
}

/// A scheduled task.
#[derive(Deserialize)]
pub struct ScheduledTask {
    id: i64,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    cron: String,
    status: i64,
    /// What becomes of a run in whose time no node ran: `skip`, `once`, or empty as the task has it.
    #[serde(default)]
    missed: String,
    /// Unix seconds; nothing before the first run.
    #[serde(default)]
    last_run_time: Option<i64>,
}

impl ScheduledTask {
    fn catches_up(&self) -> bool {
        match self.missed.as_str() {
            "once" => true,
            "skip" => false,
            _ => TaskKind::named(&self.kind).is_some_and(|kind| kind.catches_up),
        }
    }

    /// The time, in Unix seconds, of the run that is due in this minute: that of the minute, or of the first one that was
    /// missed since the last.
    fn due(&self, minute: &DateTime<Tz>) -> Option<i64> {
        let cron = Cron::parse(&self.cron).filter(|_| self.status == 1)?;
        if cron.fires(minute) {
            return Some(minute.timestamp());
        }
        let last = self.last_run_time.filter(|last| *last > 0 && self.catches_up())?;
        let missed = cron.next_after(&minute.timezone().timestamp_opt(last, 0).single()?)?;
        (missed < *minute).then(|| missed.timestamp())
    }

    /// The runs that are due in this minute: the time of each, and the warehouses that it is about, if not all.
    fn runs(&self, minute: &DateTime<Tz>, zones: &HashMap<Tz, Vec<i64>>) -> BTreeMap<i64, Option<Vec<i64>>> {
        if TaskKind::named(&self.kind).is_none_or(|kind| kind.clock == TaskClock::Site) {
            return self.due(minute).map(|at| (at, None)).into_iter().collect();
        }
        let mut runs: BTreeMap<i64, Option<Vec<i64>>> = BTreeMap::new();
        for (zone, there) in zones {
            if let Some(at) = self.due(&minute.with_timezone(zone)) {
                runs.entry(at).or_default().get_or_insert_default().extend(there);
            }
        }
        runs
    }
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

async fn rows(store: &Store) -> Result<Vec<ScheduledTask>, ServiceError> {
    let resource = catalogue::declared("routine.Crontab")?;
    let query = ListQuery { limit: 200, ..ListQuery::default() };
    Ok(store.records_as(resource, &query, &Scope::system()).await?)
}

/// Runs the tasks that are due in this minute, unless another node does.
pub async fn tick(work: &Work) {
    let now = work.clock.now();
    let Some(minute) = work.config.time_zone.timestamp_opt(now - now.rem_euclid(60), 0).single() else { return };
    let tasks = match rows(&work.store).await {
        Ok(tasks) => tasks,
        Err(error) => return tracing::warn!(%error, "the scheduled tasks are not known"),
    };
    let zones = match work.store.warehouses_by_zone(work.config.time_zone).await {
        Ok(zones) => zones,
        Err(error) => return tracing::warn!(%error, "the time zones of the warehouses are not known"),
    };
    let left = work.store.left_leases(LEASES).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "it is not known which scheduled tasks were left");
        vec![]
    });
    for task in &tasks {
        let name = lease_of(task.id);
        if task.status == 1 && left.contains(&name) {
            tracing::info!(task = name, "the node that ran a scheduled task is gone: it is run again");
            if let Err(error) = run(work, task).await {
                tracing::warn!(%error, task = name, "a scheduled task was not taken over");
            }
            continue;
        }
        for (at, among) in task.runs(&minute, &zones) {
            match work.store.claim_job(&name, at, work.system.node()).await {
                Ok(true) => {}
                // Another node runs it.
                Ok(false) => continue,
                Err(error) => {
                    tracing::warn!(%error, task = name, "a scheduled task was not run: nobody could claim it");
                    continue;
                }
            }
            if let Err(error) = run_among(work, task, among.as_deref()).await {
                tracing::warn!(%error, task = name, "a scheduled task left no note");
            }
        }
    }
}

/// Notifies people that a task failed.
async fn notify_failure(work: &Work, task: &ScheduledTask, message: &str, of_backup: bool) {
    let now = chrono::DateTime::from_timestamp(work.clock.now(), 0).unwrap_or_default().with_timezone(&work.config.time_zone);
    let hour = now.format("%Y-%m-%d %H").to_string();
    let run = FailedRun { task: task.id, name: &task.name, message, of_backup };
    match work.store.notify_failure(run, &hour).await {
        Ok(digests) => drop(announce_digests(work, digests)),
        Err(error) => tracing::error!(%error, task = task.id, message, "nobody was notified that a task failed"),
    }
}

/// Runs a task and logs the result, which it returns.
pub async fn run(work: &Work, task: &ScheduledTask) -> Result<TaskRun, ServiceError> {
    run_among(work, task, None).await
}

/// How the names of the leases of tasks begin.
const LEASES: &str = "crontab-";
/// Seconds after which another node takes a task over from one that is gone.
const LEASE: i64 = 60;

fn lease_of(task: i64) -> String {
    format!("{LEASES}{task}")
}

/// Waits for a run, and holds its lease meanwhile.
async fn held(work: &Work, lease: &Lease, run: impl Future<Output = Outcome>) -> Outcome {
    let mut run = std::pin::pin!(run);
    loop {
        match tokio::time::timeout(Duration::from_secs(LEASE as u64 / 3), &mut run).await {
            Ok(outcome) => return outcome,
            Err(_) => match work.store.keep_lease(lease, LEASE).await {
                Ok(true) => {}
                Ok(false) => return Err("another node has taken it over".into()),
                Err(error) => tracing::warn!(%error, task = lease.name, "the lease of a scheduled task was not kept"),
            },
        }
    }
}

/// The same for some warehouses only, where the task is about warehouses. Refused while it runs, on whichever node.
async fn run_among(work: &Work, task: &ScheduledTask, among: Option<&[i64]>) -> Result<TaskRun, ServiceError> {
    let began = std::time::Instant::now();
    let Some(lease) = work.store.take_lease(&lease_of(task.id), work.system.node(), LEASE).await? else {
        return Err(ServiceError::refused("error.task.running"));
    };
    let kind = TaskKind::named(&task.kind);
    let outcome = match kind {
        Some(kind) => held(work, &lease, (kind.run)(work, Due { today: &work.clock.today(), among })).await,
        None => Err(format!("{} is not a task", task.kind)),
    };
    work.store.free_lease(&lease).await?;
    let (result, message) = match &outcome {
        Ok(message) => ("done", message),
        Err(message) => ("failed", message),
    };
    let milliseconds = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    let message: String = message.chars().take(1_000).collect();
    let note = TaskRun { crontab_id: task.id, result: result.to_owned(), message, milliseconds };
    let now = work.clock.now();
    let act = |set: Map<String, Value>| Act { set, ..Act::system(now) };
    let log = catalogue::declared("routine.CrontabLog")?;
    let failed = outcome.is_err();
    let logged = match kind.map_or(Logged::Every, |kind| kind.logged) {
        Logged::Every => true,
        Logged::WithResult => !note.message.is_empty(),
        Logged::Never => false,
    };
    if failed || logged {
        let Value::Object(fields) = json!(&note) else { return Err(ServiceError::Internal("a note is an object".into())) };
        work.store.insert_record(log, &Map::new(), &act(fields)).await?;
    }
    let notice = kind.map_or(FailureNotice::Task, |kind| kind.failure);
    if failed && notice != FailureNotice::Own {
        notify_failure(work, task, &note.message, notice == FailureNotice::Backup).await;
    }
    let resource = catalogue::declared("routine.Crontab")?;
    let last = Map::from_iter([("last_run_time".to_owned(), json!(now)), ("last_result".to_owned(), json!(result))]);
    work.store.update_record(resource, task.id, &Map::new(), &act(last)).await?;
    Ok(note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_missed_is_made_up_for_once() {
        let zone = Tz::Asia__Shanghai;
        let at = |day: u32, hour: u32, minute: u32| zone.with_ymd_and_hms(2026, 3, day, hour, minute, 0).single().expect("a time");
        let task = |kind: &str, last: Option<DateTime<Tz>>| ScheduledTask {
            id: 1,
            name: String::new(),
            kind: kind.into(),
            cron: "0 8 * * *".into(),
            status: 1,
            missed: String::new(),
            last_run_time: last.map(|last| last.timestamp()),
        };
        let due = |kind: &str, last: Option<DateTime<Tz>>, minute: DateTime<Tz>| task(kind, last).due(&minute);
        let eight = |day: u32| Some(at(day, 8, 0).timestamp());
        assert_eq!(due("expiry_digest", Some(at(4, 8, 0)), at(5, 8, 0)), eight(5), "at its time");
        assert_eq!(due("expiry_digest", Some(at(5, 8, 0)), at(5, 9, 30)), None, "done");
        assert_eq!(due("expiry_digest", Some(at(2, 8, 0)), at(5, 9, 30)), eight(3), "the node was down for days");
        assert_eq!(due("expiry_digest", Some(at(5, 9, 30)), at(5, 9, 31)), None, "made up for");
        assert_eq!(due("expiry_digest", None, at(5, 9, 30)), None, "it never ran");
        assert_eq!(due("tidy_sessions", Some(at(2, 8, 0)), at(5, 9, 30)), None, "it is not made up for");
        let zones = HashMap::from([(zone, vec![1, 2]), (Tz::Asia__Kolkata, vec![3]), (Tz::Asia__Singapore, vec![4])]);
        let runs = |kind: &str, last: DateTime<Tz>, minute: DateTime<Tz>| {
            let runs = task(kind, Some(last)).runs(&minute, &zones).into_iter();
            runs.map(|(time, among)| {
                let sorted = among.map(|mut among| {
                    among.sort_unstable();
                    among
                });
                (time, sorted)
            })
            .collect::<Vec<_>>()
        };
        let eight_in_kolkata = at(5, 10, 30);
        assert_eq!(runs("expiry_digest", at(5, 7, 0), at(5, 8, 0)), [(at(5, 8, 0).timestamp(), Some(vec![1, 2, 4]))], "at one hour in two zones");
        assert_eq!(runs("old_reservations", at(5, 8, 0), eight_in_kolkata), [(eight_in_kolkata.timestamp(), Some(vec![3]))], "later in the west");
        assert!(runs("overdue_transfers", at(5, 8, 0), at(5, 9, 0)).is_empty());
        assert_eq!(runs("expiry_digest", at(5, 7, 0), at(5, 12, 0)).len(), 2, "each is made up for");
        assert_eq!(runs("check_books", at(4, 8, 0), at(5, 8, 0)), [(at(5, 8, 0).timestamp(), None)], "the site's hour");
        let skips = ScheduledTask { missed: "skip".into(), ..task("expiry_digest", Some(at(2, 8, 0))) };
        let once = ScheduledTask { missed: "once".into(), ..task("tidy_sessions", Some(at(2, 8, 0))) };
        assert_eq!((skips.due(&at(5, 9, 30)), once.due(&at(5, 9, 30))), (None, eight(3)), "as somebody has set it");
        let off = ScheduledTask { status: 0, ..task("expiry_digest", Some(at(2, 8, 0))) };
        assert_eq!((off.due(&at(5, 8, 0)), off.due(&at(5, 9, 30))), (None, None), "switched off");
    }
    #[tokio::test]
    async fn a_task_of_an_older_site_gets_its_present_name_unless_somebody_has_named_it() {
        let store = Store::connect(&entrepot_store::StoreConfig::new("mem://", "tasks")).await.expect("a store");
        seed(&store, 1).await.expect("tasks");
        let resource = catalogue::find("routine.Crontab").expect("declared");
        let names = async || {
            let tasks = rows(&store).await.expect("tasks");
            tasks.into_iter().map(|task| (task.kind, (task.id, task.name))).collect::<std::collections::HashMap<_, _>>()
        };
        let seeded = names().await;
        let old: Vec<_> = KINDS.iter().flat_map(|kind| kind.old_titles.iter().map(|title| (kind.name, *title))).collect();
        for (kind, name) in old.iter().chain(&[("backup", "Ours")]) {
            let row = json!({ "name": name });
            store.update_record(resource, seeded[*kind].0, row.as_object().expect("an object"), &Act::system(2)).await.expect("renamed");
        }
        assert_eq!(names().await[old[0].0].1, old[0].1);
        seed(&store, 3).await.expect("tasks");
        let (after, mut expected) = (names().await, seeded);
        expected.get_mut("backup").expect("the task").1 = "Ours".into();
        assert_eq!(after, expected);
    }
}
