//! What is held, for questions about stock: of a held place nothing is available (decision 0035). Few batches and areas
//! are, so a question reads them first and asks about its places with them. Expired goods are held as well.

use std::collections::HashSet;
use std::sync::Arc;

use actors::dates::{date, days_after};
use actors::store::StoreError;
use bus_schemas::hold::{BatchHold, HoldState};
use bus_schemas::ids::ProductId;
use chrono::NaiveDate;

use crate::cache::{Age, Cache, Limits, RENEW_AFTER};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, int, text};
use crate::inventory::days::WarehouseDays;
use crate::ledger::stored::StoredHold;

/// Held batches and areas.
#[derive(Clone, Debug, Default)]
pub struct HeldGoods {
    /// Id and purpose.
    areas: Vec<(i64, i64)>,
    /// With their warehouse; 0: everywhere.
    batches: Vec<(i64, BatchHold)>,
    /// Goods whose expiry date lies before the day in their warehouse are held.
    days: WarehouseDays,
}

impl HeldGoods {
    /// The condition, in SurrealQL, that a row of `place` is held.
    pub(crate) fn condition(&self, vars: &mut Vars) -> String {
        let mut any = Vec::new();
        if !self.areas.is_empty() {
            vars.push(("held_areas", array(self.areas.iter().map(|(area, _)| int(*area)).collect())));
            any.push("area IN $held_areas".to_owned());
        }
        let key = |everywhere: bool| {
            let rows = self.batches.iter().filter(move |(_, row)| row.everywhere == everywhere);
            let key = move |(warehouse, row): &(i64, BatchHold)| {
                let mut key = vec![int(row.product.0), text(&row.batch)];
                if !everywhere {
                    key.insert(0, int(*warehouse));
                }
                array(key)
            };
            rows.map(key).collect::<Vec<_>>()
        };
        let (everywhere, here) = (key(true), key(false));
        if !everywhere.is_empty() {
            vars.push(("held_everywhere", array(everywhere)));
            any.push("[product, batch] IN $held_everywhere".to_owned());
        }
        if !here.is_empty() {
            vars.push(("held_here", array(here)));
            any.push("[warehouse, product, batch] IN $held_here".to_owned());
        }
        any.extend(self.days.condition(vars));
        if any.is_empty() { "false".into() } else { format!("({})", any.join(" OR ")) }
    }

    /// What is available at a place, in SurrealQL.
    pub(crate) fn available(&self, vars: &mut Vars) -> String {
        match self.condition(vars).as_str() {
            "false" => "(on_hand - reserved)".into(),
            held => format!("(IF {held} {{ 0dec }} ELSE {{ on_hand - reserved }})"),
        }
    }

    /// The same of goods that keep for `life_days` more, with the condition of the rows that may offer something on the
    /// site's day `today`. Where it is another day, what has expired is not available.
    pub(crate) fn offered(&self, vars: &mut Vars, today: &str, life_days: u32) -> (String, String) {
        let available = match life_days {
            0 => self.available(vars),
            days => Self { days: self.days.later(days), ..self.clone() }.available(vars),
        };
        vars.push(("today", text(&days_after(today, life_days).unwrap_or_else(|| today.to_owned()))));
        let elsewhere = self.days.elsewhere();
        if elsewhere.is_empty() {
            return (available, "(expiry_date = NONE OR expiry_date >= $today)".to_owned());
        }
        vars.push(("elsewhere", array(elsewhere.into_iter().map(int).collect())));
        (available, "(expiry_date = NONE OR expiry_date >= $today OR warehouse IN $elsewhere)".to_owned())
    }

    /// The purpose of an area.
    #[must_use]
    pub fn purpose(&self, area: i64) -> i64 {
        self.areas.iter().find(|(id, _)| *id == area).map_or(0, |(_, purpose)| *purpose)
    }

    /// What holds a batch in a warehouse: the gravest state there is.
    #[must_use]
    pub fn of(&self, warehouse: i64, product: i64, batch: &str) -> Option<&BatchHold> {
        let concerns = |(at, row): &&(i64, BatchHold)| (*at == 0 || *at == warehouse) && row.product == ProductId(product) && row.batch == batch;
        self.batches.iter().filter(concerns).map(|(_, row)| row).max_by_key(|row| row.state.code())
    }

    /// What holds a batch, by warehouse; 0: everywhere.
    pub fn of_batch(&self, product: i64, batch: &str) -> impl Iterator<Item = (i64, &BatchHold)> {
        self.batches.iter().filter(move |(_, row)| row.product == ProductId(product) && row.batch == batch).map(|(warehouse, row)| (*warehouse, row))
    }

    /// What is held in one warehouse.
    pub(crate) fn here(&self, warehouse: i64) -> HeldHere<'_> {
        let batches = self.batches.iter().filter(|(at, _)| *at == 0 || *at == warehouse);
        HeldHere {
            areas: self.areas.iter().map(|(area, _)| *area).collect(),
            batches: batches.map(|(_, row)| (row.product.0, row.batch.as_str())).collect(),
            day: date(self.days.of(warehouse)),
        }
    }

    /// The same as of `life_days` later: what does not keep for so long is held too.
    pub(crate) fn here_later(&self, warehouse: i64, life_days: u32) -> HeldHere<'_> {
        HeldHere { day: date(self.days.later(life_days).of(warehouse)), ..self.here(warehouse) }
    }

    /// The day in each warehouse.
    #[must_use]
    pub const fn days(&self) -> &WarehouseDays {
        &self.days
    }

    /// Whether goods at a place are held, whatever their dates say.
    #[must_use]
    pub fn holds(&self, warehouse: i64, area: i64, product: i64, batch: &str) -> bool {
        self.purpose(area) != 0 || self.of(warehouse, product, batch).is_some()
    }
}

/// What is held in one warehouse, to be asked about all of its places.
#[derive(Debug, Default)]
pub(crate) struct HeldHere<'a> {
    areas: HashSet<i64>,
    batches: HashSet<(i64, &'a str)>,
    /// Goods whose expiry date lies before it are held.
    day: Option<NaiveDate>,
}

impl HeldHere<'_> {
    /// Whether the goods of a place are held.
    pub(crate) fn holds(&self, product: i64, area: i64, batch: &str, expiry: Option<NaiveDate>) -> bool {
        expiry.is_some_and(|expiry| self.day.is_some_and(|day| expiry < day))
            || (!self.areas.is_empty() && self.areas.contains(&area))
            || (!self.batches.is_empty() && self.batches.contains(&(product, batch)))
    }
}

/// What is held on the days that it is in the warehouses, until a hold or an area is written.
struct HeldCache(Cache<WarehouseDays, Arc<HeldGoods>>);

const LIMITS: Limits = Limits { name: "held_goods", weight: 2, entries: 2, age: Age::sole(RENEW_AFTER) };

one_cache!(HeldCache, Cache, LIMITS);

impl Store {
    /// What is held at the moment.
    pub async fn held_goods(&self) -> Result<Arc<HeldGoods>, StoreError> {
        let days = self.warehouse_days().await?;
        let (cache, stamp) = (&self.memory::<HeldCache>().0, self.writes().stamp(["warehouse_area", "batch_hold"]));
        if let Some(known) = cache.get(&days, &stamp) {
            return Ok(known);
        }
        let query = "SELECT VALUE [record::id(id), purpose] FROM warehouse_area WHERE purpose != 0 AND purpose != NONE;
            SELECT * OMIT id FROM batch_hold WHERE state IN [1, 2, 3];";
        let mut response = self.run(query, vec![]).await?;
        let (areas, rows): (Vec<(i64, i64)>, Vec<StoredHold>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        let batches = rows.into_iter().map(|row| (row.warehouse, row.row())).filter(|(_, row)| row.state != HoldState::None).collect();
        let held = Arc::new(HeldGoods { areas, batches, days: days.clone() });
        cache.put(days, stamp, held.clone());
        Ok(held)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bus_schemas::ids::AdminId;

    use super::*;

    fn hold(warehouse: i64, state: HoldState) -> (i64, BatchHold) {
        let row = BatchHold {
            everywhere: warehouse == 0,
            product: ProductId(1),
            batch: "A".into(),
            state,
            reason: String::new(),
            admin: AdminId(1),
            since: 1,
        };
        (warehouse, row)
    }

    #[test]
    fn the_gravest_state_counts_and_nothing_is_asked_where_nothing_is_held() {
        let batches = vec![hold(2, HoldState::ToInspect), hold(0, HoldState::Recalled)];
        let held = HeldGoods { areas: vec![(4, 2)], batches, days: WarehouseDays::new("2026-03-15".into(), &BTreeMap::new(), 0) };
        assert_eq!(held.of(2, 1, "A").map(|row| row.state), Some(HoldState::Recalled));
        assert_eq!(held.of(3, 1, "B"), None);
        assert!(held.holds(9, 4, 9, "") && held.holds(9, 0, 1, "A") && !held.holds(9, 5, 1, "B"));
        let mut vars = Vars::new();
        // Usable through the end of the expiry date.
        assert!(held.days().expired(1, Some("2026-03-14")) && !held.days().expired(1, Some("2026-03-15")));
        assert_eq!(held.condition(&mut vars).matches(" OR ").count(), 3);
        assert_eq!(vars.len(), 4);
        assert_eq!(HeldGoods::default().available(&mut vars), "(on_hand - reserved)");
        assert_eq!(vars.len(), 4);
    }

    #[test]
    fn what_is_held_in_a_warehouse_is_its_own_and_what_is_held_everywhere() {
        let days = WarehouseDays::new("2026-03-15".into(), &BTreeMap::new(), 0);
        let held = HeldGoods { areas: vec![(4, 2)], batches: vec![hold(2, HoldState::ToInspect)], days };
        let holds = |warehouse, area, batch, expiry: Option<&str>| held.here(warehouse).holds(1, area, batch, expiry.and_then(date));
        assert!(holds(2, 0, "A", None) && !holds(3, 0, "A", None) && holds(3, 4, "B", None) && !holds(2, 0, "B", None));
        assert!(holds(3, 0, "B", Some("2026-03-14")) && !holds(3, 0, "B", Some("2026-03-15")));
        assert!(held.here_later(3, 1).holds(1, 0, "B", date("2026-03-15")));
        assert!(!HeldHere::default().holds(1, 4, "A", date("2026-03-14")));
    }
}
