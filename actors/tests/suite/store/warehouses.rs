//! The warehouses' port of the store in memory.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use actors::order::port;
use actors::store::StoreError;
use actors::warehouse::port::{Batch, CommitError, Committed, ProductRows, Remembered, Rows, WarehouseSettings, WarehouseSnapshot, WarehouseStore};
use actors::warehouse::weights::Weights;
use async_trait::async_trait;
use bus_schemas::ids::{CommandKey, ProductId, WarehouseId};
use bus_schemas::notification::Announcement;
use bus_schemas::warehouse::StockDone;

use super::Store;
use super::world::apply;

#[async_trait]
impl WarehouseStore for Store {
    async fn load(&self, warehouse: WarehouseId) -> Result<WarehouseSnapshot, StoreError> {
        self.readable().await?;
        let mut world = self.world.lock().unwrap();
        world.loads += 1;
        let of = |key: &WarehouseId| *key == warehouse;
        Ok(WarehouseSnapshot {
            settings: Some(WarehouseSettings {
                in_use: true,
                allow_negative: world.allow_negative,
                zone: world.zones.get(&warehouse).copied(),
                ..WarehouseSettings::default()
            }),
            last_sequence: world.last_sequence(warehouse),
            rows: Rows {
                balances: Vec::new(),
                costs: Vec::new(),
                turnovers: world.turnovers.iter().filter(|((id, ..), _)| of(id)).map(|(_, row)| row.clone()).collect(),
                reservations: world
                    .reservations
                    .iter()
                    .filter(|((id, _), row)| of(id) && !row.quantity.is_zero())
                    .map(|(_, row)| row.clone())
                    .collect(),
                holds: world.holds.iter().filter(|((id, ..), row)| of(id) || row.everywhere).map(|(_, row)| row.clone()).collect(),
            },
            purposes: world.purposes.iter().filter(|((id, _), _)| of(id)).map(|((_, area), purpose)| (*area, *purpose)).collect(),
            weights: Weights::default(),
            // An actor that remembers nothing must find out from the store.
            recent: Vec::new(),
        })
    }

    async fn load_products(&self, warehouse: WarehouseId, products: &BTreeSet<ProductId>, last_sequence: i64) -> Result<ProductRows, StoreError> {
        self.readable().await?;
        let world = self.world.lock().unwrap();
        let of = |id: &WarehouseId, product: ProductId| *id == warehouse && products.contains(&product);
        Ok(ProductRows {
            balances: world.balances.iter().filter(|((id, place), _)| of(id, place.product)).map(|(_, row)| row.clone()).collect(),
            costs: world.costs.iter().filter(|((id, product), _)| of(id, *product)).map(|(_, row)| row.clone()).collect(),
            current: world.last_sequence(warehouse) == last_sequence,
        })
    }

    async fn commit(&self, batch: &Batch) -> Result<Committed, CommitError> {
        let (batch, guarded) = (batch.clone(), self.faults.lock().unwrap().guarded);
        self.written(move |world| apply(world, &batch, guarded)).await
    }

    async fn find_command(&self, command: &CommandKey) -> Result<Option<Remembered>, StoreError> {
        self.readable().await?;
        let world = self.world.lock().unwrap();
        let done = || StockDone { command: command.clone(), repeated: true, sequences: None };
        let of_order = |known: &port::Remembered| Remembered { done: done(), warehouse: None, order: Some(known.done.id) };
        Ok(world.commands.get(command).cloned().or_else(|| world.order_commands.get(command).map(of_order)))
    }

    async fn watch_safety_stock(&self, _: &[ProductId]) -> Result<Vec<Announcement>, StoreError> {
        Ok(Vec::new())
    }

    fn sole_writer(&self) -> bool {
        self.sole_writer.load(Ordering::Relaxed)
    }
}
