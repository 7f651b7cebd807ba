//! Around trade fairs and the companies met there: a fair ends after it begins, people are read, and a company says whom it may be.

use std::collections::HashMap;

use actors::folding::folded;
use async_trait::async_trait;
use entrepot_store::resource::TypedBody;
use entrepot_store::trade::expo::{Alike, Traits, alike};
use serde::Deserialize;
use serde_json::{Value, json};

use super::contacts::{Contact, contacts, domains};
use crate::error::ServiceError;
use crate::i18n::{current, text_in};
use crate::identity::contact::CONTACT;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Others that a row names as perhaps the same.
const NAMED_MAX: usize = 3;

/// Trade fairs.
pub struct Expos;

#[derive(Default, Deserialize)]
struct Days {
    starts: String,
    ends: String,
}

impl Expos {
    fn check(body: &TypedBody, stored: &Days) -> Result<(), ServiceError> {
        let day = |name: &str, stored: &str| body.get(name).and_then(Value::as_str).unwrap_or(stored).to_owned();
        let (starts, ends) = (day("starts", &stored.starts), day("ends", &stored.ends));
        if !starts.is_empty() && !ends.is_empty() && ends < starts {
            return Err(ServiceError::field("ends", "expo.ends"));
        }
        let url = body.get("url").and_then(Value::as_str).unwrap_or_default();
        let is_web = ["https://", "http://"].iter().any(|scheme| url.strip_prefix(scheme).is_some_and(|host| !host.is_empty()));
        if url.is_empty() || is_web { Ok(()) } else { Err(ServiceError::field("url", "error.url")) }
    }
}

#[async_trait]
impl Hook for Expos {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body, &Days::default())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored = call.store().record_as(call.resource, id, &call.act.scope).await?;
        Self::check(body, &stored)
    }
}

/// Companies met at trade fairs.
pub struct Companies;

fn sees_contacts(call: &Call) -> bool {
    call.rights.holds(&call.resource.node(CONTACT)) || call.rights.holds(&call.resource.node("edit"))
}

fn traits(row: &Value) -> Traits {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let domains = domains(&contacts(&row["contacts"]).unwrap_or_default());
    Traits { id: row["id"].as_i64().unwrap_or_default(), name: text("name"), country: text("country"), domains }
}

impl Companies {
    fn check(call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        if let Some(codes) = body.get("hs_codes").and_then(Value::as_str) {
            let plain = |code: &str| matches!(code.len(), 2..=10) && code.bytes().all(|digit| digit.is_ascii_digit());
            if !codes.split([',', '，', ' ']).filter(|code| !code.is_empty()).all(plain) {
                return Err(ServiceError::field("hs_codes", "expo.hs_codes"));
            }
        }
        if let Some(sent) = body.get("contacts") {
            let people = contacts(sent)?;
            call.act.set.insert("domains".into(), json!(domains(&people).join(" ")));
            body.insert("contacts".into(), json!(people));
        }
        Ok(())
    }
}

#[async_trait]
impl Hook for Companies {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.entry("contacts").or_insert_with(|| json!([]));
        Self::check(call, body)
    }

    async fn before_edit(&self, call: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, body)
    }

    /// Names whom each company may be.
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let own: Vec<Traits> = rows.iter().map(traits).collect();
        let names: Vec<String> = own.iter().map(|company| folded(&company.name)).filter(|name| !name.is_empty()).collect();
        let all: Vec<String> = own.iter().flat_map(|company| company.domains.iter().cloned()).collect();
        let seen = [("customer", "warehouse/customer/index"), ("supplier", "warehouse/supplier/index")];
        let partners: Vec<&'static str> = seen.into_iter().filter(|(_, node)| call.rights.holds(node)).map(|(table, _)| table).collect();
        let candidates = call.store().alike_companies(&names, &all, &call.act.scope, &partners).await?;
        let words: HashMap<&str, String> = ["customer", "supplier", "expo_company"]
            .into_iter()
            .map(|table| (table, text_in(current(), &format!("expo.known.{table}"), &[])))
            .collect();
        for (row, own) in rows.iter_mut().zip(&own) {
            // What it has become is no finding.
            let became = |found: &&&Alike| {
                let id = Some(found.id);
                (found.table == "customer" && row["customer_id"].as_i64() == id) || (found.table == "supplier" && row["supplier_id"].as_i64() == id)
            };
            let found = alike(own, folded, &candidates);
            let said = found.iter().filter(|found| !became(found)).take(NAMED_MAX);
            let said: Vec<String> =
                said.map(|found| format!("{} {}", words.get(found.table.as_str()).map_or("", String::as_str), found.name)).collect();
            row["known"] = json!(said.join("; "));
        }
        Ok(())
    }

    fn hide(&self, call: &Call, row: &mut Value) {
        if sees_contacts(call) || row.get("contacts").is_none() {
            return;
        }
        let people = contacts(&row["contacts"]).unwrap_or_default();
        let hidden: Vec<Contact> = people.into_iter().map(Contact::hidden).collect();
        row["contacts"] = if row["contacts"].is_string() { json!(json!(hidden).to_string()) } else { json!(hidden) };
    }
}
