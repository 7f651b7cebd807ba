//! Messages of visitors that are due to be answered: one notification to who is to answer each, once.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Fact, NotificationKind};
use serde::Deserialize;

use super::Digests;
use crate::engine::connect::Store;
use crate::engine::value::text;

/// The name under which a sent notice is stored.
const DIGEST: &str = "message_due";
/// Most messages of one run.
const MESSAGES_MAX: i64 = 500;

#[derive(Deserialize)]
struct DueMessage {
    id: i64,
    assignee: i64,
    name: String,
    due: String,
}

impl Store {
    /// Tells those who are to answer messages that they are due by a moment of the site's clock, `YYYY-MM-DD HH:mm:ss`. Once for each time that is set.
    pub async fn notify_due_messages(&self, now: &str) -> Result<Digests, StoreError> {
        let query = format!(
            "SELECT record::id(id) AS id, assignee_id AS assignee, name ?? '' AS name, due_time AS due FROM site_message
            WHERE (due_time ?? '') != '' AND due_time <= $now AND progress NOT IN ['done'] AND (spam ?? 0) = 0 AND (assignee_id ?? 0) != 0
            AND (type::record('digest_mark', ['{DIGEST}', record::id(id)]).day ?? '') < due_time LIMIT {MESSAGES_MAX}"
        );
        let due: Vec<DueMessage> = self.rows(&query, vec![("now", text(now))]).await?;
        let mut digests = Digests::default();
        for DueMessage { id, assignee, name, due } in due {
            let mut fact = Fact { id, people: vec![AdminId(assignee)], ..Fact::default() };
            fact.data.insert("name".into(), name.into());
            let drafts = [NotificationKind::SITE_DUE.draft(fact)];
            self.write_digest((DIGEST, id, &due), &drafts, ("", vec![]), &mut digests).await?;
        }
        Ok(digests)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::connect::StoreConfig;
    use crate::resource::{Act, catalogue};

    #[tokio::test]
    async fn a_message_is_told_of_once_for_each_time_that_is_set() {
        let store = Store::connect(&StoreConfig::new("mem://", "due")).await.expect("a store");
        let messages = catalogue::find("site.Message").expect("declared");
        let act = |set: serde_json::Value| Act { set: set.as_object().cloned().expect("fields"), ..Act::system(5) };
        let body = serde_json::Map::new();
        let row = json!({ "name": "Ann", "content": "Hello", "due_time": "2030-01-01 12:00:00", "spam": 0 });
        let id = store.insert_record(messages, &body, &act(row)).await.expect("a row");
        let told = async |now: &str| store.notify_due_messages(now).await.expect("told").notifications;
        assert_eq!(told("2030-01-01 12:00:00").await, 0, "nobody is to answer it");
        store.run("UPDATE site_message SET assignee_id = 1 RETURN NONE", vec![]).await.expect("given");
        assert_eq!((told("2030-01-01 11:59:59").await, told("2030-01-01 12:00:00").await, told("2030-01-01 12:05:00").await), (0, 1, 0));
        store.update_record(messages, id, &body, &act(json!({ "due_time": "2030-01-02 12:00:00" }))).await.expect("later");
        assert_eq!((told("2030-01-02 11:00:00").await, told("2030-01-02 12:00:00").await, told("2030-01-03 12:00:00").await), (0, 1, 0));
        store.update_record(messages, id, &body, &act(json!({ "due_time": "2030-01-04 12:00:00", "progress": "done" }))).await.expect("done");
        assert_eq!(told("2030-01-05 12:00:00").await, 0, "it is answered");
    }
}
