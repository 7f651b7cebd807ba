//! What a receipt may say: batches, dates and places of its parts.

use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::order::details::StepDetails;
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{
    DraftLine, ExtraRights, Order, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderType, PartLine, TargetPlace,
};
use bus_schemas::warehouse::{ReceiveLine, StockAction};
use rust_decimal::Decimal;

use super::decision::Decision;
use super::facts::{BatchRules, BatchUse, OrderFacts, WarehouseRules};
use super::needs::{Needs, asks_for};
use super::rules::decide;
use super::units::UnitFacts;

const TODAY: &str = "2026-03-15";

fn line(quantity: i64, batch: &str) -> DraftLine {
    DraftLine {
        area: Some(AreaId(1)),
        price: Decimal::ONE,
        batch: Some(batch.to_owned()),
        expiry_date: (!batch.is_empty()).then(|| "2027-01-01".to_owned()),
        ..DraftLine::new(ProductId(1), Decimal::from(quantity))
    }
}

fn draft(lines: Vec<DraftLine>) -> OrderDraft {
    OrderDraft::new(WarehouseId(1), OrderType::PURCHASE, TODAY, lines)
}

fn facts() -> OrderFacts {
    OrderFacts {
        warehouse: true,
        partner: true,
        products: [(ProductId(1), UnitFacts { id: UnitId(1), decimals: 4 })].into(),
        areas: [1, 2].into(),
        shelves: [(7, 2)].into(),
        ..OrderFacts::default()
    }
}

fn command(action: OrderAction) -> OrderCommand {
    let id = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
    OrderCommand { id, admin: AdminId(1), version: None, action, quiet: false, may: ExtraRights::default(), today: TODAY.into() }
}

fn take(order: Option<&Order>, action: OrderAction) -> Result<Decision, OrderRefusal> {
    decide(order, OrderId(1), OrderKind::INBOUND, &command(action), 1, &facts())
}

fn reviewed(lines: Vec<DraftLine>) -> Order {
    let order = take(None, OrderAction::Create { draft: draft(lines) }).unwrap().order;
    take(Some(&order), OrderAction::step(AUDIT)).unwrap().order
}

fn part(quantity: i64, batch: &str) -> PartLine {
    PartLine { line: 1, quantity: Decimal::from(quantity), batch: Some(batch.to_owned()), ..PartLine::default() }
}

fn received(decision: &Decision) -> Vec<ReceiveLine> {
    match &decision.stock {
        Some(StockAction::Receive { lines }) => lines.clone(),
        other => panic!("{other:?}"),
    }
}

fn refused(order: &Order, parts: Vec<PartLine>) -> (String, String) {
    match take(Some(order), OrderAction::moving(STOCK, parts)) {
        Err(OrderRefusal::Invalid { field, key }) => (field, key),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_comes_in_several_batches_to_several_places() {
    let order = reviewed(vec![line(10, "A")]);
    let there = TargetPlace { area: Some(AreaId(2)), shelf: Some(ShelfId(7)) };
    let parts = vec![
        PartLine { produce_date: Some("2026-01-01".into()), ..part(3, "a ") },
        PartLine { to: there, expiry_date: Some("2026-12-31".into()), ..part(5, "b") },
    ];
    let action = OrderAction::moving(STOCK, parts);
    assert!(matches!(asks_for(Some(&order), order.kind, &command(action.clone())), Needs::Step(needs) if needs.references.is_some()));
    let decision = take(Some(&order), action).unwrap();
    let received_line = |line: &ReceiveLine| {
        let place = (line.place.area.0, line.place.shelf.0, line.place.batch.clone());
        (line.line, line.quantity.to_string(), place, line.produce_date.clone(), line.expiry_date.clone())
    };
    let dated = |text: &str| Some(text.to_owned());
    assert_eq!(
        received(&decision).iter().map(received_line).collect::<Vec<_>>(),
        [
            (1, "3".to_owned(), (1, 0, "A".to_owned()), dated("2026-01-01"), dated("2027-01-01")),
            // The line's own dates are those of the other batch.
            (1, "5".to_owned(), (2, 7, "B".to_owned()), None, dated("2026-12-31")),
        ]
    );
    assert_eq!((decision.order.lines[0].stocked.to_string(), decision.order.status.as_str()), ("8".to_owned(), "reviewed"));
    let rest = take(Some(&decision.order), OrderAction::step(STOCK)).unwrap();
    assert_eq!((received(&rest)[0].quantity.to_string(), rest.order.status.as_str()), ("2".to_owned(), "stocked"));
}

#[test]
fn parts_of_one_line_are_added_up_and_checked() {
    let order = reviewed(vec![line(10, "A")]);
    let is = |field: &str, key: &str| (field.to_owned(), key.to_owned());
    assert_eq!(refused(&order, vec![part(6, "A"), part(5, "B")]), is("lines[1].quantity", "error.quantity.over"));
    let dated = PartLine { produce_date: Some("2027-02-01".into()), ..part(1, "A") };
    assert_eq!(refused(&order, vec![dated]), is("lines[0].expiry_date", "error.date.order"));
    let nowhere = PartLine { to: TargetPlace { area: Some(AreaId(9)), shelf: None }, ..part(1, "A") };
    assert_eq!(refused(&order, vec![nowhere]), is("lines[0].warehouses_areas_id", "error.reference"));
    assert_eq!(refused(&order, vec![part(1, &"x".repeat(65))]), is("lines[0].batch_number", "error.text.long"));
    assert_eq!(refused(&order, vec![PartLine { damaged: true, ..part(1, "A") }]), is("lines[0].damaged", "error.field.unknown"));
}

#[test]
fn what_goes_out_says_nothing_that_would_be_passed_over() {
    let kind = OrderKind::OUTBOUND;
    let mut draft = draft(vec![line(10, "A")]);
    draft.order_type = OrderType::SALES;
    let step = |order: Option<&Order>, action| decide(order, OrderId(1), kind, &command(action), 1, &facts());
    let order = step(None, OrderAction::Create { draft }).unwrap().order;
    let order = step(Some(&order), OrderAction::step(AUDIT)).unwrap().order;
    let refused = step(Some(&order), OrderAction::moving(STOCK, vec![part(1, "B")]));
    let named = OrderRefusal::Invalid { field: "lines[0].batch_number".into(), key: "error.field.unknown".into() };
    assert_eq!(refused.err(), Some(named));
    let plain = PartLine { batch: None, ..part(1, "") };
    assert!(step(Some(&order), OrderAction::moving(STOCK, vec![plain])).is_ok());
}

#[test]
fn goods_of_an_old_order_move_today() {
    let order = Order { business_date: "2026-02-01".into(), ..reviewed(vec![line(10, "A")]) };
    let with = |order: &Order, rules: WarehouseRules, details: StepDetails, may: ExtraRights| {
        let action = OrderAction::Step { step: STOCK.into(), parts: None, reason: None, details: Box::new(details) };
        let command = OrderCommand { may, ..command(action) };
        assert!(matches!(asks_for(Some(order), order.kind, &command), Needs::Step(needs) if needs.warehouse == Some(WarehouseId(1))));
        decide(Some(order), order.id, order.kind, &command, 1, &OrderFacts { rules, ..facts() }).map(|decision| decision.business_date)
    };
    let plain = StepDetails::default;
    let today = Some(TODAY.to_owned());
    // Also for those who may date back: they have to say so.
    assert_eq!(with(&order, WarehouseRules::default(), plain(), ExtraRights::all()), Ok(today.clone()));
    let lately = Order { business_date: "2026-03-09".into(), ..order.clone() };
    assert_eq!(with(&lately, WarehouseRules::default(), plain(), ExtraRights::default()), Ok(None));
    let strict = WarehouseRules { backdate_days: 0, ..WarehouseRules::default() };
    assert_eq!(with(&lately, strict, plain(), ExtraRights::default()), Ok(today));
    let named = || StepDetails { business_date: Some("2026-02-01".into()), ..StepDetails::default() };
    let refused = OrderRefusal::Invalid { field: "business_date".into(), key: "error.date.backdate".into() };
    assert_eq!(with(&order, WarehouseRules::default(), named(), ExtraRights::default()), Err(refused));
    assert_eq!(with(&order, WarehouseRules::default(), named(), ExtraRights::all()), Ok(Some("2026-02-01".into())));
}

#[test]
fn an_order_is_reviewed_against_what_is_in_use_now() {
    let order = take(None, OrderAction::Create { draft: draft(vec![line(10, "A")]) }).unwrap().order;
    let audit = || command(OrderAction::step(AUDIT));
    let Needs::Step(needs) = asks_for(Some(&order), order.kind, &audit()) else { panic!("nothing is asked") };
    assert_eq!(needs.references.map(|(kind, draft)| (kind, draft.lines[0].product)), Some((order.kind, ProductId(1))));
    let review = |facts: OrderFacts| match decide(Some(&order), order.id, order.kind, &audit(), 1, &facts) {
        Err(OrderRefusal::Invalid { field, key }) => (field, key),
        other => panic!("{other:?}"),
    };
    let disabled = |field: &str| (field.to_owned(), "error.reference".to_owned());
    assert_eq!(review(OrderFacts { products: [].into(), ..facts() }), disabled("lines[0].product_id"));
    assert_eq!(review(OrderFacts { partner: false, ..facts() }), disabled("supplier_id"));
    assert_eq!(review(OrderFacts { areas: [].into(), ..facts() }), disabled("lines[0].warehouses_areas_id"));
    assert_eq!(review(OrderFacts { warehouse: false, ..facts() }), disabled("warehouses_id"));
    // What was reviewed elsewhere is not looked up again.
    let quiet = OrderCommand { quiet: true, ..audit() };
    assert!(decide(Some(&order), order.id, order.kind, &quiet, 1, &OrderFacts::default()).is_ok());
}

fn kept(batch: BatchUse, shelf_life_days: u32) -> OrderFacts {
    OrderFacts { batches: [(ProductId(1), BatchRules { batch, shelf_life_days })].into(), ..facts() }
}

#[test]
fn a_product_says_whether_it_is_kept_in_batches() {
    let create = |line: DraftLine, facts: &OrderFacts| {
        let action = OrderAction::Create { draft: draft(vec![line]) };
        decide(None, OrderId(1), OrderKind::INBOUND, &command(action), 1, facts).map(|decision| decision.order)
    };
    let wrong = |field: &str, key: &str| Some(OrderRefusal::Invalid { field: field.into(), key: key.into() });
    let none = kept(BatchUse::None, 0);
    assert_eq!(create(line(10, "A"), &none).err(), wrong("lines[0].batch_number", "error.batch.none"));
    assert!(create(line(10, ""), &none).is_ok());
    // A batch may still be named when the goods arrive, but not later.
    let required = kept(BatchUse::Required, 0);
    let order = create(line(10, ""), &required).unwrap();
    let order = take(Some(&order), OrderAction::step(AUDIT)).unwrap().order;
    let stock = |action: OrderAction, facts: &OrderFacts| {
        assert!(matches!(asks_for(Some(&order), order.kind, &command(action.clone())), Needs::Step(needs) if needs.references.is_some()));
        decide(Some(&order), order.id, order.kind, &command(action), 1, facts)
    };
    assert_eq!(stock(OrderAction::step(STOCK), &required).err(), wrong("lines[0].batch_number", "error.batch.required"));
    let parts = vec![part(4, "A"), PartLine { batch: None, ..part(6, "") }];
    assert_eq!(stock(OrderAction::moving(STOCK, parts), &required).err(), wrong("lines[1].batch_number", "error.batch.required"));
    assert!(stock(OrderAction::moving(STOCK, vec![part(4, "A")]), &required).is_ok());
    assert_eq!(stock(OrderAction::moving(STOCK, vec![part(4, "A")]), &none).err(), wrong("lines[0].batch_number", "error.batch.none"));
}

#[test]
fn the_shelf_life_fills_the_expiry_date_and_contradicts_another_one() {
    let rules = kept(BatchUse::Optional, 30);
    let create = |expiry: Option<&str>| {
        let line = DraftLine { produce_date: Some("2026-03-01".into()), expiry_date: expiry.map(str::to_owned), ..line(10, "A") };
        let action = OrderAction::Create { draft: draft(vec![line]) };
        decide(None, OrderId(1), OrderKind::INBOUND, &command(action), 1, &rules).map(|decision| decision.order.lines[0].expiry_date.clone())
    };
    assert_eq!(create(None), Ok(Some("2026-03-31".into())));
    assert_eq!(create(Some("2026-03-31")), Ok(Some("2026-03-31".into())));
    let contradicts = OrderRefusal::Invalid { field: "lines[0].expiry_date".into(), key: "error.date.shelf_life".into() };
    assert_eq!(create(Some("2026-04-01")), Err(contradicts));
    let order = reviewed(vec![line(10, "")]);
    let parts = vec![PartLine { produce_date: Some("2026-03-10".into()), ..part(10, "B") }];
    let decision = decide(Some(&order), order.id, order.kind, &command(OrderAction::moving(STOCK, parts)), 1, &rules).unwrap();
    assert_eq!(received(&decision)[0].expiry_date.as_deref(), Some("2026-04-09"));
}

#[test]
fn a_return_that_is_typed_comes_in_as_one() {
    let order = Order { order_type: OrderType::CUSTOMER_RETURN, ..reviewed(vec![line(10, "A")]) };
    let decision = take(Some(&order), OrderAction::step(STOCK)).unwrap();
    assert!(matches!(decision.stock, Some(StockAction::ReceiveReturned { lines }) if lines.len() == 1));
}

#[test]
fn what_the_shop_sells_never_goes_below_zero() {
    let mut draft = draft(vec![line(10, "")]);
    draft.order_type = OrderType::SALES;
    let kind = OrderKind::OUTBOUND;
    let order = decide(None, OrderId(1), kind, &command(OrderAction::Create { draft }), 1, &facts()).unwrap().order;
    let audit = command(OrderAction::step(AUDIT));
    let Needs::Step(needs) = asks_for(Some(&order), kind, &audit) else { panic!("nothing is asked") };
    assert_eq!(needs.never_below_zero, Some((WarehouseId(1), [ProductId(1)].into())));
    let reserves = |facts: &OrderFacts| match decide(Some(&order), OrderId(1), kind, &audit, 1, facts).unwrap().stock {
        Some(StockAction::Reserve { lines }) => lines[0].never_below_zero,
        other => panic!("{other:?}"),
    };
    assert!(!reserves(&facts()));
    assert!(reserves(&OrderFacts { never_below_zero: [ProductId(1)].into(), ..facts() }));
}

#[test]
fn a_deleted_order_comes_back_as_it_was() {
    let order = take(None, OrderAction::Create { draft: draft(vec![line(10, "A")]) }).unwrap().order;
    let notified = |decision: &Decision| decision.notifications.len();
    assert_eq!(take(Some(&order), OrderAction::Restore).err(), Some(OrderRefusal::NotFound), "it is not deleted");
    let deleted = take(Some(&order), OrderAction::Delete).unwrap().order;
    assert_eq!(take(Some(&deleted), OrderAction::step(AUDIT)).err(), Some(OrderRefusal::NotFound));
    let restored = take(Some(&deleted), OrderAction::Restore).unwrap();
    assert_eq!((restored.order.deleted_at, restored.order.version, notified(&restored)), (None, 3, 1));
    assert_eq!((restored.order.number.clone(), &restored.order.lines), (order.number.clone(), &order.lines));
    assert_eq!(restored.order.entry.as_ref().map(|entry| entry.action.as_str()), Some("restore"));
    assert!(take(Some(&restored.order), OrderAction::step(AUDIT)).is_ok());
}
