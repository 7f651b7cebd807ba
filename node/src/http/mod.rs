//! What all routes have in common, of whichever noun.
//!
//! Here: who may call a route ([`routes`], [`access`]), bodies, forms, lists and answers ([`body`], [`body_fields`], [`file_form`],
//! [`lenient`], [`listing`], [`envelope`], [`file_answer`]), and the one place where errors become answers ([`error`]). Not here: the
//! router and the middleware ([`crate::server`]), and the routes, which are in the `api` files of their nouns. Start at [`envelope`].

pub mod access;
pub mod address;
pub mod body;
pub mod body_fields;
pub mod body_token;
pub mod cors;
pub mod described;
pub mod document;
pub mod ended_token;
pub mod envelope;
pub mod error;
mod field_words;
pub mod file_answer;
pub mod file_form;
pub mod language;
pub mod lenient;
pub mod listing;
pub mod methods;
pub mod origin;
pub mod parameters;
pub mod routes;
pub mod token_names;
pub mod usages;
pub mod views;
