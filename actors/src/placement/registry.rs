//! Where an actor lives.

use std::fmt::Debug;

/// The node that runs an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// This one.
    Here,
}

/// Says where the actors of one kind live. Two nodes that both take an actor for theirs do no harm: the ledger and the
/// orders' versions refuse one of them (decision 3).
#[derive(Clone, Copy, Debug, Default)]
pub struct Registry;

impl Registry {
    /// The location of the actor with this key.
    #[must_use]
    pub fn locate<K: Debug>(self, _key: &K) -> Location {
        Location::Here
    }
}
