//! Every place of the warehouses, held in memory for sums over all of them (decision 0067). It is read once, in parts,
//! and then follows the ledger: each ledger row names the place that it has changed, so what was written since the last
//! question is read again, whoever wrote it.

pub(crate) mod stock;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use actors::store::StoreError;
use rust_decimal::Decimal;

use self::stock::{StockPlace, WarehouseStock};
use crate::cache::{CacheStats, RENEW_AFTER, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::stored::Day;
use crate::engine::transaction::take;
use crate::engine::value::int;
use crate::scope::Scope;

/// Places read together.
const PAGE: i64 = 100_000;
/// Ledger rows followed together.
const ROWS: i64 = 20_000;
/// What nobody has asked about for so long is forgotten.
const IDLE: Duration = Duration::from_secs(1_800);
/// Most places in memory; those of the warehouses that were asked about last.
const PLACES_MAX: usize = 8_000_000;

/// How far all warehouses are read. A task that goes away leaves what it has read to the next.
#[derive(Debug, Default)]
struct Load {
    /// The sequences of the warehouses before their places were read.
    sequences: Vec<(i64, i64)>,
    /// How many places are read.
    read: i64,
    done: bool,
}

/// How a warehouse follows the ledger.
#[derive(Debug, Default)]
struct Progress {
    whole: bool,
    /// Since when it is up to date, and as of which writes of the ledger.
    since: Option<(Instant, Stamp)>,
}

/// A warehouse in memory.
#[derive(Debug)]
pub(crate) struct Kept {
    stock: RwLock<WarehouseStock>,
    /// One task reads, the others wait for it.
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
    load: tokio::sync::Mutex<Load>,
    sole: bool,
}

impl Memory for ReadModel {
    fn new(sole: bool) -> Self {
        Self { warehouses: Mutex::default(), load: tokio::sync::Mutex::default(), sole }
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
    /// The warehouse, as far as it is in memory.
    fn kept(&self, warehouse: i64) -> Arc<Kept> {
        let mut warehouses = self.warehouses.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = warehouses.entry(warehouse).or_insert_with(|| Arc::new(Kept::new(warehouse))).clone();
        *kept.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        kept
    }

    /// Forgets everything when nobody asks about it, else warehouses that are too many; whether anything is left.
    fn forget_idle(&self) -> bool {
        let Ok(mut load) = self.load.try_lock() else { return true };
        let mut warehouses = self.warehouses.lock().unwrap_or_else(PoisonError::into_inner);
        let mut by_use: Vec<(Duration, i64, usize)> =
            warehouses.iter().map(|(warehouse, kept)| (kept.idle(), *warehouse, kept.stock().count)).collect();
        by_use.sort_unstable();
        if by_use.first().is_none_or(|(idle, ..)| *idle >= IDLE) {
            warehouses.clear();
            *load = Load::default();
            return false;
        }
        let mut places = 0;
        for (_, warehouse, count) in by_use {
            places += count;
            if places > PLACES_MAX {
                warehouses.remove(&warehouse);
            }
        }
        true
    }
}

/// A row of `place`: area, shelf, product, batch, on hand, reserved and expiry date.
type StoredPlace = (i64, i64, i64, String, Decimal, Decimal, Day);
const COLUMNS: &str = "[area, shelf, product, batch, on_hand, reserved, expiry_date]";

fn put(stock: &mut WarehouseStock, (area, shelf, product, batch, on_hand, reserved, expiry): &StoredPlace) {
    let (on_hand, reserved, expiry) = (*on_hand, *reserved, expiry.0);
    stock.put(*product, StockPlace { area: *area, shelf: *shelf, batch: batch.as_str().into(), on_hand, reserved, expiry });
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
        self.load_stock().await?;
        let model = self.memory::<ReadModel>();
        let kept = model.kept(warehouse);
        let stamp = self.writes().stamp(["movement"]);
        let mut progress = kept.progress.lock().await;
        let fresh = |(since, of): &(Instant, Stamp)| model.sole && *of == stamp && since.elapsed() < RENEW_AFTER;
        if progress.since.as_ref().is_some_and(fresh) {
            drop(progress);
            return Ok(kept);
        }
        let since = Instant::now();
        if !progress.whole {
            self.read_places(warehouse, &kept).await?;
            progress.whole = true;
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

    /// Reads all places, if that is not done. What moves meanwhile has a ledger row after the sequences. By offset: the
    /// database reads a range of ids to its end, whatever its limit is. A place that is new in between moves the others
    /// on, so that one is read twice; none goes away.
    async fn load_stock(&self) -> Result<(), StoreError> {
        let model = self.memory::<ReadModel>();
        let mut load = model.load.lock().await;
        if load.done {
            return Ok(());
        }
        if load.read == 0 {
            load.sequences.clear();
            for warehouse in self.warehouse_ids().await? {
                load.sequences.push((warehouse, self.last_sequence(warehouse).await?));
            }
        }
        loop {
            let query = format!("SELECT VALUE [warehouse, {COLUMNS}] FROM place START $read LIMIT $most");
            let rows: Vec<(i64, StoredPlace)> = self.rows(&query, vec![("read", int(load.read)), ("most", int(PAGE))]).await?;
            let count = i64::try_from(rows.len()).unwrap_or(PAGE);
            for rows in rows.chunk_by(|one, other| one.0 == other.0) {
                let warehouse = rows.first().map_or(0, |(warehouse, _)| *warehouse);
                model.kept(warehouse).change(|stock| rows.iter().for_each(|(_, row)| put(stock, row)));
            }
            load.read += count;
            if count < PAGE {
                break;
            }
        }
        let costs: Vec<(i64, i64, Decimal)> = self.rows("SELECT VALUE [warehouse, product, average_cost] FROM cost", vec![]).await?;
        for costs in costs.chunk_by(|one, other| one.0 == other.0) {
            let warehouse = costs.first().map_or(0, |(warehouse, ..)| *warehouse);
            model.kept(warehouse).change(|stock| costs.iter().for_each(|(_, product, cost)| stock.set_cost(*product, *cost)));
        }
        for (warehouse, sequence) in &load.sequences {
            let kept = model.kept(*warehouse);
            kept.change(|stock| stock.sequence = *sequence);
            kept.progress.lock().await.whole = true;
        }
        load.done = true;
        drop(load);
        model.forget_idle();
        self.forget_later();
        Ok(())
    }

    /// Reads one warehouse: one that is new, or was forgotten.
    async fn read_places(&self, warehouse: i64, kept: &Kept) -> Result<(), StoreError> {
        let sequence = self.last_sequence(warehouse).await?;
        let query = format!("SELECT VALUE {COLUMNS} FROM place:[$w]..[$w + 1]; SELECT VALUE [product, average_cost] FROM cost:[$w]..[$w + 1];");
        let mut response = self.run(&query, vec![("w", int(warehouse))]).await?;
        let places: Vec<StoredPlace> = take(&mut response, 0)?;
        let costs: Vec<(i64, Decimal)> = take(&mut response, 1)?;
        kept.change(|stock| {
            *stock = WarehouseStock::new(warehouse, sequence);
            places.iter().for_each(|row| put(stock, row));
            costs.into_iter().for_each(|(product, cost)| stock.set_cost(product, cost));
        });
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
            let vars = vec![("w", int(warehouse)), ("after", int(after)), ("most", int(ROWS))];
            let mut response = self.run(&query, vars).await?;
            let (end, upto): (i64, i64) = take(&mut response, 7)?;
            let places: Vec<StoredPlace> = take(&mut response, 8)?;
            let costs: Vec<(i64, Decimal)> = take(&mut response, 9)?;
            if upto > after {
                kept.change(|stock| {
                    places.iter().for_each(|row| put(stock, row));
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
