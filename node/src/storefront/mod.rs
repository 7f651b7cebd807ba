//! The shop as visitors see it.
//!
//! Here: what the pages read ([`reading`]), its routes ([`api`]) and its answers ([`views`]); carts ([`cart`],
//! [`cart_api`]); freight before a login ([`freight_api`]); how a page leaves the node ([`head`], [`page_words`],
//! [`first_content`], [`site_pages`], [`structured`], [`map`]; with [`html`] and [`rating`] below them). Not here: the shop's back office
//! ([`crate::shop`]). Nothing here accepts an order: what is said of stock is a hint, at most a second old. Start at
//! [`api`].

pub mod api;
pub mod cart;
pub mod cart_api;
pub mod evaluations;
pub mod first_content;
pub mod freight_api;
pub mod head;
pub mod map;
pub mod page_words;
pub mod rating;
pub mod reading;
pub mod site_pages;
pub mod structured;
pub mod views;
