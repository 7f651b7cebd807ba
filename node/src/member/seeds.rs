//! Seeds of the member side: one group with all rights, and the member centre's menu.

use entrepot_store::listing::ListQuery;
use entrepot_store::resource::read::Listed;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};

use super::rights::view_of;
use crate::error::ServiceError;
use crate::i18n::{Language, text_in};
use crate::node::Node;

/// Pages of the member centre: name, icon, weight.
const PAGES: &[(&str, &str, i64)] = &[
    ("overview", "fa fa-home", 99),
    ("profile", "fa fa-user-circle-o", 95),
    ("changePassword", "fa fa-shield", 93),
    ("integral", "fa fa-tag", 85),
    ("balance", "fa fa-money", 80),
    ("notifications", "fa fa-bell", 75),
];

/// The initial title of a rule.
fn title(name: &str) -> String {
    text_in(Language::Chinese, &format!("member.menu.{name}"), &[])
}

async fn insert(node: &Node, controller: &str, row: Value) -> Result<i64, ServiceError> {
    let resource = catalogue::find(controller).ok_or_else(|| ServiceError::Internal(format!("{controller} is not declared")))?;
    Ok(node.store().insert_record(resource, row.as_object().unwrap_or(&Map::new()), &Act::system(node.now())).await?)
}

async fn is_empty(node: &Node, controller: &str) -> Result<bool, ServiceError> {
    let resource = catalogue::find(controller).ok_or_else(|| ServiceError::Internal(format!("{controller} is not declared")))?;
    let query = ListQuery { limit: 1, ..ListQuery::default() };
    Ok(match node.store().records(resource, &query, &Scope::system()).await? {
        Listed::Page { list, .. } | Listed::Tree(list) | Listed::Options(list) => list.is_empty(),
    })
}

/// Adds missing rows; existing ones stay.
pub async fn all(node: &Node) -> Result<(), ServiceError> {
    if is_empty(node, "user.Group").await? {
        insert(node, "user.Group", json!({ "name": "默认分组", "rules": "*", "status": 1 })).await?;
    }
    if !is_empty(node, "user.Rule").await? {
        return Ok(());
    }
    let account = json!({
        "pid": 0, "type": "menu_dir", "title": title("account"), "name": "account", "path": "account", "icon": "fa fa-user-circle",
        "menu_type": "tab", "extend": "none", "status": 1, "weigh": 98,
    });
    let account = insert(node, "user.Rule", account).await?;
    for (name, icon, weigh) in PAGES {
        let page = json!({
            "pid": account, "type": "menu", "title": title(&format!("account/{name}")), "name": format!("account/{name}"), "path": format!("account/{name}"), "icon": icon,
            "menu_type": "tab", "component": view_of(&format!("account/{name}")), "extend": "none", "status": 1, "weigh": weigh,
        });
        insert(node, "user.Rule", page).await?;
    }
    Ok(())
}
