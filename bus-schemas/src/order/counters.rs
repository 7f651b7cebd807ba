//! Which kind of order takes back what an order moved.

use super::process::{OrderKind, OrderType};

/// The kind and type of the orders that take back what orders of a kind moved. Kinds that are not here can't be reversed.
const COUNTERS: &[(OrderKind, OrderKind, Option<OrderType>)] = &[
    (OrderKind::INBOUND, OrderKind::OUTBOUND, Some(OrderType::SUPPLIER_RETURN)),
    (OrderKind::OUTBOUND, OrderKind::INBOUND, Some(OrderType::CUSTOMER_RETURN)),
    // Of the type of the order that is taken back.
    (OrderKind::ADJUSTMENT, OrderKind::ADJUSTMENT, None),
    (OrderKind::TRANSFER, OrderKind::TRANSFER, None),
];

/// Types of orders that expired goods may leave with.
const TAKES_EXPIRED: &[OrderType] = &[OrderType::SUPPLIER_RETURN];

impl OrderKind {
    /// What takes back the movements of an order of this kind and a type.
    #[must_use]
    pub fn counter(self, of_type: OrderType) -> Option<(Self, OrderType)> {
        COUNTERS.iter().find(|(of, ..)| *of == self).map(|(_, kind, order_type)| (*kind, order_type.unwrap_or(of_type)))
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
