//! The notifications that administrators do not want: kinds, wholly or for single warehouses. Read with the directory, which
//! knows recipients.

use actors::store::StoreError;
use bus_schemas::ids::{AdminId, WarehouseId};
use bus_schemas::notification::NotificationKind;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{array, id, int, text};

/// The table.
pub(super) const MUTES: &str = "notification_mute";

/// What an administrator does not want.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Mutes {
    /// Names of kinds.
    pub kinds: Vec<String>,
    /// Names of kinds, each with a warehouse.
    pub places: Vec<(String, i64)>,
}

impl Store {
    /// What an administrator does not want.
    pub async fn muted_notifications(&self, admin: AdminId) -> Result<Mutes, StoreError> {
        let query = "SELECT kinds ?? [] AS kinds, places ?? [] AS places FROM $mute";
        let found: Vec<Mutes> = self.rows(query, vec![("mute", id(MUTES, admin.0))]).await?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// Says whether an administrator wants a kind, wholly or of one warehouse. Of what is sent at this moment they may still
    /// get one.
    pub async fn mute_notifications(
        &self,
        admin: AdminId,
        kind: NotificationKind,
        warehouse: Option<WarehouseId>,
        muted: bool,
    ) -> Result<(), StoreError> {
        let with = if muted { "array::union" } else { "array::complement" };
        let (field, what) = match warehouse {
            None => ("kinds", text(kind.as_str())),
            Some(warehouse) => ("places", array(vec![text(kind.as_str()), int(warehouse.0)])),
        };
        let query = format!("UPSERT $mute SET {field} = {with}({field} ?? [], [$what]) RETURN NONE");
        let mut writing = self.writes().writing(MUTES);
        self.run(&query, vec![("mute", id(MUTES, admin.0)), ("what", what)]).await?;
        writing.touched(&[]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn a_kind_is_switched_off_wholly_or_for_a_warehouse() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let (me, kind, place) = (AdminId(7), NotificationKind::STOCK_LOW, Some(WarehouseId(3)));
        assert_eq!(store.muted_notifications(me).await.unwrap(), Mutes::default());
        for warehouse in [place, place, Some(WarehouseId(4))] {
            store.mute_notifications(me, kind, warehouse, true).await.unwrap();
        }
        let of = |warehouse: i64| ("stock.low".to_owned(), warehouse);
        assert_eq!(store.muted_notifications(me).await.unwrap(), Mutes { kinds: vec![], places: vec![of(3), of(4)] });
        let directory = store.directory().await.unwrap();
        assert!(directory.mutes_in(7, "stock.low", 3) && !directory.mutes_in(7, "stock.low", 5) && !directory.mutes_in(7, "stock.minimum", 3));
        assert!(!directory.mutes(7, "stock.low") && !directory.mutes_in(8, "stock.low", 3));
        store.mute_notifications(me, kind, None, true).await.unwrap();
        store.mute_notifications(me, kind, place, false).await.unwrap();
        assert_eq!(store.muted_notifications(me).await.unwrap(), Mutes { kinds: vec!["stock.low".into()], places: vec![of(4)] });
        let directory = store.directory().await.unwrap();
        assert!(directory.mutes(7, "stock.low") && !directory.mutes_in(7, "stock.low", 3));
    }
}
