//! Stock-taking: count sheets, their lines and results ([`service`], [`posting`]; what was typed becomes a quantity in
//! [`quantity`], what comes after counting is decided in [`steps`]), what is answered ([`views`], [`line_views`]) and which
//! figures of it a person sees ([`visible`]), the sheets on paper ([`papers`]) and as files ([`export`]), and the routes
//! ([`api`], [`print_api`]).
//!
//! Not here: what a sheet allows (`actors::count`), and its rows (`entrepot_store`). Start at [`api`].

pub mod api;
pub mod body;
pub mod error;
pub mod export;
pub mod intention;
pub mod line_views;
pub mod papers;
pub mod posting;
pub mod print_api;
mod quantity;
pub mod service;
mod steps;
pub mod views;
pub mod visible;
