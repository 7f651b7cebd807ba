//! What of an order's goods is in transit, and what its lines keep of its movements.

use super::moves::OrderMove;
use super::process::Way;
use super::transfer::{self, Lot};
use super::{Order, OrderLine};
use crate::ids::WarehouseId;
use crate::number::Quantity;

impl OrderLine {
    /// How much is on a road.
    #[must_use]
    pub fn in_transit(&self, way: Way) -> Quantity {
        let Some(transit) = &self.transit else { return Quantity::ZERO };
        match way {
            Way::There => self.stocked - transit.arrived - transit.refused - transit.lost,
            Way::Back => transit.refused - transit.returned - transit.lost_back,
        }
    }

    /// What is on a road, first what left first. `source` is the order's warehouse.
    #[must_use]
    pub fn lots(&self, way: Way, source: WarehouseId) -> Vec<Lot> {
        self.transit.as_ref().map_or_else(Vec::new, |transit| transfer::lots(&self.moves, transit, way, source))
    }
}

impl Order {
    /// The warehouses that the order concerns: its own, and a transfer's target.
    pub fn warehouses(&self) -> impl Iterator<Item = WarehouseId> + use<> {
        let target = self.transfer.as_ref().map(|transfer| transfer.target).filter(|target| *target != self.warehouse);
        std::iter::once(self.warehouse).chain(target)
    }

    /// How much is on a road.
    #[must_use]
    pub fn in_transit(&self, way: Way) -> Quantity {
        self.lines.iter().map(|line| line.in_transit(way)).sum()
    }

    /// The transfer, completed with what moved for it. A move without a line of the order is none of its own. Other orders
    /// stay as they are: nothing asks them, and each step would write all that moved before once more.
    #[must_use]
    pub fn completed(mut self, moves: &[OrderMove]) -> Self {
        if self.transfer.is_none() {
            return self;
        }
        for OrderMove { line, moved } in moves {
            // Lines are numbered from 1 in their order.
            let nearby = usize::try_from(*line)
                .ok()
                .and_then(|line| line.checked_sub(1))
                .filter(|index| self.lines.get(*index).is_some_and(|of| of.line == *line));
            let index = nearby.or_else(|| self.lines.iter().position(|of| of.line == *line));
            if let Some(of) = index.and_then(|index| self.lines.get_mut(index)) {
                of.moves.push(moved.clone());
            }
        }
        self
    }
}
