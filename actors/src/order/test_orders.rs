//! Orders for tests, with a warehouse and rows that are always the same.

use bus_schemas::ids::{AdminId, AreaId, CarrierId, CommandId, CommandKey, OrderId, PartnerId, ProductId, UnitId, WarehouseId};
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::order::{
    DraftLine, ExtraRights, Order, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderType, PartLine, StepDetails, TransferDraft,
};
use bus_schemas::warehouse::Place;
use rust_decimal::Decimal;

use super::decision::Decision;
use super::facts::{LineMovement, OrderFacts};
use super::rules::decide;
use super::units::UnitFacts;

/// The day in the warehouse.
const TODAY: &str = "2026-03-10";

/// Of one product, at a price of 2.
pub(super) fn draft(order_type: OrderType, quantities: &[i64]) -> OrderDraft {
    let line = |quantity: &i64| DraftLine { price: Decimal::TWO, ..DraftLine::new(ProductId(1), Decimal::from(*quantity)) };
    OrderDraft { partner: Some(PartnerId(4)), ..OrderDraft::new(WarehouseId(1), order_type, TODAY, quantities.iter().map(line).collect()) }
}

/// What is known of the rows that the orders refer to.
pub(super) fn facts() -> OrderFacts {
    OrderFacts {
        warehouse: true,
        partner: true,
        products: [(ProductId(1), UnitFacts { id: UnitId(1), decimals: 4 })].into(),
        carriers: [CarrierId(3)].into(),
        next: Some(OrderId(77)),
        ..OrderFacts::default()
    }
}

pub(super) fn command(may: ExtraRights, action: OrderAction) -> OrderCommand {
    let id = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
    OrderCommand { id, admin: AdminId(1), version: None, action, quiet: false, may, today: TODAY.into() }
}

pub(super) fn try_create(kind: OrderKind, draft: OrderDraft, facts: &OrderFacts, may: ExtraRights) -> Result<Order, OrderRefusal> {
    decide(None, OrderId(1), kind, &command(may, OrderAction::Create { draft }), 1, facts).map(|decision| decision.order)
}

/// A sale that waits for review.
pub(super) fn outbound(quantities: &[i64]) -> Order {
    try_create(OrderKind::OUTBOUND, draft(OrderType::SALES, quantities), &facts(), ExtraRights::default()).unwrap()
}

/// A transfer from warehouse 1 to a target with the areas 20 and 22, in which shelf 21 stands.
pub(super) fn transfer_to(target: WarehouseId, target_area: AreaId, lines: Vec<DraftLine>) -> Order {
    let product = |id: i64| (ProductId(id), UnitFacts { id: UnitId(1), decimals: 0 });
    let facts = OrderFacts {
        target: true,
        products: [product(1), product(2), product(3)].into(),
        target_areas: [20, 22].into(),
        target_shelves: [(21, 22)].into(),
        ..facts()
    };
    let transfer = Some(TransferDraft { target: Some(target), source_area: None, target_area: Some(target_area) });
    let draft = OrderDraft { partner: None, lines, transfer, ..draft(OrderType::BETWEEN, &[]) };
    try_create(OrderKind::TRANSFER, draft, &facts, ExtraRights::default()).unwrap()
}

/// A purchase that waits for review.
pub(super) fn inbound(quantities: &[i64]) -> Order {
    try_create(OrderKind::INBOUND, draft(OrderType::PURCHASE, quantities), &facts(), ExtraRights::default()).unwrap()
}

pub(super) fn act(order: &Order, action: OrderAction, facts: &OrderFacts) -> Result<Decision, OrderRefusal> {
    decide(Some(order), order.id, order.kind, &command(ExtraRights::default(), action), 5, facts)
}

/// What an action makes of an order.
pub(super) fn done(order: &Order, action: OrderAction) -> Order {
    act(order, action, &facts()).unwrap().order
}

pub(super) fn parts(quantities: &[(u32, i64)]) -> Vec<PartLine> {
    quantities.iter().map(|(line, quantity)| PartLine { line: *line, quantity: Decimal::from(*quantity), ..PartLine::default() }).collect()
}

/// A step with a reason and what else it takes.
pub(super) fn with(step: &str, details: StepDetails) -> OrderAction {
    OrderAction::Step { step: step.into(), parts: None, reason: Some("why".into()), details: Box::new(details) }
}

/// The field and the key of a refusal.
pub(super) fn wrong<T: std::fmt::Debug>(result: Result<T, OrderRefusal>) -> (String, String) {
    match result {
        Err(OrderRefusal::Invalid { field, key }) => (field, key),
        other => panic!("{other:?}"),
    }
}

pub(super) fn named(field: &str, key: &str) -> (String, String) {
    (field.into(), key.into())
}

/// What a warehouse moved for a line: each piece from a batch of its own, at its own cost.
pub(super) fn movement(line: u32, batch: i64, moved: i64) -> LineMovement {
    let place = Place { area: 0.into(), shelf: 0.into(), product: ProductId(1), batch: format!("B{batch}") };
    let (moved, unit_cost) = (Quantity(Decimal::from(moved)), Cost(Decimal::from(batch)));
    LineMovement { sequence: batch, line, place, moved, unit_cost, produce_date: None, expiry_date: None }
}
