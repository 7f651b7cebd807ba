//! What notices to members say, and where they lead.

use bus_schemas::shop::balance::CauseKind;
use entrepot_store::member::notices::{Notice, NoticeKind};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::i18n::{Language, find_text, in_either, text_in};

/// What a notice about a balance says. Older ones lack parts, as those of other kinds may.
#[derive(Deserialize, Default)]
#[serde(default)]
struct BalanceChanged {
    change: Decimal,
    after: Decimal,
    memo: String,
    kind: String,
    cause_kind: String,
    cause_id: String,
}

/// Another address of the account.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Bound {
    channel: String,
    address: String,
}

/// A payment that does not pay for anything.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Payment {
    order_no: String,
    amount: String,
    why: String,
    /// Those that do not say so may be about a recharge.
    recharge: Option<bool>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Replied {
    reply: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Shipped {
    order_no: String,
    /// Of the parcel.
    number: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Paid {
    order_no: String,
    amount: String,
}

/// What was decided on a refund or a cancellation.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Decided {
    order_no: String,
    decision: String,
    amount: String,
    reason: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct OfCoupon {
    name: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ScoreEnding {
    points: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Recalled {
    order_no: String,
    goods: String,
    batch: String,
    reason: String,
}

/// What happened with a company, a proof or an announcement. The reason is somebody's own words.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Told {
    what: String,
    company: String,
    title: String,
    title_en: String,
    reason: String,
}

impl Told {
    /// Its message among those of its kind; the plain one where an older version of the program knows no other.
    fn message(self, language: Language, kind: &str) -> (String, Vec<(&'static str, String)>) {
        let title = in_either(language, &self.title, &self.title_en).to_owned();
        let reason = if self.reason.is_empty() { self.reason } else { text_in(language, "member.notice.reason", &[("reason", self.reason)]) };
        let key = format!("member.notice.{kind}.{}", self.what);
        let key = if find_text(language, &key).is_some() { key } else { format!("member.notice.{kind}") };
        (key, vec![("company", self.company), ("title", title), ("reason", reason)])
    }
}

/// What a notice says, as its kind has it.
fn data_of<T: DeserializeOwned + Default>(notice: &Notice) -> T {
    serde_json::from_value(Value::Object(notice.data.clone())).unwrap_or_else(|error| {
        tracing::warn!(%error, notice = notice.id, kind = notice.kind.name(), "a notice can't be read");
        T::default()
    })
}

/// An amount as people read a change: money with two digits, score with none, both with their sign.
fn amount(kind: NoticeKind, value: Decimal, signed: bool) -> String {
    let digits = if kind == NoticeKind::Money { 2 } else { 0 };
    let plus = if signed && value.is_sign_positive() { "+" } else { "" };
    format!("{plus}{value:.digits$}")
}

/// Why an account changed, where nobody has written it: `Purchase, order 2026112312345678`.
fn cause(language: Language, account: NoticeKind, said: BalanceChanged) -> String {
    let kind = text_in(language, &format!("balance.{}.{}", account.name(), said.kind), &[]);
    if said.cause_kind.is_empty() || said.cause_kind == CauseKind::Manual.name() {
        return kind;
    }
    text_in(language, &format!("balance.cause.{}", said.cause_kind), &[("kind", kind), ("id", said.cause_id)])
}

/// The text of a notice in a language.
#[must_use]
pub(super) fn message(language: Language, notice: &Notice) -> String {
    let (key, values) = match notice.kind {
        NoticeKind::Money | NoticeKind::Score => {
            let mut said: BalanceChanged = data_of(notice);
            let (change, after) = (amount(notice.kind, said.change, true), amount(notice.kind, said.after, false));
            let memo = std::mem::take(&mut said.memo);
            let memo = if memo.is_empty() { cause(language, notice.kind, said) } else { memo };
            (format!("member.notice.{}", notice.kind.name()), vec![("change", change), ("after", after), ("memo", memo)])
        }
        NoticeKind::Bind => {
            let Bound { channel, address } = data_of(notice);
            (format!("member.notice.bind.{channel}"), vec![("address", address)])
        }
        NoticeKind::Password => ("member.notice.password".to_owned(), vec![]),
        NoticeKind::Payment => {
            let Payment { order_no, amount, why, .. } = data_of(notice);
            (format!("member.notice.payment.{why}"), vec![("order_no", order_no), ("amount", amount)])
        }
        NoticeKind::Reply => {
            let Replied { reply } = data_of(notice);
            ("member.notice.reply".to_owned(), vec![("reply", reply)])
        }
        NoticeKind::Shipped => {
            let Shipped { order_no, number } = data_of(notice);
            ("member.notice.shipped".to_owned(), vec![("order_no", order_no), ("number", number)])
        }
        NoticeKind::Paid => {
            let Paid { order_no, amount } = data_of(notice);
            ("member.notice.paid".to_owned(), vec![("order_no", order_no), ("amount", amount)])
        }
        NoticeKind::Refund | NoticeKind::Cancel => {
            let Decided { order_no, decision, amount, reason } = data_of(notice);
            let reason = if reason.is_empty() { reason } else { text_in(language, "member.notice.reason", &[("reason", reason)]) };
            let values = vec![("order_no", order_no), ("amount", amount), ("reason", reason)];
            (format!("member.notice.{}.{decision}", notice.kind.name()), values)
        }
        NoticeKind::Coupon | NoticeKind::CouponEnding => {
            let OfCoupon { name } = data_of(notice);
            (format!("member.notice.{}", notice.kind.name()), vec![("name", name)])
        }
        NoticeKind::ScoreEnding => {
            let ScoreEnding { points } = data_of(notice);
            ("member.notice.score_ending".to_owned(), vec![("points", points)])
        }
        NoticeKind::Company | NoticeKind::Person | NoticeKind::Announcement => data_of::<Told>(notice).message(language, notice.kind.name()),
        NoticeKind::Recall => {
            let Recalled { order_no, goods, batch, reason } = data_of(notice);
            ("member.notice.recall".to_owned(), vec![("order_no", order_no), ("goods", goods), ("batch", batch), ("reason", reason)])
        }
    };
    text_in(language, &key, &values)
}

/// The order that a notice leads to.
#[must_use]
pub(super) fn order_no(notice: &Notice) -> Option<String> {
    let number = match notice.kind {
        NoticeKind::Shipped => data_of::<Shipped>(notice).order_no,
        NoticeKind::Paid => data_of::<Paid>(notice).order_no,
        NoticeKind::Refund | NoticeKind::Cancel => data_of::<Decided>(notice).order_no,
        NoticeKind::Recall => data_of::<Recalled>(notice).order_no,
        NoticeKind::Payment => {
            let Payment { order_no, recharge, .. } = data_of(notice);
            recharge.filter(|recharge| !recharge).map(|_| order_no)?
        }
        _ => return None,
    };
    Some(number).filter(|number| !number.is_empty())
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
        for kind in [NoticeKind::Shipped, NoticeKind::Paid, NoticeKind::Refund, NoticeKind::Cancel, NoticeKind::Recall] {
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
        let earned = notice(
            NoticeKind::Score,
            json!({ "change": "5", "after": "5", "memo": "", "kind": "purchase", "cause_kind": "order", "cause_id": "B7" }),
        );
        assert_eq!(message(Language::English, &earned), "Points +5, now 5: Earned with a purchase, order B7");
        let score = notice(NoticeKind::Score, json!({ "change": "-100", "after": "20", "memo": "Gift" }));
        assert_eq!(message(Language::English, &score), "Points -100, now 20: Gift");
        let bind = notice(NoticeKind::Bind, json!({ "channel": "email", "address": "a@b.cn" }));
        assert!(message(Language::Chinese, &bind).contains("a@b.cn"));
        let refused = notice(NoticeKind::Refund, json!({ "order_no": "7", "decision": "refused", "amount": "1.00", "reason": "worn" }));
        assert_eq!(message(Language::English, &refused), "Order 7: the refund was refused: worn");
        let back = notice(NoticeKind::Refund, json!({ "order_no": "7", "decision": "paid", "amount": "1.00" }));
        assert_eq!(message(Language::English, &back), "Order 7: 1.00 has been refunded to you");
        let of_refunds = ["agreed", "agreed_goods", "waived", "refused", "ended", "paid", "send_soon", "send_back"];
        let of_refunds = of_refunds.map(|decision| (NoticeKind::Refund, decision));
        let of_cancellations = ["agreed", "refused", "closed", "unpaid"].map(|decision| (NoticeKind::Cancel, decision));
        for (kind, decision) in of_refunds.into_iter().chain(of_cancellations) {
            let said = message(Language::Chinese, &notice(kind, json!({ "order_no": "7", "decision": decision })));
            assert!(!said.starts_with("member."), "{said}");
        }
        let plain = [NoticeKind::Password, NoticeKind::Reply, NoticeKind::Paid, NoticeKind::Shipped, NoticeKind::Coupon, NoticeKind::CouponEnding];
        for kind in
            plain.into_iter().chain([NoticeKind::ScoreEnding, NoticeKind::Recall, NoticeKind::Company, NoticeKind::Person, NoticeKind::Announcement])
        {
            for language in [Language::Chinese, Language::English] {
                assert!(!message(language, &notice(kind, json!({}))).starts_with("member."));
            }
        }
    }
}
