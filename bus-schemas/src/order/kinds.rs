//! The table of order kinds. A new kind is an entry here; `ops/decisions/0027-order-kinds.md` says what else it may
//! need.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::adjustment::ADJUSTMENT;
use super::process::{Direction, Does, OrderKind, OrderProcess, OrderStatus, OrderType, Partner, State, Step, TypeRow};
use super::steps::{
    CANCEL, CHANGE_PICKS, CORRECT_PARCELS, COST_BESIDE, COST_TAKEN_BACK, CUSTOMER_GIVES_BACK, DELETE_PENDING, EDIT_PENDING, END, MOVE, REOPEN,
    REVIEW, SUPPLIER_TAKES_BACK, TAKE_MOVES_BACK,
};
use crate::notification::row::NotificationKind;

mod transfer;

pub use super::steps::{ADD_COST, AUDIT, CLOSE, GIVE_BACK, PARCELS, PICK, POST, RETURN_GOODS, REVERSE, STOCK, TAKE_BACK, TAKE_COST_BACK, VOID};
pub use transfer::{LOST, LOST_BACK, RECEIVE, RECEIVE_BACK, REFUSE, SHIFT, SHIP};

/// Every kind.
pub const KINDS: &[OrderKind] = &[OrderKind::INBOUND, OrderKind::OUTBOUND, OrderKind::ADJUSTMENT, OrderKind::TRANSFER];

/// Kinds that only own reservations: their orders are documents of another shape, with routes of their own.
pub const OWNERS: &[OrderKind] = &[OrderKind::SHOP];

impl OrderKind {
    /// Orders of the shop.
    pub const SHOP: Self = Self::new(&SHOP);
    /// Goods that come in.
    pub const INBOUND: Self = Self::new(&INBOUND);
    /// Goods that go out.
    pub const OUTBOUND: Self = Self::new(&OUTBOUND);
    /// Corrections of what lies where.
    pub const ADJUSTMENT: Self = Self::new(&ADJUSTMENT);
}

static SHOP: OrderProcess = OrderProcess {
    name: "shop",
    prefix: "",
    noun: "shop order",
    controller: "shop.order.Order",
    page: "shop/order/order",
    operations: "shopOrder",
    number_field: "order_no",
    operation: None,
    ships: false,
    transfers: false,
    partner: None,
    types: &[],
    states: &[State { status: OrderStatus::HELD, code: 1, text: "status.held", reserves: true }],
    begins: OrderStatus::HELD,
    steps: &[],
    created: None,
};

static INBOUND: OrderProcess = OrderProcess {
    name: "inbound",
    prefix: "RK",
    noun: "inbound order",
    controller: "warehouse.InboundOrder",
    page: "warehouse/inboundOrder",
    operations: "inboundOrder",
    number_field: "inbound_order_no",
    operation: None,
    ships: false,
    transfers: false,
    partner: Some(Partner::Supplier),
    types: &[
        TypeRow { order_type: OrderType::PURCHASE, code: 10, partner: Some(Partner::Supplier) },
        TypeRow { order_type: OrderType::PRODUCTION, code: 20, partner: Some(Partner::Supplier) },
        TypeRow { order_type: OrderType::CUSTOMER_RETURN, code: 30, partner: Some(Partner::Customer) },
    ],
    states: &[
        State { status: OrderStatus::PENDING, code: 0, text: "status.pending", reserves: false },
        State { status: OrderStatus::REVIEWED, code: 1, text: "status.reviewed", reserves: false },
        State { status: OrderStatus::STOCKED, code: 2, text: "status.stocked.inbound", reserves: false },
        State { status: OrderStatus::VOIDED, code: 3, text: "status.voided", reserves: false },
    ],
    begins: OrderStatus::PENDING,
    steps: &[
        EDIT_PENDING,
        Step { summary: "Review an inbound order", ..REVIEW },
        Step { summary: "Stock in: all that is open, or the named parts", does: Does::Move(Direction::In), ..MOVE },
        Step { summary: "Take back the review of an inbound order", ..REOPEN },
        Step { summary: "End a partly stocked inbound order", ..END },
        Step { summary: "Void an inbound order that has not moved", ..CANCEL },
        Step { summary: "Take back what an inbound order moved, by a counter-order", ..TAKE_MOVES_BACK },
        SUPPLIER_TAKES_BACK,
        COST_BESIDE,
        COST_TAKEN_BACK,
        DELETE_PENDING,
    ],
    created: Some(NotificationKind::ORDER_REVIEW),
};

static OUTBOUND: OrderProcess = OrderProcess {
    name: "outbound",
    prefix: "CK",
    noun: "outbound order",
    controller: "warehouse.OutboundOrder",
    page: "warehouse/outboundOrder",
    operations: "outboundOrder",
    number_field: "outbound_order_no",
    operation: None,
    ships: true,
    transfers: false,
    partner: Some(Partner::Customer),
    types: &[
        TypeRow { order_type: OrderType::SALES, code: 10, partner: Some(Partner::Customer) },
        TypeRow { order_type: OrderType::SUPPLIER_RETURN, code: 20, partner: Some(Partner::Supplier) },
        TypeRow { order_type: OrderType::TRANSFER_OUT, code: 30, partner: Some(Partner::Customer) },
    ],
    states: &[
        State { status: OrderStatus::PENDING, code: 0, text: "status.pending", reserves: false },
        State { status: OrderStatus::REVIEWED, code: 1, text: "status.reviewed", reserves: true },
        State { status: OrderStatus::STOCKED, code: 2, text: "status.stocked.outbound", reserves: false },
        State { status: OrderStatus::VOIDED, code: 3, text: "status.voided", reserves: false },
    ],
    begins: OrderStatus::PENDING,
    steps: &[
        EDIT_PENDING,
        Step { summary: "Review an outbound order: reserves its goods", ..REVIEW },
        Step { summary: "Stock out: all that is open, or the named parts", does: Does::Move(Direction::Out), ..MOVE },
        Step { summary: "Take back the review of an outbound order: releases its goods", ..REOPEN },
        Step { summary: "End a partly stocked outbound order: releases the rest", ..END },
        Step { summary: "Void an outbound order that has not moved: releases its goods", ..CANCEL },
        CHANGE_PICKS,
        CORRECT_PARCELS,
        Step { summary: "Take back what an outbound order moved, by a counter-order", ..TAKE_MOVES_BACK },
        CUSTOMER_GIVES_BACK,
        DELETE_PENDING,
    ],
    created: Some(NotificationKind::ORDER_REVIEW),
};

impl OrderKind {
    /// The kind with that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        KINDS.iter().chain(OWNERS).copied().find(|kind| kind.name == name)
    }
}

impl<'de> Deserialize<'de> for OrderKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| D::Error::custom(format_args!("no order kind is called {name}")))
    }
}

/// A name out of the table: read from text, it is one of those that some kind has.
macro_rules! read_name {
    ($name:ident, $what:literal, $rows:ident, $column:ident) => {
        impl $name {
            /// The one with that name, if some kind has it.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                KINDS.iter().flat_map(|kind| kind.process().$rows).map(|row| row.$column).find(|known| known.as_str() == name)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                Self::named(&name).ok_or_else(|| D::Error::custom(format_args!(concat!("no ", $what, " is called {}"), name)))
            }
        }
    };
}

read_name!(OrderStatus, "order status", states, status);
read_name!(OrderType, "order type", types, order_type);

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::order::process::To;

    fn all_differ<T: Eq + std::hash::Hash>(mut values: impl Iterator<Item = T>) -> bool {
        let mut seen = HashSet::new();
        values.all(|value| seen.insert(value))
    }

    #[test]
    fn kinds_differ_in_what_names_them() {
        let names: [fn(&OrderProcess) -> &'static str; 4] = [|kind| kind.name, |kind| kind.prefix, |kind| kind.controller, |kind| kind.page];
        for name in names {
            assert!(all_differ(KINDS.iter().map(|kind| name(kind.process()))));
        }
    }

    #[test]
    fn every_kind_is_sound() {
        for kind in KINDS {
            let known = |status: OrderStatus| kind.state(status).is_some();
            assert!(all_differ(kind.process().states.iter().map(|state| state.status)), "{kind:?}: names of states");
            // Only a transfer's states are told apart by more than their code.
            assert!(kind.transfers || all_differ(kind.process().states.iter().map(|state| state.code)), "{kind:?}: codes of states");
            assert!(all_differ(kind.process().types.iter().map(|row| row.code)), "{kind:?}: codes of types");
            assert!(all_differ(kind.process().steps.iter().map(|step| step.name)), "{kind:?}: names of steps");
            assert!(known(kind.begins), "{kind:?}: where it begins");
            // A new order is written without its warehouse, and so is a deletion of many.
            assert!(!kind.reserves(kind.begins), "{kind:?}: reserves before it has a number");
            for step in kind.process().steps {
                let to = match step.to {
                    To::Same => vec![],
                    To::State(status) | To::WhenAllMoved(status) | To::WhenSettled(status) => vec![status],
                    To::InTransit { on, settled } => vec![on, settled],
                };
                assert!(step.from.iter().copied().chain(to).all(known), "{kind:?} {}: an unknown state", step.name);
                let unheld = !step.from.iter().any(|status| kind.reserves(*status));
                assert!(unheld || !matches!(step.does, Does::Delete | Does::Edit), "{kind:?} {}: changes what is reserved", step.name);
            }
        }
    }

    #[test]
    fn names_are_read_back_and_unknown_ones_are_refused() {
        for kind in KINDS {
            assert_eq!(serde_json::from_str::<OrderKind>(&serde_json::to_string(kind).unwrap()).unwrap(), *kind);
            for state in kind.process().states {
                assert_eq!(serde_json::from_value::<OrderStatus>(state.status.as_str().into()).unwrap(), state.status);
            }
            for row in kind.process().types {
                assert_eq!(serde_json::from_value::<OrderType>(row.order_type.as_str().into()).unwrap(), row.order_type);
            }
        }
        assert!(serde_json::from_str::<OrderKind>("\"sideways\"").is_err());
        assert!(serde_json::from_str::<OrderStatus>("\"lost\"").is_err());
        assert!(serde_json::from_str::<OrderType>("\"gift\"").is_err());
    }
}
