//! The shop's own view of notifications: those that the caller has of its kinds. They are the same as everywhere else,
//! so what is read here is read there.

use bus_schemas::notification::{Notification, NotificationKind};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::texts::notification_view;
use super::views::{NotificationView, UnreadCount};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::lenient::integer;
use crate::http::parameters::List;
use crate::http::routes::Allow;
use crate::http::views::ListPage;
use crate::i18n::current;
use crate::identity::admin_request::caller;
use crate::identity::sessions::Caller;
use crate::settings;
use crate::settings::SiteSettings;

/// Endpoints of the shop's notifications.
pub struct ShopNotices {
    pub base: Base,
    pub site_settings: SiteSettings,
}

/// Kinds begin so: orders and goods, refunds, payments.
const STARTS: [&str; 3] = ["shop.", "refund.", "pay."];

/// Whether the shop shows a kind.
fn is_of_shop(kind: NotificationKind) -> bool {
    STARTS.iter().any(|start| kind.as_str().starts_with(start))
}

fn kinds() -> Vec<NotificationKind> {
    bus_schemas::notification::kinds::KINDS.iter().copied().filter(|kind| is_of_shop(*kind)).collect()
}

/// The shop's settings of sounds: whether there are any, and files of the site's own.
#[derive(Default)]
struct Sounds {
    play: bool,
    order: String,
    cancel: String,
    refund: String,
}

impl Sounds {
    async fn of(settings: &SiteSettings) -> Result<Self, ApiError> {
        let values = settings::values(settings).await?;
        let text = |name: &str| values.get(name).cloned().unwrap_or_default();
        let play = values.get("play_audio").is_none_or(|on| on == "1");
        Ok(Self { play, order: text("audio_order"), cancel: text("audio_cancel"), refund: text("audio_refund") })
    }
}

/// The sound of a kind: the site's own file for it, where there is one.
fn sound(sounds: &Sounds, kind: NotificationKind) -> String {
    let own = match kind.as_str() {
        "shop.apply_cancel" => &sounds.cancel,
        name if name.starts_with("refund.") => &sounds.refund,
        _ => &sounds.order,
    };
    match kind.sound {
        Some(_) if !own.is_empty() => own.clone(),
        sound => sound.unwrap_or_default().to_owned(),
    }
}

/// A notification of the shop.
#[derive(Object)]
pub struct ShopNotification {
    #[oai(flatten)]
    pub notification: NotificationView,
    /// 0: unread, 1: read.
    pub status: i64,
}

/// How the shop rings for the caller.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct ShopBase {
    /// Whether sounds are played: by the shop's settings and by the caller's own.
    pub play_audio: bool,
    /// The caller's unread notifications of the shop.
    pub unread_count: i64,
    /// The newest of them.
    #[oai(nullable)]
    pub notify: Option<ShopNotification>,
    /// The newest unread one of a new order: it rings again, whatever else has arrived since.
    #[oai(nullable)]
    pub order: Option<ShopNotification>,
}

/// One notification.
#[derive(Object, Deserialize)]
pub struct ReadShopNotice {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
}

/// What of the status is asked for: by the parameter, or as a condition of the list.
fn unread(status: Option<&str>) -> Result<Option<bool>, ApiError> {
    match status.map(str::trim) {
        None | Some("") => Ok(None),
        Some("0") => Ok(Some(true)),
        Some("1") => Ok(Some(false)),
        Some(_) => Err(ApiError::field("status", "error.choice")),
    }
}

impl ShopNotices {
    fn view(caller: &Caller, sounds: &Sounds, notification: &Notification, unread: i64) -> ShopNotification {
        let mut view = notification_view(current(), notification, unread, &caller.rights);
        view.audio_path = sound(sounds, notification.kind);
        ShopNotification { status: i64::from(notification.read_at.is_some()), notification: view }
    }
}

#[OpenApi]
impl ShopNotices {
    /// My notifications of the shop, newest first
    #[oai(path = "/admin/shop.notify.Notify/index", method = "get", operation_id = "shopNotifyIndex")]
    async fn index(
        &self,
        request: &Request,
        list: List,
        /// 0: what is unread, 1: what is read.
        status: Query<Option<String>>,
    ) -> Answer<ListPage<ShopNotification>> {
        let caller = caller(request)?;
        let asked = list.0.filters.iter().find(|filter| filter.field == "status").and_then(|filter| filter.values.first().cloned());
        let read = unread(status.0.or(asked).as_deref())?;
        let store = self.base.store();
        let page = store.notifications_of_kinds(caller.id(), &kinds(), (list.0.page, list.0.limit), read).await?;
        let sounds = Sounds::of(&self.site_settings).await?;
        let rows = page.list.iter().map(|notification| Self::view(caller, &sounds, notification, page.unread)).collect();
        Ok(ok(ListPage::new(rows, page.total)))
    }

    /// Mark one of them as read
    #[oai(path = "/admin/shop.notify.Notify/read", method = "post", operation_id = "shopNotifyRead")]
    async fn read(&self, request: &Request, body: Body<ReadShopNotice>) -> Answer<UnreadCount> {
        let me = caller(request)?.id();
        // Notifications of other kinds are not of this page.
        if !self.base.store().has_notification_of(me, body.0.id, &kinds()).await? {
            return Err(ApiError::refused("error.not_found"));
        }
        let announcement = self.base.system().notifications().store().read(me, body.0.id).await?;
        let announcement = announcement.ok_or_else(|| ApiError::refused("error.not_found"))?;
        let unread_count = announcement.unread;
        self.base.system().announce(vec![announcement]);
        Ok(ok(UnreadCount { unread_count }))
    }

    /// How the shop rings: whether sounds are played, how much is unread, and the newest of it
    #[oai(path = "/admin/shop.base/config", method = "get", operation_id = "shopBaseConfig", tag = "Allow::LoggedIn")]
    async fn config(&self, request: &Request) -> Answer<ShopBase> {
        let caller = caller(request)?;
        let sounds = Sounds::of(&self.site_settings).await?;
        let page = self.base.store().notifications_of_kinds(caller.id(), &kinds(), (1, 1), Some(true)).await?;
        let play_audio = sounds.play && self.base.store().sound(caller.id()).await?;
        let notify = page.list.first().map(|notification| Self::view(caller, &sounds, notification, page.unread));
        let order = match &notify {
            // The newest of all is the newest order too.
            Some(_) if page.list.first().is_some_and(|newest| newest.kind == NotificationKind::SHOP_NEW_ORDER) => page.list.into_iter().next(),
            Some(_) => {
                let orders = self.base.store().notifications_of_kinds(caller.id(), &[NotificationKind::SHOP_NEW_ORDER], (1, 1), Some(true)).await?;
                orders.list.into_iter().next()
            }
            None => None,
        };
        let order = order.map(|notification| Self::view(caller, &sounds, &notification, page.unread));
        Ok(ok(ShopBase { play_audio, unread_count: page.unread, notify, order }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shop_shows_its_own_kinds_with_the_sounds_of_its_settings() {
        let names: Vec<&str> = kinds().into_iter().map(NotificationKind::as_str).collect();
        assert!(names.contains(&"shop.new_order") && names.contains(&"refund.asked") && names.contains(&"pay.exception"));
        assert!(!names.contains(&"order.review") && !names.contains(&"site.message"));
        let sounds = Sounds { order: "/storage/ring.mp3".into(), refund: "/storage/back.mp3".into(), ..Sounds::default() };
        assert_eq!(sound(&sounds, NotificationKind::SHOP_NEW_ORDER), "/storage/ring.mp3");
        assert_eq!(sound(&sounds, NotificationKind::REFUND_ASKED), "/storage/back.mp3");
        assert_eq!(sound(&sounds, NotificationKind::SHOP_APPLY_CANCEL), "/audio/notify.wav");
        assert_eq!(sound(&sounds, NotificationKind::SHOP_GOODS_FEW), "", "a silent kind stays silent");
        assert_eq!((unread(Some("0")).ok(), unread(Some("")).ok(), unread(Some("2")).is_err()), (Some(Some(true)), Some(None), true));
    }
}
