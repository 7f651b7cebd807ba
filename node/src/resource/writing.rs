//! Writing through a resource: hooks, engine, and events for pages and caches.

use std::collections::HashSet;

use bus_schemas::ids::AdminId;
use bus_schemas::live::{Topic, TopicEvent};
use entrepot_store::identity::refresh_tokens::Realm;
use entrepot_store::resource::declaration::Mask;
use entrepot_store::resource::sortable::Direction;
use entrepot_store::resource::write::{ExtraStatements, RowEdit, Written};
use entrepot_store::resource::{Field, Kind, RecordError, TypedBody};
use serde_json::{Map, Value, json};

use super::Call;
use crate::audit_log::journal;
use crate::error::ServiceError;
use crate::identity::contact::masked_by;
use crate::identity::{attempts, passwords};
use crate::rate_limits::Network;

/// Most ids in a page event.
const NAMED_MAX: usize = 200;
/// The resource of administrators, whose passwords are longer than members'.
const ADMINISTRATORS: &str = "auth.Admin";
/// The field with the old password, when changing one's own.
pub const OLD_PASSWORD: &str = "oldPassword";

/// The refusal of a value; of a number out of its range with the range of its field.
pub(super) fn with_range(fields: &[Field], error: RecordError) -> ServiceError {
    match error {
        RecordError::Field { field, key } => match fields.iter().find(|known| known.name == field).and_then(Field::range) {
            Some((least, most)) if key == "error.number.range" => ServiceError::range(field, least, most),
            _ => ServiceError::field(field, key),
        },
        error => error.into(),
    }
}

impl Call {
    /// A new password of one's own needs the old one.
    async fn confirm_own_password(&self, id: i64, body: &mut Map<String, Value>) -> Result<(), ServiceError> {
        if self.resource.controller != ADMINISTRATORS {
            return Ok(());
        }
        let old = body.remove(OLD_PASSWORD);
        let changes = body.get("password").is_some_and(|password| !password.is_null() && password != "");
        if !changes || id != self.act.scope.admin {
            return Ok(());
        }
        let Some(Value::String(old)) = old.filter(|old| old != "") else { return Err(ServiceError::field(OLD_PASSWORD, "error.password.old")) };
        if body.get("password").and_then(Value::as_str) == Some(old.as_str()) {
            return Err(ServiceError::field("password", "error.password.same"));
        }
        let network = Network::of_text(&self.act.ip);
        let attempt = attempts::confirm(&self.parts.attempts, Realm::Admins, id, &network).await?;
        let admin = self.store().admin(AdminId(id)).await?.ok_or(ServiceError::NeedLogin)?;
        if attempt.verify(old, Some(admin.password)).await? { Ok(()) } else { Err(ServiceError::field(OLD_PASSWORD, "login.password_wrong")) }
    }

    /// The user name that a body gives, or the row has.
    async fn username(&self, id: Option<i64>, body: &Map<String, Value>) -> Result<String, ServiceError> {
        match (body.get("username").and_then(Value::as_str), id) {
            (Some(name), _) => Ok(name.to_owned()),
            (None, Some(id)) => Ok(self.store().admin(AdminId(id)).await?.map(|admin| admin.username).unwrap_or_default()),
            (None, None) => Ok(String::new()),
        }
    }

    /// Replaces passwords by hashes; an empty one changes nothing. `id` is that of an existing row.
    async fn hash_passwords(&self, body: &mut Map<String, Value>, id: Option<i64>) -> Result<(), ServiceError> {
        for field in self.resource.fields.iter().filter(|field| field.kind == Kind::Password) {
            let password = match body.get(field.name) {
                Some(Value::String(password)) => password.clone(),
                None | Some(Value::Null) => String::new(),
                Some(_) => return Err(ServiceError::field(field.name, "error.type")),
            };
            if password.is_empty() && id.is_none() {
                return Err(ServiceError::field(field.name, "error.required"));
            } else if password.is_empty() {
                body.remove(field.name);
                continue;
            }
            let fits = match self.resource.controller {
                ADMINISTRATORS => passwords::check_admin(&password, &self.username(id, body).await?),
                _ => passwords::check_member(&password),
            };
            fits.map_err(|error| ServiceError::field(field.name, error.key()))?;
            let hash = attempts::hash(&self.parts.attempts, &Network::of_text(&self.act.ip), password).await?;
            body.insert(field.name.to_owned(), Value::String(hash));
        }
        Ok(())
    }

    /// Reads a body into typed values, on which hooks decide and which are stored.
    pub fn typed(&self, mut body: Map<String, Value>, new: bool) -> Result<TypedBody, ServiceError> {
        if let Some(hook) = self.hook() {
            hook.reshape(&mut body)?;
        }
        TypedBody::read(self.resource, body, new).map_err(|error| with_range(self.resource.fields, error))
    }

    /// Prepares a new row: typed values, hook, passwords.
    pub async fn prepare_new(&mut self, body: Map<String, Value>) -> Result<Map<String, Value>, ServiceError> {
        let mut body = self.typed(body, true)?;
        if let Some(hook) = self.hook() {
            hook.before_add(self, &mut body).await?;
        }
        let mut fields = body.into_fields();
        self.remove_ignored(&mut fields);
        self.hash_passwords(&mut fields, None).await?;
        self.seal_secrets(&mut fields, None).await?;
        Ok(fields)
    }

    /// Adds a row; answers its id.
    pub async fn add(&mut self, body: Map<String, Value>) -> Result<i64, ServiceError> {
        if body.is_empty() {
            return Err(ServiceError::refused("error.parameter"));
        }
        if let Some(hook) = self.hook()
            && let Some(id) = hook.insert(self, &body).await?
        {
            self.changed(&Written { ids: vec![id], ..Written::default() }).await?;
            return Ok(id);
        }
        let body = self.prepare_new(body).await?;
        let id = self.store().insert_record(self.resource, &body, &self.act).await?;
        let name = body.get(self.resource.title_field());
        journal::changed(json!({ "controller": self.resource.controller, "added": id, "name": name }));
        self.changed(&Written { ids: vec![id], ..Written::default() }).await?;
        Ok(id)
    }

    /// Changes the fields that are sent.
    pub async fn edit(&mut self, id: i64, body: Map<String, Value>) -> Result<Written, ServiceError> {
        self.edit_back(id, body, &[]).await
    }

    /// The same; notes of the log of sensitive fields that it takes back go with it.
    pub async fn edit_back(&mut self, id: i64, body: Map<String, Value>, notes: &[i64]) -> Result<Written, ServiceError> {
        let body = self.prepare_change(id, body).await?;
        let written = self.store().update_record_back(self.resource, id, &body, &self.act, notes).await?;
        self.edited(id, &written).await?;
        Ok(written)
    }

    /// Changes rows in one transaction, so that they can hand unique values on to each other: each by its id.
    pub async fn edit_together(&mut self, rows: Vec<(i64, Map<String, Value>)>) -> Result<Vec<Written>, ServiceError> {
        let mut edits = Vec::with_capacity(rows.len());
        for (key, body) in rows {
            self.act.set.clear();
            self.act.extra = ExtraStatements::default();
            let body = self.prepare_change(key, body).await?;
            edits.push(RowEdit { key, body, act: self.act.clone() });
        }
        let written = self.store().update_together(self.resource, &edits).await?;
        for (edit, written) in edits.iter().zip(&written) {
            self.edited(edit.key, written).await?;
        }
        Ok(written)
    }

    /// Prepares a change: typed values, hook, passwords.
    async fn prepare_change(&mut self, id: i64, mut body: Map<String, Value>) -> Result<Map<String, Value>, ServiceError> {
        self.confirm_own_password(id, &mut body).await?;
        self.drop_masked(id, &mut body).await?;
        let mut body = self.typed(body, false)?;
        if let Some(hook) = self.hook() {
            hook.before_edit(self, id, &mut body).await?;
        }
        let mut body = body.into_fields();
        self.remove_ignored(&mut body);
        self.drop_unchanged(id, &mut body).await?;
        self.hash_passwords(&mut body, Some(id)).await?;
        self.seal_secrets(&mut body, Some(id)).await?;
        Ok(body)
    }

    /// Notes an edit and tells of it.
    pub(super) async fn edited(&self, id: i64, written: &Written) -> Result<(), ServiceError> {
        let name = written.before.first().map(|row| &row[self.resource.title_field()]);
        journal::changed(json!({ "controller": self.resource.controller, "id": id, "name": name, "before": self.before(written) }));
        if written.fields.is_empty() { Ok(()) } else { self.changed(written).await }
    }

    /// Removes fields that the configuration ignores, but never a field of the resource.
    pub fn remove_ignored(&self, body: &mut Map<String, Value>) {
        let clients = &self.config().services.clients;
        body.retain(|name, _| self.resource.field(name).is_some() || !clients.ignores(name));
    }

    /// Drops values that come back as their mask shows them: they say nothing, and would overwrite what is behind it.
    async fn drop_masked(&self, id: i64, body: &mut Map<String, Value>) -> Result<(), ServiceError> {
        let masks: Vec<(&str, Mask)> = self.resource.fields.iter().filter_map(|field| Some((field.name, field.mask?))).collect();
        let looks_masked = |name: &str| body.get(name).and_then(Value::as_str).is_some_and(|text| text.contains('*'));
        if !masks.iter().any(|(name, _)| looks_masked(name)) {
            return Ok(());
        }
        let row = self.store().record(self.resource, id, &self.act.scope).await?;
        for (name, mask) in masks {
            let shown = row.get(name).and_then(Value::as_str).map(|text| masked_by(mask, text));
            if shown.is_some() && body.get(name).and_then(Value::as_str) == shown.as_deref() {
                body.remove(name);
            }
        }
        Ok(())
    }

    /// Drops read-only fields that are sent back unchanged and refuses changed ones by name (decision 12). Times that
    /// the server keeps may have changed meanwhile.
    async fn drop_unchanged(&self, id: i64, body: &mut Map<String, Value>) -> Result<(), ServiceError> {
        body.retain(|name, _| !self.resource.keeps_time(name));
        let foreign: Vec<String> = body.keys().filter(|name| !self.resource.takes(name)).cloned().collect();
        if foreign.is_empty() {
            return Ok(());
        }
        let shown = self.detail(id).await?;
        for name in foreign {
            let key = match shown["row"].get(&name) {
                Some(value) if same(value, &body[&name]) => {
                    body.remove(&name);
                    continue;
                }
                Some(_) => "error.field.read_only",
                None => "error.field.unknown",
            };
            return Err(ServiceError::field(name, key));
        }
        Ok(())
    }

    /// Deletes rows.
    pub async fn delete(&mut self, mut ids: Vec<i64>) -> Result<Written, ServiceError> {
        let mut seen = HashSet::new();
        ids.retain(|id| seen.insert(*id));
        let mut ended = vec![];
        if let Some(hook) = self.hook() {
            hook.before_delete(self, &mut ids).await?;
            self.all_there(&ids).await?;
            ended = hook.instead_of_delete(self, &mut ids).await?;
            if ids.is_empty() && !ended.is_empty() {
                return Ok(Written { ids: ended, ..Written::default() });
            }
        }
        self.all_there(&ids).await?;
        self.drop_secrets(&ids).await?;
        let mut written = self.store().delete_records(self.resource, &ids, &self.act).await?;
        journal::changed(json!({ "controller": self.resource.controller, "deleted": written.before }));
        self.changed(&written).await?;
        written.ids.extend(ended);
        Ok(written)
    }

    /// All or nothing: one that is not there is told as one that the caller does not see. What is taken back may be gone.
    async fn all_there(&self, ids: &[i64]) -> Result<(), ServiceError> {
        if !self.act.as_made && self.store().count_rows(self.resource.table, ids).await? != ids.len() {
            return Err(ServiceError::refused("error.not_found"));
        }
        Ok(())
    }

    /// Earlier values of the changed fields.
    fn before(&self, written: &Written) -> Map<String, Value> {
        let Some(before) = written.before.first() else { return Map::new() };
        written.fields.iter().map(|field| ((*field).to_owned(), before[*field].clone())).collect()
    }

    /// Puts a row where another one is shown.
    pub async fn sort(&mut self, moved: i64, target: i64, order: Option<(&str, bool)>, direction: Direction) -> Result<(), ServiceError> {
        self.store().sort_record(self.resource, moved, target, order, direction, &self.act).await?;
        self.announce(&[moved, target], true);
        match self.hook() {
            Some(hook) => hook.after_change(self, &Written { ids: vec![moved], fields: vec!["weigh"], ..Written::default() }).await,
            None => Ok(()),
        }
    }

    /// Notifies the hook, pages and caches.
    pub async fn changed(&self, written: &Written) -> Result<(), ServiceError> {
        self.announce(&written.ids, false);
        match self.hook() {
            Some(hook) => hook.after_change(self, written).await,
            None => Ok(()),
        }
    }

    /// Publishes a page event.
    pub fn announce(&self, ids: &[i64], more: bool) {
        let topic = Topic::Resource { controller: self.resource.controller.to_owned() };
        let named = ids.iter().copied().take(NAMED_MAX).collect();
        self.system().publish_topic(TopicEvent { topic, ids: named, more: more || ids.len() > NAMED_MAX });
    }
}

/// Whether a value equals the one shown: a number may have become a text, a list a comma list.
fn same(shown: &Value, sent: &Value) -> bool {
    let plain = |value: &Value| match value {
        Value::Null => String::new(),
        Value::Bool(yes) => i32::from(*yes).to_string(),
        Value::String(text) => text.trim().to_owned(),
        Value::Array(values) => values.iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned)).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    };
    match (shown, sent) {
        (Value::Object(shown), Value::Object(sent)) => {
            shown.len() == sent.len() && shown.iter().all(|(name, value)| sent.get(name).is_some_and(|other| same(value, other)))
        }
        (Value::Array(shown), Value::Array(sent)) => shown.len() == sent.len() && shown.iter().zip(sent).all(|(one, other)| same(one, other)),
        _ => plain(shown) == plain(sent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_as_it_was_is_known() {
        for (shown, sent) in [
            (json!(5), json!("5")),
            (json!(null), json!("")),
            (json!({ "name": ["a", 1] }), json!({ "name": ["a", "1"] })),
            (json!([1, 2]), json!("1,2")),
            (json!(1), json!(true)),
        ] {
            assert!(same(&shown, &sent), "{shown} {sent}");
        }
        for (shown, sent) in [(json!(5), json!(6)), (json!({ "a": 1 }), json!({})), (json!([1, 2]), json!([2, 1])), (json!("a"), json!({ "a": 1 }))] {
            assert!(!same(&shown, &sent), "{shown} {sent}");
        }
    }
}
