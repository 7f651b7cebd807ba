//! The root supervisor. A child that fails is logged and forgotten; the next caller starts it again from the store,
//! so a panic never spreads. While children keep failing, the node reports that it is not ready, and load balancers
//! leave it alone.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ractor::{Actor, ActorProcessingErr, ActorRef, SupervisionEvent};

use crate::warehouse::actor::Fenced;

/// More failures than this within [`WINDOW`] are too many.
const FAILURES_MAX: usize = 5;
/// How long a failure counts.
const WINDOW: Duration = Duration::from_secs(60);

/// The failures of the last minute.
#[derive(Default)]
pub struct Failures(Mutex<VecDeque<Instant>>);

impl Failures {
    fn count(&self, now: Instant) {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.push_back(now);
        if times.len() > FAILURES_MAX + 1 {
            times.pop_front();
        }
    }

    /// Whether children fail too often.
    #[must_use]
    pub fn too_many(&self, now: Instant) -> bool {
        let times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        times.iter().filter(|time| now.duration_since(**time) < WINDOW).count() > FAILURES_MAX
    }
}

/// Holds the children of one node.
pub struct Root(pub Arc<Failures>);

#[async_trait::async_trait]
impl Actor for Root {
    type Msg = ();
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<()>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle_supervisor_evt(&self, _: ActorRef<()>, event: SupervisionEvent, (): &mut ()) -> Result<(), ActorProcessingErr> {
        if let SupervisionEvent::ActorFailed(child, error) = event {
            metrics::counter!("entrepot_actor_failures_total").increment(1);
            // Two nodes at one warehouse are no fault of either.
            if error.downcast_ref::<Fenced>().is_none() {
                self.0.count(Instant::now());
            }
            tracing::error!(actor = %child.get_id(), %error, "an actor failed; it starts afresh when it is needed");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_failures_within_a_minute_are_too_many() {
        let (failures, begin) = (Failures::default(), Instant::now());
        for second in 0..FAILURES_MAX as u64 {
            failures.count(begin + Duration::from_secs(second));
        }
        assert!(!failures.too_many(begin + Duration::from_secs(5)));
        failures.count(begin + Duration::from_secs(50));
        assert!(failures.too_many(begin + Duration::from_secs(59)));
        assert!(!failures.too_many(begin + Duration::from_secs(61)));
        for _ in 0..1_000 {
            failures.count(begin);
        }
        assert!(failures.0.lock().unwrap().len() <= FAILURES_MAX + 1);
    }
}
