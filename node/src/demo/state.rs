//! The company while it is being made: what its orders refer to.

use std::collections::HashMap;

use actors::system::System;
use bus_schemas::ids::{AdminId, AreaId, OrderId, PartnerId, ProductId, ShelfId, WarehouseId};
use chrono::NaiveDate;
use rust_decimal::Decimal;

use super::calendar::Calendar;
use super::words::Words;

/// The company, as far as it is made.
pub(super) struct Company<'a> {
    /// Actors of its own, by whose clock the past is written.
    pub system: &'a System,
    pub calendar: &'a Calendar,
    /// The language of all texts.
    pub words: Words,
    pub admin: AdminId,
    pub today: NaiveDate,
    pub now: i64,
    /// Counts.
    pub clerk: AdminId,
    pub warehouses: Vec<DemoWarehouse>,
    pub suppliers: Vec<PartnerId>,
    pub customers: Vec<PartnerId>,
    /// Product, unit, price.
    pub products: Vec<(ProductId, Decimal)>,
    /// Cartons: product (position), unit, how many of the product's own are in one.
    pub boxes: Vec<(usize, i64, Decimal)>,
    /// Transfers that have left, by the number of their plan.
    pub transfers: HashMap<usize, OrderId>,
    /// What the shop's orders are made of.
    pub shop: OpenShop,
    /// Of the next order.
    pub remark: &'static str,
    pub orders: usize,
}

/// A warehouse of the company.
pub(super) struct DemoWarehouse {
    pub id: WarehouseId,
    /// Where goods are kept.
    pub shelves: Vec<(AreaId, ShelfId)>,
    pub inspect: Option<AreaId>,
    pub damaged: Option<AreaId>,
}

/// The open shop, as its orders need it.
#[derive(Default)]
pub(super) struct OpenShop {
    /// SKUs of the goods in their order, each in the order of its pieces.
    pub skus: Vec<Vec<i64>>,
    /// With an address each.
    pub members: Vec<(i64, i64)>,
    /// A delivery company with its carrier.
    pub company: (i64, i64),
    /// Where goods come back to.
    pub returns: i64,
    /// Coupons that members have taken.
    pub coupons: Vec<i64>,
    /// Packages of recharges.
    pub packages: Vec<i64>,
    /// Orders of stories.
    pub orders: HashMap<usize, OrderId>,
}

impl Company<'_> {
    /// Where a product is kept.
    pub(super) fn shelf_of(&self, warehouse: usize, product: ProductId) -> (AreaId, ShelfId) {
        let position = self.products.iter().position(|(known, _)| *known == product).unwrap_or(0);
        let shelves = &self.warehouses[warehouse].shelves;
        shelves[position % shelves.len()]
    }
}
