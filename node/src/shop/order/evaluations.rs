//! What members say of what they have bought, and how staff answers.

use async_trait::async_trait;
use bus_schemas::shop::command::{ShopAction, ShopDone};
use bus_schemas::shop::evaluation::{EvaluationTerms, LineEvaluation};
use entrepot_store::Store;
use entrepot_store::resource::TypedBody;
use serde::Deserialize;
use serde_json::{Value, json};

use super::service::{self, Intention};
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;
use crate::shop::Shop;

/// Longest address of a picture.
const ADDRESS_MAX: usize = 255;

/// Refuses pictures that the member has not uploaded here: nothing is fetched from elsewhere, and nobody shows another's.
pub async fn check_pictures(store: &Store, member: i64, field: &str, images: &[String]) -> Result<(), ServiceError> {
    let refused = || ServiceError::field(field, "error.reference");
    if images.iter().any(|image| !image.starts_with('/') || image.starts_with("//") || image.len() > ADDRESS_MAX) {
        return Err(refused());
    }
    let own = store.own_pictures(member, images).await?;
    if images.iter().all(|image| own.contains(image)) { Ok(()) } else { Err(refused()) }
}

/// Evaluates lines of a member's own order.
pub async fn evaluate(
    shop: &Shop,
    member: i64,
    order_no: &str,
    mut lines: Vec<LineEvaluation>,
    intention: Intention,
) -> Result<ShopDone, ServiceError> {
    let (order, _) = service::own_detail(&shop.store, member, order_no).await?;
    let batches = shop.store.batches_of(&order).await?;
    for (at, said) in lines.iter_mut().enumerate() {
        check_pictures(&shop.store, member, &format!("lines[{at}].images"), &said.images).await?;
        said.batch = batches.get(&said.line).cloned().unwrap_or_default();
    }
    let settings = shop.settings.current().await;
    let terms = EvaluationTerms { review: settings.evaluation_review, low_star: settings.low_star };
    service::ask_own(shop, member, order_no, ShopAction::Evaluate { lines, terms }, intention).await
}

/// Staff answers, shows and hides; the rest is the member's.
pub struct Evaluations;

#[derive(Deserialize)]
struct Answered {
    #[serde(default)]
    reply: String,
    #[serde(default)]
    reply_time: i64,
}

#[async_trait]
impl Hook for Evaluations {
    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let Some(reply) = body.get("reply").and_then(Value::as_str).map(|reply| reply.trim().to_owned()) else { return Ok(()) };
        let stored: Answered = call.store().record_as(call.resource, id, &call.act.scope).await?;
        let at = match (reply.is_empty(), reply == stored.reply) {
            (true, _) => 0,
            (false, true) => stored.reply_time,
            (false, false) => call.act.now,
        };
        call.act.set.insert("reply_time".into(), json!(at));
        Ok(())
    }
}
