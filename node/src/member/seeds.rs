//! Seeds of the member side: one group with all rights, and the member centre's menu.

use std::collections::BTreeSet;

use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::listed::Listed;
use entrepot_store::resource::{Act, catalogue};
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};

use crate::error::ServiceError;
use crate::i18n::{Language, text_in};
use crate::identity::member_rights::view_of;

/// A group of the member centre's menu.
struct Directory {
    name: &'static str,
    icon: &'static str,
    weigh: i64,
    /// Name, icon, weight.
    pages: &'static [(&'static str, &'static str, i64)],
}

/// The member centre's menu. A page's texts are `member.menu.<directory>/<page>`.
const DIRECTORIES: &[Directory] = &[
    Directory {
        name: "account",
        icon: "fa fa-user-circle",
        weigh: 98,
        pages: &[
            ("overview", "fa fa-home", 99),
            ("profile", "fa fa-user-circle-o", 95),
            ("changePassword", "fa fa-shield", 93),
            ("integral", "fa fa-tag", 85),
            ("balance", "fa fa-money", 80),
            ("notifications", "fa fa-bell", 75),
            ("announcements", "fa fa-bullhorn", 72),
            ("verifyPerson", "fa fa-id-card", 70),
            ("company", "fa fa-building", 65),
        ],
    },
    Directory {
        name: "shop",
        icon: "fa fa-shopping-cart",
        weigh: 90,
        pages: &[
            ("refund", "fa fa-undo", 90),
            ("evaluate", "fa fa-star-o", 88),
            ("coupons", "fa fa-ticket", 85),
            ("recharge", "fa fa-credit-card", 75),
            ("orders", "fa fa-list-alt", 92),
            ("address", "fa fa-map-marker", 70),
        ],
    },
];

/// The rules of sites from before names were noted.
const FIRST: &[&str] =
    &["account", "account/overview", "account/profile", "account/changePassword", "account/integral", "account/balance", "account/notifications"];

/// The initial title of a rule.
fn title(name: &str) -> String {
    text_in(Language::Chinese, &format!("member.menu.{name}"), &[])
}

async fn insert(store: &Store, now: i64, controller: &str, row: Value) -> Result<i64, ServiceError> {
    Ok(store.insert_record(catalogue::declared(controller)?, row.as_object().unwrap_or(&Map::new()), &Act::system(now)).await?)
}

async fn is_empty(store: &Store, controller: &str) -> Result<bool, ServiceError> {
    let query = ListQuery { limit: 1, ..ListQuery::default() };
    Ok(match store.records(catalogue::declared(controller)?, &query, &Scope::system()).await? {
        Listed::Page { list, .. } | Listed::Tree(list) | Listed::Options(list) => list.is_empty(),
    })
}

/// Names of the rules that were seeded once, a line each: one that is deleted later is not seeded again.
const SEEDED: &str = "member_menu_seeded";

/// Adds the rules of a directory and its pages that were never seeded here.
async fn directory(store: &Store, now: i64, dir: &Directory, seeded: &mut BTreeSet<String>) -> Result<(), ServiceError> {
    let names: Vec<String> = dir.pages.iter().map(|(page, ..)| format!("{}/{page}", dir.name)).collect();
    if seeded.contains(dir.name) && names.iter().all(|name| seeded.contains(name)) {
        return Ok(());
    }
    let known = store.member_rules().await?;
    let of = |name: &str| known.iter().find(|rule| rule.name == name).map(|rule| rule.id);
    let above = match of(dir.name) {
        Some(id) => id,
        // Somebody has deleted it: its pages go with it.
        None if seeded.contains(dir.name) => return Ok(()),
        None => {
            let row = json!({
                "pid": 0, "type": "menu_dir", "title": title(dir.name), "name": dir.name, "path": dir.name, "icon": dir.icon,
                "menu_type": "tab", "extend": "none", "status": 1, "weigh": dir.weigh,
            });
            insert(store, now, "user.Rule", row).await?
        }
    };
    seeded.insert(dir.name.to_owned());
    for ((_, icon, weigh), name) in dir.pages.iter().zip(names) {
        if of(&name).is_none() && !seeded.contains(&name) {
            let page = json!({
                "pid": above, "type": "menu", "title": title(&name), "name": name, "path": name, "icon": icon, "menu_type": "tab",
                "component": view_of(&name), "extend": "none", "status": 1, "weigh": weigh,
            });
            insert(store, now, "user.Rule", page).await?;
        }
        seeded.insert(name);
    }
    Ok(())
}

/// Adds rows that were never there; existing ones stay.
pub async fn all(store: &Store, now: i64) -> Result<(), ServiceError> {
    if is_empty(store, "user.Group").await? {
        insert(store, now, "user.Group", json!({ "name": "默认分组", "rules": "*", "status": 1 })).await?;
    }
    let noted = store.setting(SEEDED).await?;
    let mut seeded: BTreeSet<String> = noted.iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
    if noted.is_none() && !is_empty(store, "user.Rule").await? {
        // A site from before names were noted began with the account's pages.
        seeded.extend(FIRST.iter().map(|name| (*name).to_owned()));
    }
    let before = seeded.clone();
    for dir in DIRECTORIES {
        directory(store, now, dir, &mut seeded).await?;
    }
    if seeded != before {
        let names = seeded.into_iter().collect::<Vec<_>>().join("\n");
        let kept = store.setting_or(SEEDED, &names).await?;
        // Another node that starts at this moment may write the same in between.
        store.replace_setting(SEEDED, &kept, &names).await?;
    }
    Ok(())
}
