//! Hooks of the site: a content key is unique per page, and an answer on the message board reaches the member who
//! wrote.

use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::member::notices::NoticeKind;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::write::{ExtraStatements, Written};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Texts of the public site.
pub struct Contents;

/// Which text it is, as it is stored; nothing of a new one.
#[derive(Default, Deserialize)]
struct TextName {
    page: String,
    key: String,
}

/// A message, as far as its answer needs it.
#[derive(Deserialize)]
struct MessageRow {
    /// The member who wrote it.
    user_id: Option<i64>,
    reply: String,
}

/// Who is to answer a message.
#[derive(Deserialize)]
struct AssignedMessage {
    assignee_id: Option<i64>,
    name: String,
}

impl Contents {
    async fn check(call: &Call, body: &TypedBody, stored: &TextName, id: i64) -> Result<(), ServiceError> {
        let sent = |field: &str| body.get(field).and_then(Value::as_str);
        let (page, key) = (sent("page").unwrap_or(&stored.page), sent("key").unwrap_or(&stored.key));
        let plain = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter));
        for (field, text) in [("page", page), ("key", key)] {
            if !plain(text) || (field == "page" && text.chars().any(|letter| letter.is_ascii_uppercase())) {
                return Err(ServiceError::field(field, "content.name"));
            }
        }
        if call.store().site_text_exists(page, key, id).await? { Err(ServiceError::field("key", "error.unique")) } else { Ok(()) }
    }
}

#[async_trait]
impl Hook for Contents {
    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, body, &TextName::default(), 0).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored = call.store().record_as(call.resource, id, &call.act.scope).await?;
        Self::check(call, body, &stored, id).await
    }
}

/// Messages that visitors left.
pub struct Board;

#[async_trait]
impl Hook for Board {
    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        // What is spam waits for nobody.
        if body.get("spam").and_then(Value::as_i64) == Some(1) {
            body.insert("progress".to_owned(), json!("done"));
        }
        let Some(reply) = body.get("reply").and_then(Value::as_str).map(str::trim) else { return Ok(()) };
        let stored: MessageRow = call.store().record_as(call.resource, id, &call.act.scope).await?;
        if stored.reply != reply {
            let time = if reply.is_empty() { 0 } else { call.now() };
            call.act.set.insert("reply_time".into(), json!(time));
            if !reply.is_empty() {
                call.act.extra = std::mem::take(&mut call.act.extra).and(ExtraStatements::mail_answer(id, call.now()));
            }
        }
        Ok(())
    }

    /// Notifies the member who wrote, and who is to answer.
    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        if written.fields.contains(&"assignee_id") {
            for id in &written.ids {
                let AssignedMessage { assignee_id, name } = call.store().record_as(call.resource, *id, &call.act.scope).await?;
                let Some(assignee) = assignee_id else { continue };
                let (by, people) = (Some(AdminId(call.act.scope.admin)), vec![AdminId(assignee)]);
                let data = Map::from_iter([("name".to_owned(), json!(name))]);
                let draft = NotificationKind::SITE_ASSIGNED.draft(Fact { by, people, id: *id, data, ..Fact::default() });
                call.system().announce(call.store().notify(&[draft]).await?);
            }
        }
        if !written.fields.contains(&"reply") {
            return Ok(());
        }
        for id in &written.ids {
            let MessageRow { user_id, reply } = call.store().record_as(call.resource, *id, &call.act.scope).await?;
            let Some(member) = user_id.filter(|_| !reply.is_empty()) else { continue };
            let facts = Map::from_iter([("reply".to_owned(), json!(reply))]);
            call.store().add_member_notice(member, NoticeKind::Reply, facts, call.now()).await?;
        }
        Ok(())
    }
}
