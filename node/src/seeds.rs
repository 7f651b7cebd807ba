//! Seeds of a new site: settings, scheduled tasks, rules of the recycle bin and of the log of sensitive fields.
//! Existing rows stay.

use entrepot_store::listing::ListQuery;
use entrepot_store::resource::read::Listed;
use entrepot_store::resource::{Act, Resource, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};

use crate::error::ServiceError;
use crate::node::Node;
use crate::settings;

const RECYCLED: &[&str] = &["auth.Admin", "auth.AdminLog", "auth.Rule", "user.User", "security.DataRecycle"];
const SENSITIVE: &[(&str, &[&str])] = &[
    ("auth.Admin", &["username", "mobile", "password", "status"]),
    ("user.User", &["username", "mobile", "password", "status", "email"]),
    ("auth.Group", &["rules"]),
];

async fn is_empty(node: &Node, resource: &Resource) -> Result<bool, ServiceError> {
    let query = ListQuery { limit: 1, ..ListQuery::default() };
    Ok(match node.store().records(resource, &query, &Scope::system()).await? {
        Listed::Page { list, .. } | Listed::Tree(list) | Listed::Options(list) => list.is_empty(),
    })
}

async fn add(node: &Node, controller: &str, rows: Vec<Value>) -> Result<(), ServiceError> {
    let Some(resource) = catalogue::find(controller) else { return Ok(()) };
    if !is_empty(node, resource).await? {
        return Ok(());
    }
    for row in rows {
        let mut body = row.as_object().cloned().unwrap_or_default();
        let set: Map<String, Value> =
            body.remove("controller_as").map(|path| Map::from_iter([("controller_as".to_owned(), path)])).unwrap_or_default();
        node.store().insert_record(resource, &body, &Act { set, ..Act::system(node.now()) }).await?;
    }
    Ok(())
}

fn rule(resource: &Resource) -> Value {
    json!({
        "name": resource.title.zh, "controller": format!("{}.php", resource.controller.replace('.', "/")), "controller_as": resource.path(),
        "data_table": resource.table, "primary_key": "id", "status": 1,
    })
}

/// Puts all of it there.
pub async fn all(node: &Node) -> Result<(), ServiceError> {
    settings::seed_all(node).await?;
    crate::member::seeds::all(node).await?;
    crate::jobs::tasks::seed(node).await?;
    let recycled = RECYCLED.iter().filter_map(|controller| catalogue::find(controller)).map(rule).collect();
    add(node, "security.DataRecycle", recycled).await?;
    let sensitive = SENSITIVE.iter().filter_map(|(controller, fields)| {
        let resource = catalogue::find(controller)?;
        let map = fields.iter().filter_map(|name| resource.field(name)).map(|field| (field.name.to_owned(), json!(field.label().zh)));
        let mut rule = rule(resource);
        rule["data_fields"] = Value::Object(map.collect());
        Some(rule)
    });
    add(node, "security.SensitiveData", sensitive.collect()).await
}
