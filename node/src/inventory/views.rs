//! What lists of inventory answer.

use bus_schemas::number::{Amount, PRICE_SCALE, Price, Quantity, round_half_up};
use entrepot_store::listing::names::{ProductName, StockNames};
use entrepot_store::listing::stock_rows::{LedgerRow, StockBalance};
use poem_openapi::Object;
use rust_decimal::Decimal;

use crate::http::views::{DecimalText, Named, Nicknamed};
use crate::identity::cost::CostMask;

/// A product as lists of stock show it; nothing in it is known of a product that is gone.
#[derive(Object)]
#[oai(nullable_all)]
pub struct StockProduct {
    pub product_no: Option<String>,
    pub name: Option<String>,
    pub spec: Option<String>,
    /// The unit that quantities are counted in.
    pub unit: Option<Named>,
}

/// The area and the shelf of a warehouse in which goods lie.
#[derive(Clone, Debug, Object)]
#[oai(nullable_all)]
pub struct AreaShelf {
    pub warehouses_areas_id: Option<i64>,
    pub area: Option<Named>,
    pub warehouses_shelves_id: Option<i64>,
    pub shelf: Option<Named>,
}

impl AreaShelf {
    /// Ids, 0 for none, with their names.
    #[must_use]
    pub fn new((area, area_name): (i64, Option<String>), (shelf, shelf_name): (i64, Option<String>)) -> Self {
        Self { warehouses_areas_id: somewhere(area), area: named(area_name), warehouses_shelves_id: somewhere(shelf), shelf: named(shelf_name) }
    }
}

/// How much of a batch of a product there is at one place.
#[derive(Object)]
pub struct InventoryRow {
    pub id: i64,
    pub product_id: i64,
    pub product: StockProduct,
    pub warehouses_id: i64,
    #[oai(nullable)]
    pub warehouses: Option<Named>,
    #[oai(flatten)]
    pub spot: AreaShelf,
    /// Empty for goods without batches.
    pub batch_number: String,
    /// YYYY-MM-DD
    #[oai(nullable)]
    pub produce_date: Option<String>,
    /// YYYY-MM-DD
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    pub total_quantity: DecimalText,
    /// Of the total: what approved outbound orders wait for.
    pub reserved_quantity: DecimalText,
    /// Of the total: what is held, by the state of its batch, the purpose of its area or because it has expired.
    pub held_quantity: DecimalText,
    /// Total less held and reserved.
    pub available_quantity: DecimalText,
    /// Of the batch: 0 free, 1 to inspect, 2 damaged, 3 recalled.
    pub hold_state: i64,
    #[oai(nullable)]
    pub hold_reason: Option<String>,
    /// The batch is held in every warehouse.
    pub hold_everywhere: bool,
    /// Of the area: 0 normal, 1 to inspect, 2 damaged.
    pub area_purpose: i64,
    /// The goods have expired.
    pub expired: bool,
    /// The product's, over all warehouses.
    pub safety_stock_num: DecimalText,
    /// The product has less available than it should: than its safety stock over the warehouses in use, for people who see all
    /// warehouses, or than its minimum in a warehouse in reach.
    pub below_safety: bool,
    /// Moving average of one unit, in the warehouse; null without the right to see cost.
    #[oai(nullable)]
    pub average_cost: Option<DecimalText>,
    /// Unix seconds.
    pub update_time: i64,
}

/// A row of the ledger.
#[derive(Object)]
pub struct InventoryRecord {
    pub id: i64,
    /// Counts the rows of a warehouse without a gap; reservations, which no list shows, are counted too.
    pub sequence: i64,
    pub warehouses_id: i64,
    #[oai(nullable)]
    pub warehouses: Option<Named>,
    /// Code of the operation, as orders have it in `type`.
    pub operation_type: i64,
    /// Number of the order.
    #[oai(nullable)]
    pub operation_number: Option<String>,
    #[oai(nullable)]
    pub order_id: Option<i64>,
    /// `inbound`, `outbound`, `adjustment` ...
    #[oai(nullable)]
    pub order_kind: Option<String>,
    /// The count sheet that it was posted from.
    #[oai(nullable)]
    pub count_id: Option<i64>,
    /// Marks where a cost comes from: of found goods `last_price` or `price`; of goods that come back `returned` (what they
    /// left with), `average`, `last_price` or `price`; `lost` of goods that were given up in transit; `addition`,
    /// `used`, `correction` and `rounding` move no goods.
    #[oai(nullable)]
    pub cost_basis: Option<String>,
    /// It takes back an earlier row.
    pub reverses: bool,
    pub product_id: i64,
    pub product: StockProduct,
    #[oai(flatten)]
    pub spot: AreaShelf,
    /// Empty for goods without batches.
    pub batch_number: String,
    /// YYYY-MM-DD
    #[oai(nullable)]
    pub produce_date: Option<String>,
    /// YYYY-MM-DD
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    /// What moved: more than 0 came in, less went out.
    pub quantity: DecimalText,
    /// Cost of one unit; null without the right to see cost.
    #[oai(nullable)]
    pub unit_price: Option<DecimalText>,
    /// Null without the right to see cost.
    #[oai(nullable)]
    pub total_price: Option<DecimalText>,
    /// What was at the place afterwards.
    pub balance: DecimalText,
    pub admin_id: i64,
    #[oai(nullable)]
    pub admin: Option<Nicknamed>,
    /// When it happened, for reports: YYYY-MM-DD
    pub business_date: String,
    /// Unix seconds.
    pub create_time: i64,
}

pub(crate) fn product(product: Option<ProductName>, unit: Option<String>) -> StockProduct {
    let unit = unit.map(|name| Named { name });
    match product {
        Some(ProductName { product_no, name, spec, .. }) => StockProduct { product_no: Some(product_no), name: Some(name), spec: Some(spec), unit },
        None => StockProduct { product_no: None, name: None, spec: None, unit },
    }
}

pub(crate) fn named(name: Option<String>) -> Option<Named> {
    name.map(|name| Named { name })
}

/// The id of an area or a shelf, if there is one.
pub(super) fn somewhere(id: i64) -> Option<i64> {
    (id > 0).then_some(id)
}

impl InventoryRow {
    /// A place as somebody may see it.
    #[must_use]
    pub fn new(row: StockBalance, costs: CostMask) -> Self {
        let StockNames { product: known, unit, warehouse, area, shelf, .. } = row.names;
        let safety_stock = known.as_ref().map_or(Decimal::ZERO, |product| product.safety_stock_num);
        Self {
            id: row.id,
            product_id: row.product,
            product: product(known, unit),
            warehouses_id: row.warehouse,
            warehouses: named(warehouse),
            spot: AreaShelf::new((row.area, area), (row.shelf, shelf)),
            batch_number: row.batch,
            produce_date: row.produce_date,
            expiry_date: row.expiry_date,
            total_quantity: Quantity(row.on_hand).into(),
            reserved_quantity: Quantity(row.reserved).into(),
            held_quantity: Quantity(row.held).into(),
            available_quantity: Quantity(row.available).into(),
            hold_state: row.hold.as_ref().map_or(0, |hold| hold.state.code()),
            hold_everywhere: row.hold.as_ref().is_some_and(|hold| hold.everywhere),
            hold_reason: row.hold.map(|hold| hold.reason),
            area_purpose: row.purpose,
            expired: row.expired,
            safety_stock_num: Quantity(safety_stock).into(),
            below_safety: row.below_safety,
            average_cost: costs.show(Amount(row.average_cost)),
            update_time: row.updated_at / 1_000,
        }
    }
}

impl InventoryRecord {
    /// A row of the ledger as somebody may see it.
    #[must_use]
    pub fn new(row: LedgerRow, costs: CostMask) -> Self {
        let StockNames { product: known, unit, warehouse, area, shelf, admin } = row.names;
        Self {
            id: row.id,
            sequence: row.sequence,
            warehouses_id: row.warehouse,
            warehouses: named(warehouse),
            operation_type: row.operation,
            operation_number: row.order_no,
            order_id: row.order_id,
            order_kind: row.order_kind,
            count_id: row.count_id,
            cost_basis: row.cost_basis,
            reverses: row.reverses.unwrap_or(false),
            product_id: row.product,
            product: product(known, unit),
            spot: AreaShelf::new((row.area, area), (row.shelf, shelf)),
            batch_number: row.batch,
            produce_date: row.produce_date,
            expiry_date: row.expiry_date,
            quantity: Quantity(row.moved).into(),
            unit_price: costs.show(Price(round_half_up(row.unit_cost, PRICE_SCALE))),
            total_price: costs.show(Amount(row.amount)),
            balance: Quantity(row.balance).into(),
            admin_id: row.admin,
            admin: admin.map(|nickname| Nicknamed { nickname }),
            business_date: row.business_date,
            create_time: row.at / 1_000,
        }
    }
}
