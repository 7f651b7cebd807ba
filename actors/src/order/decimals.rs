//! Quantities that a command names of an order's lines have no more decimals than the unit allows (domain rules 1.5): half
//! a piece that comes in or is promised could never be ordered again. Pure.

use std::collections::{BTreeSet, HashMap};

use bus_schemas::ids::UnitId;
use bus_schemas::order::{Order, OrderAction, OrderCommand, OrderLine, OrderRefusal};
use rust_decimal::Decimal;

use super::lines::{invalid, positions};

/// Where a quantity stands in a command.
#[derive(Clone, Copy)]
enum Spot {
    Part(usize),
    Swap(usize),
    /// A parcel, and a line of it.
    Parcel(usize, usize),
    Reserved(usize),
}

impl Spot {
    /// The path of its field.
    fn field(self) -> String {
        match self {
            Self::Part(at) => format!("lines[{at}].quantity"),
            Self::Swap(at) => format!("swaps[{at}].quantity"),
            Self::Parcel(parcel, at) => format!("parcels[{parcel}].lines[{at}].quantity"),
            Self::Reserved(at) => format!("parts[{at}].quantity"),
        }
    }
}

/// The quantities that a command names, each with its line.
fn named(action: &OrderAction) -> Vec<(Spot, u32, Decimal)> {
    match action {
        OrderAction::Step { parts, details, .. } => {
            let parts = parts.iter().flatten().enumerate().map(|(at, part)| (Spot::Part(at), part.line, part.quantity));
            let swaps = details.swaps.iter().enumerate().map(|(at, swap)| (Spot::Swap(at), swap.line, swap.quantity));
            let parcels = details.parcels.iter().flatten().enumerate().flat_map(|(parcel, draft)| {
                let lines = draft.lines.iter().flatten().enumerate();
                lines.map(move |(at, part)| (Spot::Parcel(parcel, at), part.line, part.quantity))
            });
            parts.chain(swaps).chain(parcels).collect()
        }
        OrderAction::Release { parts, .. } => parts.iter().enumerate().map(|(at, part)| (Spot::Reserved(at), part.line, part.quantity.0)).collect(),
        // The parts are of another order's lines, and of the product of this one's.
        OrderAction::TakeOver { parts, line, .. } => {
            parts.iter().enumerate().map(|(at, part)| (Spot::Reserved(at), *line, part.quantity.0)).collect()
        }
        OrderAction::Create { .. } | OrderAction::Edit { .. } | OrderAction::Delete | OrderAction::Restore => Vec::new(),
    }
}

fn scale(quantity: Decimal) -> u32 {
    quantity.normalize().scale()
}

/// Decimals that a line has itself. They are allowed whatever its unit says by now: what is left of it can always move.
fn own(line: &OrderLine) -> u32 {
    scale(line.quantity.0).max(scale(line.stocked.0))
}

/// The quantities that are finer than their lines, with them. A shop's pieces are a part of a base unit at times, and what a
/// bulk import brings was counted elsewhere.
fn finer<'a>(order: &'a Order, command: &OrderCommand) -> Vec<(Spot, &'a OrderLine, Decimal)> {
    if command.quiet || order.shop.is_some() {
        return Vec::new();
    }
    let named = named(&command.action);
    if named.iter().all(|(_, _, quantity)| scale(*quantity) == 0) {
        return Vec::new();
    }
    let at = positions(&order.lines);
    let of_line = |(spot, number, quantity): (Spot, u32, Decimal)| {
        let line = at.get(&number).and_then(|index| order.lines.get(*index))?;
        (scale(quantity) > own(line)).then_some((spot, line, quantity))
    };
    named.into_iter().filter_map(of_line).collect()
}

/// The units whose decimals have to be known before a command is decided.
#[must_use]
pub fn units(order: &Order, command: &OrderCommand) -> BTreeSet<UnitId> {
    finer(order, command).into_iter().map(|(_, line, _)| line.unit).collect()
}

/// Refuses a quantity with more decimals than its line's unit allows. One that is not known allows any.
pub fn check(order: &Order, command: &OrderCommand, decimals: &HashMap<UnitId, u32>) -> Result<(), OrderRefusal> {
    for (spot, line, quantity) in finer(order, command) {
        if decimals.get(&line.unit).is_some_and(|allowed| scale(quantity) > *allowed) {
            return Err(invalid(spot.field(), "error.quantity.unit"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bus_schemas::hold::ReservedPart;
    use bus_schemas::ids::{AdminId, CommandId, CommandKey, OrderId, ProductId, WarehouseId};
    use bus_schemas::number::Quantity;
    use bus_schemas::order::details::{ParcelDraft, SwapDraft};
    use bus_schemas::order::kinds::{AUDIT, STOCK};
    use bus_schemas::order::{DraftLine, ExtraRights, OrderDraft, OrderKind, OrderType, PartLine, ShopLink, StepDetails};
    use bus_schemas::warehouse::Place;

    use super::*;
    use crate::order::facts::OrderFacts;
    use crate::order::needs::{Needs, asks_for};
    use crate::order::rules::decide;
    use crate::order::units::UnitFacts;

    const TODAY: &str = "2026-03-10";
    const PIECES: UnitId = UnitId(1);

    fn figure(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn facts() -> OrderFacts {
        OrderFacts {
            warehouse: true,
            partner: true,
            products: [(ProductId(1), UnitFacts { id: PIECES, decimals: 4 })].into(),
            ..OrderFacts::default()
        }
    }

    /// The unit has so many decimals by now.
    fn of_pieces(decimals: u32) -> OrderFacts {
        OrderFacts { decimals: [(PIECES, decimals)].into(), ..facts() }
    }

    fn command(action: OrderAction) -> OrderCommand {
        let id = CommandKey::of(AdminId(1), CommandId::new("c").unwrap());
        OrderCommand { id, admin: AdminId(1), version: None, action, quiet: false, may: ExtraRights::default(), today: TODAY.into() }
    }

    /// A reviewed order of one line.
    fn reviewed(kind: OrderKind, order_type: OrderType, quantity: &str) -> Order {
        let draft = OrderDraft::new(WarehouseId(1), order_type, TODAY, vec![DraftLine::new(ProductId(1), figure(quantity))]);
        let created = decide(None, OrderId(1), kind, &command(OrderAction::Create { draft }), 1, &facts()).unwrap().order;
        decide(Some(&created), created.id, kind, &command(OrderAction::step(AUDIT)), 2, &facts()).unwrap().order
    }

    fn part(quantity: &str) -> PartLine {
        PartLine { line: 1, quantity: figure(quantity), ..PartLine::default() }
    }

    fn refused(order: &Order, action: OrderAction, facts: &OrderFacts) -> Option<OrderRefusal> {
        decide(Some(order), order.id, order.kind, &command(action), 3, facts).err()
    }

    fn too_fine(field: &str) -> Option<OrderRefusal> {
        Some(invalid(field, "error.quantity.unit"))
    }

    #[test]
    fn a_part_has_no_more_decimals_than_its_unit() {
        let order = reviewed(OrderKind::INBOUND, OrderType::PURCHASE, "10");
        let stock = |quantity: &str| OrderAction::moving(STOCK, vec![part(quantity)]);
        assert_eq!(refused(&order, stock("0.5"), &of_pieces(0)), too_fine("lines[0].quantity"));
        assert_eq!(refused(&order, stock("0.125"), &of_pieces(2)), too_fine("lines[0].quantity"));
        for (quantity, decimals) in [("3", 0), ("3.00", 0), ("0.25", 2), ("0.5", 4)] {
            assert_eq!(refused(&order, stock(quantity), &of_pieces(decimals)), None, "{quantity}");
        }
        // What a line has itself moves, also when its unit has fewer decimals by now.
        let half = reviewed(OrderKind::INBOUND, OrderType::PURCHASE, "2.5");
        assert_eq!(refused(&half, stock("0.5"), &of_pieces(0)), None);
        assert_eq!(refused(&half, stock("0.25"), &of_pieces(0)), too_fine("lines[0].quantity"));
    }

    #[test]
    fn so_has_everything_else_that_a_command_names() {
        let order = reviewed(OrderKind::OUTBOUND, OrderType::SALES, "10");
        let place = |batch: &str| Place { area: 0.into(), shelf: 0.into(), product: ProductId(1), batch: batch.into() };
        let swap = SwapDraft { line: 1, from: place("A"), to: place("B"), quantity: figure("1.5") };
        let parcel = ParcelDraft { courier_number: "1".into(), lines: Some(vec![part("1.5")]), ..ParcelDraft::default() };
        let with = |step: &str, details: StepDetails| OrderAction::Step { step: step.into(), parts: None, reason: None, details: Box::new(details) };
        let reserved = vec![ReservedPart { line: 1, place: place("A"), quantity: Quantity(figure("1.5")) }];
        let pieces = of_pieces(0);
        let picks = with("pick", StepDetails { swaps: vec![swap], ..StepDetails::default() });
        assert_eq!(refused(&order, picks, &pieces), too_fine("swaps[0].quantity"));
        let leaves = with(STOCK, StepDetails { parcels: Some(vec![parcel]), ..StepDetails::default() });
        assert_eq!(refused(&order, leaves, &pieces), too_fine("parcels[0].lines[0].quantity"));
        let release = OrderAction::Release { parts: reserved.clone(), reason: "late".into() };
        assert_eq!(refused(&order, release, &pieces), too_fine("parts[0].quantity"));
        let from = Order { id: OrderId(2), ..order.clone() };
        let of_other = OrderFacts { other: Some(Box::new(from)), ..pieces };
        let take = OrderAction::TakeOver { from_kind: OrderKind::OUTBOUND, from: OrderId(2), parts: reserved, line: 1, reason: "urgent".into() };
        assert_eq!(refused(&order, take, &of_other), too_fine("parts[0].quantity"));
    }

    #[test]
    fn units_are_asked_for_only_where_a_quantity_is_finer_than_its_line() {
        let order = reviewed(OrderKind::INBOUND, OrderType::PURCHASE, "10");
        let asked = |order: &Order, quantity: &str| {
            let command = command(OrderAction::moving(STOCK, vec![part(quantity)]));
            match asks_for(Some(order), order.kind, &command) {
                Needs::Step(needs) => needs.units,
                _ => BTreeSet::new(),
            }
        };
        assert_eq!((asked(&order, "1.5"), asked(&order, "2")), (BTreeSet::from([PIECES]), BTreeSet::new()));
        // A piece of the shop may be half a base unit.
        let link = ShopLink { order: OrderId(5), order_no: "2026031000000001".into(), keep_until: None };
        assert_eq!(asked(&Order { shop: Some(link), ..order.clone() }, "1.5"), BTreeSet::new());
        let release = OrderAction::Release {
            parts: vec![ReservedPart {
                line: 1,
                place: Place { area: 0.into(), shelf: 0.into(), product: ProductId(1), batch: String::new() },
                quantity: Quantity(figure("0.5")),
            }],
            reason: "late".into(),
        };
        assert!(matches!(asks_for(Some(&order), order.kind, &command(release)), Needs::Step(needs) if needs.units == BTreeSet::from([PIECES])));
    }
}
