//! Notifies people that their import or export has ended: they may be on another page by then.

use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};

use super::Task;

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

/// Notifies the person who began a task of the state it has ended in. `message` says why it failed.
pub(super) async fn notify(task: &Task, state: &str, message: &str) {
    let (Some(kind), admin @ 1..) = (kind(&task.kind, state), task.act.scope.admin) else { return };
    let mut fact = Fact { people: vec![AdminId(admin)], id: task.id, ..Fact::default() };
    fact.data.insert("name".into(), task.name.clone().into());
    fact.data.insert("message".into(), message.into());
    match task.exchange.store.notify(&[kind.draft(fact)]).await {
        Ok(announcements) => task.exchange.system.announce(announcements),
        Err(error) => tracing::warn!(%error, task = task.id, "nobody was notified of the end of an import or export"),
    }
}
