//! The site's settings: rows of the table `config`, shown by groups and saved by name (wire contract
//! 4.9). A value's form follows from its row's type.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU16;
use std::sync::Arc;

use actors::clock::zone_named;
use entrepot_store::Store;
use entrepot_store::engine::typed;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::numbering::Pattern;
use entrepot_store::resource::{Act, Resource, catalogue};
use entrepot_store::scope::Scope;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::entrance::is_entrance;
use super::site;
use super::values::{check, clears, decode, encode, lines, with_keys, with_labels};
use super::views::{QuickEntrance, SettingGroup, SettingView, SettingsView};
use crate::audit_log::journal;
use crate::error::ServiceError;
use crate::i18n::{current, find_text, text};
use crate::identity::blocked;
use crate::resource::Call;
use crate::secrets::{SecretLocation, Secrets, is_sealed};
use crate::settings::shop_table as shop;

/// The settings that limit what one person changes by hand on a day.
pub const DAY_LIMITS: [&str; 2] = ["balance_day_limit", "score_day_limit"];

/// What reads the site's settings. Cheap to clone.
#[derive(Clone)]
pub struct SiteSettings {
    pub store: Store,
    /// Opens passwords.
    pub secrets: Arc<Secrets>,
}

/// A setting that is there from the start.
struct Seed {
    group: &'static str,
    name: &'static str,
    kind: &'static str,
    value: &'static str,
    rule: &'static str,
    weigh: i64,
}

const fn seed(group: &'static str, name: &'static str, kind: &'static str, value: &'static str, rule: &'static str, weigh: i64) -> Seed {
    Seed { group, name, kind, value, rule, weigh }
}

const GROUPS: &str = r#"[{"key":"basics","value":"setting.basics"},{"key":"mail","value":"setting.mail"},{"key":"shop","value":"setting.shop"},{"key":"config_quick_entrance","value":"setting.config_quick_entrance"}]"#;
const ENTRANCES: &str =
    r#"[{"key":"entrance.recycle","value":"security/dataRecycle"},{"key":"entrance.sensitive","value":"security/sensitiveData"}]"#;

const SEEDS: &[Seed] = &[
    seed("basics", "config_group", "array", GROUPS, "required", 99),
    seed("basics", "site_name", "string", "Entrepot", "required", 98),
    seed("basics", "record_number", "string", "", "", 97),
    // The head of printed papers; the site's name where there is none of the company.
    seed("basics", "company_name", "string", "", "", 92),
    seed("basics", "company_address", "textarea", "", "", 91),
    seed("basics", "company_contact", "string", "", "", 90),
    seed("basics", "company_logo", "image", "", "", 89),
    seed("basics", "currency_code", "string", "CNY", "required", 88),
    seed("basics", "currency_symbol", "string", "¥", "required", 87),
    seed("basics", "currency_place", "select", "before", "required", 86),
    seed("basics", "home_page", "select", "site", "required", 84),
    seed("basics", "shop_name", "string", "", "", 83),
    seed("basics", "site_entries", "checkbox", site::FIRST_ENTRIES, "", 82),
    seed("basics", "version", "string", "v1.0.0", "required", 96),
    seed("basics", "time_zone", "string", "Asia/Shanghai", "required", 95),
    seed("basics", "no_access_ip", "textarea", "", "", 94),
    seed("basics", "backend_entrance", "string", "/admin", "required", 93),
    seed("basics", "count_recount_percent", "number", "10", "", 92),
    seed("basics", "count_recount_value", "number", "0", "", 91),
    // Whether members register with name and password: `auto` allows it where neither mail nor SMS is set up.
    seed("basics", "member_registration", "select", "auto", "required", 88),
    seed("basics", "balance_day_limit", "number", "0", "", 87),
    seed("basics", "score_day_limit", "number", "0", "", 86),
    seed("basics", ADMIN_LOG_DAYS, "number", "400", "required", 85),
    // `P{0000}`; empty: product numbers are typed.
    seed("basics", PRODUCT_NUMBERS, "string", "", "", 84),
    seed("mail", "smtp_server", "string", "", "", 89),
    // Without the rule `integer`, which texts never satisfy in clients written for BuildAdmin; `edit` checks it.
    seed("mail", "smtp_port", "string", "465", "", 88),
    seed("mail", "smtp_user", "string", "", "", 87),
    seed("mail", "smtp_pass", "password", "", "", 86),
    seed("mail", "smtp_verification", "select", "SSL", "", 85),
    seed("mail", "smtp_sender_mail", "string", "", "email", 84),
    seed("config_quick_entrance", "config_quick_entrance", "array", ENTRANCES, "", 79),
];

/// The pattern of product numbers (`entrepot_store::resource::numbering`).
const PRODUCT_NUMBERS: &str = "product_no_pattern";
/// Days that lines of the administrators' log are kept; 0: for ever.
const ADMIN_LOG_DAYS: &str = "admin_log_days";
/// The fewest and the most: nobody sweeps away what was done this month.
const ADMIN_LOG_DAYS_RANGE: (i64, i64) = (30, 36_500);

/// What registration by user name may be set to.
const REGISTRATIONS: &[&str] = &["auto", "on", "off"];

/// Settings that decide where the mail password is sent. Changing one requires entering the password again.
const MAIL_SERVER: &[&str] = &["smtp_server", "smtp_port", "smtp_user", "smtp_verification"];
const MAIL_PASSWORD: &str = "smtp_pass";
/// The type of settings that are written and never shown.
const PASSWORD: &str = "password";

fn resource() -> Result<&'static Resource, ServiceError> {
    Ok(catalogue::declared("routine.Config")?)
}

/// A setting as it is stored.
#[derive(Clone, Debug, Deserialize)]
struct Setting {
    id: i64,
    name: String,
    group: String,
    title: String,
    tip: String,
    #[serde(rename = "type")]
    kind: String,
    value: String,
    content: Value,
    /// Rules with commas between.
    rule: String,
    extend: Value,
    input_extend: Value,
    allow_del: i64,
    weigh: i64,
    create_time: i64,
    update_time: i64,
    version: i64,
}

async fn rows(store: &Store) -> Result<Vec<Setting>, ServiceError> {
    let query = ListQuery { limit: 200, ..ListQuery::default() };
    Ok(store.records_as(resource()?, &query, &Scope::system()).await?)
}

/// The properties of an input that chooses rows of a resource: our own clients read the controller, those written for
/// BuildAdmin the address. Without an address they would ask for the front page.
fn with_address(kind: &str, input: &Value) -> Option<Value> {
    let chooses = matches!(kind, "remoteSelect" | "remoteSelects") && input.get("remote-url").is_none();
    let controller = input.get("controller").and_then(Value::as_str).filter(|_| chooses)?;
    let mut input = input.clone();
    input["remote-url"] = json!(format!("/admin/{controller}/index"));
    if input.get("pk").is_none() {
        input["pk"] = json!("id");
    }
    Some(input)
}

/// Gives the settings of an older site that choose rows the address of these.
async fn repair_inputs(store: &Store, now: i64, known: &[Setting]) -> Result<(), ServiceError> {
    for row in known {
        if let Some(input) = with_address(&row.kind, &row.input_extend) {
            let body = Map::from_iter([("input_extend".to_owned(), input)]);
            store.update_record(resource()?, row.id, &body, &Act::system(now)).await?;
        }
    }
    Ok(())
}

/// Puts the shop's settings there. A site that is older than they are gets their group as well.
async fn seed_shop(store: &Store, now: i64, known: &[Setting]) -> Result<(), ServiceError> {
    let missing = |name: &str| known.iter().all(|row| row.name != name);
    for (place, setting) in shop::SETTINGS.iter().enumerate().filter(|(_, setting)| missing(setting.name)) {
        let content =
            if setting.kind() == "radio" { json!({ "1": "setting.freight_mode.sum", "2": "setting.freight_mode.first" }) } else { json!({}) };
        let input = with_address(setting.kind(), &json!({ "controller": "warehouse.Warehouse", "field": "name" }));
        let row = json!({
            "group": shop::GROUP, "name": setting.name, "title": format!("setting.{}", setting.name), "type": setting.kind(),
            "value": setting.value, "rule": setting.rule(), "weigh": 70 - i64::try_from(place).unwrap_or(0), "content": content, "extend": {},
            "input_extend": input.unwrap_or_else(|| json!({})),
        });
        store.insert_record(resource()?, row.as_object().unwrap_or(&Map::new()), &Act::system(now)).await?;
    }
    let begins = known.iter().all(|row| row.group != shop::GROUP);
    let Some(groups) = known.iter().find(|row| begins && row.name == "config_group") else { return Ok(()) };
    let mut items = match decoded(groups) {
        Ok(Value::Array(items)) => items,
        Ok(_) => return Ok(()),
        // A site starts without the group in its form.
        Err(error) => {
            tracing::error!(%error, "the shop's settings have no group");
            return Ok(());
        }
    };
    if items.iter().filter_map(pair).all(|(key, _)| key != shop::GROUP) {
        items.push(json!({ "key": shop::GROUP, "value": "setting.shop" }));
        let body = Map::from_iter([("value".to_owned(), json!(Value::Array(items).to_string()))]);
        store.update_record(resource()?, groups.id, &body, &Act::system(now)).await?;
    }
    Ok(())
}

/// What a setting chooses among, with the keys of the words.
fn choices(name: &str, values: &[&str]) -> Value {
    values.iter().map(|value| (*value, format!("setting.{name}.{value}"))).collect()
}

/// Puts the settings there that a new site has.
pub async fn seed_all(store: &Store, now: i64) -> Result<(), ServiceError> {
    let known = rows(store).await?;
    repair_inputs(store, now, &known).await?;
    seed_shop(store, now, &known).await?;
    for seed in SEEDS.iter().filter(|seed| known.iter().all(|row| row.name != seed.name)) {
        let content = match seed.name {
            "smtp_verification" => json!({ "SSL": "SSL", "TLS": "TLS", "NONE": "NONE" }),
            "member_registration" => choices(seed.name, REGISTRATIONS),
            "currency_place" => choices(seed.name, site::PLACES),
            "home_page" => choices(seed.name, site::HOMES),
            "site_entries" => choices(seed.name, site::ENTRIES),
            _ => json!({}),
        };
        let row = json!({
            "group": seed.group, "name": seed.name, "title": format!("setting.{}", seed.name), "type": seed.kind, "value": seed.value,
            "rule": seed.rule, "weigh": seed.weigh, "content": content, "extend": {}, "input_extend": {},
        });
        store.insert_record(resource()?, row.as_object().unwrap_or(&Map::new()), &Act::system(now)).await?;
    }
    Ok(())
}

/// Marks a password that is removed.
const CLEARED: &str = "clear";

/// A stored value in plain text: passwords are decrypted.
fn opened(settings: &SiteSettings, row: &Setting) -> String {
    if row.kind != PASSWORD || !is_sealed(&row.value) {
        return row.value.clone();
    }
    settings.secrets.open(SecretLocation::password(&row.id.to_string()), &row.value).unwrap_or_else(|error| {
        tracing::error!(setting = row.name, %error, "a stored password can't be opened");
        String::new()
    })
}

/// A setting's value.
pub async fn value_of(settings: &SiteSettings, name: &str) -> Result<Option<String>, ServiceError> {
    Ok(rows(&settings.store).await?.iter().find(|row| row.name == name).map(|row| opened(settings, row)))
}

/// Every setting's value by its name.
pub async fn values(settings: &SiteSettings) -> Result<HashMap<String, String>, ServiceError> {
    let rows = rows(&settings.store).await?;
    Ok(rows.iter().map(|row| (row.name.clone(), opened(settings, row))).collect())
}

/// Whether the mail password that is stored would go elsewhere than before: another server, port, user
/// or secrecy, and no password of their own.
#[must_use]
pub fn takes_mail_password_elsewhere(stored: &HashMap<String, String>, sent: impl Fn(&str) -> Option<String>) -> bool {
    let kept = |name: &str| stored.get(name).map(|value| value.trim()).unwrap_or_default();
    let moved = |name: &&str| sent(name).is_some_and(|value| value.trim() != kept(name));
    !kept(MAIL_PASSWORD).is_empty() && sent(MAIL_PASSWORD).is_none_or(|password| password.is_empty()) && MAIL_SERVER.iter().any(moved)
}

/// An item of a dictionary that a setting holds.
fn pair(item: &Value) -> Option<(&str, &Value)> {
    Some((item.get("key")?.as_str()?, item.get("value")?))
}

/// A value that is an object; nothing in it where it is none.
fn object(value: Value) -> BTreeMap<String, Value> {
    match value {
        Value::Object(fields) => fields.into_iter().collect(),
        _ => BTreeMap::new(),
    }
}

/// A setting's value as forms know it.
fn decoded(row: &Setting) -> Result<Value, ServiceError> {
    decode(&row.kind, &row.value).map_err(|error| ServiceError::Internal(format!("the setting {} can't be read: {error}", row.name)))
}

/// What is said below a setting that is there from the start, if anything; a site may say something else.
fn hint_of(title: &str) -> String {
    find_text(current(), &format!("{title}.hint")).unwrap_or_default()
}

/// A setting as its form shows it.
fn setting_view(row: &Setting) -> Result<SettingView, ServiceError> {
    let row = row.clone();
    Ok(SettingView {
        value: with_labels(&decoded(&row)?),
        has_value: (row.kind == PASSWORD).then_some(!row.value.is_empty()),
        id: row.id,
        name: row.name,
        group: row.group,
        title: text(&row.title, &[]),
        tip: if row.tip.is_empty() { hint_of(&row.title) } else { row.tip },
        kind: row.kind,
        content: object(with_labels(&row.content)),
        rule: row.rule,
        extend: object(row.extend),
        input_extend: object(row.input_extend),
        allow_del: row.allow_del,
        weigh: row.weigh,
        create_time: row.create_time,
        update_time: row.update_time,
        version: row.version,
    })
}

/// The settings by groups.
pub async fn index(store: &Store) -> Result<SettingsView, ServiceError> {
    let rows = rows(store).await?;
    let items = |name: &str| match rows.iter().find(|row| row.name == name).map(decoded).transpose()? {
        Some(Value::Array(items)) => Ok::<_, ServiceError>(items),
        _ => Ok(vec![]),
    };
    let (mut list, mut config_group) = (BTreeMap::new(), BTreeMap::new());
    for item in items("config_group")? {
        let Some((name, value)) = pair(&item) else { continue };
        let title = text(value.as_str().unwrap_or(name), &[]);
        let of_group = rows.iter().filter(|row| row.group == name).map(setting_view).collect::<Result<_, _>>()?;
        list.insert(name.to_owned(), SettingGroup { name: name.to_owned(), title: title.clone(), list: of_group });
        config_group.insert(name.to_owned(), title);
    }
    let entrances = items("config_quick_entrance")?;
    let entrances = entrances.iter().filter_map(pair).map(|(key, value)| QuickEntrance { key: text(key, &[]), value: value.clone() });
    Ok(SettingsView { list, remark: String::new(), config_group, quick_entrance: entrances.collect() })
}

/// The settings of one group.
pub async fn group(store: &Store, name: &str) -> Result<SettingGroup, ServiceError> {
    let rows = rows(store).await?;
    let list = rows.iter().filter(|row| row.group == name).map(setting_view).collect::<Result<_, _>>()?;
    Ok(SettingGroup { name: name.to_owned(), title: text(&format!("setting.{name}"), &[]), list })
}

/// A number of days as it is set: 0, or one of the range.
fn days_kept(value: &str) -> Option<i64> {
    let (least, most) = ADMIN_LOG_DAYS_RANGE;
    value.trim().parse().ok().filter(|days| *days == 0 || (least..=most).contains(days))
}

/// How many days lines of the administrators' log are kept; nothing where that is for ever, or can't be read.
pub async fn admin_log_days(settings: &SiteSettings) -> Result<Option<i64>, ServiceError> {
    let value = value_of(settings, ADMIN_LOG_DAYS).await?;
    Ok(value.as_deref().and_then(days_kept).filter(|days| *days > 0))
}

/// Saves settings by name.
pub async fn edit(call: &mut Call, secrets: &Secrets, body: &Map<String, Value>) -> Result<(), ServiceError> {
    edit_group(call, secrets, body, None).await
}

/// The same for those of one group; others are unknown.
pub async fn edit_group(call: &mut Call, secrets: &Secrets, body: &Map<String, Value>, group: Option<&str>) -> Result<(), ServiceError> {
    let mut rows = rows(call.store()).await?;
    rows.retain(|row| group.is_none_or(|group| row.group == group));
    rows.iter().filter(|row| row.kind == PASSWORD).for_each(|row| journal::secret(&row.name));
    let plain = |value: &Value| if clears(value) { CLEARED.to_owned() } else { encode("", value).unwrap_or_default() };
    let stored = rows.iter().map(|row| (row.name.clone(), row.value.clone()));
    if takes_mail_password_elsewhere(&stored.collect(), |name| body.get(name).map(plain)) {
        return Err(ServiceError::field(MAIL_PASSWORD, "mail.password_again"));
    }
    let mut changes = Vec::new();
    for (name, value) in body {
        let Some(row) = rows.iter().find(|row| row.name == *name) else {
            if call.config().services.clients.ignores(name) {
                continue;
            }
            return Err(ServiceError::field(name, "error.field.unknown"));
        };
        let (kind, id) = (row.kind.as_str(), row.id);
        if kind == PASSWORD && clears(value) {
            changes.push((kind, id, String::new()));
            continue;
        }
        let value = if kind == "array" { &with_keys(value, &row.value) } else { value };
        let value = encode(kind, value).map_err(|key| ServiceError::field(name, key))?;
        if kind == PASSWORD {
            // The form never shows it, so an empty value means unchanged.
            if !value.is_empty() {
                let sealed = secrets.seal(SecretLocation::password(&id.to_string()), &value);
                changes.push((kind, id, sealed.map_err(|error| ServiceError::Internal(error.to_string()))?));
            }
            continue;
        }
        let as_it_was = row.value == value;
        // A rule of form is for one text, not for a list of values.
        let list = matches!(kind, "array" | "checkbox" | "selects" | "remoteSelects" | "city" | "images" | "files");
        for rule in row.rule.split(',').filter(|rule| !list || *rule == "required") {
            check(rule, &value, as_it_was).map_err(|key| ServiceError::field(name, key))?;
        }
        if name == "backend_entrance" && !is_entrance(&value) {
            return Err(ServiceError::field(name, "error.url"));
        }
        if name == "smtp_port" && !value.is_empty() && value.parse::<NonZeroU16>().is_err() {
            return Err(ServiceError::range(name, 1, i64::from(u16::MAX)));
        }
        if name == "member_registration" && !REGISTRATIONS.contains(&value.as_str()) {
            return Err(ServiceError::field(name, "error.choice"));
        }
        if !as_it_was {
            site::check(name, &value).map_err(|key| ServiceError::field(name, key))?;
        }
        if name == ADMIN_LOG_DAYS && days_kept(&value).is_none() {
            let (least, most) = ADMIN_LOG_DAYS_RANGE;
            return Err(ServiceError::range(name, least, most));
        }
        if name == PRODUCT_NUMBERS && !value.is_empty() && Pattern::read(&value).is_none() {
            return Err(ServiceError::field(name, "error.number_pattern"));
        }
        let limits = DAY_LIMITS.contains(&name.as_str());
        if kind == "number" && row.group != shop::GROUP && !value.is_empty() && (limits || !as_it_was) {
            let number = typed::decimal_of(&value).ok_or_else(|| ServiceError::field(name, "error.number"))?;
            if limits && number < Decimal::ZERO {
                return Err(ServiceError::range(name, 0, i64::MAX));
            }
        }
        if name == "no_access_ip" && !as_it_was {
            blocked::check(&value).map_err(|key| ServiceError::field(name, key))?;
        }
        if name == "time_zone" && zone_named(&value).is_none() {
            return Err(ServiceError::field(name, "error.time_zone"));
        }
        if row.group == shop::GROUP {
            shop::check(name, &value).map_err(|key| match shop::range(name) {
                Some((least, most)) if key == "error.number.range" => ServiceError::range(name, least, most),
                _ => ServiceError::field(name, key),
            })?;
            let added = shop::added_warehouses(name, &value, &row.value);
            if !added.is_empty() {
                let in_use = call.store().warehouses_in_use().await?;
                if added.iter().any(|id| !in_use.contains(id)) {
                    return Err(ServiceError::field(name, "error.reference"));
                }
            }
        }
        changes.push((kind, id, value));
    }
    // Passwords first: between two writes no stored one may meet a place that it is not meant for.
    changes.sort_by_key(|(kind, ..)| *kind != PASSWORD);
    for (_, id, value) in changes {
        call.edit(id, Map::from_iter([("value".to_owned(), json!(value))])).await?;
    }
    Ok(())
}

/// Adds a setting.
pub async fn add(call: &mut Call, body: &Map<String, Value>) -> Result<i64, ServiceError> {
    let text_or_none = |name: &str| match body.get(name) {
        None | Some(Value::Null | Value::String(_)) => Ok(body.get(name)),
        Some(_) => Err(ServiceError::field(name, "error.type")),
    };
    let rules = match body.get("rule") {
        None | Some(Value::Null) => Some(String::new()),
        Some(Value::Array(rules)) => rules.iter().map(Value::as_str).collect::<Option<Vec<_>>>().map(|rules| rules.join(",")),
        Some(rules) => rules.as_str().map(str::to_owned),
    };
    let mut row = Map::new();
    for name in ["group", "weigh", "name", "title", "type", "tip"] {
        if let Some(value) = body.get(name) {
            row.insert(name.to_owned(), value.clone());
        }
    }
    let mut row = call.typed(row, true)?.into_fields();
    let chosen = matches!(row.get("type").and_then(Value::as_str), Some("radio" | "checkbox" | "select" | "selects"));
    row.insert("rule".into(), json!(rules.ok_or_else(|| ServiceError::field("rule", "error.type"))?));
    row.insert("content".into(), if chosen { lines(text_or_none("content")?) } else { json!({}) });
    row.insert("extend".into(), lines(text_or_none("extend")?));
    let input = lines(text_or_none("inputExtend")?);
    let kind = row.get("type").and_then(Value::as_str).unwrap_or_default();
    row.insert("input_extend".into(), with_address(kind, &input).unwrap_or(input));
    row.insert("allow_del".into(), json!(1));
    call.add(row).await
}

/// Deletes settings that somebody added.
pub async fn delete(call: &mut Call, ids: Vec<i64>) -> Result<(), ServiceError> {
    let rows = rows(call.store()).await?;
    let kept = |id: &i64| rows.iter().any(|row| row.id == *id && row.allow_del != 1);
    if ids.iter().any(kept) {
        return Err(ServiceError::refused("error.setting.kept"));
    }
    call.delete(ids).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn settings_that_choose_rows_have_the_address_of_these() {
        let store = Store::connect(&entrepot_store::StoreConfig::new("mem://", "settings")).await.expect("a store");
        let chosen = async || {
            let mut rows = rows(&store).await.expect("settings");
            rows.retain(|row| row.kind == "remoteSelects");
            rows
        };
        seed_all(&store, 1).await.expect("seeds");
        let address = json!({ "controller": "warehouse.Warehouse", "field": "name", "pk": "id", "remote-url": "/admin/warehouse.Warehouse/index" });
        let seeded = chosen().await;
        assert!(!seeded.is_empty() && seeded.iter().all(|row| row.input_extend == address), "{seeded:?}");
        // Of a site that began before.
        let old = Map::from_iter([("input_extend".to_owned(), json!({ "controller": "warehouse.Warehouse", "field": "name" }))]);
        store.update_record(resource().expect("declared"), seeded[0].id, &old, &Act::system(2)).await.expect("an older row");
        seed_all(&store, 3).await.expect("seeds");
        let repaired = chosen().await;
        assert!(repaired.iter().all(|row| row.input_extend == address), "{repaired:?}");
        // Once only, and nobody's own address.
        let version = repaired[0].version;
        let own = Map::from_iter([("input_extend".to_owned(), json!({ "controller": "a.B", "remote-url": "/own" }))]);
        store.update_record(resource().expect("declared"), seeded[0].id, &own, &Act::system(4)).await.expect("an own address");
        seed_all(&store, 5).await.expect("seeds");
        let kept = chosen().await;
        assert_eq!((&kept[0].input_extend["remote-url"], kept[0].version), (&json!("/own"), version + 1));
        assert_eq!(with_address("select", &json!({ "controller": "a.B" })), None);
        assert_eq!(with_address("remoteSelect", &json!({ "field": "name" })), None);
    }

    #[test]
    fn the_stored_mail_password_goes_only_where_it_is_meant_for() {
        let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<HashMap<_, _>>();
        let stored =
            pairs(&[("smtp_server", "mail.example.com"), ("smtp_port", "465"), ("smtp_user", "a"), ("smtp_verification", "SSL"), ("smtp_pass", "x")]);
        for (sent, elsewhere) in [
            (pairs(&[]), false),
            (pairs(&[("smtp_server", " mail.example.com "), ("smtp_port", "465"), ("smtp_pass", "")]), false),
            (pairs(&[("smtp_sender_mail", "b@example.com")]), false),
            (pairs(&[("smtp_server", "evil.example.com")]), true),
            (pairs(&[("smtp_server", "")]), true),
            (pairs(&[("smtp_port", "25")]), true),
            (pairs(&[("smtp_user", "b"), ("smtp_pass", "")]), true),
            (pairs(&[("smtp_verification", "NONE")]), true),
            (pairs(&[("smtp_server", "evil.example.com"), ("smtp_pass", "own")]), false),
        ] {
            assert_eq!(takes_mail_password_elsewhere(&stored, |name| sent.get(name).cloned()), elsewhere, "{sent:?}");
        }
        let none = pairs(&[("smtp_server", "mail.example.com"), ("smtp_pass", "")]);
        assert!(!takes_mail_password_elsewhere(&none, |name| (name == "smtp_server").then(|| "other".to_owned())));
    }
}
