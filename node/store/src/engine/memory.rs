//! What parts of the store keep in memory beside the database: caches, queues, locks. Each part asks for its own by its
//! type ([`Store::memory`](super::connect::Store::memory)); the engine knows none of them.

use std::any::Any;
use std::sync::OnceLock;

use crate::cache::CacheStats;

/// Kept as long as the connection. It is made when it is asked for first.
pub(crate) trait Memory: Any + Send + Sync {
    /// Empty; `sole`: every write of the database goes through this process.
    fn new(sole: bool) -> Self
    where
        Self: Sized;

    /// How its caches do, for the metrics.
    fn stats(&self) -> Vec<CacheStats> {
        Vec::new()
    }
}

/// Makes a tuple struct around one cache a memory: `one_cache!(Struct, Cache, LIMITS)`.
macro_rules! one_cache {
    ($memory:ident, $cache:ident, $limits:expr) => {
        impl $crate::engine::memory::Memory for $memory {
            fn new(sole: bool) -> Self {
                Self($cache::new($limits, sole))
            }

            fn stats(&self) -> Vec<$crate::cache::CacheStats> {
                vec![self.0.stats()]
            }
        }
    };
}
pub(crate) use one_cache;

/// One of each type: a list that only grows, so that finding one takes no lock. There are few types, and those that are
/// asked for first, which are those that are asked for most, stand in front.
pub(crate) struct Memories {
    sole: bool,
    first: Link,
}

type Link = OnceLock<Box<Kept>>;

struct Kept {
    memory: Box<dyn Memory>,
    next: Link,
}

impl Memories {
    pub(crate) const fn new(sole: bool) -> Self {
        Self { sole, first: OnceLock::new() }
    }

    /// The one of this type.
    pub(crate) fn of<M: Memory>(&self) -> &M {
        let mut link = &self.first;
        loop {
            let kept = link.get_or_init(|| Box::new(Kept { memory: Box::new(M::new(self.sole)), next: OnceLock::new() }));
            let memory: &dyn Any = kept.memory.as_ref();
            match memory.downcast_ref() {
                Some(found) => return found,
                None => link = &kept.next,
            }
        }
    }

    /// Of all that have been asked for.
    pub(crate) fn stats(&self) -> Vec<CacheStats> {
        let all = std::iter::successors(self.first.get(), |kept| kept.next.get());
        all.flat_map(|kept| kept.memory.stats()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Counter(AtomicUsize);

    impl Memory for Counter {
        fn new(_: bool) -> Self {
            Self(AtomicUsize::new(0))
        }
    }

    struct Named(&'static str);

    impl Memory for Named {
        fn new(sole: bool) -> Self {
            Self(if sole { "sole" } else { "shared" })
        }

        fn stats(&self) -> Vec<CacheStats> {
            vec![CacheStats { name: self.0, entries: 0, weight: 0, hits: 0, misses: 0 }]
        }
    }

    #[test]
    fn each_type_has_one_memory() {
        let memories = Memories::new(true);
        assert!(memories.stats().is_empty());
        memories.of::<Counter>().0.fetch_add(2, Ordering::Relaxed);
        assert_eq!(memories.of::<Named>().0, "sole");
        memories.of::<Counter>().0.fetch_add(3, Ordering::Relaxed);
        assert_eq!(memories.of::<Counter>().0.load(Ordering::Relaxed), 5);
        assert_eq!(memories.stats().iter().map(|stats| stats.name).collect::<Vec<_>>(), ["sole"]);
        assert_eq!(Memories::new(false).of::<Named>().0, "shared");
    }

    #[test]
    fn those_who_ask_at_once_get_the_same() {
        let memories = Memories::new(true);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        memories.of::<Named>();
                        memories.of::<Counter>().0.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(memories.of::<Counter>().0.load(Ordering::Relaxed), 800);
    }
}
