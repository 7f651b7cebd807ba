//! Members of the demo company, with what came in and went out on their accounts.

use entrepot_store::Store;
use entrepot_store::member::balance::Account;
use entrepot_store::resource::{Act, catalogue};
use rust_decimal::Decimal;
use serde_json::{Map, json};

use super::error::DemoError;
use super::words::{Pair, Words};
use crate::identity::passwords;

/// The member who may be tried.
pub const FIRST: &str = "wangfang";

/// User name, nickname, mail, mobile, gender, motto.
pub(super) const MEMBERS: &[(&str, Pair, &str, &str, i64, Pair)] = &[
    (FIRST, ("王芳", "Wang Fang"), "wangfang@example.com", "13800138001", 2, ("好记性不如烂笔头", "The faintest ink beats the best memory")),
    ("lilei", ("李雷", "Li Lei"), "lilei@example.com", "13800138002", 1, ("", "")),
    ("zhaomin", ("赵敏", "Zhao Min"), "zhaomin@example.com", "13800138003", 2, ("少即是多", "Less is more")),
    ("old_chen", ("老陈", "Old Chen"), "chen@example.com", "", 1, ("", "")),
];

/// Days ago that they joined.
const JOINED: i64 = 30;
/// Days ago, account, change (cents or points), memo; for every member, a little different for each.
const CHANGES: &[(i64, Account, i64, Pair)] = &[
    (27, Account::Money, 150_000, ("充值", "Top-up")),
    (26, Account::Score, 200, ("注册奖励", "Welcome points")),
    (22, Account::Money, -8_850, ("消费", "Purchase")),
    (22, Account::Score, 88, ("消费积分", "Points for a purchase")),
    (20, Account::Money, 1_200, ("退款", "Refund")),
    (18, Account::Score, -100, ("积分兑换", "Points spent")),
    (16, Account::Money, -12_990, ("消费", "Purchase")),
    (15, Account::Score, 129, ("消费积分", "Points for a purchase")),
    (14, Account::Money, 20_000, ("充值", "Top-up")),
];

/// Makes the members; answers the password that was made for the first of them, and their ids.
pub(super) async fn fill(store: &Store, words: Words, now: i64) -> Result<(String, Vec<i64>), DemoError> {
    let password = passwords::generate();
    let mut members = Vec::with_capacity(MEMBERS.len());
    for (at, (username, nickname, email, mobile, gender, motto)) in MEMBERS.iter().enumerate() {
        // The others get random passwords.
        let own = if *username == FIRST { password.clone() } else { passwords::generate() };
        let hash = passwords::hash(own).await.map_err(|error| DemoError::Step(error.to_string()))?;
        let row = json!({
            "username": username, "nickname": words.pick(*nickname), "email": email, "mobile": mobile, "gender": gender, "motto": words.pick(*motto), "password": hash,
            "group_id": 1, "status": "enable",
        });
        let joined = now - JOINED * 86_400;
        let set = Map::from_iter([("join_time".to_owned(), json!(joined)), ("last_login_time".to_owned(), json!(0))]);
        let resource = catalogue::declared("user.User")?;
        let id = store.insert_record(resource, row.as_object().unwrap_or(&Map::new()), &Act { set, ..Act::system(now) }).await?;
        members.push(id);
        let more = i64::try_from(at).unwrap_or(0) * 1_000;
        for (days, account, change, memo) in CHANGES {
            let change = match account {
                Account::Money => Decimal::new(if *change > 0 { change + more } else { *change }, 2),
                Account::Score => Decimal::from(*change),
            };
            let changed = store.change_balance(*account, id, change, words.pick(*memo), None, now - days * 86_400).await;
            changed.map_err(|error| DemoError::Step(error.to_string()))?;
        }
    }
    Ok((password, members))
}
