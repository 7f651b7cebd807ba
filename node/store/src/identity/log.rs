//! The audit log of administrators: written in batches, never changed. Each batch is sealed: its seal is a hash of its
//! lines and of the seal before, so that a line that is changed later, or put in, is found (decision 0068).

use actors::store::StoreError;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{array, id, int, object, text};

/// The table of seals, numbered from 1 without gaps.
pub(crate) const SEALS: &str = "audit_seal";
/// How often a batch is tried when another node has taken its number.
const TRIES: usize = 20;

/// One line of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogEntry {
    /// 0 without a login.
    pub admin: i64,
    pub username: String,
    pub title: String,
    pub url: String,
    /// JSON; secrets are masked.
    pub data: String,
    pub ip: String,
    pub agent: String,
    /// Unix seconds.
    pub at: i64,
}

/// A line as it is stored.
#[derive(Deserialize)]
pub(crate) struct StoredLine {
    pub(crate) id: i64,
    admin_id: Option<i64>,
    username: String,
    title: String,
    url: String,
    data: String,
    ip: String,
    useragent: String,
    create_time: i64,
    /// What `digest` was made with; empty once the data was removed, and none of lines of before.
    salt: Option<String>,
    /// Of the salt and the data as they were written.
    digest: Option<String>,
}

/// What stands in place of data that told of somebody whose account was closed.
pub(crate) const REMOVED: &str = "{\"removed\":\"account closed\"}";

/// The columns of [`StoredLine`].
pub(crate) const STORED_LINE: &str = "record::id(id) AS id, admin_id, username, title, url, data, ip, useragent, create_time, salt, digest";

impl StoredLine {
    /// Its hash, which the seal has too unless somebody has changed it. Removed data is proved by its digest alone.
    pub(crate) fn hash(self) -> String {
        let Self { id, admin_id, username, title, url, data, ip, useragent: agent, create_time: at, salt, digest } = self;
        let data = match (digest, salt.as_deref().unwrap_or_default()) {
            (None, _) => data,
            (Some(digest), "") if data == REMOVED => salted(&digest),
            (Some(_), salt) => salted(&digest_of(salt, &data)),
        };
        hash_of_line(id, &LogEntry { admin: admin_id.unwrap_or(0), username, title, url, data, ip, agent, at })
    }
}

/// The digest of a line's data. With a salt of its own nobody finds out by trying what removed data was.
fn digest_of(salt: &str, data: &str) -> String {
    hash([salt, data])
}

/// What is hashed in place of the data.
fn salted(digest: &str) -> String {
    format!("salted {digest}")
}

/// A salt of 16 random bytes, in hexadecimal.
fn new_salt() -> String {
    hex::encode(rand::random::<[u8; 16]>())
}

/// The last seal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Head {
    /// 0: none yet.
    pub(crate) number: i64,
    pub(crate) hash: String,
}

/// The last seal that this node knows of; one batch is written at a time.
#[derive(Default)]
struct Seals(tokio::sync::Mutex<Option<Head>>);

impl Memory for Seals {
    fn new(_: bool) -> Self {
        Self::default()
    }
}

/// SHA-256 of texts, each with its length before it, in hexadecimal.
fn hash<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hex::encode(hasher.finalize())
}

fn hash_of_line(id: i64, entry: &LogEntry) -> String {
    let LogEntry { admin, username, title, url, data, ip, agent, at } = entry;
    hash([&id.to_string(), &admin.to_string(), username, title, url, data, ip, agent, &at.to_string()].map(String::as_str))
}

/// The hash of a seal: of the seal before, and of its lines by id and hash.
pub(crate) fn hash_of_seal(before: &str, lines: &[(i64, String)]) -> String {
    let ids: Vec<String> = lines.iter().map(|(id, _)| id.to_string()).collect();
    let of_lines = ids.iter().zip(lines).flat_map(|(id, (_, hash))| [id.as_str(), hash.as_str()]);
    hash(std::iter::once(before).chain(of_lines))
}

fn line(at: i64, entry: &LogEntry, salt: &str) -> Value {
    object([
        ("id", id("admin_log", at)),
        ("admin_id", if entry.admin == 0 { Value::None } else { int(entry.admin) }),
        ("username", text(&entry.username)),
        ("title", text(&entry.title)),
        ("url", text(&entry.url)),
        ("data", text(&entry.data)),
        ("ip", text(&entry.ip)),
        ("useragent", text(&entry.agent)),
        ("create_time", int(entry.at)),
        ("salt", text(salt)),
        ("digest", text(&digest_of(salt, &entry.data))),
    ])
}

/// The hash of a line that is written with this salt.
fn hash_of_new(at: i64, entry: &LogEntry, salt: &str) -> String {
    hash_of_line(at, &LogEntry { data: salted(&digest_of(salt, &entry.data)), ..entry.clone() })
}

impl Store {
    /// Adds lines to the administrators' log, all of them or none.
    pub async fn write_admin_log(&self, entries: &[LogEntry]) -> Result<(), StoreError> {
        let count = i64::try_from(entries.len()).map_err(|_| StoreError::Corrupt("too many lines".into()))?;
        let first = self.next_ids("admin_log", count).await?;
        let salted: Vec<(&LogEntry, String)> = entries.iter().map(|entry| (entry, new_salt())).collect();
        let rows = array((first..).zip(&salted).map(|(at, (entry, salt))| line(at, entry, salt)).collect());
        let lines: Vec<(i64, String)> = (first..).zip(&salted).map(|(at, (entry, salt))| (at, hash_of_new(at, entry, salt))).collect();
        let stored = array(lines.iter().map(|(at, hash)| array(vec![int(*at), text(hash)])).collect());
        let mut known = self.memory::<Seals>().0.lock().await;
        for _ in 0..TRIES {
            let head = match known.take() {
                Some(head) => head,
                None => self.last_seal().await?,
            };
            let next = Head { number: head.number + 1, hash: hash_of_seal(&head.hash, &lines) };
            let seal = object([("id", id(SEALS, next.number)), ("hash", text(&next.hash)), ("lines", stored.clone())]);
            let query = "BEGIN; INSERT $seal RETURN NONE; INSERT INTO admin_log $rows RETURN NONE; \
                UPSERT audit_head:last SET number = $number, hash = $hash RETURN NONE; COMMIT;";
            let vars = vec![("seal", seal), ("rows", rows.clone()), ("number", int(next.number)), ("hash", text(&next.hash))];
            match self.run(query, vars).await {
                Ok(_) => {
                    *known = Some(next);
                    return Ok(());
                }
                // Another node has taken the number.
                Err(error @ TxError::Exists(_)) if error.exists_in(SEALS) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict)
    }

    /// Removes the data of lines in which one of these texts is a value; the seals still prove the lines. Lines from before data
    /// was salted stay as they are. Answers how many.
    pub async fn remove_from_admin_log(&self, texts: &[String]) -> Result<usize, StoreError> {
        let quoted = array(texts.iter().map(|one| text(&serde_json::Value::from(one.as_str()).to_string())).collect());
        let query = "LET $ids = (SELECT VALUE id FROM admin_log WHERE (salt ?? '') != '' AND $texts.any(|$one| string::contains(data, $one)) LIMIT 500); \
                     UPDATE $ids SET data = $removed, salt = '' RETURN NONE; RETURN array::len($ids);";
        let mut count = 0;
        loop {
            let vars = vec![("texts", quoted.clone()), ("removed", text(REMOVED))];
            let some: usize = take(&mut self.run(query, vars).await?, 2)?;
            count += some;
            if some == 0 {
                return Ok(count);
            }
        }
    }

    /// The last seal of the administrators' log.
    pub(crate) async fn last_seal(&self) -> Result<Head, StoreError> {
        let heads: Vec<Head> = self.rows("SELECT number, hash FROM audit_head:last", vec![]).await?;
        Ok(heads.into_iter().next().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_of_its_lines_and_the_seal_before() {
        let entry = LogEntry { username: "a".into(), title: "b".into(), ..LogEntry::default() };
        let moved = LogEntry { username: "ab".into(), ..LogEntry::default() };
        let of = |entry: &LogEntry| hash_of_line(1, entry);
        assert_ne!(of(&entry), of(&moved));
        let lines = [(1, of(&entry)), (2, of(&moved))];
        let seal = hash_of_seal("", &lines);
        assert_ne!(seal, hash_of_seal("", &lines[..1]));
        assert_ne!(seal, hash_of_seal("x", &lines));
        assert_eq!(seal, hash_of_seal("", &lines));
    }
}
