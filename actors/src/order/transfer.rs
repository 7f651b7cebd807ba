//! What the steps of a transfer do to its goods (`ops/decisions/0033-transfer-orders.md`): pure. What is in transit
//! follows from the line's movements; of goods that can't be told apart, the first that left arrive first.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use bus_schemas::ids::{AdminId, AreaId, ShelfId};
use bus_schemas::number::{Price, Quantity};
use bus_schemas::order::transfer::{Loss, Lot, TransitStatus, Way};
use bus_schemas::order::{
    DraftLine, LineMove, LineTransit, Order, OrderDraft, OrderLine, OrderRefusal, OrderStatus, OrderType, PartLine, TargetPlace, TransferPart,
};
use bus_schemas::warehouse::{DemandLine, Place, ReceiveLine, ReverseLine, ShiftLine};

use super::facts::{LineMovement, TurnsAsked};
use super::lines::{invalid, number_key, positions};
use super::state::has_moved;
use crate::warehouse::batch_number;

/// Fills in where a transfer's goods go. The order's lines are filled already.
pub fn fill(order: &mut Order, draft: &OrderDraft) -> Result<(), OrderRefusal> {
    if !order.kind.transfers {
        return Ok(());
    }
    let asked = draft.transfer.unwrap_or_default();
    let target = asked.target.ok_or_else(|| invalid("target_warehouses_id", "error.required"))?;
    let within = draft.order_type == OrderType::WITHIN;
    if within != (target == draft.warehouse) {
        return Err(invalid("target_warehouses_id", if within { "error.transfer.within" } else { "error.transfer.between" }));
    }
    let named = |area: Option<AreaId>| area.filter(|area| area.0 > 0);
    let (source_area, target_area) = (named(asked.source_area), named(asked.target_area));
    for (index, (line, draft)) in order.lines.iter_mut().zip(&draft.lines).enumerate() {
        line.area = line.area.or(source_area);
        let area = named(draft.target.area).or(target_area);
        let shelf = draft.target.shelf.filter(|shelf| shelf.0 > 0);
        if within && (area, shelf) == (line.area, line.shelf) {
            return Err(invalid(format!("lines[{index}].target_warehouses_areas_id"), "error.transfer.same_place"));
        }
        line.transit = Some(LineTransit { area, shelf, ..LineTransit::default() });
    }
    order.transfer = Some(TransferPart { source_area, target_area, ..TransferPart::to(target) });
    Ok(())
}

/// Whether all that is to leave has left.
fn all_left(order: &Order) -> bool {
    order.status == OrderStatus::IN_TRANSIT || order.status == OrderStatus::STOCKED || order.lines.iter().all(|line| line.stocked == line.quantity)
}

/// Whether all that is to leave has left, and nothing is in transit.
#[must_use]
pub fn is_complete(order: &Order) -> bool {
    all_left(order) && nothing_in_transit(order)
}

/// Whether nothing is in transit.
#[must_use]
pub fn nothing_in_transit(order: &Order) -> bool {
    order.in_transit(Way::There).is_zero() && order.in_transit(Way::Back).is_zero()
}

/// Sums up the lines in the transfer's own part.
pub fn sum_up(order: &mut Order, now_ms: i64) {
    let sum = |of: fn(&LineTransit) -> Quantity| order.lines.iter().filter_map(|line| line.transit.as_ref()).map(of).sum::<Quantity>();
    let (arrived, returned) = (sum(|line| line.arrived), sum(|line| line.returned));
    let (lost, refused) = (sum(|line| line.lost) + sum(|line| line.lost_back), sum(|line| line.refused));
    let (there, back, left) = (order.in_transit(Way::There), order.in_transit(Way::Back), has_moved(order));
    let (complete, all) = (is_complete(order), all_left(order));
    let between = order.order_type == OrderType::BETWEEN;
    let Some(part) = &mut order.transfer else { return };
    part.transit = if !left || !between {
        TransitStatus::None
    } else if complete {
        TransitStatus::Settled
    } else if !(arrived + lost + refused).is_zero() {
        TransitStatus::PartlyReceived
    } else if all {
        TransitStatus::InTransit
    } else {
        TransitStatus::PartlyShipped
    };
    (part.there, part.back, part.arrived, part.lost, part.returned) = (there, back, arrived, lost, returned);
    if left && between {
        part.shipped_at = part.shipped_at.or(Some(now_ms));
    }
}

/// A part of what is in transit: its line, the goods, and where they are put.
struct Part {
    index: usize,
    lots: Vec<Lot>,
    to: TargetPlace,
    damaged: bool,
}

impl Part {
    fn quantity(&self) -> Quantity {
        self.lots.iter().map(|lot| lot.quantity).sum()
    }
}

/// Takes a quantity from these lots, the first first, of one batch if it is named. `None` if the lots have less.
fn take(lots: &mut Vec<Lot>, batch: Option<&str>, quantity: Quantity) -> Option<Vec<Lot>> {
    let mut wanted = quantity;
    let mut taken = Vec::new();
    for lot in lots.iter_mut().filter(|lot| batch.is_none_or(|batch| batch == lot.batch)) {
        let part = lot.quantity.min(wanted);
        if !part.is_zero() {
            wanted -= part;
            lot.quantity -= part;
            taken.push(Lot { quantity: part, ..lot.clone() });
        }
    }
    lots.retain(|lot| !lot.quantity.is_zero());
    wanted.is_zero().then_some(taken)
}

/// The named parts of what is in transit, or all of it. A line may be named several times, for several places.
fn parts_of(order: &Order, way: Way, parts: Option<&[PartLine]>) -> Result<Vec<Part>, OrderRefusal> {
    let source = order.warehouse;
    let Some(parts) = parts else {
        let whole = |(index, line): (usize, &OrderLine)| {
            let lots = line.lots(way, source);
            (!lots.is_empty()).then(|| Part { index, lots, to: TargetPlace::default(), damaged: false })
        };
        return Ok(order.lines.iter().enumerate().filter_map(whole).collect());
    };
    if parts.is_empty() {
        return Err(invalid("lines", "error.lines.empty"));
    }
    let at = positions(&order.lines);
    let mut road: BTreeMap<usize, Vec<Lot>> = BTreeMap::new();
    let mut taken = Vec::with_capacity(parts.len());
    for (position, part) in parts.iter().enumerate() {
        let field = |name: &str| format!("lines[{position}].{name}");
        let index = *at.get(&part.line).ok_or_else(|| invalid(field("line"), "error.line.unknown"))?;
        let quantity = Quantity::positive(part.quantity).map_err(|error| invalid(field("quantity"), number_key(error)))?;
        let lots = road.entry(index).or_insert_with(|| order.lines[index].lots(way, source));
        let batch = part.batch.as_deref().map(batch_number::normalise).filter(|batch| !batch.is_empty());
        let lots = take(lots, batch.as_deref(), quantity).ok_or_else(|| invalid(field("quantity"), "error.quantity.transit"))?;
        taken.push(Part { index, lots, to: part.to, damaged: part.damaged });
    }
    Ok(taken)
}

/// Most receipts of which it is looked up how old they are for the target: each costs some ten reads of its ledger. Of more,
/// as many are looked up, evenly among them; goods of another receipt take the turn of the next older one.
pub(super) const RECEIPTS_MAX: usize = 5_000;

/// What has to be known so that goods in transit keep their turn at the target. At the source they have it already.
#[must_use]
pub fn turns(order: &Order, way: Way) -> Option<TurnsAsked> {
    let part = order.transfer.as_ref().filter(|part| way == Way::There && part.target != order.warehouse)?;
    let lots = order.lines.iter().flat_map(|line| line.lots(way, order.warehouse));
    let receipts: BTreeSet<i64> = lots.filter_map(|lot| lot.received).collect();
    let every = receipts.len().div_ceil(RECEIPTS_MAX);
    (every > 0).then(|| TurnsAsked { source: order.warehouse, target: part.target, receipts: receipts.into_iter().step_by(every).collect() })
}

/// Refuses damaged goods that are put among those that may be sold: where a part names no area, the planned one counts.
/// `held` are areas for damaged goods or goods to inspect.
pub fn check_damaged(order: &Order, way: Way, parts: Option<&[PartLine]>, held: &HashSet<i64>) -> Result<(), OrderRefusal> {
    for (position, part) in parts.into_iter().flatten().enumerate().filter(|(_, part)| part.damaged) {
        let area = put_into(order, way, part).and_then(|place| place.area);
        if area.is_none_or(|area| !held.contains(&area.0)) {
            return Err(invalid(format!("lines[{position}].warehouses_areas_id"), "error.area.held"));
        }
    }
    Ok(())
}

/// The place of a part that has to be looked up: the named one, and of damaged goods the planned one.
fn put_into(order: &Order, way: Way, part: &PartLine) -> Option<TargetPlace> {
    if part.to.area.is_some() {
        return Some(part.to);
    }
    let line = order.lines.iter().find(|line| line.line == part.line && part.damaged && way == Way::There)?;
    let area = line.transit.as_ref()?.area?;
    Some(TargetPlace { area: Some(area), shelf: None })
}

/// Takes goods from the road: what the warehouse there receives, with the batch, dates and cost that they left with. `turns`
/// says what receipts of the source are at the target; where one is not among them, the next older one counts, so that no
/// goods become newer than they are.
pub fn arrive(order: &mut Order, way: Way, parts: Option<&[PartLine]>, turns: &BTreeMap<i64, i64>) -> Result<Vec<ReceiveLine>, OrderRefusal> {
    let parts = parts_of(order, way, parts)?;
    let mut received = Vec::new();
    for part in &parts {
        let line = &mut order.lines[part.index];
        let Some(transit) = &mut line.transit else { continue };
        let quantity = part.quantity();
        match way {
            Way::There => transit.arrived += quantity,
            Way::Back => transit.returned += quantity,
        }
        if part.damaged && way == Way::There {
            transit.damaged += quantity;
        }
        let own = (transit.area, transit.shelf);
        received.extend(part.lots.iter().map(|lot| {
            let (area, shelf) = match (part.to.area, way) {
                (Some(area), _) => (area, part.to.shelf.unwrap_or(ShelfId(0))),
                (None, Way::There) => (own.0.unwrap_or(AreaId(0)), own.1.unwrap_or(ShelfId(0))),
                // Back to where it came from.
                (None, Way::Back) => (lot.area, lot.shelf),
            };
            ReceiveLine {
                line: line.line,
                place: Place { area, shelf, product: line.product, batch: lot.batch.clone() },
                unit: line.unit,
                quantity: lot.quantity,
                price: Price(lot.unit_cost.0),
                produce_date: lot.produce_date.clone(),
                expiry_date: lot.expiry_date.clone(),
                received: lot.received.and_then(|receipt| match way {
                    Way::There => turns.range(..=receipt).next_back().map(|(_, turn)| *turn),
                    Way::Back => Some(receipt),
                }),
            }
        }));
    }
    Ok(received)
}

/// Sends goods in transit back to the source.
pub fn refuse(order: &mut Order, parts: Option<&[PartLine]>, now_ms: i64) -> Result<(), OrderRefusal> {
    for part in parts_of(order, Way::There, parts)? {
        if let Some(transit) = &mut order.lines[part.index].transit {
            transit.refused += part.quantity();
            transit.refusals.extend(part.lots.into_iter().map(|lot| Lot { at: now_ms, ..lot }));
        }
    }
    Ok(())
}

/// Gives up goods in transit: written off at the cost that they left with, by the warehouse where they are given up.
pub fn write_off(order: &mut Order, way: Way, parts: Option<&[PartLine]>, admin: AdminId, now_ms: i64) -> Result<Vec<ReceiveLine>, OrderRefusal> {
    let mut written = Vec::new();
    for part in parts_of(order, way, parts)? {
        let line = &mut order.lines[part.index];
        let Some(transit) = &mut line.transit else { continue };
        let quantity = part.quantity();
        match way {
            Way::There => transit.lost += quantity,
            Way::Back => transit.lost_back += quantity,
        }
        written.extend(part.lots.iter().map(|lot| ReceiveLine {
            line: line.line,
            // They never came to a place.
            place: Place { area: AreaId(0), shelf: ShelfId(0), product: line.product, batch: lot.batch.clone() },
            unit: line.unit,
            quantity: lot.quantity,
            price: Price(lot.unit_cost.0),
            produce_date: lot.produce_date.clone(),
            expiry_date: lot.expiry_date.clone(),
            received: None,
        }));
        transit.losses.extend(part.lots.into_iter().map(|lot| Loss { lot, way, admin, at: now_ms, booked: true }));
    }
    Ok(written)
}

/// Goods of a line that are where they were to go, with where they came from.
struct Arrival<'a> {
    came: &'a LineMove,
    left: Option<&'a LineMove>,
}

/// What has arrived with a line, oldest first. Within one warehouse each movement in belongs to one out, in their order;
/// between two, what came is of the first goods that left and are like it.
fn arrivals<'a>(order: &Order, line: &'a OrderLine) -> Vec<Arrival<'a>> {
    let target = order.transfer.as_ref().map_or(order.warehouse, |part| part.target);
    let out = || line.moves.iter().filter(|moved| moved.warehouse == order.warehouse && moved.quantity < Quantity::ZERO);
    let came = line.moves.iter().filter(|moved| moved.warehouse == target && moved.quantity > Quantity::ZERO);
    if target == order.warehouse {
        return came.zip(out()).map(|(came, left)| Arrival { came, left: Some(left) }).collect();
    }
    let like = |came: &LineMove| out().find(|left| left.batch == came.batch && left.unit_cost == came.unit_cost);
    came.map(|came| Arrival { came, left: like(came) }).collect()
}

/// The movements of a transfer that brought goods to where they were to go, oldest first.
#[must_use]
pub fn brought(order: &Order) -> Vec<LineMovement> {
    let of_line = |line: &OrderLine| {
        let movement = |arrival: Arrival<'_>| LineMovement {
            sequence: arrival.came.sequence,
            line: line.line,
            place: arrival.came.place(line.product),
            moved: arrival.came.quantity,
            unit_cost: arrival.came.unit_cost,
            produce_date: arrival.came.produce_date.clone(),
            expiry_date: arrival.came.expiry_date.clone(),
        };
        arrivals(order, line).into_iter().map(movement).collect::<Vec<_>>()
    };
    order.lines.iter().flat_map(of_line).collect()
}

/// Makes a counter-order of a transfer one that goes the other way: from where the goods are to where they had been. Between
/// two warehouses they are in transit at once.
pub(super) fn turn_round(counter: &mut Order, order: &Order, lines: &mut [ReverseLine], now_ms: i64) {
    let Some(part) = &order.transfer else { return };
    let within = part.target == order.warehouse;
    let at = positions(&order.lines);
    for (line, reversed) in counter.lines.iter_mut().zip(lines) {
        let of = line.takes_back.and_then(|of| Some((of, order.lines.get(*at.get(&of.line)?)?)));
        let left = of.and_then(|(of, line)| arrivals(order, line).into_iter().find(|arrival| arrival.came.sequence == of.sequence)?.left);
        let (area, shelf) = left.map_or((AreaId(0), ShelfId(0)), |left| (left.area, left.shelf));
        let named = (Some(area).filter(|area| area.0 > 0), Some(shelf).filter(|shelf| shelf.0 > 0));
        let arrived = if within { line.stocked } else { Quantity::ZERO };
        line.transit = Some(LineTransit { area: named.0, shelf: named.1, arrived, ..LineTransit::default() });
        reversed.to = within.then(|| Place { area, shelf, ..reversed.place.clone() });
    }
    counter.warehouse = part.target;
    counter.transfer = Some(TransferPart::to(order.warehouse));
    counter.status = if within { OrderStatus::STOCKED } else { OrderStatus::IN_TRANSIT };
    sum_up(counter, now_ms);
}

/// Goods that move within the warehouse, with where they go.
#[must_use]
pub fn shifted(order: &mut Order, demand: Vec<DemandLine>) -> Vec<ShiftLine> {
    let at = positions(&order.lines);
    let mut lines = Vec::with_capacity(demand.len());
    for from in demand {
        let line = at.get(&from.line).and_then(|index| order.lines.get_mut(*index));
        let Some(transit) = line.and_then(|line| line.transit.as_mut()) else { continue };
        transit.arrived += from.quantity;
        lines.push(ShiftLine { area: transit.area.unwrap_or(AreaId(0)), shelf: transit.shelf.unwrap_or(ShelfId(0)), from });
    }
    lines
}

/// The order as a draft whose lines are to be put where the parts say, for what has to be looked up before goods
/// arrive; nothing where no part names a place and none is damaged.
#[must_use]
pub fn places(order: &Order, way: Way, parts: Option<&[PartLine]>) -> Option<OrderDraft> {
    let product = order.lines.first().map_or(bus_schemas::ids::ProductId(0), |line| line.product);
    let line = |part: &PartLine| {
        let TargetPlace { area, shelf } = put_into(order, way, part)?;
        Some(DraftLine { area, shelf, ..DraftLine::new(product, part.quantity) })
    };
    let lines: Vec<DraftLine> = parts?.iter().filter_map(line).collect();
    let part = order.transfer.as_ref().filter(|_| !lines.is_empty())?;
    let at = match way {
        Way::There => part.target,
        Way::Back => order.warehouse,
    };
    Some(OrderDraft { warehouse: at, lines, ..super::edit::head(order) })
}
