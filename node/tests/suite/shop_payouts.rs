//! Money that goes back through a provider: refunds of orders, and what is left of a recharge.

use actors::system::{Live, SHOP_EXCEPTIONS};
use bus_schemas::live::{Topic, TopicEvent};
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::order_steps::{field, key};
use crate::payment_setup::payment_setup;

const ORDERS: &str = "/admin/shop.order.Order";
const REFUNDS: &str = "/admin/shop.order.Refund";

#[tokio::test]
async fn refunds_go_back_the_way_they_came() {
    let setup = payment_setup().await;
    let (row, no) = setup.paid("a").await;
    let close = json!({ "id": row["id"], "reason": "no goods", "goods": "back" });
    setup.trade.shop.clerk.done(&format!("{ORDERS}/close"), close).await;
    let done = setup.refunded(&row, 2).await;
    assert_eq!((&done["status"], &done["refund_amount"], &done["refund_open"]), (&json!(6), &json!("10.00"), &json!("0.00")), "{done}");
    let refund = done["refunds"][0].clone();
    let sent = setup.sandbox.state().refunds[refund["refund_no"].as_str().expect("a number")].clone();
    assert_eq!((&sent["out_trade_no"], &sent["amount"]), (&json!(no), &json!(1000)));
    assert_eq!(setup.trade.money(&setup.ann).await, "0.00", "not to the balance");

    // Taken and not done: the provider tells later, twice.
    setup.sandbox.state().refund_state = "processing".into();
    let (row, _) = setup.paid("b").await;
    setup.trade.shop.clerk.done(&format!("{ORDERS}/close"), json!({ "id": row["id"], "reason": "no goods", "goods": "back" })).await;
    let waiting = setup.refunded(&row, 1).await;
    assert_eq!((&waiting["refund_open"], &waiting["refund_amount"]), (&json!("10.00"), &json!("0.00")), "{waiting}");
    let number = waiting["refunds"][0]["refund_no"].clone();
    let notice = json!({ "refund": { "out_trade_no": "x", "out_refund_no": number, "state": "success", "at": chrono::Utc::now().timestamp() } });
    let url = setup.trade.shop.world.url.clone();
    assert_eq!(setup.sandbox.notify(&url, "refundNotify", &notice).await, 200);
    assert_eq!(setup.sandbox.notify(&url, "refundNotify", &notice).await, 200);
    assert_eq!(setup.refunded(&row, 2).await["refund_amount"], "10.00");
    setup.ends().await;
}

#[tokio::test]
async fn a_refund_that_fails_is_a_work_list() {
    let setup = payment_setup().await;
    setup.sandbox.state().refund_state = "abnormal".into();
    let mut rows = Vec::new();
    for command in ["a", "b", "c"] {
        let (row, _) = setup.paid(command).await;
        setup.trade.shop.clerk.done(&format!("{ORDERS}/close"), json!({ "id": row["id"], "reason": "no goods", "goods": "back" })).await;
        rows.push(setup.refunded(&row, 3).await);
    }
    let troubles = setup.troubles().await;
    assert_eq!((troubles.len(), &troubles[0]["ways"]), (3, &json!(["again", "balance", "hand"])), "{troubles:?}");
    let of = |row: &Value, how: &str| json!({ "kind": "refund", "order_id": row["id"], "no": 1, "how": how });

    // Again: under the same number.
    setup.sandbox.state().refund_state = "success".into();
    let id = rows[0]["id"].as_i64().expect("an id") * 100 + 1;
    setup.trade.shop.clerk.done(&format!("{REFUNDS}/retry"), json!({ "id": id })).await;
    setup.refunded(&rows[0], 2).await;
    assert_eq!(setup.sandbox.state().refunds.len(), 3, "no other number");

    // To the balance, if the member agrees; by hand, with a note.
    assert_eq!(field(&setup.handle(of(&rows[1], "balance")).await), ("agreed", "error.required"));
    let mut balance = of(&rows[1], "balance");
    balance["agreed"] = true.into();
    assert_eq!(field(&setup.handle(balance.clone()).await), ("note", "error.required"));
    balance["note"] = "agreed by telephone".into();
    setup.sandbox.state().silent.insert("/refunds".into());
    assert_eq!(key(&setup.handle(balance.clone()).await), "shop.refund.pending", "nobody knows whether it was paid back");
    setup.sandbox.state().silent.clear();
    assert_eq!(setup.handle(balance).await["code"], 1);
    setup.refunded(&rows[1], 2).await;
    assert_eq!(setup.trade.money(&setup.ann).await, "10.00");
    let mut hand = of(&rows[2], "hand");
    hand["note"] = "bank transfer".into();
    assert_eq!(setup.handle(hand.clone()).await["code"], 1);
    assert_eq!(key(&setup.handle(hand).await), "shop.pay.handled");
    assert!(setup.troubles().await.is_empty());

    // Both sides see how it was paid; what was noted, and who was busy with it, is staff's.
    let id = rows[2]["id"].as_i64().expect("an id") * 100 + 1;
    let staff = setup.trade.shop.clerk.got(&format!("{REFUNDS}/detail?id={id}")).await["row"].clone();
    assert_eq!((&staff["way"], &staff["note"]), (&json!("hand"), &json!("bank transfer")), "{staff}");
    let own = setup.ann.who.got(&format!("/api/shop.Refund/detail?id={id}")).await["row"].clone();
    assert_eq!((&own["way"], &own["note"], &own["said"]), (&json!("hand"), &Value::Null, &Value::Null), "{own}");
    let history = setup.own(&rows[2]).await["history"].clone();
    let steps: Vec<_> = history.as_array().into_iter().flatten().map(|step| (step["action"].as_str(), step["reason"].as_str())).collect();
    assert!(steps.contains(&(Some("refundPayOtherwise"), Some(""))), "{history}");
    let inner = |action: Option<&str>| matches!(action, Some("refundClaim" | "refundRetry" | "refundPaidBack"));
    assert!(!steps.iter().any(|(action, _)| inner(*action)), "{history}");
    setup.ends().await;
}

/// Waits until pages of exceptions hear of a change.
async fn pages_hear(live: &mut broadcast::Receiver<Live>) {
    let concerns = |event: &TopicEvent| matches!(&event.topic, Topic::Resource { controller } if controller == SHOP_EXCEPTIONS);
    let heard = async {
        loop {
            if let Live::Topic(event) = live.recv().await.expect("the node runs")
                && concerns(&event)
            {
                return;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(300), heard).await.expect("an event");
}

#[tokio::test]
async fn a_recharge_is_paid_through_a_provider() {
    let setup = payment_setup().await;
    let package = json!({ "name": "100", "money": "100.00", "give_money": "20.00", "give_score": 5 });
    let package = setup.trade.shop.clerk.done("/admin/shop.marketing.Recharge/add", package).await["id"].clone();
    let add = async || setup.ann.who.done("/api/shop.Recharge/add", json!({ "recharge_id": package })).await;
    let begin = async |row: &Value| {
        let answer = setup.ann.who.done("/api/shop.Pay/begin", json!({ "recharge_no": row["recharge_no"], "method": 3 })).await;
        answer["payment"]["out_trade_no"].as_str().expect("a number").to_owned()
    };
    let one = add().await;
    let first = begin(&one).await;
    let second = begin(&one).await;
    assert_eq!((setup.payment(&first).await["status"].clone(), second.ends_with("02")), (json!(2), true));
    let notice = setup.sandbox.pay(&second, 10_000);
    let (booked, again) = tokio::join!(setup.notify(&notice), setup.notify(&notice));
    assert_eq!((booked, again, setup.trade.money(&setup.ann).await), (200, 200, "120.00".to_owned()));
    let status = setup.ann.who.got(&format!("/api/shop.Pay/status?recharge_no={}", one["recharge_no"].as_str().expect("a number"))).await;
    assert_eq!(status["paid"], true, "{status}");

    // Parts of it go back the way it came, one after the other; the bonus goes first.
    let clerk = &setup.trade.shop.clerk;
    let back = |id: &Value, amount: &str| json!({ "id": id, "amount": amount, "memo": "changed their mind" });
    let done = clerk.done("/admin/shop.marketing.RechargeOrder/refund", back(&one["id"], "30.00")).await;
    assert_eq!((done["row"]["refund_amount"].as_str(), setup.trade.money(&setup.ann).await.as_str()), (Some("30.00"), "70.00"), "{done}");
    assert_eq!(setup.payment(&second).await, json!({ "status": 1, "why": "", "refund": 2, "back": "30.00" }));
    setup.sandbox.state().refund_state = "processing".into();
    clerk.done("/admin/shop.marketing.RechargeOrder/refund", back(&one["id"], "20.00")).await;
    let waits = clerk.post("/admin/shop.marketing.RechargeOrder/refund", &back(&one["id"], "1.00")).await;
    assert_eq!(key(&waits), "shop.recharge.provider", "the second is still on its way");
    assert_eq!(setup.trade.money(&setup.ann).await, "50.00");
    setup.sandbox.state().refund_state = "success".into();
    setup.sandbox.state().refunds.get_mut(&format!("{second}R2")).expect("a refund")["state"] = "success".into();
    setup.asks().await;
    clerk.done("/admin/shop.marketing.RechargeOrder/refund", back(&one["id"], "50.00")).await;
    assert_eq!(setup.payment(&second).await, json!({ "status": 1, "why": "", "refund": 2, "back": "50.00" }));
    let mut numbers: Vec<String> = setup.sandbox.state().refunds.keys().cloned().collect();
    numbers.sort_unstable();
    assert_eq!(numbers, ["R", "R2", "R3"].map(|end| format!("{second}{end}")));
    let all = clerk.got(&format!("/admin/shop.marketing.RechargeOrder/detail?id={}", one["id"])).await;
    assert_eq!((&all["row"]["status"], all["row"]["refund_amount"].as_str()), (&json!(4), Some("100.00")), "{all}");
    // The daily comparison knows of each.
    let now = chrono::Utc::now().timestamp();
    let back = setup.trade.shop.world.node.store().payments_back_between(now - 3_600, now + 60).await.expect("refunds");
    let mut amounts: Vec<String> = back.iter().map(|(.., amount)| amount.to_string()).collect();
    amounts.sort_unstable();
    assert_eq!(amounts, ["20.00", "30.00", "50.00"]);

    // A second payment goes back by itself; another amount waits for a person.
    assert_eq!(setup.notify(&setup.sandbox.pay(&first, 10_000)).await, 200);
    setup.asks().await;
    assert_eq!(setup.payment(&first).await, json!({ "status": 4, "why": "twice", "refund": 2, "back": "100.00" }));
    let two = add().await;
    let no = begin(&two).await;
    // Open pages of exceptions hear of both: no order has changed.
    let mut live = setup.trade.shop.world.node.system().live();
    assert_eq!(setup.notify(&setup.sandbox.pay(&no, 10_100)).await, 200);
    pages_hear(&mut live).await;
    assert_eq!(setup.troubles().await[0]["why"], "amount");
    let mut live = setup.trade.shop.world.node.system().live();
    assert_eq!(setup.handle(json!({ "kind": "payment", "out_trade_no": no, "how": "accept" })).await["code"], 1);
    pages_hear(&mut live).await;
    assert_eq!(setup.payment(&no).await, json!({ "status": 1, "why": "accepted", "refund": 2, "back": "1.00" }));
    assert_eq!(setup.trade.money(&setup.ann).await, "120.00");
    assert!(setup.troubles().await.is_empty());
    setup.ends().await;
}
