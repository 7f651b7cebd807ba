//! What clients send about orders.

use actors::order::edit;
use bus_schemas::ids::{AdminId, AreaId, CarrierId, PartnerId, ProductId, ShelfId, UnitId, WarehouseId};
use bus_schemas::order::costs::{CostDraft, CostType};
use bus_schemas::order::details::{ParcelDraft, SwapDraft};
use bus_schemas::order::units::DraftUnit;
use bus_schemas::order::{
    DraftLine, OrderChange, OrderDraft, OrderKind, PartLine, PickedPlace, ShipmentDraft, StepDetails, TargetPlace, TransferDraft,
};
use bus_schemas::warehouse::Place;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::service::OrderError;
use crate::http::loose::{clearing_integer, decimal, integer, some_decimal, some_integer};

/// A line as filled in.
#[derive(Object, Clone, Deserialize)]
pub struct LineBody {
    #[serde(deserialize_with = "integer")]
    pub product_id: i64,
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_areas_id: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_shelves_id: Option<i64>,
    /// In the line's unit: more than 0, at most 10^9, no more decimals than the unit allows. Of an adjustment signed: found
    /// goods are more than 0, others less.
    #[serde(deserialize_with = "decimal")]
    pub quantity: Decimal,
    /// A unit of the product that the quantity is in; the product's own when empty.
    #[serde(default, deserialize_with = "some_integer")]
    pub unit_id: Option<i64>,
    /// Of one of the product's own units: 0 or more, up to 4 decimals. Of an adjustment: what found goods cost where the
    /// warehouse knows no cost; 0 is the product's price. Goods of a transfer have none.
    #[serde(default, deserialize_with = "some_decimal")]
    pub unit_price: Option<Decimal>,
    /// Of a transfer: where the goods are to be put.
    #[serde(default, deserialize_with = "some_integer")]
    pub target_warehouses_areas_id: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub target_warehouses_shelves_id: Option<i64>,
    #[serde(default)]
    pub batch_number: Option<String>,
    /// `YYYY-MM-DD`
    #[serde(default)]
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    #[serde(default)]
    pub expiry_date: Option<String>,
    /// Of an adjustment: the line's own reason, as a type.
    #[serde(default, deserialize_with = "some_integer")]
    pub reason: Option<i64>,
    /// What else was sent: values that are shown and not written (see [`crate::order::read_only`]).
    #[serde(flatten)]
    #[oai(skip)]
    pub others: Map<String, Value>,
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
    #[serde(default)]
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
    #[serde(default)]
    pub order_no: Option<String>,
    /// `YYYY-MM-DD`, today in the warehouse when empty.
    #[serde(default)]
    pub business_date: Option<String>,
    #[serde(default)]
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
    #[serde(default)]
    pub courier_number: Option<String>,
    #[serde(default)]
    pub lines: Option<Vec<LineBody>>,
    /// What else was sent: values that are shown and not written (see [`crate::order::read_only`]).
    #[serde(flatten)]
    #[oai(skip)]
    pub others: Map<String, Value>,
}

/// A part of a line that moves now.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartBody {
    #[serde(deserialize_with = "integer")]
    pub line: i64,
    #[serde(deserialize_with = "decimal")]
    pub quantity: Decimal,
    /// Of goods that come in, or arrive from the road: where they are put, if not where the line says.
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_areas_id: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_shelves_id: Option<i64>,
    /// Of goods that come in: their batch, if not the line's; a line that comes in several batches is named once for each.
    /// Of goods on the road: only those of this batch.
    #[serde(default)]
    pub batch_number: Option<String>,
    /// Of goods that come in: the dates of their batch, if not the line's. `YYYY-MM-DD`
    #[serde(default)]
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    #[serde(default)]
    pub expiry_date: Option<String>,
    /// Of goods that arrive from the road: they are damaged.
    #[serde(default)]
    pub damaged: bool,
    /// Of goods that go out: only what is reserved for the line at this place, as its picks say. A line that is taken from
    /// several places is named once for each.
    #[serde(default)]
    pub from: Option<PlaceBody>,
}

/// A parcel.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParcelBody {
    /// Of a parcel that is known already.
    #[serde(default, deserialize_with = "some_integer")]
    pub no: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub carrier_id: Option<i64>,
    #[serde(default)]
    pub courier_number: String,
    /// What is in it; without it, all that has left and is in no other parcel.
    #[serde(default)]
    pub lines: Option<Vec<PartBody>>,
}

/// A place that goods are taken from.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceBody {
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_areas_id: Option<i64>,
    #[serde(default, deserialize_with = "some_integer")]
    pub warehouses_shelves_id: Option<i64>,
    #[serde(default)]
    pub batch_number: Option<String>,
}

/// A pick that is changed by hand.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwapBody {
    #[serde(deserialize_with = "integer")]
    pub line: i64,
    #[serde(deserialize_with = "integer")]
    pub product_id: i64,
    #[serde(deserialize_with = "decimal")]
    pub quantity: Decimal,
    pub from: PlaceBody,
    pub to: PlaceBody,
}

/// A deleted order that is to come back.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestoreBody {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    #[serde(default, deserialize_with = "some_integer")]
    pub version: Option<i64>,
    /// Names this intention: sent twice, it is done once.
    #[serde(default)]
    pub command_id: Option<String>,
}

/// A step of an order.
#[derive(Object, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepBody {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    #[serde(default, deserialize_with = "some_integer")]
    pub version: Option<i64>,
    /// Names this intention: sent twice, it is done once.
    #[serde(default)]
    pub command_id: Option<String>,
    /// For `close`, `void`, `reverse`, `giveBack` and `returnGoods`, and of transfers for `refuse`, `lost` and `lostBack`; for `pick`
    /// where it breaks the order in which goods leave; for `receive` of transfers, what is wrong with damaged goods, if anybody says so.
    #[serde(default)]
    pub reason: Option<String>,
    /// For `stock`: the parts that move; without it, all that is open. For `reverse`, `giveBack` and `returnGoods`: the parts that are
    /// taken back. Of transfers, for whatever moves goods.
    #[serde(default)]
    pub lines: Option<Vec<PartBody>>,
    /// For `audit`: by a super administrator who wrote the order, with a reason.
    #[serde(default)]
    pub overrule: bool,
    /// For `audit`, `pick` and `stock` of goods that go out: expired ones may be taken. Needs the right `expired`.
    #[serde(default)]
    pub expired: bool,
    /// For what moves goods: when they moved, `YYYY-MM-DD`. Without it the order's own date counts while anybody may date back
    /// to it, and today later.
    #[serde(default)]
    pub business_date: Option<String>,
    /// For `stock` of orders that are shipped: the carrier and number of one parcel with all that leaves.
    #[serde(default, deserialize_with = "some_integer")]
    pub carrier_id: Option<i64>,
    #[serde(default)]
    pub courier_number: Option<String>,
    /// For `stock`: the parcels that leave. For `parcels`: all parcels as they are to be.
    #[serde(default)]
    pub parcels: Option<Vec<ParcelBody>>,
    /// For `pick`.
    #[serde(default)]
    pub swaps: Option<Vec<SwapBody>>,
    /// For `close` of goods that go out: what is open becomes a new order.
    #[serde(default)]
    pub back_order: bool,
    /// For `addCost`: 10 freight, 20 customs, 90 other.
    #[serde(default, deserialize_with = "some_integer")]
    pub cost_type: Option<i64>,
    /// For `addCost`: more than 0, up to 2 decimals.
    #[serde(default, deserialize_with = "some_decimal")]
    pub amount: Option<Decimal>,
}

fn place(area: Option<i64>, shelf: Option<i64>) -> TargetPlace {
    TargetPlace { area: area.map(AreaId), shelf: shelf.map(ShelfId) }
}

fn filled(text: Option<&String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
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
            lines: change.lines.ok_or_else(|| OrderError::field("lines", "error.lines.empty"))?,
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
        })
    }
}

fn drafts(kind: OrderKind, lines: &[LineBody]) -> Result<Vec<DraftLine>, OrderError> {
    lines.iter().enumerate().map(|(at, line)| line.draft(kind, at)).collect()
}

impl LineBody {
    fn draft(&self, kind: OrderKind, at: usize) -> Result<DraftLine, OrderError> {
        let wrong = |name: &str, key: &'static str| OrderError::field(format!("lines[{at}].{name}"), key);
        let free = kind.transfers.then_some(Decimal::ZERO);
        let price = self.unit_price.or(free).ok_or_else(|| wrong("unit_price", "error.required"))?;
        let of_kind = |code| kind.type_of(code).filter(|_| kind.signed()).ok_or_else(|| wrong("reason", "error.choice"));
        let reason = self.reason.map(of_kind).transpose()?;
        Ok(DraftLine {
            product: ProductId(self.product_id),
            area: self.warehouses_areas_id.map(AreaId),
            shelf: self.warehouses_shelves_id.map(ShelfId),
            quantity: self.quantity,
            unit: self.unit_id.map(|unit| DraftUnit { unit: UnitId(unit), factor: None }),
            price,
            batch: filled(self.batch_number.as_ref()),
            produce_date: filled(self.produce_date.as_ref()),
            expiry_date: filled(self.expiry_date.as_ref()),
            reason,
            target: place(self.target_warehouses_areas_id, self.target_warehouses_shelves_id),
        })
    }
}

fn line_number(field: impl Into<String>, number: i64) -> Result<u32, OrderError> {
    u32::try_from(number).map_err(|_| OrderError::field(field, "error.line.unknown"))
}

fn parts_of(before: &str, lines: Option<&Vec<PartBody>>) -> Result<Option<Vec<PartLine>>, OrderError> {
    let Some(lines) = lines else { return Ok(None) };
    let part = |(position, part): (usize, &PartBody)| {
        let line = line_number(format!("{before}lines[{position}].line"), part.line)?;
        let to = place(part.warehouses_areas_id, part.warehouses_shelves_id);
        Ok(PartLine {
            line,
            quantity: part.quantity,
            to,
            batch: filled(part.batch_number.as_ref()),
            produce_date: filled(part.produce_date.as_ref()),
            expiry_date: filled(part.expiry_date.as_ref()),
            damaged: part.damaged,
            from: part.from.as_ref().map(PlaceBody::picked),
        })
    };
    lines.iter().enumerate().map(part).collect::<Result<Vec<_>, _>>().map(Some)
}

impl ParcelBody {
    fn draft(&self, position: usize) -> Result<ParcelDraft, OrderError> {
        let field = |name: &str| format!("parcels[{position}].{name}");
        Ok(ParcelDraft {
            no: self.no.map(|no| u32::try_from(no).map_err(|_| OrderError::field(field("no"), "error.reference"))).transpose()?,
            carrier: self.carrier_id.filter(|carrier| *carrier > 0).map(CarrierId),
            courier_number: self.courier_number.clone(),
            lines: parts_of(&field(""), self.lines.as_ref())?,
        })
    }
}

impl PlaceBody {
    fn picked(&self) -> PickedPlace {
        PickedPlace {
            area: AreaId(self.warehouses_areas_id.unwrap_or(0)),
            shelf: ShelfId(self.warehouses_shelves_id.unwrap_or(0)),
            batch: self.batch_number.clone().unwrap_or_default(),
        }
    }

    fn place(&self, product: i64) -> Place {
        let PickedPlace { area, shelf, batch } = self.picked();
        Place { area, shelf, product: ProductId(product), batch }
    }
}

impl SwapBody {
    fn draft(&self, position: usize) -> Result<SwapDraft, OrderError> {
        Ok(SwapDraft {
            line: line_number(format!("swaps[{position}].line"), self.line)?,
            from: self.from.place(self.product_id),
            to: self.to.place(self.product_id),
            quantity: self.quantity,
        })
    }
}

impl StepBody {
    /// The parts that move.
    pub fn parts(&self) -> Result<Option<Vec<PartLine>>, OrderError> {
        parts_of("", self.lines.as_ref())
    }

    /// The cost that is added.
    fn cost(&self) -> Result<Option<CostDraft>, OrderError> {
        let Some(amount) = self.amount else { return Ok(None) };
        let cost_type = self.cost_type.ok_or_else(|| OrderError::field("cost_type", "error.required"))?;
        let cost_type = CostType::from_code(cost_type).ok_or_else(|| OrderError::field("cost_type", "error.choice"))?;
        Ok(Some(CostDraft { cost_type, amount }))
    }

    /// What else the step takes.
    pub fn details(&self) -> Result<StepDetails, OrderError> {
        let one = (self.carrier_id.is_some_and(|carrier| carrier > 0) || filled(self.courier_number.as_ref()).is_some()).then(|| ParcelBody {
            no: None,
            carrier_id: self.carrier_id,
            courier_number: self.courier_number.clone().unwrap_or_default(),
            lines: None,
        });
        let parcels = self.parcels.clone().or_else(|| one.map(|one| vec![one]));
        let drafts = |parcels: Vec<ParcelBody>| parcels.iter().enumerate().map(|(at, parcel)| parcel.draft(at)).collect::<Result<Vec<_>, _>>();
        Ok(StepDetails {
            overrule: self.overrule,
            expired: self.expired,
            business_date: filled(self.business_date.as_ref()),
            parcels: parcels.map(drafts).transpose()?,
            swaps: self.swaps.iter().flatten().enumerate().map(|(at, swap)| swap.draft(at)).collect::<Result<_, _>>()?,
            back_order: self.back_order,
            back_to: None,
            cost: self.cost()?,
            shop: None,
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
