//! What is answered about orders. One type serves every kind: the fields that only some kinds have are left out of the
//! others' rows.

use actors::order::state::allowed_in;
use actors::store::StoreError;
use bus_schemas::ids::WarehouseId;
use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::process::{Partner, Progress};
use bus_schemas::order::{OrderDone, OrderKind, OrderStatus, TransferPart};
use entrepot_store::identity::rights::Rights;
use entrepot_store::order::rows::{self, EventRow, LineRow, ListedOrder, OrderDetail, OrderHead, OrderSides};
use entrepot_store::scope::Scope;
use poem_openapi::Object;
use poem_openapi::types::MaybeUndefined;

use super::beside_views::{BesideView, EventAdmin};
use crate::http::views::{DecimalText, Named};
use crate::inventory::unit_views::ProductUnitView;

use super::transit_views::{LineTransitView, TransitSums};

/// An administrator who is referred to.
#[derive(Clone, Debug, Object)]
pub struct OrderAdmin {
    /// Nothing where there is no such account any more.
    pub nickname: Option<String>,
}

/// What every answer about an order says of it.
#[derive(Clone, Debug, Object)]
pub struct OrderFields {
    pub id: i64,
    /// Of inbound orders: the number that the system gave.
    #[oai(skip_serializing_if_is_none)]
    pub inbound_order_no: Option<String>,
    /// Of outbound orders: the number that the system gave.
    #[oai(skip_serializing_if_is_none)]
    pub outbound_order_no: Option<String>,
    /// Of adjustments: the number that the system gave.
    #[oai(skip_serializing_if_is_none)]
    pub adjustment_order_no: Option<String>,
    /// Of transfer orders: the number that the system gave.
    #[oai(skip_serializing_if_is_none)]
    pub transfer_order_no: Option<String>,
    /// The partner's own number; the system's where none was typed.
    pub order_no: String,
    /// Of kinds that have a supplier.
    pub supplier_id: MaybeUndefined<i64>,
    pub supplier: MaybeUndefined<Named>,
    /// Of kinds that have a customer.
    pub customer_id: MaybeUndefined<i64>,
    pub customer: MaybeUndefined<Named>,
    pub warehouses_id: i64,
    pub warehouses: Option<Named>,
    /// Of a transfer: where its goods come from and go.
    #[oai(skip_serializing_if_is_none)]
    pub source_warehouses_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub source_warehouses_areas_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub source_area: Option<Named>,
    #[oai(skip_serializing_if_is_none)]
    pub target_warehouses_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub target_warehouses: Option<Named>,
    #[oai(skip_serializing_if_is_none)]
    pub target_warehouses_areas_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub target_area: Option<Named>,
    /// Of a transfer: 0 nothing has left, 1 partly shipped, 2 in transit, 3 partly received, 4 settled.
    #[oai(skip_serializing_if_is_none)]
    pub transit_status: Option<i64>,
    /// Of a transfer: where its goods are.
    #[oai(skip_serializing_if_is_none)]
    pub transit: Option<TransitSums>,
    /// Inbound: 10 purchase, 20 production, 30 return. Outbound: 10 sales, 20 return, 30 transfer out. Adjustment: 10
    /// damage, 20 loss, 30 sample, 40 found, 50 opening stock. Transfer: 10 between warehouses, 20 within one.
    #[oai(rename = "type")]
    pub order_type: i64,
    /// 0 pending review, 1 reviewed, 2 stocked, 3 voided.
    pub status: i64,
    pub total_amount: DecimalText,
    pub total_quantity: DecimalText,
    /// Of a transfer: the same.
    #[oai(skip_serializing_if_is_none)]
    pub quantity: Option<DecimalText>,
    /// How much of it has moved.
    pub stocked_quantity: DecimalText,
    pub line_count: u64,
    pub remark: String,
    /// `YYYY-MM-DD`
    pub business_date: String,
    /// Who is in charge.
    pub admin_id: i64,
    pub admin: Option<OrderAdmin>,
    pub create_admin_id: i64,
    #[oai(rename = "createAdmin")]
    pub create_admin: Option<OrderAdmin>,
    pub audit_admin_id: Option<i64>,
    #[oai(rename = "auditAdmin")]
    pub audit_admin: Option<OrderAdmin>,
    /// Unix seconds.
    pub create_time: i64,
    /// Unix seconds.
    pub update_time: i64,
    /// Unix seconds.
    pub delete_time: Option<i64>,
    /// Rises by one with every change. Sent back, it guards against changes in between.
    pub version: i64,
    /// The actions that its state allows.
    pub allowed: Vec<String>,
    /// Of kinds that are shipped: 0 none needed, 1 to be shipped, 2 shipped.
    #[oai(skip_serializing_if_is_none)]
    pub shipment_status: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub courier_number: Option<String>,
    pub carrier_id: MaybeUndefined<i64>,
    /// Unix seconds.
    pub shipment_time: MaybeUndefined<i64>,
    /// The shop order that it sends goods of: that one alone changes it.
    #[oai(skip_serializing_if_is_none)]
    pub shop_order_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub shop_order_no: Option<String>,
}

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

/// One order.
#[derive(Clone, Debug, Object)]
pub struct OrderRow {
    pub row: OrderView,
}

/// A line of an order.
#[derive(Clone, Debug, Object)]
pub struct OrderLineView {
    /// From 1.
    pub line: u32,
    pub product_id: i64,
    pub product: Option<LineProductView>,
    pub warehouses_areas_id: Option<i64>,
    pub warehouses_shelves_id: Option<i64>,
    pub area: Option<Named>,
    pub shelf: Option<Named>,
    /// In the product's own unit.
    pub quantity: DecimalText,
    /// The unit that the quantity was entered in, if another one.
    pub entered_unit_id: Option<i64>,
    pub entered_unit: Option<LineUnitView>,
    /// In that unit.
    pub entered_quantity: Option<DecimalText>,
    /// Base units in one of it, when the line was written.
    pub factor: Option<DecimalText>,
    /// Of one base unit.
    pub unit_price: DecimalText,
    pub total_price: DecimalText,
    pub batch_number: Option<String>,
    /// `YYYY-MM-DD`
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    pub expiry_date: Option<String>,
    /// How much of it has moved.
    pub stocked_quantity: DecimalText,
    /// Of adjustments: the line's own reason, as a type; without one it is the order's.
    pub reason: MaybeUndefined<i64>,
    /// Of a transfer: where the goods are to be put.
    #[oai(skip_serializing_if_is_none)]
    pub target_warehouses_areas_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub target_warehouses_shelves_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub target_area: Option<Named>,
    #[oai(skip_serializing_if_is_none)]
    pub target_shelf: Option<Named>,
    /// Of a transfer: where the goods are.
    #[oai(skip_serializing_if_is_none)]
    pub transit: Option<LineTransitView>,
    /// How much of what has moved was taken back, by reversals and by returns.
    pub reversed_quantity: DecimalText,
}

/// The product of a line.
#[derive(Clone, Debug, Object)]
pub struct LineProductView {
    pub product_no: String,
    pub name: String,
    pub spec: Option<String>,
    pub unit_id: i64,
    pub unit: Option<LineUnitView>,
    /// Whether goods that come in have a batch number: 0 they may, 1 they must, 2 they have none.
    pub batch_use: i64,
    /// From the produce date to the expiry date; 0: the product does not say.
    pub shelf_life_days: i64,
    /// The others that a line may be entered in; only of one whole order.
    pub units: Vec<ProductUnitView>,
}

/// The unit of a line's product.
#[derive(Clone, Debug, Object)]
pub struct LineUnitView {
    pub name: String,
    /// Decimals that quantities may have.
    pub decimals: i64,
}

/// What happened to an order.
#[derive(Clone, Debug, Object)]
pub struct OrderEvent {
    /// Unix seconds.
    pub at: i64,
    pub admin: EventAdmin,
    pub action: String,
    pub reason: Option<String>,
    /// A super administrator did what the rules ask of another person.
    pub overruled: bool,
    /// The status before; nothing for a new order.
    pub from: Option<i64>,
    pub to: i64,
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

/// The code of a stored status. One that the kind does not have is damage.
fn code(kind: OrderKind, status: OrderStatus) -> Result<i64, StoreError> {
    kind.status_code(status).ok_or_else(|| StoreError::Corrupt(format!("an order of kind {kind:?} is {}", status.as_str())))
}

fn named(row: Option<&rows::Named>) -> Option<Named> {
    row.and_then(|row| row.name.clone()).map(|name| Named { name })
}

fn admin(row: &rows::Nicknamed) -> OrderAdmin {
    OrderAdmin { nickname: row.nickname.clone() }
}

fn numbered(kind: OrderKind, field: &str, number: &str) -> Option<String> {
    (kind.number_field == field).then(|| number.to_owned())
}

/// A value of kinds that have it: null without one.
fn of_kind<T>(has: bool, value: Option<T>) -> MaybeUndefined<T> {
    if has { MaybeUndefined::from_opt_null(value) } else { MaybeUndefined::Undefined }
}

impl OrderFields {
    fn new(kind: OrderKind, head: &OrderHead, stocked: Quantity, line_count: u64) -> Result<Self, StoreError> {
        let order_type = kind.type_code(head.order_type);
        // The kind's own field is there in any case, and null where an order is with another sort of partner.
        let with = kind.type_row(head.order_type).and_then(|row| row.partner);
        let has = |partner: Partner| kind.partner == Some(partner) || with == Some(partner);
        let partner_id = |partner: Partner| of_kind(has(partner), head.partner.filter(|_| with == Some(partner)));
        let partner_name = |partner: Partner| of_kind(has(partner), named(head.partner_row.as_ref()).filter(|_| with == Some(partner)));
        let transfer = head.transfer.as_ref();
        let progress = Progress {
            moved: !stocked.is_zero(),
            there: transfer.is_some_and(|part| !part.there.is_zero()),
            back: transfer.is_some_and(|part| !part.back.is_zero()),
            order_type: Some(head.order_type),
        };
        let allowed =
            if head.deleted_at.is_some() || head.shop.is_some() { vec![] } else { allowed_in(kind, head.status, progress, head.origin.as_ref()) };
        let shipment = head.shipment.clone().unwrap_or_default();
        let first = shipment.parcels.first();
        Ok(Self {
            id: head.id,
            inbound_order_no: numbered(kind, "inbound_order_no", &head.number),
            outbound_order_no: numbered(kind, "outbound_order_no", &head.number),
            adjustment_order_no: numbered(kind, "adjustment_order_no", &head.number),
            transfer_order_no: numbered(kind, "transfer_order_no", &head.number),
            order_no: head.reference.clone(),
            supplier_id: partner_id(Partner::Supplier),
            supplier: partner_name(Partner::Supplier),
            customer_id: partner_id(Partner::Customer),
            customer: partner_name(Partner::Customer),
            warehouses_id: head.warehouse,
            warehouses: named(head.warehouse_row.as_ref()),
            source_warehouses_id: transfer.map(|_| head.warehouse),
            source_warehouses_areas_id: transfer.and_then(|part| part.source_area).map(|area| area.0),
            source_area: named(head.source_area_row.as_ref()),
            target_warehouses_id: transfer.map(|part| part.target.0),
            target_warehouses: named(head.target_row.as_ref()),
            target_warehouses_areas_id: transfer.and_then(|part| part.target_area).map(|area| area.0),
            target_area: named(head.target_area_row.as_ref()),
            transit_status: transfer.map(|part| part.transit.code()),
            transit: transfer.map(TransitSums::from),
            order_type: order_type
                .ok_or_else(|| StoreError::Corrupt(format!("an order of kind {kind:?} is of type {}", head.order_type.as_str())))?,
            status: code(kind, head.status)?,
            total_amount: head.total_amount.into(),
            total_quantity: head.total_quantity.into(),
            quantity: transfer.map(|_| head.total_quantity.into()),
            stocked_quantity: stocked.into(),
            line_count,
            remark: head.remark.clone(),
            business_date: head.business_date.clone(),
            admin_id: head.admin,
            admin: head.admin_row.as_ref().map(admin),
            create_admin_id: head.created_by,
            create_admin: head.created_by_row.as_ref().map(admin),
            audit_admin_id: head.audited_by,
            audit_admin: head.audited_by_row.as_ref().map(admin),
            create_time: head.created_at / 1_000,
            update_time: head.updated_at / 1_000,
            delete_time: head.deleted_at.map(|ms| ms / 1_000),
            version: head.version,
            allowed: allowed.into_iter().map(str::to_owned).collect(),
            shipment_status: kind.ships.then(|| shipment.status.code()),
            courier_number: kind.ships.then(|| first.map_or_else(|| shipment.courier_number.clone(), |parcel| parcel.courier_number.clone())),
            carrier_id: of_kind(kind.ships, first.map_or(shipment.carrier, |parcel| parcel.carrier).map(|carrier| carrier.0)),
            shipment_time: of_kind(kind.ships, shipment.parcels.iter().map(|parcel| parcel.at / 1_000).max()),
            shop_order_id: head.shop.as_ref().map(|shop| shop.order.0),
            shop_order_no: head.shop.as_ref().map(|shop| shop.order_no.clone()),
        })
    }

    /// Leaves out the places of a transfer's side that is not within the scope: of it, only name and status are seen.
    pub fn hide_other_side(&mut self, head: &OrderHead, scope: &Scope) {
        let Some(part) = &head.transfer else { return };
        if !scope.reaches(head.warehouse, head.created_by) {
            (self.source_warehouses_areas_id, self.source_area) = (None, None);
        }
        if !scope.reaches(part.target.0, head.created_by) {
            (self.target_warehouses_areas_id, self.target_area) = (None, None);
        }
    }

    /// Leaves out the actions that somebody may not take in the warehouses where they are taken.
    pub fn keep_permitted(&mut self, kind: OrderKind, head: &OrderHead, rights: &Rights) {
        let target = head.transfer.as_ref().map(|transfer| transfer.target.0);
        let sides = OrderSides { warehouse: head.warehouse, target, created_by: head.created_by };
        self.allowed.retain(|action| sides.permit(kind, action, rights));
    }

    /// A row of a list.
    pub fn listed(kind: OrderKind, row: &ListedOrder) -> Result<Self, StoreError> {
        Self::new(kind, &row.head, Quantity(row.stocked_quantity), row.line_count)
    }
}

impl OrderView {
    /// An order as it is shown.
    pub fn new(kind: OrderKind, order: &OrderDetail) -> Result<Self, StoreError> {
        Ok(Self {
            fields: OrderFields::new(kind, &order.head, Quantity(order.stocked_quantity()), order.lines.len() as u64)?,
            lines: order.lines.iter().map(|line| OrderLineView::new(kind, line, &order.head)).collect(),
            history: order.history.iter().map(|event| OrderEvent::new(kind, event)).collect::<Result<_, _>>()?,
            beside: BesideView::new(kind, order),
        })
    }
}

impl OrderView {
    /// The same for its lines ([`OrderFields::hide_other_side`]).
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
}

impl OrderView {
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

impl OrderLineView {
    /// What a line is shown with before it is one.
    #[must_use]
    pub fn blank() -> Self {
        let nothing = || DecimalText::from(Quantity::ZERO);
        Self {
            line: 0,
            product_id: 0,
            product: None,
            warehouses_areas_id: None,
            warehouses_shelves_id: None,
            area: None,
            shelf: None,
            quantity: nothing(),
            entered_unit_id: None,
            entered_unit: None,
            entered_quantity: None,
            factor: None,
            unit_price: nothing(),
            total_price: nothing(),
            batch_number: None,
            produce_date: None,
            expiry_date: None,
            stocked_quantity: nothing(),
            reason: MaybeUndefined::Undefined,
            reversed_quantity: nothing(),
            target_warehouses_areas_id: None,
            target_warehouses_shelves_id: None,
            target_area: None,
            target_shelf: None,
            transit: None,
        }
    }
}

impl OrderLineView {
    /// A line as it is shown.
    #[must_use]
    pub fn new(kind: OrderKind, line: &LineRow, head: &OrderHead) -> Self {
        let transit = line.transit.as_ref();
        // Goods that move within a warehouse are on no road.
        let on_road = |part: &TransferPart| part.target.0 != head.warehouse;
        let between = transit.filter(|_| head.transfer.as_ref().is_some_and(on_road));
        let unit = |unit: &rows::LineUnit| LineUnitView { name: unit.name.clone(), decimals: unit.decimals };
        let product = |product: &rows::LineProduct| LineProductView {
            product_no: product.product_no.clone(),
            name: product.name.clone(),
            spec: product.spec.clone(),
            unit_id: product.unit_id,
            unit: product.unit.as_ref().map(unit),
            batch_use: product.batch_use,
            shelf_life_days: product.shelf_life_days,
            units: line.units.iter().map(ProductUnitView::from).collect(),
        };
        Self {
            line: line.line,
            product_id: line.product,
            product: line.product_row.as_ref().map(product),
            warehouses_areas_id: line.area,
            warehouses_shelves_id: line.shelf,
            area: named(line.area_row.as_ref()),
            shelf: named(line.shelf_row.as_ref()),
            quantity: line.quantity.into(),
            entered_unit_id: line.entered.map(|entered| entered.unit.0),
            entered_unit: line.entered_row.as_ref().map(unit),
            entered_quantity: line.entered.map(|entered| Quantity(entered.quantity).into()),
            factor: line.entered.map(|entered| Quantity(entered.factor).into()),
            unit_price: line.price.into(),
            total_price: line.total.into(),
            batch_number: line.batch.clone(),
            produce_date: line.produce_date.clone(),
            expiry_date: line.expiry_date.clone(),
            stocked_quantity: line.stocked.into(),
            reason: of_kind(kind.signed(), line.reason.and_then(|reason| kind.type_code(reason))),
            target_warehouses_areas_id: transit.and_then(|transit| transit.area).map(|area| area.0),
            target_warehouses_shelves_id: transit.and_then(|transit| transit.shelf).map(|shelf| shelf.0),
            target_area: named(line.target_area_row.as_ref()),
            target_shelf: named(line.target_shelf_row.as_ref()),
            transit: between.map(|transit| LineTransitView::new(line, transit, WarehouseId(head.warehouse))),
            reversed_quantity: line.reversed.into(),
        }
    }
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
