//! The audit log: written in batches, never changed.

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::value::{array, int, object, text};

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
        let row = |entry: &LogEntry| {
            object([
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
        let query =
            "BEGIN; FOR $row IN $rows { CREATE type::record('admin_log', sequence::nextval('admin_log')) CONTENT $row RETURN NONE; }; COMMIT;";
        self.run(query, vec![("rows", array(entries.iter().map(row).collect()))]).await?;
        Ok(())
    }
}
