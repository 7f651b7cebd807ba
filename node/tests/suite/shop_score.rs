//! Score that grows too old: its members are told before, and it expires by an entry of the log, once.

use bus_schemas::shop::balance::{BalanceAccount, BalanceCause, BalanceEntry, CauseKind, EntryKind};
use entrepot::config::services::ServiceSettings;
use entrepot::shop::score_expiry::{expire, run};
use serde_json::json;

use crate::world::World;

const DAY: i64 = 86_400;

#[tokio::test]
async fn score_expires_after_its_member_was_told() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    let (_, late) = world.member("late").await;
    let (node, store, now) = (&world.node, world.node.store(), world.node.now());
    let book = async |member: i64, kind: EntryKind, change: i64, cause: &str, at: i64| {
        let cause = BalanceCause { kind: CauseKind::Order, id: cause.to_owned() };
        let account = BalanceAccount::Score;
        let entry = BalanceEntry { member, account, kind, change: change.into(), cause, memo: String::new() };
        store.book(&[entry], at).await.expect("an entry");
    };
    let score = async |member: i64| store.member(member).await.expect("the store").expect("a member").score;
    book(id, EntryKind::Purchase, 100, "A", now - 400 * DAY).await;
    book(id, EntryKind::Use, -20, "B", now - 200 * DAY).await;
    book(id, EntryKind::Purchase, 30, "C", now - 10 * DAY).await;
    book(late, EntryKind::Purchase, 7, "D", now - DAY).await;

    let zone = node.config().time_zone;
    assert_eq!(run(node.shop(), zone).await.expect("a run"), (0, 0), "where nothing is set, it lasts for ever");
    assert_eq!(expire(node.shop(), zone, 365, now).await.expect("a run"), (0, 1), "nothing expires before its member knows");
    assert_eq!(expire(node.shop(), zone, 365, now + 8 * DAY).await.expect("a run"), (0, 0), "they know of it already");
    let told = ann.got("/api/account/notifications").await["list"][0].clone();
    assert_eq!((&told["message_type"], &told["message"]), (&json!("score_ending"), &json!("Your points that expire within 30 days: 80")), "{told}");
    assert_eq!(score(id).await, 110);

    assert_eq!(expire(node.shop(), zone, 365, now + 30 * DAY).await.expect("a run"), (1, 0));
    assert_eq!(expire(node.shop(), zone, 365, now + 30 * DAY).await.expect("a run"), (0, 0));
    assert_eq!((score(id).await, score(late).await), (30, 7));
    let log = ann.got("/api/account/integral").await["list"][0].clone();
    assert_eq!((&log["score"], &log["kind"], &log["cause_kind"]), (&json!(-80), &json!("expiry"), &json!("day")), "{log}");
    assert!(store.check().await.expect("the store").findings.is_empty());
}

#[tokio::test]
async fn the_nightly_run_goes_by_the_setting() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    let (node, store, now) = (&world.node, world.node.store(), world.node.now());
    let cause = BalanceCause { kind: CauseKind::Order, id: "A".to_owned() };
    let account = BalanceAccount::Score;
    let entry = BalanceEntry { member: id, account, kind: EntryKind::Purchase, change: 5.into(), cause, memo: String::new() };
    store.book(&[entry], now - 80 * DAY).await.expect("an entry");
    world.admin().await.done("/admin/shop.Settings/edit", json!({ "score_expire_days": "100" })).await;
    assert_eq!(ann.got("/api/account/integral").await["expiring"], json!([]), "nobody was told of it");
    assert_eq!(run(node.shop(), node.config().time_zone).await.expect("a run"), (0, 1));
    let expiring = ann.got("/api/account/integral").await["expiring"].clone();
    let time = expiring[0]["time"].as_i64().expect("a time");
    assert_eq!((expiring.as_array().map(Vec::len), &expiring[0]["score"]), (Some(1), &json!(5)), "{expiring}");
    assert!((now + 30 * DAY..=node.now() + 30 * DAY).contains(&time), "{time}");
}
