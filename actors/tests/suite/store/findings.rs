//! What is in the simulated store, and what is wrong with its books.

use std::collections::{BTreeMap, HashMap};

use actors::order::costs::{CostRecord, LedgerIn};
use actors::warehouse::port::TurnoverRow;
use actors::warehouse::turnover::{Contribution, Turnovers};
use bus_schemas::ids::{CommandKey, OrderId, ProductId, WarehouseId};
use bus_schemas::number::Quantity;
use bus_schemas::order::{LineMove, Order, OrderKind, OrderMove};
use bus_schemas::warehouse::{CostBasis, Movement, Operation, Place};

use super::world::World;

impl World {
    /// The last sequence of a warehouse's ledger, 0 when it is empty.
    pub(super) fn last_sequence(&self, warehouse: WarehouseId) -> i64 {
        self.movements.range((warehouse, i64::MIN)..=(warehouse, i64::MAX)).next_back().map_or(0, |((_, sequence), _)| *sequence)
    }

    /// What is reserved for an order: line, place, quantity.
    pub fn reserved_for(&self, kind: OrderKind, order: OrderId) -> Vec<(u32, Place, Quantity)> {
        let of_order = self.reservations.values().filter(|row| (row.kind, row.order) == (kind, order) && !row.quantity.is_zero());
        let mut rows: Vec<_> = of_order.map(|row| (row.line, row.place.clone(), row.quantity)).collect();
        rows.sort();
        rows
    }

    /// Everything that is reserved: order, warehouse, line, quantity.
    pub fn all_reserved(&self) -> impl Iterator<Item = (OrderKind, OrderId, WarehouseId, u32, Quantity)> {
        let rows = self.reservations.iter().filter(|(_, row)| !row.quantity.is_zero());
        rows.map(|((warehouse, _), row)| (row.kind, row.order, *warehouse, row.line, row.quantity))
    }

    /// What moved in a warehouse, as far as it says what came in.
    pub(super) fn ins(&self, warehouse: WarehouseId) -> Vec<LedgerIn> {
        let rows = self.movements.range((warehouse, 0)..=(warehouse, i64::MAX)).map(|(_, movement)| movement);
        let row = |movement: &Movement| {
            let order = movement.order.as_ref().and_then(|order| self.orders.get(&(order.kind, order.id)));
            let line = order.and_then(|order| order.lines.iter().find(|line| line.line == movement.line));
            let back = movement.reverses || movement.cost_basis == Some(CostBasis::Receipt);
            Some(LedgerIn {
                sequence: movement.sequence,
                product: movement.place.product,
                operation: movement.operation?,
                basis: movement.cost_basis,
                reverses: movement.reverses,
                moved: movement.moved,
                from_elsewhere: order.is_some_and(|order| order.warehouse != warehouse),
                takes_back: line.filter(|_| back).and_then(|line| line.takes_back).map(|moved| moved.sequence),
            })
        };
        rows.filter_map(row).collect()
    }

    /// The ledger rows of an order's added costs.
    pub(super) fn costs_of_order(&self, order: OrderId) -> Vec<CostRecord> {
        let of_order = |movement: &&Movement| movement.order.as_ref().is_some_and(|of| of.id == order);
        let record = |movement: &Movement| {
            let basis = movement.cost_basis.filter(|_| movement.operation == Some(Operation::Cost))?;
            Some(CostRecord { begins: movement.position == 0, line: movement.line, basis, amount: movement.amount })
        };
        self.movements.values().filter(of_order).filter_map(record).collect()
    }

    /// A product's moving average.
    pub fn average_cost(&self, warehouse: WarehouseId, product: ProductId) -> Option<rust_decimal::Decimal> {
        self.costs.get(&(warehouse, product)).map(|row| row.average_cost.0)
    }

    /// What is wrong with the books: gaps, sums, negative stock, a command done twice.
    pub fn findings(&self) -> Vec<String> {
        let mut findings = Vec::new();
        let mut sums: HashMap<(WarehouseId, Place), (Quantity, Quantity)> = HashMap::new();
        // A posted count may find less than is reserved; what follows makes up for it.
        let mut lost: HashMap<(WarehouseId, Place), Quantity> = HashMap::new();
        let mut expected: HashMap<WarehouseId, i64> = HashMap::new();
        let mut commands: HashMap<&CommandKey, Vec<u32>> = HashMap::new();
        for ((warehouse, sequence), movement) in &self.movements {
            let next = expected.entry(*warehouse).or_insert(1);
            if sequence != next {
                findings.push(format!("{warehouse}: {next} is missing"));
            }
            *next = sequence + 1;
            let sum = sums.entry((*warehouse, movement.place.clone())).or_default();
            sum.0 += movement.moved;
            sum.1 += movement.reserved;
            if sum.0 != movement.balance {
                findings.push(format!("{warehouse}/{sequence}: the balance is {}, the sum {}", movement.balance, sum.0));
            }
            let short = (sum.1 - sum.0).max(Quantity::ZERO);
            let allowed = lost.entry((*warehouse, movement.place.clone())).or_default();
            *allowed = if movement.operation == Some(Operation::Count) { short.max(*allowed) } else { short.min(*allowed) };
            let oversold = self.allow_negative && movement.place.batch.is_empty() && sum.1.is_zero();
            if short > *allowed && !oversold || sum.1 < Quantity::ZERO {
                findings.push(format!("{warehouse}/{sequence}: {} on hand, {} reserved", sum.0, sum.1));
            }
            commands.entry(&movement.command).or_default().push(movement.position);
        }
        let stored = |(on_hand, reserved): &(Quantity, Quantity), key| {
            self.balances.get(key).is_some_and(|row| (row.on_hand, row.reserved) == (*on_hand, *reserved))
        };
        for (key, sum) in sums.iter().filter(|(key, sum)| !stored(sum, key)) {
            findings.push(format!("{key:?}: the balance is {:?}, its movements add up to {sum:?}", self.balances.get(key)));
        }
        if self.balances.len() != sums.len() {
            findings.push(format!("{} balances, {} places have movements", self.balances.len(), sums.len()));
        }
        let reserved_by_orders: Quantity = self.reservations.values().fold(Quantity::ZERO, |sum, row| sum + row.quantity);
        if reserved_by_orders != sums.values().fold(Quantity::ZERO, |sum, (_, reserved)| sum + *reserved) {
            findings.push(format!("orders reserve {reserved_by_orders}, places hold something else for them"));
        }
        for warehouse in expected.keys() {
            let mut counted = Turnovers::default();
            let of_ledger = self.movements.range((*warehouse, 0)..=(*warehouse, i64::MAX));
            of_ledger.filter_map(|(_, movement)| Contribution::of(movement)).for_each(|contribution| drop(counted.add(&contribution)));
            let counted: Vec<TurnoverRow> = counted.into_rows().into_iter().map(|row| TurnoverRow { stored: true, ..row }).collect();
            let stored: BTreeMap<_, _> = self.turnovers.iter().filter(|((id, ..), _)| id == warehouse).collect();
            if !stored.values().copied().eq(&counted) {
                findings.push(format!("{warehouse}: sums are {stored:?}, the ledger has {counted:?}"));
            }
        }
        findings.extend(self.orders.values().flat_map(|order| self.misses(order)));
        for (command, positions) in commands {
            if positions.iter().zip(0..).any(|(position, expected)| *position != expected) {
                findings.push(format!("{command}: positions {positions:?}"));
            }
        }
        findings
    }

    /// Lines of transfers that say something else of their goods than the ledger, and lines of other orders that say
    /// anything of them.
    fn misses(&self, order: &Order) -> Vec<String> {
        let of_order = |movement: &&Movement| movement.order.as_ref().is_some_and(|of| (of.kind, of.id) == (order.kind, order.id));
        let mut ledger: BTreeMap<u32, Vec<LineMove>> = BTreeMap::new();
        for OrderMove { line, moved } in self.movements.values().filter(of_order).filter_map(OrderMove::of) {
            ledger.entry(line).or_default().push(moved);
        }
        let mut findings = Vec::new();
        for line in &order.lines {
            let mut moves = line.moves.clone();
            moves.sort_by_key(|moved| (moved.warehouse, moved.sequence));
            let known = ledger.remove(&line.line).unwrap_or_default();
            let expected = if order.transfer.is_some() { known.clone() } else { Vec::new() };
            if moves != expected {
                findings.push(format!("{:?} {} line {}: says {moves:?}, the ledger {known:?}", order.kind, order.id, line.line));
            }
        }
        findings.extend(ledger.into_keys().map(|line| format!("{:?} {}: no line {line}", order.kind, order.id)));
        findings
    }
}
