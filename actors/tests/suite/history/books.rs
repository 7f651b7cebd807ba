//! What must hold of the books at every moment of a history, recomputed plainly from documents and ledger.

use std::collections::BTreeMap;

use bus_schemas::count::CountStatus;
use bus_schemas::ids::{ProductId, WarehouseId};
use bus_schemas::number::Quantity;
use bus_schemas::order::transfer::Way;
use bus_schemas::order::{LinkReason, OrderKind, OrderStatus, OrderType};
use bus_schemas::warehouse::{CostBasis, Operation};
use rust_decimal::{Decimal, RoundingStrategy};

use super::people::Counted;
use super::steps::LOOSE;
use crate::store::world::World;

/// Everything that is wrong.
pub fn faults(world: &World, sheets: &BTreeMap<i64, Counted>) -> Vec<String> {
    let mut faults = world.findings();
    faults.extend(goods(world, sheets));
    faults.extend(costs(world));
    faults.extend(values(world));
    faults.extend(held(world));
    faults.extend(taken_back(world));
    faults
}

/// What came in is there, went out, was written off, or is in transit.
fn goods(world: &World, sheets: &BTreeMap<i64, Counted>) -> Vec<String> {
    let mut came: BTreeMap<ProductId, Decimal> = BTreeMap::new();
    let mut went: BTreeMap<ProductId, Decimal> = BTreeMap::new();
    for movement in world.movements.values().filter(|movement| movement.order.is_none() && movement.operation == Some(Operation::Inbound)) {
        *came.entry(movement.place.product).or_default() += movement.moved.0;
    }
    for order in world.orders.values() {
        for line in &order.lines {
            let product = line.product;
            if order.kind == OrderKind::INBOUND {
                *came.entry(product).or_default() += line.stocked.0;
            } else if order.kind == OrderKind::OUTBOUND {
                *went.entry(product).or_default() += line.stocked.0;
            } else if order.kind == OrderKind::ADJUSTMENT && order.status == OrderStatus::STOCKED {
                *came.entry(product).or_default() += line.quantity.0;
            } else if let Some(transit) = line.transit.as_ref().filter(|_| order.order_type == OrderType::BETWEEN) {
                let road = line.in_transit(Way::There) + line.in_transit(Way::Back);
                *went.entry(product).or_default() += (road + transit.lost + transit.lost_back).0;
            }
        }
    }
    for Counted { sheet, lines } in sheets.values() {
        if world.counts.get(&sheet.id).is_some_and(|stored| stored.status == CountStatus::Posted) {
            for line in lines {
                *came.entry(line.adjust.place.product).or_default() += line.adjust.change.0;
            }
        }
    }
    for row in world.balances.values() {
        *went.entry(row.place.product).or_default() += row.on_hand.0;
    }
    let differ = came.iter().filter(|(product, came)| went.get(product).copied().unwrap_or_default() != **came);
    differ
        .map(|(product, came)| {
            let is = went.get(product).copied().unwrap_or_default();
            format!("product {product}: {came} came in, {is} is there, went out, was given up or is in transit")
        })
        .collect()
}

/// The moving average of each product, by hand: from the ledger's rows in their order.
fn costs(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    let mut known: BTreeMap<(WarehouseId, ProductId), (Decimal, Decimal)> = BTreeMap::new();
    for ((warehouse, sequence), movement) in &world.movements {
        let Some(operation) = movement.operation.filter(|operation| *operation != Operation::Dates) else { continue };
        let (on_hand, average) = known.entry((*warehouse, movement.place.product)).or_default();
        // A row of a cost moves nothing. One that is added or taken back is borne by what is there.
        if operation == Operation::Cost {
            if movement.cost_basis == Some(CostBasis::Addition) {
                let more = movement.amount.0 / *on_hand;
                *average = (*average + more).max(Decimal::ZERO).round_dp_with_strategy(6, RoundingStrategy::MidpointAwayFromZero);
            }
            continue;
        }
        let (moved, cost) = (movement.moved.0, movement.unit_cost.0);
        let brings = operation == Operation::Inbound || operation == Operation::Transfer;
        let valued = brings || movement.cost_basis.is_some() || movement.reverses;
        if moved > Decimal::ZERO && valued {
            *average = if *on_hand > Decimal::ZERO {
                let value = *on_hand * *average + moved * cost;
                (value / (*on_hand + moved)).round_dp_with_strategy(6, RoundingStrategy::MidpointAwayFromZero)
            } else {
                cost
            };
        } else if (movement.reverses || matches!(movement.cost_basis, Some(CostBasis::Receipt | CostBasis::Lost))) && moved < Decimal::ZERO {
            // What is taken back, or goes back to its supplier, leaves at the cost it came with, and the rest keeps its value.
            let left = *on_hand + moved;
            if left > Decimal::ZERO {
                let value = (*on_hand * *average + moved * cost).max(Decimal::ZERO);
                *average = (value / left).round_dp_with_strategy(6, RoundingStrategy::MidpointAwayFromZero);
            }
        } else if cost != *average {
            found.push(format!("{warehouse}/{sequence}: moved at {cost}, the average was {average}"));
        }
        *on_hand += moved;
    }
    for ((warehouse, product), (_, average)) in &known {
        let stored = world.average_cost(*warehouse, *product);
        if stored.unwrap_or_default() != *average {
            found.push(format!("warehouse {warehouse}, product {product}: the average is {stored:?}, by hand {average}"));
        }
    }
    found
}

/// What is there is worth what the ledger's rows add up to, but for their roundings: nothing where nothing is there, and
/// never less than nothing, unless less than nothing is there.
fn values(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    let mut sums: BTreeMap<(WarehouseId, ProductId), (Decimal, Decimal, i64)> = BTreeMap::new();
    for ((warehouse, _), movement) in &world.movements {
        let counts = !movement.moved.is_zero() || movement.operation == Some(Operation::Cost);
        if counts && movement.cost_basis != Some(CostBasis::Used) {
            let (on_hand, amount, rows) = sums.entry((*warehouse, movement.place.product)).or_default();
            *on_hand += movement.moved.0;
            *amount += movement.amount.0;
            *rows += 1;
        }
    }
    for ((warehouse, product), (on_hand, amount, rows)) in sums {
        let worth = on_hand * world.average_cost(warehouse, product).unwrap_or_default();
        let slack = if on_hand.is_zero() { Decimal::ZERO } else { Decimal::new(6, 3) * Decimal::from(rows) };
        if (worth - amount).abs() > slack || (on_hand > Decimal::ZERO && worth < Decimal::ZERO) {
            found.push(format!("warehouse {warehouse}, product {product}: {on_hand} are worth {worth}, the rows add up to {amount}"));
        }
    }
    found
}

/// A line says that as much was taken back as its counter-orders took back, those aside that were reversed; and of no
/// movement more than it moved.
fn taken_back(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for order in world.orders.values() {
        let mut back: BTreeMap<u32, Decimal> = BTreeMap::new();
        let links = order.made.iter().filter(|link| link.reason != LinkReason::BackOrder);
        for counter in links.filter_map(|link| world.orders.get(&(link.kind, link.order))) {
            // What an order has left when it ends goes back to no supplier.
            let ended = counter.status == OrderStatus::STOCKED || counter.status == OrderStatus::VOIDED;
            for line in &counter.lines {
                let takes = Quantity((if ended { line.stocked } else { line.quantity }).0.abs());
                if let Some(of) = line.takes_back {
                    *back.entry(of.line).or_default() += (takes - line.reversed).0;
                }
            }
        }
        for line in &order.lines {
            let is = back.get(&line.line).copied().unwrap_or_default();
            if line.reversed.0 != is {
                found.push(format!(
                    "order {} line {}: says that {} were taken back, its counter-orders took {is}",
                    order.id, line.line, line.reversed
                ));
            }
            for taken in &line.taken_back {
                let at = order.transfer.as_ref().map_or(order.warehouse, |part| part.target);
                let moved = world.movements.get(&(at, taken.sequence)).map(|movement| movement.moved.0.abs());
                if moved.is_none_or(|moved| taken.quantity.0 > moved) {
                    found.push(format!("order {} line {}: {} of row {} were taken back", order.id, line.line, taken.quantity, taken.sequence));
                }
            }
        }
    }
    found
}

/// Nothing that is held is reserved, and no more is reserved than the ledger's rows say is there.
fn held(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for ((warehouse, place), row) in &world.balances {
        let by_area = world.purposes.get(&(*warehouse, place.area)).is_some_and(|purpose| *purpose != Default::default());
        let state = world.holds.get(&(*warehouse, place.product, place.batch.clone())).map(|hold| hold.state);
        if (by_area || state.is_some_and(|state| state != Default::default())) && !row.reserved.is_zero() {
            found.push(format!("warehouse {warehouse}: {} at {place:?} is held and reserved", row.reserved));
        }
        let oversold = world.allow_negative && place.product.0 == LOOSE && place.batch.is_empty();
        if row.on_hand.0 < Decimal::ZERO && !oversold {
            found.push(format!("warehouse {warehouse}: {} at {place:?}", row.on_hand));
        }
    }
    found
}
