//! What an import is going to do to other rows of its resource, as far as the checks of one of its rows depend on it. Pure.

use std::collections::{HashMap, HashSet};

/// The first id of new rows before they are written: no row gets so far.
const FIRST_NEW: i64 = 9_100_000_000_000_000_000;

/// The rows of an import's file.
#[derive(Clone, Debug, Default)]
pub struct PlannedRows {
    /// Rows that give a unique value up: its field, and the row's id.
    pub leaving: HashSet<(&'static str, i64)>,
    /// Of a tree, under which row each of the file's rows will hang, by id; 0 is the top.
    pub parents: HashMap<i64, i64>,
}

impl PlannedRows {
    /// The id of a new row, by its place in the file, until it is written.
    #[must_use]
    pub fn new_id(place: usize) -> i64 {
        FIRST_NEW + i64::try_from(place).unwrap_or(0)
    }

    /// The place in the file of the new row that an id stands for.
    #[must_use]
    pub fn place_of(id: i64) -> Option<usize> {
        id.checked_sub(FIRST_NEW).and_then(|place| usize::try_from(place).ok())
    }

    /// Whether a row gives up the unique value of a field.
    #[must_use]
    pub fn leaves(&self, field: &'static str, id: i64) -> bool {
        self.leaving.contains(&(field, id))
    }

    /// Whether a new row is this one, or above it as far as the file says: what hangs there is written after it.
    #[must_use]
    pub fn has_new(&self, id: i64) -> bool {
        let mut at = id;
        // A circle ends: no way up is longer than there are rows.
        for _ in 0..=self.parents.len() {
            if Self::place_of(at).is_some() {
                return true;
            }
            match self.parents.get(&at) {
                Some(parent) => at = *parent,
                None => return false,
            }
        }
        false
    }

    /// The parents of all rows once the file is written; `stored`: those of the rows that are there.
    #[must_use]
    pub fn over(&self, stored: &[(i64, i64)]) -> HashMap<i64, i64> {
        stored.iter().copied().chain(self.parents.iter().map(|(id, parent)| (*id, *parent))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_new_rows_are_told_from_others() {
        assert_eq!(PlannedRows::place_of(PlannedRows::new_id(7)), Some(7));
        assert_eq!(PlannedRows::place_of(7), None);
    }

    #[test]
    fn the_file_says_where_its_rows_will_hang() {
        let [one, two] = [0, 1].map(PlannedRows::new_id);
        let planned = PlannedRows { parents: HashMap::from([(one, 5), (two, one), (9, 0)]), ..PlannedRows::default() };
        let over = planned.over(&[(5, 0), (9, 5)]);
        assert_eq!((over[&9], over[&5], over[&two]), (0, 0, one));
        let moved = PlannedRows { parents: HashMap::from([(3, 4), (4, one), (one, 0), (7, 8), (8, 7)]), ..PlannedRows::default() };
        assert_eq!([4, 3, one, 0, 5, 7].map(|id| moved.has_new(id)), [true, true, true, false, false, false]);
    }
}
