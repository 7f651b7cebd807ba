//! Nothing but its manifest: see `ops/decisions/0002-one-profile.md`.
