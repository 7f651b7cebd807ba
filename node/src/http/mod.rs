//! What all routes have in common.
//!
//! Here: the router ([`router`], [`endpoints`]), the middleware of every route ([`guard`], [`member_guard`], [`key_guard`], [`routes`],
//! [`blocked`], [`cors`], [`entrance`], [`body_limit`], [`ended_token`]), bodies, forms, lists and answers ([`body`], [`body_fields`], [`file_form`], [`lenient`], [`listing`],
//! [`envelope`], [`file_answer`]), uploaded files ([`files`]), the files of the web app ([`web_app`]), and the one place where errors become answers ([`error`]). Not here: the
//! routes themselves, which are in the `api` files of their nouns. Start at [`router`].

pub mod address;
pub mod blocked;
pub mod body;
pub mod body_fields;
pub mod body_limit;
pub mod body_token;
pub mod cors;
pub mod described;
pub mod document;
pub mod ended_token;
pub mod endpoints;
pub mod entrance;
pub mod envelope;
pub mod error;
mod field_words;
pub mod file_answer;
pub mod file_form;
pub mod files;
pub mod guard;
pub mod key_guard;
pub mod lenient;
pub mod listing;
pub mod member_guard;
pub mod metrics;
pub mod parameters;
pub mod router;
pub mod routes;
pub mod secure_headers;
pub mod token_names;
pub mod usages;
pub mod views;
pub mod web_app;
