//! Which kind of order takes back what an order moved.

use super::process::{OrderKind, OrderType};

/// The kind and type of the orders that take back what orders of a kind moved. Kinds that are not here can't be reversed.
const COUNTERS: &[(OrderKind, OrderKind, OrderType)] =
    &[(OrderKind::INBOUND, OrderKind::OUTBOUND, OrderType::SUPPLIER_RETURN), (OrderKind::OUTBOUND, OrderKind::INBOUND, OrderType::CUSTOMER_RETURN)];

/// Types of orders that expired goods may leave with.
const TAKES_EXPIRED: &[OrderType] = &[OrderType::SUPPLIER_RETURN];

impl OrderKind {
    /// What takes back the movements of an order of this kind.
    #[must_use]
    pub fn counter(self) -> Option<(Self, OrderType)> {
        COUNTERS.iter().find(|(of, ..)| *of == self).map(|(_, kind, order_type)| (*kind, *order_type))
    }
}

impl OrderType {
    /// Whether expired goods may leave with an order of this type, even without the right to send expired goods.
    #[must_use]
    pub fn takes_expired(self) -> bool {
        TAKES_EXPIRED.contains(&self)
    }

    /// Whether goods of this type had left before, so that what they cost is no price of today.
    #[must_use]
    pub fn comes_back(self) -> bool {
        self == Self::CUSTOMER_RETURN
    }
}
