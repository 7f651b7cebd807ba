//! The shop's back office: what stands beside the declarations of its goods, adverts, delivery, coupons and recharge
//! packages, and its settings; coupons that are claimed and given, recharges, and the score that expires.

pub mod calculator_api;
pub mod claims;
pub mod coupon_api;
pub mod coupon_hooks;
pub mod coupon_scope;
pub mod coupons;
pub mod delivery_hooks;
pub mod freight_form;
pub mod goods_hooks;
pub mod hooks;
pub mod order;
mod params;
pub mod pay;
pub mod recharge_api;
pub mod recharges;
pub mod score_expiry;
pub mod settings_api;
pub mod sku_form;

use std::sync::Arc;

use actors::clock::SharedClock;
use actors::system::System;
use entrepot_store::Store;

use crate::identity::attempts::Attempts;
use crate::member::Members;
use crate::rate_limits::Limits;
use crate::settings::shop::CachedShopSettings;

/// What members and staff do with orders of the shop needs these. Cheap to clone.
#[derive(Clone)]
pub struct Shop {
    pub store: Store,
    pub system: System,
    pub members: Arc<Members>,
    pub limits: Arc<Limits>,
    /// For payments that are confirmed with a password.
    pub attempts: Attempts,
    pub settings: CachedShopSettings,
    pub clock: SharedClock,
}
