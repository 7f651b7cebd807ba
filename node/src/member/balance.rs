//! Money and score of a member: changes and what a page of them shows.

use chrono::{Duration, NaiveDate, TimeZone};
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::member::balance::{Account, BalanceError, Entry};
use entrepot_store::resource::catalogue;
use entrepot_store::resource::read::Listed;
use entrepot_store::scope::Scope;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::error::ServiceError;
use crate::node::Node;

/// Days that the overview shows.
const DAYS: i64 = 7;

impl From<BalanceError> for ServiceError {
    fn from(error: BalanceError) -> Self {
        match error {
            BalanceError::NoMember => Self::field("user_id", "error.reference"),
            BalanceError::Negative => Self::refused("balance.negative"),
            BalanceError::CommandReused => Self::refused("error.command_reused"),
            BalanceError::Overflow => Self::refused("balance.overflow"),
            BalanceError::Store(error) => error.into(),
        }
    }
}

/// Changes an account. The same command twice changes it once.
pub async fn change(node: &Node, account: Account, member: i64, change: Decimal, memo: &str, command: Option<&str>) -> Result<Entry, ServiceError> {
    let _turn = node.members().turn(member).await;
    let entry = node.store().change_balance(account, member, change, memo, command, node.now()).await?;
    node.members().sessions.forget(member);
    Ok(entry)
}

/// The last days and what came in and went out on each (wire contract 5.4).
pub async fn overview(node: &Node, member: i64) -> Result<Value, ServiceError> {
    let zone = node.config().time_zone;
    let today = NaiveDate::parse_from_str(&node.today(), "%Y-%m-%d").map_err(|error| ServiceError::Internal(error.to_string()))?;
    let days: Vec<NaiveDate> = (0..DAYS).rev().map(|back| today - Duration::days(back)).collect();
    let first = days.first().and_then(|day| day.and_hms_opt(0, 0, 0)).and_then(|time| zone.from_local_datetime(&time).earliest());
    let since = first.map_or(0, |time| time.timestamp());
    let mut sums = vec![];
    for account in [Account::Score, Account::Money] {
        let changes = node.store().changes_since(account, member, since).await?;
        let day_of = |at: i64| zone.timestamp_opt(at, 0).single().map(|time| time.date_naive());
        let sum = |day: &NaiveDate| changes.iter().filter(|moved| day_of(moved.create_time) == Some(*day)).map(|moved| moved.change).sum::<Decimal>();
        sums.push(days.iter().map(sum).collect::<Vec<Decimal>>());
    }
    let score: Vec<Value> = sums[0].iter().map(|sum| json!(i64::try_from(*sum).unwrap_or(0))).collect();
    let money: Vec<String> = sums[1].iter().map(|sum| format!("{sum:.2}")).collect();
    Ok(json!({ "days": days.iter().map(ToString::to_string).collect::<Vec<_>>(), "score": score, "money": money }))
}

/// A page of one's own changes, newest first.
pub async fn page(node: &Node, account: Account, member: i64, page: i64, limit: i64) -> Result<Value, ServiceError> {
    let (controller, field) = match account {
        Account::Money => ("user.MoneyLog", "money"),
        Account::Score => ("user.ScoreLog", "score"),
    };
    let resource = catalogue::find(controller).ok_or_else(|| ServiceError::Internal(format!("{controller} is not declared")))?;
    let own = Filter { field: "user_id".into(), operator: "=".into(), values: vec![member.to_string()], datetime: false };
    let query = ListQuery { page, limit, filters: vec![own], order: Some(("id".into(), true)), ..ListQuery::default() };
    let (rows, total) = match node.store().records(resource, &query, &Scope::system()).await? {
        Listed::Page { list, total } => (list, total),
        Listed::Tree(list) | Listed::Options(list) => (list, 0),
    };
    let shown = |row: Value| json!({ "memo": row["memo"], field: row[field], "before": row["before"], "after": row["after"], "create_time": row["create_time"] });
    Ok(json!({ "list": rows.into_iter().map(shown).collect::<Vec<_>>(), "total": total }))
}
