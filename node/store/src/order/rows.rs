//! Orders as lists and pages show them: the stored order, with names of what it refers to.

use std::collections::BTreeMap;

use bus_schemas::number::{Amount, Price, Quantity};
use bus_schemas::order::costs::AddedCost;
use bus_schemas::order::details::Swap;
use bus_schemas::order::process::{ADD, At, EDIT};
use bus_schemas::order::units::EnteredQuantity;
use bus_schemas::order::{LineMove, LineTransit, OrderKind, OrderLink, OrderStatus, OrderType, Shipment, ShopLink, TransferPart};
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::identity::rights::Rights;
use crate::order::product_units::ProductUnit;
use crate::scope::Scope;

/// What a row that is referred to is called.
#[derive(Clone, Debug, Deserialize)]
pub struct Named {
    /// Nothing where there is no such row any more.
    pub name: Option<String>,
}

/// What an administrator who is referred to is called.
#[derive(Clone, Debug, Deserialize)]
pub struct Nicknamed {
    pub nickname: Option<String>,
}

/// What a list and a page show of an order alike.
#[derive(Clone, Debug, Deserialize)]
pub struct OrderHead {
    pub id: i64,
    pub number: String,
    pub reference: String,
    pub warehouse: i64,
    pub warehouse_row: Option<Named>,
    pub partner: Option<i64>,
    pub partner_row: Option<Named>,
    pub order_type: OrderType,
    pub status: OrderStatus,
    pub total_amount: Amount,
    pub total_quantity: Quantity,
    pub remark: String,
    pub business_date: String,
    pub admin: i64,
    pub admin_row: Option<Nicknamed>,
    pub created_by: i64,
    pub created_by_row: Option<Nicknamed>,
    pub audited_by: Option<i64>,
    pub audited_by_row: Option<Nicknamed>,
    #[serde(default)]
    pub shipment: Option<Shipment>,
    #[serde(default)]
    pub origin: Option<OrderLink>,
    pub version: i64,
    /// Unix milliseconds.
    pub created_at: i64,
    pub updated_at: i64,
    pub deleted_at: Option<i64>,
    /// Of a transfer.
    pub transfer: Option<TransferPart>,
    pub shop: Option<ShopLink>,
    pub target_row: Option<Named>,
    pub source_area_row: Option<Named>,
    pub target_area_row: Option<Named>,
}

impl OrderHead {
    /// The partner's own number; empty where it has none, for which the order's number is kept.
    #[must_use]
    pub fn own_reference(&self) -> &str {
        if self.reference == self.number { "" } else { &self.reference }
    }

    /// The warehouses that it concerns.
    pub fn sides(&self) -> impl Iterator<Item = i64> + use<> {
        std::iter::once(self.warehouse).chain(self.transfer.as_ref().map(|transfer| transfer.target.0))
    }
}

/// The warehouses that an order concerns, and who created it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct OrderSides {
    pub warehouse: i64,
    /// Of a transfer.
    pub target: Option<i64>,
    pub created_by: i64,
}

impl OrderSides {
    /// Whether either side is within a scope.
    #[must_use]
    pub fn reached(&self, scope: &Scope) -> bool {
        std::iter::once(self.warehouse).chain(self.target).any(|warehouse| scope.reaches(warehouse, self.created_by))
    }

    /// Whether somebody may take an action on it in the warehouse where it is taken. Whether they hold its node is not asked.
    #[must_use]
    pub fn permit(&self, kind: OrderKind, action: &str, admin: i64, rights: &Rights) -> bool {
        let at = kind.step(action).map_or(At::Source, |step| step.at);
        let target = self.target.filter(|_| at == At::Target);
        let permitted = rights.permits_on(&kind.node(action), target.unwrap_or(self.warehouse), self.created_by);
        permitted || (action == EDIT && self.is_authors(kind, admin, rights))
    }

    /// Whether somebody made it who may add orders where it is: they may edit it while it is pending, also without the
    /// permission to edit.
    #[must_use]
    pub fn is_authors(&self, kind: OrderKind, admin: i64, rights: &Rights) -> bool {
        let add = kind.node(ADD);
        self.created_by == admin && rights.holds(&add) && rights.permits_on(&add, self.warehouse, self.created_by)
    }
}

/// An order in a list.
#[derive(Clone, Debug, Deserialize)]
pub struct ListedOrder {
    #[serde(flatten)]
    pub head: OrderHead,
    pub line_count: u64,
    /// Of how many lines all has moved.
    pub moved_lines: u64,
    /// How much of its lines has moved.
    pub stocked_quantity: Decimal,
    /// The units of its lines' products.
    pub line_units: Vec<Option<i64>>,
    /// The name of the unit, where it is one.
    #[serde(skip)]
    pub unit: Option<String>,
}

/// One order, whole.
#[derive(Clone, Debug, Deserialize)]
pub struct OrderDetail {
    #[serde(flatten)]
    pub head: OrderHead,
    pub lines: Vec<LineRow>,
    /// Oldest first.
    pub history: Vec<EventRow>,
    /// Orders that were made of it.
    #[serde(default)]
    pub made: Vec<OrderLink>,
    /// Picks that were changed by hand, oldest first.
    #[serde(default)]
    pub swaps: Vec<Swap>,
    /// What its goods cost beside their price, oldest first.
    #[serde(default)]
    pub costs: Vec<AddedCost>,
    /// Names of what the order refers to beside.
    #[serde(skip)]
    pub related: RelatedNames,
}

/// Names by id.
pub type Names = BTreeMap<i64, String>;

/// Names of what an order refers to beside its head and lines.
#[derive(Clone, Debug, Default)]
pub struct RelatedNames {
    /// Numbers of the orders it is linked with.
    pub orders: Names,
    pub carriers: Names,
    pub areas: Names,
    pub shelves: Names,
    pub admins: Names,
}

impl OrderDetail {
    /// How much of its lines has moved.
    #[must_use]
    pub fn stocked_quantity(&self) -> Decimal {
        self.lines.iter().map(|line| line.stocked.0).sum()
    }

    /// The name of the unit that all its lines have.
    #[must_use]
    pub fn unit(&self) -> Option<&str> {
        let unit = self.lines.first()?.product_row.as_ref()?;
        let same = |line: &LineRow| line.product_row.as_ref().is_some_and(|product| product.unit_id == unit.unit_id);
        self.lines.iter().all(same).then_some(unit.unit.as_ref()?.name.as_str())
    }
}

/// A line of an order.
#[derive(Clone, Debug, Deserialize)]
pub struct LineRow {
    pub line: u32,
    pub product: i64,
    pub product_row: Option<LineProduct>,
    pub area: Option<i64>,
    pub area_row: Option<Named>,
    pub shelf: Option<i64>,
    pub shelf_row: Option<Named>,
    pub quantity: Quantity,
    #[serde(default)]
    pub entered: Option<EnteredQuantity>,
    /// Of the unit that it was entered in.
    pub entered_row: Option<LineUnit>,
    /// What else the product may be entered in.
    #[serde(skip)]
    pub units: Vec<ProductUnit>,
    pub price: Price,
    pub total: Amount,
    pub batch: Option<String>,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    pub stocked: Quantity,
    /// Of an adjustment, where it differs from the order's type.
    pub reason: Option<OrderType>,
    /// Of a transfer.
    pub transit: Option<LineTransit>,
    #[serde(default)]
    pub moves: Vec<LineMove>,
    pub target_area_row: Option<Named>,
    pub target_shelf_row: Option<Named>,
    #[serde(default)]
    pub reversed: Quantity,
}

/// The product of a line.
#[derive(Clone, Debug, Deserialize)]
pub struct LineProduct {
    pub product_no: String,
    pub name: String,
    pub spec: Option<String>,
    pub unit_id: i64,
    pub unit: Option<LineUnit>,
    pub batch_use: i64,
    pub shelf_life_days: i64,
}

#[derive(Clone, Debug, Deserialize)]
pub struct LineUnit {
    pub name: String,
    pub decimals: i64,
}

/// An entry of the history.
#[derive(Clone, Debug, Deserialize)]
pub struct EventRow {
    /// Unix milliseconds.
    pub at: i64,
    pub admin: i64,
    pub nickname: Option<String>,
    pub action: String,
    pub from: Option<OrderStatus>,
    pub to: OrderStatus,
    pub reason: Option<String>,
    #[serde(default)]
    pub overruled: bool,
}

/// A page of orders.
#[derive(Clone, Debug)]
pub struct OrderPage {
    pub list: Vec<ListedOrder>,
    /// Over all pages.
    pub total: i64,
}
