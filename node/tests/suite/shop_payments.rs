//! Payments through a provider over HTTP, with a stand-in that is late, wrong, forgetful or silent.

use actors::system::{Live, SHOP_EXCEPTIONS};
use bus_schemas::live::{Topic, TopicEvent};
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::order_steps::{field, key};
use crate::sandbox::Sandbox;
use crate::shop_orders::{Buyer, Trade, trade_with};

const ORDERS: &str = "/admin/shop.order.Order";
const REFUNDS: &str = "/admin/shop.order.Refund";
const EXCEPTIONS: &str = "/admin/shop.order.Exception";

pub struct Till {
    pub trade: Trade,
    pub sandbox: Sandbox,
    pub ann: Buyer,
}

pub async fn till() -> Till {
    let sandbox = Sandbox::start().await;
    let trade = trade_with(sandbox.services(), 20, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "0").await;
    Till { trade, sandbox, ann }
}

impl Till {
    /// An order of one piece with an attempt to pay it; the row and the attempt's number.
    pub async fn begun(&self, command: &str) -> (Value, String) {
        let row = self.trade.place(&self.ann, 1, "10.00", command).await["data"]["row"].clone();
        (row.clone(), self.begin(&row).await)
    }

    pub async fn begin(&self, row: &Value) -> String {
        let answer = self.ann.who.done("/api/shop.Pay/begin", json!({ "order_no": row["order_no"], "method": 3 })).await;
        let payment = &answer["payment"];
        assert!(payment["code_url"].as_str().is_some_and(|url| url.starts_with("https://")), "{answer}");
        payment["out_trade_no"].as_str().expect("a number").to_owned()
    }

    pub async fn paid(&self, command: &str) -> (Value, String) {
        let (row, no) = self.begun(command).await;
        assert_eq!(self.notify(&self.sandbox.pay(&no, 1000)).await, 200);
        (self.trade.handed_over(&row["id"]).await, no)
    }

    pub async fn notify(&self, notice: &Value) -> u16 {
        self.sandbox.notify(&self.trade.shop.world.url, "notify", notice).await
    }

    pub async fn order(&self, row: &Value) -> Value {
        self.trade.row(&row["id"]).await
    }

    /// The order with its history, as its member sees it.
    async fn own(&self, row: &Value) -> Value {
        let number = row["order_no"].as_str().expect("a number");
        self.ann.who.got(&format!("/api/shop.Order/detail?order_no={number}")).await
    }

    pub async fn run(&self, query: &str) {
        self.trade.shop.world.node.store().run(query, vec![]).await.expect("a query");
    }

    /// The order's time is over.
    pub async fn times_out(&self, row: &Value) {
        self.run(&format!("UPDATE shop_order:{} SET due_at = 1, wake_at = 1 RETURN NONE", row["id"])).await;
        self.trade.shop.world.node.system().shop().sweep().await.expect("a sweep");
    }

    /// What is to be asked for is due.
    pub async fn asks(&self) {
        self.run("UPDATE shop_payment SET ask_at = 1 WHERE ask_at > 0 RETURN NONE").await;
        entrepot::shop::pay::sweep::run(self.trade.shop.world.node.payments()).await.expect("a sweep");
    }

    pub async fn payment(&self, no: &str) -> Value {
        let payment = self.trade.shop.world.node.store().payment(no).await.expect("the store").expect("a payment");
        json!({ "status": payment.status, "why": payment.notice, "refund": payment.refund_status, "back": payment.refund_amount.to_string() })
    }

    async fn troubles(&self) -> Vec<Value> {
        self.trade.shop.clerk.got(&format!("{EXCEPTIONS}/index")).await["list"].as_array().cloned().unwrap_or_default()
    }

    pub async fn handle(&self, body: Value) -> Value {
        self.trade.shop.clerk.post(&format!("{EXCEPTIONS}/handle"), &body).await
    }

    async fn notices(&self) -> Vec<String> {
        let list = self.ann.who.got("/api/account/notifications").await["list"].clone();
        list.as_array().into_iter().flatten().map(|notice| notice["message_type"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Waits until the order's refund has this state of payment.
    pub async fn refunded(&self, row: &Value, status: i64) -> Value {
        for _ in 0..2_000 {
            let row = self.order(row).await;
            if row["refunds"][0]["pay_status"] == status {
                return row;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("the refund does not come to {status}: {}", self.order(row).await);
    }

    pub async fn ends(&self) {
        assert_eq!(self.sandbox.state().unsigned, 0, "every call is signed, and none twice");
        self.trade.shop.books_are_right().await;
    }
}

#[tokio::test]
async fn a_notice_pays_the_order_once() {
    let till = till().await;
    let (row, no) = till.begun("a").await;
    assert_eq!(no, format!("{}01", row["order_no"].as_str().expect("a number")));
    let status = async || till.ann.who.got(&format!("/api/shop.Pay/status?order_no={}", row["order_no"].as_str().expect("a number"))).await;
    let shown = status().await;
    assert_eq!(
        (&shown["paid"], &shown["payment"]["out_trade_no"], &shown["methods"][0]["method"]),
        (&json!(false), &json!(no), &json!(3)),
        "{shown}"
    );

    // Another secret, another time, another merchant's number in the path of nobody: not believed.
    let notice = till.sandbox.pay(&no, 1000);
    let (url, now) = (till.trade.shop.world.url.clone(), chrono::Utc::now().timestamp());
    assert_eq!(till.sandbox.notify_signed(&url, "notify", &notice, "wrong", now).await, 401);
    assert_eq!(till.sandbox.notify_signed(&url, "notify", &notice, crate::sandbox::SECRET, now - 400).await, 401);
    assert_eq!(till.sandbox.notify_signed(&url, "notify", &notice, crate::sandbox::SECRET, now + 400).await, 401);
    assert_eq!(till.order(&row).await["status"], 1);

    // The same notice twice at once and again: one payment, one answer.
    let (one, other) = tokio::join!(till.notify(&notice), till.notify(&notice));
    assert_eq!((one, other, till.notify(&notice).await), (200, 200, 200));
    let paid = till.trade.handed_over(&row["id"]).await;
    assert_eq!((&paid["status"], &paid["paid_amount"], &paid["pay_method"]), (&json!(2), &json!("10.00"), &json!(3)), "{paid}");
    assert_eq!(till.payment(&no).await, json!({ "status": 1, "why": "", "refund": 0, "back": "0.00" }));
    assert_eq!(status().await["paid"], true);
    assert_eq!(till.notify(&till.sandbox.pay("nobody", 1000)).await, 503, "an unknown number is told again");
    assert!(till.troubles().await.is_empty());
    till.ends().await;
}

#[tokio::test]
async fn a_method_or_scene_that_is_not_set_up_is_refused_by_its_field() {
    let till = till().await;
    let row = till.trade.place(&till.ann, 1, "10.00", "a").await["data"]["row"].clone();
    let begin = async |more: Value| {
        let mut body = json!({ "order_no": row["order_no"] });
        more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        till.ann.who.post("/api/shop.Pay/begin", &body).await
    };
    assert_eq!(field(&begin(json!({ "method": 2 })).await), ("method", "shop.pay.method"));
    assert_eq!(field(&begin(json!({ "method": 7 })).await), ("method", "shop.pay.method"));
    assert_eq!(field(&begin(json!({ "method": 3, "scene": "jsapi" })).await), ("scene", "error.choice"));
    let bob = till.trade.buyer("bob", "0").await;
    let body = json!({ "order_no": row["order_no"], "method": 3 });
    assert_eq!(key(&bob.who.post("/api/shop.Pay/begin", &body).await), "error.not_found", "another's order");
    till.ends().await;
}

#[tokio::test]
async fn payments_without_a_notice_are_asked_for() {
    let till = till().await;
    let (row, no) = till.begun("a").await;
    till.sandbox.pay(&no, 1000);
    // No notice comes; the sweep asks.
    till.asks().await;
    assert_eq!(till.trade.handed_over(&row["id"]).await["status"], 2);
    // The member's page asks as well, and what is not signed is no answer.
    let (row, no) = till.begun("b").await;
    till.sandbox.pay(&no, 1000);
    till.sandbox.state().forged.insert(format!("/payments/{no}"));
    till.asks().await;
    assert_eq!(till.order(&row).await["status"], 1, "a forged answer pays for nothing");
    till.sandbox.state().forged.clear();
    till.run("UPDATE shop_payment SET asked_at = NONE WHERE status = 0 RETURN NONE").await;
    let shown = till.ann.who.got(&format!("/api/shop.Pay/status?order_no={}", row["order_no"].as_str().expect("a number"))).await;
    assert_eq!((&shown["paid"], &shown["status"]), (&json!(true), &json!(2)), "{shown}");
    till.ends().await;
}

#[tokio::test]
async fn a_new_attempt_and_the_balance_end_the_open_one_first() {
    let till = till().await;
    let (row, first) = till.begun("a").await;
    let second = till.begin(&row).await;
    assert_ne!(first, second);
    assert_eq!(till.payment(&first).await["status"], 2, "closed");
    assert_eq!(till.sandbox.state().payments[&first]["state"], "closed");

    // While the provider is silent nothing else pays.
    till.sandbox.state().silent.insert("/payments".into());
    let money = json!({ "user_id": till.ann.id, "money": "50", "memo": "for the test" });
    till.trade.shop.clerk.done("/admin/user.MoneyLog/add", money).await;
    let balance = json!({ "order_no": row["order_no"], "method": 1 });
    assert_eq!(key(&till.ann.who.post("/api/shop.Pay/begin", &balance).await), "shop.pay.closing");
    till.sandbox.state().silent.clear();
    till.ann.who.done("/api/shop.Pay/begin", balance).await;
    assert_eq!((till.payment(&second).await["status"].clone(), till.trade.money(&till.ann).await), (json!(2), "40.00".to_owned()));
    till.trade.handed_over(&row["id"]).await;

    // Two payments after all: the second goes back by itself, and both sides are told.
    assert_eq!(till.notify(&till.sandbox.pay(&second, 1000)).await, 200);
    assert_eq!(till.payment(&second).await, json!({ "status": 3, "why": "twice", "refund": 1, "back": "10.00" }));
    assert_eq!(till.troubles().await[0]["why"], "twice");
    till.asks().await;
    assert_eq!(till.payment(&second).await, json!({ "status": 4, "why": "twice", "refund": 2, "back": "10.00" }));
    assert_eq!(till.sandbox.state().refunds[&format!("{second}R")]["amount"], 1000);
    assert!(till.notices().await.contains(&"payment".to_owned()), "the member is told");
    let notifications = till.trade.shop.clerk.got("/admin/shop.notify.Notify/index").await;
    assert!(notifications["list"].to_string().contains("pay.exception"), "{notifications}");
    // The bell is told of the order too, which nobody has opened yet.
    let bell = till.trade.shop.clerk.got("/admin/shop.base/config").await;
    let kinds = (bell["notify"]["message_type"].as_str(), bell["order"]["message_type"].as_str());
    assert_eq!(kinds, (Some("pay.exception"), Some("shop.new_order")), "{bell}");
    till.ends().await;
}

#[tokio::test]
async fn the_providers_word_decides_between_cancelling_and_paying() {
    let till = till().await;
    // Paid meanwhile: the order goes on instead of being closed.
    let (row, no) = till.begun("a").await;
    till.sandbox.pay(&no, 1000);
    let cancel = json!({ "order_no": row["order_no"], "version": till.order(&row).await["version"] });
    assert_eq!(key(&till.ann.who.post("/api/shop.Order/cancel", &cancel).await), "shop.transition");
    assert_eq!(till.trade.handed_over(&row["id"]).await["status"], 2);

    let (row, no) = till.begun("b").await;
    till.sandbox.pay(&no, 1000);
    till.times_out(&row).await;
    assert_eq!(till.trade.handed_over(&row["id"]).await["status"], 2, "payment against time-out");

    // Not paid: the attempt is closed first, then the order.
    let (row, no) = till.begun("c").await;
    let version = till.order(&row).await["version"].clone();
    let closed = till.ann.who.done("/api/shop.Order/cancel", json!({ "order_no": row["order_no"], "version": version })).await;
    assert_eq!((&closed["row"]["status"], till.payment(&no).await["status"].clone()), (&json!(6), json!(2)), "{closed}");

    // Silent: it is held until the provider says so.
    let (row, no) = till.begun("d").await;
    till.sandbox.state().silent.insert("/payments".into());
    till.times_out(&row).await;
    let held = till.order(&row).await;
    assert_eq!((&held["status"], &held["closing"]), (&json!(1), &json!(true)), "{held}");
    let own = till.own(&row).await["row"].clone();
    assert_eq!((&own["closing"], &own["allowed"]), (&json!(true), &json!(["edit"])), "neither paid nor cancelled any more: {own}");
    assert_eq!(key(&till.ann.who.post("/api/shop.Pay/begin", &json!({ "order_no": row["order_no"], "method": 3 })).await), "shop.pay.closing");
    till.sandbox.state().silent.clear();
    till.times_out(&row).await;
    let closed = till.order(&row).await;
    assert_eq!(closed["closing"], false, "{closed}");
    assert_eq!((&closed["status"], &closed["cancel_by"], till.payment(&no).await["status"].clone()), (&json!(6), &json!("system"), json!(2)));

    // Silent for ever: closed after a while all the same, and what comes then goes back by itself.
    let (row, no) = till.begun("e").await;
    till.sandbox.state().silent.insert("/payments".into());
    till.times_out(&row).await;
    till.run(&format!("UPDATE shop_order:{} SET payment.closing.until = 1 RETURN NONE", row["id"])).await;
    till.times_out(&row).await;
    assert_eq!(till.order(&row).await["status"], 6);
    assert_eq!(till.notify(&till.sandbox.pay(&no, 1000)).await, 200);
    assert_eq!(till.payment(&no).await, json!({ "status": 3, "why": "late", "refund": 1, "back": "10.00" }));
    till.asks().await;
    assert_eq!(till.payment(&no).await["status"], 4, "settled");
    assert!(till.troubles().await.is_empty());
    till.ends().await;
}

#[tokio::test]
async fn another_amount_waits_for_a_person() {
    let till = till().await;
    // Too much: accepted, and the surplus goes back.
    let (more, no) = till.begun("a").await;
    assert_eq!(till.notify(&till.sandbox.pay(&no, 1250)).await, 200);
    assert_eq!(till.order(&more).await["status"], 1);
    let trouble = till.troubles().await[0].clone();
    assert_eq!((&trouble["why"], &trouble["ways"], &trouble["amount"]), (&json!("amount"), &json!(["accept", "refund", "hand"]), &json!("12.50")));
    let accept = json!({ "kind": "payment", "out_trade_no": no, "how": "accept" });
    assert_eq!(till.handle(accept.clone()).await["code"], 1);
    let paid = till.trade.handed_over(&more["id"]).await;
    assert_eq!((&paid["status"], &paid["paid_amount"]), (&json!(2), &json!("10.00")), "{paid}");
    assert_eq!(till.payment(&no).await, json!({ "status": 1, "why": "accepted", "refund": 2, "back": "2.50" }));
    assert_eq!(key(&till.handle(accept).await), "shop.pay.handled", "not twice");

    // Too little: only back, or settled by hand with a note.
    let (_, no) = till.begun("b").await;
    assert_eq!(till.notify(&till.sandbox.pay(&no, 1)).await, 200);
    assert_eq!(till.troubles().await[0]["ways"], json!(["refund", "hand"]));
    assert_ne!(till.handle(json!({ "kind": "payment", "out_trade_no": no, "how": "accept" })).await["code"], 1);
    assert_eq!(till.handle(json!({ "kind": "payment", "out_trade_no": no, "how": "refund" })).await["code"], 1);
    assert_eq!(till.payment(&no).await, json!({ "status": 4, "why": "amount", "refund": 2, "back": "0.01" }));

    // Another currency and another merchant never pay, even where the figure is right.
    for (command, name, value, why) in [("c", "currency", "USD", "currency"), ("d", "merchant", "M2", "payee")] {
        let (row, no) = till.begun(command).await;
        let mut notice = till.sandbox.pay(&no, 1000);
        notice["payment"][name] = value.into();
        assert_eq!(till.notify(&notice).await, 200);
        assert_eq!((till.order(&row).await["status"].clone(), till.payment(&no).await["why"].clone()), (json!(1), json!(why)));
        let by_hand = json!({ "kind": "payment", "out_trade_no": no, "how": "hand" });
        assert_eq!(field(&till.handle(by_hand.clone()).await), ("note", "error.required"));
        let mut noted = by_hand;
        noted["note"] = "sent back from the bank".into();
        assert_eq!(till.handle(noted).await["code"], 1);
    }
    assert!(till.troubles().await.is_empty());
    till.ends().await;
}

#[tokio::test]
async fn refunds_go_back_the_way_they_came() {
    let till = till().await;
    let (row, no) = till.paid("a").await;
    let close = json!({ "id": row["id"], "reason": "no goods", "goods": "back" });
    till.trade.shop.clerk.done(&format!("{ORDERS}/close"), close).await;
    let done = till.refunded(&row, 2).await;
    assert_eq!((&done["status"], &done["refund_amount"], &done["refund_open"]), (&json!(6), &json!("10.00"), &json!("0.00")), "{done}");
    let refund = done["refunds"][0].clone();
    let sent = till.sandbox.state().refunds[refund["refund_no"].as_str().expect("a number")].clone();
    assert_eq!((&sent["out_trade_no"], &sent["amount"]), (&json!(no), &json!(1000)));
    assert_eq!(till.trade.money(&till.ann).await, "0.00", "not to the balance");

    // Taken and not done: the provider tells later, twice.
    till.sandbox.state().refund_state = "processing".into();
    let (row, _) = till.paid("b").await;
    till.trade.shop.clerk.done(&format!("{ORDERS}/close"), json!({ "id": row["id"], "reason": "no goods", "goods": "back" })).await;
    let waiting = till.refunded(&row, 1).await;
    assert_eq!((&waiting["refund_open"], &waiting["refund_amount"]), (&json!("10.00"), &json!("0.00")), "{waiting}");
    let number = waiting["refunds"][0]["refund_no"].clone();
    let notice = json!({ "refund": { "out_trade_no": "x", "out_refund_no": number, "state": "success", "at": chrono::Utc::now().timestamp() } });
    let url = till.trade.shop.world.url.clone();
    assert_eq!(till.sandbox.notify(&url, "refundNotify", &notice).await, 200);
    assert_eq!(till.sandbox.notify(&url, "refundNotify", &notice).await, 200);
    assert_eq!(till.refunded(&row, 2).await["refund_amount"], "10.00");
    till.ends().await;
}

#[tokio::test]
async fn a_refund_that_fails_is_a_work_list() {
    let till = till().await;
    till.sandbox.state().refund_state = "abnormal".into();
    let mut rows = Vec::new();
    for command in ["a", "b", "c"] {
        let (row, _) = till.paid(command).await;
        till.trade.shop.clerk.done(&format!("{ORDERS}/close"), json!({ "id": row["id"], "reason": "no goods", "goods": "back" })).await;
        rows.push(till.refunded(&row, 3).await);
    }
    let troubles = till.troubles().await;
    assert_eq!((troubles.len(), &troubles[0]["ways"]), (3, &json!(["again", "balance", "hand"])), "{troubles:?}");
    let of = |row: &Value, how: &str| json!({ "kind": "refund", "order_id": row["id"], "no": 1, "how": how });

    // Again: under the same number.
    till.sandbox.state().refund_state = "success".into();
    let id = rows[0]["id"].as_i64().expect("an id") * 100 + 1;
    till.trade.shop.clerk.done(&format!("{REFUNDS}/retry"), json!({ "id": id })).await;
    till.refunded(&rows[0], 2).await;
    assert_eq!(till.sandbox.state().refunds.len(), 3, "no other number");

    // To the balance, if the member agrees; by hand, with a note.
    assert_eq!(field(&till.handle(of(&rows[1], "balance")).await), ("agreed", "error.required"));
    let mut balance = of(&rows[1], "balance");
    balance["agreed"] = true.into();
    assert_eq!(field(&till.handle(balance.clone()).await), ("note", "error.required"));
    balance["note"] = "agreed by telephone".into();
    till.sandbox.state().silent.insert("/refunds".into());
    assert_eq!(key(&till.handle(balance.clone()).await), "shop.refund.pending", "nobody knows whether it was paid back");
    till.sandbox.state().silent.clear();
    assert_eq!(till.handle(balance).await["code"], 1);
    till.refunded(&rows[1], 2).await;
    assert_eq!(till.trade.money(&till.ann).await, "10.00");
    let mut hand = of(&rows[2], "hand");
    hand["note"] = "bank transfer".into();
    assert_eq!(till.handle(hand.clone()).await["code"], 1);
    assert_eq!(key(&till.handle(hand).await), "shop.pay.handled");
    assert!(till.troubles().await.is_empty());

    // Both sides see how it was paid; what was noted, and who was busy with it, is staff's.
    let id = rows[2]["id"].as_i64().expect("an id") * 100 + 1;
    let staff = till.trade.shop.clerk.got(&format!("{REFUNDS}/detail?id={id}")).await["row"].clone();
    assert_eq!((&staff["way"], &staff["note"]), (&json!("hand"), &json!("bank transfer")), "{staff}");
    let own = till.ann.who.got(&format!("/api/shop.Refund/detail?id={id}")).await["row"].clone();
    assert_eq!((&own["way"], &own["note"], &own["said"]), (&json!("hand"), &Value::Null, &Value::Null), "{own}");
    let history = till.own(&rows[2]).await["history"].clone();
    let steps: Vec<_> = history.as_array().into_iter().flatten().map(|step| (step["action"].as_str(), step["reason"].as_str())).collect();
    assert!(steps.contains(&(Some("refundPayOtherwise"), Some(""))), "{history}");
    let inner = |action: Option<&str>| matches!(action, Some("refundClaim" | "refundRetry" | "refundPaidBack"));
    assert!(!steps.iter().any(|(action, _)| inner(*action)), "{history}");
    till.ends().await;
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
    tokio::time::timeout(std::time::Duration::from_secs(20), heard).await.expect("an event");
}

#[tokio::test]
async fn a_recharge_is_paid_through_a_provider() {
    let till = till().await;
    let package = json!({ "name": "100", "money": "100.00", "give_money": "20.00", "give_score": 5 });
    let package = till.trade.shop.clerk.done("/admin/shop.marketing.Recharge/add", package).await["id"].clone();
    let add = async || till.ann.who.done("/api/shop.Recharge/add", json!({ "recharge_id": package })).await;
    let begin = async |row: &Value| {
        let answer = till.ann.who.done("/api/shop.Pay/begin", json!({ "recharge_no": row["recharge_no"], "method": 3 })).await;
        answer["payment"]["out_trade_no"].as_str().expect("a number").to_owned()
    };
    let one = add().await;
    let first = begin(&one).await;
    let second = begin(&one).await;
    assert_eq!((till.payment(&first).await["status"].clone(), second.ends_with("02")), (json!(2), true));
    let notice = till.sandbox.pay(&second, 10_000);
    let (booked, again) = tokio::join!(till.notify(&notice), till.notify(&notice));
    assert_eq!((booked, again, till.trade.money(&till.ann).await), (200, 200, "120.00".to_owned()));
    let status = till.ann.who.got(&format!("/api/shop.Pay/status?recharge_no={}", one["recharge_no"].as_str().expect("a number"))).await;
    assert_eq!(status["paid"], true, "{status}");

    // Parts of it go back the way it came, one after the other; the bonus goes first.
    let clerk = &till.trade.shop.clerk;
    let back = |id: &Value, amount: &str| json!({ "id": id, "amount": amount, "memo": "changed their mind" });
    let done = clerk.done("/admin/shop.marketing.RechargeOrder/refund", back(&one["id"], "30.00")).await;
    assert_eq!((done["row"]["refund_amount"].as_str(), till.trade.money(&till.ann).await.as_str()), (Some("30.00"), "70.00"), "{done}");
    assert_eq!(till.payment(&second).await, json!({ "status": 1, "why": "", "refund": 2, "back": "30.00" }));
    till.sandbox.state().refund_state = "processing".into();
    clerk.done("/admin/shop.marketing.RechargeOrder/refund", back(&one["id"], "20.00")).await;
    let waits = clerk.post("/admin/shop.marketing.RechargeOrder/refund", &back(&one["id"], "1.00")).await;
    assert_eq!(key(&waits), "shop.recharge.provider", "the second is still on its way");
    assert_eq!(till.trade.money(&till.ann).await, "50.00");
    till.sandbox.state().refund_state = "success".into();
    till.sandbox.state().refunds.get_mut(&format!("{second}R2")).expect("a refund")["state"] = "success".into();
    till.asks().await;
    clerk.done("/admin/shop.marketing.RechargeOrder/refund", back(&one["id"], "50.00")).await;
    assert_eq!(till.payment(&second).await, json!({ "status": 1, "why": "", "refund": 2, "back": "50.00" }));
    let mut numbers: Vec<String> = till.sandbox.state().refunds.keys().cloned().collect();
    numbers.sort_unstable();
    assert_eq!(numbers, ["R", "R2", "R3"].map(|end| format!("{second}{end}")));
    let all = clerk.got(&format!("/admin/shop.marketing.RechargeOrder/detail?id={}", one["id"])).await;
    assert_eq!((&all["row"]["status"], all["row"]["refund_amount"].as_str()), (&json!(4), Some("100.00")), "{all}");
    // The daily comparison knows of each.
    let now = chrono::Utc::now().timestamp();
    let back = till.trade.shop.world.node.store().payments_back_between(now - 3_600, now + 60).await.expect("refunds");
    let mut amounts: Vec<String> = back.iter().map(|(.., amount)| amount.to_string()).collect();
    amounts.sort_unstable();
    assert_eq!(amounts, ["20.00", "30.00", "50.00"]);

    // A second payment goes back by itself; another amount waits for a person.
    assert_eq!(till.notify(&till.sandbox.pay(&first, 10_000)).await, 200);
    till.asks().await;
    assert_eq!(till.payment(&first).await, json!({ "status": 4, "why": "twice", "refund": 2, "back": "100.00" }));
    let two = add().await;
    let no = begin(&two).await;
    // Open pages of exceptions hear of both: no order has changed.
    let mut live = till.trade.shop.world.node.system().live();
    assert_eq!(till.notify(&till.sandbox.pay(&no, 10_100)).await, 200);
    pages_hear(&mut live).await;
    assert_eq!(till.troubles().await[0]["why"], "amount");
    let mut live = till.trade.shop.world.node.system().live();
    assert_eq!(till.handle(json!({ "kind": "payment", "out_trade_no": no, "how": "accept" })).await["code"], 1);
    pages_hear(&mut live).await;
    assert_eq!(till.payment(&no).await, json!({ "status": 1, "why": "accepted", "refund": 2, "back": "1.00" }));
    assert_eq!(till.trade.money(&till.ann).await, "120.00");
    assert!(till.troubles().await.is_empty());
    till.ends().await;
}

#[tokio::test]
async fn a_day_is_compared_with_the_bill() {
    let till = till().await;
    let (row, paid) = till.paid("a").await;
    let (_, unheard) = till.begun("b").await;
    // Yesterday, as far as the books know.
    let day =
        (chrono::Utc::now().with_timezone(&till.trade.shop.world.node.config().time_zone) - chrono::Duration::days(1)).format("%Y-%m-%d").to_string();
    let at = chrono::Utc::now().timestamp() - 86_400;
    till.run(&format!("UPDATE shop_payment SET paid_time = {at} WHERE paid_time > 0 RETURN NONE; UPDATE shop_order SET pay_time = {at} WHERE pay_time > 0 RETURN NONE")).await;
    let notice = till.sandbox.pay(&unheard, 1000);
    till.sandbox.state().payments.get_mut(&unheard).expect("a payment")["paid_at"] = at.into();
    let billed = |no: &str, cents: i64| json!({ "out_trade_no": no, "transaction_id": "t", "amount": cents, "at": at });
    till.sandbox.state().bill = vec![billed(&paid, 999), billed(&unheard, 1000), billed("stranger", 5)];

    let clerk = &till.trade.shop.clerk;
    assert_eq!(field(&clerk.post("/admin/shop.Match/run", &json!({ "day": "2999-01-01" })).await), ("day", "shop.match.over"));
    let ran = clerk.done("/admin/shop.Match/run", json!({ "day": day })).await;
    assert_eq!((&ran["done"], &ran["differences"], &ran["paid_theirs"]), (&json!(true), &json!(2), &json!("20.04")), "{ran}");
    assert_eq!(till.notify(&notice).await, 200, "what nobody had told was booked from the bill");
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
    let troubles = till.troubles().await;
    assert_eq!(troubles.len(), 2, "{troubles:?}");
    for trouble in &troubles {
        assert_eq!(trouble["ways"], json!(["note"]));
        let note = json!({ "kind": "payment", "day": trouble["day"], "no": trouble["no"], "how": "note", "note": "a test of the bank" });
        assert_eq!(till.handle(note).await["code"], 1);
    }
    clerk.done("/admin/shop.Match/run", json!({ "day": day })).await;
    assert!(till.troubles().await.is_empty());

    // Without a bill it is not done, and says why.
    till.sandbox.state().silent.insert("/bill".into());
    let ran = clerk.done("/admin/shop.Match/run", json!({ "day": day })).await;
    assert_eq!(ran["done"], false, "{ran}");
    till.sandbox.state().silent.clear();
    assert!(clerk.done("/admin/shop.Match/export", json!({ "day": day })).await["task"].is_i64());
    assert_eq!(till.order(&row).await["status"], 2);
}
