//! Proves from the database alone that the books are right: reads the ledger in pages and compares
//! its sums with every figure that is kept beside it, and with the orders that it was written for ([`orders`]).

mod orders;

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::behind::BEHIND_MAX;
use actors::warehouse::flow::{self, Flows};
use actors::warehouse::port::FlowRow;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use self::orders::OfOrders;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::int;
use crate::ledger::flows::{FLOWING, StoredFlow, StoredFlowing};

/// Ledger rows read at once.
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

/// What was looked at and found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub warehouses: usize,
    pub movements: i64,
    pub places: usize,
    pub reservations: usize,
    pub orders: usize,
    /// Commands that are remembered.
    pub commands: usize,
    pub notifications: i64,
    pub findings: Vec<Finding>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Figures {
    on_hand: Decimal,
    reserved: Decimal,
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
    /// Of a place: the last ledger row that it has counted.
    #[serde(default)]
    last: i64,
}

#[derive(Deserialize)]
struct LedgerRow {
    order_id: Option<i64>,
    #[serde(default)]
    line: i64,
    #[serde(flatten)]
    place: Row,
    #[serde(flatten)]
    moves: StoredFlowing,
}

/// What a place's ledger rows add up to.
#[derive(Default)]
struct PlaceSums {
    all: Figures,
    /// Up to the last that its stored row has counted.
    counted: Figures,
    /// The first that it has not.
    lacks: Option<i64>,
}

/// The places of a warehouse as they are stored.
struct StoredPlaces {
    rows: BTreeMap<PlaceKey, Row>,
    /// Whether the store says that they are behind.
    behind: bool,
    /// Whether stock may go below zero.
    negative: bool,
}

/// What a warehouse's ledger adds up to.
#[derive(Default)]
struct Sums {
    places: BTreeMap<PlaceKey, PlaceSums>,
    last: i64,
    /// What the months' sums have counted, and how many rows they have not.
    flows: Flows,
    behind: usize,
}

impl Row {
    fn key(&self) -> PlaceKey {
        (self.area, self.shelf, self.product, self.batch.clone())
    }
}

impl PlaceSums {
    /// Adds a ledger row; the stored row has counted them up to `upto`.
    fn add(&mut self, row: Figures, sequence: i64, upto: i64) {
        self.all.add(row);
        if sequence <= upto {
            self.counted.add(row);
        } else {
            self.lacks = self.lacks.or(Some(sequence));
        }
    }
}

impl Figures {
    fn add(&mut self, other: Self) {
        self.on_hand += other.on_hand;
        self.reserved += other.reserved;
    }
}

fn place_name(warehouse: i64, (area, shelf, product, batch): &PlaceKey) -> String {
    format!("place:[{warehouse}, {area}, {shelf}, {product}, '{batch}']")
}

impl Report {
    fn find(&mut self, row: String, problem: String) {
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(Finding { row, problem });
        }
    }
}

fn check_flows(warehouse: i64, stored: Vec<FlowRow>, counted: Flows, report: &mut Report) {
    let by_key = |rows: Vec<FlowRow>| -> BTreeMap<_, _> {
        rows.into_iter().map(|row| ((row.month.clone(), row.unit), FlowRow { stored: true, ..row })).collect()
    };
    let (stored, counted) = (by_key(stored), by_key(counted.into_rows()));
    for key in stored.keys().chain(counted.keys().filter(|key| !stored.contains_key(*key))) {
        let (said, is) = (stored.get(key), counted.get(key));
        if said != is {
            report.find(format!("flow:[{warehouse}, '{}', {}]", key.0, key.1), format!("says {}, the ledger has {}", in_words(said), in_words(is)));
        }
    }
}

fn in_words(row: Option<&FlowRow>) -> String {
    row.map_or("nothing".into(), |row| {
        let FlowRow { in_quantity, in_amount, out_quantity, out_amount, records, last, .. } = row;
        format!("{records} records up to {last}, {in_quantity} for {in_amount} in and {out_quantity} for {out_amount} out")
    })
}

/// Each row is the sum of its ledger rows up to the last that it has counted, and all of them are a stock that can be.
fn check_places(warehouse: i64, stored: &StoredPlaces, sums: &Sums, report: &mut Report) {
    let nothing = PlaceSums::default();
    report.places += stored.rows.len();
    for (key, place) in &stored.rows {
        let PlaceSums { all, counted, lacks } = sums.places.get(key).unwrap_or(&nothing);
        let mut find = |problem: String| report.find(place_name(warehouse, key), problem);
        if place.last > sums.last {
            find(format!("has counted ledger row {}, the ledger ends at {}", place.last, sums.last));
        }
        if counted.on_hand != place.on_hand {
            find(format!("on hand is {}, its movements up to {} add up to {}", place.on_hand, place.last, counted.on_hand));
        }
        if counted.reserved != place.reserved {
            find(format!("reserved is {}, its ledger rows up to {} add up to {}", place.reserved, place.last, counted.reserved));
        }
        if all.on_hand < Decimal::ZERO && !stored.negative {
            find(format!("on hand is {}", all.on_hand));
        }
        if all.reserved < Decimal::ZERO || (all.reserved > all.on_hand && !stored.negative) {
            find(format!("reserved is {} of {}", all.reserved, all.on_hand));
        }
        if let Some(lacks) = lacks.filter(|lacks| *lacks <= sums.last - BEHIND_MAX) {
            find(format!("lacks ledger row {lacks} of {}: of the newest {BEHIND_MAX} it may", sums.last));
        }
        if let Some(lacks) = lacks.filter(|_| !stored.behind) {
            report.find(format!("behind:{warehouse}"), format!("does not say that {} lacks ledger row {lacks}", place_name(warehouse, key)));
        }
    }
    for (key, sum) in &sums.places {
        if !stored.rows.contains_key(key) && sum.all != Figures::default() {
            report.find(place_name(warehouse, key), "is missing, but has movements".into());
        }
    }
}

impl Store {
    /// Checks everything.
    pub async fn check(&self) -> Result<Report, StoreError> {
        let mut report = Report::default();
        let began = chrono::Utc::now().timestamp_millis();
        let mut of_orders = OfOrders::default();
        let from_ledger: Vec<i64> = self.rows("SELECT VALUE warehouse FROM place GROUP BY warehouse", vec![]).await?;
        let declared: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM warehouse", vec![]).await?;
        let mut warehouses: Vec<i64> = from_ledger.into_iter().chain(declared).collect();
        warehouses.sort_unstable();
        warehouses.dedup();
        for warehouse in warehouses {
            report.warehouses += 1;
            self.check_warehouse(warehouse, &mut of_orders, &mut report).await?;
        }
        self.check_orders(of_orders, began, &mut report).await?;
        self.check_notifications(&mut report).await?;
        Ok(report)
    }

    async fn check_warehouse(&self, warehouse: i64, of_orders: &mut OfOrders, report: &mut Report) -> Result<(), StoreError> {
        let flows: Vec<StoredFlow> = self.rows("SELECT * OMIT id FROM flow:[$w]..[$w + 1]", vec![("w", int(warehouse))]).await?;
        let flows: Vec<FlowRow> = flows.into_iter().map(StoredFlow::row).collect();
        let counted_upto = flows.iter().map(|row| row.last).max().unwrap_or(0);
        let stored = self.stored_places(warehouse).await?;
        let sums = self.sum_ledger(warehouse, counted_upto, &stored.rows, of_orders, report).await?;
        of_orders.ends_at(warehouse, sums.last);
        if counted_upto > sums.last {
            report.find(format!("flow:[{warehouse}]"), format!("has counted ledger row {counted_upto}, the ledger ends at {}", sums.last));
        }
        check_places(warehouse, &stored, &sums, report);
        self.check_reservations(warehouse, &sums.places, report).await?;
        if sums.behind > flow::BEHIND_MAX {
            report.find(format!("flow:[{warehouse}]"), format!("is {} ledger rows behind: {} at most", sums.behind, flow::BEHIND_MAX));
        }
        check_flows(warehouse, flows, sums.flows, report);
        Ok(())
    }

    async fn stored_places(&self, warehouse: i64) -> Result<StoredPlaces, StoreError> {
        // At one moment: a warehouse that rests writes places, and says so.
        let query = "BEGIN; SELECT VALUE allow_negative FROM type::record('warehouse', $w); SELECT VALUE behind FROM type::record('behind', $w);
            SELECT area, shelf, product, batch, on_hand, reserved, last FROM place:[$w]..[$w + 1]; COMMIT;";
        let mut response = self.run(query, vec![("w", int(warehouse))]).await?;
        let negative: Vec<i64> = take(&mut response, 1)?;
        let behind: Vec<bool> = take(&mut response, 2)?;
        let rows: Vec<Row> = take(&mut response, 3)?;
        let rows = rows.into_iter().map(|row| (row.key(), row)).collect();
        Ok(StoredPlaces { rows, behind: behind == [true], negative: negative == [1] })
    }

    async fn sum_ledger(
        &self,
        warehouse: i64,
        counted_upto: i64,
        places: &BTreeMap<PlaceKey, Row>,
        of_orders: &mut OfOrders,
        report: &mut Report,
    ) -> Result<Sums, StoreError> {
        let mut sums = Sums::default();
        let mut expected = 1;
        loop {
            let query =
                format!("SELECT {FLOWING}, area, shelf, product, batch, reserved, order_id, line FROM movement:[$w, $from]..[$w + 1] LIMIT $page");
            let rows: Vec<LedgerRow> = self.rows(&query, vec![("w", int(warehouse)), ("from", int(expected)), ("page", int(PAGE))]).await?;
            let Some(last) = rows.last().map(|row| row.moves.sequence) else { break };
            report.movements += i64::try_from(rows.len()).unwrap_or(0);
            for LedgerRow { order_id, line, place, moves } in rows {
                let sequence = moves.sequence;
                if sequence != expected {
                    report.find(format!("movement:[{warehouse}, {expected}]"), format!("is missing: the next is {sequence}"));
                    expected = sequence;
                }
                expected += 1;
                let key = place.key();
                let upto = places.get(&key).map_or(0, |stored| stored.last);
                sums.last = sequence;
                let figures = Figures { on_hand: moves.moved, reserved: place.reserved };
                sums.places.entry(key).or_default().add(figures, sequence, upto);
                if let Some(order) = order_id {
                    of_orders.add(order, line, figures);
                }
                match moves.flowing() {
                    Ok(Some(flowing)) if sequence <= counted_upto => sums.flows.add(&flowing),
                    Ok(Some(_)) => sums.behind += 1,
                    Ok(None) => {}
                    Err(error) => report.find(format!("movement:[{warehouse}, {sequence}]"), error.to_string()),
                }
            }
            expected = expected.max(last + 1);
        }
        Ok(sums)
    }

    async fn check_reservations(&self, warehouse: i64, places: &BTreeMap<PlaceKey, PlaceSums>, report: &mut Report) -> Result<(), StoreError> {
        let query = "SELECT area, shelf, product, batch, quantity FROM reservation:[$w]..[$w + 1] WHERE quantity > 0";
        let rows: Vec<Row> = self.rows(query, vec![("w", int(warehouse))]).await?;
        report.reservations += rows.len();
        let mut sums: BTreeMap<PlaceKey, Decimal> = BTreeMap::new();
        for row in rows {
            *sums.entry(row.key()).or_default() += row.quantity;
        }
        for (key, PlaceSums { all, .. }) in places {
            let sum = sums.remove(key).unwrap_or_default();
            if sum != all.reserved {
                report.find(place_name(warehouse, key), format!("reserved is {}, its reservations add up to {sum}", all.reserved));
            }
        }
        for (key, sum) in sums {
            report.find(format!("reservation of {}", place_name(warehouse, &key)), format!("{sum} of nothing"));
        }
        Ok(())
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
