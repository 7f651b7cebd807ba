//! The handle of imports and exports.

use std::path::PathBuf;

use actors::clock::SharedClock;
use actors::system::System;
use chrono_tz::Tz;
use entrepot_store::Store;

/// What imports and exports need. Cheap to clone.
#[derive(Clone)]
pub struct Exchange {
    pub store: Store,
    pub system: System,
    /// The directory of finished exports.
    pub dir: PathBuf,
    pub time_zone: Tz,
    pub clock: SharedClock,
}
