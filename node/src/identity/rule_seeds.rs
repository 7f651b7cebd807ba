//! Menu rules that a site begins with (wire contract 2.4). Every route with a permission node has a rule; those missing in the
//! declared resources and the lists below come from the OpenAPI document.

use std::collections::{BTreeMap, BTreeSet};

use bus_schemas::order::kinds::KINDS;
use entrepot_store::identity::seed::RuleSeed;
use entrepot_store::resource::Resource;
use entrepot_store::resource::catalogue::{self, Catalogue};
use entrepot_store::resource::declaration::{Action, page_of};

use super::menu::view_of;
use super::rule_titles::title;
use crate::http::access::Access;
use crate::i18n::Language;
use crate::identity::contact::CONTACT;
use crate::identity::order_rights::rights;

/// Order of the menu: directories with their icons and pages; others come after. Icons have the names of BuildAdmin's
/// icon fonts.
const ORDER: &[(&str, &str, &[&str])] = &[
    (
        "warehouse",
        "fa fa-cubes",
        &[
            "clerk",
            "inboundOrder",
            "outboundOrder",
            "adjustmentOrder",
            "stockCount",
            "transferOrder",
            "transit",
            "inventory",
            "stockLevel",
            "inventoryRecord",
            "reservation",
            "batchHold",
            "batchTrace",
            "product",
            "productCategory",
            "brand",
            "unit",
            "productUnit",
            "warehouse",
            "monthClosing",
            "warehouseArea",
            "warehouseShelf",
            "safetyStock",
            "supplier",
            "customer",
            "carrier",
        ],
    ),
    (
        "shop",
        "fa fa-shopping-cart",
        &[
            "shop/dashboard",
            "order/order",
            "order/refund",
            "order/evaluation",
            "order/exception",
            "order/export",
            "goods/goods",
            "goods/classify",
            "goods/service",
            "goods/paramsTemplate",
            "goods/specTemplate",
            "marketing/coupon",
            "marketing/recharge",
            "marketing/rechargeOrder",
            "delivery/template",
            "delivery/company",
            "delivery/address",
            "advert/banner",
            "advert/hotRecommend",
            "advert/noticeBar",
            "user/user",
            "user/moneyLog",
            "shop/match",
            "notify/notify",
            "shop/settings",
        ],
    ),
    ("company", "fa fa-building", &["company", "companyUser", "industry", "department", "job", "dictionary", "dictionaryEntry"]),
    ("trade", "fa fa-ship", &["declaration", "hsStatus", "declarationGoods", "declarationEvent", "hsCode", "tariff"]),
    ("expo", "fa fa-address-card", &["company", "expo"]),
    ("ads", "fa fa-flag", &["ad", "zone", "day"]),
    ("site", "fa fa-globe", &["article", "content", "message", "reply"]),
    ("notice", "fa fa-bullhorn", &["announcement", "read", "item", "type"]),
    ("user", "fa fa-user", &["user", "group", "rule", "moneyLog", "scoreLog", "balanceRequest", "verifyPerson"]),
    ("auth", "fa fa-shield", &["group", "admin", "why", "rule", "adminLog"]),
    ("outside", "fa fa-paper-plane", &["mail", "sms"]),
    ("sms", "fa fa-commenting", &["template", "log"]),
    ("ding", "fa fa-comments", &["config", "template", "variable", "record"]),
    ("event", "fa fa-bolt", &["webhook", "delivery"]),
    ("api", "fa fa-plug", &["key", "board", "log", "url", "config"]),
    (
        "routine",
        "fa fa-cogs",
        &["config", "attachment", "adminInfo", "crontab", "crontabLog", "transfer", "dataExport", "dataImport", "exportTemplate", "terminal"],
    ),
    ("security", "fa fa-lock", &["dataRecycleLog", "sensitiveDataLog", "backup", "dataRecycle", "sensitiveData"]),
];

/// Icons of directories within a directory.
const INNER_ICONS: &[(&str, &str)] = &[
    ("shop/order", "fa fa-list"),
    ("shop/goods", "fa fa-tags"),
    ("shop/marketing", "fa fa-gift"),
    ("shop/delivery", "fa fa-truck"),
    ("shop/advert", "fa fa-image"),
    ("shop/user", "fa fa-users"),
    ("shop/notify", "fa fa-bell"),
];

/// Permissions that no route names: the page and the button.
const FURTHER: &[(&str, &str)] = &[
    ("warehouse/inventory", "cost"),
    ("expo/company", CONTACT),
    // Open to everybody; clients written for BuildAdmin look for the rules.
    ("routine/adminInfo", "index"),
    ("routine/adminInfo", "edit"),
];
/// Pages whose own rule is their permission: they call other pages' routes, or routes that are open to all who are logged in.
const WITHOUT_ROUTES: &[&str] = &["warehouse/clerk", "auth/why", "notification/index"];

/// Actions in the order of their buttons; others follow.
const ACTIONS: &[&str] = &["index", "add", "edit", "del", "sortable", "import", "export"];

/// A page with its buttons.
#[derive(Default)]
struct Page {
    name: String,
    buttons: BTreeSet<String>,
}

/// The names of what clients may do with a resource.
fn actions_of(resource: &Resource) -> impl Iterator<Item = &'static str> {
    let all = [Action::Index, Action::Add, Action::Edit, Action::Del, Action::Sortable, Action::Import, Action::Export];
    let contact = resource.fields.iter().any(|field| field.mask.is_some()).then_some(CONTACT);
    let commands = resource.commands.iter().map(|command| command.name);
    all.into_iter().filter(|action| resource.allows(*action)).map(Action::name).chain(commands).chain(contact)
}

/// Every page, by its name in lower case: those of declared resources, and those of other routes.
fn pages(routes: &[(String, Access)]) -> BTreeMap<String, Page> {
    let mut pages: BTreeMap<String, Page> = BTreeMap::new();
    let mut button = |page: &str, action: Option<&str>| {
        let entry = pages.entry(page.to_lowercase()).or_insert_with(|| Page { name: page.to_owned(), buttons: BTreeSet::new() });
        // Names differ in case only: one is enough.
        if let Some(action) = action.filter(|action| !entry.buttons.iter().any(|known| known.eq_ignore_ascii_case(action))) {
            entry.buttons.insert(action.to_owned());
        }
    };
    WITHOUT_ROUTES.iter().for_each(|page| button(page, None));
    for resource in catalogue::compiled() {
        let page = page_of(resource.controller);
        actions_of(resource).for_each(|action| button(&page, Some(action)));
    }
    for (page, action) in FURTHER {
        button(page, Some(action));
    }
    for (path, access) in routes {
        let Some((controller, action)) = path.strip_prefix("/admin/").and_then(|rest| rest.split_once('/')) else { continue };
        if let Access::Node(node) = access
            && let Some((_, of_node)) = node.rsplit_once('/')
        {
            let page = page_of(controller);
            // The page's own rule may be the node; a route may share another one's.
            let own = node.eq_ignore_ascii_case(&page);
            button(&page, (!own).then_some(if action.eq_ignore_ascii_case(of_node) { action } else { of_node }));
        }
    }
    for kind in KINDS {
        rights(*kind).for_each(|right| button(kind.page, Some(right)));
    }
    pages
}

fn seed(catalogue: &Catalogue, name: &str, parent: &str, kind: &'static str, (icon, weigh): (&str, i64)) -> RuleSeed {
    let component = if kind == "menu" { view_of(name) } else { String::new() };
    let title = title(catalogue, Language::Chinese, name, "");
    RuleSeed { name: name.to_owned(), parent: parent.to_owned(), kind, title, icon: icon.to_owned(), component, keepalive: kind == "menu", weigh }
}

fn seed_page(catalogue: &Catalogue, seeds: &mut Vec<RuleSeed>, page: &Page, parent: &str, weigh: i64) {
    seeds.push(seed(catalogue, &page.name, parent, "menu", ("fa fa-circle-o", weigh)));
    let known = ACTIONS.iter().filter(|action| page.buttons.contains(**action)).map(|action| (*action).to_owned());
    let others = page.buttons.iter().filter(|action| !ACTIONS.contains(&action.as_str())).cloned();
    for (place, action) in known.chain(others).enumerate() {
        let weigh = 100 - i64::try_from(place).unwrap_or(100);
        seeds.push(seed(catalogue, &format!("{}/{action}", page.name), &page.name, "button", ("", weigh)));
    }
}

/// The directory of a page of three levels, `shop/goods` of `shop/goods/service`: put there before its first page.
fn seed_inner_dir(catalogue: &Catalogue, seeds: &mut Vec<RuleSeed>, page: &str, dir: &str, weigh: i64) -> Option<String> {
    let (inner, _) = page.rsplit_once('/').filter(|(inner, _)| inner.contains('/'))?;
    if seeds.iter().all(|seed| seed.name != inner) {
        let icon = INNER_ICONS.iter().find(|(name, _)| *name == inner).map_or("fa fa-th-large", |(_, icon)| *icon);
        seeds.push(seed(catalogue, inner, dir, "menu_dir", (icon, weigh)));
    }
    Some(inner.to_owned())
}

/// The rules that a site begins with, parents first. `routes` are the paths of the API and what they need.
#[must_use]
pub fn seeds(routes: &[(String, Access)]) -> Vec<RuleSeed> {
    let catalogue = &Catalogue::compiled();
    let mut pages = pages(routes);
    let mut seeds = Vec::new();
    if let Some(page) = pages.remove("dashboard") {
        seed_page(catalogue, &mut seeds, &page, "", 1_000);
    }
    let named: Vec<(&str, &str, &[&str])> = ORDER.to_vec();
    let further: BTreeSet<String> = pages.keys().filter_map(|page| Some(page.split_once('/')?.0.to_owned())).collect();
    let further = further.iter().filter(|dir| *dir != "notification" && !ORDER.iter().any(|(known, ..)| known == dir));
    let dirs =
        named.iter().map(|(dir, icon, order)| (*dir, *icon, *order)).chain(further.map(|dir| (dir.as_str(), "fa fa-th-large", &[] as &[&str])));
    for (place, (dir, icon, order)) in dirs.enumerate() {
        let within = format!("{}/", dir.to_lowercase());
        let mut own: Vec<String> = pages.keys().filter(|page| page.starts_with(&within)).cloned().collect();
        if own.is_empty() {
            continue;
        }
        let rank = |page: &String| order.iter().position(|known| page.ends_with(&format!("/{}", known.to_lowercase()))).unwrap_or(order.len());
        own.sort_by_key(|page| (rank(page), page.clone()));
        seeds.push(seed(catalogue, dir, "", "menu_dir", (icon, 900 - 10 * i64::try_from(place).unwrap_or(0))));
        for (place, page) in own.iter().enumerate() {
            if let Some(page) = pages.remove(page) {
                let weigh = 500 - i64::try_from(place).unwrap_or(0);
                let inner = seed_inner_dir(catalogue, &mut seeds, &page.name, dir, weigh);
                seed_page(catalogue, &mut seeds, &page, inner.as_deref().unwrap_or(dir), weigh);
            }
        }
    }
    for page in pages.values() {
        seed_page(catalogue, &mut seeds, page, "", 0);
    }
    seeds
}

/// The rules of a resource that is added while the node runs, parents first: its directory, its page, its buttons.
#[must_use]
pub fn seeds_of(catalogue: &Catalogue, resource: &Resource) -> Vec<RuleSeed> {
    let page = Page { name: page_of(resource.controller), buttons: actions_of(resource).map(str::to_owned).collect() };
    let dir = page.name.rsplit_once('/').map_or("", |(dir, _)| dir);
    let mut seeds = vec![seed(catalogue, dir, "", "menu_dir", ("fa fa-th-large", 0))];
    seed_page(catalogue, &mut seeds, &page, dir, 0);
    seeds
}

#[cfg(test)]
mod tests {
    use super::super::rule_titles::{label, logged_parts, logged_title, title_of_node};
    use super::*;
    use crate::http::access::{named_node, page_node};

    #[test]
    fn pages_are_named_as_clients_know_them() {
        assert_eq!(page_of("warehouse.ProductCategory"), "warehouse/productCategory");
        assert_eq!(page_of("auth.AdminLog"), "auth/adminLog");
        assert_eq!(page_of("Dashboard"), "dashboard");
        assert_eq!(page_of("shop.goods.SpecTemplate"), "shop/goods/specTemplate");
    }

    #[test]
    fn every_rule_has_a_title_in_both_languages_and_a_parent_before_it() {
        let named = |path: &str| (path.to_owned(), Access::Node(named_node(&path.to_lowercase())));
        let push = "/admin/notification.Index/push";
        let routes = [
            named("/admin/Dashboard/index"),
            named("/admin/warehouse.InboundOrder/takeBack"),
            named("/admin/warehouse.Product/select"),
            named("/admin/shop.marketing.Coupon/give"),
            named("/admin/shop.marketing.Coupon/withdraw"),
            named("/admin/shop.marketing.RechargeOrder/confirm"),
            named("/admin/shop.marketing.RechargeOrder/refund"),
            named("/admin/shop.order.Order/close"),
            (push.to_owned(), Access::Node(page_node(&push.to_lowercase()))),
        ];
        let seeds = seeds(&routes);
        let catalogue = &Catalogue::compiled();
        assert!(seeds.iter().any(|seed| seed.name == "warehouse/inboundOrder/takeBack" && seed.parent == "warehouse/inboundOrder"));
        assert!(!seeds.iter().any(|seed| seed.name.ends_with("/select")));
        assert!(seeds.iter().any(|seed| seed.name == "warehouse/clerk" && seed.kind == "menu" && seed.parent == "warehouse"));
        let goods: Vec<_> = seeds.iter().filter(|seed| seed.name == "shop/goods" || seed.name == "shop/goods/goods").collect();
        assert_eq!(goods.iter().map(|seed| (seed.kind, &*seed.parent)).collect::<Vec<_>>(), [("menu_dir", "shop"), ("menu", "shop/goods")]);
        let notifications: Vec<_> = seeds.iter().filter(|seed| seed.name.starts_with("notification")).map(|seed| (seed.kind, &*seed.name)).collect();
        assert_eq!(notifications, [("menu", "notification/index")]);
        for (place, seed) in seeds.iter().enumerate() {
            assert!(seed.parent.is_empty() || seeds[..place].iter().any(|above| above.name == seed.parent), "{}", seed.name);
            assert!(label(catalogue, &seed.name).is_some(), "{} has no title", seed.name);
            assert_eq!(seeds.iter().filter(|other| other.name.eq_ignore_ascii_case(&seed.name)).count(), 1, "{}", seed.name);
        }
        assert_eq!(title(catalogue, Language::English, "warehouse/product", "商品"), "Products");
        assert_eq!(title(catalogue, Language::English, "warehouse/product", "我的商品"), "我的商品");
        assert_eq!(title_of_node(catalogue, Language::English, "warehouse/product/edit"), "Products - Edit");
        let give = "shop/marketing/coupon/give";
        assert_eq!(title(catalogue, Language::English, give, give), "Give coupons", "stored before it had words");
        let close = "shop/order/order/close";
        assert_eq!(title(catalogue, Language::English, close, "结案"), "Close orders", "stored before it had words of its own");
        // Logged titles are found in English too.
        for seed in seeds.iter().filter(|seed| seed.kind == "button") {
            let node = seed.name.to_lowercase();
            let stored = title_of_node(catalogue, Language::Chinese, &node);
            assert_eq!(
                logged_title(&logged_parts(catalogue, Language::English), &stored),
                title_of_node(catalogue, Language::English, &node),
                "{node}"
            );
            assert_eq!(logged_title(&logged_parts(catalogue, Language::Chinese), &stored), stored, "{node}");
        }
    }
}
