//! Where a call comes from, as use cases know it.

use crate::rate_limits::Network;

/// Where a call comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The address.
    pub ip: String,
    /// The network, for counting.
    pub network: Network,
    pub agent: String,
}
