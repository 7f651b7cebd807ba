//! Whether members' pages learn by themselves what has become of their orders, and of nobody else's.

use serde_json::{Value, json};

use crate::order_steps::key;
use crate::shop_orders::{Buyer, trade};

const CHANGES: &str = "/api/shop.Order/changes";

fn question(row: &Value) -> String {
    format!("{CHANGES}?order_no={}", row["order_no"].as_str().expect("a number"))
}

/// What the page of one order asks.
async fn of_order(buyer: &Buyer, row: &Value) -> i64 {
    buyer.who.got(&question(row)).await["changes"].as_i64().expect("a number")
}

/// What the list of orders asks.
async fn of_all(buyer: &Buyer) -> i64 {
    buyer.who.got(CHANGES).await["changes"].as_i64().expect("a number")
}

#[tokio::test]
async fn every_step_of_an_order_is_a_change_for_its_member() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    assert_eq!(of_all(&ann).await, 0, "there is nothing to change");
    let row = trade.paid(&ann, 2, "20.00", "a").await;
    let order_no = row["order_no"].as_str().expect("a number");
    let shown = async || ann.who.got(&format!("/api/shop.Order/detail?order_no={order_no}")).await["row"].clone();
    let mut seen = of_order(&ann, &row).await;
    assert_eq!(shown().await["version"], seen, "the page knows it by the order's version");
    assert_eq!(ann.who.got("/api/shop.Order/index").await["changes"], seen, "and the list brings it along");

    // The shop ships, the member asks for a refund, the shop refuses it: each is a change, of the order and of all orders.
    let clerk = &trade.shop.clerk;
    clerk.done("/admin/shop.order.Order/delivery", trade.parcel(&row, "EX1")).await;
    let shipped = of_order(&ann, &row).await;
    assert!(shipped > seen && of_all(&ann).await == shipped, "{shipped}");
    let ask = json!({ "order_no": order_no, "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": 1 }] });
    let refund = ann.who.done("/api/shop.Refund/apply", ask).await;
    seen = of_order(&ann, &row).await;
    assert!(seen > shipped, "{seen}");
    clerk.done("/admin/shop.order.Refund/audit", json!({ "id": refund["id"], "agree": false, "reason": "it came" })).await;
    assert!(of_order(&ann, &row).await > seen);
    seen = of_all(&ann).await;
    assert_eq!(shown().await["version"], seen);
    assert_eq!(of_all(&ann).await, seen, "looking is no change");
}

#[tokio::test]
async fn what_changes_of_orders_is_told_to_their_member_alone() {
    let trade = trade(9, "10.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "100").await, trade.buyer("bob", "100").await);
    let row = trade.paid(&ann, 2, "20.00", "a").await;
    assert_eq!(of_all(&bob).await, 0, "what is another's is none of his");
    let others = bob.who.get(&question(&row)).await;
    let unknown = bob.who.get(&format!("{CHANGES}?order_no=2026010112345678")).await;
    assert_eq!((key(&others), &others["data"]), ("error.not_found", &unknown["data"]), "it is as if it were not there");
    let seen = of_all(&ann).await;
    trade.paid(&bob, 1, "10.00", "b").await;
    assert_eq!(of_all(&ann).await, seen);

    // Neither without a session nor after one.
    let visitor = trade.shop.world.visitor();
    trade.shop.world.node.members().sessions.end_all(ann.id).await.expect("the store");
    for path in [CHANGES.to_owned(), question(&row)] {
        for answer in [visitor.get(&path).await, ann.who.get(&path).await] {
            assert_eq!(answer["data"]["type"], "need login", "{path}: {answer}");
            assert!(answer["data"].get("changes").is_none(), "{answer}");
        }
    }
    let staff = trade.shop.clerk.got("/admin/shop.order.Order/index").await;
    assert!(staff["changes"].is_null(), "members' lists alone ask: {staff}");
}

#[tokio::test]
async fn an_order_whose_time_is_over_closes_when_its_member_looks() {
    let trade = trade(5, "10.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "50").await, trade.buyer("bob", "50").await);
    for (command, by_list) in [("a", true), ("b", false)] {
        let placed = trade.place(&ann, 1, "10.00", command).await["data"]["row"].clone();
        let seen = of_all(&ann).await;
        let over = format!("UPDATE shop_order:{} SET due_at = 1, wake_at = 1 RETURN NONE", placed["id"]);
        trade.shop.world.node.store().run(&over, vec![]).await.expect("a timer");
        // Another member's question is about their own.
        of_all(&bob).await;
        assert_eq!(bob.who.get(&question(&placed)).await["code"], 0);
        assert_eq!(trade.row(&placed["id"]).await["status"], 1);
        if by_list {
            assert!(of_all(&ann).await > seen);
        } else {
            assert!(of_order(&ann, &placed).await > placed["version"].as_i64().expect("a version"));
        }
        let row = trade.row(&placed["id"]).await;
        assert_eq!((&row["status"], &row["cancel_by"]), (&json!(6), &json!("system")), "{row}");
    }
    for () in crate::support::turns() {
        if trade.available().await == "5" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(trade.available().await, "5", "the goods are free again");
    trade.shop.books_are_right().await;
}
