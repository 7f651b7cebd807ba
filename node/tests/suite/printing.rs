//! Bar codes and paper: what a scanned code answers, and what stands on papers, within rights and scope.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::reading::PdfFile;
use crate::support::{Client, Ids, Node, admins};

const GTIN: &str = "4006381333931";

async fn add(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

/// Two warehouses with an area and a shelf of the same code each; a bar code for the product.
struct Site {
    node: Node,
    chief: Client,
    own: Ids,
    foreign: Ids,
    /// Area and shelf of one's own warehouse, then of the other.
    places: [(i64, i64); 2],
}

async fn site(dir: &tempfile::TempDir) -> Site {
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let own = chief.master_data().await;
    let foreign = Ids { warehouse: add(&chief, "warehouse.Warehouse", json!({ "name": "Far away", "serial_no": "W2" })).await, ..own };
    chief.done("/admin/warehouse.Product/edit", json!({ "id": own.product, "barcode": GTIN })).await;
    let mut places = [(0, 0); 2];
    for (place, ids) in places.iter_mut().zip([own, foreign]) {
        let area = json!({ "warehouses_id": ids.warehouse, "name": "Hall", "serial_no": "A" });
        let area = add(&chief, "warehouse.WarehouseArea", area).await;
        let shelf = json!({ "warehouses_id": ids.warehouse, "warehouses_areas_id": area, "name": "Shelf 1", "serial_no": "A-01" });
        *place = (area, add(&chief, "warehouse.WarehouseShelf", shelf).await);
    }
    Site { node, chief, own, foreign, places }
}

/// A clerk of one's own warehouse with these rules.
async fn clerk(site: &Site, name: &str, prefixes: &[&str]) -> Client {
    let held = picked(&rules(&site.chief).await, prefixes);
    let body = json!({ "name": name, "pid": 0, "rules": held, "warehouses": [site.own.warehouse], "scope": "all" });
    let id = group(&site.chief, body).await;
    member(&site.node, &site.chief, name, &[id]).await
}

fn field(answer: &Value) -> &str {
    answer["data"]["field"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

async fn resolved(client: &Client, code: &str) -> Value {
    let query: String = form_urlencoded::Serializer::new(String::new()).append_pair("code", code).finish();
    let answer = client.get(&format!("/admin/warehouse.Barcode/resolve?{query}")).await;
    assert_eq!(answer["code"], 1, "{answer}");
    answer["data"].clone()
}

/// What was found: kind and id.
fn found(data: &Value) -> Vec<(String, i64)> {
    let of = |row: &Value| {
        let kind = row["kind"].as_str().expect("a kind").to_owned();
        let at = if matches!(kind.as_str(), "area" | "shelf") { "place" } else { &kind };
        let id = row[at]["id"].as_i64().unwrap_or_else(|| panic!("{row}"));
        (kind, id)
    };
    data["found"].as_array().expect("a list").iter().map(of).collect()
}

/// A file, or what was answered in its place.
async fn file(request: reqwest::RequestBuilder, client: &Client, language: &str) -> Result<PdfFile, Value> {
    let asked = request.header("server", "true").header("think-lang", language).header("batoken", &client.token);
    let answer = asked.send().await.expect("an answer");
    if answer.headers()["content-type"] == "application/pdf" {
        let shown = answer.headers()["content-disposition"].to_str().expect("text").to_owned();
        assert!(shown.starts_with("inline; filename="), "{shown}");
        return Ok(PdfFile::new(&answer.bytes().await.expect("bytes")));
    }
    Err(answer.json().await.expect("JSON"))
}

pub async fn papers(client: &Client, controller: &str, query: &str, language: &str) -> Result<PdfFile, Value> {
    let url = format!("{}/admin/{controller}/print?{query}", client.url);
    file(client.http.get(url), client, language).await
}

async fn labels(client: &Client, controller: &str, body: &Value) -> Result<PdfFile, Value> {
    let url = format!("{}/admin/{controller}/print", client.url);
    file(client.http.post(url).json(body), client, "en").await
}

pub fn text(read: Result<PdfFile, Value>) -> Vec<Vec<String>> {
    read.unwrap_or_else(|answer| panic!("{answer}")).text()
}

pub fn says(page: &[String], expected: &str) -> bool {
    page.iter().any(|line| line.contains(expected))
}

#[tokio::test]
async fn codes_are_checked_and_unique() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let unit = 1;
    let product = |number: &str, barcode: &str| json!({ "product_no": number, "name": number, "unit_id": unit, "barcode": barcode });
    for (barcode, key) in [("4006381333932", "error.barcode.check_digit"), ("货号", "error.barcode.characters"), (GTIN, "error.unique")] {
        let answer = site.chief.post("/admin/warehouse.Product/add", &product("P9", barcode)).await;
        assert_eq!((field(&answer), answer["data"]["key"].as_str()), ("barcode", Some(key)), "{answer}");
    }
    // The same trade item's number in another length, and the code of what a product is packed in.
    let boxed = add(&site.chief, "warehouse.Unit", json!({ "name": "box" })).await;
    let package = json!({ "product_id": site.own.product, "unit_id": boxed, "factor": "12", "barcode": "14006381333938" });
    let taken = json!({ "product_id": site.own.product, "unit_id": boxed, "factor": "12", "barcode": GTIN });
    assert_eq!(field(&site.chief.post("/admin/warehouse.ProductUnit/add", &taken).await), "barcode");
    add(&site.chief, "warehouse.ProductUnit", package).await;
    for barcode in [format!("0{GTIN}"), "14006381333938".to_owned()] {
        let answer = site.chief.post("/admin/warehouse.Product/add", &product("P9", &barcode)).await;
        assert_eq!((field(&answer), answer["data"]["key"].as_str()), ("barcode", Some("error.unique")), "{answer}");
    }
    site.chief.done("/admin/warehouse.Product/edit", json!({ "id": site.own.product, "name": "Pencil", "barcode": GTIN })).await;
    // Two without one, and one that is no trade item's number.
    for (number, barcode) in [("P2", ""), ("P3", ""), ("P4", "BOX-4")] {
        add(&site.chief, "warehouse.Product", product(number, barcode)).await;
    }
    let listed = site.chief.get("/admin/warehouse.Product/index?quickSearch=box-4").await;
    assert_eq!(listed["data"]["list"][0]["product_no"], "P4", "{listed}");
    // A code is used once in a warehouse, when it is added, changed, or moved there.
    let shelf = |warehouse: i64, area: i64, serial: &str| json!({ "warehouses_id": warehouse, "warehouses_areas_id": area, "name": "S", "serial_no": serial });
    let [(area, first), (far, _)] = site.places;
    let path = "/admin/warehouse.WarehouseShelf";
    assert_eq!(field(&site.chief.post(&format!("{path}/add"), &shelf(site.own.warehouse, area, "A-01")).await), "serial_no");
    let second = add(&site.chief, "warehouse.WarehouseShelf", shelf(site.own.warehouse, area, "A-02")).await;
    assert_eq!(field(&site.chief.post(&format!("{path}/edit"), &json!({ "id": second, "serial_no": "A-01" })).await), "serial_no");
    site.chief.done(&format!("{path}/edit"), json!({ "id": first, "name": "Renamed" })).await;
    let moved = json!({ "id": first, "warehouses_id": site.foreign.warehouse, "warehouses_areas_id": far });
    assert_eq!(field(&site.chief.post(&format!("{path}/edit"), &moved).await), "serial_no");
    for _ in 0..2 {
        add(&site.chief, "warehouse.WarehouseShelf", shelf(site.own.warehouse, area, "")).await;
    }
}

#[tokio::test]
async fn a_scanned_code_is_found_within_rights_and_scope() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let Site { chief, own, foreign, places, .. } = &site;
    let product = vec![("product".to_owned(), own.product)];
    for code in [GTIN, "P1", "04006381333931", &format!("]C101{}", "04006381333931"), "(01)04006381333931(10)B7"] {
        assert_eq!(found(&resolved(chief, code).await), product, "{code}");
    }
    let said = resolved(chief, "010400638133393117270600\u{1d}10B-7\u{1d}3012").await["gs1"].clone();
    assert_eq!((&said["batch_number"], &said["expiry_date"], &said["quantity"]), (&json!("B-7"), &json!("2027-06-30"), &json!(12)), "{said}");
    assert_eq!(said["measures"], json!([]), "{said}");
    let weighed = resolved(chief, "(01)04006381333931(3103)001250(3161)000005").await["gs1"].clone();
    assert_eq!(weighed["measures"], json!([{ "unit": "kg", "amount": "1.25" }, { "unit": "m3", "amount": "0.5" }]), "{weighed}");
    assert_eq!(resolved(chief, GTIN).await["gs1"], Value::Null);
    assert!(found(&resolved(chief, "nothing").await).is_empty());
    assert_eq!(field(&chief.get("/admin/warehouse.Barcode/resolve?code=").await), "code");

    // A box of twelve has a code of its own.
    let boxed = add(chief, "warehouse.Unit", json!({ "name": "box" })).await;
    let unit = json!({ "product_id": own.product, "unit_id": boxed, "factor": "12", "barcode": "14006381333938" });
    add(chief, "warehouse.ProductUnit", unit).await;
    let package = resolved(chief, "14006381333938").await;
    assert_eq!(found(&package), product, "{package}");
    assert_eq!(package["found"][0]["package"], json!({ "unit_id": boxed, "unit_name": "box", "factor": "12" }), "{package}");
    // Whoever scans it may count in boxes, also when the code was that of the product.
    for code in ["14006381333938", GTIN] {
        let units = resolved(chief, code).await["found"][0]["product"]["units"].clone();
        assert_eq!((&units[0]["unit_id"], &units[0]["name"], &units[0]["factor"]), (&json!(boxed), &json!("box"), &json!("12")), "{units}");
    }

    let mut numbers = vec![];
    for ids in [own, foreign] {
        let made = chief.done("/admin/warehouse.InboundOrder/add", ids.inbound(3)).await;
        numbers.push((made["inbound_order_no"].as_str().expect("a number").to_owned(), made["id"].as_i64().expect("an id")));
    }
    assert_eq!(found(&resolved(chief, "A-01").await).len(), 2);
    assert_eq!(found(&resolved(chief, &numbers[1].0).await), [("order".to_owned(), numbers[1].1)]);

    let everything = clerk(&site, "keeper", &["warehouse"]).await;
    assert_eq!(found(&resolved(&everything, "A-01").await), [("shelf".to_owned(), places[0].1)]);
    assert_eq!(found(&resolved(&everything, "A").await), [("area".to_owned(), places[0].0)]);
    assert_eq!(found(&resolved(&everything, &numbers[0].0).await), [("order".to_owned(), numbers[0].1)]);
    assert!(found(&resolved(&everything, &numbers[1].0).await).is_empty());
    // Who receives a transfer scans its number as well as who ships it.
    let transfer = json!({ "source_warehouses_id": foreign.warehouse, "target_warehouses_id": own.warehouse,
                           "lines": [{ "product_id": own.product, "quantity": 1 }] });
    let transfer = chief.done("/admin/warehouse.TransferOrder/add", transfer).await;
    let number = transfer["transfer_order_no"].as_str().expect("a number");
    assert_eq!(found(&resolved(&everything, number).await), [("order".to_owned(), transfer["id"].as_i64().expect("an id"))]);

    // What one group sees elsewhere is not found by means of another group's pages.
    let all = rules(chief).await;
    let of = |name: &str, prefix: &str, warehouse: i64| json!({ "name": name, "pid": 0, "rules": picked(&all, &[prefix]), "warehouses": [warehouse], "scope": "all" });
    let near = group(chief, of("near", "warehouse", own.warehouse)).await;
    let far = group(chief, of("far", "dashboard", foreign.warehouse)).await;
    let both = member(&site.node, chief, "both", &[near, far]).await;
    assert_eq!(found(&resolved(&both, "A-01").await), [("shelf".to_owned(), places[0].1)]);
    assert!(found(&resolved(&both, &numbers[1].0).await).is_empty());

    let little = clerk(&site, "reader", &["dashboard", "warehouse/outboundOrder"]).await;
    for code in [GTIN, "A-01", &numbers[0].0] {
        assert!(found(&resolved(&little, code).await).is_empty(), "{code}");
    }
    let stranger = site.node.anonymous().get(&format!("/admin/warehouse.Barcode/resolve?code={GTIN}")).await;
    assert_ne!(stranger["code"], 1, "{stranger}");
}

#[tokio::test]
async fn papers_of_orders_keep_to_rights_and_scope() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let Site { chief, own, foreign, places, .. } = &site;
    chief.done("/admin/routine.Config/edit", json!({ "company_name": "恒通商贸", "company_address": "1 Dock Road\nHarbour" })).await;
    let inbound = "/admin/warehouse.InboundOrder";
    let mut stocked = own.inbound(100);
    stocked["lines"][0]["batch_number"] = json!("B7");
    stocked["lines"][0]["expiry_date"] = json!("2099-06-30");
    stocked["lines"][0]["warehouses_areas_id"] = json!(places[0].0);
    stocked["lines"][0]["warehouses_shelves_id"] = json!(places[0].1);
    let first = chief.done(&format!("{inbound}/add"), stocked).await;
    let number = first["inbound_order_no"].as_str().expect("a number");
    let id = first["id"].as_i64().expect("an id");
    let receipt = text(papers(chief, "warehouse.InboundOrder", &format!("ids[]={id}&form=receipt"), "en").await);
    assert!(says(&receipt[0], "Receiving sheet") && says(&receipt[0], "B7") && !says(&receipt[0], "2.50"), "{receipt:?}");
    chief.done(&format!("{inbound}/audit"), json!({ "id": id })).await;
    chief.done(&format!("{inbound}/stock"), json!({ "id": id })).await;
    let page = text(papers(chief, "warehouse.InboundOrder", &format!("ids[]={id}"), "en").await).remove(0);
    for expected in [
        "恒通商贸",
        "1 Dock Road",
        "Harbour",
        "Inbound order",
        number,
        "P1",
        "Pen",
        "B7",
        "Hall / Shelf 1",
        "2.50",
        "250.00",
        "Page 1 of 1",
        "Purchase",
    ] {
        assert!(says(&page, expected), "{expected} is not in {page:?}");
    }
    let chinese = text(papers(chief, "warehouse.InboundOrder", &format!("ids[]={id}"), "zh-cn").await).remove(0);
    for expected in ["入库单", "商品编号", "采购入库", "第 1 页"] {
        assert!(says(&chinese, expected), "{expected} is not in {chinese:?}");
    }

    // What is reserved says where to pick, and why there; before the review, what would be.
    let outbound = "/admin/warehouse.OutboundOrder";
    let sold = chief.done(&format!("{outbound}/add"), own.outbound(5)).await["id"].as_i64().expect("an id");
    let planned = text(papers(chief, "warehouse.OutboundOrder", &format!("ids[]={sold}&form=pick"), "zh-cn").await).remove(0);
    assert!(["选择原因", "仅此一处", "B7"].iter().all(|expected| says(&planned, expected)), "{planned:?}");
    chief.done(&format!("{outbound}/audit"), json!({ "id": sold })).await;
    let pick = text(papers(chief, "warehouse.OutboundOrder", &format!("ids[]={sold}&form=pick"), "en").await).remove(0);
    for expected in ["Pick list", "Hall / Shelf 1", "B7", "2099-06-30", "Why", "only place", "Picked by"] {
        assert!(says(&pick, expected), "{expected} is not in {pick:?}");
    }
    let note = text(papers(chief, "warehouse.OutboundOrder", &format!("ids[]={sold}&form=delivery"), "en").await).remove(0);
    assert!(says(&note, "Delivery note") && says(&note, "Customer") && !says(&note, "4.00") && !says(&note, "20.00"), "{note:?}");
    // The order names no batch: the note names those that are reserved, then those that have left, and where they go.
    assert!(says(&note, "B7") && says(&note, "2099-06-30"), "{note:?}");
    let who = json!({ "id": own.customer, "address": "7 Mill Lane", "contact_person": "Lin", "mobile": "555-0101" });
    chief.done("/admin/warehouse.Customer/edit", who).await;
    let carrier = chief.done("/admin/warehouse.Carrier/add", json!({ "name": "Fast Freight", "level": 1 })).await["id"].clone();
    let part = json!({ "id": sold, "lines": [{ "line": 1, "quantity": 2 }], "carrier_id": carrier, "courier_number": "FF77" });
    chief.done(&format!("{outbound}/stock"), part).await;
    let note = text(papers(chief, "warehouse.OutboundOrder", &format!("ids[]={sold}&form=delivery"), "en").await).remove(0);
    for expected in ["B7", "2099-06-30", "7 Mill Lane", "Lin 555-0101", "Fast Freight", "FF77", "Shipped on", "Tracking no."] {
        assert!(says(&note, expected), "{expected} is not in {note:?}");
    }
    let priced = text(papers(chief, "warehouse.OutboundOrder", &format!("ids[]={sold}"), "en").await).remove(0);
    assert!(says(&priced, "4.00") && says(&priced, "20.00"), "{priced:?}");

    // Several as one file; a form that the kind lacks; nothing; what is not there.
    let other = chief.done(&format!("{inbound}/add"), foreign.inbound(3)).await["id"].as_i64().expect("an id");
    assert_eq!(text(papers(chief, "warehouse.InboundOrder", &format!("ids[]={id}&ids[]={other}"), "en").await).len(), 2);
    let refused = async |query: &str| papers(chief, "warehouse.InboundOrder", query, "en").await.err().expect("a refusal");
    assert_eq!(field(&refused(&format!("ids[]={id}&form=pick")).await), "form");
    assert_eq!(field(&refused("form=order").await), "ids");
    assert_eq!(refused("ids[]=999999").await["data"]["key"], "error.not_found");

    // Purchase prices are for those who may see costs; other warehouses' orders do not exist.
    let keeper = clerk(&site, "keeper", &["warehouse/inboundOrder"]).await;
    let masked = text(papers(&keeper, "warehouse.InboundOrder", &format!("ids[]={id}"), "en").await).remove(0);
    assert!(says(&masked, "B7") && !says(&masked, "2.50") && !says(&masked, "250.00"), "{masked:?}");
    let hidden = papers(&keeper, "warehouse.InboundOrder", &format!("ids[]={id}&ids[]={other}"), "en").await.err().expect("a refusal");
    assert_eq!(hidden["data"]["key"], "error.not_found", "{hidden}");
    let reader = clerk(&site, "reader", &["warehouse/inboundOrder/index"]).await;
    let denied = papers(&reader, "warehouse.InboundOrder", &format!("ids[]={id}"), "en").await.err().expect("a refusal");
    assert_eq!(denied["code"], 401, "{denied}");
}

#[tokio::test]
async fn a_count_sheet_does_not_tell_the_books_figures() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let Site { chief, own, foreign, places, .. } = &site;
    let inbound = "/admin/warehouse.InboundOrder";
    for (ids, (area, shelf)) in [(own, places[0]), (foreign, places[1])] {
        let mut body = ids.inbound(137);
        body["lines"][0]["batch_number"] = json!("B7");
        body["lines"][0]["warehouses_areas_id"] = json!(area);
        body["lines"][0]["warehouses_shelves_id"] = json!(shelf);
        let id = chief.done(&format!("{inbound}/add"), body).await["id"].clone();
        chief.done(&format!("{inbound}/audit"), json!({ "id": id })).await;
        chief.done(&format!("{inbound}/stock"), json!({ "id": id })).await;
    }
    let mut sheets = vec![];
    for ids in [own, foreign] {
        let made = chief.done("/admin/warehouse.StockCount/add", json!({ "warehouses_id": ids.warehouse, "open": true })).await;
        sheets.push(made["id"].as_i64().expect("an id"));
    }
    let paper = text(papers(chief, "warehouse.StockCount", &format!("ids[]={}", sheets[0]), "en").await).remove(0);
    for expected in ["Count sheet", "Hall / Shelf 1", "B7", "P1", "Pen", "piece", "Counted by", "Lines: 1"] {
        assert!(says(&paper, expected), "{expected} is not in {paper:?}");
    }
    assert!(!says(&paper, "137"), "{paper:?}");
    let keeper = clerk(&site, "keeper", &["warehouse/stockCount"]).await;
    assert!(papers(&keeper, "warehouse.StockCount", &format!("ids[]={}", sheets[0]), "en").await.is_ok());
    let hidden = papers(&keeper, "warehouse.StockCount", &format!("ids[]={}", sheets[1]), "en").await.err().expect("a refusal");
    assert_eq!(hidden["data"]["key"], "error.not_found", "{hidden}");
}

#[tokio::test]
async fn labels_say_what_is_scanned() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let Site { chief, own, places, .. } = &site;
    let paper = |layout: &str| json!({ "layout": layout });
    let item = |id: i64, copies: u32| json!({ "items": [{ "id": id, "copies": copies }], "paper": paper("a4-3x8") });
    let sheet = text(labels(chief, "warehouse.Product", &item(own.product, 25)).await);
    assert_eq!(sheet.iter().map(|page| page.iter().filter(|line| *line == GTIN).count()).collect::<Vec<_>>(), [24, 1]);
    assert!(says(&sheet[0], "Pen") && says(&sheet[0], "P1"), "{sheet:?}");
    let shelf = text(labels(chief, "warehouse.WarehouseShelf", &item(places[0].1, 1)).await);
    assert!(says(&shelf[0], "A-01") && says(&shelf[0], "Main / Hall"), "{shelf:?}");
    assert!(says(&text(labels(chief, "warehouse.WarehouseArea", &item(places[0].0, 1)).await)[0], "Hall"));

    // A box says what is in it, and its own code; without one it has no label.
    let (boxed, crate_of) =
        (add(chief, "warehouse.Unit", json!({ "name": "box" })).await, add(chief, "warehouse.Unit", json!({ "name": "crate" })).await);
    let twelve = json!({ "product_id": own.product, "unit_id": boxed, "factor": "12", "barcode": "14006381333938" });
    let twelve = add(chief, "warehouse.ProductUnit", twelve).await;
    let packed = text(labels(chief, "warehouse.ProductUnit", &item(twelve, 2)).await);
    assert_eq!(packed[0].iter().filter(|line| *line == "14006381333938").count(), 2, "{packed:?}");
    assert!(says(&packed[0], "Pen") && says(&packed[0], "box of 12"), "{packed:?}");
    let bare = add(chief, "warehouse.ProductUnit", json!({ "product_id": own.product, "unit_id": crate_of, "factor": "48" })).await;
    let without = labels(chief, "warehouse.ProductUnit", &item(bare, 1)).await.err().expect("a refusal");
    assert_eq!(field(&without), "items[0].id", "{without}");

    let batch = |number: &str, layout: &str, code: &str| {
        let item = json!({ "product_id": own.product, "batch_number": number, "expiry_date": "2099-06-30", "quantity": 12 });
        json!({ "items": [item], "paper": { "layout": layout, "code": code } })
    };
    let read = text(labels(chief, "warehouse.Inventory", &batch("B7", "100x50", "qr")).await);
    assert!(says(&read[0], "(01)04006381333931"), "{read:?}");
    let refused = async |controller: &str, body: &Value| labels(chief, controller, body).await.err().expect("a refusal");
    assert_eq!(field(&refused("warehouse.Inventory", &batch("批次", "60x40", "qr")).await), "items[0].batch_number");
    assert_eq!(field(&refused("warehouse.Inventory", &batch("LONG-BATCH-NUMBER-1", "50x30", "auto")).await), "items[0].batch_number");
    assert_eq!(field(&refused("warehouse.Product", &item(own.product, 0)).await), "items[0].copies");
    assert_eq!(field(&refused("warehouse.Product", &item(999_999, 1)).await), "items[0].id");
    assert_eq!(field(&refused("warehouse.Product", &json!({ "items": [{ "id": own.product }], "paper": {} })).await), "paper.layout");
    let own_sheet = json!({ "page_width": 100, "page_height": 40, "columns": 3, "rows": 1, "width": 40, "height": 30 });
    let body = json!({ "items": [{ "id": own.product }], "paper": { "measures": own_sheet } });
    assert_eq!(field(&refused("warehouse.Product", &body).await), "paper.measures");

    let keeper = clerk(&site, "keeper", &["warehouse/warehouseShelf"]).await;
    assert!(labels(&keeper, "warehouse.WarehouseShelf", &item(places[0].1, 1)).await.is_ok());
    let foreign = labels(&keeper, "warehouse.WarehouseShelf", &item(places[1].1, 1)).await.err().expect("a refusal");
    assert_eq!(field(&foreign), "items[0].id", "{foreign}");
    for (controller, id) in [("warehouse.Product", own.product), ("warehouse.ProductUnit", twelve)] {
        let denied = labels(&keeper, controller, &item(id, 1)).await.err().expect("a refusal");
        assert_eq!(denied["code"], 401, "{controller}: {denied}");
    }
}

#[tokio::test]
async fn a_font_that_is_not_there_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &["--print-font", "/nowhere/font.ttc"]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;
    let body = json!({ "items": [{ "id": ids.product }], "paper": { "layout": "60x40" } });
    let answer = labels(&chief, "warehouse.Product", &body).await.err().expect("a refusal");
    assert_eq!(answer["data"]["key"], "print.font", "{answer}");
    assert!(answer["msg"].as_str().is_some_and(|msg| msg.contains("/nowhere/font.ttc")), "{answer}");
}
