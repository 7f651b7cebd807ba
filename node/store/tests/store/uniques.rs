//! Values that no two rows may have, written by two at once.

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
