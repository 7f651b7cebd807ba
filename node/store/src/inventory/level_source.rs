//! What stock by level is made of beside places: read once for all rows of a list or of a file.

use std::collections::HashSet;
use std::ops::Bound;
use std::sync::Arc;

use actors::store::StoreError;
use bus_schemas::warehouse::Operation;
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::{RecordId, RecordIdKey, RecordIdKeyRange, Value};

use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::int;
use crate::inventory::levels::{At, Fits, Level, LevelRow, LevelView, Rows};
use crate::inventory::past::Past;
use crate::listing::ListQuery;
use crate::listing::columns::ListFailure;
use crate::order::transit::{TransitFilter, TransitRow};
use crate::scope::Scope;

/// A line that is open.
#[derive(Deserialize)]
struct OpenLine {
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
    /// The products of the quick search.
    pub(super) named: Option<HashSet<i64>>,
    /// What was on hand by warehouse, where the list is of the past; of the past nothing else is known.
    pub(super) past: Option<Vec<(i64, Arc<Past>)>>,
    /// Warehouses and products from which something has gone out.
    pub(super) gone_out: Option<HashSet<(i64, i64)>>,
    /// Lines of reviewed inbound orders, by warehouse.
    expected: Vec<(i64, Vec<OpenLine>)>,
    lots: Vec<TransitRow>,
    /// Product, warehouse (0: all) and safety stock.
    safety: Vec<(i64, i64, Decimal)>,
}

impl LevelSource {
    /// Adds what is expected, on the road and to be kept. What the filters can't decide without places (no `fits`) is
    /// added to rows that are there.
    pub(super) fn add_to(&self, rows: &mut Rows, fits: Option<&Fits<'_>>, view: LevelView, scope: &Scope) {
        self.add_expected(rows, fits);
        self.add_transit(rows, fits, scope);
        self.add_safety(rows, fits, view);
    }

    /// What reviewed inbound orders have not brought yet.
    fn add_expected(&self, rows: &mut Rows, fits: Option<&Fits<'_>>) {
        for (warehouse, lines) in &self.expected {
            for line in lines.iter().filter(|line| line.quantity > line.stocked) {
                let at = At {
                    warehouse: *warehouse,
                    product: line.product,
                    area: line.area.unwrap_or(0),
                    shelf: line.shelf.unwrap_or(0),
                    batch: line.batch.clone().unwrap_or_default(),
                };
                if fits.map_or_else(|| rows.has(&at), |fits| fits.has(&at)) {
                    rows.at(&at).expected += line.quantity - line.stocked;
                }
            }
        }
    }

    /// What is on the road of transfers, on both of their sides. On the road goods have no area and no shelf.
    fn add_transit(&self, rows: &mut Rows, fits: Option<&Fits<'_>>, scope: &Scope) {
        let seen = |warehouse: i64| scope.only_warehouses().is_none_or(|only| only.contains(&warehouse));
        for row in &self.lots {
            let (from, to) = row.ends();
            let quantity = row.lot.quantity.0;
            for (warehouse, comes) in [(to, true), (from, false)] {
                let at = At { warehouse, product: row.product, area: 0, shelf: 0, batch: row.lot.batch.clone() };
                if seen(warehouse) && fits.map_or_else(|| rows.has(&at), |fits| fits.has(&at)) {
                    let level = rows.at(&at);
                    let figure = if comes { &mut level.coming } else { &mut level.leaving };
                    *figure += quantity;
                }
            }
        }
    }

    /// Safety stock of products, or of products in warehouses. What is below it although nothing was ever there has a
    /// row too, where such rows are asked for.
    fn add_safety(&self, rows: &mut Rows, fits: Option<&Fits<'_>>, view: LevelView) {
        for (product, warehouse, quantity) in &self.safety {
            let at = At { warehouse: *warehouse, product: *product, area: 0, shelf: 0, batch: String::new() };
            if rows.has(&at) || (view.below && fits.is_some_and(|fits| fits.has(&at))) {
                rows.at(&at).safety = Some(*quantity);
            }
        }
    }
}

impl Store {
    /// What stock at a level is made of beside places.
    pub async fn level_source(&self, query: &ListQuery, view: LevelView, scope: &Scope) -> Result<LevelSource, ListFailure> {
        let quick = query.quick.trim().to_lowercase();
        let named = if quick.is_empty() { None } else { Some(self.products_named(&quick).await?.into_iter().collect()) };
        let gone_out = match view.idle_since {
            Some(since) => Some(self.moved_since(Operation::Outbound.code(), since).await?),
            None => None,
        };
        let source = LevelSource { named, gone_out, ..LevelSource::default() };
        if let Some(at) = view.as_of {
            return Ok(LevelSource { past: Some(self.past_stock(at, scope).await?), ..source });
        }
        let on_road = !matches!(view.level, Level::Area | Level::Shelf);
        let lots = if on_road { self.lots_in_transit(&TransitFilter::default(), scope).await? } else { Vec::new() };
        Ok(LevelSource { expected: self.expected_lines(scope).await?, lots, safety: self.safety_stock(view.level, scope).await?, ..source })
    }

    /// Stock at a level of the next products after one, by product and place; and the last of these products. Nothing
    /// after the last product.
    pub async fn levels_after(
        &self,
        source: &LevelSource,
        query: &ListQuery,
        view: LevelView,
        scope: &Scope,
        (after, many): (i64, i64),
    ) -> Result<Option<(i64, Vec<LevelRow>)>, ListFailure> {
        let range = RecordIdKeyRange { start: Bound::Excluded(RecordIdKey::Number(after)), end: Bound::Unbounded };
        let range = Value::RecordId(RecordId { table: "product".into(), key: RecordIdKey::Range(Box::new(range)) });
        // A range is read in the order of its ids.
        let products: Vec<i64> =
            self.rows("SELECT VALUE record::id(id) FROM $after LIMIT $many", vec![("after", range), ("many", int(many))]).await?;
        let Some(last) = products.last().copied() else { return Ok(None) };
        let mut rows = self.level_rows(source, query, view, scope, Some(&products)).await?;
        self.complete_levels(&mut rows).await?;
        Ok(Some((last, rows)))
    }

    /// What was on hand at a moment, by warehouse within the scope.
    async fn past_stock(&self, at: i64, scope: &Scope) -> Result<Vec<(i64, Arc<Past>)>, StoreError> {
        let seen = |warehouse: &i64| scope.only_warehouses().is_none_or(|only| only.contains(warehouse));
        let mut past = Vec::new();
        for warehouse in self.warehouse_ids().await?.into_iter().filter(seen) {
            past.push((warehouse, self.stock_at(warehouse, at).await?));
        }
        Ok(past)
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
