//! What happens around announcements in the back office.

use async_trait::async_trait;
use entrepot_store::announcements::AnnouncementRow;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::{TypedBody, row};
use serde_json::{Map, Value, json};

use super::service::{PARTS_OF_A_REQUEST, tell};
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;
use crate::site_time::time_at;

/// Announcements.
pub struct Announcements;

/// Fields whose change its readers may want to know.
const TEXTS: [&str; 4] = ["title", "title_en", "body", "body_en"];

/// Refuses an announcement that is over before it begins.
fn check_times(body: &TypedBody, stored: Option<&AnnouncementRow>) -> Result<(), ServiceError> {
    let of = |field: &str, stored: Option<&String>| match body.get(field) {
        Some(value) => value.as_str().map(str::to_owned),
        None => stored.cloned(),
    };
    let starts = of("starts", stored.and_then(|row| row.starts.as_ref())).filter(|text| !text.is_empty());
    let ends = of("ends", stored.and_then(|row| row.ends.as_ref())).filter(|text| !text.is_empty());
    match (starts, ends) {
        (Some(starts), Some(ends)) if ends < starts => Err(ServiceError::field("ends", "announcement.ended")),
        _ => Ok(()),
    }
}

#[async_trait]
impl Hook for Announcements {
    /// How many have read and confirmed it.
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let ids: Vec<i64> = rows.iter().filter_map(|row| row.get("id").and_then(Value::as_i64)).collect();
        let counts = call.store().reading_counts(&ids).await?;
        for shown in rows {
            let id = shown.get("id").and_then(Value::as_i64);
            let count = counts.iter().find(|count| Some(count.item_id) == id).copied().unwrap_or_default();
            row::set(shown, "read_count", json!(count.read));
            row::set(shown, "confirmed_count", json!(count.confirmed));
        }
        Ok(())
    }

    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        check_times(body, None)
    }

    /// What is changed after it was published is marked as changed.
    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored = call.store().announcement(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        check_times(body, Some(&stored))?;
        let before = [&stored.title, &stored.title_en, &stored.body, &stored.body_en];
        let changed = TEXTS.iter().zip(before).any(|(field, text)| body.get(*field).and_then(Value::as_str).is_some_and(|sent| sent != text));
        if stored.state == "published" && changed {
            call.act.set.insert("changed_time".into(), json!(call.now()));
        }
        Ok(())
    }

    /// A round of telling begins in the transaction of the command.
    async fn before_command(&self, call: &mut Call, command: &'static Command, row: &Value, _: &mut Map<String, Value>) -> Result<(), ServiceError> {
        let id = row.get("id").and_then(Value::as_i64).unwrap_or_default();
        let stored = call.store().announcement(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        if command.name == "remind" && stored.must_confirm == 0 {
            return Err(ServiceError::refused("announcement.no_confirm"));
        }
        let telling = match command.name {
            "publish" => "published",
            "resend" => "changed",
            "remind" => "confirm",
            _ => "withdrawn",
        };
        let round = json!({ "telling": telling, "round": stored.round + 1, "told_admin": 0, "told_member": 0 });
        call.act.set.extend(round.as_object().cloned().unwrap_or_default());
        Ok(())
    }

    /// Tells some at once; the others, and what a node that ends leaves open, are told by the task `announcements`.
    async fn after_command(&self, call: &Call, _: &'static Command, row: &Value) -> Result<(), ServiceError> {
        let id = row.get("id").and_then(Value::as_i64).unwrap_or_default();
        let time = time_at(call.config().time_zone, call.now());
        tell(call.store(), call.system(), id, (call.now(), &time), PARTS_OF_A_REQUEST).await.map(|_| ())
    }
}
