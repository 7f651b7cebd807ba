//! Runs a command and answers its lines as server-sent events, in the form that BuildAdmin's clients read (wire contract 4.14).

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures::stream;
use poem::{Body, IntoResponse, Response};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::commands::{Lines, TerminalCommand};
use crate::base::Base;
use crate::error::ServiceError;
use crate::identity::sessions::Sessions;
use crate::jobs::tasks::Work;
use crate::member::Members;

/// Commands that run at once on a node.
const OF_SITE: usize = 3;
/// How long a command may take.
const TIME_LIMIT: Duration = Duration::from_secs(600);
/// Lines that wait to be read before the command waits.
const WAITING: usize = 100;

/// Who has a command running.
#[derive(Clone, Default)]
pub struct Running(Arc<Mutex<BTreeSet<i64>>>);

/// The right of an administrator to run a command; ends when it is dropped.
struct Turn {
    running: Running,
    admin: i64,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.running.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.admin);
    }
}

impl Running {
    fn turn(&self, admin: i64) -> Result<Turn, ServiceError> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if running.len() >= OF_SITE || !running.insert(admin) {
            return Err(ServiceError::refused("terminal.busy"));
        }
        Ok(Turn { running: self.clone(), admin })
    }
}

/// What commands work with. Cheap to clone.
#[derive(Clone)]
pub struct Terminal {
    pub base: Base,
    pub sessions: Arc<Sessions>,
    pub members: Arc<Members>,
    pub work: Work,
    pub running: Running,
}

/// What a client calls its run, said with every event.
#[derive(Clone, Debug, Default)]
pub struct Named {
    pub uuid: String,
    pub extend: String,
}

/// An event.
#[must_use]
pub fn event(data: &str, key: &str, named: &Named) -> String {
    format!("data: {}\n\n", json!({ "data": data, "uuid": named.uuid, "extend": named.extend, "key": key }))
}

/// An answer of events.
pub struct EventStream(Response);

impl IntoResponse for EventStream {
    fn into_response(self) -> Response {
        self.0
    }
}

impl EventStream {
    fn of(body: Body) -> Self {
        Self(Response::builder().content_type("text/event-stream").header("x-accel-buffering", "no").body(body))
    }

    /// A few events that are there already.
    #[must_use]
    pub fn said(events: &[String]) -> Self {
        Self::of(Body::from_string(events.concat()))
    }
}

impl poem_openapi::ApiResponse for EventStream {
    fn meta() -> poem_openapi::registry::MetaResponses {
        crate::http::file_answer::file_answers(&["text/event-stream"])
    }

    fn register(registry: &mut poem_openapi::registry::Registry) {
        use poem_openapi::types::Type;
        <crate::http::envelope::Envelope>::register(registry);
    }
}

/// Runs a command for an administrator. It goes on when its reader goes away; its end stands in the program's log.
pub fn run(terminal: &Terminal, admin: i64, command: &'static TerminalCommand, named: Named) -> Result<EventStream, ServiceError> {
    let turn = terminal.running.turn(admin)?;
    let (to, from) = mpsc::channel::<String>(WAITING);
    let terminal = terminal.clone();
    tokio::spawn(async move {
        let _turn = turn;
        let mut lines = Lines::new(to.clone());
        let _ = to.send("command-link-success".to_owned()).await;
        lines.line(format!("> {}", command.key)).await;
        let ended = timeout(TIME_LIMIT, (command.run)(&terminal, &mut lines)).await.unwrap_or_else(|_| Err("it took too long".to_owned()));
        let code = i32::from(ended.is_err());
        if let Err(reason) = &ended {
            lines.line(reason.clone()).await;
        }
        tracing::info!(admin, command = command.key, code, "a command of the terminal has ended");
        let result = if code == 0 { "command-exec-success" } else { "command-exec-error" };
        for last in [format!("exitCode: {code}"), result.to_owned(), "command-exec-completed".to_owned()] {
            let _ = to.send(last).await;
        }
    });
    let key = command.key;
    let events = stream::unfold(from, move |mut from| {
        let named = named.clone();
        async move {
            let line = from.recv().await?;
            Some((Ok::<_, std::io::Error>(Bytes::from(event(&line, key, &named))), from))
        }
    });
    Ok(EventStream::of(Body::from_bytes_stream(events)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_runs_one_command_and_a_site_three() {
        let running = Running::default();
        let first = running.turn(1).ok();
        assert!(first.is_some() && running.turn(1).is_err());
        let _others = (running.turn(2).expect("a turn"), running.turn(3).expect("a turn"));
        assert!(running.turn(4).is_err());
        drop(first);
        assert!(running.turn(4).is_ok());
    }
}
