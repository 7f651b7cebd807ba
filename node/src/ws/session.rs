//! One websocket session. The first message binds it to an administrator; from then on it brings their notifications and
//! the topics that they asked for. A session that can't keep up is ended.

use std::collections::HashSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use actors::notification::queue::QueueEvent;
use bus_schemas::notification::Notification;
use futures::{SinkExt, StreamExt};
use poem::http::StatusCode;
use poem::web::Data;
use poem::web::websocket::{CloseCode, Message, WebSocket, WebSocketConfig, WebSocketStream};
use poem::{IntoResponse, Request, Response, handler};
use tokio::time::{Instant, timeout};

use super::frames::{Bind, ClientFrame, ServerFrame};
use super::registry::{OpenSocket, RESTARTS, Registry};
use super::session_channel::{AGAIN, Ending, SessionEvent};
use super::subscribers::Subscription;
use crate::base::Base;
use crate::connections::connection::Connection;
use crate::http::cors;
use crate::i18n::Language;
use crate::identity::passwords::GIVEN_PASSWORD;
use crate::identity::sessions::{Caller, Sessions, TokenStatus};

/// Largest message from a client, in bytes.
const MESSAGE_MAX: usize = 8 * 1024;
/// The client must bind within.
const BIND_LIMIT: Duration = Duration::from_secs(5);
/// How long one message may take to leave.
const WRITE_LIMIT: Duration = Duration::from_secs(5);
/// Messages a client may send per second.
const INBOUND_MAX: u32 = 10;
/// Topics a session may watch.
const TOPICS_MAX: usize = 32;
/// Ends a session of somebody who has to choose a password first. Trying again changes nothing, so it is not the end of a login.
const PASSWORD_FIRST: u16 = 4403;
/// Missed notifications that are sent again after a reconnect; more make the client read the list.
const REPLAY_MAX: usize = 50;

/// Whether a browser's page may open a socket here: as it may call, or as a page of the site where the websocket has a port of
/// its own.
fn origin_allowed(request: &Request, base: &Base) -> bool {
    let (host, config) = (request.header("host").unwrap_or_default(), base.config());
    let own_page = |origin: &str| cors::is_own_page(origin, host, &config.listen, config.connections.public_url.as_deref());
    request.header("origin").is_none_or(|origin| cors::allowed(origin, host, &config.allowed_origins) || own_page(origin))
}

/// What sessions work with. Cheap to clone; the router gives it to requests.
#[derive(Clone)]
pub struct SocketService {
    pub base: Base,
    pub sessions: Arc<Sessions>,
    pub sockets: Arc<Registry>,
}

/// Opens a session.
#[handler]
pub fn open(request: &Request, socket: WebSocket, service: Data<&SocketService>) -> Response {
    if !origin_allowed(request, &service.base) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let mut config = WebSocketConfig::default();
    config.read_buffer_size = 1024;
    config.write_buffer_size = 0;
    config.max_write_buffer_size = 64 * 1024;
    config.max_message_size = Some(MESSAGE_MAX);
    config.max_frame_size = Some(MESSAGE_MAX);
    // Every listener registers its connections, so a request without one did not come through a listener.
    let Some(connection) = service.sockets.connections().of(request) else { return StatusCode::BAD_REQUEST.into_response() };
    let language = request.header("think-lang").or_else(|| request.header("accept-language")).map(Language::parse).unwrap_or_default();
    let service = (*service).clone();
    // Held weakly: a session that lives on must not keep a connection open.
    let connection = Arc::downgrade(&connection);
    socket.config(config).on_upgrade(move |stream| async move { Session::run(service, stream, connection, language).await }).into_response()
}

struct Session {
    service: SocketService,
    stream: WebSocketStream,
    language: Language,
    caller: Caller,
    events: Subscription,
    /// The highest notification number that was sent.
    sent: i64,
    _open: OpenSocket,
}

/// Why a session ends.
enum End {
    Gone,
    Close(u16, &'static str),
}

impl From<Ending> for End {
    fn from((code, reason): Ending) -> Self {
        Self::Close(code, reason)
    }
}

async fn send(stream: &mut WebSocketStream, frame: &ServerFrame<'_>) -> Result<(), End> {
    send_text(stream, frame.text()).await
}

async fn send_text(stream: &mut WebSocketStream, text: String) -> Result<(), End> {
    within_limit(stream.send(Message::text(text))).await
}

/// Waits for a write, at most for its time limit.
async fn within_limit(sending: impl Future<Output = std::io::Result<()>>) -> Result<(), End> {
    tokio::pin!(sending);
    // Usually there is room, and no timer is needed.
    let sent = match futures::poll!(&mut sending) {
        std::task::Poll::Ready(sent) => Ok(sent),
        std::task::Poll::Pending => timeout(WRITE_LIMIT, sending).await,
    };
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::Close(1013, "too slow")),
    }
}

async fn close(mut stream: WebSocketStream, code: u16, reason: &'static str) {
    let _ = timeout(WRITE_LIMIT, stream.send(Message::close_with(CloseCode::from(code), reason))).await;
    let _ = timeout(Duration::from_secs(1), stream.close()).await;
}

impl Session {
    async fn run(service: SocketService, mut stream: WebSocketStream, connection: Weak<Connection>, language: Language) {
        if let Some(connection) = connection.upgrade() {
            connection.became_websocket();
        }
        let first = match timeout(BIND_LIMIT, stream.next()).await {
            Ok(Some(Ok(Message::Text(text)))) => ClientFrame::read(&text),
            _ => None,
        };
        let Some(ClientFrame::Bind { data: Bind { ba_token, last_seq, lang } }) = first else { return close(stream, 1008, "bind first").await };
        let language = lang.as_deref().map_or(language, Language::parse);
        let status = service.sessions.token_status(&ba_token, service.base.now()).await;
        let caller = match status {
            Ok(TokenStatus::Valid(caller)) => *caller,
            Ok(TokenStatus::GivenPassword(_)) => {
                let _ = send(&mut stream, &ServerFrame::error(language, 401, GIVEN_PASSWORD)).await;
                return close(stream, PASSWORD_FIRST, "change the password").await;
            }
            Ok(other) => {
                let (code, key) = if matches!(other, TokenStatus::Expired) { (409, "token.expired") } else { (303, "login.need") };
                let _ = send(&mut stream, &ServerFrame::error(language, code, key)).await;
                return close(stream, 4401, "log in").await;
            }
            Err(_) => return close(stream, 1013, "try again").await,
        };
        let Some(opened) = service.sockets.admit(caller.admin.id) else { return close(stream, 1013, "too many sockets").await };
        let person = (caller.admin.id, caller.rights.clone());
        let events = service.sockets.subscribers().join(person, (service.base.now(), caller.expires));
        let mut session = Self { service, stream, language, caller, events, sent: 0, _open: opened };
        if let End::Close(code, reason) = session.serve(last_seq).await {
            close(session.stream, code, reason).await;
        }
    }

    /// Sends missed notifications, then new events.
    async fn serve(&mut self, last_seen: Option<i64>) -> End {
        let me = self.caller.id();
        let notifications = self.service.base.system().notifications().clone();
        // Subscribe before reading the store, so that nothing falls in between; duplicates are recognised by their
        // number.
        let Some(subscriber) = self.events.queue_subscriber() else { return AGAIN.into() };
        if notifications.watch(me, subscriber).await.is_err() {
            return End::Close(1013, "try again");
        }
        if self.service.sockets.closing() {
            return RESTARTS.into();
        }
        let Ok(inbox) = notifications.store().inbox(me).await else { return End::Close(1013, "try again") };
        self.sent = inbox.last;
        let bound = ServerFrame::Bind { unread_count: inbox.unread, last_seq: inbox.last };
        if let Err(end) = send(&mut self.stream, &bound).await {
            return end;
        }
        if let Some(last_seen) = last_seen.filter(|seen| *seen < inbox.last) {
            match notifications.store().after(me, last_seen, false, REPLAY_MAX + 1).await {
                Ok(missed) if missed.len() > REPLAY_MAX => {
                    if let Err(end) = send(&mut self.stream, &ServerFrame::Resync).await {
                        return end;
                    }
                }
                Ok(missed) => {
                    for notification in missed.into_iter().filter(|notification| notification.number <= inbox.last) {
                        if let Err(end) = self.notify(&notification, inbox.unread).await {
                            return end;
                        }
                    }
                }
                Err(_) => return End::Close(1013, "try again"),
            }
        }
        let mut second = (Instant::now(), 0_u32);
        loop {
            let step = tokio::select! {
                // Events first: most wakings are theirs, and the socket is then polled once, not twice.
                biased;
                event = self.events.next() => match event {
                    Some(SessionEvent::Text(text)) => send_text(&mut self.stream, text.as_ref().to_owned()).await,
                    Some(SessionEvent::Resync) => send(&mut self.stream, &ServerFrame::Resync).await,
                    Some(SessionEvent::Queue(event)) => self.queue_event(event).await,
                    Some(SessionEvent::Recheck) => self.still_valid().await,
                    Some(SessionEvent::Rights) => self.update_rights().await,
                    Some(SessionEvent::End(ending)) => Err(ending.into()),
                    None => Err(AGAIN.into()),
                },
                incoming = self.stream.next() => {
                    self.events.received(self.service.base.now());
                    if second.0.elapsed() > Duration::from_secs(1) {
                        second = (Instant::now(), 0);
                    }
                    second.1 += 1;
                    match incoming {
                        Some(Ok(_)) if second.1 > INBOUND_MAX => Err(End::Close(1008, "too many messages")),
                        Some(Ok(Message::Text(text))) => self.incoming(&text).await,
                        Some(Ok(Message::Close(_))) | Some(Err(_)) | None => Err(End::Gone),
                        Some(Ok(_)) => Ok(()),
                    }
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    async fn incoming(&mut self, text: &str) -> Result<(), End> {
        let Some(frame) = ClientFrame::read(text) else {
            return send(&mut self.stream, &ServerFrame::error(self.language, 0, "error.parameter")).await;
        };
        match frame {
            ClientFrame::Ping => send(&mut self.stream, &ServerFrame::Pong).await,
            ClientFrame::Subscribe { data } => {
                let topics: HashSet<String> = data.topics.into_iter().take(TOPICS_MAX).collect();
                self.events.watch(topics.clone());
                send(&mut self.stream, &ServerFrame::Subscribe { topics: &topics }).await
            }
            // A session is bound once.
            ClientFrame::Bind { .. } | ClientFrame::Other => Ok(()),
        }
    }

    async fn queue_event(&mut self, event: QueueEvent) -> Result<(), End> {
        let sent = self.sent;
        match event {
            QueueEvent::Notify { notification, unread } if notification.number > sent => {
                if notification.number > sent + 1 {
                    return self.resync().await;
                }
                self.sent = notification.number;
                self.notify(&notification, unread).await
            }
            QueueEvent::Notify { .. } => Ok(()),
            QueueEvent::Read { upto, unread } => send(&mut self.stream, &ServerFrame::Read { unread_count: unread, upto }).await,
            QueueEvent::Resync => self.resync().await,
        }
    }

    async fn resync(&mut self) -> Result<(), End> {
        let inbox = self.service.base.system().notifications().store().inbox(self.caller.id()).await;
        let inbox = inbox.map_err(|_| End::Close(1013, "try again"))?;
        self.sent = inbox.last;
        send(&mut self.stream, &ServerFrame::Resync).await
    }

    async fn notify(&mut self, notification: &Notification, unread: i64) -> Result<(), End> {
        let text = self.service.sockets.texts().get(self.caller.admin.id, self.language, notification, unread, &self.caller.rights);
        send_text(&mut self.stream, text.as_ref().to_owned()).await
    }

    /// What the caller may see from now on.
    async fn update_rights(&mut self) -> Result<(), End> {
        let rights = self.service.base.store().rights(self.caller.admin.id).await.map_err(|_| End::Close(1013, "try again"))?;
        self.caller.rights = rights.clone();
        self.events.set_rights(rights);
        Ok(())
    }

    /// An account or a session changed somewhere: this one may have ended.
    async fn still_valid(&mut self) -> Result<(), End> {
        let session = self.service.base.store().session(&self.caller.session).await;
        match session {
            Ok(Some(session)) if !session.revoked => self.update_rights().await,
            Ok(_) => Err(End::Close(4401, "the session has ended")),
            Err(_) => Ok(()),
        }
    }
}
