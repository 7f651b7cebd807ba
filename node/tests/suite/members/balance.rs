//! Money and score: two at once never lose one.

use bus_schemas::shop::balance::{BalanceCause, BalanceEntry, CauseKind, EntryKind};
use entrepot::config::services::ServiceSettings;
use entrepot_store::member::balance::{Account, BalanceError, refusal};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::key;
use crate::world::{Visitor, World};

async fn change(admin: &Visitor, member: i64, money: &str, memo: &str) -> Value {
    admin.post("/admin/user.MoneyLog/add", &json!({ "user_id": member, "money": money, "memo": memo })).await
}

#[tokio::test]
async fn money_never_gets_lost() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    let admin = world.admin().await;
    assert_eq!(change(&admin, id, "100.00", "begin").await["code"], 1);
    // Forty at once: thirty in, ten out.
    let all = (0..40).map(|at| {
        let admin = admin.clone();
        async move { change(&admin, id, if at % 4 == 3 { "-0.30" } else { "0.10" }, &format!("change {at}")).await }
    });
    for answer in futures::future::join_all(all).await {
        assert_eq!(answer["code"], 1, "{answer}");
    }
    let form = admin.got(&format!("/admin/user.MoneyLog/add?userId={id}")).await;
    assert_eq!(form["user"]["money"], "100.00");
    let log = admin
        .got(&format!("/admin/user.MoneyLog/index?limit=100&order=id,asc&search[0][field]=user_id&search[0][operator]=eq&search[0][val]={id}"))
        .await;
    let rows = log["list"].as_array().expect("rows");
    assert_eq!((rows.len(), log["total"].as_i64()), (41, Some(41)));
    let number = |row: &Value, name: &str| row[name].as_str().and_then(|text| text.parse::<Decimal>().ok()).expect("a number");
    let mut before = Decimal::ZERO;
    let mut ordered = rows.clone();
    // Ids are given out before the commit, so the chain is followed by its links.
    while !ordered.is_empty() {
        let at = ordered.iter().position(|row| number(row, "before") == before).expect("an unbroken chain");
        let row = ordered.remove(at);
        assert_eq!(number(&row, "after"), before + number(&row, "money"));
        before = number(&row, "after");
    }
    assert_eq!(before, Decimal::new(10_000, 2));
    assert_eq!(rows[0]["user"]["username"], "ann");

    // The same command changes once.
    let command = json!({ "user_id": id, "money": "5", "memo": "once", "command_id": "c-1" });
    let first = admin.done("/admin/user.MoneyLog/add", command.clone()).await;
    assert_eq!(admin.done("/admin/user.MoneyLog/add", command).await["id"], first["id"]);
    for (bad, named) in [
        (json!({ "user_id": id, "money": "6", "memo": "other", "command_id": "c-1" }), "error.command_reused"),
        (json!({ "user_id": id, "money": "-105.01", "memo": "x" }), "balance.negative"),
        (json!({ "user_id": id, "money": "0", "memo": "x" }), "balance.zero"),
        (json!({ "user_id": id, "money": "0.001", "memo": "x" }), "error.number.precision"),
        (json!({ "user_id": id, "money": "x", "memo": "x" }), "error.number"),
        (json!({ "user_id": id, "money": "1", "memo": " " }), "error.required"),
        (json!({ "user_id": 999, "money": "1", "memo": "x" }), "error.reference"),
        (json!({ "user_id": id, "money": "1", "memo": "x", "after": "1000000" }), "error.field.read_only"),
        (json!({ "user_id": id, "money": "1", "memo": "x", "kind": "recharge" }), "error.field.read_only"),
        (json!({ "user_id": id, "money": "1", "memo": "x", "user": {} }), "error.field.unknown"),
    ] {
        assert_eq!(key(&admin.post("/admin/user.MoneyLog/add", &bad).await), named, "{bad}");
    }
    admin.done("/admin/user.ScoreLog/add", json!({ "user_id": id, "score": 7, "memo": "points" })).await;
    assert_eq!(key(&admin.post("/admin/user.ScoreLog/add", &json!({ "user_id": id, "score": 1.5, "memo": "x" })).await), "error.number.precision");
    // The form of the member changes neither.
    admin.done("/admin/user.User/edit", json!({ "id": id, "nickname": "Ann", "money": "1.00", "score": 1 })).await;
    let info = ann.got("/api/index/index").await["userInfo"].clone();
    assert_eq!((info["money"].as_str(), info["score"].as_i64()), (Some("105.00"), Some(7)));
    let page = ann.got("/api/account/balance?page=1&limit=5").await;
    assert_eq!((page["list"][0]["memo"].as_str(), page["list"][0]["money"].as_str(), page["total"].as_i64()), (Some("once"), Some("5.00"), Some(42)));
    assert!(page["list"][0].get("user_id").is_none());
    assert_eq!(ann.got("/api/account/integral").await["list"][0]["score"], 7);
    let overview = ann.got("/api/account/overview").await;
    assert_eq!((overview["money"][6].as_str(), overview["score"][6].as_i64()), (Some("105.00"), Some(7)));
    // Log rows stay as they are, and a member with a log can go.
    assert_ne!(admin.post("/admin/user.MoneyLog/edit", &json!({ "id": first["id"], "memo": "y" })).await["code"], 1);
    assert_ne!(admin.post("/admin/user.MoneyLog/del", &json!({ "ids": [first["id"]] })).await["code"], 1);
    admin.done("/admin/user.User/del", json!({ "ids": [id] })).await;
    assert_eq!(ann.get("/api/account/overview").await["code"], 303);
}

#[tokio::test]
async fn two_nodes_at_once_lose_nothing() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    // Past the lock that a node has of its own: what counts is the transaction.
    let store = world.node.store();
    let all = (0..24).map(|_| store.change_balance(Account::Score, id, Decimal::ONE, "at once", None, world.node.now()));
    let done = futures::future::join_all(all).await;
    let booked = done.iter().filter(|answer| answer.is_ok()).count();
    assert!(booked >= 12, "most get through: {booked}");
    assert!(done.iter().all(|answer| matches!(answer, Ok(_) | Err(BalanceError::Store(_)))));
    let page = ann.got("/api/account/integral?limit=100").await;
    let top = page["list"].as_array().into_iter().flatten().filter_map(|row| row["after"].as_i64()).max();
    let member = store.member(id).await.expect("the store").expect("a member");
    assert_eq!((member.score, page["total"].as_i64(), top), (booked as i64, Some(booked as i64), Some(booked as i64)));
}

fn entry(member: i64, account: Account, kind: EntryKind, change: &str, cause: (CauseKind, &str)) -> BalanceEntry {
    let cause = BalanceCause { kind: cause.0, id: cause.1.to_owned() };
    BalanceEntry { member, account, kind, change: change.parse().expect("a number"), cause, memo: String::new() }
}

#[tokio::test]
async fn a_cause_books_once() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    let (store, now) = (world.node.store(), world.node.now());
    // A recharge: money, bonus and points, all or none.
    let recharge = |number: &str| {
        let cause = (CauseKind::Recharge, number);
        [
            entry(id, Account::Money, EntryKind::Recharge, "100.00", cause),
            entry(id, Account::Money, EntryKind::Bonus, "10.50", cause),
            entry(id, Account::Score, EntryKind::Purchase, "7", cause),
        ]
    };
    // The same one many times at once.
    let entries = recharge("R1");
    let done = futures::future::join_all((0..8).map(|_| store.book(&entries, now))).await;
    assert_eq!(done.iter().filter(|answer| answer.is_ok()).count(), 1, "{done:?}");
    assert!(
        done.iter().filter(|answer| answer.is_err()).all(|answer| matches!(answer, Err(BalanceError::Booked | BalanceError::Store(_)))),
        "{done:?}"
    );
    assert!(matches!(store.book(&recharge("R1"), now).await, Err(BalanceError::Booked)));
    let page = ann.got("/api/account/balance").await;
    let row = |at: usize| {
        let row = &page["list"][at];
        ["money", "before", "after", "kind", "cause_kind", "cause_id"].map(|name| row[name].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(row(0), ["10.50", "100.00", "110.50", "bonus", "recharge", "R1"]);
    assert_eq!(row(1), ["100.00", "0.00", "100.00", "recharge", "recharge", "R1"]);
    let score = ann.got("/api/account/integral").await["list"][0].clone();
    assert_eq!((score["score"].as_i64(), score["kind"].as_str()), (Some(7), Some("purchase")));
    let page = ann.got("/api/account/notifications").await;
    assert_eq!(page["list"][1]["message"], "Balance +10.50, now 110.50: Bonus, top-up R1", "{page}");

    // Two orders that both want most of it: one is paid, the other hears what is missing.
    let pay = |order: &str| [entry(id, Account::Money, EntryKind::Purchase, "-80.00", (CauseKind::Order, order))];
    let (one, two) = (pay("B1"), pay("B2"));
    let answers = tokio::join!(store.book(&one, now), store.book(&two, now));
    let refused: Vec<_> = [answers.0, answers.1].into_iter().filter_map(Result::err).collect();
    match &refused[..] {
        [BalanceError::Short { has, short, .. }] => assert_eq!((*has, *short), (Decimal::new(3_050, 2), Decimal::new(4_950, 2))),
        other => panic!("one is refused: {other:?}"),
    }
    // The second entry is too much: the first is not written either.
    let both = [
        entry(id, Account::Money, EntryKind::Refund, "5", (CauseKind::Refund, "T1")),
        entry(id, Account::Score, EntryKind::Use, "-8", (CauseKind::Order, "B3")),
    ];
    assert!(matches!(store.book(&both, now).await, Err(BalanceError::Short { .. })));
    assert_eq!(store.member(id).await.expect("the store").expect("a member").money, Decimal::new(3_050, 2));
    assert!(store.check().await.expect("the store").findings.is_empty());
    store.run("UPDATE user SET money += 1 RETURN NONE", vec![]).await.expect("the store");
    let found = store.check().await.expect("the store").findings;
    assert_eq!(found.iter().map(|finding| finding.row.as_str()).collect::<Vec<_>>(), [format!("user:{id}")], "{found:?}");
    store.run("UPDATE user SET money -= 1 RETURN NONE", vec![]).await.expect("the store");

    // Inside of another transaction: what is refused takes the rest with it.
    let (text, vars) = store.booking(&both[..1], now).await.expect("statements");
    store.run(&format!("BEGIN; CREATE captcha:kept SET answer = '', tries = 0, expires_at = 0; {text} COMMIT;"), vars).await.expect("it commits");
    let (text, vars) = store.booking(&both[..1], now).await.expect("statements");
    let again = store.run(&format!("BEGIN; CREATE captcha:lost SET answer = '', tries = 0, expires_at = 0; {text} COMMIT;"), vars).await;
    assert!(matches!(refusal(&again.expect_err("a second time")), Some(BalanceError::Booked)));
    let kept: Vec<i64> = store.rows("SELECT VALUE tries FROM captcha", vec![]).await.expect("the store");
    assert_eq!(kept.len(), 1);
}

#[tokio::test]
async fn what_one_person_changes_by_hand_has_a_limit() {
    let world = World::start(ServiceSettings::default()).await;
    let ((_, ann), (_, bob)) = (world.member("ann").await, world.member("bob").await);
    let admin = world.admin().await;
    admin.done("/admin/routine.Config/edit", json!({ "balance_day_limit": "100" })).await;
    assert_eq!(change(&admin, ann, "60.00", "begin").await["code"], 1);
    // What goes out counts as well, and so do other members.
    let over = change(&admin, bob, "40.01", "too much").await;
    assert_eq!((key(&over), over["data"]["left"].as_str()), ("balance.day_limit", Some("40.00")), "{over}");
    let many = (0..6).map(|_| {
        let admin = admin.clone();
        async move { change(&admin, ann, "-10.00", "at once").await }
    });
    let answers = futures::future::join_all(many).await;
    assert_eq!(answers.iter().filter(|answer| answer["code"] == 1).count(), 4, "{answers:?}");
    // Points have a limit of their own, which is not set.
    admin.done("/admin/user.ScoreLog/add", json!({ "user_id": ann, "score": 5_000, "memo": "points" })).await;
    let row = admin.got("/admin/user.MoneyLog/index").await["list"][0].clone();
    assert_eq!((row["kind"].as_str(), row["cause_kind"].as_str()), (Some("manual"), Some("manual")), "{row}");
    assert!(row["admin_id"].as_i64().is_some_and(|id| id > 0), "{row}");
}
