//! Sheets and lines as lists and pages show them, with the names of what they refer to.

use bus_schemas::count::{CountEvent, CountLine, CountSheet};
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::listing::names::{References, Referring, StockNames};
use crate::order::product_units::ProductUnit;
use crate::order::rows::{Named, Names, Nicknamed};

/// A sheet in a list.
#[derive(Clone, Debug, Deserialize)]
pub struct ListedCount {
    #[serde(flatten)]
    pub sheet: CountSheet,
    pub warehouse_row: Option<Named>,
    pub admin_row: Option<Nicknamed>,
    pub created_by_row: Option<Nicknamed>,
    pub submitted_by_row: Option<Nicknamed>,
    pub posted_by_row: Option<Nicknamed>,
    pub counter_rows: Vec<Nicknamed>,
}

/// An entry of a sheet's history.
#[derive(Clone, Debug, Deserialize)]
pub struct CountEventRow {
    #[serde(flatten)]
    pub event: CountEvent,
    pub nickname: Option<String>,
}

/// A line of a sheet, as stored with what lists filter by.
#[derive(Clone, Debug, Deserialize)]
pub struct ListedCountLine {
    #[serde(flatten)]
    pub line: CountLine,
    pub state: String,
    pub recount: bool,
    /// Counted less book; nothing where nobody has counted.
    pub difference: Option<Decimal>,
    /// The difference at cost.
    pub worth: Option<Decimal>,
    /// Nicknames of those who counted, one for each result.
    #[serde(default)]
    pub people: Vec<Option<String>>,
    /// Decimals that quantities may have.
    pub decimals: Option<i64>,
    #[serde(skip)]
    pub names: StockNames,
    /// The units that its product may be counted in beside its own.
    #[serde(skip)]
    pub units: Vec<ProductUnit>,
    /// Names of the units that its results were typed in.
    #[serde(skip)]
    pub unit_names: Names,
}

impl Referring for ListedCountLine {
    fn references(&self) -> References {
        let place = &self.line.place;
        References { product: place.product.0, unit: self.line.unit.0, warehouse: 0, area: place.area.0, shelf: place.shelf.0, admin: 0 }
    }

    fn names_mut(&mut self) -> &mut StockNames {
        &mut self.names
    }
}

/// A reservation that lost its goods, with the order's number and the product's name.
#[derive(Clone, Debug, Deserialize)]
pub struct LostRow {
    pub order: i64,
    pub number: Option<String>,
    /// Who is in charge of the order, and who created it.
    pub admin: Option<i64>,
    pub created_by: Option<i64>,
}
