//! Rows of stock at a level: by product, warehouse, area, shelf or batch. Each row is of one product, so that no sum adds
//! pieces to kilograms.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Deserialize;

use crate::listing::names::{References, Referring, StockNames};
use crate::listing::row_test::{Figure, Tested, TextColumn};

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

    fn key(self, at: &At<'_>) -> Key {
        let warehouse = if matches!(self, Self::Product | Self::Batch) { 0 } else { at.warehouse };
        let area = if matches!(self, Self::Area | Self::Shelf) { at.area } else { 0 };
        let shelf = if self == Self::Shelf { at.shelf } else { 0 };
        let batch = if self == Self::Batch { at.batch.to_owned() } else { String::new() };
        Key { product: at.product, warehouse, area, shelf, batch }
    }

    /// Whether all places of a product in a warehouse are in one row.
    pub(super) const fn is_of_warehouses(self) -> bool {
        matches!(self, Self::Product | Self::Warehouse)
    }
}

/// Options beside the filters.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelView {
    pub level: Level,
    /// Only rows with less available than their safety stock: of products or of products in warehouses. Of products, also
    /// those with less in one warehouse than their minimum there.
    pub below: bool,
    /// As of this moment, Unix milliseconds, instead of now: on hand alone is known of the past.
    pub as_of: Option<i64>,
    /// Only what lies where nothing of the product has gone out since this moment, Unix milliseconds, up to `as_of`.
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
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    pub(super) warehouse: i64,
    pub(super) product: i64,
    pub(super) area: i64,
    pub(super) shelf: i64,
    pub(super) batch: &'a str,
}

impl Tested for At<'_> {
    fn figure(&self, of: Figure) -> i64 {
        match of {
            Figure::Warehouse => self.warehouse,
            Figure::Area => self.area,
            Figure::Shelf => self.shelf,
            Figure::Product => self.product,
            Figure::Id | Figure::Operation | Figure::At => 0,
        }
    }

    fn text(&self, of: TextColumn) -> Option<&str> {
        (of == TextColumn::Batch).then_some(self.batch)
    }
}

/// What is there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    pub(super) on_hand: Decimal,
    pub(super) reserved: Decimal,
    pub(super) held: Decimal,
    pub(super) available: Decimal,
}

impl Figures {
    pub(super) fn add(&mut self, other: &Self) {
        self.on_hand += other.on_hand;
        self.reserved += other.reserved;
        self.held += other.held;
        self.available += other.available;
    }
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
    pub(super) unit: i64,
    pub on_hand: Decimal,
    pub reserved: Decimal,
    pub held: Decimal,
    pub available: Decimal,
    /// Of reviewed inbound orders, not stocked yet.
    pub expected: Decimal,
    /// In transit of transfers: to the row's warehouses, and away from them.
    pub coming: Decimal,
    pub leaving: Decimal,
    /// At average cost, once it was asked for. Nothing where it is not known: of the past, of goods that have moved too often
    /// since.
    pub value: Option<Decimal>,
    /// The product's, or of the product in the warehouse; none at other levels, in a list of some places, and of products for
    /// somebody who does not see all warehouses.
    pub safety: Option<Decimal>,
    /// What of `available` lies in warehouses that are not in use: it does not count towards the safety stock.
    pub(super) out_of_use: Decimal,
    /// Of a product over all warehouses: one has less available than the minimum there.
    pub(super) below_minimum: bool,
    /// What the warehouses lack of their minimums, with what is expected and in transit to each.
    pub(super) short_of_minimums: Decimal,
    /// On hand, by warehouse.
    pub(super) by_warehouse: BTreeMap<i64, Decimal>,
    pub names: StockNames,
}

impl LevelRow {
    /// A product of which nothing is known but its unit.
    pub(crate) fn of_product(product: i64, unit: i64) -> Self {
        Self { product, unit, ..Self::default() }
    }

    /// What is to be ordered, so that with what is expected and in transit the safety stock is reached, and each
    /// warehouse's minimum.
    #[must_use]
    pub fn to_order(&self) -> Decimal {
        let short = self.safety.map_or(Decimal::ZERO, |safety| safety - self.countable() - self.expected - self.coming);
        short.max(self.short_of_minimums)
    }

    /// What is compared with the safety stock.
    fn countable(&self) -> Decimal {
        self.available - self.out_of_use
    }

    pub(super) fn is_below(&self) -> bool {
        self.below_minimum || self.safety.is_some_and(|safety| safety > Decimal::ZERO && self.countable() < safety)
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
    level: Level,
    rows: BTreeMap<Key, LevelRow>,
}

impl Rows {
    pub(super) const fn new(level: Level) -> Self {
        Self { level, rows: BTreeMap::new() }
    }

    /// Whether there is a row.
    pub(super) fn has(&self, at: &At<'_>) -> bool {
        self.rows.contains_key(&self.level.key(at))
    }

    /// The row; made where there is none.
    pub(super) fn at(&mut self, at: &At<'_>) -> &mut LevelRow {
        self.rows.entry(self.level.key(at)).or_insert_with_key(|key| LevelRow {
            product: key.product,
            warehouse: key.warehouse,
            area: key.area,
            shelf: key.shelf,
            batch: key.batch.clone(),
            ..LevelRow::default()
        })
    }

    /// Adds what is there.
    pub(super) fn add(&mut self, at: &At<'_>, figures: &Figures) {
        let row = self.at(at);
        row.on_hand += figures.on_hand;
        row.reserved += figures.reserved;
        row.held += figures.held;
        row.available += figures.available;
        *row.by_warehouse.entry(at.warehouse).or_default() += figures.on_hand;
    }

    /// The rows, by place.
    pub(super) fn into_rows(self) -> impl Iterator<Item = LevelRow> {
        self.rows.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_summed_at_their_level() {
        for (level, expected) in [(Level::Product, vec![15]), (Level::Warehouse, vec![10, 5]), (Level::Batch, vec![8, 7]), (Level::Area, vec![10, 5])]
        {
            let mut rows = Rows::new(level);
            for (warehouse, batch, on_hand) in [(1, "A", 8), (1, "B", 2), (2, "B", 5)] {
                let on_hand = Decimal::from(on_hand);
                let figures = Figures { on_hand, reserved: Decimal::ONE, held: Decimal::ZERO, available: on_hand - Decimal::ONE };
                rows.add(&At { warehouse, product: 9, area: 3, shelf: 0, batch }, &figures);
            }
            let rows: Vec<LevelRow> = rows.into_rows().collect();
            let found: Vec<Decimal> = rows.iter().map(|row| row.on_hand).collect();
            assert_eq!(found, expected.into_iter().map(Decimal::from).collect::<Vec<_>>(), "{level:?}");
            assert_eq!(rows.iter().map(|row| row.reserved).sum::<Decimal>(), Decimal::from(3));
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
        let partly_out_of_use = LevelRow { out_of_use: Decimal::TWO, ..row(10, 0) };
        assert_eq!((partly_out_of_use.is_below(), partly_out_of_use.to_order()), (true, Decimal::TWO));
        // What one warehouse lacks is to be ordered though there is enough in all, and is part of what all lack.
        let with_minimum = |available| LevelRow { below_minimum: true, short_of_minimums: Decimal::from(3), ..row(available, 0) };
        assert_eq!((with_minimum(12).to_order(), with_minimum(4).to_order()), (Decimal::from(3), Decimal::from(6)));
        assert!(with_minimum(12).is_below());
    }
}
