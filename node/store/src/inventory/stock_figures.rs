//! Figures that only all places of all warehouses together say: what the stock is worth, and what expires soon. Reading
//! them takes as long as there are places, so what was read is kept: until something moves, and on a large site a while
//! longer, so that watching them takes a small part of one processor (decision 0039).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::cache::{Age, Cache, CacheStats, Limits};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::take;
use crate::engine::value::text;

/// Of two days, for the minutes around midnight.
const LIMITS: Limits = Limits { name: "stock_figures", weight: 2, entries: 2, age: Age::sole(Duration::from_secs(3_600)) };

/// The figures as last read.
struct FiguresCache {
    /// By the day until which batches expire.
    known: Cache<String, Arc<StockFigures>>,
    /// One task reads, the others wait for its result.
    reading: tokio::sync::Mutex<()>,
}

impl Memory for FiguresCache {
    fn new(sole: bool) -> Self {
        Self { known: Cache::new(LIMITS, sole), reading: tokio::sync::Mutex::default() }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.known.stats()]
    }
}

/// What took less to read is read again as soon as something has moved.
const LONG: Duration = Duration::from_millis(100);
/// Figures are kept for this many times as long as reading them took.
const REST: u32 = 10;

/// Of one warehouse.
#[derive(Clone, Debug, Default)]
pub(crate) struct WarehouseFigures {
    /// On hand at average cost.
    pub value: Decimal,
    /// Places with goods that have expired or do by the day asked for.
    pub expiring: i64,
    /// Products that it has places of.
    pub products: HashSet<i64>,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct StockFigures {
    pub by_warehouse: BTreeMap<i64, WarehouseFigures>,
    read_at: Instant,
    took: Duration,
}

#[derive(Deserialize)]
struct Sum {
    warehouse: i64,
    product: i64,
    on_hand: Decimal,
}

#[derive(Deserialize)]
struct Average {
    warehouse: i64,
    product: i64,
    average_cost: Decimal,
}

#[derive(Deserialize)]
struct Count {
    warehouse: i64,
    n: i64,
}

impl StockFigures {
    fn rests(&self) -> bool {
        self.took > LONG && self.read_at.elapsed() < self.took * REST
    }
}

impl Store {
    /// The figures, with what expires by a day (`YYYY-MM-DD`).
    pub(crate) async fn stock_figures(&self, expires_by: &str) -> Result<Arc<StockFigures>, StoreError> {
        let FiguresCache { known: cache, reading } = self.memory::<FiguresCache>();
        let day = expires_by.to_owned();
        let known = || {
            let kept = cache.get(&day, &self.writes().stamp(["movement"]));
            kept.or_else(|| cache.last_known(&day).filter(|figures| figures.rests()))
        };
        if let Some(figures) = known() {
            return Ok(figures);
        }
        let _reading = reading.lock().await;
        if let Some(figures) = known() {
            return Ok(figures);
        }
        let stamp = self.writes().stamp(["movement"]);
        let figures = Arc::new(self.read_stock_figures(expires_by).await?);
        cache.put(day.clone(), stamp, figures.clone());
        Ok(figures)
    }

    async fn read_stock_figures(&self, expires_by: &str) -> Result<StockFigures, StoreError> {
        let begun = Instant::now();
        let query = "SELECT warehouse, product, <decimal>math::sum(on_hand) AS on_hand FROM place GROUP BY warehouse, product;
            SELECT warehouse, product, average_cost FROM cost;
            SELECT warehouse, count() AS n FROM place WHERE on_hand > 0 AND expiry_date != NONE AND expiry_date <= $day GROUP BY warehouse;";
        let mut response = self.run(query, vec![("day", text(expires_by))]).await?;
        let (sums, averages): (Vec<Sum>, Vec<Average>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        let expiring: Vec<Count> = take(&mut response, 2)?;
        let averages: HashMap<(i64, i64), Decimal> = averages.into_iter().map(|row| ((row.warehouse, row.product), row.average_cost)).collect();
        let mut by_warehouse: BTreeMap<i64, WarehouseFigures> = BTreeMap::new();
        for row in sums {
            let figures = by_warehouse.entry(row.warehouse).or_default();
            let average = averages.get(&(row.warehouse, row.product)).copied().unwrap_or_default();
            figures.value += row.on_hand * average;
            figures.products.insert(row.product);
        }
        for row in expiring {
            by_warehouse.entry(row.warehouse).or_default().expiring = row.n;
        }
        Ok(StockFigures { by_warehouse, read_at: begun, took: begun.elapsed() })
    }
}
