//! Reads and writes the rows of a declared resource.

use std::str::FromStr;

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde_json::{Map, Value as Json};
use surrealdb::types::Value;

use super::{Field, Kind, Resource};
use crate::connect::Store;
use crate::queries::listing::{Column, ColumnKind, ListError, ListQuery, Page};
use crate::transaction::{TxError, Vars, take};
use crate::value::{dec, id, int, text};

/// Why a row is not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RecordError {
    /// A field is missing, impossible or not known: its name and the key of the message.
    #[error("{field}: {key}")]
    Field { field: String, key: &'static str },
    #[error("there is no such row")]
    NotFound,
    /// Another row was saved meanwhile; the current row.
    #[error("changed meanwhile")]
    Changed(Box<Json>),
    /// Rows that can't be deleted because others refer to them.
    #[error("in use")]
    InUse(Vec<i64>),
    #[error(transparent)]
    List(#[from] ListError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn wrong(field: &str, key: &'static str) -> RecordError {
    RecordError::Field { field: field.to_owned(), key }
}

fn check(field: &Field, json: &Json) -> Result<Value, RecordError> {
    let plain = match json {
        Json::String(value) => value.trim().to_owned(),
        Json::Number(value) => value.to_string(),
        Json::Bool(value) => i32::from(*value).to_string(),
        Json::Null => String::new(),
        _ => return Err(wrong(field.name, "error.type")),
    };
    if plain.is_empty() {
        return if field.required { Err(wrong(field.name, "error.required")) } else { Ok(empty(field)) };
    }
    match field.kind {
        Kind::Text(max) if plain.chars().count() > max => Err(wrong(field.name, "error.text.long")),
        Kind::Text(_) => Ok(text(&plain)),
        Kind::Choice(choices) if choices.contains(&plain.as_str()) => Ok(text(&plain)),
        Kind::Choice(_) => Err(wrong(field.name, "error.choice")),
        Kind::Integer(min, max) => match i64::from_str(&plain) {
            Ok(value) if (min..=max).contains(&value) => Ok(int(value)),
            Ok(_) => Err(wrong(field.name, "error.number.range")),
            Err(_) => Err(wrong(field.name, "error.number")),
        },
        Kind::Switch => match plain.as_str() {
            "0" | "1" => Ok(int(i64::from(plain == "1"))),
            _ => Err(wrong(field.name, "error.choice")),
        },
        Kind::Decimal(scale) => match Decimal::from_str(&plain) {
            Ok(value) if value.is_sign_negative() && !value.is_zero() => Err(wrong(field.name, "error.number.negative")),
            Ok(value) if value.normalize().scale() > scale => Err(wrong(field.name, "error.number.precision")),
            Ok(value) if value > bus_schemas::number::LINE_MAX => Err(wrong(field.name, "error.number.large")),
            Ok(value) => Ok(dec(value)),
            Err(_) => Err(wrong(field.name, "error.number")),
        },
        Kind::Reference { .. } => match i64::from_str(&plain) {
            Ok(value) if value > 0 => Ok(int(value)),
            _ => Err(wrong(field.name, "error.reference")),
        },
    }
}

fn empty(field: &Field) -> Value {
    match field.kind {
        Kind::Text(_) | Kind::Choice(_) => text(field.default.unwrap_or_default()),
        Kind::Integer(..) | Kind::Switch => int(field.default.and_then(|value| value.parse().ok()).unwrap_or(0)),
        Kind::Decimal(_) => dec(field.default.and_then(|value| value.parse().ok()).unwrap_or_default()),
        Kind::Reference { .. } => Value::None,
    }
}

impl Resource {
    /// What may be searched and sorted by.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let of_field = |field: &Field| {
            let kind = match field.kind {
                Kind::Text(_) | Kind::Choice(_) => ColumnKind::Text,
                Kind::Decimal(_) => ColumnKind::Decimal,
                _ => ColumnKind::Integer,
            };
            Column { name: field.name, expression: field.name, kind }
        };
        let stamp = |name| Column { name, expression: name, kind: ColumnKind::Integer };
        let mut columns: Vec<Column> = self.fields.iter().map(of_field).collect();
        columns.push(Column { name: "id", expression: "record::id(id)", kind: ColumnKind::Integer });
        columns.extend([stamp("create_time"), stamp("update_time")]);
        columns
    }

    fn selection(&self) -> String {
        let relations = self.fields.iter().filter_map(|field| match field.kind {
            Kind::Reference { table, relation } => {
                Some(format!(", (IF {0} {{ type::record('{table}', {0}).{{ name }} }} ELSE {{ NONE }}) AS {relation}", field.name))
            }
            _ => None,
        });
        format!("*, record::id(id) AS id{}", relations.collect::<String>())
    }

    /// Checks what a client sent: only declared fields; all of them for a new row, those present for an old one.
    fn checked(&self, body: &Map<String, Json>, new: bool) -> Result<Vec<(&'static Field, Value)>, RecordError> {
        const PASSED_OVER: [&str; 6] = ["id", "version", "create_time", "update_time", "total_stock_num", "command_id"];
        for name in body.keys() {
            let relation = self.fields.iter().any(|field| matches!(field.kind, Kind::Reference { relation, .. } if relation == name));
            if self.field(name).is_none() && !PASSED_OVER.contains(&name.as_str()) && !relation {
                return Err(wrong(name, "error.field.unknown"));
            }
        }
        let null = Json::Null;
        let mut values = Vec::new();
        for field in self.fields {
            match body.get(field.name) {
                Some(json) => values.push((field, check(field, json)?)),
                None if new => values.push((field, check(field, &null)?)),
                None => {}
            }
        }
        Ok(values)
    }
}

impl Store {
    /// A page of rows, with the names of what they refer to.
    pub async fn records(&self, resource: &Resource, query: &ListQuery) -> Result<Page, RecordError> {
        let mut vars = Vars::new();
        let columns = resource.columns();
        let conditions = query.conditions(&columns, resource.search, "", &mut vars)?;
        let order = query.order_by(&columns, "weigh DESC, id DESC")?;
        let order = order.replace("record::id(id)", "id");
        let (table, selection) = (resource.table, resource.selection());
        let text = format!(
            "SELECT {selection} FROM {table} {conditions} ORDER BY {order} LIMIT $limit START $start; \
             SELECT VALUE count FROM ONLY (SELECT count() FROM {table} {conditions} GROUP ALL) LIMIT 1;"
        );
        vars.push(("limit", int(query.page_size())));
        vars.push(("start", int(query.start())));
        let mut response = self.run(&text, vars).await.map_err(StoreError::from)?;
        let mut list: Vec<Json> = take(&mut response, 0)?;
        let total: Option<i64> = take(&mut response, 1)?;
        if resource.table == "product" {
            self.add_total_stock(&mut list).await?;
        }
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    async fn add_total_stock(&self, products: &mut [Json]) -> Result<(), StoreError> {
        #[derive(serde::Deserialize)]
        struct Sum {
            product: i64,
            total: Decimal,
        }
        let ids = products.iter().filter_map(|row| row["id"].as_i64()).map(int).collect();
        let query = "SELECT product, <decimal>math::sum(on_hand) AS total FROM place WHERE product IN $ids GROUP BY product";
        let sums: Vec<Sum> = self.rows(query, vec![("ids", crate::value::array(ids))]).await?;
        for row in products {
            let sum = sums.iter().find(|sum| row["id"].as_i64() == Some(sum.product)).map_or(Decimal::ZERO, |sum| sum.total);
            row["total_stock_num"] = sum.normalize().to_string().into();
        }
        Ok(())
    }

    /// One row.
    pub async fn record(&self, resource: &Resource, key: i64) -> Result<Json, RecordError> {
        let query = format!("SELECT {} FROM $row", resource.selection());
        let rows: Vec<Json> = self.rows(&query, vec![("row", id(resource.table, key))]).await?;
        rows.into_iter().next().ok_or(RecordError::NotFound)
    }

    async fn check_references(&self, values: &[(&'static Field, Value)]) -> Result<(), RecordError> {
        for (field, value) in values {
            if let (Kind::Reference { table, .. }, Value::Number(number)) = (field.kind, value) {
                let target = id(table, number.to_int().unwrap_or(0));
                let known: Vec<Json> = self.rows("SELECT VALUE version FROM $target", vec![("target", target)]).await?;
                if known.is_empty() {
                    return Err(wrong(field.name, "error.reference"));
                }
            }
        }
        Ok(())
    }

    /// Adds a row; answers its id.
    pub async fn insert_record(&self, resource: &Resource, body: &Map<String, Json>, now: i64) -> Result<i64, RecordError> {
        let values = resource.checked(body, true)?;
        self.check_references(&values).await?;
        let mut row = surrealdb::types::Object::new();
        for (field, value) in values {
            if !matches!(value, Value::None) {
                row.insert(field.name, value);
            }
        }
        row.insert("create_time", now);
        row.insert("update_time", now);
        row.insert("version", 1_i64);
        let query = format!(
            "BEGIN; LET $id = sequence::nextval('{0}'); CREATE type::record('{0}', $id) CONTENT $row RETURN NONE; SELECT VALUE $id FROM ONLY [1]; COMMIT;",
            resource.table
        );
        let mut response = self.run(&query, vec![("row", Value::Object(row))]).await.map_err(|error| duplicate(resource, error))?;
        Ok(take(&mut response, 3)?)
    }

    /// Changes the fields that are present. With a version, only when nobody saved since.
    pub async fn update_record(&self, resource: &Resource, key: i64, body: &Map<String, Json>, now: i64) -> Result<(), RecordError> {
        let values = resource.checked(body, false)?;
        self.check_references(&values).await?;
        let expected = body.get("version").and_then(|version| version.as_i64().or_else(|| version.as_str()?.parse().ok()));
        let mut row = surrealdb::types::Object::new();
        for (field, value) in values {
            row.insert(field.name, value);
        }
        row.insert("update_time", now);
        let query = "BEGIN;
            LET $before = (SELECT VALUE version FROM ONLY $id);
            IF $before = NONE { THROW 'MISSING' };
            IF $expected != NONE AND $expected != $before { THROW 'CHANGED' };
            UPDATE $id MERGE $row RETURN NONE;
            UPDATE $id SET version += 1 RETURN NONE;
            COMMIT;";
        let expected = expected.map_or(Value::None, int);
        let vars = vec![("id", id(resource.table, key)), ("expected", expected), ("row", Value::Object(row))];
        match self.run(query, vars).await {
            Ok(_) => Ok(()),
            Err(TxError::Thrown(code)) if code.contains("MISSING") => Err(RecordError::NotFound),
            Err(TxError::Thrown(_)) => Err(RecordError::Changed(Box::new(self.record(resource, key).await?))),
            Err(error) => Err(duplicate(resource, error)),
        }
    }

    /// Deletes rows that nothing refers to: all of them or none.
    pub async fn delete_records(&self, resource: &Resource, keys: &[i64]) -> Result<i64, RecordError> {
        let mut used = Vec::new();
        for key in keys {
            for (table, field) in resource.used_by {
                let operator = if field.contains('.') { "CONTAINS" } else { "=" };
                let query = format!("SELECT VALUE true FROM {table} WHERE {field} {operator} $key LIMIT 1");
                let found: Vec<bool> = self.rows(&query, vec![("key", int(*key))]).await?;
                if !found.is_empty() && !used.contains(key) {
                    used.push(*key);
                }
            }
        }
        if !used.is_empty() {
            return Err(RecordError::InUse(used));
        }
        let ids = crate::value::array(keys.iter().map(|key| id(resource.table, *key)).collect());
        let gone: Vec<Json> = self.rows("DELETE $ids RETURN BEFORE", vec![("ids", ids)]).await?;
        if gone.is_empty() { Err(RecordError::NotFound) } else { Ok(i64::try_from(gone.len()).unwrap_or(0)) }
    }
}

fn duplicate(resource: &Resource, error: TxError) -> RecordError {
    if let TxError::NotUnique(message) = &error {
        let named = |field: &&Field| field.unique && message.contains(&format!("{}_{}", resource.table, field.name));
        if let Some(field) = resource.fields.iter().find(named) {
            return wrong(field.name, "error.unique");
        }
    }
    RecordError::Store(error.into())
}

impl Store {
    /// Every row's key field with its id, for whoever matches many rows (imports).
    pub async fn keys_of(&self, table: &'static str, field: &'static str) -> Result<Vec<(String, i64)>, StoreError> {
        #[derive(serde::Deserialize)]
        struct Row {
            key: String,
            id: i64,
        }
        let rows: Vec<Row> = self.rows(&format!("SELECT {field} AS key, record::id(id) AS id FROM {table}"), vec![]).await?;
        Ok(rows.into_iter().map(|row| (row.key, row.id)).collect())
    }
}
