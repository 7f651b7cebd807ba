//! Pieces of the lines of a shop order.

use serde::{Deserialize, Serialize};

/// So many pieces of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinePieces {
    pub line: u32,
    pub quantity: i64,
}
