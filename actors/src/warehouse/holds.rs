//! Which goods of a warehouse are held: those of held batches, and what lies in areas for goods to inspect or damaged
//! ones. They are on hand and never available (decision 0035).

use std::collections::HashMap;

use bus_schemas::hold::{AreaPurpose, BatchHold, HoldChange, HoldState};
use bus_schemas::ids::{AreaId, ProductId};
use bus_schemas::warehouse::Place;

/// Everywhere or here, product and batch.
pub type Key = (bool, ProductId, String);

/// What of a warehouse is held.
#[derive(Clone, Debug, Default)]
pub struct Holds {
    purposes: HashMap<AreaId, AreaPurpose>,
    /// In this warehouse and everywhere, by product.
    batches: HashMap<ProductId, Vec<BatchHold>>,
}

impl Holds {
    /// As the store has them.
    #[must_use]
    pub fn new(purposes: &[(AreaId, AreaPurpose)], rows: Vec<BatchHold>) -> Self {
        let mut holds =
            Self { purposes: purposes.iter().copied().filter(|(_, purpose)| *purpose != AreaPurpose::Normal).collect(), ..Self::default() };
        rows.into_iter().for_each(|row| holds.put(row));
        holds
    }

    pub(super) fn put(&mut self, row: BatchHold) {
        let of_product = self.batches.entry(row.product).or_default();
        of_product.retain(|known| known.everywhere != row.everywhere || known.batch != row.batch);
        of_product.push(row);
    }

    /// Whether goods at a place are held.
    #[must_use]
    pub fn holds(&self, place: &Place) -> bool {
        self.purposes.contains_key(&place.area) || self.holds_batch(place)
    }

    /// Whether the batch of goods at a place is held, wherever they lie.
    #[must_use]
    pub fn holds_batch(&self, place: &Place) -> bool {
        let rows = self.batches.get(&place.product);
        rows.is_some_and(|rows| rows.iter().any(|row| row.state != HoldState::None && row.batch == place.batch))
    }

    /// The state of a batch, here or everywhere, for the store to write.
    #[must_use]
    pub fn row(&self, (everywhere, product, batch): &Key) -> Option<BatchHold> {
        self.batches.get(product)?.iter().find(|row| row.everywhere == *everywhere && row.batch == *batch).cloned()
    }
}

/// Whether a change leaves goods at a place held.
#[must_use]
pub fn concerns(change: &HoldChange, place: &Place) -> bool {
    change.state != HoldState::None && change.product == place.product && change.batch == place.batch
}
