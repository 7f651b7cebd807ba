//! The table of notification kinds. A new kind is an entry here and its texts; `ops/docs/CONTRIBUTING.md` says how, and
//! `ops/decisions/0030-notification-kinds.md` why.

mod names;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::row::{Group, Merge, MergeBy, NotificationKind, NotificationRow, Recipients, Severity, Text};

/// Every kind.
pub const KINDS: &[NotificationKind] = &[
    NotificationKind::ORDER_REVIEW,
    NotificationKind::ORDER_TAKEN_BACK,
    NotificationKind::ORDER_STOCKED,
    NotificationKind::ORDER_CLOSED_SHORT,
    NotificationKind::ORDER_VOIDED,
    NotificationKind::ORDER_OVERRULED,
    NotificationKind::TRANSFER_ARRIVING,
    NotificationKind::TRANSFER_SHORT,
    NotificationKind::TRANSFER_OVERDUE,
    NotificationKind::STOCK_LOW,
    NotificationKind::STOCK_MINIMUM,
    NotificationKind::STOCK_NEGATIVE,
    NotificationKind::BATCH_EXPIRING,
    NotificationKind::BATCH_EXPIRED,
    NotificationKind::BATCH_HELD,
    NotificationKind::BATCH_RECALLED,
    NotificationKind::RECALL_DELIVERED,
    NotificationKind::RESERVATION_RELEASED,
    NotificationKind::RESERVATION_OLD,
    NotificationKind::COUNT_REVIEW,
    NotificationKind::COUNT_DONE,
    NotificationKind::COUNT_LOST,
    NotificationKind::BOOKS_OPEN,
    NotificationKind::BOOKS_WRONG,
    NotificationKind::SITE_MESSAGE,
    NotificationKind::SITE_ENQUIRY,
    NotificationKind::SITE_ASSIGNED,
    NotificationKind::SITE_DUE,
    NotificationKind::COMMENT_MENTION,
    NotificationKind::COMPANY_VERIFY,
    NotificationKind::PERSON_VERIFY,
    NotificationKind::ANNOUNCEMENT,
    NotificationKind::ANNOUNCEMENT_CONFIRM,
    NotificationKind::DECLARATION_READY,
    NotificationKind::DECLARATION_STEP,
    NotificationKind::EXPO_DUE,
    NotificationKind::EXPORT_READY,
    NotificationKind::EXPORT_FAILED,
    NotificationKind::EXPORT_STOPPED,
    NotificationKind::IMPORT_DONE,
    NotificationKind::IMPORT_FAILED,
    NotificationKind::JOB_FAILED,
    NotificationKind::BACKUP_FAILED,
    NotificationKind::WEBHOOK_FAILING,
    NotificationKind::WEBHOOK_OFF,
    NotificationKind::BALANCE_REQUEST,
    NotificationKind::BALANCE_APPROVED,
    NotificationKind::BALANCE_REFUSED,
    NotificationKind::SHOP_NEW_ORDER,
    NotificationKind::SHOP_APPLY_CANCEL,
    NotificationKind::SHOP_STOCK_EXCEPTION,
    NotificationKind::SHOP_RECALL,
    NotificationKind::SHOP_GOODS_FEW,
    NotificationKind::SHOP_EVALUATION,
    NotificationKind::SHOP_LOW_RATING,
    NotificationKind::REFUND_ASKED,
    NotificationKind::REFUND_SENT_BACK,
    NotificationKind::REFUND_ABNORMAL,
    NotificationKind::PAY_EXCEPTION,
    NotificationKind::SECURITY_DEVICE,
    NotificationKind::SECURITY_FAILURES,
    NotificationKind::SECURITY_RIGHTS,
];

/// The only sound there is.
const CHIME: Option<&str> = Some("/audio/notify.wav");

/// What arrives within a minute is seen together.
const fn merged(by: MergeBy) -> Merge {
    Merge { by, within_ms: 60_000 }
}

/// For the people of an order, about how it fares; other rows are made of it.
const ORDER: NotificationRow = NotificationRow {
    name: "",
    group: Group::Orders,
    to: Recipients::People,
    sound: None,
    severity: Severity::Info,
    mutable: true,
    at_warehouses: true,
    everywhere: false,
    merge: merged(MergeBy::Thing),
    text: Text::One,
    link: "/admin/{page}?id={id}",
    link_many: "",
    link_these: "",
    called: "order_no",
    link_needs: "",
};

/// For the people of a warehouse, about what lies there; other rows are made of it.
const STOCK: NotificationRow = NotificationRow {
    group: Group::Stock,
    to: Recipients::Holders("warehouse/inventory/index"),
    severity: Severity::Warning,
    link: "/admin/warehouse/inventory?product_id={id}",
    ..ORDER
};

/// A day's summary of a warehouse, about what expires within so many days (the fact's id); other rows are made of it.
const DIGEST: NotificationRow =
    NotificationRow { merge: merged(MergeBy::Warehouse), link: "/admin/warehouse/inventory?warehouses_id={warehouse}&expires_in={id}", ..STOCK };

static ORDER_REVIEW: NotificationRow = NotificationRow {
    name: "order.review",
    to: Recipients::Reviewers,
    sound: CHIME,
    severity: Severity::Warning,
    merge: merged(MergeBy::Warehouse),
    text: Text::PerOrderKind,
    link_many: "/admin/{page}?status={begins}",
    link_these: "/admin/{page}?only=id:{ids}",
    ..ORDER
};

static ORDER_STOCKED: NotificationRow = NotificationRow { name: "order.stocked", severity: Severity::Success, text: Text::PerOrderKind, ..ORDER };

static ORDER_TAKEN_BACK: NotificationRow = NotificationRow { name: "order.taken_back", severity: Severity::Warning, ..ORDER };

static ORDER_CLOSED_SHORT: NotificationRow = NotificationRow { name: "order.closed_short", severity: Severity::Warning, ..ORDER };

static ORDER_VOIDED: NotificationRow = NotificationRow { name: "order.voided", severity: Severity::Warning, ..ORDER };

static ORDER_OVERRULED: NotificationRow = NotificationRow { name: "order.overruled", severity: Severity::Warning, mutable: false, ..ORDER };

static TRANSFER_ARRIVING: NotificationRow =
    NotificationRow { name: "transfer.arriving", group: Group::Transfers, to: Recipients::Takers("receive"), sound: CHIME, ..ORDER };

static TRANSFER_SHORT: NotificationRow =
    NotificationRow { name: "transfer.short", group: Group::Transfers, to: Recipients::Reviewers, sound: CHIME, severity: Severity::Danger, ..ORDER };

static TRANSFER_OVERDUE: NotificationRow = NotificationRow {
    name: "transfer.overdue",
    group: Group::Transfers,
    to: Recipients::Reviewers,
    sound: CHIME,
    severity: Severity::Warning,
    ..ORDER
};

// The safety stock of a product is a figure of the whole company: who sees one warehouse is told of its minimums.
static STOCK_LOW: NotificationRow =
    NotificationRow { name: "stock.low", severity: Severity::Danger, at_warehouses: false, everywhere: true, ..STOCK };

static STOCK_MINIMUM: NotificationRow = NotificationRow {
    name: "stock.minimum",
    severity: Severity::Danger,
    merge: merged(MergeBy::Warehouse),
    link: "/admin/warehouse/inventory?product_id={id}&warehouses_id={warehouse}",
    link_many: "/admin/warehouse/stockLevel?group=warehouse&below=1&warehouses_id={warehouse}",
    link_these: "/admin/warehouse/stockLevel?group=warehouse&warehouses_id={warehouse}&only=product_id:{ids}",
    called: "product",
    ..STOCK
};

static STOCK_NEGATIVE: NotificationRow = NotificationRow { name: "stock.negative", severity: Severity::Danger, ..STOCK };

static BATCH_EXPIRING: NotificationRow = NotificationRow { name: "batch.expiring", ..DIGEST };

static BATCH_EXPIRED: NotificationRow = NotificationRow { name: "batch.expired", severity: Severity::Danger, ..DIGEST };

/// For the people of an order that loses something; other rows are made of it.
const LOSS: NotificationRow = NotificationRow { group: Group::Stock, to: Recipients::Order, sound: CHIME, severity: Severity::Danger, ..ORDER };

static BATCH_HELD: NotificationRow = NotificationRow { name: "batch.held", ..LOSS };

static BATCH_RECALLED: NotificationRow = NotificationRow { name: "batch.recalled", ..LOSS };

static RECALL_DELIVERED: NotificationRow = NotificationRow { name: "recall.delivered", ..LOSS };

static RESERVATION_RELEASED: NotificationRow = NotificationRow { name: "reservation.released", sound: None, severity: Severity::Warning, ..LOSS };

static RESERVATION_OLD: NotificationRow = NotificationRow {
    name: "reservation.old",
    to: Recipients::Holders("warehouse/reservation/index"),
    link: "/admin/warehouse/reservation?warehouses_id={warehouse}",
    ..DIGEST
};

static COUNT_REVIEW: NotificationRow = NotificationRow {
    name: "count.review",
    group: Group::Counts,
    to: Recipients::Holders("warehouse/stockcount/post"),
    severity: Severity::Warning,
    merge: merged(MergeBy::Thing),
    link: "/admin/warehouse/stockCount?id={id}",
    ..ORDER
};

static COUNT_DONE: NotificationRow =
    NotificationRow { name: "count.done", group: Group::Counts, severity: Severity::Success, link: "/admin/warehouse/stockCount?id={id}", ..ORDER };

static COUNT_LOST: NotificationRow =
    NotificationRow { name: "count.lost", group: Group::Counts, to: Recipients::Order, sound: CHIME, severity: Severity::Danger, ..ORDER };

static BOOKS_OPEN: NotificationRow = NotificationRow {
    name: "books.open",
    to: Recipients::Holders("warehouse/monthclosing/close"),
    severity: Severity::Info,
    merge: merged(MergeBy::Kind),
    link: "/admin/warehouse/monthClosing",
    link_these: "/admin/warehouse/monthClosing",
    called: "warehouse_name",
    ..STOCK
};

static BOOKS_WRONG: NotificationRow = NotificationRow {
    name: "books.wrong",
    to: Recipients::Holders("routine/crontablog/index"),
    severity: Severity::Danger,
    sound: CHIME,
    mutable: false,
    at_warehouses: false,
    merge: merged(MergeBy::Kind),
    link: "/admin/routine/crontabLog",
    ..STOCK
};

const SITE_MESSAGE_ROW: NotificationRow = NotificationRow {
    name: "site.message",
    group: Group::Site,
    to: Recipients::Holders("site/message/index"),
    sound: CHIME,
    at_warehouses: false,
    merge: merged(MergeBy::Kind),
    link: "/admin/site/message",
    link_these: "/admin/site/message?only=id:{ids}",
    called: "name",
    ..ORDER
};

static SITE_MESSAGE: NotificationRow = SITE_MESSAGE_ROW;

static SITE_ENQUIRY: NotificationRow = NotificationRow { name: "site.enquiry", ..SITE_MESSAGE_ROW };

static SITE_ASSIGNED: NotificationRow = NotificationRow {
    name: "site.assigned",
    group: Group::Site,
    at_warehouses: false,
    link: "/admin/site/message?id={id}",
    link_needs: "site/message/index",
    ..ORDER
};

/// The link is that of the row which is spoken of.
static COMMENT_MENTION: NotificationRow =
    NotificationRow { name: "comment.mention", group: Group::Tasks, at_warehouses: false, link: "/admin/notification/index", ..ORDER };

static SITE_DUE: NotificationRow = NotificationRow {
    name: "site.due",
    group: Group::Site,
    severity: Severity::Warning,
    at_warehouses: false,
    link: "/admin/site/message?id={id}",
    link_needs: "site/message/index",
    ..ORDER
};

/// For those who look at the papers of companies and people; other rows are made of it.
const PAPERS: NotificationRow = NotificationRow { severity: Severity::Warning, merge: merged(MergeBy::Thing), link_these: "", ..SITE_MESSAGE_ROW };

static COMPANY_VERIFY: NotificationRow = NotificationRow {
    name: "company.verify",
    to: Recipients::Holders("company/company/pass"),
    link: "/admin/company/company?id={id}",
    link_many: "/admin/company/company?verify=waiting",
    ..PAPERS
};

static PERSON_VERIFY: NotificationRow = NotificationRow {
    name: "person.verify",
    to: Recipients::Holders("user/verifyperson/pass"),
    link: "/admin/user/verifyPerson?id={id}",
    link_many: "/admin/user/verifyPerson?state=waiting",
    ..PAPERS
};

/// For the administrators that an announcement is for; other rows are made of it.
const ANNOUNCEMENT_ROW: NotificationRow = NotificationRow {
    name: "notice.announcement",
    group: Group::Site,
    sound: CHIME,
    mutable: false,
    at_warehouses: false,
    link: "/admin/notification/index?announcement={id}",
    ..ORDER
};

static ANNOUNCEMENT: NotificationRow = ANNOUNCEMENT_ROW;

static ANNOUNCEMENT_CONFIRM: NotificationRow = NotificationRow { name: "notice.confirm", severity: Severity::Warning, ..ANNOUNCEMENT_ROW };

/// For who made a customs declaration; other rows are made of it.
static DECLARATION_STEP: NotificationRow =
    NotificationRow { name: "declaration.step", at_warehouses: false, link: "/admin/trade/declaration?id={id}", ..ORDER };

static DECLARATION_READY: NotificationRow = NotificationRow {
    name: "declaration.ready",
    to: Recipients::Holders("trade/declaration/submit"),
    sound: CHIME,
    at_warehouses: false,
    merge: merged(MergeBy::Kind),
    link: "/admin/trade/declaration?id={id}",
    link_many: "/admin/trade/declaration?state=10",
    link_these: "/admin/trade/declaration?only=id:{ids}",
    called: "number",
    ..ORDER
};

static EXPO_DUE: NotificationRow = NotificationRow {
    name: "expo.due",
    group: Group::Site,
    at_warehouses: false,
    merge: merged(MergeBy::Kind),
    link: "/admin/expo/company",
    ..ORDER
};

/// For somebody who asked for a file, or sent one; other rows are made of it.
const FILE: NotificationRow = NotificationRow {
    group: Group::Tasks,
    severity: Severity::Success,
    at_warehouses: false,
    merge: merged(MergeBy::Thing),
    link: "/admin/routine/transfer",
    ..ORDER
};

static EXPORT_READY: NotificationRow = NotificationRow { name: "export.ready", ..FILE };

static EXPORT_FAILED: NotificationRow = NotificationRow { name: "export.failed", severity: Severity::Danger, ..FILE };

static EXPORT_STOPPED: NotificationRow = NotificationRow {
    name: "export.stopped",
    to: Recipients::Holders("routine/exporttemplate/takeover"),
    severity: Severity::Warning,
    merge: merged(MergeBy::Thing),
    link: "/admin/routine/exportTemplate",
    ..JOB
};

static IMPORT_DONE: NotificationRow = NotificationRow { name: "import.done", ..FILE };

static IMPORT_FAILED: NotificationRow = NotificationRow { name: "import.failed", severity: Severity::Danger, ..FILE };

/// For those who look after the site; other rows are made of it. Each task is told of once an hour.
const JOB: NotificationRow = NotificationRow {
    group: Group::Tasks,
    to: Recipients::Holders("routine/crontablog/index"),
    severity: Severity::Danger,
    sound: CHIME,
    at_warehouses: false,
    merge: merged(MergeBy::Thing),
    link: "/admin/routine/crontabLog",
    ..ORDER
};

static JOB_FAILED: NotificationRow = NotificationRow { name: "job.failed", ..JOB };

static BACKUP_FAILED: NotificationRow = NotificationRow { name: "backup.failed", mutable: false, ..JOB };

/// For those who see deliveries; other rows are made of it.
const WEBHOOK: NotificationRow = NotificationRow {
    to: Recipients::Holders("event/webhook/index"),
    severity: Severity::Warning,
    sound: None,
    link: "/admin/event/webhook?id={id}",
    ..JOB
};

static WEBHOOK_FAILING: NotificationRow = NotificationRow { name: "webhook.failing", ..WEBHOOK };

static WEBHOOK_OFF: NotificationRow = NotificationRow { name: "webhook.off", severity: Severity::Danger, mutable: false, ..WEBHOOK };

static BALANCE_REQUEST: NotificationRow = NotificationRow {
    name: "balance.request",
    group: Group::Site,
    to: Recipients::Holders("user/balancerequest/audit"),
    sound: CHIME,
    severity: Severity::Warning,
    mutable: false,
    at_warehouses: false,
    link: "/admin/user/balanceRequest?id={id}",
    link_many: "/admin/user/balanceRequest?status=1",
    ..ORDER
};

/// For who has asked for a change of a balance; who may ask need not see the page of requests.
const BALANCE_ANSWER: NotificationRow = NotificationRow {
    group: Group::Site,
    at_warehouses: false,
    link: "/admin/user/balanceRequest?id={id}",
    link_needs: "user/balancerequest/index",
    ..ORDER
};

static BALANCE_APPROVED: NotificationRow = NotificationRow { name: "balance.approved", severity: Severity::Success, ..BALANCE_ANSWER };

static BALANCE_REFUSED: NotificationRow = NotificationRow { name: "balance.refused", severity: Severity::Warning, ..BALANCE_ANSWER };

/// For those who ship the shop's orders; other rows are made of it.
const SHOP: NotificationRow = NotificationRow {
    group: Group::Shop,
    to: Recipients::Holders("shop/order/order/delivery"),
    sound: CHIME,
    severity: Severity::Warning,
    link: "/admin/shop/order/order?id={id}",
    ..ORDER
};

static SHOP_NEW_ORDER: NotificationRow = NotificationRow {
    name: "shop.new_order",
    severity: Severity::Success,
    merge: merged(MergeBy::Kind),
    link_many: "/admin/shop/order/order?status=2",
    link_these: "/admin/shop/order/order?only=id:{ids}",
    ..SHOP
};

static SHOP_APPLY_CANCEL: NotificationRow = NotificationRow { name: "shop.apply_cancel", to: Recipients::Holders("shop/order/order/cancel"), ..SHOP };

static SHOP_STOCK_EXCEPTION: NotificationRow = NotificationRow { name: "shop.stock_exception", severity: Severity::Danger, ..SHOP };

static SHOP_RECALL: NotificationRow = NotificationRow { name: "shop.recall", severity: Severity::Danger, ..SHOP };

static SHOP_GOODS_FEW: NotificationRow = NotificationRow {
    name: "shop.goods_few",
    to: Recipients::Holders("shop/goods/goods/index"),
    sound: None,
    at_warehouses: false,
    link: "/admin/shop/goods/goods?id={id}",
    ..SHOP
};

/// For those who answer evaluations; other rows are made of it.
const EVALUATION: NotificationRow = NotificationRow {
    to: Recipients::Holders("shop/order/evaluation/edit"),
    sound: None,
    severity: Severity::Info,
    merge: merged(MergeBy::Kind),
    link: "/admin/shop/order/evaluation?order_id={id}",
    link_many: "/admin/shop/order/evaluation",
    link_these: "/admin/shop/order/evaluation?only=order_id:{ids}",
    ..SHOP
};

static SHOP_EVALUATION: NotificationRow = NotificationRow { name: "shop.evaluation", ..EVALUATION };

static SHOP_LOW_RATING: NotificationRow = NotificationRow { name: "shop.low_rating", sound: CHIME, severity: Severity::Warning, ..EVALUATION };

/// For those who decide on refunds; other rows are made of it.
const REFUND: NotificationRow =
    NotificationRow { to: Recipients::Holders("shop/order/refund/audit"), link: "/admin/shop/order/refund?id={id}", ..SHOP };

static REFUND_ASKED: NotificationRow = NotificationRow { name: "refund.asked", ..REFUND };

static REFUND_SENT_BACK: NotificationRow =
    NotificationRow { name: "refund.sent_back", to: Recipients::Holders("shop/order/refund/receive"), severity: Severity::Info, ..REFUND };

static REFUND_ABNORMAL: NotificationRow = NotificationRow { name: "refund.abnormal", severity: Severity::Danger, mutable: false, ..REFUND };

static PAY_EXCEPTION: NotificationRow = NotificationRow {
    name: "pay.exception",
    to: Recipients::Holders("shop/order/exception/handle"),
    severity: Severity::Danger,
    mutable: false,
    link: "/admin/shop/order/exception?id={id}",
    ..SHOP
};

/// For an administrator about their own account; other rows are made of it.
const ACCOUNT: NotificationRow = NotificationRow {
    group: Group::Security,
    severity: Severity::Warning,
    mutable: false,
    at_warehouses: false,
    link: "/admin/routine/adminInfo",
    ..ORDER
};

static SECURITY_DEVICE: NotificationRow = NotificationRow { name: "security.device", ..ACCOUNT };

static SECURITY_FAILURES: NotificationRow = NotificationRow { name: "security.failures", sound: CHIME, severity: Severity::Danger, ..ACCOUNT };

static SECURITY_RIGHTS: NotificationRow = NotificationRow { name: "security.rights", ..ACCOUNT };

impl NotificationKind {
    /// The kind with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        KINDS.iter().copied().find(|kind| kind.name == name)
    }
}

impl<'de> Deserialize<'de> for NotificationKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| D::Error::custom(format_args!("no notification kind is called {name}")))
    }
}

/// The longest time within which any kind merges, in milliseconds.
#[must_use]
pub fn merged_within_ms() -> i64 {
    KINDS.iter().map(|kind| kind.merge.within_ms).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::ids::{AdminId, WarehouseId};
    use crate::notification::{Audience, Fact};
    use crate::order::OrderKind;

    #[test]
    fn every_row_is_sound() {
        let names: HashSet<_> = KINDS.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), KINDS.len(), "two kinds of one name");
        for kind in KINDS {
            assert!(kind.name.contains('.'), "{kind:?}");
            assert!(kind.merge.within_ms > 0, "{kind:?}");
            // A link leads into the back office, and all of its places can be filled.
            let about_orders =
                matches!(kind.to, Recipients::Reviewers | Recipients::Takers(_)) || kind.text == Text::PerOrderKind || kind.link.contains("{page}");
            let fact = Fact {
                order_kind: about_orders.then_some(OrderKind::INBOUND),
                id: 7,
                warehouses: vec![WarehouseId(3)],
                people: vec![AdminId(1)],
                ..Fact::default()
            };
            let draft = kind.draft(fact);
            let these = draft.link_these.replace("{ids}", "7,8");
            assert_eq!((these.is_empty(), draft.thing), (kind.link_these.is_empty(), if these.is_empty() { 0 } else { 7 }), "{kind:?}");
            for link in [&draft.link, &draft.link_many, &these] {
                assert!(!link.contains('{') && (link.is_empty() || link.starts_with("/admin/")), "{kind:?}: {link}");
            }
            assert!(!draft.link.is_empty(), "{kind:?}");
            match &draft.audience {
                Audience::Admins { ids, .. } => assert!(kind.to == Recipients::People && ids == &[AdminId(1)], "{kind:?}"),
                Audience::Order { order, .. } => assert!(kind.to == Recipients::Order && order.0 == 7, "{kind:?}"),
                Audience::Holders { node, .. } => assert!(!node.is_empty() && *node == node.to_lowercase(), "{kind:?}: {node}"),
            }
        }
    }

    #[test]
    fn names_are_read_back_and_unknown_ones_are_refused() {
        for kind in KINDS {
            assert_eq!(serde_json::from_str::<NotificationKind>(&serde_json::to_string(kind).unwrap()).unwrap(), *kind);
        }
        assert!(serde_json::from_str::<NotificationKind>("\"order.lost\"").is_err());
    }

    #[test]
    fn a_fact_fills_the_row() {
        let fact = Fact {
            by: Some(AdminId(1)),
            people: vec![AdminId(1), AdminId(2)],
            order_kind: Some(OrderKind::OUTBOUND),
            id: 7,
            warehouses: vec![WarehouseId(3)],
            ..Fact::default()
        };
        let review = NotificationKind::ORDER_REVIEW.draft(fact.clone());
        assert_eq!(review.audience, Audience::Holders { node: "warehouse/outboundorder/audit".into(), except: Some(AdminId(1)) });
        assert_eq!(review.subject, "outbound@3");
        assert_eq!(
            (review.link.as_str(), review.link_many.as_str()),
            ("/admin/warehouse/outboundOrder?id=7", "/admin/warehouse/outboundOrder?status=0")
        );
        assert_eq!(review.data["order_kind"], "outbound");
        let voided = NotificationKind::ORDER_VOIDED.draft(fact);
        assert_eq!(voided.audience, Audience::Admins { ids: vec![AdminId(1), AdminId(2)], except: Some(AdminId(1)) });
        assert_eq!((voided.subject.as_str(), voided.link_many.as_str()), ("outbound:7", ""));
        let expiring = NotificationKind::BATCH_EXPIRING.draft(Fact { id: 30, warehouses: vec![WarehouseId(3)], ..Fact::default() });
        assert_eq!((expiring.subject.as_str(), expiring.link.as_str()), ("@3", "/admin/warehouse/inventory?warehouses_id=3&expires_in=30"));
    }
}
