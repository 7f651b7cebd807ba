//! Money and score of members: changed only here, each change with its log entry, its cause and the member's notice
//! in one transaction, which conflicts with every other change of the same member.

use std::fmt::Write;

use actors::store::StoreError;
use bus_schemas::shop::balance::{BalanceCause, BalanceEntry, CauseKind, EntryKind};
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use super::notices::{NOTICE_IDS, NoticeKind, notice_id};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars, last_statement, take};
use crate::engine::value::{array, array_id, dec, id, int, object, text, text_id};
use crate::listing::{ListQuery, Page};

pub use bus_schemas::shop::balance::BalanceAccount as Account;

/// The log of an account, and the sequence of its entries.
pub(crate) const fn table(account: Account) -> &'static str {
    match account {
        Account::Money => "user_money_log",
        Account::Score => "user_score_log",
    }
}

/// The field of the member that an account is.
pub(crate) const fn field(account: Account) -> &'static str {
    match account {
        Account::Money => "money",
        Account::Score => "score",
    }
}

const fn notice(account: Account) -> NoticeKind {
    match account {
        Account::Money => NoticeKind::Money,
        Account::Score => NoticeKind::Score,
    }
}

/// Why a change is not made.
#[derive(Debug, thiserror::Error)]
pub enum BalanceError {
    #[error("there is no such member")]
    NoMember,
    #[error("{account:?} has {has}, which is {short} too little")]
    Short { account: Account, has: Decimal, short: Decimal },
    #[error("the account would grow beyond what can be kept")]
    Overflow,
    #[error("the command id was used before for another change")]
    CommandReused,
    /// An entry of this kind has this cause already.
    #[error("the cause was booked before")]
    Booked,
    #[error("only {left} is left of what this person may change of {account:?} by hand today")]
    DayLimit { account: Account, left: Decimal },
    /// Of a request: nobody else may decide on it.
    #[error("there is no second person")]
    Nobody,
    /// Of a request: somebody was quicker.
    #[error("the request is decided already")]
    Decided,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The written entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Entry {
    /// Id in the log.
    pub log: i64,
    pub before: Decimal,
    pub after: Decimal,
}

/// An entry of the log, as its member sees it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Change {
    pub memo: String,
    pub change: Decimal,
    pub before: Decimal,
    pub after: Decimal,
    pub kind: EntryKind,
    /// Nothing in entries from before there were causes.
    pub cause_kind: String,
    pub cause_id: String,
    /// Unix seconds.
    pub create_time: i64,
}

/// A change and when it was made.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Moved {
    /// Unix seconds.
    pub create_time: i64,
    pub change: Decimal,
}

/// A change by hand: who makes it, and how much they may change on a day.
#[derive(Clone, Debug)]
pub struct ByHand<'a> {
    pub admin: i64,
    /// `YYYY-MM-DD` of the site's clock.
    pub day: &'a str,
    /// Of all changes of the day together, whatever their sign; nothing where there is no limit.
    pub limit: Option<Decimal>,
}

/// What one person may change by hand on a day: counted, and refused beyond it.
#[derive(Clone, Debug)]
pub struct Allowance<'a> {
    pub admin: i64,
    /// `YYYY-MM-DD` of the site's clock.
    pub day: &'a str,
    /// What is counted of an account, and the limit, if there is one.
    pub accounts: Vec<(Account, Decimal, Option<Decimal>)>,
}

impl Allowance<'_> {
    /// Statements that count, for use inside of another transaction, and their values.
    pub(crate) fn statements(&self) -> (String, Vars) {
        let of = |(account, weight, limit): &(Account, Decimal, Option<Decimal>)| {
            object([
                ("day", array_id("balance_day", vec![int(self.admin), text(field(*account)), text(self.day)])),
                ("limit", limit.map_or(Value::None, dec)),
                ("weight", dec(weight.abs())),
                ("over", text(&format!("{LIMIT} {}", field(*account)))),
            ])
        };
        let query = "FOR $part IN $allowance {
               LET $day = $part.day; LET $counted = (SELECT VALUE changed FROM ONLY $day) ?? 0dec;
               IF $part.limit != NONE AND $counted + $part.weight > $part.limit {
                 THROW string::concat($part.over, ' ', <string>($part.limit - $counted))
               };
               UPSERT $day SET changed = $counted + $part.weight RETURN NONE;
             };";
        (query.to_owned(), vec![("allowance", array(self.accounts.iter().map(of).collect()))])
    }
}

/// Most that an account holds.
const MOST: i64 = 1_000_000_000_000;

/// Codes that the statements throw.
pub(crate) const GONE: &str = "BALANCE GONE";
const SHORT: &str = "BALANCE SHORT";
const FULL: &str = "BALANCE FULL";
const LIMIT: &str = "BALANCE LIMIT";
pub(super) const DECIDED: &str = "BALANCE DECIDED";
/// Of every cause that was booked: `[account, kind, kind of the cause, its id]`.
const CAUSE: &str = "balance_cause";

fn amount(account: Account, change: Decimal) -> Result<Value, BalanceError> {
    match account {
        Account::Money => Ok(dec(change)),
        Account::Score => i64::try_from(change).map(int).map_err(|_| BalanceError::Overflow),
    }
}

/// Each entry comes with the ids of its log entry and its notice.
fn rendered(entries: &[(BalanceEntry, i64, i64)], admin: Option<i64>, now: i64) -> Result<(String, Vars), BalanceError> {
    let mut query = String::new();
    let mut values = Vec::with_capacity(entries.len());
    for (at, (entry, log, notice_key)) in entries.iter().enumerate() {
        let (table, field, notice) = (table(entry.account), field(entry.account), notice(entry.account).name());
        let cause = &entry.cause;
        let key = [field, entry.kind.name(), cause.kind.name(), &cause.id].map(text);
        values.push(object([
            ("key", array_id(CAUSE, key.into())),
            ("log", int(*log)),
            ("notice", notice_id(*notice_key)),
            ("row", id("user", entry.member)),
            ("member", int(entry.member)),
            ("change", amount(entry.account, entry.change)?),
            ("memo", text(&entry.memo)),
            ("kind", text(entry.kind.name())),
            ("cause_kind", text(cause.kind.name())),
            ("cause_id", text(&cause.id)),
        ]));
        // Writing to a String can't fail. Every write touches the member's row, so of two concurrent changes one
        // fails with a conflict and is tried again.
        let _ = write!(
            query,
            "LET $e{at} = $balance_entries[{at}]; LET $e{at}_key = $e{at}.key; LET $e{at}_member = $e{at}.row;
             LET $e{at}_log = $e{at}.log; LET $e{at}_notice = $e{at}.notice;
             CREATE $e{at}_key SET log = $e{at}_log RETURN NONE;
             LET $e{at}_row = (SELECT {field} FROM ONLY $e{at}_member);
             IF $e{at}_row = NONE {{ THROW '{GONE}' }};
             LET $e{at}_after = $e{at}_row.{field} + $e{at}.change;
             IF $e{at}_after < 0 {{ THROW string::concat('{SHORT} {field} ', <string>$e{at}_row.{field}, ' ', <string>(0 - $e{at}_after)) }};
             IF $e{at}_after > {MOST} {{ THROW '{FULL}' }};
             UPDATE $e{at}_member SET {field} = $e{at}_after RETURN NONE;
             CREATE type::record('{table}', $e{at}_log) SET user_id = $e{at}.member, {field} = $e{at}.change, before = $e{at}_row.{field},
               after = $e{at}_after, memo = $e{at}.memo, kind = $e{at}.kind, cause_kind = $e{at}.cause_kind, cause_id = $e{at}.cause_id,
               admin_id = $balance_admin, create_time = $balance_now RETURN NONE;
             CREATE $e{at}_notice SET member = $e{at}.member, kind = '{notice}',
               data = {{ change: <string>$e{at}.change, after: <string>$e{at}_after, memo: $e{at}.memo, kind: $e{at}.kind,
               cause_kind: $e{at}.cause_kind, cause_id: $e{at}.cause_id }}, created_at = $balance_now RETURN NONE;"
        );
    }
    let vars = vec![("balance_entries", array(values)), ("balance_now", int(now)), ("balance_admin", admin.map_or(Value::None, int))];
    Ok((query, vars))
}

/// Why a transaction with [`statements`] was refused, where they are the reason.
#[must_use]
pub fn refusal(error: &TxError) -> Option<BalanceError> {
    if error.exists_in(CAUSE) {
        return Some(BalanceError::Booked);
    }
    let TxError::Thrown(code) = error else { return None };
    // A code, the account, and figures.
    let figures = |start: &str| {
        let mut parts = code.strip_prefix(start)?.split_ascii_whitespace();
        let account = if parts.next()? == field(Account::Score) { Account::Score } else { Account::Money };
        Some((account, parts.map(str::parse).collect::<Result<Vec<Decimal>, _>>().ok()?))
    };
    if code == GONE {
        Some(BalanceError::NoMember)
    } else if code == FULL {
        Some(BalanceError::Overflow)
    } else if code == DECIDED {
        Some(BalanceError::Decided)
    } else if let Some((account, figures)) = figures(SHORT) {
        let [has, short] = figures[..] else { return None };
        Some(BalanceError::Short { account, has, short })
    } else {
        let (account, figures) = figures(LIMIT)?;
        let [left] = figures[..] else { return None };
        Some(BalanceError::DayLimit { account, left: left.max(Decimal::ZERO) })
    }
}

impl Store {
    /// Statements that book entries, in the order given, for use inside of another transaction: put the text between its
    /// `BEGIN` and `COMMIT`, and the values to its values. Once a transaction. It is as long as the entries are many, so
    /// they should be few. The numbers of its statements are not to be relied on.
    ///
    /// What the transaction fails with, [`refusal`] reads.
    pub async fn booking(&self, entries: &[BalanceEntry], now: i64) -> Result<(String, Vars), BalanceError> {
        rendered(&self.with_ids(entries).await?, None, now)
    }

    async fn with_ids(&self, entries: &[BalanceEntry]) -> Result<Vec<(BalanceEntry, i64, i64)>, StoreError> {
        let mut numbered = Vec::with_capacity(entries.len());
        for entry in entries {
            numbered.push((entry.clone(), self.next_of(table(entry.account)).await?, self.next_of(NOTICE_IDS).await?));
        }
        Ok(numbered)
    }

    /// Books entries in a transaction of their own: all or none. A cause that was booked before is refused.
    pub async fn book(&self, entries: &[BalanceEntry], now: i64) -> Result<(), BalanceError> {
        let (query, vars) = self.booking(entries, now).await?;
        let done = self.run(&format!("BEGIN; {query} COMMIT;"), vars).await;
        done.map(|_| ()).map_err(|error| refusal(&error).unwrap_or_else(|| StoreError::from(error).into()))
    }

    /// Changes a member's account by hand. A command that was done before gets its first answer; its id is unique
    /// within the member's account.
    pub async fn change_balance(
        &self,
        account: Account,
        member: i64,
        change: Decimal,
        memo: &str,
        command: Option<&str>,
        now: i64,
    ) -> Result<Entry, BalanceError> {
        self.change_by_hand(account, (member, change, memo), command, None, now).await
    }

    /// The same, counted against what a person may change on a day.
    pub async fn change_by_hand(
        &self,
        account: Account,
        (member, change, memo): (i64, Decimal, &str),
        command: Option<&str>,
        by: Option<ByHand<'_>>,
        now: i64,
    ) -> Result<Entry, BalanceError> {
        let (table, field) = (table(account), field(account));
        // A change by hand has no cause but itself.
        let cause = BalanceCause { kind: CauseKind::Manual, id: format!("{:032x}", rand::random::<u128>()) };
        let entry = BalanceEntry { member, account, kind: EntryKind::Manual, change, cause, memo: memo.to_owned() };
        let (booked, mut vars) = rendered(&self.with_ids(&[entry]).await?, by.as_ref().map(|by| by.admin), now)?;
        let noted = if command.is_some() { "CREATE $command SET log = 0 RETURN NONE;" } else { "" };
        let linked = if command.is_some() { "UPDATE $command SET log = $e0_log RETURN NONE;" } else { "" };
        let allowance = by.map(|by| Allowance { admin: by.admin, day: by.day, accounts: vec![(account, change, by.limit)] });
        let (counted, counting) = allowance.map(|allowance| allowance.statements()).unwrap_or_default();
        vars.extend(counting);
        let query = format!(
            "BEGIN; {noted} {counted} {booked} {linked}
             SELECT VALUE {{ log: $e0_log, before: <string>$e0_row.{field}, after: <string>$e0_after }} FROM ONLY [1];
             COMMIT;"
        );
        if let Some(command) = command {
            vars.push(("command", text_id("member_command", &format!("{table}-{member}-{command}"))));
        }
        match self.run(&query, vars.clone()).await {
            Ok(mut response) => {
                let answer = last_statement(self, &response);
                Ok(take(&mut response, answer)?)
            }
            Err(error) if error.exists_in("member_command") => {
                let query = format!(
                    "SELECT record::id(id) AS log, <string>before AS before, <string>after AS after FROM type::record('{table}', $command.log)"
                );
                let entries: Vec<Entry> = self.rows(&query, vars).await?;
                let entry = entries.into_iter().next().ok_or_else(|| StoreError::Corrupt("a command without its entry".into()))?;
                if entry.after - entry.before == change { Ok(entry) } else { Err(BalanceError::CommandReused) }
            }
            Err(error) => Err(refusal(&error).unwrap_or_else(|| StoreError::from(error).into())),
        }
    }

    /// A page of a member's changes, newest first.
    pub async fn balance_changes(&self, account: Account, member: i64, page: i64, limit: i64) -> Result<Page<Change>, StoreError> {
        let (table, field) = (table(account), field(account));
        let query = format!(
            "SELECT record::id(id) AS id, memo, <string>{field} AS change, <string>before AS before, <string>after AS after, kind ?? 'manual' AS kind,
                 cause_kind ?? '' AS cause_kind, cause_id ?? '' AS cause_id, create_time
               FROM {table} WHERE user_id = $member ORDER BY id DESC LIMIT $limit START $start;
             SELECT VALUE count FROM ONLY (SELECT count() FROM {table} WHERE user_id = $member GROUP ALL) LIMIT 1;"
        );
        let asked = ListQuery { page, limit, ..ListQuery::default() };
        let vars = vec![("member", int(member)), ("limit", int(asked.page_size())), ("start", int(asked.start()))];
        let mut response = self.run(&query, vars).await?;
        let list = take(&mut response, 0)?;
        // Nothing is counted where there are no rows.
        let total: Option<i64> = take(&mut response, 1)?;
        Ok(Page { list, total: total.unwrap_or(0) })
    }

    /// A member's changes since a time, for sums by day.
    pub async fn changes_since(&self, account: Account, member: i64, since: i64) -> Result<Vec<Moved>, StoreError> {
        let (table, field) = (table(account), field(account));
        let query =
            format!("SELECT create_time, <string>{field} AS change FROM {table} WHERE user_id = $member AND create_time >= $since LIMIT 100000");
        self.rows(&query, vec![("member", int(member)), ("since", int(since))]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_refusal_are_read_or_it_is_not() {
        let refused = |code: &str| refusal(&TxError::Thrown(code.to_owned()));
        let (has, short) = (Decimal::new(15, 1), Decimal::TWO);
        assert!(
            matches!(refused("BALANCE SHORT score 1.5 2"), Some(BalanceError::Short { account: Account::Score, has: is, short: by }) if (is, by) == (has, short))
        );
        assert!(matches!(refused("BALANCE LIMIT money -1"), Some(BalanceError::DayLimit { account: Account::Money, left }) if left.is_zero()));
        for odd in
            ["BALANCE SHORT score 1.5", "BALANCE SHORT score 1.5 x", "BALANCE SHORT score x 2", "BALANCE LIMIT money", "BALANCE LIMIT money 1 2"]
        {
            assert!(refused(odd).is_none(), "{odd}");
        }
    }
}
