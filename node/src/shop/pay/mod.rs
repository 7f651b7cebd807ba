//! Payments through providers: the one to try payments with ([`sandbox`], signed as [`signing`] says), what members and
//! providers do ([`service`], [`pay_api`]), recharges ([`recharge`]), what is asked for later ([`sweep`]), what a person
//! decides ([`exceptions`]), and the daily comparison with a provider's bill ([`matching`], [`match_api`]).
//!
//! Not here: what a payment does to an order (`actors::shop::order::payments`) and its rows
//! (`entrepot_store::shop::payments`).

pub mod exceptions;
pub mod match_api;
pub mod matching;
pub mod pay_api;
pub mod recharge;
pub mod sandbox;
pub mod service;
pub mod signing;
pub mod sweep;

use std::sync::Arc;

use actors::shop::payment::{Provider, Providers};

use crate::config::Config;

/// The providers that the configuration sets up.
#[must_use]
pub fn providers(config: &Config) -> Providers {
    let sandbox = config.services.sandbox_pay.clone().map(|config| Arc::new(sandbox::Sandbox::new(config)) as Arc<dyn Provider>);
    Providers::new(sandbox.into_iter().collect())
}
