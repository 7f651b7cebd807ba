//! Makes keys for other programs and rotates them. A key is made for oneself; only super administrators make keys of the site.

use entrepot_store::Store;
use entrepot_store::identity::api_keys::{FULL, KEYS_MAX, first_secret, next_secret};
use entrepot_store::identity::rights::key::KeyTerms;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::api_key::{ACTIVE, NAME_MAX, RATE, REMARK_MAX};
use entrepot_store::resource::declaration::From;
use entrepot_store::resource::write::Written;
use entrepot_store::resource::{RecordError, catalogue, row};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::audit_log::journal;
use crate::error::ServiceError;
use crate::identity::api_keys::{ApiKeys, NewKey};
use crate::identity::sessions::Caller;
use crate::one_line::one_line;
use crate::resource::Call;

/// Longest life of a key, in seconds: two years.
pub const LIFE_MAX: i64 = 731 * 86_400;
/// Hours in which a rotated key's former text may stay good, at most.
pub const OVERLAP_HOURS_MAX: i64 = 168;

/// Warehouses that are offered.
const CHOICES_MAX: i64 = 500;

/// A key to be made.
pub struct KeyRequest {
    pub name: String,
    pub of_site: bool,
    pub group: i64,
    pub warehouses: Vec<i64>,
    /// Requests a minute.
    pub rate: i64,
    /// Unix seconds.
    pub expires: i64,
    pub remark: String,
}

/// A key's text, which is shown once.
pub struct ShownKey {
    pub id: i64,
    pub key: NewKey,
}

/// Groups and warehouses that a key may be bound to: ids and names.
pub struct KeyChoices {
    pub groups: Vec<(i64, String)>,
    pub warehouses: Vec<(i64, String)>,
}

#[derive(Deserialize)]
struct Named {
    id: i64,
    name: String,
}

/// What somebody may bind a key to.
pub async fn choices(store: &Store, caller: &Caller) -> Result<KeyChoices, ServiceError> {
    let (owner, directory) = (caller.admin.id, store.directory().await?);
    let usable = |group: i64| directory.key_rights(&KeyTerms { owner, of_site: false, group, warehouses: vec![] }).is_ok();
    let groups = directory.groups.iter().filter(|group| usable(group.id)).map(|group| (group.id, group.name.clone())).collect();
    let warehouses = catalogue::find("warehouse.Warehouse").ok_or_else(|| ServiceError::Internal("warehouses are not declared".to_owned()))?;
    let query = ListQuery { limit: CHOICES_MAX, select: true, ..ListQuery::default() };
    let seen: Vec<Named> = store.records_as(warehouses, &query, &caller.rights.scope(owner)).await?;
    Ok(KeyChoices { groups, warehouses: seen.into_iter().map(|Named { id, name }| (id, name)).collect() })
}

/// Refuses an end that is over, or too far away.
pub fn check_end(expires: i64, now: i64) -> Result<(), ServiceError> {
    if expires > now && expires <= now + LIFE_MAX { Ok(()) } else { Err(ServiceError::field("expires", "key.expires")) }
}

/// Makes a key for the caller.
pub async fn make(keys: &ApiKeys, mut call: Call, request: KeyRequest) -> Result<ShownKey, ServiceError> {
    let owner = call.act.scope.admin;
    let name = one_line("name", &request.name, NAME_MAX)?;
    if request.remark.chars().count() > REMARK_MAX {
        return Err(ServiceError::field("remark", "error.text.long"));
    }
    if !(RATE.0..=RATE.1).contains(&request.rate) {
        return Err(ServiceError::range("rate", RATE.0, RATE.1));
    }
    check_end(request.expires, call.now())?;
    if request.of_site && !call.rights.everything {
        return Err(ServiceError::field("of_site", "key.site"));
    }
    let terms = KeyTerms { owner, of_site: request.of_site, group: request.group, warehouses: request.warehouses.clone() };
    call.store().directory().await?.key_rights(&terms).map_err(|_| ServiceError::field("group_id", "key.group"))?;
    let key = keys.generate();
    let body = json!({ "name": name, "rate": request.rate, "expires": request.expires, "remark": request.remark });
    let set = json!({
        "prefix": key.prefix,
        "admin_id": owner,
        "of_site": i64::from(request.of_site),
        "group_id": request.group,
        "warehouses": request.warehouses,
        "state": ACTIVE,
    });
    call.act.set = fields(set);
    call.act.extra = first_secret(&key.hash, &key.prefix, owner, call.now());
    let id = call.store().insert_record(call.resource, &fields(body), &call.act).await.map_err(|error| match error {
        RecordError::Field { field, .. } if field == FULL => ServiceError::full("key.full", KEYS_MAX),
        error => error.into(),
    })?;
    journal::changed(json!({ "controller": call.resource.controller, "added": id }));
    call.changed(&Written { ids: vec![id], ..Written::default() }).await?;
    Ok(ShownKey { id, key })
}

/// Gives a key another text; the former one stays good for some hours. Whoever has the text is its owner for the API, so
/// nobody else gets it: super administrators rotate keys of the site.
pub async fn rotate(keys: &ApiKeys, mut call: Call, id: i64, overlap_hours: i64, version: Option<i64>) -> Result<ShownKey, ServiceError> {
    if !(0..=OVERLAP_HOURS_MAX).contains(&overlap_hours) {
        return Err(ServiceError::range("overlap_hours", 0, OVERLAP_HOURS_MAX));
    }
    let known = call.store().record(call.resource, id, &call.act.scope).await?;
    let own = row::integer(&known, "admin_id")? == call.act.scope.admin;
    let of_site = row::integer(&known, "of_site")? == 1;
    if if of_site { !call.rights.everything } else { !own } {
        return Err(ServiceError::refused("key.other"));
    }
    let (now, key) = (call.now(), keys.generate());
    let until = now + overlap_hours * 3_600;
    let set = json!({
        "prefix": key.prefix,
        "former_prefix": row::text(&known, "prefix")?,
        "former_until": until,
        "rotated_at": now,
    });
    call.act.set = fields(set);
    call.act.from = Some(From { field: "state", values: &[ACTIVE] });
    call.act.extra = next_secret(&key.hash, &key.prefix, until, now);
    // What was read is what is rotated: of two at once the later one is refused.
    let seen = version.map_or_else(|| row::integer(&known, "version"), Ok)?;
    let written = call.store().update_record(call.resource, id, &fields(json!({ "version": seen })), &call.act).await?;
    journal::changed(json!({ "controller": call.resource.controller, "id": id, "rotated": key.prefix }));
    call.changed(&written).await?;
    Ok(ShownKey { id, key })
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
