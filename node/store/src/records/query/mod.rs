//! What a client asks of a list, and the SurrealQL it becomes. Names come from the declaration,
//! operators from the table in [`condition`], values are always bound.

mod condition;

use chrono_tz::Tz;
use surrealdb::types::Value;

pub use self::condition::quoted;
use self::condition::{VALUES_MAX, column, condition, contains};
use super::catalogue;
use super::declaration::{Kind, Resource};
use super::error::RecordError;
use crate::scope::Scope;
use crate::transaction::Vars;
use crate::value::{array, id, int, text};

/// Most conditions of one list.
const FILTERS_MAX: usize = 24;
/// Longest page.
pub const LIMIT_MAX: i64 = 200;
/// Names of bound values, one for a condition.
const NAMES: [&str; FILTERS_MAX] = [
    "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16", "f17", "f18", "f19", "f20", "f21",
    "f22", "f23",
];

/// Names of the bound words of a quick search.
const WORDS: [&str; 5] = ["q0", "q1", "q2", "q3", "q4"];

/// One condition as a client asks for it (wire contract 3.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    pub field: String,
    pub operator: String,
    pub values: Vec<String>,
    /// `render` is `datetime`: the values are date-times of the site's clock.
    pub datetime: bool,
}

/// What a client asks of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordQuery {
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
}

impl Default for RecordQuery {
    fn default() -> Self {
        Self { page: 1, limit: 10, order: None, quick: String::new(), filters: vec![], init: None, select: false, tree: true, zone: Tz::UTC }
    }
}

impl RecordQuery {
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

/// The parts of a list's query.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// LET statements that come first, in this order.
    pub before: Vec<String>,
    /// `WHERE ...`, or empty.
    pub conditions: String,
    /// Only these rows come into question.
    pub among: Option<Vec<Value>>,
    pub vars: Vars,
}

/// The conditions of a list: what the client asks, what the caller may see.
pub fn compile(resource: &Resource, query: &RecordQuery, scope: &Scope) -> Result<Compiled, RecordError> {
    let mut made = Compiled::default();
    let mut all = scoped(resource, scope, &mut made.vars);
    let asked = query.filters.iter().chain(&query.init);
    if asked.clone().count() > FILTERS_MAX {
        return Err(RecordError::TooMany);
    }
    for (filter, name) in asked.zip(NAMES) {
        if let Some(condition) = filtered(resource, filter, name, query.zone, &mut made)? {
            all.push(condition);
        }
    }
    // Several words: each of them.
    for (word, name) in query.words().into_iter().zip(WORDS) {
        let within = resource.quick.iter().filter_map(|field| quick(resource, field, name)).collect::<Vec<_>>();
        if within.is_empty() {
            break;
        }
        all.push(format!("({})", within.join(" OR ")));
        made.vars.push((name, text(&word)));
    }
    if !all.is_empty() {
        made.conditions = format!("WHERE {}", all.join(" AND "));
    }
    Ok(made)
}

/// What a caller may see.
pub fn scoped(resource: &Resource, scope: &Scope, vars: &mut Vars) -> Vec<String> {
    let mut all = Vec::new();
    let list = |keys: &[i64], column: &str| array(keys.iter().map(|key| if column == "id" { id(resource.table, *key) } else { int(*key) }).collect());
    if let (Some(column), Some(warehouses)) = (resource.warehouse, scope.only_warehouses()) {
        all.push(format!("{column} IN $scope_warehouses"));
        vars.push(("scope_warehouses", list(warehouses, column)));
    }
    if let (Some(column), Some(owners)) = (resource.owner, scope.only_owners()) {
        all.push(format!("{column} IN $scope_owners"));
        vars.push(("scope_owners", list(owners, column)));
    }
    if let Some(rows) = scope.only_rows() {
        all.push("id IN $scope_rows".to_owned());
        vars.push(("scope_rows", list(rows, "id")));
    }
    all
}

fn quick(resource: &Resource, name: &str, bound: &str) -> Option<String> {
    if let Some((relation, field)) = name.split_once('.') {
        let (key, target) = resource.relation(relation)?;
        let other = catalogue::of_table(target.table)?;
        let column = column(other, field)?;
        let condition = contains(&column.expression, column.compare, bound);
        return Some(format!("{} IN (SELECT VALUE record::id(id) FROM {} WHERE {condition})", quoted(key.name), target.table));
    }
    let column = column(resource, name)?;
    Some(contains(&column.expression, column.compare, bound))
}

fn filtered(resource: &Resource, filter: &Filter, name: &'static str, zone: Tz, made: &mut Compiled) -> Result<Option<String>, RecordError> {
    let unknown = || RecordError::Column(filter.field.clone());
    // The main table's own name may stand before a field.
    let path = filter.field.strip_prefix(&format!("{}.", resource.table)).unwrap_or(&filter.field);
    let Some((relation, field)) = path.rsplit_once('.') else {
        return condition(filter, &column(resource, path).ok_or_else(unknown)?, name, zone, &mut made.vars);
    };
    let (key, target) = resource.relation(relation).ok_or_else(unknown)?;
    let other = catalogue::of_table(target.table).ok_or_else(unknown)?;
    let shown = field == "id" || target.shows.contains(&field);
    let column = column(other, field).filter(|_| shown).ok_or_else(unknown)?;
    let Some(condition) = condition(filter, &column, name, zone, &mut made.vars)? else { return Ok(None) };
    // Bound first, so that the planner sees values and takes the index of the key.
    made.before.push(format!("LET $r{name} = (SELECT VALUE record::id(id) FROM {} WHERE {condition})", target.table));
    let within = if matches!(key.kind, Kind::References(_)) { "CONTAINSANY" } else { "IN" };
    Ok(Some(format!("{} {within} $r{name}", quoted(key.name))))
}

/// The order of a list: its ORDER BY, and a further column that it needs.
pub fn order(resource: &Resource, query: &RecordQuery) -> Result<(String, Option<String>), RecordError> {
    let (name, descends) = match &query.order {
        Some((name, descends)) => (name.as_str(), *descends),
        None => resource.order,
    };
    let direction = if descends { "DESC" } else { "ASC" };
    let unknown = || RecordError::Column(name.to_owned());
    let path = name.strip_prefix(&format!("{}.", resource.table)).unwrap_or(name);
    if path == "id" {
        return Ok((format!("id {direction}"), None));
    }
    if let Some((relation, field)) = path.rsplit_once('.') {
        let (key, target) = resource.relation(relation).filter(|(_, target)| target.shows.contains(&field)).ok_or_else(unknown)?;
        let shown = target.shows.iter().find(|shown| **shown == field).ok_or_else(unknown)?;
        let extra =
            format!("(IF {0} {{ type::record('{1}', {0}).{2} }} ELSE {{ NONE }}) AS sorted_by", quoted(key.name), target.table, quoted(shown));
        return Ok((format!("sorted_by {direction}, id DESC"), Some(extra)));
    }
    let column = column(resource, path).ok_or_else(unknown)?;
    Ok((format!("{} {direction}, id DESC", column.expression), None))
}
