//! The variables of events and the types of notices, as rows that people read; those that are there stay.

use bus_schemas::notification::kinds::KINDS;
use bus_schemas::notification::row::Recipients;
use bus_schemas::order::kinds::KINDS as ORDERS;
use bus_schemas::order::process::ADD;
use entrepot_store::Store;
use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::{Act, RecordError, catalogue};
use serde_json::{Map, Value, json};

use super::wording::VARIABLES;
use crate::error::ServiceError;
use crate::i18n::{Language, text_in, with_start};
use crate::identity::rule_titles::{title, title_of_node};

/// Texts of kinds of events begin with it.
const WORDS: &str = "deliver.kind.";

/// A row in both languages.
fn row(code: &str, sort: &str, mutable: bool, words: impl Fn(Language) -> (String, String)) -> (Value, Map<String, Value>) {
    let ((zh, zh_audience), (en, en_audience)) = (words(Language::Chinese), words(Language::English));
    let body = json!({ "code": code, "title": zh, "title_en": en, "audience": zh_audience, "audience_en": en_audience });
    (body, Map::from_iter([("sort".to_owned(), json!(sort)), ("mutable".to_owned(), json!(i64::from(mutable)))]))
}

/// Every type: events of orders, of the shop and of rows, and what administrators are notified of.
fn all_types(catalogue: &Catalogue) -> Vec<(Value, Map<String, Value>)> {
    let mut types: Vec<(Value, Map<String, Value>)> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for kind in ORDERS {
        for step in std::iter::once(ADD).chain(kind.steps.iter().map(|step| step.name)) {
            if seen.contains(&step) {
                continue;
            }
            seen.push(step);
            let words = |language| (title(catalogue, language, &format!("{}/{step}", kind.page), ""), String::new());
            types.push(row(&format!("order.{step}"), "event", false, words));
        }
    }
    for key in with_start(WORDS).into_iter().filter(|key| !key.ends_with(".test")) {
        types.push(row(key.trim_start_matches(WORDS), "event", false, |language| (text_in(language, &key, &[]), String::new())));
    }
    for kind in KINDS {
        let words = |language| {
            let audience = match kind.to {
                Recipients::Holders(node) => title_of_node(catalogue, language, node),
                Recipients::Reviewers | Recipients::Takers(_) => text_in(language, "deliver.to_reviewers", &[]),
                Recipients::People | Recipients::Order => text_in(language, "deliver.to_people", &[]),
            };
            (text_in(language, &kind.label_key(), &[]), audience)
        };
        types.push(row(kind.name, "admin", kind.mutable, words));
    }
    types
}

/// Puts the types there that are missing.
pub async fn types(store: &Store, now: i64) -> Result<(), ServiceError> {
    let there: Vec<String> = store.rows("SELECT VALUE code FROM notice_type", vec![]).await?;
    let missing = all_types(&store.catalogue()).into_iter().filter(|(body, _)| !there.iter().any(|code| body["code"] == *code));
    add(store, "notice.Type", missing, now).await
}

async fn add(store: &Store, controller: &str, rows: impl Iterator<Item = (Value, Map<String, Value>)>, now: i64) -> Result<(), ServiceError> {
    let resource = catalogue::declared(controller)?;
    for (body, set) in rows {
        let act = Act { set, ..Act::system(now) };
        match store.insert_record(resource, &body.as_object().cloned().unwrap_or_default(), &act).await {
            // Another node has just put it there.
            Ok(_) | Err(RecordError::Field { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Puts the variables there that are missing.
pub async fn variables(store: &Store, now: i64) -> Result<(), ServiceError> {
    let there: Vec<String> = store.rows("SELECT VALUE name FROM notice_variable", vec![]).await?;
    let missing = VARIABLES.iter().filter(|(name, ..)| !there.iter().any(|known| known == name));
    let rows = missing.map(|(name, (zh, en), sample)| {
        let body = json!({ "name": name, "title": zh, "title_en": en, "sample": sample });
        (body, Map::from_iter([("source".to_owned(), json!("event"))]))
    });
    add(store, "ding.Variable", rows, now).await
}
