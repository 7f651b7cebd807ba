//! Reading through a resource: lists, rows and what forms need.

use entrepot_store::listing::ListQuery;
use entrepot_store::resource::read::Listed;
use serde_json::{Map, Value, json};

use super::Call;
use crate::error::ServiceError;

impl Call {
    /// The answer of a list.
    pub async fn list(&self, mut query: ListQuery) -> Result<Value, ServiceError> {
        if let Some(hook) = self.hook() {
            hook.before_list(self, &mut query).await?;
        }
        let mut listed = self.node.store().records(self.resource, &query, &self.act.scope).await?;
        let mut answer = Map::new();
        if let Some(hook) = self.hook() {
            hook.shown(self, listed.rows_mut()).await?;
            hook.beside_list(self, &mut answer).await?;
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
        let directory = self.node.store().directory().await?;
        let told = |name: &str| directory.rules.iter().find(|rule| rule.name.eq_ignore_ascii_case(name) && !rule.remark.is_empty());
        Ok(told(&list).or_else(|| told(&page)).map(|rule| rule.remark.clone()).unwrap_or_default())
    }

    /// The answer of `GET edit`.
    pub async fn detail(&self, id: i64) -> Result<Value, ServiceError> {
        let mut rows = vec![self.node.store().record(self.resource, id, &self.act.scope).await?];
        let mut answer = Map::new();
        if let Some(hook) = self.hook() {
            hook.shown(self, &mut rows).await?;
        }
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
