//! Paper: orders, delivery notes, pick lists and labels as PDF, in the reader's language.
//!
//! [`service`] finds the font and the company's head and does the work beside the server's threads; [`orders`] says what
//! stands on an order's papers, [`delivery_note`] on the note that goes with goods, [`labels`] what stands on labels, made of
//! [`cells`]; [`api`] has the routes of labels. Those of orders are made from the table of order kinds
//! (`crate::order::routes`).
//!
//! Not here: how pages are laid out and codes are drawn (`entrepot_print`).

pub mod api;
pub mod cells;
pub mod delivery_note;
pub mod labels;
pub mod orders;
pub mod service;
