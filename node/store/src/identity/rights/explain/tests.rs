//! Explanations against the rights that decide, over random directories.

use super::super::{made, rights};
use super::*;
use crate::identity::directory::Directory;
use crate::scope::rights::WarehouseSet;

/// A small generator, so that a failure can be repeated by its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn id(&mut self, end: u64) -> i64 {
        i64::try_from(self.below(end)).expect("a small number")
    }

    fn some(&mut self, from: std::ops::Range<i64>, one_in: u64) -> Vec<i64> {
        from.filter(|_| self.below(one_in) == 0).collect()
    }

    fn right(&mut self) -> WarehouseRight {
        [WarehouseRight::See, WarehouseRight::Work, WarehouseRight::Decide][usize::try_from(self.below(3)).expect("small")]
    }

    fn reach(&mut self) -> Reach {
        [Reach::Own, Reach::Group, Reach::Subgroups, Reach::Department, Reach::Departments, Reach::All]
            [usize::try_from(self.below(6)).expect("small")]
    }
}

const NAMES: &[&str] = &[
    "warehouse",
    "warehouse/inboundOrder",
    "warehouse/inboundOrder/index",
    "warehouse/inboundOrder/add",
    "warehouse/inboundOrder/audit",
    "Warehouse/InboundOrder/audit",
    "warehouse/batchHold/add",
    "auth/admin/index",
    "list/index?type=a",
    "list/index?type=a&of=b",
    "list/index?type=c",
    "list/index",
    "page?type=a",
];
const WAREHOUSES: std::ops::Range<i64> = 1..5;

fn rule(id: i64, name: &str, status: i64) -> Rule {
    Rule { status, ..made::rule(id, name) }
}

fn group(random: &mut Random, id: i64) -> Group {
    let rules = match random.below(12) {
        0 => "*".to_owned(),
        _ => random.some(1..1 + i64::try_from(NAMES.len()).expect("few"), 3).iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
    };
    Group {
        id,
        pid: random.id(7),
        name: format!("g{id}"),
        rules,
        reach: random.reach(),
        warehouses: random.some(WAREHOUSES, 3),
        warehouse_right: random.right(),
        see_warehouses: random.some(WAREHOUSES, 6),
        work_warehouses: random.some(WAREHOUSES, 6),
        decide_warehouses: random.some(WAREHOUSES, 6),
        status: i64::from(random.below(4) > 0),
    }
}

fn directory(seed: u64) -> Directory {
    let mut random = Random(seed);
    let rules = (1..).zip(NAMES).map(|(id, name)| rule(id, name, i64::from(random.below(5) > 0))).collect();
    let groups = (1..6).map(|id| group(&mut random, id)).collect();
    let person = |id| Administrator {
        id,
        // The last id is that of no group.
        groups: random.some(1..7, 3),
        enabled: random.below(6) > 0,
        departments: random.some(1..4, 3),
    };
    let administrators = (1..4).map(person).collect();
    Directory::new(groups, rules, administrators)
}

fn query(rule: &Rule) -> Vec<(String, String)> {
    parts(rule).1.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn holds(set: &WarehouseSet, warehouse: i64) -> bool {
    match set {
        WarehouseSet::Only(only) => only.contains(&warehouse),
        WarehouseSet::AllBut(but) => !but.contains(&warehouse),
    }
}

#[test]
fn an_explanation_allows_what_rights_allow() {
    let catalogue = Catalogue::compiled();
    for seed in 0..3_000 {
        let directory = directory(seed);
        for admin in 1..5 {
            let explained = explain(admin, &directory.groups, &directory.rules, &directory.administrators, &catalogue);
            let rights = directory.rights(admin);
            assert_eq!(explained.is_super(), rights.everything, "seed {seed}, {admin}");
            for (rule, explained) in directory.rules.iter().zip(&explained.rules) {
                let place = format!("seed {seed}, {admin}, {}: {explained:?}", rule.name);
                let node = rule.node();
                let held = rights.holds_with(&node, &query(rule));
                assert_eq!(explained.why.allows(), held && !rights.is_unusable(&node, &catalogue), "{place}");
                assert_eq!(explained.why == Why::NoWarehouse, held && rights.is_unusable(&node, &catalogue), "{place}");
                if let Why::OnlyIn(set) = &explained.why {
                    assert_eq!(*set, rights.warehouses_for(&node), "{place}");
                }
                let set = match &explained.why {
                    Why::OnlyIn(set) => set.clone(),
                    _ if explained.why.allows() => WarehouseSet::AllBut(vec![]),
                    _ => continue,
                };
                if right_in_warehouses(&node, &catalogue).is_some() {
                    for warehouse in WAREHOUSES.chain([99]) {
                        assert_eq!(holds(&set, warehouse), rights.permits(&node, warehouse), "{place} in {warehouse}");
                    }
                }
                assert!(!explained.by.is_empty(), "{place}");
            }
        }
    }
}

#[test]
fn groups_that_give_a_rule_give_it_alone() {
    let catalogue = Catalogue::compiled();
    for seed in 0..1_000 {
        let directory = directory(seed);
        let Directory { groups, rules, administrators, .. } = &directory;
        for person in administrators.iter().filter(|person| person.enabled) {
            for (rule, explained) in rules.iter().zip(explain(person.id, groups, rules, administrators, &catalogue).rules) {
                for id in &person.groups {
                    let alone = Administrator { groups: vec![*id], ..person.clone() };
                    let gives = rights(&alone, groups, rules, administrators).holds_with(&rule.node(), &query(rule));
                    let said = explained.by.contains(id) && explained.why != Why::RuleDisabled;
                    // Beside a super group the others say nothing.
                    assert!(gives == said || explained.why == Why::Super, "seed {seed}, {}, {id}, {}", person.id, rule.name);
                }
            }
        }
    }
}

#[test]
fn warehouses_and_rows_of_a_group_are_those_of_its_rights() {
    for seed in 0..1_000 {
        let directory = directory(seed);
        let Directory { groups, rules, administrators, .. } = &directory;
        for group in groups.iter().filter(|group| group.status == 1 && !group.is_super()) {
            let explained = ExplainedGroup::new(group, groups);
            let person = Administrator { id: 9, groups: vec![group.id], enabled: true, departments: vec![1] };
            let rights = rights(&person, groups, rules, administrators);
            for warehouse in WAREHOUSES.chain([99]) {
                let InWarehouse { own, allowed, confined_by } = explained.in_warehouse(warehouse);
                assert_eq!(allowed, rights.warehouse_rights.at(warehouse), "seed {seed}, {}", group.id);
                assert_eq!(confined_by.is_some(), allowed < own, "seed {seed}, {}", group.id);
                assert_ne!(confined_by, Some(group.id));
            }
            assert_eq!(explained.reach == Reach::All, rights.owners.is_none(), "seed {seed}, {}", group.id);
            assert_eq!(explained.reach_confined_by.is_some(), explained.reach != explained.own_reach, "seed {seed}, {}", group.id);
        }
    }
}

#[test]
fn what_is_missing_is_named() {
    let mut groups = vec![group(&mut Random(1), 1), group(&mut Random(2), 2)];
    for (group, rules) in groups.iter_mut().zip(["8", "7,8"]) {
        *group = Group { pid: 0, rules: rules.into(), status: 1, warehouses: vec![], warehouse_right: WarehouseRight::See, ..group.clone() };
        group.decide_warehouses.clear();
    }
    let mut rules: Vec<Rule> = (1..).zip(NAMES).map(|(id, name)| rule(id, name, 1)).collect();
    let mut people = [Administrator { id: 5, groups: vec![1, 2, 9], enabled: true, departments: vec![] }];
    let why = |groups: &[Group], rules: &[Rule], people: &[Administrator]| {
        let explained = explain(5, groups, rules, people, &Catalogue::compiled());
        [7, 8, 4].map(|id| explained.rules.iter().find(|rule| rule.id == id).map(|rule| (rule.why.clone(), rule.by.clone(), rule.without.clone())))
    };
    let [hold, admins, add] = why(&groups, &rules, &people);
    assert_eq!(hold, Some((Why::NoWarehouse, vec![2], vec![])), "they only see there");
    assert_eq!(admins, Some((Why::Given, vec![1, 2], vec![])));
    assert_eq!(add, Some((Why::NoGroup, vec![], vec![])));
    groups[1].status = 0;
    assert_eq!(why(&groups, &rules, &people)[0], Some((Why::GroupDisabled, vec![], vec![2])));
    groups[1].status = 1;
    rules[7].status = 0;
    assert_eq!(why(&groups, &rules, &people)[1], Some((Why::RuleDisabled, vec![1, 2], vec![])));
    people[0].enabled = false;
    assert!(why(&groups, &rules, &people).into_iter().flatten().all(|(why, ..)| why == Why::NoAccount));
    let explained = explain(5, &groups, &rules, &people, &Catalogue::compiled());
    assert_eq!(explained.groups.iter().map(|group| group.state).collect::<Vec<_>>(), [GroupState::Enabled, GroupState::Enabled, GroupState::Gone]);
}
