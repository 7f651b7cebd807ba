//! What happens around reads and deletions of the administrators' log (wire contract 4.4).

use crate::audit_log::journal::CHANGES;
use crate::error::ServiceError;
use crate::i18n;
use crate::identity::contact::ContactMask;
use crate::identity::rule_titles::{LOGGED_BETWEEN, logged_parts, logged_title};
use crate::resource::Call;
use crate::resource::call::Hook;
use async_trait::async_trait;
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::{ListQuery, ShownBy, ShownTexts};
use entrepot_store::resource::row;
use entrepot_store::scope::Scope;
use serde_json::Value;

/// The text of a JSON, where clients parse it themselves.
pub(crate) fn json_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Masks contact data in what a line has kept: in the request's body, and in each of the changes that it made.
fn hide_contacts(call: &Call, url: &str, data: &mut Value) {
    let catalogue = call.store().catalogue();
    let mask = |controller: &str, kept: &mut Value| {
        if let Some(resource) = catalogue.find(controller) {
            ContactMask::of(&call.rights, resource).hide_within(resource, kept);
        }
    };
    let changes = data.get_mut(CHANGES).and_then(Value::as_array_mut);
    for change in changes.into_iter().flatten() {
        let controller = change.get("controller").and_then(Value::as_str).unwrap_or_default().to_owned();
        mask(&controller, change);
    }
    let controller = url.strip_prefix("/admin/").and_then(|path| path.split('/').next()).unwrap_or_default();
    mask(controller, data);
}

/// The administrators' log.
pub struct Log;

#[async_trait]
impl Hook for Log {
    fn narrow(&self, scope: &mut Scope, _: &Rights) {
        scope.owners = Some(vec![scope.admin]);
    }

    /// Who changes or deletes rows need not see their contact data whole, or no longer.
    fn hide(&self, call: &Call, row: &mut Value) {
        let url = row.get("url").and_then(Value::as_str).unwrap_or_default().to_owned();
        let Some(data) = row.get_mut("data") else { return };
        match data {
            Value::String(text) if text.is_empty() => {}
            Value::String(text) => match serde_json::from_str(text) {
                Ok(mut parsed) => {
                    hide_contacts(call, &url, &mut parsed);
                    *text = parsed.to_string();
                }
                // Nobody knows what it holds, so only those see it who see everything.
                Err(error) => {
                    tracing::error!(%error, %url, "a line of the log can't be read");
                    if !call.rights.everything {
                        text.clear();
                    }
                }
            },
            kept => hide_contacts(call, &url, kept),
        }
    }

    /// Only super administrators delete lines; there is no rule for it (wire contract 4.4).
    async fn before_delete(&self, call: &mut Call, _: &mut Vec<i64>) -> Result<(), ServiceError> {
        if call.rights.everything { Ok(()) } else { Err(ServiceError::NoPermission) }
    }

    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        let catalogue = call.store().catalogue();
        ContactMask::restrict_kept(&call.rights, &catalogue, &["data"], query)?;
        let texts = logged_parts(&catalogue, i18n::current());
        query.shown = (!texts.is_empty()).then_some(ShownTexts { field: "title", by: ShownBy::Parts(LOGGED_BETWEEN), texts });
        Ok(())
    }

    /// Titles in the reader's language; bodies as JSON text.
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let parts = logged_parts(&call.store().catalogue(), i18n::current());
        for row in rows {
            let title = logged_title(&parts, row::text(row, "title")?);
            row::set(row, "title", title);
            let data = json_text(row::value(row, "data")?);
            row::set(row, "data", data);
        }
        Ok(())
    }
}
