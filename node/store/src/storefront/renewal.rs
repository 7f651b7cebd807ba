//! Keeps the shelf up to date: what was written since is read every half second, while somebody asks; everything is
//! read again now and then, beside the answers, for what was written without saying when (sales, by orders).

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actors::folding::folded;
use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::offers::Links;
use super::shelf::{Card, Shelf, Wanted};
use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::take;
use crate::engine::value::{id, int};
use crate::shop::offers::OfferTerms;

/// Younger than this, the shelf is used as it is.
const FRESH: Duration = Duration::from_millis(500);
/// While one reads what is new, the others use what is no older than this.
const USABLE: Duration = Duration::from_secs(1);
/// Interval after which everything is read again, stretched if reading takes long.
const REST: Duration = Duration::from_secs(20);
const REST_TIMES: u32 = 60;
/// The same while very many are written.
const BULK_REST: u32 = 5;
/// Rows read together.
const BLOCK: usize = 5_000;
/// Most seconds between a row's update time and its commit.
const LATE: i64 = 15;

const LISTS: Limits = Limits { name: "shop_lists", weight: 8_000_000, entries: 1_000, age: Age::everywhere(Duration::from_secs(60)) };

/// A shelf and how it was read.
#[derive(Debug)]
struct Read {
    shelf: Arc<Shelf>,
    /// Caches tell them apart by it.
    generation: u64,
    /// All rows of the table, also those off shelf.
    rows: i64,
    /// The latest change that is in it, Unix seconds, and the versions of the rows around it.
    until: i64,
    versions: HashMap<i64, i64>,
    /// What its SKUs are made of.
    links: Arc<Links>,
    full: Instant,
    took: Duration,
    checked: Instant,
}

/// See the module.
struct ShelfMemory {
    now: Mutex<Option<Arc<Read>>>,
    turn: tokio::sync::Mutex<()>,
    /// Held while everything is read again.
    again: Arc<tokio::sync::Mutex<()>>,
    /// The results of lists, by version of the shelf and query.
    lists: Cache<(u64, Wanted), Arc<[u32]>>,
}

impl Memory for ShelfMemory {
    fn new(sole: bool) -> Self {
        Self { now: Mutex::default(), turn: tokio::sync::Mutex::default(), again: Arc::default(), lists: Cache::new(LISTS, sole) }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.lists.stats()]
    }
}

/// A shelf with what its lists are kept under.
#[derive(Clone, Debug)]
pub struct Shelved {
    pub shelf: Arc<Shelf>,
    generation: u64,
    pub(crate) links: Arc<Links>,
}

#[derive(Deserialize)]
struct Row {
    id: i64,
    #[serde(default)]
    goods_no: String,
    name: String,
    #[serde(default)]
    name_en: String,
    #[serde(default)]
    sub_name: String,
    #[serde(default)]
    sub_name_en: String,
    #[serde(default)]
    image: Option<String>,
    price: Decimal,
    origin_price: Decimal,
    sales: i64,
    classify_ids: Vec<i64>,
    sale_start: i64,
    sale_end: i64,
    create_time: i64,
    update_time: i64,
    #[serde(default)]
    version: Option<i64>,
    weigh: i64,
    shown: bool,
}

impl Row {
    fn card(self) -> Arc<Card> {
        let texts = [&self.name, &self.name_en, &self.sub_name, &self.sub_name_en, &self.goods_no];
        let text = texts.map(|text| folded(text)).join("\n");
        Arc::new(Card {
            id: self.id,
            name: self.name,
            name_en: self.name_en,
            sub_name: self.sub_name,
            sub_name_en: self.sub_name_en,
            image: self.image.unwrap_or_default(),
            price: self.price,
            origin_price: self.origin_price,
            sales: self.sales,
            classify_ids: self.classify_ids,
            sale_start: self.sale_start,
            sale_end: self.sale_end,
            create_time: self.create_time,
            update_time: self.update_time,
            weigh: self.weigh,
            text,
        })
    }
}

const SELECTION: &str =
    "record::id(id) AS id, goods_no, name, name_en, sub_name, sub_name_en, images[0] AS image, price, origin_price, sales, classify_ids, sale_start,
    sale_end, create_time, update_time, version, weigh, (status = 1 AND delete_time = 0) AS shown";

impl ShelfMemory {
    fn latest(&self) -> Option<Arc<Read>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn put(&self, read: Read) -> Arc<Read> {
        let read = Arc::new(read);
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = Some(read.clone());
        read
    }
}

impl Store {
    fn shelf_memory(&self) -> &ShelfMemory {
        self.memory()
    }

    /// Whether the goods on shelf are in memory.
    pub(crate) fn has_shelf(&self) -> bool {
        self.shelf_memory().latest().is_some()
    }

    /// Begins to read the goods, before a visitor asks for them.
    pub fn prefetch_shelf(&self) {
        self.later(Duration::ZERO, |store| async move {
            let memory = store.shelf_memory();
            let _turn = memory.turn.lock().await;
            if memory.latest().is_some() {
                return;
            }
            match store.read_shelf(1).await {
                // Whoever asks looks for what is new first, however soon that is.
                Ok(read) => drop(memory.put(Read { checked: read.checked.checked_sub(USABLE).unwrap_or(read.checked), ..read })),
                Err(error) => tracing::warn!(%error, "the goods on shelf can't be read yet; whoever asks for them reads them"),
            }
        });
    }

    /// The goods on shelf, as they were at most a second ago.
    pub async fn shelf(&self) -> Result<Shelved, StoreError> {
        let memory = self.shelf_memory();
        let usable = |read: &Arc<Read>, age: Duration| (read.checked.elapsed() < age).then(|| read.clone());
        if let Some(read) = memory.latest().and_then(|read| usable(&read, FRESH)) {
            return Ok(read.shelved());
        }
        let turn = match memory.turn.try_lock() {
            Ok(turn) => turn,
            Err(_) => {
                if let Some(read) = memory.latest().and_then(|read| usable(&read, USABLE)) {
                    return Ok(read.shelved());
                }
                memory.turn.lock().await
            }
        };
        let read = match memory.latest() {
            Some(read) if read.checked.elapsed() < FRESH => read,
            Some(read) => match self.renewed(&read).await? {
                Some(newer) => memory.put(newer),
                None => memory.put(self.read_shelf(read.generation + 1).await?),
            },
            None => memory.put(self.read_shelf(1).await?),
        };
        drop(turn);
        if read.full.elapsed() > REST.max(read.took * REST_TIMES) {
            self.read_shelf_beside(read.generation);
        }
        Ok(read.shelved())
    }

    /// Positions of what is wanted.
    pub async fn on_shelf(&self, shelved: &Shelved, wanted: &Wanted, terms: OfferTerms<'_>) -> Result<Arc<[u32]>, StoreError> {
        let cache = &self.shelf_memory().lists;
        let key = (shelved.generation, wanted.clone());
        // Stock changes without the goods.
        if !wanted.in_stock
            && let Some(found) = cache.get(&key, &Stamp::default())
        {
            return Ok(found);
        }
        let offered = if wanted.in_stock { Some(self.stocked(&shelved.links, terms).await?) } else { None };
        let found: Arc<[u32]> = shelved.shelf.find(wanted, |id| offered.as_ref().is_some_and(|offered| offered.contains(id))).into();
        if !wanted.in_stock {
            cache.put_weighing(key, Stamp::default(), found.clone(), found.len() as u64 + 64);
        }
        Ok(found)
    }

    /// What was changed since, in its place. `None` where rows have gone: then everything is read.
    async fn renewed(&self, before: &Read) -> Result<Option<Read>, StoreError> {
        let checked = Instant::now();
        let query = format!(
            "SELECT {SELECTION} FROM shop_goods WHERE update_time >= $since LIMIT $most;
             SELECT VALUE count FROM ONLY (SELECT count() FROM shop_goods GROUP ALL) LIMIT 1;"
        );
        let most = BLOCK + 1;
        // Nothing comes late to what is older.
        let settled = self.now_ms() / 1_000 > before.until + LATE;
        let since = if settled { before.until + 1 } else { before.until - LATE };
        let vars = vec![("since", int(since)), ("most", int(most as i64))];
        let mut response = self.run(&query, vars).await?;
        let (rows, count): (Vec<Row>, Option<i64>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        if rows.len() == most {
            // Very many are written at once: everything is read, but not all the time.
            let rests = before.full.elapsed() < before.took * BULK_REST;
            return Ok(rests.then(|| Read { checked, ..before.copy() }));
        }
        let until = rows.iter().map(|row| row.update_time).max().unwrap_or(0).max(before.until);
        let versions: HashMap<i64, i64> = rows.iter().map(|row| (row.id, row.version.unwrap_or(0))).collect();
        let newer = |row: &Row| {
            let same = before.versions.get(&row.id) == Some(&row.version.unwrap_or(0));
            let sold = before.shelf.get(row.id).is_some_and(|card| card.sales != row.sales || card.weigh != row.weigh);
            !same || sold
        };
        let changed: Vec<Row> = rows.into_iter().filter(newer).collect();
        let ids: HashSet<i64> = changed.iter().map(|row| row.id).collect();
        let mut rows = before.rows;
        let mut links = before.links.clone();
        if !ids.is_empty() {
            let pieces = self.pieces_of(&ids.iter().copied().collect::<Vec<_>>()).await?;
            rows += ids.iter().filter(|id| !before.links.knows(**id)).count() as i64;
            links = Arc::new(links.with(&ids, pieces));
        }
        if count.unwrap_or(0) != rows {
            return Ok(None);
        }
        let (shelf, generation) = if ids.is_empty() {
            (before.shelf.clone(), before.generation)
        } else {
            let shown = changed.into_iter().filter(|row| row.shown).map(Row::card).collect();
            (Arc::new(before.shelf.with(&ids, shown)), before.generation + 1)
        };
        Ok(Some(Read { shelf, generation, rows, until, versions, links, full: before.full, took: before.took, checked }))
    }

    /// Reads everything, in blocks.
    async fn read_shelf(&self, generation: u64) -> Result<Read, StoreError> {
        let full = Instant::now();
        let query = format!("SELECT {SELECTION} FROM shop_goods WHERE id > $after ORDER BY id ASC LIMIT $limit");
        let (mut rows, mut until, mut after, mut cards) = (0, 0, 0, Vec::new());
        let (mut times, mut ids) = (Vec::new(), Vec::new());
        loop {
            let vars = vec![("after", id("shop_goods", after)), ("limit", int(BLOCK as i64))];
            let read: Vec<Row> = self.rows(&query, vars).await?;
            let (count, last) = (read.len(), read.last().map(|row| row.id));
            rows += count as i64;
            for row in read {
                until = until.max(row.update_time);
                times.push((row.id, row.update_time, row.version.unwrap_or(0)));
                ids.push(row.id);
                if row.shown {
                    cards.push(row.card());
                }
            }
            match last {
                Some(last) if count == BLOCK => after = last,
                _ => break,
            }
        }
        let links = Arc::new(Links::new(ids, self.all_pieces(BLOCK).await?));
        let recent = times.into_iter().filter(|(_, time, _)| *time >= until - 2 * LATE);
        let versions = recent.map(|(id, _, version)| (id, version)).collect();
        let shelf = Arc::new(Shelf::new(cards));
        Ok(Read { shelf, generation, rows, until, versions, links, full, took: full.elapsed(), checked: full })
    }

    /// Reads everything again while the shelf as it is serves.
    fn read_shelf_beside(&self, generation: u64) {
        let Ok(turn) = self.shelf_memory().again.clone().try_lock_owned() else { return };
        self.later(Duration::ZERO, move |store| async move {
            let _turn = turn;
            match store.read_shelf(generation).await {
                Ok(read) => {
                    let _one = store.shelf_memory().turn.lock().await;
                    let newest = store.shelf_memory().latest().map_or(generation, |known| known.generation);
                    store.shelf_memory().put(Read { generation: newest + 1, ..read });
                }
                Err(error) => tracing::warn!(%error, "the goods on shelf could not be read again"),
            }
        });
    }
}

impl Read {
    fn copy(&self) -> Self {
        Self { shelf: self.shelf.clone(), links: self.links.clone(), versions: self.versions.clone(), ..*self }
    }

    fn shelved(&self) -> Shelved {
        Shelved { shelf: self.shelf.clone(), generation: self.generation, links: self.links.clone() }
    }
}
