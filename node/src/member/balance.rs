//! Money and score of a member: changes, and pages of them.

use chrono::{Duration, NaiveDate, TimeZone};
use entrepot_store::member::balance::{Account, BalanceError, Entry};
use rust_decimal::Decimal;

use super::views::{Overview, whole};
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

/// The last days with their sums (wire contract 5.4).
pub async fn overview(node: &Node, member: i64) -> Result<Overview, ServiceError> {
    let zone = node.config().time_zone;
    let today = NaiveDate::parse_from_str(&node.today(), "%Y-%m-%d").map_err(|error| ServiceError::Internal(error.to_string()))?;
    let days: Vec<NaiveDate> = (0..DAYS).rev().map(|back| today - Duration::days(back)).collect();
    let first = days.first().and_then(|day| day.and_hms_opt(0, 0, 0)).and_then(|time| zone.from_local_datetime(&time).earliest());
    let since = first.map_or(0, |time| time.timestamp());
    let sums = async |account: Account| {
        let changes = node.store().changes_since(account, member, since).await?;
        let day_of = |at: i64| zone.timestamp_opt(at, 0).single().map(|time| time.date_naive());
        let sum = |day: &NaiveDate| changes.iter().filter(|moved| day_of(moved.create_time) == Some(*day)).map(|moved| moved.change).sum::<Decimal>();
        Ok::<Vec<Decimal>, ServiceError>(days.iter().map(sum).collect())
    };
    let (score, money) = (sums(Account::Score).await?, sums(Account::Money).await?);
    Ok(Overview {
        days: days.iter().map(ToString::to_string).collect(),
        score: score.into_iter().map(whole).collect::<Result<_, _>>()?,
        money: money.iter().map(|sum| format!("{sum:.2}")).collect(),
    })
}
