//! Adverts: what may be shown now, and how often it was seen and followed. Counts come from the nodes in batches and are added.

use std::collections::BTreeMap;

use actors::store::StoreError;
use chrono::NaiveDate;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::value::{array, id, int, object, text};

/// Zones, and adverts, that are read together at most.
const ZONES_MAX: i64 = 200;
const ADS_MAX: i64 = 2_000;
/// Adverts whose counts are added in one transaction.
const TOGETHER: usize = 500;
/// Rows of figures that are read at most.
const FIGURES_MAX: i64 = 100_000;
/// Room for the days of one advert among the ids of figures.
const DAYS: i64 = 100_000;

/// A zone that is in use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct AdZoneRow {
    pub id: i64,
    pub code: String,
    pub name: String,
    pub name_en: String,
    /// Pixels.
    pub width: i64,
    pub height: i64,
    pub show_max: i64,
    /// Shown where no advert may be; empty for nothing.
    pub image: String,
    pub alt: String,
    pub alt_en: String,
    pub url: String,
}

/// An advert as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct AdRow {
    pub id: i64,
    pub zone_id: i64,
    pub title: String,
    pub title_en: String,
    pub image: String,
    pub image_dark: String,
    pub image_phone: String,
    pub alt: String,
    pub alt_en: String,
    pub url: String,
    /// `self` or `blank`.
    pub target: String,
    /// On the site's clock; nothing for at once, and for no end.
    pub starts: Option<String>,
    pub ends: Option<String>,
    /// `1` (Monday) to `7`; empty for every day.
    pub weekdays: Vec<String>,
    /// `0` to `23`; empty for the whole day.
    pub hours: Vec<String>,
    /// `zh`, `en`; empty for all.
    pub languages: Vec<String>,
    /// `all`, `visitors` or `members`.
    pub audience: String,
    /// Of members; empty for all.
    pub group_ids: Vec<i64>,
    /// `all`, `desktop` or `phone`.
    pub device: String,
    pub weight: i64,
    /// 0: no limit.
    pub per_visitor_day: i64,
    pub max_impressions: i64,
    pub max_clicks: i64,
    /// As far as counts were added.
    pub impressions: i64,
    pub clicks: i64,
    pub status: i64,
}

/// How often an advert was seen and followed on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdCount {
    pub ad: i64,
    pub zone: i64,
    pub day: NaiveDate,
    pub impressions: i64,
    pub clicks: i64,
}

/// The same as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct AdDayRow {
    pub ad_id: i64,
    pub zone_id: i64,
    /// `YYYY-MM-DD`.
    pub day: String,
    pub impressions: i64,
    pub clicks: i64,
}

/// The id of an advert's figures of a day: the same whoever counts.
fn day_id(count: &AdCount) -> i64 {
    let days = count.day.signed_duration_since(NaiveDate::default()).num_days();
    count.ad * DAYS + days.clamp(0, DAYS - 1)
}

fn day_row(count: &AdCount) -> Value {
    object([
        ("id", id("ads_day", day_id(count))),
        ("ad_id", int(count.ad)),
        ("zone_id", int(count.zone)),
        ("day", text(&count.day.to_string())),
        ("impressions", int(count.impressions)),
        ("clicks", int(count.clicks)),
    ])
}

const ZONE_COLUMNS: &str = "record::id(id) AS id, code, name, name_en, width, height, show_max, image, alt, alt_en, url";
const AD_COLUMNS: &str = "record::id(id) AS id, zone_id, title, title_en, image, image_dark, image_phone, alt, alt_en, url, target, starts, ends, \
    weekdays, hours, languages, audience, group_ids, device, weight, per_visitor_day, max_impressions, max_clicks, impressions, clicks, status";

impl Store {
    /// The zones that are in use.
    pub async fn ad_zones(&self) -> Result<Vec<AdZoneRow>, StoreError> {
        let query = format!("SELECT {ZONE_COLUMNS} FROM ads_zone WHERE status = 1 ORDER BY id LIMIT $most");
        self.rows(&query, vec![("most", int(ZONES_MAX))]).await
    }

    /// The adverts that are switched on and not over at a time of the site's clock, `YYYY-MM-DD HH:mm:ss`, the newest first.
    pub async fn current_ads(&self, now: &str) -> Result<Vec<AdRow>, StoreError> {
        let query = format!(
            "SELECT {AD_COLUMNS} FROM ads_ad WHERE status = 1 AND (ends = NONE OR ends = NULL OR ends = '' OR ends > $now) ORDER BY id DESC LIMIT $most"
        );
        self.rows(&query, vec![("now", text(now)), ("most", int(ADS_MAX))]).await
    }

    /// The adverts that run at some time between two of the site's clock, switched on or not.
    pub async fn ads_between(&self, from: &str, until: &str) -> Result<Vec<AdRow>, StoreError> {
        let query = format!(
            "SELECT {AD_COLUMNS} FROM ads_ad WHERE (starts = NONE OR starts = NULL OR starts = '' OR starts < $until) \
                AND (ends = NONE OR ends = NULL OR ends = '' OR ends > $from) ORDER BY id LIMIT $most"
        );
        self.rows(&query, vec![("from", text(from)), ("until", text(until)), ("most", int(ADS_MAX))]).await
    }

    /// One advert.
    pub async fn ad(&self, ad: i64) -> Result<Option<AdRow>, StoreError> {
        let rows: Vec<AdRow> = self.rows(&format!("SELECT {AD_COLUMNS} FROM ads_ad:{ad}"), vec![]).await?;
        Ok(rows.into_iter().next())
    }

    /// These adverts, as far as they are there.
    pub async fn ads_of(&self, ids: &[i64]) -> Result<Vec<AdRow>, StoreError> {
        let keys = array(ids.iter().map(|key| id("ads_ad", *key)).collect());
        self.rows(&format!("SELECT {AD_COLUMNS} FROM $keys"), vec![("keys", keys)]).await
    }

    /// One zone, in use or not.
    pub async fn ad_zone(&self, zone: i64) -> Result<Option<AdZoneRow>, StoreError> {
        let rows: Vec<AdZoneRow> = self.rows(&format!("SELECT {ZONE_COLUMNS} FROM ads_zone:{zone}"), vec![]).await?;
        Ok(rows.into_iter().next())
    }

    /// Adds counts to the figures of days and to the adverts' own. Each part is written whole or not at all; answers those that
    /// were not written, with the error.
    pub async fn add_ad_counts(&self, counts: &[AdCount]) -> Result<(), (Vec<AdCount>, StoreError)> {
        for (at, part) in counts.chunks(TOGETHER).enumerate() {
            let mut ads: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
            for count in part {
                let total = ads.entry(count.ad).or_default();
                *total = (total.0 + count.impressions, total.1 + count.clicks);
            }
            let totals: String = ads
                .iter()
                .map(|(ad, (seen, clicked))| format!("UPDATE ads_ad:{ad} SET impressions += {seen}, clicks += {clicked} RETURN NONE; "))
                .collect();
            let query = format!(
                "BEGIN; INSERT INTO ads_day $rows ON DUPLICATE KEY UPDATE impressions += $input.impressions, clicks += $input.clicks \
                    RETURN NONE; {totals} COMMIT;"
            );
            let rows = array(part.iter().map(day_row).collect());
            if let Err(error) = self.run(&query, vec![("rows", rows)]).await {
                return Err((counts.get(at * TOGETHER..).unwrap_or_default().to_vec(), error.into()));
            }
        }
        Ok(())
    }

    /// Figures of the days from one to another, both of them included, of one advert, of one zone or of all; by day.
    pub async fn ad_days(&self, (from, until): (NaiveDate, NaiveDate), ad: Option<i64>, zone: Option<i64>) -> Result<Vec<AdDayRow>, StoreError> {
        let mut vars = vec![("from", text(&from.to_string())), ("until", text(&until.to_string())), ("most", int(FIGURES_MAX))];
        let mut only = String::new();
        for (column, name, key) in [("ad_id", "ad", ad), ("zone_id", "zone", zone)] {
            if let Some(key) = key {
                only = format!("{only} AND {column} = ${name}");
                vars.push((name, int(key)));
            }
        }
        let query = format!(
            "SELECT ad_id, zone_id, day, impressions, clicks FROM ads_day WHERE day >= $from AND day <= $until{only} ORDER BY day LIMIT $most"
        );
        self.rows(&query, vars).await
    }
}
