//! The orders' port of the store in memory. Whatever an order refers to is there.

use std::collections::BTreeMap;

use actors::order::costs::{self, came};
use actors::order::facts::{LineMovement, OrderFacts, StepNeeds, WarehouseRules};
use actors::order::port::{self, OrderStore, OrderWriteError};
use actors::order::units::UnitFacts;
use actors::store::StoreError;
use async_trait::async_trait;
use bus_schemas::hold::AreaPurpose;
use bus_schemas::ids::{AreaId, CommandKey, OrderId, UnitId, WarehouseId};
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::order::{Order, OrderDraft, OrderKind};
use bus_schemas::warehouse::{Movement, OrderWrite};
use chrono_tz::Tz;
use rand::Rng;

use super::Store;
use super::world::store_order;

#[async_trait]
impl OrderStore for Store {
    async fn next_id(&self) -> Result<OrderId, StoreError> {
        Ok(OrderId(self.random.lock().unwrap().random_range(1..i64::MAX)))
    }

    async fn load(&self, kind: OrderKind, order: OrderId) -> Result<Option<Order>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().orders.get(&(kind, order)).cloned())
    }

    async fn create(&self, write: &OrderWrite, _: &str, _: &[NotificationDraft]) -> Result<(Order, Vec<Announcement>), OrderWriteError> {
        let write = write.clone();
        self.written(move |world| {
            if world.order_commands.contains_key(&write.command) {
                return Err(OrderWriteError::CommandTaken);
            }
            let order = Order { number: format!("RK{}", world.orders.len() + 1), ..write.order.clone() };
            store_order(world, &write, &order);
            Ok((order, Vec::new()))
        })
        .await
    }

    async fn update(&self, write: &OrderWrite, _: &[NotificationDraft]) -> Result<Vec<Announcement>, OrderWriteError> {
        let write = write.clone();
        self.written(move |world| {
            if world.order_commands.contains_key(&write.command) {
                return Err(OrderWriteError::CommandTaken);
            }
            let stored = world.orders.get(&(write.order.kind, write.order.id)).map(|order| order.version);
            if stored != Some(write.order.version - 1) {
                return Err(OrderWriteError::Changed);
            }
            store_order(world, &write, &write.order);
            Ok(Vec::new())
        })
        .await
    }

    async fn update_all(&self, writes: &[OrderWrite]) -> Result<(), OrderWriteError> {
        let writes = writes.to_vec();
        self.written(move |world| {
            if writes.iter().any(|write| world.order_commands.contains_key(&write.command)) {
                return Err(OrderWriteError::CommandTaken);
            }
            let stored = |write: &OrderWrite| world.orders.get(&(write.order.kind, write.order.id)).map(|order| order.version);
            if writes.iter().any(|write| stored(write) != Some(write.order.version - 1)) {
                return Err(OrderWriteError::Changed);
            }
            writes.iter().for_each(|write| store_order(world, write, &write.order));
            Ok(())
        })
        .await
    }

    async fn find_command(&self, command: &CommandKey) -> Result<Option<port::Remembered>, StoreError> {
        self.readable().await?;
        Ok(self.world.lock().unwrap().order_commands.get(command).cloned())
    }

    /// Whatever an order refers to is there.
    async fn facts(&self, _: OrderKind, draft: &OrderDraft) -> Result<OrderFacts, StoreError> {
        self.readable().await?;
        let products = draft.lines.iter().map(|line| (line.product, UnitFacts { id: UnitId(1), decimals: 0 })).collect();
        let held = |((at, area), purpose): (&(WarehouseId, AreaId), &AreaPurpose)| {
            (*at == draft.warehouse && *purpose != AreaPurpose::Normal).then_some(area.0)
        };
        let held_areas = self.world.lock().unwrap().purposes.iter().filter_map(held).collect();
        Ok(OrderFacts {
            warehouse: true,
            partner: true,
            products,
            target: true,
            areas: (1..=9).collect(),
            held_areas,
            target_areas: (1..=9).collect(),
            ..OrderFacts::default()
        })
    }

    async fn zone(&self, warehouse: WarehouseId) -> Result<Option<Tz>, StoreError> {
        Ok(self.world.lock().unwrap().zones.get(&warehouse).copied())
    }

    async fn step_facts(&self, needs: &StepNeeds) -> Result<OrderFacts, StoreError> {
        self.readable().await?;
        let next = if needs.creates { Some(self.next_id().await?) } else { None };
        let known = match &needs.references {
            Some((kind, draft)) => self.facts(*kind, draft).await?,
            None => OrderFacts::default(),
        };
        let world = self.world.lock().unwrap();
        let of = |movement: &&Movement| movement.operation.is_some() && movement.order.as_ref().map(|order| order.id) == needs.moves;
        let moves = world.movements.values().filter(|_| needs.moves.is_some()).filter(of).map(|movement| LineMovement {
            sequence: movement.sequence,
            line: movement.line,
            place: movement.place.clone(),
            moved: movement.moved,
            unit_cost: movement.unit_cost,
            produce_date: movement.produce_date.clone(),
            expiry_date: movement.expiry_date.clone(),
        });
        let as_of = needs.came.map_or(0, |warehouse| world.last_sequence(warehouse));
        let came = needs.came.map_or_else(Vec::new, |warehouse| came(world.ins(warehouse)));
        let added = needs.added.map_or_else(BTreeMap::new, |(order, number)| costs::added(world.costs_of_order(order), number));
        let inspect = |to: ReturnTarget| {
            let waits = |area: &AreaId| world.purposes.get(&(to.warehouse, *area)) == Some(&AreaPurpose::ToInspect);
            let mut areas = world.purposes.keys().filter(|(at, area)| *at == to.warehouse && waits(area)).map(|(_, area)| *area);
            to.area.filter(waits).or_else(|| areas.next())
        };
        let inspect = needs.inspect.and_then(inspect);
        let rules = WarehouseRules { over_receipt: world.over_receipt, ..known.rules };
        let places = world.balances.iter().filter(|((warehouse, _), _)| needs.free == Some(*warehouse));
        let free = places.map(|((_, place), row)| (place.clone(), row.on_hand - row.reserved)).collect();
        Ok(OrderFacts { four_eyes: world.four_eyes, moves: moves.collect(), free, next, inspect, rules, came, as_of, added, ..known })
    }
}
