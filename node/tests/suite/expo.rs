//! Companies met at trade fairs: whom they may be, what becomes of them, who sees and hears of them.

use entrepot::config::services::ServiceSettings;
use entrepot_store::digest::Due;
use serde_json::{Value, json};

use crate::trade::person;
use crate::world::{Visitor, World};

const COMPANY: &str = "/admin/expo.Company";

async fn world() -> (World, Visitor, i64) {
    let world = World::start(ServiceSettings::default()).await;
    let chief = world.admin().await;
    let fair = json!({ "name": "Fair", "starts": "2026-11-01", "ends": "2026-11-04" });
    let expo = chief.done("/admin/expo.Expo/add", fair).await["id"].as_i64().expect("an id");
    (world, chief, expo)
}

async fn add(who: &Visitor, expo: i64, name: &str, country: &str, email: &str) -> i64 {
    let people = json!([{ "name": "Ann", "mobile": "13800138000", "email": email, "wechat": "ann88" }]);
    let row = json!({ "expo_id": expo, "name": name, "country": country, "contacts": people, "source": "card" });
    who.done(&format!("{COMPANY}/add"), row).await["id"].as_i64().expect("an id")
}

async fn listed(who: &Visitor, id: i64) -> Value {
    let list = who.got(&format!("{COMPANY}/index")).await;
    list["list"].as_array().expect("rows").iter().find(|row| row["id"] == id).cloned().unwrap_or_default()
}

#[tokio::test]
async fn what_is_wrong_is_named() {
    let (_world, chief, expo) = world().await;
    let fair = json!({ "name": "Other", "starts": "2026-11-05", "ends": "2026-11-04" });
    assert_eq!(chief.post("/admin/expo.Expo/add", &fair).await["data"]["field"], "ends");
    for (name, value, field) in [
        ("contacts", json!([{ "email": "nowhere" }]), "contacts[0].email"),
        ("contacts", json!({ "a": 1 }), "contacts"),
        ("hs_codes", json!("85a4"), "hs_codes"),
        ("expo_id", json!(999), "expo_id"),
        ("stage", json!("asleep"), "stage"),
    ] {
        let mut row = json!({ "expo_id": expo, "name": "Nord", "source": "card" });
        row[name] = value;
        let refused = chief.post(&format!("{COMPANY}/add"), &row).await;
        assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!(field)), "{refused}");
    }
}

#[tokio::test]
async fn a_company_may_be_known_and_becomes_a_partner_once() {
    let (_world, chief, expo) = world().await;
    chief.done("/admin/warehouse.Supplier/add", json!({ "name": "Somebody", "email": "office@NORD.example" })).await;
    let first = add(&chief, expo, "Nord GmbH", "Germany", "ann@nord.example").await;
    let same = add(&chief, expo, "ＮＯＲＤ gmbh", "germany", "b@qq.com").await;
    let other = add(&chief, expo, "Nord GmbH", "Austria", "c@qq.com").await;
    let known = listed(&chief, first).await["known"].as_str().unwrap_or_default().to_owned();
    assert!(known.contains("ＮＯＲＤ gmbh") && known.contains("Supplier Somebody"), "{known}");
    assert_eq!(listed(&chief, other).await["known"], "", "another country");
    assert_ne!(listed(&chief, same).await["known"], "");

    let become_customer = json!({ "id": first, "partner": "customer" });
    let path = format!("{COMPANY}/become");
    let (one, two) = tokio::join!(chief.post(&path, &become_customer), chief.post(&path, &become_customer));
    let made: Vec<&Value> = [&one, &two].into_iter().filter(|answer| answer["code"] == 1).collect();
    assert_eq!(made.len(), 1, "{one} {two}");
    let customer = made[0]["data"]["id"].clone();
    let customers = chief.got("/admin/warehouse.Customer/index").await;
    assert_eq!((customers["total"].as_i64(), &customers["list"][0]["id"]), (Some(1), &customer));
    assert_eq!((&customers["list"][0]["contact_person"], &customers["list"][0]["email"]), (&json!("Ann"), &json!("ann@nord.example")));
    let row = listed(&chief, first).await;
    assert_eq!((&row["customer_id"], &row["stage"]), (&customer, &json!("won")), "{row}");
    assert_eq!(chief.post(&path, &become_customer).await["data"]["key"], "expo.became");
    chief.done(&path, json!({ "id": first, "partner": "supplier" })).await;
    assert_eq!(chief.post(&path, &json!({ "id": other, "partner": "friend" })).await["data"]["field"], "partner");
    assert_eq!(chief.post(&path, &json!({ "id": 999, "partner": "customer" })).await["data"]["key"], "error.not_found");
    // A customer that a company has become stays as long as the company says so.
    assert_eq!(chief.got("/admin/warehouse.Customer/index").await["total"], 1);
}

#[tokio::test]
async fn somebody_sees_their_own_companies_and_contacts_if_they_may() {
    let (world, chief, expo) = world().await;
    let rights = |actions: &[&str]| actions.iter().map(|action| format!("expo/company/{action}")).collect::<Vec<_>>();
    let seller = person(&world, "seller", &rights(&["index", "add", "become"]), "own").await;
    let of_chief = add(&chief, expo, "Nord GmbH", "Germany", "ann@nord.example").await;
    let own = add(&seller, expo, "Nord GmbH", "Germany", "ann@nord.example").await;
    let list = seller.got(&format!("{COMPANY}/index")).await;
    assert_eq!((list["total"].as_i64(), &list["list"][0]["id"]), (Some(1), &json!(own)));
    let row = listed(&seller, own).await;
    assert_eq!(row["known"], "", "companies of others are not told of: {row}");
    let contact = &row["contacts"][0];
    assert_eq!((&contact["mobile"], &contact["email"]), (&json!("138****8000"), &json!("a**@nord.example")), "{row}");
    // To make a customer one needs to be allowed to add customers, and to see the company.
    let path = format!("{COMPANY}/become");
    assert_eq!(seller.post(&path, &json!({ "id": own, "partner": "customer" })).await["code"], 401);
    let mut more = rights(&["index", "become", "contact"]);
    more.extend(["warehouse/customer/add".to_owned(), "warehouse/customer/index".to_owned()]);
    let closer = person(&world, "closer", &more, "own").await;
    assert_eq!(closer.post(&path, &json!({ "id": of_chief, "partner": "customer" })).await["data"]["key"], "error.not_found");
    chief.done(&format!("{COMPANY}/edit"), json!({ "id": of_chief, "owner_id": 3 })).await;
    assert_eq!(listed(&closer, of_chief).await["contacts"][0]["mobile"], "13800138000");
    closer.done(&path, json!({ "id": of_chief, "partner": "customer" })).await;
}

#[tokio::test]
async fn owners_are_reminded_of_contacts_once_a_day() {
    let (world, chief, expo) = world().await;
    for (name, day, stage) in
        [("one", "2026-11-01", "new"), ("two", "2026-11-02", "quoting"), ("later", "2026-11-09", "new"), ("over", "2026-11-01", "lost")]
    {
        let id = add(&chief, expo, name, "", "").await;
        chief.done(&format!("{COMPANY}/edit"), json!({ "id": id, "next_contact": day, "stage": stage })).await;
    }
    let store = world.node.store();
    let day = Due::from("2026-11-02");
    assert_eq!(store.notify_due_contacts(day.today).await.expect("reminders").notifications, 1);
    assert_eq!(store.notify_due_contacts(day.today).await.expect("reminders").notifications, 0, "once a day");
    let inbox = chief.got("/admin/notification.Index/index").await;
    assert_eq!(inbox["list"][0]["message"], "2 trade fair contacts are due", "{inbox}");
}
