//! Work that outlives its caller: changes run to their end with their consequences, and a stopping node waits for
//! them.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinError;
use tokio_util::task::TaskTracker;

/// Most works in progress; further callers wait. A caller can send requests and hang up much faster than they are
/// done.
const UNDER_WAY_MAX: usize = 1_024;

/// See the module.
#[derive(Debug)]
pub struct RunningWork {
    tracker: TaskTracker,
    places: Arc<Semaphore>,
}

impl Default for RunningWork {
    fn default() -> Self {
        Self { tracker: TaskTracker::new(), places: Arc::new(Semaphore::new(UNDER_WAY_MAX)) }
    }
}

impl RunningWork {
    /// Runs `work` to its end, even if the caller goes away. Before it has begun, it is cancelled with the caller.
    pub async fn complete<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Result<T, JoinError> {
        // The semaphore is never closed; without a place the work is done all the same.
        let place = self.places.clone().acquire_owned().await.ok();
        let done = self.tracker.spawn(async move {
            let _place = place;
            work.await
        });
        done.await
    }

    /// Waits until all works have ended. Call it when no more can begin.
    pub async fn drain(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::poll;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn work_is_done_though_the_caller_has_gone() {
        let running = RunningWork::default();
        let (go, gone) = oneshot::channel::<()>();
        let (done, was_done) = oneshot::channel();
        {
            let work = running.complete(async move {
                gone.await.unwrap();
                done.send(7).unwrap();
            });
            tokio::pin!(work);
            assert!(poll!(&mut work).is_pending(), "it has begun");
        }
        assert!(poll!(std::pin::pin!(running.drain())).is_pending(), "it goes on");
        go.send(()).unwrap();
        tokio::time::timeout(Duration::from_secs(10), running.drain()).await.unwrap();
        assert_eq!(was_done.await, Ok(7));
    }

    #[tokio::test]
    async fn a_caller_who_waits_hears_the_result_and_also_of_a_panic() {
        let running = RunningWork::default();
        assert_eq!(running.complete(async { 5 }).await.unwrap(), 5);
        assert!(running.complete(async { panic!("on purpose") }).await.is_err_and(|error: JoinError| error.is_panic()));
        assert_eq!(running.places.available_permits(), UNDER_WAY_MAX, "places are given back");
    }
}
