//! How administrators look at lists, on whatever machine they work. Nobody reads another's.

use std::collections::BTreeMap;

use bus_schemas::ids::AdminId;
use entrepot_store::Store;
use entrepot_store::identity::list_views::{LISTS_MAX, ListColumns, ListViews, ViewError};

use crate::error::ServiceError;
use crate::identity::saved_filters::list_key;

/// Most columns that a view names.
const COLUMNS_MAX: usize = 200;
/// Longest key of a column, in characters.
const KEY_MAX: usize = 100;
/// Widest column, in pixels.
const WIDTH_MAX: u32 = 2_000;
/// Row heights of the web app.
const DENSITIES: [&str; 3] = ["default", "middle", "small"];

impl From<ViewError> for ServiceError {
    fn from(error: ViewError) -> Self {
        match error {
            ViewError::Full => Self::full("list_view.lists", LISTS_MAX),
            ViewError::Store(error) => error.into(),
        }
    }
}

/// Refuses columns that no list has.
fn check<V>(field: &str, columns: &BTreeMap<String, V>) -> Result<(), ServiceError> {
    names(field, columns.keys())
}

fn names<'a>(field: &str, keys: impl ExactSizeIterator<Item = &'a String>) -> Result<(), ServiceError> {
    if keys.len() > COLUMNS_MAX || keys.into_iter().any(|key| key.is_empty() || key.chars().count() > KEY_MAX || key.chars().any(char::is_control)) {
        return Err(ServiceError::field(field, "error.choice"));
    }
    Ok(())
}

/// How an administrator looks at lists.
pub async fn of(store: &Store, admin: AdminId) -> Result<ListViews, ServiceError> {
    Ok(store.list_views(admin).await?)
}

/// Keeps the columns of a list, or forgets them. Answers the views of all lists.
pub async fn save(store: &Store, admin: AdminId, list: &str, view: Option<ListColumns>) -> Result<ListViews, ServiceError> {
    let list = list_key(list)?;
    match view {
        None => store.drop_list_view(admin, &list).await?,
        Some(view) => {
            names("order", view.order.iter())?;
            check("shown", &view.shown)?;
            check("widths", &view.widths)?;
            if view.widths.values().any(|width| *width > WIDTH_MAX) {
                return Err(ServiceError::field("widths", "error.choice"));
            }
            store.save_list_view(admin, &list, &view).await?;
        }
    }
    of(store, admin).await
}

/// Keeps how tight rows stand, in all lists. Answers the views of all lists.
pub async fn save_density(store: &Store, admin: AdminId, density: &str) -> Result<ListViews, ServiceError> {
    if !DENSITIES.contains(&density) {
        return Err(ServiceError::field("density", "error.choice"));
    }
    store.save_density(admin, density).await?;
    of(store, admin).await
}
