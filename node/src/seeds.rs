//! Seeds of a new site: settings, scheduled tasks, rules of the recycle bin and of the log of sensitive fields.
//! Existing rows stay.

use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::listed::Listed;
use entrepot_store::resource::{Act, Resource, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};

use crate::error::ServiceError;
use crate::settings;

const RECYCLED: &[&str] = &["auth.Admin", "auth.AdminLog", "auth.Rule", "user.User", "security.DataRecycle"];
const SENSITIVE: &[(&str, &[&str])] = &[
    ("auth.Admin", &["username", "mobile", "password", "status"]),
    ("user.User", &["username", "mobile", "password", "status", "email"]),
    ("auth.Group", &["rules"]),
];

async fn is_empty(store: &Store, resource: &Resource) -> Result<bool, ServiceError> {
    let query = ListQuery { limit: 1, ..ListQuery::default() };
    Ok(match store.records(resource, &query, &Scope::system()).await? {
        Listed::Page { list, .. } | Listed::Tree(list) | Listed::Options(list) => list.is_empty(),
    })
}

async fn add(store: &Store, now: i64, controller: &str, rows: Vec<Value>) -> Result<(), ServiceError> {
    let Some(resource) = catalogue::find(controller) else { return Ok(()) };
    if !is_empty(store, resource).await? {
        return Ok(());
    }
    for row in rows {
        let mut body = row.as_object().cloned().unwrap_or_default();
        let set: Map<String, Value> =
            body.remove("controller_as").map(|path| Map::from_iter([("controller_as".to_owned(), path)])).unwrap_or_default();
        store.insert_record(resource, &body, &Act { set, ..Act::system(now) }).await?;
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
pub async fn all(store: &Store, now: i64) -> Result<(), ServiceError> {
    settings::seed_all(store, now).await?;
    crate::member::seeds::all(store, now).await?;
    crate::jobs::tasks::seed(store, now).await?;
    crate::api_log::settings::seed(store, now).await?;
    add(store, now, "ads.Zone", crate::ads::zones()).await?;
    let recycled = RECYCLED.iter().filter_map(|controller| catalogue::find(controller)).map(rule).collect();
    add(store, now, "security.DataRecycle", recycled).await?;
    let sensitive = SENSITIVE.iter().filter_map(|(controller, fields)| {
        let resource = catalogue::find(controller)?;
        let map = fields.iter().filter_map(|name| resource.field(name)).map(|field| (field.name.to_owned(), json!(field.label().zh)));
        let mut rule = rule(resource);
        rule["data_fields"] = Value::Object(map.collect());
        Some(rule)
    });
    add(store, now, "security.SensitiveData", sensitive.collect()).await
}
