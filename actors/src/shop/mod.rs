//! The shop: specifications of goods ([`spec`]), the money: what a basket costs ([`pricing`], with [`freight`] and
//! [`coupon`]), how sums are shared out to lines ([`allocation`]), what pieces are worth when they come back
//! ([`refundable`]), when a score expires ([`score_expiry`]); all of it pure, in whole cents: the caller reads goods,
//! coupons and templates, and says what time it is. Its orders: [`order`]. Payments: providers ([`payment`]), what is
//! done about an attempt to pay ([`attempt`]), and the daily comparison with them ([`matching`]).

pub mod allocation;
pub mod attempt;
pub mod claim;
pub mod coupon;
pub mod freight;
pub mod matching;
pub mod order;
pub mod payment;
pub mod pricing;
pub mod refundable;
pub mod score_expiry;
pub mod spec;

#[cfg(test)]
mod tests;
