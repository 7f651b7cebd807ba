//! The scheduled tasks that there are: one row each. A new task is a row here and a choice in the catalogue's
//! `routine.Crontab`.

use actors::store::StoreError;
use actors::warehouse::port::WarehouseStore;
use entrepot_store::digest::{Digests, Due};
use futures::FutureExt;
use futures::future::BoxFuture;

use super::tasks::Work;
use crate::data_exchange;

/// Seconds that ended sessions are kept, so that an expired token can be told from an unknown one.
const SESSIONS_KEPT: i64 = 7 * 86_400;
/// Seconds that deleted rows stay in the recycle bin.
const BIN_KEPT: i64 = 90 * 86_400;
/// Seconds that events and deliveries are kept.
const EVENTS_KEPT: i64 = 30 * 86_400;
const DELIVERIES_KEPT: i64 = 90 * 86_400;
/// Runs that are kept in the log.
const LOG_KEPT: i64 = 30 * 86_400;

/// What a run says of itself in the log: what it did, or why it failed.
pub type Outcome = Result<String, String>;

/// Whose clock a schedule is read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskClock {
    Site,
    /// Each warehouse's own: the task notifies its people, at their hour.
    Warehouses,
}

/// Which runs that did not fail leave a row in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logged {
    Every,
    /// Those with something to say: others would fill the log once a minute.
    WithResult,
    Never,
}

/// Who is notified of a run that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureNotice {
    Task,
    Backup,
    /// The task notifies people itself.
    Own,
}

/// A kind of task.
pub struct TaskKind {
    /// As it is stored.
    pub name: &'static str,
    /// What a new site calls it.
    pub title: &'static str,
    /// What older sites were given and no longer says what it does. Nobody but the program wrote exactly these.
    pub old_titles: &'static [&'static str],
    /// When a new site runs it.
    pub cron: &'static str,
    /// Run once after a time in which no node ran, however often it was missed (domain rules 15).
    pub catches_up: bool,
    pub clock: TaskClock,
    pub logged: Logged,
    pub failure: FailureNotice,
    pub run: for<'a> fn(&'a Work, Due<'a>) -> BoxFuture<'a, Outcome>,
}

impl TaskKind {
    const fn new(name: &'static str, title: &'static str, cron: &'static str, run: for<'a> fn(&'a Work, Due<'a>) -> BoxFuture<'a, Outcome>) -> Self {
        let (clock, logged, failure) = (TaskClock::Site, Logged::Every, FailureNotice::Task);
        Self { name, title, old_titles: &[], cron, catches_up: false, clock, logged, failure, run }
    }

    const fn catching_up(self) -> Self {
        Self { catches_up: true, ..self }
    }

    const fn in_warehouses(self) -> Self {
        Self { clock: TaskClock::Warehouses, ..self.catching_up() }
    }

    const fn logged(self, logged: Logged) -> Self {
        Self { logged, ..self }
    }

    const fn on_failure(self, failure: FailureNotice) -> Self {
        Self { failure, ..self }
    }

    const fn renamed_from(self, old_titles: &'static [&'static str]) -> Self {
        Self { old_titles, ..self }
    }

    /// The kind of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name)
    }
}

/// All of them, in the order in which a new site lists them.
pub const KINDS: &[TaskKind] = &[
    TaskKind::new("sweep_safety_stock", "检查安全库存 Check safety stock", "* * * * *", |work, _| watch_safety_stock(work).boxed())
        .logged(Logged::Never),
    TaskKind::new("sweep_shop_orders", "处理到期的商城订单与充值单 Shop orders and recharges that are due", "* * * * *", |work, _| {
        close_due_orders(work).boxed()
    })
    .renamed_from(&["处理到期的商城订单 Shop orders that are due"]),
    TaskKind::new("few_goods", "提醒库存告急的商品 Goods that run few", "*/10 * * * *", |work, due| few_goods(work, due).boxed()),
    TaskKind::new("sweep_payments", "查询未决的支付与退款 Payments and refunds that are not settled", "* * * * *", |work, _| {
        ask_payments(work).boxed()
    })
    .logged(Logged::WithResult),
    TaskKind::new("match_payments", "核对支付账单 Compare payments with the bill", "30 10-18 * * *", |work, _| match_payments(work).boxed())
        .catching_up()
        .logged(Logged::WithResult),
    TaskKind::new("expiry_digest", "效期提醒汇总 Batches that expire", "0 8 * * *", |work, due| {
        async move { digested(work, work.store.notify_expiring(due).await) }.boxed()
    })
    .in_warehouses(),
    TaskKind::new("overdue_transfers", "调拨超期提醒 Overdue transfers", "0 8 * * *", |work, due| {
        async move { digested(work, work.store.notify_overdue_transfers(due, work.clock.now_ms()).await) }.boxed()
    })
    .in_warehouses(),
    TaskKind::new("old_reservations", "长期占用汇总 Old reservations", "0 8 * * *", |work, due| {
        async move { digested(work, work.store.notify_old_reservations(due, work.clock.now_ms()).await) }.boxed()
    })
    .in_warehouses(),
    TaskKind::new("expo_reminders", "提醒待联系的展会企业 Remind of expo contacts that are due", "0 9 * * *", |work, due| {
        async move { digested(work, work.store.notify_due_contacts(due.today).await) }.boxed()
    })
    .catching_up()
    .logged(Logged::WithResult),
    TaskKind::new("due_messages", "提醒到期的留言 Remind of messages that are due", "*/5 * * * *", |work, _| due_messages(work).boxed())
        .logged(Logged::WithResult),
    TaskKind::new("closing_reminder", "月结提醒 Months to be closed", "0 8 3 * *", |work, due| {
        async move { digested(work, work.store.notify_open_books(due).await) }.boxed()
    })
    .in_warehouses(),
    TaskKind::new("check_books", "核对账目 Check the books", "20 2 * * *", |work, _| check_books(work).boxed())
        .catching_up()
        .on_failure(FailureNotice::Own),
    TaskKind::new("expire_coupons", "优惠券到期 Expire coupons", "*/5 * * * *", |work, _| expire_coupons(work).boxed())
        .logged(Logged::WithResult)
        .renamed_from(&["优惠券到期与充值单关闭 Expire coupons and close recharges"]),
    TaskKind::new("expire_score", "积分到期与提醒 Expire points, and tell members before", "10 3 * * *", |work, _| expire_score(work).boxed())
        .catching_up()
        .renamed_from(&["积分到期与提醒 Expire score, and tell members before"]),
    TaskKind::new("tidy_sessions", "清理过期会话 Tidy ended sessions", "7 * * * *", |work, _| tidy_sessions(work).boxed()),
    TaskKind::new("tidy_transfers", "清理导入导出文件 Tidy imports and exports", "17 * * * *", |work, _| tidy_transfers(work).boxed()),
    TaskKind::new("tidy_recycle_bin", "清理回收站 Tidy the recycle bin", "30 3 * * *", |work, _| tidy_recycle_bin(work).boxed()),
    TaskKind::new("tidy_notifications", "清理旧通知 Remove old notifications", "40 3 * * *", |work, _| tidy_notifications(work).boxed()),
    TaskKind::new("tidy_events", "清理旧事件与投递记录 Remove old events and deliveries", "45 3 * * *", |work, _| {
        tidy_events(work).boxed()
    }),
    TaskKind::new("tidy_uploads", "清理未使用的上传文件 Remove unused uploads", "50 3 * * *", |work, _| tidy_uploads(work).boxed()),
    TaskKind::new("trim_api_log", "清理接口日志 Trim the API log", "*/10 * * * *", |work, _| trim_api_log(work).boxed()).logged(Logged::WithResult),
    TaskKind::new("clean_pictures", "清除旧图片的附加信息 Clean pictures of before", "*/5 2-4 * * *", |work, _| {
        clean_pictures(work).boxed()
    })
    .logged(Logged::WithResult),
    TaskKind::new("scheduled_exports", "按计划导出 Make scheduled exports", "* * * * *", |work, _| scheduled_exports(work).boxed())
        .logged(Logged::WithResult),
    TaskKind::new("announcements", "通知公告的受众 Tell of announcements", "* * * * *", |work, _| tell_of_announcements(work).boxed())
        .logged(Logged::WithResult),
    TaskKind::new("tidy_papers", "删除旧的证件照片 Remove old pictures of papers", "20 3 * * *", |work, _| tidy_papers(work).boxed())
        .catching_up()
        .logged(Logged::WithResult),
    TaskKind::new("backup", "每日备份 Nightly backup", "10 1 * * *", |work, _| async move { work.backups.make().await }.boxed())
        .catching_up()
        .on_failure(FailureNotice::Backup),
    TaskKind::new("test_backup", "验证备份 Test the backup", "30 4 * * 0", |work, _| async move { work.backups.verify_newest().await }.boxed())
        .catching_up()
        .on_failure(FailureNotice::Backup),
];

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Announces summaries; returns the note for the task log.
pub fn announce_digests(work: &Work, digests: Digests) -> String {
    work.system.announce(digests.announcements);
    format!("{} notifications", digests.notifications)
}

fn digested(work: &Work, digests: Result<Digests, StoreError>) -> Outcome {
    digests.map(|digests| announce_digests(work, digests)).map_err(message)
}

/// Says nothing of a run in which nothing was due.
async fn due_messages(work: &Work) -> Outcome {
    let digests = work.store.notify_due_messages(&crate::site_time::time_at(work.config.time_zone, work.clock.now())).await.map_err(message)?;
    if digests.notifications == 0 { Ok(String::new()) } else { Ok(announce_digests(work, digests)) }
}

async fn watch_safety_stock(work: &Work) -> Outcome {
    let products = work.store.watched_products().await.map_err(message)?;
    work.system.announce(work.store.watch_safety_stock(&products).await.map_err(message)?);
    Ok(format!("{} products", products.len()))
}

async fn scheduled_exports(work: &Work) -> Outcome {
    let count = work.export_templates.run_due().await.map_err(message)?;
    Ok(if count == 0 { String::new() } else { format!("{count} templates") })
}

async fn close_due_orders(work: &Work) -> Outcome {
    let orders = work.system.shop().sweep().await.map_err(message)?;
    // Members look at the time that is left: it ends as it does for orders.
    let recharges = work.store.close_recharges(work.clock.now()).await.map_err(message)?;
    Ok(format!("{orders} orders, {recharges} recharges"))
}

async fn few_goods(work: &Work, due: Due<'_>) -> Outcome {
    let settings = work.shop_settings.current().await;
    digested(work, work.store.notify_few_goods(settings.stock_few, settings.offer_terms(due.today)).await)
}

async fn ask_payments(work: &Work) -> Outcome {
    let asked = crate::shop::pay::sweep::run(&work.payments).await.map_err(message)?;
    Ok(if asked == 0 { String::new() } else { format!("{asked} payments") })
}

async fn match_payments(work: &Work) -> Outcome {
    crate::shop::pay::matching::daily(&work.payments).await.map_err(message)
}

async fn expire_coupons(work: &Work) -> Outcome {
    let coupons = work.store.expire_coupons(work.clock.now()).await.map_err(message)?;
    let ending = work.store.notify_ending_coupons(work.clock.now()).await.map_err(message)?;
    Ok(if coupons + ending == 0 { String::new() } else { format!("{coupons} coupons, {ending} ending") })
}

async fn expire_score(work: &Work) -> Outcome {
    let (expired, notified) = crate::shop::score_expiry::run(&work.payments.shop, work.config.time_zone).await.map_err(message)?;
    Ok(format!("{expired} members, {notified} told"))
}

/// Compares every figure with the ledger. A run with findings fails with the first of them as its message.
async fn check_books(work: &Work) -> Outcome {
    let report = work.store.check().await.map_err(message)?;
    let looked_at = report.summary();
    let Some(first) = report.findings.first() else { return Ok(looked_at) };
    let said = format!("{}: {}; {} findings; {looked_at}", first.row, first.problem, report.findings.len());
    match work.store.notify_findings(&report, &work.clock.today()).await {
        Ok(digests) => drop(announce_digests(work, digests)),
        Err(error) => tracing::error!(%error, said, "nobody was notified that the books are wrong"),
    }
    Err(said)
}

/// Deletes ended sessions of administrators and members, and expired codes and captchas.
async fn tidy_sessions(work: &Work) -> Outcome {
    let (store, now) = (&work.store, work.clock.now());
    let tidied = async {
        store.tidy(now - SESSIONS_KEPT).await?;
        store.tidy_failures(now).await?;
        store.tidy_devices(now).await?;
        store.tidy_upload_days().await?;
        store.tidy_members(now, now - SESSIONS_KEPT).await
    };
    tidied.await.map(|()| String::new()).map_err(message)
}

async fn tidy_transfers(work: &Work) -> Outcome {
    work.store.tidy_import_changes(work.clock.now() - data_exchange::CHANGES_KEPT).await.map_err(message)?;
    work.exchange.tidy_tasks().await.map_err(message)?;
    data_exchange::tidy(&work.exchange.dir).await.map(|files| format!("{files} files")).map_err(message)
}

async fn tidy_recycle_bin(work: &Work) -> Outcome {
    let now = work.clock.now();
    let rows = work.store.empty_recycle_bin(now - BIN_KEPT).await.map_err(message)?;
    work.store.tidy_task_log(now - LOG_KEPT).await.map_err(message)?;
    let days = crate::settings::admin_log_days(work.shop_settings.site()).await.map_err(message)?;
    let lines = match days {
        Some(days) => work.store.trim_admin_log(now - days * 86_400).await.map_err(message)?,
        None => 0,
    };
    Ok(format!("{rows} rows, {lines} lines of the administrators' log"))
}

async fn tidy_notifications(work: &Work) -> Outcome {
    let (removed, announcements) = work.store.tidy_notifications(work.clock.now_ms()).await.map_err(message)?;
    work.system.announce(announcements);
    Ok(format!("{removed} notifications"))
}

/// Events stay as long as other programs may read them, deliveries as a log.
async fn tidy_events(work: &Work) -> Outcome {
    let now = work.clock.now();
    let events = work.store.tidy_events((now - EVENTS_KEPT) * 1_000).await.map_err(message)?;
    let deliveries = work.store.tidy_deliveries(now - DELIVERIES_KEPT).await.map_err(message)?;
    let messages = work.store.tidy_sms_log(now - DELIVERIES_KEPT).await.map_err(message)?;
    Ok(format!("{events} events, {deliveries} deliveries, {messages} lines of the log of SMS"))
}

async fn tidy_uploads(work: &Work) -> Outcome {
    super::uploads::tidy(&work.store, &work.storage, work.clock.now()).await.map(|files| format!("{files} files")).map_err(message)
}

/// Tells of announcements that begin now, and goes on with those that a node left open.
async fn tell_of_announcements(work: &Work) -> Outcome {
    let now = work.clock.now();
    let time = crate::site_time::time_at(work.config.time_zone, now);
    let told = crate::announcement::service::tell_all(&work.store, &work.system, (now, &time)).await.map_err(message)?;
    Ok(if told == 0 { String::new() } else { format!("{told} people") })
}

/// Removes pictures of papers 30 days after the decision.
async fn tidy_papers(work: &Work) -> Outcome {
    let proofs = crate::person::service::remove_old_pictures(&work.store, &work.storage, work.clock.now()).await.map_err(message)?;
    Ok(if proofs == 0 { String::new() } else { format!("{proofs} papers") })
}

/// Deletes lines and counts whose time is over, and computes the figures of the routes again.
async fn trim_api_log(work: &Work) -> Outcome {
    let lines = work.api_log.trim().await.map_err(message)?;
    work.api_log.renew_figures().await.map_err(message)?;
    Ok(if lines == 0 { String::new() } else { format!("{lines} lines") })
}

async fn clean_pictures(work: &Work) -> Outcome {
    crate::file::cleaning::run(&work.store, &work.storage, &work.config.services.upload).await.map(|done| done.summary()).map_err(message)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use entrepot_store::resource::{Kind, catalogue};

    use super::*;
    use crate::cron::Cron;

    #[test]
    fn every_task_is_a_choice_of_the_catalogue_with_a_schedule_that_can_be_read() {
        let field = catalogue::find("routine.Crontab").and_then(|resource| resource.field("type")).expect("declared");
        let Kind::Choice(_, choices) = field.kind else { panic!("a task's kind is chosen from a list") };
        let offered: BTreeSet<&str> = choices.iter().map(|choice| choice.value).collect();
        assert_eq!(offered, KINDS.iter().map(|kind| kind.name).collect());
        assert_eq!(offered.len(), KINDS.len(), "each once");
        assert!(KINDS.iter().all(|kind| Cron::parse(kind.cron).is_some()));
    }
}
