//! Proofs of who members are. The number of a paper comes in sealed and hashed; nothing here sees it.

use actors::store::StoreError;
use bus_schemas::notification::{Announcement, NotificationDraft};
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, TxError};
use crate::engine::value::{id, int};
use crate::resource::error::wrong;
use crate::resource::write::{ExtraStatements, FoundReferences, PROVED, TRIES_USED};
use crate::resource::{Act, RecordError, catalogue};

/// The table.
const TABLE: &str = "verify_person";
/// How often a member may try within [`TRIES_WITHIN`].
pub const TRIES_MAX: i64 = 3;
/// Seconds.
const TRIES_WITHIN: i64 = 86_400;
/// Proofs of a member that are shown.
const SHOWN_MAX: i64 = 20;
/// Seconds that pictures stay after the decision.
pub const PICTURES_KEPT: i64 = 30 * 86_400;
/// Proofs whose pictures are removed together.
const TOGETHER: i64 = 200;

/// A proof, as far as its member sees it.
#[derive(Clone, Debug, Deserialize)]
pub struct PersonProof {
    pub id: i64,
    pub user_id: i64,
    pub real_name: String,
    pub id_type: String,
    /// Masked.
    pub id_number: String,
    /// `waiting`, `passed`, `refused` or `withdrawn`.
    pub state: String,
    pub reason: String,
    /// Unix seconds; 0 before.
    pub review_time: i64,
    pub create_time: i64,
}

/// What is kept apart of a proof.
#[derive(Clone, Debug, Deserialize)]
pub struct SealedProof {
    pub id: i64,
    pub user_id: i64,
    pub real_name: String,
    pub number_secret: String,
    /// Paths of sealed pictures; empty where there is none.
    pub front_secret: String,
    pub back_secret: String,
}

/// Refuses to pass a paper that has proved another member; two decisions about the same paper meet at the counter.
#[must_use]
pub fn paper_is_new() -> ExtraStatements {
    let query = format!(
        "LET $hash = (SELECT VALUE number_secret_hash FROM ONLY type::record('{TABLE}', $owner)); \
         UPSERT type::record('counter', string::concat('person_paper_', $hash)) SET last = (last ?? 0) + 1 RETURN NONE; \
         IF array::len((SELECT VALUE id FROM {TABLE} WHERE number_secret_hash = $hash AND state = 'passed')) > 1 {{ THROW '{PROVED}' }};"
    );
    ExtraStatements { query, vars: vec![], tables: vec![], only_guards: true }
}

impl ExtraStatements {
    /// These, and then others.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            query: self.query + &other.query,
            vars: self.vars.into_iter().chain(other.vars).collect(),
            tables: self.tables.into_iter().chain(other.tables).collect(),
            only_guards: self.only_guards && other.only_guards,
        }
    }
}

impl Store {
    /// The id of the next proof: its secrets are sealed for their place before it is written.
    pub async fn next_proof(&self) -> Result<i64, StoreError> {
        self.sequence_value(TABLE).await
    }

    /// A member's proofs, the newest first.
    pub async fn proofs_of(&self, member: i64) -> Result<Vec<PersonProof>, StoreError> {
        let query = format!("SELECT *, record::id(id) AS id FROM {TABLE} WHERE user_id = $member ORDER BY id DESC LIMIT $most");
        self.rows(&query, vec![("member", int(member)), ("most", int(SHOWN_MAX))]).await
    }

    /// What is sealed of a proof.
    pub async fn sealed_proof(&self, proof: i64) -> Result<Option<SealedProof>, StoreError> {
        Ok(self.rows("SELECT *, record::id(id) AS id FROM $proof", vec![("proof", id(TABLE, proof))]).await?.into_iter().next())
    }

    /// Stores a proof under its id, with the notification of those who decide on it, in one transaction. Refused while another
    /// one waits or has passed, and beyond the tries of a day.
    pub async fn add_proof(
        &self,
        proof: i64,
        member: i64,
        set: Map<String, Json>,
        draft: NotificationDraft,
        now: i64,
    ) -> Result<Vec<Announcement>, RecordError> {
        let resource = catalogue::declared("user.VerifyPerson")?;
        let act = Act { set, ..Act::system(now) };
        let mut row = self.checked_row(resource, &Map::new(), &act, &mut FoundReferences::new()).await?;
        if let Value::Object(row) = &mut row {
            resource.with_forms(row);
        }
        let drafts = [draft];
        let by_recipient = self.drafts_by_recipient(&drafts).await?;
        let work = |_| {
            let query = format!(
                "UPSERT type::record('counter', string::concat('person_', <string> $member)) SET last = (last ?? 0) + 1 RETURN NONE;
                 LET $known = (SELECT state, create_time FROM {TABLE} WHERE user_id = $member);
                 IF array::any($known, |$one| $one.state = 'waiting') {{ THROW 'WAITING' }};
                 IF array::any($known, |$one| $one.state = 'passed') {{ THROW 'PASSED' }};
                 IF array::len($known[WHERE create_time > $since]) >= {TRIES_MAX} {{ THROW '{TRIES_USED}' }};
                 CREATE $proof CONTENT $row RETURN NONE;"
            );
            let vars = vec![("member", int(member)), ("since", int(now - TRIES_WITHIN)), ("proof", id(TABLE, proof)), ("row", row.clone())];
            Ok(TransactionBody { query, vars })
        };
        let mut writing = self.writes().writing(TABLE);
        let done = self.commit_notifying(&by_recipient, None, work).await;
        writing.touched(&[proof]);
        match done {
            Ok(committed) => Ok(committed.announcements),
            Err(TxError::Thrown(code)) => Err(match code.as_str() {
                "WAITING" => wrong("state", "person.waiting"),
                "PASSED" => wrong("state", "person.passed"),
                TRIES_USED => wrong("id_number", "person.tries"),
                _ => StoreError::Corrupt(code).into(),
            }),
            Err(error) => Err(StoreError::from(error).into()),
        }
    }

    /// Takes back what waits of a member; answers whether there was something.
    pub async fn withdraw_proof(&self, member: i64, now: i64) -> Result<bool, StoreError> {
        let query = format!(
            "UPDATE {TABLE} SET state = 'withdrawn', review_time = $now, update_time = $now, version = (version ?? 1) + 1
               WHERE user_id = $member AND state = 'waiting' RETURN VALUE record::id(id)"
        );
        let mut writing = self.writes().writing(TABLE);
        let done: Result<Vec<i64>, StoreError> = self.rows(&query, vec![("member", int(member)), ("now", int(now))]).await;
        writing.touched(done.as_deref().unwrap_or_default());
        Ok(!done?.is_empty())
    }

    /// Proofs that were decided on so long ago that their pictures go.
    pub async fn proofs_with_old_pictures(&self, now: i64) -> Result<Vec<SealedProof>, StoreError> {
        let query = format!(
            "SELECT *, record::id(id) AS id FROM {TABLE} WHERE state IN ['passed', 'refused', 'withdrawn'] AND review_time < $before
               AND (front_secret != '' OR back_secret != '') LIMIT $most"
        );
        self.rows(&query, vec![("before", int(now - PICTURES_KEPT)), ("most", int(TOGETHER))]).await
    }

    /// Notes that the pictures of a proof are gone.
    pub async fn pictures_removed(&self, proof: i64) -> Result<(), StoreError> {
        let mut writing = self.writes().writing(TABLE);
        let done = self.run("UPDATE $proof SET front_secret = '', back_secret = '' RETURN NONE", vec![("proof", id(TABLE, proof))]).await;
        writing.touched(&[proof]);
        done?;
        Ok(())
    }
}
