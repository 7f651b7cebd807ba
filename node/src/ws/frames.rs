//! What clients and sessions say to each other: JSON texts `{type, data}` (wire contract 9.5).

use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::i18n::{Language, text_in};
use crate::notification::views::NotificationView;

/// A message from a client. What else its `data` has is ignored, and a field of the wrong type counts as left out.
#[derive(Deserialize, Debug, PartialEq, Eq)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum ClientFrame {
    /// The first message: who it is.
    Bind {
        #[serde(default, deserialize_with = "or_nothing")]
        data: Bind,
    },
    Ping,
    /// From now on these topics and no others.
    Subscribe {
        #[serde(default, deserialize_with = "or_nothing")]
        data: Subscribe,
    },
    /// Nothing that a session knows.
    #[serde(other)]
    Other,
}

/// Who opens a session.
#[derive(Deserialize, Default, Debug, PartialEq, Eq)]
pub(super) struct Bind {
    /// The access token.
    #[serde(default, deserialize_with = "or_nothing")]
    pub ba_token: String,
    /// The highest notification number that the client knows; nothing for a new page.
    #[serde(default, deserialize_with = "or_nothing")]
    pub last_seq: Option<i64>,
    /// The language of texts; without it that of the request counts.
    #[serde(default, deserialize_with = "or_nothing")]
    pub lang: Option<String>,
}

/// What a page wants to hear of.
#[derive(Deserialize, Default, Debug, PartialEq, Eq)]
pub(super) struct Subscribe {
    #[serde(default, deserialize_with = "or_nothing")]
    pub topics: Vec<String>,
}

/// The value, or none where the client sent something else.
fn or_nothing<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(from: D) -> Result<T, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(from)?).unwrap_or_default())
}

impl ClientFrame {
    /// Reads a text; nothing if it is no message.
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

/// A message to a client.
#[derive(Serialize)]
#[serde(tag = "type", content = "data", rename_all = "lowercase")]
pub(super) enum ServerFrame<'a> {
    /// The session has begun.
    Bind {
        unread_count: i64,
        last_seq: i64,
    },
    Notify {
        unread_count: i64,
        seq: i64,
        message: &'a NotificationView,
    },
    /// Read in another session.
    Read {
        unread_count: i64,
        upto: i64,
    },
    /// Rows have changed; with `more`, others than those named as well.
    Topic {
        topic: &'a str,
        ids: &'a [i64],
        more: bool,
    },
    /// The topics that are followed now.
    Subscribe {
        topics: &'a HashSet<String>,
    },
    /// Something may have been missed: pages read again.
    Resync,
    Pong,
    /// A refusal; the codes are those of HTTP's envelope.
    Error {
        code: u16,
        msg: String,
    },
}

impl ServerFrame<'_> {
    /// A refusal with the text of this key.
    pub(super) fn error(language: Language, code: u16, key: &str) -> Self {
        Self::Error { code, msg: text_in(language, key, &[]) }
    }

    /// As it is sent.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| {
            tracing::error!(%error, "a websocket message can't be written");
            r#"{"type":"resync"}"#.to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(frame: &Value) -> Option<ClientFrame> {
        ClientFrame::read(&frame.to_string())
    }

    fn sent(frame: &ServerFrame) -> Value {
        serde_json::from_str(&frame.text()).unwrap()
    }

    #[test]
    fn clients_messages_are_read_with_what_they_have() {
        let bind = json!({ "type": "bind", "data": { "pathInfo": "/admin", "ba_token": "t", "last_seq": 7, "lang": "en" } });
        let data = Bind { ba_token: "t".to_owned(), last_seq: Some(7), lang: Some("en".to_owned()) };
        assert_eq!(read(&bind), Some(ClientFrame::Bind { data }));
        let bare = json!({ "type": "bind", "data": { "ba_token": "t", "last_seq": null } });
        assert_eq!(read(&bare), Some(ClientFrame::Bind { data: Bind { ba_token: "t".to_owned(), ..Bind::default() } }));
        let subscribe = json!({ "type": "subscribe", "data": { "topics": ["orders", "inventory:7"] } });
        let data = Subscribe { topics: vec!["orders".to_owned(), "inventory:7".to_owned()] };
        assert_eq!(read(&subscribe), Some(ClientFrame::Subscribe { data }));
        assert_eq!(read(&json!({ "type": "ping" })), Some(ClientFrame::Ping));
        assert_eq!(read(&json!({ "type": "ping", "data": {} })), Some(ClientFrame::Ping));
    }

    #[test]
    fn a_wrong_field_counts_as_left_out_and_an_unknown_message_as_nothing() {
        let nobody = Some(ClientFrame::Bind { data: Bind::default() });
        assert_eq!(read(&json!({ "type": "bind" })), nobody);
        assert_eq!(read(&json!({ "type": "bind", "data": null })), nobody);
        assert_eq!(read(&json!({ "type": "bind", "data": { "ba_token": 5, "last_seq": "7", "lang": [] } })), nobody);
        assert_eq!(read(&json!({ "type": "subscribe", "data": 5 })), Some(ClientFrame::Subscribe { data: Subscribe::default() }));
        assert_eq!(read(&json!({ "type": "dance", "data": {} })), Some(ClientFrame::Other));
        assert_eq!([read(&json!({ "data": {} })), read(&json!(5)), ClientFrame::read("{")], [None, None, None]);
    }

    #[test]
    fn messages_to_clients_have_a_type_and_data() {
        let bind = ServerFrame::Bind { unread_count: 2, last_seq: 5 };
        assert_eq!(sent(&bind), json!({ "type": "bind", "data": { "unread_count": 2, "last_seq": 5 } }));
        let topic = ServerFrame::Topic { topic: "orders", ids: &[7], more: false };
        assert_eq!(sent(&topic), json!({ "type": "topic", "data": { "topic": "orders", "ids": [7], "more": false } }));
        let read = ServerFrame::Read { unread_count: 0, upto: 5 };
        assert_eq!(sent(&read), json!({ "type": "read", "data": { "unread_count": 0, "upto": 5 } }));
        let topics = HashSet::from(["orders".to_owned()]);
        assert_eq!(sent(&ServerFrame::Subscribe { topics: &topics }), json!({ "type": "subscribe", "data": { "topics": ["orders"] } }));
        assert_eq!([sent(&ServerFrame::Resync), sent(&ServerFrame::Pong)], [json!({ "type": "resync" }), json!({ "type": "pong" })]);
    }

    #[test]
    fn a_refusal_is_in_the_language_of_its_reader() {
        let english = sent(&ServerFrame::error(Language::English, 303, "login.need"));
        assert_eq!(english, json!({ "type": "error", "data": { "code": 303, "msg": "Please sign in" } }));
        assert_ne!(sent(&ServerFrame::error(Language::Chinese, 303, "login.need")), english);
    }
}
