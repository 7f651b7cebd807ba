//! One's own notifications.

use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Value, json};

use super::texts::shown;
use crate::http::body::{Body, flag, integer, some_integer};
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::guard::caller;
use crate::http::listing::parameter;
use crate::i18n::current;
use crate::node::Node;

/// Endpoints of notifications.
pub struct Notifications(pub Node);

/// One notification.
#[derive(Object, Deserialize)]
pub struct ReadBody {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
}

/// All up to one, so that what arrives meanwhile stays unread.
#[derive(Object, Deserialize)]
pub struct ReadAllBody {
    #[serde(default, deserialize_with = "some_integer")]
    pub upto: Option<i64>,
}

/// How one wants to hear.
#[derive(Object, Deserialize)]
pub struct SetupBody {
    #[serde(deserialize_with = "flag")]
    #[oai(rename = "sound")]
    pub sound: i64,
}

#[OpenApi]
impl Notifications {
    /// What is unread, newest first: for clients that poll
    #[oai(path = "/admin/notification.Index/push", method = "get", operation_id = "notificationPush")]
    async fn push(&self, request: &Request) -> Answer {
        let me = caller(request)?.id();
        let head = self.0.system().notifications().store().head(me).await?;
        let (list, _) = self.0.store().list_notifications(me, 1, 20, true).await?;
        let list: Vec<Value> = list.iter().map(|notification| shown(current(), notification, head.unread)).collect();
        Ok(ok(json!({ "list": list, "unread_count": head.unread, "last_seq": head.last })))
    }

    /// All of mine, newest first
    #[oai(path = "/admin/notification.Index/index", method = "get", operation_id = "notificationIndex")]
    async fn index(&self, request: &Request) -> Answer {
        let me = caller(request)?.id();
        let number = |name: &str, default: i64| parameter(request, name).and_then(|value| value.parse().ok()).unwrap_or(default);
        let unread_only = parameter(request, "status").is_some_and(|status| status == "0");
        let head = self.0.system().notifications().store().head(me).await?;
        let (list, total) = self.0.store().list_notifications(me, number("page", 1), number("limit", 10), unread_only).await?;
        let list: Vec<Value> = list.iter().map(|notification| shown(current(), notification, head.unread)).collect();
        Ok(ok(json!({ "list": list, "total": total, "remark": "", "unread_count": head.unread })))
    }

    /// Mark one as read
    #[oai(path = "/admin/notification.Index/read", method = "post", operation_id = "notificationRead")]
    async fn read(&self, request: &Request, body: Body<ReadBody>) -> Answer {
        let me = caller(request)?.id();
        let word = self.0.system().notifications().store().read(me, body.0.id).await?;
        let word = word.ok_or_else(|| ApiError::refused("error.not_found"))?;
        let unread = word.unread;
        self.0.system().announce(vec![word]);
        Ok(ok(json!({ "unread_count": unread })))
    }

    /// Mark all as read
    #[oai(path = "/admin/notification.Index/readall", method = "post", operation_id = "notificationReadAll")]
    async fn read_all(&self, request: &Request, body: Body<ReadAllBody>) -> Answer {
        let me = caller(request)?.id();
        let store = self.0.system().notifications().store();
        let upto = match body.0.upto {
            Some(upto) => upto,
            None => store.head(me).await?.last,
        };
        let word = store.read_all(me, upto).await?;
        let unread = word.unread;
        self.0.system().announce(vec![word]);
        Ok(ok(json!({ "unread_count": unread })))
    }

    /// Set whether a sound is played
    #[oai(path = "/admin/notification.Index/setup", method = "post", operation_id = "notificationSetup")]
    async fn setup(&self, request: &Request, body: Body<SetupBody>) -> Answer {
        self.0.store().set_sound(caller(request)?.id(), body.0.sound != 0).await?;
        Ok(done("saved", Value::Null))
    }

    /// Whether a sound is played
    #[oai(path = "/admin/notification.Index/getsetup", method = "get", operation_id = "notificationGetSetup")]
    async fn get_setup(&self, request: &Request) -> Answer {
        Ok(ok(json!({ "sound": self.0.store().sound(caller(request)?.id()).await? })))
    }
}
