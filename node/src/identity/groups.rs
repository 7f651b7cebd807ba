//! Rules for granting groups (wire contract 4.1, 4.2). Pure.

use std::collections::BTreeSet;

use bus_schemas::right::WarehouseRight;
use entrepot_store::identity::chiefs::one_chief_stays;
use entrepot_store::identity::directory::Directory;
use entrepot_store::identity::rights::{Group, Reach, Rights, below, confines, sees_no_more};
use entrepot_store::resource::write::ExtraStatements;

/// Why a group or a membership is not changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroupRefusal {
    #[error("it is one of the caller's own groups")]
    Own,
    #[error("it is not the caller's to change")]
    NotYours,
    #[error("it would have a rule that the caller does not have")]
    Beyond,
    #[error("it would have all rules that the caller has")]
    AllOfMine,
    #[error("it must lie under one of the caller's groups")]
    Parent,
    #[error("it would see more than the caller sees")]
    Sight,
    #[error("it would show people of a department whose rows the caller does not see")]
    Department,
    #[error("a warehouse has two rights")]
    TwoRights,
    #[error("a rule's id is not a number")]
    Form,
    #[error("no super administrator would be left")]
    LastChief,
}

/// A requested change of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub pid: Option<i64>,
    /// Ids or `*`; empty changes nothing.
    pub rules: Option<Vec<String>>,
    pub reach: Option<Reach>,
    pub warehouses: Option<Vec<i64>>,
    pub warehouse_right: Option<WarehouseRight>,
    pub see_warehouses: Option<Vec<i64>>,
    pub work_warehouses: Option<Vec<i64>>,
    pub decide_warehouses: Option<Vec<i64>>,
}

impl Asked {
    /// The group as it will be, with these rules.
    fn group(&self, current: Option<&Group>, pid: i64, rules: Option<&str>) -> Group {
        let list = |asked: &Option<Vec<i64>>, stored: fn(&Group) -> &Vec<i64>| {
            asked.clone().or(current.map(|group| stored(group).clone())).unwrap_or_default()
        };
        Group {
            id: current.map_or(0, |group| group.id),
            pid,
            name: String::new(),
            rules: rules.map(str::to_owned).or(current.map(|group| group.rules.clone())).unwrap_or_default(),
            reach: self.reach.or(current.map(|group| group.reach)).unwrap_or_default(),
            warehouses: list(&self.warehouses, |group| &group.warehouses),
            warehouse_right: self.warehouse_right.or(current.map(|group| group.warehouse_right)).unwrap_or(WarehouseRight::Decide),
            see_warehouses: list(&self.see_warehouses, |group| &group.see_warehouses),
            work_warehouses: list(&self.work_warehouses, |group| &group.work_warehouses),
            decide_warehouses: list(&self.decide_warehouses, |group| &group.decide_warehouses),
            status: 1,
        }
    }
}

/// Refuses a group that gives one warehouse two rights.
fn one_right_each(group: &Group) -> Result<(), GroupRefusal> {
    let lists = [&group.see_warehouses, &group.work_warehouses, &group.decide_warehouses].map(|list| list.iter().collect::<BTreeSet<_>>());
    let mut seen = BTreeSet::new();
    if lists.into_iter().flatten().all(|warehouse| seen.insert(warehouse)) { Ok(()) } else { Err(GroupRefusal::TwoRights) }
}

/// The groups a caller's lists show: their own and those they may grant.
#[must_use]
pub fn visible(rights: &Rights) -> Vec<i64> {
    rights.groups.union(&rights.gives).copied().collect()
}

/// Refuses a group that the caller may not change or delete.
pub fn may_change(rights: &Rights, group: i64) -> Result<(), GroupRefusal> {
    if rights.groups.contains(&group) {
        Err(GroupRefusal::Own)
    } else if rights.everything || rights.gives.contains(&group) {
        Ok(())
    } else {
        Err(GroupRefusal::NotYours)
    }
}

/// Adds the rules above those that are asked for, as far as the caller holds them: a page is in the menu under
/// parents that are held too.
fn with_parents(rights: &Rights, directory: &Directory, ids: &mut BTreeSet<i64>) {
    let asked: Vec<i64> = ids.iter().copied().collect();
    for id in asked {
        let mut above = directory.rule(id).map_or(0, |rule| rule.pid);
        // What is already there has its parents, now or in its own turn; so a circle ends.
        while !ids.contains(&above) && (rights.everything || rights.rules.contains(&above)) {
            let Some(rule) = directory.rule(above) else { break };
            ids.insert(above);
            above = rule.pid;
        }
    }
}

/// The stored rules of a group, if they change.
fn rules(rights: &Rights, directory: &Directory, asked: &[String]) -> Result<Option<String>, GroupRefusal> {
    if asked.iter().all(|id| id.trim().is_empty()) {
        return Ok(None);
    }
    let known: BTreeSet<i64> = directory.rules.iter().map(|rule| rule.id).collect();
    if asked.iter().any(|id| id.trim() == "*") {
        return if rights.everything { Ok(Some("*".into())) } else { Err(GroupRefusal::Beyond) };
    }
    let ids: Option<BTreeSet<i64>> = asked.iter().map(|id| id.trim()).filter(|id| !id.is_empty()).map(|id| id.parse().ok()).collect();
    let mut ids = ids.ok_or(GroupRefusal::Form)?;
    if rights.everything {
        ids.retain(|id| known.contains(id));
    } else if !ids.is_subset(&rights.rules) {
        return Err(GroupRefusal::Beyond);
    }
    with_parents(rights, directory, &mut ids);
    if rights.everything {
        if ids.len() == known.len() {
            return Ok(Some("*".into()));
        }
    } else if ids.len() == rights.rules.len() {
        return Err(GroupRefusal::AllOfMine);
    }
    Ok(Some(ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")))
}

/// Checks a new group or the change of one; answers the rules to store, when they change.
pub fn check(rights: &Rights, directory: &Directory, current: Option<&Group>, asked: &Asked) -> Result<Option<String>, GroupRefusal> {
    if let Some(current) = current {
        may_change(rights, current.id)?;
    }
    let stored = rules(rights, directory, asked.rules.as_deref().unwrap_or_default())?;
    let pid = asked.pid.or(current.map(|group| group.pid)).unwrap_or(0);
    let candidate = asked.group(current, pid, stored.as_deref());
    one_right_each(&candidate)?;
    if rights.everything {
        return Ok(stored);
    }
    let moves = current.is_none_or(|group| group.pid != pid);
    let own_child = current.is_some_and(|group| group.id == pid);
    if moves && (own_child || !(rights.groups.contains(&pid) || rights.gives.contains(&pid))) {
        return Err(GroupRefusal::Parent);
    }
    let no_more = sees_no_more(rights, &directory.groups, &directory.rules, &candidate);
    if no_more && shows_known_departments(rights, directory, current, &candidate) { Ok(stored) } else { Err(GroupRefusal::Sight) }
}

/// Whether a group that newly sees by departments, or one below it, has no administrator of a department whose rows the caller
/// does not see.
fn shows_known_departments(rights: &Rights, directory: &Directory, current: Option<&Group>, candidate: &Group) -> bool {
    let reach = |group: &Group| confines(&directory.groups, group).1;
    let Some(current) = current.filter(|current| reach(candidate).is_of_departments() && reach(current) != reach(candidate)) else {
        return true;
    };
    let mut concerned = below(&directory.groups, &[current.id]);
    concerned.insert(current.id);
    let people = directory.administrators.iter().filter(|person| person.groups.iter().any(|id| concerned.contains(id)));
    people.filter_map(|person| directory.department_of(person.id)).all(|id| rights.gives_department(&directory.lineage(id)))
}

/// What an administrator has before and after a change, as far as departments are concerned.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seat<'a> {
    pub department: Option<i64>,
    pub groups: &'a [i64],
}

/// Who is no super administrator puts others only into departments whose people's rows they see themselves, and gives groups that see
/// by departments only to people of such a department. What somebody else gave may stay.
pub fn check_seat(rights: &Rights, directory: &Directory, before: Seat, after: Seat) -> Result<(), GroupRefusal> {
    let Some(department) = after.department.filter(|_| !rights.everything) else { return Ok(()) };
    let by_department = |id: &&i64| directory.group(**id).is_some_and(|group| confines(&directory.groups, group).1.is_of_departments());
    let gives_sight = after.groups.iter().filter(|id| !before.groups.contains(id)).any(|id| by_department(&id));
    let changes = before.department != after.department || gives_sight;
    if !changes || rights.gives_department(&directory.lineage(department)) { Ok(()) } else { Err(GroupRefusal::Department) }
}

/// Refuses groups that are newly given and not the caller's to give.
pub fn check_given(rights: &Rights, before: &[i64], after: &[i64]) -> Result<(), GroupRefusal> {
    let fresh = after.iter().filter(|group| !before.contains(group));
    if rights.everything || fresh.into_iter().all(|group| rights.gives.contains(group)) { Ok(()) } else { Err(GroupRefusal::NotYours) }
}

/// Refuses changes that would leave the site without a super administrator.
pub fn check_chiefs(directory: &Directory, admin: i64, groups: Option<&[i64]>, enabled: bool) -> Result<(), GroupRefusal> {
    let chiefs = directory.chiefs();
    if chiefs != [admin] {
        return Ok(());
    }
    let stays = |id: &i64| directory.group(*id).is_some_and(|group| group.status == 1 && group.is_super());
    if enabled && groups.is_none_or(|groups| groups.iter().any(stays)) { Ok(()) } else { Err(GroupRefusal::LastChief) }
}

/// What is written with a change that may take the last super administrator away, where there is one.
#[must_use]
pub fn guard_chiefs(directory: &Directory, may_go: bool) -> ExtraStatements {
    if may_go && !directory.chiefs().is_empty() { one_chief_stays() } else { ExtraStatements::default() }
}

/// The ids of a group's rules without the parents of others, as a tree of check boxes needs them.
#[must_use]
pub fn leaves(directory: &Directory, group: &Group) -> Vec<i64> {
    let ids = group.rule_ids();
    let parents: BTreeSet<i64> = ids.iter().filter_map(|id| directory.rule(*id)).map(|rule| rule.pid).collect();
    ids.into_iter().filter(|id| !parents.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use entrepot_store::identity::rights::{Administrator, Rule};

    use super::*;

    fn group(id: i64, pid: i64, rules: &str, warehouses: &[i64]) -> Group {
        let asked = Asked { reach: Some(Reach::Subgroups), warehouses: Some(warehouses.to_vec()), ..Asked::default() };
        Group { id, ..asked.group(None, pid, Some(rules)) }
    }

    fn rule(id: i64, pid: i64) -> Rule {
        let empty = String::new;
        Rule {
            id,
            pid,
            kind: "button".into(),
            title: empty(),
            name: format!("n{id}"),
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

    /// 1 is super; 2 has rules 1 to 3 in warehouses 1 and 2; 3 below it has rule 1; 4 beside it has rules 1 and 4.
    fn site() -> Directory {
        let administrator = |id, groups: &[i64]| Administrator { id, groups: groups.to_vec(), enabled: true, departments: vec![] };
        Directory::new(
            vec![group(1, 0, "*", &[]), group(2, 0, "1,2,3", &[1, 2]), group(3, 2, "1", &[1]), group(4, 2, "1,4", &[1])],
            vec![rule(1, 0), rule(2, 1), rule(3, 1), rule(4, 0)],
            vec![administrator(10, &[1]), administrator(11, &[2]), administrator(12, &[3])],
        )
    }

    fn ids(texts: &[&str]) -> Option<Vec<String>> {
        Some(texts.iter().map(|text| (*text).to_owned()).collect())
    }

    #[test]
    fn only_a_part_of_ones_own_rules_is_given() {
        let site = site();
        let (chief, head) = (site.rights(10), site.rights(11));
        let ask = |rules: &[&str]| Asked { pid: Some(2), rules: ids(rules), warehouses: Some(vec![1]), reach: Some(Reach::Own), ..Asked::default() };
        assert_eq!(check(&head, &site, None, &ask(&["2", "1"])), Ok(Some("1,2".into())));
        assert_eq!(check(&head, &site, None, &ask(&["1", "4"])), Err(GroupRefusal::Beyond));
        assert_eq!(check(&head, &site, None, &ask(&["1", "2", "3"])), Err(GroupRefusal::AllOfMine));
        assert_eq!(check(&head, &site, None, &ask(&["*"])), Err(GroupRefusal::Beyond));
        assert_eq!(check(&head, &site, None, &ask(&["x"])), Err(GroupRefusal::Form));
        assert_eq!(check(&chief, &site, None, &ask(&["1", "2", "3", "4"])), Ok(Some("*".into())));
        assert_eq!(check(&chief, &site, None, &ask(&["1", "99"])), Ok(Some("1".into())));
        assert_eq!(check(&chief, &site, site.group(3), &ask(&[])), Ok(None), "no rules change nothing");
    }

    #[test]
    fn rules_come_with_those_above_them() {
        let site = site();
        let (chief, head) = (site.rights(10), site.rights(11));
        let ask = |rules: &[&str]| Asked { pid: Some(2), rules: ids(rules), ..Asked::default() };
        assert_eq!(check(&head, &site, None, &ask(&["2"])), Ok(Some("1,2".into())));
        assert_eq!(check(&chief, &site, None, &ask(&["3"])), Ok(Some("1,3".into())));
        assert_eq!(check(&head, &site, None, &ask(&["2", "3"])), Err(GroupRefusal::AllOfMine));
        // Rules that lie below each other.
        let circle = Directory::new(vec![group(1, 0, "*", &[])], vec![rule(1, 2), rule(2, 1), rule(3, 2), rule(4, 0)], vec![]);
        assert_eq!(check(&chief, &circle, None, &ask(&["3"])), Ok(Some("1,2,3".into())));
    }

    #[test]
    fn own_groups_and_those_of_others_stay_as_they_are() {
        let site = site();
        let (chief, head) = (site.rights(10), site.rights(11));
        let nothing = Asked::default();
        assert_eq!(check(&head, &site, site.group(2), &nothing), Err(GroupRefusal::Own));
        assert_eq!(check(&chief, &site, site.group(1), &nothing), Err(GroupRefusal::Own));
        assert_eq!(check(&head, &site, site.group(4), &nothing), Err(GroupRefusal::NotYours));
        assert_eq!(check(&head, &site, site.group(1), &nothing), Err(GroupRefusal::NotYours));
        assert_eq!(check(&head, &site, site.group(3), &nothing), Ok(None));
        assert_eq!(visible(&head), [2, 3]);
    }

    #[test]
    fn nobody_gives_more_sight_than_he_has() {
        let site = site();
        let head = site.rights(11);
        let ask = |pid, warehouses: &[i64], reach| Asked {
            pid: Some(pid),
            rules: ids(&["1"]),
            warehouses: Some(warehouses.to_vec()),
            reach: Some(reach),
            ..Asked::default()
        };
        assert_eq!(check(&head, &site, None, &ask(0, &[1], Reach::Own)), Err(GroupRefusal::Parent));
        assert_eq!(check(&head, &site, None, &ask(1, &[1], Reach::Own)), Err(GroupRefusal::Parent));
        // A group never sees more than its parent.
        assert_eq!(check(&head, &site, None, &ask(2, &[1, 3], Reach::All)), Ok(Some("1".into())));
        assert_eq!(check(&head, &site, None, &ask(2, &[], Reach::Subgroups)), Ok(Some("1".into())));
    }

    #[test]
    fn nobody_gives_more_rights_in_a_warehouse_than_they_have() {
        use WarehouseRight::{Decide, See, Work};
        let administrator = |id, groups: &[i64]| Administrator { id, groups: groups.to_vec(), enabled: true, departments: vec![] };
        let head = Group { warehouse_right: Work, ..group(2, 0, "1,2,3", &[1, 2]) };
        let site = Directory::new(vec![head, group(3, 0, "1", &[1])], vec![rule(1, 0), rule(2, 1), rule(3, 1)], vec![administrator(11, &[2])]);
        let head = site.rights(11);
        assert!(!head.gives.contains(&3), "a group beside theirs decides where they only work");
        let ask = |right, decide: &[i64]| Asked {
            pid: Some(2),
            rules: ids(&["1"]),
            warehouse_right: Some(right),
            decide_warehouses: Some(decide.to_vec()),
            ..Asked::default()
        };
        // Below their own it never allows more than theirs.
        assert_eq!(check(&head, &site, None, &ask(Decide, &[])), Ok(Some("1".into())));
        assert_eq!(check(&head, &site, None, &ask(See, &[1])), Ok(Some("1".into())));
        assert_eq!(check(&head, &site, None, &Asked { see_warehouses: Some(vec![1]), ..ask(See, &[1]) }), Err(GroupRefusal::TwoRights));
    }

    #[test]
    fn memberships_are_given_from_ones_own() {
        let site = site();
        let head = site.rights(11);
        assert_eq!(check_given(&head, &[], &[3]), Ok(()));
        assert_eq!(check_given(&head, &[4], &[4, 3]), Ok(()), "what somebody else gave may stay");
        assert_eq!(check_given(&head, &[], &[2]), Err(GroupRefusal::NotYours));
        assert_eq!(check_given(&head, &[], &[1]), Err(GroupRefusal::NotYours));
        assert_eq!(check_given(&site.rights(10), &[], &[1, 2]), Ok(()));
        assert_eq!(check_given(&head, &[], &[99]), Err(GroupRefusal::NotYours));
    }

    #[test]
    fn one_super_administrator_stays() {
        let site = site();
        assert_eq!(check_chiefs(&site, 10, Some(&[2]), true), Err(GroupRefusal::LastChief));
        assert_eq!(check_chiefs(&site, 10, None, false), Err(GroupRefusal::LastChief));
        assert_eq!(check_chiefs(&site, 10, Some(&[2, 1]), true), Ok(()));
        assert_eq!(check_chiefs(&site, 11, Some(&[]), false), Ok(()));
    }

    #[test]
    fn trees_of_check_boxes_get_leaves() {
        let site = site();
        assert_eq!(leaves(&site, &group(9, 0, "1,2,4", &[])), [2, 4]);
    }
}
