//! What the rules of orders have to know of the world: facts about the rows that an order refers to, and what a step asks
//! for. The store reads them ([`super::port`]).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bus_schemas::ids::{AreaId, CarrierId, OrderId, PartnerId, ProductId, UnitId, WarehouseId};
use bus_schemas::number::{Amount, Cost, Price, Quantity};
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::order::{Order, OrderDraft, OrderKind};
use bus_schemas::warehouse::Place;
use rust_decimal::Decimal;

use super::costs::Came;
use super::units::{OtherUnit, UnitFacts};
use crate::dates::Month;

/// Whether goods that come in have a batch number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BatchUse {
    #[default]
    Optional,
    Required,
    /// The product is kept without batches.
    None,
}

impl BatchUse {
    /// The meaning of a code on the wire and in the database.
    #[must_use]
    pub const fn from_code(code: i64) -> Self {
        match code {
            1 => Self::Required,
            2 => Self::None,
            _ => Self::Optional,
        }
    }
}

/// What a product says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchRules {
    pub batch: BatchUse,
    /// From the produce date to the expiry date; 0: the product does not say.
    pub shelf_life_days: u32,
}

/// What an order moved with one of its lines, as the ledger has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMovement {
    /// The ledger row, in the order's warehouse.
    pub sequence: i64,
    pub line: u32,
    pub place: Place,
    /// Signed change of on hand.
    pub moved: Quantity,
    pub unit_cost: Cost,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
}

/// Facts about the rows an order refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFacts {
    /// The warehouse is in use.
    pub warehouse: bool,
    /// The partner is in use, or none was named.
    pub partner: bool,
    /// The person in charge has an enabled account.
    pub admin: bool,
    /// Products that are in use, with their unit.
    pub products: HashMap<ProductId, UnitFacts>,
    /// Of the other units that lines are entered in, those that their products have and that are in use.
    pub units: HashMap<(ProductId, UnitId), OtherUnit>,
    /// What they say of their batches. Those that say nothing may be missing.
    pub batches: HashMap<ProductId, BatchRules>,
    /// Of the products that were asked for, those that may not go below zero in the order's warehouse.
    pub never_below_zero: HashSet<ProductId>,
    /// Days that goods for the order's customer must keep from the day on which they leave.
    pub life_days: u32,
    /// Their prices.
    pub prices: HashMap<ProductId, Price>,
    /// Of the products that were asked for: their average cost in a warehouse, or the price of those that have none there.
    pub costs: HashMap<ProductId, Cost>,
    /// Decimals that quantities may have, of the units that were asked for.
    pub decimals: HashMap<UnitId, u32>,
    /// Of the areas that were asked for, those of the warehouse that are in use.
    pub areas: HashSet<i64>,
    /// Of the areas that were asked for, those of the warehouse for damaged goods or goods to inspect, in use or not.
    pub held_areas: HashSet<i64>,
    /// Of the shelves that were asked for, those of the warehouse that are in use, with their area.
    pub shelves: HashMap<i64, i64>,
    /// Of a transfer: the warehouse that its goods go to is in use.
    pub target: bool,
    /// Of the areas and shelves that were asked for, those of that warehouse that are in use.
    pub target_areas: HashSet<i64>,
    pub target_shelves: HashMap<i64, i64>,
    /// The order's warehouse asks for another person to review than those who wrote.
    pub four_eyes: bool,
    /// The order that reservations are taken over from, or whose goods had come back or go back to their supplier.
    pub other: Option<Box<Order>>,
    pub rules: WarehouseRules,
    /// Of the carriers that were named, those in use.
    pub carriers: HashSet<CarrierId>,
    /// What the order has moved, oldest first.
    pub moves: Vec<LineMovement>,
    /// The area of the warehouse where goods wait for inspection, if it has one.
    pub inspect: Option<AreaId>,
    /// Receipts of the source by their sequence there: the last sequence that the target had when they came.
    pub turns: BTreeMap<i64, i64>,
    /// How much is free at the places that were asked for.
    pub free: HashMap<Place, Quantity>,
    /// The id of an order that is made of this one.
    pub next: Option<OrderId>,
    /// What has come of the order's products since its first goods came, oldest first, up to the ledger row `as_of`.
    pub came: Vec<Came>,
    pub as_of: i64,
    /// Of the added cost that was asked for: what the ledger has of it, line by line.
    pub added: BTreeMap<u32, AddedShare>,
}

/// What of a cost of a line was put onto goods that were there, and what was used with goods that had left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedShare {
    pub kept: Amount,
    pub used: Amount,
}

/// Days that a business date may lie back, where a warehouse does not say.
pub const BACKDATE_DAYS: u32 = 7;

/// What a warehouse says of its orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarehouseRules {
    /// How much more than ordered may come in, in percent.
    pub over_receipt: Decimal,
    /// Days that a business date may lie back.
    pub backdate_days: u32,
    /// The last month whose books are closed.
    pub closed: Option<Month>,
    /// From this worth on, another person must review.
    pub four_eyes_from: Option<Amount>,
}

impl Default for WarehouseRules {
    fn default() -> Self {
        Self { over_receipt: Decimal::ZERO, backdate_days: BACKDATE_DAYS, closed: None, four_eyes_from: None }
    }
}

/// What a step has to know of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepNeeds {
    /// The rows that this draft of an order of a kind refers to.
    pub references: Option<(OrderKind, Box<OrderDraft>)>,
    /// The rules of this warehouse.
    pub warehouse: Option<WarehouseId>,
    /// Which of these products may not go below zero in this warehouse.
    pub never_below_zero: Option<(WarehouseId, BTreeSet<ProductId>)>,
    /// How long goods for this customer must keep.
    pub customer: Option<PartnerId>,
    /// Whether the warehouse asks for another person to review orders of this kind.
    pub review: Option<OrderKind>,
    /// What these products cost in this warehouse, if it asks for another person from an amount on.
    pub costs: Option<(WarehouseId, BTreeSet<ProductId>)>,
    /// Whether these carriers are in use.
    pub carriers: Vec<CarrierId>,
    /// Decimals that quantities in these units may have.
    pub units: BTreeSet<UnitId>,
    /// What this order has moved.
    pub moves: Option<OrderId>,
    /// How much is free in this warehouse, at the places of what the order has moved.
    pub free: Option<WarehouseId>,
    /// The order whose goods came back, or go back to their supplier, with this one.
    pub returned_of: Option<(OrderKind, OrderId)>,
    /// An id for a new order.
    pub creates: bool,
    /// Where goods wait for inspection in this warehouse: in that area, if they do.
    pub inspect: Option<ReturnTarget>,
    /// How old goods in transit are for the warehouse that they go to.
    pub turns: Option<TurnsAsked>,
    /// What has come of the order's products in this warehouse since its first goods came. Its moves are asked for as well.
    pub came: Option<WarehouseId>,
    /// What the ledger has of the cost of this order with this number.
    pub added: Option<(OrderId, u32)>,
}

/// Receipts of one warehouse that goods in transit came with, to be placed among those of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnsAsked {
    pub source: WarehouseId,
    pub target: WarehouseId,
    /// Sequences of the source.
    pub receipts: BTreeSet<i64>,
}
