//! The way back from an actor to the caller who asked it.

use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// The reply channel of a request. It occupies a place in the actor's mailbox until the actor has answered.
pub struct ReplyTo<R> {
    reply: oneshot::Sender<R>,
    _permit: OwnedSemaphorePermit,
}

impl<R> ReplyTo<R> {
    pub(super) const fn new(reply: oneshot::Sender<R>, permit: OwnedSemaphorePermit) -> Self {
        Self { reply, _permit: permit }
    }

    /// Sends the reply. The caller may have given up.
    pub fn answer(self, reply: R) {
        let _ = self.reply.send(reply);
    }
}
