//! All caches of the store.

use crate::cache::{Cache, CacheStats};
use crate::identity::directory::DirectoryCache;
use crate::inbox::counters::CounterCache;
use crate::inventory::stock_figures::{STOCK_FIGURES, StockFiguresCache};
use crate::ledger::index::LedgerCaches;
use crate::resource::pages::{PAGES, PageCache};
use crate::resource::rows::{NAMES, ROWS, RowCache};

pub(crate) struct Caches {
    pub(crate) ledger: LedgerCaches,
    pub(crate) directory: DirectoryCache,
    pub(crate) counters: CounterCache,
    pub(crate) names: RowCache,
    pub(crate) rows: RowCache,
    pub(crate) pages: PageCache,
    pub(crate) stock_figures: StockFiguresCache,
    /// Held by whoever reads them.
    pub(crate) stock_figures_turn: tokio::sync::Mutex<()>,
}

impl Caches {
    /// `sole`: every write of the database goes through this process.
    pub(crate) fn new(sole: bool) -> Self {
        Self {
            ledger: LedgerCaches::new(sole),
            directory: DirectoryCache::new(sole),
            counters: CounterCache::new(sole),
            names: Cache::new(NAMES, sole),
            rows: Cache::new(ROWS, sole),
            pages: Cache::new(PAGES, sole),
            stock_figures: Cache::new(STOCK_FIGURES, sole),
            stock_figures_turn: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn stats(&self) -> Vec<CacheStats> {
        let Self { ledger, directory, counters, names, rows, pages, stock_figures, stock_figures_turn: _ } = self;
        let counters = [counters.inboxes.stats(), counters.counters.stats()];
        ledger
            .stats()
            .into_iter()
            .chain(counters)
            .chain([directory.known.stats(), names.stats(), rows.stats(), pages.stats(), stock_figures.stats()])
            .collect()
    }
}
