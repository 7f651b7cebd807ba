//! Filters of lists that administrators keep under names of their own, on whatever machine they work. Nobody reads another's.

use bus_schemas::ids::AdminId;
use entrepot_store::Store;
use entrepot_store::identity::saved_filters::{FILTERS_MAX, FilterError, LISTS_MAX, SavedFilter};

use crate::error::ServiceError;
use crate::one_line::one_line;

/// Longest key of a list, in characters.
const LIST_MAX: usize = 100;
/// Longest name of a filter, in characters.
const NAME_MAX: usize = 30;
/// Longest filter, in characters.
const SEARCH_MAX: usize = 2_000;

impl From<FilterError> for ServiceError {
    fn from(error: FilterError) -> Self {
        match error {
            FilterError::Full => Self::full("saved_filter.full", FILTERS_MAX),
            FilterError::ManyLists => Self::full("saved_filter.lists", LISTS_MAX),
            FilterError::Store(error) => error.into(),
        }
    }
}

/// The key of a list: `warehouse/inventory`.
pub(super) fn list_key(list: &str) -> Result<String, ServiceError> {
    let key = one_line("list", list, LIST_MAX)?;
    let is_plain = key.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '/' | '.' | '_' | '-'));
    if is_plain { Ok(key) } else { Err(ServiceError::field("list", "error.choice")) }
}

/// An administrator's filters of a list.
pub async fn of_list(store: &Store, admin: AdminId, list: &str) -> Result<Vec<SavedFilter>, ServiceError> {
    Ok(store.saved_filters(admin, &list_key(list)?).await?)
}

/// Saves a filter, in the place of one with its name. Answers all of the list.
pub async fn save(store: &Store, admin: AdminId, list: &str, name: &str, search: &str) -> Result<Vec<SavedFilter>, ServiceError> {
    let list = list_key(list)?;
    let filter = SavedFilter { name: one_line("name", name, NAME_MAX)?, search: one_line("search", search, SEARCH_MAX)? };
    Ok(store.save_filter(admin, &list, &filter).await?)
}

/// Drops a filter; where there is none of the name, nothing happens. Answers those that are left of the list.
pub async fn drop_named(store: &Store, admin: AdminId, list: &str, name: &str) -> Result<Vec<SavedFilter>, ServiceError> {
    let list = list_key(list)?;
    Ok(store.drop_filter(admin, &list, &one_line("name", name, NAME_MAX)?).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_the_keys_of_pages_and_declarations() {
        let longest = "x".repeat(LIST_MAX);
        for good in ["orders", "warehouse/inventory", "shop/order/order", "warehouse.Brand", "own_table-2", longest.as_str()] {
            assert_eq!(list_key(good).expect("a key"), good);
        }
        let longer = "x".repeat(LIST_MAX + 1);
        for (bad, reason) in [
            ("", "error.required"),
            ("  ", "error.required"),
            (longer.as_str(), "error.text.long"),
            ("a b", "error.choice"),
            ("列表", "error.choice"),
            ("a\nb", "error.text.line"),
            ("a:b", "error.choice"),
        ] {
            assert!(matches!(list_key(bad), Err(ServiceError::Field { field, key }) if field == "list" && key == reason), "{bad:?}");
        }
    }
}
