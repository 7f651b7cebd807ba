//! Deliveries: what of an event is to reach whom, a row each (`event.Delivery`). They are planned behind a cursor for each stream,
//! claimed for a minute by whoever sends them, and settled by the one who holds them.

use std::collections::BTreeMap;

use actors::store::StoreError;
use bus_schemas::event::{Event, Stream};
use serde::Deserialize;
use surrealdb::types::{Object, Value};

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, last_statement, take};
use crate::engine::value::{array, id, int, text, text_id};
use crate::inbox::mails::OWN;
use crate::resource::Act;
use crate::resource::write::ExtraStatements;

const TABLE: &str = "delivery";
/// In place of a stream: mails that a row asks for by itself. Their number is the row's.
pub const LETTERS: &str = "letter";
/// Seconds that somebody has to send what they claimed.
pub const CLAIM: i64 = 60;
const MOVED: &str = "MOVED";

/// Somebody who is told of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryTarget {
    /// `webhook`, `robot` or `mail`.
    pub channel: &'static str,
    /// Of the webhook or the robot; 0 of mail.
    pub id: i64,
    /// Of the notice item; 0 of a webhook.
    pub item: i64,
    pub name: String,
}

/// How far deliveries are planned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursors {
    pub of: BTreeMap<Stream, i64>,
    /// Whether movements of stock are looked at: only while somebody asks for them.
    pub moves: bool,
    /// Administrators who want mail, and the last of their notifications that was planned for.
    pub inboxes: BTreeMap<i64, i64>,
}

/// A delivery that is planned.
#[derive(Clone, Debug)]
pub struct Planned<'a> {
    pub target: &'a DeliveryTarget,
    pub event: &'a Event,
}

/// A delivery that is held by whoever claimed it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Claimed {
    pub id: i64,
    pub channel: String,
    pub target_id: i64,
    pub item_id: i64,
    /// What it is called.
    pub target: String,
    pub stream: String,
    pub number: i64,
    pub tries: i64,
}

/// What came of a try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Sent {
        answer: String,
    },
    /// It is tried again then, in Unix seconds.
    Later {
        at: i64,
        answer: String,
    },
    Failed {
        answer: String,
    },
    Skipped {
        reason: String,
    },
    /// It may have arrived: it is not repeated by itself.
    Unknown {
        answer: String,
    },
}

impl Outcome {
    const fn state(&self) -> &'static str {
        match self {
            Self::Sent { .. } => "sent",
            Self::Later { .. } => "waiting",
            Self::Failed { .. } => "failed",
            Self::Skipped { .. } => "skipped",
            Self::Unknown { .. } => "unknown",
        }
    }

    fn answer(&self) -> &str {
        match self {
            Self::Sent { answer } | Self::Later { answer, .. } | Self::Failed { answer } | Self::Unknown { answer } => answer,
            Self::Skipped { reason } => reason,
        }
    }
}

fn subject_of(event: &Event) -> String {
    if event.subject.name.is_empty() { format!("{} {}", event.subject.page, event.subject.id) } else { event.subject.name.clone() }
}

/// A delivery before it is a row.
#[derive(Clone, Debug)]
pub(crate) struct Waiting<'a> {
    pub(crate) target: &'a DeliveryTarget,
    pub(crate) kind: &'a str,
    pub(crate) subject: String,
    pub(crate) stream: &'a str,
    pub(crate) number: i64,
    /// When it is due, in Unix seconds.
    pub(crate) at: i64,
}

impl Waiting<'_> {
    fn row(&self, now: i64) -> Object {
        let fields = [
            ("channel", text(self.target.channel)),
            ("target_id", int(self.target.id)),
            ("item_id", int(self.target.item)),
            ("target", text(&self.target.name)),
            ("kind", text(self.kind)),
            ("subject", text(&self.subject)),
            ("stream", text(self.stream)),
            ("number", int(self.number)),
            ("state", text("waiting")),
            ("tries", int(0)),
            ("next_at", int(self.at)),
            ("replayed_from", int(0)),
            ("create_time", int(now)),
            ("update_time", int(now)),
        ];
        let mut row = Object::new();
        for (name, value) in fields {
            row.insert(name, value);
        }
        row
    }
}

/// A delivery of an event that waits since `now`.
fn waiting<'a>(Planned { target, event }: &Planned<'a>, stream: &'a str, now: i64) -> Waiting<'a> {
    Waiting { target, kind: &event.kind, subject: subject_of(event), stream, number: event.number, at: now }
}

/// An answer to somebody who wrote to the site.
#[derive(Clone, Debug, Deserialize)]
pub struct SiteAnswer {
    pub name: String,
    pub email: String,
    pub content: String,
    pub reply: String,
    /// In which they wrote; empty where it is not known.
    #[serde(default)]
    pub language: String,
}

impl ExtraStatements {
    /// Mails the answer to a message of the board, if its writer gave an address. `now` in Unix seconds.
    #[must_use]
    pub fn mail_answer(message: i64, now: i64) -> Self {
        let query = format!(
            "LET $asked = (SELECT name, email FROM ONLY site_message:{message}); IF ($asked.email ?? '') != '' {{ \
               CREATE type::record('{TABLE}', sequence::nextval('{TABLE}')) CONTENT {{ channel: 'mail', target_id: 0, item_id: 0, \
               target: $asked.email, kind: 'message.reply', subject: $asked.name, stream: '{LETTERS}', number: {message}, state: 'waiting', \
               tries: 0, next_at: {now}, replayed_from: 0, create_time: {now}, update_time: {now} }} RETURN NONE }};"
        );
        Self { query, vars: vec![], tables: vec![TABLE], only_guards: false }
    }
}

impl Store {
    /// The answer to a message of the board, while there is the message.
    pub async fn site_answer(&self, message: i64) -> Result<Option<SiteAnswer>, StoreError> {
        let query = "SELECT name, email, content, reply, language ?? '' AS language FROM $message";
        let rows: Vec<SiteAnswer> = self.rows(query, vec![("message", id("site_message", message))]).await?;
        Ok(rows.into_iter().next())
    }

    /// Writes down a delivery of before, with what came of it: for the demo company.
    pub async fn note_past_delivery(&self, planned: &Planned<'_>, outcome: &Outcome, at: i64) -> Result<(), StoreError> {
        let mut past = waiting(planned, &planned.event.stream.to_string(), at).row(at);
        past.insert("state", text(outcome.state()));
        past.insert("answer", text(outcome.answer()));
        past.insert("tries", int(i64::from(!matches!(outcome, Outcome::Skipped { .. }))));
        past.insert("sent_at", int(if matches!(outcome, Outcome::Sent { .. }) { at } else { 0 }));
        let query = format!("CREATE type::record('{TABLE}', sequence::nextval('{TABLE}')) CONTENT $row RETURN NONE");
        Ok(self.written_deliveries(true, self.run(&query, vec![("row", Value::Object(past))])).await?)
    }

    /// The last event of each stream that deliveries were planned for.
    pub async fn delivery_cursors(&self) -> Result<Cursors, StoreError> {
        let rows: Vec<(String, i64)> = self.rows("SELECT VALUE [record::id(id), last] FROM event_cursor", vec![]).await?;
        let moves = rows.iter().any(|(name, _)| name == "ledger");
        let own = |(name, last): &(String, i64)| Some((name.strip_prefix(OWN)?.parse().ok()?, *last));
        let inboxes = rows.iter().filter_map(own).collect();
        Ok(Cursors { of: rows.into_iter().filter_map(|(name, last)| Some((name.parse().ok()?, last))).collect(), moves, inboxes })
    }

    /// What robots are called.
    pub async fn robot_names(&self) -> Result<BTreeMap<i64, String>, StoreError> {
        let rows: Vec<(i64, String)> = self.rows("SELECT VALUE [record::id(id), name] FROM ding_config WHERE status = 1", vec![]).await?;
        Ok(rows.into_iter().collect())
    }

    /// Plans deliveries of events and moves the stream's cursor with them; false if somebody else has moved it. `now` in Unix seconds.
    pub async fn plan_deliveries(&self, stream: &Stream, numbers: (i64, i64), planned: &[Planned<'_>], now: i64) -> Result<bool, StoreError> {
        let stream = stream.to_string();
        let rows = planned.iter().map(|planned| waiting(planned, &stream, now)).collect();
        self.plan_waiting(&stream, numbers, rows, now).await
    }

    /// The same of what else has a cursor.
    pub(crate) async fn plan_waiting(&self, cursor: &str, (seen, last): (i64, i64), waiting: Vec<Waiting<'_>>, now: i64) -> Result<bool, StoreError> {
        let query = format!(
            "BEGIN; IF ((SELECT VALUE last FROM ONLY $cursor) ?? 0) != $seen {{ THROW '{MOVED}' }}; UPSERT $cursor SET last = $last RETURN NONE; \
             FOR $row IN $rows {{ CREATE type::record('{TABLE}', sequence::nextval('{TABLE}')) CONTENT $row RETURN NONE }}; COMMIT;"
        );
        let rows: Vec<Value> = waiting.iter().map(|waiting| Value::Object(waiting.row(now))).collect();
        let any = !rows.is_empty();
        let vars = vec![("cursor", text_id("event_cursor", cursor)), ("seen", int(seen)), ("last", int(last)), ("rows", array(rows))];
        match self.written_deliveries(any, self.run(&query, vars)).await {
            Ok(()) => Ok(true),
            Err(TxError::Thrown(code)) if code == MOVED => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs a write of deliveries; pages of them that are kept are read anew.
    async fn written_deliveries<T>(&self, any: bool, write: impl Future<Output = Result<T, TxError>>) -> Result<(), TxError> {
        let mut writing = self.writes().writing(TABLE);
        let done = write.await;
        if any {
            writing.touched(&[]);
        }
        done.map(|_| ())
    }

    /// Claims deliveries that are due, the oldest first. Those of somebody who has not settled them in time are given back to whoever
    /// may repeat them, and not known for the others.
    pub async fn claim_deliveries(&self, holder: &str, repeatable: &[&str], most: usize) -> Result<Vec<Claimed>, StoreError> {
        let query = format!(
            "BEGIN; LET $now = time::unix(time::now()); \
             UPDATE {TABLE} SET state = IF channel IN $repeatable {{ 'waiting' }} ELSE {{ 'unknown' }}, holder = NONE, until = NONE, next_at = $now \
               WHERE state = 'sending' AND until <= $now RETURN NONE; \
             LET $due = (SELECT VALUE id FROM {TABLE} WHERE state = 'waiting' AND next_at <= $now ORDER BY next_at LIMIT $most); \
             UPDATE $due SET state = 'sending', holder = $holder, until = $now + {CLAIM}, tries += 1, update_time = $now \
               RETURN record::id(id) AS id, channel, target_id, item_id, target, stream, number, tries; COMMIT;"
        );
        let vars = vec![
            ("holder", text(holder)),
            ("repeatable", array(repeatable.iter().map(|channel| text(channel)).collect())),
            ("most", int(i64::try_from(most).unwrap_or(1))),
        ];
        let mut response = self.run(&query, vars).await?;
        let answer = last_statement(self, &response);
        let claimed: Vec<Claimed> = take(&mut response, answer)?;
        if !claimed.is_empty() {
            self.writes().writing(TABLE).touched(&[]);
        }
        Ok(claimed)
    }

    /// Settles a delivery that is still held; false where it is somebody else's by now.
    pub async fn settle_delivery(&self, delivery: i64, holder: &str, outcome: &Outcome, now: i64) -> Result<bool, StoreError> {
        let next = match outcome {
            Outcome::Later { at, .. } => *at,
            Outcome::Sent { .. } | Outcome::Failed { .. } | Outcome::Skipped { .. } | Outcome::Unknown { .. } => 0,
        };
        let sent = if matches!(outcome, Outcome::Sent { .. }) { now } else { 0 };
        let query = "UPDATE $row SET state = $state, answer = $answer, next_at = $next, sent_at = $sent, update_time = $now, \
                       version = (version ?? 1) + 1, holder = NONE, until = NONE \
                     WHERE state = 'sending' AND holder = $holder RETURN VALUE record::id(id)";
        let answer: String = outcome.answer().chars().take(500).collect();
        let vars = vec![
            ("row", id(TABLE, delivery)),
            ("state", text(outcome.state())),
            ("answer", text(&answer)),
            ("next", int(next)),
            ("sent", int(sent)),
            ("now", int(now)),
            ("holder", text(holder)),
        ];
        let mut writing = self.writes().writing(TABLE);
        let settled: Vec<i64> = self.rows(query, vars).await?;
        writing.touched(&[delivery]);
        Ok(!settled.is_empty())
    }

    /// Plans a delivery once more: the same event for the same target, under a number of its own, which it answers.
    pub async fn repeat_delivery(&self, delivery: i64, act: &Act) -> Result<Option<i64>, StoreError> {
        let query = format!(
            "BEGIN; LET $of = (SELECT channel, target_id, item_id, target, kind, subject, stream, number FROM ONLY $row); \
             LET $key = IF $of = NONE {{ NONE }} ELSE {{ sequence::nextval('{TABLE}') }}; \
             IF $key != NONE {{ CREATE type::record('{TABLE}', $key) CONTENT object::extend($of, {{ state: 'waiting', tries: 0, next_at: $now, \
               replayed_from: record::id($row), create_time: $now, update_time: $now }}) RETURN NONE }}; RETURN $key; COMMIT;"
        );
        let mut writing = self.writes().writing(TABLE);
        let mut response = self.run(&query, vec![("row", id(TABLE, delivery)), ("now", int(act.now))]).await?;
        writing.touched(&[]);
        self.ring();
        let answer = last_statement(self, &response);
        take(&mut response, answer)
    }

    /// Notes since when a target has failed, 0 for not at all, where that is news; answers since when.
    pub async fn note_failing(&self, webhook: i64, since: i64) -> Result<i64, StoreError> {
        let query = "UPDATE $row SET failing_since = IF $since = 0 { 0 } ELSE IF (failing_since ?? 0) = 0 { $since } ELSE { failing_since }, \
                       told = IF $since = 0 { NONE } ELSE { told } RETURN VALUE failing_since";
        let mut writing = self.writes().writing("webhook");
        let noted: Vec<i64> = self.rows(query, vec![("row", id("webhook", webhook)), ("since", int(since))]).await?;
        writing.touched(&[webhook]);
        Ok(noted.first().copied().unwrap_or(0))
    }

    /// Whether somebody is to be told that it fails: once, until it is good again.
    pub async fn tell_failing(&self, webhook: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $row SET told = true WHERE told = NONE RETURN VALUE true";
        let told: Vec<bool> = self.rows(query, vec![("row", id("webhook", webhook))]).await?;
        Ok(!told.is_empty())
    }

    /// Switches a webhook off, with the reason.
    pub async fn switch_off_webhook(&self, webhook: i64, finding: &str) -> Result<(), StoreError> {
        let mut writing = self.writes().writing("webhook");
        let query = "UPDATE $row SET status = 0, state = 'bad', finding = $finding, version = (version ?? 1) + 1 RETURN NONE";
        self.run(query, vec![("row", id("webhook", webhook)), ("finding", text(finding))]).await?;
        writing.touched(&[webhook]);
        Ok(())
    }

    /// Removes deliveries from before a moment, in Unix seconds; says how many.
    pub async fn tidy_deliveries(&self, before: i64) -> Result<i64, StoreError> {
        self.remove_before(TABLE, "state NOT IN ['waiting', 'sending']", before).await
    }
}
