//! Uploads that nothing refers to. What uses a file names its address: a picture, a gallery, a text with pictures, a setting. So
//! every row that could hold an address is read through, once a night, and the addresses in it are found.

use std::collections::{HashMap, HashSet};

use actors::store::StoreError;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, id, int};

/// Seconds that an upload stays after the last use.
pub const UNUSED_KEPT: i64 = 24 * 3_600;
/// How the address of an upload begins.
const BEGINS: &str = "/storage/";
/// Rows read together.
const PAGE: usize = 500;
/// Uploads that are looked at together: of each the address is in memory, and every table is read for them.
const TOGETHER: i64 = 100_000;

/// Tables that hold no addresses, or only say what once was done: the ledger, orders of the warehouse, logs, sessions. Any
/// other is read.
const PASSED_OVER: &[&str] = &[
    "attachment",
    "admin_contact",
    "admin_device",
    "admin_log",
    "ads_day",
    "api_config",
    "api_log",
    "api_minute",
    "api_url",
    "audit_head",
    "audit_seal",
    "balance_cause",
    "balance_day",
    "batch_hold",
    "behind",
    "captcha",
    "closed_account",
    "cost",
    "count_command",
    "count_event",
    "count_line",
    "count_sheet",
    "counter",
    "crontab",
    "crontab_log",
    "declared",
    "digest_mark",
    "event",
    "event_cursor",
    "event_first",
    "expiry_alert",
    "export_template",
    "failed_login",
    "failed_network",
    "flow",
    "inbox",
    "job_run",
    "lease",
    "ledger_block",
    "list_views",
    "member_command",
    "member_session",
    "member_ticket",
    "minimum_alert",
    "month_closing",
    "movement",
    "notification",
    "notification_mute",
    "order_command",
    "order_event",
    "own_member",
    "place",
    "record_history",
    "refresh_token",
    "reservation",
    "safety_alert",
    "saved_filters",
    "schema_version",
    "session",
    "stock_command",
    "stock_order",
    "task_source",
    "task_step",
    "transfer_task",
    "verify_code",
];

/// An upload.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Upload {
    pub id: i64,
    pub url: String,
    /// Unix seconds; 0: in use when it was last looked at.
    unused_since: i64,
}

/// Letters that an address is read on over.
fn continues(letter: char) -> bool {
    !matches!(letter, '"' | '\'' | '`' | '<' | '>' | '(' | ')' | '[' | ']' | '?' | '#' | '&' | ',' | ';' | '|' | '\\') && !letter.is_whitespace()
}

/// Addresses of uploads in a text, as they stand there and with escapes undone.
fn addresses(text: &str, mut found: impl FnMut(String)) {
    for (at, _) in text.match_indices(BEGINS) {
        let address: String = text[at..].chars().take_while(|letter| continues(*letter)).collect();
        if address.contains('%') {
            found(unescaped(&address));
        }
        found(address);
    }
}

/// `%E4%BD%A0` as what it stands for; what is no escape stays.
fn unescaped(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut read, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let escape = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        read.push(escape.unwrap_or(bytes[at]));
        at += if escape.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&read).into_owned()
}

/// Finds the texts in a value, at any depth.
fn texts(value: &Value, found: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => found(text),
        Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

impl Store {
    /// Looks for uses of every upload that is older than a day. Answers those that nothing has used since a day; the others
    /// are remembered as used or unused.
    pub async fn unused_uploads(&self, now: i64) -> Result<Vec<Upload>, StoreError> {
        self.unused_in_parts(now, TOGETHER).await
    }

    /// The same, so many at a time.
    async fn unused_in_parts(&self, now: i64, together: i64) -> Result<Vec<Upload>, StoreError> {
        let (mut gone, mut after) = (Vec::new(), None);
        loop {
            let mut vars = vec![("before", int(now - UNUSED_KEPT)), ("most", int(together))];
            let source = rows_after("attachment", "WHERE last_upload_time <= $before", after.map(|last| id("attachment", last)), &mut vars);
            let query = format!("SELECT record::id(id) AS id, url, unused_since ?? 0 AS unused_since FROM {source} LIMIT $most");
            let uploads: Vec<Upload> = self.rows(&query, vars).await?;
            let Some(last) = uploads.last().map(|upload| upload.id) else { return Ok(gone) };
            gone.extend(self.unused_of(uploads, now).await?);
            after = Some(last);
        }
    }

    /// Of these uploads, in the order of their ids.
    async fn unused_of(&self, uploads: Vec<Upload>, now: i64) -> Result<Vec<Upload>, StoreError> {
        // Of an address with other letters it can't be told where it ends: that upload stays.
        let plain = |upload: &&Upload| upload.url.starts_with(BEGINS) && upload.url.chars().all(continues);
        let mut unused: HashMap<String, Vec<Upload>> = HashMap::new();
        for upload in uploads.iter().filter(plain) {
            unused.entry(upload.url.clone()).or_default().push(upload.clone());
        }
        if !unused.is_empty() {
            for table in self.database_info().await?.tables.into_keys().filter(|table| !PASSED_OVER.contains(&table.as_str())) {
                self.find_uses(&table, &mut unused).await?;
            }
        }
        let unused: HashMap<i64, Upload> = unused.into_values().flatten().map(|upload| (upload.id, upload)).collect();
        let used_again = uploads.iter().filter(|upload| upload.unused_since > 0 && !unused.contains_key(&upload.id)).map(|upload| upload.id);
        let newly = unused.values().filter(|upload| upload.unused_since == 0).map(|upload| upload.id);
        let rows = |ids: Vec<i64>| array(ids.into_iter().map(|key| id("attachment", key)).collect());
        let vars = vec![("used", rows(used_again.collect())), ("unused", rows(newly.collect())), ("now", int(now))];
        let mark = "BEGIN; UPDATE $used SET unused_since = 0 RETURN NONE; UPDATE $unused SET unused_since = $now RETURN NONE; COMMIT;";
        self.run(mark, vars).await?;
        let long = |upload: &Upload| upload.unused_since > 0 && upload.unused_since <= now - UNUSED_KEPT;
        let mut gone: Vec<Upload> = unused.into_values().filter(long).collect();
        gone.sort_by_key(|upload| upload.id);
        Ok(gone)
    }

    /// Takes out the uploads that rows of a table name.
    async fn find_uses(&self, table: &str, unused: &mut HashMap<String, Vec<Upload>>) -> Result<(), StoreError> {
        let mut after: Option<Value> = None;
        loop {
            let mut vars = Vars::new();
            let source = rows_after(table, "", after.take(), &mut vars);
            let mut answer = self.run(&format!("SELECT * FROM {source} LIMIT {PAGE}"), vars).await?;
            let rows: Value = answer.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let Value::Array(rows) = rows else { return Err(StoreError::Corrupt(format!("{table}: no rows"))) };
            let mut used: HashSet<String> = HashSet::new();
            rows.iter().for_each(|row| {
                texts(row, &mut |text: &str| {
                    addresses(text, |address| {
                        used.insert(address);
                    })
                })
            });
            for address in &used {
                unused.remove(address);
            }
            after = rows.iter().last().and_then(id_of);
            if rows.len() < PAGE || after.is_none() || unused.is_empty() {
                return Ok(());
            }
        }
    }
}

fn id_of(row: &Value) -> Option<Value> {
    let Value::Object(row) = row else { return None };
    row.get("id").cloned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::resource::{Act, catalogue};

    #[test]
    fn addresses_are_found_wherever_they_stand() {
        let mut found = Vec::new();
        let text = r#"<p><img src="https://cdn.example/storage/a/1.png?w=3"> and url(/storage/a/2.png),/storage/%E5%9B%BE.png"#;
        addresses(text, |address| found.push(address));
        assert_eq!(found, ["/storage/a/1.png", "/storage/a/2.png", "/storage/图.png", "/storage/%E5%9B%BE.png"]);
    }

    #[tokio::test]
    async fn an_upload_goes_a_day_after_its_last_use() {
        const DAY: i64 = 86_400;
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.expect("a store");
        let upload = async |url: &str, at: i64| {
            let query =
                "CREATE type::record('attachment', sequence::nextval('attachment')) CONTENT { topic: 'default', url: $url, width: 0, height: 0,
                name: 'a.png', size: 1, mimetype: 'image/png', quote: 1, storage: 'local', sha1: $url, create_time: $at, last_upload_time: $at }";
            store.run(query, vec![("url", crate::engine::value::text(url)), ("at", int(at))]).await.expect("an upload");
        };
        for (url, at) in [("/storage/used.png", 0), ("/storage/text.png", 0), ("/storage/free.png", 0), ("/storage/new.png", 10 * DAY)] {
            upload(url, at).await;
        }
        let brand = catalogue::find("warehouse.Brand").expect("a resource");
        let row = json!({ "name": "Acme", "image": "/storage/used.png", "introduce": "<p><img src=\"/storage/text.png\"></p>" });
        let key = store.insert_record(brand, row.as_object().expect("a row"), &Act::system(5)).await.expect("a brand");
        let gone = async |now: i64| store.unused_uploads(now).await.expect("an answer").into_iter().map(|one| one.url).collect::<Vec<_>>();
        assert_eq!(gone(10 * DAY).await, Vec::<String>::new(), "it was in use until now");
        assert_eq!(gone(10 * DAY + 60).await, Vec::<String>::new());
        assert_eq!(gone(11 * DAY).await, ["/storage/free.png"]);
        // Used again, it stays.
        let back = json!({ "image": "/storage/free.png" });
        store.update_record(brand, key, back.as_object().expect("a change"), &Act::system(6)).await.expect("an edit");
        assert_eq!(gone(12 * DAY).await, ["/storage/new.png"]);
        assert_eq!(gone(13 * DAY).await, ["/storage/used.png", "/storage/new.png"]);
        // More than are looked at together are looked at in turn.
        for together in [1, 2, 3] {
            let urls: Vec<String> = store.unused_in_parts(13 * DAY, together).await.expect("an answer").into_iter().map(|one| one.url).collect();
            assert_eq!(urls, ["/storage/used.png", "/storage/new.png"], "{together} together");
        }
    }
}
