//! The audit log of administrators. A request notes its changes while it runs; its line goes into a bounded queue and
//! is written with others in one transaction.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use entrepot_store::Store;
use entrepot_store::identity::log::LogEntry;
use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::strangers::Strangers;
use crate::secrets::key_text::concealed;

/// Lines that wait to be written at most; then requests wait.
const WAITING_MAX: usize = 4_096;
/// Lines of one transaction.
const BATCH_MAX: usize = 1_024;
/// How long lines are gathered: a transaction for each would cost a busy warehouse half of its speed.
const PACE: Duration = Duration::from_millis(300);
/// Alike lines in one batch from which on they become one.
const ALIKE_MIN: usize = 8;
/// Bytes of bodies in one line.
const MERGED_MAX: usize = 128 * 1024;
/// How often a batch is tried while the store is away.
const TRIES: u32 = 8;
/// Limits of a logged body: characters of a text and of a field's name, values of a list, levels.
const TEXT_MAX: usize = 500;
const LIST_MAX: usize = 50;
const NAME_MAX: usize = 100;
const DEPTH_MAX: usize = 6;
/// Changes that one request notes.
const CHANGES_MAX: usize = 50;

/// What a line calls the changes of its request.
pub const CHANGES: &str = "_changes";
/// Replaces secrets.
pub const MASK: &str = "***";

/// Notes of a request.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub changes: Vec<Value>,
    /// What else the line says beside the body, by name.
    pub facts: Map<String, Value>,
    /// Id (0 when there is no such account) and name of who logs in.
    pub who: Option<(i64, String)>,
    /// Further keys of the body with secret values.
    pub secrets: Vec<String>,
}

tokio::task_local! {
    static NOTES: Arc<Mutex<Notes>>;
}

/// Runs a request and collects its notes.
pub async fn noting<F: Future>(request: F) -> (F::Output, Notes) {
    let notes = Arc::<Mutex<Notes>>::default();
    let output = NOTES.scope(notes.clone(), request).await;
    let notes = notes.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (output, notes)
}

fn note(write: impl FnOnce(&mut Notes)) {
    // Outside a request (imports, jobs) there is no line to note it on.
    let _ = NOTES.try_with(|notes| write(&mut notes.lock().unwrap_or_else(PoisonError::into_inner)));
}

/// Notes what changed.
pub fn changed(change: Value) {
    note(|notes| {
        if notes.changes.len() < CHANGES_MAX {
            notes.changes.push(masked(change, 0));
        }
    });
}

/// Notes something that the body does not say.
pub fn fact(name: &str, value: Value) {
    note(|notes| {
        if notes.facts.len() < CHANGES_MAX {
            notes.facts.insert(name.to_owned(), masked(value, 0));
        }
    });
}

/// Notes that the body has a secret under this name.
pub fn secret(name: &str) {
    note(|notes| {
        if notes.secrets.len() < CHANGES_MAX {
            notes.secrets.push(name.to_owned());
        }
    });
}

/// Notes who logs in.
pub fn is(admin: i64, username: &str) {
    note(|notes| notes.who = Some((admin, username.chars().take(64).collect())));
}

/// Whether the value under this name is never written down.
#[must_use]
pub fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    const WORDS: &[&str] = &[
        "password",
        "passwd",
        "pass",
        "salt",
        "token",
        "secret",
        "private_key",
        "api_key",
        "apikey",
        "apiv3",
        "aes",
        "encoding_key",
        "webhook",
        "mch_key",
    ];
    WORDS.iter().any(|word| name.contains(word))
}

/// A body as it may be kept: secrets masked, long things cut.
#[must_use]
pub fn masked(value: Value, depth: usize) -> Value {
    let value = match value {
        Value::String(text) => Value::String(concealed(&text).into_owned()),
        value => value,
    };
    match value {
        Value::String(text) if text.chars().count() > TEXT_MAX => json!(format!("{}…", text.chars().take(TEXT_MAX).collect::<String>())),
        Value::Array(_) | Value::Object(_) if depth >= DEPTH_MAX => json!("…"),
        Value::Array(values) => {
            let count = values.len();
            let mut kept: Vec<Value> = values.into_iter().take(LIST_MAX).map(|value| masked(value, depth + 1)).collect();
            if count > LIST_MAX {
                kept.push(json!(format!("… {count}")));
            }
            Value::Array(kept)
        }
        Value::Object(fields) => {
            let kept = fields.into_iter().take(4 * LIST_MAX).map(|(name, value)| {
                let name = if name.chars().count() > NAME_MAX { format!("{}…", name.chars().take(NAME_MAX).collect::<String>()) } else { name };
                let value = if is_secret(&name) && !value.is_null() { json!(MASK) } else { masked(value, depth + 1) };
                (name, value)
            });
            Value::Object(kept.collect::<Map<_, _>>())
        }
        value => value,
    }
}

enum Line {
    Entry(LogEntry),
    /// A call of somebody without a login that was refused, with their network.
    Refused(LogEntry, String),
    /// Answered when everything before it is written.
    Flush(oneshot::Sender<()>),
}

/// The queue of lines.
#[derive(Clone, Debug)]
pub struct Journal(mpsc::Sender<Line>);

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Entry(_) => "entry",
            Self::Refused(..) => "refused",
            Self::Flush(_) => "flush",
        })
    }
}

impl Journal {
    /// Starts the writer. Strangers whose calls are refused add at most `strangers_per_day` lines a day.
    #[must_use]
    pub fn begin(store: Store, strangers_per_day: u32) -> Self {
        let (sender, mut lines) = mpsc::channel(WAITING_MAX);
        tokio::spawn(async move {
            let mut waiting = Vec::with_capacity(BATCH_MAX);
            let mut strangers = Strangers::new(strangers_per_day);
            loop {
                let merged = strangers.next_due();
                let ended = tokio::select! {
                    received = lines.recv_many(&mut waiting, BATCH_MAX) => received == 0,
                    () = tokio::time::sleep_until(merged.unwrap_or_else(Instant::now)), if merged.is_some() => false,
                };
                if ended {
                    write(&store, strangers.all()).await;
                    return;
                }
                if !waiting.iter().any(|line| matches!(line, Line::Flush(_))) {
                    tokio::time::sleep(PACE).await;
                    while waiting.len() < BATCH_MAX
                        && let Ok(line) = lines.try_recv()
                    {
                        waiting.push(line);
                    }
                }
                let (mut entries, mut flushes) = (Vec::new(), Vec::new());
                for line in waiting.drain(..) {
                    match line {
                        Line::Entry(entry) => entries.push(entry),
                        Line::Refused(entry, network) => entries.extend(strangers.add(entry, network, Instant::now())),
                        Line::Flush(done) => {
                            entries.extend(strangers.all());
                            flushes.push(done);
                        }
                    }
                }
                entries.extend(strangers.due(Instant::now()));
                write(&store, entries).await;
                for done in flushes {
                    // The asker may be gone.
                    let _ = done.send(());
                }
            }
        });
        Self(sender)
    }

    /// Adds a line; waits while too many wait.
    pub async fn add(&self, entry: LogEntry) {
        if self.0.send(Line::Entry(entry)).await.is_err() {
            tracing::error!("a line of the administrators' log came after its end");
        }
    }

    /// Adds the line of a stranger's call that was refused. Never waits: what does not fit is only counted.
    pub fn refused(&self, entry: LogEntry, network: &str) {
        if self.0.try_send(Line::Refused(entry, network.to_owned())).is_err() {
            metrics::counter!("entrepot_refused_calls_not_logged_total").increment(1);
        }
    }

    /// Waits until all lines so far are written.
    pub async fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.0.send(Line::Flush(done)).await.is_ok() {
            let _ = written.await;
        }
    }
}

/// Faster than hands: lines of one batch that differ in time and body only become one line, which
/// holds every body. A program that posts thousands a second costs the database little by it.
fn merged(entries: Vec<LogEntry>) -> Vec<LogEntry> {
    let alike = |a: &LogEntry, b: &LogEntry| (a.admin, &a.url, &a.ip, &a.agent, &a.username) == (b.admin, &b.url, &b.ip, &b.agent, &b.username);
    let mut kinds: Vec<Vec<LogEntry>> = Vec::new();
    for entry in entries {
        match kinds.iter_mut().find(|kind| kind.first().is_some_and(|first| alike(first, &entry))) {
            Some(kind) => kind.push(entry),
            None => kinds.push(vec![entry]),
        }
    }
    let mut lines = Vec::new();
    for kind in kinds {
        if kind.len() < ALIKE_MIN {
            lines.extend(kind);
            continue;
        }
        let mut rest = kind.into_iter().peekable();
        while let Some(first) = rest.next() {
            let request = |entry: &LogEntry| format!("{{\"at\":{},\"data\":{}}}", entry.at, entry.data);
            let mut text = request(&first);
            let mut count = 1;
            while let Some(entry) = rest.next_if(|entry| text.len() + entry.data.len() < MERGED_MAX) {
                text.push(',');
                text.push_str(&request(&entry));
                count += 1;
            }
            lines.push(if count == 1 { first } else { LogEntry { data: format!("{{\"_count\":{count},\"_requests\":[{text}]}}"), ..first } });
        }
    }
    lines
}

async fn write(store: &Store, entries: Vec<LogEntry>) {
    if entries.is_empty() {
        return;
    }
    let entries = &merged(entries);
    for tried in 0..TRIES {
        match store.write_admin_log(entries).await {
            Ok(()) => return,
            Err(error) => {
                tracing::warn!(%error, tried, "the administrators' log could not be written");
                tokio::time::sleep(Duration::from_millis(100 << tried)).await;
            }
        }
    }
    metrics::counter!("entrepot_admin_log_lost_total").increment(entries.len() as u64);
    for entry in entries {
        tracing::error!(admin = entry.admin, url = entry.url, data = entry.data, "a line of the administrators' log was not written");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_and_long_things_cut() {
        let body = json!({ "username": "a", "password": "hidden", "nested": { "smtp_pass": "hidden", "refreshToken": "hidden" }, "ids": (0..80).collect::<Vec<_>>(), "long": "x".repeat(900) });
        let kept = masked(body, 0);
        assert!(!kept.to_string().contains("hidden"), "{kept}");
        assert_eq!((kept["password"].clone(), kept["username"].clone()), (json!("***"), json!("a")));
        assert_eq!(kept["ids"].as_array().map(Vec::len), Some(LIST_MAX + 1));
        assert!(kept["long"].as_str().is_some_and(|text| text.chars().count() == TEXT_MAX + 1));
    }

    #[test]
    fn what_comes_faster_than_hands_becomes_one_line_that_holds_all() {
        let line =
            |admin: i64, number: usize| LogEntry { admin, at: 100 + number as i64, data: format!("{{\"n\":{number}}}"), ..LogEntry::default() };
        let few: Vec<LogEntry> = (0..3).map(|number| line(1, number)).collect();
        assert_eq!(merged(few.clone()), few);
        let many = (0..100).map(|number| line(1, number)).chain([line(2, 0)]).collect();
        let lines = merged(many);
        assert_eq!(lines.len(), 2);
        let data: Value = serde_json::from_str(&lines[0].data).expect("JSON");
        assert_eq!((data["_count"].clone(), data["_requests"][99].clone()), (json!(100), json!({ "at": 199, "data": { "n": 99 } })));
    }

    #[tokio::test]
    async fn a_request_notes_what_it_changed() {
        let ((), notes) = noting(async {
            changed(json!({ "controller": "auth.Admin", "password": "x" }));
            is(3, "clerk");
        })
        .await;
        assert_eq!(notes.who, Some((3, "clerk".into())));
        assert_eq!(notes.changes, [json!({ "controller": "auth.Admin", "password": "***" })]);
        changed(json!({}));
    }
}
