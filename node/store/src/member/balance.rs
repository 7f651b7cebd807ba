//! Money and score of members: changed only here, each change with its log entry and the member's notice in one
//! transaction, which conflicts with every other change of the same member.

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::notices::{NoticeKind, told, written};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{dec, id, int, text, text_id};
use crate::listing::{ListQuery, Page};

/// One of a member's two accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    Money,
    Score,
}

impl Account {
    const fn table(self) -> &'static str {
        match self {
            Self::Money => "user_money_log",
            Self::Score => "user_score_log",
        }
    }

    const fn field(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Score => "score",
        }
    }

    const fn notice(self) -> NoticeKind {
        match self {
            Self::Money => NoticeKind::Money,
            Self::Score => NoticeKind::Score,
        }
    }
}

/// Why a change is not made.
#[derive(Debug, thiserror::Error)]
pub enum BalanceError {
    #[error("there is no such member")]
    NoMember,
    #[error("the account would fall below zero")]
    Negative,
    #[error("the account would grow beyond what can be kept")]
    Overflow,
    #[error("the command id was used before for another change")]
    CommandReused,
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

/// Most that an account holds.
const MOST: i64 = 1_000_000_000_000;

impl Store {
    /// Changes a member's account. A command that was done before gets its first answer; its id is unique within the
    /// member's account.
    pub async fn change_balance(
        &self,
        account: Account,
        member: i64,
        change: Decimal,
        memo: &str,
        command: Option<&str>,
        now: i64,
    ) -> Result<Entry, BalanceError> {
        let (table, field) = (account.table(), account.field());
        let noted = if command.is_some() { "CREATE $command SET log = $log RETURN NONE;" } else { "" };
        let notice = written("{ change: <string>$change, after: <string>$after, memo: $memo }");
        // Both writes touch the member's row, so of two concurrent changes one fails with a conflict and is retried.
        let query = format!(
            "BEGIN; LET $row = (SELECT {field} FROM ONLY $member);
             LET $log = sequence::nextval('{table}');
             {noted}
             IF $row = NONE {{ THROW 'GONE' }};
             LET $after = $row.{field} + $change;
             IF $after < 0 {{ THROW 'NEGATIVE' }};
             IF $after > $most {{ THROW 'OVERFLOW' }};
             UPDATE $member SET {field} = $after RETURN NONE;
             CREATE type::record('{table}', $log) SET user_id = $user_id, {field} = $change, before = $row.{field}, after = $after,
               memo = $memo, create_time = $now RETURN NONE;
             {notice}
             SELECT VALUE {{ log: $log, before: <string>$row.{field}, after: <string>$after }} FROM ONLY [1];
             COMMIT;"
        );
        let amount = match account {
            Account::Money => dec(change),
            Account::Score => int(i64::try_from(change).map_err(|_| BalanceError::Overflow)?),
        };
        let mut vars = vec![
            ("member", id("user", member)),
            ("user_id", int(member)),
            ("change", amount),
            ("most", int(MOST)),
            ("memo", text(memo)),
            ("now", int(now)),
        ];
        vars.extend(told(member, account.notice(), now));
        if let Some(command) = command {
            vars.push(("command", text_id("member_command", &format!("{table}-{member}-{command}"))));
        }
        match self.run(&query, vars.clone()).await {
            Ok(mut response) => {
                let answer = response.num_statements().saturating_sub(2);
                Ok(take(&mut response, answer)?)
            }
            Err(TxError::Thrown(code)) if code == "GONE" => Err(BalanceError::NoMember),
            Err(TxError::Thrown(code)) if code == "NEGATIVE" => Err(BalanceError::Negative),
            Err(TxError::Thrown(code)) if code == "OVERFLOW" => Err(BalanceError::Overflow),
            Err(error) if error.exists_in("member_command") => {
                let query = format!(
                    "SELECT record::id(id) AS log, <string>before AS before, <string>after AS after FROM type::record('{table}', $command.log)"
                );
                let entries: Vec<Entry> = self.rows(&query, vars).await?;
                let entry = entries.into_iter().next().ok_or_else(|| StoreError::Corrupt("a command without its entry".into()))?;
                if entry.after - entry.before == change { Ok(entry) } else { Err(BalanceError::CommandReused) }
            }
            Err(error) => Err(StoreError::from(error).into()),
        }
    }

    /// A page of a member's changes, newest first.
    pub async fn balance_changes(&self, account: Account, member: i64, page: i64, limit: i64) -> Result<Page<Change>, StoreError> {
        let (table, field) = (account.table(), account.field());
        let query = format!(
            "SELECT record::id(id) AS id, memo, <string>{field} AS change, <string>before AS before, <string>after AS after, create_time
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
        let (table, field) = (account.table(), account.field());
        let query =
            format!("SELECT create_time, <string>{field} AS change FROM {table} WHERE user_id = $member AND create_time >= $since LIMIT 100000");
        self.rows(&query, vec![("member", int(member)), ("since", int(since))]).await
    }
}
