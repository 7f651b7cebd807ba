//! How every message is wrapped.

use serde::{Deserialize, Serialize};

/// The version of the messages in this crate. A node drops messages of a newer version.
pub const SCHEMA_VERSION: u16 = 1;
/// Largest payload of one message, in bytes: a command with the most lines an order may have.
pub const PAYLOAD_MAX: usize = 960 * 1024;

/// A message with its version, its sender and the time it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope<T> {
    /// [`SCHEMA_VERSION`] of the sender.
    pub v: u16,
    /// The node that speaks.
    pub node: String,
    /// Unix milliseconds.
    pub at: i64,
    /// The message itself.
    pub body: T,
}
