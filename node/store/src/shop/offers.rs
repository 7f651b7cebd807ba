//! What the shop offers of SKUs. A linked SKU sells a warehouse product: it offers, in each of its warehouses, the whole
//! pieces in what is available there beyond what is kept back (decision 0042). An unlinked one has a counter.
//!
//! What is available is read of the ledger, and kept until the ledger writes of the product; where other nodes write,
//! for a second at most. An offer is a hint, and the ledger alone accepts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use actors::shop::order::plan::whole_pieces;
use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::cache::{Age, Cache, CacheStats, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::value::{array, id, int};

/// What is available of a product, by warehouse.
pub(crate) type ByWarehouse = Arc<BTreeMap<i64, Decimal>>;
const AVAILABLE: Limits = Limits { name: "shop_available", weight: 400_000, entries: 20_000, age: Age::SECOND };
const IN_USE: Limits = Limits { name: "warehouses_in_use", weight: 2, entries: 2, age: Age::SECOND };

/// What offers are counted from.
struct OfferCaches {
    /// By product, day, and days that goods must keep: what does not is not available.
    available: Cache<(i64, String, u32), ByWarehouse>,
    /// Warehouses in use.
    in_use: Cache<(), Arc<[i64]>>,
}

impl Memory for OfferCaches {
    fn new(sole: bool) -> Self {
        Self { available: Cache::new(AVAILABLE, sole), in_use: Cache::new(IN_USE, sole) }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.available.stats(), self.in_use.stats()]
    }
}

/// Products of one part of the ledger: what one of them moves makes what is known of the others be read again.
const PARTS: u64 = 1_024;
static PART_NAMES: LazyLock<Vec<String>> = LazyLock::new(|| (0..PARTS).map(|part| format!("place {part}")).collect());

/// The part of the ledger, as a table of its own for what is kept of it.
pub(crate) fn part_of(product: i64) -> &'static str {
    // There are as many names as parts.
    usize::try_from(product.unsigned_abs() % PARTS).ok().and_then(|part| PART_NAMES.get(part)).map_or("place", String::as_str)
}

/// What the shop sells today, as its settings say.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfferTerms<'a> {
    /// Warehouses that ship, in priority; empty: all that are in use.
    pub warehouses: &'a [i64],
    /// Days that goods must still keep.
    pub life_days: u32,
    /// The site's day.
    pub today: &'a str,
}

/// Most pieces that an offer speaks of.
const OFFER_MAX: i64 = 1_000_000_000;

/// What an offer is counted from.
#[derive(Clone, Debug, Deserialize)]
pub struct Selling {
    pub id: i64,
    /// The warehouse product; without one the counter is the offer.
    pub product_id: Option<i64>,
    pub stock: i64,
    /// Base units in a piece.
    pub ratio: Decimal,
    /// Base units kept back in each warehouse.
    pub buffer: Decimal,
    /// In priority; empty: those of the setting.
    pub warehouses_ids: Vec<i64>,
}

/// What a SKU offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Whole pieces, over all warehouses.
    pub pieces: i64,
    /// The same by warehouse, in priority; none for an unlinked SKU.
    pub by_warehouse: Vec<(i64, i64)>,
}

/// Whole pieces in what is available of one warehouse.
#[must_use]
pub fn pieces(available: Decimal, buffer: Decimal, ratio: Decimal) -> i64 {
    whole_pieces(available, buffer, ratio).min(OFFER_MAX)
}

/// See [`Store::base_units_of`].
fn base_units(skus: &[Selling], available: &HashMap<i64, ByWarehouse>, preferred: &[i64], in_use: &[i64]) -> BTreeMap<i64, Decimal> {
    let mut most: BTreeMap<(i64, i64), Decimal> = BTreeMap::new();
    for sku in skus {
        let Some((product, there)) = sku.product_id.and_then(|product| Some((product, available.get(&product)?))) else { continue };
        for warehouse in sku.ships_from(preferred, in_use) {
            let free = (there.get(&warehouse).copied().unwrap_or_default() - sku.buffer).max(Decimal::ZERO);
            let known = most.entry((product, warehouse)).or_default();
            *known = free.max(*known);
        }
    }
    let mut sums: BTreeMap<i64, Decimal> = BTreeMap::new();
    most.into_iter().for_each(|((product, _), free)| *sums.entry(product).or_default() += free);
    sums
}

impl Selling {
    /// The offer, by what is available of the product in the warehouses in use. `preferred`: the setting's.
    #[must_use]
    pub fn offer(&self, available: &BTreeMap<i64, Decimal>, preferred: &[i64], in_use: &[i64]) -> Offer {
        if self.product_id.is_none() {
            return Offer { pieces: self.stock.max(0), by_warehouse: Vec::new() };
        }
        let in_one = |id: i64| (id, pieces(available.get(&id).copied().unwrap_or_default(), self.buffer, self.ratio));
        let by_warehouse: Vec<(i64, i64)> = self.ships_from(preferred, in_use).into_iter().map(in_one).collect();
        let sum = by_warehouse.iter().map(|(_, pieces)| *pieces).fold(0_i64, i64::saturating_add);
        Offer { pieces: sum.min(OFFER_MAX), by_warehouse }
    }

    /// The warehouses that it is sold from, in priority.
    fn ships_from(&self, preferred: &[i64], in_use: &[i64]) -> Vec<i64> {
        // A warehouse that is named twice has its goods once.
        let ships = |ids: &[i64]| {
            let mut once: Vec<i64> = Vec::with_capacity(ids.len());
            for id in ids.iter().copied().filter(|id| in_use.contains(id)) {
                if !once.contains(&id) {
                    once.push(id);
                }
            }
            once
        };
        match (self.warehouses_ids.as_slice(), preferred) {
            ([], []) => in_use.to_vec(),
            ([], preferred) => ships(preferred),
            (own, _) => ships(own),
        }
    }
}

impl Store {
    /// What these SKUs offer; one that is not there offers nothing.
    pub async fn offers(&self, skus: &[i64], terms: OfferTerms<'_>) -> Result<HashMap<i64, Offer>, StoreError> {
        let ids = array(skus.iter().map(|sku| id("shop_sku", *sku)).collect());
        let query = "SELECT record::id(id) AS id, product_id, stock, ratio, buffer, warehouses_ids FROM $ids";
        let selling: Vec<Selling> = self.rows(query, vec![("ids", ids)]).await?;
        self.offers_of(&selling, terms).await
    }

    /// The same for SKUs that were read.
    pub async fn offers_of(&self, skus: &[Selling], terms: OfferTerms<'_>) -> Result<HashMap<i64, Offer>, StoreError> {
        let products: BTreeSet<i64> = skus.iter().filter_map(|sku| sku.product_id).collect();
        let available = self.available_by_warehouse(&products, terms.today, terms.life_days).await?;
        let in_use = if products.is_empty() { Arc::default() } else { self.warehouses_in_use().await? };
        let nothing = BTreeMap::new();
        let offer = |sku: &Selling| {
            let of_product = sku.product_id.and_then(|product| available.get(&product)).map_or(&nothing, |found| &**found);
            (sku.id, sku.offer(of_product, terms.warehouses, &in_use))
        };
        Ok(skus.iter().map(offer).collect())
    }

    /// How many base units of their products these SKUs can be sold from, by product: several that share one share its goods.
    pub async fn base_units_of(&self, skus: &[Selling], terms: OfferTerms<'_>) -> Result<BTreeMap<i64, Decimal>, StoreError> {
        let products: BTreeSet<i64> = skus.iter().filter_map(|sku| sku.product_id).collect();
        let available = self.available_by_warehouse(&products, terms.today, terms.life_days).await?;
        let in_use = if products.is_empty() { Arc::default() } else { self.warehouses_in_use().await? };
        Ok(base_units(skus, &available, terms.warehouses, &in_use))
    }

    /// Enabled warehouses, those first that their list shows first.
    pub async fn warehouses_in_use(&self) -> Result<Arc<[i64]>, StoreError> {
        let (cache, stamp) = (&self.memory::<OfferCaches>().in_use, self.writes().stamp(["warehouse"]));
        if let Some(known) = cache.get(&(), &stamp) {
            return Ok(known);
        }
        let rows: Vec<(i64, i64)> = self.rows("SELECT VALUE [weigh ?? 0, record::id(id)] FROM warehouse WHERE status = 1", vec![]).await?;
        let mut rows = rows;
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let in_use: Arc<[i64]> = rows.into_iter().map(|(_, warehouse)| warehouse).collect();
        cache.put((), stamp, in_use.clone());
        Ok(in_use)
    }

    /// What is remembered of products is read again.
    pub(crate) fn forget_available(&self, products: &BTreeSet<i64>, today: &str, life_days: u32) {
        let cache = &self.memory::<OfferCaches>().available;
        products.iter().for_each(|product| cache.forget(&(*product, today.to_owned(), life_days)));
    }

    /// What is available of products: neither reserved, nor held, nor with fewer days left than these.
    pub(crate) async fn available_by_warehouse(
        &self,
        products: &BTreeSet<i64>,
        today: &str,
        life_days: u32,
    ) -> Result<HashMap<i64, ByWarehouse>, StoreError> {
        #[derive(Deserialize)]
        struct Row {
            product: i64,
            warehouse: i64,
            available: Decimal,
        }
        let cache = &self.memory::<OfferCaches>().available;
        let mut found = HashMap::with_capacity(products.len());
        let mut stamps: HashMap<i64, Stamp> = HashMap::new();
        for product in products {
            let stamp = self.writes().stamp([part_of(*product), "batch_hold", "warehouse_area"]);
            match cache.get(&(*product, today.to_owned(), life_days), &stamp) {
                Some(known) => drop(found.insert(*product, known)),
                None => drop(stamps.insert(*product, stamp)),
            }
        }
        let unknown: Vec<i64> = stamps.keys().copied().collect();
        if unknown.is_empty() {
            return Ok(found);
        }
        let mut vars = vec![];
        let (available, keeps) = self.held_goods().await?.offered(&mut vars, today, life_days);
        let offered = |name: &str| {
            format!("SELECT product, warehouse, {available} AS available FROM place WHERE product IN ${name} AND on_hand != 0 AND {keeps};")
        };
        let rows: Vec<Row> = self.look_up(unknown.iter().copied().map(int).collect(), vars, offered).await?;
        let mut sums: HashMap<i64, BTreeMap<i64, Decimal>> = unknown.into_iter().map(|product| (product, BTreeMap::new())).collect();
        for row in rows {
            *sums.entry(row.product).or_default().entry(row.warehouse).or_default() += row.available;
        }
        for (product, sums) in sums {
            let sums = Arc::new(sums);
            cache.put((product, today.to_owned(), life_days), stamps.remove(&product).unwrap_or_default(), sums.clone());
            found.insert(product, sums);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(text: &str) -> Decimal {
        text.parse().expect("a number")
    }

    #[test]
    fn pieces_are_whole_and_never_less_than_none() {
        for (available, buffer, ratio, expected) in
            [("10", "0", "1", 10), ("10", "3", "2", 3), ("2", "3", "1", 0), ("-5", "0", "1", 0), ("1.9999", "0", "0.5", 3), ("5", "0", "0", 0)]
        {
            assert_eq!(pieces(amount(available), amount(buffer), amount(ratio)), expected, "{available} {buffer} {ratio}");
        }
        assert_eq!(pieces(amount("1000000000"), Decimal::ZERO, amount("0.0001")), OFFER_MAX);
    }

    #[test]
    fn skus_of_one_product_share_its_goods() {
        let sku = |id: i64, ratio: &str, buffer: &str, warehouses_ids: &[i64]| Selling {
            id,
            product_id: Some(7),
            stock: 0,
            ratio: amount(ratio),
            buffer: amount(buffer),
            warehouses_ids: warehouses_ids.to_vec(),
        };
        let available = HashMap::from([(7, Arc::new(BTreeMap::from([(1, amount("100")), (2, amount("8"))])))]);
        let base = |skus: &[Selling]| base_units(skus, &available, &[], &[1, 2]);
        assert_eq!(base(&[sku(1, "1", "0", &[]), sku(2, "6", "0", &[])]), BTreeMap::from([(7, amount("108"))]));
        assert_eq!(base(&[sku(1, "1", "10", &[1]), sku(2, "6", "0", &[2])]), BTreeMap::from([(7, amount("98"))]));
        assert_eq!(base(&[Selling { product_id: None, ..sku(3, "1", "0", &[]) }]), BTreeMap::new());
    }

    #[test]
    fn an_offer_is_counted_in_each_warehouse_apart() {
        let selling = Selling { id: 1, product_id: Some(7), stock: 99, ratio: amount("2"), buffer: amount("1"), warehouses_ids: vec![] };
        let available = BTreeMap::from([(1, amount("4")), (2, amount("6")), (3, amount("100"))]);
        // 1.5 and 2.5 pieces make three, not four.
        assert_eq!(selling.offer(&available, &[2, 1], &[1, 2, 3]), Offer { pieces: 3, by_warehouse: vec![(2, 2), (1, 1)] });
        // No setting: every warehouse in use. One that is not in use does not ship.
        assert_eq!(selling.offer(&available, &[], &[1, 2]).pieces, 3);
        assert_eq!(Selling { warehouses_ids: vec![3, 1], ..selling.clone() }.offer(&available, &[2], &[1, 2]), {
            Offer { pieces: 1, by_warehouse: vec![(1, 1)] }
        });
        let named_twice = Selling { warehouses_ids: vec![1, 2, 1], ..selling.clone() };
        assert_eq!(named_twice.offer(&available, &[], &[1, 2, 3]), selling.offer(&available, &[1, 2, 1], &[1, 2, 3]));
        assert_eq!(named_twice.offer(&available, &[], &[1, 2, 3]), Offer { pieces: 3, by_warehouse: vec![(1, 1), (2, 2)] });
        assert_eq!(Selling { product_id: None, ..selling }.offer(&available, &[], &[1]), Offer { pieces: 99, by_warehouse: vec![] });
    }
}
