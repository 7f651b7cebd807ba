//! Foreign trade: the nomenclature of customs, tariffs of a country, and customs declarations.
//!
//! Here: the nomenclature that the program brings ([`nomenclature`]), the search that is open to everybody ([`customs_api`]), what goods of
//! a declaration are and when one is whole ([`declaration`]), what it begins with and may cost ([`prefill_api`]), and what happens around
//! rows in the back office ([`hooks`], [`declaration_hooks`]). The nomenclature in memory is the store's (`entrepot_store::trade`). Nothing is
//! sent to the customs. Start at [`declaration`].

pub mod customs_api;
pub mod declaration;
pub mod declaration_hooks;
pub mod hooks;
pub mod nomenclature;
pub mod prefill_api;
