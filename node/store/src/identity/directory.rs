//! Groups, rules, memberships, departments and muted notifications, read together and cached: with an embedded database until one of the tables is
//! written, with a server for a few seconds.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actors::store::StoreError;
use serde::Deserialize;

use super::mutes::MUTES;
use super::rights::key::{self, KeyRefusal, KeyTerms, key_rights};
use super::rights::{Administrator, Department, Explanation, Group, Rights, Rule, explain, lineage, rights};
use crate::cache::{Age, Cache, CacheStats, Limits, RENEW_AFTER};
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::transaction::take;
use crate::resource::catalogue::Catalogue;

/// What an administrator has switched off.
#[derive(Debug, Default)]
struct Muted {
    kinds: HashSet<String>,
    /// Warehouses by kind.
    places: HashMap<String, HashSet<i64>>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Directory {
    pub groups: Vec<Group>,
    /// Enabled and disabled, in the order of menus: weight descending, then id.
    pub rules: Vec<Rule>,
    pub administrators: Vec<Administrator>,
    departments: Vec<Department>,
    /// The departments of administrators, also disabled ones.
    department_of: HashMap<i64, i64>,
    /// The kinds of notifications that administrators have switched off.
    muted: HashMap<i64, Muted>,
    /// By administrator; no larger than `administrators`.
    computed: Mutex<HashMap<i64, Arc<Rights>>>,
    /// Of keys, by what they are bound to; at most [`KEYS_COMPUTED_MAX`].
    computed_keys: Mutex<HashMap<KeyTerms, Arc<Rights>>>,
}

/// Keys whose rights are remembered; then all are forgotten.
const KEYS_COMPUTED_MAX: usize = 1_000;

impl Directory {
    /// Of what was read.
    #[must_use]
    pub fn new(groups: Vec<Group>, rules: Vec<Rule>, administrators: Vec<Administrator>) -> Self {
        Self { groups, rules, administrators, ..Self::default() }
    }

    /// The same with departments; administrators that were read with the id of theirs get its lineage.
    #[must_use]
    pub fn with_departments(mut self, departments: Vec<Department>) -> Self {
        for person in &mut self.administrators {
            self.department_of.extend(person.departments.first().map(|own| (person.id, *own)));
            person.departments = person.departments.first().map(|own| lineage(&departments, *own)).unwrap_or_default();
        }
        self.departments = departments;
        self
    }

    /// A department and those above it, up to the first that is disabled; nothing of one that is disabled or not there.
    #[must_use]
    pub fn lineage(&self, department: i64) -> Vec<i64> {
        lineage(&self.departments, department)
    }

    /// The department with that id.
    #[must_use]
    pub fn department(&self, id: i64) -> Option<&Department> {
        self.departments.iter().find(|department| department.id == id)
    }

    /// An administrator's department, also if it is disabled.
    #[must_use]
    pub fn department_of(&self, admin: i64) -> Option<i64> {
        self.department_of.get(&admin).copied()
    }

    /// The administrator with that id.
    #[must_use]
    pub fn administrator(&self, id: i64) -> Option<&Administrator> {
        self.administrators.iter().find(|person| person.id == id)
    }

    /// Why an administrator may or may not do what the rules grant.
    #[must_use]
    pub fn explain(&self, admin: i64, catalogue: &Catalogue) -> Explanation {
        explain(admin, &self.groups, &self.rules, &self.administrators, catalogue)
    }

    /// Whether an administrator does not want a kind of notifications.
    #[must_use]
    pub fn mutes(&self, admin: i64, kind: &str) -> bool {
        self.muted.get(&admin).is_some_and(|muted| muted.kinds.contains(kind))
    }

    /// Whether an administrator does not want a kind of notifications about a warehouse.
    #[must_use]
    pub fn mutes_in(&self, admin: i64, kind: &str, warehouse: i64) -> bool {
        self.muted.get(&admin).and_then(|muted| muted.places.get(kind)).is_some_and(|warehouses| warehouses.contains(&warehouse))
    }

    /// The rights of an administrator; none for an unknown or disabled one.
    #[must_use]
    pub fn rights(&self, admin: i64) -> Arc<Rights> {
        let mut computed = self.computed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = computed.get(&admin) {
            return known.clone();
        }
        let Some(person) = self.administrators.iter().find(|person| person.id == admin && person.enabled) else { return Arc::new(Rights::nothing()) };
        let found = Arc::new(rights(person, &self.groups, &self.rules, &self.administrators));
        computed.insert(admin, found.clone());
        found
    }

    /// The rights of a key for another program, or why it has none.
    pub fn key_rights(&self, terms: &KeyTerms) -> Result<Arc<Rights>, KeyRefusal> {
        key::check(terms, &self.rights(terms.owner), &self.groups, &self.administrators)?;
        let mut computed = self.computed_keys.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = computed.get(terms) {
            return Ok(known.clone());
        }
        if computed.len() >= KEYS_COMPUTED_MAX {
            computed.clear();
        }
        let found = Arc::new(key_rights(terms, &self.groups, &self.rules, &self.administrators));
        computed.insert(terms.clone(), found.clone());
        Ok(found)
    }

    /// The group with that id.
    #[must_use]
    pub fn group(&self, id: i64) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// The rule with that id.
    #[must_use]
    pub fn rule(&self, id: i64) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    /// Enabled super administrators.
    #[must_use]
    pub fn chiefs(&self) -> Vec<i64> {
        let supers: Vec<i64> = self.groups.iter().filter(|group| group.status == 1 && group.is_super()).map(|group| group.id).collect();
        let chief = |person: &&Administrator| person.enabled && person.groups.iter().any(|group| supers.contains(group));
        self.administrators.iter().filter(chief).map(|person| person.id).collect()
    }

    /// Enabled administrators who hold a permission node, with their rights.
    #[must_use]
    pub fn holders(&self, node: &str) -> Vec<(i64, Arc<Rights>)> {
        let enabled = self.administrators.iter().filter(|person| person.enabled);
        enabled.map(|person| (person.id, self.rights(person.id))).filter(|(_, rights)| rights.holds(node)).collect()
    }
}

/// Other nodes send a message when they change something. If one is lost, the data is read again after this time.
const SHARED_AGE: Duration = Duration::from_secs(5);
/// The directory as last read.
const LIMITS: Limits = Limits { name: "directory", weight: 8, entries: 8, age: Age { sole: RENEW_AFTER, shared: SHARED_AGE } };
/// The tables that it is made of.
const TABLES: [&str; 5] = ["admin_group", "admin_rule", "admin", "department", MUTES];

/// See the module.
#[derive(Debug)]
struct DirectoryCache {
    known: Cache<(), Arc<Directory>>,
    /// One task reads, the others wait for its result.
    reading: tokio::sync::Mutex<()>,
}

impl Memory for DirectoryCache {
    fn new(sole: bool) -> Self {
        Self { known: Cache::new(LIMITS, sole), reading: tokio::sync::Mutex::default() }
    }

    fn stats(&self) -> Vec<CacheStats> {
        vec![self.known.stats()]
    }
}

#[derive(Deserialize)]
struct Mute {
    admin: i64,
    kinds: HashSet<String>,
    places: Vec<(String, i64)>,
}

impl Mute {
    fn read(self) -> (i64, Muted) {
        let mut muted = Muted { kinds: self.kinds, places: HashMap::new() };
        for (kind, warehouse) in self.places {
            muted.places.entry(kind).or_default().insert(warehouse);
        }
        (self.admin, muted)
    }
}

const RULE_COLUMNS: &str =
    "record::id(id) AS id, pid, type, title, name, path, icon, menu_type, url, component, keepalive, extend, remark, weigh, status";

impl Store {
    /// Groups, rules and memberships.
    pub async fn directory(&self) -> Result<Arc<Directory>, StoreError> {
        let cache: &DirectoryCache = self.memory();
        if let Some(known) = cache.known.get(&(), &self.writes().stamp(TABLES)) {
            return Ok(known);
        }
        let _reading = cache.reading.lock().await;
        let stamp = self.writes().stamp(TABLES);
        if let Some(known) = cache.known.get(&(), &stamp) {
            return Ok(known);
        }
        let query = format!(
            "SELECT record::id(id) AS id, pid, name, rules, scope, warehouses, warehouse_right ?? 'decide' AS warehouse_right,
               see_warehouses ?? [] AS see_warehouses, work_warehouses ?? [] AS work_warehouses,
               decide_warehouses ?? [] AS decide_warehouses, status FROM admin_group;
             SELECT {RULE_COLUMNS} FROM admin_rule ORDER BY weigh DESC, id ASC;
             SELECT record::id(id) AS id, group_arr ?? [] AS groups, status = 'enable' AS enabled,
               IF (department_id ?? 0) > 0 {{ [department_id] }} ELSE {{ [] }} AS departments FROM admin;
             SELECT record::id(id) AS id, pid ?? 0 AS pid, status FROM department;
             SELECT record::id(id) AS admin, kinds ?? [] AS kinds, places ?? [] AS places FROM {MUTES};"
        );
        let mut response = self.run(&query, vec![]).await?;
        let directory = Directory::new(take(&mut response, 0)?, take(&mut response, 1)?, take(&mut response, 2)?);
        let mut directory = directory.with_departments(take(&mut response, 3)?);
        let mutes: Vec<Mute> = take(&mut response, 4)?;
        directory.muted = mutes.into_iter().map(Mute::read).collect();
        let directory = Arc::new(directory);
        cache.known.put((), stamp, directory.clone());
        Ok(directory)
    }

    /// Invalidates the cache: groups, rules or memberships have changed.
    pub fn forget_directory(&self) {
        self.writes().changed(TABLES[0]);
    }

    /// Ids and names of all warehouses, in the order of lists.
    pub async fn warehouse_names(&self) -> Result<Vec<(i64, String)>, StoreError> {
        let query = "SELECT VALUE [record::id(id), name] FROM (SELECT id, name, weigh FROM warehouse ORDER BY weigh DESC, id ASC)";
        self.rows(query, vec![]).await
    }

    /// The rights of an administrator.
    pub async fn rights(&self, admin: i64) -> Result<Arc<Rights>, StoreError> {
        Ok(self.directory().await?.rights(admin))
    }
}
