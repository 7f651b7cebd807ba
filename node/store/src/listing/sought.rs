//! What a text search looks for, in the forms in which rows keep their texts.

use actors::folding::folded;
use surrealdb::types::Value;

use crate::engine::value::{array, text};

/// A text that is looked for: as texts are compared, and in lower case alone, for rows that keep no folded form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sought {
    pub(crate) folded: String,
    plain: String,
}

impl Sought {
    pub(crate) fn new(typed: &str) -> Self {
        Self { folded: folded(typed), plain: typed.trim().to_lowercase() }
    }

    /// The words of a search. A row must contain each of them.
    pub(crate) fn words(typed: &str) -> impl Iterator<Item = Self> {
        typed.split_whitespace().map(Self::new).filter(|word| !word.folded.is_empty())
    }

    /// What conditions compare with, to be bound to the name that they are made with.
    pub(crate) fn bound(&self) -> Value {
        array(vec![text(&self.folded), text(&self.plain)])
    }

    /// The condition that an expression in the folded form contains it.
    pub(crate) fn in_folded(&self, expression: &str, name: &str) -> String {
        format!("{expression} CONTAINS ${name}[0]")
    }

    /// The condition that an expression in lower case contains it, as it was typed or folded.
    pub(crate) fn in_lower_case(&self, expression: &str, name: &str) -> String {
        let folded = self.in_folded(expression, name);
        if self.folded == self.plain { folded } else { format!("({folded} OR {expression} CONTAINS ${name}[1])") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_a_folded_form_are_found_as_they_are_written() {
        assert_eq!(Sought::new("Pen ").in_lower_case("x", "q"), "x CONTAINS $q[0]");
        assert_eq!(Sought::new("（红）").in_lower_case("x", "q"), "(x CONTAINS $q[0] OR x CONTAINS $q[1])");
        assert_eq!(Sought::new("（红）").in_folded("x", "q"), "x CONTAINS $q[0]");
        assert_eq!(Sought::words(" a\u{3000}\u{200B} Ｂ").map(|word| word.folded).collect::<Vec<_>>(), ["a", "b"]);
    }
}
