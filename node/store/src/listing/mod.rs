//! What a client asks of a list (wire contract 3.1): of orders, inventory and ledger rows as of declared resources.

pub mod columns;
mod condition;
pub mod names;
pub(crate) mod referred;
pub mod stock_rows;

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono_tz::Tz;

pub(crate) use self::condition::{Column, Compare, condition, contains};

/// Most conditions of one list.
pub(crate) const FILTERS_MAX: usize = 24;
/// Most values of an IN.
pub(crate) const VALUES_MAX: usize = 500;
/// Longest page.
pub const LIMIT_MAX: i64 = 200;
/// Names of bound values, one for a condition.
pub(crate) const NAMES: [&str; FILTERS_MAX] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18", "f19", "f20", "f21",
    "f22", "f23",
];
/// Names of the bound words of a quick search.
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
    /// By each of the two parts of the stored text that this stands between; a text may be a first part alone. Every
    /// row has a copy of the texts made for it, so that a long table wants few of them.
    Parts(&'static str),
}

/// Texts that a list shows in place of the stored ones: they are searched and sorted as the reader sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTexts {
    pub field: &'static str,
    pub by: ShownBy,
    /// A row that is not named here shows what is stored.
    pub texts: Arc<BTreeMap<String, String>>,
}

/// What a client asks of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// From 1.
    pub page: i64,
    pub limit: i64,
    /// Field and whether it descends.
    pub order: Option<(String, bool)>,
    pub quick: String,
    pub filters: Vec<Filter>,
    /// The values of a remote select that are to be shown.
    pub init: Option<Filter>,
    /// The answer is for a remote select.
    pub select: bool,
    /// A tree is asked for as a tree.
    pub tree: bool,
    /// The site's clock.
    pub zone: Tz,
    /// What is shown otherwise than it is stored.
    pub shown: Option<ShownTexts>,
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
    #[error("the operator {0} is not known")]
    Operator(String),
    #[error("{0}: the value can't be compared with the field")]
    Value(String),
    #[error("too many conditions or values")]
    TooMany,
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
        }
    }
}

impl ListQuery {
    /// All conditions.
    pub(crate) fn asked(&self) -> impl Iterator<Item = &Filter> {
        self.filters.iter().chain(&self.init)
    }

    /// All conditions, with the names their values are bound to.
    pub(crate) fn conditions(&self) -> Result<impl Iterator<Item = (&Filter, &'static str)>, ListError> {
        if self.asked().count() > FILTERS_MAX { Err(ListError::TooMany) } else { Ok(self.asked().zip(NAMES)) }
    }

    /// The words of the quick search: a row has each of them.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        self.quick.split_whitespace().take(WORDS.len()).map(str::to_lowercase).collect()
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

    /// How many rows come before the page.
    #[must_use]
    pub fn start(&self) -> i64 {
        if self.init.is_some() { 0 } else { (self.page.clamp(1, 1_000_000) - 1) * self.page_size() }
    }
}
