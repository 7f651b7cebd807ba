//! The trace of a batch, from supplier to customers and back; recalling it.

use actors::warehouse::batch_number::normalise;
use bus_schemas::hold::HoldState;
use bus_schemas::number::Quantity;
use bus_schemas::order::transfer::Way;
use entrepot_store::identity::rights::Rights;
use entrepot_store::inventory::place_columns::InventoryView;
use entrepot_store::inventory::trace::{Depth, Part, Traced, TracedOrder};
use entrepot_store::listing::{Filter, LIMIT_MAX, ListQuery};
use entrepot_store::order::transit::{TransitFilter, TransitRow};
use entrepot_store::scope::Scope;
use entrepot_store::shop::recalls::RecalledBatch;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::hold_api::{LostRow, person};
use super::hold_service::{Asked, change};
use super::recall::notify_delivered;
use super::reservation_views::ReservationRow;
use super::views::{InventoryRow, StockProduct};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::integer;
use crate::http::parameters::Whole;
use crate::http::views::{DecimalText, Named};
use crate::identity::admin_request::{caller, scope};
use crate::identity::cost::CostMask;
use crate::inventory::hold_service::BatchHolds;

/// Most batches of one order that are traced.
const BATCHES_MAX: usize = 50;

/// What a member is called among partners, and the right to know whose a shop order is.
const MEMBER: &str = "member";
const SHOP_ORDERS: &str = "shop/order/order/index";

/// Endpoints of traces.
pub struct Traces {
    pub base: Base,
    pub holds: BatchHolds,
}

/// Whom an order is with.
#[derive(Object)]
pub struct TracePartner {
    /// supplier, customer, or member: of the shop's order, for those who see the shop's orders
    pub kind: String,
    pub id: i64,
    pub name: String,
}

/// What an order, or an operation without one, did with a batch in a warehouse.
#[derive(Object)]
pub struct TraceStep {
    /// Code of the operation in the ledger.
    pub operation_type: i64,
    /// The kind's name: `inbound`.
    #[oai(nullable)]
    pub order_kind: Option<String>,
    #[oai(nullable)]
    pub order_id: Option<i64>,
    /// The count sheet that was posted.
    #[oai(nullable)]
    pub count_id: Option<i64>,
    #[oai(nullable)]
    pub operation_number: Option<String>,
    /// Code of the order's type.
    #[oai(nullable, rename = "type")]
    pub order_type: Option<i64>,
    #[oai(nullable)]
    pub partner: Option<TracePartner>,
    /// The shop's order that it sends goods of.
    #[oai(nullable)]
    pub shop_order_id: Option<i64>,
    #[oai(nullable)]
    pub shop_order_no: Option<String>,
    pub warehouses_id: i64,
    #[oai(nullable)]
    pub warehouses: Option<Named>,
    /// It takes back what another order moved.
    pub reverses: bool,
    /// Signed: what it brought or took.
    pub quantity: DecimalText,
    /// Unix seconds of its first and last ledger row.
    pub first_time: i64,
    pub last_time: i64,
}

/// Goods of a batch in transit of a transfer.
#[derive(Object)]
pub struct TraceRoad {
    pub order_id: i64,
    pub operation_number: String,
    pub line: u32,
    /// The warehouses that they have left, and that they go to.
    pub from: Named,
    pub to: Named,
    pub quantity: DecimalText,
    /// Since when, Unix seconds.
    pub create_time: i64,
}

/// Why a batch is held.
#[derive(Object)]
pub struct TraceHold {
    /// Null: in every warehouse.
    #[oai(nullable)]
    pub warehouses_id: Option<i64>,
    pub state: i64,
    pub reason: String,
    /// Unix seconds.
    pub create_time: i64,
}

/// A batch: where it came from, what moved it, where it went, what is left and for whom.
#[derive(Object)]
pub struct TraceView {
    pub product_id: i64,
    #[oai(nullable)]
    pub product: Option<StockProduct>,
    pub batch_number: String,
    #[oai(nullable)]
    pub produce_date: Option<String>,
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    pub received: DecimalText,
    pub delivered: DecimalText,
    pub on_hand: DecimalText,
    /// In transit of transfers.
    pub on_road: DecimalText,
    pub holds: Vec<TraceHold>,
    pub sources: Vec<TraceStep>,
    /// Transfers, adjustments and counts.
    pub moves: Vec<TraceStep>,
    pub deliveries: Vec<TraceStep>,
    pub roads: Vec<TraceRoad>,
    pub places: Vec<InventoryRow>,
    pub reservations: Vec<ReservationRow>,
    /// There are more ledger rows than were followed; the newest were.
    pub more: bool,
}

/// The batches that an order moved, each with its trace.
#[derive(Object)]
pub struct OrderTrace {
    pub batches: Vec<TraceView>,
}

/// Which batch is recalled, and why.
#[derive(Object, Clone, Deserialize)]
pub struct RecallBody {
    #[serde(deserialize_with = "integer")]
    pub product_id: i64,
    #[serde(default)]
    pub batch_number: String,
    #[serde(default)]
    pub reason: String,
    /// Names this intention: sent twice, it is done once.
    pub command_id: Option<String>,
}

/// What a recall did, and whom it concerns.
#[derive(Object)]
pub struct RecallReport {
    /// Orders that have lost reservations; their people are told.
    pub released: Vec<LostRow>,
    /// How many orders had delivered of it; their people are told, and the members of shop orders.
    pub delivered_orders: u64,
    /// The batch has more ledger rows than a recall follows, from the oldest on: later orders are not told.
    pub delivered_more: bool,
    /// The batch after it.
    pub trace: TraceView,
}

impl TraceStep {
    fn new(order: &TracedOrder, rights: &Rights) -> Self {
        let partner =
            order.partner.as_ref().map(|partner| TracePartner { kind: partner.kind.table().to_owned(), id: partner.id, name: partner.name.clone() });
        let shop = order.shop.as_ref();
        let member = shop.filter(|_| rights.holds(SHOP_ORDERS));
        let member = member.map(|shop| TracePartner { kind: MEMBER.to_owned(), id: shop.member, name: shop.member_name.clone() });
        Self {
            operation_type: order.operation,
            order_kind: order.kind.map(|kind| kind.as_str().to_owned()),
            order_id: order.order,
            count_id: order.count,
            operation_number: order.number.clone(),
            order_type: order.kind.zip(order.order_type).and_then(|(kind, order_type)| kind.type_code(order_type)),
            partner: partner.or(member),
            shop_order_id: shop.map(|shop| shop.order),
            shop_order_no: shop.map(|shop| shop.order_no.clone()),
            warehouses_id: order.warehouse,
            warehouses: order.warehouse_name.clone().map(|name| Named { name }),
            reverses: order.reverses,
            quantity: Quantity(order.quantity).into(),
            first_time: order.first / 1_000,
            last_time: order.last / 1_000,
        }
    }
}

impl From<TransitRow> for TraceRoad {
    fn from(row: TransitRow) -> Self {
        let name = |name: Option<String>| Named { name: name.unwrap_or_default() };
        let ends = [name(row.source_name), name(row.target_name)];
        let [from, to] = if row.way == Way::There {
            ends
        } else {
            let [source, target] = ends;
            [target, source]
        };
        Self {
            order_id: row.order,
            operation_number: row.number,
            line: row.line,
            from,
            to,
            quantity: row.lot.quantity.into(),
            create_time: row.lot.at / 1_000,
        }
    }
}

fn steps(traced: &Traced, part: Part, rights: &Rights) -> Vec<TraceStep> {
    traced.orders.iter().filter(|order| order.part() == part).map(|order| TraceStep::new(order, rights)).collect()
}

fn sum(traced: &Traced, part: Part) -> rust_decimal::Decimal {
    traced.orders.iter().filter(|order| order.part() == part).map(|order| order.quantity).sum()
}

fn equals(field: &str, value: String) -> Filter {
    Filter { field: field.into(), operator: "=".into(), values: vec![value], datetime: false }
}

async fn view(base: &Base, product: i64, batch: &str, scope: &Scope, rights: &Rights) -> Result<TraceView, ApiError> {
    let (store, costs) = (base.store(), CostMask::of(rights));
    let traced = store.trace_batch(product, batch, scope, Depth::Shown).await?;
    let filters = vec![equals("product_id", product.to_string()), equals("batch_number", batch.to_owned())];
    let query = ListQuery { filters, limit: LIMIT_MAX, ..ListQuery::default() };
    let places = store.list_inventory(&query, InventoryView::default(), scope).await?;
    let reservations = store.list_reservations(&query, scope).await?;
    let held = store.held_goods().await?;
    let sees = |warehouse: i64| warehouse == 0 || scope.only_warehouses().is_none_or(|seen| seen.contains(&warehouse));
    let holds = held.of_batch(product, batch).filter(|(warehouse, _)| sees(*warehouse)).map(|(warehouse, row)| TraceHold {
        warehouses_id: (warehouse > 0).then_some(warehouse),
        state: row.state.code(),
        reason: row.reason.clone(),
        create_time: row.since / 1_000,
    });
    let holds = holds.collect();
    let on_hand = places.list.iter().map(|place| place.on_hand).sum();
    let places: Vec<InventoryRow> = places.list.into_iter().map(|place| InventoryRow::new(place, costs)).collect();
    let now = base.now();
    let on_its_way = TransitFilter { product: Some(product), ..TransitFilter::default() };
    let mut roads = store.goods_in_transit(&on_its_way, scope).await?;
    roads.retain(|row| row.lot.batch == batch);
    let on_road = roads.iter().map(|row| row.lot.quantity.0).sum();
    Ok(TraceView {
        product_id: product,
        product: store.stock_product(product).await?.map(|(product, unit)| super::views::product(Some(product), unit)),
        batch_number: batch.to_owned(),
        received: Quantity(sum(&traced, Part::Source)).into(),
        delivered: Quantity(-sum(&traced, Part::Delivery)).into(),
        on_hand: Quantity(on_hand).into(),
        on_road: Quantity(on_road).into(),
        holds,
        sources: steps(&traced, Part::Source, rights),
        moves: steps(&traced, Part::Move, rights),
        deliveries: steps(&traced, Part::Delivery, rights),
        roads: roads.into_iter().map(TraceRoad::from).collect(),
        places,
        reservations: (1..).zip(reservations.list).map(|(id, row)| ReservationRow::new(id, row, now)).collect(),
        produce_date: traced.produce_date,
        expiry_date: traced.expiry_date,
        more: traced.more,
    })
}

#[OpenApi]
impl Traces {
    /// The way of a batch: where it came from, where it went, what is left
    #[oai(path = "/admin/warehouse.BatchTrace/index", method = "get", operation_id = "batchTrace")]
    async fn index(&self, request: &Request, product_id: Query<Whole>, batch_number: Query<Option<String>>) -> Answer<TraceView> {
        let product = product_id.0.required("product_id")?;
        let batch = normalise(batch_number.0.as_deref().unwrap_or_default());
        Ok(ok(view(&self.base, product, &batch, &scope(request)?, &caller(request)?.rights).await?))
    }

    /// The other way round: the batches that an order moved, each with its way
    #[oai(path = "/admin/warehouse.BatchTrace/order", method = "get", operation_id = "orderTrace")]
    async fn order(&self, request: &Request, order_no: Query<Option<String>>) -> Answer<OrderTrace> {
        let number = order_no.0.unwrap_or_default();
        let number = number.trim();
        if number.is_empty() {
            return Err(ApiError::field("order_no", "error.required"));
        }
        let (scope, rights) = (scope(request)?, &caller(request)?.rights);
        let mut batches = Vec::new();
        for (product, batch) in self.base.store().batches_of_order(number, &scope).await?.into_iter().take(BATCHES_MAX) {
            batches.push(view(&self.base, product, &batch, &scope, rights).await?);
        }
        Ok(ok(OrderTrace { batches }))
    }

    /// Recall a batch: hold it everywhere, and tell the people of every order concerned
    #[oai(path = "/admin/warehouse.BatchTrace/recall", method = "post", operation_id = "batchRecall")]
    async fn recall(&self, request: &Request, body: Body<RecallBody>) -> Answer<RecallReport> {
        let (body, person) = (body.0, person(request)?);
        let rights = &caller(request)?.rights;
        let batch = normalise(&body.batch_number);
        let asked = Asked {
            product: body.product_id,
            batch: batch.clone(),
            state: HoldState::Recalled,
            reason: body.reason.clone(),
            warehouse: None,
            command: body.command_id.clone(),
        };
        let released = change(&self.holds, &person, asked).await?;
        let recalled = RecalledBatch { product: body.product_id, batch: &batch, reason: body.reason.trim() };
        let delivered = notify_delivered((self.base.store(), self.base.system()), recalled, person.admin, self.base.now()).await?;
        let trace = view(&self.base, body.product_id, &batch, &person.scope, rights).await?;
        let released = released.into_iter().map(LostRow::new).collect();
        Ok(done("ok", RecallReport { released, delivered_orders: delivered.orders, delivered_more: delivered.more, trace }))
    }
}
