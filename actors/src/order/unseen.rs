//! The target of a transfer whose sender does not see it: they know its name, and nothing of its places (decision 0033). What
//! they were shown as empty comes back as empty, and stays what it is in the order as its actor has it. Pure.

use std::borrow::Cow;

use bus_schemas::ids::WarehouseId;
use bus_schemas::order::{DraftLine, Order, OrderChange, OrderRefusal, TargetPlace, TransferDraft};

use super::lines::invalid;

/// The first field that names a place at a transfer's target.
#[must_use]
pub fn target_place(transfer: Option<&TransferDraft>, lines: &[DraftLine]) -> Option<String> {
    if transfer.and_then(|transfer| transfer.target_area).is_some_and(|area| area.0 > 0) {
        return Some("target_warehouses_areas_id".to_owned());
    }
    lines.iter().enumerate().find_map(|(position, line)| {
        let name = match line.target {
            TargetPlace { area: Some(area), .. } if area.0 > 0 => "target_warehouses_areas_id",
            TargetPlace { shelf: Some(shelf), .. } if shelf.0 > 0 => "target_warehouses_shelves_id",
            _ => return None,
        };
        Some(format!("lines[{position}].{name}"))
    })
}

/// The target that the order will have, where the sender of the change does not see it.
fn unseen_target(order: &Order, change: &OrderChange) -> Option<WarehouseId> {
    let target = change.transfer.and_then(|transfer| transfer.target).or(order.transfer.as_ref().map(|part| part.target))?;
    (!change.sight.sees(target)).then_some(target)
}

/// Refuses places at a target that the sender does not see, as if they were not there.
pub fn check(order: &Order, change: &OrderChange) -> Result<(), OrderRefusal> {
    if unseen_target(order, change).is_none() {
        return Ok(());
    }
    let named = target_place(change.transfer.as_ref(), change.lines.as_deref().unwrap_or_default());
    named.map_or(Ok(()), |field| Err(invalid(field, "error.reference")))
}

/// The change with the places that its sender does not see left as they are. A line is the same while its place in the order and
/// its product are.
#[must_use]
pub fn kept<'a>(order: &Order, change: &'a OrderChange) -> Cow<'a, OrderChange> {
    let stays = |target: &WarehouseId| order.transfer.as_ref().is_some_and(|part| part.target == *target);
    if unseen_target(order, change).filter(stays).is_none() {
        return Cow::Borrowed(change);
    }
    let mut kept = change.clone();
    if let Some(transfer) = &mut kept.transfer {
        transfer.target_area = None;
    }
    for (draft, line) in kept.lines.iter_mut().flatten().zip(&order.lines).filter(|(draft, line)| draft.product == line.product) {
        draft.target = line.transit.as_ref().map_or_else(TargetPlace::default, |transit| TargetPlace { area: transit.area, shelf: transit.shelf });
    }
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::{AreaId, ProductId, ShelfId};
    use bus_schemas::order::{OrderKind, Sight};
    use rust_decimal::Decimal;

    use super::super::edit::merged;
    use super::super::test_orders::transfer_to;
    use super::*;

    fn line(product: i64) -> DraftLine {
        DraftLine::new(ProductId(product), Decimal::ONE)
    }

    fn at(area: i64, shelf: i64) -> TargetPlace {
        TargetPlace { area: Some(AreaId(area)), shelf: Some(ShelfId(shelf)) }
    }

    /// From warehouse 1 to 2, whose places only others see: area 20, and for product 1 shelf 21 in area 22.
    fn order() -> Order {
        transfer_to(WarehouseId(2), AreaId(20), vec![DraftLine { target: at(22, 21), ..line(1) }, line(2)])
    }

    fn change(seen: &[i64]) -> OrderChange {
        let sight = Sight::Warehouses(seen.iter().map(|id| WarehouseId(*id)).collect());
        let transfer = Some(TransferDraft { target: None, source_area: None, target_area: Some(AreaId(0)) });
        OrderChange { lines: Some(vec![line(1), line(3)]), transfer, sight, ..OrderChange::default() }
    }

    #[test]
    fn what_the_sender_does_not_see_stays() {
        let order = order();
        assert!(order.kind == OrderKind::TRANSFER);
        let draft = merged(&order, &change(&[1]));
        assert_eq!(draft.transfer.and_then(|transfer| transfer.target_area), Some(AreaId(20)));
        assert_eq!(draft.lines[0].target, at(22, 21));
        assert_eq!(draft.lines[1].target, TargetPlace::default(), "another product");
        // Who sees it empties it, and so does everybody who moves the goods elsewhere.
        let seen = merged(&order, &change(&[1, 2]));
        assert_eq!((seen.transfer.and_then(|transfer| transfer.target_area), seen.lines[0].target), (Some(AreaId(0)), TargetPlace::default()));
        let mut elsewhere = change(&[1]);
        elsewhere.transfer = Some(TransferDraft { target: Some(WarehouseId(3)), source_area: None, target_area: Some(AreaId(0)) });
        assert_eq!(merged(&order, &elsewhere).lines[0].target, TargetPlace::default());
    }

    #[test]
    fn what_the_sender_does_not_see_is_not_named() {
        let order = order();
        assert_eq!(check(&order, &change(&[1])), Ok(()));
        let mut named = change(&[1]);
        named.lines = Some(vec![line(1), DraftLine { target: at(22, 21), ..line(2) }]);
        assert_eq!(check(&order, &named), Err(invalid("lines[1].target_warehouses_areas_id", "error.reference")));
        named.sight = Sight::default();
        assert!(check(&order, &named).is_err(), "a forgotten sight sees nothing");
        named.sight = Sight::Everything;
        assert_eq!(check(&order, &named), Ok(()));
        let mut area = change(&[1]);
        area.transfer = Some(TransferDraft { target: Some(WarehouseId(3)), source_area: None, target_area: Some(AreaId(30)) });
        assert_eq!(check(&order, &area), Err(invalid("target_warehouses_areas_id", "error.reference")));
    }
}
