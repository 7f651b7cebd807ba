//! Transfers: how old goods in transit are for the warehouse that they go to, and what a transfer is worth to its reviewer.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Amount, Cost, Price, Quantity};
use bus_schemas::order::kinds::{AUDIT, VOID};
use bus_schemas::order::moves::LineMove;
use bus_schemas::order::transfer::Way;
use bus_schemas::order::{
    DraftLine, ExtraRights, Order, OrderAction, OrderChange, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderType, Sight, StepDetails,
    TransferDraft,
};
use rust_decimal::Decimal;

use super::edit::merged;
use super::facts::{OrderFacts, WarehouseRules};
use super::needs::{Needs, asks_for};
use super::rules::decide;
use super::transfer::{RECEIPTS_MAX, arrive, fill, turns};
use super::units::UnitFacts;

const TODAY: &str = "2026-03-15";

fn one_left(receipt: i64) -> LineMove {
    LineMove {
        warehouse: WarehouseId(1),
        sequence: 100_000 + receipt,
        area: AreaId(0),
        shelf: ShelfId(receipt),
        batch: String::new(),
        produce_date: None,
        expiry_date: None,
        quantity: Quantity(-Decimal::ONE),
        unit_cost: Cost(Decimal::ONE),
        at: 1,
        received: Some(receipt),
    }
}

fn facts() -> OrderFacts {
    OrderFacts {
        warehouse: true,
        partner: true,
        target: true,
        products: [(ProductId(1), UnitFacts { id: UnitId(1), decimals: 0 })].into(),
        ..OrderFacts::default()
    }
}

fn command(action: OrderAction) -> OrderCommand {
    let id = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
    OrderCommand { id, admin: AdminId(1), version: None, action, quiet: false, may: ExtraRights::default(), today: TODAY.into() }
}

/// A transfer of so many pieces that waits for review.
fn pending(pieces: i64) -> Order {
    let draft = OrderDraft {
        transfer: Some(TransferDraft { target: Some(WarehouseId(2)), ..TransferDraft::default() }),
        ..OrderDraft::new(WarehouseId(1), OrderType::BETWEEN, TODAY, vec![DraftLine::new(ProductId(1), Decimal::from(pieces))])
    };
    decide(None, OrderId(1), OrderKind::TRANSFER, &command(OrderAction::Create { draft }), 1, &facts()).unwrap().order
}

/// The same, when all of it has left, each piece of a receipt of its own, from the first on.
fn in_transit(pieces: i64) -> Order {
    let mut order = pending(pieces);
    order.lines[0].stocked = Quantity(Decimal::from(pieces));
    order.lines[0].moves = (1..=pieces).map(one_left).collect();
    order
}

#[test]
fn goods_of_many_receipts_are_never_newer_than_they_are() {
    let most = i64::try_from(RECEIPTS_MAX).unwrap();
    for pieces in [1, 2, most, most + 1, 3 * most - 1] {
        let mut order = in_transit(pieces);
        let asked = turns(&order, Way::There).unwrap();
        assert!(asked.receipts.len() <= RECEIPTS_MAX, "{pieces}");
        // By the time of each of these receipts, three more had come to the target.
        let known: BTreeMap<i64, i64> = asked.receipts.iter().map(|receipt| (*receipt, receipt * 3)).collect();
        let came = arrive(&mut order, Way::There, None, &known).unwrap();
        let found: Vec<i64> = came.iter().map(|line| line.received.unwrap()).collect();
        let exact: Vec<i64> = (1..=pieces).map(|receipt| receipt * 3).collect();
        assert_eq!(found.len(), exact.len());
        assert!(found.is_sorted() && found.iter().zip(&exact).all(|(turn, real)| turn <= real), "{pieces}");
        // All are looked up while that is possible, and later nearly all are told apart.
        let apart: BTreeSet<i64> = found.iter().copied().collect();
        assert_eq!(apart.len(), asked.receipts.len());
        assert_eq!(found == exact, pieces <= most, "{pieces}");
    }
}

#[test]
fn goods_without_a_known_receipt_ask_for_nothing() {
    let mut order = in_transit(2);
    order.lines[0].moves.iter_mut().for_each(|moved| moved.received = None);
    assert_eq!(turns(&order, Way::There), None);
    let came = arrive(&mut order, Way::There, None, &BTreeMap::new()).unwrap();
    assert!(came.iter().all(|line| line.received.is_none()));
}

#[test]
fn an_area_of_none_clears_and_what_is_left_out_stays() {
    let mut order = in_transit(1);
    let part = order.transfer.as_mut().unwrap();
    (part.source_area, part.target_area) = (Some(AreaId(4)), Some(AreaId(5)));
    let after = |transfer: TransferDraft| {
        let mut next = order.clone();
        let draft = merged(&order, &OrderChange { transfer: Some(transfer), sight: Sight::Everything, ..OrderChange::default() });
        fill(&mut next, &draft).unwrap();
        next.transfer.map(|part| (part.source_area, part.target_area))
    };
    assert_eq!(after(TransferDraft::default()), Some((Some(AreaId(4)), Some(AreaId(5)))));
    let none = TransferDraft { source_area: Some(AreaId(0)), target_area: Some(AreaId(0)), ..TransferDraft::default() };
    assert_eq!(after(none), Some((None, None)));
}

#[test]
fn a_transfer_counts_for_four_eyes_at_what_its_goods_cost_where_they_leave() {
    let order = pending(3);
    // Three at 2.345678 are 7.04, whatever price a line or the product has.
    let costs = HashMap::from([(ProductId(1), Cost(Decimal::new(2_345_678, 6)))]);
    let from = |cents: i64| OrderFacts {
        rules: WarehouseRules { four_eyes_from: Some(Amount(Decimal::new(cents, 2))), ..WarehouseRules::default() },
        costs: costs.clone(),
        prices: HashMap::from([(ProductId(1), Price(Decimal::from(900)))]),
        ..facts()
    };
    let review = |facts: &OrderFacts| decide(Some(&order), order.id, order.kind, &command(OrderAction::step(AUDIT)), 2, facts).err();
    assert_eq!([704, 705].map(|cents| review(&from(cents))), [Some(OrderRefusal::FourEyes), None]);
    let details = Box::new(StepDetails { overrule: true, ..StepDetails::default() });
    let action = OrderAction::Step { step: AUDIT.into(), parts: None, reason: Some("nobody else is here".into()), details };
    let overruled = decide(Some(&order), order.id, order.kind, &OrderCommand { may: ExtraRights::all(), ..command(action) }, 2, &from(704)).unwrap();
    assert!(overruled.order.entry.is_some_and(|entry| entry.overruled));
}

#[test]
fn what_goods_cost_is_looked_up_when_a_person_reviews_a_transfer() {
    let order = pending(3);
    let costs = |command: &OrderCommand| {
        let Needs::Step(needs) = asks_for(Some(&order), order.kind, command) else { return None };
        needs.costs
    };
    let review = command(OrderAction::step(AUDIT));
    assert_eq!(costs(&review), Some((WarehouseId(1), BTreeSet::from([ProductId(1)]))));
    assert_eq!(costs(&command(OrderAction::step(VOID))), None);
    assert_eq!(costs(&OrderCommand { quiet: true, ..review }), None);
}
