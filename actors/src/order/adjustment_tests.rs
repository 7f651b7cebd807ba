//! Lines of adjustments: their sign, their reason, and what the warehouse is asked to do.

use bus_schemas::ids::{AdminId, CommandId, CommandKey, OrderId, ProductId, UnitId, WarehouseId};
use bus_schemas::number::{Amount, Price, Quantity};
use bus_schemas::order::kinds::{AUDIT, POST};
use bus_schemas::order::{
    DraftLine, ExtraRights, Order, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderStatus, OrderType, PartLine,
};
use bus_schemas::warehouse::StockAction;
use rust_decimal::Decimal;

use super::adjustment::worth;
use super::facts::{OrderFacts, WarehouseRules};
use super::lines::invalid;
use super::rules::decide;
use super::units::UnitFacts;

fn line(quantity: i64, reason: Option<OrderType>) -> DraftLine {
    DraftLine { reason, ..DraftLine::new(ProductId(1), Decimal::from(quantity)) }
}

fn facts() -> OrderFacts {
    OrderFacts {
        warehouse: true,
        partner: true,
        products: [(ProductId(1), UnitFacts { id: UnitId(1), decimals: 0 })].into(),
        prices: [(ProductId(1), Price(Decimal::TEN))].into(),
        four_eyes: true,
        ..OrderFacts::default()
    }
}

fn command(admin: i64, action: OrderAction) -> OrderCommand {
    let id = CommandKey::of(AdminId(admin), CommandId::new("c").unwrap());
    OrderCommand { id, admin: AdminId(admin), version: None, action, quiet: false, may: ExtraRights::default(), today: "2026-01-15".into() }
}

fn create(order_type: OrderType, lines: Vec<DraftLine>) -> Result<Order, OrderRefusal> {
    let draft = OrderDraft::new(WarehouseId(1), order_type, "2026-01-15", lines);
    decide(None, OrderId(1), OrderKind::ADJUSTMENT, &command(1, OrderAction::Create { draft }), 1, &facts()).map(|decision| decision.order)
}

#[test]
fn the_reason_of_a_line_says_its_sign() {
    for (order_type, reason, quantity, key) in [
        (OrderType::DAMAGE, None, 2, Some("error.adjustment.loss")),
        (OrderType::DAMAGE, None, -2, None),
        (OrderType::DAMAGE, Some(OrderType::FOUND), -2, Some("error.adjustment.gain")),
        (OrderType::DAMAGE, Some(OrderType::FOUND), 2, None),
        (OrderType::FOUND, None, 0, Some("error.adjustment.zero")),
        (OrderType::OPENING, None, 5, None),
        (OrderType::SAMPLE, None, -1_000_000_001, Some("error.number.large")),
    ] {
        let expected = key.map(|key| invalid("lines[1].quantity", key));
        let is = create(order_type, vec![line(if order_type.gains() { 1 } else { -1 }, None), line(quantity, reason)]);
        assert_eq!(is.err(), expected, "{order_type:?} {reason:?} {quantity}");
    }
    let purchase = create(OrderType::LOSS, vec![line(-1, Some(OrderType::PURCHASE))]);
    assert_eq!(purchase.err(), Some(invalid("lines[0].reason", "error.choice")));
}

#[test]
fn goods_that_are_written_off_count_for_four_eyes() {
    let from = |amount: i64| OrderFacts {
        four_eyes: false,
        rules: WarehouseRules { four_eyes_from: Some(Amount(Decimal::from(amount))), ..WarehouseRules::default() },
        ..facts()
    };
    let review = |order: &Order, facts: &OrderFacts| decide(Some(order), order.id, order.kind, &command(1, OrderAction::step(AUDIT)), 2, facts).err();
    // Three pieces that go and two that come are five at 10, also where nearly no price was typed.
    let cheap = DraftLine { price: Decimal::new(1, 4), ..line(-3, None) };
    let order = create(OrderType::LOSS, vec![cheap, line(2, Some(OrderType::FOUND))]).unwrap();
    assert_eq!(review(&order, &from(51)), None);
    assert_eq!(review(&order, &from(50)), Some(OrderRefusal::FourEyes));
}

#[test]
fn goods_that_go_out_are_worth_no_less_than_the_products_price() {
    let priced = |quantity: i64, price: Decimal| DraftLine { price, ..line(quantity, None) };
    let order = create(OrderType::FOUND, vec![priced(3, Decimal::new(1, 2)), priced(2, Decimal::from(25))]).unwrap();
    let of = |kind: OrderKind, facts: &OrderFacts| worth(&Order { kind, ..order.clone() }, facts);
    assert_eq!(of(OrderKind::OUTBOUND, &facts()), Amount(Decimal::from(80)));
    let unknown = OrderFacts { prices: [].into(), ..facts() };
    assert_eq!(of(OrderKind::OUTBOUND, &unknown), Amount(Decimal::new(5003, 2)));
    assert_eq!(of(OrderKind::INBOUND, &facts()), Amount(Decimal::new(5003, 2)), "what comes in costs what was agreed");
}

#[test]
fn an_adjustment_is_reviewed_by_somebody_else_and_posted_whole() {
    let order = create(OrderType::LOSS, vec![line(-3, None), line(2, Some(OrderType::FOUND))]).unwrap();
    assert_eq!((order.total_quantity, order.lines[1].price), (Quantity(Decimal::NEGATIVE_ONE), Price(Decimal::TEN)));
    assert_eq!(order.lines.iter().map(|line| line.reason).collect::<Vec<_>>(), [None, Some(OrderType::FOUND)]);
    let apply = |order: &Order, admin, action| decide(Some(order), order.id, order.kind, &command(admin, action), 2, &facts());
    assert_eq!(apply(&order, 1, OrderAction::step(AUDIT)).err(), Some(OrderRefusal::FourEyes));
    let reviewed = apply(&order, 2, OrderAction::step(AUDIT)).unwrap();
    assert!(reviewed.stock.is_none(), "nothing is reserved");
    let part = vec![PartLine { line: 2, quantity: Decimal::ONE, ..PartLine::default() }];
    let whole = Some(invalid("lines", "error.adjustment.whole"));
    assert_eq!(apply(&reviewed.order, 2, OrderAction::moving(POST, part)).err(), whole);
    let posted = apply(&reviewed.order, 2, OrderAction::step(POST)).unwrap();
    let Some(StockAction::Adjust { lines }) = posted.stock else { panic!("{:?}", posted.stock) };
    let changes: Vec<_> = lines.iter().map(|line| (line.line, line.change.0, line.price)).collect();
    assert_eq!(changes, [(1, Decimal::from(-3), Some(Price(Decimal::TEN))), (2, Decimal::TWO, Some(Price(Decimal::TEN)))]);
    assert_eq!(posted.order.status, OrderStatus::STOCKED);
    assert_eq!(
        posted.order.lines.iter().map(|line| line.stocked).collect::<Vec<_>>(),
        posted.order.lines.iter().map(|line| line.quantity).collect::<Vec<_>>()
    );
}
