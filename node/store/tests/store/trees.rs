//! Trees whose rows are moved, added and deleted by two at once: they stay trees.

use std::collections::HashMap;

use actors::store::StoreError;
use entrepot_store::resource::{Act, RecordError, Resource, catalogue};
use entrepot_store::{Store, StoreConfig};
use futures::future::join_all;
use serde_json::{Map, Value, json};

const ROUNDS: usize = 12;

/// Resources whose rows are a tree, with a field that each row needs beside its name.
const TREES: [(&str, Option<&str>); 6] = [
    ("warehouse.ProductCategory", None),
    ("shop.goods.Classify", None),
    ("auth.Group", None),
    ("company.Department", None),
    ("auth.Rule", Some("title")),
    ("user.Rule", Some("title")),
];

async fn store(dir: &std::path::Path) -> Store {
    Store::connect(&StoreConfig::new(format!("rocksdb:{}", dir.join("db").display()), "test")).await.unwrap()
}

fn fields(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn row(name: &str, pid: i64, title: Option<&str>) -> Map<String, Value> {
    let mut row = fields(json!({ "name": name, "pid": pid }));
    row.extend(title.map(|field| (field.to_owned(), json!(name))));
    row
}

async fn move_to(store: &Store, resource: &'static Resource, id: i64, pid: i64) -> Result<(), RecordError> {
    store.update_record(resource, id, &fields(json!({ "pid": pid })), &Act::system(0)).await.map(drop)
}

/// The parent and the level of each row.
async fn tree(store: &Store, table: &str) -> HashMap<i64, (i64, i64)> {
    let rows: Vec<(i64, i64, i64)> = store.rows(&format!("SELECT VALUE [record::id(id), pid, level ?? 0] FROM {table}"), vec![]).await.unwrap();
    rows.into_iter().map(|(id, pid, level)| (id, (pid, level))).collect()
}

/// How far a row is from the top; nothing in a circle.
fn depth(tree: &HashMap<i64, (i64, i64)>, id: i64) -> Option<i64> {
    let (mut at, mut depth) = (id, 0);
    while let Some((pid, _)) = tree.get(&at).filter(|(pid, _)| *pid != 0) {
        (at, depth) = (*pid, depth + 1);
        if depth > 100 {
            return None;
        }
    }
    Some(depth)
}

/// A refusal that is meant: of a circle, of a parent that is gone, or of too deep a row.
fn is_refusal(error: &RecordError) -> bool {
    matches!(error, RecordError::Field { field, .. } if field == "pid") || matches!(error, RecordError::HasChildren(_) | RecordError::NotFound)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_at_once_never_close_a_circle() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    for (controller, title) in TREES {
        let resource = catalogue::find(controller).unwrap();
        let mut ids = Vec::new();
        for name in ["x", "y", "z"] {
            ids.push(store.insert_record(resource, &row(name, 0, title), &Act::system(0)).await.unwrap());
        }
        for round in 0..ROUNDS {
            for id in &ids {
                move_to(&store, resource, *id, 0).await.unwrap();
            }
            // Two, then three that are one round.
            let taking = &ids[..2 + round % 2];
            let moves = taking.iter().zip(taking.iter().cycle().skip(1)).map(|(id, pid)| {
                let (store, id, pid) = (store.clone(), *id, *pid);
                tokio::spawn(async move { move_to(&store, resource, id, pid).await })
            });
            let answers: Vec<Result<(), RecordError>> = join_all(moves).await.into_iter().map(Result::unwrap).collect();
            let refused = answers.iter().filter_map(|answer| answer.as_ref().err()).inspect(|error| assert!(is_refusal(error), "{error:?}")).count();
            let tree = tree(&store, resource.table).await;
            assert!(ids.iter().all(|id| depth(&tree, *id).is_some()), "{controller}: {tree:?}");
            assert!(refused >= 1, "{controller}: all were done");
            if resource.field("level").is_some() {
                assert!(tree.iter().all(|(id, (_, level))| depth(&tree, *id) == Some(*level)), "{controller}: {tree:?}");
            }
        }
    }
    let found = store.check().await.unwrap().findings;
    assert!(found.is_empty(), "{found:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_row_comes_below_one_that_goes() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    for (controller, title) in TREES {
        let resource = catalogue::find(controller).unwrap();
        let other = store.insert_record(resource, &row("other", 0, title), &Act::system(0)).await.unwrap();
        for round in 0..ROUNDS {
            let name = format!("above {round}");
            let above = store.insert_record(resource, &row(&name, 0, title), &Act::system(0)).await.unwrap();
            let going = {
                let store = store.clone();
                tokio::spawn(async move { store.delete_records(resource, &[above], &Act::system(0)).await.map(drop) })
            };
            let coming = {
                let (store, moves) = (store.clone(), round % 2 == 0);
                let child = row(&format!("below {round}"), above, title);
                tokio::spawn(async move {
                    if moves {
                        move_to(&store, resource, other, above).await
                    } else {
                        store.insert_record(resource, &child, &Act::system(0)).await.map(drop)
                    }
                })
            };
            let answers = [going.await.unwrap(), coming.await.unwrap()];
            let done = answers.iter().filter(|answer| answer.is_ok()).count();
            assert_eq!(done, 1, "{controller}: {answers:?}");
            assert!(answers.iter().filter_map(|answer| answer.as_ref().err()).all(is_refusal), "{controller}: {answers:?}");
            move_to(&store, resource, other, 0).await.unwrap();
        }
    }
    let found = store.check().await.unwrap().findings;
    assert!(found.is_empty(), "{found:?}");
}

#[tokio::test]
async fn rows_below_a_row_that_moves_get_their_levels() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let resource = catalogue::find("warehouse.ProductCategory").unwrap();
    let mut ids = vec![0];
    for name in ["a", "b", "c", "d"] {
        let above = *ids.last().unwrap();
        ids.push(store.insert_record(resource, &row(name, above, None), &Act::system(0)).await.unwrap());
    }
    let levels = async || {
        let tree = tree(&store, resource.table).await;
        ids[1..].iter().map(|id| tree[id].1).collect::<Vec<_>>()
    };
    assert_eq!(levels().await, [0, 1, 2, 3]);
    move_to(&store, resource, ids[2], 0).await.unwrap();
    assert_eq!(levels().await, [0, 0, 1, 2]);
    move_to(&store, resource, ids[1], ids[4]).await.unwrap();
    assert_eq!(levels().await, [3, 0, 1, 2]);
    // Goods classifies have three levels, also by the way of a move of what has rows below it.
    let classify = catalogue::find("shop.goods.Classify").unwrap();
    let mut below = vec![0];
    for name in ["a", "b", "c"] {
        let above = *below.last().unwrap();
        below.push(store.insert_record(classify, &row(name, above, None), &Act::system(0)).await.unwrap());
    }
    let deep = |answer: Result<(), RecordError>| matches!(answer, Err(RecordError::Field { key: "error.tree.depth", .. }));
    assert!(deep(store.insert_record(classify, &row("d", below[3], None), &Act::system(0)).await.map(drop)));
    let top = store.insert_record(classify, &row("top", 0, None), &Act::system(0)).await.unwrap();
    assert!(deep(move_to(&store, classify, below[1], top).await));
    move_to(&store, classify, below[2], top).await.unwrap();
}

#[tokio::test]
async fn the_check_finds_circles_and_rows_below_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = store(dir.path()).await;
    let broken = "CREATE product_category:1 SET pid = 3, name = 'a'; CREATE product_category:2 SET pid = 1, name = 'b';
        CREATE product_category:3 SET pid = 2, name = 'c'; CREATE product_category:4 SET pid = 3, name = 'd';
        CREATE admin_group:7 SET pid = 7, name = 'g', rules = '', scope = 'all'; CREATE shop_classify:5 SET pid = 99, name = 'e';";
    store.run(broken, vec![]).await.map_err(StoreError::from).unwrap();
    let found: Vec<(String, String)> = store.check().await.unwrap().findings.into_iter().map(|one| (one.row, one.problem)).collect();
    let expected = [
        ("product_category:1", "lies below itself: 1 below 3 below 2 below 1"),
        ("admin_group:7", "lies below itself: 7 below 7"),
        ("shop_classify:5", "lies below 99, which is not there"),
    ];
    for (row, problem) in expected {
        assert!(found.iter().any(|(of, said)| (of.as_str(), said.as_str()) == (row, problem)), "{row}: {found:?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:?}");
    // Somebody takes them apart.
    let category = catalogue::find("warehouse.ProductCategory").unwrap();
    move_to(&store, category, 1, 0).await.unwrap();
    assert_eq!(store.check().await.unwrap().findings.len(), 2);
}
