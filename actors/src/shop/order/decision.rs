//! What comes of a command to a shop order: its next version, and what goes with it.

use bus_schemas::ids::OrderId;
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::ShopWrite;

/// Longest reason, remark or address, in characters.
pub const TEXT_MAX: usize = 200;

/// What a warehouse does in the same transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WarehouseEffect {
    /// Gives back what is held for a parcel.
    Release { parcel: u32 },
    /// Voids a parcel's outbound order.
    Void { parcel: u32 },
    /// Sends a parcel: its outbound order is stocked out.
    Ship { parcel: u32, of: OrderId },
    /// Mends the carrier and the number of a parcel that has left in its outbound order.
    Mend { parcel: u32, of: OrderId },
}

/// The consequences of a command.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The order's next version and all that is written with it.
    pub write: ShopWrite,
    pub through: Option<WarehouseEffect>,
    /// The number of the refund that it is about.
    pub refund: Option<u32>,
}

impl Decision {
    pub(super) const fn of(order: ShopOrder) -> Self {
        Self { write: ShopWrite::of(order), through: None, refund: None }
    }
}
