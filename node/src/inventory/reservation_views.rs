//! What a list of reservations answers.

use actors::warehouse::shop_orders;
use bus_schemas::number::Quantity;
use bus_schemas::order::OrderKind;
use entrepot_store::inventory::reservations::ReservationListed;
use entrepot_store::listing::names::StockNames;
use poem_openapi::Object;

use super::views::{AreaShelf, StockProduct, named, product};
use crate::http::views::{DecimalText, Named, Nicknamed};

/// After so many days a reservation is shown as old.
const OLD_DAYS: i64 = 7;

/// What is reserved for a line of an order at a place.
#[derive(Object)]
pub struct ReservationRow {
    /// The row's place in the list, from 1.
    pub id: i64,
    /// The kind's name: `outbound`.
    pub order_kind: String,
    pub order_id: i64,
    pub operation_number: String,
    /// The shop's order whose parcel it is: only the shop changes what is reserved for it.
    #[oai(nullable)]
    pub shop_order_no: Option<String>,
    pub line: i64,
    /// What it is for: the order's type, as orders have it in `type`; an order of the shop has none.
    #[oai(nullable)]
    pub order_type: Option<i64>,
    pub warehouses_id: i64,
    #[oai(nullable)]
    pub warehouses: Option<Named>,
    #[oai(flatten)]
    pub spot: AreaShelf,
    pub product_id: i64,
    pub product: StockProduct,
    pub batch_number: String,
    pub quantity: DecimalText,
    /// Who wrote the order.
    #[oai(nullable)]
    pub admin: Option<Nicknamed>,
    /// Since when, Unix seconds.
    pub create_time: i64,
    /// When it ends by itself, Unix seconds: an order's of the shop when it is not paid until then. A warehouse order's does not.
    #[oai(nullable)]
    pub end_time: Option<i64>,
    /// It is older than 7 days.
    pub old: bool,
}

impl ReservationRow {
    pub(crate) fn new(id: i64, row: ReservationListed, now: i64) -> Self {
        let StockNames { product: known, unit, warehouse, area, shelf, admin } = row.names;
        let since = row.since / 1_000;
        Self {
            id,
            order_kind: row.kind.as_str().to_owned(),
            order_id: row.order,
            shop_order_no: shop_orders::order_no(&row.order_no).filter(|_| row.kind == OrderKind::OUTBOUND).map(str::to_owned),
            operation_number: row.order_no,
            line: row.line,
            order_type: row.order_type.and_then(|order_type| row.kind.type_row(order_type)).map(|of| of.code),
            warehouses_id: row.warehouse,
            warehouses: named(warehouse),
            spot: AreaShelf::new((row.area, area), (row.shelf, shelf)),
            product_id: row.product,
            product: product(known, unit),
            batch_number: row.batch,
            quantity: Quantity(row.quantity).into(),
            admin: admin.map(|nickname| Nicknamed { nickname }),
            create_time: since,
            end_time: row.ends,
            old: now - since > OLD_DAYS * 86_400,
        }
    }
}
