//! The pick list of an order: what it has reserved, or what it would take, from where and why.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use actors::order::demand::open_demand;
use actors::order::edit::with_customer;
use actors::order::picks::{self, Missing, Pick};
use actors::order::port::OrderStore;
use actors::store::StoreError;
use actors::warehouse::picking::{self, Why, first_out};
use actors::warehouse::port::BalanceRow;
use actors::warehouse::weights::Weights;
use bus_schemas::ids::OrderId;
use bus_schemas::number::Quantity;
use bus_schemas::order::{Order, OrderKind};
use bus_schemas::warehouse::{DemandLine, Expired, Place};

use crate::engine::connect::Store;
use crate::engine::look_up::{look_up, take_parts};
use crate::engine::transaction::take;
use crate::engine::value::{int, text};
use crate::ledger::stored::{StoredBalance, StoredReservation};
use crate::order::rows::Names;

/// What is free at a place.
#[derive(Clone, Debug)]
pub struct Free {
    pub place: Place,
    pub available: Quantity,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    /// Its expiry date has passed.
    pub expired: bool,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct PickList {
    /// Goods are reserved; otherwise it is what would be taken now.
    pub reserved: bool,
    pub picks: Vec<Pick>,
    pub missing: Vec<Missing>,
    /// Places of the same products that have something free.
    pub places: Vec<Free>,
    pub areas: Names,
    pub shelves: Names,
}

/// What is judged: the places with what is free there now.
struct Now<'a> {
    rows: &'a [(BalanceRow, Quantity)],
    weights: &'a Weights,
    today: &'a str,
}

impl Now<'_> {
    /// Why a reserved place was taken.
    fn why(&self, order: &Order, line: &DemandLine, row: &BalanceRow, quantity: Quantity) -> Why {
        if order.swaps.iter().any(|swap| swap.line == line.line && swap.taken == row.place) {
            return Why::Chosen;
        }
        let others = self.rows.iter().filter(|(other, _)| other.place != row.place).map(|(other, free)| (other, *free));
        let next = picking::candidates(others, line, self.today, Expired::Refused, self.weights).first().copied();
        picking::why(line, (row, quantity), next, self.weights)
    }
}

impl Store {
    /// The pick list of an order, if there is such an order.
    pub async fn order_picks(&self, kind: OrderKind, order: OrderId) -> Result<Option<PickList>, StoreError> {
        let Some(order) = OrderStore::load(self, kind, order).await? else { return Ok(None) };
        let goods = self.held_goods().await?;
        let today = goods.days().of(order.warehouse.0);
        let demand = open_demand(&order, self.life_days(&order).await?, today);
        let products: BTreeSet<i64> = order.lines.iter().map(|line| line.product.0).collect();
        let mut query = "SELECT * OMIT id FROM reservation:[$w, $kind, $order]..[$w, $kind, $order + 1] WHERE quantity > 0;".to_owned();
        let mut vars = vec![("w", int(order.warehouse.0)), ("kind", text(kind.as_str())), ("order", int(order.id.0))];
        let lying = |name: &str| format!("SELECT * OMIT id FROM place WHERE product IN ${name} AND warehouse = $w;");
        let parts = look_up(products.into_iter().map(int).collect(), &mut query, &mut vars, lying);
        let mut response = self.run(&query, vars).await?;
        let reserved: Vec<StoredReservation> = take(&mut response, 0)?;
        let places: Vec<StoredBalance> = take_parts(&mut response, 1, parts)?;
        // Of held goods nothing is free.
        let free = |row: BalanceRow| {
            let held = goods.holds(order.warehouse.0, row.place.area.0, row.place.product.0, &row.place.batch);
            let free = if held { Quantity::ZERO } else { row.on_hand - row.reserved };
            (row, free)
        };
        let rows: Vec<(BalanceRow, Quantity)> = places.into_iter().map(StoredBalance::row).map(free).collect();
        let weights = self.weights_at(rows.iter().map(|(row, _)| &row.place)).await?;
        let now = Now { rows: &rows, weights: &weights, today };
        let past = |row: &BalanceRow| !picking::usable(row.expiry_date.as_deref(), today);
        let mut list = PickList {
            reserved: kind.reserves(order.status),
            places: rows
                .iter()
                .filter(|(_, free)| *free > Quantity::ZERO)
                .map(|(row, free)| Free {
                    place: row.place.clone(),
                    available: *free,
                    produce_date: row.produce_date.clone(),
                    expiry_date: row.expiry_date.clone(),
                    expired: past(row),
                })
                .collect(),
            ..PickList::default()
        };
        let expired = if order.order_type.takes_expired() { Expired::First } else { Expired::Refused };
        if list.reserved {
            let row_at = |place: &Place| rows.iter().map(|(row, _)| row).find(|row| row.place == *place);
            let mut held: Vec<_> = reserved.into_iter().map(StoredReservation::row).map(|held| (row_at(&held.place), held)).collect();
            // As the warehouse takes them when a part of the line leaves: expired goods stay, as long as there are others.
            let stays = |row: Option<&BalanceRow>| expired == Expired::Refused && row.is_some_and(past);
            held.sort_by(|(a_row, a), (b_row, b)| {
                let by_rule = a_row.zip(*b_row).map(|(a_row, b_row)| first_out((a_row, a.quantity), (b_row, b.quantity), &weights));
                a.line.cmp(&b.line).then_with(|| stays(*a_row).cmp(&stays(*b_row))).then(by_rule.unwrap_or(Ordering::Equal))
            });
            for (row, held) in held {
                let line = demand.iter().find(|line| line.line == held.line);
                list.picks.push(Pick {
                    line: held.line,
                    quantity: held.quantity,
                    reserved: true,
                    why: line.zip(row).map_or(Why::Earlier, |(line, row)| now.why(&order, line, row, held.quantity)),
                    produce_date: row.and_then(|row| row.produce_date.clone()),
                    expiry_date: row.and_then(|row| row.expiry_date.clone()),
                    place: held.place,
                });
            }
        }
        // What is not reserved, or not any more, is taken from what is free at the moment at which the goods leave.
        let plan = picks::plan(&rows, &picks::unreserved(&demand, &list.picks), today, expired, &weights);
        list.picks.extend(plan.picks);
        list.missing = plan.missing;
        self.name_places(&mut list).await?;
        Ok(Some(list))
    }

    /// How long goods of an order must keep, as its customer asks.
    async fn life_days(&self, order: &Order) -> Result<u32, StoreError> {
        match order.partner.filter(|_| with_customer(order)) {
            Some(customer) => self.life_days_of(customer).await,
            None => Ok(0),
        }
    }

    async fn name_places(&self, list: &mut PickList) -> Result<(), StoreError> {
        let places = || list.picks.iter().map(|pick| &pick.place).chain(list.places.iter().map(|free| &free.place));
        let (areas, shelves) = (places().map(|place| place.area.0).collect(), places().map(|place| place.shelf.0).collect());
        list.areas = self.names("warehouse_area", "name", areas).await?;
        list.shelves = self.names("warehouse_shelf", "name", shelves).await?;
        Ok(())
    }
}
