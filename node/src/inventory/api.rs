//! Inventory and its records.

use entrepot_store::inventory::list::InventoryView;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::views::{InventoryRecord, InventoryRow};
use crate::http::envelope::{Answer, ok};
use crate::http::guard::{caller, scope};
use crate::http::parameters::{Flag, List};
use crate::http::views::ListPage;
use crate::identity::cost::CostMask;
use crate::node::Node;

/// Endpoints of inventory.
pub struct Inventory(pub Node);

#[OpenApi]
impl Inventory {
    /// What lies where
    #[oai(path = "/admin/warehouse.Inventory/index", method = "get", operation_id = "inventoryIndex")]
    async fn index(
        &self,
        request: &Request,
        list: List,
        /// Only products whose available stock is below their safety stock.
        below_safety: Query<Flag>,
        /// Also places where nothing is left.
        zero: Query<Flag>,
        /// Only what is held.
        held: Query<Flag>,
    ) -> Answer<ListPage<InventoryRow>> {
        let view = InventoryView { below_safety: below_safety.0.0, zero: zero.0.0, held: held.0.0 };
        let costs = CostMask::of(&caller(request)?.rights);
        let page = self.0.store().list_inventory(&list.0, view, &scope(request)?).await?;
        Ok(ok(ListPage::new(page.list.into_iter().map(|row| InventoryRow::new(row, costs)).collect(), page.total)))
    }

    /// The ledger: what moved, newest first
    #[oai(path = "/admin/warehouse.InventoryRecord/index", method = "get", operation_id = "inventoryRecordIndex")]
    async fn records(&self, request: &Request, list: List) -> Answer<ListPage<InventoryRecord>> {
        let costs = CostMask::of(&caller(request)?.rights);
        let page = self.0.store().list_records(&list.0, &scope(request)?).await?;
        Ok(ok(ListPage::new(page.list.into_iter().map(|row| InventoryRecord::new(row, costs)).collect(), page.total)))
    }
}
