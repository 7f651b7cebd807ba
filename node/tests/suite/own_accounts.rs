//! Nobody gives their own member account money, points or coupons: which account is theirs is known also after they have
//! changed or emptied what tells it, and a super administrator may say it.

use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_orders::{Buyer, Trade, trade};
use crate::world::Visitor;

const CONFIRM: &str = "/admin/shop.marketing.RechargeOrder/confirm";
const OWN: &str = "balance.request.account";

/// A cashier, and their id.
async fn cashier(trade: &Trade, name: &str) -> (Visitor, i64) {
    let nodes = [
        "shop/marketing/rechargeOrder/index",
        "shop/marketing/rechargeOrder/confirm",
        "shop/marketing/rechargeOrder/refund",
        "shop/marketing/coupon/index",
        "shop/marketing/coupon/give",
        "user/moneyLog/add",
        "user/scoreLog/add",
        "routine/adminInfo/index",
        "routine/adminInfo/edit",
    ];
    let who = trade.shop.person(name, &nodes).await;
    let found = trade.shop.clerk.got(&format!("/admin/auth.Admin/index?quickSearch={name}")).await;
    (who, found["list"][0]["id"].as_i64().expect("an id"))
}

async fn recharge(buyer: &Buyer, wanted: Value) -> Value {
    buyer.who.done("/api/shop.Recharge/add", wanted).await["id"].clone()
}

async fn package(trade: &Trade, limit: i64) -> Value {
    let body = json!({ "name": "Plenty", "money": "100.00", "give_money": "20.00", "give_score": 50, "limit_num": limit, "status": 1 });
    trade.shop.clerk.done("/admin/shop.marketing.Recharge/add", body).await["id"].clone()
}

/// Everything by which money or points could come to a member is refused.
async fn refuses_all(trade: &Trade, who: &Visitor, buyer: &Buyer, what: &str) {
    let package = package(trade, 0).await;
    let order = recharge(buyer, json!({ "recharge_id": package })).await;
    let confirm = who.post(CONFIRM, &json!({ "id": order, "memo": "cash" })).await;
    assert_eq!(key(&confirm), OWN, "{what}: {confirm}");
    let money = who.post("/admin/user.MoneyLog/add", &json!({ "user_id": buyer.id, "money": "5.00", "memo": "x" })).await;
    assert_eq!(key(&money), OWN, "{what}: {money}");
    let score = who.post("/admin/user.ScoreLog/add", &json!({ "user_id": buyer.id, "score": 5, "memo": "x" })).await;
    assert_eq!(key(&score), OWN, "{what}: {score}");
    let coupon = json!({
        "name": "Five off", "type": 1, "amount": "5.00", "min_amount": "0", "scope": 0, "total_num": 0, "get_type": 3, "limit_num": 0,
        "valid_type": 2, "valid_days": 5, "status": 1,
    });
    let coupon = trade.shop.clerk.done("/admin/shop.marketing.Coupon/add", coupon).await["id"].clone();
    let gift = json!({ "id": coupon, "user_ids": [buyer.id], "command_id": format!("gift-{}", buyer.id) });
    let given = who.post("/admin/shop.marketing.Coupon/give", &gift).await;
    assert_eq!(field(&given), ("user_ids", OWN), "{what}: {given}");
    // Confirmed by somebody else it can't be paid back to oneself.
    trade.shop.clerk.done(CONFIRM, json!({ "id": order, "memo": "cash" })).await;
    let back = json!({ "id": order, "amount": "1.00", "memo": "x" });
    let back = who.post("/admin/shop.marketing.RechargeOrder/refund", &back).await;
    assert_eq!(key(&back), OWN, "{what}: {back}");
}

#[tokio::test]
async fn ones_own_account_stays_ones_own_when_what_tells_it_is_emptied() {
    let trade = trade(1, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let ann = trade.buyer("ann", "0").await;
    let ((cashier, id), (other, _)) = (cashier(&trade, "cashier").await, cashier(&trade, "other").await);
    // The cashier's own address is the member's, for a moment.
    cashier.done("/admin/routine.AdminInfo/edit", json!({ "email": "Ann@example.com" })).await;
    cashier.done("/admin/routine.AdminInfo/edit", json!({ "email": "" })).await;
    refuses_all(&trade, &cashier, &ann, "the administrator's address is emptied").await;

    // The member's telephone number, which the administrator had before the member had it.
    let bob = trade.buyer("bob", "0").await;
    clerk.done("/admin/auth.Admin/edit", json!({ "id": id, "mobile": "13900139001" })).await;
    clerk.done("/admin/auth.Admin/edit", json!({ "id": id, "mobile": "13900139002" })).await;
    clerk.done("/admin/user.User/edit", json!({ "id": bob.id, "mobile": "13900139001" })).await;
    clerk.done("/admin/user.User/edit", json!({ "id": bob.id, "mobile": "" })).await;
    refuses_all(&trade, &cashier, &bob, "a number from before").await;

    // A super administrator says so, and nobody else, the person least of all.
    let cat = trade.buyer("cat", "0").await;
    let order = recharge(&cat, json!({ "recharge_id": package(&trade, 0).await })).await;
    clerk.done("/admin/auth.Admin/edit", json!({ "id": id, "members": [cat.id] })).await;
    refuses_all(&trade, &cashier, &cat, "a super administrator says so").await;
    let freed = cashier.post("/admin/routine.AdminInfo/edit", &json!({ "nickname": "Cashier", "members": [] })).await;
    assert_eq!(freed["code"], 1, "the field is no part of the profile: {freed}");
    assert_eq!(key(&cashier.post(CONFIRM, &json!({ "id": order, "memo": "cash" })).await), OWN);
    let root = clerk.got("/admin/auth.Admin/index?order=id,asc").await["list"][0]["id"].clone();
    let own = clerk.post("/admin/auth.Admin/edit", &json!({ "id": root, "members": [cat.id] })).await;
    assert_eq!(field(&own), ("members", "error.own_members"), "{own}");
    // A colleague may.
    other.done(CONFIRM, json!({ "id": order, "memo": "cash" })).await;
    assert_eq!(trade.money(&cat).await, "240.00");
}

#[tokio::test]
async fn recharges_by_hand_count_in_the_day_limit_with_their_bonus_and_then_need_two() {
    let trade = trade(1, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let ann = trade.buyer("ann", "0").await;
    let ((first, _), (second, _)) = (cashier(&trade, "first").await, cashier(&trade, "second").await);
    clerk.done("/admin/routine.Config/edit", json!({ "balance_day_limit": "150", "score_day_limit": "60" })).await;
    let (one, two) = (recharge(&ann, json!({ "recharge_id": package(&trade, 0).await })).await, package(&trade, 0).await);
    first.done(CONFIRM, json!({ "id": one, "memo": "cash" })).await;
    assert_eq!(trade.money(&ann).await, "120.00");
    // 30 of the money are left, and 10 points.
    let over = first.post("/admin/user.MoneyLog/add", &json!({ "user_id": ann.id, "money": "30.01", "memo": "x" })).await;
    assert_eq!((key(&over), over["data"]["left"].as_str()), ("balance.day_limit", Some("30.00")), "{over}");
    let two = recharge(&ann, json!({ "recharge_id": two })).await;
    for _ in 0..2 {
        let over = first.post(CONFIRM, &json!({ "id": two, "memo": "cash" })).await;
        assert_eq!((key(&over), over["data"]["left"].as_str()), ("shop.recharge.second", Some("30.00")), "{over}");
    }
    assert_eq!(trade.money(&ann).await, "120.00", "nothing is booked yet");
    let noted =
        clerk.got(&format!("/admin/shop.marketing.RechargeOrder/index?search[0][field]=id&search[0][operator]=eq&search[0][val]={two}")).await;
    assert_eq!(noted["list"][0]["status"], 1, "{noted}");
    second.done(CONFIRM, json!({ "id": two, "memo": "counted again" })).await;
    assert_eq!(trade.money(&ann).await, "240.00");
    // The bonus alone can be too much: the points are.
    let three = recharge(&ann, json!({ "recharge_id": package(&trade, 0).await })).await;
    second.done(CONFIRM, json!({ "id": three, "memo": "cash" })).await;
    clerk.done("/admin/routine.Config/edit", json!({ "balance_day_limit": "0" })).await;
    let four = recharge(&ann, json!({ "recharge_id": package(&trade, 0).await })).await;
    assert_eq!(key(&second.post(CONFIRM, &json!({ "id": four, "memo": "cash" })).await), "shop.recharge.second");

    // A limit that can't be read is no limit to nobody: it is refused on saving, and allows nothing where it is stored.
    for wrong in [json!("abc"), json!("1e3"), json!("1,000"), json!("-1"), json!("10 yuan")] {
        let answer = clerk.post("/admin/routine.Config/edit", &json!({ "balance_day_limit": wrong })).await;
        assert_eq!(answer["data"]["field"], "balance_day_limit", "{wrong}: {answer}");
    }
    let number = clerk.post("/admin/routine.Config/edit", &json!({ "count_recount_percent": "ten" })).await;
    assert_eq!(field(&number), ("count_recount_percent", "error.number"), "{number}");
    let store = trade.shop.world.node.store();
    store.run("UPDATE config SET value = 'abc' WHERE name = 'balance_day_limit' RETURN NONE", vec![]).await.expect("the store");
    let change = json!({ "user_id": ann.id, "money": "0.01", "memo": "x" });
    for (path, body) in [("/admin/user.MoneyLog/add", change), (CONFIRM, json!({ "id": four, "memo": "x" }))] {
        let answer = second.post(path, &body).await;
        assert_eq!(key(&answer), "balance.limit_unreadable", "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_package_that_may_be_had_once_is_not_had_more_often_by_orders_that_were_closed() {
    let trade = trade(1, "10.00", json!({})).await;
    let (clerk, store) = (&trade.shop.clerk, trade.shop.world.node.store());
    let ann = trade.buyer("ann", "0").await;
    let once = package(&trade, 1).await;
    let mut orders = Vec::new();
    for _ in 0..3 {
        orders.push(recharge(&ann, json!({ "recharge_id": once })).await);
        store.run("UPDATE shop_recharge_order SET status = 3 WHERE status = 1 RETURN NONE", vec![]).await.expect("the store");
    }
    orders.push(recharge(&ann, json!({ "recharge_id": once })).await);
    // A payment that comes late still counts, once.
    clerk.done(CONFIRM, json!({ "id": orders[0], "memo": "late" })).await;
    for answer in futures::future::join_all(orders[1..].iter().map(|order| {
        let clerk = clerk.clone();
        let body = json!({ "id": order, "memo": "late" });
        async move { clerk.post(CONFIRM, &body).await }
    }))
    .await
    {
        assert_eq!(key(&answer), "shop.recharge.limit", "{answer}");
    }
    assert_eq!(trade.money(&ann).await, "120.00");
    // Without a limit they all count.
    let often = recharge(&ann, json!({ "recharge_id": package(&trade, 0).await })).await;
    clerk.done(CONFIRM, json!({ "id": often, "memo": "cash" })).await;
    assert_eq!(trade.money(&ann).await, "240.00");
}
