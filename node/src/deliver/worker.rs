//! Plans deliveries and sends those that are due: one task of a node. Nodes of a cluster share the work, as whoever moves a
//! stream's cursor or claims a delivery does it alone.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actors::clock::SharedClock;
use actors::system::System;
use bus_schemas::event::{Event, Stream};
use bus_schemas::ids::WarehouseId;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::delivery::{Claimed, Cursors, DeliveryTarget, LETTERS, Outcome, Planned};
use entrepot_store::identity::rights::key::KeyTerms;
use entrepot_store::inbox::mails::OWN;

use super::items::{addresses, fit_together, outcome};
use super::plan::{wants, wants_moves};
use super::visible::may_know;
use super::webhook::WebhookRow;
use crate::error::ServiceError;
use crate::i18n::Language;
use crate::outgoing::OutgoingClient;
use crate::outgoing::robot::RobotUrls;
use crate::outside::accounts::Opener;
use crate::outside::mailer::Mailer;

const WEBHOOK: &str = "webhook";
const ROBOT: &str = "robot";
const MAIL: &str = "mail";
/// The channels whose receivers know a delivery by its number: it may be repeated.
const REPEATABLE: &[&str] = &[WEBHOOK];
/// Deliveries that are claimed together.
const AT_ONCE: usize = 16;
/// Events that one transaction plans for.
const EVENTS_AT_ONCE: i64 = 100;
/// How often a node looks for what other nodes have written, and for what is due.
pub const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Seconds until the next try, after the first, the second ...
const BACK_OFF: [i64; 7] = [10, 60, 300, 1_200, 3_600, 10_800, 21_600];
/// Messages that a robot may write in a minute: platforms take 20, and then none for a while.
const ROBOT_A_MINUTE: usize = 18;

/// See the module. Cheap to clone.
#[derive(Clone)]
pub struct Deliverer {
    pub store: Store,
    pub system: System,
    pub opener: Opener,
    pub mailer: Mailer,
    pub client: Arc<OutgoingClient>,
    /// Where the vendors of robots are.
    pub robots: RobotUrls,
    pub clock: SharedClock,
    pub zone: Tz,
    /// Where the site is; empty where the configuration does not say.
    pub public_url: Arc<str>,
    /// The name of this node: who holds what it claims.
    pub holder: Arc<str>,
    /// When robots have written lately, in Unix seconds.
    pub written: Arc<Mutex<HashMap<i64, VecDeque<i64>>>>,
}

/// Somebody who is told of events, which, and by whose rights.
struct Target {
    target: DeliveryTarget,
    kinds: String,
    group: i64,
    /// Its own row, of which it is not told.
    own: (&'static str, i64),
}

impl Deliverer {
    /// Plans for what has happened, and sends what is due; whether there was anything.
    pub async fn turn(&self) -> Result<bool, ServiceError> {
        let planned = self.plan().await?;
        let claimed = self.store.claim_deliveries(&self.holder, REPEATABLE, AT_ONCE).await?;
        let any = !claimed.is_empty();
        // What one robot is to write goes together, as does what one person is told; everything else by itself.
        let mut of_robots: BTreeMap<i64, Vec<Claimed>> = BTreeMap::new();
        let mut of_people: BTreeMap<i64, Vec<Claimed>> = BTreeMap::new();
        let mut others = Vec::new();
        for delivery in claimed {
            if delivery.channel == ROBOT {
                of_robots.entry(delivery.target_id).or_default().push(delivery);
            } else if delivery.stream.starts_with(OWN) {
                of_people.entry(delivery.target_id).or_default().push(delivery);
            } else {
                others.push(delivery);
            }
        }
        let alone = futures::future::join_all(others.into_iter().map(|delivery| self.deliver(delivery)));
        let together = futures::future::join_all(of_robots.into_iter().map(|(robot, deliveries)| self.deliver_by_robot(robot, deliveries)));
        let to_people = futures::future::join_all(of_people.into_iter().map(|(admin, deliveries)| self.deliver_own(admin, deliveries)));
        futures::future::join3(alone, together, to_people).await;
        Ok(planned || any)
    }

    /// Whether a group may know of an event now.
    pub(super) async fn may_group_know(&self, group: i64, event: &Event) -> Result<bool, ServiceError> {
        let terms = KeyTerms { owner: 0, of_site: true, group, warehouses: vec![] };
        Ok(self.store.directory().await?.key_rights(&terms).is_ok_and(|rights| may_know(&rights, event)))
    }

    /// Everybody who is told of something.
    async fn targets(&self) -> Result<Vec<Target>, ServiceError> {
        let hooks = self.opener.enabled::<WebhookRow>().await?.into_iter().map(|(row, _)| Target {
            target: DeliveryTarget { channel: WEBHOOK, id: row.id, item: 0, name: row.name },
            kinds: row.kinds,
            group: row.group_id,
            own: ("event/webhook", row.id),
        });
        let mut targets: Vec<Target> = hooks.collect();
        let items = self.items().await?;
        if items.is_empty() {
            return Ok(targets);
        }
        let names = self.store.robot_names().await?;
        for item in items {
            let of = |channel, id, name| Target {
                target: DeliveryTarget { channel, id, item: item.id, name },
                kinds: item.kinds.clone(),
                group: item.group_id,
                own: ("notice/item", item.id),
            };
            if item.channel == MAIL {
                targets.extend(addresses(&item.mail_to).unwrap_or_default().into_iter().map(|address| of(MAIL, 0, address.to_owned())));
            } else {
                targets.extend(item.robots.iter().filter_map(|robot| Some(of(ROBOT, *robot, names.get(robot)?.clone()))));
            }
        }
        Ok(targets)
    }

    async fn plan(&self) -> Result<bool, ServiceError> {
        let cursors = self.store.delivery_cursors().await?;
        let behind = |(stream, last): (Stream, i64)| {
            let seen = cursors.of.get(&stream).copied().unwrap_or(0);
            (seen < last).then_some((stream, seen, last))
        };
        let behind: Vec<(Stream, i64, i64)> = self.store.event_streams().await?.into_iter().filter_map(behind).collect();
        let own = self.store.plan_own_mails(&cursors.inboxes, self.clock.now()).await?;
        if behind.is_empty() && !cursors.moves {
            return Ok(own);
        }
        let targets = self.targets().await?;
        let moved = self.plan_moves(&cursors, &targets).await?;
        let any = own || moved || !behind.is_empty();
        for (stream, seen, last) in behind {
            // Nobody wants to know: what happened is passed over.
            let upto = if targets.is_empty() { last } else { last.min(seen + EVENTS_AT_ONCE) };
            let events = if targets.is_empty() { Vec::new() } else { self.store.events_after(&stream, seen, EVENTS_AT_ONCE).await?.events };
            let events: Vec<Event> = events.into_iter().filter(|event| event.number <= upto).collect();
            self.plan_for(&stream, (seen, upto), &events, &targets).await?;
        }
        Ok(any)
    }

    /// The same for movements of stock, while somebody asks for them: who begins to ask is told of what comes from then on.
    async fn plan_moves(&self, cursors: &Cursors, targets: &[Target]) -> Result<bool, ServiceError> {
        let wanted = targets.iter().any(|target| wants_moves(&target.kinds));
        if wanted != cursors.moves {
            self.store.watch_moves(wanted).await?;
            return Ok(wanted);
        }
        let mut any = false;
        for warehouse in if wanted { self.store.warehouse_ids().await? } else { Vec::new() } {
            let stream = Stream::Ledger(WarehouseId(warehouse));
            let seen = cursors.of.get(&stream).copied().unwrap_or(0);
            let events = self.store.moves_between(WarehouseId(warehouse), seen + 1, seen + EVENTS_AT_ONCE).await?;
            if let Some(last) = events.last().map(|event| event.number) {
                self.plan_for(&stream, (seen, last), &events, targets).await?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Plans a delivery of each of these events for each target that wants it and may know of it.
    async fn plan_for(&self, stream: &Stream, numbers: (i64, i64), events: &[Event], targets: &[Target]) -> Result<(), ServiceError> {
        let mut planned = Vec::new();
        for event in events {
            for Target { target, kinds, group, own } in targets {
                let own = *own == (event.subject.page.as_str(), event.subject.id);
                if !own && wants(kinds, &event.kind) && self.may_group_know(*group, event).await? {
                    planned.push(Planned { target, event });
                }
            }
        }
        self.store.plan_deliveries(stream, numbers, &planned, self.clock.now()).await?;
        Ok(())
    }

    /// The event of a delivery, while it is kept.
    async fn event_of(&self, delivery: &Claimed) -> Result<Option<Event>, ServiceError> {
        match delivery.stream.parse::<Stream>() {
            Ok(stream) => Ok(self.store.event(&stream, delivery.number).await?),
            Err(_) => Ok(None),
        }
    }

    async fn deliver(&self, delivery: Claimed) {
        let tried = async {
            if delivery.stream == LETTERS {
                return self.answer_message(&delivery).await;
            }
            let Some(event) = self.event_of(&delivery).await? else { return Ok(Outcome::Skipped { reason: "deliver.not_kept".into() }) };
            if delivery.channel == WEBHOOK {
                return self.to_webhook(&delivery, &event).await;
            }
            match self.said(&delivery, &event).await? {
                Ok((language, said)) => {
                    let id = format!("delivery-{}", delivery.id);
                    Ok(outcome(self.mail(&delivery.target, &said, (language, &id)).await, self.again_at(&delivery)))
                }
                Err(skipped) => Ok(skipped),
            }
        };
        let tried: Result<Outcome, ServiceError> = tried.await;
        self.settle(&delivery, tried).await;
    }

    /// What is said of an event, or why nothing is.
    async fn said(&self, delivery: &Claimed, event: &Event) -> Result<Result<(Language, (String, String)), Outcome>, ServiceError> {
        let skipped = |key: &str| Ok(Err(Outcome::Skipped { reason: key.to_owned() }));
        match self.item(delivery.item_id).await? {
            None => skipped("deliver.gone"),
            Some(item) if item.status != 1 => skipped("deliver.off"),
            Some(item) if !self.may_group_know(item.group_id, event).await? => skipped("deliver.no_right"),
            Some(item) => Ok(Ok((item.language(), self.words(&item, event).await?))),
        }
    }

    async fn deliver_by_robot(&self, robot: i64, deliveries: Vec<Claimed>) {
        let (mut ready, mut said) = (Vec::new(), Vec::new());
        for delivery in deliveries {
            let words = async {
                match self.event_of(&delivery).await? {
                    Some(event) => self.said(&delivery, &event).await,
                    None => Ok(Err(Outcome::Skipped { reason: "deliver.not_kept".into() })),
                }
            };
            match words.await {
                Ok(Ok((_, words))) => {
                    said.push(words);
                    ready.push(delivery);
                }
                Ok(Err(skipped)) => self.settle(&delivery, Ok(skipped)).await,
                Err(error) => self.settle(&delivery, Err(error)).await,
            }
        }
        while !ready.is_empty() {
            let many = fit_together(&said);
            let (now, rest) = (ready.drain(..many).collect::<Vec<_>>(), said.split_off(many));
            let written = match self.wait_of(robot) {
                Some(at) => Ok(Err(at)),
                None => self.write(robot, &said).await.map(Ok),
            };
            for delivery in now {
                let outcome = match &written {
                    Ok(Ok(sent)) => Ok(outcome(sent.clone(), self.again_at(&delivery))),
                    Ok(Err(at)) => Ok(Outcome::Later { at: *at, answer: String::new() }),
                    Err(error) => Err(ServiceError::Internal(error.to_string())),
                };
                self.settle(&delivery, outcome).await;
            }
            said = rest;
        }
    }

    /// When a robot may write again, where it has written as much as it may; else it counts as writing now.
    fn wait_of(&self, robot: i64) -> Option<i64> {
        let now = self.clock.now();
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let times = written.entry(robot).or_default();
        while times.front().is_some_and(|at| *at <= now - 60) {
            times.pop_front();
        }
        if times.len() >= ROBOT_A_MINUTE {
            return times.front().map(|at| at + 61);
        }
        times.push_back(now);
        None
    }

    /// When a delivery is tried again that was not taken; nothing after the last try.
    pub(super) fn again_at(&self, delivery: &Claimed) -> Option<i64> {
        match later(delivery.tries, self.clock.now(), "") {
            Outcome::Later { at, .. } => Some(at),
            Outcome::Sent { .. } | Outcome::Failed { .. } | Outcome::Skipped { .. } | Outcome::Unknown { .. } => None,
        }
    }

    pub(super) async fn settle(&self, delivery: &Claimed, tried: Result<Outcome, ServiceError>) {
        let settled = match tried {
            Ok(outcome) => self.store.settle_delivery(delivery.id, &self.holder, &outcome, self.clock.now()).await,
            // The claim ends by itself.
            Err(error) => return tracing::warn!(%error, delivery = delivery.id, "a delivery could not be tried"),
        };
        if let Err(error) = settled {
            tracing::warn!(%error, delivery = delivery.id, "what came of a delivery is not noted");
        }
    }
}

/// The next try, or the end of them.
pub(super) fn later(tries: i64, now: i64, answer: &str) -> Outcome {
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
        assert_eq!(
            (1..=9).map(at).collect::<Vec<_>>(),
            [Some(10), Some(60), Some(300), Some(1_200), Some(3_600), Some(10_800), Some(21_600), None, None]
        );
    }
}
