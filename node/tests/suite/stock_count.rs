//! Stock-taking and adjustments, as clerks and reviewers do them.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Client, Ids, Node, admins, run};

const COUNT: &str = "/admin/warehouse.StockCount";
const ADJUST: &str = "/admin/warehouse.AdjustmentOrder";

/// Takes an order of some kind through its steps.
async fn through(client: &Client, reviewer: &Client, path: &str, body: Value, moves: &str) -> Value {
    let order = client.done(&format!("{path}/add"), body).await["id"].clone();
    reviewer.done(&format!("{path}/audit"), json!({ "id": order })).await;
    client.done(&format!("{path}/{moves}"), json!({ "id": order })).await
}

async fn receive(client: &Client, ids: Ids, quantity: i64) {
    through(client, client, "/admin/warehouse.InboundOrder", ids.inbound(quantity), "stock").await;
}

async fn on_hand(client: &Client, ids: Ids) -> String {
    let answer = client
        .get(&format!(
            "/admin/warehouse.Inventory/index?zero=1&search[0][field]=warehouses_id&search[0][operator]=eq&search[0][val]={}",
            ids.warehouse
        ))
        .await;
    answer["data"]["list"][0]["total_quantity"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

async fn lines(client: &Client, sheet: &Value, view: &str) -> Vec<Value> {
    let answer = client.get(&format!("{COUNT}/lines?id={sheet}&view={view}")).await;
    answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

async fn key(client: &Client, path: &str, body: Value) -> Value {
    client.post(&format!("{COUNT}/{path}"), &body).await["data"]["key"].clone()
}

#[tokio::test]
async fn goods_are_counted_twice_reviewed_by_somebody_else_and_moves_in_between_stay() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "second", "boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (clerk, second, boss) = (node.login("clerk").await, node.login("second").await, node.login("boss").await);
    let ids = clerk.master_data().await;
    receive(&clerk, ids, 20).await;
    // An outbound order holds most of it.
    let held = clerk.done("/admin/warehouse.OutboundOrder/add", ids.outbound(16)).await["id"].clone();
    boss.done("/admin/warehouse.OutboundOrder/audit", json!({ "id": held })).await;

    let made = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": ids.warehouse, "command_id": "sheet" })).await;
    let sheet = made["id"].clone();
    assert!(made["count_no"].as_str().is_some_and(|number| number.starts_with("PD") && number.ends_with("0001")), "{made}");
    let again = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": ids.warehouse, "command_id": "sheet" })).await;
    assert_eq!((again["id"].clone(), again["repeated"].clone()), (sheet.clone(), json!(true)));
    assert_eq!(key(&clerk, "submit", json!({ "id": sheet })).await, "count.nothing");

    // A client has no book figure to send, and of a blind sheet none to see.
    let refused = clerk.post(&format!("{COUNT}/count"), &json!({ "id": sheet, "line": 1, "quantity": 14, "book_quantity": 20 })).await;
    assert_eq!(refused["data"]["field"], "book_quantity", "{refused}");
    let first = clerk.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 1, "quantity": 14, "command_id": "r1" })).await;
    assert_eq!((first["recount"].clone(), first["counted_count"].clone()), (json!(true), json!(1)), "6 of 20 are more than 10 percent");
    let repeated = clerk.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 1, "quantity": 14, "command_id": "r1" })).await;
    assert_eq!(repeated["repeated"], true);
    let seen = &lines(&boss, &sheet, "all").await[0];
    assert_eq!(
        (seen["state"].clone(), seen["book_quantity"].clone(), seen["results"].as_array().map(Vec::len)),
        (json!("counted"), Value::Null, Some(1))
    );
    assert_eq!(key(&clerk, "submit", json!({ "id": sheet })).await, "count.recount_first");

    // Goods come in before the second count, which finds the same difference: both results stay.
    receive(&clerk, ids, 3).await;
    let other = second.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 1, "quantity": 17, "reason": "box was empty" })).await;
    assert_eq!(other["recount"], false);
    let counting = boss.get(&format!("{COUNT}/detail?id={sheet}")).await["data"]["row"].clone();
    assert_eq!((&counting["shows_books"], &counting["difference_amount"]), (&json!(false), &Value::Null), "{counting}");
    let submitted = clerk.done(&format!("{COUNT}/submit"), json!({ "id": sheet })).await;
    assert_eq!(submitted["status"], 1);
    let line = &lines(&boss, &sheet, "different").await[0];
    for (field, value) in [("book_quantity", "23"), ("difference_quantity", "-6"), ("difference_amount", "-15.00"), ("reason", "box was empty")] {
        assert_eq!(line[field], value, "{field}: {line}");
    }
    assert_eq!(line["results"].as_array().map(Vec::len), Some(2));
    let review = boss.get(&format!("{COUNT}/detail?id={sheet}")).await["data"]["row"].clone();
    assert_eq!(review["difference_amount"], "-15.00", "{review}");
    receive(&clerk, ids, 2).await;
    assert_eq!(key(&second, "post", json!({ "id": sheet })).await, "count.reviewer");
    let posted = boss.done(&format!("{COUNT}/post"), json!({ "id": sheet, "command_id": "post" })).await;
    assert_eq!(posted["status"], 2);
    let again = boss.done(&format!("{COUNT}/post"), json!({ "id": sheet, "command_id": "post" })).await;
    assert_eq!((again["repeated"].clone(), again["version"].clone()), (json!(true), posted["version"].clone()));
    assert_eq!(on_hand(&clerk, ids).await, "19", "20 + 3 + 2 - 6");

    // 17 lie there of 20 + 5: 19 after the count, 16 of them reserved, so nobody lost goods.
    let detail = boss.get(&format!("{COUNT}/detail?id={sheet}")).await["data"]["row"].clone();
    assert_eq!((detail["posting"]["different"].clone(), detail["posting"]["lost"].clone()), (json!(1), json!([])), "{detail}");
    let actions: Vec<&str> = detail["history"].as_array().into_iter().flatten().filter_map(|entry| entry["action"].as_str()).collect();
    assert_eq!(actions, ["add", "submit", "post"]);
    let records = boss.get("/admin/warehouse.InventoryRecord/index?search[0][field]=operation_type&search[0][operator]=eq&search[0][val]=50").await;
    let record = &records["data"]["list"][0];
    assert_eq!((record["operation_number"].clone(), record["count_id"].clone()), (detail["count_no"].clone(), sheet.clone()), "{records}");

    // The next count finds so little that the reserved goods are not there: it is posted, and the order is named.
    let next = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": ids.warehouse, "open": true })).await["id"].clone();
    for _ in 0..2 {
        clerk.done(&format!("{COUNT}/count"), json!({ "id": next, "line": 1, "quantity": 10 })).await;
    }
    // Found goods without a line, batch included.
    let found = json!({ "id": next, "product_id": ids.product, "batch_number": "b7", "quantity": 0, "expiry_date": "2031-01-01" });
    assert_eq!(clerk.done(&format!("{COUNT}/count"), found).await["line"], 2);
    clerk.done(&format!("{COUNT}/submit"), json!({ "id": next })).await;
    boss.done(&format!("{COUNT}/post"), json!({ "id": next })).await;
    let detail = boss.get(&format!("{COUNT}/detail?id={next}")).await["data"]["row"].clone();
    let lost = &detail["posting"]["lost"][0];
    assert_eq!((lost["order_id"].clone(), lost["missing_quantity"].clone()), (held.clone(), json!("6")), "{detail}");
    let notifications = clerk.get("/admin/notification.Index/index?limit=50").await.to_string();
    assert!(notifications.contains("count.lost"), "the order's owner is notified: {notifications}");
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
}

#[tokio::test]
async fn boxes_and_pieces_are_counted_in_pieces_and_stay_as_they_were_typed() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (clerk, boss) = (node.login("clerk").await, node.login("boss").await);
    let ids = clerk.master_data().await;
    let unit = boss.done("/admin/warehouse.Unit/add", json!({ "name": "box", "decimals": 1 })).await["id"].clone();
    let boxes = json!({ "product_id": ids.product, "unit_id": unit, "factor": "12" });
    let boxes = boss.done("/admin/warehouse.ProductUnit/add", boxes).await["id"].clone();
    receive(&clerk, ids, 42).await;
    let sheet = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": ids.warehouse, "open": true })).await["id"].clone();
    let line = &lines(&clerk, &sheet, "all").await[0];
    assert_eq!((&line["product"]["units"][0]["unit_id"], &line["product"]["units"][0]["factor"]), (&unit, &json!("12")), "{line}");

    // A tenth of a box is no whole piece, a hundredth is no quantity of boxes, and a figure beside the parts is one too many.
    let part = |unit: &Value, quantity: &str| json!({ "unit_id": unit, "quantity": quantity });
    for (mut body, field, key) in [
        (json!({ "parts": [part(&Value::Null, "4"), part(&unit, "0.1")] }), "parts[1].quantity", "error.quantity.exact"),
        (json!({ "parts": [part(&unit, "0.01")] }), "parts[0].quantity", "error.quantity.unit"),
        (json!({ "parts": [part(&json!(999_999), "1")] }), "parts[0].unit_id", "error.reference"),
        (json!({ "parts": [part(&unit, "3")], "quantity": "4" }), "quantity", "error.count.both"),
        (json!({ "parts": [] }), "quantity", "error.required"),
        (json!({}), "quantity", "error.required"),
    ] {
        body["id"] = sheet.clone();
        body["line"] = json!(1);
        let answer = clerk.post(&format!("{COUNT}/count"), &body).await;
        assert_eq!((answer["data"]["field"].clone(), answer["data"]["key"].clone()), (json!(field), json!(key)), "{answer}");
    }

    let counted = json!({ "id": sheet, "line": 1, "parts": [part(&unit, "3"), part(&Value::Null, "4")] });
    clerk.done(&format!("{COUNT}/count"), counted).await;
    // Found goods are counted in the same way.
    let found = json!({ "id": sheet, "product_id": ids.product, "batch_number": "B2", "parts": [part(&unit, "0.5")] });
    clerk.done(&format!("{COUNT}/count"), found).await;
    // Boxes of 10 from now on: what was counted in boxes of 12 stays.
    boss.done("/admin/warehouse.ProductUnit/edit", json!({ "id": boxes, "factor": 10 })).await;
    let shown = lines(&clerk, &sheet, "all").await;
    assert_eq!((&shown[0]["quantity"], &shown[0]["difference_quantity"]), (&json!("40"), &json!("-2")), "{shown:?}");
    let typed = |line: &Value| -> Vec<[Value; 3]> {
        let parts = line["results"][0]["entered"].as_array().cloned().unwrap_or_default();
        parts.iter().map(|part| ["unit_name", "quantity", "factor"].map(|name| part[name].clone())).collect()
    };
    let words = |unit: &str, quantity: &str, factor: &str| [json!(unit), json!(quantity), json!(factor)];
    assert_eq!(typed(&shown[0]), [words("box", "3", "12"), words("piece", "4", "1")]);
    assert_eq!((&shown[1]["quantity"], typed(&shown[1])), (&json!("6"), vec![words("box", "0.5", "12")]));
    // Counted again by the piece: there is nothing to tell of other units.
    clerk.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 1, "parts": [part(&Value::Null, "40")] })).await;
    assert_eq!(lines(&clerk, &sheet, "all").await[0]["results"][1]["entered"], json!([]));
    clerk.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 2, "quantity": "6" })).await;
    clerk.done(&format!("{COUNT}/submit"), json!({ "id": sheet })).await;
    boss.done(&format!("{COUNT}/post"), json!({ "id": sheet })).await;
    assert_eq!(boss.get("/admin/warehouse.Product/index").await["data"]["list"][0]["total_stock_num"], "46");
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
}

#[tokio::test]
async fn what_nobody_counted_stays_unless_it_is_set_to_zero() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (clerk, boss) = (node.login("clerk").await, node.login("boss").await);
    let ids = clerk.master_data().await;
    let area = clerk.done("/admin/warehouse.WarehouseArea/add", json!({ "warehouses_id": ids.warehouse, "name": "A" })).await["id"].clone();
    for place in [Value::Null, area.clone()] {
        let mut body = ids.inbound(10);
        body["lines"][0]["warehouses_areas_id"] = place;
        through(&clerk, &clerk, "/admin/warehouse.InboundOrder", body, "stock").await;
    }
    let of_area = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": ids.warehouse, "area_ids": [area] })).await;
    assert_eq!(of_area["line_count"], 1);
    let covered = clerk.get(&format!("{COUNT}/detail?id={}", of_area["id"])).await["data"]["row"]["limit_names"].clone();
    assert_eq!(covered, json!({ "areas": ["A"], "categories": [], "products": [] }));
    clerk.done(&format!("{COUNT}/void"), json!({ "id": of_area["id"], "reason": "wrong area" })).await;
    let sheet = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": ids.warehouse, "moved_days": 1 })).await;
    assert_eq!(sheet["line_count"], 2);
    let sheet = sheet["id"].clone();
    clerk.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 1, "quantity": 10 })).await;
    assert_eq!(lines(&clerk, &sheet, "not_counted").await.len(), 1);
    assert_eq!(key(&clerk, "zeroRest", json!({ "id": sheet, "confirmed": 2 })).await, "count.rest");
    clerk.done(&format!("{COUNT}/zeroRest"), json!({ "id": sheet, "confirmed": 1 })).await;
    clerk.done(&format!("{COUNT}/submit"), json!({ "id": sheet })).await;
    // A reviewer may ask again; then the sheet is counted on.
    assert_eq!(boss.done(&format!("{COUNT}/recount"), json!({ "id": sheet, "lines": [2] })).await["status"], 0);
    assert_eq!(key(&clerk, "submit", json!({ "id": sheet })).await, "count.recount_first");
    clerk.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 2, "quantity": 9 })).await;
    clerk.done(&format!("{COUNT}/submit"), json!({ "id": sheet })).await;
    boss.done(&format!("{COUNT}/post"), json!({ "id": sheet })).await;
    let sums = boss.get("/admin/warehouse.Inventory/index").await;
    let mut figures: Vec<&str> = sums["data"]["list"].as_array().into_iter().flatten().filter_map(|row| row["total_quantity"].as_str()).collect();
    figures.sort_unstable();
    assert_eq!(figures, ["10", "9"], "{sums}");
    assert!(node.stop().await);
}

#[tokio::test]
async fn a_sheet_needs_goods_in_the_books_only_where_it_is_limited_to_goods() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    let ids = clerk.master_data().await;
    let refused = clerk.post(&format!("{COUNT}/add"), &json!({ "warehouses_id": ids.warehouse, "product_ids": [ids.product] })).await;
    assert_eq!(refused["data"]["key"], "count.nothing_covered", "{refused}");
    assert!(refused["msg"].as_str().is_some_and(|text| !text.contains("count.")), "{refused}");
    assert_eq!(key(&clerk, "add", json!({ "warehouses_id": ids.warehouse, "moved_days": 7 })).await, "count.nothing_covered");
    assert_eq!(clerk.get(&format!("{COUNT}/index")).await["data"]["total"], 0, "nothing was made");

    // The first count of a warehouse: what lies there is found.
    let sheet = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": ids.warehouse })).await;
    assert_eq!(sheet["line_count"], 0);
    let found = json!({ "id": sheet["id"], "product_id": ids.product, "quantity": 3 });
    assert_eq!(clerk.done(&format!("{COUNT}/count"), found).await["line"], 1);
    assert!(node.stop().await);
}

#[tokio::test]
async fn a_posting_survives_a_crash_and_is_done_once() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "boss"]).await;
    let mut node = Node::start(dir.path(), &[]).await;
    let ids = node.login("clerk").await.master_data().await;
    receive(&node.login("clerk").await, ids, 1_000).await;
    let cycles: u64 = 4;
    for cycle in 0..cycles {
        let (clerk, boss) = (node.login("clerk").await, node.login("boss").await);
        let sheet = clerk.done(&format!("{COUNT}/add"), json!({ "warehouses_id": ids.warehouse })).await["id"].clone();
        let counted = 1_000 - cycle - 1;
        clerk.done(&format!("{COUNT}/count"), json!({ "id": sheet, "line": 1, "quantity": counted })).await;
        clerk.done(&format!("{COUNT}/submit"), json!({ "id": sheet })).await;
        let post = json!({ "id": sheet, "command_id": format!("post-{cycle}") });
        let posting = tokio::spawn({
            let (boss, post) = (boss.clone(), post.clone());
            async move { boss.try_post(&format!("{COUNT}/post"), &post).await.is_ok() }
        });
        tokio::time::sleep(Duration::from_millis(cycle * 3)).await;
        node.kill().await;
        posting.await.expect("the request ends");
        node = Node::start(dir.path(), &[]).await;
        let boss = node.login("boss").await;
        assert_eq!(boss.done(&format!("{COUNT}/post"), post).await["status"], 2);
        assert_eq!(on_hand(&boss, ids).await, counted.to_string());
    }
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
}

#[tokio::test]
async fn an_adjustment_corrects_with_a_reason_and_takes_no_more_than_is_available() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (clerk, boss) = (node.login("clerk").await, node.login("boss").await);
    let ids = clerk.master_data().await;
    receive(&clerk, ids, 10).await;
    let body = |kind: i64, lines: Value| json!({ "warehouses_id": ids.warehouse, "type": kind, "lines": lines });
    let line = |quantity: i64| json!({ "product_id": ids.product, "quantity": quantity, "unit_price": 0 });
    for (kind, quantity, field) in [(10, 2, "lines[0].quantity"), (40, -2, "lines[0].quantity"), (60, 1, "type")] {
        let refused = clerk.post(&format!("{ADJUST}/add"), &body(kind, json!([line(quantity)]))).await;
        assert_eq!(refused["data"]["field"], field, "{refused}");
    }
    let found = json!({ "product_id": ids.product, "quantity": 1, "unit_price": 0, "reason": 40 });
    let posted = through(&clerk, &boss, ADJUST, body(10, json!([line(-3), found])), "post").await;
    assert!(posted["adjustment_order_no"].as_str().is_some_and(|number| number.starts_with("TZ")), "{posted}");
    assert_eq!((posted["status"].clone(), on_hand(&clerk, ids).await), (json!(2), "8".to_owned()));
    let order = clerk.done(&format!("{ADJUST}/add"), body(20, json!([line(-9)]))).await["id"].clone();
    boss.done(&format!("{ADJUST}/audit"), json!({ "id": order })).await;
    let short = clerk.post(&format!("{ADJUST}/post"), &json!({ "id": order })).await;
    assert_eq!((short["data"]["key"].clone(), short["data"]["lines"][0]["available"].clone()), (json!("stock.short"), json!("8")), "{short}");
    clerk.done(&format!("{ADJUST}/void"), json!({ "id": order, "reason": "found again" })).await;
    let records = boss.get("/admin/warehouse.InventoryRecord/index?search[0][field]=operation_type&search[0][operator]=eq&search[0][val]=40").await;
    assert_eq!(records["data"]["total"], 2, "{records}");
    assert_eq!(records["data"]["list"][0]["order_kind"], "adjustment");
    assert!(node.stop().await);
    let (ok, text) = run(&["check", "--data-dir", &dir.path().display().to_string()]).await;
    assert!(ok, "{text}");
}

/// Posts a file of lines; answers what was made of it.
pub async fn from_file(client: &Client, kind: &str, file: &str, fields: &[(&'static str, String)]) -> Value {
    let part = reqwest::multipart::Part::bytes(file.as_bytes().to_vec()).file_name("stock.csv");
    let form = fields.iter().fold(reqwest::multipart::Form::new().part("file", part), |form, (name, value)| form.text(*name, value.clone()));
    let path = format!("{}/admin/{kind}/import", client.url);
    let asked = client.http.post(path).header("batoken", &client.token).header("think-lang", "en").multipart(form);
    asked.send().await.expect("an answer").json().await.expect("JSON")
}

#[tokio::test]
async fn opening_stock_comes_as_an_order_to_be_reviewed() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    let ids = clerk.master_data().await;
    clerk.done("/admin/warehouse.WarehouseArea/add", json!({ "warehouses_id": ids.warehouse, "name": "North" })).await;
    let fields = |dry: &str| vec![("warehouses_id", ids.warehouse.to_string()), ("type", "50".to_owned()), ("dry", dry.to_owned())];
    let kind = "warehouse.AdjustmentOrder";
    // Every fault is told with its row and column; nothing is made of a file with faults.
    let faulty = "Product no.,Area,Quantity,Unit price\nP1,North,12,3.5\nP9,,1,1\nP1,South,1,1\nP1,,-4,1\nP1,,1.5,1\n";
    for dry in ["1", "0"] {
        let report = from_file(&clerk, kind, faulty, &fields(dry)).await["data"].clone();
        let faults: Vec<String> = (report["errors"].as_array().into_iter().flatten())
            .map(|fault| format!("{} {}", fault["row"], fault["column"].as_str().unwrap_or_default()))
            .collect();
        let mut faults = faults;
        faults.sort_unstable();
        assert_eq!(faults, ["3 Product no.", "4 Area", "5 Quantity", "6 Quantity"], "{report}");
        assert_eq!((report["rows"].clone(), report["bad"].clone(), report["written"].clone()), (json!(5), json!(4), json!(false)));
    }
    let good = "product_no,库区,数量,unit_price,批次\nP1,North,12,3.5,b1\nP1,,\"1,000\",3.5,\n";
    assert_eq!(from_file(&clerk, kind, good, &fields("1")).await["data"]["written"], false);
    let made = from_file(&clerk, kind, good, &fields("0")).await["data"].clone();
    assert_eq!((made["written"].clone(), made["rows"].clone()), (json!(true), json!(2)), "{made}");
    let order = clerk.get(&format!("{ADJUST}/edit?id={}", made["id"])).await["data"]["row"].clone();
    assert_eq!(
        (order["status"].clone(), order["total_quantity"].clone(), order["lines"][0]["batch_number"].clone()),
        (json!(0), json!("1012"), json!("B1"))
    );
    // The import stands in the list and can be taken back while nobody went on with its order.
    let tasks = clerk.get("/admin/routine.Transfer/index").await["data"]["list"].clone();
    let task = &tasks[0];
    assert_eq!((&task["kind"], &task["controller"], &task["made_count"]), (&json!("import"), &json!(kind), &json!(1)), "{tasks}");
    let second = from_file(&clerk, kind, good, &fields("0")).await["data"].clone();
    let newest = clerk.get("/admin/routine.Transfer/index").await["data"]["list"][0]["id"].clone();
    let begun = clerk.post("/admin/routine.Transfer/takeBack", &json!({ "id": newest })).await;
    let ended = crate::data_exchange::finished(&clerk, &begun["data"]["task"]).await;
    assert_eq!(ended["report"]["deleted"], 1, "{ended}");
    assert_eq!(clerk.get(&format!("{ADJUST}/edit?id={}", second["id"])).await["code"], 0, "it is deleted");
    clerk.done(&format!("{ADJUST}/audit"), json!({ "id": made["id"] })).await;
    let begun = clerk.post("/admin/routine.Transfer/takeBack", &json!({ "id": task["id"] })).await;
    let kept = crate::data_exchange::finished(&clerk, &begun["data"]["task"]).await;
    assert_eq!((&kept["report"]["deleted"], &kept["report"]["bad"]), (&json!(0), &json!(1)), "a reviewed order stays: {kept}");
    clerk.done(&format!("{ADJUST}/post"), json!({ "id": made["id"] })).await;
    let stock = clerk.get("/admin/warehouse.Inventory/index").await;
    // Nothing was ever received, so the goods cost what the file says.
    assert_eq!((stock["data"]["total"].clone(), stock["data"]["list"][0]["average_cost"].clone()), (json!(2), json!("3.50")), "{stock}");
    assert!(node.stop().await);
}
