//! One's own notifications.

use bus_schemas::ids::WarehouseId;
use bus_schemas::notification::NotificationKind;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::quiet::time_of_day;
use super::texts::{kinds, notification_view};
use super::views::{NotificationMail, NotificationPage, NotificationSetup, NotificationWarehouse, UnreadCount, UnreadNotifications};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::{flag, integer, some_integer};
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::i18n::current;
use crate::identity::admin_request::caller;

/// Bytes of a token that stops mails, at most.
const TOKEN_MAX: usize = 64;

/// Endpoints of notifications.
pub struct Notifications(pub Base);

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

/// Whether the caller wants sounds.
#[derive(Object, Deserialize)]
pub struct SetupBody {
    #[serde(deserialize_with = "flag")]
    #[oai(rename = "sound")]
    pub sound: i64,
}

/// Whether one wants a kind.
#[derive(Object, Deserialize)]
pub struct MuteBody {
    /// The kind: `order.stocked`.
    pub kind: String,
    #[serde(deserialize_with = "flag")]
    pub muted: i64,
    /// For what concerns this warehouse alone.
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_id: Option<i64>,
}

/// Whether one wants a kind by mail as well.
#[derive(Object, Deserialize)]
pub struct MailBody {
    /// The kind: `order.stocked`.
    pub kind: String,
    #[serde(deserialize_with = "flag")]
    pub mailed: i64,
}

/// When one wants no mail, by the site's clock; both empty for always.
#[derive(Object, Deserialize)]
pub struct QuietBody {
    /// `22:00`.
    pub from: String,
    /// `07:00`.
    pub to: String,
}

impl Notifications {
    /// The warehouses in use that the caller sees, by name.
    async fn warehouses(&self, request: &Request) -> Result<Vec<NotificationWarehouse>, ApiError> {
        let rights = &caller(request)?.rights;
        let all = self.0.store().transfer_targets().await?.into_iter();
        Ok(all.filter(|(id, _)| rights.sees_warehouse(*id)).map(|(id, name)| NotificationWarehouse { id, name }).collect())
    }
}

#[OpenApi]
impl Notifications {
    /// What is unread, newest first: for clients that poll
    #[oai(path = "/admin/notification.Index/push", method = "get", operation_id = "notificationPush", tag = "Allow::LoggedIn")]
    async fn push(&self, request: &Request) -> Answer<UnreadNotifications> {
        let caller = caller(request)?;
        let me = caller.id();
        let inbox = self.0.system().notifications().store().inbox(me).await?;
        let (list, _) = self.0.store().list_notifications(me, 1, 20, true).await?;
        let list = list.iter().map(|notification| notification_view(current(), notification, inbox.unread, &caller.rights)).collect();
        Ok(ok(UnreadNotifications { list, unread_count: inbox.unread, last_seq: inbox.last }))
    }

    /// All of mine, newest first
    #[oai(path = "/admin/notification.Index/index", method = "get", operation_id = "notificationIndex", tag = "Allow::LoggedIn")]
    async fn index(
        &self,
        request: &Request,
        /// From 1.
        page: Query<Whole>,
        /// Rows of a page.
        limit: Query<Whole>,
        /// 0: what is unread.
        status: Query<Option<String>>,
    ) -> Answer<NotificationPage> {
        let caller = caller(request)?;
        let me = caller.id();
        let unread_only = status.0.as_deref() == Some("0");
        let inbox = self.0.system().notifications().store().inbox(me).await?;
        let (list, total) = self.0.store().list_notifications(me, page.0.0.unwrap_or(1), limit.0.0.unwrap_or(10), unread_only).await?;
        let list = list.iter().map(|notification| notification_view(current(), notification, inbox.unread, &caller.rights)).collect();
        Ok(ok(NotificationPage { list, total, remark: String::new(), unread_count: inbox.unread }))
    }

    /// Mark one as read
    #[oai(path = "/admin/notification.Index/read", method = "post", operation_id = "notificationRead", tag = "Allow::LoggedIn")]
    async fn read(&self, request: &Request, body: Body<ReadBody>) -> Answer<UnreadCount> {
        let me = caller(request)?.id();
        let announcement = self.0.system().notifications().store().read(me, body.0.id).await?;
        let announcement = announcement.ok_or_else(|| ApiError::refused("error.not_found"))?;
        let unread = announcement.unread;
        self.0.system().announce(vec![announcement]);
        Ok(ok(UnreadCount { unread_count: unread }))
    }

    /// Mark all as read
    #[oai(path = "/admin/notification.Index/readall", method = "post", operation_id = "notificationReadAll", tag = "Allow::LoggedIn")]
    async fn read_all(&self, request: &Request, body: Body<ReadAllBody>) -> Answer<UnreadCount> {
        let me = caller(request)?.id();
        let store = self.0.system().notifications().store();
        let upto = match body.0.upto {
            Some(upto) => upto,
            None => store.inbox(me).await?.last,
        };
        let announcement = store.read_all(me, upto).await?;
        let unread = announcement.unread;
        self.0.system().announce(vec![announcement]);
        Ok(ok(UnreadCount { unread_count: unread }))
    }

    /// Set whether a sound is played
    #[oai(path = "/admin/notification.Index/setup", method = "post", operation_id = "notificationSetup", tag = "Allow::LoggedIn")]
    async fn setup(&self, request: &Request, body: Body<SetupBody>) -> Answer<Nothing> {
        self.0.store().set_sound(caller(request)?.id(), body.0.sound != 0).await?;
        Ok(done("saved", Nothing))
    }

    /// Whether a sound is played, and which kinds are switched off
    #[oai(path = "/admin/notification.Index/getsetup", method = "get", operation_id = "notificationGetSetup", tag = "Allow::LoggedIn")]
    async fn get_setup(&self, request: &Request) -> Answer<NotificationSetup> {
        let me = caller(request)?.id();
        let store = self.0.store();
        let (sound, muted) = (store.sound(me).await?, store.muted_notifications(me).await?);
        let (choice, address) = (store.mail_choice(me).await?, store.admin_address(me.0).await?);
        let warehouses = self.warehouses(request).await?;
        let mail = NotificationMail {
            address: address.map(|(address, _)| address).unwrap_or_default(),
            quiet_from: choice.quiet_from.clone(),
            quiet_to: choice.quiet_to.clone(),
        };
        Ok(ok(NotificationSetup { sound, kinds: kinds(current(), &muted, &choice), warehouses, mail }))
    }

    /// Switch a kind off or on again, wholly or for a warehouse
    #[oai(path = "/admin/notification.Index/mute", method = "post", operation_id = "notificationMute", tag = "Allow::LoggedIn")]
    async fn mute(&self, request: &Request, body: Body<MuteBody>) -> Answer<Nothing> {
        let kind = NotificationKind::named(&body.0.kind).ok_or_else(|| ApiError::field("kind", "error.reference"))?;
        let muted = body.0.muted != 0;
        if muted && !kind.mutable {
            return Err(ApiError::field("kind", "notice.unmutable"));
        }
        if let Some(warehouse) = body.0.warehouses_id {
            if !kind.at_warehouses {
                return Err(ApiError::field("warehouses_id", "error.field.unknown"));
            }
            if muted && !self.warehouses(request).await?.iter().any(|seen| seen.id == warehouse) {
                return Err(ApiError::field("warehouses_id", "error.reference"));
            }
        }
        let warehouse = body.0.warehouses_id.map(WarehouseId);
        self.0.store().mute_notifications(caller(request)?.id(), kind, warehouse, muted).await?;
        Ok(done("saved", Nothing))
    }

    /// Ask for a kind by mail as well, or not any more
    #[oai(path = "/admin/notification.Index/mail", method = "post", operation_id = "notificationMail", tag = "Allow::LoggedIn")]
    async fn mail(&self, request: &Request, body: Body<MailBody>) -> Answer<Nothing> {
        let kind = NotificationKind::named(&body.0.kind).ok_or_else(|| ApiError::field("kind", "error.reference"))?;
        let (me, wanted) = (caller(request)?.id(), body.0.mailed != 0);
        if wanted && self.0.store().admin_address(me.0).await?.is_none() {
            return Err(ApiError::refused("notice.no_address"));
        }
        let token = uuid::Uuid::new_v4().simple().to_string();
        self.0.store().choose_mail(me, (kind, wanted), current().code(), &token).await?;
        Ok(done("saved", Nothing))
    }

    /// Set when one wants no mail
    #[oai(path = "/admin/notification.Index/quiet", method = "post", operation_id = "notificationQuiet", tag = "Allow::LoggedIn")]
    async fn quiet(&self, request: &Request, body: Body<QuietBody>) -> Answer<Nothing> {
        let (from, to) = (body.0.from.trim(), body.0.to.trim());
        for (name, time, other) in [("from", from, to), ("to", to, from)] {
            let good = if time.is_empty() { other.is_empty() } else { time_of_day(time).is_some() };
            if !good {
                return Err(ApiError::field(name, "deliver.time"));
            }
        }
        self.0.store().set_quiet(caller(request)?.id(), (from, to)).await?;
        Ok(done("saved", Nothing))
    }

    /// Stop the mails of whoever has this token, from a link in one of them
    #[oai(path = "/api/notice/unsubscribe", method = "post", operation_id = "noticeUnsubscribe", tag = "Allow::Everyone")]
    async fn unsubscribe(&self, token: Query<Option<String>>) -> Answer<Nothing> {
        let token = token.0.unwrap_or_default();
        if token.len() > TOKEN_MAX || !self.0.store().stop_mails(&token).await? {
            return Err(ApiError::refused("notice.no_token"));
        }
        Ok(done("notice.stopped", Nothing))
    }
}
