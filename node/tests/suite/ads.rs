//! Adverts: who is shown what, what counts, and where they lead.

use std::collections::BTreeSet;

use entrepot::ads::counting::hour_of;
use entrepot::ads::tokens::{Served, Tokens};
use entrepot::config::services::ServiceSettings;
use poem::http::StatusCode;
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use crate::world::{Visitor, World};

const PICTURE: &str = "/storage/default/20260101/picture.png";

async fn world() -> (World, Visitor) {
    let services = ServiceSettings { member_captcha: Some("off".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let chief = world.admin().await;
    (world, chief)
}

async fn zone(chief: &Visitor, code: &str) -> i64 {
    let zones = chief.got("/admin/ads.Zone/index?limit=100").await;
    let found = zones["list"].as_array().and_then(|list| list.iter().find(|zone| zone["code"] == code)).cloned();
    found.and_then(|zone| zone["id"].as_i64()).unwrap_or_else(|| panic!("{code}: {zones}"))
}

fn ad(zone: i64, title: &str, more: &Value) -> Value {
    let mut ad = json!({ "zone_id": zone, "title": title, "image": PICTURE, "url": "/shop", "weight": 10, "status": 1 });
    for (name, value) in more.as_object().into_iter().flatten() {
        ad[name] = value.clone();
    }
    ad
}

async fn add(chief: &Visitor, zone: i64, title: &str, more: Value) -> i64 {
    chief.done("/admin/ads.Ad/add", ad(zone, title, &more)).await["id"].as_i64().expect("an id")
}

/// What a zone may show somebody.
async fn items(who: &Visitor, query: &str) -> Vec<Value> {
    let answer = who.got(&format!("/api/placements?zones=home{query}")).await;
    answer["zones"][0]["items"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

async fn titles(who: &Visitor, query: &str) -> BTreeSet<String> {
    items(who, query).await.iter().map(|item| item["title"].as_str().expect("a title").to_owned()).collect()
}

fn set(titles: &[&str]) -> BTreeSet<String> {
    titles.iter().map(|title| (*title).to_owned()).collect()
}

/// Follows a token: status and address.
async fn go(world: &World, token: &str) -> (StatusCode, String) {
    let client = reqwest::Client::builder().redirect(Policy::none()).build().expect("a client");
    let answer = client.get(format!("{}/api/placements/go/{token}", world.url)).send().await.expect("an answer");
    let location = answer.headers().get("location").and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    (StatusCode::from_u16(answer.status().as_u16()).expect("a status"), location)
}

async fn row(chief: &Visitor, id: i64) -> Value {
    let list = chief.got("/admin/ads.Ad/index?limit=100").await;
    list["list"].as_array().and_then(|list| list.iter().find(|row| row["id"] == id)).cloned().expect("a row")
}

#[tokio::test]
async fn only_those_whom_it_is_for_are_served() {
    let (world, chief) = world().await;
    let home = zone(&chief, "home").await;
    let now = world.node.site_time();
    let hour: u32 = now[11..13].parse().expect("an hour");
    let others: Vec<String> = (0..24).filter(|other| *other != hour && *other != (hour + 1) % 24).map(|hour| hour.to_string()).collect();
    let today = chrono::NaiveDate::parse_from_str(&now[..10], "%Y-%m-%d").expect("a day");
    let weekday = |days: u64| chrono::Datelike::weekday(&(today + chrono::Days::new(days))).number_from_monday().to_string();
    for (title, more) in [
        ("all", json!({})),
        ("off", json!({ "status": 0 })),
        ("planned", json!({ "starts": "2199-01-01 00:00:00" })),
        ("ended", json!({ "ends": "2001-01-01 00:00:00" })),
        ("running", json!({ "starts": "2001-01-01 00:00:00", "ends": "2199-01-01 00:00:00" })),
        ("another day", json!({ "weekdays": [weekday(3)] })),
        ("these days", json!({ "weekdays": [weekday(0), weekday(1)] })),
        ("another hour", json!({ "hours": others })),
        ("these hours", json!({ "hours": [hour.to_string(), ((hour + 1) % 24).to_string()] })),
        ("Chinese", json!({ "languages": ["zh"] })),
        ("English", json!({ "languages": ["en"] })),
        ("visitors", json!({ "audience": "visitors" })),
        ("members", json!({ "audience": "members" })),
        ("group", json!({ "audience": "members", "group_ids": [1] })),
        ("phone", json!({ "device": "phone" })),
        ("desktop", json!({ "device": "desktop" })),
    ] {
        add(&chief, home, title, more).await;
    }
    let visitor = world.visitor();
    let always = ["all", "running", "these days", "these hours"];
    let with = |more: &[&str]| set(&[&always[..], more].concat());
    assert_eq!(titles(&visitor, "&lang=zh-cn").await, with(&["Chinese", "visitors", "desktop"]));
    assert_eq!(titles(&visitor, "").await, with(&["English", "visitors", "desktop"]), "in the language of the request");
    assert_eq!(titles(&visitor, "&lang=en&device=phone").await, with(&["English", "visitors", "phone"]));
    let (member, _) = world.member("ann").await;
    assert_eq!(titles(&member, "&lang=zh-cn").await, with(&["Chinese", "members", "group", "desktop"]));
    let other = chief.done("/admin/user.Group/add", json!({ "name": "others", "rules": [], "status": 1 })).await["id"].clone();
    let id = chief.got("/admin/user.User/index?quickSearch=ann").await["list"][0]["id"].clone();
    chief.done("/admin/user.User/edit", json!({ "id": id, "group_id": other })).await;
    let member = world.member_login("ann", crate::world::PASSWORD).await;
    assert_eq!(titles(&member, "&lang=zh-cn").await, with(&["Chinese", "members", "desktop"]));

    let state = |title: &'static str| {
        let chief = chief.clone();
        async move { chief.got(&format!("/admin/ads.Ad/index?quickSearch={title}")).await["list"][0]["state"].clone() }
    };
    assert_eq!([state("planned").await, state("ended").await, state("off").await, state("running").await], ["planned", "ended", "off", "running"]);
    // What is not asked well is refused by its name; what is not there is left out.
    assert_eq!(visitor.get("/api/placements?zones=").await["data"]["field"], "zones");
    let many: Vec<String> = (0..11).map(|zone| format!("z{zone}")).collect();
    assert_eq!(visitor.get(&format!("/api/placements?zones={}", many.join(","))).await["data"]["field"], "zones");
    assert_eq!(visitor.get("/api/placements?zones=home&device=fridge").await["data"]["field"], "device");
    assert_eq!(visitor.got("/api/placements?zones=nowhere").await["zones"], json!([]));
    let calendar = chief.got(&format!("/admin/ads.Zone/calendar?month={}", &now[..7])).await;
    let shown = calendar["zones"][0]["ads"].as_array().expect("adverts");
    assert!(shown.iter().any(|ad| ad["title"] == "running") && !shown.iter().any(|ad| ad["title"] == "ended"), "{calendar}");
    assert_eq!(chief.get("/admin/ads.Zone/calendar?month=13").await["data"]["field"], "month");
}

#[tokio::test]
async fn what_was_served_counts_once_and_leads_to_the_stored_address() {
    let (world, chief) = world().await;
    let home = zone(&chief, "home").await;
    let id = add(&chief, home, "one", json!({ "url": "https://example.com/活动?a=b", "title_en": "One" })).await;
    let visitor = world.visitor();
    let first = items(&visitor, "").await;
    let token = first[0]["token"].as_str().expect("a token").to_owned();
    assert!(first[0].get("url").is_none(), "where it leads stays here");
    let tokens = Tokens::new(world.node.store(), world.node.secrets()).await.expect("tokens");
    let served = tokens.open(&token).expect("a genuine token").served;
    assert_eq!((served.ad, served.zone), (id, home));
    let old = tokens.sign(Served { hour: hour_of(world.node.now()) - 2, ..served });
    let to_come = tokens.sign(Served { hour: hour_of(world.node.now()) + 1, ..served });
    let forged = Tokens::with(b"guessed").sign(served);
    let seen = |tokens: Value| {
        let visitor = visitor.clone();
        async move { visitor.done("/api/placements/seen", json!({ "tokens": tokens })).await }
    };
    let counted = seen(json!([token, token, forged, old, to_come, "", "x"])).await;
    assert_eq!((&counted["counted"], &counted["refused"]), (&json!(1), &json!(6)), "{counted}");
    assert_eq!(seen(json!([token])).await["counted"], 0);
    // Another answer is another view.
    let again = items(&visitor, "").await[0]["token"].clone();
    assert_eq!(seen(json!([again])).await["counted"], 1);
    let refused = visitor.post("/api/placements/seen", &json!({ "tokens": vec![token.clone(); 61] })).await;
    assert_eq!(refused["data"]["field"], "tokens");

    let address = "https://example.com/%E6%B4%BB%E5%8A%A8?a=b";
    for _ in 0..3 {
        assert_eq!(go(&world, &token).await, (StatusCode::FOUND, address.into()));
    }
    assert_eq!(go(&world, &format!("{token}?url=https://evil.example")).await.1, address, "an address in the question changes nothing");
    assert_eq!(go(&world, &old).await.1, address, "an old page leads on, uncounted");
    for wrong in [forged.as_str(), "x", "https%3A%2F%2Fevil.example"] {
        let (status, location) = go(&world, wrong).await;
        assert!(location.is_empty() && status != StatusCode::FOUND, "{wrong}: {status} {location}");
    }
    world.node.placements().flush().await;
    let shown = row(&chief, id).await;
    assert_eq!((&shown["impressions"], &shown["clicks"]), (&json!(2), &json!(1)), "{shown}");
    let days = chief.got("/admin/ads.Day/index").await;
    assert_eq!((&days["total"], &days["list"][0]["impressions"], &days["list"][0]["clicks"]), (&json!(1), &json!(2), &json!(1)), "{days}");
    // What comes later is added.
    let again = items(&visitor, "").await[0]["token"].clone();
    seen(json!([again])).await;
    let chart = chief.got(&format!("/admin/ads.Day/chart?days=7&zone_id={home}")).await;
    let days = chart["days"].as_array().expect("days");
    assert_eq!((days.len(), &days[6]["impressions"], &days[6]["clicks"], &days[5]["impressions"]), (7, &json!(3), &json!(1), &json!(0)), "{chart}");
    assert_eq!((&chart["ads"][0]["id"], &chart["ads"][0]["impressions"]), (&json!(id), &json!(3)));
    assert_eq!(chief.got(&format!("/admin/ads.Day/chart?ad_id={}", id + 1)).await["ads"], json!([]));
    assert_eq!(chief.get("/admin/ads.Day/chart?days=0").await["data"]["field"], "days");
    assert_eq!(chief.got(&format!("/admin/ads.Ad/preview?id={id}")).await["width"], 1200);

    // A row from before the rule leads nowhere.
    world.node.store().run("UPDATE ads_ad SET url = 'javascript:alert(1)'", vec![]).await.expect("written");
    assert!(go(&world, &token).await.1.is_empty());
    // Nor does one that was deleted.
    assert_eq!(chief.del("/admin/ads.Ad/del", &json!(id)).await["code"], 1);
    assert!(go(&world, &token).await.1.is_empty());
}

#[tokio::test]
async fn addresses_and_pictures_from_elsewhere_are_refused_by_their_field() {
    let (_world, chief) = world().await;
    let home = zone(&chief, "home").await;
    let id = add(&chief, home, "kept", json!({ "starts": "2026-01-02 00:00:00" })).await;
    for (field, value) in [
        ("url", json!("javascript:alert(1)")),
        ("url", json!("JaVaScRiPt:alert(1)")),
        ("url", json!("data:text/html,x")),
        ("url", json!("http://example.com")),
        ("url", json!("//example.com")),
        ("url", json!("/\\example.com")),
        ("url", json!("https://me@example.com")),
        ("url", json!("/api/user/logout")),
        ("url", json!("shop")),
        ("image", json!("https://example.com/x.png")),
        ("image_dark", json!("//example.com/storage/x.png")),
        ("image_phone", json!("/static/x.png")),
        ("weight", json!(0)),
        ("weight", json!(101)),
        ("device", json!("fridge")),
        ("weekdays", json!(["8"])),
        ("hours", json!(["24"])),
        ("ends", json!("2026-01-01 00:00:00")),
        ("zone_id", json!(9_999)),
    ] {
        let refused = chief.post("/admin/ads.Ad/edit", &json!({ "id": id, field: value })).await;
        assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!(field)), "{field} {value}: {refused}");
    }
    let refused = chief.post("/admin/ads.Ad/add", &ad(home, "new", &json!({ "url": "javascript:alert(1)" }))).await;
    assert_eq!(refused["data"]["field"], "url", "{refused}");
    for (field, value) in
        [("code", json!("Home Page")), ("url", json!("javascript:x")), ("image", json!("https://example.com/x.png")), ("show_max", json!(7))]
    {
        let refused = chief.post("/admin/ads.Zone/edit", &json!({ "id": home, field: value })).await;
        assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!(field)), "{field} {value}: {refused}");
    }
    let shop = zone(&chief, "shop").await;
    let refused = chief.post("/admin/ads.Zone/edit", &json!({ "id": shop, "code": "home" })).await;
    assert_eq!(refused["data"]["field"], "code", "two zones of one code");
    // Groups are of members only.
    chief.done("/admin/ads.Ad/edit", json!({ "id": id, "audience": "members", "group_ids": [1] })).await;
    assert_eq!(row(&chief, id).await["group_ids"], json!([1]));
    chief.done("/admin/ads.Ad/edit", json!({ "id": id, "audience": "all" })).await;
    assert_eq!(row(&chief, id).await["group_ids"], json!([]));
}

#[tokio::test]
async fn what_is_used_up_is_served_no_longer() {
    let (world, chief) = world().await;
    let home = zone(&chief, "home").await;
    let seen = add(&chief, home, "two views", json!({ "max_impressions": 2 })).await;
    add(&chief, home, "a click", json!({ "max_clicks": 1 })).await;
    let visitor = world.visitor();
    for round in 0..2 {
        let shown = items(&visitor, "").await;
        assert_eq!(shown.len(), 2, "{round}");
        let view = shown.iter().find(|item| item["id"] == seen).expect("an item")["token"].clone();
        assert_eq!(visitor.done("/api/placements/seen", json!({ "tokens": [view] })).await["counted"], 1);
    }
    let left = items(&visitor, "").await;
    assert_eq!(left.iter().map(|item| item["title"].clone()).collect::<Vec<_>>(), ["a click"], "before counts are written");
    go(&world, left[0]["token"].as_str().expect("a token")).await;
    assert!(items(&visitor, "").await.is_empty());
    world.node.placements().flush().await;
    assert!(items(&visitor, "").await.is_empty(), "and after");
    assert_eq!(row(&chief, seen).await["state"], "used_up");
    chief.done("/admin/ads.Ad/edit", json!({ "id": seen, "max_impressions": 3 })).await;
    assert_eq!(items(&visitor, "").await.len(), 1);
}

#[tokio::test]
async fn an_address_may_ask_sixty_times_a_minute() {
    let (world, chief) = world().await;
    let home = zone(&chief, "home").await;
    let id = add(&chief, home, "one", json!({})).await;
    let visitor = world.visitor();
    let token = items(&visitor, "").await[0]["token"].as_str().expect("a token").to_owned();
    let client = reqwest::Client::new();
    let first = client.get(format!("{}/api/placements?zones=home", world.url)).send().await.expect("an answer");
    let header = |name: &str| first.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    assert_eq!(header("cache-control"), "private, max-age=60");
    assert!(header("vary").contains("ba-user-token"));
    for _ in 2..60 {
        visitor.got("/api/placements?zones=home").await;
    }
    assert_eq!(visitor.get("/api/placements?zones=home").await["code"], 0);
    assert_eq!(visitor.post("/api/placements/seen", &json!({ "tokens": [token] })).await["code"], 0);
    // People are led on, but nothing is counted.
    assert_eq!(go(&world, &token).await, (StatusCode::FOUND, "/shop".into()));
    world.node.placements().flush().await;
    let shown = row(&chief, id).await;
    assert_eq!((&shown["impressions"], &shown["clicks"]), (&json!(0), &json!(0)), "{shown}");
}
