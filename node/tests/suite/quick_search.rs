//! The quick search of a long list answers from memory: it must never lag behind what was written.

use serde_json::{Value, json};

use crate::support::{Client, Node, admins};

async fn found(client: &Client, query: &str) -> (Vec<String>, i64) {
    let answer = client.get(&format!("/admin/warehouse.Product/index?{query}")).await["data"].clone();
    let names = answer["list"].as_array().unwrap_or_else(|| panic!("{query}: {answer}")).iter();
    (names.map(|row| row["name"].as_str().unwrap_or_default().to_owned()).collect(), answer["total"].as_i64().unwrap_or(-1))
}

fn expected(names: &[&str], total: i64) -> (Vec<String>, i64) {
    (names.iter().map(|name| (*name).to_owned()).collect(), total)
}

#[tokio::test]
async fn a_search_knows_every_write_before_it() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let unit = client.done("/admin/warehouse.Unit/add", json!({ "name": "piece" })).await["id"].clone();
    let brand = client.done("/admin/warehouse.Brand/add", json!({ "name": "Nord" })).await["id"].clone();
    let mut ids: Vec<Value> = Vec::new();
    for (number, name) in ["Blue pen", "Red pen", "蓝色钢笔", "Glue"].into_iter().enumerate() {
        let brand = if number == 0 { brand.clone() } else { Value::Null };
        let product = json!({ "product_no": format!("P-{number}"), "name": name, "unit_id": unit, "brand_id": brand, "price": number });
        ids.push(client.done("/admin/warehouse.Product/add", product).await["id"].clone());
        // Asked after each: what the memory has is brought up to date, not made anew.
        let (names, _) = found(&client, &format!("quickSearch={name}")).await;
        assert_eq!(names, [name]);
    }
    assert_eq!(found(&client, "quickSearch=PEN").await, expected(&["Red pen", "Blue pen"], 2));
    assert_eq!(found(&client, "quickSearch=pen%20p-0").await, expected(&["Blue pen"], 1));
    assert_eq!(found(&client, "quickSearch=p-&limit=1&page=2").await, expected(&["蓝色钢笔"], 4));
    // Another order, and a condition beside it.
    assert_eq!(found(&client, "quickSearch=pen&order=price,asc").await, expected(&["Blue pen", "Red pen"], 2));
    let of_brand = "search[0][field]=brand.name&search[0][operator]=eq&search[0][val]=Nord";
    assert_eq!(found(&client, &format!("quickSearch=pen&{of_brand}")).await, expected(&["Blue pen"], 1));

    client.done("/admin/warehouse.Product/edit", json!({ "id": ids[1], "name": "Red pencil" })).await;
    assert_eq!(found(&client, "quickSearch=red").await, expected(&["Red pencil"], 1));
    let drag = json!({ "move": ids[0], "target": ids[3], "order": "weigh,desc", "direction": "up" });
    client.done("/admin/warehouse.Product/sortable", drag).await;
    assert_eq!(found(&client, "quickSearch=p-").await, expected(&["Blue pen", "Glue", "蓝色钢笔", "Red pencil"], 4));
    client.done("/admin/warehouse.Product/del", json!({ "ids": [ids[0]] })).await;
    assert_eq!(found(&client, "quickSearch=blue").await, expected(&[], 0));
    let bin = client.get("/admin/security.DataRecycleLog/index").await["data"]["list"][0]["id"].clone();
    client.done("/admin/security.DataRecycleLog/restore", json!({ "ids": [bin] })).await;
    assert_eq!(found(&client, "quickSearch=blue").await, expected(&["Blue pen"], 1));
    node.kill().await;
}
