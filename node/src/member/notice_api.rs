//! Notices to members about their accounts.

use entrepot_store::member::notices::Notice;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::notice_texts::{message, order_no};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::lenient::{integer, some_integer};
use crate::http::routes::Allow;
use crate::i18n::current;
use crate::identity::member_request::caller;
use crate::notification::views::UnreadCount;

/// Endpoints of a member's notices.
pub struct MemberNotices(pub Base);

/// One notice.
#[derive(Object, Deserialize)]
pub struct ReadNotice {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
}

/// All up to one, so that what arrives meanwhile stays unread.
#[derive(Object, Deserialize)]
pub struct ReadNotices {
    #[serde(default, deserialize_with = "some_integer")]
    pub upto: Option<i64>,
}

/// A notice.
#[derive(Object)]
pub struct MemberNotice {
    pub id: i64,
    /// What it is about: `money`, `score`, `password`, `bind`, `reply`, `paid`, `payment`, `shipped`, `refund`, `cancel`,
    /// `recall`, `coupon`, `coupon_ending`, `score_ending`, `company`, `person` or
    /// `announcement`.
    pub message_type: String,
    /// The order that it is about, where there is one.
    #[oai(nullable)]
    pub order_no: Option<String>,
    /// In the request's language.
    pub message: String,
    /// Unix seconds.
    pub create_time: i64,
    /// Unix seconds; nothing while it is unread.
    #[oai(nullable)]
    pub read_time: Option<i64>,
}

/// A page of one's own notices.
#[derive(Object)]
pub struct MemberNoticePage {
    pub list: Vec<MemberNotice>,
    /// How many there are over all pages.
    pub total: i64,
    pub unread_count: i64,
}

fn notice_view(notice: &Notice) -> MemberNotice {
    MemberNotice {
        id: notice.id,
        message_type: notice.kind.name().to_owned(),
        order_no: order_no(notice),
        message: message(current(), notice),
        create_time: notice.created_at,
        read_time: notice.read_at,
    }
}

impl MemberNotices {
    async fn unread(&self, member: i64) -> Answer<UnreadCount> {
        Ok(ok(UnreadCount { unread_count: self.0.store().unread_member_notices(member).await? }))
    }
}

#[OpenApi]
impl MemberNotices {
    /// What I am told, newest first; with `status=0` what is unread of it
    #[oai(path = "/api/account/notifications", method = "get", operation_id = "accountNotifications")]
    async fn index(
        &self,
        request: &Request,
        /// From 1.
        page: Query<Option<i64>>,
        /// Rows of a page, at most 100.
        limit: Query<Option<i64>>,
        /// 0: what is unread.
        status: Query<Option<String>>,
    ) -> Answer<MemberNoticePage> {
        let member = caller(request)?.member.id;
        let unread_only = status.0.as_deref() == Some("0");
        let page = self.0.store().member_notices(member, page.0.unwrap_or(1), limit.0.unwrap_or(10), unread_only).await?;
        Ok(ok(MemberNoticePage { list: page.list.iter().map(notice_view).collect(), total: page.total, unread_count: page.unread }))
    }

    /// Mark one as read
    #[oai(path = "/api/account/notifications/read", method = "post", operation_id = "accountNotificationRead", tag = "Allow::LoggedIn")]
    async fn read(&self, request: &Request, body: Body<ReadNotice>) -> Answer<UnreadCount> {
        let member = caller(request)?.member.id;
        if !self.0.store().read_member_notice(member, body.0.id, self.0.now()).await? {
            return Err(ApiError::refused("error.not_found"));
        }
        self.unread(member).await
    }

    /// Mark all as read
    #[oai(path = "/api/account/notifications/readall", method = "post", operation_id = "accountNotificationReadAll", tag = "Allow::LoggedIn")]
    async fn read_all(&self, request: &Request, body: Body<ReadNotices>) -> Answer<UnreadCount> {
        let member = caller(request)?.member.id;
        self.0.store().read_member_notices(member, body.0.upto.unwrap_or(i64::MAX), self.0.now()).await?;
        self.unread(member).await
    }
}
