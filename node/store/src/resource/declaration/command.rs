//! Declaration of a command: a named step of a row beside adding, editing and deleting, such as the approval of an application.
//! Its route, its permission, its button and its dialog follow from it.

use serde_json::Value as Json;

use super::field::{Field, Label};

/// What a row must be like before a command: a field, and the values that it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct From {
    pub field: &'static str,
    /// As texts; numbers by their digits.
    pub values: &'static [&'static str],
}

impl From {
    /// Whether a row is like this, with this value of its field.
    #[must_use]
    pub fn allows(&self, value: &Json) -> bool {
        self.values.iter().any(|known| value.as_str() == Some(known) || value.as_i64().is_some_and(|number| number.to_string() == **known))
    }
}

/// A named step of a row.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// As in its route and its permission node.
    pub name: &'static str,
    pub title: Label,
    /// What is asked for. An answer goes into the row's field of that name, if it has one, whoever may write it otherwise.
    pub fields: &'static [Field],
    /// When it may be given; asked within the transaction that writes. Rows with such a command need a version.
    pub from: Option<From>,
    /// The value that the field of `from` gets.
    pub to: Option<&'static str>,
    /// The field that gets the id of who gave it.
    pub by: Option<&'static str>,
    /// The field that gets the time, in Unix seconds.
    pub at: Option<&'static str>,
    /// What is asked before it is given.
    pub question: Option<Label>,
    /// It can't be taken back.
    pub danger: bool,
    /// It may be given for several rows at once: all of them or none.
    pub many: bool,
}

impl Command {
    /// A command that any row takes and that asks nothing.
    #[must_use]
    pub const fn new(name: &'static str, title: Label) -> Self {
        Self { name, title, fields: &[], from: None, to: None, by: None, at: None, question: None, danger: false, many: false }
    }

    /// For rows whose field has one of these values.
    #[must_use]
    pub const fn from(mut self, field: &'static str, values: &'static [&'static str]) -> Self {
        self.from = Some(From { field, values });
        self
    }

    /// The value that the field of `from` gets.
    #[must_use]
    pub const fn to(mut self, value: &'static str) -> Self {
        self.to = Some(value);
        self
    }

    /// Asks for these.
    #[must_use]
    pub const fn asks(mut self, fields: &'static [Field]) -> Self {
        self.fields = fields;
        self
    }

    /// Notes who gave it.
    #[must_use]
    pub const fn by(mut self, field: &'static str) -> Self {
        self.by = Some(field);
        self
    }

    /// Notes when it was given.
    #[must_use]
    pub const fn at(mut self, field: &'static str) -> Self {
        self.at = Some(field);
        self
    }

    /// Asks this first.
    #[must_use]
    pub const fn question(mut self, question: Label) -> Self {
        self.question = Some(question);
        self
    }

    /// It can't be taken back.
    #[must_use]
    pub const fn danger(mut self) -> Self {
        self.danger = true;
        self
    }

    /// For several rows at once too.
    #[must_use]
    pub const fn many(mut self) -> Self {
        self.many = true;
        self
    }
}
