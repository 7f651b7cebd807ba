//! Units in what is shown of products and order lines.

use entrepot_store::order::product_units::ProductUnit;
use poem_openapi::Object;
use serde::Serialize;

/// A unit that a product has beside its own.
#[derive(Clone, Debug, Object, Serialize)]
pub struct ProductUnitView {
    pub unit_id: i64,
    pub name: String,
    /// Decimals that quantities may have.
    pub decimals: u32,
    /// Base units in one of it, a decimal.
    pub factor: String,
    /// Empty where it has none.
    pub barcode: String,
}

impl From<&ProductUnit> for ProductUnitView {
    fn from(row: &ProductUnit) -> Self {
        Self {
            unit_id: row.unit_id,
            name: row.unit.name.clone(),
            decimals: row.unit.decimals,
            factor: row.factor.normalize().to_string(),
            barcode: row.barcode.clone(),
        }
    }
}
