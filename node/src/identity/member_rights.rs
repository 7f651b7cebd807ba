//! The member rules of a group, flat and as menus.

use std::collections::HashMap;

use actors::store::StoreError;
use entrepot_store::Store;
use entrepot_store::engine::typed;
use entrepot_store::member::rights::MemberRule;
use poem_openapi::Object;

use crate::i18n::{Language, find_text, text};

/// The group of members that nobody has put into one: who registers, and whom the back office adds or leaves without.
pub const FIRST_GROUP: i64 = 1;
/// Maximum depth of menus; also ends cycles.
const DEPTH_MAX: usize = 8;

/// The rules that a text of a group grants (`*`, or ids with commas between), with every rule above them granted too.
pub fn granted(all: Vec<MemberRule>, text: &str) -> Result<Vec<MemberRule>, StoreError> {
    let everything = text.split(',').any(|part| part.trim() == "*");
    let listed = if everything { Some(vec![]) } else { typed::integers(&text.into()) };
    let ids = listed.ok_or_else(|| StoreError::Corrupt(format!("the rules of a member group can't be read: {text}")))?;
    let above: HashMap<i64, i64> = all.iter().filter(|rule| everything || ids.contains(&rule.id)).map(|rule| (rule.id, rule.pid)).collect();
    let reaches_root = |mut id: i64| {
        // A tree is never deeper than it has rows.
        for _ in 0..=above.len() {
            match above.get(&id) {
                Some(0) => return true,
                Some(parent) => id = *parent,
                None => return false,
            }
        }
        false
    };
    Ok(all.into_iter().filter(|rule| reaches_root(rule.id)).collect())
}

/// The rules of a group; none without one.
pub async fn of_group(store: &Store, group: Option<i64>) -> Result<Vec<MemberRule>, StoreError> {
    let Some(group) = group else { return Ok(vec![]) };
    let text = store.member_group_rules(group).await?;
    if text.is_empty() { Ok(vec![]) } else { granted(store.member_rules().await?, &text) }
}

/// A rule's title in the request's language: its own, unless it is still called as at the beginning.
#[must_use]
pub fn title(name: &str, stored: &str) -> String {
    let key = format!("member.menu.{name}");
    match find_text(Language::Chinese, &key) {
        Some(first) if first == stored => text(&key, &[]),
        _ => stored.to_owned(),
    }
}

/// The view of a page of the member centre, as its rule names it.
#[must_use]
pub fn view_of(page: &str) -> String {
    format!("/src/views/frontend/user/{page}.vue")
}

/// Whether a rule leads to a page of Entrepot's own, with which a site begins.
#[must_use]
pub fn is_own_page(rule: &MemberRule) -> bool {
    rule.kind == "menu" && rule.component == view_of(&rule.name) && find_text(Language::Chinese, &format!("member.menu.{}", rule.name)).is_some()
}

/// A rule of the member side, with those below it.
#[derive(Clone, Debug, Object)]
pub struct MemberMenuRule {
    pub id: i64,
    /// The rule above; 0 at the top.
    pub pid: i64,
    /// `menu_dir`, `menu`, `route`, `nav`, `nav_user_menu` or `button`.
    #[oai(rename = "type")]
    pub kind: String,
    /// In the request's language.
    pub title: String,
    pub name: String,
    pub path: String,
    pub icon: String,
    /// `tab`, `link` or `iframe`; empty for what is no menu item.
    pub menu_type: String,
    /// Where a link or a frame leads.
    pub url: String,
    /// The view of a page, as clients written for BuildAdmin name it.
    pub component: String,
    /// `none`, `add_rules_only` or `add_menu_only`.
    pub extend: String,
    /// Absent where there are none.
    #[oai(skip_serializing_if_is_empty, default)]
    pub children: Vec<MemberMenuRule>,
}

fn node(rule: &MemberRule, rules: &[MemberRule], depth: usize) -> MemberMenuRule {
    let below = rules.iter().filter(|child| depth > 0 && child.pid == rule.id);
    MemberMenuRule {
        id: rule.id,
        pid: rule.pid,
        kind: rule.kind.clone(),
        title: title(&rule.name, &rule.title),
        name: rule.name.clone(),
        path: rule.path.clone(),
        icon: rule.icon.clone(),
        menu_type: rule.menu_type.clone(),
        url: rule.url.clone(),
        component: rule.component.clone(),
        extend: rule.extend.clone(),
        children: below.map(|child| node(child, rules, depth - 1)).collect(),
    }
}

/// Rules and menus of the member side, nested (wire contract 5.1).
#[must_use]
pub fn menus(rules: &[MemberRule]) -> (Vec<MemberMenuRule>, Vec<MemberMenuRule>) {
    let top = |directory: bool| {
        let wanted = move |rule: &&MemberRule| rule.pid == 0 && (rule.kind == "menu_dir") == directory && (directory || rule.kind != "menu");
        rules.iter().filter(wanted).map(|rule| node(rule, rules, DEPTH_MAX)).collect()
    };
    (top(false), filled(top(true)))
}

/// Without directories in which nothing is: a client may show them as headings of nothing.
fn filled(menus: Vec<MemberMenuRule>) -> Vec<MemberMenuRule> {
    let within = |mut menu: MemberMenuRule| {
        menu.children = filled(menu.children);
        menu
    };
    menus.into_iter().map(within).filter(|menu| menu.kind != "menu_dir" || !menu.children.is_empty()).collect()
}

/// The nested rules of visitors; a rule whose parent needs a login is at the top.
#[must_use]
pub fn open(all: &[MemberRule]) -> Vec<MemberMenuRule> {
    let shown = |rule: &&MemberRule| rule.no_login_valid == 1 && matches!(rule.kind.as_str(), "route" | "nav" | "button");
    let shown: Vec<MemberRule> = all.iter().filter(shown).cloned().collect();
    let top = |rule: &&MemberRule| rule.pid == rule.id || !shown.iter().any(|above| above.id == rule.pid);
    shown.iter().filter(top).map(|rule| node(rule, &shown, DEPTH_MAX)).collect()
}

/// The rules that the site's header shows.
#[must_use]
pub fn head_nav(rules: &[MemberMenuRule]) -> Vec<MemberMenuRule> {
    rules.iter().filter(|rule| rule.kind == "nav" && rule.extend != "add_rules_only").cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(id: i64, pid: i64, kind: &str) -> MemberRule {
        let text = String::new;
        MemberRule {
            id,
            pid,
            kind: kind.into(),
            title: text(),
            name: format!("rule/{id}"),
            path: text(),
            icon: text(),
            menu_type: text(),
            url: text(),
            component: text(),
            extend: text(),
            no_login_valid: i64::from(kind == "nav"),
        }
    }

    #[test]
    fn a_rule_below_what_is_not_granted_is_lost() {
        let all =
            || vec![rule(1, 0, "menu_dir"), rule(2, 1, "menu"), rule(3, 2, "button"), rule(4, 0, "nav"), rule(5, 9, "menu"), rule(6, 6, "menu")];
        let ids = |text: &str| granted(all(), text).expect("rules").iter().map(|rule| rule.id).collect::<Vec<_>>();
        assert_eq!(ids("*"), [1, 2, 3, 4]);
        assert_eq!(ids("2,3"), Vec::<i64>::new());
        assert_eq!(ids("1, 2"), [1, 2]);
        assert_eq!(ids(""), Vec::<i64>::new());
        assert!(matches!(granted(all(), "1,x"), Err(StoreError::Corrupt(_))), "what can't be read is not left out");
        let (rules, menus) = menus(&granted(all(), "*").expect("rules"));
        assert_eq!(rules[0].id, 4);
        assert_eq!(menus[0].children[0].children[0].id, 3);
        assert_eq!(open(&all()).len(), 1);
        let nested = [rule(1, 0, "menu_dir"), rule(2, 1, "menu_dir"), rule(3, 0, "menu_dir"), rule(4, 3, "menu"), rule(5, 3, "menu_dir")];
        let shown: Vec<(i64, usize)> = self::menus(&nested).1.iter().map(|menu| (menu.id, menu.children.len())).collect();
        assert_eq!(shown, [(3, 1)], "headings of nothing are left out");
        assert_eq!(head_nav(&rules)[0].id, 4);
    }

    #[test]
    fn open_rules_are_nested_and_the_header_has_those_that_are_menu_items() {
        let open_rule = |id, pid, kind: &str| MemberRule { no_login_valid: 1, ..rule(id, pid, kind) };
        let hidden = MemberRule { extend: "add_rules_only".into(), ..open_rule(5, 0, "nav") };
        let all = [open_rule(1, 0, "nav"), open_rule(2, 1, "nav"), open_rule(3, 9, "route"), open_rule(4, 3, "button"), hidden, rule(6, 0, "route")];
        let shown = open(&all);
        let tree: Vec<(i64, usize)> = shown.iter().map(|rule| (rule.id, rule.children.len())).collect();
        assert_eq!(tree, [(1, 1), (3, 1), (5, 0)]);
        assert_eq!(head_nav(&shown).len(), 1);
    }
}
