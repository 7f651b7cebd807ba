//! Orders over HTTP: their routes ([`api`]), what a body may say ([`body`]), and the fields that come
//! back as they were shown ([`read_only`]).
//!
//! Not here: what an order may do (`actors::order`) and its rows (`entrepot_store`). Start at [`api`].

pub mod api;
pub mod body;
pub mod read_only;
