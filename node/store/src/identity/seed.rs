//! Groups and menu rules of a new site.

use std::collections::HashMap;

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, take};
use crate::engine::value::{array, id, int, object, text, text_id};

/// The names of rules that were seeded once: a deleted one is not seeded again.
const SEEDED: &str = "menu_seeded";
/// Set once the groups of an older site have been given the permission to be notified.
const NOTIFIED: &str = "notification_permission_given";
/// Set once the groups of an older site have been given the permission to see figures of cost.
const SEES_COST: &str = "cost_permission_given";
/// Set, with a page after it, once the groups of an older site have been given the permission to see its contact data.
const SEES_CONTACTS: &str = "contact_permission_given";
/// How often it is tried when another node does the same.
const TRIES: usize = 8;

/// A rule of a new site. Its parent is named and comes earlier in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSeed {
    pub name: String,
    /// Empty for the top.
    pub parent: String,
    /// `menu_dir`, `menu` or `button`.
    pub kind: &'static str,
    pub title: String,
    pub icon: String,
    pub component: String,
    pub keepalive: bool,
    pub weigh: i64,
}

#[derive(serde::Deserialize)]
struct ExistingRule {
    id: i64,
    name: String,
}

impl Store {
    /// The id of the group with all rights, which is created when there is none. Administrators who were made super
    /// before there were groups join it.
    pub async fn seed_super_group(&self, now: i64) -> Result<i64, StoreError> {
        let query = "BEGIN;
            LET $found = (SELECT VALUE id FROM admin_group WHERE rules = '*' AND status = 1 ORDER BY id LIMIT 1)[0];
            LET $group = IF $found { $found } ELSE { type::record('admin_group', sequence::nextval('admin_group')) };
            UPSERT type::record('counter', 'super_group') SET last = record::id($group) RETURN NONE;
            IF !$found { CREATE $group SET pid = 0, name = '超级管理组', rules = '*', scope = 'all', warehouses = [], status = 1,
              create_time = $now, update_time = $now, version = 1 RETURN NONE };
            UPDATE admin SET group_arr = array::union(group_arr ?? [], [record::id($group)]), super = false WHERE super = true RETURN NONE;
            SELECT VALUE record::id($group) FROM ONLY [1];
            COMMIT;";
        let mut response = self.run(query, vec![("now", int(now))]).await?;
        self.forget_directory();
        take(&mut response, 6)
    }

    async fn seeded_names(&self) -> Result<Vec<String>, StoreError> {
        let text = self.setting(SEEDED).await?.unwrap_or_default();
        Ok(text.split('\n').filter(|name| !name.is_empty()).map(str::to_owned).collect())
    }

    /// Adds rules that were never seeded. Parents come before their children.
    pub async fn seed_rules(&self, wanted: &[RuleSeed], now: i64) -> Result<usize, StoreError> {
        for _ in 0..TRIES {
            let before = self.seeded_names().await?;
            let missing: Vec<&RuleSeed> = wanted.iter().filter(|seed| !before.contains(&seed.name.to_lowercase())).collect();
            if missing.is_empty() {
                return Ok(0);
            }
            let existing: Vec<ExistingRule> = self.rows("SELECT record::id(id) AS id, name FROM admin_rule", vec![]).await?;
            let mut ids: HashMap<String, i64> = existing.into_iter().map(|rule| (rule.name.to_lowercase(), rule.id)).collect();
            let fresh: Vec<&RuleSeed> = missing.iter().copied().filter(|seed| !ids.contains_key(&seed.name.to_lowercase())).collect();
            let count = i64::try_from(fresh.len()).unwrap_or(0);
            let mut response = self.run("RETURN (<array> 1..=$count).map(|$n| sequence::nextval('admin_rule'))", vec![("count", int(count))]).await?;
            let keys: Vec<i64> = if count == 0 { vec![] } else { take(&mut response, 0)? };
            let mut rows = Vec::with_capacity(fresh.len());
            for (seed, key) in fresh.iter().zip(keys) {
                ids.insert(seed.name.to_lowercase(), key);
                let parent = ids.get(&seed.parent.to_lowercase()).copied().unwrap_or(0);
                let is_menu = seed.kind == "menu";
                rows.push(object([
                    ("id", id("admin_rule", key)),
                    ("pid", int(parent)),
                    ("type", text(seed.kind)),
                    ("title", text(&seed.title)),
                    ("name", text(&seed.name)),
                    ("path", text(if seed.kind == "button" { "" } else { &seed.name })),
                    ("icon", text(&seed.icon)),
                    ("menu_type", text(if is_menu { "tab" } else { "" })),
                    ("url", text("")),
                    ("component", text(&seed.component)),
                    ("keepalive", int(i64::from(seed.keepalive))),
                    ("extend", text("none")),
                    ("remark", text("")),
                    ("weigh", int(seed.weigh)),
                    ("status", int(1)),
                    ("create_time", int(now)),
                    ("update_time", int(now)),
                    ("version", int(1)),
                ]));
            }
            let mut names = before.clone();
            names.extend(missing.iter().map(|seed| seed.name.to_lowercase()));
            let query = "BEGIN; IF ((SELECT VALUE value FROM ONLY $setting) ?? '') != $before { THROW 'SEEDED' };
                UPSERT $setting SET value = $names RETURN NONE; INSERT INTO admin_rule $rows RETURN NONE; COMMIT;";
            let vars = vec![
                ("setting", text_id("setting", SEEDED)),
                ("before", text(&before.join("\n"))),
                ("names", text(&names.join("\n"))),
                ("rows", array(rows)),
            ];
            match self.run(query, vars).await {
                Ok(_) => {
                    self.forget_directory();
                    return Ok(fresh.len());
                }
                // Another node is seeding: look at what it has added.
                Err(TxError::Thrown(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict)
    }

    /// Switches rules on or off by their names in lower case. One that is off is in no menu and grants nothing.
    pub async fn switch_rules(&self, names: &[String], on: bool, now: i64) -> Result<(), StoreError> {
        let query =
            "UPDATE admin_rule SET status = $status, update_time = $now WHERE string::lowercase(name) IN $names AND status != $status RETURN NONE";
        let names = array(names.iter().map(|name| text(name)).collect());
        self.run(query, vec![("status", int(i64::from(on))), ("names", names), ("now", int(now))]).await?;
        self.forget_directory();
        Ok(())
    }

    /// Grants a rule and its ancestors to every group that has rules, once in the life of a site. Before this version
    /// every administrator was notified, whatever their groups held (decision 0021). Returns how many groups changed.
    pub async fn keep_notified(&self, rule: &str, now: i64) -> Result<usize, StoreError> {
        self.keep(NOTIFIED, rule, |_| true, now).await
    }

    /// Grants a rule and its ancestors to every group that holds one of `seen` (lower case), once in the life of a
    /// site: before this version everybody who saw those lists saw their figures of cost (decision 0035).
    pub async fn keep_cost(&self, rule: &str, seen: &[&str], now: i64) -> Result<usize, StoreError> {
        self.keep(SEES_COST, rule, |held| held.iter().any(|name| seen.contains(&name.as_str())), now).await
    }

    /// Grants the right to see contact data whole to every group that holds the list of a page (lower case), once in the
    /// life of a site: before this version everybody who saw the list saw them (decision 0035).
    pub async fn keep_contacts(&self, page: &str, now: i64) -> Result<usize, StoreError> {
        let list = format!("{page}/index");
        let setting = format!("{SEES_CONTACTS}:{page}");
        self.keep(&setting, &format!("{page}/contact"), |held| held.contains(&list), now).await
    }

    /// Grants a rule and its ancestors to the groups whose rules, by their names in lower case, fit; once, which the
    /// setting remembers.
    async fn keep(&self, setting: &str, rule: &str, fits: impl Fn(&[String]) -> bool, now: i64) -> Result<usize, StoreError> {
        if self.setting(setting).await?.is_some() {
            return Ok(0);
        }
        let directory = self.directory().await?;
        let mut given = Vec::new();
        let mut next = directory.rules.iter().find(|known| known.name.eq_ignore_ascii_case(rule));
        // A rule above itself ends the walk.
        while let Some(known) = next.filter(|known| !given.contains(&known.id)) {
            given.push(known.id);
            next = directory.rule(known.pid);
        }
        let mut changes = Vec::new();
        for group in directory.groups.iter().filter(|group| !group.is_super()) {
            let mut held = group.rule_ids();
            let before = held.len();
            let names: Vec<String> = held.iter().filter_map(|id| directory.rule(*id)).map(|rule| rule.name.to_lowercase()).collect();
            if before > 0 && fits(&names) {
                held.extend(&given);
            }
            if held.len() > before {
                let rules = held.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
                changes.push(object([("id", id("admin_group", group.id)), ("before", text(&group.rules)), ("rules", text(&rules))]));
            }
        }
        let count = changes.len();
        let query = "BEGIN; IF (SELECT VALUE value FROM ONLY $setting) != NONE { THROW 'SEEDED' };
            UPSERT $setting SET value = 'yes' RETURN NONE;
            FOR $change IN $changes { LET $group = $change.id; UPDATE $group SET rules = $change.rules, update_time = $now WHERE rules = $change.before RETURN NONE };
            COMMIT;";
        let vars = vec![("setting", text_id("setting", setting)), ("changes", array(changes)), ("now", int(now))];
        match self.run(query, vars).await {
            Ok(_) => {
                self.forget_directory();
                Ok(count)
            }
            // Another node has done it.
            Err(TxError::Thrown(_)) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }
}
