//! One value that every request asks for.

use std::sync::Arc;
use std::time::Duration;

use super::{Age, Cache, CacheStats, Limits, Stamp};

/// How old it may become, on one node and on several.
const AGE: Duration = Duration::from_secs(5);

/// A value as it was last read.
#[derive(Debug)]
pub struct CachedValue<T>(Cache<(), Arc<T>>);

impl<T: Default> CachedValue<T> {
    /// Nothing yet; `name` is for the metrics.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        Self(Cache::new(Limits { name, weight: 8, entries: 8, age: Age::everywhere(AGE) }, true))
    }

    /// The value; awaits `read` when it is too old. If that fails, the old value stays.
    pub async fn get<E>(&self, read: impl Future<Output = Result<T, E>>) -> Arc<T> {
        if let Some(known) = self.0.get(&(), &Stamp::default()) {
            return known;
        }
        match read.await {
            Ok(value) => {
                let value = Arc::new(value);
                self.0.put((), Stamp::default(), value.clone());
                value
            }
            Err(_) => self.0.last_known(&()).unwrap_or_default(),
        }
    }

    /// Reads it again at the next call.
    pub fn forget(&self) {
        self.0.clear();
    }

    pub fn stats(&self) -> CacheStats {
        self.0.stats()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_value_is_read_again_when_it_is_forgotten() {
        let value = CachedValue::<i32>::new("test");
        let lost = || std::future::ready(Err::<i32, ()>(()));
        assert_eq!(*value.get(lost()).await, 0);
        assert_eq!(*value.get(std::future::ready(Ok::<_, ()>(7))).await, 7);
        assert_eq!(*value.get(std::future::ready(Ok::<_, ()>(8))).await, 7);
        value.forget();
        assert_eq!(*value.get(std::future::ready(Ok::<_, ()>(8))).await, 8);
    }
}
