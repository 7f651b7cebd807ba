//! Scheduled tasks that failed.

use actors::store::StoreError;
use bus_schemas::notification::{Fact, NotificationKind};

use super::Digests;
use crate::engine::connect::Store;

/// A run that failed.
#[derive(Clone, Copy, Debug)]
pub struct FailedRun<'a> {
    pub task: i64,
    /// What the task is called.
    pub name: &'a str,
    pub message: &'a str,
    /// It makes or tests backups.
    pub of_backup: bool,
}

impl Store {
    /// Tells those who read the log of tasks, at most once an hour of each task. `hour` is `YYYY-MM-DD HH`.
    pub async fn notify_failure(&self, run: FailedRun<'_>, hour: &str) -> Result<Digests, StoreError> {
        let mut digests = Digests::default();
        let mut fact = Fact { id: run.task, ..Fact::default() };
        fact.data.insert("name".into(), run.name.into());
        fact.data.insert("message".into(), run.message.into());
        let kind = if run.of_backup { NotificationKind::BACKUP_FAILED } else { NotificationKind::JOB_FAILED };
        self.write_digest(("job", run.task, hour), &[kind.draft(fact)], ("", vec![]), &mut digests).await?;
        Ok(digests)
    }
}
