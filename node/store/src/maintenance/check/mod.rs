//! Checks the books from the database alone: reads the ledger in pages and compares its sums with every derived
//! figure ([`costs`], [`reservations`], [`blocks`]), with the orders it was written for ([`orders`], [`transfers`],
//! [`transit`]) and with the count sheets it was posted from ([`counts`]). Members' accounts are compared with their logs
//! ([`accounts`]).

mod accounts;
mod blocks;
mod costs;
mod counts;
mod orders;
mod payments;
mod reservations;
mod shop;
mod shop_beside;
mod transfers;
mod transit;

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::port::TurnoverRow;
use actors::warehouse::turnover::Turnovers;
use bus_schemas::warehouse::CostBasis;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use self::costs::{CostRow, Costs, Valued};
use self::counts::OfCounts;
use self::orders::OfOrders;
use self::reservations::Promises;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::int;
use crate::ledger::turnover::{CONTRIBUTION, StoredContribution, StoredTurnover};

/// Ledger rows read together.
const PAGE: i64 = 5_000;
/// Findings after which the check stops.
const FINDINGS_MAX: usize = 1_000;

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The row, as `table:[key]`.
    pub row: String,
    pub problem: String,
}

/// What was checked and found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub warehouses: usize,
    pub movements: i64,
    pub places: usize,
    pub reservations: usize,
    /// Moving averages with their last prices.
    pub costs: usize,
    /// Batches that are held, and areas that hold what lies in them.
    pub holds: usize,
    pub orders: usize,
    /// Of those, transfers; and transfers that have goods on the road.
    pub transfers: usize,
    pub on_the_road: usize,
    /// Orders of the shop.
    pub shop_orders: usize,
    /// Count sheets.
    pub counts: usize,
    /// Commands that are remembered.
    pub commands: usize,
    pub notifications: i64,
    /// Members, whose money and score are the sums of their logs.
    pub members: usize,
    pub findings: Vec<Finding>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Figures {
    on_hand: Decimal,
    reserved: Decimal,
    /// More is reserved than is there by so much, because a posted count found less.
    lost: Decimal,
}

type PlaceKey = (i64, i64, i64, String);

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    area: i64,
    #[serde(default)]
    shelf: i64,
    product: i64,
    #[serde(default)]
    batch: String,
    #[serde(default)]
    on_hand: Decimal,
    #[serde(default)]
    reserved: Decimal,
    #[serde(default)]
    quantity: Decimal,
    /// Of a reservation.
    #[serde(default)]
    order: i64,
    #[serde(default)]
    line: i64,
}

#[derive(Deserialize)]
struct LedgerRow {
    order_id: Option<i64>,
    count_id: Option<i64>,
    #[serde(default)]
    unit_cost: Decimal,
    cost_basis: Option<CostBasis>,
    /// Within its command.
    #[serde(default)]
    position: i64,
    #[serde(flatten)]
    place: Row,
    #[serde(flatten)]
    moves: StoredContribution,
}

/// What is stored of a warehouse beside its ledger, at one moment.
struct Stored {
    /// The ledger's last row.
    end: i64,
    balances: BTreeMap<PlaceKey, Row>,
    reservations: Vec<Row>,
    costs: Vec<CostRow>,
    turnovers: Vec<TurnoverRow>,
    /// Whether stock may go below zero.
    negative: bool,
    held_areas: Vec<i64>,
    /// Product and batch, here or everywhere.
    held_batches: Vec<(i64, String)>,
}

impl Stored {
    fn holds(&self, (area, _, product, batch): &PlaceKey) -> bool {
        self.held_areas.contains(area) || self.held_batches.iter().any(|(held, number)| held == product && number == batch)
    }
}

/// Sums of a warehouse's ledger.
#[derive(Default)]
struct Sums {
    places: BTreeMap<PlaceKey, Figures>,
    promises: Promises,
    costs: Costs,
    turnovers: Turnovers,
}

impl Row {
    fn key(&self) -> PlaceKey {
        (self.area, self.shelf, self.product, self.batch.clone())
    }
}

impl Figures {
    fn add(&mut self, other: Self) {
        self.on_hand += other.on_hand;
        self.reserved += other.reserved;
    }

    /// Counts a ledger row. Only a count may leave less than is reserved; what follows makes up for it.
    fn move_on(&mut self, row: Self, counted: bool) {
        self.add(row);
        let short = (self.reserved - self.on_hand).max(Decimal::ZERO);
        self.lost = if counted { self.lost.max(short) } else { self.lost.min(short) };
    }
}

fn place_name(warehouse: i64, (area, shelf, product, batch): &PlaceKey) -> String {
    format!("place:[{warehouse}, {area}, {shelf}, {product}, '{batch}']")
}

impl Report {
    /// What was looked at, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        format!(
            "{} warehouses, {} movements, {} places, {} reservations, {} costs, {} held batches and areas, {} orders, {} transfers ({} with goods on \
             the road), {} shop orders, {} count sheets, {} commands, {} notifications, {} members",
            self.warehouses,
            self.movements,
            self.places,
            self.reservations,
            self.costs,
            self.holds,
            self.orders,
            self.transfers,
            self.on_the_road,
            self.shop_orders,
            self.counts,
            self.commands,
            self.notifications,
            self.members
        )
    }

    fn find(&mut self, row: String, problem: String) {
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(Finding { row, problem });
        }
    }
}

fn check_turnovers(warehouse: i64, stored: Vec<TurnoverRow>, counted: Turnovers, report: &mut Report) {
    let by_key = |rows: Vec<TurnoverRow>| -> BTreeMap<_, _> {
        rows.into_iter().map(|row| ((row.month.clone(), row.unit), TurnoverRow { stored: true, ..row })).collect()
    };
    let (stored, counted) = (by_key(stored), by_key(counted.into_rows()));
    for key in stored.keys().chain(counted.keys().filter(|key| !stored.contains_key(*key))) {
        let (said, is) = (stored.get(key), counted.get(key));
        if said != is {
            report.find(format!("flow:[{warehouse}, '{}', {}]", key.0, key.1), format!("says {}, the ledger has {}", describe(said), describe(is)));
        }
    }
}

fn describe(row: Option<&TurnoverRow>) -> String {
    row.map_or("nothing".into(), |row| {
        let TurnoverRow { in_quantity, in_amount, out_quantity, out_amount, records, last, .. } = row;
        format!("{records} records up to {last}, {in_quantity} for {in_amount} in and {out_quantity} for {out_amount} out")
    })
}

/// Each balance is the sum of its ledger rows, and all of them are a stock that can be.
fn check_balances(warehouse: i64, stored: &Stored, sums: &Sums, report: &mut Report) {
    report.places += stored.balances.len();
    for (key, balance) in &stored.balances {
        let Figures { on_hand, reserved, lost } = sums.places.get(key).copied().unwrap_or_default();
        let mut find = |problem: String| report.find(place_name(warehouse, key), problem);
        if on_hand != balance.on_hand {
            find(format!("on hand is {}, its movements add up to {on_hand}", balance.on_hand));
        }
        if reserved != balance.reserved {
            find(format!("reserved is {}, its ledger rows add up to {reserved}", balance.reserved));
        }
        if on_hand < Decimal::ZERO && !stored.negative {
            find(format!("on hand is {on_hand}"));
        }
        if reserved < Decimal::ZERO || (reserved > on_hand.max(Decimal::ZERO) + lost) {
            find(format!("reserved is {reserved} of {on_hand}"));
        }
        if !reserved.is_zero() && stored.holds(key) {
            find(format!("{reserved} of goods that are held is reserved"));
        }
    }
    for (key, sum) in &sums.places {
        if !stored.balances.contains_key(key) && *sum != Figures::default() {
            report.find(place_name(warehouse, key), "is missing, but has movements".into());
        }
    }
}

impl Store {
    /// Checks everything.
    pub async fn check(&self) -> Result<Report, StoreError> {
        let mut report = Report::default();
        let began = self.now_ms();
        let (mut of_orders, mut of_counts) = (OfOrders::default(), OfCounts::default());
        let from_ledger: Vec<i64> = self.rows("SELECT VALUE warehouse FROM place GROUP BY warehouse", vec![]).await?;
        let declared: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM warehouse", vec![]).await?;
        let mut warehouses: Vec<i64> = from_ledger.into_iter().chain(declared).collect();
        warehouses.sort_unstable();
        warehouses.dedup();
        for warehouse in warehouses {
            report.warehouses += 1;
            self.check_warehouse(warehouse, &mut of_orders, &mut of_counts, &mut report).await?;
        }
        self.check_orders(of_orders, began, &mut report).await?;
        self.check_counts(of_counts, began, &mut report).await?;
        self.check_notifications(&mut report).await?;
        self.check_accounts(&mut report).await?;
        Ok(report)
    }

    async fn check_warehouse(
        &self,
        warehouse: i64,
        of_orders: &mut OfOrders,
        of_counts: &mut OfCounts,
        report: &mut Report,
    ) -> Result<(), StoreError> {
        let stored = self.stored(warehouse).await?;
        let sums = self.sum_ledger(warehouse, &stored, of_orders, of_counts, report).await?;
        of_orders.ends_at(warehouse, stored.end);
        report.holds += stored.held_areas.len() + stored.held_batches.len();
        check_balances(warehouse, &stored, &sums, report);
        reservations::check(warehouse, &stored.reservations, &sums.places, &sums.promises, report);
        sums.costs.check(warehouse, &stored.costs, report);
        self.check_blocks(warehouse, stored.end, report).await?;
        check_turnovers(warehouse, stored.turnovers, sums.turnovers, report);
        Ok(())
    }

    async fn stored(&self, warehouse: i64) -> Result<Stored, StoreError> {
        let query = "BEGIN; SELECT VALUE allow_negative FROM type::record('warehouse', $w);
            LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807]))
              ?? array::last((SELECT VALUE sequence FROM movement:[$w]..[$w + 1])) ?? 0;
            SELECT area, shelf, product, batch, on_hand, reserved FROM place:[$w]..[$w + 1];
            SELECT order, line, area, shelf, product, batch, quantity FROM reservation:[$w]..[$w + 1] WHERE quantity > 0;
            SELECT * OMIT id FROM flow:[$w]..[$w + 1];
            SELECT VALUE record::id(id) FROM warehouse_area WHERE warehouses_id = $w AND purpose != 0 AND purpose != NONE;
            SELECT VALUE [product, batch] FROM array::concat((SELECT * FROM batch_hold:[0]..[1]), (SELECT * FROM batch_hold:[$w]..[$w + 1]))
              WHERE state != 0;
            SELECT product, average_cost, last_price, rounding, rounding_from FROM cost:[$w]..[$w + 1]; COMMIT;";
        let mut response = self.run(query, vec![("w", int(warehouse))]).await?;
        let negative: Vec<i64> = take(&mut response, 1)?;
        let balances: Vec<Row> = take(&mut response, 4)?;
        let turnovers: Vec<StoredTurnover> = take(&mut response, 6)?;
        Ok(Stored {
            end: take(&mut response, 3)?,
            balances: balances.into_iter().map(|row| (row.key(), row)).collect(),
            reservations: take(&mut response, 5)?,
            costs: take(&mut response, 9)?,
            turnovers: turnovers.into_iter().map(StoredTurnover::row).collect(),
            negative: negative == [1],
            held_areas: take(&mut response, 7)?,
            held_batches: take(&mut response, 8)?,
        })
    }

    /// Adds up the ledger as far as what is stored beside it was read.
    async fn sum_ledger(
        &self,
        warehouse: i64,
        stored: &Stored,
        of_orders: &mut OfOrders,
        of_counts: &mut OfCounts,
        report: &mut Report,
    ) -> Result<Sums, StoreError> {
        let end = stored.end;
        let mut sums = Sums { costs: Costs::new(&stored.costs), ..Sums::default() };
        let mut expected = 1;
        // The command of the row before belongs to no order: what it releases, orders lose.
        let mut orderless = false;
        while expected <= end {
            let query = format!(
                "SELECT {CONTRIBUTION}, area, shelf, product, batch, reserved, order_id, count_id, line, unit_cost, cost_basis, position ?? 0 AS position FROM movement:[$w, $from]..=[$w, $end] LIMIT $page"
            );
            let vars = vec![("w", int(warehouse)), ("from", int(expected)), ("end", int(end)), ("page", int(PAGE))];
            let rows: Vec<LedgerRow> = self.rows(&query, vars).await?;
            if rows.is_empty() {
                break;
            }
            report.movements += i64::try_from(rows.len()).unwrap_or(0);
            for LedgerRow { order_id, count_id, unit_cost, cost_basis, position, place, moves } in rows {
                let line = place.line;
                let sequence = moves.sequence;
                if sequence != expected {
                    report.find(format!("movement:[{warehouse}, {expected}]"), format!("is missing: the next is {sequence}"));
                }
                expected = sequence + 1;
                let figures = Figures { on_hand: moves.moved, reserved: place.reserved, ..Figures::default() };
                sums.places.entry(place.key()).or_default().move_on(figures, count_id.is_some());
                if let Some(count) = count_id {
                    of_counts.add(count, line, moves.moved);
                }
                if position == 0 {
                    orderless = order_id.is_none();
                }
                sums.costs.add(&Valued {
                    product: place.product,
                    sequence,
                    operation: moves.operation(),
                    basis: cost_basis,
                    reverses: moves.reverses,
                    moved: moves.moved,
                    unit_cost,
                    amount: moves.amount,
                });
                if let Some(order) = order_id {
                    sums.promises.add(order, line, place.key(), place.reserved);
                    of_orders.add(order, (line, warehouse), figures);
                    if orderless {
                        of_orders.loses(order);
                    }
                }
                match moves.contribution() {
                    Ok(Some(contribution)) => {
                        sums.turnovers.add(&contribution);
                    }
                    Ok(None) => {}
                    Err(error) => report.find(format!("movement:[{warehouse}, {sequence}]"), error.to_string()),
                }
            }
        }
        Ok(sums)
    }

    async fn check_notifications(&self, report: &mut Report) -> Result<(), StoreError> {
        #[derive(Deserialize)]
        struct Inbox {
            recipient: i64,
            last: i64,
            unread: i64,
            stored: i64,
            said: i64,
            highest: Option<i64>,
            open: i64,
        }
        let query = "SELECT record::id(id) AS recipient, last, unread,
              array::len(SELECT VALUE number FROM notification WHERE merged = NONE AND recipient = record::id($parent.id)) AS stored,
              math::sum((SELECT VALUE count FROM notification WHERE merged = NONE AND recipient = record::id($parent.id))) AS said,
              array::max((SELECT VALUE number FROM notification WHERE merged = NONE AND recipient = record::id($parent.id))) AS highest,
              array::len(SELECT VALUE number FROM notification WHERE merged = NONE AND recipient = record::id($parent.id) AND read_at = NONE) AS open
            FROM inbox";
        let inboxes: Vec<Inbox> = self.rows(query, vec![]).await?;
        for inbox in inboxes {
            report.notifications += inbox.stored;
            let row = format!("inbox:{}", inbox.recipient);
            if inbox.said != inbox.last || inbox.highest.unwrap_or(0) != inbox.last {
                report.find(row.clone(), format!("the last number is {}, {} with their counts are stored", inbox.last, inbox.said));
            }
            if inbox.open != inbox.unread {
                report.find(row, format!("unread is {}, {} are unread", inbox.unread, inbox.open));
            }
        }
        Ok(())
    }
}
