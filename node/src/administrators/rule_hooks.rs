//! What happens around reads and changes of menu rules (wire contract 4.3). The rules of members share
//! the helpers of this file.

use crate::audit_log::journal;
use crate::error::ServiceError;
use crate::i18n::{self, Language};
use crate::identity::rule_titles;
use crate::identity::sessions::rights_changed;
use crate::resource::Call;
use crate::resource::call::Hook;
use async_trait::async_trait;
use entrepot_store::engine::typed;
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::{Filter, ListQuery, ShownBy, ShownTexts};
use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::row;
use entrepot_store::resource::write::Written;
use entrepot_store::resource::{Act, TypedBody, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Buttons that are made with one page.
const BUTTONS_MAX: usize = 30;

/// All rules: stored instead of a list of every one of them.
pub(crate) const EVERYTHING: &str = "*";

/// The rules of a group as boxes that are ticked (ids, `*`) or as a comma list become the text that is
/// stored; none of them changes nothing.
pub(crate) fn reshape_rules(body: &mut Map<String, Value>) -> Result<(), ServiceError> {
    let Some(sent) = body.remove("rules") else { return Ok(()) };
    let one = |rule: &Value| match rule {
        Value::String(text) if text.trim() == EVERYTHING => Some(EVERYTHING.to_owned()),
        rule => typed::integer(rule).map(|id| id.to_string()),
    };
    let rules: Option<Vec<String>> = match &sent {
        Value::Null => Some(vec![]),
        Value::Array(rules) => rules.iter().map(one).collect(),
        Value::String(text) => text.split(',').filter(|rule| !rule.trim().is_empty()).map(|rule| one(&json!(rule))).collect(),
        rule => one(rule).map(|rule| vec![rule]),
    };
    let rules = rules.ok_or_else(|| ServiceError::field("rules", "error.type"))?;
    if !rules.is_empty() {
        body.insert("rules".into(), json!(rules.join(",")));
    }
    Ok(())
}

/// A rule's component as it is kept: with slashes.
pub(crate) fn tidy_rule(body: &mut TypedBody) {
    if let Some(Value::String(component)) = body.get_mut("component") {
        *component = component.replace('\\', "/");
    }
}

/// Translated titles of rules. `rules` are id, name and stored title.
pub(crate) fn shown_titles<'a>(rules: impl Iterator<Item = (i64, &'a str, &'a str)>, title: impl Fn(&str, &str) -> String) -> Option<ShownTexts> {
    let translated = rules.map(|(id, name, stored)| (id, stored, title(name, stored))).filter(|(_, stored, translated)| stored != translated);
    let texts: BTreeMap<String, String> = translated.map(|(id, _, translated)| (id.to_string(), translated)).collect();
    (!texts.is_empty()).then(|| ShownTexts { field: "title", by: ShownBy::Row, texts: Arc::new(texts) })
}

/// Puts the titles into rows, and into those below them, as their reader sees them.
pub(crate) fn put_titles(rows: &mut [Value], title: &impl Fn(&str, &str) -> String) -> Result<(), ServiceError> {
    for row in rows {
        // Keep the indentation of a select's titles.
        let shown = row::text(row, "title")?.to_owned();
        let stored = shown.trim_start_matches([' ', '│', '├', '└']);
        let lead = &shown[..shown.len() - stored.len()];
        let translated = title(row::text(row, "name")?, stored);
        row::set(row, "title", format!("{lead}{translated}"));
        if let Some(Value::Array(children)) = row.get_mut("children") {
            put_titles(children, title)?;
        }
    }
    Ok(())
}

/// Drops a title that is sent back as it was shown.
pub(crate) fn drop_shown_title(body: &mut Map<String, Value>, row: &Value, title: impl Fn(&str, &str) -> String) -> Result<(), ServiceError> {
    let shown = title(row::text(row, "name")?, row::text(row, "title")?);
    if body.get("title").and_then(Value::as_str) == Some(shown.as_str()) {
        body.remove("title");
    }
    Ok(())
}

/// Hung under its own child, a rule changes places with it: the child goes to the top.
pub(crate) async fn free_child(call: &Call, id: i64, pid: i64) -> Result<(), ServiceError> {
    // An import looks for circles in its whole file, and a trial run changes nothing.
    if pid == id || pid == 0 || call.planned.is_some() {
        return Ok(());
    }
    let child = call.store().record(call.resource, pid, &call.act.scope).await;
    // A rule that is not there is refused where the change is written.
    let Ok(child) = child else { return Ok(()) };
    if row::integer(&child, "pid")? == id {
        let top = Map::from_iter([("pid".to_owned(), json!(0))]);
        call.store().update_record(call.resource, pid, &top, &call.act).await?;
    }
    Ok(())
}

/// Menu rules. A rule grants the permission node of its name to every group that holds it, so only super
/// administrators create, switch or rename one. Others may change the looks of rules they hold (decision 15).
pub struct Rules;

impl Rules {
    /// Fields that decide what a rule grants, who sees it, and where it leads.
    const MEANING: &'static [&'static str] = &["name", "type", "pid", "url", "path", "component", "menu_type", "extend", "status"];

    /// What a rule of that name, stored under a title, is called in the caller's language.
    fn title(call: &Call) -> impl Fn(&str, &str) -> String + use<> {
        let catalogue = call.store().catalogue();
        move |name, stored| rule_titles::title(&catalogue, i18n::current(), name, stored)
    }

    /// The buttons to create with a page.
    fn buttons(sent: &Value) -> Result<Vec<String>, ServiceError> {
        let wrong = || ServiceError::field("buttons", "error.type");
        let sent: Vec<&str> = match sent {
            Value::Null => vec![],
            Value::Array(values) => values.iter().map(Value::as_str).collect::<Option<_>>().ok_or_else(wrong)?,
            Value::String(names) => names.split(',').collect(),
            _ => return Err(wrong()),
        };
        let mut names: Vec<String> = Vec::new();
        for name in sent.into_iter().map(str::trim).filter(|name| !name.is_empty()) {
            let plain = name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            if !plain || names.len() >= BUTTONS_MAX {
                return Err(wrong());
            }
            if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    /// The rule of a button of a page, as the form would send it.
    fn button(page: &str, action: &str, place: usize) -> Map<String, Value> {
        let name = format!("{page}/{action}");
        let known = rule_titles::title(&Catalogue::compiled(), Language::Chinese, &name, "");
        let title = if known == name { action.to_owned() } else { known };
        let weigh = 100 - i64::try_from(place).unwrap_or(100);
        let fields = [("type", json!("button")), ("title", json!(title)), ("name", json!(name)), ("weigh", json!(weigh))];
        fields.into_iter().map(|(field, value)| (field.to_owned(), value)).collect()
    }

    /// Groups that hold a new rule's parent hold the rule.
    async fn inherit(call: &Call, id: i64) -> Result<(), ServiceError> {
        let directory = call.store().directory().await?;
        let Some(resource) = catalogue::find("auth.Group") else { return Ok(()) };
        let Some(parent) = directory.rule(id).map(|rule| rule.pid).filter(|pid| *pid != 0) else { return Ok(()) };
        for group in directory.groups.iter().filter(|group| group.rule_ids().contains(&parent)) {
            let rules = group.rule_ids().into_iter().chain([id]).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
            let act = Act { scope: Scope { admin: call.act.scope.admin, ..Scope::system() }, ..call.act.clone() };
            let body = Map::from_iter([("rules".to_owned(), json!(rules))]);
            call.store().update_record(resource, group.id, &body, &act).await?;
        }
        rights_changed(call.store(), call.system());
        Ok(())
    }
}

#[async_trait]
impl Hook for Rules {
    fn narrow(&self, scope: &mut Scope, rights: &Rights) {
        scope.rows = Some(rights.rules.iter().copied().collect());
    }

    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        let directory = call.store().directory().await?;
        query.shown = shown_titles(directory.rules.iter().map(|rule| (rule.id, rule.name.as_str(), rule.title.as_str())), Self::title(call));
        if query.select && query.init.is_none() {
            let filter = |field: &str, values: &[&str]| {
                let values = values.iter().map(|value| (*value).to_owned()).collect();
                Filter { field: field.into(), operator: "IN".into(), values, datetime: false }
            };
            query.filters.push(filter("type", &["menu_dir", "menu"]));
            query.filters.push(filter("status", &["1"]));
        }
        Ok(())
    }

    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        put_titles(rows, &Self::title(call))?;
        Ok(())
    }

    /// A page with its buttons, all of it or nothing (wire contract 4.3).
    async fn insert(&self, call: &mut Call, body: &Map<String, Value>) -> Result<Option<i64>, ServiceError> {
        let Some(sent) = body.get("buttons") else { return Ok(None) };
        let page = call.prepare_new(body.clone()).await?;
        // Only pages have buttons, whatever the form sends.
        if page.get("type").is_some_and(|kind| kind != "menu") {
            return Ok(None);
        }
        let buttons = Self::buttons(sent)?;
        let name = page.get("name").and_then(Value::as_str).unwrap_or_default();
        let below: Vec<_> = buttons.iter().enumerate().map(|(place, action)| Self::button(name, action, place)).collect();
        let directory = call.store().directory().await?;
        let taken =
            |button: &Map<String, Value>| directory.rules.iter().any(|rule| button.get("name").and_then(Value::as_str) == Some(rule.name.as_str()));
        if below.iter().any(taken) {
            return Err(ServiceError::field("buttons", "error.unique"));
        }
        let ids = call.store().insert_with_below(call.resource, &page, &below, &call.act).await?;
        journal::changed(json!({ "controller": call.resource.controller, "added": ids }));
        Ok(ids.first().copied())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        if !call.rights.everything {
            return Err(ServiceError::NoPermission);
        }
        // They are no field: `insert` makes them.
        body.remove("buttons");
        tidy_rule(body);
        Ok(())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        // Buttons are made with their page.
        body.remove("buttons");
        tidy_rule(body);
        let row = call.store().record(call.resource, id, &call.act.scope).await?;
        drop_shown_title(body, &row, Self::title(call))?;
        if call.rights.everything {
            return match body.get("pid").and_then(Value::as_i64) {
                Some(pid) => free_child(call, id, pid).await,
                None => Ok(()),
            };
        }
        let changed = |name: &str| body.get(name).is_some_and(|value| *value != row[name]);
        if Self::MEANING.iter().any(|name| changed(name)) { Err(ServiceError::NoPermission) } else { Ok(()) }
    }

    async fn before_delete(&self, call: &mut Call, _: &mut Vec<i64>) -> Result<(), ServiceError> {
        if call.rights.everything { Ok(()) } else { Err(ServiceError::NoPermission) }
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        rights_changed(call.store(), call.system());
        if written.before.is_empty() && written.fields.is_empty() {
            for id in &written.ids {
                Self::inherit(call, *id).await?;
                // Its buttons are created after it.
                let directory = call.store().directory().await?;
                for below in directory.rules.iter().filter(|rule| rule.pid == *id) {
                    Self::inherit(call, below.id).await?;
                }
            }
        }
        Ok(())
    }
}
