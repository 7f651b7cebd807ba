//! Changes of a member's balance that are more than one person may make: they wait for a second person. What is
//! approved is booked in the transaction that ends the request, once.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Announcement, Fact, NotificationKind};
use bus_schemas::shop::balance::{BalanceCause, BalanceEntry, CauseKind, EntryKind};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::accounts::Member;
use super::balance::{Account, BalanceError, refusal, table};
use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, Vars};
use crate::engine::value::{dec, id, int, text, text_id};

/// The table.
const TABLE: &str = "balance_request";

/// What somebody asks for.
#[derive(Clone, Debug)]
pub struct AskedChange<'a> {
    pub account: Account,
    pub member: i64,
    pub change: Decimal,
    pub memo: &'a str,
    /// Who asks.
    pub admin: i64,
    /// The same command twice is one request.
    pub command: Option<&'a str>,
}

/// A request as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BalanceRequest {
    pub id: i64,
    pub user_id: i64,
    /// `money` or `score`.
    pub account: String,
    pub amount: Decimal,
    pub memo: String,
    /// Who has asked.
    pub admin_id: i64,
    /// 1 waiting, 2 approved, 3 refused.
    pub status: i64,
}

/// What a second person says.
#[derive(Clone, Copy, Debug)]
pub struct RequestDecision<'a> {
    pub agree: bool,
    /// Who decides.
    pub admin: i64,
    pub note: &'a str,
}

impl BalanceRequest {
    /// The account that changes.
    #[must_use]
    pub fn account(&self) -> Account {
        if self.account == "score" { Account::Score } else { Account::Money }
    }

    fn entry(&self) -> BalanceEntry {
        let cause = BalanceCause { kind: CauseKind::Manual, id: format!("request-{}", self.id) };
        BalanceEntry { member: self.user_id, account: self.account(), kind: EntryKind::Manual, change: self.amount, cause, memo: self.memo.clone() }
    }
}

const fn name(account: Account) -> &'static str {
    match account {
        Account::Money => "money",
        Account::Score => "score",
    }
}

/// As people call a member.
fn called(member: Member) -> String {
    if member.nickname.is_empty() { member.username } else { member.nickname }
}

impl Store {
    /// Writes a request, and tells those who may decide on it, but never who asks. Refused where there is nobody else.
    pub async fn ask_balance_change(&self, asked: &AskedChange<'_>, now: i64) -> Result<(i64, Vec<Announcement>), BalanceError> {
        let member = self.member(asked.member).await?.ok_or(BalanceError::NoMember)?;
        let key = self.next_of(TABLE).await?;
        let mut fact = Fact { by: Some(AdminId(asked.admin)), id: key, ..Fact::default() };
        fact.data.insert("name".into(), called(member).into());
        fact.data.insert("amount".into(), asked.change.normalize().to_string().into());
        fact.data.insert("reason".into(), asked.memo.to_owned().into());
        let drafts = [NotificationKind::BALANCE_REQUEST.draft(fact)];
        let by_recipient = self.drafts_by_recipient(&drafts).await?;
        if by_recipient.is_empty() {
            return Err(BalanceError::Nobody);
        }
        let command = asked.command.map(|command| text_id("member_command", &format!("{TABLE}-{command}")));
        let noted = if command.is_some() { "CREATE $command SET log = $key RETURN NONE;" } else { "" };
        let mut vars: Vars = vec![
            ("request", id(TABLE, key)),
            ("key", int(key)),
            ("member", int(asked.member)),
            ("account", text(name(asked.account))),
            ("amount", dec(asked.change)),
            ("memo", text(asked.memo)),
            ("admin", int(asked.admin)),
            ("now", int(now)),
        ];
        vars.extend(command.clone().map(|command| ("command", command)));
        let work = |_| {
            let query = format!(
                "{noted} CREATE $request SET user_id = $member, account = $account, amount = $amount, memo = $memo, admin_id = $admin, status = 1,
                   decided_by = NONE, decided_time = 0, note = '', create_time = $now, update_time = $now, version = 1 RETURN NONE;"
            );
            Ok(TransactionBody { query, vars: vars.clone() })
        };
        let mut writing = self.writes().writing(TABLE);
        match self.commit_notifying(&by_recipient, None, work).await {
            Ok(committed) => {
                writing.touched(&[key]);
                Ok((key, committed.announcements))
            }
            Err(error) if error.exists_in("member_command") => {
                let query = "SELECT *, record::id(id) AS id FROM type::record('balance_request', $command.log)";
                let known: Vec<BalanceRequest> = self.rows(query, command.map(|command| ("command", command)).into_iter().collect()).await?;
                let known = known.into_iter().next().ok_or_else(|| StoreError::Corrupt("a command without its request".into()))?;
                let same = (known.user_id, known.account(), known.amount) == (asked.member, asked.account, asked.change);
                if same { Ok((known.id, Vec::new())) } else { Err(BalanceError::CommandReused) }
            }
            Err(error) => Err(StoreError::from(error).into()),
        }
    }

    /// A request.
    pub async fn balance_request(&self, request: i64) -> Result<Option<BalanceRequest>, StoreError> {
        let vars = vec![("request", id(TABLE, request))];
        Ok(self.rows("SELECT *, record::id(id) AS id FROM $request", vars).await?.into_iter().next())
    }

    /// Ends a request, and tells who has asked. What is approved is booked in the same transaction, by the name of who has
    /// asked.
    pub async fn decide_balance_request(
        &self,
        request: &BalanceRequest,
        decision: RequestDecision<'_>,
        now: i64,
    ) -> Result<Vec<Announcement>, BalanceError> {
        let member = self.member(request.user_id).await?.ok_or(BalanceError::NoMember)?;
        let mut fact = Fact { by: Some(AdminId(decision.admin)), people: vec![AdminId(request.admin_id)], id: request.id, ..Fact::default() };
        fact.data.insert("name".into(), called(member).into());
        fact.data.insert("amount".into(), request.amount.normalize().to_string().into());
        fact.data.insert("reason".into(), decision.note.to_owned().into());
        let kind = if decision.agree { NotificationKind::BALANCE_APPROVED } else { NotificationKind::BALANCE_REFUSED };
        let drafts = [kind.draft(fact)];
        let by_recipient = self.drafts_by_recipient(&drafts).await?;
        let (booked, mut vars) = if decision.agree { self.booking(&[request.entry()], now).await? } else { (String::new(), Vars::new()) };
        vars.retain(|(name, _)| *name != "balance_admin");
        vars.extend([
            ("balance_admin", int(request.admin_id)),
            ("request", id(TABLE, request.id)),
            ("status", int(if decision.agree { 2 } else { 3 })),
            ("decider", int(decision.admin)),
            ("note", text(decision.note)),
            ("now", int(now)),
        ]);
        let work = |_| {
            let query = format!(
                "IF (SELECT VALUE status FROM ONLY $request) != 1 {{ THROW '{}' }};
                 UPDATE $request SET status = $status, decided_by = $decider, decided_time = $now, note = $note, update_time = $now,
                   version = (version ?? 1) + 1 RETURN NONE;
                 {booked}",
                super::balance::DECIDED
            );
            Ok(TransactionBody { query, vars: vars.clone() })
        };
        let mut writing = [self.writes().writing(TABLE), self.writes().writing("user"), self.writes().writing(table(request.account()))];
        let done = self.commit_notifying(&by_recipient, None, work).await;
        let [requests, members, log] = &mut writing;
        requests.touched(&[request.id]);
        members.touched(&[request.user_id]);
        log.touched(&[]);
        done.map(|committed| committed.announcements).map_err(|error| refusal(&error).unwrap_or_else(|| StoreError::from(error).into()))
    }
}
