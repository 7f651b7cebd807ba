//! Rows that are read for a file, some keys at a time, are those that the list shows.

use std::time::Duration;

use bus_schemas::ids::{AreaId, WarehouseId};
use bus_schemas::warehouse::{StockAction, StockReply, StockRequest};
use entrepot_store::Store;
use entrepot_store::inventory::level_rows::{Level, LevelRow, LevelView};
use entrepot_store::inventory::place_columns::InventoryView;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use serde_json::json;

use crate::support::{company, node, receive};

const PRODUCTS: i64 = 7;
const MOVES: i64 = 60;

/// Goods of seven products, some of them in batches and areas, in two warehouses.
async fn filled(dir: &std::path::Path) -> Store {
    let store = company(dir).await;
    let add = async |name: &str, row: serde_json::Value| {
        store.insert_record(catalogue::find(name).unwrap(), row.as_object().unwrap(), &Act::system(0)).await.unwrap();
    };
    add("warehouse.Warehouse", json!({ "name": "Far", "serial_no": "W2" })).await;
    add("warehouse.Unit", json!({ "name": "piece" })).await;
    for number in 1..=PRODUCTS {
        let safety = if number == 3 { "500" } else { "0" };
        add("warehouse.Product", json!({ "product_no": format!("P{number}"), "name": "Pen", "unit_id": 1, "safety_stock_num": safety })).await;
    }
    let node = node("filler", &store).await;
    for number in 0..MOVES {
        // Nothing of the last product.
        let mut asked =
            StockRequest { warehouse: WarehouseId(1 + number % 2), ..receive(format!("m{number}"), number % (PRODUCTS - 1) + 1, "2026-01-15") };
        if let StockAction::Receive { lines } = &mut asked.command.action {
            lines[0].place.area = AreaId(number % 3);
            lines[0].place.batch = format!("B{}", number % 4);
        }
        assert!(matches!(node.warehouses().ask(asked).await, StockReply::Done(_)));
    }
    node.drain(Duration::from_secs(5)).await;
    store
}

fn filter(field: &str, operator: &str, value: &str) -> Filter {
    Filter { field: field.into(), operator: operator.into(), values: vec![value.into()], datetime: false }
}

fn whole(filters: Vec<Filter>, quick: &str) -> ListQuery {
    ListQuery { filters, quick: quick.into(), limit: 200, ..ListQuery::default() }
}

/// Somebody of the second warehouse.
fn confined() -> Scope {
    Scope { warehouses: Some(vec![2]), everything: false, ..Scope::system() }
}

fn said(rows: &[LevelRow]) -> Vec<String> {
    let figures = |row: &LevelRow| format!("{} {} {:?} {} {}", row.on_hand, row.available, row.safety, row.to_order(), row.value);
    let row = |row: &LevelRow| {
        let name = row.names.product.as_ref().map(|product| product.product_no.clone()).unwrap_or_default();
        format!("{name} {} {} {} {} {}", row.warehouse, row.area, row.shelf, row.batch, figures(row))
    };
    rows.iter().map(row).collect()
}

#[tokio::test]
async fn levels_of_some_products_at_a_time_are_those_of_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(dir.path()).await;
    let queries = [
        whole(vec![], ""),
        whole(vec![], "p3"),
        whole(vec![filter("product_id", "IN", "2,5")], ""),
        whole(vec![filter("warehouses_id", "=", "1")], ""),
        whole(vec![filter("batch_number", "=", "B1")], ""),
    ];
    let levels = [Level::Product, Level::Warehouse, Level::Area, Level::Shelf, Level::Batch];
    let views = levels.into_iter().flat_map(|level| {
        let view = LevelView { level, ..LevelView::default() };
        [view, LevelView { below: true, ..view }, LevelView { as_of: Some(i64::MAX - 1), ..view }, LevelView { idle_since: Some(0), ..view }]
    });
    let mut seen = 0;
    for view in views {
        for query in &queries {
            for scope in [Scope::system(), confined()] {
                let source = store.level_source(query, view, &scope).await.unwrap();
                let (mut after, mut read) = (0, Vec::new());
                while let Some((last, rows)) = store.levels_after(&source, view, &scope, (after, 2)).await.unwrap() {
                    assert!(last > after);
                    after = last;
                    read.extend(said(&rows));
                }
                let listed = store.list_levels(query, view, &scope).await.unwrap();
                assert_eq!(read, said(&listed.list), "{view:?} {query:?}");
                assert!(scope.everything || listed.list.iter().all(|row| matches!(row.warehouse, 0 | 2)));
                seen += read.len();
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

#[tokio::test]
async fn places_and_ledger_rows_by_key_are_those_of_the_lists() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(dir.path()).await;
    let mut found = 0;
    for query in [whole(vec![], ""), whole(vec![filter("product_id", ">", "3")], ""), whole(vec![filter("batch_number", "=", "B2")], "p5")] {
        for scope in [Scope::system(), confined()] {
            let (view, mut after, mut read) = (InventoryView::default(), None, Vec::new());
            loop {
                let mut rows = store.inventory_after(&query, view, &scope, after.as_ref(), 4).await.unwrap();
                assert!(rows.len() <= 4);
                read.extend(rows.iter().map(|row| row.id));
                let Some(last) = rows.pop() else { break };
                after = Some(last);
            }
            let mut listed: Vec<i64> = store.list_inventory(&query, view, &scope).await.unwrap().list.iter().map(|row| row.id).collect();
            listed.sort_unstable();
            read.sort_unstable();
            assert_eq!(read, listed);

            let mut read = Vec::new();
            for (warehouse, end) in store.ledgers(&scope).await.unwrap() {
                for first in (1..=end).step_by(7) {
                    let rows = store.records_between(&query, &scope, warehouse, (first, end.min(first + 6))).await.unwrap();
                    read.extend(rows.iter().map(|row| row.id));
                }
            }
            let mut listed: Vec<i64> = store.list_records(&query, &scope).await.unwrap().list.iter().map(|row| row.id).collect();
            found += listed.len();
            listed.sort_unstable();
            read.sort_unstable();
            assert_eq!(read, listed);
        }
    }
    assert!(found > 20, "{found}");
}
