//! The other units of products: a box of 12 pieces.

use std::collections::BTreeSet;

use actors::order::units::{OtherUnit, UnitFacts};
use actors::store::StoreError;
use bus_schemas::ids::{ProductId, UnitId};
use bus_schemas::order::OrderStatus;
use bus_schemas::order::kinds::KINDS;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::int;
use crate::order::states::in_states;

/// A unit's name and the decimals of its quantities.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedUnit {
    pub name: String,
    pub decimals: u32,
}

/// A unit that a product has beside its own.
#[derive(Clone, Debug, Deserialize)]
pub struct ProductUnit {
    pub product_id: i64,
    pub unit_id: i64,
    /// Base units in one of it.
    pub factor: Decimal,
    pub barcode: String,
    pub unit: NamedUnit,
}

impl ProductUnit {
    /// The product and unit, and the facts that a line entered in it needs.
    #[must_use]
    pub fn facts(&self) -> ((ProductId, UnitId), OtherUnit) {
        let unit = UnitFacts { id: UnitId(self.unit_id), decimals: self.unit.decimals };
        ((ProductId(self.product_id), unit.id), OtherUnit { unit, factor: self.factor })
    }
}

impl Store {
    /// The other units of these products that are in use, smallest first.
    pub async fn product_units(&self, products: &BTreeSet<i64>) -> Result<Vec<ProductUnit>, StoreError> {
        let units = |name: &str| {
            format!(
                "SELECT product_id, unit_id, factor, barcode, type::record('unit', unit_id).{{ name, decimals }} AS unit \
                 FROM product_unit WHERE product_id IN ${name} AND status = 1 ORDER BY product_id, factor, unit_id;"
            )
        };
        // The products are in order, so their parts are.
        self.look_up(products.iter().copied().map(int).collect(), vec![], units).await
    }

    /// Whether a product has a unit beside its own, in another row than `id`.
    pub async fn has_product_unit(&self, product: i64, unit: i64, id: i64) -> Result<bool, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM product_unit WHERE product_id = $product AND unit_id = $unit";
        let rows: Vec<i64> = self.rows(query, vec![("product", int(product)), ("unit", int(unit))]).await?;
        Ok(rows.iter().any(|row| *row != id))
    }

    /// Whether a product has any unit beside its own.
    pub async fn has_product_units(&self, product: i64) -> Result<bool, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM product_unit WHERE product_id = $product LIMIT 1";
        let rows: Vec<i64> = self.rows(query, vec![("product", int(product))]).await?;
        Ok(!rows.is_empty())
    }

    /// Whether quantities of a product stand somewhere that would mean something else in another unit: in stock, reserved,
    /// in an order that has not ended, or on a count sheet that is not posted.
    pub async fn is_kept_or_ordered(&self, product: i64) -> Result<bool, StoreError> {
        let open = in_states(KINDS, &[OrderStatus::PENDING, OrderStatus::REVIEWED, OrderStatus::IN_TRANSIT]);
        let query = format!(
            "RETURN [array::len((SELECT VALUE true FROM place WHERE product = $product AND (on_hand != 0 OR reserved != 0) LIMIT 1)) > 0
               OR array::len((SELECT VALUE true FROM stock_order WHERE {open} AND lines.product CONTAINS $product LIMIT 1)) > 0
               OR array::len((SELECT VALUE true FROM count_line WHERE product = $product
                    AND type::record('count_sheet', record::id(id)[0]).status IN ['counting', 'submitted'] LIMIT 1)) > 0];"
        );
        let kept: Vec<bool> = self.rows(&query, vec![("product", int(product))]).await?;
        Ok(kept.contains(&true))
    }

    /// The product's own unit.
    pub async fn base_unit(&self, product: i64) -> Result<Option<i64>, StoreError> {
        let query = "SELECT VALUE unit_id FROM type::record('product', $product)";
        let rows: Vec<i64> = self.rows(query, vec![("product", int(product))]).await?;
        Ok(rows.first().copied())
    }
}
