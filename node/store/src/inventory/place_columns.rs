//! What places are searched and sorted by.

use chrono::NaiveDate;

use crate::ledger::PLACE_ID;
use crate::listing::columns::Listed;
use crate::listing::row_test::{Figure, Subject, TextColumn};
use crate::listing::{Column, Compare};

pub(crate) const PLACE_COLUMNS: &[Listed] = &[
    Listed::new("id", PLACE_ID, Compare::Int).sorted_by("id"),
    Listed::new("warehouses_id", "warehouse", Compare::Int),
    Listed::new("warehouses_areas_id", "area", Compare::Int),
    Listed::new("warehouses_shelves_id", "shelf", Compare::Int),
    Listed::new("product_id", "product", Compare::Int),
    Listed::new("batch_number", "batch", Compare::Text),
    Listed::new("produce_date", "produce_date", Compare::Date),
    Listed::new("expiry_date", "expiry_date", Compare::Date),
    Listed::new("reserved_quantity", "reserved", Compare::Decimal),
    Listed::new("total_quantity", "on_hand", Compare::Decimal),
    Listed::new("update_time", "updated_at", Compare::Millis),
];

/// Options of an inventory list beside its filters.
#[derive(Clone, Copy, Debug, Default)]
pub struct InventoryView {
    /// Only products that have less available than they should ([`super::minimums`]).
    pub below_safety: bool,
    /// Also places where nothing is left.
    pub zero: bool,
    /// Only what is held: expired goods as well.
    pub held: bool,
    /// Only what is below zero, until it is filled.
    pub negative: bool,
    /// Only what lies there and has expired by the end of this day.
    pub expires_by: Option<NaiveDate>,
}

/// What of a place a column shows, of what is in memory.
pub(super) fn subject(column: &Column) -> Option<Subject> {
    Some(match column.expression.as_ref() {
        "product" => Subject::Figure(Figure::Product),
        "warehouse" => Subject::Figure(Figure::Warehouse),
        "area" => Subject::Figure(Figure::Area),
        "shelf" => Subject::Figure(Figure::Shelf),
        "batch" => Subject::Text(TextColumn::Batch),
        _ => return None,
    })
}
