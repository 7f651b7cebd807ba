//! Trees of declared rows: every row hangs, by its parents, below one without a parent.

use actors::store::StoreError;

use super::report::Report;
use crate::engine::connect::Store;
use crate::resource::tree::Parents;

impl Store {
    pub(super) async fn check_trees(&self, report: &mut Report) -> Result<(), StoreError> {
        for resource in self.catalogue().all().filter(|resource| resource.tree && !resource.view) {
            let table = resource.table;
            let rows: Vec<(i64, i64)> = self.rows(&format!("SELECT VALUE [record::id(id), pid ?? 0] FROM {table}"), vec![]).await?;
            let parents = Parents::new(rows);
            for circle in parents.circles() {
                let way: Vec<String> = circle.iter().chain(circle.first()).map(ToString::to_string).collect();
                report.find(format!("{table}:{}", circle.first().copied().unwrap_or(0)), format!("lies below itself: {}", way.join(" below ")));
            }
            for (row, parent) in parents.orphans() {
                report.find(format!("{table}:{row}"), format!("lies below {parent}, which is not there"));
            }
        }
        Ok(())
    }
}
