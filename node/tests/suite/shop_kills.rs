//! `kill -9` during a sale: members place, pay and cancel orders, from the balance and through a provider, and a clerk
//! sends them. Everybody asks again under the same command id until there is an answer, so in the end every figure is
//! known exactly.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::posting::number;
use crate::sandbox::{NUMBER, Sandbox};
use crate::support::{Node, PASSWORD, admins, run};
use crate::world::Visitor;

const SHOPPERS: usize = 3;
const ORDERS: &str = "/admin/shop.order.Order";
/// Pieces that there are at the beginning: more than anybody buys.
const PIECES: i64 = 50_000;
/// What every member has at the beginning, in yuan.
const MONEY: i64 = 1_000_000;
/// Yuan a piece.
const PRICE: i64 = 10;
/// How often a parcel is tried whose outbound order is still being made, and a notice that is not booked.
const TRIES_MAX: usize = 500;

/// The node that runs, while one runs, with everybody who is logged in: the clerk, and the members by their place.
struct Open {
    clerk: Visitor,
    members: Vec<Visitor>,
}

type RunningNode = watch::Receiver<Option<Arc<Open>>>;

/// What became of an order in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// Nobody has paid it: it waits, or its time is over.
    Unpaid,
    Cancelled,
    /// Paid from the balance and sent.
    Sent,
    /// Paid from the balance.
    ByBalance,
    /// Paid through the provider.
    ByProvider,
}

/// A member's order as they know it.
struct Bought {
    id: i64,
    pieces: i64,
    end: End,
}

/// A member who buys.
struct Shopper {
    at: usize,
    address: i64,
    sku: i64,
    company: i64,
    running: RunningNode,
    sandbox: Arc<Sandbox>,
    /// No further round is begun.
    over: Arc<AtomicBool>,
    /// Answers that said that it had been done before.
    repeated: Arc<AtomicU64>,
}

/// Asks once; nothing where the node is gone.
async fn asked(who: &Visitor, path: &str, body: &Value) -> Option<Value> {
    who.ask(Method::POST, path).json(body).send().await.ok()?.json().await.ok()
}

/// Ways in which an order ends, one after the other.
const WAYS: i64 = 5;
/// Orders that a member leaves unpaid.
const UNPAID: i64 = 4;

impl Shopper {
    /// The node that runs, as soon as one does.
    async fn open(&mut self) -> Arc<Open> {
        self.running.wait_for(Option::is_some).await.expect("the test goes on").clone().expect("a node")
    }

    /// Asks until there is an answer, whichever node gives it.
    async fn answer(&mut self, as_clerk: bool, path: &str, body: &Value) -> Value {
        loop {
            let open = self.open().await;
            let who = if as_clerk { &open.clerk } else { &open.members[self.at] };
            match asked(who, path, body).await {
                Some(answer) => return answer,
                // The node is gone, and another one is on its way.
                None => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    async fn told(&mut self, path: &str, body: Value) -> Value {
        let answer = self.answer(false, path, &body).await;
        assert_eq!(answer["code"], 1, "{path} {body}: {answer}");
        self.repeated.fetch_add(u64::from(answer["data"]["repeated"] == true), Ordering::Relaxed);
        answer["data"].clone()
    }

    /// The provider tells what was paid until it hears that it is booked.
    async fn notified(&mut self, notice: &Value) {
        let mut refused = 0;
        while refused < TRIES_MAX {
            let open = self.open().await;
            match self.sandbox.try_notify(&open.clerk.url, "notify", notice).await {
                Some(200) => return,
                // A node that is about to end does not book it; a provider tells it again.
                Some(_) => refused += 1,
                None => {}
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("a payment is never booked: {notice}");
    }

    /// Sends an order; its outbound order may still have to be made, after a kill.
    async fn send(&mut self, id: i64, command: &str) {
        let body = json!({ "id": id, "parcel": 1, "company_id": self.company, "courier_number": format!("EX{id}"), "command_id": command });
        let mut last = Value::Null;
        for _ in 0..TRIES_MAX {
            last = self.answer(true, &format!("{ORDERS}/delivery"), &body).await;
            if last["code"] == 1 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("order {id} is never sent: {last}");
    }

    /// Buys until it is over, in each of the ways once at least; answers what was bought.
    async fn work(mut self) -> (usize, Vec<Bought>) {
        let mut all = Vec::new();
        for round in 0_i64.. {
            if round >= WAYS && self.over.load(Ordering::Relaxed) {
                break;
            }
            let command = |step: &str| format!("{}-{round}-{step}", self.at);
            let (place, pay, cancel, send) = (command("place"), command("pay"), command("cancel"), command("send"));
            let pieces = 1 + round % 3;
            let body = json!({
                "lines": [{ "sku_id": self.sku, "quantity": pieces }], "address_id": self.address, "pay_amount": format!("{}.00", PRICE * pieces),
                "command_id": place,
            });
            let row = self.told("/api/shop.Order/add", body).await["row"].clone();
            let (id, order_no) = (row["id"].as_i64().expect("an id"), row["order_no"].clone());
            let by_balance = json!({ "order_no": order_no, "method": 1, "command_id": pay });
            let end = match round % WAYS {
                0 => {
                    self.told("/api/shop.Pay/begin", by_balance).await;
                    self.send(id, &send).await;
                    End::Sent
                }
                1 => {
                    let body = json!({ "order_no": order_no, "method": 3, "command_id": pay });
                    let begun = self.told("/api/shop.Pay/begin", body).await;
                    let notice = self.sandbox.pay(begun["payment"]["out_trade_no"].as_str().expect("a number"), 100 * PRICE * pieces);
                    self.notified(&notice).await;
                    End::ByProvider
                }
                2 => {
                    self.told("/api/shop.Order/cancel", json!({ "order_no": order_no, "reason": "no need", "command_id": cancel })).await;
                    End::Cancelled
                }
                3 => {
                    self.told("/api/shop.Pay/begin", by_balance).await;
                    End::ByBalance
                }
                // No more than may wait to be paid.
                _ if round < WAYS * UNPAID => End::Unpaid,
                _ => {
                    self.told("/api/shop.Order/cancel", json!({ "order_no": order_no, "reason": "no need", "command_id": cancel })).await;
                    End::Cancelled
                }
            };
            all.push(Bought { id, pieces, end });
        }
        (self.at, all)
    }
}

/// Everybody logs in at a node.
async fn logged_in(node: &Node) -> Arc<Open> {
    let visitor = || Visitor { http: reqwest::Client::new(), url: node.url.clone(), headers: vec![] };
    let clerk = visitor().with("batoken", &node.login("clerk").await.token);
    let mut members = Vec::new();
    for at in 0..SHOPPERS {
        let body = json!({ "tab": "login", "username": format!("buyer{at}"), "password": PASSWORD, "keep": false });
        let answer = visitor().done("/api/user/checkIn", body).await;
        members.push(visitor().with("ba-user-token", answer["userInfo"]["token"].as_str().expect("a token")));
    }
    Arc::new(Open { clerk, members })
}

/// A shop that sells pens, and members with money; the SKU, the delivery company, and the members with their addresses.
async fn fill_shop(node: &Node) -> (i64, i64, Vec<(i64, i64)>) {
    let clerk = node.login("clerk").await;
    let ids = clerk.master_data().await;
    let id_of = |answer: Value| answer["id"].as_i64().expect("an id");
    let inbound = clerk.done("/admin/warehouse.InboundOrder/add", ids.inbound(PIECES)).await;
    for step in ["audit", "stock"] {
        clerk.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": inbound["id"] })).await;
    }
    let classify = id_of(clerk.done("/admin/shop.goods.Classify/add", json!({ "name": "Pens" })).await);
    let goods = json!({
        "name": "Pen", "classify_ids": [classify], "images": ["/storage/pen.png"], "spec_type": 1, "status": 1,
        "skus": [{ "price": format!("{PRICE}.00"), "product_id": ids.product, "ratio": "1" }],
    });
    let goods = id_of(clerk.done("/admin/shop.goods.Goods/add", goods).await);
    let sku = clerk.get(&format!("/admin/shop.goods.Goods/edit?id={goods}")).await["data"]["row"]["skus"][0]["id"].as_i64().expect("a SKU");
    let carrier = id_of(clerk.done("/admin/warehouse.Carrier/add", json!({ "name": "Carrier" })).await);
    let company = json!({ "name": "Express", "code": "EXP", "carrier_id": carrier, "tracking_url": "https://example.com/{no}" });
    let company = id_of(clerk.done("/admin/shop.delivery.Company/add", company).await);
    let mut members = Vec::new();
    for at in 0..SHOPPERS {
        let name = format!("buyer{at}");
        let row = json!({ "username": name, "nickname": name, "password": PASSWORD, "group_id": 1, "email": format!("{name}@example.com"), "status": "enable" });
        let id = id_of(clerk.done("/admin/user.User/add", row).await);
        clerk.done("/admin/user.MoneyLog/add", json!({ "user_id": id, "money": MONEY.to_string(), "memo": "for the test" })).await;
        members.push((id, 0));
    }
    let open = logged_in(node).await;
    for (who, (_, address)) in open.members.iter().zip(&mut members) {
        let row = json!({ "name": "Ann", "mobile": "13800138001", "area": [440_000, 440_300, 440_303], "address": "深南东路 1 号" });
        *address = who.done("/api/shop.Address/add", row).await["row"]["id"].as_i64().expect("an id");
    }
    (sku, company, members)
}

/// What must be of every order that was answered, and of each member's money.
async fn compare(open: &Open, members: &[(i64, i64)], bought: &BTreeMap<usize, Vec<Bought>>) -> (i64, i64) {
    let (mut sent, mut held) = (0, 0);
    for (at, all) in bought {
        let mut spent = 0;
        for Bought { id, pieces, end } in all {
            let row = open.clerk.got(&format!("{ORDERS}/detail?id={id}")).await["row"].clone();
            let status = row["status"].as_i64().unwrap_or(0);
            let (fits, paid) = match end {
                End::Unpaid => ([1, 6].contains(&status), 0),
                End::Cancelled => (status == 6, 0),
                End::Sent => (status == 3, PRICE * pieces),
                End::ByBalance | End::ByProvider => (status == 2, PRICE * pieces),
            };
            assert!(fits, "{end:?}: {row}");
            assert_eq!((&row["paid_amount"], &row["refund_amount"]), (&json!(format!("{paid}.00")), &json!("0.00")), "{end:?}: {row}");
            spent += if *end == End::ByProvider { 0 } else { paid };
            sent += if *end == End::Sent { *pieces } else { 0 };
            held += if [1, 2].contains(&status) { *pieces } else { 0 };
        }
        let (id, _) = members[*at];
        let search = format!("search[0][field]=id&search[0][operator]=%3D&search[0][val]={id}");
        let money = open.clerk.got(&format!("/admin/user.User/index?{search}")).await["list"][0]["money"].clone();
        assert_eq!(money, json!(format!("{}.00", MONEY - spent)), "member {at} has paid every order once");
        let total = open.members[*at].got("/api/shop.Order/index").await["total"].clone();
        assert_eq!(total, json!(all.len()), "every command of member {at} has placed one order");
    }
    (sent, held)
}

#[tokio::test]
async fn a_sale_is_right_whatever_is_killed() {
    let dir = tempfile::tempdir().expect("a directory");
    let sandbox = Arc::new(Sandbox::start().await);
    let secret = sandbox.secret_file().display().to_string();
    let environment = [
        ("ENTREPOT_MEMBER_CAPTCHA", "off"),
        ("ENTREPOT_RATE_LIMITS", "false"),
        ("ENTREPOT_SANDBOX_PAY_URL", sandbox.url.as_str()),
        ("ENTREPOT_SANDBOX_PAY_MERCHANT", NUMBER),
        ("ENTREPOT_SANDBOX_PAY_SECRET_FILE", secret.as_str()),
    ];
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start_with(dir.path(), &[], &environment).await;
    let (sku, company, members) = fill_shop(&node).await;
    node.kill().await;

    let (node_sender, running) = watch::channel(None);
    let (over, repeated) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let shoppers: Vec<_> = members
        .iter()
        .enumerate()
        .map(|(at, (_, address))| {
            let (running, sandbox, over, repeated) = (running.clone(), sandbox.clone(), over.clone(), repeated.clone());
            tokio::spawn(Shopper { at, address: *address, sku, company, running, sandbox, over, repeated }.work())
        })
        .collect();
    let cycles = number("ENTREPOT_KILL_CYCLES", 10);
    for cycle in 0..cycles {
        let node = Node::start_with(dir.path(), &[], &environment).await;
        node_sender.send_replace(Some(logged_in(&node).await));
        tokio::time::sleep(Duration::from_millis(150 + cycle * 71 % 400)).await;
        node_sender.send_replace(None);
        node.kill().await;
    }
    // The last node lives until everybody has finished.
    let node = Node::start_with(dir.path(), &[], &environment).await;
    let open = logged_in(&node).await;
    over.store(true, Ordering::Relaxed);
    node_sender.send_replace(Some(open.clone()));
    let mut bought = BTreeMap::new();
    for shopper in shoppers {
        let (at, all) = shopper.await.expect("a shopper ends");
        bought.insert(at, all);
    }
    let orders: usize = bought.values().map(Vec::len).sum();
    let (sent, held) = compare(&open, &members, &bought).await;
    let stock = open.clerk.got("/admin/warehouse.Inventory/index").await["list"][0].clone();
    let free = PIECES - sent - held;
    assert_eq!(
        (&stock["total_quantity"], &stock["available_quantity"]),
        (&json!((PIECES - sent).to_string()), &json!(free.to_string())),
        "what is held is what open orders wait for: {stock}"
    );
    let through = bought.values().flatten().filter(|order| order.end == End::ByProvider).count();
    {
        let book = sandbox.state();
        let paid = book.payments.values().filter(|payment| payment["state"] == "paid").count();
        assert_eq!((paid, book.refunds.len()), (through, 0), "the provider took as often as orders say, and nothing goes back");
    }
    assert_eq!(open.clerk.got("/admin/shop.order.Exception/index").await["list"], json!([]), "no payment is left over");
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
    let repeated = repeated.load(Ordering::Relaxed);
    println!("{cycles} kills, {orders} orders acknowledged, {through} paid through the provider, {repeated} answered again, 0 lost, 0 doubled");
}
