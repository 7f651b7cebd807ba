//! Statements that replace rows. A loop costs more than twice what a statement for each row does (110 and 45 µs a row
//! of an order), so up to some number of rows get statements of their own.

use std::sync::LazyLock;

use surrealdb::types::Value;

use super::transaction::Vars;
use super::value::array;

/// Most rows that get a statement each: what is longer is dominated by other things, and its text would have to be
/// parsed.
const SINGLY_MAX: usize = 128;

/// The names of rows that have a statement each.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| (0..SINGLY_MAX).map(|at| format!("row{at}")).collect());

/// Adds statements that replace rows that exist, which a transaction has once.
pub(crate) fn replace(rows: Vec<Value>, query: &mut String, vars: &mut Vars) {
    if rows.len() > SINGLY_MAX {
        query.push_str("FOR $row IN $replaced { UPDATE $row REPLACE $row RETURN NONE };");
        vars.push(("replaced", array(rows)));
        return;
    }
    for (name, row) in NAMES.iter().zip(rows) {
        for part in ["UPDATE $", name, " REPLACE $", name, " RETURN NONE;"] {
            query.push_str(part);
        }
        vars.push((name, row));
    }
}
