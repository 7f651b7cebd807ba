//! Groups, rules and memberships, read together and cached: with an embedded database until one of the tables is
//! written, with a server for a few seconds.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actors::store::StoreError;

use super::rights::{Group, Member, Rights, Rule, rights};
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::resource::rows::RENEW_AFTER;

/// How long a server's rows are cached when no invalidation arrives.
const BELIEVED: Duration = Duration::from_secs(5);

/// See the module.
#[derive(Debug, Default)]
pub struct Directory {
    pub groups: Vec<Group>,
    /// Enabled and disabled, in the order of menus: weight descending, then id.
    pub rules: Vec<Rule>,
    pub members: Vec<Member>,
    /// By administrator; no larger than `members`.
    computed: Mutex<HashMap<i64, Arc<Rights>>>,
}

impl Directory {
    /// Of what was read.
    #[must_use]
    pub fn new(groups: Vec<Group>, rules: Vec<Rule>, members: Vec<Member>) -> Self {
        Self { groups, rules, members, computed: Mutex::default() }
    }

    /// The rights of an administrator; none for an unknown or disabled one.
    #[must_use]
    pub fn rights(&self, admin: i64) -> Arc<Rights> {
        let mut computed = self.computed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = computed.get(&admin) {
            return known.clone();
        }
        let Some(member) = self.members.iter().find(|member| member.id == admin && member.enabled) else { return Arc::new(Rights::nothing()) };
        let found = Arc::new(rights(member, &self.groups, &self.rules, &self.members));
        computed.insert(admin, found.clone());
        found
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
        let chief = |member: &&Member| member.enabled && member.groups.iter().any(|group| supers.contains(group));
        self.members.iter().filter(chief).map(|member| member.id).collect()
    }

    /// Enabled administrators who hold a permission node, with their rights.
    #[must_use]
    pub fn holders(&self, node: &str) -> Vec<(i64, Arc<Rights>)> {
        let enabled = self.members.iter().filter(|member| member.enabled);
        enabled.map(|member| (member.id, self.rights(member.id))).filter(|(_, rights)| rights.holds(node)).collect()
    }
}

/// The directory as last read.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    known: Mutex<Option<Known>>,
    /// Counts the invalidations.
    changes: AtomicU64,
    /// One task reads, the others wait for its result.
    reading: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct Known {
    since: Instant,
    generations: [u64; 4],
    directory: Arc<Directory>,
}

impl Remembered {
    fn get(&self, generations: [u64; 4], believed: Duration) -> Option<Arc<Directory>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|known| known.generations == generations && known.since.elapsed() < believed).map(|known| known.directory.clone())
    }
}

const RULE_COLUMNS: &str =
    "record::id(id) AS id, pid, type, title, name, path, icon, menu_type, url, component, keepalive, extend, remark, weigh, status";

impl Store {
    /// Groups, rules and memberships.
    pub async fn directory(&self) -> Result<Arc<Directory>, StoreError> {
        let remembered = self.remembered();
        let believed = if self.embedded() { RENEW_AFTER } else { BELIEVED };
        let generations = || {
            let [groups, rules, admins] = ["admin_group", "admin_rule", "admin"].map(|table| self.writes().generation(table));
            [groups, rules, admins, remembered.changes.load(Ordering::Acquire)]
        };
        if let Some(known) = remembered.get(generations(), believed) {
            return Ok(known);
        }
        let _reading = remembered.reading.lock().await;
        let generations = generations();
        if let Some(known) = remembered.get(generations, believed) {
            return Ok(known);
        }
        let since = Instant::now();
        let query = format!(
            "SELECT record::id(id) AS id, pid, name, rules, scope, warehouses, status FROM admin_group;
             SELECT {RULE_COLUMNS} FROM admin_rule ORDER BY weigh DESC, id ASC;
             SELECT record::id(id) AS id, group_arr ?? [] AS groups, status = 'enable' AS enabled FROM admin;"
        );
        let mut response = self.run(&query, vec![]).await?;
        let directory = Arc::new(Directory::new(take(&mut response, 0)?, take(&mut response, 1)?, take(&mut response, 2)?));
        let known = Known { since, generations, directory: directory.clone() };
        *remembered.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
        Ok(directory)
    }

    /// Invalidates the cache: groups, rules or memberships have changed.
    pub fn forget_directory(&self) {
        self.remembered().changes.fetch_add(1, Ordering::AcqRel);
    }

    /// The rights of an administrator.
    pub async fn rights(&self, admin: i64) -> Result<Arc<Rights>, StoreError> {
        Ok(self.directory().await?.rights(admin))
    }
}
