//! The menu tree of a client (wire contract 2.5), made of the rules that somebody holds.

use std::collections::HashMap;

use entrepot_store::identity::rights::{Rights, Rule};
use entrepot_store::resource::catalogue::Catalogue;
use poem_openapi::{Object, Union};

use super::rule_titles::title;
use crate::i18n::{Language, find_text};

/// Deepest menu; a circle ends here.
const DEPTH_MAX: usize = 8;

/// Pages whose view is a file of its own in clients written for BuildAdmin; that of others is `index.vue` in a folder.
const SINGLE_VIEWS: &[&str] = &["dashboard", "routine/adminInfo"];
/// Path of back office views in menu rules.
const VIEWS: &str = "/src/views/backend/";

/// The view of a page, as its rule names it.
pub(super) fn view_of(page: &str) -> String {
    if SINGLE_VIEWS.contains(&page) { format!("{VIEWS}{page}.vue") } else { format!("{VIEWS}{page}/index.vue") }
}

/// The page of a view, in lower case; nothing for what is no view.
fn page_of_view(component: &str) -> Option<String> {
    let page = component.trim_start_matches('/').strip_prefix(VIEWS.trim_start_matches('/'))?.strip_suffix(".vue")?;
    Some(page.strip_suffix("/index").unwrap_or(page).to_lowercase())
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
