//! Rows of places may be behind the ledger (`actors::warehouse::behind`): who reads them has them brought up first.

use std::sync::{Mutex, PoisonError, Weak};

use actors::store::StoreError;
use actors::warehouse::port::Settler;

use crate::engine::connect::Store;

/// The actors that write this store.
#[derive(Default)]
pub(crate) struct Settlers(Mutex<Vec<Weak<dyn Settler>>>);

impl Settlers {
    pub(super) fn add(&self, settler: Weak<dyn Settler>) {
        let mut settlers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        settlers.retain(|settler| settler.strong_count() > 0);
        settlers.push(settler);
    }

    fn all(&self) -> Vec<Weak<dyn Settler>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Store {
    /// After this, the rows of places say all that anybody was told of before. Without actors they stay as they are.
    pub async fn settled(&self) -> Result<(), StoreError> {
        for settler in self.settlers().all() {
            if let Some(settler) = settler.upgrade() {
                settler.settle().await?;
            }
        }
        Ok(())
    }
}
