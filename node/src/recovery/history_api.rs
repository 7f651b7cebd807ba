//! The history of a row: who changed which field from what to what. Values are written as people read them, in the
//! reader's language; contact data stays behind its mask.

use std::collections::HashMap;

use chrono_tz::Tz;
use entrepot_store::resource::declaration::{Access, Field};
use entrepot_store::resource::history::{FieldChange, HistoryEntry, RowHistory};
use entrepot_store::resource::{Kind, Resource};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde_json::{Value, json};

use crate::base::Base;
use crate::data_exchange::cells;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::i18n::{Language, current, text_in};
use crate::identity::contact::{ContactMask, masked_by};
use crate::resource::call::By;
use crate::resource::request::call_by;

/// Endpoint of histories.
pub struct Histories(pub Base);

/// A field that changed.
#[derive(Object)]
pub struct HistoryChange {
    /// As the declaration names it.
    pub field: String,
    /// As people read it, in the reader's language; empty where there was nothing.
    pub before: String,
    pub after: String,
}

/// A version of a row.
#[derive(Object)]
pub struct HistoryVersion {
    pub version: i64,
    /// Unix seconds.
    pub at: i64,
    /// 0: the system.
    pub admin_id: i64,
    /// Empty where the account is gone.
    pub admin_name: String,
    /// `added`, `edited` or `restored`.
    pub action: String,
    pub changes: Vec<HistoryChange>,
}

/// The newest 200 versions of a row, newest first.
#[derive(Object)]
pub struct RowVersions {
    pub list: Vec<HistoryVersion>,
}

/// Who reads a history.
struct Reader<'a> {
    resource: &'static Resource,
    contacts: ContactMask,
    names: &'a HashMap<(&'static str, i64), String>,
    language: Language,
    zone: Tz,
}

impl Reader<'_> {
    /// A value as people read it.
    fn display(&self, field: &Field, value: &Value) -> String {
        let named = |table: &'static str| {
            let of = |id: &Value| match id.as_i64() {
                Some(0) => String::new(),
                None => cells::plain(id),
                Some(id) => self.names.get(&(table, id)).cloned().unwrap_or_else(|| format!("#{id}")),
            };
            let ids: Vec<&Value> = value.as_array().map_or_else(|| vec![value], |values| values.iter().collect());
            ids.into_iter().map(of).filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
        };
        let words = match (field.kind, field.target()) {
            (Kind::Parent, _) => named(self.resource.table),
            (_, Some(target)) => named(target.table),
            (Kind::Switch, _) if !value.is_null() => text_in(self.language, if *value == 1 { "value.yes" } else { "value.no" }, &[]),
            (Kind::Status, _) if !value.is_null() => {
                let code = value.to_string();
                let state = field.states().unwrap_or_default().iter().find(|state| state.value == code);
                state.map_or(code, |state| cells::label(state.label, self.language).to_owned())
            }
            _ => cells::write(field, &json!({ field.name: value }), self.language, self.zone),
        };
        match self.contacts.of_field(field) {
            Some(mask) => masked_by(mask, &words),
            None => words,
        }
    }

    fn change(&self, change: &FieldChange) -> Option<HistoryChange> {
        let field = self.resource.field(&change.field).filter(|field| field.access != Access::Hidden)?;
        let (before, after) = (self.display(field, &change.before), self.display(field, &change.after));
        Some(HistoryChange { field: change.field.clone(), before, after })
    }

    fn version(&self, entry: &HistoryEntry, admins: &HashMap<i64, String>) -> HistoryVersion {
        HistoryVersion {
            version: entry.version,
            at: entry.at,
            admin_id: entry.admin,
            admin_name: admins.get(&entry.admin).cloned().unwrap_or_default(),
            action: entry.action.name().to_owned(),
            changes: entry.changes.iter().filter_map(|change| self.change(change)).collect(),
        }
    }
}

#[OpenApi]
impl Histories {
    /// Who changed what of a row; for those who may see it in its list
    #[oai(path = "/admin/resource/history", method = "get", operation_id = "resourceHistory", tag = "Allow::LoggedIn")]
    async fn history(&self, request: &Request, controller: Query<Option<String>>, id: Query<Whole>) -> Answer<RowVersions> {
        let unknown = || ApiError::field("controller", "error.controller");
        let named = controller.0.ok_or_else(unknown)?;
        let resource = self.0.store().catalogue().find(&named).filter(|resource| resource.history).ok_or_else(unknown)?;
        let id = id.0.required("id")?;
        let call = call_by(resource, request, By::Reading(resource.node("index")))?;
        call.require("index")?;
        // Refuses rows that the caller may not see.
        self.0.store().record(resource, id, &call.act.scope).await?;
        let RowHistory { entries, admins, names } = self.0.store().row_history(resource, id).await?;
        let contacts = ContactMask::of(&call.rights, resource);
        let reader = Reader { resource, contacts, names: &names, language: current(), zone: self.0.config().time_zone };
        Ok(ok(RowVersions { list: entries.iter().map(|entry| reader.version(entry, &admins)).collect() }))
    }
}

#[cfg(test)]
mod tests {
    use entrepot_store::identity::rights::Rights;
    use entrepot_store::resource::catalogue;

    use super::*;

    #[test]
    fn values_are_written_as_people_read_them() {
        let resource = catalogue::find("warehouse.Product").expect("declared");
        let names = HashMap::from([(("unit", 3), "Box".to_owned())]);
        let contacts = ContactMask::of(&Rights::nothing(), resource);
        let reader = Reader { resource, contacts, names: &names, language: Language::English, zone: Tz::UTC };
        let words = |field: &str, value: Value| reader.display(resource.field(field).expect("a field"), &value);
        assert_eq!(words("unit_id", json!(3)), "Box");
        assert_eq!(words("unit_id", json!(4)), "#4");
        assert_eq!(words("status", json!(0)), "Off shelf");
        assert_eq!(words("batch_use", json!(1)), "Required");
        assert_eq!(words("brand_id", Value::Null), "");
        assert_eq!(words("price", json!("2.5")), "2.5");
        let supplier = catalogue::find("warehouse.Supplier").expect("declared");
        let reader = Reader { resource: supplier, ..reader };
        assert_eq!(reader.display(supplier.field("mobile").expect("a field"), &json!("13800138000")), "138****8000");
    }
}
