//! What one order is shown with beside its head, lines and history: parcels, linked orders, picks changed by hand.

use bus_schemas::number::Amount;
use bus_schemas::order::OrderKind;
use bus_schemas::order::costs::AddedCost;
use bus_schemas::order::details::{OrderLink, Parcel, Swap};
use bus_schemas::order::process::Does;
use entrepot_store::order::rows::{OrderDetail, RelatedNames};
use poem_openapi::Object;
use poem_openapi::types::MaybeUndefined;

use super::differences::DifferenceView;
use super::fields::of_kind;
use super::pick_views::PlaceView;
use crate::http::views::{DecimalText, Named};

/// Who did it.
#[derive(Clone, Debug, Object)]
pub struct EventAdmin {
    pub id: i64,
    #[oai(nullable)]
    pub nickname: Option<String>,
}

/// See the module.
#[derive(Clone, Debug, Object)]
pub struct BesideView {
    /// The order that it was made of.
    #[oai(nullable)]
    pub origin: Option<LinkView>,
    /// The orders that were made of it.
    pub made: Vec<LinkView>,
    /// Of kinds that are shipped.
    #[oai(skip_serializing_if_is_none)]
    pub parcels: Option<Vec<ParcelView>>,
    #[oai(nullable)]
    pub carrier: MaybeUndefined<Named>,
    /// Of kinds that are picked: picks that were changed by hand, oldest first.
    #[oai(skip_serializing_if_is_none)]
    pub swaps: Option<Vec<SwapView>>,
    /// Of kinds whose goods may cost more than their price: what was added, oldest first.
    #[oai(skip_serializing_if_is_none)]
    pub costs: Option<Vec<CostView>>,
    /// Of goods that go back to their supplier at the price they came for, for those who may see cost: what that is more
    /// than the average, line by line.
    #[oai(skip_serializing_if_is_none)]
    pub differences: Option<Vec<DifferenceView>>,
    /// Of transfers: what the goods cost at the source while all of them are there. Null afterwards, without the right to see
    /// cost, and for those who do not see the source.
    #[oai(nullable)]
    pub goods_value: MaybeUndefined<DecimalText>,
}

/// A linked order.
#[derive(Clone, Debug, Object)]
pub struct LinkView {
    pub id: i64,
    /// `inbound` or `outbound`.
    pub kind: String,
    pub number: String,
    /// `reversal`, `back_order`, `return` or `supplier_return`.
    pub reason: String,
}

/// A cost that was added to an order's goods.
#[derive(Clone, Debug, Object)]
pub struct CostView {
    /// From 1.
    pub no: u32,
    /// 10 freight, 20 customs, 90 other.
    pub cost_type: i64,
    /// Null without the right to see cost.
    #[oai(nullable)]
    pub amount: Option<DecimalText>,
    pub remark: String,
    pub admin: EventAdmin,
    /// Unix seconds.
    pub at: i64,
    /// When it was taken back, in Unix seconds.
    #[oai(nullable)]
    pub taken_back_at: Option<i64>,
}

/// How much of a line is in a parcel.
#[derive(Clone, Debug, Object)]
pub struct PackedView {
    pub line: u32,
    pub quantity: DecimalText,
}

/// A parcel.
#[derive(Clone, Debug, Object)]
pub struct ParcelView {
    /// From 1.
    pub no: u32,
    #[oai(nullable)]
    pub carrier_id: Option<i64>,
    #[oai(nullable)]
    pub carrier: Option<Named>,
    pub courier_number: String,
    /// Unix seconds.
    pub shipment_time: i64,
    pub admin: EventAdmin,
    pub lines: Vec<PackedView>,
}

/// A pick that was changed by hand.
#[derive(Clone, Debug, Object)]
pub struct SwapView {
    pub line: u32,
    pub quantity: DecimalText,
    pub proposed: PlaceView,
    pub taken: PlaceView,
    #[oai(nullable)]
    pub reason: Option<String>,
    pub admin: EventAdmin,
    /// Unix seconds.
    pub at: i64,
}

fn named(name: Option<&String>) -> Option<Named> {
    name.map(|name| Named { name: name.clone() })
}

fn admin(id: i64, names: &RelatedNames) -> EventAdmin {
    EventAdmin { id, nickname: names.admins.get(&id).cloned() }
}

fn link(link: &OrderLink, names: &RelatedNames) -> LinkView {
    LinkView {
        id: link.order.0,
        kind: link.kind.as_str().to_owned(),
        number: names.orders.get(&link.order.0).cloned().unwrap_or_default(),
        reason: link.reason.as_str().to_owned(),
    }
}

fn parcel(parcel: &Parcel, names: &RelatedNames) -> ParcelView {
    ParcelView {
        no: parcel.no,
        carrier_id: parcel.carrier.map(|carrier| carrier.0),
        carrier: named(parcel.carrier.and_then(|carrier| names.carriers.get(&carrier.0))),
        courier_number: parcel.courier_number.clone(),
        shipment_time: parcel.at / 1_000,
        admin: admin(parcel.admin.0, names),
        lines: parcel.lines.iter().map(|packed| PackedView { line: packed.line, quantity: packed.quantity.into() }).collect(),
    }
}

fn swap(swap: &Swap, names: &RelatedNames) -> SwapView {
    SwapView {
        line: swap.line,
        quantity: swap.quantity.into(),
        proposed: PlaceView::new(&swap.proposed, &names.areas, &names.shelves),
        taken: PlaceView::new(&swap.taken, &names.areas, &names.shelves),
        reason: swap.reason.clone(),
        admin: admin(swap.admin.0, names),
        at: swap.at / 1_000,
    }
}

fn cost((no, cost): (u32, &AddedCost), names: &RelatedNames) -> CostView {
    CostView {
        no,
        cost_type: cost.cost_type.code(),
        amount: Some(cost.amount.into()),
        remark: cost.remark.clone(),
        admin: admin(cost.admin.0, names),
        at: cost.at / 1_000,
        taken_back_at: cost.taken_back.as_ref().map(|taken| taken.at / 1_000),
    }
}

/// Whether costs are added to orders of a kind.
fn takes_costs(kind: OrderKind) -> bool {
    kind.process().steps.iter().any(|step| step.does == Does::Cost)
}

/// Whether picks of a kind's orders are changed by hand.
fn changes_picks(kind: OrderKind) -> bool {
    kind.process().steps.iter().any(|step| step.does == Does::Pick)
}

impl BesideView {
    /// Leaves out what things cost, for those who may not see it.
    pub fn hide_costs(&mut self) {
        self.costs.iter_mut().flatten().for_each(|cost| cost.amount = None);
    }

    /// Says what goods cost, if that is known.
    pub fn show_value(&mut self, value: Option<Amount>) {
        if let Some(value) = value {
            self.goods_value = MaybeUndefined::Value(value.into());
        }
    }

    /// Of an order.
    #[must_use]
    pub fn new(kind: OrderKind, order: &OrderDetail) -> Self {
        let names = &order.related;
        let shipment = order.head.shipment.as_ref();
        let parcels = shipment.map(|shipment| &shipment.parcels).into_iter().flatten();
        let carrier = shipment.and_then(|shipment| shipment.parcels.first().map_or(shipment.carrier, |parcel| parcel.carrier));
        Self {
            origin: order.head.origin.as_ref().map(|origin| link(origin, names)),
            made: order.made.iter().map(|made| link(made, names)).collect(),
            parcels: kind.ships.then(|| parcels.map(|known| parcel(known, names)).collect()),
            carrier: match carrier.and_then(|carrier| names.carriers.get(&carrier.0)) {
                _ if !kind.ships => MaybeUndefined::Undefined,
                name => MaybeUndefined::from_opt_null(named(name)),
            },
            swaps: changes_picks(kind).then(|| order.swaps.iter().map(|known| swap(known, names)).collect()),
            costs: takes_costs(kind).then(|| (1..).zip(&order.costs).map(|known| cost(known, names)).collect()),
            differences: None,
            goods_value: of_kind(kind.transfers, None),
        }
    }

    /// Of an order that is none yet.
    #[must_use]
    pub fn blank(kind: OrderKind) -> Self {
        Self {
            origin: None,
            made: vec![],
            parcels: kind.ships.then(Vec::new),
            carrier: if kind.ships { MaybeUndefined::Null } else { MaybeUndefined::Undefined },
            swaps: changes_picks(kind).then(Vec::new),
            costs: takes_costs(kind).then(Vec::new),
            differences: None,
            goods_value: of_kind(kind.transfers, None),
        }
    }
}
