//! Stock summed at a level.

use std::collections::HashMap;

use actors::store::StoreError;
use rust_decimal::Decimal;

use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::value::{array, id, int};
use crate::inventory::holds::{HeldGoods, HeldHere};
use crate::inventory::level_rows::{At, Figures, LevelRow, LevelView, Rows};
use crate::inventory::level_source::LevelSource;
use crate::inventory::read_model::read;
use crate::inventory::read_model::stock::WarehouseStock;
use crate::listing::columns::ListFailure;
use crate::listing::{ListError, ListQuery, Page};
use crate::scope::Scope;

/// What the rows of a list are made of.
struct Levels<'a> {
    stocks: Vec<(&'a WarehouseStock, HeldHere<'a>)>,
    source: &'a LevelSource,
    view: LevelView,
    scope: &'a Scope,
}

impl<'a> Levels<'a> {
    /// Of warehouses that a condition may concern.
    fn new(stocks: &[&'a WarehouseStock], goods: &'a HeldGoods, source: &'a LevelSource, view: LevelView, scope: &'a Scope) -> Self {
        let concerned = stocks.iter().filter(|stock| source.tests.iter().all(|test| test.allows(stock.warehouse)));
        Self { stocks: concerned.map(|stock| (*stock, goods.here(stock.warehouse))).collect(), source, view, scope }
    }

    /// All products of which there may be a row, in their order.
    fn products(&self) -> Vec<i64> {
        let mut products: Vec<i64> = self.stocks.iter().flat_map(|(stock, _)| stock.products.keys().copied()).collect();
        products.extend(self.source.products(self.view));
        products.sort_unstable();
        products.dedup();
        products
    }

    /// The rows of a product, by place, without names and values.
    fn rows(&self, product: i64) -> impl Iterator<Item = LevelRow> {
        let mut rows = Rows::new(self.view.level);
        if self.source.tests.iter().all(|test| test.allows_product(product)) {
            self.add_places(&mut rows, product);
            self.source.add_to(&mut rows, product, self.view, self.scope);
            self.add_minimums(&mut rows, product);
        }
        rows.into_rows().filter(|row| self.is_shown(row) && self.is_idle(row))
    }

    fn add_places(&self, rows: &mut Rows, product: i64) {
        for (stock, held) in &self.stocks {
            let places = stock.products.get(&product).map(|stock| stock.places.as_slice()).unwrap_or_default();
            let mut sum: Option<Figures> = None;
            for place in places {
                let at = At { warehouse: stock.warehouse, product, area: place.area, shelf: place.shelf, batch: &place.batch };
                if !self.source.tests.iter().all(|test| test.meets(&at)) {
                    continue;
                }
                let mut figures = Figures { on_hand: place.on_hand, ..Figures::default() };
                if self.source.past.is_none() {
                    figures.reserved = place.reserved;
                    if place.is_held(product, held) {
                        figures.held = place.on_hand;
                    } else {
                        figures.available = place.on_hand - place.reserved;
                    }
                }
                if self.view.level.is_of_warehouses() {
                    let sum = sum.get_or_insert_default();
                    sum.add(&figures);
                } else {
                    rows.add(&at, &figures);
                }
            }
            if let Some(sum) = sum {
                let at = At { warehouse: stock.warehouse, product, area: 0, shelf: 0, batch: "" };
                rows.add(&at, &sum);
                if self.source.out_of_use.contains(&stock.warehouse) {
                    rows.at(&at).out_of_use += sum.available;
                }
            }
        }
    }

    /// What is available of a product in a warehouse.
    fn available_in(&self, warehouse: i64, product: i64) -> Decimal {
        let stock = self.stocks.iter().find(|(stock, _)| stock.warehouse == warehouse);
        stock.map_or(Decimal::ZERO, |(stock, held)| stock.available(product, held))
    }

    /// What a product lacks of its minimums in single warehouses. Like [`LevelSource::add_to`], this makes a row where
    /// nothing ever was, if such rows are asked for.
    fn add_minimums(&self, rows: &mut Rows, product: i64) {
        for (warehouse, least) in self.source.minimums.get(&product).into_iter().flatten() {
            let at = At { warehouse: *warehouse, product, area: 0, shelf: 0, batch: "" };
            if self.source.has_all_of(*warehouse) && (self.view.below || rows.has(&at)) {
                let available = self.available_in(*warehouse, product);
                let row = rows.at(&at);
                row.below_minimum |= available < *least;
                row.short_of_minimums += (least - available - self.source.coming_to(*warehouse, product)).max(Decimal::ZERO);
            }
        }
    }

    fn is_shown(&self, row: &LevelRow) -> bool {
        let nothing = [row.on_hand, row.reserved, row.expected, row.coming, row.leaving].iter().all(Decimal::is_zero);
        if self.view.below { row.is_below() } else { self.view.zero || !nothing }
    }

    fn is_idle(&self, row: &LevelRow) -> bool {
        self.source.gone_out.as_ref().is_none_or(|gone_out| {
            row.on_hand > Decimal::ZERO && row.by_warehouse.keys().all(|warehouse| !gone_out.contains(&(*warehouse, row.product)))
        })
    }
}

/// A figure that rows are sorted by.
type Figure = fn(&LevelRow) -> Decimal;

/// Rows that come one after another, of which those of a page are kept.
struct PageOf {
    start: usize,
    end: usize,
    /// Else as they come.
    order: Option<(Figure, bool)>,
    total: usize,
    rows: Vec<LevelRow>,
}

impl PageOf {
    fn new(query: &ListQuery) -> Result<Self, ListError> {
        let start = usize::try_from(query.start()).unwrap_or(usize::MAX);
        let end = start.saturating_add(usize::try_from(query.page_size()).unwrap_or(0));
        let mut sorted = ListQuery { filters: vec![], ..query.clone() };
        sorted.pass_over_ignored(|field| figure(field).is_ok());
        let order = sorted.order.as_ref().map(|(field, descends)| figure(field).map(|figure| (figure, *descends))).transpose()?;
        Ok(Self { start, end, order, total: 0, rows: Vec::new() })
    }

    fn add(&mut self, row: LevelRow) {
        if self.order.is_some() {
            self.rows.push(row);
            if self.rows.len() > self.end.saturating_mul(2).max(1_000) {
                self.sort();
            }
        } else if (self.start..self.end).contains(&self.total) {
            self.rows.push(row);
        }
        self.total += 1;
    }

    /// Sorts what is kept, and leaves out what is on no page up to this one.
    fn sort(&mut self) {
        if let Some((figure, descends)) = self.order {
            self.rows.sort_by(|a, b| if descends { figure(b).cmp(&figure(a)) } else { figure(a).cmp(&figure(b)) });
            self.rows.truncate(self.end);
        }
    }

    fn page(mut self) -> Page<LevelRow> {
        self.sort();
        if self.order.is_some() {
            self.rows.drain(..self.start.min(self.rows.len()));
        }
        Page { list: self.rows, total: i64::try_from(self.total).unwrap_or(i64::MAX) }
    }
}

fn figure(field: &str) -> Result<Figure, ListError> {
    let figure: Figure = match field {
        "id" | "product_id" => |row| row.product.into(),
        "total_quantity" => |row| row.on_hand,
        "held_quantity" => |row| row.held,
        "reserved_quantity" => |row| row.reserved,
        "available_quantity" => |row| row.available,
        "expected_quantity" => |row| row.expected,
        "coming_quantity" => |row| row.coming,
        "leaving_quantity" => |row| row.leaving,
        "to_order" => LevelRow::to_order,
        other => return Err(ListError::Column(other.to_owned())),
    };
    Ok(figure)
}

impl Store {
    /// A page of stock at a level, without its value.
    pub async fn list_levels(&self, query: &ListQuery, view: LevelView, scope: &Scope) -> Result<Page<LevelRow>, ListFailure> {
        let source = self.level_source(query, view, scope).await?;
        let mut page = PageOf::new(query)?;
        self.with_levels(&source, view, scope, |levels| {
            let products = levels.products();
            products.into_iter().for_each(|product| levels.rows(product).for_each(|row| page.add(row)));
        })
        .await?;
        let mut page = page.page();
        self.name_levels(&mut page.list).await?;
        Ok(page)
    }

    /// Stock at a level of the next products after one, by product and place, without its value; and the last of these
    /// products. Nothing after the last product.
    pub async fn levels_after(
        &self,
        source: &LevelSource,
        view: LevelView,
        scope: &Scope,
        (after, many): (i64, i64),
    ) -> Result<Option<(i64, Vec<LevelRow>)>, ListFailure> {
        let mut vars = vec![("many", int(many))];
        let after = rows_after("product", "", Some(id("product", after)), &mut vars);
        let products: Vec<i64> = self.rows(&format!("SELECT VALUE record::id(id) FROM {after} LIMIT $many"), vars).await?;
        let Some(last) = products.last().copied() else { return Ok(None) };
        let mut rows = Vec::new();
        self.with_levels(source, view, scope, |levels| products.into_iter().for_each(|product| rows.extend(levels.rows(product)))).await?;
        self.name_levels(&mut rows).await?;
        Ok(Some((last, rows)))
    }

    /// Does something with what the rows of a list are made of.
    async fn with_levels(&self, source: &LevelSource, view: LevelView, scope: &Scope, what: impl FnOnce(&Levels<'_>)) -> Result<(), StoreError> {
        let goods = self.held_goods().await?;
        let what = |stocks: &[&WarehouseStock]| what(&Levels::new(stocks, &goods, source, view, scope));
        match &source.past {
            Some(past) => what(&past.iter().map(|stock| &**stock).collect::<Vec<_>>()),
            None => read(&self.present_stock(scope).await?, what),
        }
        Ok(())
    }

    /// Adds the names of what rows refer to.
    async fn name_levels(&self, rows: &mut [LevelRow]) -> Result<(), StoreError> {
        let products = array(rows.iter().map(|row| id("product", row.product)).collect());
        let units: Vec<(i64, i64)> = self.rows("SELECT VALUE [record::id(id), unit_id] FROM $products", vec![("products", products)]).await?;
        let units: HashMap<i64, i64> = units.into_iter().collect();
        for row in rows.iter_mut() {
            row.unit = units.get(&row.product).copied().unwrap_or(0);
        }
        self.name_rows(rows).await
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::inventory::level_rows::Level;
    use crate::inventory::read_model::stock::tests::place;
    use crate::listing::row_test::{Expected, Figure, Figures as Has, Test};

    fn warehouse(warehouse: i64, on_hand: i64) -> WarehouseStock {
        let mut stock = WarehouseStock::new(warehouse, 1);
        for product in 1..=3 {
            stock.put(product, place(1, "A", on_hand * product, 1, None));
            stock.put(product, place(2, "B", 1, 0, Some("2026-01-01")));
        }
        stock
    }

    fn listed(source: &LevelSource, view: LevelView, query: &ListQuery) -> (Vec<(i64, i64, String)>, i64) {
        let (one, two) = (warehouse(1, 10), warehouse(2, 5));
        let (goods, scope) = (HeldGoods::default(), Scope::system());
        let levels = Levels::new(&[&one, &two], &goods, source, view, &scope);
        let mut page = PageOf::new(query).expect("a page");
        levels.products().into_iter().for_each(|product| levels.rows(product).for_each(|row| page.add(row)));
        let page = page.page();
        (page.list.iter().map(|row| (row.product, row.warehouse, row.available.to_string())).collect(), page.total)
    }

    #[test]
    fn a_page_is_of_the_order_that_is_asked_for() {
        let query = |order: Option<(&str, bool)>, page| ListQuery {
            limit: 2,
            page,
            order: order.map(|(field, descends)| (field.to_owned(), descends)),
            ..ListQuery::default()
        };
        let view = LevelView::default();
        let source = LevelSource::default();
        let row = |product: i64| (product, 0, (15 * product).to_string());
        assert_eq!(listed(&source, view, &query(None, 1)), (vec![row(1), row(2)], 3));
        assert_eq!(listed(&source, view, &query(None, 2)), (vec![row(3)], 3));
        assert_eq!(listed(&source, view, &query(Some(("available_quantity", true)), 1)), (vec![row(3), row(2)], 3));
        assert_eq!(listed(&source, view, &query(Some(("available_quantity", true)), 2)), (vec![row(1)], 3));
        assert_eq!(PageOf::new(&query(Some(("password", true)), 1)).err(), Some(ListError::Column("password".into())));
    }

    #[test]
    fn a_product_is_below_where_one_of_its_warehouses_is() {
        let source = |warehouse: i64, least: i64| LevelSource {
            safety: HashMap::from([(3, vec![(0, Decimal::from(46))])]),
            minimums: HashMap::from([(1, vec![(warehouse, Decimal::from(least))]), (9, vec![(warehouse, Decimal::ONE)])]),
            ..LevelSource::default()
        };
        let below = LevelView { below: true, ..LevelView::default() };
        let shown =
            |source: &LevelSource, view| listed(source, view, &ListQuery::default()).0.into_iter().map(|(product, ..)| product).collect::<Vec<_>>();
        // In the second warehouse 5 are available of the first product; of the third 45 in both; of the ninth nothing.
        assert_eq!(shown(&source(2, 5), below), [3, 9]);
        assert_eq!(shown(&source(2, 6), below), [1, 3, 9]);
        assert_eq!(shown(&source(2, 6), LevelView::default()), [1, 2, 3]);
        let elsewhere = LevelSource { tests: vec![Test::products(vec![2, 9])], ..source(2, 6) };
        assert_eq!(shown(&elsewhere, below), [9]);
        // A list of some places: what they have is not compared with what all should have.
        let of = |figure: Figure, value: i64| Test { of: Expected::Figure(figure, Has::OneOf(vec![value])), negated: false };
        let narrowed = |test: Test| LevelSource { tests: vec![test], ..source(2, 6) };
        assert_eq!(shown(&narrowed(of(Figure::Warehouse, 2)), below), [1, 9]);
        assert_eq!(shown(&narrowed(of(Figure::Warehouse, 1)), below), Vec::<i64>::new());
        assert_eq!(shown(&narrowed(of(Figure::Area, 1)), below), Vec::<i64>::new());
        assert_eq!(shown(&narrowed(Test { negated: true, ..of(Figure::Warehouse, 1) }), below), [1, 9]);
        // What lies in the second warehouse does not count once it is out of use.
        let closed =
            LevelSource { out_of_use: HashSet::from([2]), safety: HashMap::from([(3, vec![(0, Decimal::from(31))])]), ..LevelSource::default() };
        assert_eq!(shown(&closed, below), [3]);
    }

    #[test]
    fn rows_are_of_what_meets_the_conditions() {
        let view = LevelView { level: Level::Warehouse, ..LevelView::default() };
        let source = LevelSource { tests: vec![Test::products(vec![2])], ..LevelSource::default() };
        assert_eq!(listed(&source, view, &ListQuery::default()), (vec![(2, 1, "20".to_owned()), (2, 2, "10".to_owned())], 2));
    }
}
