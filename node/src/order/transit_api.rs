//! Goods in transit, seen from both sides of their transfers.

use bus_schemas::number::{AMOUNT_SCALE, Amount, round_half_up};
use bus_schemas::order::OrderKind;
use bus_schemas::order::transfer::Way;
use entrepot_store::listing::ListQuery;
use entrepot_store::order::transit::{TransitFilter, TransitRow};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use rust_decimal::Decimal;

use super::api::{Parts, person};
use super::fields::OrderAdmin;
use super::transit_export::GoodsInTransit;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::column_export::ColumnExport;
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::envelope::{Answer, ok};
use crate::http::parameters::{List, Whole};
use crate::http::routes::Allow;
use crate::http::views::{DecimalText, Named};
use crate::identity::admin_request::{caller, holds};
use crate::identity::cost::COST;

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;
/// Most days back that are looked for.
const DAYS_MAX: i64 = 36_500;

/// Endpoints of goods in transit.
pub struct TransitApi(pub Parts);

/// The product of goods in transit.
#[derive(Clone, Debug, Object)]
pub struct TransitProductView {
    pub product_no: String,
    pub name: String,
    #[oai(nullable)]
    pub unit: Option<String>,
}

/// Goods of one order, line and batch in transit.
#[derive(Clone, Debug, Object)]
pub struct TransitView {
    /// The order.
    pub id: i64,
    pub transfer_order_no: String,
    pub line: u32,
    /// The target has refused them: they go back to the source.
    pub back: bool,
    pub source_warehouses_id: i64,
    #[oai(nullable)]
    pub source_warehouses: Option<Named>,
    pub target_warehouses_id: i64,
    #[oai(nullable)]
    pub target_warehouses: Option<Named>,
    pub product_id: i64,
    #[oai(nullable)]
    pub product: Option<TransitProductView>,
    pub batch_number: String,
    #[oai(nullable)]
    pub produce_date: Option<String>,
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    pub quantity: DecimalText,
    /// At the cost that they left with; nothing without the right to see costs.
    #[oai(nullable)]
    pub value: Option<DecimalText>,
    /// Since when, in Unix seconds.
    pub since: i64,
    /// Whole days in transit.
    pub days: i64,
    /// Who is in charge of the order.
    pub admin_id: i64,
    #[oai(nullable)]
    pub admin: Option<OrderAdmin>,
}

/// A warehouse that goods may be sent to.
#[derive(Clone, Debug, Object)]
pub struct TransferTarget {
    pub id: i64,
    pub name: String,
}

/// The warehouses that goods may be sent to.
#[derive(Clone, Debug, Object)]
pub struct TransferTargets {
    pub list: Vec<TransferTarget>,
}

/// A page of what is in transit, with what all of it is worth.
#[derive(Object)]
pub struct TransitPage {
    pub list: Vec<TransitView>,
    /// How many rows there are over all pages.
    pub total: i64,
    /// Over all pages; nothing without the right to see costs.
    #[oai(nullable)]
    pub total_value: Option<DecimalText>,
}

impl TransitView {
    fn new(row: &TransitRow, now_ms: i64, costs: bool) -> Self {
        let named = |name: &Option<String>| name.clone().map(|name| Named { name });
        Self {
            id: row.order,
            transfer_order_no: row.number.clone(),
            line: row.line,
            back: row.way == Way::Back,
            source_warehouses_id: row.source,
            source_warehouses: named(&row.source_name),
            target_warehouses_id: row.target,
            target_warehouses: named(&row.target_name),
            product_id: row.product,
            product: row.product_row.as_ref().map(|product| TransitProductView {
                product_no: product.product_no.clone(),
                name: product.name.clone(),
                unit: product.unit.clone(),
            }),
            batch_number: row.lot.batch.clone(),
            produce_date: row.lot.produce_date.clone(),
            expiry_date: row.lot.expiry_date.clone(),
            quantity: row.lot.quantity.into(),
            value: costs.then(|| row.lot.value().into()),
            since: row.lot.at / 1_000,
            days: row.days(now_ms),
            admin_id: row.admin,
            admin: Some(OrderAdmin { nickname: row.admin_name.clone() }),
        }
    }
}

/// What a list asks for beside its quick search.
struct Asked {
    order: Option<i64>,
    product: Option<i64>,
    /// On either side.
    warehouse: Option<i64>,
    min_days: Option<i64>,
}

impl TransitApi {
    fn filter(&self, query: &ListQuery, asked: Asked) -> TransitFilter {
        let Asked { order, product, warehouse, min_days } = asked;
        let left_by = min_days.map(|days| self.0.service.now_ms() - days.clamp(0, DAYS_MAX) * DAY_MS);
        TransitFilter { order, product, warehouse, quick: query.quick.clone(), left_by }
    }
}

#[OpenApi]
impl TransitApi {
    /// What is in transit, what left first before the rest
    #[oai(path = "/admin/warehouse.Transit/index", method = "get", operation_id = "transitIndex")]
    async fn index(
        &self,
        request: &Request,
        list: List,
        /// Only of this transfer order.
        order_id: Query<Whole>,
        product_id: Query<Whole>,
        /// On either side.
        warehouses_id: Query<Whole>,
        /// Only of transfers whose goods left so many days ago or longer.
        min_days: Query<Whole>,
    ) -> Answer<TransitPage> {
        let query = list.0;
        let service = &self.0.service;
        let asked = Asked { order: order_id.0.0, product: product_id.0.0, warehouse: warehouses_id.0.0, min_days: min_days.0.0 };
        let filter = self.filter(&query, asked);
        let rows = service.in_transit(&filter, &person(request, OrderKind::TRANSFER)?).await?;
        let value: Decimal = rows.iter().map(|row| row.lot.value().0).sum();
        let start = usize::try_from(query.start()).unwrap_or(usize::MAX);
        let limit = usize::try_from(query.page_size()).unwrap_or(usize::MAX);
        let now = service.now_ms();
        let costs = holds(caller(request)?, COST);
        let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
        let shown = rows.iter().skip(start).take(limit).map(|row| TransitView::new(row, now, costs)).collect();
        Ok(ok(TransitPage { list: shown, total, total_value: costs.then(|| Amount(round_half_up(value, AMOUNT_SCALE)).into()) }))
    }

    /// What is in transit as a file, transfer by transfer: begins a task
    #[oai(path = "/admin/warehouse.Transit/export", method = "post", operation_id = "transitExport")]
    // Each argument is a parameter of the request.
    #[allow(clippy::too_many_arguments)]
    async fn export(
        &self,
        request: &Request,
        list: List,
        file: FileOptions,
        /// Only of this transfer order.
        order_id: Query<Whole>,
        product_id: Query<Whole>,
        /// On either side.
        warehouses_id: Query<Whole>,
        /// Only of transfers whose goods left so many days ago or longer.
        min_days: Query<Whole>,
    ) -> Answer<ExportBegun> {
        let asked = Asked { order: order_id.0.0, product: product_id.0.0, warehouse: warehouses_id.0.0, min_days: min_days.0.0 };
        let goods = GoodsInTransit::of(self.filter(&list.0, asked), self.0.service.now_ms());
        export_list(request, ColumnExport(goods), file).await
    }

    /// The columns that an export of what is in transit may have
    #[oai(path = "/admin/warehouse.Transit/exportColumns", method = "get", operation_id = "transitExportColumns", tag = "Allow::Page")]
    async fn export_columns(&self, request: &Request) -> Answer<ExportColumns> {
        columns_of(request, &ColumnExport(GoodsInTransit::of(TransitFilter::default(), 0)))
    }

    /// Warehouses that goods may be sent to
    #[oai(path = "/admin/warehouse.TransferOrder/targets", method = "get", operation_id = "transferOrderTargets", tag = "Allow::Page")]
    async fn targets(&self) -> Answer<TransferTargets> {
        let list = self.0.service.targets().await?.into_iter().map(|(id, name)| TransferTarget { id, name }).collect();
        Ok(ok(TransferTargets { list }))
    }
}
