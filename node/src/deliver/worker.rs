//! Plans deliveries and sends those that are due: one task of a node. Nodes of a cluster share the work, as whoever moves a
//! stream's cursor or claims a delivery does it alone.

use std::sync::Arc;
use std::time::Duration;

use actors::clock::SharedClock;
use actors::system::System;
use bus_schemas::event::{Event, Stream};
use bus_schemas::notification::{Fact, NotificationKind};
use entrepot_store::Store;
use entrepot_store::delivery::{Claimed, DeliveryTarget, Outcome, Planned};
use entrepot_store::identity::rights::Rights;
use entrepot_store::identity::rights::key::KeyTerms;
use serde_json::json;

use super::plan::wants;
use super::visible::may_know;
use super::webhook::{self, Sent, WebhookRow};
use crate::error::ServiceError;
use crate::outgoing::OutgoingClient;
use crate::outside::accounts::{Opened, Opener};
use crate::outside::finding::Finding;

/// The channel of webhooks, whose receivers know a delivery by its number: it may be repeated.
const WEBHOOK: &str = "webhook";
const REPEATABLE: &[&str] = &[WEBHOOK];
/// Deliveries that are sent at once.
const AT_ONCE: usize = 8;
/// Events that one transaction plans for.
const EVENTS_AT_ONCE: i64 = 100;
/// How often a node looks for what other nodes have written, and for what is due.
pub const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Seconds until the next try, after the first, the second ...
const BACK_OFF: [i64; 7] = [10, 60, 300, 1_200, 3_600, 10_800, 21_600];
/// Seconds of failing after which somebody is told, and after which a webhook is switched off.
const TOLD_AFTER: i64 = 3_600;
const OFF_AFTER: i64 = 72 * 3_600;

/// See the module. Cheap to clone.
#[derive(Clone)]
pub struct Deliverer {
    pub store: Store,
    pub system: System,
    pub opener: Opener,
    pub client: Arc<OutgoingClient>,
    pub clock: SharedClock,
    /// The name of this node: who holds what it claims.
    pub holder: Arc<str>,
}

/// What becomes of a delivery that is held.
struct Tried {
    outcome: Outcome,
    /// Whether the webhook itself took it or failed; nothing where it was not asked.
    webhook: Option<(WebhookRow, Health)>,
}

enum Health {
    Good,
    Failing { answer: String },
    Gone { answer: String },
}

impl Tried {
    fn skipped(key: &str) -> Self {
        Self { outcome: Outcome::Skipped { reason: key.to_owned() }, webhook: None }
    }
}

impl Deliverer {
    /// Plans for what has happened, and sends what is due; whether there was anything.
    pub async fn turn(&self) -> Result<bool, ServiceError> {
        let planned = self.plan().await?;
        let claimed = self.store.claim_deliveries(&self.holder, REPEATABLE, AT_ONCE).await?;
        let any = !claimed.is_empty();
        futures::future::join_all(claimed.into_iter().map(|delivery| self.deliver(delivery))).await;
        Ok(planned || any)
    }

    /// The rights that a webhook is told by.
    async fn rights(&self, row: &WebhookRow) -> Result<Option<Arc<Rights>>, ServiceError> {
        let terms = KeyTerms { owner: 0, of_site: true, group: row.group_id, warehouses: vec![] };
        Ok(self.store.directory().await?.key_rights(&terms).ok())
    }

    async fn plan(&self) -> Result<bool, ServiceError> {
        let cursors = self.store.delivery_cursors().await?;
        let behind = |(stream, last): (Stream, i64)| {
            let seen = cursors.get(&stream).copied().unwrap_or(0);
            (seen < last).then_some((stream, seen, last))
        };
        let behind: Vec<(Stream, i64, i64)> = self.store.event_streams().await?.into_iter().filter_map(behind).collect();
        if behind.is_empty() {
            return Ok(false);
        }
        let mut targets = Vec::new();
        for (row, _) in self.opener.enabled::<WebhookRow>().await? {
            if let Some(rights) = self.rights(&row).await? {
                targets.push((DeliveryTarget { channel: WEBHOOK, id: row.id, name: row.name.clone() }, row, rights));
            }
        }
        for (stream, seen, last) in behind {
            // Nobody wants to know: what happened is passed over.
            let upto = if targets.is_empty() { last } else { last.min(seen + EVENTS_AT_ONCE) };
            let events = if targets.is_empty() { Vec::new() } else { self.store.events_after(&stream, seen, EVENTS_AT_ONCE).await?.events };
            let wanted =
                |(_, row, rights): &(DeliveryTarget, WebhookRow, Arc<Rights>), event: &Event| wants(&row.kinds, &event.kind) && may_know(rights, event);
            let mut planned = Vec::new();
            for event in events.iter().filter(|event| event.number <= upto) {
                planned.extend(targets.iter().filter(|target| wanted(target, event)).map(|(target, ..)| Planned { target, event }));
            }
            self.store.plan_deliveries(&stream, (seen, upto), &planned, self.clock.now()).await?;
        }
        Ok(true)
    }

    async fn deliver(&self, delivery: Claimed) {
        let tried = match self.try_out(&delivery).await {
            Ok(tried) => tried,
            // The claim ends by itself.
            Err(error) => return tracing::warn!(%error, delivery = delivery.id, "a delivery could not be tried"),
        };
        let settled = self.store.settle_delivery(delivery.id, &self.holder, &tried.outcome, self.clock.now()).await;
        if let Err(error) = settled {
            tracing::warn!(%error, delivery = delivery.id, "what came of a delivery is not noted: it is repeated");
        }
        if let Some((row, health)) = tried.webhook
            && let Err(error) = self.note(&row, health).await
        {
            tracing::warn!(%error, webhook = row.id, "the state of a webhook is not noted");
        }
    }

    async fn try_out(&self, delivery: &Claimed) -> Result<Tried, ServiceError> {
        let found: Result<(WebhookRow, Opened), _> = self.opener.one(delivery.target_id).await;
        let (row, opened) = match found {
            Ok(found) if found.0.status == 1 => found,
            Ok(_) => return Ok(Tried::skipped("deliver.off")),
            Err(ServiceError::Refused { .. }) => return Ok(Tried::skipped("deliver.gone")),
            Err(error) => return Err(error),
        };
        let event = match delivery.stream.parse::<Stream>() {
            Ok(stream) => self.store.event(&stream, delivery.number).await?,
            Err(_) => None,
        };
        let Some(event) = event else { return Ok(Tried::skipped("deliver.not_kept")) };
        if !self.rights(&row).await?.is_some_and(|rights| may_know(&rights, &event)) {
            return Ok(Tried::skipped("deliver.no_right"));
        }
        let now = self.clock.now();
        let (outcome, health) = match webhook::send(&self.client, &row, &opened, delivery.id, &event, now).await {
            Sent::Done { answer } => (Outcome::Sent { answer }, Health::Good),
            Sent::Gone { answer } => (Outcome::Failed { answer: answer.clone() }, Health::Gone { answer }),
            Sent::Refused { answer } => (Outcome::Failed { answer: answer.clone() }, Health::Failing { answer }),
            Sent::Again { answer } => (later(delivery.tries, now, &answer), Health::Failing { answer }),
        };
        Ok(Tried { outcome, webhook: Some((row, health)) })
    }

    /// Notes how a webhook does: who has failed for an hour is told of, who has failed for three days is switched off.
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
            let data = json!({ "name": row.name, "message": answer, "off": off });
            let fact = Fact { id: row.id, data: data.as_object().cloned().unwrap_or_default(), ..Fact::default() };
            let kind = if off { NotificationKind::WEBHOOK_OFF } else { NotificationKind::WEBHOOK_FAILING };
            self.system.announce(self.store.notify(&[kind.draft(fact)]).await?);
        }
        Ok(())
    }
}

/// The next try, or the end of them.
fn later(tries: i64, now: i64, answer: &str) -> Outcome {
    let answer = answer.to_owned();
    let wait = usize::try_from(tries - 1).ok().and_then(|tried| BACK_OFF.get(tried));
    wait.map_or_else(|| Outcome::Failed { answer: answer.clone() }, |wait| Outcome::Later { at: now + wait, answer: answer.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_are_farther_and_farther_apart_and_end() {
        let at = |tries| match later(tries, 1_000, "500") {
            Outcome::Later { at, .. } => Some(at - 1_000),
            _ => None,
        };
        assert_eq!((1..=9).map(at).collect::<Vec<_>>(), [Some(10), Some(60), Some(300), Some(1_200), Some(3_600), Some(10_800), Some(21_600), None, None]);
    }
}
