//! Hooks of the recycle bin and of the log of sensitive fields (wire contract 4.12).

use async_trait::async_trait;
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::declaration::Access;
use entrepot_store::resource::row;
use entrepot_store::resource::{Resource, TypedBody};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};

use super::names::{drop_shown_name, put_name, shown_label, shown_names};
use crate::administrators::log_hooks::json_text;
use crate::error::ServiceError;
use crate::identity::contact::{ContactMask, masked_by};
use crate::resource::Call;
use crate::resource::call::Hook;

/// The stable key of a controller, in the shape of a file's name: `warehouse/Product.php`.
fn key(resource: &Resource) -> String {
    format!("{}.php", resource.controller.replace('.', "/"))
}

fn controllers(call: &Call, fits: impl Fn(&Resource) -> bool) -> Value {
    let catalogue = call.store().catalogue();
    let named = catalogue.all().filter(|resource| fits(resource)).map(|resource| (key(resource), json!(key(resource))));
    Value::Object(named.collect())
}

/// Fills in path, table and key of the controller.
fn resolve(call: &mut Call, body: &mut TypedBody, fits: impl Fn(&Resource) -> bool) -> Result<Option<&'static Resource>, ServiceError> {
    body.remove("controller_as");
    let Some(controller) = body.get("controller").and_then(Value::as_str) else { return Ok(None) };
    let wanted = controller.trim_end_matches(".php").replace('\\', "/").replace('/', ".");
    let resource = call
        .store()
        .catalogue()
        .find(&wanted)
        .filter(|resource| fits(resource))
        .ok_or_else(|| ServiceError::field("controller", "error.controller"))?;
    body.insert("controller".into(), json!(key(resource)));
    body.insert("data_table".into(), json!(resource.table));
    body.insert("primary_key".into(), json!("id"));
    call.act.set.insert("controller_as".into(), json!(resource.path()));
    Ok(Some(resource))
}

/// Rules of the recycle bin.
pub struct RecycleRules;

#[async_trait]
impl Hook for RecycleRules {
    async fn form(&self, call: &Call, _: &str) -> Result<Option<Value>, ServiceError> {
        Ok(Some(json!({ "controllers": controllers(call, |resource| resource.recycle) })))
    }

    async fn detail(&self, call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        answer.insert("controllers".into(), controllers(call, |resource| resource.recycle));
        Ok(())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        resolve(call, body, |resource| resource.recycle).map(|_| ())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let row = call.store().record(call.resource, id, &call.act.scope).await?;
        drop_shown_name(call, body, &row)?;
        resolve(call, body, |resource| resource.recycle).map(|_| ())
    }

    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        query.shown = shown_names(call, "name");
        Ok(())
    }

    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        rows.iter_mut().for_each(|row| put_name(call, row));
        Ok(())
    }
}

/// Rules of the log of sensitive fields.
pub struct SensitiveRules;

impl SensitiveRules {
    /// `fields: [{name, value}]` or `data_fields: [names]` become the map from field to label.
    fn fields(body: &mut TypedBody, resource: Option<&Resource>) -> Result<(), ServiceError> {
        let wrong = || ServiceError::field("data_fields", "error.required");
        let named: Vec<(String, String)> = match (body.remove("fields"), body.remove("data_fields")) {
            (Some(Value::Array(fields)), _) if !fields.is_empty() => fields
                .iter()
                .map(|field| Some((field.get("name")?.as_str()?.to_owned(), field.get("value").map_or(Some(""), Value::as_str)?.to_owned())))
                .collect::<Option<_>>()
                .ok_or_else(wrong)?,
            (_, Some(Value::Object(map))) => {
                map.into_iter().map(|(name, label)| label.as_str().map(|label| (name, label.to_owned()))).collect::<Option<_>>().ok_or_else(wrong)?
            }
            (_, Some(Value::Array(names))) => {
                names.iter().map(|name| name.as_str().map(|name| (name.to_owned(), String::new()))).collect::<Option<_>>().ok_or_else(wrong)?
            }
            (_, None) if resource.is_none() => return Ok(()),
            _ => return Err(wrong()),
        };
        let mut map = Map::new();
        for (name, label) in named {
            if let Some(resource) = resource {
                let field = resource.field(&name).filter(|field| field.access != Access::Hidden);
                let field = field.ok_or_else(|| ServiceError::field(format!("data_fields.{name}"), "error.field.unknown"))?;
                // Kept as the program has it, it is shown in every reader's language.
                let declared = field.label();
                let label = if label.is_empty() || label == declared.en { declared.zh.to_owned() } else { label };
                map.insert(name, json!(label));
            } else {
                map.insert(name, json!(label));
            }
        }
        if map.is_empty() {
            return Err(wrong());
        }
        body.insert("data_fields".into(), Value::Object(map));
        Ok(())
    }
}

#[async_trait]
impl Hook for SensitiveRules {
    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        query.shown = shown_names(call, "name");
        Ok(())
    }

    /// Lists show the labels only.
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let catalogue = call.store().catalogue();
        for row in rows {
            put_name(call, row);
            let resource = catalogue.of_table(row::text(row, "data_table")?);
            let mut fields = row::value(row, "data_fields")?.clone();
            for (name, label) in fields.as_object_mut().into_iter().flatten() {
                if let Some(stored) = label.as_str() {
                    *label = json!(shown_label(resource, name, stored));
                }
            }
            let labels: Vec<Value> = fields.as_object().into_iter().flat_map(Map::values).cloned().collect();
            row::set(row, "data_fields_map", fields);
            row::set(row, "data_fields", labels);
        }
        Ok(())
    }

    async fn form(&self, call: &Call, _: &str) -> Result<Option<Value>, ServiceError> {
        Ok(Some(json!({ "controllers": controllers(call, |resource| resource.sensitive) })))
    }

    /// The form gets the fields with their labels.
    async fn detail(&self, call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        if let Some(row) = answer.get_mut("row") {
            let fields = row::value(row, "data_fields_map")?.clone();
            row::set(row, "data_fields", fields);
        }
        answer.insert("controllers".into(), controllers(call, |resource| resource.sensitive));
        Ok(())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        let resource = resolve(call, body, |resource| resource.sensitive)?;
        Self::fields(body, resource)
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.remove("data_fields_map");
        let row = call.store().record(call.resource, id, &call.act.scope).await?;
        drop_shown_name(call, body, &row)?;
        let mut resource = resolve(call, body, |resource| resource.sensitive)?;
        if resource.is_none() {
            resource = call
                .store()
                .catalogue()
                .of_table(row::text(&row, "data_table")?)
                .filter(|_| body.contains_key("data_fields") || body.contains_key("fields"));
        }
        Self::fields(body, resource)
    }
}

/// The resource over the table that a row of these logs names, and what the caller may see of its contact data.
fn contacts(call: &Call, row: &Value) -> Option<(&'static Resource, ContactMask)> {
    let resource = call.store().catalogue().of_table(row.get("data_table")?.as_str()?)?;
    Some((resource, ContactMask::of(&call.rights, resource)))
}

/// The recycle bin: the caller's own deletions; the deleted row as text in lists, as an object in details.
pub struct RecycleLog;

#[async_trait]
impl Hook for RecycleLog {
    fn narrow(&self, scope: &mut Scope, _: &Rights) {
        scope.owners = Some(vec![scope.admin]);
    }

    /// Who may delete rows need not see their contact data.
    fn hide(&self, call: &Call, row: &mut Value) {
        if let Some((resource, contacts)) = contacts(call, row)
            && let Some(data) = row.get_mut("data")
        {
            contacts.hide_within(resource, data);
        }
    }

    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        ContactMask::restrict_kept(&call.rights, &call.store().catalogue(), &["data"], query)?;
        query.shown = shown_names(call, "recycle.name");
        Ok(())
    }

    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        for row in rows {
            row.get_mut("recycle").into_iter().for_each(|rule| put_name(call, rule));
            let data = json_text(row::value(row, "data")?);
            row::set(row, "data", data);
        }
        Ok(())
    }

    async fn detail(&self, _: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        if let Some(row) = answer.get_mut("row")
            && let Ok(parsed) = serde_json::from_str::<Value>(row::text(row, "data")?)
        {
            row::set(row, "data", parsed);
        }
        Ok(())
    }
}

/// The log of sensitive fields.
pub struct SensitiveLog;

#[async_trait]
impl Hook for SensitiveLog {
    fn narrow(&self, scope: &mut Scope, _: &Rights) {
        scope.owners = Some(vec![scope.admin]);
    }

    /// Who changed a field may have lost the right to see it.
    fn hide(&self, call: &Call, row: &mut Value) {
        let Some((resource, contacts)) = contacts(call, row) else { return };
        let field = row.get("data_field").and_then(Value::as_str).and_then(|name| resource.field(name));
        let Some(mask) = field.and_then(|field| contacts.of_field(field)) else { return };
        for name in ["before", "after"] {
            if let Some(text) = row.get(name).and_then(Value::as_str).map(|text| masked_by(mask, text)) {
                row::set(row, name, text);
            }
        }
    }

    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        ContactMask::restrict_kept(&call.rights, &call.store().catalogue(), &["before", "after"], query)?;
        query.shown = shown_names(call, "sensitive.name");
        Ok(())
    }

    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let catalogue = call.store().catalogue();
        for row in rows {
            row.get_mut("sensitive").into_iter().for_each(|rule| put_name(call, rule));
            let resource = catalogue.of_table(row::text(row, "data_table")?);
            if let (Some(field), Some(stored)) = (row.get("data_field").and_then(Value::as_str), row.get("data_comment").and_then(Value::as_str)) {
                let label = shown_label(resource, field, stored);
                row::set(row, "data_comment", label);
            }
            let named = format!("{}={}", row::text(row, "primary_key")?, row::integer(row, "id_value")?);
            row::set(row, "id_value", named);
        }
        Ok(())
    }
}
