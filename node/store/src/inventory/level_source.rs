//! What stock by level is made of beside places: read once for all rows of a list or of a file.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actors::store::StoreError;
use bus_schemas::warehouse::Operation;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::inventory::level_rows::{At, Level, LevelView, Rows};
use crate::inventory::place_columns::{PLACE_COLUMNS, subject};
use crate::inventory::read_model::stock::WarehouseStock;
use crate::listing::columns::{ListFailure, column, conditions};
use crate::listing::row_test::{Test, tests};
use crate::listing::{ListError, ListQuery};
use crate::order::transit::{TransitFilter, TransitRow};
use crate::scope::Scope;

/// A line that is open.
#[derive(Deserialize)]
pub(super) struct OpenLine {
    product: i64,
    area: Option<i64>,
    shelf: Option<i64>,
    batch: Option<String>,
    quantity: Decimal,
    stocked: Decimal,
}

/// What is read once.
#[derive(Default)]
pub struct LevelSource {
    /// The conditions of the list.
    pub(super) tests: Vec<Test>,
    /// What was on hand, where the list is of the past; of the past nothing else is known.
    pub(super) past: Option<Vec<Arc<WarehouseStock>>>,
    /// Warehouses and products from which something has gone out.
    pub(super) gone_out: Option<HashSet<(i64, i64)>>,
    /// Open lines of reviewed inbound orders, by product, with their warehouse.
    pub(super) expected: HashMap<i64, Vec<(i64, OpenLine)>>,
    /// By product.
    pub(super) lots: HashMap<i64, Vec<TransitRow>>,
    /// Warehouse (0: all) and safety stock, by product.
    pub(super) safety: HashMap<i64, Vec<(i64, Decimal)>>,
}

impl LevelSource {
    /// Products that may have a row although no place has them.
    pub(super) fn products(&self, view: LevelView) -> impl Iterator<Item = i64> {
        let safety = self.safety.keys().filter(move |_| view.below);
        self.expected.keys().chain(self.lots.keys()).chain(safety).copied()
    }

    fn fits(&self, at: &At<'_>) -> bool {
        self.tests.iter().all(|test| test.meets(at))
    }

    /// Adds what of a product is expected, on the road and to be kept.
    pub(super) fn add_to(&self, rows: &mut Rows, product: i64, view: LevelView, scope: &Scope) {
        self.add_expected(rows, product);
        self.add_transit(rows, product, scope);
        self.add_safety(rows, product, view);
    }

    /// What reviewed inbound orders have not brought yet.
    fn add_expected(&self, rows: &mut Rows, product: i64) {
        for (warehouse, line) in self.expected.get(&product).into_iter().flatten() {
            let at = At {
                warehouse: *warehouse,
                product,
                area: line.area.unwrap_or(0),
                shelf: line.shelf.unwrap_or(0),
                batch: line.batch.as_deref().unwrap_or_default(),
            };
            if self.fits(&at) {
                rows.at(&at).expected += line.quantity - line.stocked;
            }
        }
    }

    /// What is on the road of transfers, on both of their sides. On the road goods have no area and no shelf.
    fn add_transit(&self, rows: &mut Rows, product: i64, scope: &Scope) {
        let seen = |warehouse: i64| scope.only_warehouses().is_none_or(|only| only.contains(&warehouse));
        for row in self.lots.get(&product).into_iter().flatten() {
            let (from, to) = row.ends();
            let quantity = row.lot.quantity.0;
            for (warehouse, comes) in [(to, true), (from, false)] {
                let at = At { warehouse, product, area: 0, shelf: 0, batch: &row.lot.batch };
                if seen(warehouse) && self.fits(&at) {
                    let level = rows.at(&at);
                    let figure = if comes { &mut level.coming } else { &mut level.leaving };
                    *figure += quantity;
                }
            }
        }
    }

    /// Safety stock of products, or of products in warehouses. What is below it although nothing was ever there has a
    /// row too, where such rows are asked for.
    fn add_safety(&self, rows: &mut Rows, product: i64, view: LevelView) {
        for (warehouse, quantity) in self.safety.get(&product).into_iter().flatten() {
            let at = At { warehouse: *warehouse, product, area: 0, shelf: 0, batch: "" };
            if rows.has(&at) || (view.below && self.fits(&at)) {
                rows.at(&at).safety = Some(*quantity);
            }
        }
    }
}

/// The rows of each product.
fn by_product<T>(rows: impl IntoIterator<Item = (i64, T)>) -> HashMap<i64, Vec<T>> {
    let mut by_product: HashMap<i64, Vec<T>> = HashMap::new();
    rows.into_iter().for_each(|(product, row)| by_product.entry(product).or_default().push(row));
    by_product
}

impl Store {
    /// What stock at a level is made of beside places.
    pub async fn level_source(&self, query: &ListQuery, view: LevelView, scope: &Scope) -> Result<LevelSource, ListFailure> {
        let unnamed = ListQuery { quick: String::new(), ..query.clone() };
        let shown = |name: &str| column(PLACE_COLUMNS, name).and_then(|column| Some((column, subject(column)?)));
        let mut tests = match tests(&unnamed, shown) {
            Ok(tests) => tests,
            Err(filter) => {
                // What is wrong with it; else sums can't be filtered by it.
                conditions(&unnamed, PLACE_COLUMNS, &[], "", &mut Vars::new())?;
                return Err(ListError::Column(filter.field.clone()).into());
            }
        };
        let quick = query.quick.trim().to_lowercase();
        if !quick.is_empty() {
            tests.push(Test::products(self.products_named(&quick).await?));
        }
        let gone_out = match view.idle_since {
            Some(since) => Some(self.moved_since(Operation::Outbound.code(), since).await?),
            None => None,
        };
        let source = LevelSource { tests, gone_out, ..LevelSource::default() };
        if let Some(at) = view.as_of {
            return Ok(LevelSource { past: Some(self.past_stock(at, scope).await?), ..source });
        }
        let on_road = !matches!(view.level, Level::Area | Level::Shelf);
        let lots = if on_road { self.lots_in_transit(&TransitFilter::default(), scope).await? } else { Vec::new() };
        let expected = self.expected_lines(scope).await?.into_iter();
        let open = expected.flat_map(|(warehouse, lines)| lines.into_iter().map(move |line| (line.product, (warehouse, line))));
        let open = open.filter(|(_, (_, line))| line.quantity > line.stocked);
        let safety = self.safety_stock(view.level, scope).await?.into_iter();
        Ok(LevelSource {
            expected: by_product(open),
            lots: by_product(lots.into_iter().map(|row| (row.product, row))),
            safety: by_product(safety.map(|(product, warehouse, quantity)| (product, (warehouse, quantity)))),
            ..source
        })
    }

    async fn expected_lines(&self, scope: &Scope) -> Result<Vec<(i64, Vec<OpenLine>)>, StoreError> {
        let mut vars = Vars::new();
        let within = scope.within_warehouses("warehouse", &mut vars).map(|within| format!("AND {within}")).unwrap_or_default();
        let query =
            format!("SELECT VALUE [warehouse, lines] FROM stock_order WHERE kind = 'inbound' AND status = 'reviewed' AND deleted_at = NONE {within}");
        self.rows(&query, vars).await
    }

    async fn safety_stock(&self, level: Level, scope: &Scope) -> Result<Vec<(i64, i64, Decimal)>, StoreError> {
        match level {
            Level::Product => {
                self.rows("SELECT VALUE [record::id(id), 0, safety_stock_num] FROM product WHERE safety_stock_num > 0 AND status = 1", vec![]).await
            }
            Level::Warehouse => {
                let mut vars = Vars::new();
                let within = scope.within_warehouses("warehouses_id", &mut vars).map(|within| format!("AND {within}")).unwrap_or_default();
                let query = format!("SELECT VALUE [product_id, warehouses_id, quantity] FROM warehouse_safety WHERE quantity > 0 {within}");
                self.rows(&query, vars).await
            }
            _ => Ok(Vec::new()),
        }
    }
}
