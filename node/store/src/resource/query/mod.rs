//! Compiles the query of a declared resource's list into SurrealQL.

mod column;

use std::borrow::Cow;
use std::collections::BTreeSet;

use surrealdb::types::{Object, Value};

use self::column::column;
pub use self::column::quoted;
use super::alike::sorted_column;
use super::catalogue::Catalogue;
use super::declaration::Resource;
use crate::engine::look_up::TOGETHER;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, id, int, text};
use crate::listing::{Column, Filter, ListError, ListQuery, ShownBy, Sought, WORDS, condition, contains, one_of};
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
        let within =
            searched.filter_map(|(at, field)| quick(catalogue, resource, query, (field, at), (&word, name), &mut made.before)).collect::<Vec<_>>();
        if within.is_empty() {
            break;
        }
        all.push(format!("({})", within.join(" OR ")));
        made.vars.push((name, word.bound()));
    }
    if !all.is_empty() {
        made.conditions = format!("WHERE {}", all.join(" AND "));
    }
    Ok(made)
}

/// By what a condition names rows.
#[derive(Clone, Debug, PartialEq)]
pub enum Named {
    /// Their ids.
    Ids(BTreeSet<i64>),
    /// Values of this field.
    By(&'static str, Vec<Value>),
}

/// The first condition that names rows by more ids, or values of a field with an index, than the database looks up
/// at once: it would read the whole table.
pub fn named(resource: &Resource, query: &ListQuery) -> Option<Named> {
    query.asked().find_map(|filter| {
        let name = filter.field.strip_prefix(&format!("{}.", resource.table)).unwrap_or(&filter.field);
        let texts = one_of(filter).filter(|texts| texts.len() > TOGETHER)?;
        if name == "id" {
            return Some(Named::Ids(texts.into_iter().filter_map(|key| key.parse().ok()).collect()));
        }
        let field = resource.field(name).filter(|field| field.indexed())?;
        // What is shown in its place has no index.
        let column = own_column(resource, query, name).filter(|column| column.expression == quoted(field.name))?;
        Some(Named::By(field.name, texts.into_iter().filter_map(|value| column.value(value)).collect()))
    })
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
    if let (Some(warehouse), Some(owner)) = (resource.warehouse, resource.owner) {
        let number = |column: &str| if column == "id" { "record::id(id)".to_owned() } else { column.to_owned() };
        all.extend(scope.within_shares(&[&number(warehouse)], &number(owner)));
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
    Some(as_shown(column(resource, name)?, query, name))
}

/// The column at a path, as its reader sees it.
fn as_shown(column: Column, query: &ListQuery, path: &str) -> Column {
    match shown_expression(query, path, &column.expression) {
        Some(expression) => Column { expression: Cow::Owned(expression), sought: None, ..column },
        None => column,
    }
}

/// What is shown in place of what the expression at a path has, where texts are shown in translation.
fn shown_expression(query: &ListQuery, path: &str, stored: &str) -> Option<String> {
    let shown = query.shown.as_ref().filter(|shown| shown.field == path)?;
    let shown_or = |key: &str, stored: &str| format!("(${SHOWN}[{key}] ?? {stored})");
    Some(match shown.by {
        ShownBy::Row => shown_or("<string>record::id(id)", stored),
        ShownBy::Parts(between) => {
            let part = |at: usize| format!("string::split({stored}, '{between}')[{at}]");
            let [first, second] = [0, 1].map(|at| shown_or(&part(at), &part(at)));
            format!("({first} + (IF string::contains({stored}, '{between}') {{ '{between}' + {second} }} ELSE {{ '' }}))")
        }
    })
}

/// The condition that a searched field contains a word, whose forms are bound by this name. Rows that the field refers to are
/// looked up before: a query within the condition would be run for each row.
fn quick(
    catalogue: &Catalogue,
    resource: &Resource,
    query: &ListQuery,
    (name, at): (&str, usize),
    (sought, bound): (&Sought, &str),
    before: &mut Vec<String>,
) -> Option<String> {
    if let Some((relation, field)) = name.split_once('.') {
        let (key, target) = resource.relation(relation)?;
        let other = catalogue.of_table(target.table)?;
        let column = as_shown(column(other, field)?, query, name);
        let condition = contains(&column, sought, bound);
        before.push(format!("LET $r{bound}_{at} = (SELECT VALUE record::id(id) FROM {} WHERE {condition})", target.table));
        return Some(format!("{} IN $r{bound}_{at}", quoted(key.name)));
    }
    let column = own_column(resource, query, name)?;
    if query.masked && is_behind_mask(resource, name) {
        // Rows that are found by a part of it would tell the part.
        return Some(format!("{} = ${bound}[0]", column.sought_text()));
    }
    Some(contains(&column, sought, bound))
}

fn is_behind_mask(resource: &Resource, name: &str) -> bool {
    resource.field(name).is_some_and(|field| field.mask.is_some())
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
    let column = as_shown(column(other, field).filter(|_| shown).ok_or_else(unknown)?, query, path);
    let Some(condition) = condition(filter, &column, name, zone, &mut made.vars)? else { return Ok(None) };
    // Bound first, so that the planner sees values and takes the index of the key.
    made.before.push(format!("LET $r{name} = (SELECT VALUE record::id(id) FROM {} WHERE {condition})", target.table));
    let within = if key.refers_to_several() { "CONTAINSANY" } else { "IN" };
    Ok(Some(format!("{} {within} $r{name}", quoted(key.name))))
}

/// The order of a list: its ORDER BY, and a further column that it needs.
pub fn order(catalogue: &Catalogue, resource: &Resource, query: &ListQuery) -> Result<(String, Option<String>), ListError> {
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
        let row = format!("type::record('{}', {})", target.table, quoted(key.name));
        let translated = shown_expression(query, path, &format!("{row}.{}", quoted(shown)));
        let by = translated.unwrap_or_else(|| format!("{row}.{}", sorted_as(catalogue.of_table(target.table), shown)));
        let extra = format!("(IF {} {{ {by} }} ELSE {{ NONE }}) AS sorted_by", quoted(key.name));
        return Ok((format!("sorted_by {direction}, id DESC"), Some(extra)));
    }
    let column = own_column(resource, query, path).ok_or_else(unknown)?;
    if query.shown.as_ref().is_some_and(|shown| shown.field == path) {
        return Ok((format!("sorted_by {direction}, id DESC"), Some(format!("{} AS sorted_by", column.expression))));
    }
    let sorted = if path == column.expression.trim_matches('`') { sorted_as(Some(resource), path) } else { column.expression.into_owned() };
    Ok((format!("{sorted} {direction}, id DESC"), None))
}

/// The column by which a field of a table is sorted: its sort key, where it has one.
fn sorted_as(resource: Option<&Resource>, name: &str) -> String {
    let natural = resource.and_then(|resource| resource.field(name).filter(|field| resource.sorts_naturally(field)));
    natural.map_or_else(|| quoted(name), |field| sorted_column(field.name))
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

    #[test]
    fn what_is_masked_is_found_by_the_whole_of_it() {
        let catalogue = Catalogue::compiled();
        let members = crate::resource::catalogue::find("shop.user.User").unwrap();
        let asked = |masked: bool| {
            let query = ListQuery { quick: "13800138000".into(), masked, ..ListQuery::default() };
            compile(&catalogue, members, &query, &Scope::system()).unwrap().conditions
        };
        let equal = |conditions: &str| conditions.split(" OR ").filter(|part| part.contains("mobile") && part.contains(" = $")).count();
        assert_eq!((equal(&asked(true)), equal(&asked(false))), (1, 0), "{}", asked(true));
        assert_eq!(asked(true).matches(" CONTAINS ").count() + 1, asked(false).matches(" CONTAINS ").count());
        // Nor is it in the memory of quick searches, which knows no masks.
        let mut searched = catalogue.all().filter(|resource| resource.quick.iter().any(|name| is_behind_mask(resource, name)));
        assert!(searched.all(|resource| !resource.remembered));
    }

    #[test]
    fn many_ids_or_values_of_an_index_name_rows() {
        let product = crate::resource::catalogue::find("warehouse.Product").unwrap();
        let ask = |field: &str, operator: &str, count: usize| {
            let values = (0..count).map(|number| number.to_string()).collect::<Vec<_>>();
            let values = if operator == "IN" { vec![values.join(", ")] } else { values };
            let filter = Filter { field: field.into(), operator: operator.into(), values, datetime: false };
            named(product, &ListQuery { filters: vec![filter], ..ListQuery::default() })
        };
        let all: BTreeSet<i64> = (0..33).collect();
        assert_eq!(ask("id", "IN", 33), Some(Named::Ids(all.clone())));
        assert_eq!(ask("product.id", "=", 33), Some(Named::Ids(all)));
        let Some(Named::By("product_no", numbers)) = ask("product_no", "in", 40) else { panic!("not by its number") };
        assert_eq!(numbers.len(), 40);
        assert!(matches!(ask("unit_id", "IN", 33), Some(Named::By("unit_id", _))));
        // Few are looked up by the database itself; others have no index, or are not asked for one by one.
        for (field, operator, count) in [("id", "IN", 32), ("spec", "IN", 33), ("id", "NOT IN", 33), ("unit.name", "IN", 33), ("none", "IN", 33)] {
            assert_eq!(ask(field, operator, count), None, "{field} {operator}");
        }
    }
}
