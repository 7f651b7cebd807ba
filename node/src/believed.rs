//! Values of the store that every request asks for: read again only after a while.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a value is cached.
const BELIEVED: Duration = Duration::from_secs(5);

/// A value as it was last read.
#[derive(Debug, Default)]
pub struct Believed<T>(Mutex<Option<(Instant, Arc<T>)>>);

impl<T: Default> Believed<T> {
    /// The value; calls `read` when it is too old. If that fails, the old value stays.
    pub async fn get<E>(&self, read: impl Future<Output = Result<T, E>>) -> Arc<T> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((at, value)) = &known
            && at.elapsed() < BELIEVED
        {
            return value.clone();
        }
        match read.await {
            Ok(value) => {
                let value = Arc::new(value);
                *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), value.clone()));
                value
            }
            Err(_) => known.map(|(_, value)| value).unwrap_or_default(),
        }
    }

    /// Reads it again at the next call.
    pub fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_known_goes_on() {
        let value = Believed::<i32>::default();
        let lost = || std::future::ready(Err::<i32, ()>(()));
        assert_eq!(*value.get(lost()).await, 0);
        assert_eq!(*value.get(std::future::ready(Ok::<_, ()>(7))).await, 7);
        assert_eq!(*value.get(std::future::ready(Ok::<_, ()>(8))).await, 7);
        value.forget();
        assert_eq!(*value.get(std::future::ready(Ok::<_, ()>(8))).await, 8);
    }
}
