//! The shop's goods beyond their declaration: SKUs, which are written with their goods, and what the ledger offers of
//! them; coupons that members claim; recharges; its orders; and payments through providers.

pub mod coupons;
pub mod matches;
pub mod offers;
pub mod order;
pub mod payments;
pub mod recalls;
pub mod recharge_payments;
pub mod recharges;
pub mod rows;
pub mod skus;
