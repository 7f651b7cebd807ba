//! Filters of lists that administrators have given names, by account and list. They stay while the account is in the recycle
//! bin, as what it has muted does.

use actors::store::StoreError;
use bus_schemas::ids::AdminId;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars, take};
use crate::engine::value::{array_id, int, text};

/// The table.
const TABLE: &str = "saved_filters";
/// Most filters of a list.
pub const FILTERS_MAX: i64 = 20;
/// Most lists of which an administrator has filters.
pub const LISTS_MAX: i64 = 200;

/// A filter under its name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SavedFilter {
    pub name: String,
    /// As it stands in the address of the list.
    pub search: String,
}

/// Why a filter is not saved.
#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    #[error("the list has as many filters as there may be")]
    Full,
    #[error("the administrator has filters of as many lists as there may be")]
    ManyLists,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TxError> for FilterError {
    fn from(error: TxError) -> Self {
        match error {
            TxError::Thrown(code) if code == "FULL" => Self::Full,
            TxError::Thrown(code) if code == "LISTS" => Self::ManyLists,
            other => Self::Store(other.into()),
        }
    }
}

/// Begins every change: what is kept of the list, and of it what has another name. Changes of one list write the same row, so
/// that the later of two is tried again.
const READ: &str = "LET $kept = (SELECT VALUE filters FROM ONLY $key) ?? [];
    LET $others = (SELECT name, search FROM $kept WHERE name != $name);";

fn key(admin: AdminId, list: &str) -> Value {
    array_id(TABLE, vec![int(admin.0), text(list)])
}

impl Store {
    /// An administrator's filters of a list, in the order in which they were saved.
    pub async fn saved_filters(&self, admin: AdminId, list: &str) -> Result<Vec<SavedFilter>, StoreError> {
        let found: Vec<Vec<SavedFilter>> = self.rows("SELECT VALUE filters FROM $key", vec![("key", key(admin, list))]).await?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// Saves a filter, in the place of one with its name. Answers all of the list.
    pub async fn save_filter(&self, admin: AdminId, list: &str, filter: &SavedFilter) -> Result<Vec<SavedFilter>, FilterError> {
        let query = format!(
            "BEGIN; {READ}
             IF array::len($others) >= $filters_max {{ THROW 'FULL' }};
             IF array::len($kept) = 0
               AND array::len((SELECT VALUE id FROM {TABLE}:[$admin]..[$admin + 1] LIMIT $lists_max)) >= $lists_max {{ THROW 'LISTS' }};
             UPSERT $key SET filters = array::append($others, {{ name: $name, search: $search }}) RETURN NONE;
             SELECT VALUE filters FROM ONLY $key;
             COMMIT;"
        );
        let vars: Vars = vec![
            ("key", key(admin, list)),
            ("admin", int(admin.0)),
            ("name", text(&filter.name)),
            ("search", text(&filter.search)),
            ("filters_max", int(FILTERS_MAX)),
            ("lists_max", int(LISTS_MAX)),
        ];
        let mut response = self.run(&query, vars).await?;
        Ok(take(&mut response, 6)?)
    }

    /// Drops the filter of a name, if there is one. Answers those that are left of the list.
    pub async fn drop_filter(&self, admin: AdminId, list: &str, name: &str) -> Result<Vec<SavedFilter>, StoreError> {
        let query = format!(
            "BEGIN; {READ}
             IF array::len($others) = 0 {{ DELETE $key RETURN NONE }} ELSE {{ UPDATE $key SET filters = $others RETURN NONE }};
             COMMIT;"
        );
        self.run(&query, vec![("key", key(admin, list)), ("name", text(name))]).await?;
        self.saved_filters(admin, list).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    const LIST: &str = "warehouse/inventory";
    const NOTHING: [SavedFilter; 0] = [];

    async fn memory() -> Store {
        Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap()
    }

    fn filter(name: &str, search: &str) -> SavedFilter {
        SavedFilter { name: name.to_owned(), search: search.to_owned() }
    }

    #[tokio::test]
    async fn filters_are_kept_by_account_and_list() {
        let (store, me, other) = (memory().await, AdminId(7), AdminId(8));
        assert_eq!(store.saved_filters(me, LIST).await.unwrap(), NOTHING);
        store.save_filter(me, LIST, &filter("low", "q=1")).await.unwrap();
        let both = store.save_filter(me, LIST, &filter("held", "q=2")).await.unwrap();
        assert_eq!(both, [filter("low", "q=1"), filter("held", "q=2")]);
        // One of the same name gives way.
        let replaced = store.save_filter(me, LIST, &filter("low", "q=3")).await.unwrap();
        assert_eq!(replaced, [filter("held", "q=2"), filter("low", "q=3")]);
        store.save_filter(other, LIST, &filter("own", "q=4")).await.unwrap();
        store.save_filter(me, "warehouse/brand", &filter("oaks", "q=5")).await.unwrap();
        assert_eq!(store.saved_filters(me, LIST).await.unwrap(), replaced);
        assert_eq!(store.drop_filter(me, LIST, "nothing").await.unwrap(), replaced);
        assert_eq!(store.drop_filter(me, LIST, "held").await.unwrap(), [filter("low", "q=3")]);
        assert_eq!(store.drop_filter(me, LIST, "low").await.unwrap(), NOTHING);
        assert_eq!(store.drop_filter(me, LIST, "low").await.unwrap(), NOTHING);
        let left: Vec<i64> = store.rows("SELECT VALUE record::id(id)[0] FROM saved_filters", vec![]).await.unwrap();
        assert_eq!(left, [7, 8], "a list without filters has no row");
        assert_eq!(store.saved_filters(other, LIST).await.unwrap(), [filter("own", "q=4")]);
    }

    #[tokio::test]
    async fn there_are_so_many_filters_of_a_list_and_lists_of_an_administrator() {
        let (store, me) = (memory().await, AdminId(7));
        for number in 0..FILTERS_MAX {
            store.save_filter(me, LIST, &filter(&number.to_string(), "q=1")).await.unwrap();
        }
        assert!(matches!(store.save_filter(me, LIST, &filter("more", "q=1")).await, Err(FilterError::Full)));
        let replaced = store.save_filter(me, LIST, &filter("3", "q=2")).await.unwrap();
        assert_eq!((replaced.len(), replaced.last()), (20, Some(&filter("3", "q=2"))));
        for number in 1..LISTS_MAX {
            store.save_filter(me, &format!("list/{number}"), &filter("one", "q=1")).await.unwrap();
        }
        assert!(matches!(store.save_filter(me, "list/more", &filter("one", "q=1")).await, Err(FilterError::ManyLists)));
        store.save_filter(me, "list/1", &filter("two", "q=1")).await.unwrap();
        store.save_filter(AdminId(8), "list/more", &filter("one", "q=1")).await.unwrap();
        store.drop_filter(me, "list/2", "one").await.unwrap();
        store.save_filter(me, "list/more", &filter("one", "q=1")).await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn filters_that_are_saved_at_once_are_all_kept() {
        let (store, me) = (memory().await, AdminId(7));
        for round in 0..20 {
            let list = format!("list/{round}");
            let save = |name: &'static str| {
                let (store, list) = (store.clone(), list.clone());
                tokio::spawn(async move { store.save_filter(me, &list, &filter(name, "q=1")).await.map(|_| ()) })
            };
            let (one, two) = tokio::join!(save("one"), save("two"));
            one.unwrap().unwrap();
            two.unwrap().unwrap();
            let mut names: Vec<String> = store.saved_filters(me, &list).await.unwrap().into_iter().map(|filter| filter.name).collect();
            names.sort();
            assert_eq!(names, ["one", "two"], "{list}");
        }
    }
}
