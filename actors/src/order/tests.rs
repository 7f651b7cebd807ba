//! The table of transitions, four eyes, versions and the fields that a refusal names.

use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, PartnerId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::notification::{Audience, NotificationKind};
use bus_schemas::order::kinds::{AUDIT, CLOSE, STOCK, TAKE_BACK, VOID};
use bus_schemas::order::process::{At, Direction, Does, Moved, OrderProcess, State, Step, To, TypeRow};
use bus_schemas::order::units::DraftUnit;
use bus_schemas::order::{
    DraftLine, ExtraRights, Order, OrderAction, OrderChange, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderStatus, OrderType, PartLine,
    PickedPlace,
};
use bus_schemas::warehouse::StockAction;
use rust_decimal::Decimal;

use super::edit::merged;
use super::facts::OrderFacts;
use super::needs::{Needs, asks_for};
use super::picks;
use super::rules::decide;
use super::state::allowed;
use super::units::{OtherUnit, UnitFacts};

fn draft(quantities: &[&str], price: &str) -> OrderDraft {
    let line = |quantity: &&str| DraftLine {
        price: price.parse::<Decimal>().unwrap(),
        ..DraftLine::new(ProductId(1), quantity.parse::<Decimal>().unwrap())
    };
    OrderDraft::new(WarehouseId(1), OrderType::PURCHASE, "2026-01-15", quantities.iter().map(line).collect())
}

fn command(admin: i64, action: OrderAction) -> OrderCommand {
    let id = CommandKey::of(AdminId(admin), CommandId::new("c").unwrap());
    OrderCommand { id, admin: AdminId(admin), version: None, action, quiet: false, may: ExtraRights::default(), today: "2026-01-15".into() }
}

fn create(draft: OrderDraft) -> Result<Order, OrderRefusal> {
    decide(None, OrderId(1), OrderKind::INBOUND, &command(1, OrderAction::Create { draft }), 1, &facts()).map(|decision| decision.order)
}

fn apply(order: &Order, command: &OrderCommand) -> Result<Order, OrderRefusal> {
    decide(Some(order), order.id, order.kind, command, 2, &facts()).map(|decision| decision.order)
}

/// Everything that these orders refer to is there.
fn facts() -> OrderFacts {
    OrderFacts {
        warehouse: true,
        partner: true,
        products: [(ProductId(1), UnitFacts { id: UnitId(1), decimals: 4 })].into(),
        ..OrderFacts::default()
    }
}

fn edit(quantities: &[&str]) -> OrderAction {
    OrderAction::Edit { change: OrderChange { lines: Some(draft(quantities, "1").lines), ..OrderChange::default() } }
}

#[test]
fn every_state_allows_what_the_table_says_and_names_it() {
    let actions = || {
        [
            edit(&["2"]),
            OrderAction::step(AUDIT),
            OrderAction::step(TAKE_BACK),
            OrderAction::step(STOCK),
            OrderAction::ending(CLOSE, "reason"),
            OrderAction::ending(VOID, "reason"),
            OrderAction::Delete,
        ]
    };
    let pending = create(draft(&["2"], "1")).unwrap();
    let table: [(OrderStatus, bool, &[&str]); 5] = [
        (OrderStatus::PENDING, false, &["edit", "audit", "void", "del"]),
        (OrderStatus::REVIEWED, false, &["stock", "takeBack", "void"]),
        (OrderStatus::REVIEWED, true, &["stock", "close", "reverse", "returnGoods", "addCost", "takeCostBack"]),
        (OrderStatus::STOCKED, true, &["reverse", "returnGoods", "addCost", "takeCostBack"]),
        (OrderStatus::VOIDED, false, &[]),
    ];
    for (status, moved, expected) in table {
        let mut order = Order { status, ..pending.clone() };
        if moved {
            order.lines[0].stocked.0 = Decimal::ONE;
        }
        for action in actions() {
            let name = action.name().to_owned();
            match apply(&order, &command(2, action)) {
                Ok(next) => {
                    assert!(expected.contains(&name.as_str()), "{status:?} {name}");
                    assert_eq!(next.version, order.version + 1);
                }
                Err(OrderRefusal::Transition { status: reported, allowed }) => {
                    assert!(!expected.contains(&name.as_str()), "{status:?} {name}");
                    assert_eq!((reported, allowed), (status, expected.iter().map(|name| (*name).to_owned()).collect()));
                }
                Err(other) => panic!("{status:?} {name}: {other}"),
            }
        }
    }
}

#[test]
fn four_eyes_are_those_of_somebody_who_wrote_nothing() {
    let order = create(draft(&["2"], "1")).unwrap();
    let edited = apply(&order, &command(2, edit(&["3"]))).unwrap();
    let strict = OrderFacts { four_eyes: true, ..facts() };
    let audit = |admin, facts: &OrderFacts| {
        decide(Some(&edited), edited.id, edited.kind, &command(admin, OrderAction::step(AUDIT)), 2, facts).map(|decision| decision.order.status)
    };
    assert_eq!([1, 2].map(|admin| audit(admin, &strict)), [Err(OrderRefusal::FourEyes), Err(OrderRefusal::FourEyes)]);
    assert_eq!((audit(3, &strict), audit(1, &facts())), (Ok(OrderStatus::REVIEWED), Ok(OrderStatus::REVIEWED)));
}

#[test]
fn a_review_of_an_older_version_is_refused_with_who_changed_it() {
    let order = create(draft(&["2"], "1")).unwrap();
    let edited = apply(&order, &command(2, edit(&["3"]))).unwrap();
    let late = OrderCommand { version: Some(order.version), ..command(3, OrderAction::step(AUDIT)) };
    assert_eq!(apply(&edited, &late), Err(OrderRefusal::Version { current: edited.version, changed_by: AdminId(2) }));
}

#[test]
fn a_refused_figure_names_its_line_and_field() {
    for bad in ["0", "-1", "1.00001", "1000000001"] {
        let Err(OrderRefusal::Invalid { field, .. }) = create(draft(&["1", "1", bad], "1")) else { panic!("{bad} was taken") };
        assert_eq!(field, "lines[2].quantity");
    }
    let Err(OrderRefusal::Invalid { field, .. }) = create(draft(&["1"], "-0.01")) else { panic!("a negative price was taken") };
    assert_eq!(field, "lines[0].unit_price");
}

#[test]
fn totals_are_rounded_half_up_by_line() {
    let order = create(draft(&["1", "1"], "0.125")).unwrap();
    assert_eq!(order.lines[0].total.to_string(), "0.13");
    assert_eq!(order.total_amount.to_string(), "0.26");
}

#[test]
fn an_edit_changes_what_was_sent_and_leaves_the_rest_as_it_is_then() {
    let order = create(draft(&["2", "3"], "1.5")).unwrap();
    let change = |change: OrderChange| command(2, OrderAction::Edit { change });
    let remarked = apply(&order, &change(OrderChange { remark: Some("fragile".into()), ..OrderChange::default() })).unwrap();
    let priced = apply(&remarked, &change(OrderChange { lines: Some(draft(&["7"], "2").lines), ..OrderChange::default() })).unwrap();
    assert_eq!((priced.remark.as_str(), priced.lines.len(), priced.total_quantity.to_string().as_str()), ("fragile", 1, "7"));
    let same = apply(&order, &change(OrderChange::default())).unwrap();
    assert_eq!((&same.lines, same.total_amount, &same.business_date), (&order.lines, order.total_amount, &order.business_date));
}

#[test]
fn whose_partner_a_changed_order_has_follows_from_its_type() {
    let order = create(draft(&["2"], "1")).unwrap();
    let both = OrderChange { supplier: Some(5.into()), customer: Some(6.into()), ..OrderChange::default() };
    assert_eq!(merged(&order, &both).partner, Some(5.into()));
    let back = OrderChange { order_type: Some(OrderType::CUSTOMER_RETURN), ..both };
    assert_eq!(merged(&order, &back).partner, Some(6.into()));
    assert_eq!(merged(&order, &OrderChange::default()).partner, order.partner);
}

#[test]
fn an_edit_refuses_what_is_not_there_by_its_field() {
    let order = create(draft(&["2"], "1")).unwrap();
    let refused = |facts: OrderFacts| decide(Some(&order), order.id, order.kind, &command(2, edit(&["2"])), 2, &facts).map(|_| ()).unwrap_err();
    let named = |field: &str| OrderRefusal::Invalid { field: field.into(), key: "error.reference".into() };
    assert_eq!(refused(OrderFacts { warehouse: false, ..facts() }), named("warehouses_id"));
    assert_eq!(refused(OrderFacts { partner: false, ..facts() }), named("supplier_id"));
    assert_eq!(refused(OrderFacts { products: [].into(), ..facts() }), named("lines[0].product_id"));
}

#[test]
fn the_person_in_charge_stays_unless_replaced_and_is_notified_of_the_order() {
    let order = create(draft(&["2"], "1")).unwrap();
    assert_eq!(order.admin, AdminId(1));
    let give = |admin: i64| OrderAction::Edit { change: OrderChange { admin: Some(AdminId(admin)), ..OrderChange::default() } };
    let there = OrderFacts { admin: true, ..facts() };
    let given = |facts: &OrderFacts| decide(Some(&order), order.id, order.kind, &command(2, give(5)), 2, facts);
    assert_eq!(given(&facts()).map(|_| ()), Err(OrderRefusal::Invalid { field: "admin_id".into(), key: "error.reference".into() }));
    let edited = given(&there).unwrap().order;
    assert_eq!((edited.admin, edited.created_by), (AdminId(5), AdminId(1)));
    // The present person in charge may stay, also with a disabled account.
    let edited = apply(&edited, &command(2, give(5))).unwrap();
    let edited = apply(&edited, &command(2, edit(&["3"]))).unwrap();
    assert_eq!(edited.admin, AdminId(5));
    let reviewed = apply(&edited, &command(3, OrderAction::step(AUDIT))).unwrap();
    let stocked = decide(Some(&reviewed), reviewed.id, reviewed.kind, &command(3, OrderAction::step(STOCK)), 2, &facts()).unwrap();
    let audiences = stocked.notifications.iter().map(|draft| draft.audience.clone()).collect::<Vec<_>>();
    let ids = vec![AdminId(1), AdminId(3), AdminId(5)];
    assert_eq!(audiences, [Audience::Admins { ids, except: Some(AdminId(3)) }]);
}

#[test]
fn authors_and_reviewers_are_notified_of_the_end_of_an_order() {
    let order = create(draft(&["2"], "1")).unwrap();
    let reviewed = apply(&order, &command(3, OrderAction::step(AUDIT))).unwrap();
    let part = OrderAction::moving(STOCK, vec![PartLine { line: 1, quantity: Decimal::ONE, ..PartLine::default() }]);
    let moved = apply(&reviewed, &command(3, part)).unwrap();
    let notification = |order: &Order, action: OrderAction| {
        let decision = decide(Some(order), order.id, order.kind, &command(4, action), 2, &facts()).unwrap();
        let draft = decision.notifications.into_iter().next().unwrap();
        assert_eq!(draft.audience, Audience::Admins { ids: vec![AdminId(1), AdminId(3)], except: Some(AdminId(4)) });
        (draft.kind, draft.data.get("reason").cloned())
    };
    assert_eq!(notification(&reviewed, OrderAction::step(TAKE_BACK)), (NotificationKind::ORDER_TAKEN_BACK, None));
    assert_eq!(notification(&reviewed, OrderAction::ending(VOID, "twice")), (NotificationKind::ORDER_VOIDED, Some("twice".into())));
    assert_eq!(notification(&moved, OrderAction::ending(CLOSE, "lost")), (NotificationKind::ORDER_CLOSED_SHORT, Some("lost".into())));
    // Imported orders notify nobody.
    let quiet = OrderCommand { quiet: true, ..command(4, OrderAction::ending(VOID, "twice")) };
    assert!(decide(Some(&reviewed), reviewed.id, reviewed.kind, &quiet, 2, &facts()).unwrap().notifications.is_empty());
}

#[test]
fn reviewers_are_told_once_that_an_order_waits_for_them_again() {
    let told = |order: &Order, admin: i64, action: OrderAction| {
        let decision = decide(Some(order), order.id, order.kind, &command(admin, action), 2, &facts()).unwrap();
        let drafts = decision.notifications.into_iter().filter(|draft| draft.kind == NotificationKind::ORDER_REVIEW);
        (decision.order, drafts.map(|draft| draft.audience).collect::<Vec<_>>())
    };
    let reviewers = |except: i64| Audience::Holders { node: OrderKind::INBOUND.node(AUDIT), except: Some(AdminId(except)) };
    let order = create(draft(&["2"], "1")).unwrap();
    let (edited, none) = told(&order, 2, edit(&["3"]));
    assert!(none.is_empty(), "they know of it since it was created");
    let (reviewed, none) = told(&edited, 3, OrderAction::step(AUDIT));
    assert!(none.is_empty());
    let (waiting, all) = told(&reviewed, 3, OrderAction::step(TAKE_BACK));
    assert_eq!(all, [reviewers(3)]);
    // Only the one who took the review back does not know of it yet.
    assert!(told(&waiting, 3, edit(&["4"])).1.is_empty());
    let (corrected, one) = told(&waiting, 1, edit(&["4"]));
    assert_eq!(one, [Audience::Admins { ids: vec![AdminId(3)], except: Some(AdminId(1)) }]);
    assert!(told(&corrected, 1, edit(&["5"])).1.is_empty());
    let elsewhere = OrderAction::Edit { change: OrderChange { warehouse: Some(WarehouseId(2)), ..OrderChange::default() } };
    assert_eq!(told(&corrected, 1, elsewhere).1, [reviewers(1)], "others review there");
    assert!(told(&corrected, 1, OrderAction::Delete).1.is_empty());
}

#[test]
fn a_draft_may_wait_for_its_lines_and_is_not_reviewed_without() {
    let created = decide(None, OrderId(1), OrderKind::INBOUND, &command(1, OrderAction::Create { draft: draft(&[], "1") }), 1, &facts()).unwrap();
    assert!(created.notifications.is_empty(), "there is nothing to review");
    let order = created.order;
    assert_eq!((order.lines.len(), order.total_amount, order.status), (0, bus_schemas::number::Amount::ZERO, OrderStatus::PENDING));
    let empty = OrderRefusal::Invalid { field: "lines".into(), key: "error.lines.empty".into() };
    assert_eq!(apply(&order, &command(3, OrderAction::step(AUDIT))), Err(empty.clone()));
    let told = |order: &Order, action: OrderAction| {
        let decision = decide(Some(order), order.id, order.kind, &command(1, action), 2, &facts()).unwrap();
        (decision.order, decision.notifications.iter().map(|draft| draft.kind).collect::<Vec<_>>())
    };
    let (filled, kinds) = told(&order, edit(&["2"]));
    assert_eq!((filled.lines.len(), kinds), (1, vec![NotificationKind::ORDER_REVIEW]));
    assert!(told(&filled, edit(&["3"])).1.is_empty(), "they know of it");
    let (emptied, kinds) = told(&filled, edit(&[]));
    assert_eq!((emptied.lines.len(), kinds.len()), (0, 0));
    assert_eq!(apply(&emptied, &command(3, OrderAction::step(AUDIT))), Err(empty));
    assert_eq!(apply(&filled, &command(3, OrderAction::step(AUDIT))).map(|order| order.status), Ok(OrderStatus::REVIEWED));
}

#[test]
fn goods_that_go_out_name_a_line_once_for_each_place_that_they_are_taken_from() {
    let lines = create(draft(&["6", "3"], "1")).unwrap().lines;
    let part = |line: u32, quantity: i64, batch: Option<&str>| PartLine {
        line,
        quantity: Decimal::from(quantity),
        from: batch.map(|batch| PickedPlace { area: AreaId(1), shelf: ShelfId(2), batch: batch.to_owned() }),
        ..PartLine::default()
    };
    let checked = |parts: &[PartLine]| {
        let issued = picks::check_parts(&lines, Some(parts))?;
        Ok(issued.into_iter().map(|part| (part.index, part.quantity.0, part.from.map(|from| from.batch))).collect::<Vec<_>>())
    };
    let taken = checked(&[part(1, 2, Some(" a")), part(1, 4, Some("B")), part(2, 1, None)]);
    let of = |batch: &str| Some(batch.to_owned());
    assert_eq!(taken, Ok(vec![(0, Decimal::from(2), of("A")), (0, Decimal::from(4), of("B")), (1, Decimal::ONE, None)]));
    let refused = |field: &str, key: &str| OrderRefusal::Invalid { field: field.into(), key: key.into() };
    let is = |field: &str, key: &str| Err(refused(field, key));
    assert_eq!(checked(&[part(1, 2, Some("A")), part(1, 5, Some("B"))]), is("lines[1].quantity", "error.quantity.open"));
    assert_eq!(checked(&[part(1, 2, Some("A")), part(1, 1, Some("a "))]), is("lines[1].line", "error.line.unknown"));
    assert_eq!(checked(&[part(1, 2, None), part(1, 1, None)]), is("lines[1].line", "error.line.unknown"));
    // Goods that come in are taken from nowhere.
    let reviewed = apply(&create(draft(&["6"], "1")).unwrap(), &command(3, OrderAction::step(AUDIT))).unwrap();
    let comes = apply(&reviewed, &command(3, OrderAction::moving(STOCK, vec![part(1, 2, Some("A"))])));
    assert_eq!(comes.unwrap_err(), refused("lines[0].from", "error.field.unknown"));
}

/// A kind that no code knows: a loan. It reserves when it is approved, goes out in parts, and a lost one is written off.
static LOAN: OrderProcess = OrderProcess {
    name: "loan",
    prefix: "JC",
    noun: "loan",
    controller: "warehouse.Loan",
    page: "warehouse/loan",
    operations: "loan",
    number_field: "loan_no",
    operation: None,
    ships: false,
    transfers: false,
    partner: None,
    types: &[TypeRow { order_type: OrderType::new("tools"), code: 1, partner: None }],
    states: &[
        State { status: OrderStatus::new("asked"), code: 1, text: "status.asked", reserves: false },
        State { status: OrderStatus::new("approved"), code: 4, text: "status.approved", reserves: true },
        State { status: OrderStatus::new("lent"), code: 7, text: "status.lent", reserves: false },
        State { status: OrderStatus::new("refused"), code: 9, text: "status.refused", reserves: false },
    ],
    begins: OrderStatus::new("asked"),
    steps: &[
        Step { name: "approve", to: To::State(OrderStatus::new("approved")), does: Does::Review, ..LEND },
        Step { name: "edit", to: To::Same, does: Does::Edit, ..LEND },
        Step { from: &[OrderStatus::new("approved")], ..LEND },
        Step {
            name: "refuse",
            from: &[OrderStatus::new("asked"), OrderStatus::new("approved")],
            moved: Moved::Nothing,
            to: To::State(OrderStatus::new("refused")),
            does: Does::End,
            ..LEND
        },
    ],
    created: None,
};

const LEND: Step = Step {
    name: "lend",
    summary: "Lend",
    from: &[OrderStatus::new("asked")],
    moved: Moved::Any,
    to: To::WhenAllMoved(OrderStatus::new("lent")),
    does: Does::Move(Direction::Out),
    at: At::Source,
    of: None,
    needs: None,
    notifies: Some(NotificationKind::ORDER_STOCKED),
};

#[test]
fn a_kind_that_no_code_knows_follows_its_table() {
    let loan = OrderKind::new(&LOAN);
    let draft = OrderDraft { order_type: OrderType::new("tools"), ..draft(&["3"], "1") };
    let created = decide(None, OrderId(1), loan, &command(1, OrderAction::Create { draft }), 1, &facts()).unwrap();
    assert_eq!((created.order.status.as_str(), created.stock, created.notifications.len()), ("asked", None, 0));
    let step = |order: &Order, action: OrderAction| decide(Some(order), order.id, loan, &command(2, action), 2, &facts());
    assert_eq!(allowed(&created.order), ["approve", "edit", "refuse"]);
    // A step of another kind is none of this one.
    assert!(matches!(step(&created.order, OrderAction::step(AUDIT)), Err(OrderRefusal::Transition { .. })));

    let approved = step(&created.order, OrderAction::step("approve")).unwrap();
    assert!(matches!(&approved.stock, Some(StockAction::Reserve { lines }) if lines.len() == 1 && lines[0].quantity.0 == Decimal::from(3)));
    assert_eq!((approved.order.audited_by, allowed(&approved.order)), (Some(AdminId(2)), vec!["lend", "refuse"]));
    let refused = step(&approved.order, OrderAction::ending("refuse", "broken")).unwrap();
    assert_eq!((refused.order.status.as_str(), refused.stock), ("refused", Some(StockAction::Release)));

    let one = vec![PartLine { line: 1, quantity: Decimal::ONE, ..PartLine::default() }];
    let part = step(&approved.order, OrderAction::moving("lend", one)).unwrap();
    assert!(matches!(&part.stock, Some(StockAction::Issue { release_rest: false, .. })));
    assert_eq!((part.order.status.as_str(), allowed(&part.order)), ("approved", vec!["lend"]));
    let lent = step(&part.order, OrderAction::step("lend")).unwrap();
    assert!(matches!(&lent.stock, Some(StockAction::Issue { lines, release_rest: true }) if lines[0].quantity.0 == Decimal::TWO));
    assert_eq!((lent.order.status.as_str(), allowed(&lent.order)), ("lent", vec![]));
    assert_eq!(lent.notifications[0].link, "/admin/warehouse/loan?id=1");
}

#[test]
fn what_a_command_needs_is_looked_up_and_nothing_else() {
    let order = create(draft(&["2"], "1")).unwrap();
    let needs = |command: &OrderCommand| asks_for(Some(&order), order.kind, command);
    assert!(matches!(needs(&command(2, edit(&["3"]))), Needs::References(draft) if draft.lines[0].quantity == Decimal::from(3)));
    assert!(matches!(needs(&command(2, OrderAction::step(AUDIT))), Needs::Step(needs) if needs.review == Some(order.kind)));
    // What was reviewed elsewhere needs no second person here.
    assert!(matches!(needs(&OrderCommand { quiet: true, ..command(2, OrderAction::step(AUDIT)) }), Needs::Nothing));
    // Whether goods without a batch may come in is the product's to say.
    assert!(matches!(needs(&command(2, OrderAction::step(STOCK))), Needs::Step(needs) if needs.references.is_some()));
    let mut named = order.clone();
    named.lines[0].batch = Some("A".into());
    assert!(matches!(asks_for(Some(&named), named.kind, &command(2, OrderAction::step(STOCK))), Needs::Nothing));
}

#[test]
fn another_type_makes_no_customer_of_a_supplier() {
    let order = Order { partner: Some(PartnerId(5)), ..create(draft(&["2"], "1")).unwrap() };
    let of_type = |order_type| merged(&order, &OrderChange { order_type: Some(order_type), ..OrderChange::default() }).partner;
    assert_eq!((of_type(OrderType::PRODUCTION), of_type(OrderType::CUSTOMER_RETURN)), (order.partner, None));
}

#[test]
fn an_edit_clears_the_partner_that_it_names_as_nobody() {
    let order = Order { partner: Some(PartnerId(5)), ..create(draft(&["2"], "1")).unwrap() };
    let nobody = Some(PartnerId(0));
    let after = |supplier, customer| {
        let change = OrderChange { supplier, customer, ..OrderChange::default() };
        apply(&order, &command(1, OrderAction::Edit { change })).unwrap().partner
    };
    assert_eq!((after(None, None), after(nobody, None)), (order.partner, None));
    assert_eq!(after(None, nobody), order.partner, "it is with a supplier");
}

#[test]
fn a_new_order_refuses_what_is_not_there_however_it_comes_in() {
    let sales = OrderDraft { order_type: OrderType::SALES, ..draft(&["2"], "1") };
    let add = command(1, OrderAction::Create { draft: sales });
    let refused = |facts: OrderFacts| decide(None, OrderId(1), OrderKind::OUTBOUND, &add, 1, &facts).map(|_| ()).unwrap_err();
    let named = |field: &str| OrderRefusal::Invalid { field: field.into(), key: "error.reference".into() };
    assert_eq!(refused(OrderFacts { warehouse: false, ..facts() }), named("warehouses_id"));
    assert_eq!(refused(OrderFacts { partner: false, ..facts() }), named("customer_id"));
    assert_eq!(refused(OrderFacts::default()), named("warehouses_id"));
    assert_eq!(refused(OrderFacts { products: [].into(), ..facts() }), named("lines[0].product_id"));
}

/// Boxes of 12 pieces; halves of them are allowed.
fn boxes() -> OrderFacts {
    let pieces = UnitFacts { id: UnitId(1), decimals: 0 };
    let boxes = OtherUnit { unit: UnitFacts { id: UnitId(2), decimals: 1 }, factor: Decimal::from(12) };
    OrderFacts { products: [(ProductId(1), pieces)].into(), units: [((ProductId(1), UnitId(2)), boxes)].into(), ..facts() }
}

fn in_unit(quantities: &[&str], unit: i64) -> OrderDraft {
    let mut draft = draft(quantities, "1.25");
    draft.lines.iter_mut().for_each(|line| line.unit = Some(DraftUnit { unit: UnitId(unit), factor: None }));
    draft
}

fn written(current: Option<&Order>, action: OrderAction, facts: &OrderFacts) -> Result<Order, OrderRefusal> {
    decide(current, OrderId(1), OrderKind::INBOUND, &command(1, action), 1, facts).map(|decision| decision.order)
}

#[test]
fn a_line_in_boxes_is_kept_and_moved_in_pieces() {
    let order = written(None, OrderAction::Create { draft: in_unit(&["10", "0.5"], 2) }, &boxes()).unwrap();
    let quantities =
        |order: &Order| order.lines.iter().map(|line| (line.quantity.0, line.entered.map(|entered| entered.quantity))).collect::<Vec<_>>();
    let as_entered = vec![(Decimal::from(120), Some(Decimal::TEN)), (Decimal::from(6), Some(Decimal::new(5, 1)))];
    assert_eq!((quantities(&order), order.lines[0].unit), (as_entered.clone(), UnitId(1)));
    assert_eq!((order.total_quantity.0, order.total_amount.0), (Decimal::from(126), Decimal::new(15_750, 2)));
    // Another factor since changes no line that is not entered anew, and neither does a unit that is gone.
    let remark = OrderAction::Edit { change: OrderChange { remark: Some("x".into()), ..OrderChange::default() } };
    let later = OrderFacts { units: [].into(), ..boxes() };
    assert_eq!(quantities(&written(Some(&order), remark, &later).unwrap()), as_entered);
    let lines = |draft: OrderDraft| OrderAction::Edit { change: OrderChange { lines: Some(draft.lines), ..OrderChange::default() } };
    // As a client sends it back that knows of no units.
    assert_eq!(quantities(&written(Some(&order), lines(draft(&["120", "7"], "1")), &later).unwrap()), [as_entered[0], (Decimal::from(7), None)]);
    assert_eq!(
        quantities(&written(Some(&order), lines(in_unit(&["120", "7"], 1)), &later).unwrap()),
        [(Decimal::from(120), None), (Decimal::from(7), None)]
    );
    let audited = written(Some(&order), OrderAction::step(AUDIT), &boxes()).unwrap();
    let stocked = written(Some(&audited), OrderAction::step(STOCK), &boxes()).unwrap();
    assert_eq!(stocked.lines[0].stocked.0, Decimal::from(120));
}

#[test]
fn a_quantity_that_is_no_whole_piece_is_refused_by_its_line() {
    let refused = |draft: OrderDraft| match written(None, OrderAction::Create { draft }, &boxes()) {
        Err(OrderRefusal::Invalid { field, key }) => (field, key),
        other => panic!("{other:?}"),
    };
    let wrong = |field: &str, key: &str| (field.to_owned(), key.to_owned());
    assert_eq!(refused(in_unit(&["1", "0.25"], 2)), wrong("lines[1].quantity", "error.quantity.unit"));
    assert_eq!(refused(in_unit(&["1"], 3)), wrong("lines[0].unit_id", "error.reference"));
    let odd = OtherUnit { unit: UnitFacts { id: UnitId(2), decimals: 1 }, factor: Decimal::from(5) };
    let facts = OrderFacts { units: [((ProductId(1), UnitId(2)), odd)].into(), ..boxes() };
    let inexact = written(None, OrderAction::Create { draft: in_unit(&["1", "0.5"], 2) }, &facts);
    assert_eq!(inexact, Err(OrderRefusal::Invalid { field: "lines[1].quantity".into(), key: "error.quantity.exact".into() }));
}
