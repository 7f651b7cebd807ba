//! What happened, and the notification that a kind makes of it.

use serde_json::{Map, Value};

use super::row::{MergeBy, NotificationKind, NotificationRow, Recipients};
use super::{Audience, NotificationDraft};
use crate::ids::{AdminId, OrderId, WarehouseId};
use crate::order::process::{Does, EDIT, OrderKind};

/// What happened, as the table of kinds needs it to fill its rows.
#[derive(Clone, Debug, Default)]
pub struct Fact {
    /// Who caused it: they need no notification.
    pub by: Option<AdminId>,
    /// The recipients of a kind for people.
    pub people: Vec<AdminId>,
    /// The kind of the order that it is about.
    pub order_kind: Option<OrderKind>,
    /// The order, product or sheet that it is about; of what expires, within how many days.
    pub id: i64,
    /// Only people who may see one of these warehouses are notified, or all of them if the kind says so; everybody when
    /// there are none.
    pub warehouses: Vec<WarehouseId>,
    /// Data for the text.
    pub data: Map<String, Value>,
}

impl Fact {
    fn fill(&self, link: &str) -> String {
        let page = self.order_kind.map_or("", |kind| kind.page);
        let begins = self.order_kind.and_then(|kind| kind.status_code(kind.begins));
        link.replace("{page}", page)
            .replace("{id}", &self.id.to_string())
            .replace("{warehouse}", &self.warehouses.first().map_or_else(String::new, ToString::to_string))
            .replace("{begins}", &begins.map_or_else(String::new, |code| code.to_string()))
    }

    fn subject(&self, by: MergeBy) -> String {
        let kind = self.order_kind.map_or("", OrderKind::as_str);
        match by {
            MergeBy::Warehouse => format!("{kind}@{}", self.warehouses.first().map_or(0, |warehouse| warehouse.0)),
            MergeBy::Thing => format!("{kind}:{}", self.id),
            MergeBy::Kind => String::new(),
        }
    }
}

impl NotificationRow {
    /// Whether it concerns somebody who reaches some of the warehouses that its fact names.
    #[must_use]
    pub fn concerns(&self, warehouses: &[WarehouseId], reaches: impl FnMut(WarehouseId) -> bool) -> bool {
        let mut named = warehouses.iter().copied();
        if self.everywhere { named.all(reaches) } else { named.any(reaches) }
    }

    /// The permission node that its readers need, about an order of that kind or about something else.
    #[must_use]
    pub fn node(&self, order_kind: Option<OrderKind>) -> Option<String> {
        match self.to {
            Recipients::Reviewers => order_kind.map(|kind| {
                let review = kind.steps.iter().find(|step| step.does == Does::Review);
                kind.node(review.map_or(EDIT, |step| step.name))
            }),
            Recipients::Takers(step) => order_kind.map(|kind| kind.node(step)),
            Recipients::Holders(node) => Some(node.to_owned()),
            // They were named for what they did; to see what became of it they need the page.
            Recipients::People | Recipients::Order => order_kind.map(|kind| kind.node("index")),
        }
    }
}

impl NotificationKind {
    /// The notification about a fact. About an order it also has the order's kind, which selects the text.
    #[must_use]
    pub fn draft(self, mut fact: Fact) -> NotificationDraft {
        if let Some(kind) = fact.order_kind {
            fact.data.insert("order_kind".into(), kind.as_str().into());
        }
        let audience = match (self.to, self.node(fact.order_kind)) {
            (Recipients::Reviewers | Recipients::Takers(_) | Recipients::Holders(_), Some(node)) => Audience::Holders { node, except: fact.by },
            (Recipients::Order, _) => Audience::Order { order: OrderId(fact.id), except: fact.by },
            _ => Audience::Admins { ids: std::mem::take(&mut fact.people), except: fact.by },
        };
        NotificationDraft {
            kind: self,
            audience,
            subject: fact.subject(self.merge.by),
            link: fact.fill(self.link),
            link_many: fact.fill(self.link_many),
            link_these: fact.fill(self.link_these),
            thing: if self.link_these.is_empty() { 0 } else { fact.id },
            warehouses: fact.warehouses,
            data: fact.data,
        }
    }
}
