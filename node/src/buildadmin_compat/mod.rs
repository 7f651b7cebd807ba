//! What clients written for BuildAdmin expect beside the API proper.
//!
//! Here: which program calls and what it can show ([`client`]), helpers of forms ([`ajax_api`]), and
//! answers in place of BuildAdmin's own market and terminal ([`vendor_api`]). Not here: anything that
//! our own web app alone needs. Start at [`client`].

pub mod ajax_api;
pub mod client;
pub mod vendor_api;
