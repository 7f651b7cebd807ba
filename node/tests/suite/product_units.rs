//! Boxes and pieces: units of products, and orders that are entered in them.

use serde_json::{Value, json};

use crate::stock_count::from_file;
use crate::support::{Client, Node, admins, run};

async fn id(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

#[tokio::test]
async fn an_order_is_entered_in_boxes_and_stock_is_in_pieces() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss", "clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (boss, clerk) = (node.login("boss").await, node.login("clerk").await);
    let ids = boss.master_data().await;
    let box_unit = id(&boss, "warehouse.Unit", json!({ "name": "box", "decimals": 1 })).await;
    let piece = boss.get("/admin/warehouse.Product/index").await["data"]["list"][0]["unit_id"].clone();
    let refused = async |body: Value| {
        let answer = boss.post("/admin/warehouse.ProductUnit/add", &body).await;
        (answer["data"]["field"].clone(), answer["data"]["key"].clone())
    };
    let wrong = |field: &str, key: &str| (json!(field), json!(key));
    let body = |unit: &Value, factor: Value| json!({ "product_id": ids.product, "unit_id": unit, "factor": factor });
    assert_eq!(refused(body(&json!(box_unit), json!(0))).await, wrong("factor", "error.number.positive"));
    assert_eq!(refused(body(&json!(box_unit), json!("1.00001"))).await, wrong("factor", "error.number.precision"));
    assert_eq!(refused(body(&piece, json!(12))).await, wrong("unit_id", "error.unit.base"));
    let boxes = id(&boss, "warehouse.ProductUnit", body(&json!(box_unit), json!("12"))).await;
    assert_eq!(refused(body(&json!(box_unit), json!(10))).await, wrong("unit_id", "error.unique"));
    let base = boss.post("/admin/warehouse.Product/edit", &json!({ "id": ids.product, "unit_id": box_unit })).await;
    assert_eq!((base["data"]["field"].clone(), base["data"]["key"].clone()), wrong("unit_id", "error.unit.others"), "{base}");
    let product = boss.get("/admin/warehouse.Product/index").await["data"]["list"][0].clone();
    assert_eq!((product["units"][0]["unit_id"].clone(), product["units"][0]["factor"].clone()), (json!(box_unit), json!("12")), "{product}");

    let entered = |quantity: &str, unit: i64| {
        let mut body = ids.inbound(1);
        body["lines"][0]["quantity"] = json!(quantity);
        body["lines"][0]["unit_id"] = json!(unit);
        body
    };
    // A tenth of a box of 12 is no whole piece, a hundredth is no quantity of boxes, and a pallet is no unit of it.
    for (quantity, unit, field, key) in [
        ("0.1", box_unit, "lines[0].quantity", "error.quantity.exact"),
        ("0.01", box_unit, "lines[0].quantity", "error.quantity.unit"),
        ("1", 999_999, "lines[0].unit_id", "error.reference"),
    ] {
        let answer = clerk.post("/admin/warehouse.InboundOrder/add", &entered(quantity, unit)).await;
        assert_eq!((answer["data"]["field"].clone(), answer["data"]["key"].clone()), wrong(field, key), "{answer}");
    }
    let order = clerk.done("/admin/warehouse.InboundOrder/add", entered("2.5", box_unit)).await;
    let detail = format!("/admin/warehouse.InboundOrder/edit?id={}", order["id"]);
    let line = async || clerk.get(&detail).await["data"]["row"]["lines"][0].clone();
    let figures = |line: &Value| ["quantity", "entered_unit_id", "entered_quantity", "factor", "total_price"].map(|name| line[name].clone());
    let in_boxes = [json!("30"), json!(box_unit), json!("2.5"), json!("12"), json!("75.00")];
    let shown = line().await;
    assert_eq!(figures(&shown), in_boxes, "{shown}");
    assert_eq!((shown["entered_unit"]["name"].clone(), shown["product"]["units"][0]["name"].clone()), (json!("box"), json!("box")), "{shown}");

    // A file names the unit of a quantity in a column of its own.
    let fields = |dry: &str| {
        let supplier = ids.inbound(1)["supplier_id"].to_string();
        vec![("warehouses_id", ids.warehouse.to_string()), ("type", "10".to_owned()), ("supplier_id", supplier), ("dry", dry.to_owned())]
    };
    let head = "Product no.,Quantity,Unit,Unit price\nP1,2,Box,1\nP1,3,,1\n";
    let faulty = from_file(&clerk, "warehouse.InboundOrder", &format!("{head}P1,1,pallet,1\n"), &fields("1")).await["data"].clone();
    assert_eq!((&faulty["errors"][0]["row"], &faulty["errors"][0]["column"]), (&json!(4), &json!("Unit")), "{faulty}");
    let made = from_file(&clerk, "warehouse.InboundOrder", head, &fields("0")).await["data"]["id"].clone();
    let lines = clerk.get(&format!("/admin/warehouse.InboundOrder/edit?id={made}")).await["data"]["row"]["lines"].clone();
    assert_eq!(
        (&lines[0]["quantity"], &lines[0]["entered_unit_id"], &lines[1]["quantity"]),
        (&json!("24"), &json!(box_unit), &json!("3")),
        "{lines}"
    );
    // Boxes of 10 from now on: the order stays what it was, however it comes back.
    boss.done("/admin/warehouse.ProductUnit/edit", json!({ "id": boxes, "factor": 10 })).await;
    clerk.done("/admin/warehouse.InboundOrder/edit", json!({ "id": order["id"], "remark": "as it was" })).await;
    let row = clerk.get(&detail).await["data"]["row"].clone();
    clerk.done("/admin/warehouse.InboundOrder/edit", row).await;
    assert_eq!(figures(&line().await), in_boxes);
    for step in ["audit", "stock"] {
        boss.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": order["id"] })).await;
    }
    assert_eq!(boss.get("/admin/warehouse.Product/index").await["data"]["list"][0]["total_stock_num"], "30");
    let ledger = boss.get("/admin/warehouse.InventoryRecord/index").await["data"]["list"][0].clone();
    assert_eq!(ledger["quantity"], "30", "{ledger}");
    // An outbound order of three new boxes takes all of it.
    let mut body = ids.outbound(3);
    body["lines"][0]["unit_id"] = json!(box_unit);
    let out = clerk.done("/admin/warehouse.OutboundOrder/add", body).await;
    for step in ["audit", "stock"] {
        boss.done(&format!("/admin/warehouse.OutboundOrder/{step}"), json!({ "id": out["id"] })).await;
    }
    assert_eq!(boss.get("/admin/warehouse.Product/index").await["data"]["list"][0]["total_stock_num"], "0");
    // The quantities of an order are in one unit, or their sum says nothing.
    let units = boss.get("/admin/warehouse.Unit/index?isTree=false").await["data"]["list"].clone();
    let own = units.as_array().expect("units").iter().find(|unit| unit["id"] == piece).expect("the unit")["name"].clone();
    let oil = id(&boss, "warehouse.Product", json!({ "product_no": "P9", "name": "Oil", "unit_id": box_unit })).await;
    let mut mixed = ids.inbound(1);
    mixed["lines"] = json!([mixed["lines"][0], { "product_id": oil, "quantity": 2, "unit_price": 1 }]);
    let mixed = clerk.done("/admin/warehouse.InboundOrder/add", mixed).await["id"].clone();
    let list = clerk.get("/admin/warehouse.InboundOrder/index?order=id,asc").await["data"]["list"].clone();
    assert_eq!((&list[0]["unit"]["name"], &list[2]["id"], &list[2]["unit"]), (&own, &mixed, &Value::Null), "{list}");
    for (order, unit) in [(&order["id"], &own), (&mixed, &Value::Null)] {
        let row = clerk.get(&format!("/admin/warehouse.InboundOrder/edit?id={order}")).await["data"]["row"].clone();
        assert_eq!(&row["unit"]["name"], unit, "{row}");
    }
    assert!(node.stop().await, "it drains and ends well");
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
}
