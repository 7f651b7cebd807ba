//! Notifications of some kinds, for pages that show no others.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::{Notification, NotificationKind};
use surrealdb::types::Value;

use super::COLUMNS;
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, array_id, int, text};

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
