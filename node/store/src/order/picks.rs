//! The pick list of an order: what it has reserved, or what it would take, from where and why.

use std::collections::BTreeSet;

use actors::order::picks::{self, Missing, Pick};
use actors::order::port::OrderStore;
use actors::order::rules;
use actors::store::StoreError;
use actors::warehouse::picking::{self, Why};
use actors::warehouse::port::BalanceRow;
use bus_schemas::ids::OrderId;
use bus_schemas::number::Quantity;
use bus_schemas::order::{Order, OrderKind};
use bus_schemas::warehouse::{DemandLine, Expired, Place};

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, int, text};
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

/// Why a reserved place was taken, judged by what is free now.
fn why(order: &Order, line: &DemandLine, row: &BalanceRow, quantity: Quantity, rows: &[(BalanceRow, Quantity)], today: &str) -> Why {
    if order.swaps.iter().any(|swap| swap.line == line.line && swap.taken == row.place) {
        return Why::Chosen;
    }
    let others = rows.iter().filter(|(other, _)| other.place != row.place).map(|(other, free)| (other, *free));
    picking::why(line, (row, quantity), picking::candidates(others, line, today, Expired::Refused).first().copied())
}

impl Store {
    /// The pick list of an order, if there is such an order.
    pub async fn order_picks(&self, kind: OrderKind, order: OrderId, today: &str) -> Result<Option<PickList>, StoreError> {
        let Some(order) = OrderStore::load(self, kind, order).await? else { return Ok(None) };
        let demand = rules::open_demand(&order);
        let products: BTreeSet<i64> = order.lines.iter().map(|line| line.product.0).collect();
        let query = "SELECT * OMIT id FROM place WHERE product IN $products AND warehouse = $w;
            SELECT * OMIT id FROM reservation:[$w, $kind, $order]..[$w, $kind, $order + 1] WHERE quantity > 0;";
        let vars = vec![
            ("products", array(products.into_iter().map(int).collect())),
            ("w", int(order.warehouse.0)),
            ("kind", text(kind.as_str())),
            ("order", int(order.id.0)),
        ];
        let mut response = self.run(query, vars).await?;
        let places: Vec<StoredBalance> = take(&mut response, 0)?;
        let reserved: Vec<StoredReservation> = take(&mut response, 1)?;
        let free = |row: BalanceRow| {
            let free = row.on_hand - row.reserved;
            (row, free)
        };
        let rows: Vec<(BalanceRow, Quantity)> = places.into_iter().map(StoredBalance::row).map(free).collect();
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
        if list.reserved {
            for held in reserved.into_iter().map(StoredReservation::row) {
                let line = demand.iter().find(|line| line.line == held.line);
                let row = rows.iter().map(|(row, _)| row).find(|row| row.place == held.place);
                list.picks.push(Pick {
                    line: held.line,
                    quantity: held.quantity,
                    why: line.zip(row).map_or(Why::Earlier, |(line, row)| why(&order, line, row, held.quantity, &rows, today)),
                    produce_date: row.and_then(|row| row.produce_date.clone()),
                    expiry_date: row.and_then(|row| row.expiry_date.clone()),
                    place: held.place,
                });
            }
        } else {
            let expired = if order.order_type.takes_expired() { Expired::First } else { Expired::Refused };
            let plan = picks::plan(&rows, &demand, today, expired);
            (list.picks, list.missing) = (plan.picks, plan.missing);
        }
        self.name_places(&mut list).await?;
        Ok(Some(list))
    }

    async fn name_places(&self, list: &mut PickList) -> Result<(), StoreError> {
        let places = || list.picks.iter().map(|pick| &pick.place).chain(list.places.iter().map(|free| &free.place));
        let (areas, shelves) = (places().map(|place| place.area.0).collect(), places().map(|place| place.shelf.0).collect());
        list.areas = self.names("warehouse_area", "name", areas).await?;
        list.shelves = self.names("warehouse_shelf", "name", shelves).await?;
        Ok(())
    }
}
