//! Every place of the warehouses, held in memory for sums over all of them (decision 0067). It is read once, in parts,
//! and then follows the ledger: each ledger row names the place that it has changed, so what was written since the last
//! question is read again, whoever wrote it.

pub(crate) mod stock;

use std::collections::HashMap;
use std::ops::Bound;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use actors::dates::date;
use actors::store::StoreError;
use rust_decimal::Decimal;
use surrealdb::types::{Array, RecordId, RecordIdKey, RecordIdKeyRange, Value};

use self::stock::{StockPlace, WarehouseStock};
use crate::cache::{CacheStats, RENEW_AFTER, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::take;
use crate::engine::value::{int, text};
use crate::scope::Scope;

/// Rows read together.
const PAGE: i64 = 20_000;
/// A warehouse that nobody has asked about for so long is forgotten.
const IDLE: Duration = Duration::from_secs(1_800);
/// Most places in memory; those of the warehouses that were asked about last.
const PLACES_MAX: usize = 8_000_000;

/// How far a warehouse is read.
#[derive(Debug, Default)]
struct Progress {
    /// The last place that is read, until all are.
    after: Option<Key>,
    whole: bool,
    /// Since when it is up to date, and as of which writes of the ledger.
    since: Option<(Instant, Stamp)>,
}

/// Area, shelf, product and batch.
type Key = (i64, i64, i64, String);

/// A warehouse in memory.
#[derive(Debug)]
pub(crate) struct Kept {
    stock: RwLock<WarehouseStock>,
    /// One task reads, the others wait for it. A task that goes away leaves what it has read to the next.
    progress: tokio::sync::Mutex<Progress>,
    asked: Mutex<Instant>,
}

impl Kept {
    fn new(warehouse: i64) -> Self {
        Self { stock: RwLock::new(WarehouseStock::new(warehouse, 0)), progress: tokio::sync::Mutex::default(), asked: Mutex::new(Instant::now()) }
    }

    pub(crate) fn stock(&self) -> RwLockReadGuard<'_, WarehouseStock> {
        self.stock.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut WarehouseStock)) {
        change(&mut self.stock.write().unwrap_or_else(PoisonError::into_inner));
    }

    fn idle(&self) -> Duration {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

/// The warehouses in memory.
pub(crate) struct ReadModel {
    warehouses: Mutex<HashMap<i64, Arc<Kept>>>,
    sole: bool,
}

impl Memory for ReadModel {
    fn new(sole: bool) -> Self {
        Self { warehouses: Mutex::default(), sole }
    }

    fn stats(&self) -> Vec<CacheStats> {
        let warehouses = self.warehouses.lock().unwrap_or_else(PoisonError::into_inner);
        let (entries, weight) = warehouses.values().fold((0, 0), |(entries, weight), kept| {
            let stock = kept.stock();
            (entries + stock.count as u64, weight + stock.weight())
        });
        vec![CacheStats { name: "stock_places", entries, weight, hits: 0, misses: 0 }]
    }
}

impl ReadModel {
    /// The warehouse; and whether nothing of it was in memory.
    fn kept(&self, warehouse: i64) -> (Arc<Kept>, bool) {
        let mut warehouses = self.warehouses.lock().unwrap_or_else(PoisonError::into_inner);
        let new = !warehouses.contains_key(&warehouse);
        let kept = warehouses.entry(warehouse).or_insert_with(|| Arc::new(Kept::new(warehouse))).clone();
        *kept.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        (kept, new)
    }

    /// Forgets warehouses that nobody asks about, and those that are too many; whether any is left.
    fn forget_idle(&self) -> bool {
        let mut warehouses = self.warehouses.lock().unwrap_or_else(PoisonError::into_inner);
        let mut by_use: Vec<(i64, Duration, usize)> =
            warehouses.iter().map(|(warehouse, kept)| (*warehouse, kept.idle(), kept.stock().count)).collect();
        by_use.sort_unstable_by_key(|(_, idle, _)| *idle);
        let mut places = 0;
        for (warehouse, idle, count) in by_use {
            places += count;
            if idle >= IDLE || places > PLACES_MAX {
                warehouses.remove(&warehouse);
            }
        }
        !warehouses.is_empty()
    }
}

/// A row of `place`: area, shelf, product, batch, on hand, reserved and expiry date.
type StoredPlace = (i64, i64, i64, String, Decimal, Decimal, Option<String>);
const COLUMNS: &str = "[area, shelf, product, batch, on_hand, reserved, expiry_date]";

fn put(stock: &mut WarehouseStock, (area, shelf, product, batch, on_hand, reserved, expiry): StoredPlace) {
    let expiry = expiry.as_deref().and_then(date);
    stock.put(product, StockPlace { area, shelf, batch: batch.into(), on_hand, reserved, expiry });
}

/// The places of a warehouse after one, as a range of ids.
fn places_after(warehouse: i64, after: Option<&Key>) -> Value {
    let end = RecordIdKey::Array(Array::from(vec![int(warehouse + 1)]));
    let start = match after {
        None => Bound::Included(RecordIdKey::Array(Array::from(vec![int(warehouse)]))),
        Some((area, shelf, product, batch)) => {
            Bound::Excluded(RecordIdKey::Array(Array::from(vec![int(warehouse), int(*area), int(*shelf), int(*product), text(batch)])))
        }
    };
    let range = RecordIdKeyRange { start, end: Bound::Excluded(end) };
    Value::RecordId(RecordId { table: "place".into(), key: RecordIdKey::Range(Box::new(range)) })
}

/// Reads warehouses; nothing changes them meanwhile.
pub(crate) fn read<T>(kept: &[Arc<Kept>], what: impl FnOnce(&[&WarehouseStock]) -> T) -> T {
    let stocks: Vec<_> = kept.iter().map(|kept| kept.stock()).collect();
    what(&stocks.iter().map(|stock| &**stock).collect::<Vec<_>>())
}

impl Store {
    /// The warehouses in reach, as they are now.
    pub(crate) async fn present_stock(&self, scope: &Scope) -> Result<Vec<Arc<Kept>>, StoreError> {
        let mut all = Vec::new();
        for warehouse in self.warehouse_ids().await? {
            if scope.only_warehouses().is_none_or(|only| only.contains(&warehouse)) {
                all.push(self.warehouse_stock(warehouse).await?);
            }
        }
        Ok(all)
    }

    /// Begins to read the warehouses, before somebody asks about them.
    pub fn prefetch_stock(&self) {
        self.later(Duration::ZERO, |store| async move {
            if let Err(error) = store.present_stock(&Scope::system()).await {
                tracing::warn!(%error, "the stock can't be read yet; whoever asks about it reads it");
            }
        });
    }

    /// A warehouse as it is now.
    pub(crate) async fn warehouse_stock(&self, warehouse: i64) -> Result<Arc<Kept>, StoreError> {
        let model = self.memory::<ReadModel>();
        let (kept, new) = model.kept(warehouse);
        if new {
            self.forget_later();
        }
        let stamp = self.writes().stamp(["movement"]);
        let mut progress = kept.progress.lock().await;
        let fresh = |(since, of): &(Instant, Stamp)| model.sole && *of == stamp && since.elapsed() < RENEW_AFTER;
        if progress.since.as_ref().is_some_and(fresh) {
            drop(progress);
            return Ok(kept);
        }
        let since = Instant::now();
        if !progress.whole {
            self.read_places(warehouse, &kept, &mut progress).await?;
        }
        self.catch_up(warehouse, &kept).await?;
        progress.since = Some((since, stamp));
        drop(progress);
        Ok(kept)
    }

    fn forget_later(&self) {
        self.later(IDLE / 2, |store| async move {
            if store.memory::<ReadModel>().forget_idle() {
                store.forget_later();
            }
        });
    }

    /// Reads what is not read yet. What moves meanwhile has a ledger row after the first look.
    async fn read_places(&self, warehouse: i64, kept: &Kept, progress: &mut Progress) -> Result<(), StoreError> {
        if progress.after.is_none() {
            let sequence = self.last_sequence(warehouse).await?;
            kept.change(|stock| *stock = WarehouseStock::new(warehouse, sequence));
        }
        loop {
            let vars = vec![("places", places_after(warehouse, progress.after.as_ref())), ("most", int(PAGE))];
            let rows: Vec<StoredPlace> = self.rows(&format!("SELECT VALUE {COLUMNS} FROM $places LIMIT $most"), vars).await?;
            let Some((area, shelf, product, batch, ..)) = rows.last() else { break };
            progress.after = Some((*area, *shelf, *product, batch.clone()));
            kept.change(|stock| rows.into_iter().for_each(|row| put(stock, row)));
        }
        let costs: Vec<(i64, Decimal)> =
            self.rows("SELECT VALUE [product, average_cost] FROM cost:[$w]..[$w + 1]", vec![("w", int(warehouse))]).await?;
        kept.change(|stock| costs.into_iter().for_each(|(product, cost)| stock.set_cost(product, cost)));
        progress.whole = true;
        Ok(())
    }

    /// Reads the places that ledger rows have changed since. The rows of a part and their places are read at one moment;
    /// what changes after it is in the next part.
    async fn catch_up(&self, warehouse: i64, kept: &Kept) -> Result<(), StoreError> {
        let query = format!(
            "BEGIN;
            LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            LET $end = array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0;
            LET $upto = math::min([$end, $after + $most]);
            LET $moved = SELECT VALUE [$w, area, shelf, product, batch] FROM movement:[$w, $after + 1]..=[$w, $upto];
            LET $places = array::map(array::distinct($moved), |$key| type::record('place', $key));
            LET $costs = array::map(array::distinct(array::map($moved, |$key| $key[3])), |$product| type::record('cost', [$w, $product]));
            [$end, $upto];
            SELECT VALUE {COLUMNS} FROM $places;
            SELECT VALUE [product, average_cost] FROM $costs;
            COMMIT;"
        );
        loop {
            let after = kept.stock().sequence;
            let vars = vec![("w", int(warehouse)), ("after", int(after)), ("most", int(PAGE))];
            let mut response = self.run(&query, vars).await?;
            let (end, upto): (i64, i64) = take(&mut response, 7)?;
            let places: Vec<StoredPlace> = take(&mut response, 8)?;
            let costs: Vec<(i64, Decimal)> = take(&mut response, 9)?;
            if upto > after {
                kept.change(|stock| {
                    places.into_iter().for_each(|row| put(stock, row));
                    costs.into_iter().for_each(|(product, cost)| stock.set_cost(product, cost));
                    stock.sequence = upto;
                });
            }
            if upto >= end {
                return Ok(());
            }
        }
    }
}
