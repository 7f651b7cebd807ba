//! Compiles the query of a declared resource's list into SurrealQL.

mod column;

use std::borrow::Cow;

use surrealdb::types::{Object, Value};

use self::column::column;
pub use self::column::quoted;
use super::catalogue::Catalogue;
use super::declaration::{Kind, Resource};
use crate::engine::transaction::Vars;
use crate::engine::value::{array, id, int, text};
use crate::listing::{Column, Filter, ListError, ListQuery, ShownBy, WORDS, condition, contains};
use crate::scope::Scope;

/// The parts of a list's query.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// LET statements that come first, in order.
    pub before: Vec<String>,
    /// `WHERE ...`, or empty.
    pub conditions: String,
    /// Restricts the list to these rows.
    pub among: Option<Vec<Value>>,
    pub vars: Vars,
}

/// The conditions of a list: the client's, and the caller's scope.
pub fn compile(catalogue: &Catalogue, resource: &Resource, query: &ListQuery, scope: &Scope) -> Result<Compiled, ListError> {
    let mut made = Compiled::default();
    let mut all = scoped(resource, scope, &mut made.vars);
    if let Some(shown) = &query.shown {
        let mut texts = Object::new();
        for (key, shown_text) in shown.texts.iter() {
            texts.insert(key.as_str(), text(shown_text));
        }
        made.vars.push((SHOWN, Value::Object(texts)));
    }
    for (filter, name) in query.conditions()? {
        if let Some(condition) = filtered(catalogue, resource, query, (filter, name), &mut made)? {
            all.push(condition);
        }
    }
    // A row must contain every word.
    for (word, name) in query.search_terms().into_iter().zip(WORDS) {
        let searched = resource.quick.iter().enumerate();
        let within = searched.filter_map(|(at, field)| quick(catalogue, resource, query, (field, at), name, &mut made.before)).collect::<Vec<_>>();
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

/// The conditions of the caller's scope.
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

/// Bind name of the translated texts.
const SHOWN: &str = "shown_texts";

/// A column of the list's own table, as its reader sees it.
fn own_column(resource: &Resource, query: &ListQuery, name: &str) -> Option<Column> {
    let column = column(resource, name)?;
    Some(match &query.shown {
        Some(shown) if shown.field == name => {
            let stored = column.expression.as_ref();
            let shown_or = |key: &str, stored: &str| format!("(${SHOWN}[{key}] ?? {stored})");
            let expression = match shown.by {
                ShownBy::Row => shown_or("<string>record::id(id)", stored),
                ShownBy::Parts(between) => {
                    let part = |at: usize| format!("string::split({stored}, '{between}')[{at}]");
                    let [first, second] = [0, 1].map(|at| shown_or(&part(at), &part(at)));
                    format!("({first} + (IF string::contains({stored}, '{between}') {{ '{between}' + {second} }} ELSE {{ '' }}))")
                }
            };
            Column { expression: Cow::Owned(expression), ..column }
        }
        _ => column,
    })
}

/// The condition that a searched field contains a word, which is bound by this name. Rows that the field refers to are
/// looked up before: a query within the condition would be run for each row.
fn quick(
    catalogue: &Catalogue,
    resource: &Resource,
    query: &ListQuery,
    (name, at): (&str, usize),
    bound: &str,
    before: &mut Vec<String>,
) -> Option<String> {
    if let Some((relation, field)) = name.split_once('.') {
        let (key, target) = resource.relation(relation)?;
        let other = catalogue.of_table(target.table)?;
        let column = column(other, field)?;
        let condition = contains(&column.expression, column.compare, bound);
        before.push(format!("LET $r{bound}_{at} = (SELECT VALUE record::id(id) FROM {} WHERE {condition})", target.table));
        return Some(format!("{} IN $r{bound}_{at}", quoted(key.name)));
    }
    let column = own_column(resource, query, name)?;
    Some(contains(&column.expression, column.compare, bound))
}

fn filtered(
    catalogue: &Catalogue,
    resource: &Resource,
    query: &ListQuery,
    (filter, name): (&Filter, &'static str),
    made: &mut Compiled,
) -> Result<Option<String>, ListError> {
    let zone = query.zone;
    let unknown = || ListError::Column(filter.field.clone());
    // The table's own name may precede a field.
    let path = filter.field.strip_prefix(&format!("{}.", resource.table)).unwrap_or(&filter.field);
    let Some((relation, field)) = path.rsplit_once('.') else {
        return condition(filter, &own_column(resource, query, path).ok_or_else(unknown)?, name, zone, &mut made.vars);
    };
    let (key, target) = resource.relation(relation).ok_or_else(unknown)?;
    let other = catalogue.of_table(target.table).ok_or_else(unknown)?;
    let shown = field == "id" || target.shows.contains(&field);
    let column = column(other, field).filter(|_| shown).ok_or_else(unknown)?;
    let Some(condition) = condition(filter, &column, name, zone, &mut made.vars)? else { return Ok(None) };
    // Bound first, so that the planner sees values and takes the index of the key.
    made.before.push(format!("LET $r{name} = (SELECT VALUE record::id(id) FROM {} WHERE {condition})", target.table));
    let within = if matches!(key.kind, Kind::References(_)) { "CONTAINSANY" } else { "IN" };
    Ok(Some(format!("{} {within} $r{name}", quoted(key.name))))
}

/// The order of a list: its ORDER BY, and a further column that it needs.
pub fn order(resource: &Resource, query: &ListQuery) -> Result<(String, Option<String>), ListError> {
    let (name, descends) = match &query.order {
        Some((name, descends)) => (name.as_str(), *descends),
        None => resource.order,
    };
    let direction = if descends { "DESC" } else { "ASC" };
    let unknown = || ListError::Column(name.to_owned());
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
    let column = own_column(resource, query, path).ok_or_else(unknown)?;
    if query.shown.as_ref().is_some_and(|shown| shown.field == path) {
        return Ok((format!("sorted_by {direction}, id DESC"), Some(format!("{} AS sorted_by", column.expression))));
    }
    Ok((format!("{} {direction}, id DESC", column.expression), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_quick_search_runs_a_query_for_each_row() {
        let catalogue = Catalogue::compiled();
        let query = ListQuery { quick: "pen box".into(), ..ListQuery::default() };
        let mut related = 0;
        for resource in catalogue.all() {
            let made = compile(&catalogue, resource, &query, &Scope::system()).unwrap();
            assert!(!made.conditions.contains("SELECT"), "{}: {}", resource.controller, made.conditions);
            related += made.before.len();
            let names: std::collections::BTreeSet<_> = made.before.iter().map(|text| text.split(' ').nth(1)).collect();
            assert_eq!(names.len(), made.before.len(), "{}: {:?}", resource.controller, made.before);
        }
        assert!(related > 10, "{related}");
    }
}
