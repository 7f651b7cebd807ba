//! A bus in memory for the nodes of a test: bounded broadcast per subject.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use actors::bus::{Bus, BusError, BusEvent, Message};
use async_trait::async_trait;
use bytes::Bytes;
use dashmap::DashMap;
use futures::StreamExt;
use futures::stream::BoxStream;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// Most messages that wait for a subscriber; beyond that it misses some and gets a gap.
const BEHIND_MAX: usize = 4_096;

/// See the module.
#[derive(Default)]
pub struct MemoryBus {
    subjects: DashMap<String, broadcast::Sender<Message>>,
    inboxes: AtomicU64,
    /// It says that it is not connected.
    pub away: AtomicBool,
}

impl MemoryBus {
    fn say(&self, message: Message) -> usize {
        let listeners = self.subjects.get(&message.subject).map(|sender| sender.send(message.clone()).unwrap_or(0));
        listeners.unwrap_or(0)
    }
}

#[async_trait]
impl Bus for MemoryBus {
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError> {
        self.say(Message { subject: subject.to_owned(), payload, reply: None });
        Ok(())
    }

    async fn subscribe(&self, subject: &str) -> Result<BoxStream<'static, BusEvent>, BusError> {
        let receiver = self.subjects.entry(subject.to_owned()).or_insert_with(|| broadcast::channel(BEHIND_MAX).0).subscribe();
        let next = |mut receiver: broadcast::Receiver<Message>| async move {
            match receiver.recv().await {
                Ok(message) => Some((BusEvent::Message(message), receiver)),
                Err(RecvError::Lagged(_)) => Some((BusEvent::Gap, receiver)),
                Err(RecvError::Closed) => None,
            }
        };
        Ok(futures::stream::unfold(receiver, next).boxed())
    }

    async fn request(&self, subject: &str, payload: Bytes, timeout: Duration) -> Result<Bytes, BusError> {
        let inbox = format!("_inbox.{}", self.inboxes.fetch_add(1, Ordering::Relaxed));
        let mut answers = self.subscribe(&inbox).await?;
        let heard = self.say(Message { subject: subject.to_owned(), payload, reply: Some(inbox.clone()) });
        let answer = async {
            while let Some(event) = answers.next().await {
                if let BusEvent::Message(message) = event {
                    return Some(message.payload);
                }
            }
            None
        };
        let result = if heard == 0 { Err(BusError::NoResponder(subject.to_owned())) } else { Ok(tokio::time::timeout(timeout, answer).await) };
        self.subjects.remove(&inbox);
        match result? {
            Ok(Some(payload)) => Ok(payload),
            _ => Err(BusError::Timeout(subject.to_owned())),
        }
    }

    fn connected(&self) -> bool {
        !self.away.load(Ordering::Relaxed)
    }

    async fn drain(&self) {}
}
