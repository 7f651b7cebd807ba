//! The end of a member's account: what goes, what stays, and what refuses it; and what is kept about a member.

use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_evaluations::received;
use crate::shop_orders::{Trade, trade};
use crate::support::PASSWORD;

const CLOSE: &str = "/api/account/close";

/// All that is stored of any table, as a text.
async fn everything(trade: &Trade) -> String {
    let store = trade.shop.world.node.store();
    let tables: Vec<String> = store.rows("RETURN object::keys((INFO FOR DB).tables)", vec![]).await.expect("tables");
    let mut text = String::new();
    for table in &tables {
        let rows: Vec<Value> = store.rows(&format!("SELECT * OMIT id FROM {table}"), vec![]).await.expect("rows");
        rows.iter().for_each(|row| text.push_str(&format!("{table}: {row}\n")));
    }
    text
}

fn row_of(trade: &Value, id: i64) -> Value {
    trade["list"].as_array().into_iter().flatten().find(|row| row["id"] == id).cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_member_ends_the_account_and_nothing_tells_of_them() {
    let trade = trade(20, "10.00", json!({})).await;
    let ann = trade.buyer("annabella", "20").await;
    let order = received(&trade, &ann, 2, "20.00", "a").await;
    ann.who.done("/api/company/add", json!({ "name": "Acme", "command_id": "c" })).await;
    let told = json!({ "name": "annabella", "mobile": "13800138001", "email": "annabella@example.com", "content": "hello" });
    ann.who.post("/api/message/add", &told).await;

    let wrong = ann.who.post("/api/account/data", &json!({ "password": "not-mine-1" })).await;
    assert_eq!(field(&wrong).0, "password");
    let data = ann.who.done("/api/account/data", json!({ "password": PASSWORD })).await["data"].clone();
    assert_eq!(data["account"][0]["email"], "annabella@example.com");
    assert_eq!(data["addresses"][0]["mobile"], "13800138001");
    assert_eq!(data["orders"][0]["order_no"], order["order_no"]);
    assert!(!data.to_string().contains("argon2"), "no password");

    assert_eq!(field(&ann.who.post(CLOSE, &json!({ "password": "not-mine-1" })).await).0, "password");
    trade.shop.world.node.journal().flush().await;
    ann.who.done(CLOSE, json!({ "password": PASSWORD })).await;

    assert_ne!(ann.who.get("/api/account/overview").await["code"], 1, "the session has ended");
    assert_ne!(trade.shop.world.try_member_login("annabella", PASSWORD, false).await["code"], 1);
    let left = everything(&trade).await;
    let names: Vec<&str> = left.lines().filter(|line| line.contains("annabella") || line.contains("13800138001")).collect();
    assert!(names.is_empty(), "{names:#?}");

    // The order and its money stay; the books are right.
    let kept = trade.row(&order["id"]).await;
    assert_eq!((&kept["paid_amount"], &kept["name"], &kept["mobile"]), (&json!("20.00"), &json!(""), &json!("")));
    let report = trade.shop.world.node.store().check().await.expect("a report");
    assert!(report.findings.is_empty(), "{:?}", report.findings);

    // Name and address are free; the closed account is changed by nobody.
    trade.shop.world.member("annabella").await;
    let row = row_of(&trade.shop.clerk.got("/admin/user.User/index").await, ann.id);
    assert_eq!(row["username"], json!(format!("closed-{}", ann.id)));
    let edit = json!({ "id": ann.id, "nickname": "Ann", "username": "annie", "status": "enable" });
    assert_eq!(key(&trade.shop.clerk.post("/admin/user.User/edit", &edit).await), "member.account_closed");
}

#[tokio::test]
async fn what_is_open_keeps_the_account_open() {
    let trade = trade(20, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "20").await;
    assert_eq!(key(&ann.who.post(CLOSE, &json!({ "password": PASSWORD })).await), "member.close.money");
    trade.paid(&ann, 2, "20.00", "a").await;
    let refused = ann.who.post(CLOSE, &json!({ "password": PASSWORD })).await;
    assert_eq!((key(&refused), &refused["data"]["field"]), ("member.close.orders", &Value::Null), "no field of the form is wrong");

    // Others are left without an owner.
    let (bob, cat) = (trade.buyer("bobby", "0").await, trade.buyer("cathy", "0").await);
    let company = bob.who.done("/api/company/add", json!({ "name": "Acme", "command_id": "c" })).await["id"].clone();
    bob.who.done("/api/company/invite", json!({ "id": company, "account": "cathy", "role": "staff", "position": "" })).await;
    cat.who.done("/api/company/accept", json!({ "id": company })).await;
    assert_eq!(key(&bob.who.post(CLOSE, &json!({ "password": PASSWORD })).await), "company.last_owner");
    assert_eq!(bob.who.get("/api/account/overview").await["code"], 1, "nothing has happened");
}

#[tokio::test]
async fn who_has_bought_is_closed_instead_of_deleted() {
    let trade = trade(20, "10.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "20").await, trade.buyer("bob", "0").await);
    let waiting = trade.paid(&ann, 2, "20.00", "a").await;
    let refused = trade.shop.clerk.del("/admin/user.User/del", &json!(ann.id)).await;
    assert_eq!(key(&refused), "member.close.orders", "{refused}");
    trade.shop.clerk.done("/admin/shop.order.Order/delivery", trade.parcel(&waiting, "EX")).await;
    ann.who.done("/api/shop.Order/receive", json!({ "order_no": waiting["order_no"] })).await;

    // Of several, all are closed or none.
    let cat = trade.buyer("cathy", "20").await;
    trade.paid(&cat, 2, "20.00", "c").await;
    let several = json!({ "ids": [ann.id, cat.id] });
    let refused = trade.shop.clerk.post("/admin/user.User/del", &several).await;
    assert_eq!((key(&refused), &refused["data"]["ids"]), ("member.close.orders", &json!([cat.id])), "whose account it is: {refused}");
    assert_eq!(row_of(&trade.shop.clerk.got("/admin/user.User/index").await, ann.id)["username"], "ann");

    let chief = trade.shop.world.admin().await;
    chief.del("/admin/user.User/del", &json!(ann.id)).await;
    chief.del("/admin/user.User/del", &json!(bob.id)).await;
    let list = chief.got("/admin/user.User/index").await;
    assert_eq!(row_of(&list, ann.id)["username"], json!(format!("closed-{}", ann.id)));
    assert_eq!(row_of(&list, bob.id), Value::Null, "who has not bought is deleted");
    let again = chief.post("/admin/user.User/close", &json!({ "id": ann.id })).await;
    assert_eq!(key(&again), "error.other_state", "{again}");
}
