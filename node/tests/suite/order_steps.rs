//! What clerks do with orders beyond review and stock: review and stock in one, tolerances, reversals, picks, parcels,
//! back orders; also by people with few rights, and with command ids used twice.

use entrepot::config::services::ServiceSettings;
use entrepot::http::routes::Routes;
use entrepot::identity::rule_seeds;
use entrepot::server::endpoints::Families;
use serde_json::{Value, json};

use crate::world::{PASSWORD, Visitor, World};

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const OUTBOUND: &str = "/admin/warehouse.OutboundOrder";

pub struct Shop {
    pub world: World,
    pub clerk: Visitor,
    pub warehouse: i64,
    pub supplier: i64,
    pub customer: i64,
    pub carrier: i64,
    pub product: i64,
}

pub async fn shop(warehouse: Value) -> Shop {
    shop_with(ServiceSettings::default(), warehouse).await
}

/// The same with services of its own.
pub async fn shop_with(services: ServiceSettings, warehouse: Value) -> Shop {
    let world = World::start(services).await;
    world.node.store().seed_rules(&rule_seeds::seeds(&Routes::of::<Families>().accesses()), world.node.now()).await.expect("rules");
    let clerk = world.admin().await;
    let add = async |controller: &str, body: Value| clerk.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id");
    let unit = add("warehouse.Unit", json!({ "name": "piece" })).await;
    let mut house = json!({ "name": "Main", "serial_no": "W1" });
    for (name, value) in warehouse.as_object().expect("fields") {
        house[name] = value.clone();
    }
    let warehouse = add("warehouse.Warehouse", house).await;
    let supplier = add("warehouse.Supplier", json!({ "name": "Supplier" })).await;
    let customer = add("warehouse.Customer", json!({ "name": "Customer" })).await;
    let carrier = add("warehouse.Carrier", json!({ "name": "Carrier" })).await;
    let product = add("warehouse.Product", json!({ "product_no": "P1", "name": "Pen", "unit_id": unit })).await;
    Shop { world, clerk, warehouse, supplier, customer, carrier, product }
}

impl Shop {
    pub fn inbound(&self, quantity: i64) -> Value {
        json!({ "warehouses_id": self.warehouse, "supplier_id": self.supplier, "type": 10,
                "lines": [{ "product_id": self.product, "quantity": quantity, "unit_price": "2.5" }] })
    }

    pub fn outbound(&self, quantity: i64) -> Value {
        json!({ "warehouses_id": self.warehouse, "customer_id": self.customer, "type": 10,
                "lines": [{ "product_id": self.product, "quantity": quantity, "unit_price": "4" }] })
    }

    /// Goods of a batch, at a price.
    pub async fn arrived(&self, quantity: i64, price: &str, batch: &str, expiry: &str) -> Value {
        let mut body = self.inbound(quantity);
        body["lines"][0]["unit_price"] = price.into();
        body["lines"][0]["batch_number"] = batch.into();
        body["lines"][0]["expiry_date"] = expiry.into();
        let order = self.clerk.done(&format!("{INBOUND}/add"), body).await;
        self.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": order["id"] })).await
    }

    pub async fn row(&self, path: &str, order: &Value) -> Value {
        self.clerk.got(&format!("{path}/edit?id={}", order["id"])).await["row"].clone()
    }

    /// The rules of these rights, with the pages above them.
    pub async fn rules(&self, rights: &[&str]) -> Vec<i64> {
        fn collect(rows: &Value, wanted: &[&str], into: &mut Vec<i64>) {
            for row in rows.as_array().into_iter().flatten() {
                let own = row["name"].as_str().unwrap_or_default();
                if wanted.iter().any(|name| name.eq_ignore_ascii_case(own) || name.starts_with(&format!("{own}/"))) {
                    into.push(row["id"].as_i64().expect("an id"));
                }
                collect(&row["children"], wanted, into);
            }
        }
        let mut rules = Vec::new();
        collect(&self.clerk.got("/admin/auth.Rule/index").await["list"], rights, &mut rules);
        rules
    }

    /// Somebody with these rights in this warehouse; the pages above them come with them.
    pub async fn person(&self, name: &str, rights: &[&str]) -> Visitor {
        let rules = self.rules(rights).await;
        let group = json!({ "name": name, "pid": 0, "rules": rules, "warehouses": [self.warehouse] });
        let group = self.clerk.done("/admin/auth.Group/add", group).await["id"].clone();
        let account = json!({ "username": name, "nickname": name, "password": PASSWORD, "group_arr": [group] });
        self.clerk.done("/admin/auth.Admin/add", account).await;
        let answer = self.world.visitor().done("/admin/Index/login", json!({ "username": name, "password": PASSWORD })).await;
        self.world.visitor().with("batoken", answer["userInfo"]["token"].as_str().expect("a token"))
    }

    async fn on_hand(&self) -> Vec<(String, String)> {
        let list = self.clerk.got("/admin/warehouse.Inventory/index?order=batch_number,asc").await["list"].clone();
        let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
        list.as_array().expect("rows").iter().map(|row| (text(row, "batch_number"), text(row, "total_quantity"))).collect()
    }

    pub async fn books_are_right(&self) {
        assert_eq!(self.world.node.store().check().await.expect("a check").findings, vec![]);
    }
}

pub fn key(answer: &Value) -> &str {
    answer["data"]["key"].as_str().unwrap_or_default()
}

pub fn field(answer: &Value) -> (&str, &str) {
    (answer["data"]["field"].as_str().unwrap_or_default(), key(answer))
}

#[tokio::test]
async fn review_and_stock_are_two_commands_in_one_request() {
    let shop = shop(json!({})).await;
    let order = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(4)).await;
    let body = json!({ "id": order["id"], "command_id": "both" });
    let reviewer = shop.person("reviewer", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/audit"]).await;
    assert_eq!(reviewer.post(&format!("{INBOUND}/reviewStock"), &body).await["code"], 401);
    assert_eq!(shop.row(INBOUND, &order).await["status"], 0);
    let first = shop.clerk.done(&format!("{INBOUND}/reviewStock"), body.clone()).await;
    let again = shop.clerk.done(&format!("{INBOUND}/reviewStock"), body.clone()).await;
    assert_eq!((&first["status"], &first["repeated"], &again["repeated"]), (&json!(2), &json!(false), &json!(true)));
    let history = shop.row(INBOUND, &order).await["history"].clone();
    let actions: Vec<&str> = history.as_array().expect("entries").iter().filter_map(|entry| entry["action"].as_str()).collect();
    assert_eq!(actions, ["add", "audit", "stock"]);
    let other = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(4)).await;
    let reused = shop.clerk.post(&format!("{INBOUND}/reviewStock"), &json!({ "id": other["id"], "command_id": "both" })).await;
    assert_eq!((reused["code"].as_i64(), key(&reused)), (Some(0), "error.command_reused"), "{reused}");
    assert_eq!(shop.row(INBOUND, &other).await["status"], 0);
    assert_eq!(shop.on_hand().await, [(String::new(), "4".to_owned())]);
    shop.books_are_right().await;
}

#[tokio::test]
async fn four_eyes_are_asked_by_amount_and_once_two_people_may_review() {
    let shop = shop(json!({ "four_eyes_from": "20" })).await;
    let rights = ["index", "add", "edit", "audit", "stock"].map(|right| format!("warehouse/inboundOrder/{right}"));
    let rights: Vec<&str> = rights.iter().map(String::as_str).collect();
    let one = shop.person("one", &rights).await;
    let audit = async |who: &Visitor, order: &Value, more: Value| {
        let mut body = json!({ "id": order["id"] });
        more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        who.post(&format!("{INBOUND}/audit"), &body).await
    };
    let small = one.done(&format!("{INBOUND}/add"), shop.inbound(7)).await;
    let large = one.done(&format!("{INBOUND}/add"), shop.inbound(8)).await;
    let refused = audit(&one, &large, json!({ "overrule": true, "reason": "I may" })).await;
    assert_eq!(key(&refused), "order.four_eyes", "{refused}");
    assert_eq!(audit(&one, &small, json!({})).await["code"], 1);
    let own = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(8)).await;
    assert_eq!(key(&audit(&shop.clerk, &own, json!({})).await), "order.four_eyes");
    assert_eq!(field(&audit(&shop.clerk, &own, json!({ "overrule": true })).await), ("reason", "error.required"));
    let answer = audit(&shop.clerk, &own, json!({ "overrule": true, "reason": "nobody else is here" })).await;
    assert_eq!(answer["code"], 1, "{answer}");
    let entry = shop.row(INBOUND, &own).await["history"][1].clone();
    assert_eq!((&entry["overruled"], &entry["reason"]), (&json!(true), &json!("nobody else is here")));
    // With a second person who may review here, the smallest order needs them too.
    let two = shop.person("two", &rights).await;
    let tiny = one.done(&format!("{INBOUND}/add"), shop.inbound(1)).await;
    assert_eq!(key(&audit(&one, &tiny, json!({})).await), "order.four_eyes");
    assert_eq!(audit(&two, &tiny, json!({})).await["code"], 1);
}

#[tokio::test]
async fn more_than_ordered_comes_in_only_within_the_tolerance_or_with_the_right() {
    let shop = shop(json!({ "over_receipt": "10" })).await;
    let order = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(10)).await;
    shop.clerk.done(&format!("{INBOUND}/audit"), json!({ "id": order["id"] })).await;
    let receive = |quantity: i64| json!({ "id": order["id"], "lines": [{ "line": 1, "quantity": quantity }] });
    let clerk = shop.person("clerk", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/stock"]).await;
    let refused = clerk.post(&format!("{INBOUND}/stock"), &receive(12)).await;
    assert_eq!(field(&refused), ("lines[0].quantity", "error.quantity.over"), "{refused}");
    assert_eq!(clerk.done(&format!("{INBOUND}/stock"), receive(9)).await["status"], 1);
    assert_eq!(clerk.done(&format!("{INBOUND}/stock"), receive(2)).await["status"], 2);
    let more = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(10)).await;
    shop.clerk.done(&format!("{INBOUND}/audit"), json!({ "id": more["id"] })).await;
    let all = json!({ "id": more["id"], "lines": [{ "line": 1, "quantity": 50 }] });
    assert_eq!(shop.clerk.done(&format!("{INBOUND}/stock"), all).await["status"], 2);
    assert_eq!(shop.on_hand().await, [(String::new(), "61".to_owned())]);
    shop.books_are_right().await;
}

#[tokio::test]
async fn a_reversal_takes_back_what_is_still_there_once() {
    let shop = shop(json!({})).await;
    let order = shop.arrived(10, "2", "A", "2999-01-01").await;
    shop.arrived(10, "4", "B", "2999-02-01").await;
    let reverse = |quantity: i64, command: &str| json!({ "id": order["id"], "reason": "wrong goods", "command_id": command, "lines": [{ "line": 1, "quantity": quantity }] });
    let clerk = shop.person("clerk", &["warehouse/inboundOrder/index", "warehouse/inboundOrder/audit", "warehouse/inboundOrder/stock"]).await;
    assert_eq!(clerk.post(&format!("{INBOUND}/reverse"), &reverse(1, "x")).await["code"], 401);
    let first = shop.clerk.done(&format!("{INBOUND}/reverse"), reverse(4, "r1")).await;
    let again = shop.clerk.done(&format!("{INBOUND}/reverse"), reverse(4, "r1")).await;
    assert_eq!((&first["repeated"], &again["repeated"]), (&json!(false), &json!(true)));
    assert_eq!(shop.on_hand().await, [("A".to_owned(), "6".to_owned()), ("B".to_owned(), "10".to_owned())]);
    let row = shop.row(INBOUND, &order).await;
    let counter = row["made"][0].clone();
    assert_eq!((&row["lines"][0]["reversed_quantity"], &counter["reason"], &counter["kind"]), (&json!("4"), &json!("reversal"), &json!("outbound")));
    assert!(counter["number"].as_str().is_some_and(|number| number.starts_with("CK")), "{counter}");
    let made = shop.row(OUTBOUND, &counter).await;
    assert_eq!((&made["type"], &made["status"], &made["allowed"]), (&json!(20), &json!(2), &json!([])));
    assert_eq!((&made["origin"]["id"], &made["total_amount"]), (&order["id"], &json!("8.00")));
    // The average is that of what is left: 6 at 2 and 10 at 4.
    let cost = shop.clerk.got("/admin/warehouse.Inventory/index").await["list"][0]["average_cost"].clone();
    assert!(cost.as_str().is_some_and(|cost| cost.starts_with("3.25")), "{cost}");
    let beyond = shop.clerk.post(&format!("{INBOUND}/reverse"), &reverse(7, "r2")).await;
    assert_eq!(field(&beyond), ("lines[0].quantity", "error.quantity.reversible"), "{beyond}");
    let back = shop.clerk.post(&format!("{OUTBOUND}/reverse"), &json!({ "id": counter["id"], "reason": "after all" })).await;
    assert_eq!(key(&back), "order.transition", "{back}");
    // Others have what is left reserved, then take it.
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(3)).await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sale["id"] })).await;
    let refused = shop.clerk.post(&format!("{INBOUND}/reverse"), &reverse(6, "r3")).await;
    assert_eq!((key(&refused), &refused["data"]["lines"][0]["reason"]), ("stock.blocked", &json!("reserved")), "{refused}");
    shop.clerk.done(&format!("{OUTBOUND}/stock"), json!({ "id": sale["id"] })).await;
    let refused = shop.clerk.post(&format!("{INBOUND}/reverse"), &reverse(6, "r4")).await;
    assert_eq!((&refused["data"]["lines"][0]["reason"], &refused["data"]["lines"][0]["available"]), (&json!("gone"), &json!("3")), "{refused}");
    // What went out comes back where it was.
    shop.clerk
        .done(&format!("{OUTBOUND}/reverse"), json!({ "id": sale["id"], "reason": "not wanted", "lines": [{ "line": 1, "quantity": 3 }] }))
        .await;
    shop.clerk.done(&format!("{INBOUND}/reverse"), reverse(6, "r5")).await;
    assert_eq!(shop.on_hand().await, [("B".to_owned(), "10".to_owned())]);
    shop.books_are_right().await;
}

#[tokio::test]
async fn picks_say_why_and_are_changed_by_hand_with_a_reason() {
    let shop = shop(json!({})).await;
    shop.arrived(5, "1", "LATE", "2999-09-01").await;
    shop.arrived(5, "1", "SOON", "2999-02-01").await;
    shop.arrived(5, "1", "GONE", "2001-01-01").await;
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(7)).await;
    let picks = async || shop.clerk.got(&format!("{OUTBOUND}/picks?id={}", sale["id"])).await;
    let shown = |list: &Value| -> Vec<(String, String, String)> {
        let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
        list["picks"].as_array().expect("picks").iter().map(|row| (text(row, "batch_number"), text(row, "quantity"), text(row, "why"))).collect()
    };
    let pick = |batch: &str, quantity: &str, why: &str| (batch.to_owned(), quantity.to_owned(), why.to_owned());
    let planned = picks().await;
    assert_eq!((shown(&planned), &planned["reserved"]), (vec![pick("SOON", "5", "expiry"), pick("LATE", "2", "only")], &json!(false)));
    let large = shop.clerk.done(&format!("{OUTBOUND}/add"), shop.outbound(12)).await;
    let short = shop.clerk.got(&format!("{OUTBOUND}/picks?id={}", large["id"])).await;
    assert_eq!((&short["missing"][0]["quantity"], &short["missing"][0]["expired_quantity"]), (&json!("2"), &json!("5")));
    let clerk = shop.person("clerk", &["warehouse/outboundOrder/index", "warehouse/outboundOrder/audit", "warehouse/outboundOrder/stock"]).await;
    let refused = clerk.post(&format!("{OUTBOUND}/audit"), &json!({ "id": large["id"], "expired": true })).await;
    assert_eq!(field(&refused), ("expired", "error.expired.right"), "{refused}");
    let refused = clerk.post(&format!("{OUTBOUND}/audit"), &json!({ "id": large["id"] })).await;
    assert_eq!((key(&refused), &refused["data"]["lines"][0]["expired"]), ("stock.short", &json!("5")), "{refused}");
    clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sale["id"] })).await;
    let swap = |reason: Value| {
        let swap =
            json!({ "line": 1, "product_id": shop.product, "quantity": 3, "from": { "batch_number": "SOON" }, "to": { "batch_number": "late" } });
        json!({ "id": sale["id"], "swaps": [swap], "reason": reason })
    };
    assert_eq!(clerk.post(&format!("{OUTBOUND}/pick"), &swap(json!("damp"))).await["code"], 401);
    let refused = shop.clerk.post(&format!("{OUTBOUND}/pick"), &swap(Value::Null)).await;
    assert_eq!(field(&refused), ("reason", "error.pick.reason"), "{refused}");
    shop.clerk.done(&format!("{OUTBOUND}/pick"), swap(json!("SOON is damp"))).await;
    let held = picks().await;
    let mut now = shown(&held);
    now.sort();
    assert_eq!(now, vec![pick("LATE", "5", "chosen"), pick("SOON", "2", "only")]);
    let row = shop.row(OUTBOUND, &sale).await;
    let kept = &row["swaps"][0];
    assert_eq!(
        (&kept["proposed"]["batch_number"], &kept["taken"]["batch_number"], &kept["reason"]),
        (&json!("SOON"), &json!("LATE"), &json!("SOON is damp"))
    );
    // A part leaves from where the clerk says, of what is reserved there; the rest as it is proposed.
    let part = |quantity: i64, batch: &str| json!({ "line": 1, "quantity": quantity, "from": { "batch_number": batch } });
    let moving = |parts: Value| json!({ "id": sale["id"], "lines": parts });
    let refused = clerk.post(&format!("{OUTBOUND}/stock"), &moving(json!([part(3, "SOON")]))).await;
    assert_eq!((key(&refused), &refused["data"]["lines"][0]["available"]), ("stock.short", &json!("2")), "{refused}");
    clerk.done(&format!("{OUTBOUND}/stock"), moving(json!([part(4, "late"), part(1, "SOON")]))).await;
    assert_eq!(shown(&picks().await), [pick("SOON", "1", "only"), pick("LATE", "1", "chosen")]);
    clerk.done(&format!("{OUTBOUND}/stock"), json!({ "id": sale["id"] })).await;
    assert_eq!(shop.on_hand().await, [("GONE".to_owned(), "5".to_owned()), ("SOON".to_owned(), "3".to_owned())]);
    shop.books_are_right().await;
    // Who may send out expired goods says so; usable ones go first.
    shop.clerk.done(&format!("{OUTBOUND}/edit"), json!({ "id": large["id"], "lines": shop.outbound(4)["lines"] })).await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": large["id"], "expired": true })).await;
    shop.clerk.done(&format!("{OUTBOUND}/stock"), json!({ "id": large["id"], "expired": true })).await;
    assert_eq!(shop.on_hand().await, [("GONE".to_owned(), "4".to_owned())]);
    shop.books_are_right().await;
}

#[tokio::test]
async fn what_a_supplier_still_owes_becomes_a_new_order() {
    let shop = shop(json!({})).await;
    let order = shop.clerk.done(&format!("{INBOUND}/add"), shop.inbound(10)).await;
    shop.clerk.done(&format!("{INBOUND}/audit"), json!({ "id": order["id"] })).await;
    shop.clerk.done(&format!("{INBOUND}/stock"), json!({ "id": order["id"], "lines": [{ "line": 1, "quantity": 4 }] })).await;
    let closing = json!({ "id": order["id"], "reason": "the rest comes later", "back_order": true, "command_id": "close" });
    shop.clerk.done(&format!("{INBOUND}/close"), closing.clone()).await;
    assert_eq!(shop.clerk.done(&format!("{INBOUND}/close"), closing).await["repeated"], true);
    let row = shop.row(INBOUND, &order).await;
    assert_eq!((&row["status"], row["made"].as_array().map(Vec::len)), (&json!(2), Some(1)));
    let rest = shop.row(INBOUND, &row["made"][0]).await;
    assert_eq!((&rest["status"], &rest["total_quantity"], &rest["supplier_id"]), (&json!(0), &json!("6"), &row["supplier_id"]));
    assert_eq!((&rest["origin"]["reason"], &rest["inbound_order_no"]), (&json!("back_order"), &row["made"][0]["number"]));
    shop.clerk.done(&format!("{INBOUND}/reviewStock"), json!({ "id": rest["id"] })).await;
    assert_eq!(shop.on_hand().await, [(String::new(), "10".to_owned())]);
    shop.books_are_right().await;
}

#[tokio::test]
async fn goods_leave_in_parcels_and_the_rest_becomes_a_back_order() {
    let shop = shop(json!({})).await;
    shop.arrived(6, "1", "", "").await;
    let mut body = shop.outbound(5);
    body["shipment_status"] = json!(1);
    let sale = shop.clerk.done(&format!("{OUTBOUND}/add"), body).await;
    shop.clerk.done(&format!("{OUTBOUND}/audit"), json!({ "id": sale["id"] })).await;
    let listed = async |status: i64| {
        let search = format!("search[0][field]=shipment_status&search[0][operator]=%3D&search[0][val]={status}");
        shop.clerk.got(&format!("{OUTBOUND}/index?{search}")).await["total"].as_i64()
    };
    let part = json!({ "id": sale["id"], "lines": [{ "line": 1, "quantity": 3 }], "carrier_id": shop.carrier, "courier_number": "SF1" });
    let mut nowhere = part.clone();
    nowhere["carrier_id"] = json!(99);
    assert_eq!(field(&shop.clerk.post(&format!("{OUTBOUND}/stock"), &nowhere).await), ("parcels[0].carrier_id", "error.reference"));
    shop.clerk.done(&format!("{OUTBOUND}/stock"), part).await;
    let row = shop.row(OUTBOUND, &sale).await;
    assert_eq!((&row["shipment_status"], &row["courier_number"], &row["carrier"]["name"]), (&json!(1), &json!("SF1"), &json!("Carrier")));
    assert!(row["shipment_time"].as_i64().is_some_and(|time| time > 0), "{row}");
    assert_eq!((listed(0).await, listed(1).await), (Some(0), Some(1)));
    let closing = json!({ "id": sale["id"], "reason": "the rest comes later", "back_order": true, "command_id": "close" });
    shop.clerk.done(&format!("{OUTBOUND}/close"), closing.clone()).await;
    assert_eq!(shop.clerk.done(&format!("{OUTBOUND}/close"), closing).await["repeated"], true);
    let row = shop.row(OUTBOUND, &sale).await;
    assert_eq!((&row["status"], &row["shipment_status"]), (&json!(2), &json!(2)));
    assert_eq!((listed(2).await, row["made"].as_array().map(Vec::len)), (Some(1), Some(1)));
    let rest = shop.row(OUTBOUND, &row["made"][0]).await;
    assert_eq!((&rest["status"], &rest["total_quantity"], &rest["origin"]["reason"]), (&json!(0), &json!("2"), &json!("back_order")));
    assert_eq!((&rest["outbound_order_no"], &rest["shipment_status"]), (&row["made"][0]["number"], &json!(1)));
    // Its number is the next one, and it goes its way like any other order.
    shop.clerk.done(&format!("{OUTBOUND}/reviewStock"), json!({ "id": rest["id"] })).await;
    let parcels = json!({ "id": rest["id"], "parcels": [
        { "courier_number": "A", "lines": [{ "line": 1, "quantity": 1 }] }, { "carrier_id": shop.carrier } ] });
    let clerk = shop.person("clerk", &["warehouse/outboundOrder/index", "warehouse/outboundOrder/stock"]).await;
    assert_eq!(clerk.post(&format!("{OUTBOUND}/parcels"), &parcels).await["code"], 401);
    shop.clerk.done(&format!("{OUTBOUND}/parcels"), parcels).await;
    let row = shop.row(OUTBOUND, &rest).await;
    assert_eq!((&row["shipment_status"], row["parcels"].as_array().map(Vec::len)), (&json!(2), Some(2)));
    assert_eq!(shop.on_hand().await, [(String::new(), "1".to_owned())]);
    shop.books_are_right().await;
}
