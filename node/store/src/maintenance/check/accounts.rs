//! Compares what members have with the logs of their accounts: every balance is the sum of its entries and not below
//! zero, and no cause was booked twice.

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use super::report::Report;
use crate::engine::connect::Store;
use crate::engine::transaction::take;

/// A member's account beside its log.
#[derive(Deserialize)]
struct Account {
    member: i64,
    has: Decimal,
    entries: Decimal,
}

/// A cause that has several entries of a kind.
#[derive(Deserialize)]
struct DuplicateCause {
    kind: String,
    cause_kind: String,
    cause_id: String,
    entries: i64,
}

/// What one look at all accounts finds.
#[derive(Deserialize)]
struct Accounts {
    wrong: Vec<Account>,
    twice: Vec<DuplicateCause>,
    members: usize,
}

impl Store {
    pub(super) async fn check_accounts(&self, report: &mut Report) -> Result<(), StoreError> {
        for (log, field) in [("user_money_log", "money"), ("user_score_log", "score")] {
            // One statement, so of one moment: no change is seen on one side only.
            let query = format!(
                "RETURN {{
                   LET $sums = object::from_entries((SELECT VALUE [<string>user_id, entries]
                     FROM (SELECT user_id, math::sum({field}) AS entries FROM {log} GROUP BY user_id)));
                   LET $wrong = (SELECT member, <string>has AS has, <string>entries AS entries
                     FROM (SELECT record::id(id) AS member, {field} AS has, $sums[<string>record::id(id)] ?? 0 AS entries FROM user)
                     WHERE has != entries OR has < 0 LIMIT 1000);
                   LET $twice = (SELECT kind, cause_kind, cause_id, entries
                     FROM (SELECT kind, cause_kind, cause_id, count() AS entries FROM {log} WHERE cause_kind != '' AND cause_kind != NONE
                       GROUP BY kind, cause_kind, cause_id) WHERE entries > 1 LIMIT 1000);
                   RETURN {{ wrong: $wrong, twice: $twice, members: array::len((SELECT VALUE id FROM user)) }};
                 }};"
            );
            let mut response = self.run(&query, vec![]).await?;
            let Accounts { wrong, twice, members }: Accounts = take(&mut response, 0)?;
            report.members = members;
            for Account { member, has, entries } in wrong {
                report.find(format!("user:{member}"), format!("{field} is {has}, the entries of its log add up to {entries}"));
            }
            for DuplicateCause { kind, cause_kind, cause_id, entries } in twice {
                report.find(format!("{log} of {cause_kind} {cause_id}"), format!("was booked {entries} times as {kind}"));
            }
        }
        Ok(())
    }
}
