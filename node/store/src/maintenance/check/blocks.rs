//! The ledger's index, compared with the ledger.

use actors::store::StoreError;

use super::report::Report;
use crate::engine::connect::Store;

impl Store {
    /// Each block that is stored says what its ledger rows say. One that is missing is built from them.
    pub(super) async fn check_blocks(&self, warehouse: i64, last: i64, report: &mut Report) -> Result<(), StoreError> {
        for number in self.wrong_blocks(warehouse, last).await? {
            report.find(format!("ledger_block:[{warehouse}, {number}]"), "differs from its ledger rows".into());
        }
        Ok(())
    }
}
