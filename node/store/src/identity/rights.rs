//! What an administrator may do and see, from groups and rules. Pure.

use std::collections::{BTreeSet, HashMap, HashSet};

use bus_schemas::right::WarehouseRight;

pub use self::departments::{Department, lineage, sees_farther};
pub use self::directory_rows::{Administrator, Group, Reach, Rule};
pub use self::explain::{Account, ExplainedGroup, ExplainedRule, Explanation, GroupState, InWarehouse, Why, explain};
pub use self::giving::{below, confines, may_give, sees_no_more};
use super::warehouse_rights::{right_in_warehouses, right_of};
use crate::resource::catalogue::Catalogue;
use crate::scope::Scope;
use crate::scope::rights::{WarehouseRights, WarehouseSet};
use crate::scope::shares::{self, Share};

mod departments;
mod directory_rows;
mod explain;
mod giving;
pub mod key;
#[cfg(test)]
mod made;

/// What several groups reach together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reached {
    rights: WarehouseRights,
    owners: Option<Vec<i64>>,
    /// What each allows: rights and owners of different groups do not mix.
    shares: Vec<Share>,
    /// The reach of each of the administrator's groups, and its rights.
    groups: Vec<(Reach, WarehouseRights)>,
}

impl Reached {
    fn new(shares: Vec<Share>) -> Self {
        Self { rights: shares::rights(&shares), owners: shares::owners(&shares), shares, groups: vec![] }
    }

    /// Whether groups that see as far allow all of these rights.
    fn covers(&self, rights: &WarehouseRights, reach: Reach) -> bool {
        let as_far = self.groups.iter().filter(|(own, _)| own.sees_as_far_as(reach));
        rights.is_within(&as_far.fold(WarehouseRights::none(), |all, (_, own)| all.join(own)))
    }

    /// What is reached by either.
    fn or(&self, other: &Self) -> Self {
        Self::new(shares::merged(self.shares.iter().chain(&other.shares).cloned()))
    }

    /// What is reached by both.
    fn and(&self, other: &Self) -> Self {
        Self::new(shares::met(&self.shares, &other.shares))
    }

    /// The shares that are seen, where they say more than warehouses and owners do.
    fn seen_by(&self) -> Vec<Share> {
        several(shares::sights(&self.shares))
    }
}

/// Nothing where one share says all.
fn several(shares: Vec<Share>) -> Vec<Share> {
    if shares.len() > 1 { shares } else { vec![] }
}

/// What an administrator may do and see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// No limits.
    pub everything: bool,
    /// Ids of the rules that are granted; empty with `everything`.
    pub rules: BTreeSet<i64>,
    nodes: HashSet<String>,
    /// Nodes with parameters that the request must carry: `node?type=a`.
    conditional: Vec<(String, Vec<(String, String)>)>,
    /// Only rows of these warehouses: those where `warehouse_rights` has any right.
    pub warehouses: Option<Vec<i64>>,
    /// What may be done in the warehouses.
    pub warehouse_rights: WarehouseRights,
    /// What only those groups reach that grant a node, where that is less than all groups together.
    by_node: HashMap<String, Reached>,
    /// Only rows of these administrators.
    pub owners: Option<Vec<i64>>,
    /// What each of the groups allows, where they differ in warehouses and in owners.
    shares: Vec<Share>,
    /// The reach of each of the groups, and its rights.
    group_rights: Vec<(Reach, WarehouseRights)>,
    /// The administrator's own department.
    department: Option<i64>,
    /// The administrator's enabled groups.
    pub groups: BTreeSet<i64>,
    /// Groups the administrator may change and grant to others (wire contract 2.5); empty with `everything`.
    pub gives: BTreeSet<i64>,
    /// Other administrators they may see and change; empty with `everything`.
    pub administers: BTreeSet<i64>,
}

impl Rights {
    /// No rights at all.
    #[must_use]
    pub fn nothing() -> Self {
        Self { owners: Some(vec![]), ..Self::default() }.with_warehouse_rights(WarehouseRights::none())
    }

    /// Those of a super administrator.
    #[must_use]
    pub fn all() -> Self {
        Self { everything: true, ..Self::default() }
    }

    /// The same, confined to these warehouses, with every right there.
    #[must_use]
    pub fn in_warehouses(self, warehouses: &[i64]) -> Self {
        self.with_warehouse_rights(WarehouseRights::only(warehouses.iter().map(|id| (*id, WarehouseRight::Decide))))
    }

    /// The same with these rights in warehouses.
    #[must_use]
    pub fn with_warehouse_rights(mut self, rights: WarehouseRights) -> Self {
        self.warehouses = rights.seen();
        self.warehouse_rights = rights;
        self
    }

    /// The same with one more node.
    #[must_use]
    pub fn with_node(mut self, node: &str) -> Self {
        self.nodes.insert(node.to_lowercase());
        self
    }

    /// Whether a node (`auth/admin/index`, lower case) is granted.
    #[must_use]
    pub fn holds(&self, node: &str) -> bool {
        self.everything || self.nodes.contains(node)
    }

    /// The same, also by a rule that names the request's parameters.
    #[must_use]
    pub fn holds_with(&self, node: &str, query: &[(String, String)]) -> bool {
        let carries = |(name, pairs): &(String, Vec<(String, String)>)| name == node && pairs.iter().all(|pair| query.contains(pair));
        self.holds(node) || self.conditional.iter().any(carries)
    }

    /// Whether a warehouse may be seen.
    #[must_use]
    pub fn sees_warehouse(&self, warehouse: i64) -> bool {
        self.everything || self.warehouses.as_ref().is_none_or(|known| known.contains(&warehouse))
    }

    /// What may be done in the warehouses by means of a node: what the groups allow that grant it.
    #[must_use]
    pub fn rights_by(&self, node: &str) -> &WarehouseRights {
        self.by_node.get(node).map_or(&self.warehouse_rights, |reached| &reached.rights)
    }

    /// Whether rows of everybody in a warehouse are seen by means of a node.
    #[must_use]
    pub fn sees_all_of(&self, node: &str, warehouse: i64) -> bool {
        let sees_all = |share: &Share| share.owners.is_none() && share.rights.at(warehouse).is_some();
        let one = || self.owners.is_none() && self.warehouse_rights.at(warehouse).is_some();
        self.everything || self.shares_by(node).map_or_else(one, |shares| shares.iter().any(sees_all))
    }

    /// What the groups allow that grant a node; `None` where warehouses and owners together say it.
    fn shares_by(&self, node: &str) -> Option<&[Share]> {
        let some = self.by_node.get(node).map(|reached| &reached.shares).or(Some(&self.shares));
        some.filter(|shares| !shares.is_empty()).map(Vec::as_slice)
    }

    /// What is reached by means of a node. Whether it is granted is asked by [`Self::holds`].
    fn reached_by(&self, node: &str) -> Reached {
        self.by_node.get(node).cloned().unwrap_or_else(|| {
            let one = || vec![Share { rights: self.warehouse_rights.clone(), owners: self.owners.clone() }];
            Reached::new(if self.shares.is_empty() { one() } else { self.shares.clone() })
        })
    }

    /// What is reached by an action. An import adds and edits: it needs what each of them needs.
    fn acted_by(&self, node: &str) -> Reached {
        let own = self.reached_by(node);
        let Some(page) = node.strip_suffix("/import") else { return own };
        let parts = ["add", "edit"].map(|action| format!("{page}/{action}"));
        parts.iter().filter(|part| self.grants(part)).fold(own, |reached, part| reached.and(&self.reached_by(part)))
    }

    /// Whether a node is granted, if only to requests with some parameters.
    fn grants(&self, node: &str) -> bool {
        self.holds(node) || self.conditional.iter().any(|(name, _)| name == node)
    }

    /// Whether a warehouse allows what a node needs there. Whether the node is granted is asked by [`Self::holds`].
    #[must_use]
    pub fn permits(&self, node: &str, warehouse: i64) -> bool {
        let node = node.to_ascii_lowercase();
        self.everything || self.rights_by(&node).permit(right_of(&node), warehouse)
    }

    /// The same on a row of an owner.
    #[must_use]
    pub fn permits_on(&self, node: &str, warehouse: i64, owner: i64) -> bool {
        let node = node.to_ascii_lowercase();
        let right = right_of(&node);
        let one = || self.warehouse_rights.permit(right, warehouse) && self.owners.as_ref().is_none_or(|owners| owners.contains(&owner));
        let permits = |share: &Share| share.permits(right, Some(warehouse), Some(owner));
        self.everything || self.shares_by(&node).map_or_else(one, |shares| shares.iter().any(permits))
    }

    /// Whether every node that is granted may be used on every row that is seen.
    #[must_use]
    pub fn are_whole(&self) -> bool {
        self.everything || (self.warehouse_rights.is_whole() && self.by_node.is_empty() && self.shares.is_empty())
    }

    /// Whether a node (lower case) is granted that no warehouse allows: it could only be refused.
    #[must_use]
    pub fn is_unusable(&self, node: &str, catalogue: &Catalogue) -> bool {
        !self.everything && right_in_warehouses(node, catalogue).is_some_and(|right| !self.rights_by(node).permit_somewhere(right))
    }

    /// The nodes that are granted and that no warehouse allows, in order.
    #[must_use]
    pub fn unusable_nodes(&self, catalogue: &Catalogue) -> Vec<String> {
        let mut unusable: Vec<String> = self.nodes.iter().filter(|node| self.is_unusable(node, catalogue)).cloned().collect();
        unusable.sort_unstable();
        unusable
    }

    /// The nodes that are granted and that only some of all warehouses allow, by those that do.
    #[must_use]
    pub fn narrowed_nodes(&self, catalogue: &Catalogue) -> Vec<(WarehouseSet, Vec<String>)> {
        let mut narrowed: Vec<(WarehouseSet, Vec<String>)> = Vec::new();
        let mut nodes: Vec<&String> = self.nodes.iter().filter(|node| self.is_narrowed(node, catalogue)).collect();
        nodes.sort_unstable();
        for node in nodes {
            let allow = self.warehouses_for(node);
            match narrowed.iter_mut().find(|(known, _)| *known == allow) {
                Some((_, nodes)) => nodes.push(node.clone()),
                None => narrowed.push((allow, vec![node.clone()])),
            }
        }
        narrowed
    }

    fn is_narrowed(&self, node: &str, catalogue: &Catalogue) -> bool {
        let Some(right) = right_in_warehouses(node, catalogue).filter(|_| !self.everything && !self.is_unusable(node, catalogue)) else {
            return false;
        };
        let allowed = self.rights_by(node);
        match &self.warehouses {
            // Nothing else is shown that could be read.
            Some(seen) if right == WarehouseRight::See => !seen.iter().all(|warehouse| allowed.permit(right, *warehouse)),
            _ => allowed.permitting(right) != WarehouseSet::AllBut(vec![]),
        }
    }

    /// The warehouses in which a node (lower case) may be used. Whether it is granted is asked by [`Self::holds`].
    #[must_use]
    pub fn warehouses_for(&self, node: &str) -> WarehouseSet {
        if self.everything { WarehouseSet::AllBut(vec![]) } else { self.rights_by(node).permitting(right_of(node)) }
    }

    /// Whether only some warehouses may be seen.
    #[must_use]
    pub fn is_confined(&self) -> bool {
        !self.everything && self.warehouses.is_some()
    }

    /// The scope of queries.
    #[must_use]
    pub fn scope(&self, admin: i64) -> Scope {
        Scope {
            admin,
            everything: self.everything,
            warehouses: self.warehouses.clone(),
            owners: self.owners.clone(),
            rows: None,
            rights: self.warehouse_rights.clone(),
            seen_by: several(shares::sights(&self.shares)),
            done_by: self.shares.clone(),
        }
    }

    /// The scope of what is asked by means of a node (decision 54). Who reads sees what the groups see that grant it. A
    /// command is refused by name on what is seen on its page, so it keeps to what is allowed, not to what is seen.
    #[must_use]
    pub fn scope_for(&self, admin: i64, node: &str) -> Scope {
        if self.everything || right_of(node) == WarehouseRight::See {
            return self.reading_scope(admin, node);
        }
        let own = self.acted_by(node);
        let list = node.rsplit_once('/').map(|(page, _)| format!("{page}/index")).filter(|list| self.grants(list));
        let seen = list.map_or_else(|| own.clone(), |list| own.or(&self.reached_by(&list)));
        let done_by = if own.shares.len() == 1 && own.owners == seen.owners { vec![] } else { own.shares };
        Scope {
            warehouses: seen.rights.seen(),
            owners: seen.owners.clone(),
            rights: own.rights,
            seen_by: seen.seen_by(),
            done_by,
            ..self.scope(admin)
        }
    }

    /// The scope of what is read by means of a node, whatever else the node allows: what the groups see that grant it.
    #[must_use]
    pub fn reading_scope(&self, admin: i64, node: &str) -> Scope {
        match self.by_node.get(node).filter(|_| !self.everything) {
            Some(reached) => Scope {
                warehouses: reached.rights.seen(),
                owners: reached.owners.clone(),
                rights: reached.rights.clone(),
                seen_by: reached.seen_by(),
                done_by: several(reached.shares.clone()),
                ..self.scope(admin)
            },
            None => self.scope(admin),
        }
    }
}

fn granted_nodes(rights: &mut Rights, rules: &[Rule]) {
    for rule in rules.iter().filter(|rule| rule.status == 1 && rights.rules.contains(&rule.id)) {
        match rule.name.split_once('?') {
            // Values keep their case.
            Some((node, query)) => {
                let pairs = query.split('&').filter_map(|pair| pair.split_once('=')).map(|(key, value)| (key.to_owned(), value.to_owned()));
                rights.conditional.push((node.to_lowercase(), pairs.collect()));
            }
            None => {
                rights.nodes.insert(rule.name.to_lowercase());
            }
        }
    }
}

/// A group of an administrator within its confines.
struct Confined<'a> {
    group: &'a Group,
    rights: WarehouseRights,
    reach: Reach,
}

/// What several groups of an administrator reach together: in each warehouse the most that one of them allows.
fn reached(admin: &Administrator, own: &[&Confined], groups: &[Group], administrators: &[Administrator]) -> Reached {
    let share = |confined: &&Confined| Share { rights: confined.rights.clone(), owners: seen_owners(admin, confined, groups, administrators) };
    if own.is_empty() {
        return Reached::new(vec![Share { rights: WarehouseRights::none(), owners: Some(vec![admin.id]) }]);
    }
    let groups = own.iter().map(|confined| (confined.reach, confined.rights.clone())).collect();
    Reached { groups, ..Reached::new(shares::merged(own.iter().map(share))) }
}

fn seen_owners(
    admin: &Administrator,
    Confined { group, reach, .. }: &Confined,
    groups: &[Group],
    administrators: &[Administrator],
) -> Option<Vec<i64>> {
    let seen: BTreeSet<i64> = match reach {
        Reach::All => return None,
        Reach::Own | Reach::Department | Reach::Departments => BTreeSet::new(),
        Reach::Group => [group.id].into(),
        Reach::Subgroups => below(groups, &[group.id]).into_iter().chain([group.id]).collect(),
    };
    let own = admin.departments.first().copied();
    let is_seen = |other: &&Administrator| other.groups.iter().any(|id| seen.contains(id)) || departments::is_within(*reach, own, &other.departments);
    let others = administrators.iter().filter(is_seen).map(|other| other.id);
    Some(others.chain([admin.id]).collect::<BTreeSet<i64>>().into_iter().collect())
}

/// What is reached by means of each node, where that is less than all groups together reach.
fn reached_by_node(
    admin: &Administrator,
    whole: &Reached,
    own: &[Confined],
    rules: &[Rule],
    (groups, administrators): (&[Group], &[Administrator]),
) -> HashMap<String, Reached> {
    if own.len() < 2 {
        return HashMap::new();
    }
    let mut granting: HashMap<String, BTreeSet<usize>> = HashMap::new();
    for (position, confined) in own.iter().enumerate() {
        let ids = confined.group.rule_ids();
        for rule in rules.iter().filter(|rule| rule.status == 1 && ids.contains(&rule.id)) {
            granting.entry(rule.node()).or_default().insert(position);
        }
    }
    let mut known: HashMap<BTreeSet<usize>, Reached> = HashMap::new();
    let mut by_node = HashMap::new();
    for (node, positions) in granting {
        let found = known.entry(positions).or_insert_with_key(|positions| {
            let some: Vec<&Confined> = positions.iter().filter_map(|position| own.get(*position)).collect();
            reached(admin, &some, groups, administrators)
        });
        if *found != *whole {
            by_node.insert(node, found.clone());
        }
    }
    by_node
}

/// The rights of an administrator.
#[must_use]
pub fn rights(admin: &Administrator, groups: &[Group], rules: &[Rule], administrators: &[Administrator]) -> Rights {
    let by_id: HashMap<i64, &Group> = groups.iter().map(|group| (group.id, group)).collect();
    let own: Vec<&Group> = admin.groups.iter().filter_map(|id| by_id.get(id).copied()).filter(|group| group.status == 1).collect();
    let groups_of: BTreeSet<i64> = own.iter().map(|group| group.id).collect();
    if own.iter().any(|group| group.is_super()) {
        return Rights { groups: groups_of, ..Rights::all() };
    }
    let known: BTreeSet<i64> = rules.iter().map(|rule| rule.id).collect();
    let confined: Vec<Confined> = own
        .iter()
        .copied()
        .map(|group| {
            let (rights, reach) = confines(groups, group);
            Confined { group, rights, reach }
        })
        .collect();
    let whole = reached(admin, &confined.iter().collect::<Vec<_>>(), groups, administrators);
    let by_node = reached_by_node(admin, &whole, &confined, rules, (groups, administrators));
    let Reached { rights: warehouse_rights, owners, shares, groups: group_rights } = whole;
    let rights = Rights {
        rules: own.iter().flat_map(|group| group.rule_ids()).filter(|id| known.contains(id)).collect(),
        by_node,
        owners,
        shares: several(shares),
        group_rights,
        department: admin.departments.first().copied(),
        groups: groups_of,
        ..Rights::default()
    };
    let mut rights = rights.with_warehouse_rights(warehouse_rights);
    granted_nodes(&mut rights, rules);
    rights.gives = groups.iter().filter(|group| may_give(&rights, groups, rules, group)).map(|group| group.id).collect();
    let is_below = |other: &&Administrator| {
        let given = !other.groups.is_empty() && other.groups.iter().all(|id| rights.gives.contains(id));
        other.id != admin.id && given && !departments::sees_farther(&rights, groups, &other.groups, &other.departments)
    };
    rights.administers = administrators.iter().filter(is_below).map(|other| other.id).collect();
    rights
}

#[cfg(test)]
mod tests;
