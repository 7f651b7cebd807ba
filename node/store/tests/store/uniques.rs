//! Values that no two rows may have, written by two at once.

use entrepot_store::resource::write::RowEdit;
use entrepot_store::resource::{Act, RecordError, Resource, catalogue};
use entrepot_store::{Store, StoreConfig};
use serde_json::{Value, json};

const ROUNDS: usize = 40;

async fn store(dir: &std::path::Path) -> Store {
    Store::connect(&StoreConfig::new(format!("rocksdb:{}", dir.join("db").display()), "test")).await.unwrap()
}

fn member(name: String, email: &str) -> Value {
    json!({ "username": name, "nickname": "M", "email": email, "status": "enable" })
}

/// How many of them were written; the others were refused for this field.
fn written<T>(answers: Vec<Result<T, RecordError>>, named: &str) -> usize {
    let taken = |answer: &Result<T, RecordError>| match answer {
        Ok(_) => false,
        Err(RecordError::Field { field, key }) => (field.as_str(), *key) == (named, "error.unique"),
        Err(_) => false,
    };
    let refused = answers.iter().filter(|answer| taken(answer)).count();
    let done = answers.iter().filter(|answer| answer.is_ok()).count();
    assert_eq!(done + refused, answers.len(), "something else went wrong");
    done
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_writers_of_one_optional_value_one_gets_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let resource = catalogue::find("user.User").unwrap();
    for round in 0..ROUNDS {
        let email = format!("m{round}@example.com");
        let adding: Vec<_> = (0..4)
            .map(|number| {
                let (store, row) = (store.clone(), member(format!("m{round}_{number}"), &email));
                tokio::spawn(async move { store.insert_record(resource, row.as_object().unwrap(), &Act::system(0)).await })
            })
            .collect();
        let answers = futures::future::join_all(adding).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(written(answers, "email"), 1, "{email}");
    }
    // The same by edits of two rows. Two that are empty are no two of the same.
    let mut keys = Vec::new();
    for name in ["edited_1", "edited_2"] {
        keys.push(store.insert_record(resource, member(name.into(), "").as_object().unwrap(), &Act::system(0)).await.unwrap());
    }
    for round in 0..ROUNDS {
        let email = json!({ "email": format!("e{round}@example.com") });
        let editing: Vec<_> = keys
            .iter()
            .map(|key| {
                let (store, key, row) = (store.clone(), *key, email.clone());
                tokio::spawn(async move { store.update_record(resource, key, row.as_object().unwrap(), &Act::system(0)).await })
            })
            .collect();
        let answers = futures::future::join_all(editing).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(written(answers, "email"), 1, "{email}");
    }
}

/// Four writers of the same row, and how many got it.
async fn writers(store: &Store, resource: &'static Resource, row: &Value, named: &str) -> usize {
    let adding: Vec<_> = (0..4)
        .map(|_| {
            let (store, row) = (store.clone(), row.clone());
            tokio::spawn(async move { store.insert_record(resource, row.as_object().unwrap(), &Act::system(0)).await })
        })
        .collect();
    written(futures::future::join_all(adding).await.into_iter().map(Result::unwrap).collect(), named)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_writers_of_one_pair_one_gets_it() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let rows =
        "CREATE warehouse:1 SET name = 'Main', serial_no = 'W1', status = 1; CREATE warehouse:2 SET name = 'Far', serial_no = 'W2', status = 1;
        FOR $n IN 1..=40 { CREATE type::record('product', $n) SET product_no = <string>$n, name = 'Pen', unit_id = 1, status = 1 };
        CREATE unit:1 SET name = 'piece', status = 1; CREATE unit:2 SET name = 'box', status = 1;";
    store.run(rows, vec![]).await.unwrap();
    let minimums = catalogue::find("warehouse.SafetyStock").unwrap();
    let units = catalogue::find("warehouse.ProductUnit").unwrap();
    for product in 1..=ROUNDS {
        let minimum = json!({ "warehouses_id": 1, "product_id": product, "quantity": "5" });
        assert_eq!(writers(&store, minimums, &minimum, "product_id").await, 1, "{product}");
        let unit = json!({ "product_id": product, "unit_id": 2, "factor": "10" });
        assert_eq!(writers(&store, units, &unit, "unit_id").await, 1, "{product}");
    }
    // An edit does not make one of another one either.
    let other = json!({ "warehouses_id": 2, "product_id": 1, "quantity": "5" });
    let key = store.insert_record(minimums, other.as_object().unwrap(), &Act::system(0)).await.unwrap();
    let moved = json!({ "warehouses_id": 1 });
    let edited = store.update_record(minimums, key, moved.as_object().unwrap(), &Act::system(0)).await;
    assert_eq!(written(vec![edited], "product_id"), 0);
}

fn edit(key: i64, body: Value) -> RowEdit {
    RowEdit { key, body: body.as_object().cloned().unwrap(), act: Act::system(5) }
}

async fn added(store: &Store, resource: &Resource, row: Value) -> i64 {
    store.insert_record(resource, row.as_object().unwrap(), &Act::system(0)).await.unwrap()
}

#[tokio::test]
async fn rows_exchange_unique_values_of_every_kind_in_one_transaction() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let find = |controller| catalogue::find(controller).unwrap();
    let product = find("warehouse.Product");
    let [piece, crate_of] = [
        added(&store, find("warehouse.Unit"), json!({ "name": "piece" })).await,
        added(&store, find("warehouse.Unit"), json!({ "name": "crate" })).await,
    ];
    let made = |number: &str, code: &str| json!({ "product_no": number, "name": number, "unit_id": piece, "barcode": code });
    let ids =
        [added(&store, product, made("A", "1")).await, added(&store, product, made("B", "2")).await, added(&store, product, made("C", "")).await];
    let scope = Act::system(0).scope;
    let pairs = async |resource: &'static Resource, ids: &[i64], names: [&str; 2]| {
        let mut found = Vec::new();
        for id in ids {
            let row = store.record(resource, *id, &scope).await.unwrap();
            found.push(json!([row[names[0]], row[names[1]], row["version"]]));
        }
        found
    };
    let both = ["product_no", "barcode"];
    // Required ones, optional ones, and one that is given up for nothing.
    let edits = [
        edit(ids[0], json!({ "product_no": "B", "barcode": "2" })),
        edit(ids[1], json!({ "product_no": "A", "barcode": "" })),
        edit(ids[2], json!({ "barcode": "1" })),
    ];
    let written = store.update_together(product, &edits).await.unwrap();
    assert_eq!(pairs(product, &ids, both).await, [json!(["B", "2", 2]), json!(["A", "", 2]), json!(["C", "1", 2])]);
    assert_eq!((&written[0].edited.former["product_no"], &written[0].before[0]["barcode"]), (&json!("A"), &json!("1")));
    assert_eq!(store.row_history(product, ids[0]).await.unwrap().entries[0].changes.len(), 2);
    // One that a row outside has: none of them is written.
    let refused = store.update_together(product, &[edit(ids[0], json!({ "barcode": "9" })), edit(ids[1], json!({ "barcode": "1" }))]).await;
    assert_eq!(refusal_of(&refused), Some(("barcode".into(), "error.unique")));
    let refused = store.update_together(product, &[edit(ids[0], json!({ "name": "x" })), edit(ids[1], json!({ "product_no": "C" }))]).await;
    assert_eq!(refusal_of(&refused), Some(("product_no".into(), "error.unique")));
    assert_eq!(pairs(product, &ids, both).await, [json!(["B", "2", 2]), json!(["A", "", 2]), json!(["C", "1", 2])]);

    // Pairs, and what is unique within something.
    let packed = find("warehouse.ProductUnit");
    let one = added(&store, packed, json!({ "product_id": ids[0], "unit_id": piece, "factor": "2" })).await;
    let other = added(&store, packed, json!({ "product_id": ids[0], "unit_id": crate_of, "factor": "3" })).await;
    store.update_together(packed, &[edit(one, json!({ "unit_id": crate_of })), edit(other, json!({ "unit_id": piece }))]).await.unwrap();
    assert_eq!(pairs(packed, &[one, other], ["product_id", "unit_id"]).await, [json!([ids[0], crate_of, 2]), json!([ids[0], piece, 2])]);
    let warehouse = find("warehouse.Warehouse");
    let near = added(&store, warehouse, json!({ "name": "near", "serial_no": "1" })).await;
    let far = added(&store, warehouse, json!({ "name": "far", "serial_no": "2" })).await;
    let area = find("warehouse.WarehouseArea");
    let one = added(&store, area, json!({ "name": "a", "warehouses_id": near, "serial_no": "S" })).await;
    let other = added(&store, area, json!({ "name": "b", "warehouses_id": far, "serial_no": "S" })).await;
    store.update_together(area, &[edit(one, json!({ "warehouses_id": far })), edit(other, json!({ "warehouses_id": near }))]).await.unwrap();
    assert_eq!(pairs(area, &[one, other], ["warehouses_id", "serial_no"]).await, [json!([far, "S", 2]), json!([near, "S", 2])]);
}

/// The field that a refusal names, and its key.
fn refusal_of<T>(answer: &Result<T, RecordError>) -> Option<(String, &'static str)> {
    match answer {
        Err(RecordError::Field { field, key }) => Some((field.clone(), *key)),
        _ => None,
    }
}
