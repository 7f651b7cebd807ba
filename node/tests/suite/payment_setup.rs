//! A shop whose payments go through a stand-in for the provider.

use serde_json::{Value, json};

use crate::sandbox::Sandbox;
use crate::shop_orders::{Buyer, Trade, trade_with};

const EXCEPTIONS: &str = "/admin/shop.order.Exception";

pub struct PaymentSetup {
    pub trade: Trade,
    pub sandbox: Sandbox,
    pub ann: Buyer,
}

pub async fn payment_setup() -> PaymentSetup {
    let sandbox = Sandbox::start().await;
    let trade = trade_with(sandbox.services(), 20, "10.00", json!({})).await;
    let ann = trade.buyer("ann", "0").await;
    PaymentSetup { trade, sandbox, ann }
}

impl PaymentSetup {
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
    pub async fn own(&self, row: &Value) -> Value {
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

    pub async fn troubles(&self) -> Vec<Value> {
        self.trade.shop.clerk.got(&format!("{EXCEPTIONS}/index")).await["list"].as_array().cloned().unwrap_or_default()
    }

    pub async fn handle(&self, body: Value) -> Value {
        self.trade.shop.clerk.post(&format!("{EXCEPTIONS}/handle"), &body).await
    }

    pub async fn notices(&self) -> Vec<String> {
        let list = self.ann.who.got("/api/account/notifications").await["list"].clone();
        list.as_array().into_iter().flatten().map(|notice| notice["message_type"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Waits until the order's refund has this state of payment.
    pub async fn refunded(&self, row: &Value, status: i64) -> Value {
        for () in crate::support::turns() {
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
