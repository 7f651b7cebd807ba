//! Bar codes: what may be entered as one ([`hooks`]), and what a scanned one is ([`api`]).
//!
//! Not here: how codes are read and drawn (`entrepot_print`), and the rows that carry them (`entrepot_store::codes`).

pub mod hooks;
