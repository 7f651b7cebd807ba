//! Scheduled tasks: rows of the table `crontab` say when, each run leaves a row in `crontab_log`.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use actors::clock::SharedClock;
use actors::system::System;
use actors::warehouse::port::WarehouseStore;
use chrono::{DateTime, TimeZone};
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::digest::jobs::FailedRun;
use entrepot_store::digest::{Digests, Due};
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::cron::Cron;
use crate::config::Config;
use crate::error::ServiceError;
use crate::file::Storage;
use crate::shop::pay::Payments;
use crate::shop::settings::CachedShopSettings;

/// What scheduled tasks work with. Cheap to clone.
#[derive(Clone)]
pub struct Work {
    pub store: Store,
    pub system: System,
    pub payments: Payments,
    pub shop_settings: CachedShopSettings,
    pub storage: Arc<Storage>,
    /// The directory of finished exports.
    pub exchange_dir: PathBuf,
    /// For backups: where they are written, and how the database is opened that tests one.
    pub config: Arc<Config>,
    pub clock: SharedClock,
}

/// Seconds that ended sessions are kept, so that an expired token can be told from an unknown one.
const SESSIONS_KEPT: i64 = 7 * 86_400;
/// Seconds that deleted rows stay in the recycle bin.
const BIN_KEPT: i64 = 90 * 86_400;
/// Runs that are kept in the log.
const LOG_KEPT: i64 = 30 * 86_400;

/// Tasks of a new site: which, and when.
const SEEDS: &[(&str, &str, &str)] = &[
    ("sweep_safety_stock", "检查安全库存 Check safety stock", "* * * * *"),
    ("sweep_shop_orders", "处理到期的商城订单与充值单 Shop orders and recharges that are due", "* * * * *"),
    ("few_goods", "提醒库存告急的商品 Goods that run few", "*/10 * * * *"),
    ("sweep_payments", "查询未决的支付与退款 Payments and refunds that are not settled", "* * * * *"),
    ("match_payments", "核对支付账单 Compare payments with the bill", "30 10-18 * * *"),
    ("expiry_digest", "效期提醒汇总 Batches that expire", "0 8 * * *"),
    ("overdue_transfers", "调拨超期提醒 Overdue transfers", "0 8 * * *"),
    ("old_reservations", "长期占用汇总 Old reservations", "0 8 * * *"),
    ("closing_reminder", "月结提醒 Months to be closed", "0 8 3 * *"),
    ("check_books", "核对账目 Check the books", "20 2 * * *"),
    ("expire_coupons", "优惠券到期 Expire coupons", "*/5 * * * *"),
    ("expire_score", "积分到期与提醒 Expire points, and tell members before", "10 3 * * *"),
    ("tidy_sessions", "清理过期会话 Tidy ended sessions", "7 * * * *"),
    ("tidy_transfers", "清理导入导出文件 Tidy imports and exports", "17 * * * *"),
    ("tidy_recycle_bin", "清理回收站 Tidy the recycle bin", "30 3 * * *"),
    ("tidy_notifications", "清理旧通知 Remove old notifications", "40 3 * * *"),
    ("tidy_uploads", "清理未使用的上传文件 Remove unused uploads", "50 3 * * *"),
    ("clean_pictures", "清除旧图片的附加信息 Clean pictures of before", "*/5 2-4 * * *"),
    ("backup", "每日备份 Nightly backup", "10 1 * * *"),
    ("test_backup", "验证备份 Test the backup", "30 4 * * 0"),
];

/// Names that older sites were given and that no longer say what the task does. Nobody but the program wrote exactly
/// these.
const OLD_NAMES: &[(&str, &str)] = &[
    ("expire_score", "积分到期与提醒 Expire score, and tell members before"),
    ("expire_coupons", "优惠券到期与充值单关闭 Expire coupons and close recharges"),
    ("sweep_shop_orders", "处理到期的商城订单 Shop orders that are due"),
];

/// Tasks that are made up for when no node ran at their time: once, however often they were missed (domain rules 15).
const MADE_UP_FOR: &[&str] = &[
    "expiry_digest",
    "old_reservations",
    "overdue_transfers",
    "closing_reminder",
    "check_books",
    "match_payments",
    "expire_score",
    "backup",
    "test_backup",
];

/// Tasks that tell the people of warehouses something, at the hour of each warehouse: their schedule is read on its clock.
const IN_WAREHOUSES: &[&str] = &["expiry_digest", "old_reservations", "overdue_transfers", "closing_reminder"];

/// Puts the tasks there that a new site has, and gives those with an old name the present one.
pub async fn seed(store: &Store, now: i64) -> Result<(), ServiceError> {
    let known = rows(store).await?;
    let resource = catalogue::find("routine.Crontab").ok_or_else(|| ServiceError::Internal("routine.Crontab is not declared".into()))?;
    for (kind, name, cron) in SEEDS.iter().filter(|(kind, ..)| known.iter().all(|task| task.kind != *kind)) {
        let row = json!({ "name": name, "type": kind, "cron": cron });
        store.insert_record(resource, row.as_object().unwrap_or(&Map::new()), &Act::system(now)).await?;
    }
    for task in known.iter().filter(|task| OLD_NAMES.contains(&(task.kind.as_str(), task.name.as_str()))) {
        let Some((_, name, _)) = SEEDS.iter().find(|(kind, ..)| task.kind == *kind) else { continue };
        let row = json!({ "name": name });
        store.update_record(resource, task.id, row.as_object().unwrap_or(&Map::new()), &Act::system(now)).await?;
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
    /// Unix seconds; nothing before the first run.
    #[serde(default)]
    last_run_time: Option<i64>,
}

impl ScheduledTask {
    /// The time, in Unix seconds, of the run that is due in this minute: that of the minute, or of the first one that was
    /// missed since the last.
    fn due(&self, minute: &DateTime<Tz>) -> Option<i64> {
        let cron = Cron::parse(&self.cron).filter(|_| self.status == 1)?;
        if cron.fires(minute) {
            return Some(minute.timestamp());
        }
        let last = self.last_run_time.filter(|last| *last > 0 && MADE_UP_FOR.contains(&self.kind.as_str()))?;
        let missed = cron.next_after(&minute.timezone().timestamp_opt(last, 0).single()?)?;
        (missed < *minute).then(|| missed.timestamp())
    }

    /// The runs that are due in this minute: the time of each, and the warehouses that it is about, if not all.
    fn runs(&self, minute: &DateTime<Tz>, zones: &HashMap<Tz, Vec<i64>>) -> BTreeMap<i64, Option<Vec<i64>>> {
        if !IN_WAREHOUSES.contains(&self.kind.as_str()) {
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
    let resource = catalogue::find("routine.Crontab").ok_or_else(|| ServiceError::Internal("routine.Crontab is not declared".into()))?;
    let query = ListQuery { limit: 200, ..ListQuery::default() };
    Ok(store.records_as(resource, &query, &Scope::system()).await?)
}

/// Deletes ended sessions of administrators and members, and expired codes and captchas.
async fn tidy_sessions(work: &Work) -> Result<(), actors::store::StoreError> {
    work.store.tidy(work.clock.now() - SESSIONS_KEPT).await?;
    work.store.tidy_failures(work.clock.now()).await?;
    work.store.tidy_devices(work.clock.now()).await?;
    work.store.tidy_upload_days().await?;
    work.store.tidy_members(work.clock.now(), work.clock.now() - SESSIONS_KEPT).await
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
    for task in &tasks {
        let name = format!("crontab-{}", task.id);
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

/// Announces summaries; returns the note for the task log.
fn announce_digests(work: &Work, digests: Digests) -> String {
    work.system.announce(digests.announcements);
    format!("{} notifications", digests.notifications)
}

/// Compares every figure with the ledger. A run with findings fails with the first of them as its message.
async fn check_books(work: &Work) -> Result<String, String> {
    let report = work.store.check().await.map_err(|error| error.to_string())?;
    let looked_at = report.summary();
    let Some(first) = report.findings.first() else { return Ok(looked_at) };
    let said = format!("{}: {}; {} findings; {looked_at}", first.row, first.problem, report.findings.len());
    match work.store.notify_findings(&report, &work.clock.today()).await {
        Ok(digests) => drop(announce_digests(work, digests)),
        Err(error) => tracing::error!(%error, said, "nobody was notified that the books are wrong"),
    }
    Err(said)
}

async fn perform(work: &Work, kind: &str, among: Option<&[i64]>) -> Result<String, String> {
    let message = |error: &dyn std::fmt::Display| error.to_string();
    let today = work.clock.today();
    let due = Due { today: &today, among };
    match kind {
        "sweep_safety_stock" => {
            let products = work.store.watched_products().await.map_err(|error| message(&error))?;
            let announcements = work.store.watch_safety_stock(&products).await.map_err(|error| message(&error))?;
            work.system.announce(announcements);
            Ok(format!("{} products", products.len()))
        }
        "sweep_shop_orders" => {
            let orders = work.system.shop().sweep().await.map_err(|error| message(&error))?;
            // Members look at the time that is left: it ends as it does for orders.
            let recharges = work.store.close_recharges(work.clock.now()).await.map_err(|error| message(&error))?;
            Ok(format!("{orders} orders, {recharges} recharges"))
        }
        "few_goods" => {
            let settings = work.shop_settings.current().await;
            let digests = work.store.notify_few_goods(settings.stock_few, settings.offer_terms(&today)).await.map_err(|error| message(&error))?;
            Ok(announce_digests(work, digests))
        }
        "sweep_payments" => {
            let asked = crate::shop::pay::sweep::run(&work.payments).await.map_err(|error| message(&error))?;
            Ok(if asked == 0 { String::new() } else { format!("{asked} payments") })
        }
        "match_payments" => crate::shop::pay::matching::daily(&work.payments).await.map_err(|error| message(&error)),
        "expiry_digest" => {
            let digests = work.store.notify_expiring(due).await.map_err(|error| message(&error))?;
            Ok(announce_digests(work, digests))
        }
        "old_reservations" => {
            let digests = work.store.notify_old_reservations(due, work.clock.now_ms()).await.map_err(|error| message(&error))?;
            Ok(announce_digests(work, digests))
        }
        "overdue_transfers" => {
            let digests = work.store.notify_overdue_transfers(due, work.clock.now_ms()).await.map_err(|error| message(&error))?;
            Ok(announce_digests(work, digests))
        }
        "closing_reminder" => {
            let digests = work.store.notify_open_books(due).await.map_err(|error| message(&error))?;
            Ok(announce_digests(work, digests))
        }
        "expire_coupons" => {
            let coupons = work.store.expire_coupons(work.clock.now()).await.map_err(|error| message(&error))?;
            let ending = work.store.notify_ending_coupons(work.clock.now()).await.map_err(|error| message(&error))?;
            Ok(if coupons + ending == 0 { String::new() } else { format!("{coupons} coupons, {ending} ending") })
        }
        "expire_score" => {
            let (expired, told) =
                crate::shop::score_expiry::run(&work.payments.shop, work.config.time_zone).await.map_err(|error| message(&error))?;
            Ok(format!("{expired} members, {told} told"))
        }
        "check_books" => check_books(work).await,
        "backup" => super::backups::make(&work.store, &work.config, &work.clock).await,
        "test_backup" => super::backups::test(&work.config).await,
        "tidy_notifications" => {
            let (removed, announcements) = work.store.tidy_notifications(work.clock.now_ms()).await.map_err(|error| message(&error))?;
            work.system.announce(announcements);
            Ok(format!("{removed} notifications"))
        }
        "tidy_uploads" => super::uploads::tidy(&work.store, &work.storage, work.clock.now())
            .await
            .map(|files| format!("{files} files"))
            .map_err(|error| message(&error)),
        "clean_pictures" => crate::file::cleaning::run(&work.store, &work.storage, &work.config.services.upload)
            .await
            .map(|done| done.summary())
            .map_err(|error| message(&error)),
        "tidy_sessions" => tidy_sessions(work).await.map(|()| String::new()).map_err(|error| message(&error)),
        "tidy_transfers" => {
            work.store.tidy_import_changes(work.clock.now() - crate::data_exchange::CHANGES_KEPT).await.map_err(|error| message(&error))?;
            crate::data_exchange::tidy(&work.exchange_dir).await.map(|files| format!("{files} files")).map_err(|error| message(&error))
        }
        "tidy_recycle_bin" => {
            let now = work.clock.now();
            let rows = work.store.empty_recycle_bin(now - BIN_KEPT).await.map_err(|error| message(&error))?;
            work.store.tidy_task_log(now - LOG_KEPT).await.map_err(|error| message(&error))?;
            Ok(format!("{rows} rows"))
        }
        other => Err(format!("{other} is not a task")),
    }
}

/// Notifies people that a task failed.
async fn notify_failure(work: &Work, task: &ScheduledTask, message: &str) {
    let of_backup = matches!(task.kind.as_str(), "backup" | "test_backup");
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

/// The same for some warehouses only, where the task is about warehouses.
async fn run_among(work: &Work, task: &ScheduledTask, among: Option<&[i64]>) -> Result<TaskRun, ServiceError> {
    let began = std::time::Instant::now();
    let outcome = perform(work, &task.kind, among).await;
    let (result, message) = match &outcome {
        Ok(message) => ("done", message),
        Err(message) => ("failed", message),
    };
    let milliseconds = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    let message: String = message.chars().take(1_000).collect();
    let note = TaskRun { crontab_id: task.id, result: result.to_owned(), message, milliseconds };
    let now = work.clock.now();
    let act = |set: Map<String, Value>| Act { set, ..Act::system(now) };
    let missing = || ServiceError::Internal("routine.Crontab is not declared".into());
    let log = catalogue::find("routine.CrontabLog").ok_or_else(missing)?;
    // A sweep that finds nothing would fill the log once a minute.
    let idle = matches!(task.kind.as_str(), "expire_coupons" | "sweep_payments" | "match_payments" | "clean_pictures") && note.message.is_empty();
    if result == "failed" || (task.kind != "sweep_safety_stock" && !idle) {
        let Value::Object(fields) = json!(&note) else { return Err(ServiceError::Internal("a note is an object".into())) };
        work.store.insert_record(log, &Map::new(), &act(fields)).await?;
    }
    // What the check of the books finds has a notification of its own.
    if result == "failed" && task.kind != "check_books" {
        notify_failure(work, task, &note.message).await;
    }
    let resource = catalogue::find("routine.Crontab").ok_or_else(missing)?;
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
        for (kind, name) in OLD_NAMES.iter().chain(&[("backup", "Ours")]) {
            let row = json!({ "name": name });
            store.update_record(resource, seeded[*kind].0, row.as_object().expect("an object"), &Act::system(2)).await.expect("renamed");
        }
        assert_eq!(names().await["expire_score"].1, OLD_NAMES[0].1);
        seed(&store, 3).await.expect("tasks");
        let (after, mut expected) = (names().await, seeded);
        expected.get_mut("backup").expect("the task").1 = "Ours".into();
        assert_eq!(after, expected);
    }
}
