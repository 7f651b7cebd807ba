//! Proves from the database alone that the books are right: reads the ledger in pages and compares
//! its sums with every figure that is kept beside it.

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::behind::BEHIND_MAX;
use actors::warehouse::flow::{self, Flows};
use actors::warehouse::port::FlowRow;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::connect::Store;
use crate::transaction::take;
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
    /// Of a place: the last ledger row that it has counted.
    #[serde(default)]
    last: i64,
}

#[derive(Deserialize)]
struct LedgerRow {
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
    const NOTHING: Self = {
        let nothing = Figures { on_hand: Decimal::ZERO, reserved: Decimal::ZERO };
        Self { all: nothing, counted: nothing, lacks: None }
    };

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
        // At one moment: a warehouse that rests writes places, and says so.
        let query = "BEGIN; SELECT VALUE behind FROM type::record('behind', $w);
            SELECT area, shelf, product, batch, on_hand, reserved, last FROM place:[$w]..[$w + 1]; COMMIT;";
        let mut response = self.run(query, w()).await?;
        let says_behind: Vec<bool> = take(&mut response, 1)?;
        let places: Vec<Row> = take(&mut response, 2)?;
        let places: BTreeMap<PlaceKey, Row> = places.into_iter().map(|place| (place.key(), place)).collect();
        let Sums { places: sums, last, flows: counted, behind } = self.sum_ledger(warehouse, counted_upto, &places, report).await?;
        check_flows(warehouse, flows, counted, report);
        if behind > flow::BEHIND_MAX {
            report.find(format!("flow:[{warehouse}]"), format!("is {behind} ledger rows behind: {} at most", flow::BEHIND_MAX));
        }
        let negative: Vec<i64> = self.rows("SELECT VALUE allow_negative FROM type::record('warehouse', $w)", w()).await?;
        let negative = negative.first() == Some(&1);
        report.places += places.len();
        for (key, place) in &places {
            let sum = sums.get(key).unwrap_or(&PlaceSums::NOTHING);
            if sum.counted.on_hand != place.on_hand {
                let problem = format!("on hand is {}, its movements up to {} add up to {}", place.on_hand, place.last, sum.counted.on_hand);
                report.find(place_name(warehouse, key), problem);
            }
            if sum.counted.reserved != place.reserved {
                let problem = format!("reserved is {}, its ledger rows up to {} add up to {}", place.reserved, place.last, sum.counted.reserved);
                report.find(place_name(warehouse, key), problem);
            }
            if sum.all.on_hand < Decimal::ZERO && !negative {
                report.find(place_name(warehouse, key), format!("on hand is {}", sum.all.on_hand));
            }
            if sum.all.reserved < Decimal::ZERO || (sum.all.reserved > sum.all.on_hand && !negative) {
                report.find(place_name(warehouse, key), format!("reserved is {} of {}", sum.all.reserved, sum.all.on_hand));
            }
            if let Some(lacks) = sum.lacks {
                if lacks <= last - BEHIND_MAX {
                    report.find(place_name(warehouse, key), format!("lacks ledger row {lacks} of {last}: of the newest {BEHIND_MAX} it may"));
                }
                if says_behind != [true] {
                    report.find(format!("behind:{warehouse}"), format!("does not say that {} lacks ledger row {lacks}", place_name(warehouse, key)));
                }
            }
        }
        for (key, sum) in &sums {
            if !places.contains_key(key) && sum.all != Figures::default() {
                report.find(place_name(warehouse, key), "is missing, but has movements".into());
            }
        }
        self.check_reservations(warehouse, &sums, report).await
    }

    async fn sum_ledger(&self, warehouse: i64, counted_upto: i64, places: &BTreeMap<PlaceKey, Row>, report: &mut Report) -> Result<Sums, StoreError> {
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
                let key = place.key();
                let upto = places.get(&key).map_or(0, |stored| stored.last);
                sums.last = sequence;
                sums.places.entry(key).or_default().add(Figures { on_hand: moves.moved, reserved: place.reserved }, sequence, upto);
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
