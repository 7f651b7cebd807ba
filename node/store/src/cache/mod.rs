//! The one cache (decision 0026): what was read of the database, kept for the next question. An entry holds until a
//! table that it shows is written ([`Generations`]) or until it is too old, whichever comes first; each cache is
//! bounded by weight.

mod generations;
mod rows;
mod value;

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quick_cache::sync;
use quick_cache::{OptionsBuilder, Weighter};

pub(crate) use self::generations::Unseen;
pub use self::generations::{Generations, Stamp, Writing};
pub(crate) use self::rows::RowCache;
pub use self::value::CachedValue;

/// Longest time that a cancelled write may stay unseen.
pub(crate) const RENEW_AFTER: Duration = Duration::from_secs(60);

/// How old an entry may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Age {
    /// Where every write goes through this process: it sees them all, but one whose caller went away may commit unseen.
    pub sole: Duration,
    /// Where other nodes write to the same database unseen. Zero: nothing is kept.
    pub shared: Duration,
}

impl Age {
    /// For what never changes.
    pub const FOREVER: Self = Self { sole: Duration::MAX, shared: Duration::MAX };

    /// Until it is written; where other nodes write unseen, for a second.
    pub const SECOND: Self = Self { sole: RENEW_AFTER, shared: Duration::from_secs(1) };

    /// For what is kept where this process sees every write, and nowhere else.
    #[must_use]
    pub const fn sole(age: Duration) -> Self {
        Self { sole: age, shared: Duration::ZERO }
    }

    /// The same everywhere.
    #[must_use]
    pub const fn everywhere(age: Duration) -> Self {
        Self { sole: age, shared: age }
    }
}

/// What a cache is called, and its bounds.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// In the metrics.
    pub name: &'static str,
    /// The sum of its entries' weights at most.
    pub weight: u64,
    /// How many entries to expect.
    pub entries: usize,
    pub age: Age,
}

/// How a cache does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheStats {
    pub name: &'static str,
    pub entries: u64,
    pub weight: u64,
    pub hits: u64,
    pub misses: u64,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    weight: u64,
    stamp: Stamp,
    since: Instant,
}

#[derive(Clone, Copy, Debug)]
struct ByWeight;

impl<K, V> Weighter<K, Arc<Entry<V>>> for ByWeight {
    fn weight(&self, _: &K, entry: &Arc<Entry<V>>) -> u64 {
        entry.weight.max(1)
    }
}

/// See the module. Values are cheap to clone.
#[derive(Debug)]
pub struct Cache<K, V> {
    name: &'static str,
    entries: sync::Cache<K, Arc<Entry<V>>, ByWeight>,
    max_age: Duration,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl<K: Hash + Eq, V: Clone> Cache<K, V> {
    /// An empty cache; `sole`: every write of the database goes through this process.
    #[must_use]
    pub fn new(limits: Limits, sole: bool) -> Self {
        // Few shards: each has its part of the weight, and an entry must fit into one.
        let options = OptionsBuilder::new().shards(2).estimated_items_capacity(limits.entries).weight_capacity(limits.weight).build();
        let entries = match options {
            Ok(options) => sync::Cache::with_options(options, ByWeight, Default::default(), Default::default()),
            Err(_) => sync::Cache::with_weighter(limits.entries, limits.weight, ByWeight),
        };
        let max_age = if sole { limits.age.sole } else { limits.age.shared };
        Self { name: limits.name, entries, max_age, hits: AtomicU64::new(0), misses: AtomicU64::new(0) }
    }

    /// What is kept under this key, if no table that it shows was written since.
    pub fn get(&self, key: &K, stamp: &Stamp) -> Option<V> {
        let found = self.entries.get(key).filter(|entry| entry.stamp == *stamp && entry.since.elapsed() < self.max_age);
        let counter = if found.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        found.map(|entry| entry.value.clone())
    }

    /// The same, however old: for when it can't be read again.
    pub fn last_known(&self, key: &K) -> Option<V> {
        self.entries.peek(key).map(|entry| entry.value.clone())
    }

    /// Keeps what was read after `stamp` was taken.
    pub fn put(&self, key: K, stamp: Stamp, value: V) {
        self.put_weighing(key, stamp, value, 1);
    }

    /// The same, with its weight.
    pub fn put_weighing(&self, key: K, stamp: Stamp, value: V, weight: u64) {
        if !self.max_age.is_zero() {
            self.entries.insert(key, Arc::new(Entry { value, weight, stamp, since: Instant::now() }));
        }
    }

    /// Forgets an entry.
    pub fn forget(&self, key: &K) {
        self.entries.remove(key);
    }

    /// Removes the entries for which `goes` is true.
    pub fn forget_if(&self, goes: impl Fn(&K, &V) -> bool) {
        self.entries.retain(|key, entry| !goes(key, &entry.value));
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.entries.clear();
    }

    pub fn stats(&self) -> CacheStats {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let entries = u64::try_from(self.entries.len()).unwrap_or(u64::MAX);
        CacheStats { name: self.name, entries, weight: self.entries.weight(), hits: count(&self.hits), misses: count(&self.misses) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { name: "test", weight: 100, entries: 100, age: Age::sole(Duration::from_secs(60)) };

    #[test]
    fn an_entry_holds_until_a_table_that_it_shows_is_written() {
        let (cache, writes) = (Cache::new(LIMITS, true), Generations::default());
        let stamp = || writes.stamp(["brand", "unit"]);
        cache.put(1, stamp(), "one");
        assert_eq!(cache.get(&1, &stamp()), Some("one"));
        writes.writing("product").touched(&[]);
        assert_eq!(cache.get(&1, &stamp()), Some("one"));
        writes.writing("unit").touched(&[7]);
        assert_eq!(cache.get(&1, &stamp()), None);
        assert_eq!(cache.last_known(&1), Some("one"));
        let stats = cache.stats();
        assert_eq!((stats.entries, stats.weight, stats.hits, stats.misses), (1, 1, 2, 1));
    }

    #[test]
    fn what_was_read_before_a_write_is_not_kept_for_after_it() {
        let (cache, writes) = (Cache::new(LIMITS, true), Generations::default());
        let before = writes.stamp(["brand"]);
        writes.writing("brand").touched(&[1]);
        cache.put(1, before, "old");
        assert_eq!(cache.get(&1, &writes.stamp(["brand"])), None);
    }

    #[test]
    fn nothing_is_kept_where_others_write_and_no_age_is_given() {
        let cache = Cache::new(LIMITS, false);
        cache.put(1, Stamp::default(), "one");
        assert_eq!(cache.get(&1, &Stamp::default()), None);
        let short = Limits { age: Age::everywhere(Duration::from_secs(60)), ..LIMITS };
        let cache = Cache::new(short, false);
        cache.put(1, Stamp::default(), "one");
        assert_eq!(cache.get(&1, &Stamp::default()), Some("one"));
    }

    #[test]
    fn the_weight_is_bounded() {
        let cache = Cache::new(LIMITS, true);
        for key in 0..1_000 {
            cache.put_weighing(key, Stamp::default(), key, 10);
        }
        assert!(cache.stats().weight <= 100, "{:?}", cache.stats());
        assert!(cache.stats().entries > 0);
    }

    #[test]
    fn entries_are_forgotten() {
        let cache = Cache::new(LIMITS, true);
        (0..6).for_each(|key| cache.put(key, Stamp::default(), key * 10));
        cache.forget(&0);
        cache.forget_if(|key, value| *key == 1 || *value == 20);
        let left: Vec<_> = (0..6).filter(|key| cache.get(key, &Stamp::default()).is_some()).collect();
        assert_eq!(left, [3, 4, 5]);
        cache.clear();
        assert_eq!(cache.stats().entries, 0);
    }
}
