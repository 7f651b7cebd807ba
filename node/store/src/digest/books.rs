//! What the nightly check of the books found.

use actors::store::StoreError;
use bus_schemas::notification::{Fact, NotificationKind};

use super::Digests;
use crate::engine::connect::Store;
use crate::maintenance::check::report::Report;

impl Store {
    /// Tells those who read the log of tasks, once a day, that the check of the books found something.
    pub async fn notify_findings(&self, report: &Report, today: &str) -> Result<Digests, StoreError> {
        let mut digests = Digests::default();
        if let Some(first) = report.findings.first() {
            let mut fact = Fact::default();
            fact.data.insert("findings".into(), report.findings.len().into());
            fact.data.insert("row".into(), first.row.clone().into());
            fact.data.insert("problem".into(), first.problem.clone().into());
            let drafts = [NotificationKind::BOOKS_WRONG.draft(fact)];
            self.write_digest(("books", 0, today), &drafts, ("", vec![]), &mut digests).await?;
        }
        Ok(digests)
    }
}
