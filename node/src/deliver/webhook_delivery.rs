//! Sends a delivery to its webhook, and keeps an eye on how the webhook does: who has failed for an hour is told of, who has failed
//! for three days is switched off.

use bus_schemas::event::Event;
use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::delivery::{Claimed, Outcome};
use serde_json::json;

use super::webhook::{self, Sent, WebhookRow};
use super::worker::{Deliverer, later};
use crate::error::ServiceError;
use crate::outside::accounts::Opened;
use crate::outside::finding::Finding;

/// Seconds of failing after which somebody is told, and after which a webhook is switched off.
const TOLD_AFTER: i64 = 3_600;
const OFF_AFTER: i64 = 72 * 3_600;

/// How a webhook does.
enum Health {
    Good,
    Failing { answer: String },
    Gone { answer: String },
}

impl Deliverer {
    /// Sends it, while the webhook is there and may know of the event.
    pub(super) async fn to_webhook(&self, delivery: &Claimed, event: &Event) -> Result<Outcome, ServiceError> {
        let skipped = |key: &str| Ok(Outcome::Skipped { reason: key.to_owned() });
        let found: Result<(WebhookRow, Opened), _> = self.opener.one(delivery.target_id).await;
        let (row, opened) = match found {
            Ok(found) if found.0.status == 1 => found,
            Ok(_) => return skipped("deliver.off"),
            Err(ServiceError::Refused { .. }) => return skipped("deliver.gone"),
            Err(error) => return Err(error),
        };
        if !self.may_group_know(row.group_id, event).await? {
            return skipped("deliver.no_right");
        }
        let now = self.clock.now();
        let (outcome, health) = match webhook::send(&self.client, &row, &opened, delivery.id, event, now).await {
            Sent::Done { answer } => (Outcome::Sent { answer }, Health::Good),
            Sent::Gone { answer } => (Outcome::Failed { answer: answer.clone() }, Health::Gone { answer }),
            Sent::Refused { answer } => (Outcome::Failed { answer: answer.clone() }, Health::Failing { answer }),
            Sent::Again { answer } => (later(delivery.tries, now, &answer), Health::Failing { answer }),
        };
        if let Err(error) = self.note(&row, health).await {
            tracing::warn!(%error, webhook = row.id, "the state of a webhook is not noted");
        }
        Ok(outcome)
    }

    async fn note(&self, row: &WebhookRow, health: Health) -> Result<(), ServiceError> {
        let now = self.clock.now();
        let (since, answer, gone) = match health {
            Health::Good if row.failing_since == 0 => return Ok(()),
            Health::Good => return Ok(self.store.note_failing(row.id, 0).await.map(|_| ())?),
            Health::Failing { answer } => (self.store.note_failing(row.id, now).await?, answer, false),
            Health::Gone { answer } => (now, answer, true),
        };
        let off = gone || now - since >= OFF_AFTER;
        if off {
            let finding = Finding { good: false, key: "deliver.switched_off".to_owned(), what: answer.clone() };
            self.store.switch_off_webhook(row.id, &finding.stored().1).await?;
        }
        if off || (now - since >= TOLD_AFTER && self.store.tell_failing(row.id).await?) {
            let data = json!({ "name": row.name, "message": answer });
            let fact = Fact { id: row.id, data: data.as_object().cloned().unwrap_or_default(), ..Fact::default() };
            let kind = if off { NotificationKind::WEBHOOK_OFF } else { NotificationKind::WEBHOOK_FAILING };
            self.system.announce(self.store.notify(&[kind.draft(fact)]).await?);
        }
        Ok(())
    }
}
