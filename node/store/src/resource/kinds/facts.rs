//! What is known of a kind without looking at a value.

use crate::resource::declaration::{Choice, Target};

/// How values are stored and compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Text,
    /// 0 where it is empty.
    Integer,
    /// A whole number, or nothing.
    OptionalInteger,
    Decimal,
    /// `YYYY-MM-DD` as text, or nothing.
    Date,
    /// A time with or without its day as text, or nothing.
    Moment,
    Texts,
    Integers,
}

impl Storage {
    /// The type of a column.
    pub(in crate::resource) const fn column_type(self, required: bool) -> &'static str {
        match (self, required) {
            (Self::Text, _) | (Self::Date | Self::Moment, true) => "string",
            (Self::Date | Self::Moment, false) => "option<string>",
            (Self::Integer, _) | (Self::OptionalInteger, true) => "int",
            (Self::OptionalInteger, false) => "option<int>",
            (Self::Decimal, _) => "decimal",
            (Self::Texts, _) => "array<string>",
            (Self::Integers, _) => "array<int>",
        }
    }

    pub(super) const fn json(self) -> JsonType {
        match self {
            Self::Text | Self::Date | Self::Moment => JsonType::new("string"),
            Self::Integer | Self::OptionalInteger => JsonType { format: Some("int64"), ..JsonType::new("integer") },
            Self::Decimal => JsonType { format: Some("decimal"), ..JsonType::new("string") },
            Self::Texts => JsonType { items: Some("string"), ..JsonType::new("array") },
            Self::Integers => JsonType { items: Some("integer"), ..JsonType::new("array") },
        }
    }
}

/// What the API document says of values.
#[derive(Clone, Copy, Debug)]
pub struct JsonType {
    /// Empty where it may be any.
    pub name: &'static str,
    pub format: Option<&'static str>,
    /// The type of an array's values.
    pub items: Option<&'static str>,
    /// The only values, if there are such.
    pub one_of: &'static [Choice],
    /// It tells the range of the kind.
    pub bounded: bool,
}

impl JsonType {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, format: None, items: None, one_of: &[], bounded: false }
    }
}

/// How a file has values in its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Plain,
    /// As it is; one in which a spreadsheet has lost digits is refused.
    Text,
    /// With the blanks around it.
    Verbatim,
    /// The label of one of these.
    Choice(&'static [Choice]),
    /// Labels of some of these.
    Choices(&'static [Choice]),
    /// 0 or 1, or a word for it.
    Switch,
    Integer,
    Decimal,
    Date,
    Time,
    DateTime,
    /// Unix seconds, shown on the site's clock.
    Timestamp,
    /// The name of a row.
    Reference(Target),
    /// Names of rows.
    References(Target),
    Json,
}

/// What is known of a kind without looking at a value.
#[derive(Clone, Copy, Debug)]
pub struct KindFacts {
    /// In declarations that are data.
    pub name: &'static str,
    /// Of the input in forms, as clients know it.
    pub input: &'static str,
    pub storage: Storage,
    pub json: JsonType,
    pub cell: Cell,
    /// The operator of the common search, if lists offer one.
    pub operator: Option<&'static str>,
    /// A column of lists, unless the field says otherwise.
    pub on_list: bool,
    /// Lists may be sorted by it, unless the field says otherwise.
    pub sortable: bool,
    /// Each field has an index.
    pub indexed: bool,
    /// A text that people know rows by: compared in its folded form, sorted by its natural order.
    pub names_rows: bool,
    /// Written, never shown.
    pub write_only: bool,
    /// Most letters of a text.
    pub length: Option<usize>,
    /// The least and the most of a number.
    pub range: Option<(i64, i64)>,
    pub decimals: Option<u32>,
    /// Values with their labels.
    pub choices: &'static [Choice],
    /// Whose rows are referred to.
    pub target: Option<Target>,
}

impl KindFacts {
    pub(super) const fn new(name: &'static str, storage: Storage) -> Self {
        Self {
            name,
            input: name,
            storage,
            json: storage.json(),
            cell: Cell::Plain,
            operator: None,
            on_list: true,
            sortable: false,
            indexed: false,
            names_rows: false,
            write_only: false,
            length: None,
            range: None,
            decimals: None,
            choices: &[],
            target: None,
        }
    }
}
