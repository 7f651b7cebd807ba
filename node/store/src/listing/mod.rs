//! The query of a list (wire contract 3.1), the same for orders, inventory, ledger rows and declared resources.

pub mod columns;
mod condition;
pub mod names;
pub(crate) mod referred;
pub(crate) mod row_test;
pub(crate) mod sought;
pub mod stock_rows;

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono_tz::Tz;

pub(crate) use self::condition::{Column, Compare, condition, contains, one_of};
pub(crate) use self::sought::Sought;

/// Most conditions of one list.
pub(crate) const FILTERS_MAX: usize = 24;
/// Most values of an IN.
pub(crate) const VALUES_MAX: usize = 500;
/// Longest page.
pub const LIMIT_MAX: i64 = 200;
/// Bind names of the values, one per condition.
pub(crate) const NAMES: [&str; FILTERS_MAX] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18", "f19", "f20", "f21",
    "f22", "f23",
];
/// Bind names of the words of a quick search.
pub(crate) const WORDS: [&str; 5] = ["q0", "q1", "q2", "q3", "q4"];

/// One condition as a client asks for it (wire contract 3.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    pub field: String,
    pub operator: String,
    pub values: Vec<String>,
    /// `render` is `datetime`: the values are date-times of the site's clock.
    pub datetime: bool,
}

/// How the text that is shown of a row is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownBy {
    /// By the row's id.
    Row,
    /// By each of the two parts of the stored text around this separator; a text may have the first part alone. The
    /// database copies the texts for every row, so long tables should have few of them.
    Parts(&'static str),
}

/// Translated texts that a list shows in place of the stored ones; search and sort use them too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTexts {
    pub field: &'static str,
    pub by: ShownBy,
    /// Rows that are missing here show the stored text.
    pub texts: Arc<BTreeMap<String, String>>,
}

/// The query of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// From 1.
    pub page: i64,
    pub limit: i64,
    /// Field and whether it descends.
    pub order: Option<(String, bool)>,
    pub quick: String,
    pub filters: Vec<Filter>,
    /// The current values of a remote select.
    pub init: Option<Filter>,
    /// The answer is for a remote select.
    pub select: bool,
    /// A tree is asked for as a tree.
    pub tree: bool,
    /// The site's clock.
    pub zone: Tz,
    /// Texts that are shown in translation.
    pub shown: Option<ShownTexts>,
    /// The reader sees contact data through masks: a quick search finds it by the whole of it alone.
    pub masked: bool,
    /// Fields that clients name though no list has them: where a list has none of that name, conditions and an order by it
    /// are passed over.
    pub ignored: Vec<String>,
}

/// One page.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Page<T = serde_json::Value> {
    pub list: Vec<T>,
    pub total: i64,
}

/// A condition or an order that can't be understood.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ListError {
    #[error("{0} can't be searched or sorted by")]
    Column(String),
    #[error("{field}: the operator {operator} is not known")]
    Operator { field: String, operator: String },
    #[error("{0}: the value can't be compared with the field")]
    Value(String),
    #[error("too many conditions or values")]
    TooMany,
}

impl ListError {
    /// The field that is wrong, if it is one.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Column(field) | Self::Value(field) | Self::Operator { field, .. } => Some(field),
            Self::TooMany => None,
        }
    }
}

impl Default for ListQuery {
    fn default() -> Self {
        Self {
            page: 1,
            limit: 10,
            order: None,
            quick: String::new(),
            filters: vec![],
            init: None,
            select: false,
            tree: true,
            zone: Tz::UTC,
            shown: None,
            masked: false,
            ignored: vec![],
        }
    }
}

impl ListQuery {
    /// Passes over conditions and an order by ignored fields, but never by one that the list has.
    pub fn pass_over_ignored(&mut self, has: impl Fn(&str) -> bool) {
        let ignored = std::mem::take(&mut self.ignored);
        let passes = |field: &str| has(field) || !ignored.iter().any(|name| name == field);
        self.filters.retain(|filter| passes(&filter.field));
        self.order = self.order.take().filter(|(field, _)| passes(field));
        self.ignored = ignored;
    }

    /// All conditions.
    pub fn asked(&self) -> impl Iterator<Item = &Filter> {
        self.filters.iter().chain(&self.init)
    }

    /// The same list with another column in the place of one, in its conditions and its order.
    #[must_use]
    pub fn with_column(mut self, column: &str, other: &str) -> Self {
        let filters = self.filters.iter_mut().chain(&mut self.init).map(|filter| &mut filter.field);
        let named = filters.chain(self.order.as_mut().map(|(name, _)| name));
        named.filter(|name| *name == column).for_each(|name| other.clone_into(name));
        self
    }

    /// All conditions, with the names their values are bound to.
    pub(crate) fn conditions(&self) -> Result<impl Iterator<Item = (&Filter, &'static str)>, ListError> {
        if self.asked().count() > FILTERS_MAX { Err(ListError::TooMany) } else { Ok(self.asked().zip(NAMES)) }
    }

    /// The words of the quick search. A row must contain each of them.
    pub(crate) fn search_terms(&self) -> Vec<Sought> {
        Sought::words(&self.quick).take(WORDS.len()).collect()
    }

    /// How many rows a page has.
    #[must_use]
    pub fn page_size(&self) -> i64 {
        match self.limit {
            _ if self.init.is_some() => VALUES_MAX as i64,
            limit if limit <= 0 => 10,
            limit => limit.min(LIMIT_MAX),
        }
    }

    /// Number of rows before the page.
    #[must_use]
    pub fn start(&self) -> i64 {
        if self.init.is_some() { 0 } else { (self.page.clamp(1, 1_000_000) - 1) * self.page_size() }
    }
}
