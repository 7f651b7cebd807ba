//! What is needed to let the score of members expire, and the transaction that books it and tells them.

use actors::shop::score_expiry::{EARNING, Earned, ExpiryDecision, ExpiryNotice};
use actors::store::StoreError;
use bus_schemas::shop::balance::{BalanceAccount, BalanceCause, BalanceEntry, CauseKind, EntryKind};
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use super::balance::{BalanceError, refusal, table};
use super::notices::{NOTICE_IDS, NoticeKind, notice_vars, written};
use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array, id, int, text};

/// Members that are looked at together.
const HOLDERS: i64 = 500;
/// Most entries of a member that are read. Whose log has more since the time in question keeps their score.
const ENTRIES_MAX: usize = 100_000;
/// The score has changed since it was read.
const MOVED: &str = "SCORE MOVED";

/// A member with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreHolder {
    pub member: i64,
    pub score: i64,
    /// Earned since a time, less what was taken; what is older is not less than the rest of the score.
    pub earned: i64,
}

#[derive(Deserialize)]
struct Entry {
    at: i64,
    kind: EntryKind,
    change: i64,
}

fn earning() -> Value {
    array(EARNING.iter().map(|kind| text(kind.name())).collect())
}

fn expiry_notices_id(member: i64) -> Value {
    id("score_telling", member)
}

impl Store {
    /// Members with a score from an id on, some of them, with what they have earned since a time.
    pub async fn score_holders(&self, from: i64, since: i64) -> Result<Vec<ScoreHolder>, StoreError> {
        let query =
            "SELECT VALUE [record::id(id), score] FROM (SELECT id, score FROM user WHERE id >= $from AND score > 0 ORDER BY id ASC LIMIT $most)";
        let holders: Vec<(i64, i64)> = self.rows(query, vec![("from", id("user", from)), ("most", int(HOLDERS))]).await?;
        let earned = |name: &str| {
            format!(
                "SELECT VALUE [user_id, earned] FROM (SELECT user_id, math::sum(score) AS earned FROM user_score_log
                   WHERE user_id IN ${name} AND create_time > $since AND (kind ?? 'manual') IN $kinds GROUP BY user_id);"
            )
        };
        let members = holders.iter().map(|(member, _)| int(*member)).collect();
        let earned: Vec<(i64, i64)> = self.look_up(members, vec![("since", int(since)), ("kinds", earning())], earned).await?;
        let of = |member: i64| earned.iter().find(|(one, _)| *one == member).map_or(0, |(_, earned)| *earned);
        Ok(holders.into_iter().map(|(member, score)| ScoreHolder { member, score, earned: of(member) }).collect())
    }

    /// When a member was told that some of their score expires soon.
    pub async fn expiry_notices(&self, member: i64) -> Result<Vec<ExpiryNotice>, StoreError> {
        let told: Vec<Vec<(i64, i64)>> = self.rows("SELECT VALUE tellings FROM $told", vec![("told", expiry_notices_id(member))]).await?;
        Ok(told.into_iter().flatten().map(|(at, until)| ExpiryNotice { at, until }).collect())
    }

    /// What a member has earned since a time; nothing where that is more than can be read.
    pub async fn score_earned(&self, member: i64, since: i64) -> Result<Option<Vec<Earned>>, StoreError> {
        let query = format!(
            "SELECT create_time AS at, kind ?? 'manual' AS kind, score AS change FROM user_score_log
               WHERE user_id = $member AND create_time > $since AND (kind ?? 'manual') IN $kinds LIMIT {ENTRIES_MAX}"
        );
        let entries: Vec<Entry> = self.rows(&query, vec![("member", int(member)), ("since", int(since)), ("kinds", earning())]).await?;
        let earned = entries.iter().map(|entry| Earned { at: entry.at, kind: entry.kind, change: entry.change });
        Ok((entries.len() < ENTRIES_MAX).then(|| earned.collect()))
    }

    /// Books what expires of a member's score, once a day, and tells them of what expires soon, in one transaction.
    /// `notices` are those that are remembered after it. False where the score has changed since it was read, or has
    /// expired on that day before: nothing is done then.
    pub async fn expire_score(
        &self,
        (member, score): (i64, i64),
        decision: ExpiryDecision,
        notices: &[ExpiryNotice],
        day: &str,
        now: i64,
    ) -> Result<bool, BalanceError> {
        let mut query = format!("BEGIN; IF (SELECT VALUE score FROM ONLY $holder) != $had {{ THROW '{MOVED}' }};");
        let mut vars: Vars = vec![("holder", id("user", member)), ("had", int(score))];
        if decision.expire > 0 {
            let cause = BalanceCause { kind: CauseKind::Day, id: format!("{member}-{day}") };
            let change = -Decimal::from(decision.expire);
            let entry = BalanceEntry { member, account: BalanceAccount::Score, kind: EntryKind::Expiry, change, cause, memo: String::new() };
            let (booked, values) = self.booking(&[entry], now).await?;
            query.push_str(&booked);
            vars.extend(values);
        }
        if let Some((points, _)) = decision.notify {
            query.push_str("UPSERT $telling SET tellings = $tellings RETURN NONE;");
            query.push_str(&written("{ points: $points }"));
            let kept = notices.iter().map(|notice| array(vec![int(notice.at), int(notice.until)]));
            vars.extend([("telling", expiry_notices_id(member)), ("tellings", array(kept.collect())), ("points", text(&points.to_string()))]);
            vars.extend(notice_vars(self.next_of(NOTICE_IDS).await?, member, NoticeKind::ScoreEnding, now));
        }
        query.push_str(" COMMIT;");
        let mut writing = [self.writes().writing("user"), self.writes().writing(table(BalanceAccount::Score))];
        let done = self.run(&query, vars).await;
        let [members, log] = &mut writing;
        members.touched(&[member]);
        log.touched(&[]);
        match done {
            Ok(_) => Ok(true),
            Err(TxError::Thrown(code)) if code == MOVED => Ok(false),
            Err(error) => match refusal(&error) {
                Some(BalanceError::Booked) => Ok(false),
                Some(refused) => Err(refused),
                None => Err(StoreError::from(error).into()),
            },
        }
    }
}
