//! Which node owns what: presence, rendezvous hashing, routing to the owner.
