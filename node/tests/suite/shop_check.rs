//! Every kind of damage to the shop that `check` is to find: one row is spoilt, named in the answer, and made whole again.

use serde_json::json;

use crate::shop_orders::trade;

/// The row that is spoilt, what is done to it, and how what is found of it begins. `P` is the paid order, `U` the one that
/// waits to be paid, `M` their member, `O` the outbound order, `C` and `H` the used and the held coupon, `N` the number of
/// the paid order.
const DAMAGE: &[(&str, &str, &str)] = &[
    ("shop_order:U", "SET parcels[0].lines[0].quantity = 2", "shop_order:U: holds"),
    ("shop_order:U", "SET lines[0].pay_share = 3dec", "shop_order:U: pay_amount is 8.00, it should be"),
    ("shop_order:P", "SET refund_amount = 9.99dec", "shop_order:P: refund_amount is 9.99"),
    ("shop_order:P", "SET refund_open = 999dec", "shop_order:P: "),
    ("shop_order:P", "SET lines[0].refunded_amount = 999dec", "shop_order:P: line 1 is paid back more than once"),
    ("shop_order:P", "SET refunds[0].refund_amount = 1dec", "shop_order:P: refund_amount is"),
    ("shop_order:P", "SET parcels[0].outbound = 999", "shop_order:P: parcel 1 names stock_order:999"),
    ("shop_order:P", "SET lines[0].shipped = 1", "shop_order:P: line 1 says that 1 were shipped, its parcels have 0"),
    ("shop_order:P", "SET user_coupon_id = H", "shop_user_coupon:C: is 2 of order P"),
    ("shop_refund:[P, 1]", "SET refund_amount = 1dec", "shop_order:P: refund 1 is"),
    ("shop_refund:[P, 1]", "SET pay_status = 0", "shop_order:P: refund 1 is"),
    ("stock_order:O", "SET lines[0].quantity = 9dec", "shop_order:P: 2 of line 1 wait in parcel 1, stock_order:O is to send 9"),
    ("balance_cause:['money', 'purchase', 'order', 'N']", "SET log = 999", "shop_order:P: purchase N changed the balance by -28.00"),
    ("balance_cause:['money', 'refund', 'refund', 'RN01']", "SET log = 999", "shop_order:P: refund RN01 changed the balance by"),
    ("user:M", "SET money = 1dec", "user:M: "),
    ("shop_user_coupon:C", "SET status = 0, order_id = 0", "shop_coupon:1: says that 2 were taken and 1 used"),
    ("shop_user_coupon:C", "SET status = 0, order_id = 0", "shop_order:P: its coupon is 0 of order 0"),
    ("shop_user_coupon:H", "SET status = 2", "shop_order:U: its coupon is 2 of order U"),
    ("shop_user_coupon:C", "SET order_id = U", "shop_user_coupon:C: is 2 of order U"),
    ("shop_user_coupon:H", "SET order_id = 999", "shop_user_coupon:H: is 1 of order 999"),
    ("shop_user_coupon:H", "SET status = 2", "shop_user_coupon:H: is 2 of order U"),
    ("shop_user_coupon:C", "SET user_id = 999", "shop_user_coupon:C: is 2 of order P"),
    ("shop_coupon:1", "SET used_num = 7", "shop_coupon:1: says that 2 were taken and 7 used, 2 were taken and 1 are used"),
    ("shop_coupon:1", "SET cost = 7dec", "shop_coupon:1: says that it has cost 7"),
    ("shop_user_coupon:C", "SET cost = 1dec", "shop_user_coupon:C: has cost 1, its order has 2"),
    ("shop_coupon:1", "SET received_num = 7", "shop_coupon:1: says that 7 were taken"),
];

#[tokio::test]
async fn each_kind_of_damage_to_the_shop_is_found_and_named() {
    let trade = trade(9, "10.00", json!({})).await;
    let (store, clerk) = (trade.shop.world.node.store().clone(), &trade.shop.clerk);
    let ann = trade.buyer("ann", "100").await;
    let terms = json!({ "name": "Two off", "type": 1, "amount": "2.00", "min_amount": "0", "scope": 0, "total_num": 0, "limit_num": 2,
        "get_type": 1, "valid_type": 2, "valid_days": 7, "status": 1 });
    let coupon = clerk.done("/admin/shop.marketing.Coupon/add", terms).await["id"].clone();
    for _ in 0..2 {
        ann.who.done("/api/shop.Coupon/take", json!({ "id": coupon })).await;
    }
    let coupons = ann.who.got("/api/shop.Coupon/mine?state=0").await["list"].clone();
    let (used, held) = (coupons[0]["id"].clone(), coupons[1]["id"].clone());
    let place = async |quantity: i64, amount: &str, coupon: &serde_json::Value| {
        let mut body = trade.basket(&ann, quantity);
        (body["pay_amount"], body["user_coupon_id"]) = (amount.into(), coupon.clone());
        ann.who.done("/api/shop.Order/add", body).await["row"].clone()
    };
    let paid = place(3, "28.00", &used).await;
    ann.who.done("/api/shop.Pay/begin", json!({ "order_no": paid["order_no"], "method": 1 })).await;
    trade.handed_over(&paid["id"]).await;
    let ask = json!({ "order_no": paid["order_no"], "type": 1, "reason": "late", "lines": [{ "line": 1, "quantity": 1 }] });
    let refund = ann.who.done("/api/shop.Refund/apply", ask).await;
    clerk.done("/admin/shop.order.Refund/audit", json!({ "id": refund["id"], "agree": true })).await;
    let unpaid = place(1, "8.00", &held).await;
    for _ in 0..2_000 {
        if trade.available().await == "6" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    // Orders that have changed while they are read prove nothing: these have not for a while.
    store.run("UPDATE shop_order SET update_time -= 1000 RETURN NONE", vec![]).await.expect("older orders");
    let rows = store.rows::<i64>(&format!("SELECT VALUE parcels[0].outbound FROM shop_order:{}", paid["id"]), vec![]).await;
    let outbound = rows.expect("a row")[0];
    trade.shop.books_are_right().await;
    // What the coupon has cost: what it took off the paid order, not what it would take off the unpaid one.
    let listed = clerk.got("/admin/shop.marketing.Coupon/index").await["list"][0].clone();
    assert_eq!((&listed["received_num"], &listed["used_num"], &listed["cost"]), (&json!(2), &json!(1), &json!("2.00")), "{listed}");

    let named = |text: &str| -> String {
        let names = [
            ("N", paid["order_no"].as_str().expect("a number").to_owned()),
            ("P", paid["id"].to_string()),
            ("U", unpaid["id"].to_string()),
            ("M", ann.id.to_string()),
            ("O", outbound.to_string()),
            ("C", used.to_string()),
            ("H", held.to_string()),
        ];
        // A letter by itself, or behind the R of a refund.
        let mut out = String::new();
        let letters: Vec<char> = text.chars().collect();
        for (at, letter) in letters.iter().enumerate() {
            let before = at.checked_sub(1).map_or(' ', |at| letters[at]);
            let after = letters.get(at + 1).copied().unwrap_or(' ');
            let alone = before == 'R' || !before.is_alphanumeric() && !after.is_alphanumeric();
            match names.iter().find(|(name, _)| alone && *name == letter.to_string()) {
                Some((_, value)) => out.push_str(value),
                None => out.push(*letter),
            }
        }
        out
    };
    store.run("DEFINE TABLE kept SCHEMALESS", vec![]).await.expect("a table");
    for (row, damage, found) in DAMAGE {
        let (row, damage, found) = (named(row), named(damage), named(found));
        let spoil = format!("DELETE kept; CREATE kept:1 SET row = (SELECT * FROM ONLY {row}); UPDATE {row} {damage} RETURN NONE;");
        store.run(&spoil, vec![]).await.expect("damage");
        let findings: Vec<String> =
            store.check().await.expect("a check").findings.iter().map(|one| format!("{}: {}", one.row, one.problem)).collect();
        assert!(findings.iter().any(|finding| finding.starts_with(&found)), "{row} {damage}\n{found}\n{findings:#?}");
        store.run(&format!("UPDATE {row} CONTENT (SELECT VALUE row FROM ONLY kept:1) RETURN NONE"), vec![]).await.expect("whole");
    }
    trade.shop.books_are_right().await;
}
