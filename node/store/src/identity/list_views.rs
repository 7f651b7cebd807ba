//! How administrators look at lists: columns and row height, by account and list. They stay while the account is in the recycle
//! bin, as its filters do.

use std::collections::BTreeMap;

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use serde::{Deserialize, Serialize};
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array_id, fields, int, text};

/// The table.
const TABLE: &str = "list_views";
/// The row of what counts for all lists.
const ALL: &str = "";
/// Most lists of which an administrator's view is kept.
pub const LISTS_MAX: i64 = 300;

/// The columns of a list as somebody wants them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListColumns {
    /// Keys of columns in their order; those that are not named follow in the declared one.
    #[serde(default)]
    pub order: Vec<String>,
    /// Shown or hidden against the declaration.
    #[serde(default)]
    pub shown: BTreeMap<String, bool>,
    /// In pixels.
    #[serde(default)]
    pub widths: BTreeMap<String, u32>,
}

/// How an administrator looks at lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListViews {
    /// How tight the rows stand: the name that the web app gave it.
    pub density: Option<String>,
    /// By the key of the list.
    pub views: BTreeMap<String, ListColumns>,
}

/// Why a view is not saved.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    #[error("the administrator has views of as many lists as there may be")]
    Full,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TxError> for ViewError {
    fn from(error: TxError) -> Self {
        match error {
            TxError::Thrown(code) if code == "LISTS" => Self::Full,
            other => Self::Store(other.into()),
        }
    }
}

#[derive(Deserialize)]
struct Row {
    list: String,
    #[serde(default)]
    view: Option<ListColumns>,
    #[serde(default)]
    density: Option<String>,
}

fn key(admin: AdminId, list: &str) -> Value {
    array_id(TABLE, vec![int(admin.0), text(list)])
}

impl Store {
    /// How an administrator looks at lists.
    pub async fn list_views(&self, admin: AdminId) -> Result<ListViews, StoreError> {
        let query = format!("SELECT record::id(id)[1] AS list, view, density FROM {TABLE}:[$admin]..[$admin + 1]");
        let rows: Vec<Row> = self.rows(&query, vec![("admin", int(admin.0))]).await?;
        let mut all = ListViews::default();
        for Row { list, view, density } in rows {
            if list == ALL {
                all.density = density;
            } else if let Some(view) = view {
                all.views.insert(list, view);
            }
        }
        Ok(all)
    }

    /// Keeps how an administrator looks at a list.
    pub async fn save_list_view(&self, admin: AdminId, list: &str, view: &ListColumns) -> Result<(), ViewError> {
        let query = format!(
            "BEGIN;
             IF (SELECT VALUE id FROM ONLY $key) = NONE
               AND array::len((SELECT VALUE id FROM {TABLE}:[$admin]..[$admin + 1] LIMIT $lists_max)) >= $lists_max {{ THROW 'LISTS' }};
             UPSERT $key SET view = $view RETURN NONE;
             COMMIT;"
        );
        let vars: Vars = vec![
            ("key", key(admin, list)),
            ("admin", int(admin.0)),
            ("view", Value::Object(fields(view, &[]).map_err(TxError::from)?)),
            ("lists_max", int(LISTS_MAX)),
        ];
        self.run(&query, vars).await?;
        Ok(())
    }

    /// Back to the declaration.
    pub async fn drop_list_view(&self, admin: AdminId, list: &str) -> Result<(), StoreError> {
        self.run("DELETE $key RETURN NONE", vec![("key", key(admin, list))]).await?;
        Ok(())
    }

    /// Keeps how tight an administrator's rows stand, in all lists.
    pub async fn save_density(&self, admin: AdminId, density: &str) -> Result<(), StoreError> {
        self.run("UPSERT $key SET density = $density RETURN NONE", vec![("key", key(admin, ALL)), ("density", text(density))]).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    fn view(order: &[&str]) -> ListColumns {
        ListColumns {
            order: order.iter().map(|key| (*key).to_owned()).collect(),
            shown: BTreeMap::from([("weigh".to_owned(), true)]),
            widths: BTreeMap::from([("name".to_owned(), 240)]),
        }
    }

    #[tokio::test]
    async fn views_are_kept_by_account_and_list() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        let (me, other) = (AdminId(7), AdminId(8));
        assert_eq!(store.list_views(me).await.unwrap(), ListViews::default());
        store.save_list_view(me, "warehouse/inventory", &view(&["name", "id"])).await.unwrap();
        store.save_list_view(me, "warehouse.Brand", &view(&["id"])).await.unwrap();
        store.save_density(me, "small").await.unwrap();
        store.save_list_view(other, "warehouse.Brand", &view(&[])).await.unwrap();
        store.save_list_view(me, "warehouse/inventory", &view(&["id", "name"])).await.unwrap();
        let mine = store.list_views(me).await.unwrap();
        assert_eq!(mine.density.as_deref(), Some("small"));
        let expected = [("warehouse.Brand", view(&["id"])), ("warehouse/inventory", view(&["id", "name"]))];
        assert_eq!(mine.views, expected.map(|(list, view)| (list.to_owned(), view)).into());
        store.drop_list_view(me, "warehouse.Brand").await.unwrap();
        store.drop_list_view(me, "nothing").await.unwrap();
        assert_eq!(store.list_views(me).await.unwrap().views.len(), 1);
        assert_eq!(store.list_views(other).await.unwrap().views.len(), 1);
        for number in 1..LISTS_MAX - 1 {
            store.save_list_view(me, &format!("list/{number}"), &view(&[])).await.unwrap();
        }
        assert!(matches!(store.save_list_view(me, "list/more", &view(&[])).await, Err(ViewError::Full)));
        store.save_list_view(me, "list/1", &view(&["name"])).await.unwrap();
    }
}
