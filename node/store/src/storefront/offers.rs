//! What goods offer, for lists and pages: a hint ([`crate::shop::offers`] counts it).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::value::{id, int};
use crate::inventory::read_model::read;
use crate::scope::Scope;
use crate::shop::offers::{OfferTerms, Selling};

const SECOND: Duration = Duration::from_secs(1);
/// The offers of all goods are kept for this many times as long as reading them took.
const REST: u32 = 10;

const PIECES: Limits = Limits { name: "shop_pieces", weight: 400_000, entries: 20_000, age: Age::everywhere(SECOND) };
const STOCKED: Limits = Limits { name: "shop_stocked", weight: 2, entries: 2, age: Age::everywhere(Duration::from_secs(3_600)) };

/// What goods offer, as last read.
struct PieceCaches {
    /// SKUs by goods: of those with counters of their own, which orders change, and while there is no shelf.
    pieces: Cache<i64, Arc<[Piece]>>,
    /// The goods that have something to offer.
    stocked: Cache<(), Arc<Stocked>>,
    /// One task reads what has something to offer, the others wait for its result.
    reading: tokio::sync::Mutex<()>,
}

impl Memory for PieceCaches {
    fn new(sole: bool) -> Self {
        Self { pieces: Cache::new(PIECES, sole), stocked: Cache::new(STOCKED, sole), reading: tokio::sync::Mutex::default() }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.pieces.stats(), self.stocked.stats()]
    }
}

/// A SKU of goods.
#[derive(Clone, Debug, Deserialize)]
pub struct Piece {
    pub goods: i64,
    /// Switched off, or its values are gone.
    pub gone: bool,
    #[serde(flatten)]
    pub selling: Selling,
}

impl Piece {
    pub(crate) const SELECTION: &str = "record::id(id) AS id, goods_id AS goods, product_id, stock, ratio, buffer, warehouses_ids,
        (retired != 0 OR status = 0) AS gone";
}

/// The SKUs of all goods.
#[derive(Debug, Default)]
pub struct Links(HashMap<i64, Arc<[Piece]>>);

fn by_goods(goods: impl IntoIterator<Item = i64>, pieces: Vec<Piece>) -> HashMap<i64, Arc<[Piece]>> {
    let mut own: HashMap<i64, Vec<Piece>> = goods.into_iter().map(|id| (id, Vec::new())).collect();
    for piece in pieces {
        if let Some(own) = own.get_mut(&piece.goods) {
            own.push(piece);
        }
    }
    own.into_iter().map(|(id, pieces)| (id, pieces.into())).collect()
}

impl Links {
    /// Of these goods, which need not have SKUs.
    #[must_use]
    pub fn new(goods: Vec<i64>, pieces: Vec<Piece>) -> Self {
        Self(by_goods(goods, pieces))
    }

    /// The same with others of some goods.
    #[must_use]
    pub fn with(&self, goods: &HashSet<i64>, pieces: Vec<Piece>) -> Self {
        let mut links = self.0.clone();
        links.extend(by_goods(goods.iter().copied(), pieces));
        Self(links)
    }

    /// The SKUs of goods that all sell warehouse products: nothing of them changes but with their goods.
    fn linked(&self, goods: i64) -> Option<Arc<[Piece]>> {
        self.0.get(&goods).filter(|pieces| pieces.iter().all(|piece| piece.selling.product_id.is_some())).cloned()
    }

    /// Whether these goods are there.
    #[must_use]
    pub fn knows(&self, goods: i64) -> bool {
        self.0.contains_key(&goods)
    }
}

/// The goods that have something to offer, and how that was read.
#[derive(Debug)]
pub(crate) struct Stocked {
    goods: HashSet<i64>,
    /// Of these SKUs.
    of: Arc<Links>,
    life_days: u32,
    read_at: Instant,
    took: Duration,
}

impl Stocked {
    /// Whether these goods have something to offer.
    pub(crate) fn contains(&self, goods: i64) -> bool {
        self.goods.contains(&goods)
    }
}

impl Store {
    /// The SKUs of goods.
    pub(crate) async fn pieces_of(&self, goods: &[i64]) -> Result<Vec<Piece>, StoreError> {
        let pieces = |name: &str| format!("SELECT {} FROM shop_sku WHERE goods_id IN ${name};", Piece::SELECTION);
        self.look_up(goods.iter().copied().map(int).collect(), vec![], pieces).await
    }

    /// The SKUs of all goods.
    pub(crate) async fn all_pieces(&self, block: usize) -> Result<Vec<Piece>, StoreError> {
        let query = format!("SELECT {} FROM shop_sku WHERE id > $after ORDER BY id ASC LIMIT $limit", Piece::SELECTION);
        let (mut pieces, mut after): (Vec<Piece>, i64) = (Vec::new(), 0);
        loop {
            let limit = i64::try_from(block).unwrap_or(i64::MAX);
            let read: Vec<Piece> = self.rows(&query, vec![("after", id("shop_sku", after)), ("limit", int(limit))]).await?;
            let (count, last) = (read.len(), read.last().map(|piece| piece.selling.id));
            pieces.extend(read);
            match last {
                Some(last) if count == block => after = last,
                _ => return Ok(pieces),
            }
        }
    }

    /// Offers of the SKUs of goods, at most a second old: pieces by SKU, by goods.
    pub async fn goods_offers(&self, goods: &[i64], terms: OfferTerms<'_>) -> Result<HashMap<i64, Vec<(i64, i64)>>, StoreError> {
        let cache = &self.memory::<PieceCaches>().pieces;
        let links = if self.has_shelf() { Some(self.shelf().await?.links) } else { None };
        let kept = |id: &i64| links.as_ref().and_then(|links| links.linked(*id)).or_else(|| cache.get(id, &Stamp::default()));
        let mut known: HashMap<i64, Arc<[Piece]>> = goods.iter().filter_map(|id| Some((*id, kept(id)?))).collect();
        let unknown: Vec<i64> = goods.iter().copied().filter(|id| !known.contains_key(id)).collect();
        if !unknown.is_empty() {
            for (id, pieces) in by_goods(unknown.iter().copied(), self.pieces_of(&unknown).await?) {
                cache.put_weighing(id, Stamp::default(), pieces.clone(), pieces.len() as u64 + 1);
                known.insert(id, pieces);
            }
        }
        let offered = |pieces: &Arc<[Piece]>| pieces.iter().filter(|piece| !piece.gone).map(|piece| piece.selling.clone()).collect::<Vec<_>>();
        let selling: Vec<Selling> = known.values().flat_map(offered).collect();
        let offers = self.offers_of(&selling, terms).await?;
        let own = |(id, pieces): (i64, Arc<[Piece]>)| {
            let skus = pieces.iter().filter(|piece| !piece.gone).map(|piece| piece.selling.id);
            (id, skus.map(|sku| (sku, offers.get(&sku).map_or(0, |offer| offer.pieces))).collect())
        };
        Ok(known.into_iter().map(own).collect())
    }

    /// The goods that have something to offer. Reading that of all goods takes a while on a large site, so it may be
    /// some seconds old there.
    pub(crate) async fn stocked(&self, links: &Arc<Links>, terms: OfferTerms<'_>) -> Result<Arc<Stocked>, StoreError> {
        let PieceCaches { stocked: cache, reading, .. } = self.memory::<PieceCaches>();
        let known = || {
            let same = |stocked: &Stocked| Arc::ptr_eq(&stocked.of, links) && stocked.life_days == terms.life_days;
            let rests = |stocked: &Arc<Stocked>| stocked.read_at.elapsed() < SECOND.max(stocked.took * REST) && same(stocked);
            cache.get(&(), &Stamp::default()).filter(rests)
        };
        if let Some(stocked) = known() {
            return Ok(stocked);
        }
        let _reading = reading.lock().await;
        if let Some(stocked) = known() {
            return Ok(stocked);
        }
        let begun = Instant::now();
        let (available, in_use) = (self.available_of_all(terms).await?, self.warehouses_in_use().await?);
        let nothing = BTreeMap::new();
        let offers = |piece: &Piece| {
            let own = piece.selling.product_id.and_then(|product| available.get(&product)).unwrap_or(&nothing);
            !piece.gone && piece.selling.offer(own, terms.warehouses, &in_use).pieces > 0
        };
        let goods = links.0.iter().filter(|(_, pieces)| pieces.iter().any(offers)).map(|(id, _)| *id).collect();
        let stocked = Arc::new(Stocked { goods, of: links.clone(), life_days: terms.life_days, read_at: begun, took: begun.elapsed() });
        cache.put((), Stamp::default(), stocked.clone());
        Ok(stocked)
    }

    /// SKUs on sale with at most `few` pieces left, as (goods, SKU, pieces). None if `few` is 0.
    pub async fn few_pieces(&self, few: i64, terms: OfferTerms<'_>) -> Result<Vec<(i64, i64, i64)>, StoreError> {
        if few <= 0 {
            return Ok(Vec::new());
        }
        let links = self.shelf().await?.links;
        let (available, in_use) = (self.available_of_all(terms).await?, self.warehouses_in_use().await?);
        let nothing = BTreeMap::new();
        let left = |piece: &Piece| {
            let own = piece.selling.product_id.and_then(|product| available.get(&product)).unwrap_or(&nothing);
            piece.selling.offer(own, terms.warehouses, &in_use).pieces
        };
        let offered = links.0.iter().flat_map(|(goods, pieces)| pieces.iter().filter(|piece| !piece.gone).map(move |piece| (goods, piece)));
        let few = offered.map(|(goods, piece)| (*goods, piece.selling.id, left(piece))).filter(|(.., left)| *left <= few);
        let mut few: Vec<(i64, i64, i64)> = few.collect();
        few.sort_unstable();
        Ok(few)
    }

    /// What is available of every product that keeps for long enough, by warehouse.
    async fn available_of_all(&self, terms: OfferTerms<'_>) -> Result<HashMap<i64, BTreeMap<i64, Decimal>>, StoreError> {
        let (goods, stock) = (self.held_goods().await?, self.present_stock(&Scope::system()).await?);
        Ok(read(&stock, |stocks| {
            let mut available: HashMap<i64, BTreeMap<i64, Decimal>> = HashMap::new();
            for stock in stocks {
                let held = goods.here_later(stock.warehouse, terms.life_days);
                for product in stock.products.keys() {
                    available.entry(*product).or_default().insert(stock.warehouse, stock.available(*product, &held));
                }
            }
            available
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(goods: i64, id: i64) -> Piece {
        let row = serde_json::json!({
            "goods": goods, "gone": false, "id": id, "product_id": null, "stock": 1, "ratio": "1", "buffer": "0", "warehouses_ids": []
        });
        serde_json::from_value(row).expect("a piece")
    }

    #[test]
    fn skus_of_changed_goods_take_the_place_of_theirs() {
        let links = Links::new(vec![1, 2], vec![piece(1, 10), piece(2, 20), piece(9, 90)]);
        assert!(links.knows(2) && !links.knows(9));
        let links = links.with(&HashSet::from([2, 3]), vec![piece(3, 30)]);
        assert_eq!((links.0[&1].len(), links.0[&2].len(), links.0[&3][0].selling.id), (1, 0, 30));
    }
}
