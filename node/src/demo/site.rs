//! Texts of the public site that the demo company has made its own.

use entrepot_store::Store;
use serde_json::json;

use super::error::DemoError;
use super::rows::insert;

/// Page, key, Chinese, English.
const TEXTS: &[(&str, &str, &str, &str)] = &[
    ("site", "footer.phone", "+86 21 5555 0142", "+86 21 5555 0142"),
    ("site", "footer.email", "hello@entrepot.example", "hello@entrepot.example"),
    ("site", "footer.address", "上海市浦东新区保税路 18 号", "18 Bonded Road, Pudong, Shanghai"),
    ("site", "footer.hours", "周一至周五 9:00–18:00", "Monday to Friday, 9:00 to 18:00"),
];

pub(super) async fn fill(store: &Store, now: i64) -> Result<(), DemoError> {
    for (page, key, zh, en) in TEXTS {
        insert(store, "site.Content", json!({ "page": page, "key": key, "zh": zh, "en": en, "status": 1 }), now).await?;
    }
    Ok(())
}
