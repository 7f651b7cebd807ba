//! Seeds of a new site: settings, scheduled tasks, rules of the recycle bin and of the log of sensitive fields.
//! Existing rows stay.

use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::declaration::Action;
use entrepot_store::resource::listed::Listed;
use entrepot_store::resource::write::FoundReferences;
use entrepot_store::resource::{Act, RecordError, Resource, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};

use crate::error::ServiceError;
use crate::settings;

/// First among the rules of the recycle bin, as in sites of BuildAdmin; the log has one, though it is not kept otherwise.
const RECYCLED: &[&str] = &["auth.Admin", "auth.AdminLog", "auth.Rule", "user.User", "security.DataRecycle"];
/// The controllers whose rule of the recycle bin was put there once: one that somebody took away does not come back.
const RECYCLE_SEEDED: &str = "recycle_rules_seeded";
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

/// Whether deleted rows are kept from the start: master data, goods, content and people; not what lists of their own trim.
fn is_kept(resource: &Resource) -> bool {
    resource.recycle && resource.stamped && !resource.view && resource.allows(Action::Del)
}

/// Puts the rules of the recycle bin there that were never put there, on older sites too. One that is switched off stays so.
async fn recycle_rules(store: &Store, now: i64) -> Result<(), ServiceError> {
    let Some(rules) = catalogue::find("security.DataRecycle") else { return Ok(()) };
    let before = store.setting(RECYCLE_SEEDED).await?;
    let seeded: Vec<&str> = before.as_deref().unwrap_or_default().lines().collect();
    let first = RECYCLED.iter().filter_map(|controller| catalogue::find(controller));
    let others = catalogue::compiled().filter(|resource| is_kept(resource) && !RECYCLED.contains(&resource.controller));
    let missing: Vec<&Resource> = first.chain(others).filter(|resource| !seeded.contains(&resource.controller)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let there: Vec<String> = store.rows("SELECT VALUE controller_as FROM data_recycle", vec![]).await?;
    let mut rows = Vec::new();
    for resource in missing.iter().filter(|resource| !there.contains(&resource.path())) {
        let mut body = rule(resource).as_object().cloned().unwrap_or_default();
        let set = body.remove("controller_as").map(|path| Map::from_iter([("controller_as".to_owned(), path)])).unwrap_or_default();
        rows.push(store.checked_row(rules, &body, &Act { set, ..Act::system(now) }, &mut FoundReferences::new()).await?);
    }
    match store.insert_checked(rules, rows, false, &Act::system(now)).await {
        Ok(_) => {}
        // Another node has just put them there.
        Err(RecordError::Field { .. }) => return Ok(()),
        Err(error) => return Err(error.into()),
    }
    let names: Vec<&str> = seeded.iter().copied().chain(missing.iter().map(|resource| resource.controller)).collect();
    let names = names.join("\n");
    match &before {
        Some(before) => drop(store.replace_setting(RECYCLE_SEEDED, before, &names).await?),
        None => drop(store.setting_or(RECYCLE_SEEDED, &names).await?),
    }
    Ok(())
}

/// Puts all of it there.
pub async fn all(store: &Store, now: i64) -> Result<(), ServiceError> {
    settings::seed_all(store, now).await?;
    crate::member::seeds::all(store, now).await?;
    crate::jobs::tasks::seed(store, now).await?;
    crate::api_log::settings::seed(store, now).await?;
    crate::deliver::seeds::variables(store, now).await?;
    crate::deliver::seeds::types(store, now).await?;
    add(store, now, "ads.Zone", crate::ads::zones()).await?;
    recycle_rules(store, now).await?;
    let sensitive = SENSITIVE.iter().filter_map(|(controller, fields)| {
        let resource = catalogue::find(controller)?;
        let map = fields.iter().filter_map(|name| resource.field(name)).map(|field| (field.name.to_owned(), json!(field.label().zh)));
        let mut rule = rule(resource);
        rule["data_fields"] = Value::Object(map.collect());
        Some(rule)
    });
    add(store, now, "security.SensitiveData", sensitive.collect()).await
}
