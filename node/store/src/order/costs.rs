//! What the ledger says of goods that costs are added to: what has come of their products, and the costs themselves.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use actors::order::costs::{Came, CostRecord, LedgerIn, added, came};
use actors::order::facts::{AddedShare, LineMovement};
use actors::store::StoreError;
use bus_schemas::ids::{OrderId, ProductId, WarehouseId};
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::details::MovedLine;
use bus_schemas::warehouse::{CostBasis, Operation};
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, id, int, text};

/// Ledger rows, or orders, that are read together.
const ROWS: usize = 2_000;

#[derive(Deserialize)]
struct InRow {
    sequence: i64,
    product: i64,
    operation: i64,
    basis: Option<CostBasis>,
    reverses: bool,
    moved: Quantity,
    order: Option<i64>,
    line: u32,
}

impl InRow {
    /// It takes back another row, or sends goods of it back to their supplier: its order says which.
    fn takes_back(&self) -> bool {
        self.reverses || self.basis == Some(CostBasis::Receipt)
    }

    fn transferred(&self) -> bool {
        self.moved > Quantity::ZERO && self.operation == Operation::Transfer.code()
    }
}

#[derive(Deserialize)]
struct Origin {
    id: i64,
    warehouse: i64,
    target: Option<i64>,
    lines: Vec<OriginLine>,
}

#[derive(Deserialize)]
struct OriginLine {
    line: u32,
    #[serde(default)]
    takes_back: Option<MovedLine>,
}

#[derive(Deserialize)]
struct CostRow {
    sequence: i64,
    position: i64,
    line: u32,
    basis: CostBasis,
    amount: Amount,
}

impl Store {
    /// What has come of the products of these movements since the first of them, and the ledger row up to which it is known.
    pub(super) async fn came_since(&self, warehouse: WarehouseId, moves: &[LineMovement]) -> Result<(Vec<Came>, i64), StoreError> {
        let as_of = self.last_sequence(warehouse.0).await?;
        let Some(first) = moves.iter().map(|movement| movement.sequence).min() else { return Ok((Vec::new(), as_of)) };
        let products: HashSet<i64> = moves.iter().map(|movement| movement.place.product.0).collect();
        let found = self.rows_of_products(warehouse.0, (first - 1, as_of), &products).await?;
        let sequences: BTreeSet<i64> = found.into_values().flatten().collect();
        let sequences: Vec<i64> = sequences.into_iter().collect();
        let query = "SELECT sequence, product, operation, cost_basis AS basis, reverses ?? false AS reverses, moved, order_id AS order, line
            FROM $rows WHERE moved > 0 OR (moved < 0 AND (reverses = true OR cost_basis = $receipt))";
        let mut rows: Vec<InRow> = Vec::new();
        for some in sequences.chunks(ROWS) {
            let ids = array(some.iter().map(|sequence| array_id("movement", vec![int(warehouse.0), int(*sequence)])).collect());
            let vars = vec![("rows", ids), ("receipt", text(CostBasis::Receipt.as_str()))];
            rows.extend(self.rows::<InRow>(query, vars).await?);
        }
        rows.sort_unstable_by_key(|row| row.sequence);
        let origins = self.origins_of(&rows).await?;
        let read = |row: InRow| {
            let origin = row.order.and_then(|order| origins.get(&order));
            let line = origin.filter(|_| row.takes_back()).and_then(|origin| origin.lines.iter().find(|line| line.line == row.line));
            let broken = || StoreError::Corrupt(format!("ledger row {}: no operation {}", row.sequence, row.operation));
            Ok(LedgerIn {
                sequence: row.sequence,
                product: ProductId(row.product),
                operation: Operation::from_code(row.operation).ok_or_else(broken)?,
                basis: row.basis,
                reverses: row.reverses,
                moved: row.moved,
                from_elsewhere: origin.is_some_and(|origin| origin.warehouse != warehouse.0 && origin.target == Some(warehouse.0)),
                takes_back: line.and_then(|line| line.takes_back).map(|moved| moved.sequence),
            })
        };
        let read: Vec<LedgerIn> = rows.into_iter().map(read).collect::<Result<_, StoreError>>()?;
        Ok((came(read), as_of))
    }

    /// The orders that say where goods of these rows came from.
    async fn origins_of(&self, rows: &[InRow]) -> Result<HashMap<i64, Origin>, StoreError> {
        let asked = rows.iter().filter(|row| row.takes_back() || row.transferred()).filter_map(|row| row.order);
        let asked: Vec<i64> = asked.collect::<BTreeSet<i64>>().into_iter().collect();
        let mut origins = HashMap::new();
        for some in asked.chunks(ROWS) {
            let ids = array(some.iter().map(|order| id("stock_order", *order)).collect());
            let query = "SELECT record::id(id) AS id, warehouse, transfer.target AS target, lines.{line, takes_back} AS lines FROM $ids";
            let found: Vec<Origin> = self.rows(query, vec![("ids", ids)]).await?;
            origins.extend(found.into_iter().map(|origin| (origin.id, origin)));
        }
        Ok(origins)
    }

    /// What the ledger has of an order's cost with a number, line by line.
    pub(super) async fn added_cost(&self, order: OrderId, number: u32) -> Result<BTreeMap<u32, AddedShare>, StoreError> {
        let mut records: Vec<CostRow> = Vec::new();
        for (warehouse, first, last) in self.rows_of_order(order).await? {
            let query = "SELECT sequence, position, line, cost_basis AS basis, amount FROM movement:[$w, $first]..=[$w, $last]
                WHERE order_id = $order AND operation = $cost AND cost_basis IN $bases";
            let bases = [CostBasis::Addition, CostBasis::Used].map(|basis| text(basis.as_str()));
            let vars = vec![
                ("w", int(warehouse)),
                ("first", int(first)),
                ("last", int(last)),
                ("order", int(order.0)),
                ("cost", int(Operation::Cost.code())),
                ("bases", array(bases.to_vec())),
            ];
            records.extend(self.rows::<CostRow>(query, vars).await?);
        }
        records.sort_unstable_by_key(|row| row.sequence);
        let record = |row: CostRow| CostRecord { begins: row.position == 0, line: row.line, basis: row.basis, amount: row.amount };
        Ok(added(records.into_iter().map(record), number))
    }
}
