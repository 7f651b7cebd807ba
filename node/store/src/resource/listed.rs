//! What a list of a declared resource answers.

use serde_json::Value as Json;

/// A list's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Listed {
    /// One page of rows.
    Page { list: Vec<Json>, total: i64 },
    /// A whole tree.
    Tree(Vec<Json>),
    /// A tree for a remote select: flat, with indented labels.
    Options(Vec<Json>),
}

impl Listed {
    /// The rows, for adding computed columns.
    pub fn rows_mut(&mut self) -> &mut Vec<Json> {
        match self {
            Self::Page { list, .. } => list,
            Self::Tree(rows) | Self::Options(rows) => rows,
        }
    }
}
