//! The table of transitions, four eyes, versions and the fields that a refusal names.

use bus_schemas::ids::{AdminId, CommandId, OrderId, ProductId, UnitId, WarehouseId};
use bus_schemas::order::{DraftLine, Order, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderStatus, OrderType};
use rust_decimal::Decimal;

use super::rules::{action_name, decide};

fn draft(quantities: &[&str], price: &str) -> OrderDraft {
    let line = |quantity: &&str| DraftLine {
        product: ProductId(1),
        unit: UnitId(1),
        unit_decimals: 4,
        area: None,
        shelf: None,
        quantity: quantity.parse::<Decimal>().unwrap(),
        price: price.parse::<Decimal>().unwrap(),
        batch: None,
        produce_date: None,
        expiry_date: None,
    };
    OrderDraft {
        warehouse: WarehouseId(1),
        partner: None,
        order_type: OrderType::Purchase,
        reference: None,
        remark: String::new(),
        business_date: "2026-01-15".into(),
        lines: quantities.iter().map(line).collect(),
    }
}

fn command(admin: i64, action: OrderAction) -> OrderCommand {
    let id = CommandId::new("c").unwrap();
    OrderCommand { id, admin: AdminId(admin), version: None, action, quiet: false, today: "2026-01-15".into(), four_eyes: false }
}

fn create(draft: OrderDraft) -> Result<Order, OrderRefusal> {
    decide(None, OrderId(1), OrderKind::Inbound, &command(1, OrderAction::Create { draft }), 1).map(|decision| decision.order)
}

fn apply(order: &Order, command: &OrderCommand) -> Result<Order, OrderRefusal> {
    decide(Some(order), order.id, order.kind, command, 2).map(|decision| decision.order)
}

#[test]
fn every_state_allows_what_the_table_says_and_names_it() {
    let actions = || {
        let reason = || "reason".to_owned();
        [
            OrderAction::Edit { draft: draft(&["2"], "1") },
            OrderAction::Audit,
            OrderAction::TakeBack,
            OrderAction::Stock { parts: None },
            OrderAction::Close { reason: reason() },
            OrderAction::Void { reason: reason() },
            OrderAction::Delete,
        ]
    };
    let pending = create(draft(&["2"], "1")).unwrap();
    let table: [(OrderStatus, bool, &[&str]); 5] = [
        (OrderStatus::Pending, false, &["edit", "audit", "void", "del"]),
        (OrderStatus::Reviewed, false, &["stock", "takeBack", "void"]),
        (OrderStatus::Reviewed, true, &["stock", "close"]),
        (OrderStatus::Stocked, true, &[]),
        (OrderStatus::Voided, false, &[]),
    ];
    for (status, moved, expected) in table {
        let mut order = Order { status, ..pending.clone() };
        if moved {
            order.lines[0].stocked.0 = Decimal::ONE;
        }
        for action in actions() {
            let name = action_name(&action);
            match apply(&order, &command(2, action)) {
                Ok(next) => {
                    assert!(expected.contains(&name), "{status:?} {name}");
                    assert_eq!(next.version, order.version + 1);
                }
                Err(OrderRefusal::Transition { status: told, allowed }) => {
                    assert!(!expected.contains(&name), "{status:?} {name}");
                    assert_eq!((told, allowed), (status, expected.iter().map(|name| (*name).to_owned()).collect()));
                }
                Err(other) => panic!("{status:?} {name}: {other}"),
            }
        }
    }
}

#[test]
fn four_eyes_are_those_of_somebody_who_wrote_nothing() {
    let order = create(draft(&["2"], "1")).unwrap();
    let edited = apply(&order, &command(2, OrderAction::Edit { draft: draft(&["3"], "1") })).unwrap();
    let audit = |admin| OrderCommand { four_eyes: true, ..command(admin, OrderAction::Audit) };
    assert!(matches!(apply(&edited, &audit(1)), Err(OrderRefusal::FourEyes)));
    assert!(matches!(apply(&edited, &audit(2)), Err(OrderRefusal::FourEyes)));
    assert_eq!(apply(&edited, &audit(3)).unwrap().status, OrderStatus::Reviewed);
}

#[test]
fn a_review_of_an_older_version_is_refused_with_who_changed_it() {
    let order = create(draft(&["2"], "1")).unwrap();
    let edited = apply(&order, &command(2, OrderAction::Edit { draft: draft(&["3"], "1") })).unwrap();
    let late = OrderCommand { version: Some(order.version), ..command(3, OrderAction::Audit) };
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
