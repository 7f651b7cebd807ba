//! What a list of the ledger asks of its rows, decided on blocks without the database.

use super::block::{Block, Key, Row};
use crate::ledger::{RECORD_ID, record_id};
use crate::listing::Column;
use crate::listing::row_test::{Expected, Figure, Subject, Test, TextColumn};

/// What of a ledger row a column shows, of what blocks hold.
pub(crate) fn subject(column: &Column) -> Option<Subject> {
    Some(match column.expression.as_ref() {
        "product" => Subject::Figure(Figure::Product),
        "warehouse" => Subject::Figure(Figure::Warehouse),
        "operation" => Subject::Figure(Figure::Operation),
        "at" => Subject::Figure(Figure::At),
        "order_no" => Subject::Text(TextColumn::OrderNo),
        "batch" => Subject::Text(TextColumn::Batch),
        RECORD_ID => Subject::Figure(Figure::Id),
        _ => return None,
    })
}

fn figure(of: Figure, warehouse: i64, row: &Row) -> i64 {
    match of {
        Figure::Id => record_id(warehouse, row.sequence),
        Figure::Warehouse => warehouse,
        Figure::Product => row.product,
        Figure::Operation => row.operation,
        Figure::At => row.at,
        // No column of the ledger shows them from a block.
        Figure::Area | Figure::Shelf => 0,
    }
}

/// The rows of a block that meet all tests, oldest first.
pub(crate) fn matching(block: &Block, tests: &[Test]) -> Vec<Key> {
    // Each text of the block is looked at once.
    let texts = |test: &Test| match &test.of {
        Expected::Text(_, expected) => block.texts.iter().map(|text| expected.has(text)).collect(),
        Expected::Figure(..) => Vec::new(),
    };
    let tests: Vec<(&Test, Vec<bool>)> = tests.iter().map(|test| (test, texts(test))).collect();
    let meets = |row: &Row, test: &Test, texts: &[bool]| {
        let found = match &test.of {
            Expected::Figure(of, figures) => figures.has(figure(*of, block.warehouse, row)),
            Expected::Text(of, _) => {
                let text = if *of == TextColumn::Batch { Some(row.batch) } else { row.order_no };
                text.is_some_and(|text| texts.get(usize::from(text)) == Some(&true))
            }
        };
        found != test.negated
    };
    let rows = block.rows.iter().filter(|row| tests.iter().all(|(test, texts)| meets(row, test, texts)));
    rows.map(|row| block.key(row)).collect()
}
