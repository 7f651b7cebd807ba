//! The new rows that an import made, as its task notes them: as runs, since rows of a file that follow each other get ids
//! that follow each other. Pure.

use entrepot_store::imports::Run;
use serde_json::{Value, json};

/// Rows of one import that can be taken back.
const MADE_MAX: usize = 10_000;
/// Runs that a task notes: its field holds 64 KB.
const RUNS_MAX: usize = 2_000;

/// A new row: its row in the file as a spreadsheet counts, and its id.
pub type MadeRow = (i64, i64);

/// Rows in the order of the file as runs.
fn runs(made: &[MadeRow]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (row, id) in made {
        match runs.last_mut() {
            Some((first, first_id, count)) if *row == *first + *count && *id == *first_id + *count => *count += 1,
            _ => runs.push((*row, *id, 1)),
        }
    }
    runs
}

/// The rows of runs.
#[must_use]
pub fn spread(runs: &[Run]) -> Vec<MadeRow> {
    let rows = runs.iter().flat_map(|(row, id, count)| (0..*count).map(move |at| (row + at, id + at)));
    rows.take(MADE_MAX).collect()
}

/// What a task notes of the rows that its import made, with the number of those that it changed and that can be put back. Of
/// more new rows than can be taken back it notes none.
#[must_use]
pub fn noted(made: &[MadeRow], changed: usize) -> Value {
    let runs = runs(made);
    if made.len() > MADE_MAX || runs.len() > RUNS_MAX {
        return json!({ "made": [], "made_count": 0, "changed_count": changed });
    }
    json!({ "made": runs, "made_count": made.len(), "changed_count": changed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_same_rows() {
        let made = [(2, 10), (3, 11), (5, 12), (6, 13), (7, 20)];
        assert_eq!(runs(&made), [(2, 10, 2), (5, 12, 2), (7, 20, 1)]);
        assert_eq!(spread(&runs(&made)), made);
        assert_eq!(noted(&made, 3), json!({ "made": [[2, 10, 2], [5, 12, 2], [7, 20, 1]], "made_count": 5, "changed_count": 3 }));
    }

    #[test]
    fn what_is_noted_is_bounded() {
        let apart: Vec<MadeRow> = (0..=2_000).map(|at| (at * 2, at)).collect();
        assert_eq!(noted(&apart, 1), json!({ "made": [], "made_count": 0, "changed_count": 1 }));
        let many: Vec<MadeRow> = (0..=10_000).map(|at| (at, at)).collect();
        assert_eq!((noted(&many, 0)["made_count"].clone(), noted(&many[1..], 0)["made_count"].clone()), (json!(0), json!(10_000)));
        assert_eq!(spread(&[(1, 1, i64::MAX)]).len(), MADE_MAX);
    }
}
