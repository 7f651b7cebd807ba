//! Stock summed at a level: by product, warehouse, area, shelf or batch. Each row is of one product, so that no sum adds
//! pieces to kilograms.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::look_up::TOGETHER;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, array_id, int};
use crate::inventory::level_source::LevelSource;
use crate::inventory::list::PLACE_COLUMNS;
use crate::inventory::past::{Past, PastPlace};
use crate::listing::columns::{ListFailure, conditions};
use crate::listing::names::{References, Referring, StockNames};
use crate::listing::{Filter, ListError, ListQuery, Page};
use crate::scope::Scope;

/// Most groups of one answer.
const GROUPS_MAX: i64 = 500_000;

/// What a row stands for; with its product.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    #[default]
    Product,
    Warehouse,
    Area,
    Shelf,
    Batch,
}

impl Level {
    /// The level of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "" | "product" => Self::Product,
            "warehouse" => Self::Warehouse,
            "area" => Self::Area,
            "shelf" => Self::Shelf,
            "batch" => Self::Batch,
            _ => return None,
        })
    }

    /// What the database groups by: cost is kept by warehouse and product.
    const fn columns(self) -> &'static str {
        match self {
            Self::Product | Self::Warehouse => "warehouse, product",
            Self::Area => "warehouse, product, area",
            Self::Shelf => "warehouse, product, area, shelf",
            Self::Batch => "warehouse, product, batch",
        }
    }

    fn key(self, place: &At) -> Key {
        let warehouse = if matches!(self, Self::Product | Self::Batch) { 0 } else { place.warehouse };
        let area = if matches!(self, Self::Area | Self::Shelf) { place.area } else { 0 };
        let shelf = if self == Self::Shelf { place.shelf } else { 0 };
        let batch = if self == Self::Batch { place.batch.clone() } else { String::new() };
        Key { product: place.product, warehouse, area, shelf, batch }
    }
}

/// Options beside the filters.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelView {
    pub level: Level,
    /// Only rows with less available than their safety stock: of products or of products in warehouses.
    pub below: bool,
    /// As of this moment, Unix milliseconds, instead of now: on hand alone is known of the past.
    pub as_of: Option<i64>,
    /// Only what lies where nothing of the product has gone out since this moment, Unix milliseconds.
    pub idle_since: Option<i64>,
    /// Also rows of which nothing is there, reserved or expected.
    pub zero: bool,
}

/// What a row stands for. What its level leaves open is 0 or empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    product: i64,
    warehouse: i64,
    area: i64,
    shelf: i64,
    batch: String,
}

/// Where goods lie.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct At {
    pub(super) warehouse: i64,
    pub(super) product: i64,
    #[serde(default)]
    pub(super) area: i64,
    #[serde(default)]
    pub(super) shelf: i64,
    #[serde(default)]
    pub(super) batch: String,
}

#[derive(Deserialize)]
struct Grouped {
    #[serde(flatten)]
    at: At,
    on_hand: Decimal,
    reserved: Decimal,
    held: Decimal,
    available: Decimal,
}

/// Stock at a level.
#[derive(Clone, Debug, Default)]
pub struct LevelRow {
    pub product: i64,
    /// 0: all.
    pub warehouse: i64,
    pub area: i64,
    pub shelf: i64,
    pub batch: String,
    unit: i64,
    pub on_hand: Decimal,
    pub reserved: Decimal,
    pub held: Decimal,
    pub available: Decimal,
    /// Of reviewed inbound orders, not stocked yet.
    pub expected: Decimal,
    /// On the road of transfers: to the row's warehouses, and away from them.
    pub coming: Decimal,
    pub leaving: Decimal,
    /// At average cost.
    pub value: Decimal,
    /// The product's, or of the product in the warehouse; none at other levels.
    pub safety: Option<Decimal>,
    /// On hand, by warehouse.
    by_warehouse: BTreeMap<i64, Decimal>,
    pub names: StockNames,
}

impl LevelRow {
    /// A product of which nothing is known but its unit.
    pub(crate) fn of_product(product: i64, unit: i64) -> Self {
        Self { product, unit, ..Self::default() }
    }

    /// What is to be ordered, so that with what is expected and on the road the safety stock is reached.
    #[must_use]
    pub fn to_order(&self) -> Decimal {
        self.safety.map_or(Decimal::ZERO, |safety| (safety - self.available - self.expected - self.coming).max(Decimal::ZERO))
    }

    fn is_below(&self) -> bool {
        self.safety.is_some_and(|safety| safety > Decimal::ZERO && self.available < safety)
    }
}

// Rows are made here, not read.
impl<'de> Deserialize<'de> for LevelRow {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom("a sum is not stored"))
    }
}

impl Referring for LevelRow {
    fn references(&self) -> References {
        let Self { product, unit, warehouse, area, shelf, .. } = *self;
        References { product, unit, warehouse, area, shelf, admin: 0 }
    }

    fn names_mut(&mut self) -> &mut StockNames {
        &mut self.names
    }
}

/// Rows by what they stand for.
pub(super) struct Rows {
    pub(super) level: Level,
    rows: BTreeMap<Key, LevelRow>,
}

impl Rows {
    /// Whether there is a row.
    pub(super) fn has(&self, at: &At) -> bool {
        self.rows.contains_key(&self.level.key(at))
    }

    /// The row; made where there is none.
    pub(super) fn at(&mut self, at: &At) -> &mut LevelRow {
        let key = self.level.key(at);
        self.rows.entry(key).or_insert_with_key(|key| LevelRow {
            product: key.product,
            warehouse: key.warehouse,
            area: key.area,
            shelf: key.shelf,
            batch: key.batch.clone(),
            ..LevelRow::default()
        })
    }

    fn add(&mut self, group: Grouped) {
        let row = self.at(&group.at);
        row.on_hand += group.on_hand;
        row.reserved += group.reserved;
        row.held += group.held;
        row.available += group.available;
        *row.by_warehouse.entry(group.at.warehouse).or_default() += group.on_hand;
    }

    /// What was on hand in warehouses at a moment.
    fn add_past(&mut self, past: &[(i64, Arc<Past>)], fits: &Fits<'_>) {
        for (warehouse, places) in past {
            for (PastPlace { area, shelf, product, batch }, on_hand) in places.iter() {
                if fits.has_product(*product) {
                    let at = At { warehouse: *warehouse, product: *product, area: *area, shelf: *shelf, batch: batch.clone() };
                    if fits.has(&at) {
                        let nothing = Decimal::ZERO;
                        self.add(Grouped { at, on_hand: *on_hand, reserved: nothing, held: nothing, available: nothing });
                    }
                }
            }
        }
    }
}

/// Filters that can be decided without a row of the database, and the products of the quick search.
pub(super) struct Fits<'a> {
    filters: Vec<(&'a str, HashSet<&'a str>)>,
    products: Option<HashSet<i64>>,
}

impl<'a> Fits<'a> {
    /// Else the field whose filter needs the database.
    fn of(query: &'a ListQuery, products: Option<HashSet<i64>>) -> Result<Self, String> {
        let one = |filter: &'a Filter| {
            let known =
                ["product_id", "warehouses_id", "warehouses_areas_id", "warehouses_shelves_id", "batch_number"].contains(&filter.field.as_str());
            let equals = matches!(filter.operator.to_uppercase().as_str(), "=" | "EQ" | "" | "IN");
            let values = filter.values.iter().flat_map(|value| value.split(',')).map(str::trim).filter(|value| !value.is_empty()).collect();
            if known && equals { Ok((filter.field.as_str(), values)) } else { Err(filter.field.clone()) }
        };
        Ok(Self { filters: query.asked().map(one).collect::<Result<_, _>>()?, products })
    }

    fn has_product(&self, product: i64) -> bool {
        self.products.as_ref().is_none_or(|products| products.contains(&product))
    }

    pub(super) fn has(&self, at: &At) -> bool {
        self.has_product(at.product)
            && self.filters.iter().all(|(field, values)| match *field {
                "product_id" => values.contains(at.product.to_string().as_str()),
                "warehouses_id" => values.contains(at.warehouse.to_string().as_str()),
                "warehouses_areas_id" => values.contains(at.area.to_string().as_str()),
                "warehouses_shelves_id" => values.contains(at.shelf.to_string().as_str()),
                _ => values.contains(at.batch.as_str()),
            })
    }
}

impl Store {
    /// A page of stock at a level.
    pub async fn list_levels(&self, query: &ListQuery, view: LevelView, scope: &Scope) -> Result<Page<LevelRow>, ListFailure> {
        let source = self.level_source(query, view, scope).await?;
        let mut list = self.level_rows(&source, query, view, scope, None).await?;
        sort(&mut list, query)?;
        let total = i64::try_from(list.len()).unwrap_or(i64::MAX);
        let start = usize::try_from(query.start()).unwrap_or(usize::MAX);
        let size = usize::try_from(query.page_size()).unwrap_or(0);
        let mut page: Vec<LevelRow> = list.into_iter().skip(start).take(size).collect();
        self.complete_levels(&mut page).await?;
        Ok(Page { list: page, total })
    }

    /// The rows of a list, by product and place, without names and values; of these products alone, where some are named.
    pub(super) async fn level_rows(
        &self,
        source: &LevelSource,
        query: &ListQuery,
        view: LevelView,
        scope: &Scope,
        only: Option<&[i64]>,
    ) -> Result<Vec<LevelRow>, ListFailure> {
        let named = source.named.as_ref();
        let only: Option<Vec<i64>> =
            only.map(|only| only.iter().copied().filter(|product| named.is_none_or(|named| named.contains(product))).collect());
        if only.as_ref().is_some_and(Vec::is_empty) {
            return Ok(Vec::new());
        }
        let products = only.as_ref().map(|only| only.iter().copied().collect()).or_else(|| named.cloned());
        let fits = Fits::of(query, products);
        let mut rows = Rows { level: view.level, rows: BTreeMap::new() };
        match (&source.past, fits) {
            (Some(past), Ok(fits)) => rows.add_past(past, &fits),
            (Some(_), Err(field)) => return Err(ListError::Column(field).into()),
            (None, fits) => {
                // Each group is of one product.
                let parts = only.as_deref().map_or_else(|| vec![None], |only| only.chunks(TOGETHER).map(Some).collect());
                for part in parts {
                    let groups = self.present_groups(query, view.level, scope, part).await?;
                    groups.into_iter().for_each(|group| rows.add(group));
                }
                source.add_to(&mut rows, fits.as_ref().ok(), view, scope);
            }
        }
        let shown = |row: &LevelRow| {
            let nothing = [row.on_hand, row.reserved, row.expected, row.coming, row.leaving].iter().all(Decimal::is_zero);
            if view.below { row.is_below() } else { view.zero || !nothing }
        };
        let idle = |row: &LevelRow| {
            let rests = |gone_out: &HashSet<(i64, i64)>| row.by_warehouse.keys().all(|warehouse| !gone_out.contains(&(*warehouse, row.product)));
            source.gone_out.as_ref().is_none_or(|gone_out| row.on_hand > Decimal::ZERO && rests(gone_out))
        };
        Ok(rows.rows.into_values().filter(|row| shown(row) && idle(row)).collect())
    }

    /// What is there now, as the database sums it: of some products, or of those that the quick search names.
    async fn present_groups(&self, query: &ListQuery, level: Level, scope: &Scope, only: Option<&[i64]>) -> Result<Vec<Grouped>, ListFailure> {
        let mut vars = Vars::new();
        let held = self.held_goods().await?.condition(&mut vars);
        let mut base: Vec<String> = scope.within_warehouses("warehouse", &mut vars).into_iter().collect();
        let unnamed = match only {
            Some(only) => {
                base.push("product IN $only".to_owned());
                vars.push(("only", array(only.iter().copied().map(int).collect())));
                ListQuery { quick: String::new(), ..query.clone() }
            }
            None => self.by_product(query, &mut base, &mut vars).await?,
        };
        let conditions = conditions(&unnamed, PLACE_COLUMNS, &[], &base.join(" AND "), &mut vars)?;
        let columns = level.columns();
        let text = format!(
            "SELECT {columns}, math::sum(on_hand) AS on_hand, math::sum(reserved) AS reserved, math::sum(held) AS held, \
               math::sum(available) AS available \
             FROM (SELECT {columns}, on_hand, reserved, IF {held} {{ on_hand }} ELSE {{ 0dec }} AS held, \
               IF {held} {{ 0dec }} ELSE {{ on_hand - reserved }} AS available FROM place {conditions}) \
             GROUP BY {columns} LIMIT $most"
        );
        vars.push(("most", int(GROUPS_MAX)));
        Ok(self.rows(&text, vars).await?)
    }

    /// Adds what rows are worth, and the names of what they refer to.
    pub(super) async fn complete_levels(&self, rows: &mut [LevelRow]) -> Result<(), StoreError> {
        self.add_value(rows).await?;
        self.name_rows(rows).await
    }

    /// What the rows of a page are worth.
    async fn add_value(&self, page: &mut [LevelRow]) -> Result<(), StoreError> {
        let keys = page.iter().flat_map(|row| row.by_warehouse.keys().map(|warehouse| array_id("cost", vec![int(*warehouse), int(row.product)])));
        let products = page.iter().map(|row| crate::engine::value::id("product", row.product));
        let query = "SELECT VALUE [warehouse, product, average_cost] FROM $costs; SELECT VALUE [record::id(id), unit_id] FROM $products;";
        let mut response = self.run(query, vec![("costs", array(keys.collect())), ("products", array(products.collect()))]).await?;
        let costs: Vec<(i64, i64, Decimal)> = take(&mut response, 0)?;
        let units: Vec<(i64, i64)> = take(&mut response, 1)?;
        let costs: HashMap<(i64, i64), Decimal> = costs.into_iter().map(|(warehouse, product, cost)| ((warehouse, product), cost)).collect();
        let units: HashMap<i64, i64> = units.into_iter().collect();
        for row in page {
            let worth = |(warehouse, on_hand): (&i64, &Decimal)| {
                let cost = costs.get(&(*warehouse, row.product)).copied().unwrap_or_default();
                on_hand.saturating_mul(cost)
            };
            row.value = row.by_warehouse.iter().map(worth).sum();
            row.unit = units.get(&row.product).copied().unwrap_or(0);
        }
        Ok(())
    }
}

/// Sorts by what is asked for; else by product and place.
fn sort(rows: &mut [LevelRow], query: &ListQuery) -> Result<(), ListError> {
    let Some((field, descends)) = &query.order else { return Ok(()) };
    let figure: fn(&LevelRow) -> Decimal = match field.as_str() {
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
    rows.sort_by(|a, b| if *descends { figure(b).cmp(&figure(a)) } else { figure(a).cmp(&figure(b)) });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(warehouse: i64, product: i64, batch: &str) -> At {
        At { warehouse, product, area: 3, shelf: 0, batch: batch.into() }
    }

    fn group(at: At, on_hand: i64) -> Grouped {
        let on_hand = Decimal::from(on_hand);
        Grouped { at, on_hand, reserved: Decimal::ONE, held: Decimal::ZERO, available: on_hand - Decimal::ONE }
    }

    #[test]
    fn rows_are_summed_at_their_level() {
        for (level, expected) in [(Level::Product, vec![15]), (Level::Warehouse, vec![10, 5]), (Level::Batch, vec![8, 7]), (Level::Area, vec![10, 5])]
        {
            let mut rows = Rows { level, rows: BTreeMap::new() };
            for (warehouse, batch, on_hand) in [(1, "A", 8), (1, "B", 2), (2, "B", 5)] {
                rows.add(group(at(warehouse, 9, batch), on_hand));
            }
            let found: Vec<Decimal> = rows.rows.values().map(|row| row.on_hand).collect();
            assert_eq!(found, expected.into_iter().map(Decimal::from).collect::<Vec<_>>(), "{level:?}");
            assert_eq!(rows.rows.values().map(|row| row.reserved).sum::<Decimal>(), Decimal::from(3));
        }
    }

    #[test]
    fn what_is_to_order_counts_what_is_expected() {
        let row = |available: i64, expected: i64| LevelRow {
            available: available.into(),
            expected: expected.into(),
            safety: Some(Decimal::TEN),
            ..LevelRow::default()
        };
        assert_eq!((row(4, 1).to_order(), row(4, 9).to_order(), row(12, 0).to_order()), (Decimal::from(5), Decimal::ZERO, Decimal::ZERO));
        assert!(row(4, 9).is_below() && !row(10, 0).is_below());
    }

    #[test]
    fn filters_that_need_no_place_are_decided_at_once() {
        let filter = |field: &str, operator: &str, value: &str| Filter {
            field: field.into(),
            operator: operator.into(),
            values: vec![value.into()],
            datetime: false,
        };
        let query = |filters| ListQuery { filters, ..ListQuery::default() };
        let some = query(vec![filter("warehouses_id", "IN", "1,2"), filter("batch_number", "=", "A")]);
        let fits = Fits::of(&some, Some([9].into())).expect("decided");
        assert!(fits.has(&at(2, 9, "A")) && !fits.has(&at(3, 9, "A")) && !fits.has(&at(2, 9, "B")) && !fits.has(&at(2, 8, "A")));
        let undecided = query(vec![filter("product_id", "=", "9"), filter("expiry_date", "<", "2026-01-01")]);
        assert_eq!(Fits::of(&undecided, None).err().as_deref(), Some("expiry_date"));
    }
}
