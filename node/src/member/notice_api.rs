//! Notices to members about their accounts.

use bus_schemas::shop::balance::CauseKind;
use entrepot_store::member::notices::{Notice, NoticeKind};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::Value;

use super::guard::caller;
use crate::http::body::Body;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::loose::{integer, some_integer};
use crate::http::routes::Allow;
use crate::i18n::{Language, current, text_in};
use crate::node::Node;
use crate::notification::views::UnreadCount;

/// Endpoints of a member's notices.
pub struct MemberNotices(pub Node);

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

/// An amount as people read a change: money with two digits, score with none, both with their sign.
fn amount(notice: &Notice, name: &str, signed: bool) -> String {
    let value: Decimal = notice.data.get(name).and_then(Value::as_str).and_then(|text| text.parse().ok()).unwrap_or_default();
    let digits = if notice.kind == NoticeKind::Money { 2 } else { 0 };
    let plus = if signed && value.is_sign_positive() { "+" } else { "" };
    format!("{plus}{value:.digits$}")
}

/// Why an account changed, where nobody has written it: `Purchase, order 2026112312345678`.
fn cause(language: Language, notice: &Notice) -> String {
    let part = |name: &str| notice.data.get(name).and_then(Value::as_str).unwrap_or_default();
    let kind = text_in(language, &format!("balance.{}.{}", notice.kind.name(), part("kind")), &[]);
    let cause = part("cause_kind");
    if cause.is_empty() || cause == CauseKind::Manual.name() {
        return kind;
    }
    text_in(language, &format!("balance.cause.{cause}"), &[("kind", kind), ("id", part("cause_id").to_owned())])
}

/// The text of a notice in a language.
fn message(language: Language, notice: &Notice) -> String {
    let part = |name: &'static str| (name, notice.data.get(name).and_then(Value::as_str).unwrap_or_default().to_owned());
    let (key, values) = match notice.kind {
        NoticeKind::Money | NoticeKind::Score => {
            let memo = part("memo").1;
            let memo = if memo.is_empty() { cause(language, notice) } else { memo };
            let amounts = vec![("change", amount(notice, "change", true)), ("after", amount(notice, "after", false)), ("memo", memo)];
            (format!("member.notice.{}", notice.kind.name()), amounts)
        }
        NoticeKind::Bind => (format!("member.notice.bind.{}", part("channel").1), vec![part("address")]),
        NoticeKind::Password => ("member.notice.password".to_owned(), vec![]),
        NoticeKind::Payment => (format!("member.notice.payment.{}", part("why").1), vec![part("order_no"), part("amount")]),
        NoticeKind::Reply => ("member.notice.reply".to_owned(), vec![part("reply")]),
        NoticeKind::Shipped => ("member.notice.shipped".to_owned(), vec![part("order_no"), part("number")]),
        NoticeKind::Paid => ("member.notice.paid".to_owned(), vec![part("order_no"), part("amount")]),
        NoticeKind::Refund | NoticeKind::Cancel => {
            let reason = part("reason").1;
            let reason = if reason.is_empty() { reason } else { text_in(language, "member.notice.reason", &[("reason", reason)]) };
            let values = vec![part("order_no"), part("amount"), ("reason", reason)];
            (format!("member.notice.{}.{}", notice.kind.name(), part("decision").1), values)
        }
        NoticeKind::Coupon => ("member.notice.coupon".to_owned(), vec![part("name")]),
        NoticeKind::CouponEnding => ("member.notice.coupon_ending".to_owned(), vec![part("name")]),
        NoticeKind::ScoreEnding => ("member.notice.score_ending".to_owned(), vec![part("points")]),
        NoticeKind::Recall => ("member.notice.recall".to_owned(), ["order_no", "goods", "batch", "reason"].map(part).into()),
    };
    text_in(language, &key, &values)
}

/// A notice.
#[derive(Object)]
pub struct MemberNotice {
    pub id: i64,
    /// What it is about: `money`, `score`, `password`, `bind`, `reply`, `paid`, `payment`, `shipped`, `refund`, `cancel`,
    /// `recall`, `coupon`, `coupon_ending` or `score_ending`.
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

/// The order that a notice leads to.
fn order_no(notice: &Notice) -> Option<String> {
    let number = notice.data.get("order_no").and_then(Value::as_str).filter(|number| !number.is_empty());
    let of_order = match notice.kind {
        NoticeKind::Shipped | NoticeKind::Refund | NoticeKind::Cancel | NoticeKind::Recall => true,
        // Those that do not say so may be about a recharge.
        NoticeKind::Payment => notice.data.get("recharge") == Some(&Value::Bool(false)),
        _ => false,
    };
    number.filter(|_| of_order).map(str::to_owned)
}

fn shown(notice: &Notice) -> MemberNotice {
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
        Ok(ok(MemberNoticePage { list: page.list.iter().map(shown).collect(), total: page.total, unread_count: page.unread }))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn notice(kind: NoticeKind, data: Value) -> Notice {
        Notice { id: 1, kind, data: data.as_object().cloned().unwrap_or_default(), created_at: 1, read_at: None }
    }

    #[test]
    fn a_notice_leads_to_its_order_and_not_to_a_recharge() {
        for kind in [NoticeKind::Shipped, NoticeKind::Refund, NoticeKind::Cancel, NoticeKind::Recall] {
            assert_eq!(order_no(&notice(kind, json!({ "order_no": "B7" }))).as_deref(), Some("B7"), "{kind:?}");
            assert_eq!(order_no(&notice(kind, json!({}))), None, "{kind:?}");
        }
        let paid = |data: Value| order_no(&notice(NoticeKind::Payment, data));
        assert_eq!(paid(json!({ "order_no": "B7", "recharge": false })).as_deref(), Some("B7"));
        assert_eq!(paid(json!({ "order_no": "R7", "recharge": true })), None);
        assert_eq!(paid(json!({ "order_no": "B7" })), None, "an older notice does not say");
        assert_eq!(order_no(&notice(NoticeKind::Money, json!({ "order_no": "B7" }))), None);
    }

    #[test]
    fn a_notice_says_what_happened() {
        let money = notice(NoticeKind::Money, json!({ "change": "5", "after": "15.5", "memo": "Refund" }));
        assert_eq!(message(Language::English, &money), "Balance +5.00, now 15.50: Refund");
        let paid = notice(
            NoticeKind::Money,
            json!({ "change": "-5", "after": "1", "memo": "", "kind": "purchase", "cause_kind": "order", "cause_id": "B7" }),
        );
        assert_eq!(message(Language::English, &paid), "Balance -5.00, now 1.00: Purchase, order B7");
        let score = notice(NoticeKind::Score, json!({ "change": "-100", "after": "20", "memo": "Gift" }));
        assert_eq!(message(Language::English, &score), "Points -100, now 20: Gift");
        let bind = notice(NoticeKind::Bind, json!({ "channel": "email", "address": "a@b.cn" }));
        assert!(message(Language::Chinese, &bind).contains("a@b.cn"));
        let refused = notice(NoticeKind::Refund, json!({ "order_no": "7", "decision": "refused", "amount": "1.00", "reason": "worn" }));
        assert_eq!(message(Language::English, &refused), "Order 7: the refund was refused: worn");
        let back = notice(NoticeKind::Refund, json!({ "order_no": "7", "decision": "paid", "amount": "1.00" }));
        assert_eq!(message(Language::English, &back), "Order 7: 1.00 has been paid back to you");
        let of_refunds = ["agreed", "refused", "ended", "paid", "send_soon", "send_back"].map(|decision| (NoticeKind::Refund, decision));
        let of_cancellations = ["agreed", "refused", "closed"].map(|decision| (NoticeKind::Cancel, decision));
        for (kind, decision) in of_refunds.into_iter().chain(of_cancellations) {
            let said = message(Language::Chinese, &notice(kind, json!({ "order_no": "7", "decision": decision })));
            assert!(!said.starts_with("member."), "{said}");
        }
        let plain = [NoticeKind::Password, NoticeKind::Reply, NoticeKind::Paid, NoticeKind::Shipped, NoticeKind::Coupon, NoticeKind::CouponEnding];
        for kind in plain.into_iter().chain([NoticeKind::ScoreEnding, NoticeKind::Recall]) {
            for language in [Language::Chinese, Language::English] {
                assert!(!message(language, &notice(kind, json!({}))).starts_with("member."));
            }
        }
    }
}
