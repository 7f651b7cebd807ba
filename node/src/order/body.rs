//! An order as clients fill it in. What a step takes is in [`super::step_body`].

use actors::order::edit;
use bus_schemas::ids::{AdminId, AreaId, CarrierId, PartnerId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::order::units::DraftUnit;
use bus_schemas::order::{DraftLine, OrderChange, OrderDraft, OrderKind, ShipmentDraft, Sight, TargetPlace, TransferDraft};
use poem_openapi::Object;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::service::OrderError;
use crate::http::body_fields::body;
use crate::http::lenient::{clearing_integer, some_integer};

body! {
    /// A line as filled in.
    pub struct LineBody {
        product_id: integer,
        warehouses_areas_id: integer?,
        warehouses_shelves_id: integer?,
        /// In the line's unit: more than 0, at most 10^9, no more decimals than the unit allows. Of an adjustment signed: found
        /// goods are more than 0, others less.
        quantity: decimal,
        /// A unit of the product that the quantity is in; the product's own when empty.
        unit_id: integer?,
        /// Of one of the product's own units: 0 or more, up to 4 decimals. Of an adjustment: what found goods cost where the
        /// warehouse knows no cost; 0 is the product's price. Goods of a transfer have none. In an edit without it: as it is, of the line in
        /// this place or else of the first one with the product.
        unit_price: decimal?,
        /// Of a transfer: where the goods are to be put.
        target_warehouses_areas_id: integer?,
        target_warehouses_shelves_id: integer?,
        pub batch_number: Option<String>,
        /// `YYYY-MM-DD`
        pub produce_date: Option<String>,
        /// `YYYY-MM-DD`
        pub expiry_date: Option<String>,
        /// Of an adjustment: the line's own reason, as a type.
        reason: integer?,
        /// What else was sent: values that are shown and not written (see [`crate::order::read_only`]).
        #[serde(flatten)]
        #[oai(skip)]
        pub others: Map<String, Value>,
    }
}

/// An order as filled in. An edit leaves out what stays.
#[derive(Object, Clone, Default, Deserialize)]
pub struct OrderBody {
    /// The order, for an edit.
    #[serde(default, deserialize_with = "some_integer")]
    pub id: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub version: Option<i64>,
    /// Names this intention: sent twice, it is done once.
    pub command_id: Option<String>,
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_id: Option<i64>,
    /// Of a transfer, instead of `warehouses_id`: where its goods come from.
    #[serde(default, deserialize_with = "some_integer")]
    pub source_warehouses_id: Option<i64>,
    /// Of a transfer: the area of lines that name none; 0 or null for none.
    #[serde(default, deserialize_with = "clearing_integer")]
    pub source_warehouses_areas_id: Option<i64>,
    /// Of a transfer: where its goods go. The same warehouse as the source's moves them within it.
    #[serde(default, deserialize_with = "some_integer")]
    pub target_warehouses_id: Option<i64>,
    /// Of a transfer: where goods of lines that name no area are put; 0 or null for none.
    #[serde(default, deserialize_with = "clearing_integer")]
    pub target_warehouses_areas_id: Option<i64>,
    /// 0 or null for none.
    #[serde(default, deserialize_with = "clearing_integer")]
    pub supplier_id: Option<i64>,
    /// 0 or null for none.
    #[serde(default, deserialize_with = "clearing_integer")]
    pub customer_id: Option<i64>,
    /// Inbound: 10 purchase, 20 production, 30 return. Outbound: 10 sales, 20 return, 30 transfer out. Adjustment: 10
    /// damage, 20 loss, 30 sample, 40 found, 50 opening stock. Transfer: 10 between warehouses, 20 within one; which of them
    /// follows from the warehouses.
    #[serde(default, rename = "type", deserialize_with = "some_integer")]
    #[oai(rename = "type")]
    pub order_type: Option<i64>,
    /// The partner's own number; generated when empty.
    pub order_no: Option<String>,
    /// `YYYY-MM-DD`, today in the warehouse when empty.
    pub business_date: Option<String>,
    pub remark: Option<String>,
    /// The person in charge; empty: the order's author.
    #[serde(default, deserialize_with = "some_integer")]
    pub admin_id: Option<i64>,
    /// Of kinds that are shipped: 0 none needed, 1 to be shipped. Naming a carrier or a number asks for a shipment.
    #[serde(default, deserialize_with = "some_integer")]
    pub shipment_status: Option<i64>,
    /// Of kinds that are shipped; 0 or null for none.
    #[serde(default, deserialize_with = "clearing_integer")]
    pub carrier_id: Option<i64>,
    /// Of kinds that are shipped, where it is known beforehand.
    pub courier_number: Option<String>,
    pub lines: Option<Vec<LineBody>>,
    /// What else was sent: values that are shown and not written (see [`crate::order::read_only`]).
    #[serde(flatten)]
    #[oai(skip)]
    pub others: Map<String, Value>,
}

/// Where goods are to be put.
pub(super) fn target_place(area: Option<i64>, shelf: Option<i64>) -> TargetPlace {
    TargetPlace { area: area.map(AreaId), shelf: shelf.map(ShelfId) }
}

/// A text without the blanks around it, unless nothing is left.
pub(super) fn filled(text: Option<&String>) -> Option<String> {
    text.map(|text| actors::invisible::lines(text)).filter(|text| !text.is_empty())
}

impl OrderBody {
    /// Drops the values of other names that the configuration passes over, of the order and of its lines.
    pub fn remove_ignored(&mut self, ignores: impl Fn(&str) -> bool) {
        self.others.retain(|name, _| !ignores(name));
        self.lines.iter_mut().flatten().for_each(|line| line.others.retain(|name, _| !ignores(name)));
    }

    /// The warehouse that is named; of a transfer, where its goods come from.
    pub fn warehouse(&self, kind: OrderKind) -> Option<WarehouseId> {
        self.source_warehouses_id.filter(|_| kind.transfers).or(self.warehouses_id).map(WarehouseId)
    }

    /// The draft of a new order. `today` is the day in its warehouse.
    pub fn draft(&self, kind: OrderKind, today: &str) -> Result<OrderDraft, OrderError> {
        let change = self.change(kind)?;
        let warehouse = change.warehouse.ok_or_else(|| OrderError::field("warehouses_id", "error.required"))?;
        let target = change.transfer.and_then(|transfer| transfer.target);
        let order_type = change.order_type.or_else(|| target.filter(|_| kind.transfers).map(|target| edit::transfer_type(warehouse, target)));
        let order_type = order_type.ok_or_else(|| {
            if kind.transfers { OrderError::field("target_warehouses_id", "error.required") } else { OrderError::field("type", "error.required") }
        })?;
        edit::check_partner(kind, order_type, change.supplier, change.customer).map_err(|refusal| OrderError::Refused { kind, refusal })?;
        let partner = edit::partner(kind, order_type, change.supplier, change.customer);
        Ok(OrderDraft {
            warehouse,
            partner: partner.filter(|partner| partner.0 != 0),
            order_type,
            reference: change.reference.filter(|reference| !reference.is_empty()),
            remark: change.remark.unwrap_or_default(),
            business_date: change.business_date.unwrap_or_else(|| today.to_owned()),
            admin: change.admin,
            shipment: change.shipment,
            lines: change.lines.unwrap_or_default(),
            transfer: change.transfer,
        })
    }

    /// What is said of the shipment.
    fn shipment(&self, kind: OrderKind) -> Result<Option<ShipmentDraft>, OrderError> {
        let sent = [
            ("shipment_status", self.shipment_status.is_some()),
            ("carrier_id", self.carrier_id.is_some_and(|carrier| kind.ships || carrier != 0)),
            ("courier_number", self.courier_number.is_some()),
        ];
        let Some((field, _)) = sent.into_iter().find(|(_, sent)| *sent) else { return Ok(None) };
        if !kind.ships {
            return Err(OrderError::field(field, "error.field.unknown"));
        }
        let needed = match self.shipment_status {
            None => None,
            Some(0) => Some(false),
            Some(1) => Some(true),
            Some(_) => return Err(OrderError::field("shipment_status", "error.choice")),
        };
        Ok(Some(ShipmentDraft { needed, carrier: self.carrier_id.map(CarrierId), courier_number: self.courier_number.clone() }))
    }

    /// Whether anything was sent that no call writes.
    pub fn sends_others(&self) -> bool {
        !self.others.is_empty() || self.lines.iter().flatten().any(|line| !line.others.is_empty())
    }

    /// The change, in which missing fields stay as they are.
    pub fn change(&self, kind: OrderKind) -> Result<OrderChange, OrderError> {
        let order_type = |code| kind.type_of(code).ok_or_else(|| OrderError::field("type", "error.choice"));
        Ok(OrderChange {
            warehouse: self.warehouse(kind),
            supplier: self.supplier_id.map(PartnerId),
            customer: self.customer_id.map(PartnerId),
            order_type: self.order_type.map(order_type).transpose()?,
            reference: self.order_no.as_ref().map(|reference| reference.trim().to_owned()),
            remark: self.remark.clone(),
            business_date: filled(self.business_date.as_ref()),
            admin: self.admin_id.map(AdminId),
            shipment: self.shipment(kind)?,
            lines: self.lines.as_ref().map(|lines| drafts(kind, lines)).transpose()?,
            transfer: kind.transfers.then(|| TransferDraft {
                target: self.target_warehouses_id.map(WarehouseId),
                source_area: self.source_warehouses_areas_id.map(AreaId),
                target_area: self.target_warehouses_areas_id.map(AreaId),
            }),
            // Who sends it is known to the service.
            sight: Sight::default(),
        })
    }
}

fn drafts(kind: OrderKind, lines: &[LineBody]) -> Result<Vec<DraftLine>, OrderError> {
    lines.iter().enumerate().map(|(at, line)| line.draft(kind, at)).collect()
}

impl LineBody {
    fn draft(&self, kind: OrderKind, at: usize) -> Result<DraftLine, OrderError> {
        let wrong = |name: &str, key: &'static str| OrderError::field(format!("lines[{at}].{name}"), key);
        let of_kind = |code| kind.type_of(code).filter(|_| kind.signed()).ok_or_else(|| wrong("reason", "error.choice"));
        let reason = self.reason.map(of_kind).transpose()?;
        Ok(DraftLine {
            product: ProductId(self.product_id),
            area: self.warehouses_areas_id.map(AreaId),
            shelf: self.warehouses_shelves_id.map(ShelfId),
            quantity: self.quantity,
            unit: self.unit_id.map(|unit| DraftUnit { unit: UnitId(unit), factor: None }),
            price: self.unit_price.unwrap_or_default(),
            keeps_price: self.unit_price.is_none() && !kind.transfers,
            batch: filled(self.batch_number.as_ref()),
            produce_date: filled(self.produce_date.as_ref()),
            expiry_date: filled(self.expiry_date.as_ref()),
            reason,
            target: target_place(self.target_warehouses_areas_id, self.target_warehouses_shelves_id),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn zero_and_null_clear_what_an_edit_names_and_the_rest_stays() {
        let change = |kind: OrderKind, body: Value| serde_json::from_value::<OrderBody>(body).expect("a body").change(kind).expect("a change");
        let (nobody, nowhere) = (Some(PartnerId(0)), Some(AreaId(0)));
        for none in [json!(0), json!("0"), json!(""), Value::Null] {
            let inbound = change(OrderKind::INBOUND, json!({ "supplier_id": none, "carrier_id": none }));
            assert_eq!((inbound.supplier, inbound.customer, inbound.shipment), (nobody, None, None), "{none}");
            let outbound = change(OrderKind::OUTBOUND, json!({ "customer_id": none, "carrier_id": none }));
            assert_eq!((outbound.supplier, outbound.customer), (None, nobody), "{none}");
            assert_eq!(outbound.shipment.and_then(|shipment| shipment.carrier), Some(CarrierId(0)), "{none}");
            let transfer = change(OrderKind::TRANSFER, json!({ "source_warehouses_areas_id": none, "target_warehouses_areas_id": 5 })).transfer;
            assert_eq!(transfer.map(|transfer| (transfer.source_area, transfer.target_area)), Some((nowhere, Some(AreaId(5)))), "{none}");
        }
        assert_eq!(change(OrderKind::TRANSFER, json!({})).transfer, Some(TransferDraft::default()));
        assert_eq!(change(OrderKind::OUTBOUND, json!({ "remark": "x" })).shipment, None);
    }
}
