//! What stock by level is made of beside places: read once for all rows of a list or of a file.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use actors::folding::folded;
use actors::store::StoreError;
use bus_schemas::warehouse::Operation;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::inventory::level_rows::{At, Level, LevelView, Rows};
use crate::inventory::place_columns::{PLACE_COLUMNS, subject};
use crate::inventory::read_model::stock::WarehouseStock;
use crate::listing::columns::{ListFailure, column, conditions, without_ignored};
use crate::listing::row_test::{Expected, Figure, Test, tests};
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

impl OpenLine {
    /// Where the goods are to lie.
    fn at(&self, warehouse: i64) -> At<'_> {
        At {
            warehouse,
            product: self.product,
            area: self.area.unwrap_or(0),
            shelf: self.shelf.unwrap_or(0),
            batch: self.batch.as_deref().unwrap_or_default(),
        }
    }
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
    /// Warehouse (0: all in use) and safety stock, by product.
    pub(super) safety: HashMap<i64, Vec<(i64, Decimal)>>,
    /// Of rows of products over all warehouses: warehouse and minimum in it, by product.
    pub(super) minimums: HashMap<i64, Vec<(i64, Decimal)>>,
    /// Warehouses whose stock does not count where it is compared with the safety stock.
    pub(super) out_of_use: HashSet<i64>,
}

impl LevelSource {
    /// Products that may have a row although no place has them.
    pub(super) fn products(&self, view: LevelView) -> impl Iterator<Item = i64> {
        let safety = self.safety.keys().chain(self.minimums.keys()).filter(move |_| view.below);
        self.expected.keys().chain(self.lots.keys()).chain(safety).copied()
    }

    /// Whether a place meets the conditions of the list.
    pub(super) fn fits(&self, at: &At<'_>) -> bool {
        self.tests.iter().all(|test| test.meets(at))
    }

    /// Whether the conditions of the list leave all places of a warehouse (0: of all warehouses) in it. What is there of a
    /// product is compared with what there should be only then.
    pub(super) fn has_all_of(&self, warehouse: i64) -> bool {
        self.tests.iter().all(|test| match &test.of {
            Expected::Figure(Figure::Product, _) => true,
            Expected::Figure(Figure::Warehouse, _) => warehouse != 0 && test.allows(warehouse),
            _ => false,
        })
    }

    /// Adds what of a product is expected, in transit and to be kept.
    pub(super) fn add_to(&self, rows: &mut Rows, product: i64, view: LevelView, scope: &Scope) {
        self.add_expected(rows, product);
        self.add_transit(rows, product, scope);
        self.add_safety(rows, product, view);
    }

    /// What of a product is expected in a warehouse, or in transit to it.
    pub(super) fn coming_to(&self, warehouse: i64, product: i64) -> Decimal {
        let lines = self.expected.get(&product).into_iter().flatten().filter(|(at, line)| *at == warehouse && self.fits(&line.at(warehouse)));
        let expected: Decimal = lines.map(|(_, line)| line.quantity - line.stocked).sum();
        let lots = self.lots.get(&product).into_iter().flatten().filter(|row| row.ends().1 == warehouse);
        let lots = lots.filter(|row| self.fits(&At { warehouse, product, area: 0, shelf: 0, batch: &row.lot.batch }));
        expected + lots.map(|row| row.lot.quantity.0).sum::<Decimal>()
    }

    /// What reviewed inbound orders have not brought yet.
    fn add_expected(&self, rows: &mut Rows, product: i64) {
        for (warehouse, line) in self.expected.get(&product).into_iter().flatten() {
            let at = line.at(*warehouse);
            if self.fits(&at) {
                rows.at(&at).expected += line.quantity - line.stocked;
            }
        }
    }

    /// What is in transit of transfers, on both of their sides. In transit goods have no area and no shelf.
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
            if self.has_all_of(*warehouse) && (view.below || rows.has(&at)) {
                rows.at(&at).safety = Some(*quantity);
            }
        }
    }
}

/// The rows of each product.
pub(super) fn by_product<T>(rows: impl IntoIterator<Item = (i64, T)>) -> HashMap<i64, Vec<T>> {
    let mut by_product: HashMap<i64, Vec<T>> = HashMap::new();
    rows.into_iter().for_each(|(product, row)| by_product.entry(product).or_default().push(row));
    by_product
}

impl Store {
    /// What stock at a level is made of beside places.
    pub async fn level_source(&self, query: &ListQuery, view: LevelView, scope: &Scope) -> Result<LevelSource, ListFailure> {
        let unnamed = ListQuery { quick: String::new(), ..without_ignored(query, PLACE_COLUMNS).into_owned() };
        let shown = |name: &str| column(PLACE_COLUMNS, name).and_then(|column| Some((column, subject(column)?)));
        let mut tests = match tests(&unnamed, shown) {
            Ok(tests) => tests,
            Err(filter) => {
                // What is wrong with it; else sums can't be filtered by it.
                conditions(&unnamed, PLACE_COLUMNS, &[], "", &mut Vars::new())?;
                return Err(ListError::Column(filter.field.clone()).into());
            }
        };
        let quick = folded(&query.quick);
        if !quick.is_empty() {
            tests.push(Test::products(self.products_named(&quick).await?));
        }
        let gone_out = match view.idle_since {
            Some(since) => {
                let until = view.as_of.unwrap_or(i64::MAX);
                Some(self.moved_between(Operation::Outbound.code(), since, until).await?)
            }
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
        let figures = self.minimums(scope).await?;
        let (safety, minimums) = match view.level {
            Level::Product => (figures.of_products(), figures.of_warehouses()),
            Level::Warehouse => (figures.of_warehouses(), HashMap::new()),
            Level::Area | Level::Shelf | Level::Batch => (HashMap::new(), HashMap::new()),
        };
        Ok(LevelSource {
            expected: by_product(open),
            lots: by_product(lots.into_iter().map(|row| (row.product, row))),
            safety,
            minimums,
            out_of_use: figures.out_of_use(),
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
}
