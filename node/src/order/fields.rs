//! What every answer about an order says of it. One type serves every kind: the fields that only some kinds have are left
//! out of the others' rows.

use actors::order::state::allowed_in;
use actors::store::StoreError;
use bus_schemas::number::Quantity;
use bus_schemas::order::process::{Partner, Progress};
use bus_schemas::order::{OrderKind, OrderStatus};
use entrepot_store::order::rows::{self, ListedOrder, OrderHead, OrderSides};
use entrepot_store::scope::Scope;
use poem_openapi::Object;
use poem_openapi::types::MaybeUndefined;

use super::papers::shows_prices;
use super::transit_views::TransitSums;
use crate::http::views::{DecimalText, Named};
use crate::identity::sessions::Caller;

/// An administrator who is referred to.
#[derive(Clone, Debug, Object)]
pub struct OrderAdmin {
    /// Nothing where there is no such account any more.
    #[oai(nullable)]
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
    #[oai(nullable)]
    pub supplier_id: MaybeUndefined<i64>,
    #[oai(nullable)]
    pub supplier: MaybeUndefined<Named>,
    /// Of kinds that have a customer.
    #[oai(nullable)]
    pub customer_id: MaybeUndefined<i64>,
    #[oai(nullable)]
    pub customer: MaybeUndefined<Named>,
    pub warehouses_id: i64,
    #[oai(nullable)]
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
    /// What no customer pays is null without the right to see cost.
    #[oai(nullable)]
    pub total_amount: Option<DecimalText>,
    pub total_quantity: DecimalText,
    /// Of a transfer: the same.
    #[oai(skip_serializing_if_is_none)]
    pub quantity: Option<DecimalText>,
    /// How much of it has moved.
    pub stocked_quantity: DecimalText,
    pub line_count: u64,
    /// Of how many lines all has moved.
    pub moved_lines: u64,
    /// What its quantities are counted in; null where its lines have several units, whose sum says nothing.
    #[oai(nullable)]
    pub unit: Option<Named>,
    pub remark: String,
    /// `YYYY-MM-DD`
    pub business_date: String,
    /// Who is in charge.
    pub admin_id: i64,
    #[oai(nullable)]
    pub admin: Option<OrderAdmin>,
    pub create_admin_id: i64,
    #[oai(rename = "createAdmin", nullable)]
    pub create_admin: Option<OrderAdmin>,
    #[oai(nullable)]
    pub audit_admin_id: Option<i64>,
    #[oai(rename = "auditAdmin", nullable)]
    pub audit_admin: Option<OrderAdmin>,
    /// Unix seconds.
    pub create_time: i64,
    /// Unix seconds.
    pub update_time: i64,
    /// Unix seconds.
    #[oai(nullable)]
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
    #[oai(nullable)]
    pub carrier_id: MaybeUndefined<i64>,
    /// Unix seconds.
    #[oai(nullable)]
    pub shipment_time: MaybeUndefined<i64>,
    /// The shop order that it sends goods of: that one alone changes it.
    #[oai(skip_serializing_if_is_none)]
    pub shop_order_id: Option<i64>,
    #[oai(skip_serializing_if_is_none)]
    pub shop_order_no: Option<String>,
}

/// The code of a stored status. One that the kind does not have is damage.
pub(super) fn code(kind: OrderKind, status: OrderStatus) -> Result<i64, StoreError> {
    kind.status_code(status).ok_or_else(|| StoreError::Corrupt(format!("an order of kind {kind:?} is {}", status.as_str())))
}

/// What a row that is referred to is called.
pub(super) fn named(row: Option<&rows::Named>) -> Option<Named> {
    row.and_then(|row| row.name.clone()).map(|name| Named { name })
}

fn admin(row: &rows::Nicknamed) -> OrderAdmin {
    OrderAdmin { nickname: row.nickname.clone() }
}

/// The order's number, in the field of its kind.
pub(super) fn numbered(kind: OrderKind, field: &str, number: &str) -> Option<String> {
    (kind.number_field == field).then(|| number.to_owned())
}

/// A value of kinds that have it: null without one.
pub(super) fn of_kind<T>(has: bool, value: Option<T>) -> MaybeUndefined<T> {
    if has { MaybeUndefined::from_opt_null(value) } else { MaybeUndefined::Undefined }
}

impl OrderFields {
    /// What is said of an order, of which so much has moved.
    pub(super) fn new(kind: OrderKind, head: &OrderHead, stocked: Quantity, line_count: u64) -> Result<Self, StoreError> {
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
            arrived: transfer.is_some_and(|part| !part.arrived.is_zero()),
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
            total_amount: Some(head.total_amount.into()),
            total_quantity: head.total_quantity.into(),
            quantity: transfer.map(|_| head.total_quantity.into()),
            stocked_quantity: stocked.into(),
            line_count,
            moved_lines: 0,
            unit: None,
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

    /// Leaves out what its goods cost, for those who may not see it.
    pub fn hide_prices(&mut self, kind: OrderKind, head: &OrderHead, sees_cost: bool) {
        self.total_amount = self.total_amount.take().filter(|_| shows_prices(kind, head.order_type, sees_cost));
    }

    /// Leaves out the actions that somebody may not take in the warehouses where they are taken.
    pub fn keep_permitted(&mut self, kind: OrderKind, head: &OrderHead, caller: &Caller) {
        let target = head.transfer.as_ref().map(|transfer| transfer.target.0);
        let sides = OrderSides { warehouse: head.warehouse, target, created_by: head.created_by };
        self.allowed.retain(|action| sides.permit(kind, action, caller.admin.id, &caller.rights));
    }

    /// A row of a list.
    pub fn listed(kind: OrderKind, row: &ListedOrder) -> Result<Self, StoreError> {
        let fields = Self::new(kind, &row.head, Quantity(row.stocked_quantity), row.line_count)?;
        Ok(Self { unit: row.unit.clone().map(|name| Named { name }), moved_lines: row.moved_lines, ..fields })
    }
}
