//! Orders of the shop: what a basket costs and is made of ([`basket`], [`freight`]), the order that it becomes
//! ([`order_draft`]), what people do with orders ([`service`]), whether pages are still right ([`changes`]), what bodies say ([`body`], [`refund_body`]), what is answered
//! ([`views`] with [`line_views`], [`refund_views`] and [`history_views`]; [`quote_views`], [`refund_rows`]), and the routes of members ([`member_api`]), of staff ([`staff_api`])
//! and about refunds ([`refund_api`]).
//!
//! Not here: what an order may do (`actors::shop::order`) and its rows (`entrepot_store::shop::order`).

mod amounts;
pub mod basket;
pub mod basket_lines;
pub mod body;
pub mod changes;
pub mod delivery_file;
pub mod delivery_file_api;
pub mod evaluation_api;
pub mod evaluations;
pub mod exception_export;
pub mod export;
pub mod export_api;
pub mod figures_api;
pub mod freight;
pub mod freight_templates;
pub mod history_views;
pub mod line_views;
pub mod member_api;
pub mod order_draft;
pub mod quote_views;
pub mod recipient;
pub mod refund_api;
pub mod refund_body;
pub mod refund_export;
pub mod refund_hint;
pub mod refund_rows;
pub mod refund_views;
pub mod service;
pub mod staff_api;
pub mod turnover_api;
pub mod views;
