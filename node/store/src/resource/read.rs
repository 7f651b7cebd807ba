//! Reads the rows of a declared resource within the caller's scope, with their related rows.

use std::collections::BTreeSet;

use actors::store::StoreError;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use surrealdb::types::{Object, Value};

use super::declaration::{Access, Resource};
use super::error::RecordError;
use super::listed::Listed;
use super::pages::PageCache;
use super::query::{self, Compiled, Named, quoted};
use super::row::typed;
use super::rows::ListedRows;
use super::tree;
use crate::cache::Stamp;
use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, id, int};
use crate::listing::ListQuery;
use crate::scope::Scope;

/// Most rows of a tree.
const TREE_MAX: i64 = 10_000;
/// Most rows that a quick search hands over to be filtered and sorted.
const FOUND_MAX: usize = 1_000;

impl Resource {
    /// The columns that lists and details show.
    #[must_use]
    pub fn selection(&self) -> String {
        let mut parts = vec!["record::id(id) AS id".to_owned()];
        parts.extend(self.visible_fields().map(|field| quoted(field.name)));
        if self.stamped {
            parts.extend(["create_time", "update_time", "version ?? 1 AS version"].map(str::to_owned));
        }
        if self.older_times {
            parts.extend(["create_time AS createtime", "update_time AS updatetime"].map(str::to_owned));
        }
        for field in self.fields {
            let Some(target) = field.target() else { continue };
            let (key, table, relation) = (quoted(field.name), target.table, quoted(target.relation));
            if field.refers_to_several() {
                let each = |shown: &&str| format!("{0}: {key}.map(|$one| type::record('{table}', $one).{0})", quoted(shown));
                parts.push(format!("{{ {} }} AS {relation}", target.shows.iter().map(each).collect::<Vec<_>>().join(", ")));
            } else {
                let shows = target.shows.iter().map(|shown| quoted(shown)).collect::<Vec<_>>().join(", ");
                parts.push(format!("(IF {key} {{ type::record('{table}', {key}).{{ {shows} }} }} ELSE {{ NONE }}) AS {relation}"));
            }
        }
        parts.join(", ")
    }

    /// Fields that may be seen.
    pub fn visible_fields(&self) -> impl Iterator<Item = &'static super::declaration::Field> + use<> {
        self.fields.iter().filter(|field| field.access != Access::Hidden && !field.kind.facts().write_only)
    }

    /// Brings a row that was read into the form of the wire.
    pub fn present(&self, row: &mut Json) {
        for field in self.fields {
            if let Some(value) = row.get_mut(field.name) {
                field.kind.behaviour().present(field, value);
            }
        }
    }

    /// The field that names a row.
    #[must_use]
    pub fn title_field(&self) -> &'static str {
        let named = ["title", "name", "nickname", "username"].into_iter().find(|name| self.field(name).is_some());
        named.unwrap_or_else(|| self.fields.first().map_or("id", |field| field.name))
    }
}

impl Store {
    /// The rows of a list as what they are, for code that knows the resource.
    pub async fn records_as<T: DeserializeOwned>(&self, resource: &Resource, query: &ListQuery, scope: &Scope) -> Result<Vec<T>, RecordError> {
        let mut listed = self.records(resource, query, scope).await?;
        std::mem::take(listed.rows_mut()).into_iter().map(|row| typed(resource, row)).collect()
    }

    /// One row as what it is.
    pub async fn record_as<T: DeserializeOwned>(&self, resource: &Resource, key: i64, scope: &Scope) -> Result<T, RecordError> {
        typed(resource, self.record(resource, key, scope).await?)
    }

    /// A list: a page, or a whole tree.
    pub async fn records(&self, resource: &Resource, query: &ListQuery, scope: &Scope) -> Result<Listed, RecordError> {
        let Some(stamp) = self.stamp_of(resource) else { return self.read_records(resource, query, scope).await };
        let name = format!("{} {query:?} {scope:?}", resource.table);
        let cache: &PageCache = self.memory();
        if let Some(known) = cache.find(&name, &stamp) {
            return Ok(known);
        }
        let listed = self.read_records(resource, query, scope).await?;
        cache.keep(name, stamp, &listed);
        Ok(listed)
    }

    /// Write counts of the tables a list shows; `None` when other processes write them too.
    fn stamp_of(&self, resource: &Resource) -> Option<Stamp> {
        let catalogue = self.catalogue();
        let targets = || resource.fields.iter().filter_map(|field| field.target());
        let sole = self.embedded() && resource.sole && targets().all(|target| catalogue.of_table(target.table).is_some_and(|other| other.sole));
        sole.then(|| self.writes().stamp(std::iter::once(resource.table).chain(targets().map(|target| target.table))))
    }

    async fn read_records(&self, resource: &Resource, query: &ListQuery, scope: &Scope) -> Result<Listed, RecordError> {
        let mut compiled = query::compile(&self.catalogue(), resource, query, scope)?;
        if resource.tree {
            let rows = self.select(resource, compiled, query, TREE_MAX, 0, false).await?.0;
            return Ok(match (query.select, query.init.is_some() || !query.tree) {
                (true, false) => Listed::Options(tree::indented(rows, resource.title_field())),
                (true, true) => Listed::Options(rows),
                (false, true) => Listed::Page { total: i64::try_from(rows.len()).unwrap_or(0), list: rows },
                (false, false) => Listed::Tree(tree::nested(rows)),
            });
        }
        if let Some(page) = self.quick_page(resource, query, scope).await? {
            return Ok(page);
        }
        if let Some(named) = query::named(resource, query).filter(|_| !resource.view) {
            compiled.among = Some(self.rows_named(resource, named).await?);
        }
        let (list, total) = self.select(resource, compiled, query, query.page_size(), query.start(), true).await?;
        Ok(Listed::Page { list, total })
    }

    /// The rows that a condition names. Those that are named by their ids may not be there.
    async fn rows_named(&self, resource: &Resource, named: Named) -> Result<Vec<Value>, StoreError> {
        let keys: BTreeSet<i64> = match named {
            Named::Ids(keys) => keys,
            Named::By(field, values) => {
                let of = |name: &str| format!("SELECT VALUE record::id(id) FROM {} WHERE {} IN ${name};", resource.table, quoted(field));
                self.look_up::<i64>(values, vec![], of).await?.into_iter().collect()
            }
        };
        Ok(keys.into_iter().map(|key| id(resource.table, key)).collect())
    }

    /// A page of a quick search that the memory answers; `None` where the database has to look.
    async fn quick_page(&self, resource: &Resource, query: &ListQuery, scope: &Scope) -> Result<Option<Listed>, RecordError> {
        let words: Vec<String> = query.search_terms().into_iter().map(|word| word.folded).collect();
        if words.is_empty() || !resource.remembered || !self.embedded() {
            return Ok(None);
        }
        let mut rest = query::compile(&self.catalogue(), resource, &ListQuery { quick: String::new(), ..query.clone() }, scope)?;
        let as_shown = query.order.as_ref().is_none_or(|(name, descends)| (name.as_str(), *descends) == resource.order);
        let whole = |number: i64| usize::try_from(number).unwrap_or(0);
        if rest.conditions.is_empty() && as_shown {
            let (keys, total) = self.quick_search(resource, &words, whole(query.start()), whole(query.page_size())).await?;
            let list = self.found(resource, &keys).await?;
            return Ok(Some(Listed::Page { list, total: i64::try_from(total).unwrap_or(i64::MAX) }));
        }
        let (keys, total) = self.quick_search(resource, &words, 0, FOUND_MAX).await?;
        if total > FOUND_MAX {
            return Ok(None);
        }
        rest.among = Some(keys.into_iter().map(|key| id(resource.table, key)).collect());
        let (list, total) = self.select(resource, rest, query, query.page_size(), query.start(), true).await?;
        Ok(Some(Listed::Page { list, total }))
    }

    /// Rows as lists show them, in the order of their keys.
    async fn found(&self, resource: &Resource, keys: &[i64]) -> Result<Vec<Json>, RecordError> {
        let stamp = self.stamp_of(resource);
        let mut known = stamp.as_ref().map(|stamp| self.memory::<ListedRows>().0.find(resource.table, stamp, keys)).unwrap_or_default();
        let unknown: Vec<_> = keys.iter().filter(|key| !known.contains_key(*key)).map(|key| id(resource.table, *key)).collect();
        if !unknown.is_empty() {
            let mut rows: Vec<Json> = self.rows(&format!("SELECT {} FROM $ids", resource.selection()), vec![("ids", array(unknown))]).await?;
            rows.iter_mut().for_each(|row| resource.present(row));
            let read: Vec<(i64, Json)> = rows.into_iter().filter_map(|row| row["id"].as_i64().map(|key| (key, row))).collect();
            if let Some(stamp) = &stamp {
                self.memory::<ListedRows>().0.keep(resource.table, stamp, &read);
            }
            known.extend(read);
        }
        Ok(keys.iter().filter_map(|key| known.remove(key)).collect())
    }

    async fn select(
        &self,
        resource: &Resource,
        compiled: Compiled,
        query: &ListQuery,
        limit: i64,
        start: i64,
        counted: bool,
    ) -> Result<(Vec<Json>, i64), RecordError> {
        let (order, extra) = query::order(&self.catalogue(), resource, query)?;
        let Compiled { before, conditions, among, mut vars } = compiled;
        let (table, selection) = (if among.is_some() { "$among" } else { resource.table }, resource.selection());
        // The database's shortcut for counting only works on tables.
        let count = match among {
            Some(_) => format!("RETURN array::len((SELECT VALUE id FROM {table} {conditions}))"),
            None => format!("SELECT VALUE count FROM ONLY (SELECT count() FROM {table} {conditions} GROUP ALL) LIMIT 1"),
        };
        vars.extend(among.map(|rows| ("among", array(rows))));
        let extra = extra.map(|extra| format!(", {extra}")).unwrap_or_default();
        let mut statements = before;
        let position = statements.len();
        // Related rows are looked up for the rows of the page only.
        statements.push(format!("SELECT {selection} FROM (SELECT *{extra} FROM {table} {conditions} ORDER BY {order} LIMIT $limit START $start)"));
        if counted {
            statements.push(count);
        }
        vars.push(("limit", int(limit)));
        vars.push(("start", int(start)));
        let mut response = self.run(&statements.join("; "), vars).await.map_err(StoreError::from)?;
        let mut list: Vec<Json> = take(&mut response, position)?;
        let total: Option<i64> = if counted { take(&mut response, position + 1)? } else { None };
        for row in &mut list {
            resource.present(row);
        }
        Ok((list, total.unwrap_or(0)))
    }

    /// The next rows by id, for exports.
    pub async fn records_after(
        &self,
        resource: &Resource,
        query: &ListQuery,
        scope: &Scope,
        after: i64,
        limit: i64,
    ) -> Result<Vec<Json>, RecordError> {
        let Compiled { before, conditions, mut vars, .. } = query::compile(&self.catalogue(), resource, query, scope)?;
        let mut statements = before;
        let position = statements.len();
        let source = rows_after(resource.table, &conditions, Some(id(resource.table, after)), &mut vars);
        statements.push(format!("SELECT {} FROM (SELECT * FROM {source} LIMIT $limit)", resource.selection()));
        vars.push(("limit", int(limit)));
        let mut response = self.run(&statements.join("; "), vars).await.map_err(StoreError::from)?;
        let mut rows: Vec<Json> = take(&mut response, position)?;
        for row in &mut rows {
            resource.present(row);
        }
        Ok(rows)
    }

    /// How many rows a list has.
    pub async fn count_records(&self, resource: &Resource, query: &ListQuery, scope: &Scope) -> Result<i64, RecordError> {
        let Compiled { before, conditions, vars, .. } = query::compile(&self.catalogue(), resource, query, scope)?;
        let mut statements = before;
        let position = statements.len();
        statements.push(format!("SELECT VALUE count FROM ONLY (SELECT count() FROM {} {conditions} GROUP ALL) LIMIT 1", resource.table));
        let mut response = self.run(&statements.join("; "), vars).await.map_err(StoreError::from)?;
        Ok(take::<Option<i64>>(&mut response, position)?.unwrap_or(0))
    }

    /// One row, as the form gets it: passwords are empty.
    pub async fn record(&self, resource: &Resource, key: i64, scope: &Scope) -> Result<Json, RecordError> {
        let before = self.raw_row(resource, key).await?;
        reachable(resource, &before, key, scope)?;
        let query = format!("SELECT {} FROM $row", resource.selection());
        let rows: Vec<Json> = self.rows(&query, vec![("row", id(resource.table, key))]).await?;
        let mut row = rows.into_iter().next().ok_or(RecordError::NotFound)?;
        resource.present(&mut row);
        for field in resource.fields.iter().filter(|field| field.kind.facts().write_only) {
            row[field.name] = json!("");
        }
        Ok(row)
    }

    /// One row as it is stored.
    pub(crate) async fn raw_row(&self, resource: &Resource, key: i64) -> Result<Object, RecordError> {
        self.raw_rows(resource, &[key]).await?.into_iter().next().ok_or(RecordError::NotFound)
    }

    /// Rows as they are stored.
    pub(crate) async fn raw_rows(&self, resource: &Resource, keys: &[i64]) -> Result<Vec<Object>, RecordError> {
        let ids = array(keys.iter().map(|key| id(resource.table, *key)).collect());
        let mut response = self.run("SELECT * FROM $ids", vec![("ids", ids)]).await.map_err(StoreError::from)?;
        let value: Value = response.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))?;
        let Value::Array(rows) = value else { return Ok(vec![]) };
        Ok(rows.into_vec().into_iter().filter_map(|row| if let Value::Object(row) = row { Some(row) } else { None }).collect())
    }

    /// Key field and id of every row, for matching many rows (imports).
    pub async fn keys_of(&self, table: &'static str, field: &'static str) -> Result<Vec<(String, i64)>, StoreError> {
        #[derive(serde::Deserialize)]
        struct Row {
            key: String,
            id: i64,
        }
        let query = format!("SELECT <string>{} AS key, record::id(id) AS id FROM {table}", quoted(field));
        let rows: Vec<Row> = self.rows(&query, vec![]).await?;
        Ok(rows.into_iter().map(|row| (row.key, row.id)).collect())
    }

    /// Columns of every row of a table as texts, by id (imports); what is missing is an empty text.
    pub async fn texts_of(&self, table: &'static str, columns: &[&'static str]) -> Result<Vec<(i64, Vec<String>)>, StoreError> {
        let of = |column: &&'static str| match *column {
            "id" => "<string>record::id(id)".to_owned(),
            column => format!("<string>({} ?? '')", quoted(column)),
        };
        let columns: Vec<String> = columns.iter().map(of).collect();
        self.rows(&format!("SELECT VALUE [record::id(id), [{}]] FROM {table}", columns.join(", ")), vec![]).await
    }
}

/// The id of a stored row.
pub(crate) fn key_of(row: &Object) -> i64 {
    match row.get("id") {
        Some(Value::RecordId(id)) => match &id.key {
            surrealdb::types::RecordIdKey::Number(key) => *key,
            _ => 0,
        },
        _ => 0,
    }
}

/// The number in a column of a row; 0 where there is none. What is no whole number is an error: scopes and rights follow from it.
pub(crate) fn number_in(row: &Object, key: i64, column: &str) -> Result<i64, StoreError> {
    let broken = || StoreError::Corrupt(format!("{column} of row {key} is no number"));
    match row.get(column) {
        _ if column == "id" => Ok(key),
        None | Some(Value::None | Value::Null) => Ok(0),
        Some(Value::Number(number)) => number.to_int().ok_or_else(broken),
        Some(_) => Err(broken()),
    }
}

/// Refuses a row outside the caller's scope as if it were not there.
pub(crate) fn reachable(resource: &Resource, row: &Object, key: i64, scope: &Scope) -> Result<(), RecordError> {
    let within = |limit: Option<(&str, &[i64])>| match limit {
        Some((column, allowed)) => number_in(row, key, column).map(|number| allowed.contains(&number)),
        None => Ok(true),
    };
    let warehouse = within(resource.warehouse.zip(scope.only_warehouses()))?;
    let owner = within(resource.owner.zip(scope.only_owners()))?;
    let together = match resource.warehouse.zip(resource.owner) {
        Some((warehouse, owner)) => scope.reaches(number_in(row, key, warehouse)?, number_in(row, key, owner)?),
        None => true,
    };
    let row = scope.only_rows().is_none_or(|rows| rows.contains(&key));
    if warehouse && owner && together && row { Ok(()) } else { Err(RecordError::NotFound) }
}
