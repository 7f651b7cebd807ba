//! How old goods on the road are for the warehouse that they go to.

use std::collections::{BTreeMap, BTreeSet};

use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Cost, Quantity};
use bus_schemas::order::moves::LineMove;
use bus_schemas::order::transfer::Way;
use bus_schemas::order::{DraftLine, ExtraRights, Order, OrderAction, OrderChange, OrderCommand, OrderDraft, OrderKind, OrderType, TransferDraft};
use rust_decimal::Decimal;

use super::edit::merged;
use super::facts::OrderFacts;
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

/// A transfer of so many pieces, each of a receipt of its own, from the first on.
fn in_transit(pieces: i64) -> Order {
    let draft = OrderDraft {
        warehouse: WarehouseId(1),
        partner: None,
        order_type: OrderType::BETWEEN,
        reference: None,
        remark: String::new(),
        business_date: TODAY.into(),
        admin: None,
        shipment: None,
        lines: vec![DraftLine::new(ProductId(1), Decimal::from(pieces))],
        transfer: Some(TransferDraft { target: Some(WarehouseId(2)), ..TransferDraft::default() }),
    };
    let facts = OrderFacts {
        warehouse: true,
        partner: true,
        target: true,
        products: [(ProductId(1), UnitFacts { id: UnitId(1), decimals: 0 })].into(),
        ..OrderFacts::default()
    };
    let id = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
    let action = OrderAction::Create { draft };
    let command = OrderCommand { id, admin: AdminId(1), version: None, action, quiet: false, may: ExtraRights::default(), today: TODAY.into() };
    let mut order = decide(None, OrderId(1), OrderKind::TRANSFER, &command, 1, &facts).unwrap().order;
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
        let draft = merged(&order, &OrderChange { transfer: Some(transfer), ..OrderChange::default() });
        fill(&mut next, &draft).unwrap();
        next.transfer.map(|part| (part.source_area, part.target_area))
    };
    assert_eq!(after(TransferDraft::default()), Some((Some(AreaId(4)), Some(AreaId(5)))));
    let none = TransferDraft { source_area: Some(AreaId(0)), target_area: Some(AreaId(0)), ..TransferDraft::default() };
    assert_eq!(after(none), Some((None, None)));
}
