//! Giving back what was taken and held for an order that was not placed.

use bus_schemas::ids::{AdminId, WarehouseId};
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::{Placing, ShopWrite};
use bus_schemas::warehouse::{AskFailure, StockAction};

use super::outcome::Outcome;
use super::{CARRY_MS, ShopActor};
use crate::shop::order::port::{Begun, Guard, ShopWriteError};
use crate::shop::order::{rules, stock};
use crate::store::StoreError;

impl ShopActor {
    /// Gives back what an order that was not placed had taken, and what is held for it.
    pub(super) async fn undo_placing(&self) -> Result<(), StoreError> {
        let Some(Begun { mut order, undone }) = self.shop.store().placing(self.id).await? else { return Ok(()) };
        order.update_time = self.shop.now();
        if !undone {
            let (coupon, score, bought, counts) = rules::given_back(&order, true, true);
            let write = ShopWrite { coupon, score, bought, counts, ..step_of(&order, Placing::Undo) };
            // It was placed, or undone by another node.
            if !self.placing_written(&write).await? {
                return Ok(());
            }
        }
        let mut warehouses: Vec<_> = order.parcels.iter().map(|parcel| parcel.warehouse).collect();
        warehouses.extend(order.lines.iter().flat_map(|line| line.warehouses.iter().copied()));
        warehouses.sort_unstable();
        warehouses.dedup();
        // What is not released now the sweep comes back to.
        if let Err(failure) = self.release_holds(&order, &warehouses, "undo").await {
            return Err(StoreError::Unavailable(format!("{failure:?}")));
        }
        self.placing_written(&step_of(&order, Placing::Freed)).await?;
        Ok(())
    }

    /// Writes a step of an order that is not placed. `false`: somebody else was faster.
    async fn placing_written(&self, write: &ShopWrite) -> Result<bool, StoreError> {
        match self.shop.store().write(write).await {
            Ok(_) => Ok(true),
            Err(ShopWriteError::Guarded(Guard::Placing) | ShopWriteError::Changed) => Ok(false),
            Err(ShopWriteError::Store(error)) => Err(error),
            Err(error) => Err(StoreError::Corrupt(error.to_string())),
        }
    }

    /// Releases what an order that is not placed holds.
    pub(super) async fn release_holds(&self, order: &ShopOrder, warehouses: &[WarehouseId], name: &str) -> Result<(), AskFailure> {
        let today = self.shop.clock().today();
        for warehouse in warehouses {
            let command = stock::command(order, &format!("{name}-{warehouse}"), AdminId(0), &today, StockAction::Release);
            let outcome = self.warehouse(*warehouse, command, self.shop.clock().now_ms() + CARRY_MS).await;
            if let Outcome::Failed(failure) = outcome {
                tracing::warn!(order = self.id.0, ?failure, "what was held for an order that was not placed is not released");
                return Err(failure);
            }
        }
        Ok(())
    }
}

/// A step of an order that is not placed.
fn step_of(order: &ShopOrder, placing: Placing) -> ShopWrite {
    ShopWrite { without_order: true, placing, ..ShopWrite::of(order.clone()) }
}
