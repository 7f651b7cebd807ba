//! Foreign trade: the nomenclature in memory ([`hs`]) and what the tables of tariffs say ([`tariffs`]).

pub mod declarations;
pub mod expo;
pub mod hs;
pub mod tariffs;
