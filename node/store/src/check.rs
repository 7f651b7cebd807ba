//! Proves from the database alone that the books are right: reads the ledger in pages and compares
//! its sums with every figure that is kept beside it.

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::flow::{BEHIND_MAX, Flows};
use actors::warehouse::port::FlowRow;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::connect::Store;
use crate::value::int;
use crate::warehouse::flows::{FLOWING, StoredFlow, StoredFlowing};

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
}

#[derive(Deserialize)]
struct LedgerRow {
    #[serde(flatten)]
    place: Row,
    #[serde(flatten)]
    moves: StoredFlowing,
}

/// What a warehouse's ledger adds up to.
#[derive(Default)]
struct Sums {
    places: BTreeMap<PlaceKey, Figures>,
    /// What the months' sums have counted, and how many rows they have not.
    flows: Flows,
    behind: usize,
}

impl Row {
    fn key(&self) -> PlaceKey {
        (self.area, self.shelf, self.product, self.batch.clone())
    }
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

impl Store {
    /// Checks everything.
    pub async fn check(&self) -> Result<Report, StoreError> {
        let mut report = Report::default();
        let from_ledger: Vec<i64> = self.rows("SELECT VALUE warehouse FROM place GROUP BY warehouse", vec![]).await?;
        let declared: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM warehouse", vec![]).await?;
        let mut warehouses: Vec<i64> = from_ledger.into_iter().chain(declared).collect();
        warehouses.sort_unstable();
        warehouses.dedup();
        for warehouse in warehouses {
            report.warehouses += 1;
            self.check_warehouse(warehouse, &mut report).await?;
        }
        self.check_notifications(&mut report).await?;
        Ok(report)
    }

    async fn check_warehouse(&self, warehouse: i64, report: &mut Report) -> Result<(), StoreError> {
        let w = || vec![("w", int(warehouse))];
        let flows: Vec<StoredFlow> = self.rows("SELECT * OMIT id FROM flow:[$w]..[$w + 1]", w()).await?;
        let flows: Vec<FlowRow> = flows.into_iter().map(StoredFlow::row).collect();
        let counted_upto = flows.iter().map(|row| row.last).max().unwrap_or(0);
        let Sums { places: sums, flows: counted, behind } = self.sum_ledger(warehouse, counted_upto, report).await?;
        check_flows(warehouse, flows, counted, report);
        if behind > BEHIND_MAX {
            report.find(format!("flow:[{warehouse}]"), format!("is {behind} ledger rows behind: {BEHIND_MAX} at most"));
        }
        let negative: Vec<i64> = self.rows("SELECT VALUE allow_negative FROM type::record('warehouse', $w)", w()).await?;
        let negative = negative.first() == Some(&1);
        let places: Vec<Row> = self.rows("SELECT area, shelf, product, batch, on_hand, reserved FROM place:[$w]..[$w + 1]", w()).await?;
        report.places += places.len();
        let mut stored: BTreeMap<PlaceKey, Figures> = BTreeMap::new();
        for place in &places {
            let row = format!("place:[{warehouse}, {}, {}, {}, '{}']", place.area, place.shelf, place.product, place.batch);
            let sum = sums.get(&place.key()).copied().unwrap_or_default();
            if sum.on_hand != place.on_hand {
                report.find(row.clone(), format!("on hand is {}, its movements add up to {}", place.on_hand, sum.on_hand));
            }
            if sum.reserved != place.reserved {
                report.find(row.clone(), format!("reserved is {}, its ledger rows add up to {}", place.reserved, sum.reserved));
            }
            if place.on_hand < Decimal::ZERO && !negative {
                report.find(row.clone(), format!("on hand is {}", place.on_hand));
            }
            if place.reserved < Decimal::ZERO || (place.reserved > place.on_hand && !negative) {
                report.find(row, format!("reserved is {} of {}", place.reserved, place.on_hand));
            }
            stored.insert(place.key(), Figures { on_hand: place.on_hand, reserved: place.reserved });
        }
        for (key, sum) in &sums {
            if !stored.contains_key(key) && *sum != Figures::default() {
                report.find(format!("place:[{warehouse}, {}, {}, {}, '{}']", key.0, key.1, key.2, key.3), "is missing, but has movements".into());
            }
        }
        self.check_reservations(warehouse, &stored, report).await
    }

    async fn sum_ledger(&self, warehouse: i64, counted_upto: i64, report: &mut Report) -> Result<Sums, StoreError> {
        let mut sums = Sums::default();
        let mut expected = 1;
        loop {
            let query = format!("SELECT {FLOWING}, area, shelf, product, batch, reserved FROM movement:[$w, $from]..[$w + 1] LIMIT $page");
            let rows: Vec<LedgerRow> = self.rows(&query, vec![("w", int(warehouse)), ("from", int(expected)), ("page", int(PAGE))]).await?;
            let Some(last) = rows.last().map(|row| row.moves.sequence) else { break };
            report.movements += i64::try_from(rows.len()).unwrap_or(0);
            for LedgerRow { place, moves } in rows {
                let sequence = moves.sequence;
                if sequence != expected {
                    report.find(format!("movement:[{warehouse}, {expected}]"), format!("is missing: the next is {sequence}"));
                    expected = sequence;
                }
                expected += 1;
                let sum = sums.places.entry(place.key()).or_default();
                sum.on_hand += moves.moved;
                sum.reserved += place.reserved;
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

    async fn check_reservations(&self, warehouse: i64, places: &BTreeMap<PlaceKey, Figures>, report: &mut Report) -> Result<(), StoreError> {
        let query = "SELECT area, shelf, product, batch, quantity FROM reservation:[$w]..[$w + 1] WHERE quantity > 0";
        let rows: Vec<Row> = self.rows(query, vec![("w", int(warehouse))]).await?;
        report.reservations += rows.len();
        let mut sums: BTreeMap<PlaceKey, Decimal> = BTreeMap::new();
        for row in rows {
            *sums.entry(row.key()).or_default() += row.quantity;
        }
        for (key, figures) in places {
            let sum = sums.remove(key).unwrap_or_default();
            if sum != figures.reserved {
                let row = format!("place:[{warehouse}, {}, {}, {}, '{}']", key.0, key.1, key.2, key.3);
                report.find(row, format!("reserved is {}, its reservations add up to {sum}", figures.reserved));
            }
        }
        for (key, sum) in sums {
            report.find(format!("reservation of place [{warehouse}, {}, {}, {}, '{}']", key.0, key.1, key.2, key.3), format!("{sum} of nothing"));
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
