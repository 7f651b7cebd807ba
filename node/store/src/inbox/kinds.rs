//! Pages of somebody's notifications: of all kinds, and of some, for pages that show no others.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Notification, NotificationKind};
use surrealdb::types::Value;

use super::COLUMNS;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, array_id, id, int, text};

/// A page of notifications.
#[derive(Clone, Debug)]
pub struct KindsPage {
    pub list: Vec<Notification>,
    pub total: i64,
    /// Of all of these kinds.
    pub unread: i64,
}

fn names(kinds: &[NotificationKind]) -> Value {
    array(kinds.iter().map(|kind| text(kind.as_str())).collect())
}

impl Store {
    /// Whether this administrator wants sounds.
    pub async fn sound(&self, admin: AdminId) -> Result<bool, StoreError> {
        let values: Vec<bool> = self.rows("SELECT VALUE sound FROM $inbox", vec![("inbox", id("inbox", admin.0))]).await?;
        Ok(values.first().copied().unwrap_or(true))
    }

    /// Sets whether this administrator wants sounds.
    pub async fn set_sound(&self, admin: AdminId, sound: bool) -> Result<(), StoreError> {
        let query = "UPSERT $inbox SET sound = $sound, last = last ?? 0, unread = unread ?? 0 RETURN NONE";
        self.run(query, vec![("inbox", id("inbox", admin.0)), ("sound", Value::Bool(sound))]).await?;
        Ok(())
    }

    /// A page of a recipient's notifications, newest first, and how many there are.
    pub async fn list_notifications(&self, admin: AdminId, page: i64, limit: i64, unread_only: bool) -> Result<(Vec<Notification>, i64), StoreError> {
        let unread = if unread_only { "AND read_at = NONE" } else { "" };
        let query = format!(
            "SELECT {COLUMNS} FROM notification WHERE recipient = $admin AND merged = NONE {unread}
               ORDER BY number DESC LIMIT $limit START $start;
             RETURN array::len(SELECT VALUE number FROM notification WHERE recipient = $admin AND merged = NONE {unread});"
        );
        let limit = limit.clamp(1, 200);
        let start = (page.clamp(1, 1_000_000) - 1) * limit;
        let mut response = self.run(&query, vec![("admin", int(admin.0)), ("limit", int(limit)), ("start", int(start))]).await?;
        Ok((take(&mut response, 0)?, take(&mut response, 1)?))
    }

    /// Somebody's notifications of these kinds, newest first; `unread` chooses those that are, or those that are not.
    pub async fn notifications_of_kinds(
        &self,
        admin: AdminId,
        kinds: &[NotificationKind],
        (page, limit): (i64, i64),
        unread: Option<bool>,
    ) -> Result<KindsPage, StoreError> {
        let state = match unread {
            None => "",
            Some(true) => "AND read_at = NONE",
            Some(false) => "AND read_at != NONE",
        };
        let of = "FROM notification WHERE recipient = $admin AND merged = NONE AND kind IN $kinds";
        let query = format!(
            "SELECT {COLUMNS} {of} {state} ORDER BY number DESC LIMIT $limit START $start;
             RETURN array::len((SELECT VALUE number {of} {state}));
             RETURN array::len((SELECT VALUE number {of} AND read_at = NONE));"
        );
        let limit = limit.clamp(1, 200);
        let start = (page.clamp(1, 1_000_000) - 1) * limit;
        let vars = vec![("admin", int(admin.0)), ("kinds", names(kinds)), ("limit", int(limit)), ("start", int(start))];
        let mut response = self.run(&query, vars).await?;
        Ok(KindsPage { list: take(&mut response, 0)?, total: take(&mut response, 1)?, unread: take(&mut response, 2)? })
    }

    /// Whether somebody has a notification of one of these kinds with that number.
    pub async fn has_notification_of(&self, admin: AdminId, number: i64, kinds: &[NotificationKind]) -> Result<bool, StoreError> {
        let query = "SELECT VALUE number FROM $row WHERE kind IN $kinds";
        let vars = vec![("row", array_id("notification", vec![int(admin.0), int(number)])), ("kinds", names(kinds))];
        let found: Vec<i64> = self.rows(query, vars).await?;
        Ok(!found.is_empty())
    }
}
