//! From what somebody typed to the quantity in the product's own unit: as one figure, or in several units.

use std::collections::BTreeSet;

use actors::count::lines::{check_parts, check_quantity};
use actors::count::rules::{CountRefusal, invalid};
use actors::order::units::{LineUnits, UnitFacts};
use bus_schemas::ids::ProductId;
use bus_schemas::number::Quantity;
use bus_schemas::order::units::EnteredQuantity;
use entrepot_store::count::save::BookFigure;
use entrepot_store::order::product_units::ProductUnit;
use rust_decimal::Decimal;

use super::body::{CountPart, ResultBody};
use super::error::CountError;
use super::service::CountService;

impl CountService {
    /// What was counted, and how it was typed where other units than the product's own are among it.
    pub(super) async fn quantity(
        &self,
        body: &ResultBody,
        product: ProductId,
        figure: &BookFigure,
    ) -> Result<(Quantity, Vec<EnteredQuantity>), CountError> {
        let parts = body.parts.as_deref().unwrap_or_default();
        match body.quantity {
            Some(_) if !parts.is_empty() => return Err(invalid("quantity", "error.count.both").into()),
            Some(quantity) => return Ok((check_quantity(quantity, figure.decimals)?, Vec::new())),
            None if parts.is_empty() => return Err(invalid("quantity", "error.required").into()),
            None => {}
        }
        let unit = figure.unit.ok_or_else(|| invalid("product_id", "error.reference"))?;
        let base = UnitFacts { id: unit, decimals: figure.decimals };
        let others = self.store.product_units(&BTreeSet::from([product.0])).await?;
        Ok(check_parts(&in_units(parts, base, &others)?)?)
    }
}

/// The parts with the units of their product. A unit that is none of them, or not in use, is refused.
fn in_units(parts: &[CountPart], base: UnitFacts, others: &[ProductUnit]) -> Result<Vec<(Decimal, LineUnits)>, CountRefusal> {
    let of_part = |(position, part): (usize, &CountPart)| -> Result<(Decimal, LineUnits), CountRefusal> {
        let entered = match part.unit_id.filter(|unit| *unit != base.id.0) {
            None => None,
            Some(unit) => {
                let other = others.iter().find(|other| other.unit_id == unit);
                let other = other.ok_or_else(|| invalid(format!("parts[{position}].unit_id"), "error.reference"))?;
                Some(other.facts().1)
            }
        };
        Ok((part.quantity, LineUnits { base, entered }))
    };
    parts.iter().enumerate().map(of_part).collect()
}
