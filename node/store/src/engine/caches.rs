//! All caches of the store.

use crate::cache::{Cache, CacheStats};
use crate::identity::directory::DirectoryCache;
use crate::inbox::counters::CounterCache;
use crate::inventory::days::{ZONES, ZoneCache};
use crate::inventory::holds::{HELD, HeldCache};
use crate::inventory::stock_figures::{STOCK_FIGURES, StockFiguresCache};
use crate::ledger::index::LedgerCaches;
use crate::resource::pages::{PAGES, PageCache};
use crate::resource::rows::{NAMES, ROWS, RowCache};
use crate::shop::offers::{AVAILABLE, AvailableCache, IN_USE, InUseCache};
use crate::shop::order::basket::BasketCaches;
use crate::storefront::offers::{PIECES, PieceCache, STOCKED, StockedCache};
use crate::storefront::page::{GOODS_PAGES, GoodsPageCache, HOME, HomeCache};
use crate::storefront::renewal::{LISTS, ListCache};

pub(crate) struct Caches {
    pub(crate) ledger: LedgerCaches,
    pub(crate) directory: DirectoryCache,
    pub(crate) counters: CounterCache,
    pub(crate) names: RowCache,
    pub(crate) rows: RowCache,
    pub(crate) pages: PageCache,
    pub(crate) stock_figures: StockFiguresCache,
    pub(crate) available: AvailableCache,
    pub(crate) in_use: InUseCache,
    pub(crate) held: HeldCache,
    pub(crate) zones: ZoneCache,
    pub(crate) basket: BasketCaches,
    /// Held while the stock figures are read, so that one reader at a time computes them.
    pub(crate) stock_figures_turn: tokio::sync::Mutex<()>,
    pub(crate) shop_lists: ListCache,
    pub(crate) shop_pieces: PieceCache,
    pub(crate) shop_stocked: StockedCache,
    pub(crate) shop_stocked_turn: tokio::sync::Mutex<()>,
    pub(crate) shop_pages: GoodsPageCache,
    pub(crate) shop_home: HomeCache,
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
            available: Cache::new(AVAILABLE, sole),
            in_use: Cache::new(IN_USE, sole),
            held: Cache::new(HELD, sole),
            zones: Cache::new(ZONES, sole),
            basket: BasketCaches::new(sole),
            stock_figures_turn: tokio::sync::Mutex::default(),
            shop_lists: Cache::new(LISTS, sole),
            shop_pieces: Cache::new(PIECES, sole),
            shop_stocked: Cache::new(STOCKED, sole),
            shop_stocked_turn: tokio::sync::Mutex::default(),
            shop_pages: Cache::new(GOODS_PAGES, sole),
            shop_home: Cache::new(HOME, sole),
        }
    }

    pub(crate) fn stats(&self) -> Vec<CacheStats> {
        let Self { ledger, directory, counters, names, rows, pages, stock_figures, available, .. } = self;
        let shop = [
            self.in_use.stats(),
            self.held.stats(),
            self.zones.stats(),
            self.shop_lists.stats(),
            self.shop_pieces.stats(),
            self.shop_stocked.stats(),
            self.shop_pages.stats(),
            self.shop_home.stats(),
        ];
        let counters = [counters.inboxes.stats(), counters.counters.stats()];
        ledger
            .stats()
            .into_iter()
            .chain(counters)
            .chain([directory.known.stats(), names.stats(), rows.stats(), pages.stats(), stock_figures.stats(), available.stats()])
            .chain(shop)
            .chain(self.basket.stats())
            .collect()
    }
}
