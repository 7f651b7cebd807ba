//! Scheduled tasks: rows of the table `crontab` say when, each run leaves a row in `crontab_log`.

use actors::warehouse::port::WarehouseStore;
use chrono::{DateTime, TimeZone};
use chrono_tz::Tz;
use entrepot_store::digest::Digests;
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
use crate::shop::settings::ShopSettings;

/// Seconds that deleted rows stay in the recycle bin.
const BIN_KEPT: i64 = 90 * 86_400;
/// Runs that are kept in the log.
const LOG_KEPT: i64 = 30 * 86_400;

/// Tasks of a new site: which, and when.
const SEEDS: &[(&str, &str, &str)] = &[
    ("sweep_safety_stock", "检查安全库存 Check safety stock", "* * * * *"),
    ("sweep_shop_orders", "处理到期的商城订单 Shop orders that are due", "* * * * *"),
    ("few_goods", "提醒库存告急的商品 Goods that run few", "*/10 * * * *"),
    ("sweep_payments", "查询未决的支付与退款 Payments and refunds that are not settled", "* * * * *"),
    ("match_payments", "核对支付账单 Compare payments with the bill", "30 10-18 * * *"),
    ("expiry_digest", "效期提醒汇总 Batches that expire", "0 8 * * *"),
    ("overdue_transfers", "调拨超期提醒 Overdue transfers", "0 8 * * *"),
    ("old_reservations", "长期占用汇总 Old reservations", "0 8 * * *"),
    ("closing_reminder", "月结提醒 Months to be closed", "0 8 3 * *"),
    ("check_books", "核对账目 Check the books", "20 2 * * *"),
    ("expire_coupons", "优惠券到期与充值单关闭 Expire coupons and close recharges", "*/5 * * * *"),
    ("tidy_sessions", "清理过期会话 Tidy ended sessions", "7 * * * *"),
    ("tidy_transfers", "清理导入导出文件 Tidy imports and exports", "17 * * * *"),
    ("tidy_recycle_bin", "清理回收站 Tidy the recycle bin", "30 3 * * *"),
];

/// Tasks that are made up for when no node ran at their time: once, however often they were missed (domain rules 15).
const MADE_UP_FOR: &[&str] = &["expiry_digest", "old_reservations", "overdue_transfers", "closing_reminder", "check_books", "match_payments"];

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
    for task in &tasks {
        let name = format!("crontab-{}", task.id);
        if let Some(at) = task.due(&minute)
            && node.store().claim_job(&name, at, node.system().node()).await.unwrap_or(false)
            && let Err(error) = run(node, task).await
        {
            tracing::warn!(%error, task = name, "a scheduled task left no note");
        }
    }
}

/// Announces summaries; says how many there were.
fn tell(node: &Node, digests: Digests) -> String {
    node.system().announce(digests.announcements);
    format!("{} notifications", digests.notifications)
}

/// Compares every figure with the ledger. A run that finds something has failed, and says what it found first.
async fn check_books(node: &Node) -> Result<String, String> {
    let report = node.store().check().await.map_err(|error| error.to_string())?;
    let looked_at = report.summary();
    let Some(first) = report.findings.first() else { return Ok(looked_at) };
    let said = format!("{}: {}; {} findings; {looked_at}", first.row, first.problem, report.findings.len());
    match node.store().tell_of_findings(&report, &node.clock().today()).await {
        Ok(digests) => drop(tell(node, digests)),
        Err(error) => tracing::error!(%error, said, "nobody was told that the books are wrong"),
    }
    Err(said)
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
        "sweep_shop_orders" => {
            let orders = node.system().shop().sweep().await.map_err(|error| told(&error))?;
            Ok(format!("{orders} orders"))
        }
        "few_goods" => {
            let settings = ShopSettings::current(node).await;
            let today = node.clock().today();
            let digests = node.store().tell_few_goods(settings.stock_few, &settings.warehouses_ids, &today).await.map_err(|error| told(&error))?;
            Ok(tell(node, digests))
        }
        "sweep_payments" => {
            let asked = crate::shop::pay::sweep::run(node).await.map_err(|error| told(&error))?;
            Ok(if asked == 0 { String::new() } else { format!("{asked} payments") })
        }
        "match_payments" => crate::shop::pay::matching::daily(node).await.map_err(|error| told(&error)),
        "expiry_digest" => {
            let digests = node.store().tell_expiring(&node.clock().today()).await.map_err(|error| told(&error))?;
            Ok(tell(node, digests))
        }
        "old_reservations" => {
            let clock = node.clock();
            let digests = node.store().tell_old_reservations(&clock.today(), clock.now_ms()).await.map_err(|error| told(&error))?;
            Ok(tell(node, digests))
        }
        "overdue_transfers" => {
            let clock = node.clock();
            let digests = node.store().tell_overdue_transfers(&clock.today(), clock.now_ms()).await.map_err(|error| told(&error))?;
            Ok(tell(node, digests))
        }
        "closing_reminder" => {
            let digests = node.store().tell_open_books(&node.clock().today()).await.map_err(|error| told(&error))?;
            Ok(tell(node, digests))
        }
        "expire_coupons" => {
            let coupons = node.store().expire_coupons(node.now()).await.map_err(|error| told(&error))?;
            let recharges = node.store().close_recharges(node.now()).await.map_err(|error| told(&error))?;
            Ok(if coupons + recharges == 0 { String::new() } else { format!("{coupons} coupons, {recharges} recharges") })
        }
        "check_books" => check_books(node).await,
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
    let idle = matches!(task.kind.as_str(), "expire_coupons" | "sweep_payments" | "match_payments") && note.message.is_empty();
    if result == "failed" || (task.kind != "sweep_safety_stock" && !idle) {
        let Value::Object(fields) = json!(note) else { return Err(ServiceError::Internal("a note is an object".into())) };
        node.store().insert_record(log, &Map::new(), &act(fields)).await?;
    }
    let resource = catalogue::find("routine.Crontab").ok_or_else(missing)?;
    let last = Map::from_iter([("last_run_time".to_owned(), json!(now)), ("last_result".to_owned(), json!(result))]);
    node.store().update_record(resource, task.id, &Map::new(), &act(last)).await?;
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
        let off = ScheduledTask { status: 0, ..task("expiry_digest", Some(at(2, 8, 0))) };
        assert_eq!((off.due(&at(5, 8, 0)), off.due(&at(5, 9, 30))), (None, None), "switched off");
    }
}
