//! Two people at once: trees stay trees, a super administrator stays, and nothing that is used is deleted.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::order_steps::{field, key, shop};
use crate::shop_orders::trade;
use crate::world::{PASSWORD, Visitor};

const ADMIN: &str = "/admin/auth.Admin";
const MEMBER: &str = "/admin/user.User";
const ORDERS: &str = "/admin/shop.order.Order";
const REFUNDS: &str = "/admin/shop.order.Refund";

fn done(answers: &[Value]) -> usize {
    answers.iter().filter(|answer| answer["code"] == 1).count()
}

fn ids(rows: &Value) -> Vec<i64> {
    let below = |row: &Value| [row["id"].as_i64().into_iter().collect(), ids(&row["children"])].concat();
    rows.as_array().into_iter().flatten().flat_map(below).collect()
}

#[tokio::test]
async fn moves_at_once_leave_every_row_in_sight() {
    let shop = shop(json!({})).await;
    let other = shop.world.admin().await;
    for (controller, title) in [
        ("warehouse.ProductCategory", None),
        ("shop.goods.Classify", None),
        ("auth.Group", None),
        ("company.Department", None),
        ("user.Rule", Some("title")),
    ] {
        let mut rows = Vec::new();
        for name in ["one", "two", "three"] {
            let mut row = json!({ "name": format!("{name} {controller}"), "pid": 0, "rules": "1" });
            if controller != "auth.Group" {
                row.as_object_mut().expect("fields").remove("rules");
            }
            title.into_iter().for_each(|title| row[title] = name.into());
            rows.push(shop.clerk.done(&format!("/admin/{controller}/add"), row).await["id"].as_i64().expect("an id"));
        }
        let edit = format!("/admin/{controller}/edit");
        for round in 0..6 {
            let moving = &rows[..2 + round % 2];
            let bodies: Vec<Value> = moving.iter().zip(moving.iter().cycle().skip(1)).map(|(id, pid)| json!({ "id": id, "pid": pid })).collect();
            let answers =
                join_all(bodies.iter().enumerate().map(|(at, body)| if at % 2 == 0 { &shop.clerk } else { &other }.post(&edit, body))).await;
            assert!(done(&answers) < moving.len(), "{controller}: {answers:?}");
            let refused = answers.iter().filter(|answer| answer["code"] != 1);
            assert!(refused.clone().all(|answer| field(answer).0 == "pid"), "{controller}: {:?}", refused.collect::<Vec<_>>());
            let shown = ids(&shop.clerk.got(&format!("/admin/{controller}/index")).await["list"]);
            assert!(rows.iter().all(|row| shown.contains(row)), "{controller}: {rows:?} of {shown:?}");
            for row in &rows {
                shop.clerk.done(&edit, json!({ "id": row, "pid": 0 })).await;
            }
        }
    }
    shop.books_are_right().await;
}

/// Somebody who may do everything.
async fn chief(clerk: &Visitor, name: &str, visitor: &Visitor) -> (i64, Visitor) {
    let account = json!({ "username": name, "nickname": name, "password": PASSWORD, "group_arr": [1] });
    let id = clerk.done(&format!("{ADMIN}/add"), account).await["id"].as_i64().expect("an id");
    let answer = visitor.done("/admin/Index/login", json!({ "username": name, "password": PASSWORD })).await;
    (id, visitor.clone().with("batoken", answer["userInfo"]["token"].as_str().expect("a token")))
}

#[tokio::test]
async fn of_the_last_two_super_administrators_one_stays() {
    let shop = shop(json!({})).await;
    let (store, root) = (shop.world.node.store(), &shop.clerk);
    let own = store.rows::<i64>("SELECT VALUE record::id(id) FROM admin WHERE username = 'root'", vec![]).await.expect("rows")[0];
    let few = root.done("/admin/auth.Group/add", json!({ "name": "few", "pid": 0, "rules": "1" })).await["id"].clone();
    for round in 0..6 {
        let (id, ann) = chief(root, &format!("chief{round}"), &shop.world.visitor()).await;
        let body = |of: i64, how: usize| match how {
            0 => (format!("{ADMIN}/edit"), json!({ "id": of, "status": "disable" })),
            1 => (format!("{ADMIN}/edit"), json!({ "id": of, "group_arr": [few] })),
            _ => (format!("{ADMIN}/del"), json!({ "ids": [of] })),
        };
        // The first administrator has acted, so nobody deletes them.
        let (one, other) = (body(id, round % 3), body(own, round % 2));
        let answers = <[Value; 2]>::from(tokio::join!(root.post(&one.0, &one.1), ann.post(&other.0, &other.1)));
        assert_eq!(done(&answers), 1, "{answers:?}");
        store.forget_directory();
        let left = store.directory().await.expect("a directory").chiefs();
        assert_eq!(left.len(), 1, "{answers:?}");
        // Whoever is left lets the other one back in, then goes.
        let back = json!({ "id": own, "status": "enable", "group_arr": [1] });
        if left == [id] {
            ann.done(&format!("{ADMIN}/edit"), back).await;
            let again = root.post("/admin/Index/login", &json!({ "username": "root", "password": PASSWORD })).await;
            assert_eq!(again["code"], 1, "{again}");
        }
        store.run("UPDATE admin SET status = 'disable' WHERE username != 'root'", vec![]).await.expect("written");
        store.forget_directory();
        if left == [id] {
            // The session of one who was shut out has ended.
            break;
        }
    }
}

#[tokio::test]
async fn administrators_are_deleted_all_or_none_and_never_after_they_acted() {
    let shop = shop(json!({})).await;
    let root = &shop.clerk;
    let account = |name: &str| json!({ "username": name, "nickname": name, "password": PASSWORD, "group_arr": [1] });
    let new = async |name: &str| root.done(&format!("{ADMIN}/add"), account(name)).await["id"].as_i64().expect("an id");
    let (ann, bob) = (new("ann01").await, new("bob01").await);
    let own = root.got(&format!("{ADMIN}/index?search[0][field]=username&search[0][operator]=eq&search[0][val]=root")).await["list"][0]["id"].clone();
    let there = async || {
        let list = root.got(&format!("{ADMIN}/index?limit=100")).await["list"].clone();
        list.as_array().into_iter().flatten().filter_map(|row| row["id"].as_i64()).collect::<Vec<_>>()
    };
    let refused = root.post(&format!("{ADMIN}/del"), &json!({ "ids": [own, ann] })).await;
    assert_eq!(key(&refused), "error.own_account", "{refused}");
    assert!(there().await.contains(&ann), "all or nothing");
    let refused = root.post(&format!("{ADMIN}/del"), &json!({ "ids": [ann, 9_999] })).await;
    assert_eq!(key(&refused), "error.not_found", "{refused}");
    assert!(there().await.contains(&ann));
    // Bob makes an order, which keeps his name.
    let answer = shop.world.visitor().done("/admin/Index/login", json!({ "username": "bob01", "password": PASSWORD })).await;
    let as_bob = shop.world.visitor().with("batoken", answer["userInfo"]["token"].as_str().expect("a token"));
    let order = as_bob.done("/admin/warehouse.InboundOrder/add", shop.inbound(1)).await;
    let refused = root.post(&format!("{ADMIN}/del"), &json!({ "ids": [ann, bob] })).await;
    assert_eq!((key(&refused), &refused["data"]["ids"]), ("error.in_use", &json!([bob])), "{refused}");
    assert!(there().await.contains(&ann));
    let row = shop.row("/admin/warehouse.InboundOrder", &order).await;
    assert_eq!(row["createAdmin"]["nickname"], "bob01", "{row}");
    root.done(&format!("{ADMIN}/del"), json!({ "ids": [ann] })).await;
    root.done(&format!("{ADMIN}/edit"), json!({ "id": bob, "status": "disable" })).await;
}

#[tokio::test]
async fn a_member_who_bought_stays_and_so_does_what_their_order_names() {
    let trade = trade(9, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "0").await);
    let row = trade.paid(&ann, 2, "20.00", "a").await;
    for members in [json!([ann.id]), json!([bob.id, ann.id])] {
        let refused = clerk.post(&format!("{MEMBER}/del"), &json!({ "ids": members })).await;
        assert_eq!((key(&refused), &refused["data"]["ids"]), ("member.close.orders", &json!([ann.id])), "{refused}");
    }
    let sent = clerk.done(&format!("{ORDERS}/delivery"), trade.parcel(&row, "EX1")).await["row"].clone();
    let refused = clerk.post("/admin/shop.delivery.Company/del", &json!({ "ids": [trade.company] })).await;
    assert_eq!((key(&refused), &refused["data"]["uses"][0]["name"]), ("error.in_use", &row["order_no"]), "{refused}");
    let refused = clerk.post("/admin/shop.goods.Goods/del", &json!({ "ids": [trade.goods] })).await;
    assert_eq!(key(&refused), "error.in_use", "{refused}");
    // An address that goods are to be sent back to.
    let address =
        json!({ "name": "Back", "mobile": "13800138009", "city": ["440000", "440300", "440303"], "address": "1 Road", "is_return": 1, "status": 1 });
    let address = clerk.done("/admin/shop.delivery.Address/add", address).await["id"].clone();
    let asked = json!({ "order_no": sent["order_no"], "type": 2, "lines": [{ "line": 1, "quantity": 1 }], "reason": "broken" });
    let refund = ann.who.done("/api/shop.Refund/apply", asked).await["id"].clone();
    let agreed = json!({ "id": refund, "agree": true, "return_address_id": address });
    clerk.done(&format!("{REFUNDS}/audit"), agreed).await;
    let refused = clerk.post("/admin/shop.delivery.Address/del", &json!({ "ids": [address] })).await;
    assert_eq!(key(&refused), "error.in_use", "{refused}");
    // Nobody bought as bob: he goes, with what he entered, and can be put back.
    clerk.done(&format!("{MEMBER}/del"), json!({ "ids": [bob.id] })).await;
    let left = trade.shop.world.node.store().rows::<i64>("SELECT VALUE user_id FROM shop_address", vec![]).await.expect("rows");
    assert_eq!(left, [ann.id]);
    trade.shop.books_are_right().await;
    // A database in which it happened before says so, and the order can be ended.
    trade.shop.world.node.store().run("DELETE user WHERE username = 'ann'", vec![]).await.expect("written");
    let found = trade.shop.world.node.store().check().await.expect("a check").findings;
    assert!(found.iter().any(|one| one.row == format!("shop_order:{}", row["id"]) && one.problem.contains("who is not there")), "{found:?}");
}

#[tokio::test]
async fn an_order_and_its_members_deletion_do_not_pass_each_other() {
    let trade = trade(99, "10.00", json!({})).await;
    for round in 0..8 {
        let buyer = trade.buyer(&format!("buyer{round}"), "0").await;
        let member = json!({ "ids": [buyer.id] });
        let deletion = format!("{MEMBER}/del");
        let (placed, deleted) = tokio::join!(trade.place(&buyer, 1, "10.00", "a"), trade.shop.clerk.post(&deletion, &member));
        assert!(placed["code"] != deleted["code"], "{placed} {deleted}");
        if deleted["code"] == 1 {
            // The session may have ended before, or the account have gone while the order was made.
            assert!(placed["code"] == 303 || ["shop.member.gone", "error.reference"].contains(&key(&placed)), "{placed}");
        } else {
            // Who has an order is closed instead, which the open order refuses.
            assert!(["error.in_use", "member.close.orders"].contains(&key(&deleted)), "{deleted}");
        }
    }
    // One after the other as well.
    let buyer = trade.buyer("late", "0").await;
    assert_eq!(trade.place(&buyer, 1, "10.00", "a").await["code"], 1);
    assert_eq!(key(&trade.shop.clerk.post(&format!("{MEMBER}/del"), &json!({ "ids": [buyer.id] })).await), "member.close.orders");
    trade.shop.books_are_right().await;
}
