//! Cells of a file that say what goods are and where they lie; empty where that is gone or not known.

use entrepot_store::listing::names::{ProductName, StockNames};

fn of_product(names: &StockNames, shown: fn(&ProductName) -> &String) -> String {
    names.product.as_ref().map(shown).cloned().unwrap_or_default()
}

/// The product's number.
#[must_use]
pub fn product_no(names: &StockNames) -> String {
    of_product(names, |product| &product.product_no)
}

/// The product's name.
#[must_use]
pub fn product(names: &StockNames) -> String {
    of_product(names, |product| &product.name)
}

/// The product's specification.
#[must_use]
pub fn spec(names: &StockNames) -> String {
    of_product(names, |product| &product.spec)
}

/// The name of the unit.
#[must_use]
pub fn unit(names: &StockNames) -> String {
    names.unit.clone().unwrap_or_default()
}

/// The name of the warehouse.
#[must_use]
pub fn warehouse(names: &StockNames) -> String {
    names.warehouse.clone().unwrap_or_default()
}

/// The name of the area.
#[must_use]
pub fn area(names: &StockNames) -> String {
    names.area.clone().unwrap_or_default()
}

/// The name of the shelf.
#[must_use]
pub fn shelf(names: &StockNames) -> String {
    names.shelf.clone().unwrap_or_default()
}

/// The nickname of the administrator.
#[must_use]
pub fn admin(names: &StockNames) -> String {
    names.admin.clone().unwrap_or_default()
}
