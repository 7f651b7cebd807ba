//! The root of the actors. A child that fails is written to the log and forgotten here; whoever
//! needs it starts it afresh from the store, so one panic never climbs.

use ractor::{Actor, ActorProcessingErr, ActorRef, SupervisionEvent};

/// Holds the children of one node.
pub struct Root;

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
            tracing::error!(actor = %child.get_id(), %error, "an actor failed; it starts afresh when it is needed");
        }
        Ok(())
    }
}
