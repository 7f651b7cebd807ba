//! Held batches: who holds what and why; holding and freeing.

use bus_schemas::hold::HoldState;
use bus_schemas::ids::AdminId;
use bus_schemas::number::Quantity;
use bus_schemas::order::ExtraRights;
use entrepot_store::inventory::reservations::{HoldListed, LostReservation};
use entrepot_store::listing::ListQuery;
use entrepot_store::listing::names::StockNames;
use poem::Request;
use poem_openapi::{Object, OpenApi};

use super::hold_export::HeldBatches;
use super::hold_service::{Asked, change};
use super::views::{StockProduct, named, product};
use crate::base::Base;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::column_export::{ColumnExport, Keyed};
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::body::Body;
use crate::http::body_fields::body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::parameters::List;
use crate::http::routes::Allow;
use crate::http::views::{DecimalText, ListPage, Named, Nicknamed};
use crate::identity::admin_request::{caller, scope};
use crate::identity::order_rights::Person;
use crate::inventory::hold_service::BatchHolds;

/// Endpoints of held batches.
pub struct Holds {
    pub base: Base,
    pub holds: BatchHolds,
}

/// The state of a batch.
#[derive(Object)]
pub struct HoldRow {
    /// The row's place in the list, from 1.
    pub id: i64,
    /// Null where it is held in every warehouse.
    #[oai(nullable)]
    pub warehouses_id: Option<i64>,
    #[oai(nullable)]
    pub warehouses: Option<Named>,
    pub product_id: i64,
    pub product: StockProduct,
    /// Empty for the goods without a batch.
    pub batch_number: String,
    /// 1 to inspect, 2 damaged, 3 recalled.
    pub state: i64,
    pub reason: String,
    /// What is on hand of it, within reach.
    pub total_quantity: DecimalText,
    pub admin_id: i64,
    #[oai(nullable)]
    pub admin: Option<Nicknamed>,
    /// Unix seconds.
    pub create_time: i64,
}

body! {
    /// Which batch, where, and why.
    pub struct HoldBody {
        product_id: integer,
        /// Empty for the goods without a batch.
        batch_number: text,
        /// 1 to inspect, 2 damaged, 3 recalled.
        state: integer?,
        reason: text,
        /// Every warehouse when empty.
        warehouses_id: integer?,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }
}

/// What was released of an order's reservations.
#[derive(Object)]
pub struct LostRow {
    pub warehouses_id: i64,
    /// The kind's name.
    pub order_kind: String,
    pub order_id: i64,
    pub order_no: String,
    pub quantity: DecimalText,
}

/// What a change of a batch's state did.
#[derive(Object)]
pub struct HoldDone {
    /// Orders that have lost reservations; their people are told.
    pub released: Vec<LostRow>,
}

impl HoldRow {
    fn new(id: i64, row: HoldListed) -> Self {
        let StockNames { product: known, unit, warehouse, admin, .. } = row.names;
        Self {
            id,
            warehouses_id: (row.warehouse > 0).then_some(row.warehouse),
            warehouses: named(warehouse),
            product_id: row.product,
            product: product(known, unit),
            batch_number: row.batch,
            state: row.state,
            reason: row.reason,
            total_quantity: Quantity(row.on_hand).into(),
            admin_id: row.admin,
            admin: admin.map(|nickname| Nicknamed { nickname }),
            create_time: row.since / 1_000,
        }
    }
}

impl LostRow {
    pub(super) fn new(row: LostReservation) -> Self {
        Self {
            warehouses_id: row.warehouse,
            order_kind: row.kind.as_str().to_owned(),
            order_id: row.order,
            order_no: row.order_no,
            quantity: Quantity(row.quantity).into(),
        }
    }
}

pub(crate) fn person(request: &Request) -> Result<Person, ApiError> {
    Ok(Person { admin: AdminId(caller(request)?.admin.id), scope: scope(request)?, may: ExtraRights::default() })
}

impl HoldBody {
    fn asked(self, state: HoldState) -> Asked {
        Asked {
            product: self.product_id,
            batch: self.batch_number,
            state,
            reason: self.reason,
            warehouse: self.warehouses_id.filter(|warehouse| *warehouse != 0),
            command: self.command_id,
        }
    }
}

#[OpenApi]
impl Holds {
    /// Held batches, the newest first
    #[oai(path = "/admin/warehouse.BatchHold/index", method = "get", operation_id = "batchHoldIndex")]
    async fn index(&self, request: &Request, list: List) -> Answer<ListPage<HoldRow>> {
        let start = list.0.start();
        let page = self.base.store().list_holds(&list.0, &scope(request)?).await?;
        let rows = (start + 1..).zip(page.list).map(|(id, row)| HoldRow::new(id, row));
        Ok(ok(ListPage::new(rows.collect(), page.total)))
    }

    /// Held batches as a file: begins a task
    #[oai(path = "/admin/warehouse.BatchHold/export", method = "post", operation_id = "batchHoldExport")]
    async fn export(&self, request: &Request, list: List, file: FileOptions) -> Answer<ExportBegun> {
        export_list(request, ColumnExport(Keyed::<HeldBatches>::of(list.0)), file).await
    }

    /// The columns that an export of held batches may have
    #[oai(path = "/admin/warehouse.BatchHold/exportColumns", method = "get", operation_id = "batchHoldExportColumns", tag = "Allow::Page")]
    async fn export_columns(&self, request: &Request) -> Answer<ExportColumns> {
        columns_of(request, &ColumnExport(Keyed::<HeldBatches>::of(ListQuery::default())))
    }

    /// Hold a batch: it is out of what is available at once, and what was reserved of it is released
    #[oai(path = "/admin/warehouse.BatchHold/add", method = "post", operation_id = "batchHoldAdd")]
    async fn add(&self, request: &Request, body: Body<HoldBody>) -> Answer<HoldDone> {
        let state = body.0.state.and_then(HoldState::from_code).filter(|state| *state != HoldState::None);
        let state = state.ok_or_else(|| ApiError::field("state", "error.choice"))?;
        let lost = change(&self.holds, &person(request)?, body.0.asked(state)).await?;
        Ok(done("ok", HoldDone { released: lost.into_iter().map(LostRow::new).collect() }))
    }

    /// Free a batch that is held
    #[oai(path = "/admin/warehouse.BatchHold/release", method = "post", operation_id = "batchHoldRelease")]
    async fn release(&self, request: &Request, body: Body<HoldBody>) -> Answer<HoldDone> {
        let lost = change(&self.holds, &person(request)?, body.0.asked(HoldState::None)).await?;
        Ok(done("ok", HoldDone { released: lost.into_iter().map(LostRow::new).collect() }))
    }
}
