//! Money and score: two at once never lose one.

use entrepot::config::services::ServiceSettings;
use entrepot_store::member::balance::{Account, BalanceError};
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
    let told = done.iter().filter(|answer| answer.is_ok()).count();
    assert!(told >= 12, "most get through: {told}");
    assert!(done.iter().all(|answer| matches!(answer, Ok(_) | Err(BalanceError::Store(_)))));
    let page = ann.got("/api/account/integral?limit=100").await;
    let top = page["list"].as_array().into_iter().flatten().filter_map(|row| row["after"].as_i64()).max();
    let member = store.member(id).await.expect("the store").expect("a member");
    assert_eq!((member.score, page["total"].as_i64(), top), (told as i64, Some(told as i64), Some(told as i64)));
}
