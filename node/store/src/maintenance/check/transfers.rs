//! What a transfer says of its goods, compared with the ledgers of both its warehouses: what went out of the source
//! came into the target, came back, was given up, or is in transit.

use bus_schemas::number::Quantity;
use bus_schemas::order::transfer::Way;
use rust_decimal::Decimal;

use super::order_row::OrderRow;
use super::order_sums::Sums;

/// Differences between a transfer and the ledgers; none for an order of another kind.
pub(super) fn differences(order: &OrderRow, sums: &Sums) -> Vec<String> {
    let mut found = Vec::new();
    let Some(part) = &order.transfer else { return found };
    let target = part.target.0;
    let (mut there, mut back) = (Quantity::ZERO, Quantity::ZERO);
    for ((line, stocked), transit) in order.numbers.iter().zip(&order.stocked).zip(&order.transits) {
        let Some(transit) = transit else {
            found.push(format!("line {line} does not say where its goods are"));
            continue;
        };
        let moved = |warehouse: i64| sums.get(&(*line, warehouse)).map_or(Decimal::ZERO, |is| is.on_hand);
        let (arrived, returned) = (transit.arrived.0, transit.returned.0);
        if target == order.warehouse {
            if *stocked != arrived || !moved(target).is_zero() {
                found.push(format!("line {line} moved {stocked} within the warehouse, its ledger rows add up to {}", moved(target)));
            }
            continue;
        }
        if moved(order.warehouse) != returned - stocked {
            let out = -moved(order.warehouse);
            found.push(format!("line {line} says that {stocked} left and {returned} came back, its ledger rows took {out} out of the source"));
        }
        if moved(target) != arrived {
            found.push(format!("line {line} says that {arrived} arrived, its ledger rows brought {} to the target", moved(target)));
        }
        let (to_target, to_source) =
            (Quantity(*stocked) - transit.arrived - transit.refused - transit.lost, transit.refused - transit.returned - transit.lost_back);
        if to_target < Quantity::ZERO || to_source < Quantity::ZERO {
            found.push(format!("line {line} has {to_target} in transit and {to_source} in transit back"));
        }
        let given_up: Quantity = transit.losses.iter().map(|loss| loss.lot.quantity).sum();
        if given_up != transit.lost + transit.lost_back {
            found.push(format!("line {line} gave up {}, its losses add up to {given_up}", transit.lost + transit.lost_back));
        }
        for (way, warehouse) in [(Way::There, target), (Way::Back, order.warehouse)] {
            let booked = transit.losses.iter().filter(|loss| loss.booked && loss.way == way);
            let (quantity, worth) =
                booked.fold((Decimal::ZERO, Decimal::ZERO), |(quantity, worth), loss| (quantity + loss.lot.quantity.0, worth + loss.lot.value().0));
            let is = sums.get(&(*line, warehouse)).copied().unwrap_or_default();
            if (is.given_up, is.given_up_worth) != (quantity, worth) {
                let (gone, value) = (is.given_up, is.given_up_worth);
                found.push(format!(
                    "line {line} gave up {quantity} worth {worth}, its ledger rows in warehouse {warehouse} write off {gone} worth {value}"
                ));
            }
        }
        there += to_target;
        back += to_source;
    }
    if (part.there, part.back) != (there, back) {
        found.push(format!("says that {} are in transit and {} in transit back, its lines say {there} and {back}", part.there, part.back));
    }
    found
}
