//! Declaration of a field.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

pub use crate::choice::{Choice, Label, choice, chosen, label};
use crate::resource::kinds::switch::DISABLED_ENABLED;

/// How an enumeration is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Picker {
    Radio,
    Select,
}

/// How several values of an enumeration are filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Picking {
    Checkbox,
    Selects,
}

/// Target of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub table: &'static str,
    /// Name of the nested object in lists: `supplier` in `supplier.name`.
    pub relation: &'static str,
    /// Fields of the other row that lists show; the first is its label.
    pub shows: &'static [&'static str],
}

/// The kind of a field: plain data. What it means is in [`crate::resource::kinds`]; as data it is a name with settings. Reading
/// it leaks its choices or its target, once for each reading, as they live as long as the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Json>", into = "Map<String, Json>")]
pub enum Kind {
    /// Text with a maximum number of characters.
    Text(usize),
    /// The same, in several lines.
    TextArea(usize),
    /// HTML. Scripts and references to other sites are removed before it is stored.
    RichText(usize),
    /// Stored hashed, never shown.
    Password,
    /// A key or password for elsewhere: sealed and kept apart from its row ([`crate::sealed_secrets`]), never shown. When it was
    /// set is shown in the field `<name>_set_at`.
    Secret,
    /// A whole number within bounds.
    Integer(i64, i64),
    /// A decimal of 0 or more with a maximum number of decimals.
    Decimal(u32),
    /// Money: two decimals, of 0 or more.
    Money,
    /// 0 or 1, as a switch.
    Switch,
    /// 0 or 1, as a status.
    Status,
    /// One of these texts.
    Choice(Picker, &'static [Choice]),
    /// One of these numbers.
    Code(Picker, &'static [Choice]),
    /// Some of these texts.
    Choices(Picking, &'static [Choice]),
    /// `YYYY-MM-DD`, or nothing.
    Date,
    /// `HH:mm:ss`, or nothing.
    Time,
    /// `YYYY-MM-DD HH:mm:ss` on the site's clock, or nothing.
    DateTime,
    /// A year, or nothing.
    Year,
    /// Unix seconds.
    Timestamp,
    /// `#rgb`, `#rrggbb`, `rgb(...)` ...
    Colour,
    /// The name of an icon.
    Icon,
    /// An address of an uploaded image.
    Image,
    Images,
    /// An address of an uploaded file.
    File,
    Files,
    /// Ids of province, city and district.
    City,
    /// A list of keys with their values.
    Pairs,
    /// Any JSON, at most eight levels deep.
    Json,
    /// The id of another row.
    Reference(Target),
    /// Ids of other rows.
    References(Target),
    /// The id of the row above in the same tree, 0 for none.
    Parent,
    /// The place in an order that is changed by dragging.
    Weigh,
}

/// Who may read and write a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Open,
    /// Shown, written by the server only.
    ReadOnly,
    /// Written when a row is made, read only from then on.
    WriteOnce,
    /// Neither shown nor written.
    Hidden,
}

/// Format of a text that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Mobile,
    Email,
    /// A letter and 2 to 14 of letters, digits and `_`.
    Account,
    /// A letter and letters, digits and `_`.
    VariableName,
    Url,
    /// A number of a Chinese identity card: 18 characters with a check digit, or the older 15 digits.
    IdNumber,
    /// A whole number or one with decimals.
    Number,
    /// A whole number.
    Integer,
    /// A number with decimals.
    Float,
}

impl Rule {
    /// All of them, by the names that clients know their validators by.
    const NAMES: [(&'static str, Self); 9] = [
        ("mobile", Self::Mobile),
        ("email", Self::Email),
        ("account", Self::Account),
        ("varName", Self::VariableName),
        ("url", Self::Url),
        ("idNumber", Self::IdNumber),
        ("number", Self::Number),
        ("integer", Self::Integer),
        ("float", Self::Float),
    ];

    /// The rule of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, rule)| *rule)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, rule)| *rule == self).map_or("", |(name, _)| name)
    }
}

/// How a text is shown to those who may not see it whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// The ends of a telephone number.
    Phone,
    /// Nothing of an address.
    Address,
    /// The first letter and the domain of an e-mail address.
    Email,
}

/// Which common search a list offers for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The default of its kind.
    ByKind,
    /// None.
    No,
    /// This operator of the wire contract.
    With(&'static str),
}

/// A field of a resource.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    /// Where it is not the usual one of that name.
    pub label: Option<Label>,
    /// What its form says below it, so that its name stays short.
    pub hint: Option<Label>,
    pub required: bool,
    /// Value of a new row without one; for an image, what is shown while there is none.
    pub default: Option<&'static str>,
    /// No two rows have the same.
    pub unique: bool,
    /// Of a unique field that may stay empty: only rows with the same value of this field are compared.
    pub within: Option<&'static str>,
    pub access: Access,
    /// The JSON type that clients get where it is not that of the kind; empty where it is more than one.
    pub documented_as: Option<&'static str>,
    pub rule: Option<Rule>,
    /// Shown through a mask to those without the right to see contact data.
    pub mask: Option<Mask>,
    /// Labels of 0 and 1 of a status, if not 'disabled' and 'enabled'.
    pub states: Option<&'static [Choice; 2]>,
    pub search: Search,
    /// Whether it is a column of the list, if its kind does not say so.
    pub column: Option<bool>,
    /// A field of the form.
    pub form: bool,
    /// Whether the list may be sorted by it, if its kind does not say so.
    pub sortable: Option<bool>,
    /// A field behind it holds the same text in English.
    pub translated: bool,
    /// The field whose text it holds in English.
    pub translates: Option<&'static str>,
}

impl Field {
    /// An optional field.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            label: None,
            hint: None,
            required: false,
            default: None,
            unique: false,
            within: None,
            access: Access::Open,
            documented_as: None,
            rule: None,
            mask: None,
            states: None,
            search: Search::ByKind,
            column: None,
            form: true,
            sortable: None,
            translated: false,
            translates: None,
        }
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

    /// A field whose values are unique among rows with the same value of another field.
    #[must_use]
    pub const fn unique_within(mut self, field: &'static str) -> Self {
        (self.unique, self.within) = (true, Some(field));
        self
    }

    /// The default of a new row.
    #[must_use]
    pub const fn default(mut self, value: &'static str) -> Self {
        self.default = Some(value);
        self
    }

    /// Its name for people.
    #[must_use]
    pub const fn named(mut self, zh: &'static str, en: &'static str) -> Self {
        self.label = Some(label(zh, en));
        self
    }

    /// What its form says below it: what an empty value or 0 means, an example.
    #[must_use]
    pub const fn hinted(mut self, zh: &'static str, en: &'static str) -> Self {
        self.hint = Some(label(zh, en));
        self
    }

    /// Shown, written by the server only.
    #[must_use]
    pub const fn read_only(mut self) -> Self {
        self.access = Access::ReadOnly;
        self.form = false;
        self
    }

    /// Written when a row is made.
    #[must_use]
    pub const fn write_once(mut self) -> Self {
        self.access = Access::WriteOnce;
        self
    }

    /// Neither shown nor written through the API.
    #[must_use]
    pub const fn hidden(mut self) -> Self {
        self.access = Access::Hidden;
        self.form = false;
        self.column = Some(false);
        self.search = Search::No;
        self
    }

    /// The JSON type clients get; empty where there is more than one.
    #[must_use]
    pub const fn documented_as(mut self, json: &'static str) -> Self {
        self.documented_as = Some(json);
        self
    }

    /// The format of its text.
    #[must_use]
    pub const fn rule(mut self, rule: Rule) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Contact data, behind a mask.
    #[must_use]
    pub const fn masked(mut self, mask: Mask) -> Self {
        self.mask = Some(mask);
        self
    }

    /// Labels of 0 and 1 of a status.
    #[must_use]
    pub const fn named_states(mut self, states: &'static [Choice; 2]) -> Self {
        self.states = Some(states);
        self
    }

    /// The labels of a status; `None` for other kinds.
    #[must_use]
    pub const fn states(&self) -> Option<&'static [Choice]> {
        match (self.kind, self.states) {
            (Kind::Status, Some(states)) => Some(states),
            (Kind::Status, None) => Some(DISABLED_ENABLED),
            _ => None,
        }
    }

    /// The operator of its common search.
    #[must_use]
    pub const fn search(mut self, operator: &'static str) -> Self {
        self.search = Search::With(operator);
        self
    }

    /// Not offered in the common search.
    #[must_use]
    pub const fn unsearched(mut self) -> Self {
        self.search = Search::No;
        self
    }

    /// No column of the list.
    #[must_use]
    pub const fn off_list(mut self) -> Self {
        self.column = Some(false);
        self
    }

    /// A column of the list though its kind usually is none.
    #[must_use]
    pub const fn on_list(mut self) -> Self {
        self.column = Some(true);
        self
    }

    /// Its text may be given in English as well: see the module `translated`.
    #[must_use]
    pub const fn translated(mut self) -> Self {
        self.translated = true;
        self
    }

    /// The list can't be sorted by it.
    #[must_use]
    pub const fn unsorted(mut self) -> Self {
        self.sortable = Some(false);
        self
    }

    /// The list may be sorted by it.
    #[must_use]
    pub const fn sortable(mut self) -> Self {
        self.sortable = Some(true);
        self
    }

    /// Whether it is a column of the list.
    #[must_use]
    pub fn is_column(&self) -> bool {
        self.column.unwrap_or_else(|| self.kind.facts().on_list)
    }

    /// Whether the list may be sorted by it.
    #[must_use]
    pub fn is_sortable(&self) -> bool {
        self.sortable.unwrap_or_else(|| self.kind.facts().sortable)
    }

    /// The operator of its common search, if any.
    #[must_use]
    pub fn operator(&self) -> Option<&'static str> {
        match self.search {
            Search::No => None,
            Search::With(operator) => Some(operator),
            Search::ByKind => self.kind.facts().operator,
        }
    }

    /// Values with their labels; empty where it takes others.
    #[must_use]
    pub fn choices(&self) -> &'static [Choice] {
        self.states().unwrap_or_else(|| self.kind.facts().choices)
    }

    /// What is stored of a new row without a value. The default of an image is only shown.
    #[must_use]
    pub fn stored_default(&self) -> Option<&'static str> {
        self.default.filter(|_| self.kind != Kind::Image)
    }

    /// Target of its reference.
    #[must_use]
    pub fn target(&self) -> Option<Target> {
        self.kind.facts().target
    }

    /// Whether it refers to several rows.
    #[must_use]
    pub const fn refers_to_several(&self) -> bool {
        matches!(self.kind, Kind::References(_))
    }

    /// Whether it has an index of its own.
    #[must_use]
    pub fn indexed(&self) -> bool {
        self.unique || self.kind.facts().indexed
    }

    /// Its name for people.
    #[must_use]
    pub fn label(&self) -> Label {
        self.label.unwrap_or_else(|| crate::resource::labels::of(self.name))
    }

    /// The least and the most of a number.
    #[must_use]
    pub fn range(&self) -> Option<(i64, i64)> {
        self.kind.facts().range
    }
}
