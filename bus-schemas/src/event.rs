//! What happened, for whoever should know of it: other programs, robots, mails. Events are rows, numbered from 1 without a gap in
//! their stream, in the transaction that causes them (`ops/decisions/0085-events.md`).
//!
//! An event names what it is about and says what happened, not everything that is known of the thing: no prices, no people's data.
//! Whoever wants more asks for it with rights of their own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ids::WarehouseId;
use crate::order::Order;
use crate::shop::order::{ShopBy, ShopOrder};

/// What numbers events: their order is kept within one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    /// Orders of a warehouse.
    Warehouse(WarehouseId),
    /// Movements of stock in a warehouse: the rows of its ledger, by their sequence.
    Ledger(WarehouseId),
    /// Orders of the shop.
    Shop,
    /// Accounts of members.
    Members,
    /// Rows of a declared table, by its controller: `warehouse.Brand`.
    Table(String),
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Warehouse(warehouse) => write!(f, "warehouse:{warehouse}"),
            Self::Ledger(warehouse) => write!(f, "ledger:{warehouse}"),
            Self::Shop => f.write_str("shop"),
            Self::Members => f.write_str("members"),
            Self::Table(controller) => write!(f, "table:{controller}"),
        }
    }
}

/// A text that names no stream.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no stream: warehouse:<id>, ledger:<id>, shop, members or table:<controller>")]
pub struct StreamError(String);

impl FromStr for Stream {
    type Err = StreamError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let failed = || StreamError(text.chars().take(80).collect());
        match text.split_once(':') {
            None if text == "shop" => Ok(Self::Shop),
            None if text == "members" => Ok(Self::Members),
            Some((of, id)) if of == "warehouse" || of == "ledger" => {
                let id = id.parse().ok().filter(|id| *id > 0).map(WarehouseId).ok_or_else(failed)?;
                Ok(if of == "ledger" { Self::Ledger(id) } else { Self::Warehouse(id) })
            }
            Some(("table", controller)) if is_controller(controller) => Ok(Self::Table(controller.to_owned())),
            _ => Err(failed()),
        }
    }
}

/// Longest name of a controller.
const CONTROLLER_MAX: usize = 60;

fn is_controller(text: &str) -> bool {
    let letters = text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '.' || letter == '_');
    letters && text.contains('.') && text.len() <= CONTROLLER_MAX
}

impl Serialize for Stream {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Stream {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Who caused an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct By {
    pub kind: ByKind,
    /// 0 for the system.
    pub id: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByKind {
    Admin,
    Member,
    System,
}

impl By {
    /// An administrator; 0 is the system.
    #[must_use]
    pub const fn admin(id: i64) -> Self {
        if id > 0 { Self { kind: ByKind::Admin, id } } else { Self { kind: ByKind::System, id: 0 } }
    }
}

/// What an event is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Its page in the menu, whose readers may know of it: `warehouse/inboundOrder`.
    pub page: String,
    pub id: i64,
    /// Its number, or what it is called; empty where it has neither.
    pub name: String,
}

/// An event before it has its number.
#[derive(Clone, Debug, PartialEq)]
pub struct EventDraft {
    pub stream: Stream,
    /// `order.stock`, `shop.pay`, `row.edited`: what it is about, and what happened.
    pub kind: String,
    /// Unix milliseconds.
    pub at: i64,
    pub by: By,
    pub subject: Subject,
    /// Only who sees one of these may know of it; everybody who sees the page when the list is empty.
    pub warehouses: Vec<WarehouseId>,
    pub data: Map<String, Value>,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    pub stream: Stream,
    /// From 1, rising by one in its stream.
    pub number: i64,
    pub kind: String,
    /// Unix milliseconds.
    pub at: i64,
    pub by: By,
    pub subject: Subject,
    #[serde(default)]
    pub warehouses: Vec<WarehouseId>,
    #[serde(default)]
    pub data: Map<String, Value>,
}

impl EventDraft {
    /// What a version of an order tells: its history entry. A version without one tells nothing.
    #[must_use]
    pub fn of_order(order: &Order) -> Option<Self> {
        let entry = order.entry.as_ref()?;
        let mut data = Map::new();
        data.insert("order_no".into(), order.number.clone().into());
        data.insert("reference".into(), order.reference.clone().into());
        data.insert("order_type".into(), order.order_type.as_str().into());
        data.insert("from".into(), entry.from.map_or(Value::Null, |status| status.as_str().into()));
        data.insert("to".into(), entry.to.as_str().into());
        data.insert("quantity".into(), order.total_quantity.to_string().into());
        data.insert("version".into(), order.version.into());
        if let Some(reason) = &entry.reason {
            data.insert("reason".into(), reason.clone().into());
        }
        let target = order.transfer.as_ref().map(|transfer| transfer.target);
        Some(Self {
            stream: Stream::Warehouse(order.warehouse),
            kind: format!("order.{}", entry.action),
            at: entry.at,
            by: By::admin(entry.admin.0),
            subject: Subject { page: order.kind.page.to_owned(), id: order.id.0, name: order.number.clone() },
            warehouses: std::iter::once(order.warehouse).chain(target.filter(|target| *target != order.warehouse)).collect(),
            data,
        })
    }

    /// What a version of a shop order tells: the newest entry of its history.
    #[must_use]
    pub fn of_shop_order(order: &ShopOrder) -> Self {
        let entry = &order.entry;
        let by = match entry.by {
            ShopBy::Staff(admin) => By::admin(admin.0),
            ShopBy::Member(id) => By { kind: ByKind::Member, id },
            ShopBy::System => By { kind: ByKind::System, id: 0 },
        };
        let mut data = Map::new();
        data.insert("order_no".into(), order.order_no.clone().into());
        data.insert("from".into(), entry.from.map_or(Value::Null, |status| status.code().into()));
        data.insert("to".into(), entry.to.code().into());
        data.insert("version".into(), order.version.into());
        Self {
            stream: Stream::Shop,
            kind: format!("shop.{}", entry.action),
            at: entry.at * 1_000,
            by,
            subject: Subject { page: "shop/order/order".to_owned(), id: order.id.0, name: order.order_no.clone() },
            warehouses: Vec::new(),
            data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_read_as_they_are_written() {
        for stream in [
            Stream::Warehouse(WarehouseId(7)),
            Stream::Ledger(WarehouseId(7)),
            Stream::Shop,
            Stream::Members,
            Stream::Table("warehouse.Brand".into()),
        ] {
            assert_eq!(stream.to_string().parse(), Ok(stream));
        }
        for text in
            ["", "warehouse", "warehouse:", "warehouse:0", "warehouse:x", "shop:1", "table:", "table:a", "table:a.b c", "ledger:", "members:1"]
        {
            assert!(text.parse::<Stream>().is_err(), "{text}");
        }
    }
}
