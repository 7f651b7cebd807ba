//! The ledger's list: pages of several warehouses, newest first, with exact totals.

use serde_json::{Value, json};

use crate::support::{Client, Node, admins};

async fn stocked(client: &Client, body: Value) {
    let created = client.done("/admin/warehouse.InboundOrder/add", body).await;
    for step in ["audit", "stock"] {
        client.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": created["id"] })).await;
    }
}

async fn page(client: &Client, query: &str) -> (Vec<Value>, i64) {
    let answer = client.get(&format!("/admin/warehouse.InventoryRecord/index?{query}")).await;
    assert_eq!(answer["code"], 1, "{query}: {answer}");
    (answer["data"]["list"].as_array().expect("rows").clone(), answer["data"]["total"].as_i64().expect("a total"))
}

#[tokio::test]
async fn pages_of_the_ledger_are_exact_over_warehouses() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let mut ids = client.master_data().await;
    let first = ids.warehouse;
    let second = client.done("/admin/warehouse.Warehouse/add", json!({ "name": "Second", "serial_no": "W2" })).await["id"].as_i64().expect("an id");
    // 30 orders of 5 lines, by turns; reservations stand between them in the ledger and are no records.
    for number in 0..30 {
        ids.warehouse = if number % 3 == 0 { second } else { first };
        let mut body = ids.inbound(number + 1);
        body["lines"] = vec![body["lines"][0].clone(); 5].into();
        stocked(&client, body).await;
        if number % 4 == 0 {
            let created = client.done("/admin/warehouse.OutboundOrder/add", ids.outbound(1)).await;
            client.done("/admin/warehouse.OutboundOrder/audit", json!({ "id": created["id"] })).await;
        }
    }
    let mut seen = Vec::new();
    for number in 1.. {
        let (rows, total) = page(&client, &format!("page={number}&limit=7")).await;
        assert_eq!(total, 150);
        if rows.is_empty() {
            break;
        }
        seen.extend(rows);
    }
    assert_eq!(seen.len(), 150);
    let keys: std::collections::HashSet<_> = seen.iter().map(|row| row["id"].as_i64()).collect();
    assert_eq!(keys.len(), 150, "a row stands on two pages");
    assert!(seen.windows(2).all(|pair| pair[0]["create_time"].as_i64() >= pair[1]["create_time"].as_i64()));

    let of = |field: &str, value: i64| format!("limit=100&search[0][field]={field}&search[0][operator]=%3D&search[0][val]={value}");
    let (rows, total) = page(&client, &of("warehouses_id", second)).await;
    assert_eq!((rows.len(), total), (50, 50));
    assert!(rows.iter().all(|row| row["warehouses_id"] == second));
    let sequences: Vec<_> = rows.iter().map(|row| row["sequence"].as_i64()).collect();
    assert!(sequences.windows(2).all(|pair| pair[0] > pair[1]), "{sequences:?}");
    let (rows, total) = page(&client, &of("product_id", ids.product)).await;
    assert_eq!((rows.len(), total), (100, 150));
    let (rows, total) = page(&client, &of("product_id", ids.product + 1)).await;
    assert_eq!((rows.len(), total), (0, 0));
    // Pages of a filtered list, with a posting between two of them: exact however they are reached.
    let inbound = "search[0][field]=operation_type&search[0][operator]=%3D&search[0][val]=10";
    for (round, expected) in [150, 155].into_iter().enumerate() {
        let mut seen = Vec::new();
        for number in 1..=23 {
            let (rows, total) = page(&client, &format!("page={number}&limit=7&{inbound}")).await;
            assert_eq!(total, expected, "round {round}, page {number}");
            seen.extend(rows.iter().map(|row| row["id"].as_i64()).collect::<Vec<_>>());
        }
        assert_eq!(seen.len(), usize::try_from(expected).expect("small"));
        let (jumped, _) = page(&client, &format!("page=13&limit=7&{inbound}")).await;
        assert_eq!(jumped.iter().map(|row| row["id"].as_i64()).collect::<Vec<_>>(), seen[84..91]);
        let distinct: std::collections::HashSet<_> = seen.into_iter().collect();
        assert_eq!(distinct.len(), usize::try_from(expected).expect("small"));
        if round == 0 {
            ids.warehouse = second;
            let mut body = ids.inbound(77);
            body["lines"] = vec![body["lines"][0].clone(); 5].into();
            stocked(&client, body).await;
            ids.warehouse = first;
        }
    }
    // From the other end, by a list that nothing is remembered of.
    let all = "search[0][field]=operation_type&search[0][operator]=IN&search[0][val]=10";
    let (oldest, _) = page(&client, &format!("page=31&limit=5&{all}")).await;
    let (ascending, _) = page(&client, &format!("page=1&limit=5&order=create_time,asc&{all}")).await;
    let ids_of = |rows: &[Value]| rows.iter().map(|row| row["id"].as_i64()).collect::<std::collections::BTreeSet<_>>();
    assert_eq!(ids_of(&oldest), ids_of(&ascending));
    let (rows, total) = page(&client, "limit=3&order=create_time,asc").await;
    assert_eq!((rows.len(), total), (3, 155));
    assert_eq!(rows[0]["quantity"], "1");
    assert!(node.stop().await);
}

#[tokio::test]
async fn an_orders_rows_are_found_by_its_number() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let ids = client.master_data().await;
    let parted = client.done("/admin/warehouse.InboundOrder/add", ids.inbound(9)).await;
    client.done("/admin/warehouse.InboundOrder/audit", json!({ "id": parted["id"] })).await;
    for quantity in [4, 5] {
        let part = json!({ "id": parted["id"], "lines": [{ "line": 1, "quantity": quantity }] });
        client.done("/admin/warehouse.InboundOrder/stock", part).await;
        stocked(&client, ids.inbound(1)).await;
    }
    let number = parted["inbound_order_no"].as_str().expect("a number");
    let by_number = format!("search[0][field]=operation_number&search[0][operator]=%3D&search[0][val]={number}");
    // Of all its parts, newest first, and no others.
    let (rows, total) = page(&client, &by_number).await;
    assert_eq!((rows.iter().map(|row| row["quantity"].clone()).collect::<Vec<_>>(), total), (vec![json!("5"), json!("4")], 2));
    assert!(rows.iter().all(|row| row["operation_number"] == number && row["product"]["name"] == "Pen"));
    let (rows, total) = page(&client, &format!("{by_number}&page=2&limit=1")).await;
    assert_eq!((rows[0]["quantity"].clone(), total), (json!("4"), 2));
    let elsewhere = format!("{by_number}&search[1][field]=warehouses_id&search[1][operator]=%3D&search[1][val]=99");
    assert_eq!(page(&client, &elsewhere).await, (vec![], 0));
    assert_eq!(page(&client, &by_number.replace(number, "RK1")).await, (vec![], 0));
    assert!(node.stop().await);
}

#[tokio::test]
async fn what_is_listed_is_found_by_its_id() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let client = node.login("clerk").await;
    let mut ids = client.master_data().await;
    for name in ["Second", "Third"] {
        stocked(&client, ids.inbound(3)).await;
        let warehouse = json!({ "name": name, "serial_no": name });
        ids.warehouse = client.done("/admin/warehouse.Warehouse/add", warehouse).await["id"].as_i64().expect("an id");
    }
    stocked(&client, ids.inbound(5)).await;
    for list in ["InboundOrder", "Inventory", "InventoryRecord"] {
        let found = async |query: String| -> Vec<i64> {
            let answer = client.get(&format!("/admin/warehouse.{list}/index?{query}")).await;
            assert_eq!(answer["code"], 1, "{list} {query}: {answer}");
            let rows: Vec<i64> = answer["data"]["list"].as_array().expect("rows").iter().filter_map(|row| row["id"].as_i64()).collect();
            assert_eq!(answer["data"]["total"].as_u64(), Some(rows.len() as u64), "{list} {query}");
            rows
        };
        let of = |operator: &str, value: String| format!("order=id,asc&search[0][field]=id&search[0][operator]={operator}&search[0][val]={value}");
        let all = found("order=id,asc".into()).await;
        assert!(all.len() >= 2, "{list}: {all:?}");
        let (first, last) = (all[0], all[all.len() - 1]);
        assert_eq!(found(of("eq", last.to_string())).await, [last], "{list}");
        assert_eq!(found(of("IN", format!("{first},{last},77"))).await, [first, last], "{list}");
        assert_eq!(found(of("RANGE", format!("{},", first + 1))).await, all[1..], "{list}");
        assert_eq!(found(of("eq", "nonsense".into())).await, [0; 0], "{list}: equal to none");
        let newest = found(format!("initValue[]={first}&initValue[]={last}&initValue[]=-1")).await;
        assert_eq!(newest.len(), 2, "{list}: {newest:?}");
        assert!(newest.contains(&first) && newest.contains(&last), "{list}: {newest:?}");
        assert_eq!(found(format!("search[0][field]=id&search[0][val]={last}")).await, [last], "{list}: newest first");
    }
}
