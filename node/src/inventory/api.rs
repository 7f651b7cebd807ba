//! Inventory and its records.

use actors::dates;
use actors::warehouse::batch_number::normalise;
use bus_schemas::ids::{AreaId, ProductId, ShelfId};
use bus_schemas::number::Quantity;
use bus_schemas::warehouse::Place;
use chrono::NaiveDate;
use entrepot_store::inventory::place_columns::InventoryView;
use entrepot_store::ledger::list::COST_COLUMNS;
use entrepot_store::listing::columns::ListFailure;
use entrepot_store::listing::{ListError, ListQuery};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::export::{Places, Records};
use super::hold_api::person;
use super::hold_service::{self, Correction, Relocation};
use super::views::{InventoryRecord, InventoryRow};
use crate::base::Base;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::body::Body;
use crate::http::body_fields::body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::parameters::{Days, List, StrictFlag};
use crate::http::routes::Allow;
use crate::http::views::ListPage;
use crate::identity::admin_request::{caller, scope};
use crate::identity::cost::CostMask;
use crate::inventory::hold_service::BatchHolds;

/// Most days ahead that expiry is looked for.
const DAYS_MAX: u64 = 36_500;

/// Endpoints of inventory.
pub struct Inventory {
    pub base: Base,
    pub holds: BatchHolds,
}

impl Inventory {
    /// The day that is `days` days from today.
    fn day_in(&self, days: i64) -> Result<NaiveDate, ApiError> {
        let wrong = || ApiError::range("expires_in", 0, i64::try_from(DAYS_MAX).unwrap_or(i64::MAX));
        let days = u64::try_from(days).ok().filter(|days| *days <= DAYS_MAX).ok_or_else(wrong)?;
        dates::date(&self.base.today()).and_then(|today| today.checked_add_days(chrono::Days::new(days))).ok_or_else(wrong)
    }
}

/// Refuses to search or sort by figures of cost for those who don't see them.
fn check_costs(query: &ListQuery, costs: CostMask) -> Result<(), ApiError> {
    let mut asked = query.asked().map(|filter| &filter.field).chain(query.order.iter().map(|(field, _)| field));
    match asked.find(|field| !costs.sees() && COST_COLUMNS.contains(&field.as_str())) {
        Some(field) => Err(ListFailure::from(ListError::Column(field.clone())).into()),
        None => Ok(()),
    }
}

body! {
    /// Goods of a place, and where they are put.
    pub struct MoveBody {
        product_id: integer,
        warehouses_id: integer,
        warehouses_areas_id: integer?,
        warehouses_shelves_id: integer?,
        batch_number: text,
        quantity: decimal,
        to_areas_id: integer?,
        to_shelves_id: integer?,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }
}

/// The place that a request names.
fn place(product: i64, (area, shelf): (Option<i64>, Option<i64>), batch: &str) -> Place {
    Place { area: AreaId(area.unwrap_or(0)), shelf: ShelfId(shelf.unwrap_or(0)), product: ProductId(product), batch: normalise(batch) }
}

body! {
    /// Goods of a place, and the dates that they turn out to have.
    pub struct DatesBody {
        product_id: integer,
        warehouses_id: integer,
        /// Of goods without a batch; a batch has the same dates at all its places in the warehouse.
        warehouses_areas_id: integer?,
        warehouses_shelves_id: integer?,
        batch_number: text,
        /// `YYYY-MM-DD`; not known when empty.
        pub produce_date: Option<String>,
        /// `YYYY-MM-DD`, usable through its end; not known when empty.
        pub expiry_date: Option<String>,
        reason: text,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }
}

#[OpenApi]
impl Inventory {
    /// What lies where
    #[oai(path = "/admin/warehouse.Inventory/index", method = "get", operation_id = "inventoryIndex")]
    // Each argument is a parameter of the request.
    #[allow(clippy::too_many_arguments)]
    async fn index(
        &self,
        request: &Request,
        list: List,
        /// Only products whose available stock is below their safety stock.
        below_safety: Query<StrictFlag>,
        /// Also places where nothing is left.
        zero: Query<StrictFlag>,
        /// Only what is held.
        held: Query<StrictFlag>,
        /// Only what is below zero.
        negative: Query<StrictFlag>,
        /// Only what lies there and expires within so many days; 0: what has expired or does today.
        expires_in: Query<Days>,
    ) -> Answer<ListPage<InventoryRow>> {
        let expires_by = expires_in.0.0.map(|days| self.day_in(days)).transpose()?;
        let view = InventoryView { below_safety: below_safety.0.0, zero: zero.0.0, held: held.0.0, negative: negative.0.0, expires_by };
        let costs = CostMask::of(&caller(request)?.rights);
        let page = self.base.store().list_inventory(&list.0, view, &scope(request)?).await?;
        Ok(ok(ListPage::new(page.list.into_iter().map(|row| InventoryRow::new(row, costs)).collect(), page.total)))
    }

    /// What lies where, as a file: begins a task
    #[oai(path = "/admin/warehouse.Inventory/export", method = "post", operation_id = "inventoryExport")]
    // Each argument is a parameter of the request.
    #[allow(clippy::too_many_arguments)]
    async fn export(
        &self,
        request: &Request,
        list: List,
        file: FileOptions,
        /// Only products whose available stock is below their safety stock.
        below_safety: Query<StrictFlag>,
        /// Also places where nothing is left.
        zero: Query<StrictFlag>,
        /// Only what is held.
        held: Query<StrictFlag>,
        /// Only what is below zero.
        negative: Query<StrictFlag>,
        /// Only what lies there and expires within so many days; 0: what has expired or does today.
        expires_in: Query<Days>,
    ) -> Answer<ExportBegun> {
        let expires_by = expires_in.0.0.map(|days| self.day_in(days)).transpose()?;
        let view = InventoryView { below_safety: below_safety.0.0, zero: zero.0.0, held: held.0.0, negative: negative.0.0, expires_by };
        export_list(request, Places::of(list.0, view), file).await
    }

    /// The columns that an export of inventory may have
    #[oai(path = "/admin/warehouse.Inventory/exportColumns", method = "get", operation_id = "inventoryExportColumns", tag = "Allow::Page")]
    async fn export_columns(&self, request: &Request) -> Answer<ExportColumns> {
        columns_of(request, &Places::of(ListQuery::default(), InventoryView::default()))
    }

    /// Put goods of a place elsewhere in the warehouse, also such as are held; what is reserved of them stays so
    #[oai(path = "/admin/warehouse.Inventory/move", method = "post", operation_id = "inventoryMove")]
    async fn relocate(&self, request: &Request, body: Body<MoveBody>) -> Answer<Nothing> {
        let body = body.0;
        let from = place(body.product_id, (body.warehouses_areas_id, body.warehouses_shelves_id), &body.batch_number);
        let asked = Relocation {
            warehouse: body.warehouses_id,
            from,
            area: body.to_areas_id.unwrap_or(0),
            shelf: body.to_shelves_id.unwrap_or(0),
            quantity: Quantity(body.quantity),
            command: body.command_id,
        };
        hold_service::relocate(&self.holds, &person(request)?, asked).await?;
        Ok(done("ok", Nothing))
    }

    /// Correct the dates of a batch at all its places in a warehouse, or of goods without a batch at one place
    #[oai(path = "/admin/warehouse.Inventory/dates", method = "post", operation_id = "inventoryDates")]
    async fn correct_dates(&self, request: &Request, body: Body<DatesBody>) -> Answer<Nothing> {
        let body = body.0;
        let place = place(body.product_id, (body.warehouses_areas_id, body.warehouses_shelves_id), &body.batch_number);
        let asked = Correction {
            warehouse: body.warehouses_id,
            place,
            produce_date: body.produce_date.unwrap_or_default(),
            expiry_date: body.expiry_date.unwrap_or_default(),
            reason: body.reason,
            command: body.command_id,
        };
        hold_service::correct_dates(&self.holds, &person(request)?, asked).await?;
        Ok(done("ok", Nothing))
    }

    /// The ledger: what moved, newest first
    #[oai(path = "/admin/warehouse.InventoryRecord/index", method = "get", operation_id = "inventoryRecordIndex")]
    async fn records(&self, request: &Request, list: List) -> Answer<ListPage<InventoryRecord>> {
        let costs = CostMask::of(&caller(request)?.rights);
        check_costs(&list.0, costs)?;
        let page = self.base.store().list_records(&list.0, &scope(request)?).await?;
        Ok(ok(ListPage::new(page.list.into_iter().map(|row| InventoryRecord::new(row, costs)).collect(), page.total)))
    }

    /// The ledger as a file: begins a task
    #[oai(path = "/admin/warehouse.InventoryRecord/export", method = "post", operation_id = "inventoryRecordExport")]
    async fn export_records(&self, request: &Request, list: List, file: FileOptions) -> Answer<ExportBegun> {
        check_costs(&list.0, CostMask::of(&caller(request)?.rights))?;
        export_list(request, Records::of(list.0), file).await
    }

    /// The columns that an export of the ledger may have
    #[oai(
        path = "/admin/warehouse.InventoryRecord/exportColumns",
        method = "get",
        operation_id = "inventoryRecordExportColumns",
        tag = "Allow::Page"
    )]
    async fn record_columns(&self, request: &Request) -> Answer<ExportColumns> {
        columns_of(request, &Records::of(ListQuery::default()))
    }
}
