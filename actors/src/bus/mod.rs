//! The bus: one trait, two implementations (in process, NATS).
//!
//! It carries word, never the only copy of anything: a lost message delays, and never loses.

pub mod in_process;
pub mod nats;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;

/// Why the bus did not carry a message.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BusError {
    /// Nobody listens on the subject: whoever was thought to own something is not there.
    #[error("nobody answers on {0}")]
    NoResponder(String),
    /// No answer in time: the outcome is not known.
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

/// What a subscriber gets.
#[derive(Clone, Debug)]
pub enum Delivery {
    Message(Message),
    /// Messages may have been missed (reconnected, or this subscriber was too slow): read the store again.
    Gap,
}

/// Says things to other parts, on this node and elsewhere. At most once, no order across reconnects.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Says something on a subject.
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError>;

    /// Hears everything said on a subject from now on. Bounded: a slow subscriber gets a [`Delivery::Gap`].
    async fn subscribe(&self, subject: &str) -> Result<BoxStream<'static, Delivery>, BusError>;

    /// Asks and waits for one answer.
    async fn request(&self, subject: &str, payload: Bytes, timeout: std::time::Duration) -> Result<Bytes, BusError>;

    /// Whether no other node can hear it.
    fn is_local(&self) -> bool {
        false
    }

    /// Whether messages are carried at the moment.
    fn connected(&self) -> bool;

    /// Sends what is queued and closes.
    async fn drain(&self);
}
