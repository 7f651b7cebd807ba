//! Compatibility with clients written for BuildAdmin, beyond the API proper.
//!
//! Here: the kind of client and its pages ([`client`]), helpers of forms ([`ajax_api`]), and answers in place of
//! BuildAdmin's market and terminal ([`vendor_api`], [`market_api`]). Not here: anything that only our own web app needs. Start at
//! [`client`].

pub mod ajax_api;
pub mod market_api;
pub mod vendor_api;
