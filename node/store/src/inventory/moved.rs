//! How often goods moved in a period, beside the period before it: sums, days or months, products and shares.

use std::collections::{BTreeMap, HashMap, HashSet};

use actors::store::StoreError;
use bus_schemas::warehouse::Operation;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{array, id};
use crate::ledger::index::moves::Move;
use crate::scope::Scope;

/// Products that move most.
const MOVERS: usize = 10;
/// The operations by which goods move.
const MOVING: [Operation; 5] = [Operation::Inbound, Operation::Outbound, Operation::Transfer, Operation::Adjustment, Operation::Count];

/// A period and the one before it, Unix milliseconds.
#[derive(Clone, Debug)]
pub struct Period {
    /// When the period before it began.
    pub before: i64,
    /// Until when the period before it counts: as much of it as has passed of this one.
    pub until: i64,
    /// When its days or months began, oldest first. The last one has not ended.
    pub starts: Vec<i64>,
}

/// How often in the period, and in the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    pub now: i64,
    pub before: i64,
}

impl Compared {
    fn add(&mut self, span: usize, count: i64) {
        if span == BEFORE {
            self.before += count;
        } else {
            self.now += count;
        }
    }
}

/// How often in a day or month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Point {
    pub received: i64,
    pub shipped: i64,
}

/// A product that goes out often.
#[derive(Clone, Debug)]
pub struct Mover {
    pub product: i64,
    pub product_no: String,
    pub name: String,
    /// Outbound records.
    pub records: Compared,
}

/// See the module. Each counts ledger rows that moved goods.
#[derive(Clone, Debug)]
pub struct Moved {
    pub received: Compared,
    pub shipped: Compared,
    /// Products that moved at all.
    pub products: Compared,
    /// As many as the period has days or months.
    pub points: Vec<Point>,
    /// Those that moved goods in the period, by id.
    pub warehouses: BTreeMap<i64, Compared>,
    /// Those that moved goods in the period, by code.
    pub operations: BTreeMap<i64, Compared>,
    /// Most first.
    pub movers: Vec<Mover>,
}

/// The sums, and how often each product went out.
struct Sums {
    moved: Moved,
    went_out: HashMap<i64, Compared>,
}

/// The span of the period before.
const BEFORE: usize = 0;
/// The span of what is left of it.
const REST: usize = 1;
/// The span of the period's first day or month; the others follow.
const FIRST: usize = 2;

/// Sums the moves of the warehouses in reach.
fn sum(moves: HashMap<Move, i64>, points: usize, only: Option<&[i64]>) -> Sums {
    let (mut received, mut shipped) = (Compared::default(), Compared::default());
    let (mut warehouses, mut operations): (BTreeMap<i64, Compared>, BTreeMap<i64, Compared>) = (BTreeMap::new(), BTreeMap::new());
    let mut points = vec![Point::default(); points];
    let mut went_out: HashMap<i64, Compared> = HashMap::new();
    let (mut now, mut before) = (HashSet::new(), HashSet::new());
    for (Move { warehouse, product, operation, span }, count) in moves {
        let reached = only.is_none_or(|only| only.contains(&warehouse));
        let Some(operation) = Operation::from_code(operation).filter(|operation| reached && span != REST && MOVING.contains(operation)) else {
            continue;
        };
        warehouses.entry(warehouse).or_default().add(span, count);
        operations.entry(operation.code()).or_default().add(span, count);
        let products = if span == BEFORE { &mut before } else { &mut now };
        products.insert(product);
        let mut point = span.checked_sub(FIRST).and_then(|place| points.get_mut(place));
        match operation {
            Operation::Inbound => {
                received.add(span, count);
                if let Some(point) = &mut point {
                    point.received += count;
                }
            }
            Operation::Outbound => {
                shipped.add(span, count);
                went_out.entry(product).or_default().add(span, count);
                if let Some(point) = &mut point {
                    point.shipped += count;
                }
            }
            _ => {}
        }
    }
    warehouses.retain(|_, moves| moves.now > 0);
    operations.retain(|_, moves| moves.now > 0);
    went_out.retain(|_, moves| moves.now > 0);
    let count = |products: HashSet<i64>| i64::try_from(products.len()).unwrap_or(i64::MAX);
    let products = Compared { now: count(now), before: count(before) };
    Sums { moved: Moved { received, shipped, products, points, warehouses, operations, movers: Vec::new() }, went_out }
}

#[derive(Deserialize)]
struct NamedProduct {
    id: i64,
    product_no: String,
    name: String,
}

impl Store {
    /// What moved in the warehouses in reach, by the ledger's index.
    pub async fn moved_in(&self, period: &Period, scope: &Scope) -> Result<Moved, StoreError> {
        let mut starts = vec![period.before, period.until];
        starts.extend(&period.starts);
        let Sums { mut moved, went_out } = sum(self.moves_in(&starts).await?, period.starts.len(), scope.only_warehouses());
        let mut most: Vec<(i64, Compared)> = went_out.into_iter().collect();
        most.sort_by_key(|(product, records)| (-records.now, *product));
        most.truncate(MOVERS);
        let ids = array(most.iter().map(|(product, _)| id("product", *product)).collect());
        let named: Vec<NamedProduct> = self.rows("SELECT record::id(id) AS id, product_no, name FROM $ids", vec![("ids", ids)]).await?;
        let mut named: HashMap<i64, NamedProduct> = named.into_iter().map(|row| (row.id, row)).collect();
        let mover = |(product, records)| {
            let (product_no, name) = named.remove(&product).map(|row| (row.product_no, row.name)).unwrap_or_default();
            Mover { product, product_no, name, records }
        };
        moved.movers = most.into_iter().map(mover).collect();
        Ok(moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(rows: &[(i64, i64, Operation, usize, i64)]) -> HashMap<Move, i64> {
        let row = |&(warehouse, product, operation, span, count): &(i64, i64, Operation, usize, i64)| {
            (Move { warehouse, product, operation: operation.code(), span }, count)
        };
        rows.iter().map(row).collect()
    }

    #[test]
    fn moves_are_summed_beside_those_of_the_period_before() {
        let Sums { moved, went_out } = sum(
            moves(&[
                (1, 7, Operation::Inbound, 0, 4),
                (1, 7, Operation::Inbound, 2, 2),
                (1, 7, Operation::Outbound, 3, 3),
                (2, 8, Operation::Outbound, 0, 1),
                (2, 9, Operation::Transfer, 2, 1),
                // Later in the period before than the period has come.
                (1, 7, Operation::Outbound, 1, 9),
                // Neither moves goods.
                (1, 9, Operation::Cost, 2, 5),
                (1, 9, Operation::Dates, 2, 5),
            ]),
            2,
            None,
        );
        assert_eq!(moved.received, Compared { now: 2, before: 4 });
        assert_eq!(moved.shipped, Compared { now: 3, before: 1 });
        assert_eq!(moved.products, Compared { now: 2, before: 2 });
        assert_eq!(moved.points, [Point { received: 2, shipped: 0 }, Point { received: 0, shipped: 3 }]);
        let whole = [(1, Compared { now: 5, before: 4 }), (2, Compared { now: 1, before: 1 })];
        assert_eq!(moved.warehouses, BTreeMap::from(whole));
        assert_eq!(moved.operations.keys().copied().collect::<Vec<_>>(), [10, 20, 30]);
        assert_eq!(went_out, HashMap::from([(7, Compared { now: 3, before: 0 })]));
    }

    #[test]
    fn warehouses_out_of_reach_count_for_nothing() {
        let rows = moves(&[(1, 7, Operation::Outbound, 2, 3), (2, 8, Operation::Outbound, 2, 1), (1, 7, Operation::Inbound, 0, 9)]);
        let Sums { moved, went_out } = sum(rows, 1, Some(&[2]));
        assert_eq!((moved.received, moved.shipped), (Compared::default(), Compared { now: 1, before: 0 }));
        assert_eq!(moved.products, Compared { now: 1, before: 0 });
        assert_eq!((moved.warehouses.len(), went_out.keys().copied().collect::<Vec<_>>()), (1, vec![8]));
    }
}
