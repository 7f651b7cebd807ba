//! What is answered about the lines of orders.

use bus_schemas::ids::WarehouseId;
use bus_schemas::number::Quantity;
use bus_schemas::order::{OrderKind, TransferPart};
use entrepot_store::order::rows::{self, LineRow, OrderHead};
use poem_openapi::Object;
use poem_openapi::types::MaybeUndefined;

use super::fields::{named, of_kind};
use super::transit_views::LineTransitView;
use crate::http::views::{DecimalText, Named};
use crate::inventory::unit_views::ProductUnitView;

/// A line of an order.
#[derive(Clone, Debug, Object)]
pub struct OrderLineView {
    /// From 1.
    pub line: u32,
    pub product_id: i64,
    #[oai(nullable)]
    pub product: Option<LineProductView>,
    #[oai(nullable)]
    pub warehouses_areas_id: Option<i64>,
    #[oai(nullable)]
    pub warehouses_shelves_id: Option<i64>,
    #[oai(nullable)]
    pub area: Option<Named>,
    #[oai(nullable)]
    pub shelf: Option<Named>,
    /// In the product's own unit.
    pub quantity: DecimalText,
    /// The unit that the quantity was entered in, if another one.
    #[oai(nullable)]
    pub entered_unit_id: Option<i64>,
    #[oai(nullable)]
    pub entered_unit: Option<LineUnitView>,
    /// In that unit.
    #[oai(nullable)]
    pub entered_quantity: Option<DecimalText>,
    /// Base units in one of it, when the line was written.
    #[oai(nullable)]
    pub factor: Option<DecimalText>,
    /// Of one base unit. What no customer pays is null without the right to see cost.
    #[oai(nullable)]
    pub unit_price: Option<DecimalText>,
    #[oai(nullable)]
    pub total_price: Option<DecimalText>,
    #[oai(nullable)]
    pub batch_number: Option<String>,
    /// `YYYY-MM-DD`
    #[oai(nullable)]
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    /// How much of it has moved.
    pub stocked_quantity: DecimalText,
    /// Of adjustments: the line's own reason, as a type; without one it is the order's.
    #[oai(nullable)]
    pub reason: MaybeUndefined<i64>,
    /// Of a transfer: where the goods are to be put.
    #[oai(skip_serializing_if_is_none)]
    pub target_warehouses_areas_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub target_warehouses_shelves_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub target_area: Option<Named>,
    #[oai(skip_serializing_if_is_none)]
    pub target_shelf: Option<Named>,
    /// Of a transfer: where the goods are.
    #[oai(skip_serializing_if_is_none)]
    pub transit: Option<LineTransitView>,
    /// How much of what has moved was taken back, by reversals and by returns.
    pub reversed_quantity: DecimalText,
}

impl OrderLineView {
    /// What a line is shown with before it is one.
    #[must_use]
    pub fn blank() -> Self {
        let nothing = || DecimalText::from(Quantity::ZERO);
        Self {
            line: 0,
            product_id: 0,
            product: None,
            warehouses_areas_id: None,
            warehouses_shelves_id: None,
            area: None,
            shelf: None,
            quantity: nothing(),
            entered_unit_id: None,
            entered_unit: None,
            entered_quantity: None,
            factor: None,
            unit_price: Some(nothing()),
            total_price: Some(nothing()),
            batch_number: None,
            produce_date: None,
            expiry_date: None,
            stocked_quantity: nothing(),
            reason: MaybeUndefined::Undefined,
            reversed_quantity: nothing(),
            target_warehouses_areas_id: None,
            target_warehouses_shelves_id: None,
            target_area: None,
            target_shelf: None,
            transit: None,
        }
    }

    /// A line as it is shown.
    #[must_use]
    pub fn new(kind: OrderKind, line: &LineRow, head: &OrderHead) -> Self {
        let transit = line.transit.as_ref();
        // Goods that move within a warehouse are on no road.
        let on_road = |part: &TransferPart| part.target.0 != head.warehouse;
        let between = transit.filter(|_| head.transfer.as_ref().is_some_and(on_road));
        let unit = |unit: &rows::LineUnit| LineUnitView { name: unit.name.clone(), decimals: unit.decimals };
        let product = |product: &rows::LineProduct| LineProductView {
            product_no: product.product_no.clone(),
            name: product.name.clone(),
            spec: product.spec.clone(),
            unit_id: product.unit_id,
            unit: product.unit.as_ref().map(unit),
            batch_use: product.batch_use,
            shelf_life_days: product.shelf_life_days,
            units: line.units.iter().map(ProductUnitView::from).collect(),
        };
        Self {
            line: line.line,
            product_id: line.product,
            product: line.product_row.as_ref().map(product),
            warehouses_areas_id: line.area,
            warehouses_shelves_id: line.shelf,
            area: named(line.area_row.as_ref()),
            shelf: named(line.shelf_row.as_ref()),
            quantity: line.quantity.into(),
            entered_unit_id: line.entered.map(|entered| entered.unit.0),
            entered_unit: line.entered_row.as_ref().map(unit),
            entered_quantity: line.entered.map(|entered| Quantity(entered.quantity).into()),
            factor: line.entered.map(|entered| Quantity(entered.factor).into()),
            unit_price: Some(line.price.into()),
            total_price: Some(line.total.into()),
            batch_number: line.batch.clone(),
            produce_date: line.produce_date.clone(),
            expiry_date: line.expiry_date.clone(),
            stocked_quantity: line.stocked.into(),
            reason: of_kind(kind.signed(), line.reason.and_then(|reason| kind.type_code(reason))),
            target_warehouses_areas_id: transit.and_then(|transit| transit.area).map(|area| area.0),
            target_warehouses_shelves_id: transit.and_then(|transit| transit.shelf).map(|shelf| shelf.0),
            target_area: named(line.target_area_row.as_ref()),
            target_shelf: named(line.target_shelf_row.as_ref()),
            transit: between.map(|transit| LineTransitView::new(line, transit, WarehouseId(head.warehouse))),
            reversed_quantity: line.reversed.into(),
        }
    }
}

/// The product of a line.
#[derive(Clone, Debug, Object)]
pub struct LineProductView {
    pub product_no: String,
    pub name: String,
    #[oai(nullable)]
    pub spec: Option<String>,
    pub unit_id: i64,
    #[oai(nullable)]
    pub unit: Option<LineUnitView>,
    /// Whether goods that come in have a batch number: 0 they may, 1 they must, 2 they have none.
    pub batch_use: i64,
    /// From the produce date to the expiry date; 0: the product does not say.
    pub shelf_life_days: i64,
    /// The others that a line may be entered in; only of one whole order.
    pub units: Vec<ProductUnitView>,
}

/// The unit of a line's product.
#[derive(Clone, Debug, Object)]
pub struct LineUnitView {
    pub name: String,
    /// Decimals that quantities may have.
    pub decimals: i64,
}
