//! A file as the lines of an order: which of its columns is which field of a line, and its rows.

use std::collections::HashMap;

use bus_schemas::order::{LINES_MAX, OrderKind};
use serde_json::json;

use crate::data_exchange::error::wrong_head;
use crate::data_exchange::heads::{FileRow, Headed, has_more, is_called};
use crate::error::ServiceError;
use crate::i18n::{Language, text, text_in};

/// The columns that a file may have, by the fields of a line.
pub const COLUMNS: [&str; 12] = [
    "product_no",
    "warehouses_areas_id",
    "warehouses_shelves_id",
    "target_warehouses_areas_id",
    "target_warehouses_shelves_id",
    "quantity",
    "unit_id",
    "unit_price",
    "batch_number",
    "produce_date",
    "expiry_date",
    "reason",
];

/// What a column is called in the reader's language.
#[must_use]
pub fn column_name(field: &str) -> String {
    if COLUMNS.contains(&field) { text(&format!("order.column.{field}"), &[]) } else { field.to_owned() }
}

/// The field of a line that a column is called by: its name, or what it is called in either language.
#[must_use]
pub fn field_called(name: &str) -> Option<&'static str> {
    let called = |field: &str| [Language::Chinese, Language::English].map(|language| text_in(language, &format!("order.column.{field}"), &[]));
    COLUMNS.into_iter().find(|field| {
        let [chinese, english] = called(field);
        is_called(name, &[field, &chinese, &english])
    })
}

/// The rows of a file, and in which column each field of a line stands.
pub struct LineTable {
    columns: HashMap<&'static str, usize>,
    /// Columns of its head.
    width: usize,
    pub rows: Vec<FileRow>,
}

/// A file without columns that lines need.
fn lacks(fields: &[&str]) -> ServiceError {
    let names = fields.iter().map(|field| column_name(field)).collect::<Vec<_>>().join(", ");
    let values = vec![("columns", names)];
    let (key, msg) = ("error.import.columns", text("error.import.lacking", &values));
    let facts = json!({ "key": key, "field": "file", "errors": [{ "field": "file", "key": key, "msg": msg }] });
    ServiceError::Refused { key: "error.import.lacking", values, facts }
}

impl LineTable {
    /// Reads the head of a file. `mapping`: the field of a column by its name, nothing to leave it out; other columns are known by
    /// what they are called.
    pub fn of(kind: OrderKind, rows: Vec<Vec<String>>, mapping: &HashMap<String, String>) -> Result<Self, ServiceError> {
        let unknown = || ServiceError::field("file", "error.import.columns");
        let headed = Headed::of(rows).ok_or_else(unknown)?;
        let assigned = headed.assign(mapping, field_called, field_called).map_err(|error| wrong_head(error, column_name))?;
        let columns: HashMap<&'static str, usize> = assigned.into_iter().enumerate().filter_map(|(at, field)| Some((field?, at))).collect();
        let needed: &[&str] = if kind.signed() || kind.transfers { &["product_no", "quantity"] } else { &["product_no", "quantity", "unit_price"] };
        let lacking: Vec<&str> = needed.iter().copied().filter(|field| !columns.contains_key(field)).collect();
        if !lacking.is_empty() {
            return Err(if columns.is_empty() { unknown() } else { lacks(&lacking) });
        }
        match headed.rows.len() {
            0 => Err(ServiceError::field("file", "error.lines.empty")),
            rows if rows > LINES_MAX => Err(ServiceError::field("file", "error.lines.many")),
            _ => Ok(Self { columns, width: headed.names.len(), rows: headed.rows }),
        }
    }

    /// Whether a row has values beyond the last column.
    #[must_use]
    pub fn has_more(&self, row: &FileRow) -> bool {
        has_more(&row.cells, self.width)
    }

    /// The cell of a row in the column of a field; empty where the file has no such column.
    #[must_use]
    pub fn cell<'r>(&self, row: &'r FileRow, field: &str) -> &'r str {
        self.columns.get(field).and_then(|at| row.cells.get(*at)).map_or("", |cell| cell.trim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    fn mapping(pairs: &[(&str, &str)]) -> HashMap<String, String> {
        pairs.iter().map(|(column, field)| ((*column).to_owned(), (*field).to_owned())).collect()
    }

    #[test]
    fn columns_are_known_by_their_names_or_by_a_mapping() {
        let inbound = rows(&[&["Goods receipt"], &["SKU", "Qty", "单价", "库区"], &["A1", "2", "3.5", "North"]]);
        let pairs = mapping(&[("SKU", "product_no"), ("Qty", "quantity")]);
        let table = LineTable::of(OrderKind::INBOUND, inbound.clone(), &pairs).expect("a table");
        let row = &table.rows[0];
        let cells = ["product_no", "quantity", "unit_price", "warehouses_areas_id", "reason"].map(|field| table.cell(row, field));
        assert_eq!((row.number, cells), (3, ["A1", "2", "3.5", "North", ""]));
        let refused = |rows, pairs: &[(&str, &str)]| match LineTable::of(OrderKind::INBOUND, rows, &mapping(pairs)) {
            Ok(_) => panic!("taken"),
            Err(error) => error,
        };
        let unnamed = rows(&[&["SKU", "Qty"], &["A1", "2"]]);
        assert!(matches!(refused(unnamed, &[]), ServiceError::Field { field, key } if field == "file" && key == "error.import.columns"));
        assert!(matches!(refused(inbound.clone(), &[]), ServiceError::Refused { facts, .. } if facts["key"] == "error.import.columns"));
        assert!(matches!(refused(inbound, &[("SKU", "name")]), ServiceError::Field { field, .. } if field == "mapping.SKU"));
        let double = rows(&[&["product_no", "quantity", "unit_price", "Quantity"], &["A1", "2", "3", "4"]]);
        assert!(matches!(refused(double, &[]), ServiceError::Refused { key: "error.import.two_columns", .. }));
        assert!(
            matches!(refused(rows(&[&["product_no", "quantity", "unit_price"]]), &[]), ServiceError::Field { key, .. } if key == "error.lines.empty")
        );
    }
}
