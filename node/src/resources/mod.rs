//! Declared resources, as the node serves them: what happens around a read or a write.
//!
//! [`call`] is the one way to use a resource, whoever asks (a route, an import); [`hooks`] is what a
//! declaration can't say, one type beside a controller. The engine itself is
//! `entrepot_store::resource`.

pub mod access;
pub mod balances;
pub mod call;
pub mod goods;
pub mod hooks;
pub mod member_rights;
pub mod people;
pub mod put_back;
pub mod security;
pub mod seeds;
pub mod settings;
pub mod site;
pub mod transfer;

pub use call::Call;
