//! Which places are emptied first, other things being equal.

use std::cmp::Ordering;
use std::collections::HashMap;

use bus_schemas::ids::{AreaId, ShelfId};
use bus_schemas::warehouse::Place;

/// The weights of a warehouse's areas and shelves: those that stand first in their lists, the heavier ones, are emptied first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    areas: HashMap<AreaId, i64>,
    shelves: HashMap<ShelfId, i64>,
}

impl Weights {
    /// One that is not named weighs nothing.
    #[must_use]
    pub fn new(areas: impl IntoIterator<Item = (AreaId, i64)>, shelves: impl IntoIterator<Item = (ShelfId, i64)>) -> Self {
        Self { areas: areas.into_iter().collect(), shelves: shelves.into_iter().collect() }
    }

    /// Which of two places is emptied first, other things being equal.
    pub(super) fn compare(&self, a: &Place, b: &Place) -> Ordering {
        let weight = |place: &Place| {
            let of_area = self.areas.get(&place.area).copied().unwrap_or(0);
            (of_area, self.shelves.get(&place.shelf).copied().unwrap_or(0))
        };
        weight(b).cmp(&weight(a)).then_with(|| a.cmp(b))
    }
}
