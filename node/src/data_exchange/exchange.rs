//! The handle of imports and exports.

use std::path::PathBuf;

use actors::clock::SharedClock;
use actors::system::System;
use chrono_tz::Tz;
use entrepot_store::Store;
use poem::Request;

use super::own_api::OwnApi;
use crate::error::ServiceError;

/// What imports and exports need. Cheap to clone.
#[derive(Clone)]
pub struct Exchange {
    pub store: Store,
    pub system: System,
    /// The directory of finished exports.
    pub dir: PathBuf,
    pub time_zone: Tz,
    pub clock: SharedClock,
    /// By it a task is begun again.
    pub api: OwnApi,
}

impl Exchange {
    /// That of a request's node.
    pub fn of(request: &Request) -> Result<&Self, ServiceError> {
        request.data::<Self>().ok_or_else(|| ServiceError::Internal("the exchange is not at hand".into()))
    }
}
