//! Declared resources over the wire: every operator, partial edits, trees, drag sort, versions, and
//! what must be refused.

use serde_json::{Value, json};

use crate::support::{Client, Node, admins};

async fn begin(dir: &tempfile::TempDir) -> (Node, Client) {
    admins(dir.path(), &[], &["clerk", "other"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    (node, client)
}

fn names(answer: &Value) -> Vec<String> {
    let list = answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{answer}"));
    list.iter().map(|row| row["name"].as_str().expect("a name").to_owned()).collect()
}

async fn add(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

fn search(field: &str, operator: &str, value: &str) -> String {
    let pairs = [("search[0][field]", field), ("search[0][operator]", operator), ("search[0][val]", value)];
    format!("order=id,asc&{}", form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish())
}

#[tokio::test]
async fn every_operator_finds_what_it_should() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, client) = begin(&dir).await;
    let piece = add(&client, "warehouse.Unit", json!({ "name": "piece" })).await;
    let pack = add(&client, "warehouse.Unit", json!({ "name": "pack" })).await;
    let brand = add(&client, "warehouse.Brand", json!({ "name": "Nord" })).await;
    for (number, (name, price, unit, brand)) in
        [("pen", "2.50", piece, Some(brand)), ("Pencil 100%", "1.20", piece, None), ("paper", "30", pack, Some(brand)), ("glue", "12.75", pack, None)]
            .into_iter()
            .enumerate()
    {
        let row = json!({ "product_no": format!("P{number}"), "name": name, "price": price, "unit_id": unit.to_string(), "brand_id": brand });
        add(&client, "warehouse.Product", row).await;
    }
    let ids: Vec<i64> = {
        let all = client.get("/admin/warehouse.Product/index?order=id,asc").await;
        all["data"]["list"].as_array().expect("rows").iter().map(|row| row["id"].as_i64().expect("an id")).collect()
    };
    let found = async |query: String| names(&client.get(&format!("/admin/warehouse.Product/index?{query}")).await);
    let all = ["pen", "Pencil 100%", "paper", "glue"];
    for (field, operator, value, expected) in [
        ("name", "=", "pen", vec!["pen"]),
        ("name", "eq", "pen", vec!["pen"]),
        ("name", "<>", "pen", all[1..].to_vec()),
        ("name", "ne", "pen", all[1..].to_vec()),
        ("price", ">", "2.5", vec!["paper", "glue"]),
        ("price", "egt", "2.5", vec!["pen", "paper", "glue"]),
        ("price", "lt", "2.5", vec!["Pencil 100%"]),
        ("price", "<=", "2.50", vec!["pen", "Pencil 100%"]),
        ("name", "LIKE", "PEN", vec!["pen", "Pencil 100%"]),
        ("name", "like", "%", vec!["Pencil 100%"]),
        ("name", "NOT LIKE", "pen", vec!["paper", "glue"]),
        ("price", "RANGE", "2,20", vec!["pen", "glue"]),
        ("price", "RANGE", ",2", vec!["Pencil 100%"]),
        ("price", "RANGE", "20,", vec!["paper"]),
        ("price", "NOT RANGE", "2,20", vec!["Pencil 100%", "paper"]),
        ("price", "NOT RANGE", ",2.5", vec!["paper", "glue"]),
        ("price", "NOT RANGE", "20,", vec!["pen", "Pencil 100%", "glue"]),
        ("product_no", "IN", "P0,P3", vec!["pen", "glue"]),
        ("product_no", "NOT IN", "P0,P3", vec!["Pencil 100%", "paper"]),
        ("brand_id", "NULL", "true", vec!["Pencil 100%", "glue"]),
        ("brand_id", "NOT NULL", "true", vec!["pen", "paper"]),
        ("unit.name", "LIKE", "pac", vec!["paper", "glue"]),
        ("brand.name", "eq", "Nord", vec!["pen", "paper"]),
        ("status", "FIND_IN_SET", "1", all.to_vec()),
        ("status", "eq", "1", all.to_vec()),
    ] {
        assert_eq!(found(search(field, operator, value)).await, expected, "{field} {operator} {value}");
    }
    assert_eq!(found(format!("order=id,asc&search[0][field]=id&search[0][operator]=RANGE&search[0][val]={},{}", ids[1], ids[2])).await, all[1..3]);
    assert_eq!(
        found(format!("order=id,asc&search[0][field]=id&search[0][operator]=IN&search[0][val][]={}&search[0][val][]={}", ids[0], ids[3])).await,
        ["pen", "glue"]
    );
    assert_eq!(found("order=id,asc&quickSearch=PAP".to_owned()).await, ["paper"]);
    assert_eq!(found("order=id,asc&quickSearch=p1".to_owned()).await, ["Pencil 100%"]);
    assert_eq!(found(format!("initKey=product.id&initValue={}", ids[2])).await, ["paper"]);
    assert_eq!(found(format!("initValue[]={}&initValue[]={}&order=id,asc", ids[2], ids[0])).await, ["pen", "paper"]);
    assert_eq!(found("order=price,desc&limit=2".to_owned()).await, ["paper", "glue"]);
    assert_eq!(found("order=price,desc&limit=2&page=2".to_owned()).await, ["pen", "Pencil 100%"]);
    assert_eq!(found("order=unit.name,asc".to_owned()).await, ["glue", "paper", "Pencil 100%", "pen"]);
    // Incomplete conditions are ignored; times are those of the site's clock.
    assert_eq!(found("order=id,asc&search[0][field]=name&search[0][operator]=eq".to_owned()).await, all);
    let year =
        |from: &str, to: &str| format!("{}&search[0][render]=datetime", search("create_time", "RANGE", &format!("{from} 00:00:00,{to} 00:00:00")));
    assert_eq!(found(year("2020-01-01", "2100-01-01")).await, all);
    assert!(found(year("2020-01-01", "2020-01-02")).await.is_empty());
    let page = client.get("/admin/warehouse.Product/index?limit=1").await;
    assert_eq!((page["data"]["total"].clone(), page["data"]["list"][0]["unit"]["name"].clone()), (json!(4), json!("pack")), "{page}");
    assert_eq!(page["data"]["list"][0]["total_stock_num"], "0");
    assert_eq!(page["data"]["list"][0]["unit"]["decimals"], 0, "what forms need of a product's unit: {page}");
    node.kill().await;
}

#[tokio::test]
async fn names_that_are_not_declared_never_reach_the_database() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, client) = begin(&dir).await;
    let unit = add(&client, "warehouse.Unit", json!({ "name": "piece" })).await;
    let hostile = ["id; REMOVE TABLE unit", "name) OR (1=1", "password", "`name`", "product.name", "count()", "../name", "name\u{0}", "$auth"];
    for name in hostile {
        for query in [search(name, "eq", "1"), form_urlencoded::Serializer::new(String::new()).append_pair("order", &format!("{name},desc")).finish()]
        {
            let answer = client.get(&format!("/admin/warehouse.Unit/index?{query}")).await;
            assert_eq!((answer["code"].clone(), answer["data"]["key"].clone()), (json!(0), json!("error.list")), "{query}: {answer}");
            assert_eq!(answer["data"]["field"], name, "{query}: {answer}");
        }
        let operator = client.get(&format!("/admin/warehouse.Unit/index?{}", search("name", name, "1"))).await;
        assert_eq!(operator["data"]["key"], "error.list", "{operator}");
        let values = client.get(&format!("/admin/warehouse.Unit/index?{}", search("name", "LIKE", &format!("'{name}\" OR true --")))).await;
        assert_eq!((values["code"].clone(), values["data"]["total"].clone()), (json!(1), json!(0)), "{values}");
        let field = client.post("/admin/warehouse.Unit/edit", &json!({ "id": unit, name: "x" })).await;
        assert_eq!((field["code"].clone(), field["data"]["field"].clone()), (json!(0), json!(name)), "{field}");
    }
    for body in [json!({ "id": "1; REMOVE TABLE unit", "name": "x" }), json!({ "id": { "$ne": 1 }, "name": "x" })] {
        assert_eq!(client.post("/admin/warehouse.Unit/edit", &body).await["data"]["field"], "id");
    }
    let admins = client.get("/admin/auth.Admin/index").await["data"]["list"].clone();
    let other = admins[0]["id"].clone();
    for (field, value) in [("password", "x"), ("login_failure", "9"), ("last_login_ip", "1.1.1.1"), ("super", "1")] {
        let answer = client.post("/admin/auth.Admin/edit", &json!({ "id": other, field: value })).await;
        if field == "password" {
            assert_eq!(answer["data"]["key"], "error.password.admin", "{answer}");
        } else {
            assert_eq!((answer["code"].clone(), answer["data"]["field"].clone()), (json!(0), json!(field)), "{answer}");
        }
    }
    let list = client.get("/admin/auth.Admin/index").await;
    assert!(!list.to_string().contains("argon2") && !list.to_string().contains("login_failure"), "{list}");
    assert_eq!(client.get("/admin/warehouse.Unit/index").await["data"]["total"], 1);
    node.kill().await;
}

#[tokio::test]
async fn edits_are_partial_and_a_stale_one_gets_what_changed() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, client) = begin(&dir).await;
    let other = node.login("other").await;
    let path = "/admin/warehouse.Supplier";
    let id = add(&client, "warehouse.Supplier", json!({ "name": "Nord", "level": "A", "city": "上海", "status": "1" })).await;
    client.done(&format!("{path}/edit"), json!({ "id": id, "status": "0" })).await;
    let row = client.get(&format!("{path}/edit?id={id}")).await["data"]["row"].clone();
    assert_eq!(
        (row["status"].clone(), row["name"].clone(), row["city"].clone(), row["version"].clone()),
        (json!(0), json!("Nord"), json!("上海"), json!(2))
    );
    // The whole row comes back from a form, and nothing of it changed.
    client.done(&format!("{path}/edit"), row.clone()).await;
    assert_eq!(client.get(&format!("{path}/edit?id={id}")).await["data"]["row"]["version"], 2);

    other.done(&format!("{path}/edit"), json!({ "id": id, "version": 2, "city": "宁波", "mobile": "139" })).await;
    let stale = client.post(&format!("{path}/edit"), &json!({ "id": id, "version": 2, "city": "杭州" })).await;
    assert_eq!((stale["code"].clone(), stale["data"]["key"].clone()), (json!(0), json!("error.changed")), "{stale}");
    let city = &stale["data"]["changes"][0];
    assert_eq!((city["field"].clone(), city["theirs"].clone(), city["yours"].clone()), (json!("city"), json!("宁波"), json!("杭州")), "{stale}");
    assert_eq!((city["admin_name"].clone(), stale["data"]["version"].clone()), (json!("other"), json!(3)), "{stale}");
    assert_eq!(stale["data"]["changes"].as_array().map(Vec::len), Some(2), "{stale}");
    // A client that does not know of versions works as before.
    client.done(&format!("{path}/edit"), json!({ "id": id, "city": "杭州" })).await;
    assert_eq!(client.post(&format!("{path}/edit"), &json!({ "id": 999, "city": "x" })).await["data"]["key"], "error.not_found");
    assert_eq!(client.post(&format!("{path}/edit"), &json!({ "id": id, "level": "Z" })).await["data"]["field"], "level");
    let gone = client.http.delete(format!("{}{path}/del?ids[]={id}", client.url)).header("batoken", &client.token).send().await.expect("an answer");
    assert_eq!(gone.json::<Value>().await.expect("JSON")["code"], 1);
    assert_eq!(client.post(&format!("{path}/del"), &json!({ "ids": [id] })).await["data"]["key"], "error.not_found");
    node.kill().await;
}

#[tokio::test]
async fn trees_are_nested_indented_and_never_loop() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, client) = begin(&dir).await;
    let controller = "warehouse.ProductCategory";
    let office = add(&client, controller, json!({ "name": "Office", "weigh": 9 })).await;
    let paper = add(&client, controller, json!({ "name": "Paper", "pid": office, "weigh": 8 })).await;
    let pens = add(&client, controller, json!({ "name": "Pens", "pid": office.to_string(), "weigh": 7 })).await;
    let tree = client.get(&format!("/admin/{controller}/index")).await["data"]["list"].clone();
    assert_eq!((tree[0]["name"].clone(), tree[0]["children"][1]["name"].clone()), (json!("Office"), json!("Pens")), "{tree}");
    assert_eq!(tree[0]["children"][0]["level"], 1, "{tree}");
    let options = client.get(&format!("/admin/{controller}/index?select=true")).await["data"]["options"].clone();
    let labels: Vec<&str> = options.as_array().expect("options").iter().filter_map(|row| row["name"].as_str()).collect();
    assert_eq!(labels, ["Office", "    ├Paper", "    └Pens"]);
    let current = client.get(&format!("/admin/{controller}/index?select=true&initValue={pens}")).await["data"]["options"].clone();
    assert_eq!((current[0]["name"].clone(), current.as_array().map(Vec::len)), (json!("Pens"), Some(1)), "{current}");
    for parent in [office, paper] {
        let answer = client.post(&format!("/admin/{controller}/edit"), &json!({ "id": office, "pid": parent })).await;
        assert_eq!(answer["data"]["key"], "error.tree.loop", "{answer}");
    }
    let refused = client.post(&format!("/admin/{controller}/del"), &json!({ "ids": [office, paper] })).await;
    assert_eq!(refused["data"]["key"], "error.has_children", "{refused}");
    client.done(&format!("/admin/{controller}/del"), json!({ "ids": [office, paper, pens] })).await;
    node.kill().await;
}

#[tokio::test]
async fn a_row_is_dragged_where_another_one_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, client) = begin(&dir).await;
    let mut ids = Vec::new();
    // Three of the same weight, and one without: that gets its id.
    for (name, weigh) in [("a", json!(5)), ("b", json!(5)), ("c", json!(5)), ("d", Value::Null)] {
        let mut row = json!({ "name": name, "weigh": weigh });
        if weigh.is_null() {
            row.as_object_mut().map(|row| row.remove("weigh"));
        }
        ids.push(add(&client, "warehouse.Brand", row).await);
    }
    let shown = async || names(&client.get("/admin/warehouse.Brand/index?order=weigh,desc").await);
    assert_eq!(shown().await, ["c", "b", "a", "d"]);
    let drag = async |moved: usize, target: usize, direction: &str, order: &str| {
        client
            .post(
                "/admin/warehouse.Brand/sortable",
                &json!({ "move": ids[moved], "target": ids[target].to_string(), "direction": direction, "order": order }),
            )
            .await
    };
    assert_eq!(drag(0, 2, "up", "weigh,desc").await["code"], 1);
    assert_eq!(shown().await, ["a", "c", "b", "d"]);
    assert_eq!(drag(0, 1, "down", "").await["code"], 1);
    assert_eq!(shown().await, ["c", "b", "a", "d"]);
    assert_eq!(drag(3, 1, "up", "weigh,desc").await["code"], 1);
    assert_eq!(shown().await, ["c", "d", "b", "a"]);
    assert_eq!(drag(0, 1, "down", "name,desc").await["data"]["key"], "error.not_by_weight");
    assert_eq!(drag(0, 0, "down", "weigh,desc").await["data"]["key"], "error.not_found");
    assert_eq!(drag(0, 1, "sideways", "weigh,desc").await["data"]["key"], "error.not_found");
    node.kill().await;
}

#[tokio::test]
async fn the_declarations_are_served_and_documented() {
    let dir = tempfile::tempdir().expect("a directory");
    let (node, client) = begin(&dir).await;
    let asked = || client.http.get(format!("{}/admin/resource/schema", client.url)).header("batoken", &client.token);
    let answer = asked().send().await.expect("an answer");
    let tag = answer.headers()["etag"].to_str().expect("a tag").to_owned();
    let document: Value = answer.json().await.expect("JSON");
    let resources = document["data"]["resources"].as_array().expect("resources");
    assert!(resources.len() > 30, "{}", resources.len());
    let product = resources.iter().find(|one| one["controller"] == "warehouse.Product").expect("products");
    let unit = product["fields"].as_array().expect("fields").iter().find(|field| field["name"] == "unit_id").expect("a unit");
    assert_eq!((unit["kind"].clone(), unit["reference"]["controller"].clone()), (json!("remoteSelect"), json!("warehouse.Unit")), "{unit}");
    assert!(product["nodes"].as_array().expect("nodes").contains(&json!("sortable")));
    // A declaration names the words of its status; without that they are the usual ones.
    for (controller, off, on) in
        [("warehouse.Product", "Off shelf", "On shelf"), ("warehouse.ProductCategory", "Hidden", "Shown"), ("warehouse.Brand", "Disabled", "Enabled")]
    {
        let fields = resources.iter().find(|one| one["controller"] == controller).expect("a resource")["fields"].clone();
        let status = fields.as_array().expect("fields").iter().find(|field| field["name"] == "status").expect("a status").clone();
        let words: Vec<(i64, &str)> = status["options"]
            .as_array()
            .expect("words")
            .iter()
            .map(|option| (option["value"].as_i64().expect("a number"), option["label"]["en"].as_str().expect("a word")))
            .collect();
        assert_eq!(words, [(0, off), (1, on)], "{status}");
        assert_eq!((status["kind"].clone(), status["default"].clone()), (json!("status"), json!("1")));
    }
    assert_eq!(asked().header("if-none-match", tag).send().await.expect("an answer").status(), 304);
    let document: Value = reqwest::get(format!("{}/openapi.json", node.url)).await.expect("an answer").json().await.expect("JSON");
    for resource in resources {
        for action in resource["nodes"].as_array().expect("nodes") {
            let path = format!("/admin/{}/{}", resource["controller"].as_str().expect("a name"), action.as_str().expect("an action"));
            assert!(document["paths"][&path].is_object(), "{path}");
        }
    }
    let row = &document["components"]["schemas"]["WarehouseProductRow"]["properties"]["status"];
    assert_eq!((row["description"].clone(), row["enum"].clone()), (json!("0: Off shelf, 1: On shelf"), json!([0, 1])), "{row}");
    let new = &document["paths"]["/admin/warehouse.Product/add"]["post"]["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(new["allOf"][0]["$ref"], "#/components/schemas/WarehouseProductBody", "{new}");
    let body = &document["components"]["schemas"]["WarehouseProductBody"];
    assert_eq!(body["properties"]["product_no"]["maxLength"], 64, "{body}");
    assert!(new["required"].as_array().is_some_and(|names| names.contains(&json!("unit_id"))), "{new}");
    for controller in resources.iter().filter_map(|resource| resource["controller"].as_str()) {
        let answer = client.get(&format!("/admin/{}/index", controller.to_uppercase())).await;
        assert_eq!(answer["code"], if controller == "routine.Config" { answer["code"].clone() } else { json!(1) }, "{controller}: {answer}");
    }
    node.kill().await;
}
