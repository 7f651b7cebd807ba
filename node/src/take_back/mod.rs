//! Taking an import back: of rows and of drafts of orders.
//!
//! Here: what is deleted and put back, and in which order ([`take_back`]), and the route ([`api`]). Not here: how one changed row
//! is put back, which an import needs as well ([`crate::data_exchange::put_back`]). Start at [`take_back`].

pub mod api;
#[expect(clippy::module_inception, reason = "the act that the folder is about")]
pub mod take_back;
