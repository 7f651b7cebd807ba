//! The trace of a batch, from supplier to customers and back; recalling it.

use actors::warehouse::batch_number::normalise;
use bus_schemas::hold::HoldState;
use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::order::process::Partner;
use bus_schemas::warehouse::Operation;
use entrepot_store::inventory::list::InventoryView;
use entrepot_store::inventory::trace::{Traced, TracedOrder};
use entrepot_store::listing::{Filter, LIMIT_MAX, ListQuery};
use entrepot_store::scope::Scope;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::hold_api::{LostRow, person};
use super::hold_service::{Asked, change};
use super::reservation_api::ReservationRow;
use super::views::{InventoryRow, StockProduct};
use crate::http::body::{Body, integer};
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::guard::{caller, scope};
use crate::http::parameters::Whole;
use crate::http::views::{DecimalText, Named};
use crate::identity::cost::CostMask;
use crate::node::Node;

/// Most batches of one order that are traced.
const BATCHES_MAX: usize = 50;

/// Endpoints of traces.
pub struct Traces(pub Node);

/// Whom an order is with.
#[derive(Object)]
pub struct TracePartner {
    /// supplier or customer
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
    #[oai(nullable)]
    pub operation_number: Option<String>,
    /// Code of the order's type.
    #[oai(nullable, rename = "type")]
    pub order_type: Option<i64>,
    #[oai(nullable)]
    pub partner: Option<TracePartner>,
    pub warehouses_id: i64,
    #[oai(nullable)]
    pub warehouses: Option<Named>,
    /// Signed: what it brought or took.
    pub quantity: DecimalText,
    /// Unix seconds of its first and last ledger row.
    pub first_time: i64,
    pub last_time: i64,
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
    pub holds: Vec<TraceHold>,
    pub sources: Vec<TraceStep>,
    /// Transfers, adjustments and counts.
    pub moves: Vec<TraceStep>,
    pub deliveries: Vec<TraceStep>,
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
    #[serde(default)]
    pub command_id: Option<String>,
}

/// What a recall did, and whom it concerns.
#[derive(Object)]
pub struct RecallReport {
    /// Orders that have lost reservations; their people are told.
    pub released: Vec<LostRow>,
    /// How many orders had delivered of it; their people are told.
    pub delivered_orders: u64,
    /// The batch after it.
    pub trace: TraceView,
}

impl TraceStep {
    fn new(order: &TracedOrder) -> Self {
        let partner =
            order.partner.as_ref().map(|partner| TracePartner { kind: partner.kind.table().to_owned(), id: partner.id, name: partner.name.clone() });
        Self {
            operation_type: order.operation,
            order_kind: order.kind.map(|kind| kind.as_str().to_owned()),
            order_id: order.order,
            operation_number: order.number.clone(),
            order_type: order.kind.zip(order.order_type).and_then(|(kind, order_type)| kind.type_code(order_type)),
            partner,
            warehouses_id: order.warehouse,
            warehouses: order.warehouse_name.clone().map(|name| Named { name }),
            quantity: Quantity(order.quantity).into(),
            first_time: order.first / 1_000,
            last_time: order.last / 1_000,
        }
    }
}

/// The part of a batch's way that an operation belongs to.
fn steps(traced: &Traced, fits: impl Fn(i64) -> bool) -> Vec<TraceStep> {
    traced.orders.iter().filter(|order| fits(order.operation)).map(TraceStep::new).collect()
}

fn sum(traced: &Traced, operation: Operation) -> rust_decimal::Decimal {
    traced.orders.iter().filter(|order| order.operation == operation.code()).map(|order| order.quantity).sum()
}

fn equals(field: &str, value: String) -> Filter {
    Filter { field: field.into(), operator: "=".into(), values: vec![value], datetime: false }
}

async fn view(node: &Node, product: i64, batch: &str, scope: &Scope, costs: CostMask) -> Result<TraceView, ApiError> {
    let store = node.store();
    let traced = store.trace_batch(product, batch, scope).await?;
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
    let now = node.now();
    let (inbound, outbound) = (Operation::Inbound.code(), Operation::Outbound.code());
    Ok(TraceView {
        product_id: product,
        product: store.stock_product(product).await?.map(|(product, unit)| super::views::product(Some(product), unit)),
        batch_number: batch.to_owned(),
        received: Quantity(sum(&traced, Operation::Inbound)).into(),
        delivered: Quantity(-sum(&traced, Operation::Outbound)).into(),
        on_hand: Quantity(on_hand).into(),
        holds,
        sources: steps(&traced, |operation| operation == inbound),
        moves: steps(&traced, |operation| operation != inbound && operation != outbound),
        deliveries: steps(&traced, |operation| operation == outbound),
        places,
        reservations: (1..).zip(reservations.list).map(|(id, row)| ReservationRow::new(id, row, now)).collect(),
        produce_date: traced.produce_date,
        expiry_date: traced.expiry_date,
        more: traced.more,
    })
}

/// Tells the people of orders that delivered a recalled batch.
async fn tell_delivered(node: &Node, asked: &RecallBody, batch: &str, by: bus_schemas::ids::AdminId) -> Result<u64, ApiError> {
    let traced = node.store().trace_batch(asked.product_id, batch, &Scope::system()).await?;
    let out = |order: &&TracedOrder| order.operation == Operation::Outbound.code() && order.order.is_some();
    let drafts: Vec<NotificationDraft> = traced.orders.iter().filter(out).filter_map(|order| delivered(order, asked, batch, by)).collect();
    let told = drafts.len() as u64;
    let announcements = node.store().notify(&drafts).await?;
    node.system().announce(announcements);
    Ok(told)
}

fn delivered(order: &TracedOrder, asked: &RecallBody, batch: &str, by: bus_schemas::ids::AdminId) -> Option<NotificationDraft> {
    let (kind, id) = order.kind.zip(order.order)?;
    let customer = order.partner.as_ref().filter(|partner| partner.kind == Partner::Customer);
    let mut data = serde_json::Map::new();
    data.insert("order_no".into(), order.number.clone().unwrap_or_default().into());
    data.insert("quantity".into(), Quantity(-order.quantity).to_string().into());
    data.insert("batch".into(), batch.into());
    data.insert("partner".into(), customer.map_or("–", |partner| partner.name.as_str()).into());
    data.insert("reason".into(), asked.reason.trim().into());
    let warehouses = vec![WarehouseId(order.warehouse)];
    Some(NotificationKind::RECALL_DELIVERED.draft(Fact { by: Some(by), order_kind: Some(kind), id, warehouses, data, ..Fact::default() }))
}

#[OpenApi]
impl Traces {
    /// The way of a batch: where it came from, where it went, what is left
    #[oai(path = "/admin/warehouse.BatchTrace/index", method = "get", operation_id = "batchTrace")]
    async fn index(&self, request: &Request, product_id: Query<Whole>, batch_number: Query<Option<String>>) -> Answer<TraceView> {
        let product = product_id.0.required("product_id")?;
        let batch = normalise(batch_number.0.as_deref().unwrap_or_default());
        let costs = CostMask::of(&caller(request)?.rights);
        Ok(ok(view(&self.0, product, &batch, &scope(request)?, costs).await?))
    }

    /// The other way round: the batches that an order moved, each with its way
    #[oai(path = "/admin/warehouse.BatchTrace/order", method = "get", operation_id = "orderTrace")]
    async fn order(&self, request: &Request, order_no: Query<Option<String>>) -> Answer<OrderTrace> {
        let number = order_no.0.unwrap_or_default();
        let number = number.trim();
        if number.is_empty() {
            return Err(ApiError::field("order_no", "error.required"));
        }
        let (scope, costs) = (scope(request)?, CostMask::of(&caller(request)?.rights));
        let mut batches = Vec::new();
        for (product, batch) in self.0.store().batches_of_order(number, &scope).await?.into_iter().take(BATCHES_MAX) {
            batches.push(view(&self.0, product, &batch, &scope, costs).await?);
        }
        Ok(ok(OrderTrace { batches }))
    }

    /// Recall a batch: hold it everywhere, and tell the people of every order concerned
    #[oai(path = "/admin/warehouse.BatchTrace/recall", method = "post", operation_id = "batchRecall")]
    async fn recall(&self, request: &Request, body: Body<RecallBody>) -> Answer<RecallReport> {
        let (body, person) = (body.0, person(request)?);
        let costs = CostMask::of(&caller(request)?.rights);
        let batch = normalise(&body.batch_number);
        let asked = Asked {
            product: body.product_id,
            batch: batch.clone(),
            state: HoldState::Recalled,
            reason: body.reason.clone(),
            warehouse: None,
            command: body.command_id.clone(),
        };
        let released = change(&self.0, &person, asked).await?;
        let delivered_orders = tell_delivered(&self.0, &body, &batch, person.admin).await?;
        let trace = view(&self.0, body.product_id, &batch, &person.scope, costs).await?;
        Ok(done("ok", RecallReport { released: released.into_iter().map(LostRow::new).collect(), delivered_orders, trace }))
    }
}
