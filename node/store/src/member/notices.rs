//! Notices for members about their accounts. A notice is written in the transaction that causes it, so none is
//! missing and none is about something that did not happen.

use actors::store::StoreError;
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{from_json, id, int, text};

/// The kind of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// The balance changed: `change`, `after`, `memo`.
    Money,
    /// The score changed: the same.
    Score,
    /// The password was changed.
    Password,
    /// Another address was bound: `channel`, `address`.
    Bind,
    /// A message was answered: `reply`.
    Reply,
    /// A parcel of an order has left: `order_no`, `number`.
    Shipped,
    /// A payment through a provider has arrived: `order_no`, `amount`.
    Paid,
    /// A refund was decided on or paid back, or its goods are to be sent soon: `order_no`, `decision`, `amount`, `reason`.
    Refund,
    /// A cancellation was decided on, or the shop has closed an order: `order_no`, `decision`, `reason`.
    Cancel,
    /// A coupon was given: `name`.
    Coupon,
    /// A coupon that was not used ends soon: `name`.
    #[serde(rename = "coupon_ending")]
    CouponEnding,
    /// Some of the score expires soon: `points`.
    #[serde(rename = "score_ending")]
    ScoreEnding,
    /// Goods of an order that were delivered are recalled: `order_no`, `goods`, `batch`, `reason`.
    Recall,
    /// Something about a company that the member belongs to: `what`, `company`, `reason`.
    Company,
    /// What was said of a proof of who the member is: `what`, `reason`.
    Person,
    /// An announcement was published, changed or withdrawn, or is to be confirmed: `what`, `title`, `title_en`, `id`.
    Announcement,
    /// A payment came that does not pay for anything: `order_no`, `amount`, `why` (`back` or `looked_at`), `recharge` (whether it
    /// was for a recharge or for nothing known, and no order has the number).
    Payment,
}

impl NoticeKind {
    /// The name on the wire and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Score => "score",
            Self::Password => "password",
            Self::Bind => "bind",
            Self::Reply => "reply",
            Self::Shipped => "shipped",
            Self::Paid => "paid",
            Self::Refund => "refund",
            Self::Cancel => "cancel",
            Self::Coupon => "coupon",
            Self::CouponEnding => "coupon_ending",
            Self::ScoreEnding => "score_ending",
            Self::Recall => "recall",
            Self::Company => "company",
            Self::Person => "person",
            Self::Announcement => "announcement",
            Self::Payment => "payment",
        }
    }
}

/// A notice as it is stored.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Notice {
    pub id: i64,
    pub kind: NoticeKind,
    pub data: Map<String, Json>,
    /// Unix seconds.
    pub created_at: i64,
    /// Unix seconds, when read.
    pub read_at: Option<i64>,
}

/// A page of notices.
#[derive(Clone, Debug, PartialEq)]
pub struct NoticePage {
    pub list: Vec<Notice>,
    pub total: i64,
    /// Of all of the member's.
    pub unread: i64,
}

/// The statement that writes a notice; `data` is an object in SurrealQL.
pub(crate) fn written(data: &str) -> String {
    format!(
        "CREATE $notice \
           SET member = $notice_member, kind = $notice_kind, data = {data}, created_at = $notice_at RETURN NONE;"
    )
}

/// The sequence of notices.
pub(crate) const NOTICE_IDS: &str = "member_notice";

/// The record of a notice.
pub(crate) fn notice_id(notice: i64) -> Value {
    id("member_notice", notice)
}

/// The parameters of [`written`].
pub(crate) fn notice_vars(notice: i64, member: i64, kind: NoticeKind, now: i64) -> [(&'static str, Value); 4] {
    [("notice", notice_id(notice)), ("notice_member", int(member)), ("notice_kind", text(kind.name())), ("notice_at", int(now))]
}

impl Store {
    /// Adds a notice in a transaction of its own.
    pub async fn add_member_notice(&self, member: i64, kind: NoticeKind, data: Map<String, Json>, now: i64) -> Result<(), StoreError> {
        let mut vars: Vars = notice_vars(self.next_of(NOTICE_IDS).await?, member, kind, now).into();
        vars.push(("data", from_json(Json::Object(data), &[])));
        self.run(&written("$data"), vars).await?;
        Ok(())
    }

    /// A member's notices, newest first.
    pub async fn member_notices(&self, member: i64, page: i64, limit: i64, unread_only: bool) -> Result<NoticePage, StoreError> {
        let unread = if unread_only { "AND read_at = NONE" } else { "" };
        let query = format!(
            "SELECT record::id(id) AS id, kind, data, created_at, read_at FROM member_notice WHERE member = $member {unread}
               ORDER BY id DESC LIMIT $limit START $start;
             RETURN array::len(SELECT VALUE true FROM member_notice WHERE member = $member {unread});
             RETURN array::len(SELECT VALUE true FROM member_notice WHERE member = $member AND read_at = NONE);"
        );
        let limit = limit.clamp(1, 100);
        let start = (page.clamp(1, 1_000_000) - 1) * limit;
        let mut response = self.run(&query, vec![("member", int(member)), ("limit", int(limit)), ("start", int(start))]).await?;
        Ok(NoticePage { list: take(&mut response, 0)?, total: take(&mut response, 1)?, unread: take(&mut response, 2)? })
    }

    /// How many of a member's notices are unread.
    pub async fn unread_member_notices(&self, member: i64) -> Result<i64, StoreError> {
        let query = "RETURN array::len(SELECT VALUE true FROM member_notice WHERE member = $member AND read_at = NONE)";
        let mut response = self.run(query, vec![("member", int(member))]).await?;
        take(&mut response, 0)
    }

    /// Marks one as read; false where the member has no such notice. Read twice, it keeps its first time.
    pub async fn read_member_notice(&self, member: i64, notice: i64, now: i64) -> Result<bool, StoreError> {
        let query = "UPDATE $notice SET read_at = read_at ?? $now WHERE member = $member RETURN VALUE true";
        let vars = vec![("notice", id("member_notice", notice)), ("member", int(member)), ("now", int(now))];
        let found: Vec<bool> = self.rows(query, vars).await?;
        Ok(!found.is_empty())
    }

    /// Marks all up to `upto` as read, so that one which has just arrived stays unread.
    pub async fn read_member_notices(&self, member: i64, upto: i64, now: i64) -> Result<(), StoreError> {
        let query = "UPDATE member_notice SET read_at = $now WHERE member = $member AND read_at = NONE AND record::id(id) <= $upto RETURN NONE";
        self.run(query, vec![("member", int(member)), ("upto", int(upto)), ("now", int(now))]).await?;
        Ok(())
    }
}
