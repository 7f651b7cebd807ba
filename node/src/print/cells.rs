//! What papers are made of: texts, columns and cells.

use std::fmt;

use bus_schemas::number::Quantity;
use entrepot_print::document::{Align, Cell, Column};
use entrepot_store::order::rows::LineRow;
use rust_decimal::Decimal;

use crate::i18n::text;

/// Columns, rows, and what the quantities sum up to.
pub(super) type Table = (Vec<Column>, Vec<Vec<Cell>>, UnitSums);

/// Sums of quantities, one for each unit: pieces and kilograms make no sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitSums(Vec<(String, Decimal)>);

impl UnitSums {
    /// The sums in the order in which the units are met. Each item is a unit's name and a quantity.
    pub(super) fn of(quantities: impl IntoIterator<Item = (String, Quantity)>) -> Self {
        let mut sums: Vec<(String, Decimal)> = Vec::new();
        for (unit, quantity) in quantities {
            match sums.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, sum)) => *sum += quantity.0,
                None => sums.push((unit, quantity.0)),
            }
        }
        Self(sums)
    }
}

impl fmt::Display for UnitSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        let of_unit = |(unit, sum): &(String, Decimal)| format!("{} {unit}", Quantity(*sum)).trim_end().to_owned();
        f.write_str(&self.0.iter().map(of_unit).collect::<Vec<_>>().join(" + "))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_kept_apart_by_unit() {
        let item = |(unit, tenths): &(&str, i64)| ((*unit).to_owned(), Quantity(Decimal::new(*tenths, 1)));
        let of = |quantities: &[(&str, i64)]| UnitSums::of(quantities.iter().map(item)).to_string();
        assert_eq!(of(&[("件", 20), ("kg", 15), ("件", 100)]), "12 件 + 1.5 kg");
        assert_eq!(of(&[("", 20)]), "2");
        assert_eq!(of(&[]), "0");
    }
}
