//! Adverts for the back office, beside their rows: the calendar of zones, figures of days, and a preview.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, Months, NaiveDate};
use entrepot_store::ads::{AdRow, AdZoneRow};
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};

use super::rules::state;
use crate::ads::Placements;
use crate::base::Base;
use crate::error::ServiceError;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::i18n::localized;

/// Days of figures that are shown at most, and without being asked otherwise.
const DAYS_MAX: i64 = 366;
const DAYS: i64 = 30;
/// Adverts whose figures are listed.
const LISTED_MAX: usize = 20;

/// Endpoints of adverts.
pub struct AdsOffice {
    pub base: Base,
    pub placements: Placements,
}

/// When an advert runs in a month.
#[derive(Object)]
pub struct CalendarAd {
    pub id: i64,
    pub title: String,
    /// `off`, `planned`, `running`, `ended` or `used_up`.
    pub state: String,
    /// Days of the month on which it runs, from 1, by its schedule and weekdays.
    pub days: Vec<u32>,
    /// On the site's clock; empty for no beginning or end.
    pub starts: String,
    pub ends: String,
    /// Hours of the day; empty for the whole day.
    pub hours: Vec<String>,
    pub weight: i64,
}

/// A zone with what runs in it in a month.
#[derive(Object)]
pub struct CalendarZone {
    pub id: i64,
    pub code: String,
    pub name: String,
    pub ads: Vec<CalendarAd>,
}

/// Which advert runs when, per zone.
#[derive(Object)]
pub struct AdCalendar {
    /// `YYYY-MM`.
    pub month: String,
    /// Days that it has.
    pub days: u32,
    /// Weekday of its first day: 1 (Monday) to 7.
    pub first_weekday: u32,
    /// Today's day of the month; 0 in another month.
    pub today: u32,
    pub zones: Vec<CalendarZone>,
}

/// Figures of one day.
#[derive(Object)]
pub struct AdFigures {
    /// `YYYY-MM-DD`.
    pub day: String,
    pub impressions: i64,
    pub clicks: i64,
}

/// Figures of one advert.
#[derive(Object)]
pub struct AdTotal {
    pub id: i64,
    /// Empty where it was deleted.
    pub title: String,
    pub impressions: i64,
    pub clicks: i64,
}

/// Something to choose.
#[derive(Object)]
pub struct AdChoice {
    pub id: i64,
    pub name: String,
}

/// How often adverts were seen and followed.
#[derive(Object)]
pub struct AdChart {
    /// Every day asked for, with or without figures.
    pub days: Vec<AdFigures>,
    /// The adverts that were seen most.
    pub ads: Vec<AdTotal>,
    /// The zones in use, to choose from.
    pub zones: Vec<AdChoice>,
}

/// An advert in its zone.
#[derive(Object)]
pub struct AdPreview {
    pub title: String,
    pub alt: String,
    pub url: String,
    pub image: String,
    pub image_dark: String,
    pub image_phone: String,
    pub zone: String,
    pub width: i64,
    pub height: i64,
}

fn day_text(day: NaiveDate, time: &str) -> String {
    format!("{day} {time}")
}

/// The days of a month on which an advert runs for some time.
fn days_of(ad: &AdRow, first: NaiveDate, days: u32) -> Vec<u32> {
    let begins = ad.starts.clone().unwrap_or_default();
    let ends = ad.ends.clone().unwrap_or_default();
    let runs = |number: &u32| {
        let Some(day) = first.with_day(*number) else { return false };
        let weekday = day.weekday().number_from_monday().to_string();
        (begins.is_empty() || begins <= day_text(day, "23:59:59"))
            && (ends.is_empty() || ends > day_text(day, "00:00:00"))
            && (ad.weekdays.is_empty() || ad.weekdays.contains(&weekday))
    };
    (1..=days).filter(runs).collect()
}

fn calendar_ad(ad: &AdRow, (first, days): (NaiveDate, u32), now: &str) -> CalendarAd {
    CalendarAd {
        id: ad.id,
        title: localized(&ad.title, &ad.title_en),
        state: state(ad, now).name().to_owned(),
        days: days_of(ad, first, days),
        starts: ad.starts.clone().unwrap_or_default(),
        ends: ad.ends.clone().unwrap_or_default(),
        hours: ad.hours.clone(),
        weight: ad.weight,
    }
}

impl AdsOffice {
    fn today(&self) -> Result<NaiveDate, ServiceError> {
        NaiveDate::parse_from_str(&self.base.today(), "%Y-%m-%d").map_err(|error| ServiceError::Internal(error.to_string()))
    }
}

#[OpenApi]
impl AdsOffice {
    /// Which advert runs when, per zone, in a month
    #[oai(path = "/admin/ads.Zone/calendar", method = "get", operation_id = "adsZoneCalendar", tag = "Allow::Page")]
    async fn calendar(
        &self,
        /// `YYYY-MM`; this month where it is left out.
        month: Query<Option<String>>,
    ) -> Answer<AdCalendar> {
        let today = self.today()?;
        let asked = month.0.filter(|month| !month.is_empty()).unwrap_or_else(|| today.format("%Y-%m").to_string());
        let wrong = || ServiceError::field("month", "error.date");
        let first = NaiveDate::parse_from_str(&format!("{asked}-01"), "%Y-%m-%d").map_err(|_| wrong())?;
        if !(2_000..=2_200).contains(&first.year()) {
            return Err(wrong());
        }
        let next = first.checked_add_months(Months::new(1)).ok_or_else(wrong)?;
        let days = u32::try_from(next.signed_duration_since(first).num_days()).unwrap_or(31);
        let (store, now) = (self.base.store(), self.base.site_time());
        let ads = store.ads_between(&day_text(first, "00:00:00"), &day_text(next, "00:00:00")).await?;
        let of_zone = |zone: &AdZoneRow| {
            let own = ads.iter().filter(|ad| ad.zone_id == zone.id).map(|ad| calendar_ad(ad, (first, days), &now));
            own.filter(|ad| !ad.days.is_empty()).collect()
        };
        let zones = store.ad_zones().await?;
        let zones = zones.iter().map(|zone| CalendarZone {
            id: zone.id,
            code: zone.code.clone(),
            name: localized(&zone.name, &zone.name_en),
            ads: of_zone(zone),
        });
        let here = (first.year(), first.month()) == (today.year(), today.month());
        Ok(ok(AdCalendar {
            zones: zones.collect(),
            month: first.format("%Y-%m").to_string(),
            days,
            first_weekday: first.weekday().number_from_monday(),
            today: if here { today.day() } else { 0 },
        }))
    }

    /// How often adverts were seen and followed, day by day
    #[oai(path = "/admin/ads.Day/chart", method = "get", operation_id = "adsDayChart", tag = "Allow::Page")]
    async fn chart(
        &self,
        /// The last so many days, 30 where it is left out, 366 at most.
        days: Query<Whole>,
        ad_id: Query<Whole>,
        zone_id: Query<Whole>,
    ) -> Answer<AdChart> {
        let count = days.0.0.unwrap_or(DAYS);
        if !(1..=DAYS_MAX).contains(&count) {
            return Err(ServiceError::range("days", 1, DAYS_MAX));
        }
        self.placements.flush().await;
        let until = self.today()?;
        let from = until.checked_sub_days(Days::new(count.unsigned_abs() - 1)).ok_or_else(|| ApiError::field("days", "error.date"))?;
        let rows = self.base.store().ad_days((from, until), ad_id.0.0, zone_id.0.0).await?;
        let mut by_day: BTreeMap<String, (i64, i64)> = BTreeMap::new();
        let mut by_ad: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        for row in &rows {
            for total in [by_day.entry(row.day.clone()).or_default(), by_ad.entry(row.ad_id).or_default()] {
                *total = (total.0 + row.impressions, total.1 + row.clicks);
            }
        }
        let mut totals: Vec<(i64, (i64, i64))> = by_ad.into_iter().collect();
        totals.sort_by_key(|(id, (seen, _))| (-seen, *id));
        totals.truncate(LISTED_MAX);
        let ids: Vec<i64> = totals.iter().map(|(id, _)| *id).collect();
        let known = self.base.store().ads_of(&ids).await?;
        let title = |id: i64| known.iter().find(|ad| ad.id == id).map_or_else(String::new, |ad| localized(&ad.title, &ad.title_en));
        let zones = self.base.store().ad_zones().await?;
        Ok(ok(AdChart {
            days: from
                .iter_days()
                .take_while(|day| *day <= until)
                .map(|day| {
                    let day = day.to_string();
                    let (impressions, clicks) = by_day.get(&day).copied().unwrap_or_default();
                    AdFigures { day, impressions, clicks }
                })
                .collect(),
            ads: totals.into_iter().map(|(id, (impressions, clicks))| AdTotal { id, title: title(id), impressions, clicks }).collect(),
            zones: zones.into_iter().map(|zone| AdChoice { id: zone.id, name: localized(&zone.name, &zone.name_en) }).collect(),
        }))
    }

    /// An advert in the size of its zone
    #[oai(path = "/admin/ads.Ad/preview", method = "get", operation_id = "adsAdPreview", tag = "Allow::Page")]
    async fn preview(&self, id: Query<Whole>) -> Answer<AdPreview> {
        let id = id.0.0.ok_or_else(|| ApiError::field("id", "error.required"))?;
        let not_found = || ServiceError::refused("error.not_found");
        let ad = self.base.store().ad(id).await?.ok_or_else(not_found)?;
        let zone = self.base.store().ad_zone(ad.zone_id).await?.ok_or_else(not_found)?;
        let alt = localized(&ad.alt, &ad.alt_en);
        let title = localized(&ad.title, &ad.title_en);
        Ok(ok(AdPreview {
            alt: if alt.is_empty() { title.clone() } else { alt },
            title,
            url: ad.url,
            image: ad.image,
            image_dark: ad.image_dark,
            image_phone: ad.image_phone,
            zone: localized(&zone.name, &zone.name_en),
            width: zone.width,
            height: zone.height,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_advert_runs_on_the_days_of_its_schedule() {
        let first = NaiveDate::from_ymd_opt(2026, 12, 1).expect("a day");
        let of = |starts: &str, ends: &str, weekdays: &[&str]| {
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let ad = AdRow {
                starts: text(starts),
                ends: text(ends),
                weekdays: weekdays.iter().map(|day| (*day).to_owned()).collect(),
                ..AdRow::default()
            };
            days_of(&ad, first, 31)
        };
        assert_eq!(of("", "", &[]).len(), 31);
        assert_eq!(of("2026-12-30 12:00:00", "", &[]), [30, 31]);
        assert_eq!(of("", "2026-12-02 00:00:00", &[]), [1], "what ends at midnight does not run on that day");
        assert_eq!(of("", "2026-12-02 00:00:01", &[]), [1, 2]);
        assert_eq!(of("", "", &["7"]), [6, 13, 20, 27], "Sundays");
        assert!(of("2027-01-01 00:00:00", "", &[]).is_empty());
    }
}
