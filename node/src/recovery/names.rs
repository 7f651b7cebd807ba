//! What rules of the recycle bin and of the log of sensitive fields are called, and their fields, in the reader's language.

use entrepot_store::listing::{ShownBy, ShownTexts};
use entrepot_store::resource::row;
use entrepot_store::resource::{Resource, TypedBody};
use serde_json::{Value, json};

use crate::error::ServiceError;
use crate::i18n::{self, Language};
use crate::identity::rule_titles::{LOGGED_BETWEEN, logged_parts, logged_title};
use crate::resource::Call;

/// Names of rules with which the site began, in the reader's language; a name that somebody chose stays as it is. `field` is
/// where a list has them.
pub(super) fn shown_names(call: &Call, field: &'static str) -> Option<ShownTexts> {
    let texts = logged_parts(&call.store().catalogue(), i18n::current());
    (!texts.is_empty()).then_some(ShownTexts { field, by: ShownBy::Parts(LOGGED_BETWEEN), texts })
}

/// Such a name as its reader sees it.
fn shown_name(call: &Call, stored: &str) -> String {
    logged_title(&logged_parts(&call.store().catalogue(), i18n::current()), stored)
}

/// Puts the name of a row, or of the rule that it was written by, into it as its reader sees it.
pub(super) fn put_name(call: &Call, row: &mut Value) {
    if let Some(name) = row.get_mut("name")
        && let Some(stored) = name.as_str()
    {
        *name = json!(shown_name(call, stored));
    }
}

/// Drops a name that is sent back as it was shown.
pub(super) fn drop_shown_name(call: &Call, body: &mut TypedBody, row: &Value) -> Result<(), ServiceError> {
    let shown = shown_name(call, row::text(row, "name")?);
    if body.get("name").and_then(Value::as_str) == Some(shown.as_str()) {
        body.remove("name");
    }
    Ok(())
}

/// What a field of a table is called in the reader's language, where it was called by its declaration; else as somebody
/// called it.
pub(super) fn shown_label(resource: Option<&Resource>, field: &str, stored: &str) -> String {
    let declared = resource.and_then(|resource| resource.field(field)).map(|field| field.label());
    match declared.filter(|label| stored == label.zh || stored == label.en) {
        Some(label) => (if i18n::current() == Language::English { label.en } else { label.zh }).to_owned(),
        None => stored.to_owned(),
    }
}
