//! The store as a shop order's actor needs it.

use async_trait::async_trait;
use bus_schemas::ids::OrderId;
use bus_schemas::notification::Announcement;
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::shop::command::{ShopDone, ShopKey};
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::ShopWrite;

use super::plan::AvailableQuantities;
use crate::store::StoreError;

/// What refuses a write beside the order's version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The balance is too small.
    Money,
    Score,
    /// The coupon is not in the state before.
    Coupon,
    /// More than a member may buy of these goods.
    Limit(i64),
    /// Less is left of this SKU.
    Count(i64),
    /// The order is placed, or what was taken for it was given back.
    Placing,
    /// The same cause has an entry already.
    Cause,
    /// The payment is not in the state before, or its transaction was booked.
    Payment,
    /// The member's account is gone.
    Member,
}

/// Why a shop order was not written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ShopWriteError {
    /// The stored version is not the previous one.
    #[error("the order has changed")]
    Changed,
    /// The command was done before.
    #[error("the command was done before")]
    CommandTaken,
    #[error("refused: {0:?}")]
    Guarded(Guard),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An order whose placing was begun and has not ended.
#[derive(Clone, Debug)]
pub struct Begun {
    /// As it was to be placed.
    pub order: ShopOrder,
    /// What was taken of the member is given back; what is held for it is still to be released.
    pub undone: bool,
}

/// The store of shop orders.
#[async_trait]
pub trait ShopStore: Send + Sync + 'static {
    /// The next free id; orders of warehouses and of the shop share one number space.
    async fn next_id(&self) -> Result<OrderId, StoreError>;

    async fn load(&self, order: OrderId) -> Result<Option<ShopOrder>, StoreError>;

    /// An order that is being placed, if what was taken and held for it is neither used nor given back.
    async fn placing(&self, order: OrderId) -> Result<Option<Begun>, StoreError>;

    /// Writes the next version with all that goes with it, in one transaction.
    async fn write(&self, write: &ShopWrite) -> Result<Vec<Announcement>, ShopWriteError>;

    /// What a command did, also when a warehouse's batch wrote it.
    async fn find_command(&self, key: &ShopKey) -> Result<Option<ShopDone>, StoreError>;

    /// What is available of an order's products in their warehouses, of goods that keep as long as it promises: what is
    /// remembered of it, or what is there now.
    async fn available(&self, order: &ShopOrder, today: &str, now: bool) -> Result<AvailableQuantities, StoreError>;

    /// Where goods come in that are sent back to one of our addresses; nothing where it does not say.
    async fn return_place(&self, address: i64) -> Result<Option<ReturnTarget>, StoreError>;

    /// Orders that somebody has to look at, and those whose placing was begun before `since` and neither ended nor was
    /// undone to the end.
    async fn due(&self, now: i64, since: i64, most: usize) -> Result<Vec<OrderId>, StoreError>;
}

/// The store of a node that has no shop.
#[derive(Clone, Copy, Debug)]
pub struct NoShop;

impl NoShop {
    fn none<T>() -> Result<T, StoreError> {
        Err(StoreError::Unavailable("there is no shop".into()))
    }
}

#[async_trait]
impl ShopStore for NoShop {
    async fn next_id(&self) -> Result<OrderId, StoreError> {
        Self::none()
    }

    async fn load(&self, _: OrderId) -> Result<Option<ShopOrder>, StoreError> {
        Self::none()
    }

    async fn placing(&self, _: OrderId) -> Result<Option<Begun>, StoreError> {
        Self::none()
    }

    async fn write(&self, _: &ShopWrite) -> Result<Vec<Announcement>, ShopWriteError> {
        Ok(Self::none()?)
    }

    async fn find_command(&self, _: &ShopKey) -> Result<Option<ShopDone>, StoreError> {
        Self::none()
    }

    async fn available(&self, _: &ShopOrder, _: &str, _: bool) -> Result<AvailableQuantities, StoreError> {
        Self::none()
    }

    async fn return_place(&self, _: i64) -> Result<Option<ReturnTarget>, StoreError> {
        Self::none()
    }

    async fn due(&self, _: i64, _: i64, _: usize) -> Result<Vec<OrderId>, StoreError> {
        Self::none()
    }
}
