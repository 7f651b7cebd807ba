//! What every handler may use, of whichever noun: the configuration, the database, the actors and the time.

use std::sync::Arc;

use actors::clock::SharedClock;
use actors::system::System;
use entrepot_store::Store;
use poem::Request;

use crate::config::Config;
use crate::error::ServiceError;
use crate::site_time;

/// See the module. Cheap to clone; the router gives it to every request.
#[derive(Clone)]
pub struct Base {
    pub config: Arc<Config>,
    pub store: Store,
    pub system: System,
    pub clock: SharedClock,
}

impl Base {
    /// That of a request's node.
    pub fn of(request: &Request) -> Result<&Self, ServiceError> {
        request.data::<Self>().ok_or_else(|| ServiceError::Internal("the node is not at hand".into()))
    }

    /// The configuration.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The actors.
    #[must_use]
    pub fn system(&self) -> &System {
        &self.system
    }

    /// Source of the time.
    #[must_use]
    pub fn clock(&self) -> SharedClock {
        self.clock.clone()
    }

    /// Unix seconds.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    /// Unix milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// Today in the site's zone, `YYYY-MM-DD`.
    #[must_use]
    pub fn today(&self) -> String {
        self.clock.today()
    }

    /// The time on the site's clock, `YYYY-MM-DD HH:mm:ss`.
    #[must_use]
    pub fn site_time(&self) -> String {
        site_time::time_at(self.config.time_zone, self.now())
    }
}
