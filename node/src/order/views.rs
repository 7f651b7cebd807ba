//! What is answered about orders: one with its lines and history, and what a change did.

use actors::store::StoreError;
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::{OrderDone, OrderKind};
use entrepot_store::order::rows::{EventRow, OrderDetail, OrderHead};
use entrepot_store::scope::Scope;
use poem_openapi::Object;

use super::beside_views::{BesideView, EventAdmin};
use super::fields::{OrderFields, code, numbered};
use super::line_views::OrderLineView;
use super::papers::shows_prices;
use crate::http::views::Named;

/// One order with its lines and its history.
#[derive(Clone, Debug, Object)]
pub struct OrderView {
    #[oai(flatten)]
    pub fields: OrderFields,
    pub lines: Vec<OrderLineView>,
    /// Oldest first.
    pub history: Vec<OrderEvent>,
    #[oai(flatten)]
    pub beside: BesideView,
}

impl OrderView {
    /// An order as it is shown.
    pub fn new(kind: OrderKind, order: &OrderDetail) -> Result<Self, StoreError> {
        let fields = OrderFields::new(kind, &order.head, Quantity(order.stocked_quantity()), order.lines.len() as u64)?;
        let moved = order.lines.iter().filter(|line| line.stocked == line.quantity).count() as u64;
        Ok(Self {
            fields: OrderFields { moved_lines: moved, unit: order.unit().map(|name| Named { name: name.to_owned() }), ..fields },
            lines: order.lines.iter().map(|line| OrderLineView::new(kind, line, &order.head)).collect(),
            history: order.history.iter().map(|event| OrderEvent::new(kind, event)).collect::<Result<_, _>>()?,
            beside: BesideView::new(kind, order),
        })
    }

    /// Leaves out the places of a transfer's side that is not within the scope ([`OrderFields::hide_other_side`]), of its lines
    /// too.
    pub fn hide_other_side(&mut self, head: &OrderHead, scope: &Scope) {
        self.fields.hide_other_side(head, scope);
        let Some(part) = &head.transfer else { return };
        let (source, target) = (scope.reaches(head.warehouse, head.created_by), scope.reaches(part.target.0, head.created_by));
        // Picks that were changed by hand name places of the source.
        if !source {
            self.beside.swaps.iter_mut().for_each(Vec::clear);
        }
        for line in &mut self.lines {
            if !source {
                (line.warehouses_areas_id, line.warehouses_shelves_id, line.area, line.shelf) = (None, None, None, None);
            }
            if !target {
                (line.target_warehouses_areas_id, line.target_warehouses_shelves_id, line.target_area, line.target_shelf) = (None, None, None, None);
            }
        }
    }

    /// Leaves out what its goods cost, for those who may not see it.
    pub fn hide_prices(&mut self, kind: OrderKind, head: &OrderHead, sees_cost: bool) {
        self.fields.hide_prices(kind, head, sees_cost);
        if !shows_prices(kind, head.order_type, sees_cost) {
            self.lines.iter_mut().for_each(|line| (line.unit_price, line.total_price) = (None, None));
        }
        if !sees_cost {
            self.beside.hide_costs();
        }
    }

    /// What an order of a kind is shown with before it is one.
    pub fn blank(kind: OrderKind) -> Result<Self, StoreError> {
        let order_type = kind.types.first().map(|row| row.order_type);
        let head = OrderHead {
            id: 0,
            number: String::new(),
            reference: String::new(),
            warehouse: 0,
            warehouse_row: None,
            partner: None,
            partner_row: None,
            order_type: order_type.ok_or_else(|| StoreError::Corrupt(format!("the kind {kind:?} has no types")))?,
            status: kind.begins,
            total_amount: Amount::ZERO,
            total_quantity: Quantity::ZERO,
            remark: String::new(),
            business_date: String::new(),
            admin: 0,
            admin_row: None,
            created_by: 0,
            created_by_row: None,
            audited_by: None,
            audited_by_row: None,
            shipment: None,
            origin: None,
            version: 0,
            created_at: 0,
            updated_at: 0,
            deleted_at: None,
            transfer: None,
            shop: None,
            target_row: None,
            source_area_row: None,
            target_area_row: None,
        };
        Ok(Self {
            fields: OrderFields { allowed: vec![], ..OrderFields::new(kind, &head, Quantity::ZERO, 0)? },
            lines: vec![],
            history: vec![],
            beside: BesideView::blank(kind),
        })
    }
}

/// One order.
#[derive(Clone, Debug, Object)]
pub struct OrderRow {
    pub row: OrderView,
}

/// What happened to an order.
#[derive(Clone, Debug, Object)]
pub struct OrderEvent {
    /// Unix seconds.
    pub at: i64,
    pub admin: EventAdmin,
    pub action: String,
    #[oai(nullable)]
    pub reason: Option<String>,
    /// A super administrator did what the rules ask of another person.
    pub overruled: bool,
    /// The status before; nothing for a new order.
    #[oai(nullable)]
    pub from: Option<i64>,
    pub to: i64,
}

impl OrderEvent {
    fn new(kind: OrderKind, event: &EventRow) -> Result<Self, StoreError> {
        Ok(Self {
            at: event.at / 1_000,
            admin: EventAdmin { id: event.admin, nickname: event.nickname.clone() },
            action: event.action.clone(),
            reason: event.reason.clone(),
            overruled: event.overruled,
            from: event.from.map(|status| code(kind, status)).transpose()?,
            to: code(kind, event.to)?,
        })
    }
}

/// What a change did to an order.
#[derive(Clone, Debug, Object)]
pub struct OrderChanged {
    pub id: i64,
    /// Of inbound orders.
    #[oai(skip_serializing_if_is_none)]
    pub inbound_order_no: Option<String>,
    /// Of outbound orders.
    #[oai(skip_serializing_if_is_none)]
    pub outbound_order_no: Option<String>,
    /// Of adjustments.
    #[oai(skip_serializing_if_is_none)]
    pub adjustment_order_no: Option<String>,
    /// Of transfer orders.
    #[oai(skip_serializing_if_is_none)]
    pub transfer_order_no: Option<String>,
    pub status: i64,
    pub version: i64,
    /// The actions that the new state allows, and the caller may take in the order's warehouses.
    pub allowed: Vec<String>,
    /// The same was asked before, and this is what it did then.
    pub repeated: bool,
}

impl OrderChanged {
    /// What was done to an order.
    pub fn new(kind: OrderKind, done: OrderDone) -> Result<Self, StoreError> {
        Ok(Self {
            id: done.id.0,
            inbound_order_no: numbered(kind, "inbound_order_no", &done.number),
            outbound_order_no: numbered(kind, "outbound_order_no", &done.number),
            adjustment_order_no: numbered(kind, "adjustment_order_no", &done.number),
            transfer_order_no: numbered(kind, "transfer_order_no", &done.number),
            status: code(kind, done.status)?,
            version: done.version,
            allowed: done.allowed,
            repeated: done.repeated,
        })
    }
}
