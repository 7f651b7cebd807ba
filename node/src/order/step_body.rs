//! A step of an order as clients send it: the parts that move, parcels, and changes of picks; and a deleted order that is to
//! come back.

use bus_schemas::ids::{AreaId, CarrierId, ProductId, ShelfId};
use bus_schemas::order::costs::{CostDraft, CostType};
use bus_schemas::order::details::{ParcelDraft, SwapDraft};
use bus_schemas::order::{PartLine, PickedPlace, StepDetails};
use bus_schemas::warehouse::Place;

use super::body::{filled, target_place};
use super::service::OrderError;
use crate::http::body_fields::body;

body! {
    /// A part of a line that moves now.
    #[serde(deny_unknown_fields)]
    pub struct PartBody {
        line: integer,
        quantity: decimal,
        /// Of goods that come in, or arrive from the road: where they are put, if not where the line says.
        warehouses_areas_id: integer?,
        warehouses_shelves_id: integer?,
        /// Of goods that come in: their batch, if not the line's; a line that comes in several batches is named once for each.
        /// Of goods in transit: only those of this batch.
        pub batch_number: Option<String>,
        /// Of goods that come in: the dates of their batch, if not the line's. `YYYY-MM-DD`
        pub produce_date: Option<String>,
        /// `YYYY-MM-DD`
        pub expiry_date: Option<String>,
        /// Of goods that arrive from the road: they are damaged.
        #[serde(default)]
        pub damaged: bool,
        /// Of goods that go out: only what is reserved for the line at this place, as its picks say. A line that is taken from
        /// several places is named once for each.
        pub from: Option<PlaceBody>,
    }

    /// A parcel.
    #[serde(deny_unknown_fields)]
    pub struct ParcelBody {
        /// Of a parcel that is known already.
        no: integer?,
        carrier_id: integer?,
        courier_number: text,
        /// What is in it; without it, all that has left and is in no other parcel.
        pub lines: Option<Vec<PartBody>>,
    }

    /// A place that goods are taken from.
    #[serde(deny_unknown_fields)]
    pub struct PlaceBody {
        warehouses_areas_id: integer?,
        warehouses_shelves_id: integer?,
        pub batch_number: Option<String>,
    }

    /// A pick that is changed by hand.
    #[serde(deny_unknown_fields)]
    pub struct SwapBody {
        line: integer,
        product_id: integer,
        quantity: decimal,
        pub from: PlaceBody,
        pub to: PlaceBody,
    }

    /// A deleted order that is to come back.
    #[serde(deny_unknown_fields)]
    pub struct RestoreBody {
        id: integer,
        version: integer?,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }

    /// A step of an order.
    #[serde(deny_unknown_fields)]
    pub struct StepBody {
        id: integer,
        version: integer?,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
        /// For `close`, `void`, `reverse`, `giveBack`, `returnGoods` and `takeCostBack`, and of transfers for `refuse`, `lost` and `lostBack`; for `pick`
        /// where it breaks the order in which goods leave; for `receive` of transfers, what is wrong with damaged goods, if anybody says so.
        pub reason: Option<String>,
        /// For `stock`: the parts that move; without it, all that is open. For `reverse`, which needs them, `giveBack` and
        /// `returnGoods`: the parts that are taken back. Of transfers, for whatever moves goods.
        pub lines: Option<Vec<PartBody>>,
        /// For `audit`: by a super administrator who wrote the order, with a reason.
        #[serde(default)]
        pub overrule: bool,
        /// For `audit`, `pick` and `stock` of goods that go out: expired ones may be taken. Needs the right `expired`.
        #[serde(default)]
        pub expired: bool,
        /// For what moves goods: when they moved, `YYYY-MM-DD`. Without it the order's own date counts while anybody may date back
        /// to it, and today later.
        pub business_date: Option<String>,
        /// For `stock` of orders that are shipped: the carrier and number of one parcel with all that leaves.
        carrier_id: integer?,
        pub courier_number: Option<String>,
        /// For `stock`: the parcels that leave. For `parcels`: all parcels as they are to be.
        pub parcels: Option<Vec<ParcelBody>>,
        /// For `pick`.
        pub swaps: Option<Vec<SwapBody>>,
        /// For `close` of goods that go out, or that come in from a supplier: what is open becomes a new order.
        #[serde(default)]
        pub back_order: bool,
        /// For `addCost`: 10 freight, 20 customs, 90 other.
        cost_type: integer?,
        /// For `addCost`: more than 0, up to 2 decimals.
        amount: decimal?,
        /// For `takeCostBack`: the number of one of the order's costs.
        cost_no: integer?,
    }
}

fn line_number(field: impl Into<String>, number: i64) -> Result<u32, OrderError> {
    u32::try_from(number).map_err(|_| OrderError::field(field, "error.line.unknown"))
}

fn parts_of(before: &str, lines: Option<&Vec<PartBody>>) -> Result<Option<Vec<PartLine>>, OrderError> {
    let Some(lines) = lines else { return Ok(None) };
    let part = |(position, part): (usize, &PartBody)| {
        let line = line_number(format!("{before}lines[{position}].line"), part.line)?;
        let to = target_place(part.warehouses_areas_id, part.warehouses_shelves_id);
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
            cost_no: self.cost_no.map(|no| u32::try_from(no).map_err(|_| OrderError::field("cost_no", "error.cost.unknown"))).transpose()?,
            shop: None,
        })
    }
}
