//! Menu rules: those of a new site, their titles, and the menu tree of a client (wire contract 2.4, 2.5). Every route
//! with a permission node has a rule; those missing in the declared resources and the list below come from the
//! OpenAPI document.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use bus_schemas::order::kinds::KINDS;
use entrepot_store::identity::rights::{Rights, Rule};
use entrepot_store::identity::seed::RuleSeed;
use entrepot_store::resource::Resource;
use entrepot_store::resource::catalogue::{self, Catalogue};
use entrepot_store::resource::declaration::Action;
use poem_openapi::{Object, Union};

use crate::i18n::{Language, find_text, text_in, with_start};
use crate::identity::access::Access;
use crate::identity::contact::CONTACT;
use crate::order::rights;

/// Deepest menu; a circle ends here.
const DEPTH_MAX: usize = 8;

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
    ("company", "fa fa-building", &["department", "job", "dictionary", "dictionaryEntry"]),
    ("site", "fa fa-globe", &["message", "content"]),
    ("user", "fa fa-user", &["user", "group", "rule", "moneyLog", "scoreLog", "balanceRequest"]),
    ("auth", "fa fa-shield", &["group", "admin", "rule", "adminLog"]),
    ("routine", "fa fa-cogs", &["config", "attachment", "adminInfo", "crontab", "crontabLog", "transfer"]),
    ("security", "fa fa-lock", &["dataRecycleLog", "sensitiveDataLog", "dataRecycle", "sensitiveData"]),
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
const FURTHER: &[(&str, &str)] = &[("warehouse/inventory", "cost")];
/// Pages without a resource or a route of their own: they call other pages' routes. The page's own rule is its permission.
const WITHOUT_ROUTES: &[&str] = &["warehouse/clerk"];

/// Actions in the order of their buttons; others follow.
const ACTIONS: &[&str] = &["index", "add", "edit", "del", "sortable", "import", "export"];

/// A controller's page: `warehouse.ProductCategory` is `warehouse/productCategory`, `Dashboard` is `dashboard`.
#[must_use]
pub fn page_of(controller: &str) -> String {
    let (dir, name) = controller.rsplit_once('.').map_or(("", controller), |(dir, name)| (dir, name));
    let mut letters = name.chars();
    let name = letters.next().map(|first| first.to_lowercase().chain(letters).collect::<String>()).unwrap_or_default();
    if dir.is_empty() { name } else { format!("{}/{name}", dir.replace('.', "/")) }
}

/// Pages whose view is a file of its own in clients written for BuildAdmin; that of others is `index.vue` in a folder.
const SINGLE_VIEWS: &[&str] = &["dashboard", "routine/adminInfo"];
/// Path of back office views in menu rules.
const VIEWS: &str = "/src/views/backend/";

/// The view of a page, as its rule names it.
fn view_of(page: &str) -> String {
    if SINGLE_VIEWS.contains(&page) { format!("{VIEWS}{page}.vue") } else { format!("{VIEWS}{page}/index.vue") }
}

/// The page of a view, in lower case; nothing for what is no view.
fn page_of_view(component: &str) -> Option<String> {
    let page = component.trim_start_matches('/').strip_prefix(VIEWS.trim_start_matches('/'))?.strip_suffix(".vue")?;
    Some(page.strip_suffix("/index").unwrap_or(page).to_lowercase())
}

fn in_both_languages(resource: &Resource) -> (String, String) {
    (resource.title.zh.to_owned(), resource.title.en.to_owned())
}

/// What the rule of that name is called in both languages, when the site began with it.
fn label(catalogue: &Catalogue, name: &str) -> Option<(String, String)> {
    let lower = name.to_lowercase();
    let in_both = |key: &str| Some((find_text(Language::Chinese, key)?, find_text(Language::English, key)?));
    in_both(&format!("menu.{lower}"))
        .or_else(|| catalogue.of_path(&lower).map(in_both_languages))
        .or_else(|| lower.rsplit_once('/').and_then(|(_, action)| in_both(&format!("button.{action}"))))
}

/// A rule's title in a language: its own, unless it is still called as at the beginning.
#[must_use]
pub fn title(catalogue: &Catalogue, language: Language, name: &str, stored: &str) -> String {
    match label(catalogue, name) {
        Some((zh, en)) if stored == zh || stored == en || stored.is_empty() => match language {
            Language::Chinese => zh,
            Language::English => en,
        },
        _ if stored.is_empty() => name.to_owned(),
        _ => stored.to_owned(),
    }
}

/// What a node is called: `Products - Edit`.
#[must_use]
pub fn title_of_node(catalogue: &Catalogue, language: Language, node: &str) -> String {
    let page = node.rsplit_once('/').map_or(node, |(page, _)| page);
    let (page, action) = (title(catalogue, language, page, ""), title(catalogue, language, node, ""));
    if page == action { page } else { format!("{page}{LOGGED_BETWEEN}{action}") }
}

/// Separator of page and button in titles of the audit log.
pub const LOGGED_BETWEEN: &str = " - ";

/// What the parts of titles of the administrators' log are called in English, by the Chinese that is stored: every page
/// and every button that a site begins with, some eighty.
static LOGGED_IN_ENGLISH: LazyLock<Arc<BTreeMap<String, String>>> = LazyLock::new(|| {
    let in_both = |key: String| (text_in(Language::Chinese, &key, &[]), text_in(Language::English, &key, &[]));
    let declared = catalogue::compiled().map(in_both_languages);
    Arc::new(["menu.", "button."].into_iter().flat_map(with_start).map(in_both).chain(declared).collect())
});

/// What the parts of titles of the administrators' log are called in a language, by what is stored. A part that is not
/// there is shown as it is stored.
#[must_use]
pub fn logged_parts(catalogue: &Catalogue, language: Language) -> Arc<BTreeMap<String, String>> {
    match language {
        Language::Chinese => Arc::default(),
        Language::English if catalogue.added().next().is_none() => LOGGED_IN_ENGLISH.clone(),
        Language::English => {
            let of_program = LOGGED_IN_ENGLISH.iter().map(|(zh, en)| (zh.clone(), en.clone()));
            Arc::new(catalogue.added().map(in_both_languages).chain(of_program).collect())
        }
    }
}

/// A title of the administrators' log with these parts, which are those of a language.
#[must_use]
pub fn logged_title(parts: &BTreeMap<String, String>, stored: &str) -> String {
    let mut shown: Vec<&str> = stored.split(LOGGED_BETWEEN).map(|part| parts.get(part).map_or(part, String::as_str)).collect();
    // A page and its directory may be called alike in one language only.
    shown.dedup();
    shown.join(LOGGED_BETWEEN)
}

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
    all.into_iter().filter(|action| resource.allows(*action)).map(Action::name).chain(contact)
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

/// A rule of the menu, with those below it.
#[derive(Object)]
pub struct MenuRule {
    pub id: i64,
    /// The rule above; 0 at the top.
    pub pid: i64,
    /// `menu_dir`, `menu` or `button`.
    #[oai(rename = "type")]
    pub kind: String,
    /// In the request's language.
    pub title: String,
    pub name: String,
    pub path: String,
    pub icon: String,
    /// Of a menu: `tab`, `link` or `iframe`.
    #[oai(nullable)]
    pub menu_type: Option<String>,
    /// Where a link or a frame leads.
    pub url: String,
    /// The view of a page, as clients written for BuildAdmin name it.
    pub component: String,
    pub keepalive: KeepAlive,
    /// `none`, `add_rules_only` or `add_menu_only`.
    pub extend: String,
    pub children: Vec<MenuRule>,
}

/// Whether a page is kept when another is shown: its name if it is, 0 if not.
#[derive(Union)]
pub enum KeepAlive {
    No(i64),
    Page(String),
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

fn menu_rule(catalogue: &Catalogue, rule: &Rule, children: Vec<MenuRule>, language: Language) -> MenuRule {
    MenuRule {
        id: rule.id,
        pid: rule.pid,
        kind: rule.kind.clone(),
        title: title(catalogue, language, &rule.name, &rule.title),
        name: rule.name.clone(),
        path: rule.path.clone(),
        icon: rule.icon.clone(),
        menu_type: Some(rule.menu_type.clone()).filter(|kind| !kind.is_empty()),
        url: rule.url.clone(),
        component: rule.component.clone(),
        keepalive: if rule.keepalive == 0 { KeepAlive::No(0) } else { KeepAlive::Page(rule.name.clone()) },
        extend: rule.extend.clone(),
        children,
    }
}

/// The built-in page of a rule; `None` for a rule that an administrator made for their own page.
fn own_page(catalogue: &Catalogue, rule: &Rule) -> Option<String> {
    let page = page_of_view(&rule.component).filter(|_| rule.kind == "menu" && !matches!(rule.menu_type.as_str(), "link" | "iframe"))?;
    (catalogue.of_path(&page).is_some() || find_text(Language::Chinese, &format!("menu.{page}")).is_some()).then_some(page)
}

/// The menu of an administrator: enabled rules they hold, under parents they hold. Pages of Entrepot's own that the
/// client lacks are left out, with directories that become empty.
#[must_use]
pub fn tree(catalogue: &Catalogue, rules: &[Rule], rights: &Rights, language: Language, has: impl Fn(&str) -> bool) -> Vec<MenuRule> {
    let mut menu = Menu { catalogue, children: HashMap::new(), thinned: false, language };
    for rule in rules.iter().filter(|rule| rule.status == 1 && (rights.everything || rights.rules.contains(&rule.id))) {
        if own_page(catalogue, rule).is_some_and(|page| !has(&page)) {
            menu.thinned = true;
        } else {
            menu.children.entry(rule.pid).or_default().push(rule);
        }
    }
    menu.below(0, 0)
}

/// A menu that is being nested.
struct Menu<'a> {
    catalogue: &'a Catalogue,
    children: HashMap<i64, Vec<&'a Rule>>,
    /// Something was left out.
    thinned: bool,
    language: Language,
}

impl Menu<'_> {
    fn below(&self, parent: i64, depth: usize) -> Vec<MenuRule> {
        if depth >= DEPTH_MAX {
            return vec![];
        }
        let with_children = self.children.get(&parent).into_iter().flatten().map(|rule| (rule, self.below(rule.id, depth + 1)));
        let leads_somewhere = |rule: &Rule, children: &[MenuRule]| !self.thinned || rule.kind != "menu_dir" || !children.is_empty();
        with_children
            .filter(|(rule, children)| leads_somewhere(rule, children))
            .map(|(rule, children)| menu_rule(self.catalogue, rule, children, self.language))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::access::{named_node, page_node};

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

    #[test]
    fn views_and_pages_name_each_other() {
        for (page, view) in [
            ("dashboard", "/src/views/backend/dashboard.vue"),
            ("routine/adminInfo", "/src/views/backend/routine/adminInfo.vue"),
            ("auth/adminLog", "/src/views/backend/auth/adminLog/index.vue"),
            ("notification/index", "/src/views/backend/notification/index/index.vue"),
        ] {
            assert_eq!((view_of(page).as_str(), page_of_view(view)), (view, Some(page.to_lowercase())));
        }
        assert_eq!((page_of_view(""), page_of_view("/src/views/frontend/user/account/profile.vue")), (None, None));
    }

    fn rule(id: i64, pid: i64, kind: &str, component: &str) -> Rule {
        let text = String::new;
        Rule {
            id,
            pid,
            kind: kind.into(),
            title: format!("rule {id}"),
            name: format!("rule/{id}"),
            path: text(),
            icon: text(),
            menu_type: if kind == "menu" { "tab".into() } else { text() },
            url: text(),
            component: component.into(),
            keepalive: 0,
            extend: "none".into(),
            remark: text(),
            weigh: 0,
            status: 1,
        }
    }

    #[test]
    fn what_a_client_has_no_page_for_is_left_out_with_directories_that_lead_nowhere_else() {
        let linked = Rule { menu_type: "link".into(), ..rule(7, 0, "menu", "/src/views/backend/warehouse/unit/index.vue") };
        let rules = [
            rule(1, 0, "menu_dir", ""),
            rule(2, 1, "menu_dir", ""),
            rule(3, 2, "menu", "/src/views/backend/warehouse/brand/index.vue"),
            rule(4, 3, "button", ""),
            rule(5, 0, "menu", "/src/views/backend/auth/admin/index.vue"),
            rule(6, 0, "menu", "/src/views/backend/somebodys/own/index.vue"),
            linked,
        ];
        let ids = |has: fn(&str) -> bool| {
            let menu = tree(&Catalogue::compiled(), &rules, &Rights::all(), Language::English, has);
            menu.iter().map(|rule| rule.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(|_| true), [1, 5, 6, 7]);
        assert_eq!(ids(|page| page == "auth/admin"), [5, 6, 7]);
        assert_eq!(ids(|page| page == "warehouse/brand"), [1, 6, 7]);
    }
}
