//! What a notification says on the wire: made once for a person, and shared by all sessions that speak the language.

use std::sync::Arc;

use bus_schemas::notification::Notification;
use dashmap::DashMap;
use serde_json::json;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::i18n::Language;
use crate::notification::texts::shown;

/// A message as text and as a server's websocket frame, which has the text at its end.
pub struct Said {
    number: i64,
    unread: i64,
    frame: Vec<u8>,
    /// Where the text begins.
    begin: usize,
}

impl Said {
    fn new(notification: &Notification, language: Language, unread: i64) -> Self {
        let message = shown(language, notification, unread);
        let data = json!({ "unread_count": unread, "seq": notification.number, "message": message });
        let text = json!({ "type": "notify", "data": data }).to_string();
        let (mut frame, length) = (Vec::with_capacity(text.len() + 10), text.len());
        // A vector takes everything that is written to it.
        let _ = Frame::message(text, OpCode::Data(Data::Text), true).format(&mut frame);
        Self { number: notification.number, unread, begin: frame.len() - length, frame }
    }

    /// A whole websocket frame, without a mask.
    #[must_use]
    pub fn frame(&self) -> &[u8] {
        &self.frame
    }

    /// The text alone.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.frame[self.begin..]).into_owned()
    }
}

/// See the module. Cheap to clone.
#[derive(Clone, Default)]
pub struct Texts(Arc<DashMap<(i64, Language), Arc<Said>>>);

impl Texts {
    /// What a person is told of a notification, with the unread count at its time.
    #[must_use]
    pub fn of(&self, admin: i64, language: Language, notification: &Notification, unread: i64) -> Arc<Said> {
        let known = self.0.get(&(admin, language)).filter(|said| said.number == notification.number && said.unread == unread);
        if let Some(said) = known {
            return said.clone();
        }
        let said = Arc::new(Said::new(notification, language, unread));
        self.0.insert((admin, language), said.clone());
        said
    }

    /// Nobody listens for this person any more.
    pub fn forget(&self, admin: i64) {
        self.0.retain(|(of, _), _| *of != admin);
    }
}
