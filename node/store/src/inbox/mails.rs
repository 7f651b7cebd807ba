//! Which notifications administrators want by mail as well, when they want quiet, and the deliveries that are planned for them.
//! Nobody gets any who has not asked.

use std::collections::BTreeMap;

use actors::notification::port::NotificationStore;
use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::NotificationKind;
use serde::Deserialize;

use crate::delivery::{DeliveryTarget, Waiting};
use crate::engine::connect::Store;
use crate::engine::value::{id, text, text_id};

/// The table: a row for each administrator who has chosen.
const TABLE: &str = "notice_choice";
/// In place of a stream, with the administrator's id behind it: their notifications. A cursor of that name is there only while they
/// want mail.
pub const OWN: &str = "inbox:";
/// Notifications that are looked at together.
const TOGETHER: usize = 50;
/// Seconds that a notification may be read in before it is mailed.
const READ_FIRST: i64 = 60;

/// What an administrator has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct MailChoice {
    /// Names of kinds.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// `22:00` on the site's clock; empty where they never want quiet.
    #[serde(default)]
    pub quiet_from: String,
    #[serde(default)]
    pub quiet_to: String,
    /// In which they are written to: `en` or `zh-cn`.
    #[serde(default)]
    pub language: String,
    /// Whoever knows it may stop the mails.
    #[serde(default)]
    pub token: String,
}

fn cursor(admin: i64) -> String {
    format!("{OWN}{admin}")
}

impl Store {
    /// What an administrator has chosen.
    pub async fn mail_choice(&self, admin: AdminId) -> Result<MailChoice, StoreError> {
        let found: Vec<MailChoice> = self.rows("SELECT * OMIT id FROM $choice", vec![("choice", id(TABLE, admin.0))]).await?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// Says whether an administrator wants a kind by mail, in a language. Who begins to want mail gets what comes from then on, and the
    /// token if they have none yet.
    pub async fn choose_mail(&self, admin: AdminId, (kind, wanted): (NotificationKind, bool), language: &str, token: &str) -> Result<(), StoreError> {
        let with = if wanted { "array::union" } else { "array::complement" };
        let query = format!(
            "BEGIN; LET $before = (SELECT VALUE array::len(kinds ?? []) FROM ONLY $choice) ?? 0; \
             UPSERT $choice SET kinds = {with}(kinds ?? [], [$kind]), language = $language, token = token ?? $first_token RETURN NONE; \
             LET $after = array::len((SELECT VALUE kinds FROM ONLY $choice) ?? []); \
             IF $after = 0 {{ DELETE $cursor RETURN NONE }} ELSE IF $before = 0 {{ \
               UPSERT $cursor SET last = (SELECT VALUE last FROM ONLY $inbox) ?? 0 RETURN NONE }}; COMMIT;"
        );
        let vars = vec![
            ("choice", id(TABLE, admin.0)),
            ("inbox", id("inbox", admin.0)),
            ("cursor", text_id("event_cursor", &cursor(admin.0))),
            ("kind", text(kind.as_str())),
            ("language", text(language)),
            ("first_token", text(token)),
        ];
        self.run(&query, vars).await?;
        Ok(())
    }

    /// Sets when an administrator wants quiet.
    pub async fn set_quiet(&self, admin: AdminId, (from, to): (&str, &str)) -> Result<(), StoreError> {
        let query = "UPSERT $choice SET quiet_from = $from, quiet_to = $to, kinds = kinds ?? [] RETURN NONE";
        self.run(query, vec![("choice", id(TABLE, admin.0)), ("from", text(from)), ("to", text(to))]).await?;
        Ok(())
    }

    /// Stops the mails of whoever has this token; whether it is somebody's.
    pub async fn stop_mails(&self, token: &str) -> Result<bool, StoreError> {
        let query = format!(
            "BEGIN; LET $choices = (SELECT VALUE id FROM {TABLE} WHERE token = $given); \
             FOR $choice IN $choices {{ UPDATE $choice SET kinds = [] RETURN NONE; \
               DELETE type::record('event_cursor', string::concat('{OWN}', <string> record::id($choice))) RETURN NONE }}; \
             RETURN array::len($choices); COMMIT;"
        );
        let mut response = self.run(&query, vec![("given", text(token))]).await?;
        let answer = crate::engine::transaction::last_statement(self, &response);
        let stopped: Option<i64> = crate::engine::transaction::take(&mut response, answer)?;
        Ok(!token.is_empty() && stopped.unwrap_or(0) > 0)
    }

    /// The address of an administrator, while they may sign in; and what they are called.
    pub async fn admin_address(&self, admin: i64) -> Result<Option<(String, String)>, StoreError> {
        let query = "SELECT VALUE [email ?? '', username] FROM $admin WHERE status = 'enable'";
        let rows: Vec<(String, String)> = self.rows(query, vec![("admin", id("admin", admin))]).await?;
        Ok(rows.into_iter().next().filter(|(address, _)| !address.is_empty()))
    }

    /// Plans the mails of those who want some, from how far it was planned; whether there was any notification.
    pub async fn plan_own_mails(&self, cursors: &BTreeMap<i64, i64>, now: i64) -> Result<bool, StoreError> {
        let mut any = false;
        for (admin, seen) in cursors {
            let found = self.after(AdminId(*admin), *seen, false, TOGETHER).await?;
            let Some(last) = found.last().map(|notification| notification.number) else { continue };
            let choice = self.mail_choice(AdminId(*admin)).await?;
            let named: Vec<String> = self.rows("SELECT VALUE username FROM $admin", vec![("admin", id("admin", *admin))]).await?;
            let target = DeliveryTarget { channel: "mail", id: *admin, item: 0, name: named.into_iter().next().unwrap_or_default() };
            let wanted = found.iter().filter(|one| one.read_at.is_none() && choice.kinds.iter().any(|kind| kind == one.kind.as_str()));
            let stream = cursor(*admin);
            let rows = wanted.map(|one| Waiting {
                target: &target,
                kind: one.kind.as_str(),
                subject: one.data.get(one.kind.called).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned(),
                stream: &stream,
                number: one.number,
                at: now + READ_FIRST,
            });
            self.plan_waiting(&stream, (*seen, last), rows.collect(), now).await?;
            any = true;
        }
        Ok(any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn mails_are_asked_for_kind_by_kind_and_stopped_by_whoever_has_the_token() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let (me, low, review) = (AdminId(7), NotificationKind::STOCK_LOW, NotificationKind::WEBHOOK_OFF);
        let inboxes = async || store.delivery_cursors().await.unwrap().inboxes;
        store.set_quiet(me, ("22:00", "07:00")).await.unwrap();
        assert!(inboxes().await.is_empty(), "nobody wants any yet");
        for (kind, wanted) in [(low, true), (review, true), (low, true), (review, false)] {
            store.choose_mail(me, (kind, wanted), "en", "first-token").await.unwrap();
        }
        let choice = store.mail_choice(me).await.unwrap();
        assert_eq!((choice.kinds, choice.quiet_from.as_str(), choice.language.as_str()), (vec!["stock.low".to_owned()], "22:00", "en"));
        assert_eq!(inboxes().await, BTreeMap::from([(7, 0)]));
        assert!(!store.stop_mails("").await.unwrap() && !store.stop_mails("other").await.unwrap());
        assert!(store.stop_mails(&choice.token).await.unwrap());
        assert!(inboxes().await.is_empty() && store.mail_choice(me).await.unwrap().kinds.is_empty());
    }
}
