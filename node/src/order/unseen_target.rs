//! The target of a transfer whose author does not see it: they know its name, and nothing of its places (decision 0033).

use bus_schemas::ids::{AreaId, OrderId, WarehouseId};
use bus_schemas::order::{DraftLine, OrderChange, OrderKind, TargetPlace, TransferDraft};
use entrepot_store::scope::Scope;

use super::service::{OrderError, OrderService, Person};

/// Whether a warehouse is within a person's scope.
pub(super) fn sees(person: &Person, warehouse: WarehouseId) -> bool {
    person.scope.only_warehouses().is_none_or(|seen| seen.contains(&warehouse.0))
}

/// The first field that names a place at a transfer's target.
pub(super) fn target_place(transfer: Option<&TransferDraft>, lines: &[DraftLine]) -> Option<String> {
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

impl OrderService {
    /// Leaves the area at a transfer's target as it is, where the person sees none because the target is outside their
    /// scope: what they were shown as empty comes back as empty.
    pub(super) async fn keep_hidden(&self, order: OrderId, change: &mut OrderChange, person: &Person) -> Result<(), OrderError> {
        let clears = |transfer: &&mut TransferDraft| transfer.target_area == Some(AreaId(0));
        let Some(transfer) = change.transfer.as_mut().filter(clears).filter(|_| !person.scope.is_unlimited()) else { return Ok(()) };
        let Some(sides) = self.store().order_sides(order).await? else { return Ok(()) };
        let stays = |target: &i64| transfer.target.is_none_or(|named| named.0 == *target);
        if sides.target.filter(stays).is_some_and(|target| !person.scope.reaches(target, sides.created_by)) {
            transfer.target_area = None;
        }
        Ok(())
    }

    /// Refuses places at a transfer's target that the person does not see, as if they were not there.
    pub(super) async fn require_seen_target(&self, order: OrderId, change: &OrderChange, person: &Person) -> Result<(), OrderError> {
        let Some(field) = target_place(change.transfer.as_ref(), change.lines.as_deref().unwrap_or_default()) else { return Ok(()) };
        if person.scope.only_warehouses().is_none() {
            return Ok(());
        }
        let mut target = change.transfer.and_then(|transfer| transfer.target);
        if target.is_none() {
            target = self.store().order_sides(order).await?.and_then(|sides| sides.target).map(WarehouseId);
        }
        if target.is_none_or(|target| sees(person, target)) { Ok(()) } else { Err(OrderError::field(field, "error.reference")) }
    }

    /// Leaves where the lines' goods are put at a transfer's target as it is, where the person does not see the target: they
    /// send back lines without it. A line is the same while its place in the order and its product are.
    pub(super) async fn keep_hidden_lines(
        &self,
        kind: OrderKind,
        order: OrderId,
        change: &mut OrderChange,
        person: &Person,
    ) -> Result<(), OrderError> {
        let Some(lines) = change.lines.as_mut().filter(|_| kind.transfers && person.scope.only_warehouses().is_some()) else { return Ok(()) };
        let Some(current) = self.store().order_detail(kind, order, &Scope::system()).await? else { return Ok(()) };
        let Some(target) = current.head.transfer.as_ref().map(|transfer| transfer.target) else { return Ok(()) };
        let stays = change.transfer.and_then(|transfer| transfer.target).is_none_or(|named| named == target);
        if !stays || sees(person, target) {
            return Ok(());
        }
        for (draft, line) in lines.iter_mut().zip(&current.lines).filter(|(draft, line)| draft.product.0 == line.product) {
            draft.target =
                line.transit.as_ref().map_or_else(TargetPlace::default, |transit| TargetPlace { area: transit.area, shelf: transit.shelf });
        }
        Ok(())
    }
}
