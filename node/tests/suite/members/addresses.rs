//! A member's address book.

use entrepot::config::services::ServiceSettings;
use entrepot_store::member::addresses::{Abroad, AddressText};
use serde_json::{Value, json};

use super::key;
use crate::world::{Visitor, World};

const AREA: [i64; 3] = [440_000, 440_300, 440_303];

fn address(name: &str) -> Value {
    json!({ "name": name, "mobile": "13800138001", "area": AREA, "address": "深南东路 1 号" })
}

async fn names(who: &Visitor) -> Vec<(String, i64)> {
    let list = who.got("/api/shop.Address/index").await["list"].clone();
    list.as_array()
        .into_iter()
        .flatten()
        .map(|row| (row["name"].as_str().unwrap_or_default().to_owned(), row["is_default"].as_i64().unwrap_or(-1)))
        .collect()
}

fn is(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
    rows.iter().map(|(name, first)| ((*name).to_owned(), *first)).collect()
}

#[tokio::test]
async fn an_address_book_is_its_members_own() {
    let world = World::start(ServiceSettings::default()).await;
    let ((ann, ann_id), (bob, _)) = (world.member("ann").await, world.member("bob").await);
    for path in ["index", "add", "edit", "del"] {
        let path = format!("/api/shop.Address/{path}");
        let answer = if path.ends_with("index") { world.visitor().get(&path).await } else { world.visitor().post(&path, &address("x")).await };
        assert_eq!(answer["data"]["type"], "need login", "{path}: {answer}");
    }
    let first = ann.done("/api/shop.Address/add", address("Home")).await["row"].clone();
    assert_eq!((first["area_text"].as_str(), first["area_valid"].as_bool()), (Some("广东省 深圳市 罗湖区"), Some(true)), "{first}");
    assert_eq!(first["is_default"], 1, "the first is the default");
    ann.done("/api/shop.Address/add", address("Work")).await;
    // Ids may come as texts, and the new default takes the place of the old one.
    let mut third = address("Parents");
    third["area"] = json!(["440000", "440300", "440303"]);
    third["is_default"] = json!("1");
    let third = ann.done("/api/shop.Address/add", third).await["row"].clone();
    assert_eq!(names(&ann).await, is(&[("Parents", 1), ("Work", 0), ("Home", 0)]));
    assert_eq!(names(&bob).await, is(&[]));

    for (bad, field) in [
        (json!({ "name": " " }), "name"),
        (json!({ "mobile": "12345" }), "mobile"),
        (json!({ "area": [440_000, 440_300] }), "area"),
        (json!({ "area": [440_000, 110_100, 110_101] }), "area"),
        (json!({ "area": "440000" }), "area"),
        (json!({ "address": "x".repeat(201) }), "address"),
    ] {
        let mut body = address("Bad");
        bad.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        let answer = ann.post("/api/shop.Address/add", &body).await;
        assert_eq!((answer["code"].as_i64(), answer["data"]["field"].as_str()), (Some(0), Some(field)), "{bad}: {answer}");
    }

    // Another member's does not exist.
    let mut change = address("Mine");
    change["id"] = first["id"].clone();
    for (path, body) in [("edit", change.clone()), ("del", json!({ "id": first["id"] })), ("del", json!({ "id": 999_999 }))] {
        let answer = bob.post(&format!("/api/shop.Address/{path}"), &body).await;
        assert_eq!(key(&answer), "error.not_found", "{path}: {answer}");
    }
    // A change says which version it saw.
    change["version"] = first["version"].clone();
    change["is_default"] = json!(true);
    assert_eq!(ann.done("/api/shop.Address/edit", change.clone()).await["row"]["version"], 2);
    assert_eq!(key(&ann.post("/api/shop.Address/edit", &change).await), "error.changed");
    assert_eq!(names(&ann).await, is(&[("Mine", 1), ("Parents", 0), ("Work", 0)]));
    // The default goes, and the newest takes its place.
    ann.done("/api/shop.Address/del", json!({ "id": first["id"] })).await;
    assert_eq!(names(&ann).await, is(&[("Parents", 1), ("Work", 0)]));

    // Areas that have left the tree say so, and a change asks for others.
    let query = format!("UPDATE shop_address:{} SET area = [999000, 999100] RETURN NONE", third["id"]);
    world.node.store().run(&query, vec![]).await.expect("the store");
    let row = ann.got("/api/shop.Address/index").await["list"][0].clone();
    assert_eq!((row["area_valid"].as_bool(), row["area_text"].as_str()), (Some(false), Some("")), "{row}");
    let mut same = row.clone();
    same["name"] = json!("Renamed");
    let sent = json!({ "id": same["id"], "name": "Renamed", "mobile": same["mobile"], "area": same["area"], "address": same["address"] });
    assert_eq!(ann.post("/api/shop.Address/edit", &sent).await["data"]["field"], "area");

    // Fifty, also when many come at once.
    let store = world.node.store();
    let text = AddressText {
        name: "Many".into(),
        mobile: "13800138001".into(),
        area: AREA.to_vec(),
        address: "1".into(),
        abroad: Abroad::default(),
        is_default: true,
    };
    for _ in 0..44 {
        store.add_address(ann_id, &text, None, world.node.now()).await.expect("room");
    }
    let many = (0..12).map(|at| {
        let ann = ann.clone();
        async move { ann.post("/api/shop.Address/add", &address(&format!("Late {at}"))).await }
    });
    let answers = futures::future::join_all(many).await;
    assert_eq!(answers.iter().filter(|answer| answer["code"] == 1).count(), 4, "{answers:?}");
    assert!(answers.iter().filter(|answer| answer["code"] != 1).all(|answer| key(answer) == "address.full"), "{answers:?}");
    let rows = names(&ann).await;
    assert_eq!((rows.len(), rows.iter().filter(|(_, first)| *first == 1).count()), (50, 1));
}

#[tokio::test]
async fn an_address_in_another_country_has_lines_instead_of_areas() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, _) = world.member("ann").await;
    let countries = ann.got("/api/shop.Address/countries").await;
    let germany = |row: &Value| row["value"] == "DE" && row["label"] == "Germany";
    assert!(countries.as_array().is_some_and(|rows| rows.iter().any(germany)), "{countries}");

    let abroad = json!({
        "name": "Anna", "mobile": "+49 30 123456", "country": "DE", "city": "Berlin", "postal_code": "10115", "address": "Invalidenstraße 1",
    });
    for (bad, field) in [
        (json!({ "country": "XX" }), "country"),
        (json!({ "city": " " }), "city"),
        (json!({ "mobile": "12" }), "mobile"),
        (json!({ "postal_code": "1".repeat(21) }), "postal_code"),
        (json!({ "address": "" }), "address"),
    ] {
        let mut body = abroad.clone();
        bad.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        let answer = ann.post("/api/shop.Address/add", &body).await;
        assert_eq!((answer["code"].as_i64(), answer["data"]["field"].as_str()), (Some(0), Some(field)), "{bad}: {answer}");
    }
    let row = ann.done("/api/shop.Address/add", abroad).await["row"].clone();
    assert_eq!((&row["area"], &row["area_valid"]), (&json!([990_000]), &json!(true)), "{row}");
    assert!(row["area_text"].as_str().is_some_and(|text| text.starts_with("Germany") && text.contains("Berlin")), "{row}");
    // The same address moves home: its lines go.
    let mut home = address("Anna");
    home["id"] = row["id"].clone();
    home["version"] = row["version"].clone();
    let row = ann.done("/api/shop.Address/edit", home).await["row"].clone();
    assert_eq!((&row["country"], &row["city"], &row["area"]), (&json!("CN"), &json!(""), &json!(AREA)), "{row}");
}
