//! What the desk of the shop may see and decide, and what it offers to members.

use bus_schemas::ids::OrderId;
use bus_schemas::order::OrderKind;
use entrepot_store::scope::Scope;
use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::shop_orders::{Buyer, Trade, trade};

const ORDERS: &str = "/admin/shop.order.Order";
const REFUNDS: &str = "/admin/shop.order.Refund";

/// A coupon that a member has taken: the coupon, and theirs of it.
async fn taken(trade: &Trade, buyer: &Buyer, terms: Value) -> (Value, Value) {
    let mut row = json!({ "name": "Coupon", "min_amount": "0", "scope": 0, "total_num": 0, "limit_num": 1, "get_type": 1, "valid_type": 2,
        "valid_days": 7, "status": 1 });
    terms.as_object().into_iter().flatten().for_each(|(name, value)| row[name] = value.clone());
    let coupon = trade.shop.clerk.done("/admin/shop.marketing.Coupon/add", row).await["id"].clone();
    buyer.who.done("/api/shop.Coupon/take", json!({ "id": coupon })).await;
    let mine = buyer.who.got("/api/shop.Coupon/mine?state=0").await["list"][0].clone();
    (coupon, mine["id"].clone())
}

async fn paid_with(trade: &Trade, buyer: &Buyer, quantity: i64, amount: &str, coupon: &Value) -> Value {
    let mut body = trade.basket(buyer, quantity);
    (body["pay_amount"], body["user_coupon_id"]) = (amount.into(), coupon.clone());
    let placed = buyer.who.done("/api/shop.Order/add", body).await["row"].clone();
    buyer.who.done("/api/shop.Pay/begin", json!({ "order_no": placed["order_no"], "method": 1 })).await;
    trade.handed_over(&placed["id"]).await
}

fn ask(row: &Value, kind: i64, quantity: i64) -> Value {
    json!({ "order_no": row["order_no"], "type": kind, "lines": [{ "line": 1, "quantity": quantity }], "reason": "not as described" })
}

#[tokio::test]
async fn a_freight_coupon_without_an_amount_takes_all_of_the_freight() {
    let trade = trade(9, "10.00", json!({})).await;
    let clerk = &trade.shop.clerk;
    let rule = json!({ "area_ids": [], "first": "1", "freight": "8.00", "continue": "1", "continue_freight": "2.00" });
    let template = json!({ "name": "By piece", "method": 1, "rules": [rule] });
    let template = clerk.done("/admin/shop.delivery.Template/add", template).await["id"].clone();
    clerk.done("/admin/shop.goods.Goods/edit", json!({ "id": trade.goods, "delivery_template_id": template })).await;
    let ann = trade.buyer("ann", "100").await;
    let below = json!({ "name": "c", "type": 3, "amount": "-1", "get_type": 1, "valid_type": 2, "valid_days": 7 });
    assert_eq!(field(&clerk.post("/admin/shop.marketing.Coupon/add", &below).await).0, "amount");
    let (_, own) = taken(&trade, &ann, json!({ "type": 3, "amount": "0" })).await;
    let mut basket = trade.basket(&ann, 2);
    basket["user_coupon_id"] = own;
    let quote = ann.who.done("/api/shop.Order/quote", basket.clone()).await;
    assert_eq!((&quote["freight"], &quote["freight_off"], &quote["pay_amount"]), (&json!("10.00"), &json!("10.00"), &json!("20.00")), "{quote}");
    // A refusal carries the new quote in the form in which it is asked for.
    assert_eq!(quote["freight_steps"][0]["method"], 1, "{quote}");
    basket["pay_amount"] = "1.00".into();
    let refused = ann.who.post("/api/shop.Order/add", &basket).await;
    assert_eq!(refused["data"]["key"], "shop.quote.changed", "{refused}");
    for part in ["lines", "freight_steps", "pay_amount", "address"] {
        assert_eq!(refused["data"]["quote"][part], quote[part], "{part}: {refused}");
    }
}

#[tokio::test]
async fn staff_gives_a_coupon_back_with_a_part_of_the_money() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let (coupon, own) = taken(&trade, &ann, json!({ "type": 1, "amount": "3.00" })).await;
    let row = paid_with(&trade, &ann, 3, "27.00", &own).await;
    let audit = format!("{REFUNDS}/audit");
    let kept = ann.who.done("/api/shop.Refund/apply", ask(&row, 1, 1)).await;
    trade.shop.clerk.done(&audit, json!({ "id": kept["id"], "agree": true })).await;
    let used = async |number: i64, cost: &str| {
        let row = trade.shop.clerk.got(&format!("/admin/shop.marketing.Coupon/edit?id={coupon}")).await["row"].clone();
        assert_eq!((row["used_num"].as_i64(), row["cost"].as_str()), (Some(number), Some(cost)), "{row}");
    };
    used(1, "3.00").await;
    let asked = ann.who.done("/api/shop.Refund/apply", ask(&row, 1, 1)).await;
    let back = trade.shop.clerk.done(&audit, json!({ "id": asked["id"], "agree": true, "coupon_back": true })).await;
    assert_eq!((&back["coupon_back"], &back["status"]), (&json!(true), &json!(2)), "{back}");
    used(0, "0.00").await;
    assert_eq!(ann.who.got("/api/shop.Coupon/mine?state=0").await["list"][0]["id"], own, "it is free again");
    assert_eq!(trade.row(&row["id"]).await["status"], 2, "the order goes on");
    trade.shop.books_are_right().await;
    // Used anew, it is the new order's; the end of the old one does not take it.
    let again = paid_with(&trade, &ann, 1, "7.00", &own).await;
    let last = ann.who.done("/api/shop.Refund/apply", ask(&row, 1, 1)).await;
    trade.shop.clerk.done(&audit, json!({ "id": last["id"], "agree": true })).await;
    assert_eq!((&trade.row(&row["id"]).await["status"], &trade.row(&again["id"]).await["status"]), (&json!(6), &json!(2)));
    used(1, "3.00").await;
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn who_is_confined_to_a_warehouse_sees_its_parcels_and_counts_its_refunds() {
    let trade = trade(2, "10.00", json!({})).await;
    let (shop, clerk) = (&trade.shop, &trade.shop.clerk);
    let other = clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Other", "serial_no": "W2" })).await["id"].clone();
    let mut inbound = shop.inbound(9);
    inbound["warehouses_id"] = other.clone();
    let inbound = clerk.done("/admin/warehouse.InboundOrder/add", inbound).await;
    clerk.done("/admin/warehouse.InboundOrder/reviewStock", json!({ "id": inbound["id"] })).await;
    let sku = json!({ "price": "10.00", "product_id": shop.product, "ratio": "1", "warehouses_ids": [shop.warehouse, other] });
    clerk.done("/admin/shop.goods.Goods/edit", json!({ "id": trade.goods, "skus": [sku] })).await;
    let ann = trade.buyer("ann", "500").await;
    // Ten pieces come from both, one more from the other alone.
    let both = trade.paid(&ann, 10, "100.00", "a").await;
    let warehouses_of =
        |row: &Value| -> Vec<Value> { row["parcels"].as_array().into_iter().flatten().map(|parcel| parcel["warehouses_id"].clone()).collect() };
    assert_eq!(warehouses_of(&both).len(), 2, "{both}");
    let elsewhere = trade.paid(&ann, 1, "10.00", "b").await;
    assert_eq!(warehouses_of(&elsewhere), std::slice::from_ref(&other), "{elsewhere}");
    for row in [&both, &elsewhere] {
        ann.who.done("/api/shop.Refund/apply", ask(row, 1, 1)).await;
    }
    let rights = ["shop/order/order/index", "shop/order/order/delivery", "shop/dashboard/index", "shop/goods/goods/index", "shop/goods/goods/edit"];
    let packer = shop.person("packer", &rights).await;
    // Of goods they see all that the shop sells, and the places in their own warehouse.
    let goods = format!("/admin/shop.goods.Goods/edit?id={}", trade.goods);
    let (all, own) = (clerk.got(&goods).await["row"]["skus"][0].clone(), packer.got(&goods).await["row"]["skus"][0].clone());
    let places = |sku: &Value| -> Vec<Value> { sku["places"].as_array().into_iter().flatten().map(|place| place["warehouses_id"].clone()).collect() };
    assert_eq!((places(&all), places(&own)), (vec![json!(shop.warehouse), other.clone()], vec![json!(shop.warehouse)]), "{own}");
    assert_eq!(own["stock"], all["stock"]);
    let seen = packer.got(&format!("{ORDERS}/detail?id={}", both["id"])).await["row"].clone();
    assert_eq!(warehouses_of(&seen), [json!(shop.warehouse)], "{seen}");
    let listed = packer.got(&format!("{ORDERS}/index")).await["list"].clone();
    assert_eq!((listed.as_array().map(Vec::len), warehouses_of(&listed[0])), (Some(1), vec![json!(shop.warehouse)]), "{listed}");
    let (all, own) = (clerk.got("/admin/shop.Dashboard/index").await, packer.got("/admin/shop.Dashboard/index").await);
    assert_eq!((&all["refunds"], &own["refunds"]), (&json!(2), &json!(1)), "{own}");
    // Once their parcel has left, nothing of the order waits for them.
    let no = both["parcels"].as_array().into_iter().flatten().find(|parcel| parcel["warehouses_id"] == shop.warehouse).map(|parcel| &parcel["no"]);
    let parcel = json!({ "id": both["id"], "parcel": no, "company_id": trade.company, "courier_number": "EX", "force": true, "reason": "packed" });
    let sent = packer.done(&format!("{ORDERS}/delivery"), parcel).await["row"].clone();
    assert_eq!((warehouses_of(&sent).len(), &sent["allowed"]), (1, &json!(["parcel"])), "{sent}");
}

#[tokio::test]
async fn a_refund_shows_whole_addresses_to_those_who_send_and_is_asked_for_again_by_those_who_decide() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 1, "10.00", "a").await;
    let refund = ann.who.done("/api/shop.Refund/apply", ask(&row, 1, 1)).await;
    let seen = async |who: &crate::world::Visitor| who.got(&format!("{REFUNDS}/detail?id={}", refund["id"])).await["order"].clone();
    let auditor = trade.shop.person("auditor", &["shop/order/refund/index", "shop/order/refund/audit"]).await;
    let masked = seen(&auditor).await;
    assert_eq!((&masked["mobile"], &masked["address"]), (&json!("138****8001"), &json!("********")), "{masked}");
    let sender = trade.shop.person("sender", &["shop/order/refund/index", "shop/order/order/delivery"]).await;
    assert_eq!(seen(&sender).await["mobile"], "13800138001");
    let again = format!("{REFUNDS}/retry");
    assert_eq!(sender.post(&again, &json!({ "id": refund["id"] })).await["code"], 401);
    assert_eq!(key(&auditor.post(&again, &json!({ "id": refund["id"] })).await), "shop.refund.state", "nothing has failed");
}

#[tokio::test]
async fn numbers_that_are_masked_are_not_searched_by() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    trade.paid(&ann, 1, "10.00", "a").await;
    let filter = "search[0][field]=mobile&search[0][operator]=LIKE&search[0][val]=1380013";
    let preset = "initKey=mobile&initOperator=LIKE&initValue=1380013";
    let quick = "quickSearch=13800138001";
    let viewer = trade.shop.person("viewer", &["shop/order/order/index", "shop/order/order/addexporttask"]).await;
    let list = |asked: &str| format!("{ORDERS}/index?{asked}");
    for asked in [filter, preset, "order=mobile,desc"] {
        assert_eq!(field(&viewer.get(&list(asked)).await), ("mobile", "error.list"), "{asked}");
    }
    assert_eq!(viewer.got(&list(quick)).await["total"], 0);
    assert_eq!(viewer.got(&list("quickSearch=ann")).await["total"], 1, "the recipient's name is shown");
    let export = format!("{ORDERS}/addExportTask");
    assert_eq!(field(&viewer.post(&export, &json!({ "name": "x", "filter": filter })).await), ("mobile", "error.list"));
    let sender = trade.shop.person("sender", &["shop/order/order/index", "shop/order/order/delivery"]).await;
    for asked in [filter, quick] {
        let found = sender.got(&list(asked)).await;
        let row = &found["list"][0];
        assert_eq!((&found["total"], &row["mobile"], &row["address"]), (&json!(1), &json!("13800138001"), &json!("深南东路 1 号")), "{asked}");
        let row = sender.got(&format!("{ORDERS}/detail?id={}", row["id"])).await["row"].clone();
        assert_eq!((&row["mobile"], &row["address"]), (&json!("13800138001"), &json!("深南东路 1 号")), "a parcel needs a recipient");
    }
    let row = viewer.got(&list("")).await["list"][0].clone();
    assert_eq!((&row["mobile"], &row["address"]), (&json!("138****8001"), &json!("********")));
}

#[tokio::test]
async fn a_delivery_note_goes_to_the_recipient_of_the_shop_order_as_it_is_now() {
    let trade = trade(9, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "100").await;
    let row = trade.paid(&ann, 1, "10.00", "a").await;
    let outbound = OrderId(row["parcels"][0]["outbound_order_id"].as_i64().expect("an outbound order"));
    let store = trade.shop.world.node.store();
    let receiver = async || {
        let order = store.order_detail(OrderKind::OUTBOUND, outbound, &Scope::system()).await.expect("an answer").expect("the order");
        store.receiver(OrderKind::OUTBOUND, &order).await.expect("an answer").expect("a receiver")
    };
    let first = receiver().await;
    assert_eq!((first.contact_person.as_str(), first.mobile.as_str(), first.address.as_str()), ("ann", "13800138001", "深南东路 1 号"));
    assert!(!first.area.is_empty());
    trade.shop.clerk.done(&format!("{ORDERS}/edit"), json!({ "id": row["id"], "name": "Ann's aunt", "address": "深南东路 2 号" })).await;
    let wrong = trade.shop.clerk.post(&format!("{ORDERS}/edit"), &json!({ "id": row["id"], "mobile": "138-1" })).await;
    assert_eq!(field(&wrong), ("mobile", "error.mobile"));
    let now = receiver().await;
    assert_eq!((now.contact_person.as_str(), now.address.as_str()), ("Ann's aunt", "深南东路 2 号"), "an edit of the address is followed");
}

#[tokio::test]
async fn nobody_decides_about_what_they_bought_themselves() {
    let trade = trade(9, "10.00", json!({})).await;
    let (ann, clerk) = (trade.buyer("ann", "100").await, &trade.shop.clerk);
    let (refunded, cancelled) = (trade.paid(&ann, 1, "10.00", "a").await, trade.paid(&ann, 1, "10.00", "b").await);
    let refund = ann.who.done("/api/shop.Refund/apply", ask(&refunded, 1, 1)).await;
    ann.who.done("/api/shop.Order/applyCancel", json!({ "order_no": cancelled["order_no"] })).await;
    // The member's address is the administrator's, written otherwise.
    let root = clerk.got("/admin/auth.Admin/index").await["list"][0]["id"].clone();
    clerk.done("/admin/auth.Admin/edit", json!({ "id": root, "email": "Ann@example.com" })).await;
    let (audit, cancel) = (format!("{REFUNDS}/audit"), format!("{ORDERS}/cancel"));
    for agree in [true, false] {
        let body = json!({ "id": refund["id"], "agree": agree, "reason": "mine" });
        assert_eq!(key(&clerk.post(&audit, &body).await), "shop.own_order");
        let body = json!({ "id": cancelled["id"], "agree": agree, "reason": "mine" });
        assert_eq!(key(&clerk.post(&cancel, &body).await), "shop.own_order");
    }
    // What came back is what is paid for.
    for step in ["receive", "reject"] {
        let body = json!({ "id": refund["id"], "reason": "mine" });
        assert_eq!(key(&clerk.post(&format!("{REFUNDS}/{step}"), &body).await), "shop.own_order", "{step}");
    }
    let close = json!({ "id": refunded["id"], "reason": "mine", "goods": "back" });
    assert_eq!(key(&clerk.post(&format!("{ORDERS}/close"), &close).await), "shop.own_order");
    assert_eq!(trade.money(&ann).await, "80.00");
    // It is sent all the same, and a colleague decides.
    clerk.done(&format!("{ORDERS}/edit"), json!({ "id": refunded["id"], "admin_remark": "a colleague's" })).await;
    let colleague = trade.shop.person("colleague", &["shop/order/refund/index", "shop/order/refund/audit"]).await;
    assert_eq!(colleague.done(&audit, json!({ "id": refund["id"], "agree": true })).await["pay_status"], 2);
}

#[tokio::test]
async fn a_second_person_decides_about_more_than_one_may_change() {
    const ASK: &str = "/admin/user.BalanceRequest/ask";
    const AUDIT: &str = "/admin/user.BalanceRequest/audit";
    let trade = trade(1, "10.00", json!({})).await;
    let (ann, clerk) = (trade.buyer("ann", "20").await, &trade.shop.clerk);
    clerk.done("/admin/routine.Config/edit", json!({ "balance_day_limit": "50" })).await;
    let asker = trade.shop.person("asker", &["user/moneyLog/add", "user/balanceRequest/index", "notification/index/index"]).await;
    let second = trade.shop.person("second", &["user/balanceRequest/index", "user/balanceRequest/audit"]).await;
    let over = json!({ "user_id": ann.id, "money": "60.00", "memo": "a gift" });
    assert_eq!(key(&asker.post("/admin/user.MoneyLog/add", &over).await), "balance.day_limit");
    let asked =
        |amount: &str, command: &str| json!({ "user_id": ann.id, "account": "money", "amount": amount, "memo": "a gift", "command_id": command });
    assert_eq!(field(&asker.post(ASK, &asked("0", "z")).await), ("amount", "balance.zero"));
    assert_eq!(field(&asker.post(ASK, &asked("0.001", "z")).await), ("amount", "error.number.precision"));
    let request = asker.done(ASK, asked("60.00", "a")).await["id"].clone();
    assert_eq!(asker.done(ASK, asked("60.00", "a")).await["id"], request, "it is asked for once");
    assert_eq!(key(&asker.post(ASK, &asked("61.00", "a")).await), "error.command_reused");
    assert_eq!(trade.money(&ann).await, "20.00", "nothing has changed yet");
    // Those who may decide are notified; the one who asked is not, and does not decide.
    let requests = async |who: &crate::world::Visitor| {
        let page = who.got("/admin/notification.Index/index?limit=100").await;
        page["list"].as_array().into_iter().flatten().filter(|row| row["message_type"] == "balance.request").cloned().collect::<Vec<Value>>()
    };
    let news = requests(clerk).await;
    assert_eq!(
        (news.len(), news[0]["message"].as_str()),
        (1, Some("A change of the balance of ann by 60 is waiting for approval: a gift")),
        "{news:?}"
    );
    assert_eq!(requests(&asker).await.len(), 0);
    let decide = |request: &Value, agree: bool| json!({ "id": request, "agree": agree });
    assert_eq!(asker.post(AUDIT, &decide(&request, true)).await["code"], 401);
    let own = clerk.done(ASK, asked("70.00", "own")).await;
    assert_eq!(key(&clerk.post(AUDIT, &decide(&own["id"], true)).await), "balance.request.own");
    // Two at once: it is booked once, by the name of who has asked.
    let yes = decide(&request, true);
    let (one, other) = tokio::join!(clerk.post(AUDIT, &yes), clerk.post(AUDIT, &yes));
    let (done, late) = if one["code"] == 1 { (one, other) } else { (other, one) };
    assert_eq!((done["code"].as_i64(), key(&late)), (Some(1), "balance.request.decided"), "{done} {late}");
    assert_eq!(trade.money(&ann).await, "80.00");
    let log = clerk.got("/admin/user.MoneyLog/index").await["list"][0].clone();
    assert_eq!((&log["memo"], &log["admin"]["username"], &log["kind"]), (&json!("a gift"), &json!("asker"), &json!("manual")), "{log}");
    // Refused with a note; approved beyond what is there, it stays as it is.
    assert_eq!(field(&second.post(AUDIT, &decide(&own["id"], false)).await), ("note", "error.required"));
    let mut no = decide(&own["id"], false);
    no["note"] = json!("too much");
    second.done(AUDIT, no).await;
    let less = asker.done(ASK, asked("-90.00", "b")).await["id"].clone();
    assert_eq!(key(&second.post(AUDIT, &decide(&less, true)).await), "balance.negative");
    let list = second.got("/admin/user.BalanceRequest/index").await["list"].clone();
    let states: Vec<(i64, &str, &str)> = list
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| (row["status"].as_i64().unwrap_or(0), row["decider"]["username"].as_str().unwrap_or(""), row["note"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(states, [(1, "", ""), (3, "second", "too much"), (2, "root", "")], "{list}");
    assert_eq!(trade.money(&ann).await, "80.00");
    // Who has asked is told of each decision; the page is linked for those who may see it.
    let answers = async |who: &crate::world::Visitor| {
        let page = who.got("/admin/notification.Index/index?limit=100").await;
        let rows = page["list"].as_array().cloned().unwrap_or_default().into_iter();
        rows.filter(|row| row["message_type"].as_str().is_some_and(|kind| ["balance.approved", "balance.refused"].contains(&kind)))
            .map(|row| (row["message"].as_str().unwrap_or_default().to_owned(), row["message_data"]["link"].clone()))
            .collect::<Vec<_>>()
    };
    let approved = "Your request to change the balance of ann by 60 was approved".to_owned();
    assert_eq!(answers(&asker).await, [(approved, json!(format!("/admin/user/balanceRequest?id={request}")))]);
    let own = own["id"].clone();
    let refused = "Your request to change the balance of ann by 70 was refused: too much".to_owned();
    assert_eq!(answers(clerk).await, [(refused, json!(format!("/admin/user/balanceRequest?id={own}")))]);
    let blind = trade.shop.person("blind", &["user/moneyLog/add", "notification/index/index"]).await;
    let unseen = blind.done(ASK, asked("55.00", "c")).await["id"].clone();
    second.done(AUDIT, decide(&unseen, true)).await;
    assert_eq!(answers(&blind).await.iter().map(|(_, link)| link).collect::<Vec<_>>(), [&json!("")]);
    trade.shop.books_are_right().await;
}

#[tokio::test]
async fn members_are_notified_once_of_coupons_that_end_soon() {
    let trade = trade(1, "10.00", json!({})).await;
    let (ann, bob) = (trade.buyer("ann", "0").await, trade.buyer("bob", "0").await);
    let store = trade.shop.world.node.store();
    let now = trade.shop.world.node.now();
    taken(&trade, &ann, json!({ "name": "A week", "type": 1, "amount": "1.00", "valid_days": 7 })).await;
    // Who claims one that lasts for a day knows of it.
    taken(&trade, &bob, json!({ "name": "A day", "type": 1, "amount": "1.00", "valid_days": 1 })).await;
    let notify = async |at: i64| store.notify_ending_coupons(at).await.expect("notices");
    assert_eq!((notify(now).await, notify(now + 4 * 86_400).await), (0, 0));
    assert_eq!((notify(now + 6 * 86_400).await, notify(now + 6 * 86_400 + 300).await), (1, 0));
    let notices = async |buyer: &Buyer| buyer.who.got("/api/account/notifications").await["list"].clone();
    let notices_of_ann = notices(&ann).await;
    assert_eq!(
        (&notices_of_ann[0]["message_type"], &notices_of_ann[0]["message"]),
        (&json!("coupon_ending"), &json!("Your coupon A week expires within two days")),
        "{notices_of_ann}"
    );
    assert_eq!(notices(&bob).await, json!([]));
}
