//! Unique values that look alike: rows from before such were compared, of which all but one have to be edited.

use actors::store::StoreError;

use super::report::Report;
use crate::engine::connect::Store;
use crate::resource::alike::LookAlikes;

impl Store {
    pub(super) async fn check_look_alikes(&self, report: &mut Report) -> Result<(), StoreError> {
        for LookAlikes { table, field, value, rows } in self.look_alikes().await? {
            let rows = rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            report.find(format!("{table}.{field}"), format!("the rows {rows} have values that look alike: {value}"));
        }
        Ok(())
    }
}
