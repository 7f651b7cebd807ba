//! What has to be looked up before a command is decided, and where. Pure.

use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::order::process::{At, Direction, Does, Step};
use bus_schemas::order::{Order, OrderAction, OrderChange, OrderCommand, OrderDraft, OrderKind, PartLine, StepDetails};

use super::facts::StepNeeds;
use super::{decimals, edit, lines, receipt, reversal, supplier_return, transfer};

/// What a command has to know of the world, beside the order.
pub enum Needs {
    Nothing,
    /// What this draft refers to.
    References(OrderDraft),
    /// Another order, as it is now, and what has to be known of this one's customer and units.
    Other {
        kind: OrderKind,
        order: OrderId,
        needs: StepNeeds,
    },
    /// What this step asks for.
    Step(StepNeeds),
}

/// What has to be looked up before a command is decided.
#[must_use]
pub fn asks_for(current: Option<&Order>, kind: OrderKind, command: &OrderCommand) -> Needs {
    match (&command.action, current) {
        (OrderAction::Create { draft }, _) => Needs::References(draft.clone()),
        (OrderAction::Edit { change }, Some(order)) => Needs::References(edit::merged(order, change)),
        (OrderAction::TakeOver { from_kind, from, .. }, _) => {
            let customer = current.filter(|order| edit::with_customer(order)).and_then(|order| order.partner);
            let units = current.map(|order| decimals::units(order, command)).unwrap_or_default();
            Needs::Other { kind: *from_kind, order: *from, needs: StepNeeds { customer, units, ..StepNeeds::default() } }
        }
        (OrderAction::Release { .. }, Some(order)) => asked(StepNeeds { units: decimals::units(order, command), ..StepNeeds::default() }),
        (OrderAction::Step { step, parts, details, .. }, Some(order)) => match kind.step(step) {
            Some(step) => step_needs(order, step, parts.as_deref(), details, command),
            None => Needs::Nothing,
        },
        _ => Needs::Nothing,
    }
}

/// The warehouse whose day it is when a command speaks of today: the one where its goods move.
#[must_use]
pub fn moves_at(current: Option<&Order>, kind: OrderKind, action: &OrderAction) -> Option<WarehouseId> {
    match action {
        OrderAction::Create { draft } => Some(draft.warehouse),
        OrderAction::Edit { change: OrderChange { warehouse: Some(warehouse), .. } } => Some(*warehouse),
        OrderAction::Step { step, .. } if kind.step(step).is_some_and(|step| step.at == At::Target) => {
            current.map(|order| order.transfer.as_ref().map_or(order.warehouse, |part| part.target))
        }
        _ => current.map(|order| order.warehouse),
    }
}

fn step_needs(order: &Order, step: &Step, parts: Option<&[PartLine]>, details: &StepDetails, command: &OrderCommand) -> Needs {
    let warehouse = Some(order.warehouse);
    let of_another_day = !command.quiet && order.business_date != command.today;
    let dated = is_dated(step.does) && (details.business_date.is_some() || of_another_day);
    let at = match (step.at, &order.transfer) {
        (At::Target, Some(part)) => part.target,
        _ => order.warehouse,
    };
    let carriers = || details.parcels.iter().flatten().filter_map(|parcel| parcel.carrier).collect();
    let takes = matches!(step.does, Does::Review | Does::Move(Direction::Out | Direction::Signed) | Does::Shift) && !order.kind.brings_in();
    let takes = takes && order.shop.is_none();
    let customer = order.partner.filter(|_| takes || matches!(step.does, Does::Pick)).filter(|_| edit::with_customer(order));
    let never_below_zero = takes.then(|| (order.warehouse, order.lines.iter().map(|line| line.product).collect()));
    let needs = match step.does {
        Does::Review if !command.quiet => {
            let references = Some((order.kind, Box::new(edit::merged(order, &OrderChange::default()))));
            let costs = order.kind.transfers.then(|| (order.warehouse, order.lines.iter().map(|line| line.product).collect()));
            StepNeeds { warehouse, review: Some(order.kind), references, costs, ..StepNeeds::default() }
        }
        Does::Move(direction) => {
            let ruled = dated || lines::exceeds(&order.lines, parts);
            let comes = direction == Direction::In && !command.quiet;
            let references = comes.then(|| receipt::references(order, parts)).flatten();
            StepNeeds { warehouse: warehouse.filter(|_| ruled), carriers: carriers(), references, ..StepNeeds::default() }
        }
        Does::Pack => StepNeeds { carriers: carriers(), ..StepNeeds::default() },
        // A transfer's lines have its movements.
        Does::Reverse => StepNeeds {
            moves: (!order.kind.transfers).then_some(order.id),
            creates: true,
            returned_of: reversal::returned_of(order),
            ..StepNeeds::default()
        },
        Does::Return => {
            let here = ReturnTarget { warehouse: order.warehouse, area: None };
            StepNeeds { moves: Some(order.id), creates: true, inspect: Some(details.back_to.unwrap_or(here)), ..StepNeeds::default() }
        }
        Does::Cost | Does::TakeCostBack => {
            let added = details.cost_no.filter(|_| step.does == Does::TakeCostBack).map(|number| (order.id, number));
            let warehouse = warehouse.filter(|_| dated);
            StepNeeds { warehouse, moves: Some(order.id), came: Some(order.warehouse), added, ..StepNeeds::default() }
        }
        Does::SendBack => StepNeeds { moves: Some(order.id), free: Some(order.warehouse), creates: true, ..StepNeeds::default() },
        Does::End => StepNeeds { creates: details.back_order, returned_of: supplier_return::purchase_of(order), ..StepNeeds::default() },
        Does::Arrive(way) => {
            let references = transfer::places(order, way, parts).map(|draft| (order.kind, Box::new(draft)));
            StepNeeds { warehouse: Some(at).filter(|_| dated), references, turns: transfer::turns(order, way), ..StepNeeds::default() }
        }
        _ if dated => StepNeeds { warehouse: Some(at), ..StepNeeds::default() },
        _ => StepNeeds::default(),
    };
    asked(StepNeeds { never_below_zero, customer, units: decimals::units(order, command), ..needs })
}

fn asked(needs: StepNeeds) -> Needs {
    if needs == StepNeeds::default() { Needs::Nothing } else { Needs::Step(needs) }
}

/// Whether goods move with a step, or what they are worth, on a day of its own.
pub(super) const fn is_dated(does: Does) -> bool {
    matches!(does, Does::Move(_) | Does::Shift | Does::Arrive(_) | Does::Lose(_) | Does::Cost | Does::TakeCostBack)
}
