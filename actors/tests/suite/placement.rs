//! Requests and answers are values: written to a wire and read again they are the same, and actors take them so.

use std::fmt::Debug;

use actors::count::rules::{Act, create};
use bus_schemas::count::{CountDraft, CountScope, CountSheet, CountWrite, Tolerance};
use bus_schemas::hold::{HoldChange, HoldState, ReservedPart};
use bus_schemas::ids::{AdminId, AreaId, CommandId, CommandKey, CountId, OrderId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::number::{Amount, Cost, Price, Quantity};
use bus_schemas::order::details::Swap;
use bus_schemas::order::kinds::{AUDIT, CLOSE, STOCK};
use bus_schemas::order::{
    ExtraRights, OrderAction, OrderChange, OrderCommand, OrderDone, OrderKind, OrderRefusal, OrderReply, OrderRequest, OrderStatus, PartLine,
};
use bus_schemas::warehouse::{
    AdjustLine, AskFailure, CostLine, CostPiece, CountedLine, DemandLine, HandOverLine, OrderRef, ReceiveLine, ReverseLine, ShiftLine, Shortage,
    StockAction, StockCommand, StockDone, StockRefusal, StockReply, StockRequest,
};
use rust_decimal::Decimal;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::simulation::{draft, place};

/// What another node would read of a value.
pub fn over_the_wire<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_slice(&serde_json::to_vec(value).unwrap()).unwrap()
}

fn arrives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    assert_eq!(over_the_wire(value), *value);
}

/// Figures that a float would spoil.
const FIGURES: [&str; 4] = ["0.1", "999999999999.9999", "-0.0003", "3.00"];

fn decimals() -> Vec<Decimal> {
    FIGURES.iter().map(|figure| figure.parse().unwrap()).collect()
}

fn key() -> CommandKey {
    CommandKey::of(AdminId(7), CommandId::new("a-1").unwrap())
}

/// The action that comes after this one: a new kind does not compile until it stands here.
fn next_order_action(action: &OrderAction) -> Option<OrderAction> {
    let part = PartLine { line: 1, quantity: "0.1".parse().unwrap(), ..PartLine::default() };
    Some(match action {
        OrderAction::Create { .. } => OrderAction::Edit { change: OrderChange { lines: Some(draft(3).lines), ..OrderChange::default() } },
        OrderAction::Edit { .. } => OrderAction::step(AUDIT),
        OrderAction::Step { parts: None, reason: None, .. } => OrderAction::moving(STOCK, vec![part]),
        OrderAction::Step { parts: Some(_), .. } => OrderAction::ending(CLOSE, "no more \u{8d27}"),
        OrderAction::Step { reason: Some(_), .. } => OrderAction::Delete,
        OrderAction::Delete => OrderAction::Restore,
        OrderAction::Restore => OrderAction::Release { parts: reserved(), reason: "late".into() },
        OrderAction::Release { parts, .. } => {
            OrderAction::TakeOver { from_kind: OrderKind::OUTBOUND, from: OrderId(9), parts: parts.clone(), line: 2, reason: "urgent".into() }
        }
        OrderAction::TakeOver { .. } => return None,
    })
}

fn reserved() -> Vec<ReservedPart> {
    decimals().into_iter().map(|quantity| ReservedPart { line: 1, place: place(1), quantity: Quantity(quantity) }).collect()
}

fn receipt(quantity: Decimal) -> ReceiveLine {
    let (produce_date, expiry_date) = (None, Some("2026-09-01".into()));
    ReceiveLine {
        line: 1,
        place: place(1),
        unit: UnitId(2),
        quantity: Quantity(quantity),
        price: Price(quantity),
        produce_date,
        expiry_date,
        received: None,
    }
}

fn receive(quantity: Decimal) -> StockAction {
    StockAction::Receive { lines: vec![receipt(quantity)] }
}

fn sheet() -> CountSheet {
    let scope = CountScope { areas: vec![3], categories: vec![], products: vec![1, 2], moved_days: Some(7) };
    let draft = CountDraft { warehouse: WarehouseId(1), scope, blind: true, remark: "\u{8d27}".into(), admin: Some(AdminId(4)) };
    let tolerance = Tolerance { percent: Some(Decimal::TEN), value: None };
    create(CountId(5), &draft, 2, tolerance, "2026-01-15", Act { admin: AdminId(7), now_ms: 9, version: None }).unwrap()
}

fn demands() -> Vec<DemandLine> {
    let line = |area: Option<i64>, quantity: Decimal| DemandLine {
        life_days: 0,
        from: None,
        cost: area.map(|_| Cost(quantity)),
        never_below_zero: false,
        keep: Quantity::ZERO,
        line: 2,
        product: ProductId(1),
        unit: UnitId(2),
        area: area.map(AreaId),
        shelf: area.map(ShelfId),
        batch: area.map(|_| "B".into()),
        quantity: Quantity(quantity),
    };
    decimals().into_iter().flat_map(|quantity| [line(None, quantity), line(Some(3), quantity)]).collect()
}

fn reversed(change: Decimal) -> ReverseLine {
    ReverseLine {
        line: 1,
        of_line: 2,
        place: place(1),
        unit: UnitId(2),
        change: Quantity(change),
        unit_cost: Cost(change),
        produce_date: None,
        expiry_date: Some("2026-09-01".into()),
        to: Some(place(2)),
    }
}

fn next_stock_action(action: &StockAction) -> Option<StockAction> {
    Some(match action {
        StockAction::Receive { lines } => StockAction::ReceiveReturned { lines: lines.clone() },
        StockAction::ReceiveReturned { .. } => StockAction::Reserve { lines: demands() },
        StockAction::Reserve { .. } => StockAction::Release,
        StockAction::Release => StockAction::Issue { lines: demands(), release_rest: true },
        StockAction::Issue { .. } => {
            let shift = |from| ShiftLine { from, area: AreaId(4), shelf: ShelfId(5) };
            StockAction::Shift { lines: demands().into_iter().map(shift).collect(), release_rest: false }
        }
        StockAction::Shift { .. } => {
            StockAction::Adjust { lines: decimals().into_iter().map(|change| AdjustLine::new(0, place(1), UnitId(1), Quantity(change))).collect() }
        }
        StockAction::Adjust { lines } => StockAction::Count {
            write: Box::new(CountWrite { command: key(), sheet: sheet() }),
            lines: lines.iter().map(|line| CountedLine { adjust: line.clone(), sequence: i64::MAX }).collect(),
        },
        StockAction::Count { .. } => StockAction::Hold {
            change: HoldChange {
                product: ProductId(1),
                batch: "B".into(),
                state: HoldState::Recalled,
                reason: "wet \u{8d27}".into(),
                everywhere: true,
            },
        },
        StockAction::Hold { .. } => StockAction::Enforce,
        StockAction::Enforce => {
            StockAction::Relocate { from: place(1), area: AreaId(3), shelf: ShelfId(0), quantity: Quantity("0.1".parse().unwrap()) }
        }
        StockAction::Relocate { from, .. } => {
            StockAction::CorrectDates { place: from.clone(), produce_date: None, expiry_date: Some("2026-09-01".into()) }
        }
        StockAction::CorrectDates { .. } => StockAction::ReleaseParts { parts: reserved() },
        StockAction::ReleaseParts { parts } => StockAction::HandOver {
            from: OrderRef { kind: OrderKind::OUTBOUND, id: OrderId(9), number: "CK9".into() },
            from_write: None,
            parts: parts.clone(),
            lines: demands().into_iter().map(|demand| HandOverLine { open: demand.quantity, demand }).collect(),
        },
        StockAction::HandOver { from, .. } => StockAction::TakeOverAll { from: from.clone(), from_write: None, lines: demands() },
        StockAction::TakeOverAll { .. } => StockAction::Reverse { lines: decimals().into_iter().map(reversed).collect(), returned_of: None },
        StockAction::Reverse { .. } => StockAction::Lose { lines: decimals().into_iter().map(receipt).collect() },
        StockAction::Lose { .. } => StockAction::Return { lines: decimals().into_iter().map(reversed).collect() },
        StockAction::Return { .. } => {
            let pieces = vec![CostPiece { quantity: Quantity(Decimal::ONE), since: Quantity(Decimal::TWO) }];
            let cost = |amount| CostLine {
                line: 1,
                product: ProductId(1),
                unit: UnitId(2),
                amount: Amount(amount),
                pieces: pieces.clone(),
                as_of: 5,
                kept: Some(Amount(amount)),
            };
            StockAction::AddCost { lines: decimals().into_iter().map(cost).collect() }
        }
        StockAction::AddCost { lines } => StockAction::TakeCostBack { lines: lines.clone() },
        StockAction::TakeCostBack { .. } => {
            let quantity = Quantity(Decimal::ONE);
            let (reason, admin) = (Some("nearer".into()), AdminId(7));
            StockAction::Swap { swaps: vec![Swap { line: 1, proposed: place(1), taken: place(2), quantity, reason, admin, at: 9 }], life_days: 0 }
        }
        StockAction::Swap { .. } => return None,
    })
}

#[test]
fn every_request_to_an_order_arrives_as_it_was_sent() {
    let first = OrderAction::Create { draft: draft(2) };
    let actions = std::iter::successors(Some(first), next_order_action);
    let mut sent = 0;
    for action in actions {
        for (kind, version) in [(OrderKind::INBOUND, None), (OrderKind::OUTBOUND, Some(4))] {
            let command = OrderCommand {
                id: key(),
                admin: AdminId(7),
                version,
                action: action.clone(),
                quiet: true,
                may: ExtraRights::default(),
                today: "2026-01-15".into(),
            };
            arrives(&OrderRequest { kind, order: OrderId(i64::MAX), command, deadline: 1_700_000_000_000 });
        }
        sent += 1;
    }
    assert_eq!(sent, 9);
}

#[test]
fn every_request_to_a_warehouse_arrives_as_it_was_sent() {
    let mut kinds = 0;
    for action in std::iter::successors(Some(receive("0.1".parse().unwrap())), next_stock_action) {
        let order = Some(OrderRef { kind: OrderKind::INBOUND, id: OrderId(5), number: "RK5".into() });
        for order in [None, order] {
            let command = StockCommand { order, ..StockCommand::new(key(), AdminId(7), "2026-01-15", action.clone()) };
            arrives(&StockRequest { warehouse: WarehouseId(1), command, deadline: 1 });
        }
        kinds += 1;
    }
    assert_eq!(kinds, 21);
}

#[test]
fn every_answer_arrives_as_it_was_given() {
    let done =
        OrderDone { id: OrderId(1), number: "RK1".into(), status: OrderStatus::STOCKED, version: 3, allowed: vec!["close".into()], repeated: true };
    let shortage = Shortage {
        line: 1,
        product: ProductId(1),
        wanted: Quantity(Decimal::TWO),
        available: Quantity(Decimal::ZERO),
        expired: Quantity(Decimal::ZERO),
    };
    let refusals = [
        StockRefusal::Short { lines: vec![shortage] },
        StockRefusal::BatchDates { line: 1, batch: "B".into(), produce_date: None, expiry_date: Some("2026-09-01".into()) },
        StockRefusal::NoSuchGoods,
        StockRefusal::Line { line: 4, reason: "dates".into() },
        StockRefusal::Overflow { line: 2 },
        StockRefusal::NotReserved { line: 2, reserved: Quantity("0.1".parse().unwrap()) },
        StockRefusal::Lacks { line: 2, lacks: Quantity("0.1".parse().unwrap()) },
        StockRefusal::OrderChanged,
        StockRefusal::CommandReused,
        StockRefusal::NotInUse,
    ];
    let failures = [AskFailure::Busy, AskFailure::Expired, AskFailure::Unknown { reason: "cut off".into() }, AskFailure::Stopping];
    for refusal in refusals {
        arrives(&StockReply::Refused(refusal.clone()));
        arrives(&OrderReply::Refused(OrderRefusal::Stock { refusal }));
    }
    for failure in failures {
        arrives(&StockReply::from(failure.clone()));
        arrives(&OrderReply::from(failure));
    }
    arrives(&StockReply::Done(StockDone { command: key(), repeated: false, sequences: Some((1, 2)) }.into()));
    arrives(&OrderReply::Done(done));
    for refusal in [
        OrderRefusal::Transition { status: OrderStatus::PENDING, allowed: vec!["audit".into()] },
        OrderRefusal::Version { current: 3, changed_by: AdminId(2) },
        OrderRefusal::NotFound,
        OrderRefusal::Invalid { field: "lines[2].quantity".into(), key: "number.max".into() },
        OrderRefusal::FourEyes,
        OrderRefusal::DuplicateReference { reference: "PO-1".into() },
        OrderRefusal::CommandReused,
    ] {
        arrives(&OrderReply::Refused(refusal));
    }
}
