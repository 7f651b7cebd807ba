//! Which groups an administrator may grant to others: those that see and allow no more than they do themselves.

use std::collections::{BTreeSet, HashSet};

use super::{Group, Reach, Reached, Rights, Rule};
use crate::scope::rights::WarehouseRights;

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

/// A group within the confines of every group above it: what it allows in warehouses, and its reach.
#[must_use]
pub fn confines(groups: &[Group], group: &Group) -> (WarehouseRights, Reach) {
    let mut rights = WarehouseRights::whole();
    let mut reach = group.reach;
    let mut seen = HashSet::new();
    let mut current = Some(group);
    while let Some(at) = current.filter(|at| seen.insert(at.id)) {
        reach = reach.meet(at.reach);
        rights = rights.meet(&at.warehouse_rights());
        current = groups.iter().find(|above| above.id == at.pid);
    }
    (rights, reach)
}

/// Whether a group sees and allows no more than `rights` do, by means of each of its rules.
#[must_use]
pub fn sees_no_more(rights: &Rights, groups: &[Group], rules: &[Rule], group: &Group) -> bool {
    let (theirs, reach) = confines(groups, group);
    let ids = group.rule_ids();
    let granted = rules.iter().filter(|rule| ids.contains(&rule.id));
    let whole = Reached { groups: rights.group_rights.clone(), ..Reached::new(vec![]) };
    let mut reached = granted.filter_map(|rule| rights.by_node.get(&rule.node()));
    whole.covers(&theirs, reach) && reached.all(|mine| mine.covers(&theirs, reach))
}

/// Whether an administrator with these rights may change a group and grant it to others: it is enabled and not `*`,
/// they hold all of its rules and at least one more, and it sees no more than they do.
#[must_use]
pub fn may_give(rights: &Rights, groups: &[Group], rules: &[Rule], group: &Group) -> bool {
    if rights.everything {
        return true;
    }
    let ids = group.rule_ids();
    let theirs: BTreeSet<i64> = rules.iter().map(|rule| rule.id).filter(|id| ids.contains(id)).collect();
    group.status == 1
        && !group.is_super()
        && theirs.is_subset(&rights.rules)
        && theirs.len() < rights.rules.len()
        && sees_no_more(rights, groups, rules, group)
}
