//! What an administrator may do and see, from groups and rules. Pure.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Deserialize;

use crate::scope::Scope;

/// Which rows with an owner a group's members see, from least to most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// One's own rows.
    Own,
    /// Rows of the group's members.
    Group,
    /// Rows of the group's members and of the groups below.
    Subgroups,
    /// All rows.
    #[default]
    All,
}

impl Reach {
    /// The name on the wire and in the database.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "own" => Some(Self::Own),
            "group" => Some(Self::Group),
            "subgroups" => Some(Self::Subgroups),
            "all" => Some(Self::All),
            _ => None,
        }
    }
}

/// A group of administrators.
#[derive(Clone, Debug, Deserialize)]
pub struct Group {
    pub id: i64,
    pub pid: i64,
    pub name: String,
    /// `*` or rule ids, comma separated.
    pub rules: String,
    #[serde(rename = "scope")]
    pub reach: Reach,
    /// Empty: every warehouse that the groups above see.
    pub warehouses: Vec<i64>,
    pub status: i64,
}

impl Group {
    /// The ids of its rules, without `*`.
    #[must_use]
    pub fn rule_ids(&self) -> BTreeSet<i64> {
        self.rules.split(',').filter_map(|id| id.trim().parse().ok()).collect()
    }

    /// Whether it may do everything.
    #[must_use]
    pub fn is_super(&self) -> bool {
        self.rules.split(',').any(|rule| rule.trim() == "*")
    }
}

/// A menu rule.
#[derive(Clone, Debug, Deserialize)]
pub struct Rule {
    pub id: i64,
    pub pid: i64,
    /// `menu_dir`, `menu` or `button`.
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub name: String,
    pub path: String,
    pub icon: String,
    pub menu_type: String,
    pub url: String,
    pub component: String,
    pub keepalive: i64,
    pub extend: String,
    pub remark: String,
    pub weigh: i64,
    pub status: i64,
}

/// An administrator's membership in groups.
#[derive(Clone, Debug, Deserialize)]
pub struct Member {
    pub id: i64,
    pub groups: Vec<i64>,
    pub enabled: bool,
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
    /// Only rows of these warehouses.
    pub warehouses: Option<Vec<i64>>,
    /// Only rows of these administrators.
    pub owners: Option<Vec<i64>>,
    /// The farthest reach of the administrator's groups.
    pub reach: Reach,
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
        Self { warehouses: Some(vec![]), owners: Some(vec![]), reach: Reach::Own, ..Self::default() }
    }

    /// Those of a super administrator.
    #[must_use]
    pub fn all() -> Self {
        Self { everything: true, ..Self::default() }
    }

    /// The same, confined to these warehouses.
    #[must_use]
    pub fn in_warehouses(mut self, warehouses: &[i64]) -> Self {
        self.warehouses = Some(warehouses.to_vec());
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

    /// Whether only some warehouses may be seen.
    #[must_use]
    pub fn is_confined(&self) -> bool {
        !self.everything && self.warehouses.is_some()
    }

    /// The scope of queries.
    #[must_use]
    pub fn scope(&self, admin: i64) -> Scope {
        Scope { admin, everything: self.everything, warehouses: self.warehouses.clone(), owners: self.owners.clone(), rows: None }
    }
}

/// Ids of the enabled groups below `tops`, without them. A circle ends the walk.
#[must_use]
pub fn below(groups: &[Group], tops: &[i64]) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    let mut waiting = tops.to_vec();
    while let Some(parent) = waiting.pop() {
        for group in groups.iter().filter(|group| group.pid == parent && group.status == 1) {
            if !tops.contains(&group.id) && found.insert(group.id) {
                waiting.push(group.id);
            }
        }
    }
    found
}

/// A group within the confines of every group above it: its warehouses, and its reach.
#[must_use]
pub fn confines(groups: &[Group], group: &Group) -> (Option<BTreeSet<i64>>, Reach) {
    let mut warehouses: Option<BTreeSet<i64>> = None;
    let mut reach = group.reach;
    let mut seen = HashSet::new();
    let mut current = Some(group);
    while let Some(at) = current.filter(|at| seen.insert(at.id)) {
        reach = reach.min(at.reach);
        if !at.warehouses.is_empty() {
            let own: BTreeSet<i64> = at.warehouses.iter().copied().collect();
            warehouses = Some(warehouses.map_or(own.clone(), |within| within.intersection(&own).copied().collect()));
        }
        current = groups.iter().find(|above| above.id == at.pid);
    }
    (warehouses, reach)
}

/// Whether a group sees no more than `rights` do.
#[must_use]
pub fn sees_no_more(rights: &Rights, groups: &[Group], group: &Group) -> bool {
    let (warehouses, reach) = confines(groups, group);
    let within = match (&rights.warehouses, warehouses) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(mine), Some(theirs)) => theirs.iter().all(|id| mine.contains(id)),
    };
    within && reach <= rights.reach
}

/// Whether an administrator with these rights may change a group and grant it to others: it is enabled and not `*`,
/// they hold all of its rules and at least one more, and it sees no more than they do.
#[must_use]
pub fn may_give(rights: &Rights, groups: &[Group], known: &BTreeSet<i64>, group: &Group) -> bool {
    if rights.everything {
        return true;
    }
    let rules: BTreeSet<i64> = group.rule_ids().intersection(known).copied().collect();
    group.status == 1
        && !group.is_super()
        && rules.is_subset(&rights.rules)
        && rules.len() < rights.rules.len()
        && sees_no_more(rights, groups, group)
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

/// Warehouses of several groups together; one without confines frees from all.
fn all_warehouses(confined: &[(Option<BTreeSet<i64>>, Reach)]) -> Option<Vec<i64>> {
    let mut all = BTreeSet::new();
    for (warehouses, _) in confined {
        all.extend(warehouses.as_ref()?);
    }
    Some(all.into_iter().collect())
}

fn seen_owners(admin: i64, own: &[&Group], confined: &[(Option<BTreeSet<i64>>, Reach)], groups: &[Group], members: &[Member]) -> Option<Vec<i64>> {
    let mut owners = BTreeSet::from([admin]);
    for (group, (_, reach)) in own.iter().zip(confined) {
        let seen: BTreeSet<i64> = match reach {
            Reach::All => return None,
            Reach::Own => BTreeSet::new(),
            Reach::Group => [group.id].into(),
            Reach::Subgroups => below(groups, &[group.id]).into_iter().chain([group.id]).collect(),
        };
        owners.extend(members.iter().filter(|member| member.groups.iter().any(|id| seen.contains(id))).map(|member| member.id));
    }
    Some(owners.into_iter().collect())
}

/// The rights of an administrator.
#[must_use]
pub fn rights(admin: &Member, groups: &[Group], rules: &[Rule], members: &[Member]) -> Rights {
    let by_id: HashMap<i64, &Group> = groups.iter().map(|group| (group.id, group)).collect();
    let own: Vec<&Group> = admin.groups.iter().filter_map(|id| by_id.get(id).copied()).filter(|group| group.status == 1).collect();
    let groups_of: BTreeSet<i64> = own.iter().map(|group| group.id).collect();
    if own.iter().any(|group| group.is_super()) {
        return Rights { groups: groups_of, ..Rights::all() };
    }
    let known: BTreeSet<i64> = rules.iter().map(|rule| rule.id).collect();
    let confined: Vec<_> = own.iter().map(|group| confines(groups, group)).collect();
    let mut rights = Rights {
        rules: own.iter().flat_map(|group| group.rule_ids()).filter(|id| known.contains(id)).collect(),
        warehouses: all_warehouses(&confined),
        owners: seen_owners(admin.id, &own, &confined, groups, members),
        reach: confined.iter().map(|(_, reach)| *reach).max().unwrap_or(Reach::Own),
        groups: groups_of,
        ..Rights::default()
    };
    granted_nodes(&mut rights, rules);
    rights.gives = groups.iter().filter(|group| may_give(&rights, groups, &known, group)).map(|group| group.id).collect();
    let below_him = |member: &&Member| member.id != admin.id && !member.groups.is_empty() && member.groups.iter().all(|id| rights.gives.contains(id));
    rights.administers = members.iter().filter(below_him).map(|member| member.id).collect();
    rights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(id: i64, pid: i64, rules: &str, warehouses: &[i64], reach: Reach) -> Group {
        Group { id, pid, name: format!("g{id}"), rules: rules.into(), reach, warehouses: warehouses.to_vec(), status: 1 }
    }

    fn rule(id: i64, name: &str) -> Rule {
        let empty = String::new;
        Rule {
            id,
            pid: 0,
            kind: "button".into(),
            title: empty(),
            name: name.into(),
            path: empty(),
            icon: empty(),
            menu_type: empty(),
            url: empty(),
            component: empty(),
            keepalive: 0,
            extend: "none".into(),
            remark: empty(),
            weigh: 0,
            status: 1,
        }
    }

    fn member(id: i64, groups: &[i64]) -> Member {
        Member { id, groups: groups.to_vec(), enabled: true }
    }

    #[test]
    fn without_a_group_nothing_is_granted() {
        let rights = rights(&member(9, &[]), &[group(1, 0, "*", &[], Reach::All)], &[rule(1, "a/b")], &[]);
        assert!(!rights.holds("a/b"));
        assert!(!rights.sees_warehouse(1));
        assert_eq!(rights.owners, Some(vec![9]));
        assert!(rights.gives.is_empty() && rights.administers.is_empty());
    }

    #[test]
    fn rights_add_up_and_warehouses_stay_within_those_above() {
        let groups = [
            group(2, 0, "1,2", &[1, 2], Reach::Subgroups),
            group(3, 2, "1", &[2, 3], Reach::Own),
            group(4, 3, "2", &[], Reach::All),
            group(5, 0, "1", &[], Reach::Own),
        ];
        let rules = [rule(1, "Auth/Admin/index"), rule(2, "list/index?type=a")];
        let members = [member(7, &[3]), member(8, &[4]), member(9, &[2])];
        let of = |groups_of: &[i64], id| rights(&member(id, groups_of), &groups, &rules, &members);
        assert_eq!(of(&[3], 7).warehouses, Some(vec![2]));
        assert_eq!(of(&[4], 8).warehouses, Some(vec![2]));
        assert_eq!(of(&[4], 8).owners, Some(vec![8]), "a group never sees farther than the one above");
        assert_eq!(of(&[3, 5], 7).warehouses, None);
        assert_eq!(of(&[2], 9).owners, Some(vec![7, 8, 9]));
        assert_eq!(of(&[3], 7).owners, Some(vec![7]));
        assert!(of(&[3], 7).holds("auth/admin/index"));
        let second = of(&[4], 8);
        assert!(!second.holds("list/index"));
        assert!(second.holds_with("list/index", &[("type".into(), "a".into())]));
        assert!(!second.holds_with("list/index", &[("type".into(), "b".into())]));
    }

    #[test]
    fn circles_and_disabled_groups_end() {
        let mut groups = vec![group(2, 3, "1", &[1], Reach::Subgroups), group(3, 2, "1", &[1], Reach::Own)];
        assert_eq!(below(&groups, &[2]), [3].into());
        groups[0].status = 0;
        let rights = rights(&member(7, &[2]), &groups, &[rule(1, "a")], &[]);
        assert!(!rights.holds("a"));
    }

    #[test]
    fn only_a_part_of_ones_own_may_be_given() {
        let groups = [
            group(1, 0, "*", &[], Reach::All),
            group(2, 0, "1,2", &[1, 2], Reach::Subgroups),
            group(3, 2, "1", &[], Reach::Own),
            group(4, 2, "1,3", &[], Reach::Own),
            group(5, 0, "1", &[], Reach::Own),
            group(6, 2, "2", &[1], Reach::Subgroups),
            group(7, 0, "1", &[1], Reach::All),
        ];
        let rules = [rule(1, "a"), rule(2, "b"), rule(3, "c")];
        let members = [member(10, &[2]), member(11, &[3]), member(12, &[3, 4]), member(13, &[1]), member(14, &[]), member(15, &[6])];
        let mine = rights(&members[0], &groups, &rules, &members);
        // 4 has a rule that is not mine, 5 sees every warehouse, 7 sees farther.
        assert_eq!(mine.gives, [3, 6].into());
        assert_eq!(mine.administers, [11, 15].into());
        let chief = rights(&members[3], &groups, &rules, &members);
        assert!(chief.everything && chief.holds("whatever"));
    }
}
