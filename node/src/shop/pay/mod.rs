//! Payments through providers: the one to try payments with ([`sandbox`], signed as [`signing`] says), attempts
//! ([`attempt`]), what members and providers do ([`service`], [`pay_api`]), recharges ([`recharge`], [`recharge_booking`]), what is asked for later ([`sweep`]), what a person
//! decides ([`exceptions`]), and the daily comparison with a provider's bill ([`matching`], [`match_api`]).
//!
//! Not here: what a payment does to an order (`actors::shop::order::payments`) and its rows
//! (`entrepot_store::shop::payments`).

pub mod attempt;
pub mod exceptions;
pub mod match_api;
pub mod matching;
pub mod pay_api;
pub mod recharge;
pub mod recharge_booking;
pub mod sandbox;
pub mod service;
pub mod signing;
pub mod sweep;

use std::sync::Arc;

use actors::clock::SharedClock;
use actors::shop::payment::{Provider, Providers};
use actors::system::SHOP_EXCEPTIONS;
use bus_schemas::live::{Topic, TopicEvent};
use chrono_tz::Tz;

use crate::config::Config;
use crate::shop::Shop;

/// What payments need. Cheap to clone.
#[derive(Clone)]
pub struct Payments {
    pub shop: Shop,
    /// Where providers reach this site; nothing where they do not.
    pub public_url: Option<String>,
    /// The zone of the days that are compared with a provider's bill.
    pub time_zone: Tz,
}

impl Payments {
    /// Pokes the pages of what needs a person: money has changed that no order's actor has written.
    pub fn exceptions_changed(&self) {
        let topic = Topic::Resource { controller: SHOP_EXCEPTIONS.to_owned() };
        self.shop.system.publish_topic(TopicEvent { topic, ids: Vec::new(), more: true });
    }
}

/// The providers that the configuration sets up.
#[must_use]
pub fn providers(config: &Config, clock: &SharedClock) -> Providers {
    let sandbox = config.services.sandbox_pay.clone().map(|config| Arc::new(sandbox::Sandbox::new(config, clock.clone())) as Arc<dyn Provider>);
    Providers::new(sandbox.into_iter().collect())
}
