//! Reading through a resource: lists, rows and what forms need.

use entrepot_store::listing::ListQuery;
use entrepot_store::resource::Resource;
use entrepot_store::resource::declaration::Kind;
use entrepot_store::resource::listed::Listed;
use serde_json::{Map, Value, json};

use super::Call;
use crate::areas;
use crate::error::ServiceError;
use crate::identity::contact::ContactMask;

/// What the names of a path of areas are called beside its ids: `city_text` for `city`.
pub(super) fn area_text(field: &str) -> String {
    format!("{field}_text")
}

/// Adds the names of areas to rows, beside their ids. A path that left the tree keeps its ids alone.
fn name_areas(resource: &Resource, rows: &mut [Value]) {
    for field in resource.fields.iter().filter(|field| field.kind == Kind::City) {
        for row in rows.iter_mut().filter_map(Value::as_object_mut) {
            let Some(path) = row.get(field.name).and_then(Value::as_array) else { continue };
            let ids: Option<Vec<i64>> = path.iter().map(|id| id.as_str()?.parse().ok()).collect();
            if let Some(names) = ids.and_then(|ids| areas::names(&ids)) {
                row.insert(area_text(field.name), Value::String(names.join(" / ")));
            }
        }
    }
}

/// Leaves rows for a remote select what it gets of them.
fn keep_picked(resource: &Resource, rows: &mut [Value]) {
    if resource.picked.is_empty() {
        return;
    }
    for row in rows.iter_mut().filter_map(Value::as_object_mut) {
        row.retain(|name, _| name == "id" || resource.picked.contains(&name.as_str()));
    }
}

impl Call {
    /// Passes over conditions and an order by fields that the configuration ignores, as over their values in forms, but never
    /// by a field of the resource.
    pub fn pass_over_ignored(&self, query: &mut ListQuery) {
        let clients = &self.config().services.clients;
        if !clients.ignores_any() {
            return;
        }
        let within = format!("{}.", self.resource.table);
        let ignored = |path: &str| {
            let name = path.strip_prefix(&within).unwrap_or(path);
            self.resource.field(name).is_none() && clients.ignores(name)
        };
        query.filters.retain(|filter| !ignored(&filter.field));
        query.order = query.order.take().filter(|(name, _)| !ignored(name));
    }

    /// The answer of a list.
    pub async fn list(&self, mut query: ListQuery) -> Result<Value, ServiceError> {
        if let Some(hook) = self.hook() {
            hook.before_list(self, &mut query).await?;
        }
        self.pass_over_ignored(&mut query);
        ContactMask::of(&self.rights, self.resource).restrict(self.resource, &mut query)?;
        let mut listed = self.store().records(self.resource, &query, &self.act.scope).await?;
        let mut answer = Map::new();
        self.hide(listed.rows_mut());
        if let Some(hook) = self.hook() {
            hook.prepare_rows(self, listed.rows_mut()).await?;
            hook.extend_list(self, &mut answer).await?;
        }
        name_areas(self.resource, listed.rows_mut());
        if query.select {
            keep_picked(self.resource, listed.rows_mut());
        }
        match listed {
            Listed::Page { list, total } => {
                answer.insert("list".into(), Value::Array(list));
                answer.insert("total".into(), json!(total));
            }
            Listed::Tree(rows) => {
                answer.insert("list".into(), Value::Array(rows));
            }
            Listed::Options(rows) => {
                answer.insert("options".into(), Value::Array(rows));
            }
        }
        if !answer.contains_key("remark") {
            answer.insert("remark".into(), json!(self.remark().await?));
        }
        Ok(Value::Object(answer))
    }

    /// The remark of the page's menu rule.
    async fn remark(&self) -> Result<String, ServiceError> {
        let (page, list) = (self.resource.path(), self.resource.node("index"));
        let directory = self.store().directory().await?;
        let remarked = |name: &str| directory.rules.iter().find(|rule| rule.name.eq_ignore_ascii_case(name) && !rule.remark.is_empty());
        Ok(remarked(&list).or_else(|| remarked(&page)).map(|rule| rule.remark.clone()).unwrap_or_default())
    }

    /// The answer of `GET edit`.
    pub async fn detail(&self, id: i64) -> Result<Value, ServiceError> {
        let mut rows = vec![self.store().record(self.resource, id, &self.act.scope).await?];
        self.hide(&mut rows);
        let mut answer = Map::new();
        if let Some(hook) = self.hook() {
            hook.prepare_rows(self, &mut rows).await?;
        }
        name_areas(self.resource, &mut rows);
        answer.insert("row".into(), rows.pop().unwrap_or_default());
        if let Some(hook) = self.hook() {
            hook.detail(self, &mut answer).await?;
        }
        Ok(Value::Object(answer))
    }

    /// The answer of `GET add`.
    pub async fn form(&self, query: &str) -> Result<Value, ServiceError> {
        let form = match self.hook() {
            Some(hook) => hook.form(self, query).await?,
            None => None,
        };
        form.ok_or_else(|| ServiceError::refused("error.parameter"))
    }
}
