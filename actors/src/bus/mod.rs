//! The bus between the nodes of a cluster. A node that is alone has none.
//!
//! It never carries the only copy of anything: a lost message delays, but loses nothing.

pub mod nats;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;

/// Why the bus did not carry a message.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BusError {
    /// Nobody listens on the subject: the presumed owner is not there.
    #[error("nobody answers on {0}")]
    NoResponder(String),
    /// No answer in time; the outcome is unknown.
    #[error("no answer in time on {0}")]
    Timeout(String),
    /// The connection is down.
    #[error("the bus is not connected: {0}")]
    Disconnected(String),
    /// The message is larger than the bus carries.
    #[error("a message of {0} bytes is too large")]
    TooLarge(usize),
}

/// A message that came in. `reply` is set when the sender waits for an answer.
#[derive(Clone, Debug)]
pub struct Message {
    pub subject: String,
    pub payload: Bytes,
    pub reply: Option<String>,
}

/// An item of a subscription.
#[derive(Clone, Debug)]
pub enum BusEvent {
    Message(Message),
    /// Messages may have been missed (reconnected, or this subscriber was too slow): read the store again.
    Gap,
}

/// Publishes messages to this node and the others. At most once, no order across reconnects.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Publishes a message.
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError>;

    /// Subscribes to a subject from now on. Bounded: a slow subscriber gets a [`BusEvent::Gap`].
    async fn subscribe(&self, subject: &str) -> Result<BoxStream<'static, BusEvent>, BusError>;

    /// Asks and waits for one answer.
    async fn request(&self, subject: &str, payload: Bytes, timeout: std::time::Duration) -> Result<Bytes, BusError>;

    /// Whether messages are carried at the moment.
    fn connected(&self) -> bool;

    /// Sends what is queued and closes.
    async fn drain(&self);
}
