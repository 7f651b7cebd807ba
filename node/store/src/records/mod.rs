//! Declared resources: a table that is declared once has its schema, its checks, its list and its
//! form from the declaration. [`catalogue`] has the declarations; [`crud`] reads and writes rows.

pub mod catalogue;
pub mod crud;

use std::fmt::Write;

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text of at most so many characters.
    Text(usize),
    /// A whole number within bounds.
    Integer(i64, i64),
    /// A decimal of 0 or more with at most so many decimals.
    Decimal(u32),
    /// 0 or 1.
    Switch,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// The id of a row of another resource's table, shown with its name under this relation.
    Reference { table: &'static str, relation: &'static str },
}

/// A field of a resource.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    pub required: bool,
    /// Taken when a new row does not say.
    pub default: Option<&'static str>,
    /// No two rows have the same.
    pub unique: bool,
}

impl Field {
    /// An optional field.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, required: false, default: None, unique: false }
    }

    /// A field that must be filled in.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// A field whose values are unique.
    #[must_use]
    pub const fn unique(mut self) -> Self {
        self.unique = true;
        self
    }

    /// What a new row gets.
    #[must_use]
    pub const fn default(mut self, value: &'static str) -> Self {
        self.default = Some(value);
        self
    }

    fn database_type(&self) -> &'static str {
        match (self.kind, self.required) {
            (Kind::Text(_) | Kind::Choice(_), _) => "string",
            (Kind::Integer(..) | Kind::Switch, _) | (Kind::Reference { .. }, true) => "int",
            (Kind::Decimal(_), _) => "decimal",
            (Kind::Reference { .. }, false) => "option<int>",
        }
    }
}

/// A table of master data.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// As in routes: `warehouse.Product`.
    pub controller: &'static str,
    pub table: &'static str,
    pub fields: &'static [Field],
    /// Fields that the quick search looks into.
    pub search: &'static [&'static str],
    /// Tables and fields that refer to a row: in use, it can't be deleted.
    pub used_by: &'static [(&'static str, &'static str)],
}

impl Resource {
    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The statements that define the table; repeatable.
    #[must_use]
    pub fn definitions(&self) -> String {
        let table = self.table;
        let mut text = format!("DEFINE TABLE IF NOT EXISTS {table} SCHEMAFULL; DEFINE SEQUENCE IF NOT EXISTS {table} START 1;");
        for field in self.fields {
            // Writing to a String can't fail.
            let _ = write!(text, "DEFINE FIELD OVERWRITE {} ON {table} TYPE {};", field.name, field.database_type());
            if field.unique {
                let _ = write!(text, "DEFINE INDEX IF NOT EXISTS {table}_{0} ON {table} FIELDS {0} UNIQUE;", field.name);
            }
        }
        for stamp in ["create_time", "update_time", "version"] {
            let _ = write!(text, "DEFINE FIELD OVERWRITE {stamp} ON {table} TYPE int;");
        }
        text
    }
}
