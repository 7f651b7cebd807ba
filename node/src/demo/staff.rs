//! The demo company's staff: a manager of all warehouses, and a clerk who sees one of them.

use entrepot_store::Store;
use entrepot_store::engine::value::text;
use serde_json::json;

use super::company::{SHANGHAI_SITE, WAREHOUSING};
use super::error::DemoError;
use super::rows::insert;
use super::words::Words;
use crate::identity::passwords;

/// Pages, with all of their buttons; or one button.
const MANAGER: &[&str] = &[
    "dashboard",
    "warehouse",
    "company",
    "notification/index",
    "auth/group",
    "auth/admin",
    "auth/why",
    "auth/rule/index",
    "auth/adminlog/index",
    "api/key",
    "routine/attachment",
    "routine/admininfo",
    "routine/transfer",
];
const CLERK: &[&str] = &[
    "dashboard",
    "warehouse/clerk",
    "warehouse/inboundorder",
    "warehouse/outboundorder",
    "warehouse/transferorder",
    "warehouse/stockcount",
    "warehouse/inventory",
    "warehouse/inventoryrecord",
    "warehouse/product/index",
    "warehouse/productcategory/index",
    "warehouse/brand/index",
    "warehouse/unit/index",
    "warehouse/productunit/index",
    "warehouse/warehouse/index",
    "warehouse/warehousearea",
    "warehouse/warehouseshelf",
    "warehouse/supplier/index",
    "warehouse/customer/index",
    "notification/index",
    "auth/adminlog/index",
    "routine/admininfo",
    "routine/transfer",
];

/// The rules of these pages, with the directories and pages above them.
async fn rules(store: &Store, wanted: &[&str]) -> Result<String, DemoError> {
    let directory = store.directory().await?;
    let fits = |name: &str| {
        let within = |outer: &str, inner: &str| inner == outer || inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
        wanted.iter().any(|wanted| within(wanted, name) || within(name, wanted))
    };
    let ids: Vec<String> = directory.rules.iter().filter(|rule| fits(&rule.name.to_lowercase())).map(|rule| rule.id.to_string()).collect();
    Ok(ids.join(","))
}

/// The department of that name, where there is one.
async fn department(store: &Store, name: &str) -> Result<Option<i64>, DemoError> {
    let query = "SELECT VALUE record::id(id) FROM department WHERE name = $name";
    Ok(store.rows(query, vec![("name", text(name))]).await?.into_iter().next())
}

/// An administrator that was made.
pub(super) struct StaffAccount {
    pub id: i64,
    pub username: String,
    pub password: String,
}

/// Makes both; the clerk comes last.
pub(super) async fn create(store: &Store, words: Words, warehouse: i64, now: i64) -> Result<Vec<StaffAccount>, DemoError> {
    let name = words.pick(("仓储主管", "Warehouse managers"));
    let manager = json!({ "name": name, "rules": rules(store, MANAGER).await?, "scope": "all" });
    let managers = insert(store, "auth.Group", manager, now).await?;
    let name = words.pick(("上海库管", "Shanghai storekeepers"));
    let clerk = json!({ "name": name, "pid": managers, "rules": rules(store, CLERK).await?, "scope": "all", "warehouses": [warehouse] });
    let clerks = insert(store, "auth.Group", clerk, now).await?;
    let mut made = Vec::new();
    let people = [("huanghuimin", ("黄慧敏", "Huang Huimin"), managers, WAREHOUSING), ("liqiang", ("李强", "Li Qiang"), clerks, SHANGHAI_SITE)];
    for (username, nickname, group, place) in people {
        let password = passwords::generate();
        let hash = passwords::hash(password.clone()).await.map_err(|error| DemoError::Step(error.to_string()))?;
        let department = department(store, words.pick(place)).await?;
        let row =
            json!({ "username": username, "nickname": words.pick(nickname), "password": hash, "group_arr": [group], "department_id": department });
        let id = insert(store, "auth.Admin", row, now).await?;
        made.push(StaffAccount { id, username: username.to_owned(), password });
    }
    store.forget_directory();
    Ok(made)
}

#[cfg(test)]
mod tests {
    use entrepot_store::StoreConfig;

    use super::*;
    use crate::http::routes::Routes;
    use crate::i18n::Language;
    use crate::identity::rule_seeds::seeds;
    use crate::server::endpoints::Families;

    #[tokio::test]
    async fn the_storekeeper_works_with_the_handheld_page() {
        let store = Store::connect(&StoreConfig::new("mem://", "staff")).await.expect("a store");
        store.seed_rules(&seeds(&Routes::of::<Families>().accesses()), 1).await.expect("rules");
        let warehouse = insert(&store, "warehouse.Warehouse", json!({ "name": "Shanghai", "serial_no": "SH" }), 1).await.expect("a warehouse");
        let staff = create(&store, Words(Language::English), warehouse, 1).await.expect("staff");
        let rights = store.rights(staff.last().expect("a clerk").id).await.expect("rights");
        // The page, and what its tasks ask for.
        for node in [
            "warehouse/clerk",
            "warehouse/inboundorder/stock",
            "warehouse/transferorder/receive",
            "warehouse/inventory/move",
            "warehouse/outboundorder/stock",
            "warehouse/stockcount/count",
        ] {
            assert!(rights.holds(node), "{node}");
        }
        assert!(!rights.holds("auth/admin/index") && !rights.everything);
    }
}
