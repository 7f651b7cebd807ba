//! What papers are made of: texts, columns and cells.

use entrepot_print::document::{Align, Cell, Column};
use entrepot_store::order::rows::LineRow;
use rust_decimal::Decimal;

use crate::i18n::text;

/// Columns, rows, and the sum of the quantities.
pub(super) type Table = (Vec<Column>, Vec<Vec<Cell>>, Decimal);

/// A text of papers, in the reader's language.
#[must_use]
pub fn print_text(key: &str) -> String {
    text(&format!("print.{key}"), &[])
}

/// A cell with a text.
pub fn cell(value: impl ToString) -> Cell {
    Cell::Text(value.to_string())
}

/// A column with its title, and its share of the width.
#[must_use]
pub fn column(key: &str, share: f32, align: Align) -> Column {
    Column { title: print_text(&format!("column.{key}")), share, align }
}

/// A place, as people call it: area and shelf.
#[must_use]
pub fn place(area: Option<&str>, shelf: Option<&str>) -> String {
    [area, shelf].into_iter().flatten().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" / ")
}

/// The columns that say what a product is.
pub(super) fn product_columns() -> [Column; 2] {
    [column("product_no", 2.5, Align::Left), column("product", 5.0, Align::Left)]
}

pub(super) fn product_cells(line: &LineRow) -> [Cell; 2] {
    let Some(product) = &line.product_row else { return [cell(line.product), cell("")] };
    let spec = product.spec.as_deref().filter(|spec| !spec.is_empty()).map(|spec| format!("  {spec}")).unwrap_or_default();
    [cell(&product.product_no), cell(format!("{}{spec}", product.name))]
}

pub(super) fn unit(line: &LineRow) -> String {
    line.product_row.as_ref().and_then(|product| product.unit.as_ref()).map(|unit| unit.name.clone()).unwrap_or_default()
}

pub(super) fn text_of(value: Option<&String>) -> Cell {
    cell(value.map(String::as_str).unwrap_or_default())
}
