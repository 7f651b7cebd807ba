//! Which day it is in the warehouses: one that names a time zone goes by it, the others by the site's. Goods expire by it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use actors::clock::day_in;
use actors::dates::days_after;
use actors::store::StoreError;
use actors::warehouse::picking::usable;
use chrono_tz::Tz;

use crate::cache::{Age, Cache, Limits};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::stored::Zone;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, int, text};

/// Time zones of the warehouses that do not go by the site's.
pub(crate) type Zones = Arc<BTreeMap<i64, Tz>>;
const LIMITS: Limits = Limits { name: "warehouse_zones", weight: 2, entries: 2, age: Age::SECOND };

struct ZoneCache(Cache<(), Zones>);

one_cache!(ZoneCache, Cache, LIMITS);

/// Names of the values of a query: another day than the site's, and the warehouses where it is that day. There are never
/// more: at one moment it is three days on Earth.
const OTHERS: [(&str, &str); 3] = [("day_a", "where_a"), ("day_b", "where_b"), ("day_c", "where_c")];

/// The day in each warehouse at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WarehouseDays {
    /// The site's, `YYYY-MM-DD`.
    site: String,
    /// Other days, with the warehouses where it is that day.
    others: BTreeMap<String, Vec<i64>>,
}

impl WarehouseDays {
    /// `site` is the site's day.
    #[must_use]
    pub fn new(site: String, zones: &BTreeMap<i64, Tz>, now_ms: i64) -> Self {
        let mut others: BTreeMap<String, Vec<i64>> = BTreeMap::new();
        for (warehouse, zone) in zones {
            let day = day_in(*zone, now_ms);
            if day != site {
                others.entry(day).or_default().push(*warehouse);
            }
        }
        Self { site, others }
    }

    /// The day in a warehouse.
    #[must_use]
    pub fn of(&self, warehouse: i64) -> &str {
        self.others.iter().find(|(_, there)| there.contains(&warehouse)).map_or(self.site.as_str(), |(day, _)| day.as_str())
    }

    /// Whether goods with this expiry date may not be used any more in a warehouse.
    #[must_use]
    pub fn expired(&self, warehouse: i64, expiry_date: Option<&str>) -> bool {
        !usable(expiry_date, self.of(warehouse))
    }

    /// The condition, in SurrealQL, that the goods of a row of `place` have expired; nothing where no day is known.
    pub(crate) fn condition(&self, vars: &mut Vars) -> Option<String> {
        if self.site.is_empty() {
            return None;
        }
        vars.push(("site_day", text(&self.site)));
        if self.others.is_empty() {
            return Some("(expiry_date != NONE AND expiry_date < $site_day)".to_owned());
        }
        let (mut any, mut at_site) = (Vec::new(), Vec::new());
        for ((day, there), (day_name, there_name)) in self.others.iter().zip(OTHERS) {
            vars.push((day_name, text(day)));
            vars.push((there_name, array(there.iter().copied().map(int).collect())));
            any.push(format!("(warehouse IN ${there_name} AND expiry_date < ${day_name})"));
            at_site.push(format!("warehouse NOT IN ${there_name}"));
        }
        any.push(format!("({} AND expiry_date < $site_day)", at_site.join(" AND ")));
        Some(format!("(expiry_date != NONE AND ({}))", any.join(" OR ")))
    }

    /// So many days later.
    pub(crate) fn later(&self, days: u32) -> Self {
        let after = |day: &String| days_after(day, days).unwrap_or_else(|| day.clone());
        Self { site: after(&self.site), others: self.others.iter().map(|(day, there)| (after(day), there.clone())).collect() }
    }

    /// Warehouses where it is another day than the site's.
    pub(crate) fn elsewhere(&self) -> Vec<i64> {
        self.others.values().flatten().copied().collect()
    }
}

impl Store {
    /// The time zones of the warehouses that name one.
    pub(crate) async fn warehouse_zones(&self) -> Result<Zones, StoreError> {
        let (cache, stamp) = (&self.memory::<ZoneCache>().0, self.writes().stamp(["warehouse"]));
        if let Some(known) = cache.get(&(), &stamp) {
            return Ok(known);
        }
        let query = "SELECT VALUE [record::id(id), time_zone] FROM warehouse WHERE time_zone != NONE AND time_zone != ''";
        let rows: Vec<(i64, Zone)> = self.rows(query, vec![]).await?;
        let zones: Zones = Arc::new(rows.into_iter().filter_map(|(warehouse, zone)| Some((warehouse, zone.0?))).collect());
        cache.put((), stamp, zones.clone());
        Ok(zones)
    }

    /// The warehouses by their time zone, which is the site's where they name none.
    pub async fn warehouses_by_zone(&self, site: Tz) -> Result<HashMap<Tz, Vec<i64>>, StoreError> {
        let named = self.warehouse_zones().await?;
        let all: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM warehouse", vec![]).await?;
        let mut by_zone: HashMap<Tz, Vec<i64>> = HashMap::new();
        for warehouse in all {
            by_zone.entry(named.get(&warehouse).copied().unwrap_or(site)).or_default().push(warehouse);
        }
        Ok(by_zone)
    }

    /// The day in each warehouse at the moment.
    pub async fn warehouse_days(&self) -> Result<WarehouseDays, StoreError> {
        self.days_on(&self.today()).await
    }

    /// The same, where the site's day is given.
    pub(crate) async fn days_on(&self, site: &str) -> Result<WarehouseDays, StoreError> {
        let zones = self.warehouse_zones().await?;
        Ok(WarehouseDays::new(site.to_owned(), &zones, self.now_ms()))
    }

    /// Today in a warehouse, `YYYY-MM-DD`.
    pub async fn today_at(&self, warehouse: i64) -> Result<String, StoreError> {
        Ok(self.warehouse_days().await?.of(warehouse).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use actors::clock::zone_named;

    use super::*;

    /// 2026-01-15, 20:00 UTC: the 16th in Shanghai and Auckland, the 15th in Los Angeles.
    const NOW_MS: i64 = 1_768_507_200_000;

    fn days(zones: &[(i64, &str)]) -> WarehouseDays {
        let zones = zones.iter().filter_map(|(warehouse, name)| Some((*warehouse, zone_named(name)?))).collect();
        WarehouseDays::new("2026-01-16".into(), &zones, NOW_MS)
    }

    #[test]
    fn goods_expire_by_the_day_of_their_warehouse() {
        let days = days(&[(1, "Pacific/Auckland"), (2, "America/Los_Angeles"), (3, "Nowhere/Here")]);
        assert_eq!([1, 2, 3, 4].map(|warehouse| days.of(warehouse)), ["2026-01-16", "2026-01-15", "2026-01-16", "2026-01-16"]);
        assert_eq!([1, 2, 3].map(|warehouse| days.expired(warehouse, Some("2026-01-15"))), [true, false, true]);
        assert!(!days.expired(1, None) && !days.expired(1, Some("2026-01-16")) && days.expired(2, Some("2026-01-14")));
        assert_eq!(days.elsewhere(), [2]);
        let later = days.later(30);
        assert_eq!([1, 2].map(|warehouse| later.of(warehouse)), ["2026-02-15", "2026-02-14"]);
        assert!(later.expired(1, Some("2026-02-14")) && !later.expired(2, Some("2026-02-14")) && later.elsewhere() == [2]);
        assert_eq!(WarehouseDays::default().later(30), WarehouseDays::default());
    }

    #[test]
    fn a_query_names_the_warehouses_of_another_day_only() {
        let mut vars = Vars::new();
        let condition = days(&[(1, "Pacific/Auckland")]).condition(&mut vars);
        assert_eq!(condition.as_deref(), Some("(expiry_date != NONE AND expiry_date < $site_day)"));
        assert_eq!(vars.len(), 1);
        let mut vars = Vars::new();
        let condition = days(&[(2, "America/Los_Angeles"), (7, "America/Los_Angeles")]).condition(&mut vars);
        let expected = "(expiry_date != NONE AND ((warehouse IN $where_a AND expiry_date < $day_a) OR \
             (warehouse NOT IN $where_a AND expiry_date < $site_day)))";
        assert_eq!(condition.as_deref(), Some(expected));
        assert_eq!(vars.len(), 3);
        assert_eq!(WarehouseDays::default().condition(&mut vars), None);
    }
}
