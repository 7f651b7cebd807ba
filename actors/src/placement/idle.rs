//! When an actor that nobody asks any more stops: it looks after a while whether it was asked meanwhile.

use std::time::Duration;

use ractor::{ActorRef, Message};

/// Counts what an actor was asked. At most one look is pending.
#[derive(Debug, Default)]
pub(crate) struct Idle {
    asked: u64,
    looking: bool,
}

impl Idle {
    /// The actor was asked, and looks after a pause whether that was all. `look` is the message that makes it look: it says
    /// how often the actor had been asked.
    pub(crate) fn on_request<M: Message>(&mut self, myself: &ActorRef<M>, pause: Duration, look: fn(u64) -> M) {
        self.asked += 1;
        if !self.looking {
            self.schedule_check(myself, pause, look);
        }
    }

    /// Whether nobody has asked since the look was begun.
    pub(crate) const fn is_over(&self, asked: u64) -> bool {
        self.asked == asked
    }

    /// Looks again after a pause.
    pub(crate) fn schedule_check<M: Message>(&mut self, myself: &ActorRef<M>, pause: Duration, look: fn(u64) -> M) {
        self.looking = true;
        let asked = self.asked;
        myself.send_after(pause, move || look(asked));
    }
}
