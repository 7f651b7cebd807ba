//! Announcements as their readers see them: administrators and members. They are written and published as declared rows.

use entrepot_store::announcements::Reader;
use poem::Request;
use poem_openapi::{Object, OpenApi};

use super::service::{self, ShownAnnouncement};
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::body::Body;
use crate::http::body_fields::body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::routes::Allow;
use crate::i18n::localized;
use crate::identity::{admin_request, member_request};

/// Endpoints of announcements.
pub struct AnnouncementApi(pub Base);

body! {
    /// An announcement that was read, or is confirmed.
    pub struct ReadAnnouncement {
        id: integer,
        /// It is confirmed as well.
        confirm: switch,
    }
}

/// An announcement that runs.
#[derive(Object)]
pub struct AnnouncementView {
    pub id: i64,
    /// `announcement`, `maintenance` or `event`.
    #[oai(rename = "type")]
    pub kind: String,
    /// In the request's language.
    pub title: String,
    /// HTML that was cleaned.
    pub body: String,
    pub pinned: bool,
    pub must_confirm: bool,
    /// Unix seconds.
    pub publish_time: i64,
    /// When its text was changed since; 0 when it was not.
    pub changed_time: i64,
    /// Until when it runs on the site's clock; empty for no end.
    pub ends: String,
    /// When it was read, in Unix seconds; 0 before.
    pub read_at: i64,
    /// The same of confirming.
    pub confirmed_at: i64,
}

impl From<ShownAnnouncement> for AnnouncementView {
    fn from(ShownAnnouncement { row, reading }: ShownAnnouncement) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            title: localized(&row.title, &row.title_en),
            body: localized(&row.body, &row.body_en),
            pinned: row.pinned == 1,
            must_confirm: row.must_confirm == 1,
            publish_time: row.publish_time,
            changed_time: row.changed_time,
            ends: row.ends.unwrap_or_default(),
            read_at: reading.read_at,
            confirmed_at: reading.confirmed_at,
        }
    }
}

/// The announcements that one is to read.
#[derive(Object)]
pub struct RunningAnnouncements {
    pub list: Vec<AnnouncementView>,
    /// How many of them were not read, or must still be confirmed.
    pub open: i64,
}

impl AnnouncementApi {
    async fn running(&self, reader: Reader) -> Result<RunningAnnouncements, ServiceError> {
        let shown = service::running(self.0.store(), reader, &self.0.site_time()).await?;
        let list: Vec<AnnouncementView> = shown.into_iter().map(AnnouncementView::from).collect();
        let open = list.iter().filter(|one| one.read_at == 0 || (one.must_confirm && one.confirmed_at == 0)).count();
        Ok(RunningAnnouncements { list, open: i64::try_from(open).unwrap_or(i64::MAX) })
    }

    async fn note(&self, reader: Reader, body: ReadAnnouncement) -> Result<(), ServiceError> {
        service::read(self.0.store(), reader, body.id, body.confirm, (self.0.now(), &self.0.site_time())).await
    }
}

#[OpenApi]
impl AnnouncementApi {
    /// The announcements for oneself, as an administrator
    #[oai(path = "/admin/notice.Announcement/mine", method = "get", operation_id = "announcementMine", tag = "Allow::LoggedIn")]
    async fn of_admin(&self, request: &Request) -> Answer<RunningAnnouncements> {
        Ok(ok(self.running(Reader::Admin(admin_request::caller(request)?.admin.id)).await?))
    }

    /// Note that an announcement was read, or confirm it, as an administrator
    #[oai(path = "/admin/notice.Announcement/read", method = "post", operation_id = "announcementRead", tag = "Allow::LoggedIn")]
    async fn read_by_admin(&self, request: &Request, body: Body<ReadAnnouncement>) -> Answer<Nothing> {
        self.note(Reader::Admin(admin_request::caller(request)?.admin.id), body.0).await?;
        Ok(done("ok", Nothing))
    }

    /// The announcements for oneself, as a member
    #[oai(path = "/api/account/announcements", method = "get", operation_id = "accountAnnouncements", tag = "Allow::LoggedIn")]
    async fn of_member(&self, request: &Request) -> Answer<RunningAnnouncements> {
        Ok(ok(self.running(Reader::Member(member_request::caller(request)?.member.id)).await?))
    }

    /// Note that an announcement was read, or confirm it, as a member
    #[oai(path = "/api/account/announcements/read", method = "post", operation_id = "accountAnnouncementRead", tag = "Allow::LoggedIn")]
    async fn read_by_member(&self, request: &Request, body: Body<ReadAnnouncement>) -> Answer<Nothing> {
        self.note(Reader::Member(member_request::caller(request)?.member.id), body.0).await?;
        Ok(done("ok", Nothing))
    }
}
