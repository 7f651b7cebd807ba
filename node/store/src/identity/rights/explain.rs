//! Why an administrator may or may not do what a rule grants, and where. Pure, of the same data as [`rights`](super::rights), which
//! decide: tests hold the two against each other. Who may read an explanation is not said here.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bus_schemas::right::WarehouseRight;

use super::{Administrator, Group, Reach, Rule};
use crate::identity::warehouse_rights::{right_in_warehouses, right_of};
use crate::resource::catalogue::Catalogue;
use crate::scope::rights::{WarehouseRights, WarehouseSet};

/// The state of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    Enabled,
    Disabled,
    Gone,
}

/// The state of a group that somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupState {
    Enabled,
    /// It is enabled and counts; one above it is disabled.
    AboveDisabled,
    Disabled,
    Gone,
}

impl GroupState {
    /// Whether the group gives anything.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Enabled | Self::AboveDisabled)
    }
}

/// What a group allows in a warehouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InWarehouse {
    /// By itself.
    pub own: Option<WarehouseRight>,
    /// Within the groups above it.
    pub allowed: Option<WarehouseRight>,
    /// The nearest group above that allows no more than that, where it is less than its own.
    pub confined_by: Option<i64>,
}

/// A group that somebody has.
#[derive(Clone, Debug)]
pub struct ExplainedGroup {
    pub id: i64,
    pub state: GroupState,
    /// It holds every rule.
    pub is_super: bool,
    /// Which rows with an owner it shows by itself.
    pub own_reach: Reach,
    /// The same within the groups above it.
    pub reach: Reach,
    /// The nearest group above that confines its reach to that.
    pub reach_confined_by: Option<i64>,
    /// What it and the groups above it allow by themselves, nearest first.
    line: Vec<(i64, WarehouseRights)>,
}

impl ExplainedGroup {
    fn gone(id: i64) -> Self {
        Self { id, state: GroupState::Gone, is_super: false, own_reach: Reach::Own, reach: Reach::Own, reach_confined_by: None, line: vec![] }
    }

    fn new(group: &Group, groups: &[Group]) -> Self {
        let line = line(groups, group);
        let reach = line.iter().fold(Reach::All, |reach, at| reach.meet(at.reach));
        let mut so_far = group.reach;
        let confines = |at: &&&Group| {
            so_far = so_far.meet(at.reach);
            so_far == reach
        };
        let reach_confined_by = (reach != group.reach).then(|| line.iter().find(confines).map(|at| at.id)).flatten();
        let state = match group.status {
            1 if line.iter().all(|at| at.status == 1) => GroupState::Enabled,
            1 => GroupState::AboveDisabled,
            _ => GroupState::Disabled,
        };
        let line = line.iter().map(|at| (at.id, at.warehouse_rights())).collect();
        Self { id: group.id, state, is_super: group.is_super(), own_reach: group.reach, reach, reach_confined_by, line }
    }

    /// What it allows in warehouses, within the groups above it.
    #[must_use]
    pub fn rights(&self) -> WarehouseRights {
        self.line.iter().fold(WarehouseRights::whole(), |all, (_, rights)| all.meet(rights))
    }

    /// What it allows in a warehouse.
    #[must_use]
    pub fn in_warehouse(&self, warehouse: i64) -> InWarehouse {
        let at = |(id, rights): &(i64, WarehouseRights)| (*id, rights.at(warehouse));
        let own = self.line.first().and_then(|first| at(first).1);
        let allowed = self.line.iter().map(|one| at(one).1).min().flatten();
        let least = self.line.iter().map(at).find(|(_, right)| *right == allowed);
        InWarehouse { own, allowed, confined_by: least.filter(|_| allowed < own).map(|(id, _)| id) }
    }
}

/// A group and those above it, nearest first. A circle ends it.
fn line<'a>(groups: &'a [Group], group: &'a Group) -> Vec<&'a Group> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut current = Some(group);
    while let Some(at) = current.filter(|at| seen.insert(at.id)) {
        found.push(at);
        current = groups.iter().find(|above| above.id == at.pid);
    }
    found
}

/// Why a rule lets somebody do what it names, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A group of theirs holds every rule.
    Super,
    /// Groups give it.
    Given,
    /// Groups give it, but only some of all warehouses allow it.
    OnlyIn(WarehouseSet),
    /// Groups give it, but no warehouse allows it.
    NoWarehouse,
    /// The account is disabled or not there.
    NoAccount,
    /// The rule itself is disabled.
    RuleDisabled,
    /// Only groups of theirs that are disabled have it.
    GroupDisabled,
    /// No group of theirs has it.
    NoGroup,
}

impl Why {
    /// Whether it can be done, if only somewhere.
    #[must_use]
    pub const fn allows(&self) -> bool {
        matches!(self, Self::Super | Self::Given | Self::OnlyIn(_))
    }
}

/// A rule for somebody.
#[derive(Clone, Debug)]
pub struct ExplainedRule {
    pub id: i64,
    pub why: Why,
    /// Groups of theirs that give it; with [`Why::RuleDisabled`] those that would.
    pub by: Vec<i64>,
    /// Groups of theirs that have it and are disabled.
    pub without: Vec<i64>,
}

/// What somebody may do, and why.
#[derive(Clone, Debug)]
pub struct Explanation {
    pub account: Account,
    /// In the order of the account.
    pub groups: Vec<ExplainedGroup>,
    /// In the order of the menu.
    pub rules: Vec<ExplainedRule>,
}

impl Explanation {
    /// Whether they may do everything.
    #[must_use]
    pub fn is_super(&self) -> bool {
        self.account == Account::Enabled && self.groups.iter().any(|group| group.state.counts() && group.is_super)
    }
}

/// A rule's node in lower case, and the parameters that it asks for.
fn parts(rule: &Rule) -> (String, BTreeSet<(&str, &str)>) {
    let query = rule.name.split_once('?').map_or("", |(_, query)| query);
    (rule.node(), query.split('&').filter_map(|pair| pair.split_once('=')).collect())
}

/// What a group holds: enabled rules as their nodes with the parameters that they ask for.
struct Held<'a> {
    id: i64,
    counts: bool,
    everything: bool,
    ids: BTreeSet<i64>,
    nodes: HashMap<String, Vec<BTreeSet<(&'a str, &'a str)>>>,
    rights: WarehouseRights,
}

impl<'a> Held<'a> {
    fn new(explained: &ExplainedGroup, group: &Group, rules: &'a [Rule]) -> Self {
        let ids = group.rule_ids();
        let mut nodes: HashMap<String, Vec<_>> = HashMap::new();
        for rule in rules.iter().filter(|rule| rule.status == 1 && ids.contains(&rule.id)) {
            let (node, query) = parts(rule);
            nodes.entry(node).or_default().push(query);
        }
        Self { id: group.id, counts: explained.state.counts(), everything: explained.is_super, ids, nodes, rights: explained.rights() }
    }

    /// Whether it grants a node to requests with these parameters.
    fn grants(&self, node: &str, query: &BTreeSet<(&str, &str)>) -> bool {
        self.nodes.get(node).is_some_and(|held| held.iter().any(|asked| asked.is_subset(query)))
    }
}

fn explain_rule(rule: &Rule, account: Account, held: &[Held], catalogue: &Catalogue) -> ExplainedRule {
    let (node, query) = parts(rule);
    let ids = |found: &dyn Fn(&Held) -> bool, counts: bool| {
        held.iter().filter(|group| group.counts == counts && found(group)).map(|group| group.id).collect::<Vec<_>>()
    };
    let grants = |group: &Held| group.everything || group.grants(&node, &query);
    let names = |group: &Held| group.everything || group.ids.contains(&rule.id);
    let (by, without) = (ids(&grants, true), ids(&|group| grants(group) || names(group), false));
    let why = if account != Account::Enabled {
        Why::NoAccount
    } else if held.iter().any(|group| group.counts && group.everything) {
        let by = held.iter().filter(|group| group.counts && group.everything).map(|group| group.id).collect();
        return ExplainedRule { id: rule.id, why: Why::Super, by, without };
    } else if !by.is_empty() {
        // Rights in warehouses follow from every group with the node, whatever parameters its rule asks for.
        let with_node = held.iter().filter(|group| group.counts && group.nodes.contains_key(&node));
        let rights = with_node.fold(WarehouseRights::none(), |all, group| all.join(&group.rights));
        place(&node, &rights, catalogue)
    } else if rule.status != 1 {
        return ExplainedRule { id: rule.id, why: Why::RuleDisabled, by: ids(&names, true), without };
    } else if !without.is_empty() {
        Why::GroupDisabled
    } else {
        Why::NoGroup
    };
    ExplainedRule { id: rule.id, why, by, without }
}

/// Where a node may be used that is granted.
fn place(node: &str, rights: &WarehouseRights, catalogue: &Catalogue) -> Why {
    if right_in_warehouses(node, catalogue).is_none() {
        return Why::Given;
    }
    match rights.permitting(right_of(node)) {
        WarehouseSet::AllBut(but) if but.is_empty() => Why::Given,
        WarehouseSet::Only(only) if only.is_empty() => Why::NoWarehouse,
        some => Why::OnlyIn(some),
    }
}

/// What an administrator may do, and why.
#[must_use]
pub fn explain(admin: i64, groups: &[Group], rules: &[Rule], administrators: &[Administrator], catalogue: &Catalogue) -> Explanation {
    let person = administrators.iter().find(|person| person.id == admin);
    let account = match person {
        Some(person) if person.enabled => Account::Enabled,
        Some(_) => Account::Disabled,
        None => Account::Gone,
    };
    let by_id: BTreeMap<i64, &Group> = groups.iter().map(|group| (group.id, group)).collect();
    let mut seen = HashSet::new();
    let ids = person.into_iter().flat_map(|person| person.groups.iter().copied()).filter(|id| seen.insert(*id));
    let explained: Vec<ExplainedGroup> =
        ids.map(|id| by_id.get(&id).map_or_else(|| ExplainedGroup::gone(id), |group| ExplainedGroup::new(group, groups))).collect();
    let held: Vec<Held> = explained.iter().filter_map(|one| Some(Held::new(one, by_id.get(&one.id)?, rules))).collect();
    let rules = rules.iter().map(|rule| explain_rule(rule, account, &held, catalogue)).collect();
    Explanation { account, groups: explained, rules }
}

#[cfg(test)]
mod tests;
