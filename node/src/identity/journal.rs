//! The log of what administrators do. A request notes what it changed while it runs; its line goes
//! into a bounded queue and is written with others in one transaction.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use entrepot_store::Store;
use entrepot_store::identity::log::LogEntry;
use serde_json::{Map, Value, json};
use tokio::sync::{mpsc, oneshot};

/// Lines that wait to be written at most; then requests wait.
const WAITING_MAX: usize = 4_096;
/// Lines of one transaction.
const BATCH_MAX: usize = 256;
/// How often a batch is tried while the store is away.
const TRIES: u32 = 8;
/// What is kept of a body at most: characters of a text, values of a list, levels.
const TEXT_MAX: usize = 500;
const LIST_MAX: usize = 50;
const DEPTH_MAX: usize = 6;
/// Changes that one request notes.
const CHANGES_MAX: usize = 50;

/// What a request says of itself.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub changes: Vec<Value>,
    /// Id (0 when there is no such account) and name of who logs in.
    pub who: Option<(i64, String)>,
}

tokio::task_local! {
    static NOTES: Arc<Mutex<Notes>>;
}

/// Runs a request; answers what it noted as well.
pub async fn noting<F: Future>(request: F) -> (F::Output, Notes) {
    let notes = Arc::<Mutex<Notes>>::default();
    let output = NOTES.scope(notes.clone(), request).await;
    let notes = notes.lock().unwrap_or_else(PoisonError::into_inner).clone();
    (output, notes)
}

fn note(write: impl FnOnce(&mut Notes)) {
    // Outside a request (imports, jobs) there is nobody to note it for.
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

/// Notes who logs in.
pub fn is(admin: i64, username: &str) {
    note(|notes| notes.who = Some((admin, username.chars().take(64).collect())));
}

/// Whether the value under this name is never written down.
#[must_use]
pub fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    ["password", "passwd", "pass", "salt", "token", "secret", "private_key", "api_key", "apikey"].iter().any(|word| name.contains(word))
}

/// A body as it may be kept: secrets masked, long things cut.
#[must_use]
pub fn masked(value: Value, depth: usize) -> Value {
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
                let value = if is_secret(&name) && !value.is_null() { json!("***") } else { masked(value, depth + 1) };
                (name, value)
            });
            Value::Object(kept.collect::<Map<_, _>>())
        }
        value => value,
    }
}

enum Line {
    Entry(LogEntry),
    /// Answered when everything before it is written.
    Flush(oneshot::Sender<()>),
}

/// The queue of lines.
#[derive(Clone, Debug)]
pub struct Journal(mpsc::Sender<Line>);

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if matches!(self, Self::Entry(_)) { "entry" } else { "flush" })
    }
}

impl Journal {
    /// Begins to write what comes.
    #[must_use]
    pub fn begin(store: Store) -> Self {
        let (sender, mut lines) = mpsc::channel(WAITING_MAX);
        tokio::spawn(async move {
            let mut waiting = Vec::with_capacity(BATCH_MAX);
            while lines.recv_many(&mut waiting, BATCH_MAX).await > 0 {
                let (mut entries, mut flushes) = (Vec::new(), Vec::new());
                for line in waiting.drain(..) {
                    match line {
                        Line::Entry(entry) => entries.push(entry),
                        Line::Flush(done) => flushes.push(done),
                    }
                }
                write(&store, &entries).await;
                for done in flushes {
                    // Whoever asked may be gone.
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

    /// Waits until all lines so far are written.
    pub async fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.0.send(Line::Flush(done)).await.is_ok() {
            let _ = written.await;
        }
    }
}

async fn write(store: &Store, entries: &[LogEntry]) {
    if entries.is_empty() {
        return;
    }
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
