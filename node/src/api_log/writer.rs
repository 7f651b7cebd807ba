//! Writes the log behind the answers. Lines wait in a bounded queue and are written with others in one transaction; those that
//! find no room are counted, and nobody waits for them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use actors::clock::SharedClock;
use entrepot_store::Store;
use entrepot_store::api_log::ApiLogLine;
use entrepot_store::api_log::spans::{Counts, HOUR, RouteFigures};
use poem::{Request, Response};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::board::by_name;
use super::call::{ApiCall, NO_ROUTE, Outcome};
use super::counting::{Counting, OTHERS, OpenSpans};
use super::masking::{self, Masking};
use super::settings::{self, Bodies, LogSettings};
use crate::error::ServiceError;
use crate::http::origin::Origin;

/// Lines that wait to be written at most.
pub const WAITING_MAX: usize = 8_192;
/// Bytes of bodies that wait with them; beyond it a body is not kept.
const WAITING_BODIES_MAX: usize = 16 * 1024 * 1024;
/// Lines of one transaction.
const BATCH_MAX: usize = 500;
/// How long lines are gathered.
const PACE: Duration = Duration::from_millis(300);
/// How often counts are written.
const COUNTS_EVERY: Duration = Duration::from_secs(10);
/// How often the settings are read again: other nodes may have changed them.
const SETTINGS_EVERY: Duration = Duration::from_secs(5);
/// How often a batch is tried while the store is away.
const TRIES: u32 = 3;
/// How long the figures of routes hold.
const FIGURES_HOLD: Duration = Duration::from_secs(20);
/// Seconds that the figures of routes are about.
const FIGURES_OF: i64 = 7 * 86_400;

enum Message {
    Call(Box<ApiCall>),
    /// Answered when everything before it is written.
    Flush(oneshot::Sender<()>),
}

struct Shared {
    store: Store,
    clock: SharedClock,
    /// This run of the node: its rows of counts are its own.
    node: String,
    enabled: AtomicBool,
    settings: RwLock<Arc<LogSettings>>,
    counting: Mutex<Counting>,
    waiting_bodies: AtomicUsize,
    figures_at: tokio::sync::Mutex<Option<Instant>>,
    trimming: tokio::sync::Mutex<()>,
}

/// The log of API calls. Cheap to clone.
#[derive(Clone)]
pub struct ApiLog {
    shared: Arc<Shared>,
    queue: mpsc::Sender<Message>,
}

impl Shared {
    fn counting<T>(&self, with: impl FnOnce(&mut Counting) -> T) -> T {
        with(&mut self.counting.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn settings(&self) -> Arc<LogSettings> {
        self.settings.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn reload(&self) {
        match settings::read(&self.store).await {
            Ok(read) => {
                self.enabled.store(read.enabled, Ordering::Relaxed);
                *self.settings.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(read);
            }
            Err(error) => tracing::warn!(%error, "the settings of the API log can't be read: those that are known hold"),
        }
    }

    /// A call as its line, with everything masked that may not be stored.
    fn line(&self, call: ApiCall, settings: &LogSettings) -> ApiLogLine {
        let masking = Masking(&settings.masked);
        self.waiting_bodies.fetch_sub(call.body.len(), Ordering::Relaxed);
        let keeps = settings.bodies == Bodies::All || settings.bodies == Bodies::Errors && call.outcome != Outcome::Done;
        let body = match (keeps, call.body.is_empty(), call.size) {
            (false, ..) | (true, true, 0) => String::new(),
            (true, true, size) => format!("{size} bytes"),
            (true, false, _) => masking.body(&call.body, &call.content_type),
        };
        ApiLogLine {
            request_id: call.request_id,
            at: call.at,
            side: if call.path.to_ascii_lowercase().starts_with("/admin") { "admin" } else { "site" },
            method: call.method,
            path: if call.route == NO_ROUTE { masking::path(&call.path) } else { String::new() },
            route: call.route,
            query: masking.query(&call.query),
            status: call.status,
            code: call.code,
            key: call.key,
            micros: u64::try_from(call.took.as_micros()).unwrap_or(u64::MAX),
            bytes: call.bytes,
            caller_kind: call.caller.kind.name(),
            caller_id: call.caller.id,
            caller: call.name,
            ip: call.ip,
            agent: masking::scanned(&call.agent),
            body,
        }
    }

    async fn write(&self, calls: Vec<ApiCall>) {
        if calls.is_empty() {
            return;
        }
        let settings = self.settings();
        let lines: Vec<ApiLogLine> = calls.into_iter().map(|call| self.line(call, &settings)).collect();
        for tried in 0..TRIES {
            match self.store.write_api_log(&lines).await {
                Ok(()) => return,
                Err(error) => {
                    tracing::warn!(%error, tried, "the API log could not be written");
                    tokio::time::sleep(Duration::from_millis(200 << tried)).await;
                }
            }
        }
        let now = self.clock.now();
        self.counting(|counting| lines.iter().for_each(|_| counting.drop_line(now)));
    }

    async fn write_counts(&self, open: &mut OpenSpans) {
        let rows = open.add(&self.counting(Counting::take), self.clock.now());
        if rows.is_empty() {
            return;
        }
        // They are written again, with what comes, while their span lasts.
        if let Err(error) = self.store.write_api_spans(&self.node, &rows).await {
            tracing::warn!(%error, "the counts of API calls could not be written");
        }
    }

    async fn run(self: Arc<Self>, mut queue: mpsc::Receiver<Message>) {
        let mut waiting = Vec::with_capacity(BATCH_MAX);
        let mut open = OpenSpans::default();
        let (mut counts, mut settings) = (interval(COUNTS_EVERY), interval(SETTINGS_EVERY));
        counts.set_missed_tick_behavior(MissedTickBehavior::Delay);
        settings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let received = tokio::select! {
                received = queue.recv_many(&mut waiting, BATCH_MAX) => received,
                _ = counts.tick() => {
                    self.write_counts(&mut open).await;
                    continue;
                }
                _ = settings.tick() => {
                    self.reload().await;
                    continue;
                }
            };
            let flushes = |waiting: &[Message]| waiting.iter().any(|message| matches!(message, Message::Flush(_)));
            if received > 0 && waiting.len() < BATCH_MAX && !flushes(&waiting) {
                tokio::time::sleep(PACE).await;
                while waiting.len() < BATCH_MAX
                    && let Ok(message) = queue.try_recv()
                {
                    waiting.push(message);
                }
            }
            let (mut calls, mut asked) = (Vec::with_capacity(waiting.len()), Vec::new());
            for message in waiting.drain(..) {
                match message {
                    Message::Call(call) => calls.push(*call),
                    Message::Flush(done) => asked.push(done),
                }
            }
            self.write(calls).await;
            if received == 0 || !asked.is_empty() {
                self.write_counts(&mut open).await;
            }
            for done in asked {
                // The asker may be gone.
                let _ = done.send(());
            }
            if received == 0 {
                return;
            }
        }
    }
}

impl ApiLog {
    /// Starts the writer. Nothing is logged until the settings have been read.
    #[must_use]
    pub fn begin(store: Store, clock: SharedClock) -> Self {
        let (queue, receiver) = mpsc::channel(WAITING_MAX);
        let shared = Arc::new(Shared {
            store,
            clock,
            node: uuid::Uuid::new_v4().simple().to_string(),
            enabled: AtomicBool::new(false),
            settings: RwLock::default(),
            counting: Mutex::default(),
            waiting_bodies: AtomicUsize::new(0),
            figures_at: tokio::sync::Mutex::default(),
            trimming: tokio::sync::Mutex::default(),
        });
        tokio::spawn(shared.clone().run(receiver));
        Self { shared, queue }
    }

    /// Whether calls are logged.
    #[must_use]
    pub fn enabled(&self) -> bool {
        self.shared.enabled.load(Ordering::Relaxed)
    }

    /// Begins a call, if it is logged.
    #[must_use]
    pub fn call(&self, request: &Request, origin: impl FnOnce() -> Origin) -> Option<Box<ApiCall>> {
        if !self.enabled() {
            return None;
        }
        let settings = self.shared.settings();
        let path = request.uri().path().as_bytes();
        let begins = |left_out: &String| path.get(..left_out.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(left_out.as_bytes()));
        if settings.left_out.iter().any(begins) {
            return None;
        }
        Some(Box::new(ApiCall::begin(request, origin())))
    }

    /// Ends a call with its answer: it is counted, and its line queued if it is kept. Never waits.
    pub fn answered(&self, mut call: Box<ApiCall>, response: &mut Response, request_id: &str) {
        let settings = self.shared.settings();
        call.answered(response);
        call.at = self.shared.clock.now();
        let micros = u64::try_from(call.took.as_micros()).unwrap_or(u64::MAX);
        self.shared.counting(|counting| counting.add(call.at, (&call.route, call.caller, &call.name), call.outcome, micros));
        let kept = call.outcome != Outcome::Done || micros >= settings.slow_micros || rand::random_range(0..100) < settings.sample;
        if !kept {
            return;
        }
        request_id.clone_into(&mut call.request_id);
        if settings.bodies == Bodies::None || self.shared.waiting_bodies.load(Ordering::Relaxed) + call.body.len() > WAITING_BODIES_MAX {
            call.body.clear();
        }
        let (bytes, at) = (call.body.len(), call.at);
        self.shared.waiting_bodies.fetch_add(bytes, Ordering::Relaxed);
        if self.queue.try_send(Message::Call(call)).is_err() {
            self.shared.waiting_bodies.fetch_sub(bytes, Ordering::Relaxed);
            self.shared.counting(|counting| counting.drop_line(at));
            metrics::counter!("entrepot_api_log_dropped_total").increment(1);
        }
    }

    /// Reads the settings again.
    pub async fn reload(&self) {
        self.shared.reload().await;
    }

    /// Waits until what was logged so far is written.
    pub async fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.queue.send(Message::Flush(done)).await.is_ok() {
            let _ = written.await;
        }
    }

    /// Begins to delete what the settings no longer keep. Millions of lines take longer than a request may; what a restart
    /// leaves over is left to the scheduled task.
    pub fn trim_later(&self) {
        let log = self.clone();
        tokio::spawn(async move {
            log.flush().await;
            if let Err(error) = log.trim().await {
                tracing::warn!(%error, "the API log was not trimmed; the scheduled task goes on");
            }
        });
    }

    /// Deletes what is older, or more, than the settings say, and what was there when the log was cleared. Answers the number
    /// of lines.
    pub async fn trim(&self) -> Result<i64, ServiceError> {
        let _one_at_a_time = self.shared.trimming.lock().await;
        let (store, now) = (&self.shared.store, self.shared.clock.now());
        let settings = settings::read(store).await?;
        let lines = store.trim_api_log((now - settings.days * 86_400).max(settings.cleared_time + 1), settings.rows).await?;
        store.trim_api_spans(now).await?;
        Ok(lines)
    }

    /// Computes the figures of the routes again, unless they are some seconds old.
    pub async fn renew_figures(&self) -> Result<(), ServiceError> {
        let mut last = self.shared.figures_at.lock().await;
        if last.is_some_and(|last| last.elapsed() < FIGURES_HOLD) {
            return Ok(());
        }
        let (store, now) = (&self.shared.store, self.shared.clock.now());
        let rows = store.api_spans(HOUR, Counts::Route, now - FIGURES_OF, now + HOUR).await?;
        let figures: Vec<RouteFigures> = by_name(&rows)
            .into_iter()
            .filter(|(route, _)| *route != OTHERS && *route != NO_ROUTE)
            .map(|(route, tally)| RouteFigures {
                route: route.to_owned(),
                calls: tally.calls,
                refusals: tally.refusals,
                errors: tally.errors,
                p50: tally.buckets.percentile(50),
                p90: tally.buckets.percentile(90),
                p99: tally.buckets.percentile(99),
                max: tally.max_micros,
                last_at: tally.last_at,
            })
            .collect();
        store.write_api_routes(&figures).await?;
        *last = Some(Instant::now());
        Ok(())
    }
}
