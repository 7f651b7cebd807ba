//! Bar codes and paper: what a scanned code says ([`gs1`], [`trade_item`]), codes as black and white modules
//! ([`symbol`]), and PDF files of documents ([`document`]) and labels ([`labels`]) in a font that is embedded as a
//! subset ([`font`]).
//!
//! Pure: the same input makes the same bytes, and nothing is read but the font's file. Not here: what is printed (the
//! node knows orders and products), and in which language.

mod book;
pub mod document;
mod error;
pub mod font;
pub mod gs1;
pub mod labels;
mod point;
pub mod symbol;
mod text;
pub mod trade_item;

pub use book::Picture;
pub use error::PrintError;

#[cfg(test)]
mod reading;
