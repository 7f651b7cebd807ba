//! Command ids as clients send them, edits and deletions that meet others: through HTTP, as clerks do it.

use entrepot::config::services::ServiceSettings;
use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{PASSWORD, Visitor, World};

const INBOUND: &str = "/admin/warehouse.InboundOrder";

struct Shop {
    world: World,
    clerk: Visitor,
    other: Visitor,
    warehouse: i64,
    supplier: i64,
    product: i64,
}

async fn shop() -> Shop {
    let world = World::start(ServiceSettings::default()).await;
    let clerk = world.admin().await;
    let hash = entrepot::identity::passwords::hash(PASSWORD.into()).await.expect("a hash");
    world.node.store().create_admin("second", "Second", &hash, true, world.node.now()).await.expect("an administrator");
    let answer = world.visitor().done("/admin/Index/login", json!({ "username": "second", "password": PASSWORD })).await;
    let other = world.visitor().with("batoken", answer["userInfo"]["token"].as_str().expect("a token"));
    let add = async |controller: &str, body: Value| clerk.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id");
    let unit = add("warehouse.Unit", json!({ "name": "piece" })).await;
    let warehouse = add("warehouse.Warehouse", json!({ "name": "Main", "serial_no": "W1" })).await;
    let supplier = add("warehouse.Supplier", json!({ "name": "Supplier" })).await;
    let product = add("warehouse.Product", json!({ "product_no": "P1", "name": "Pen", "unit_id": unit })).await;
    Shop { world, clerk, other, warehouse, supplier, product }
}

impl Shop {
    fn inbound(&self, quantity: i64) -> Value {
        json!({ "warehouses_id": self.warehouse, "supplier_id": self.supplier, "type": 10,
                "lines": [{ "product_id": self.product, "quantity": quantity, "unit_price": "2.5" }] })
    }

    async fn order(&self) -> Value {
        self.clerk.done(&format!("{INBOUND}/add"), self.inbound(1)).await
    }

    async fn row(&self, order: &Value) -> Value {
        self.clerk.got(&format!("{INBOUND}/edit?id={}", order["id"])).await["row"].clone()
    }

    async fn delete(&self, orders: &[&Value]) -> Value {
        let ids: Vec<String> = orders.iter().map(|order| format!("ids[]={}", order["id"])).collect();
        let asked = self.clerk.ask(Method::DELETE, &format!("{INBOUND}/del?{}", ids.join("&")));
        asked.send().await.expect("an answer").json().await.expect("JSON")
    }
}

#[tokio::test]
async fn an_id_of_another_order_answers_no_false_done() {
    let shop = shop().await;
    let (first, second) = (shop.order().await, shop.order().await);
    let step = |who: &Visitor, action: &str, order: &Value, id: &str| {
        let (who, path, body) = (who.clone(), format!("{INBOUND}/{action}"), json!({ "id": order["id"], "command_id": id }));
        async move { who.post(&path, &body).await }
    };
    for id in ["Conflict", "a", "stock_order", "0", &"x".repeat(64)] {
        let first = shop.order().await;
        assert_eq!(step(&shop.clerk, "audit", &first, id).await["data"]["repeated"], false, "{id}");
        assert_eq!(step(&shop.clerk, "audit", &first, id).await["data"]["repeated"], true, "{id}");
    }
    assert_eq!(step(&shop.clerk, "audit", &first, "mine").await["code"], 1);
    for (action, order) in [("audit", &second), ("stock", &first), ("takeBack", &first)] {
        let answer = step(&shop.clerk, action, order, "mine").await;
        assert_eq!((answer["code"].as_i64(), answer["data"]["key"].as_str()), (Some(0), Some("error.command_reused")), "{action}: {answer}");
        assert!(!answer.to_string().contains(first["inbound_order_no"].as_str().expect("a number")), "it names an order: {answer}");
    }
    let mut body = shop.inbound(1);
    body["command_id"] = "mine".into();
    let added = shop.clerk.post(&format!("{INBOUND}/add"), &body).await;
    assert_eq!(added["data"]["key"], "error.command_reused", "{added}");
    assert_eq!(shop.row(&second).await["status"], 0, "nothing was done");
    // Another person's ids are free, and tell nothing.
    let answer = step(&shop.other, "audit", &second, "mine").await;
    assert_eq!((answer["code"].as_i64(), answer["data"]["repeated"].as_bool()), (Some(1), Some(false)), "{answer}");
    body["command_id"] = "a".into();
    let added = shop.other.done(&format!("{INBOUND}/add"), body).await;
    assert_eq!(added["repeated"], false, "{added}");
    for bad in ["", " ", "a'b", "a\"b", "[1]", "a`b", "a:b", "\u{27e8}a\u{27e9}", &"x".repeat(65), &"x".repeat(1_000_000)] {
        let answer = step(&shop.clerk, "audit", &second, bad).await;
        assert_eq!(answer["code"], 0, "{}", &bad[..bad.len().min(20)]);
    }
    assert_eq!(shop.world.node.store().check().await.expect("a check").findings, vec![]);
}

#[tokio::test]
async fn edits_without_a_version_keep_what_they_do_not_name() {
    let shop = shop().await;
    let order = shop.order().await;
    for round in 0..20 {
        let (remark, quantity) = (format!("round {round}"), round + 2);
        let lines = shop.inbound(quantity)["lines"].clone();
        let edit = |who: &Visitor, mut body: Value| {
            body["id"] = order["id"].clone();
            let who = who.clone();
            async move { who.post(&format!("{INBOUND}/edit"), &body).await }
        };
        let (one, two) = tokio::join!(edit(&shop.clerk, json!({ "remark": remark })), edit(&shop.other, json!({ "lines": lines })));
        assert_eq!((one["code"].as_i64(), two["code"].as_i64()), (Some(1), Some(1)), "{one} {two}");
        let row = shop.row(&order).await;
        assert_eq!(
            (row["remark"].as_str(), row["lines"][0]["quantity"].as_str()),
            (Some(remark.as_str()), Some(quantity.to_string().as_str())),
            "{row}"
        );
    }
    let wrong = shop.clerk.post(&format!("{INBOUND}/edit"), &json!({ "id": order["id"], "supplier_id": 77 })).await;
    assert_eq!((wrong["code"].as_i64(), wrong["data"]["field"].as_str()), (Some(0), Some("supplier_id")), "{wrong}");
}

#[tokio::test]
async fn orders_are_deleted_together_or_the_one_that_can_not_is_named() {
    let shop = shop().await;
    let orders = [shop.order().await, shop.order().await, shop.order().await];
    shop.clerk.done(&format!("{INBOUND}/audit"), json!({ "id": orders[1]["id"] })).await;
    let answer = shop.delete(&[&orders[0], &orders[1], &orders[2]]).await;
    let number = orders[1]["inbound_order_no"].as_str().expect("a number");
    assert_eq!((answer["code"].as_i64(), answer["data"]["key"].as_str()), (Some(0), Some("order.transition")), "{answer}");
    assert_eq!((&answer["data"]["id"], &answer["data"]["order_no"]), (&orders[1]["id"], &json!(number)), "{answer}");
    assert!(answer["msg"].as_str().is_some_and(|text| text.contains(number)), "{answer}");
    let missing = json!({ "id": 99 });
    assert_eq!(shop.delete(&[&orders[0], &missing]).await["data"]["id"], 99);
    let listed = async || shop.clerk.got(&format!("{INBOUND}/index")).await["total"].clone();
    assert_eq!(listed().await, 3, "nothing was deleted");
    assert_eq!(shop.delete(&[&orders[0], &orders[2], &orders[0]]).await["code"], 1);
    assert_eq!(listed().await, 1);
    let again = shop.delete(&[&orders[0]]).await;
    assert_eq!((again["code"].as_i64(), again["data"]["key"].as_str()), (Some(0), Some("error.not_found")), "{again}");
    assert_eq!(shop.world.node.store().check().await.expect("a check").findings, vec![]);
}
