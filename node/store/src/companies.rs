//! Companies of members and who belongs to them. Rows are written through the resource engine; what must hold of several
//! rows is a guard in the transaction of the write.

use actors::store::StoreError;
use bus_schemas::notification::{Announcement, NotificationDraft};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, TxError};
use crate::engine::value::{array, from_json, id, int, object, text, text_id};
use crate::member::notices::{NOTICE_IDS, NoticeKind, notice_id};
use crate::resource::error::wrong;
use crate::resource::write::{COMPANIES_FULL, ExtraStatements, LAST_OWNER, PEOPLE_FULL};
use crate::resource::{Act, RecordError, catalogue};

/// Companies that a member belongs to at most.
pub const COMPANIES_MAX: i64 = 20;
/// People of a company at most, those invited among them.
pub const PEOPLE_MAX: i64 = 500;
/// Industries that are offered at most.
const INDUSTRIES_MAX: i64 = 1_000;

/// A company as its people see it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Company {
    pub id: i64,
    pub name: String,
    pub short_name: String,
    pub uscc: String,
    pub customs_code: String,
    pub industry_id: Option<i64>,
    pub scale: String,
    pub city: String,
    pub address: String,
    pub contact: String,
    pub mobile: String,
    pub email: String,
    pub website: String,
    pub logo: String,
    pub licence_images: Vec<String>,
    pub introduce: String,
    /// `none`, `waiting`, `passed` or `refused`.
    pub verify: String,
    pub verify_reason: String,
    pub verify_time: i64,
    /// 0 is disabled.
    pub status: i64,
    pub version: i64,
}

/// That a member belongs to a company.
#[derive(Clone, Debug, Deserialize)]
pub struct Membership {
    pub id: i64,
    pub company_id: i64,
    pub user_id: i64,
    /// `owner`, `manager` or `staff`.
    pub role: String,
    pub position: String,
    /// `invited`, `active` or `left`.
    pub state: String,
    /// Unix seconds; 0 before they joined.
    pub joined: i64,
    /// Of the member; empty where the account is gone.
    pub nickname: String,
    pub avatar: String,
    pub version: i64,
}

impl Membership {
    /// Whether they look after the company: change it, invite people, ask for verification.
    #[must_use]
    pub fn manages(&self) -> bool {
        self.state == "active" && matches!(self.role.as_str(), "owner" | "manager")
    }

    /// Whether they decide who looks after it.
    #[must_use]
    pub fn owns(&self) -> bool {
        self.state == "active" && self.role == "owner"
    }
}

/// A trade that a company can name.
#[derive(Clone, Debug, Deserialize)]
pub struct Industry {
    pub id: i64,
    /// 0 for none.
    pub pid: i64,
    pub name: String,
    pub name_en: String,
    pub icon: String,
}

const MEMBERSHIPS: &str = "SELECT record::id(id) AS id, company_id, user_id, role, position, state, joined, version ?? 1 AS version, \
    type::record('user', user_id).nickname ?? '' AS nickname, type::record('user', user_id).avatar ?? '' AS avatar FROM company_user";

fn guard(query: String, vars: Vec<(&'static str, surrealdb::types::Value)>) -> ExtraStatements {
    ExtraStatements { query, vars, tables: vec![], only_guards: true }
}

/// Refuses a change of a membership that leaves its company without an owner. Two owners who leave at once meet at the counter.
#[must_use]
pub fn owner_stays() -> ExtraStatements {
    let query = format!(
        "LET $of = (SELECT VALUE company_id FROM ONLY type::record('company_user', $owner)); \
         UPSERT type::record('counter', string::concat('company_owners_', <string> $of)) SET last = (last ?? 0) + 1 RETURN NONE; \
         IF array::len((SELECT VALUE id FROM company_user WHERE company_id = $of AND role = 'owner' AND state = 'active' LIMIT 1)) = 0 \
         {{ THROW '{LAST_OWNER}' }};"
    );
    guard(query, vec![])
}

impl Store {
    /// Notices to several members, written in the transaction of a row.
    pub async fn member_notice_statements(
        &self,
        members: &[i64],
        kind: NoticeKind,
        data: Map<String, Json>,
        now: i64,
    ) -> Result<ExtraStatements, StoreError> {
        if members.is_empty() {
            return Ok(ExtraStatements { only_guards: true, ..ExtraStatements::default() });
        }
        let first = self.next_ids(NOTICE_IDS, i64::try_from(members.len()).unwrap_or(i64::MAX)).await?;
        let rows = (first..).zip(members).map(|(notice, member)| object([("id", notice_id(notice)), ("member", int(*member))])).collect();
        let query =
            "FOR $one IN $told { CREATE $one.id SET member = $one.member, kind = $told_kind, data = $told_data, created_at = $told_at RETURN NONE };";
        let vars =
            vec![("told", array(rows)), ("told_kind", text(kind.name())), ("told_data", from_json(Json::Object(data), &[])), ("told_at", int(now))];
        Ok(ExtraStatements { query: query.to_owned(), vars, tables: vec![], only_guards: false })
    }

    /// A company.
    pub async fn company(&self, company: i64) -> Result<Option<Company>, StoreError> {
        Ok(self.rows("SELECT *, record::id(id) AS id FROM $company", vec![("company", id("company", company))]).await?.into_iter().next())
    }

    /// The company that a member made under a command.
    pub async fn company_of_command(&self, member: i64, command: &str) -> Result<Option<i64>, StoreError> {
        let vars = vec![("command", text_id("member_command", &format!("company-{member}-{command}")))];
        Ok(self.rows("SELECT VALUE log FROM $command", vars).await?.into_iter().next())
    }

    /// The memberships of a member, invitations among them.
    pub async fn memberships_of(&self, member: i64) -> Result<Vec<Membership>, StoreError> {
        let query = format!("{MEMBERSHIPS} WHERE user_id = $member AND state != 'left' ORDER BY id LIMIT $most");
        self.rows(&query, vec![("member", int(member)), ("most", int(COMPANIES_MAX * 5))]).await
    }

    /// The people of a company, those who left not among them.
    pub async fn people_of(&self, company: i64) -> Result<Vec<Membership>, StoreError> {
        let query = format!("{MEMBERSHIPS} WHERE company_id = $company AND state != 'left' ORDER BY id LIMIT $most");
        self.rows(&query, vec![("company", int(company)), ("most", int(PEOPLE_MAX))]).await
    }

    /// The membership of a member, whatever its state.
    pub async fn membership(&self, company: i64, member: i64) -> Result<Option<Membership>, StoreError> {
        let query = format!("{MEMBERSHIPS} WHERE company_id = $company AND user_id = $member LIMIT 1");
        Ok(self.rows(&query, vec![("company", int(company)), ("member", int(member))]).await?.into_iter().next())
    }

    /// The industries in use.
    pub async fn industries(&self) -> Result<Vec<Industry>, StoreError> {
        let query = "SELECT record::id(id) AS id, pid, name, name_en, icon, weigh FROM industry WHERE status = 1 ORDER BY weigh DESC, id LIMIT $most";
        self.rows(query, vec![("most", int(INDUSTRIES_MAX))]).await
    }

    /// Adds a company with its first owner, in one transaction. The same command adds it once.
    pub async fn add_company(
        &self,
        member: i64,
        fields: &Map<String, Json>,
        set: Map<String, Json>,
        command: Option<&str>,
        now: i64,
    ) -> Result<i64, RecordError> {
        let noted = if command.is_some() { "CREATE $command SET log = $owner RETURN NONE;" } else { "" };
        let query = format!(
            "{noted} UPSERT type::record('counter', string::concat('company_member_', <string> $member)) SET last = (last ?? 0) + 1 RETURN NONE; \
             IF array::len((SELECT VALUE id FROM company_user WHERE user_id = $member AND state != 'left')) >= {COMPANIES_MAX} {{ THROW '{COMPANIES_FULL}' }}; \
             CREATE type::record('company_user', sequence::nextval('company_user')) CONTENT {{ company_id: $owner, user_id: $member, role: 'owner', \
               position: '', state: 'active', joined: $now, create_time: $now, update_time: $now, version: 1 }} RETURN NONE;"
        );
        let mut vars = vec![("member", int(member)), ("now", int(now))];
        vars.extend(command.map(|command| ("command", text_id("member_command", &format!("company-{member}-{command}")))));
        let extra = ExtraStatements { query, vars, tables: vec!["company_user"], only_guards: false };
        self.insert_record(catalogue::declared("company.Company")?, fields, &Act { set, extra, ..Act::system(now) }).await
    }

    /// Changes a company for its people. With a `version` in the fields, only if it is still the current one.
    pub async fn change_company(&self, company: i64, fields: &Map<String, Json>, set: Map<String, Json>, now: i64) -> Result<(), RecordError> {
        self.update_record(catalogue::declared("company.Company")?, company, fields, &Act { set, ..Act::system(now) }).await.map(|_| ())
    }

    /// Asks the administrators to verify a company, with their notification.
    pub async fn ask_company_verification(&self, company: i64, draft: NotificationDraft, now: i64) -> Result<Vec<Announcement>, RecordError> {
        let drafts = [draft];
        let by_recipient = self.drafts_by_recipient(&drafts).await?;
        let work = |_| {
            let query = "IF (SELECT VALUE verify FROM ONLY $company) IN ['waiting', 'passed'] { THROW 'STATE' };
                UPDATE $company SET verify = 'waiting', verify_reason = '', reviewer_id = NONE, verify_time = 0, update_time = $now,
                  version = (version ?? 1) + 1 RETURN NONE;";
            Ok(TransactionBody { query: query.to_owned(), vars: vec![("company", id("company", company)), ("now", int(now))] })
        };
        let mut writing = self.writes().writing("company");
        let done = self.commit_notifying(&by_recipient, None, work).await;
        writing.touched(&[company]);
        match done {
            Ok(committed) => Ok(committed.announcements),
            Err(TxError::Thrown(code)) if code == "STATE" => Err(wrong("verify", "company.verify.state")),
            Err(error) => Err(StoreError::from(error).into()),
        }
    }

    /// Invites a member into a company: one who left is asked back under the same row.
    pub async fn invite(
        &self,
        company: i64,
        membership: Option<&Membership>,
        member: i64,
        (role, position): (&str, &str),
        notice: ExtraStatements,
        now: i64,
    ) -> Result<(), RecordError> {
        let resource = catalogue::declared("company.CompanyUser")?;
        let room = guard(
            format!(
                "UPSERT type::record('counter', string::concat('company_owners_', <string> $company)) SET last = (last ?? 0) + 1 RETURN NONE; \
                 IF array::len((SELECT VALUE id FROM company_user WHERE company_id = $company AND state != 'left')) > {PEOPLE_MAX} \
                 {{ THROW '{PEOPLE_FULL}' }};"
            ),
            vec![("company", int(company))],
        );
        let act = Act { extra: room.and(notice), ..Act::system(now) };
        let mut row = Map::from_iter([("role".into(), json!(role)), ("position".into(), json!(position)), ("state".into(), json!("invited"))]);
        match membership {
            Some(membership) => self.update_record(resource, membership.id, &row, &act).await.map(|_| ()),
            None => {
                row.insert("company_id".into(), json!(company));
                row.insert("user_id".into(), json!(member));
                self.insert_record(resource, &row, &act).await.map(|_| ())
            }
        }
    }

    /// Changes a membership, if it is still in the state that was seen and its company keeps an owner.
    pub async fn change_membership(
        &self,
        membership: &Membership,
        mut change: Map<String, Json>,
        notice: ExtraStatements,
        now: i64,
    ) -> Result<(), RecordError> {
        let resource = catalogue::declared("company.CompanyUser")?;
        let mut set = Map::new();
        if change.get("state").is_some_and(|state| state == "active") {
            set.insert("joined".into(), json!(now));
        }
        let extra = owner_stays().and(notice);
        change.insert("version".into(), json!(membership.version));
        self.update_record(resource, membership.id, &change, &Act { set, extra, ..Act::system(now) }).await.map(|_| ())
    }
}
