//! Notifies people that their import or export has ended: they may be on another page by then.

use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};

use super::exchange::Exchange;

/// The notification about a task's end; none about a dry run, which is watched.
fn kind(task: &str, state: &str) -> Option<NotificationKind> {
    match (task, state) {
        ("export", "done") => Some(NotificationKind::EXPORT_READY),
        ("export", _) => Some(NotificationKind::EXPORT_FAILED),
        ("import", "done") => Some(NotificationKind::IMPORT_DONE),
        ("import", _) => Some(NotificationKind::IMPORT_FAILED),
        _ => None,
    }
}

/// How a task has ended.
pub(super) struct End<'a> {
    /// The person who began it; 0: the system.
    pub admin: i64,
    /// The task.
    pub id: i64,
    /// `export`, `import`, `dry_run` or `take_back`.
    pub kind: &'a str,
    /// What it is called.
    pub name: &'a str,
    /// `done` or `failed`.
    pub state: &'a str,
    /// Why it failed, or what it has to say.
    pub message: &'a str,
}

/// Notifies the person who began a task of its end.
pub(super) async fn notify(exchange: &Exchange, end: End<'_>) {
    let (Some(kind), admin @ 1..) = (kind(end.kind, end.state), end.admin) else { return };
    let mut fact = Fact { people: vec![AdminId(admin)], id: end.id, ..Fact::default() };
    fact.data.insert("name".into(), end.name.into());
    fact.data.insert("message".into(), end.message.into());
    match exchange.store.notify(&[kind.draft(fact)]).await {
        Ok(announcements) => exchange.system.announce(announcements),
        Err(error) => tracing::warn!(%error, task = end.id, "nobody was notified of the end of an import or export"),
    }
}
