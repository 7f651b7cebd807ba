//! What the demo company says of itself: the head of its papers, and texts of the public site that it has made its own.

use entrepot_store::Store;
use entrepot_store::engine::value::text;
use entrepot_store::resource::{Act, catalogue};
use serde_json::{Map, json};

use super::company::{ADDRESS, NAME};
use super::error::DemoError;
use super::rows::insert;
use super::words::Words;

const PHONE: &str = "+86 21 5555 0142";

/// Page, key, Chinese, English.
const TEXTS: &[(&str, &str, &str, &str)] = &[
    ("site", "footer.phone", PHONE, PHONE),
    ("site", "footer.email", "hello@entrepot.example", "hello@entrepot.example"),
    ("site", "footer.address", ADDRESS.0, ADDRESS.1),
    ("site", "footer.hours", "周一至周五 9:00–18:00", "Monday to Friday, 9:00 to 18:00"),
];

/// Writes a setting.
pub(super) async fn set(store: &Store, name: &str, value: &str, now: i64) -> Result<(), DemoError> {
    let resource = catalogue::declared("routine.Config")?;
    let settings: Vec<i64> = store.rows("SELECT VALUE record::id(id) FROM config WHERE name = $name", vec![("name", text(name))]).await?;
    let body = Map::from_iter([("value".to_owned(), json!(value))]);
    for setting in settings {
        store.update_record(resource, setting, &body, &Act::system(now)).await?;
    }
    Ok(())
}

pub(super) async fn fill(store: &Store, words: Words, logo: &str, now: i64) -> Result<(), DemoError> {
    let company = [("company_name", words.pick(NAME)), ("company_address", words.pick(ADDRESS)), ("company_contact", PHONE), ("company_logo", logo)];
    for (name, value) in company {
        set(store, name, value, now).await?;
    }
    for (page, key, zh, en) in TEXTS {
        insert(store, "site.Content", json!({ "page": page, "key": key, "zh": zh, "en": en, "status": 1 }), now).await?;
    }
    Ok(())
}
