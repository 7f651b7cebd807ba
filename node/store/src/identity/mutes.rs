//! The kinds of notifications that administrators do not want. Read with the directory, which knows recipients.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use bus_schemas::notification::NotificationKind;

use crate::engine::connect::Store;
use crate::engine::value::{id, text};

/// The table.
pub(super) const MUTES: &str = "notification_mute";

impl Store {
    /// The names of the kinds that an administrator does not want.
    pub async fn muted_notifications(&self, admin: AdminId) -> Result<Vec<String>, StoreError> {
        let found: Vec<Vec<String>> = self.rows("SELECT VALUE kinds FROM $mute", vec![("mute", id(MUTES, admin.0))]).await?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// Says whether an administrator wants a kind. Of what is sent at this moment they may still get one.
    pub async fn mute_notifications(&self, admin: AdminId, kind: NotificationKind, muted: bool) -> Result<(), StoreError> {
        let with = if muted { "array::union" } else { "array::complement" };
        let query = format!("UPSERT $mute SET kinds = {with}(kinds ?? [], [$kind]) RETURN NONE");
        let mut writing = self.writes().writing(MUTES);
        self.run(&query, vec![("mute", id(MUTES, admin.0)), ("kind", text(kind.as_str()))]).await?;
        writing.touched(&[]);
        Ok(())
    }
}
