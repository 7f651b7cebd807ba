//! Payments through a provider over HTTP, with a stand-in that is late, wrong, forgetful or silent.

use serde_json::{Value, json};

use crate::order_steps::{field, key};
use crate::payment_setup::payment_setup;

#[tokio::test]
async fn a_notice_pays_the_order_once() {
    let setup = payment_setup().await;
    let (row, no) = setup.begun("a").await;
    assert_eq!(no, format!("{}01", row["order_no"].as_str().expect("a number")));
    let status = async || setup.ann.who.got(&format!("/api/shop.Pay/status?order_no={}", row["order_no"].as_str().expect("a number"))).await;
    let shown = status().await;
    assert_eq!(
        (&shown["paid"], &shown["payment"]["out_trade_no"], &shown["methods"][0]["method"]),
        (&json!(false), &json!(no), &json!(3)),
        "{shown}"
    );

    // Another secret, another time, another merchant's number in the path of nobody: not believed.
    let notice = setup.sandbox.pay(&no, 1000);
    let (url, now) = (setup.trade.shop.world.url.clone(), chrono::Utc::now().timestamp());
    assert_eq!(setup.sandbox.notify_signed(&url, "notify", &notice, "wrong", now).await, 401);
    assert_eq!(setup.sandbox.notify_signed(&url, "notify", &notice, crate::sandbox::SECRET, now - 400).await, 401);
    assert_eq!(setup.sandbox.notify_signed(&url, "notify", &notice, crate::sandbox::SECRET, now + 400).await, 401);
    assert_eq!(setup.order(&row).await["status"], 1);

    // The same notice twice at once and again: one payment, one answer.
    let (one, other) = tokio::join!(setup.notify(&notice), setup.notify(&notice));
    assert_eq!((one, other, setup.notify(&notice).await), (200, 200, 200));
    let paid = setup.trade.handed_over(&row["id"]).await;
    assert_eq!((&paid["status"], &paid["paid_amount"], &paid["pay_method"]), (&json!(2), &json!("10.00"), &json!(3)), "{paid}");
    assert_eq!(setup.payment(&no).await, json!({ "status": 1, "why": "", "refund": 0, "back": "0.00" }));
    assert_eq!(status().await["paid"], true);
    assert_eq!(setup.notify(&setup.sandbox.pay("nobody", 1000)).await, 503, "an unknown number is told again");
    assert!(setup.troubles().await.is_empty());
    setup.ends().await;
}

#[tokio::test]
async fn a_method_or_scene_that_is_not_set_up_is_refused_by_its_field() {
    let setup = payment_setup().await;
    let row = setup.trade.place(&setup.ann, 1, "10.00", "a").await["data"]["row"].clone();
    let begin = async |more: Value| {
        let mut body = json!({ "order_no": row["order_no"] });
        more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        setup.ann.who.post("/api/shop.Pay/begin", &body).await
    };
    assert_eq!(field(&begin(json!({ "method": 2 })).await), ("method", "shop.pay.method"));
    assert_eq!(field(&begin(json!({ "method": 7 })).await), ("method", "shop.pay.method"));
    assert_eq!(field(&begin(json!({ "method": 3, "scene": "jsapi" })).await), ("scene", "error.choice"));
    let bob = setup.trade.buyer("bob", "0").await;
    let body = json!({ "order_no": row["order_no"], "method": 3 });
    assert_eq!(key(&bob.who.post("/api/shop.Pay/begin", &body).await), "error.not_found", "another's order");
    setup.ends().await;
}

#[tokio::test]
async fn payments_without_a_notice_are_asked_for() {
    let setup = payment_setup().await;
    let (row, no) = setup.begun("a").await;
    setup.sandbox.pay(&no, 1000);
    // No notice comes; the sweep asks.
    setup.asks().await;
    assert_eq!(setup.trade.handed_over(&row["id"]).await["status"], 2);
    // The member's page asks as well, and what is not signed is no answer.
    let (row, no) = setup.begun("b").await;
    setup.sandbox.pay(&no, 1000);
    setup.sandbox.state().forged.insert(format!("/payments/{no}"));
    setup.asks().await;
    assert_eq!(setup.order(&row).await["status"], 1, "a forged answer pays for nothing");
    setup.sandbox.state().forged.clear();
    setup.run("UPDATE shop_payment SET asked_at = NONE WHERE status = 0 RETURN NONE").await;
    let shown = setup.ann.who.got(&format!("/api/shop.Pay/status?order_no={}", row["order_no"].as_str().expect("a number"))).await;
    assert_eq!((&shown["paid"], &shown["status"]), (&json!(true), &json!(2)), "{shown}");
    setup.ends().await;
}

#[tokio::test]
async fn a_new_attempt_and_the_balance_end_the_open_one_first() {
    let setup = payment_setup().await;
    let (row, first) = setup.begun("a").await;
    let second = setup.begin(&row).await;
    assert_ne!(first, second);
    assert_eq!(setup.payment(&first).await["status"], 2, "closed");
    assert_eq!(setup.sandbox.state().payments[&first]["state"], "closed");

    // While the provider is silent nothing else pays.
    setup.sandbox.state().silent.insert("/payments".into());
    let money = json!({ "user_id": setup.ann.id, "money": "50", "memo": "for the test" });
    setup.trade.shop.clerk.done("/admin/user.MoneyLog/add", money).await;
    let balance = json!({ "order_no": row["order_no"], "method": 1 });
    assert_eq!(key(&setup.ann.who.post("/api/shop.Pay/begin", &balance).await), "shop.pay.closing");
    setup.sandbox.state().silent.clear();
    setup.ann.who.done("/api/shop.Pay/begin", balance).await;
    assert_eq!((setup.payment(&second).await["status"].clone(), setup.trade.money(&setup.ann).await), (json!(2), "40.00".to_owned()));
    setup.trade.handed_over(&row["id"]).await;

    // Two payments after all: the second goes back by itself, and both sides are told.
    assert_eq!(setup.notify(&setup.sandbox.pay(&second, 1000)).await, 200);
    assert_eq!(setup.payment(&second).await, json!({ "status": 3, "why": "twice", "refund": 1, "back": "10.00" }));
    assert_eq!(setup.troubles().await[0]["why"], "twice");
    setup.asks().await;
    assert_eq!(setup.payment(&second).await, json!({ "status": 4, "why": "twice", "refund": 2, "back": "10.00" }));
    assert_eq!(setup.sandbox.state().refunds[&format!("{second}R")]["amount"], 1000);
    assert!(setup.notices().await.contains(&"payment".to_owned()), "the member is told");
    let notifications = setup.trade.shop.clerk.got("/admin/shop.notify.Notify/index").await;
    assert!(notifications["list"].to_string().contains("pay.exception"), "{notifications}");
    // The bell is told of the order too, which nobody has opened yet.
    let bell = setup.trade.shop.clerk.got("/admin/shop.base/config").await;
    let kinds = (bell["notify"]["message_type"].as_str(), bell["order"]["message_type"].as_str());
    assert_eq!(kinds, (Some("pay.exception"), Some("shop.new_order")), "{bell}");
    setup.ends().await;
}

#[tokio::test]
async fn the_providers_word_decides_between_cancelling_and_paying() {
    let setup = payment_setup().await;
    // Paid meanwhile: the order goes on instead of being closed.
    let (row, no) = setup.begun("a").await;
    setup.sandbox.pay(&no, 1000);
    let cancel = json!({ "order_no": row["order_no"], "version": setup.order(&row).await["version"] });
    assert_eq!(key(&setup.ann.who.post("/api/shop.Order/cancel", &cancel).await), "shop.transition");
    assert_eq!(setup.trade.handed_over(&row["id"]).await["status"], 2);

    let (row, no) = setup.begun("b").await;
    setup.sandbox.pay(&no, 1000);
    setup.times_out(&row).await;
    assert_eq!(setup.trade.handed_over(&row["id"]).await["status"], 2, "payment against time-out");

    // Not paid: the attempt is closed first, then the order.
    let (row, no) = setup.begun("c").await;
    let version = setup.order(&row).await["version"].clone();
    let closed = setup.ann.who.done("/api/shop.Order/cancel", json!({ "order_no": row["order_no"], "version": version })).await;
    assert_eq!((&closed["row"]["status"], setup.payment(&no).await["status"].clone()), (&json!(6), json!(2)), "{closed}");

    // Silent: it is held until the provider says so.
    let (row, no) = setup.begun("d").await;
    setup.sandbox.state().silent.insert("/payments".into());
    setup.times_out(&row).await;
    let held = setup.order(&row).await;
    assert_eq!((&held["status"], &held["closing"]), (&json!(1), &json!(true)), "{held}");
    let own = setup.own(&row).await["row"].clone();
    assert_eq!((&own["closing"], &own["allowed"]), (&json!(true), &json!(["edit"])), "neither paid nor cancelled any more: {own}");
    assert_eq!(key(&setup.ann.who.post("/api/shop.Pay/begin", &json!({ "order_no": row["order_no"], "method": 3 })).await), "shop.pay.closing");
    setup.sandbox.state().silent.clear();
    setup.times_out(&row).await;
    let closed = setup.order(&row).await;
    assert_eq!(closed["closing"], false, "{closed}");
    assert_eq!((&closed["status"], &closed["cancel_by"], setup.payment(&no).await["status"].clone()), (&json!(6), &json!("system"), json!(2)));

    // Silent for ever: closed after a while all the same, and what comes then goes back by itself.
    let (row, no) = setup.begun("e").await;
    setup.sandbox.state().silent.insert("/payments".into());
    setup.times_out(&row).await;
    setup.run(&format!("UPDATE shop_order:{} SET payment.closing.until = 1 RETURN NONE", row["id"])).await;
    setup.times_out(&row).await;
    assert_eq!(setup.order(&row).await["status"], 6);
    assert_eq!(setup.notify(&setup.sandbox.pay(&no, 1000)).await, 200);
    assert_eq!(setup.payment(&no).await, json!({ "status": 3, "why": "late", "refund": 1, "back": "10.00" }));
    setup.asks().await;
    assert_eq!(setup.payment(&no).await["status"], 4, "settled");
    assert!(setup.troubles().await.is_empty());
    setup.ends().await;
}

#[tokio::test]
async fn another_amount_waits_for_a_person() {
    let setup = payment_setup().await;
    // Too much: accepted, and the surplus goes back.
    let (more, no) = setup.begun("a").await;
    assert_eq!(setup.notify(&setup.sandbox.pay(&no, 1250)).await, 200);
    assert_eq!(setup.order(&more).await["status"], 1);
    let trouble = setup.troubles().await[0].clone();
    assert_eq!((&trouble["why"], &trouble["ways"], &trouble["amount"]), (&json!("amount"), &json!(["accept", "refund", "hand"]), &json!("12.50")));
    let accept = json!({ "kind": "payment", "out_trade_no": no, "how": "accept" });
    assert_eq!(setup.handle(accept.clone()).await["code"], 1);
    let paid = setup.trade.handed_over(&more["id"]).await;
    assert_eq!((&paid["status"], &paid["paid_amount"]), (&json!(2), &json!("10.00")), "{paid}");
    assert_eq!(setup.payment(&no).await, json!({ "status": 1, "why": "accepted", "refund": 2, "back": "2.50" }));
    assert_eq!(key(&setup.handle(accept).await), "shop.pay.handled", "not twice");

    // Too little: only back, or settled by hand with a note.
    let (_, no) = setup.begun("b").await;
    assert_eq!(setup.notify(&setup.sandbox.pay(&no, 1)).await, 200);
    assert_eq!(setup.troubles().await[0]["ways"], json!(["refund", "hand"]));
    assert_ne!(setup.handle(json!({ "kind": "payment", "out_trade_no": no, "how": "accept" })).await["code"], 1);
    assert_eq!(setup.handle(json!({ "kind": "payment", "out_trade_no": no, "how": "refund" })).await["code"], 1);
    assert_eq!(setup.payment(&no).await, json!({ "status": 4, "why": "amount", "refund": 2, "back": "0.01" }));

    // Another currency and another merchant never pay, even where the figure is right.
    for (command, name, value, why) in [("c", "currency", "USD", "currency"), ("d", "merchant", "M2", "payee")] {
        let (row, no) = setup.begun(command).await;
        let mut notice = setup.sandbox.pay(&no, 1000);
        notice["payment"][name] = value.into();
        assert_eq!(setup.notify(&notice).await, 200);
        assert_eq!((setup.order(&row).await["status"].clone(), setup.payment(&no).await["why"].clone()), (json!(1), json!(why)));
        let by_hand = json!({ "kind": "payment", "out_trade_no": no, "how": "hand" });
        assert_eq!(field(&setup.handle(by_hand.clone()).await), ("note", "error.required"));
        let mut noted = by_hand;
        noted["note"] = "sent back from the bank".into();
        assert_eq!(setup.handle(noted).await["code"], 1);
    }
    assert!(setup.troubles().await.is_empty());
    setup.ends().await;
}

#[tokio::test]
async fn a_day_is_compared_with_the_bill() {
    let setup = payment_setup().await;
    let (row, paid) = setup.paid("a").await;
    let (_, unheard) = setup.begun("b").await;
    // Yesterday, as far as the books know.
    let day = (chrono::Utc::now().with_timezone(&setup.trade.shop.world.node.config().time_zone) - chrono::Duration::days(1))
        .format("%Y-%m-%d")
        .to_string();
    let at = chrono::Utc::now().timestamp() - 86_400;
    setup.run(&format!("UPDATE shop_payment SET paid_time = {at} WHERE paid_time > 0 RETURN NONE; UPDATE shop_order SET pay_time = {at} WHERE pay_time > 0 RETURN NONE")).await;
    let notice = setup.sandbox.pay(&unheard, 1000);
    setup.sandbox.state().payments.get_mut(&unheard).expect("a payment")["paid_at"] = at.into();
    let billed = |no: &str, cents: i64| json!({ "out_trade_no": no, "transaction_id": "t", "amount": cents, "at": at });
    setup.sandbox.state().bill = vec![billed(&paid, 999), billed(&unheard, 1000), billed("stranger", 5)];

    let clerk = &setup.trade.shop.clerk;
    assert_eq!(field(&clerk.post("/admin/shop.Match/run", &json!({ "day": "2999-01-01" })).await), ("day", "shop.match.over"));
    let ran = clerk.done("/admin/shop.Match/run", json!({ "day": day })).await;
    assert_eq!((&ran["done"], &ran["differences"], &ran["paid_theirs"]), (&json!(true), &json!(2), &json!("20.04")), "{ran}");
    assert_eq!(setup.notify(&notice).await, 200, "what nobody had told was booked from the bill");
    let page = clerk.got(&format!("/admin/shop.Match/index?day={day}&differences=true")).await;
    let found: Vec<(&str, &str)> = page["list"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|row| (row["number"].as_str().unwrap_or_default(), row["difference"].as_str().unwrap_or_default()))
        .collect();
    let mut expected = vec![(paid.as_str(), "amount"), ("stranger", "missing_here")];
    expected.sort_unstable();
    let mut sorted = found.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected, "{page}");

    // Each is an exception until somebody says what it was, and stays said when the day runs again.
    let troubles = setup.troubles().await;
    assert_eq!(troubles.len(), 2, "{troubles:?}");
    for trouble in &troubles {
        assert_eq!(trouble["ways"], json!(["note"]));
        let note = json!({ "kind": "payment", "day": trouble["day"], "no": trouble["no"], "how": "note", "note": "a test of the bank" });
        assert_eq!(setup.handle(note).await["code"], 1);
    }
    clerk.done("/admin/shop.Match/run", json!({ "day": day })).await;
    assert!(setup.troubles().await.is_empty());

    // Without a bill what was found stays, and another day is not done.
    setup.sandbox.state().silent.insert("/bill".into());
    let refused = clerk.post("/admin/shop.Match/run", &json!({ "day": day })).await;
    assert_eq!((&refused["code"], &refused["data"]["key"]), (&json!(0), &json!("shop.match.no_bill")), "{refused}");
    let kept = clerk.got(&format!("/admin/shop.Match/index?day={day}&differences=true")).await;
    assert_eq!(kept["total"], 2, "{kept}");
    let ran = clerk.done("/admin/shop.Match/run", json!({ "day": "2025-01-01" })).await;
    assert_eq!(ran["done"], false, "{ran}");
    setup.sandbox.state().silent.clear();
    assert!(clerk.done("/admin/shop.Match/export", json!({ "day": day })).await["task"].is_i64());
    assert_eq!(setup.order(&row).await["status"], 2);
}
