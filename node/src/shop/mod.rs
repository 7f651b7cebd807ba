//! The shop's back office: what stands beside the declarations of its goods, adverts, delivery, coupons and recharge
//! packages, and its settings; coupons that are claimed and given, and recharges.

pub mod calculator;
pub mod claims;
pub mod coupon_api;
pub mod coupon_hooks;
pub mod coupons;
pub mod delivery_hooks;
pub mod freight_form;
pub mod goods_hooks;
pub mod hooks;
pub mod order;
pub mod pay;
pub mod recharge_api;
pub mod recharges;
pub mod settings;
pub mod settings_api;
pub mod sku_form;
