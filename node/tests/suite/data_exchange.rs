//! Import and export over the wire.

use std::time::Duration;

use serde_json::{Value, json};

use crate::order_steps::shop;
use crate::support::{Client, Node, admins, turns};

pub async fn finished(client: &Client, task: &Value) -> Value {
    for () in turns() {
        let row = client.get(&format!("/admin/routine.Transfer/index?search[0][field]=id&search[0][operator]=eq&search[0][val]={task}")).await;
        let row = row["data"]["list"][0].clone();
        if row["state"] != "running" {
            return row;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("task {task} does not end");
}

pub async fn import(client: &Client, controller: &str, bytes: Vec<u8>, more: &[(&'static str, &str)]) -> Value {
    let mut form = reqwest::multipart::Form::new().part("file", reqwest::multipart::Part::bytes(bytes).file_name("rows.csv"));
    for (name, value) in more {
        form = form.text(*name, (*value).to_owned());
    }
    let asked = client.http.post(format!("{}/admin/{controller}/import", client.url)).header("batoken", &client.token).header("think-lang", "en");
    let answer: Value = asked.multipart(form).send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(answer["code"], 1, "{answer}");
    finished(client, &answer["data"]["task"]).await
}

async fn export(client: &Client, controller: &str, query: &str) -> Vec<u8> {
    let answer = client.post(&format!("/admin/{controller}/export?{query}"), &json!({})).await;
    let task = finished(client, &answer["data"]["task"]).await;
    assert_eq!(task["state"], "done", "{task}");
    let asked = client.http.get(format!("{}/admin/routine.Transfer/download?id={}", client.url, task["id"])).header("batoken", &client.token);
    let answer = asked.send().await.expect("an answer");
    assert!(answer.headers()["content-disposition"].to_str().is_ok_and(|value| value.starts_with("attachment")));
    answer.bytes().await.expect("bytes").to_vec()
}

#[tokio::test]
async fn what_is_exported_is_imported_again() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    client.done("/admin/warehouse.Unit/add", json!({ "name": "piece" })).await;
    // A dry run writes nothing and names every bad row.
    let rows = "Product no.,Name,Unit,Price,Comment\nA1,Pen,piece,2.50,x\nA2,=cmd(),piece,1,x\nA3,Glue,carton,1,x\nA4,,piece,1,x\nA1,Again,piece,1,x\nA6,Paper,piece,-3,x\n";
    let dry = import(&client, "warehouse.Product", rows.into(), &[("dry", "1")]).await;
    let errors: Vec<(Value, Value)> =
        dry["report"]["errors"].as_array().expect("errors").iter().map(|error| (error["row"].clone(), error["column"].clone())).collect();
    assert_eq!(errors, [(json!(4), json!("Unit")), (json!(5), json!("Name")), (json!(6), json!("Product no.")), (json!(7), json!("Price"))], "{dry}");
    assert_eq!((dry["report"]["new"].clone(), dry["bad"].clone(), dry["total"].clone()), (json!(2), json!(4), json!(6)), "{dry}");
    assert_eq!(client.get("/admin/warehouse.Product/index").await["data"]["total"], 0);
    // The same for good: all or nothing.
    let refused = import(&client, "warehouse.Product", rows.into(), &[]).await;
    assert_eq!((refused["state"].clone(), refused["report"]["written"].clone()), (json!("failed"), json!(false)), "{refused}");
    assert_eq!(client.get("/admin/warehouse.Product/index").await["data"]["total"], 0);
    let good = "no,what,Unit,Price\nA1,Pen,piece,2.50\nA2,=cmd(),piece,1\n";
    let mapping = r#"{"no":"product_no","what":"name"}"#;
    let done = import(&client, "warehouse.Product", good.into(), &[("mapping", mapping)]).await;
    assert_eq!((done["state"].clone(), done["report"]["new"].clone()), (json!("done"), json!(2)), "{done}");
    for format in ["csv", "xlsx"] {
        let file = export(&client, "warehouse.Product", &format!("format={format}&order=id,asc")).await;
        if format == "csv" {
            let text = String::from_utf8(file.clone()).expect("text");
            assert!(text.contains("'=cmd()") && text.contains("piece") && !text.contains(",=cmd"), "{text}");
        }
        let again = import(&client, "warehouse.Product", file, &[]).await;
        let counts = ["new", "changed", "same", "bad"].map(|name| again["report"][name].as_i64().expect("a count"));
        assert_eq!(counts, [0, 0, 2, 0], "{format}: {again}");
    }
    // A status goes out and comes in by the words that its declaration names, and by the usual ones.
    let text = String::from_utf8(export(&client, "warehouse.Product", "format=csv&order=id,asc").await).expect("text");
    assert!(text.contains("On shelf"), "{text}");
    for (words, stored) in [("Off shelf", 0), ("上架", 1), ("disabled", 0), ("1", 1)] {
        let rows = format!("Product no.,Status\nA1,{words}\n");
        assert_eq!(import(&client, "warehouse.Product", rows.into(), &[("mode", "update")]).await["report"]["changed"], 1, "{words}");
        assert_eq!(client.get("/admin/warehouse.Product/index?quickSearch=A1").await["data"]["list"][0]["status"], stored, "{words}");
    }
    let changed = import(&client, "warehouse.Product", "Product no.,Price\nA1,3\n".into(), &[("mode", "update")]).await;
    assert_eq!(changed["report"]["changed"], 1, "{changed}");
    let row = client.get("/admin/warehouse.Product/index?quickSearch=A1").await["data"]["list"][0].clone();
    assert_eq!((row["price"].clone(), row["name"].clone()), (json!("3"), json!("Pen")), "{row}");
    // Only what the list shows is exported.
    let some = String::from_utf8(export(&client, "warehouse.Product", "quickSearch=A2").await).expect("text");
    assert_eq!(some.lines().count(), 2, "{some}");
    let bomb = import(&client, "warehouse.Product", b"PK\x03\x04nothing".to_vec(), &[]).await;
    assert_eq!(bomb["state"], "failed", "{bomb}");
    node.kill().await;
}

#[tokio::test]
async fn a_trial_run_tells_what_changes_and_names_become_rows_where_they_are_ticked() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let unit = client.done("/admin/warehouse.Unit/add", json!({ "name": "piece" })).await["id"].clone();
    client.done("/admin/warehouse.Product/add", json!({ "product_no": "A0", "name": "Old", "unit_id": unit })).await;
    let units = async || client.get("/admin/warehouse.Unit/index").await["data"]["total"].clone();
    let rows = "product_no,name,unit_id,brand_id\nA0,New,box,Acme\nA1,Pen,Box,Acme\nA2,Ink,piece,\n";
    let figures = |task: &Value| ["new", "changed", "bad", "created"].map(|name| task["report"][name].as_i64().unwrap_or(-1));
    let dry = import(&client, "warehouse.Product", rows.into(), &[("dry", "1")]).await;
    assert_eq!(figures(&dry), [1, 0, 2, 0], "{dry}");
    let unknown: Vec<Value> = dry["report"]["unknown"].as_array().expect("columns").clone();
    let said: Vec<[&Value; 4]> = unknown.iter().map(|column| ["field", "count", "examples", "create"].map(|name| &column[name])).collect();
    let expected = [json!(["unit_id", 1, ["box"], true]), json!(["brand_id", 1, ["Acme"], true])];
    assert_eq!(said.iter().map(|column| json!(column)).collect::<Vec<_>>(), expected, "{dry}");

    // Ticked, they are as good as there.
    let ticks = ("create", "unit_id,brand_id");
    let dry = import(&client, "warehouse.Product", rows.into(), &[("dry", "1"), ticks]).await;
    assert_eq!(figures(&dry), [2, 1, 0, 2], "{dry}");
    assert_eq!((units().await, dry["changed_count"].as_i64().unwrap_or(0)), (json!(1), 0), "nothing is written");
    let changes = client.get(&format!("/admin/routine.Transfer/changes?id={}", dry["id"])).await["data"].clone();
    let changed = |field: &str| {
        let fields = changes["list"][0]["fields"].as_array().expect("fields");
        let found = fields.iter().find(|row| row["field"] == field).unwrap_or_else(|| panic!("{field}: {changes}"));
        (found["before"].clone(), found["after"].clone())
    };
    assert_eq!((&changes["total"], &changes["list"][0]["row"]), (&json!(1), &json!(2)), "{changes}");
    assert_eq!((changed("name"), changed("unit_id")), ((json!("Old"), json!("New")), (json!("piece"), json!("box"))));
    assert_eq!(changed("brand_id"), (json!(""), json!("Acme")));
    let taken = client.post("/admin/routine.Transfer/takeBack", &json!({ "id": dry["id"] })).await;
    assert_ne!(taken["code"], 1, "a trial run has nothing to put back: {taken}");

    // Of a file with a fault nothing is made.
    let refused = import(&client, "warehouse.Product", "product_no,name,unit_id\nA3,Glue,crate\nA4,,piece\n".into(), &[ticks]).await;
    assert_eq!((&refused["state"], figures(&refused), units().await), (&json!("failed"), [1, 0, 1, 0], json!(1)), "{refused}");
    let done = import(&client, "warehouse.Product", rows.into(), &[ticks]).await;
    assert_eq!((&done["state"], figures(&done), units().await), (&json!("done"), [2, 1, 0, 2], json!(2)), "{done}");
    let pen = client.get("/admin/warehouse.Product/index?quickSearch=A1").await["data"]["list"][0].clone();
    assert_eq!((&pen["unit"]["name"], &pen["brand"]["name"]), (&json!("box"), &json!("Acme")), "{pen}");

    // The report as a file: faults, and changes before and after.
    let report = async |task: &Value| {
        let asked = client.http.get(format!("{}/admin/routine.Transfer/report?id={}", client.url, task["id"])).header("batoken", &client.token);
        asked.header("think-lang", "en").send().await.expect("an answer").text().await.expect("text")
    };
    let text = report(&done).await;
    assert!(text.contains("Row,Column,Message,Before,After") && text.contains(",changed,Old,New") && text.contains(",changed,piece,box"), "{text}");
    assert!(report(&refused).await.lines().any(|line| line.starts_with("3,Name,")), "the fault by its row");
    node.kill().await;
}

#[tokio::test]
async fn rows_are_made_of_names_by_those_who_may_add_them() {
    let shop = shop(json!({})).await;
    let ann = shop.person("ann", &["warehouse/product/index", "warehouse/product/import", "warehouse/product/add"]).await;
    let asked = async |who: &crate::world::Visitor, create: &str| -> Value {
        let file = reqwest::multipart::Part::bytes(b"product_no,name,unit_id\nZ1,Pen,crate\n".to_vec()).file_name("rows.csv");
        let form = reqwest::multipart::Form::new().part("file", file).text("dry", "1").text("create", create.to_owned());
        let asked = who.ask(reqwest::Method::POST, "/admin/warehouse.Product/import").multipart(form);
        asked.send().await.expect("an answer").json().await.expect("JSON")
    };
    let denied = asked(&ann, "unit_id").await;
    assert_eq!(denied["code"], 401, "{denied}");
    assert_eq!(asked(&ann, "").await["code"], 1);
    assert_eq!(asked(&shop.clerk, "unit_id").await["code"], 1);
    // What is no reference, or is of rows that need more than a name.
    let wrong = asked(&shop.clerk, "name").await;
    assert_eq!(wrong["data"]["field"], "create", "{wrong}");
}

#[tokio::test]
async fn many_rows_go_in_and_out() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let mut rows = String::from("name,code\n");
    for number in 0..11_000 {
        use std::fmt::Write;
        let _ = writeln!(rows, "Job {number},J{number}");
    }
    let began = std::time::Instant::now();
    let done = import(&client, "company.Job", rows.into_bytes(), &[]).await;
    assert_eq!((done["state"].clone(), done["report"]["new"].clone()), (json!("done"), json!(11_000)), "{done}");
    println!("11,000 rows imported in {:?}", began.elapsed());
    let total = client.get("/admin/company.Job/index?limit=1").await["data"]["total"].clone();
    assert_eq!(total, 11_000);
    let file = String::from_utf8(export(&client, "company.Job", "format=csv").await).expect("text");
    assert_eq!(file.lines().count(), 11_001);
    node.kill().await;
}

/// Takes an import back; answers the ended task.
async fn taken_back(client: &Client, import: &Value) -> Value {
    let answer = client.post("/admin/routine.Transfer/takeBack", &json!({ "id": import })).await;
    assert_eq!(answer["code"], 1, "{answer}");
    finished(client, &answer["data"]["task"]).await
}

#[tokio::test]
async fn an_import_is_taken_back_while_nothing_was_built_on_it() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "other"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (client, other) = (node.login("clerk").await, node.login("other").await);
    let unit = client.done("/admin/warehouse.Unit/add", json!({ "name": "piece" })).await["id"].clone();
    client.done("/admin/warehouse.Product/add", json!({ "product_no": "A0", "name": "Old", "unit_id": unit })).await;
    let rows = "Product no.,Name,Unit\nA1,Pen,piece\nA0,Renamed,piece\nA2,Ink,piece\nA3,Glue,piece\n";
    let done = import(&client, "warehouse.Product", rows.into(), &[]).await;
    assert_eq!(done["made_count"], 3, "{done}");
    let list = client.get("/admin/warehouse.Product/index?limit=50").await["data"]["list"].clone();
    let id = |number: &str| {
        let found = list.as_array().expect("rows").iter().find(|row| row["product_no"] == number);
        found.unwrap_or_else(|| panic!("{number}: {list}"))["id"].clone()
    };
    // One is changed, one is used, one is as it was made.
    client.done("/admin/warehouse.Product/edit", json!({ "id": id("A1"), "name": "Pencil" })).await;
    let carton = client.done("/admin/warehouse.Unit/add", json!({ "name": "carton" })).await["id"].clone();
    client.done("/admin/warehouse.ProductUnit/add", json!({ "product_id": id("A2"), "unit_id": carton, "factor": "12" })).await;
    let foreign = other.post("/admin/routine.Transfer/takeBack", &json!({ "id": done["id"] })).await;
    assert_eq!(foreign["code"], 1, "super administrators may: {foreign}");
    let task = finished(&other, &foreign["data"]["task"]).await;
    let figures = ["deleted", "put_back", "gone", "bad"].map(|name| task["report"][name].clone());
    assert_eq!(figures, [json!(1), json!(1), json!(0), json!(2)], "{task}");
    let stay: Vec<(Value, bool)> = task["report"]["errors"]
        .as_array()
        .expect("errors")
        .iter()
        .map(|error| (error["row"].clone(), error["reason"].as_str().is_some_and(|reason| !reason.is_empty())))
        .collect();
    assert_eq!(stay, [(json!(2), true), (json!(4), true)], "{task}");
    let left: Vec<Value> = client.get("/admin/warehouse.Product/index?order=id,asc").await["data"]["list"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["product_no"].clone())
        .collect();
    assert_eq!(left, ["A0", "A1", "A2"], "what the import changed stays");
    let was = client.get(&format!("/admin/warehouse.Product/edit?id={}", id("A0"))).await["data"]["row"]["name"].clone();
    assert_eq!(was, "Old", "and is what it was");
    // What was in the way is gone: the rest goes, but for what somebody changed.
    let units = client.get("/admin/warehouse.ProductUnit/index").await["data"]["list"][0]["id"].clone();
    client.done("/admin/warehouse.ProductUnit/del", json!({ "ids": [units] })).await;
    let again = taken_back(&client, &done["id"]).await;
    assert_eq!((&again["report"]["deleted"], &again["report"]["bad"]), (&json!(1), &json!(1)), "{again}");
    node.kill().await;
}

/// The reasons of a report by the row in the file.
fn reasons(task: &Value) -> Vec<(i64, String)> {
    let errors = task["report"]["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().map(|error| (error["row"].as_i64().unwrap_or(0), error["reason"].as_str().unwrap_or_default().to_owned())).collect()
}

#[tokio::test]
async fn rows_that_an_import_changed_become_what_they_were() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk", "other"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (client, other) = (node.login("clerk").await, node.login("other").await);
    let unit = client.done("/admin/warehouse.Unit/add", json!({ "name": "piece" })).await["id"].clone();
    let box_of = client.done("/admin/warehouse.Unit/add", json!({ "name": "box" })).await["id"].clone();
    let mut ids = Vec::new();
    for number in 0..4 {
        let product =
            json!({ "product_no": format!("P{number}"), "name": format!("Name {number}"), "unit_id": unit, "price": "1.50", "remark": "as it was" });
        ids.push(client.done("/admin/warehouse.Product/add", product).await["id"].clone());
    }
    let of = async |at: usize| client.get(&format!("/admin/warehouse.Product/edit?id={}", ids[at])).await["data"]["row"].clone();
    let fields = |row: &Value| ["name", "price", "unit_id", "remark"].map(|name| row[name].clone());
    let before = [of(0).await, of(1).await, of(2).await, of(3).await].map(|row| fields(&row));
    let sheet = |name: &str| {
        let line = |number: usize| format!("P{number},{name} {number},9.99,box,\n");
        format!("Product no.,Name,Price,Unit,remark\n{}", (0..4).map(line).collect::<String>())
    };
    let first = import(&client, "warehouse.Product", sheet("Wrong").into(), &[]).await;
    assert_eq!((&first["report"]["changed"], &first["changed_count"], &first["made_count"]), (&json!(4), &json!(4), &json!(0)), "{first}");
    // A second one of the same person comes on top.
    let second = import(&client, "warehouse.Product", "Product no.,Price\nP0,7\n".into(), &[("mode", "update")]).await;
    assert_eq!(second["changed_count"], 1, "{second}");
    assert_eq!(fields(&of(0).await)[..3], [json!("Wrong 0"), json!("7"), box_of], "{first}");
    // Others go on with one row, and delete another.
    other.done("/admin/warehouse.Product/edit", json!({ "id": ids[1], "barcode": "6901234567892" })).await;
    client.done("/admin/warehouse.Product/del", json!({ "ids": [ids[2]] })).await;

    let early = taken_back(&client, &first["id"]).await;
    let figures = |task: &Value| ["deleted", "put_back", "gone", "bad"].map(|name| task["report"][name].as_i64().unwrap_or(-1));
    assert_eq!(figures(&early), [0, 1, 1, 2], "{early}");
    assert_eq!(reasons(&early).iter().map(|(row, _)| *row).collect::<Vec<_>>(), [2, 3], "the second import and somebody else: {early}");
    assert!(reasons(&early).iter().all(|(_, reason)| reason == "has been changed since the import"), "{early}");
    assert_eq!(fields(&of(3).await), before[3]);
    assert_eq!(fields(&of(1).await)[0], "Wrong 1", "somebody went on with it");

    // The last one first: then the one before.
    assert_eq!(figures(&taken_back(&client, &second["id"]).await), [0, 1, 0, 0]);
    let rest = taken_back(&client, &first["id"]).await;
    assert_eq!((figures(&rest), reasons(&rest).len()), ([0, 1, 0, 1], 1), "{rest}");
    assert_eq!(fields(&of(0).await), before[0]);
    let history = client.get(&format!("/admin/resource/history?controller=warehouse.Product&id={}", ids[0])).await["data"]["list"].clone();
    assert_eq!(history.as_array().map(Vec::len), Some(5), "each way back is a version: {history}");
    let nothing = client.post("/admin/routine.Transfer/takeBack", &json!({ "id": second["id"] })).await;
    assert_eq!(nothing["data"]["key"], "error.import.nothing_made", "{nothing}");

    // Long texts come back whole, of rows that have no history as well.
    let long = format!("<p>{}</p>", "A long text. ".repeat(100).trim());
    let brand = client.done("/admin/warehouse.Brand/add", json!({ "name": "B", "introduce": long })).await["id"].clone();
    let cut = import(&client, "warehouse.Brand", "name,introduce\nB,short\nC,new\n".into(), &[]).await;
    assert_eq!((&cut["changed_count"], &cut["made_count"]), (&json!(1), &json!(1)), "{cut}");
    assert_eq!(figures(&taken_back(&client, &cut["id"]).await), [1, 1, 0, 0]);
    let row = client.get(&format!("/admin/warehouse.Brand/edit?id={brand}")).await["data"]["row"].clone();
    assert_eq!(row["introduce"], json!(long), "{row}");
    node.kill().await;
}

#[tokio::test]
async fn who_takes_an_import_back_may_edit() {
    let shop = shop(json!({})).await;
    let ann = shop.person("ann", &["warehouse/product/index", "warehouse/product/import", "warehouse/product/edit"]).await;
    let product = async || shop.clerk.got(&format!("/admin/warehouse.Product/edit?id={}", shop.product)).await["row"].clone();
    let before = product().await;
    let sheet = format!("Product no.,Name\n{},Wrong\n", before["product_no"].as_str().expect("a number"));
    let file = reqwest::multipart::Part::bytes(sheet.into_bytes()).file_name("rows.csv");
    let form = reqwest::multipart::Form::new().part("file", file);
    let asked = ann.ask(reqwest::Method::POST, "/admin/warehouse.Product/import").multipart(form);
    let begun: Value = asked.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(begun["code"], 1, "{begun}");
    let ended = async |task: &Value| loop {
        let list = shop.clerk.got("/admin/routine.Transfer/index").await["list"].clone();
        let row = list.as_array().expect("tasks").iter().find(|row| row["id"] == *task).cloned().expect("a task");
        if row["state"] != "running" {
            break row;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let import = ended(&begun["data"]["task"]).await;
    assert_eq!((&import["state"], &import["changed_count"]), (&json!("done"), &json!(1)), "{import}");
    let group = shop.clerk.got("/admin/auth.Group/index").await["list"].clone();
    let group = group.as_array().expect("groups").iter().find(|row| row["name"] == "ann").cloned().expect("their group");
    let rules = shop.clerk.got(&format!("/admin/auth.Group/edit?id={}", group["id"])).await["row"]["rules"].clone();
    let without = |name: &str, rows: &Value| {
        fn find(name: &str, rows: &Value) -> Option<Value> {
            rows.as_array()?.iter().find_map(|row| if row["name"] == name { Some(row["id"].clone()) } else { find(name, &row["children"]) })
        }
        let gone = find(name, rows).expect("a right");
        rules.as_array().expect("rights").iter().filter(|id| **id != gone).cloned().collect::<Vec<_>>()
    };
    let fewer = without("warehouse/product/edit", &shop.clerk.got("/admin/auth.Rule/index").await["list"]);
    assert_eq!(fewer.len() + 1, rules.as_array().map_or(0, Vec::len), "{rules}");
    shop.clerk.done("/admin/auth.Group/edit", json!({ "id": group["id"], "rules": fewer })).await;
    let refused = ann.post("/admin/routine.Transfer/takeBack", &json!({ "id": import["id"] })).await;
    assert_ne!(refused["code"], 1, "{refused}");
    assert_eq!(product().await["name"], "Wrong");
    shop.clerk.done("/admin/auth.Group/edit", json!({ "id": group["id"], "rules": rules })).await;
    let begun = ann.done("/admin/routine.Transfer/takeBack", json!({ "id": import["id"] })).await;
    let task = ended(&begun["task"]).await;
    assert_eq!(task["report"]["put_back"], 1, "{task}");
    assert_eq!(product().await["name"], before["name"]);
}
