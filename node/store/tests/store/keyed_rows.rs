//! Rows that are read for a file, some keys at a time, are those that the list shows.

use std::time::Duration;

use bus_schemas::ids::{AreaId, CountId, WarehouseId};
use bus_schemas::warehouse::{StockAction, StockReply, StockRequest};
use entrepot_store::Store;
use entrepot_store::count::list::LineView;
use entrepot_store::count::rows::ListedCount;
use entrepot_store::inventory::level_rows::{Level, LevelRow, LevelView};
use entrepot_store::inventory::place_columns::InventoryView;
use entrepot_store::inventory::reservations::{HoldListed, ReservationListed};
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use entrepot_store::shop::order::refunds::RefundListed;
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
    let figures = |row: &LevelRow| format!("{} {} {:?} {} {:?}", row.on_hand, row.available, row.safety, row.to_order(), row.value);
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
                while let Some((last, mut rows)) = store.levels_after(&source, view, &scope, (after, 2)).await.unwrap() {
                    assert!(last > after);
                    after = last;
                    store.value_levels_of_file(&mut rows, view.as_of).await.unwrap();
                    read.extend(said(&rows));
                }
                let mut listed = store.list_levels(query, view, &scope).await.unwrap();
                store.value_levels(&mut listed.list, view.as_of).await.unwrap();
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

/// Rows that are read together.
const FEW: i64 = 2;

/// Nine rows of each of these tables, as they are kept: of two warehouses, some of them in no list.
const ROWS: &str = "FOR $n IN 1..=9 {
    CREATE type::record('reservation', [1 + $n % 2, 'outbound', $n, 1, 0, 0, 1 + $n % 3, 'B']) CONTENT {
        warehouse: 1 + $n % 2, kind: 'outbound', order: $n, line: 1, area: 0, shelf: 0, product: 1 + $n % 3, batch: 'B',
        quantity: <decimal>($n % 4), order_no: 'CK' + <string>$n, since: 20 - $n };
    CREATE type::record('batch_hold', [$n % 3, $n, 'B']) CONTENT {
        warehouse: $n % 3, product: $n, batch: 'B', state: $n % 4, reason: 'wet', admin: 1, since: $n };
    CREATE type::record('count_sheet', $n) CONTENT {
        number: 'PD' + <string>$n, warehouse: 1 + $n % 2, scope: {}, blind: false, status: 'counting', tolerance: {}, remark: '',
        business_date: '2026-01-15', admin: 1, created_by: 1, version: 1, saves: 0, counters: [], created_at: $n, updated_at: $n,
        tallies: { lines: 9, counted: 0, different: 0, recount: 0 } };
    CREATE type::record('count_line', [2, $n]) CONTENT {
        line: $n, area: 0, shelf: 0, product: 1 + $n % 3, batch: 'B', unit: 1, found: $n > 6, results: [], state: 'not_counted', recount: false };
    CREATE type::record('shop_refund', [1 + $n % 3, $n]) CONTENT {
        no: $n, refund_no: 'R' + <string>$n, type: 1, lines: [], audit_status: 1, status: 0, user_ship_status: 0, asked_amount: 1.00dec,
        refund_amount: 1.00dec, create_time: 20 - $n, update_time: $n, order_id: 1 + $n % 3, order_no: 'S', order_status: 2, user_id: 1,
        warehouses: [1 + $n % 2] };
};";

/// All rows of a list, a few at a time.
async fn all<R>(next: impl AsyncFn(Option<&R>) -> Vec<R>) -> Vec<R> {
    let mut rows: Vec<R> = Vec::new();
    loop {
        let more = next(rows.last()).await;
        assert!(more.len() <= usize::try_from(FEW).unwrap());
        if more.is_empty() {
            return rows;
        }
        rows.extend(more);
    }
}

fn keys<R, K: Ord>(rows: &[R], key: fn(&R) -> K) -> Vec<K> {
    rows.iter().map(key).collect()
}

/// Rows that were read by key, and the rows of the list, which stand in another order.
fn assert_same<R, K: Ord + std::fmt::Debug>(read: &[R], listed: &[R], key: fn(&R) -> K) {
    let mut expected = keys(listed, key);
    expected.sort();
    assert!(!expected.is_empty());
    assert_eq!(keys(read, key), expected);
}

#[tokio::test]
async fn reservations_holds_counts_and_refunds_a_few_at_a_time_are_those_of_their_lists() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    store.run(ROWS, vec![]).await.unwrap();
    for (scope, query) in
        [(Scope::system(), whole(vec![], "")), (confined(), whole(vec![], "")), (Scope::system(), whole(vec![filter("create_time", ">=", "0")], ""))]
    {
        let read = all(async |after: Option<&ReservationListed>| store.reservations_after(&query, &scope, after, FEW).await.unwrap()).await;
        assert_same(&read, &store.list_reservations(&query, &scope).await.unwrap().list, |row| (row.warehouse, row.order));
        let read = all(async |after: Option<&HoldListed>| store.holds_after(&query, &scope, after, FEW).await.unwrap()).await;
        assert_same(&read, &store.list_holds(&query, &scope).await.unwrap().list, |row| (row.warehouse, row.product));
        let after_sheet = |row: Option<&ListedCount>| row.map_or(0, |row| row.sheet.id.0);
        let read = all(async |after: Option<&ListedCount>| store.counts_after(&query, &scope, after_sheet(after), FEW).await.unwrap()).await;
        assert_same(&read, &store.list_counts(&query, &scope).await.unwrap().list, |row| row.sheet.id);
        let read = all(async |after: Option<&RefundListed>| store.shop_refunds_after(&query, &scope, after, FEW).await.unwrap()).await;
        assert_same(&read, &store.list_shop_refunds(&query, &scope, None).await.unwrap().list, |row| (row.order_id, row.refund.no));
    }
}

#[tokio::test]
async fn lines_of_a_count_sheet_between_two_numbers_are_those_of_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    store.run(ROWS, vec![]).await.unwrap();
    let sheet = store.count_sheet(CountId(2), &Scope::system()).await.unwrap().unwrap();
    for (query, view, count) in [
        (whole(vec![], ""), LineView::All, 9),
        (whole(vec![], ""), LineView::Found, 3),
        (whole(vec![filter("product_id", "=", "1")], ""), LineView::All, 3),
    ] {
        let mut read = Vec::new();
        for first in (1..=9).step_by(4) {
            read.extend(store.count_lines_between(&sheet, &query, (view, true), (first, first + 3)).await.unwrap());
        }
        assert_eq!(read.len(), count);
        assert_same(&read, &store.list_count_lines(&sheet, &query, view, true).await.unwrap().list, |row| row.line.line);
    }
}
