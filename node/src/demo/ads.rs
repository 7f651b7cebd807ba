//! Adverts of the demo company: in both languages, some running, one to come, one over and one used up, with figures of the last
//! thirty days.

use chrono::{Datelike, Days, NaiveDate};
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::ads::AdCount;
use serde_json::{Value, json};

use super::error::DemoError;
use super::pictures::{Uploads, sent_by};
use super::rows::insert;
use crate::node::Node;
use crate::site_time::time_at;

const DAY: i64 = 86_400;
/// Days with figures.
const DAYS: u32 = 30;

/// A picture by its name.
macro_rules! picture {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../data/placements/", $name, ".webp")))
    };
}

type Picture = (&'static str, &'static [u8]);

/// An advert, in one language.
struct Advert {
    zone: &'static str,
    titles: (&'static str, &'static str),
    language: &'static str,
    image: Picture,
    dark: Option<Picture>,
    phone: Option<Picture>,
    url: &'static str,
    weight: i64,
    /// Days from now until it begins and ends; of one that is over the end is negative.
    days: (Option<i64>, Option<i64>),
    /// Views of a usual day, and clicks of a thousand.
    usual: (i64, i64),
    /// Further fields.
    more: fn() -> Value,
}

const PLAIN: Advert = Advert {
    zone: "home",
    titles: ("", ""),
    language: "zh",
    image: ("", b""),
    dark: None,
    phone: None,
    url: "/shop",
    weight: 10,
    days: (Some(-45), None),
    usual: (0, 0),
    more: || json!({}),
};

fn adverts() -> Vec<Advert> {
    const SCHOOL: (&str, &str) = ("开学季文具节", "Back to school");
    const COUNT: (&str, &str) = ("盘点，不用停业", "Count without closing");
    const COUPON: (&str, &str) = ("新会员领 10 元券", "10 yuan for new members");
    const EXPO: (&str, &str) = ("全球采购洽谈周", "Global sourcing week");
    let school = Advert { titles: SCHOOL, url: "/shop/list?order=sales", weight: 60, ..PLAIN };
    let count = Advert { titles: COUNT, url: "/platform", weight: 40, ..PLAIN };
    let coupon =
        Advert { zone: "shop", titles: COUPON, url: "/user/register", more: || json!({ "audience": "visitors", "per_visitor_day": 5 }), ..PLAIN };
    let expo = Advert { zone: "platform", titles: EXPO, url: "https://example.com/expo", more: || json!({ "target": "blank" }), ..PLAIN };
    vec![
        Advert {
            image: picture!("school-zh"),
            dark: Some(picture!("school-zh-dark")),
            phone: Some(picture!("school-zh-phone")),
            usual: (820, 31),
            ..school
        },
        Advert {
            language: "en",
            image: picture!("school-en"),
            dark: Some(picture!("school-en-dark")),
            phone: Some(picture!("school-en-phone")),
            usual: (240, 26),
            ..school
        },
        Advert { image: picture!("count-zh"), usual: (510, 14), ..count },
        Advert { language: "en", image: picture!("count-en"), usual: (160, 17), ..count },
        Advert { image: picture!("coupon-zh"), dark: Some(picture!("coupon-zh-dark")), usual: (430, 58), ..coupon },
        Advert { language: "en", image: picture!("coupon-en"), dark: Some(picture!("coupon-en-dark")), usual: (95, 44), ..coupon },
        Advert { image: picture!("expo-zh"), days: (Some(-20), Some(25)), usual: (180, 22), ..expo },
        Advert { language: "en", image: picture!("expo-en"), days: (Some(-20), Some(25)), usual: (70, 25), ..expo },
        // One that is over, one that is to come, and one whose views are used up.
        Advert {
            titles: ("季末清仓", "End of season sale"), image: picture!("school-zh"), days: (Some(-40), Some(-6)), usual: (390, 36), ..school
        },
        Advert { titles: ("年货节预告", "New Year sale"), image: picture!("coupon-zh"), days: (Some(9), Some(30)), zone: "shop", ..PLAIN },
        Advert {
            titles: ("采购洽谈周早鸟预约", "Early booking of the sourcing week"),
            image: picture!("expo-zh"),
            zone: "platform",
            usual: (120, 19),
            more: || json!({ "max_impressions": 2_000 }),
            url: "https://example.com/expo",
            ..PLAIN
        },
    ]
}

/// Views of a day: fewer at weekends, a little different each day, and the same every time.
fn views(usual: i64, day: NaiveDate, ad: i64) -> i64 {
    let weekend = day.weekday().number_from_monday() > 5;
    let chance = (i64::from(day.ordinal()) * 7_919 + ad * 104_729).rem_euclid(41) - 20;
    usual * (if weekend { 64 } else { 100 } + chance) / 100
}

/// What an advert was seen and followed on its days.
fn figures(advert: &Advert, (ad, zone): (i64, i64), today: NaiveDate) -> Vec<AdCount> {
    let (begins, ends) = (advert.days.0.unwrap_or(-i64::from(DAYS)), advert.days.1.unwrap_or(0));
    let most = (advert.more)()["max_impressions"].as_i64().unwrap_or(i64::MAX);
    let mut left = most;
    let days = (0..DAYS).rev().filter(|back| -i64::from(*back) >= begins && -i64::from(*back) <= ends);
    let count = |back: u32| {
        let day = today.checked_sub_days(Days::new(u64::from(back)))?;
        // Today is not over.
        let whole = views(advert.usual.0, day, ad) / if back == 0 { 3 } else { 1 };
        let impressions = whole.min(left);
        left -= impressions;
        let clicks = impressions * advert.usual.1 / 1_000 + i64::from(day.ordinal()) % 2;
        (impressions > 0).then_some(AdCount { ad, zone, day, impressions, clicks: clicks.min(impressions) })
    };
    days.filter_map(count).collect()
}

/// Keeps the pictures, adds the adverts and their figures.
pub(super) async fn fill(node: &Node, store: &Store, admin: i64, (now, today, clock): (i64, NaiveDate, Tz)) -> Result<(), DemoError> {
    let uploads = sent_by(node, admin, now);
    let zones = store.ad_zones().await?;
    let mut counts = Vec::new();
    for advert in adverts() {
        let Some(zone) = zones.iter().find(|zone| zone.code == advert.zone).map(|zone| zone.id) else { continue };
        let at = |days: Option<i64>| days.map(|days| format!("{} 00:00:00", &time_at(clock, now + days * DAY)[..10]));
        let mut row = json!({
            "zone_id": zone, "title": advert.titles.0, "title_en": advert.titles.1, "alt": advert.titles.0, "alt_en": advert.titles.1,
            "image": kept(&uploads, Some(advert.image)).await?, "image_dark": kept(&uploads, advert.dark).await?,
            "image_phone": kept(&uploads, advert.phone).await?, "url": advert.url, "weight": advert.weight, "languages": [advert.language],
            "starts": at(advert.days.0), "ends": at(advert.days.1), "status": 1,
        });
        for (name, value) in (advert.more)().as_object().into_iter().flatten() {
            row[name] = value.clone();
        }
        let ad = insert(store, "ads.Ad", row, now).await?;
        counts.extend(figures(&advert, (ad, zone), today));
    }
    store.add_ad_counts(&counts).await.map_err(|(_, error)| error)?;
    Ok(())
}

async fn kept(uploads: &Uploads<'_>, picture: Option<Picture>) -> Result<String, DemoError> {
    match picture {
        Some((name, bytes)) => uploads.keep_bytes(bytes, &format!("{name}.webp"), "placements").await,
        None => Ok(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_of_the_days_on_which_an_advert_ran() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day");
        for advert in adverts() {
            let counts = figures(&advert, (1, 1), today);
            let total: i64 = counts.iter().map(|count| count.impressions).sum();
            let (begins, ends) = advert.days;
            assert_eq!(counts.is_empty(), begins > Some(0), "{}", advert.titles.0);
            assert!(counts.iter().all(|count| count.clicks <= count.impressions && count.day <= today));
            if let Some(most) = (advert.more)()["max_impressions"].as_i64() {
                assert_eq!(total, most, "{}", advert.titles.0);
            }
            if ends < Some(0) && ends.is_some() {
                assert!(counts.iter().all(|count| (today - count.day).num_days() >= 6));
            }
        }
    }
}
