//! The audit log: written in batches, never changed.

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::value::{array, id, int, object, text};

/// One line of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogEntry {
    /// 0 without a login.
    pub admin: i64,
    pub username: String,
    pub title: String,
    pub url: String,
    /// JSON; secrets are masked.
    pub data: String,
    pub ip: String,
    pub agent: String,
    /// Unix seconds.
    pub at: i64,
}

impl Store {
    /// Adds lines to the administrators' log, all of them or none.
    pub async fn write_admin_log(&self, entries: &[LogEntry]) -> Result<(), StoreError> {
        let count = i64::try_from(entries.len()).map_err(|_| StoreError::Corrupt("too many lines".into()))?;
        let first = self.next_ids("admin_log", count).await?;
        let row = |(at, entry): (i64, &LogEntry)| {
            object([
                ("id", id("admin_log", at)),
                ("admin_id", if entry.admin == 0 { surrealdb::types::Value::None } else { int(entry.admin) }),
                ("username", text(&entry.username)),
                ("title", text(&entry.title)),
                ("url", text(&entry.url)),
                ("data", text(&entry.data)),
                ("ip", text(&entry.ip)),
                ("useragent", text(&entry.agent)),
                ("create_time", int(entry.at)),
            ])
        };
        let rows = array((first..).zip(entries).map(row).collect());
        self.run("INSERT INTO admin_log $rows RETURN NONE", vec![("rows", rows)]).await?;
        Ok(())
    }
}
