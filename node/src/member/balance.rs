//! Money and score of a member: changes, and pages of them.

use std::sync::Arc;

use actors::clock::SharedClock;
use actors::system::System;
use chrono::{Duration, NaiveDate, TimeZone};
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::engine::typed;
use entrepot_store::member::balance::{self as by_hand, Account, BalanceError, Entry};
use rust_decimal::Decimal;
use serde_json::json;

use super::Members;
use super::views::{Overview, whole};
use crate::error::ServiceError;
use crate::identity::own_account::refuse_own;
use crate::settings::{self, DAY_LIMITS, SiteSettings};

/// What changes of balances need. Cheap to clone.
#[derive(Clone)]
pub struct Balances {
    pub store: Store,
    pub system: System,
    pub members: Arc<Members>,
    pub settings: SiteSettings,
    pub clock: SharedClock,
    /// The zone of the overview's days.
    pub time_zone: Tz,
}

/// Days that the overview shows.
const DAYS: i64 = 7;

/// Money with two digits, score with none.
#[must_use]
pub fn figure(account: Account, value: Decimal) -> String {
    match account {
        Account::Money => format!("{value:.2}"),
        Account::Score => format!("{value:.0}"),
    }
}

impl From<BalanceError> for ServiceError {
    fn from(error: BalanceError) -> Self {
        match error {
            BalanceError::NoMember => Self::field("user_id", "error.reference"),
            BalanceError::Short { account, has, short } => {
                let (has, short) = (figure(account, has), figure(account, short));
                let facts = json!({ "key": "balance.negative", "has": &has, "short": &short });
                Self::Refused { key: "balance.negative", values: vec![("has", has), ("short", short)], facts }
            }
            BalanceError::CommandReused => Self::refused("error.command_reused"),
            BalanceError::Overflow => Self::refused("balance.overflow"),
            BalanceError::Booked => Self::refused("balance.booked"),
            BalanceError::DayLimit { account, left } => {
                let left = figure(account, left);
                Self::Refused { key: "balance.day_limit", facts: json!({ "key": "balance.day_limit", "left": &left }), values: vec![("left", left)] }
            }
            BalanceError::Nobody => Self::refused("balance.request.nobody"),
            BalanceError::Decided => Self::refused("balance.request.decided"),
            BalanceError::Store(error) => error.into(),
        }
    }
}

/// What one person may change of an account by hand on a day; nothing where there is no limit. A limit that can't be read
/// allows nothing.
pub async fn day_limit(settings: &SiteSettings, account: Account) -> Result<Option<Decimal>, ServiceError> {
    let [money, score] = DAY_LIMITS;
    let name = if account == Account::Money { money } else { score };
    read_limit(&settings::value_of(settings, name).await?.unwrap_or_default())
}

/// A stored limit: without one, or with 0, there is none.
fn read_limit(stored: &str) -> Result<Option<Decimal>, ServiceError> {
    if stored.trim().is_empty() {
        return Ok(None);
    }
    let limit = typed::decimal_of(stored).filter(|limit| *limit >= Decimal::ZERO);
    let limit = limit.ok_or_else(|| ServiceError::refused("balance.limit_unreadable"))?;
    Ok((!limit.is_zero()).then_some(limit))
}

/// A change of a member's account by hand.
pub struct ByHand<'a> {
    pub account: Account,
    pub member: i64,
    pub change: Decimal,
    pub memo: &'a str,
    /// The same command twice changes it once.
    pub command: Option<&'a str>,
    /// Who makes it.
    pub admin: i64,
}

/// Changes an account by hand, within what that person may change on a day; never their own.
pub async fn change(balances: &Balances, by_hand: ByHand<'_>) -> Result<Entry, ServiceError> {
    let ByHand { account, member, change, memo, command, admin } = by_hand;
    refuse_own(&balances.store, admin, member).await?;
    let limit = day_limit(&balances.settings, account).await?;
    let day = balances.clock.today();
    let by = by_hand::ByHand { admin, day: &day, limit };
    let _turn = balances.members.lock(member).await;
    let entry = balances.store.change_by_hand(account, (member, change, memo), command, Some(by), balances.clock.now()).await?;
    balances.members.sessions.forget_balance(member);
    Ok(entry)
}

/// The last days with their sums (wire contract 5.4).
pub async fn overview(balances: &Balances, member: i64) -> Result<Overview, ServiceError> {
    let zone = balances.time_zone;
    let today = NaiveDate::parse_from_str(&balances.clock.today(), "%Y-%m-%d").map_err(|error| ServiceError::Internal(error.to_string()))?;
    let days: Vec<NaiveDate> = (0..DAYS).rev().map(|back| today - Duration::days(back)).collect();
    let first = days.first().and_then(|day| day.and_hms_opt(0, 0, 0)).and_then(|time| zone.from_local_datetime(&time).earliest());
    let since = first.map_or(0, |time| time.timestamp());
    let sums = async |account: Account| {
        let changes = balances.store.changes_since(account, member, since).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_cannot_be_read_is_not_no_limit() {
        for (text, limit) in [("", None), (" ", None), ("0", None), ("0.00", None), ("100", Some(10_000)), (" 99.50 ", Some(9_950))] {
            assert_eq!(read_limit(text).expect("a limit"), limit.map(|cents| Decimal::new(cents, 2)), "{text}");
        }
        for text in ["abc", "1e3", "-5", "1,000", "100 yuan", "NaN", "∞", "１００", "0x10"] {
            assert!(read_limit(text).is_err(), "{text}");
        }
    }
}
