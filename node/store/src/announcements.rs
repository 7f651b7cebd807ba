//! Announcements: their people are told some at a time, each part in a transaction with how far it is, so that a node that
//! ends in between leaves nobody out and tells nobody twice.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Announcement, Fact, NotificationKind};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::{TransactionBody, TxError, Vars};
use crate::engine::value::{array, from_json, id, int, object, text};
use crate::inbox::recipient_drafts::RecipientDrafts;
use crate::member::notices::{NOTICE_IDS, NoticeKind, notice_id};

/// People who are told in one transaction.
const TOGETHER: i64 = 500;
/// Announcements that are shown to somebody.
const SHOWN_MAX: i64 = 100;
/// Of several transactions that tell of the same round, one goes on.
const RACE: &str = "RACE";

/// An announcement as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct AnnouncementRow {
    pub id: i64,
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub title_en: String,
    pub body: String,
    pub body_en: String,
    /// `all`, `groups`, `members` or `companies`.
    pub audience: String,
    pub group_ids: Vec<i64>,
    pub member_ids: Vec<i64>,
    pub company_ids: Vec<i64>,
    /// On the site's clock; nothing for at once.
    pub starts: Option<String>,
    /// On the site's clock; nothing for no end.
    pub ends: Option<String>,
    pub pinned: i64,
    pub must_confirm: i64,
    pub state: String,
    pub publish_time: i64,
    pub changed_time: i64,
    /// What is being told of it; empty when everybody knows.
    pub telling: String,
    pub round: i64,
    pub told_admin: i64,
    pub told_member: i64,
}

/// Who reads an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Admin(i64),
    Member(i64),
}

impl Reader {
    const fn column(self) -> &'static str {
        match self {
            Self::Admin(_) => "admin_id",
            Self::Member(_) => "user_id",
        }
    }

    const fn id(self) -> i64 {
        match self {
            Self::Admin(id) | Self::Member(id) => id,
        }
    }
}

/// When somebody read and confirmed an announcement, in Unix seconds; 0 for not yet.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Reading {
    pub item_id: i64,
    pub read_at: i64,
    pub confirmed_at: i64,
}

/// How many have read and confirmed.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct ReadingCount {
    pub item_id: i64,
    pub read: i64,
    pub confirmed: i64,
}

/// A part of telling.
#[derive(Debug)]
pub struct Told {
    /// How many people.
    pub count: i64,
    /// To be announced on the bus.
    pub announcements: Vec<Announcement>,
    /// Everybody knows.
    pub done: bool,
}

impl AnnouncementRow {
    /// What it tells of itself in a notification.
    fn data(&self) -> Map<String, Json> {
        Map::from_iter([
            ("id".to_owned(), json!(self.id)),
            ("title".to_owned(), json!(self.title)),
            ("title_en".to_owned(), json!(self.title_en)),
            ("what".to_owned(), json!(self.telling)),
        ])
    }

    /// Whether it runs at a time of the site's clock, `YYYY-MM-DD HH:mm:ss`.
    #[must_use]
    pub fn runs(&self, now: &str) -> bool {
        let begun = self.starts.as_deref().is_none_or(|starts| starts.is_empty() || starts <= now);
        let over = self.ends.as_deref().is_some_and(|ends| !ends.is_empty() && ends < now);
        self.state == "published" && begun && !over
    }

    /// The condition of the administrators that it is for, if there are such.
    fn of_admins(&self, vars: &mut Vars) -> Option<String> {
        let groups = match self.audience.as_str() {
            "all" => &[][..],
            "groups" => &self.group_ids,
            _ => return None,
        };
        if groups.is_empty() {
            return Some(String::new());
        }
        vars.push(("groups", array(groups.iter().copied().map(int).collect())));
        Some("AND group_arr CONTAINSANY $groups".to_owned())
    }

    /// The condition of the members that it is for, if there are such.
    fn of_members(&self, vars: &mut Vars) -> Option<String> {
        let ids = |ids: &[i64]| array(ids.iter().copied().map(int).collect());
        match self.audience.as_str() {
            "all" => Some(String::new()),
            "members" if self.member_ids.is_empty() => Some(String::new()),
            "members" => {
                vars.push(("chosen", ids(&self.member_ids)));
                Some("AND record::id(id) IN $chosen".to_owned())
            }
            "companies" => {
                let some = if self.company_ids.is_empty() {
                    ""
                } else {
                    vars.push(("companies", ids(&self.company_ids)));
                    "AND company_id IN $companies"
                };
                Some(format!("AND record::id(id) IN (SELECT VALUE user_id FROM company_user WHERE state = 'active' {some})"))
            }
            _ => None,
        }
    }
}

const ROW: &str = "SELECT *, record::id(id) AS id FROM";

impl Store {
    /// An announcement.
    pub async fn announcement(&self, announcement: i64) -> Result<Option<AnnouncementRow>, StoreError> {
        let vars = vec![("item", id("announcement", announcement))];
        Ok(self.rows(&format!("{ROW} $item"), vars).await?.into_iter().next())
    }

    /// Announcements that are published, whether they run or not: pinned ones first, then the newest.
    pub async fn published_announcements(&self) -> Result<Vec<AnnouncementRow>, StoreError> {
        let query = format!("{ROW} announcement WHERE state = 'published' ORDER BY pinned DESC, publish_time DESC LIMIT $most");
        self.rows(&query, vec![("most", int(SHOWN_MAX))]).await
    }

    /// Announcements of which somebody is still to be told.
    pub async fn untold_announcements(&self) -> Result<Vec<AnnouncementRow>, StoreError> {
        let query = format!("{ROW} announcement WHERE state IN ['published', 'withdrawn'] AND telling != '' LIMIT $most");
        self.rows(&query, vec![("most", int(SHOWN_MAX))]).await
    }

    /// Whether an announcement is for somebody.
    pub async fn is_for(&self, row: &AnnouncementRow, reader: Reader) -> Result<bool, StoreError> {
        let mut vars = vec![];
        let (table, condition) = match reader {
            Reader::Admin(_) => ("admin", row.of_admins(&mut vars)),
            Reader::Member(_) => ("user", row.of_members(&mut vars)),
        };
        let Some(condition) = condition else { return Ok(false) };
        vars.push(("reader", id(table, reader.id())));
        let found: Vec<bool> = self.rows(&format!("SELECT VALUE true FROM $reader WHERE status = 'enable' {condition}"), vars).await?;
        Ok(!found.is_empty())
    }

    /// What somebody has read of all announcements.
    pub async fn readings_of(&self, reader: Reader) -> Result<Vec<Reading>, StoreError> {
        let query = format!("SELECT item_id, read_at, confirmed_at FROM announcement_read WHERE {} = $reader", reader.column());
        self.rows(&query, vec![("reader", int(reader.id()))]).await
    }

    /// How many have read and confirmed these.
    pub async fn reading_counts(&self, announcements: &[i64]) -> Result<Vec<ReadingCount>, StoreError> {
        let query =
            "SELECT item_id, count() AS read, count(confirmed_at > 0) AS confirmed FROM announcement_read WHERE item_id IN $items GROUP BY item_id";
        self.rows(query, vec![("items", array(announcements.iter().copied().map(int).collect()))]).await
    }

    /// Notes that somebody has read an announcement, and with `confirms` that they say so. The first time stays.
    pub async fn note_reading(&self, announcement: i64, reader: Reader, confirms: bool, now: i64) -> Result<(), StoreError> {
        let query = format!(
            "BEGIN; LET $one = (SELECT VALUE id FROM announcement_read WHERE item_id = $item AND {column} = $reader LIMIT 1)[0];
             UPSERT $turn SET last = (last ?? 0) + 1 RETURN NONE;
             IF $one = NONE {{
               CREATE type::record('announcement_read', sequence::nextval('announcement_read'))
                 SET item_id = $item, {column} = $reader, read_at = $now, confirmed_at = $confirmed RETURN NONE
             }} ELSE IF $confirmed > 0 {{
               UPDATE $one SET confirmed_at = IF confirmed_at > 0 {{ confirmed_at }} ELSE {{ $confirmed }} RETURN NONE
             }}; COMMIT;",
            column = reader.column()
        );
        let turn = crate::engine::value::text_id("counter", &format!("announcement_{}_{}", reader.column(), reader.id()));
        let vars = vec![
            ("item", int(announcement)),
            ("reader", int(reader.id())),
            ("turn", turn),
            ("now", int(now)),
            ("confirmed", int(if confirms { now } else { 0 })),
        ];
        let mut writing = self.writes().writing("announcement_read");
        let done = self.run(&query, vars).await;
        writing.touched(&[]);
        done?;
        Ok(())
    }

    /// Tells the next people of an announcement, 500 at most, of what is being told; with how far it is, in one transaction.
    /// Somebody else who tells of it at the same time does the part instead.
    pub async fn tell_of_announcement(&self, row: &AnnouncementRow, now: i64) -> Result<Told, StoreError> {
        let mut vars = vec![];
        if let Some(condition) = row.of_admins(&mut vars) {
            let people = self.next_people("admin", "admin_id", &condition, row, row.told_admin, vars).await?;
            if let Some(last) = people.last() {
                return self.tell_admins(row, &people, *last).await;
            }
        }
        let mut vars = vec![];
        if let Some(condition) = row.of_members(&mut vars) {
            let people = self.next_people("user", "user_id", &condition, row, row.told_member, vars).await?;
            if let Some(last) = people.last() {
                return self.tell_members(row, &people, *last, now).await;
            }
        }
        let query = "UPDATE $item SET telling = '' WHERE round = $round RETURN NONE";
        self.run(query, vec![("item", id("announcement", row.id)), ("round", int(row.round))]).await?;
        Ok(Told { count: 0, announcements: vec![], done: true })
    }

    /// Ids of the next people of a table after one.
    async fn next_people(
        &self,
        table: &str,
        column: &str,
        condition: &str,
        row: &AnnouncementRow,
        after: i64,
        mut vars: Vars,
    ) -> Result<Vec<i64>, StoreError> {
        let read = match row.telling.as_str() {
            // Who has confirmed need not be reminded; who never read it need not hear that it was withdrawn.
            "confirm" => {
                format!("AND record::id(id) NOT IN (SELECT VALUE {column} FROM announcement_read WHERE item_id = $item AND confirmed_at > 0)")
            }
            "withdrawn" if table == "admin" => format!("AND record::id(id) IN (SELECT VALUE {column} FROM announcement_read WHERE item_id = $item)"),
            _ => String::new(),
        };
        vars.extend([("item", int(row.id)), ("most", int(TOGETHER))]);
        let after = (after > 0).then(|| id(table, after));
        let source = rows_after(table, &format!("WHERE status = 'enable' {condition} {read}"), after, &mut vars);
        self.rows(&format!("SELECT VALUE record::id(id) FROM {source} LIMIT $most"), vars).await
    }

    /// The guard of a part, and how far it comes.
    fn part(row: &AnnouncementRow, field: &str, last: i64) -> (String, Vars) {
        let query = format!(
            "IF (SELECT VALUE [round, told_admin, told_member] FROM ONLY $item) != $seen {{ THROW '{RACE}' }}; UPDATE $item SET {field} = $last RETURN NONE;"
        );
        let seen = array(vec![int(row.round), int(row.told_admin), int(row.told_member)]);
        (query, vec![("item", id("announcement", row.id)), ("seen", seen), ("last", int(last))])
    }

    async fn tell_admins(&self, row: &AnnouncementRow, people: &[i64], last: i64) -> Result<Told, StoreError> {
        let fact = Fact { people: people.iter().copied().map(AdminId).collect(), id: row.id, data: row.data(), ..Fact::default() };
        let kind = if row.telling == "confirm" { NotificationKind::ANNOUNCEMENT_CONFIRM } else { NotificationKind::ANNOUNCEMENT };
        let drafts = [kind.draft(fact)];
        let by_recipient = RecipientDrafts::all(&drafts, &[people.to_vec()]);
        let (query, vars) = Self::part(row, "told_admin", last);
        let work = |_| Ok(TransactionBody { query: query.clone(), vars: vars.clone() });
        match self.commit_notifying(&by_recipient, None, work).await {
            Ok(committed) => Ok(Told { count: people.len() as i64, announcements: committed.announcements, done: false }),
            Err(error) => raced(error),
        }
    }

    async fn tell_members(&self, row: &AnnouncementRow, people: &[i64], last: i64, now: i64) -> Result<Told, StoreError> {
        let first = self.next_ids(NOTICE_IDS, people.len() as i64).await?;
        let rows = (first..).zip(people).map(|(notice, member)| object([("id", notice_id(notice)), ("member", int(*member))])).collect();
        let (guard, mut vars) = Self::part(row, "told_member", last);
        // What nobody has read yet is taken back when it is withdrawn; those who had read it get a line.
        let (before, who) = if row.telling == "withdrawn" {
            (
                "LET $had = (SELECT VALUE member FROM member_notice WHERE member IN $people AND kind = $kind AND data.id = $key AND read_at != NONE);
                 DELETE member_notice WHERE member IN $people AND kind = $kind AND data.id = $key AND read_at = NONE RETURN NONE;",
                "$told[WHERE member IN $had]",
            )
        } else {
            ("", "$told")
        };
        let query = format!(
            "BEGIN; {guard} {before} FOR $one IN {who} {{ CREATE $one.id SET member = $one.member, kind = $kind, data = $data, created_at = $now RETURN NONE }}; COMMIT;"
        );
        vars.extend([
            ("told", array(rows)),
            ("people", array(people.iter().copied().map(int).collect())),
            ("kind", text(NoticeKind::Announcement.name())),
            ("key", int(row.id)),
            ("data", from_json(Json::Object(row.data()), &[])),
            ("now", int(now)),
        ]);
        match self.run(&query, vars).await {
            Ok(_) => Ok(Told { count: people.len() as i64, announcements: vec![], done: false }),
            Err(error) => raced(error),
        }
    }
}

/// Somebody else has told this part.
fn raced(error: TxError) -> Result<Told, StoreError> {
    match error {
        TxError::Thrown(code) if code == RACE => Ok(Told { count: 0, announcements: vec![], done: false }),
        error => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_announcement_runs_between_its_times_while_it_is_published() {
        let row = |state: &str, starts: &str, ends: &str| AnnouncementRow {
            id: 1,
            kind: "event".into(),
            title: "t".into(),
            title_en: String::new(),
            body: String::new(),
            body_en: String::new(),
            audience: "all".into(),
            group_ids: vec![],
            member_ids: vec![],
            company_ids: vec![],
            starts: Some(starts.to_owned()).filter(|text| !text.is_empty()),
            ends: Some(ends.to_owned()).filter(|text| !text.is_empty()),
            pinned: 0,
            must_confirm: 0,
            state: state.into(),
            publish_time: 1,
            changed_time: 0,
            telling: String::new(),
            round: 1,
            told_admin: 0,
            told_member: 0,
        };
        let now = "2026-11-28 12:00:00";
        assert!(row("published", "", "").runs(now) && row("published", now, now).runs(now));
        assert!(!row("published", "2026-11-28 12:00:01", "").runs(now) && !row("published", "", "2026-11-28 11:59:59").runs(now));
        assert!(!row("draft", "", "").runs(now) && !row("withdrawn", "", "").runs(now));
    }
}
