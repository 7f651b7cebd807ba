//! Receipts of one warehouse are placed among those of another one by their time.

use std::collections::BTreeMap;

use actors::order::facts::{StepNeeds, TurnsAsked};
use actors::order::port::OrderStore;
use bus_schemas::ids::WarehouseId;
use bus_schemas::warehouse::StockReply;
use entrepot_store::Store;
use entrepot_store::resource::{Act, catalogue};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;

use crate::support::{company, node, receive};

/// The sequences and times of a warehouse's ledger.
async fn ledger(store: &Store, warehouse: i64) -> Vec<(i64, i64)> {
    let query = format!("SELECT VALUE [sequence, at] FROM movement:[{warehouse}]..[{}]", warehouse + 1);
    store.rows(&query, vec![]).await.unwrap()
}

async fn turns(store: &Store, source: i64, target: i64, receipts: Vec<i64>) -> BTreeMap<i64, i64> {
    let asked = TurnsAsked { source: WarehouseId(source), target: WarehouseId(target), receipts: receipts.into_iter().collect() };
    store.step_facts(&StepNeeds { turns: Some(asked), ..StepNeeds::default() }).await.unwrap().turns
}

#[tokio::test]
async fn each_receipt_comes_after_what_the_target_had_by_then() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let resource = catalogue::find("warehouse.Warehouse").unwrap();
    store.insert_record(resource, json!({ "name": "V", "serial_no": "W2" }).as_object().unwrap(), &Act::system(0)).await.unwrap();
    let node = node("n1", &store).await;
    let mut random = StdRng::seed_from_u64(11);
    for number in 0..160 {
        let mut asked = receive(format!("c{number}"), random.random_range(1..5), "2026-01-15");
        asked.warehouse = WarehouseId(random.random_range(1..=2));
        assert!(matches!(node.warehouses().ask(asked).await, StockReply::Done(_)));
    }
    let (source, target) = (ledger(&store, 1).await, ledger(&store, 2).await);
    assert!(source.len() > 40 && target.len() > 40, "{} and {}", source.len(), target.len());
    let last_by = |moment: i64| target.iter().filter(|(_, at)| *at <= moment).map(|(sequence, _)| *sequence).max().unwrap_or(0);
    let expected: BTreeMap<i64, i64> = source.iter().map(|(sequence, at)| (*sequence, last_by(*at))).collect();
    // One of them is not known.
    let asked = source.iter().map(|(sequence, _)| *sequence).chain([999_999]).collect();
    assert_eq!(turns(&store, 1, 2, asked).await, expected);
    // Nothing has come to the third one.
    assert_eq!(turns(&store, 1, 3, vec![1]).await, BTreeMap::from([(1, 0)]));
}
