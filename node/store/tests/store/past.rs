//! Stock of the past, and what it was worth, is what a plain sum of the ledger says.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use actors::clock::Clock;
use actors::system::{Ports, System};
use bus_schemas::ids::ProductId;
use bus_schemas::number::{AMOUNT_SCALE, Price, round_half_up};
use bus_schemas::warehouse::{DemandLine, StockAction, StockReply};
use entrepot_store::inventory::level_rows::{LevelRow, LevelView};
use entrepot_store::listing::ListQuery;
use entrepot_store::scope::Scope;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rust_decimal::Decimal;

use crate::support::{company, receive};

/// Every look at it is 10 ms later.
#[derive(Debug)]
struct Ticking(AtomicI64);

impl Clock for Ticking {
    fn now_ms(&self) -> i64 {
        self.0.fetch_add(10, Ordering::Relaxed)
    }

    fn today(&self) -> String {
        "2026-01-15".into()
    }
}

#[tokio::test]
async fn stock_of_any_moment_is_the_sum_of_what_moved_before() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let ports = Ports {
        warehouses: Arc::new(store.clone()),
        orders: Arc::new(store.clone()),
        notifications: Arc::new(store.clone()),
        shop: Arc::new(store.clone()),
    };
    let node = System::start("n1".into(), "test", ports, None, Arc::new(Ticking(AtomicI64::new(1_000)))).await.unwrap();
    let mut random = StdRng::seed_from_u64(7);
    for number in 0..120 {
        let mut asked = receive(format!("c{number}"), random.random_range(1..5), "2026-01-15");
        asked.deadline = i64::MAX;
        if let StockAction::Receive { lines } = &mut asked.command.action {
            lines[0].price = Price(Decimal::new(random.random_range(1..=900), 2));
        }
        if random.random_bool(0.4)
            && let StockAction::Receive { lines } = &asked.command.action
        {
            let demand = DemandLine::new(1, lines[0].place.product, lines[0].unit, lines[0].quantity);
            asked.command.action = StockAction::Issue { lines: vec![demand], release_rest: false };
        }
        // What is not there can't go out.
        assert!(!matches!(node.warehouses().ask(asked).await, StockReply::Failed(_)));
    }
    let query = "SELECT VALUE [sequence, at, product, moved, amount] FROM movement:[1]..[2]";
    let rows: Vec<(i64, i64, i64, Decimal, Decimal)> = store.rows(query, vec![]).await.unwrap();
    assert!(rows.len() > 60);
    let moments = rows.iter().map(|(_, at, ..)| *at).chain([0, i64::MAX]);
    for at in moments.flat_map(|at| [at - 1, at]) {
        let mut expected: BTreeMap<ProductId, (Decimal, Decimal)> = BTreeMap::new();
        for (_, _, product, moved, amount) in rows.iter().filter(|(_, moved_at, ..)| *moved_at <= at) {
            let sums = expected.entry(ProductId(*product)).or_default();
            *sums = (sums.0 + *moved, sums.1 + *amount);
        }
        expected.retain(|_, (on_hand, _)| !on_hand.is_zero());
        let view = LevelView { as_of: Some(at), ..LevelView::default() };
        let mut past = store.list_levels(&ListQuery { limit: 100, ..ListQuery::default() }, view, &Scope::system()).await.unwrap();
        store.value_levels(&mut past.list, view.as_of).await.unwrap();
        let of_page: Vec<Option<Decimal>> = past.list.iter().map(|row| row.value).collect();
        store.value_levels_of_file(&mut past.list, view.as_of).await.unwrap();
        assert_eq!(past.list.iter().map(|row| row.value).collect::<Vec<_>>(), of_page, "a file says the same");
        let value = |row: &LevelRow| round_half_up(row.value.unwrap(), AMOUNT_SCALE);
        let found: BTreeMap<ProductId, (Decimal, Decimal)> =
            past.list.iter().map(|row| (ProductId(row.product), (row.on_hand, value(row)))).collect();
        assert_eq!(found, expected, "at {at}");
    }
}
