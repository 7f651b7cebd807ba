//! Commands over a real database: whose they are, what they were for, and those that an older program has kept.

use bus_schemas::ids::{CommandKey, OrderId, WarehouseId};
use bus_schemas::order::kinds::{AUDIT, STOCK};
use bus_schemas::order::{OrderAction, OrderKind, OrderRefusal, OrderReply};
use bus_schemas::warehouse::{StockRefusal, StockReply};
use entrepot_store::resource::{Act, catalogue};
use serde_json::json;

use crate::support::{ask, company, create, draft, key, node, order, pens, receive};

fn repeated(reply: &OrderReply) -> Option<bool> {
    match reply {
        OrderReply::Done(done) => Some(done.repeated),
        _ => None,
    }
}

/// Ids that users may choose: words that errors were told by, the ledger's own tables, pieces of other ids.
const ODD: [&str; 8] = ["Conflict", "onflict", "movement", "order_command", "stock_command", "ORDER", "a", "0"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn odd_ids_are_ids_like_others() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    pens(&store).await;
    let node = node("a", &store).await;
    let mut orders = Vec::new();
    for id in ODD {
        orders.push(create(&node, OrderKind::INBOUND, key(1, &format!("{id}-add")), draft()).await);
    }
    // All at once, in as few batches as it takes: each is done once, and an id in the midst of another's is not taken for it.
    let step = |at: usize, action: OrderAction| ask(&node, OrderKind::INBOUND, orders[at], key(1, ODD[at]), action);
    for reply in futures::future::join_all((0..ODD.len()).map(|at| step(at, OrderAction::step(AUDIT)))).await {
        assert_eq!(repeated(&reply), Some(false), "{reply:?}");
    }
    let stock = |at: usize, admin| ask(&node, OrderKind::INBOUND, orders[at], key(admin, ODD[at]), OrderAction::step(STOCK));
    for reply in futures::future::join_all((0..ODD.len()).map(|at| stock(at, 1))).await {
        assert_eq!(reply, OrderReply::Refused(OrderRefusal::CommandReused));
    }
    for reply in futures::future::join_all((0..ODD.len()).map(|at| stock(at, 2))).await {
        assert_eq!(repeated(&reply), Some(false), "{reply:?}");
    }
    for reply in futures::future::join_all((0..ODD.len()).map(|at| stock(at, 2))).await {
        assert_eq!(repeated(&reply), Some(true), "{reply:?}");
    }
    let report = store.check().await.unwrap();
    assert_eq!((report.findings, report.movements), (vec![], 8));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_blames_the_command_that_was_done_before_and_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    let resource = catalogue::find("warehouse.Warehouse").unwrap();
    store.insert_record(resource, json!({ "name": "X", "serial_no": "W2" }).as_object().unwrap(), &Act::system(0)).await.unwrap();
    let node = node("a", &store).await;
    let mut elsewhere = receive("taken".into(), 1, "2026-01-15");
    elsewhere.warehouse = WarehouseId(2);
    assert!(matches!(node.warehouses().ask(elsewhere).await, StockReply::Done(_)));
    // "e" stands in the text of the refusal, as do "t" and "stock"; all of them wait while the first batch is written.
    let ids = ["first", "e", "t", "stock", "taken", "take", "n"];
    let replies = futures::future::join_all(ids.map(|id| node.warehouses().ask(receive(id.into(), 1, "2026-01-15")))).await;
    for (id, reply) in ids.into_iter().zip(replies) {
        match (id, reply) {
            ("taken", reply) => assert_eq!(reply, StockReply::Refused(StockRefusal::CommandReused)),
            (id, StockReply::Done(done)) => assert!(!done.repeated, "{id} was done before: {done:?}"),
            (id, reply) => panic!("{id}: {reply:?}"),
        }
    }
    assert_eq!(store.check().await.unwrap().findings, vec![]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_that_an_older_program_has_kept_stay_done() {
    let dir = tempfile::tempdir().unwrap();
    let store = company(dir.path()).await;
    pens(&store).await;
    let first = node("a", &store).await;
    let moved = order(&first, OrderKind::INBOUND, draft(), vec![OrderAction::step(AUDIT), OrderAction::step(STOCK)]).await;
    let import = |id: &str| {
        let mut request = receive("x".into(), 1, "2026-01-15");
        request.command.id = CommandKey::system(key(0, id).id);
        request
    };
    assert!(matches!(first.warehouses().ask(import("imp-1-adjust")).await, StockReply::Done(_)));
    assert!(matches!(first.warehouses().ask(receive("own".into(), 1, "2026-01-15")).await, StockReply::Done(_)));
    // As they were: under their ids alone.
    let older = "FOR $row IN (SELECT * FROM order_command) {
          CREATE type::record('order_command', record::id($row.id)[1]) CONTENT {
            order: $row.order, number: $row.number, status: $row.status, version: $row.version, allowed: $row.allowed };
          DELETE $row.id };
        FOR $row IN (SELECT * FROM stock_command) {
          CREATE type::record('stock_command', record::id($row.id)[1]) CONTENT { warehouse: $row.warehouse, first: $row.first, last: $row.last };
          DELETE $row.id };
        UPDATE movement SET command = string::split(command, ':')[1] WHERE command != NONE;";
    store.run(older, vec![]).await.unwrap();
    store.migrate().await.unwrap();
    let keys: Vec<serde_json::Value> = store.rows("SELECT VALUE record::id(id) FROM order_command", vec![]).await.unwrap();
    // The first is the order's creation.
    assert_eq!(keys[1..], [1, 2].map(|number| json!([1, format!("o{moved}-{number}")])));
    assert_eq!(store.check().await.unwrap().findings, vec![]);

    let later = node("b", &store).await;
    let again = |admin| ask(&later, OrderKind::INBOUND, moved, key(admin, &format!("o{moved}-2")), OrderAction::step(STOCK));
    assert_eq!(repeated(&again(1).await), Some(true));
    assert!(matches!(again(2).await, OrderReply::Refused(OrderRefusal::Transition { .. })), "another person's id");
    let elsewhere = ask(&later, OrderKind::INBOUND, OrderId(moved.0 + 100), key(1, &format!("o{moved}-2")), OrderAction::step(AUDIT)).await;
    assert_eq!(elsewhere, OrderReply::Refused(OrderRefusal::CommandReused));
    for request in [import("imp-1-adjust"), receive("own".into(), 1, "2026-01-15")] {
        let reply = later.warehouses().ask(request).await;
        assert!(matches!(&reply, StockReply::Done(done) if done.repeated), "{reply:?}");
    }
    // Nor are they done again when the ledger is looked back over no more.
    let mut stranger = receive("own".into(), 1, "2026-01-15");
    (stranger.command.id, stranger.command.admin) = (key(2, "own"), 2.into());
    assert!(matches!(later.warehouses().ask(stranger).await, StockReply::Done(done) if !done.repeated));
    assert_eq!(store.check().await.unwrap().findings, vec![]);
    // One that a node of the older program has written since.
    let straggler = "CREATE order_command:straggler SET order = 1, number = '', status = 'pending', version = 1, allowed = []";
    store.run(straggler, vec![]).await.unwrap();
    store.migrate().await.unwrap();
    let kept: Vec<bool> =
        store.rows("RETURN [record::exists(order_command:[1, 'straggler']), record::exists(order_command:straggler)]", vec![]).await.unwrap();
    assert_eq!(kept, [true, false]);
}
