//! Tests of rights.

use super::made::{administrator, rule};
use super::*;

fn group(id: i64, pid: i64, rules: &str, warehouses: &[i64], reach: Reach) -> Group {
    Group { reach, ..made::group(id, pid, rules, warehouses) }
}

#[test]
fn without_a_group_nothing_is_granted() {
    let rights = rights(&administrator(9, &[]), &[group(1, 0, "*", &[], Reach::All)], &[rule(1, "a/b")], &[]);
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
    let administrators = [administrator(7, &[3]), administrator(8, &[4]), administrator(9, &[2])];
    let of = |groups_of: &[i64], id| rights(&administrator(id, groups_of), &groups, &rules, &administrators);
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
fn a_group_allows_less_in_some_warehouses_and_never_more_than_those_above() {
    use WarehouseRight::{Decide, See, Work};
    let mut groups = [group(2, 0, "1", &[], Reach::All), group(3, 2, "1", &[1, 2, 3], Reach::All)];
    groups[0].warehouse_right = Work;
    groups[0].see_warehouses = vec![2];
    groups[0].decide_warehouses = vec![3];
    groups[1].work_warehouses = vec![3];
    let rights_in = |id: i64| {
        let rights = rights(&administrator(7, &[id]), &groups, &[rule(1, "a")], &[]);
        [1, 2, 3, 4].map(|warehouse| rights.warehouse_rights.at(warehouse))
    };
    assert_eq!(rights_in(2), [Some(Work), Some(See), Some(Decide), Some(Work)]);
    assert_eq!(rights_in(3), [Some(Work), Some(See), Some(Work), None]);
}

#[test]
fn what_one_group_grants_does_not_reach_where_only_another_one_does() {
    let (stock, audit, index) = ("warehouse/inboundorder/stock", "warehouse/inboundorder/audit", "warehouse/inboundorder/index");
    let rules = [rule(1, index), rule(2, stock), rule(3, audit)];
    let mut groups = [group(2, 0, "1,2", &[1], Reach::All), group(3, 0, "1,3", &[2], Reach::Own), group(4, 0, "2,3", &[1, 2], Reach::All)];
    let of = |groups: &[Group], of: &[i64]| rights(&administrator(7, of), groups, &rules, &[]);
    let both = of(&groups, &[2, 3]);
    assert_eq!(both.warehouses, Some(vec![1, 2]));
    assert_eq!([1, 2].map(|warehouse| both.permits(stock, warehouse)), [true, false]);
    assert_eq!([1, 2].map(|warehouse| both.permits(audit, warehouse)), [false, true]);
    assert_eq!([1, 2].map(|warehouse| both.permits(index, warehouse)), [true, true]);
    // Who reads by means of a node sees by it; a command sees all that is seen, and may less.
    assert_eq!(both.scope_for(7, index), both.scope(7));
    let scope = both.scope_for(7, stock);
    assert_eq!((scope.only_warehouses(), scope.only_owners()), (Some([1, 2].as_slice()), None));
    assert!(scope.permits(WarehouseRight::Work, 1) && !scope.permits(WarehouseRight::Work, 2));
    // Nobody gives away both in both.
    assert!(!both.gives.contains(&4));
    groups[0].warehouse_right = WarehouseRight::See;
    let looking = of(&groups, &[2]);
    assert_eq!([looking.permits(index, 1), looking.permits(stock, 1), looking.permits(index, 2)], [true, false, false]);
    let reading = [group(2, 0, "1", &[1], Reach::All), group(3, 0, "2", &[2], Reach::All)];
    assert_eq!(of(&reading, &[2, 3]).scope_for(7, index).only_warehouses(), Some([1].as_slice()));
}

/// Every way in which two groups can differ: the nodes that they grant, their warehouses, what they allow there, and whose
/// rows they see.
fn all_groups(id: i64) -> Vec<Group> {
    use WarehouseRight::{Decide, See, Work};
    let mut all = Vec::new();
    for rules in ["1", "2", "1,2", "1,3", "1,2,3,4,5", "6"] {
        for warehouses in [vec![], vec![1], vec![2]] {
            for right in [See, Decide] {
                for reach in [Reach::Own, Reach::Group, Reach::All] {
                    all.push(Group { warehouse_right: right, ..group(id, 0, rules, &warehouses, reach) });
                }
            }
        }
    }
    let exceptions = [(vec![1], vec![]), (vec![2], vec![1]), (vec![], vec![2])];
    for (see, decide) in exceptions {
        let base = group(id, 0, "1,2,3,4,5", &[], Reach::Group);
        all.push(Group { warehouse_right: Work, see_warehouses: see, decide_warehouses: decide, ..base });
    }
    all
}

#[test]
fn nothing_is_reached_by_two_groups_that_neither_reaches_by_itself() {
    let names = ["index", "edit", "void", "del", "export", "print"];
    let nodes = names.map(|name| format!("warehouse/inboundorder/{name}"));
    let rules: Vec<Rule> = (1..).zip(&nodes).map(|(id, node)| rule(id, node)).collect();
    // 7 asks; 8 and 9 are of one group each, 10 of none of both.
    let administrators = [administrator(7, &[2, 3]), administrator(8, &[2]), administrator(9, &[3]), administrator(10, &[4])];
    let places: Vec<(i64, i64)> = (1..=3).flat_map(|warehouse| (7..=10).map(move |owner| (warehouse, owner))).collect();
    // What is reached of every node and row: read by a form or a list, and acted on.
    let reached = |groups: &[Group]| -> Vec<[bool; 3]> {
        let ids: Vec<i64> = groups.iter().map(|group| group.id).collect();
        let rights = rights(&administrator(7, &ids), groups, &rules, &administrators);
        let of_node = |node: &String| -> Vec<[bool; 3]> {
            let holds = rights.holds(node);
            let (reads, acts) = (rights.reading_scope(7, node), rights.scope_for(7, node));
            let of_place = |(warehouse, owner): &(i64, i64)| {
                let done = acts.reaches(*warehouse, *owner) && acts.permits_on(right_of(node), Some(*warehouse), Some(*owner));
                let offered = reads.reaches(*warehouse, *owner) && rights.permits_on(node, *warehouse, *owner);
                [holds && reads.reaches(*warehouse, *owner), holds && done, holds && offered]
            };
            places.iter().map(of_place).collect()
        };
        nodes.iter().flat_map(of_node).collect()
    };
    let (firsts, seconds) = (all_groups(2), all_groups(3));
    let alone: Vec<Vec<[bool; 3]>> = firsts.iter().map(|group| reached(std::slice::from_ref(group))).collect();
    let of_second: Vec<Vec<[bool; 3]>> = seconds.iter().map(|group| reached(std::slice::from_ref(group))).collect();
    for (first, own) in firsts.iter().zip(&alone) {
        for (second, theirs) in seconds.iter().zip(&of_second) {
            let both = reached(&[first.clone(), second.clone()]);
            for (at, (both, (own, theirs))) in both.iter().zip(own.iter().zip(theirs)).enumerate() {
                let either = [own[0] || theirs[0], own[1] || theirs[1], own[2] || theirs[2]];
                let (node, place) = (&nodes[at / places.len()], places[at % places.len()]);
                assert_eq!(*both, either, "{node} at {place:?} by {first:?} and {second:?}");
            }
        }
    }
}

#[test]
fn nobody_gives_the_warehouse_of_one_group_with_the_reach_of_another() {
    let rules = [rule(1, "warehouse/inboundorder/index"), rule(2, "warehouse/inboundorder/edit")];
    let mut groups = vec![group(2, 0, "1,2", &[1], Reach::All), group(3, 0, "1,2", &[2], Reach::Own)];
    for (id, warehouse, reach) in [(4, 1, Reach::All), (5, 2, Reach::All), (6, 2, Reach::Own), (7, 1, Reach::Own)] {
        groups.push(group(id, 0, "1", &[warehouse], reach));
    }
    let both = rights(&administrator(7, &[2, 3]), &groups, &rules, &[]);
    assert_eq!(both.gives, [4, 6, 7].into());
}

#[test]
fn an_import_reaches_what_it_adds_and_edits() {
    let rules = [rule(1, "warehouse/safetystock/index"), rule(2, "warehouse/safetystock/import"), rule(3, "warehouse/safetystock/add")];
    let groups = [group(2, 0, "1,2", &[1, 2], Reach::All), group(3, 0, "1,3", &[2, 3], Reach::All)];
    let both = rights(&administrator(7, &[2, 3]), &groups, &rules, &[]);
    let scope = both.scope_for(7, "warehouse/safetystock/import");
    assert_eq!([1, 2, 3].map(|warehouse| scope.permits(WarehouseRight::Work, warehouse)), [false, true, false]);
}

#[test]
fn nodes_are_named_that_only_some_warehouses_allow() {
    use WarehouseRight::{See, Work};
    let (index, move_on, release) = ("warehouse/inventory/index", "warehouse/inventory/move", "warehouse/batchhold/release");
    let rules = [rule(1, index), rule(2, move_on), rule(3, release), rule(4, "warehouse/product/edit")];
    let narrowed = |groups: &[Group]| rights(&administrator(7, &[2]), groups, &rules, &[]).narrowed_nodes(&Catalogue::compiled());
    let group = |warehouses: &[i64]| group(2, 0, "1,2,3,4", warehouses, Reach::All);
    assert_eq!(narrowed(&[group(&[])]), vec![]);
    // What is held everywhere is freed by those who may do so everywhere.
    let both = [(WarehouseSet::Only(vec![1, 2]), vec![release.to_owned(), move_on.to_owned()])];
    assert_eq!(narrowed(&[group(&[1, 2])]), both);
    let clerk = Group { warehouse_right: Work, see_warehouses: vec![2], ..group(&[1, 2]) };
    // No warehouse allows to release: that is told otherwise.
    assert_eq!(narrowed(&[clerk]), [(WarehouseSet::Only(vec![1]), vec![move_on.to_owned()])]);
    let head = Group { see_warehouses: vec![2], work_warehouses: vec![3], ..group(&[]) };
    let expected = [(WarehouseSet::AllBut(vec![2, 3]), vec![release.to_owned()]), (WarehouseSet::AllBut(vec![2]), vec![move_on.to_owned()])];
    assert_eq!(narrowed(&[head]), expected);
    let guest = Group { warehouse_right: See, decide_warehouses: vec![1], ..group(&[]) };
    assert_eq!(narrowed(&[guest]), [(WarehouseSet::Only(vec![1]), vec![release.to_owned(), move_on.to_owned()])]);
}

#[test]
fn circles_and_disabled_groups_end() {
    let mut groups = vec![group(2, 3, "1", &[1], Reach::Subgroups), group(3, 2, "1", &[1], Reach::Own)];
    assert_eq!(below(&groups, &[2]), [3].into());
    groups[0].status = 0;
    let rights = rights(&administrator(7, &[2]), &groups, &[rule(1, "a")], &[]);
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
    let administrators = [
        administrator(10, &[2]),
        administrator(11, &[3]),
        administrator(12, &[3, 4]),
        administrator(13, &[1]),
        administrator(14, &[]),
        administrator(15, &[6]),
    ];
    let mine = rights(&administrators[0], &groups, &rules, &administrators);
    // 4 has a rule that is not mine, 5 sees every warehouse, 7 sees farther.
    assert_eq!(mine.gives, [3, 6].into());
    assert_eq!(mine.administers, [11, 15].into());
    let chief = rights(&administrators[3], &groups, &rules, &administrators);
    assert!(chief.everything && chief.holds("whatever"));
}

#[test]
fn reaches_meet_in_what_both_see_for_certain() {
    use Reach::{All, Department, Departments, Group as OfGroup, Own, Subgroups};
    let all = [Own, OfGroup, Subgroups, Department, Departments, All];
    for (one, other, both) in [
        (OfGroup, Subgroups, OfGroup),
        (Department, Departments, Department),
        (OfGroup, Department, Own),
        (Subgroups, Departments, Own),
        (Own, Departments, Own),
        (All, Departments, Departments),
    ] {
        assert_eq!((one.meet(other), other.meet(one)), (both, both), "{one:?} {other:?}");
    }
    for one in all {
        assert_eq!((one.meet(one), one.meet(All), one.meet(Own)), (one, one, Own));
        for other in all {
            assert!(one.sees_as_far_as(one.meet(other)) && other.sees_as_far_as(one.meet(other)), "{one:?} {other:?}");
            for third in all {
                assert_eq!(one.meet(other).meet(third), one.meet(other.meet(third)), "{one:?} {other:?} {third:?}");
            }
        }
    }
}

#[test]
fn departments_are_seen_and_given_as_far_as_ones_groups_reach() {
    let department = |id, pid, status| Department { id, pid, status };
    let mut departments = vec![department(1, 0, 1), department(2, 1, 1), department(3, 2, 1), department(4, 1, 1)];
    let groups = [
        group(2, 0, "1,2", &[], Reach::Departments),
        group(3, 2, "1", &[], Reach::Department),
        group(4, 0, "1", &[], Reach::Subgroups),
        group(5, 0, "1", &[], Reach::All),
    ];
    let rules = [rule(1, "a/b"), rule(2, "a/c")];
    let places = [(7, vec![3], Some(2)), (8, vec![3], Some(3)), (9, vec![3], Some(4)), (10, vec![4], None), (11, vec![3], Some(2))];
    let people = |departments: &[Department]| -> Vec<Administrator> {
        let place = |at: Option<i64>| at.map(|id| lineage(departments, id)).unwrap_or_default();
        places.iter().map(|(id, groups, at)| Administrator { departments: place(*at), ..administrator(*id, groups) }).collect()
    };
    let of = |groups_of: &[i64], departments: &[Department]| {
        let people = people(departments);
        rights(&Administrator { groups: groups_of.to_vec(), ..people[0].clone() }, &groups, &rules, &people)
    };
    assert_eq!(of(&[3], &departments).owners, Some(vec![7, 11]));
    assert_eq!(of(&[2], &departments).owners, Some(vec![7, 8, 11]));
    // What they may give follows the least of their groups that see by departments; others count for nothing.
    for (groups_of, given) in
        [(&[2][..], [2, 3].as_slice()), (&[3], &[2]), (&[4], &[2]), (&[2, 5], &[2, 3]), (&[5], &[1, 2, 3, 4]), (&[4, 5], &[1, 2, 3, 4])]
    {
        let rights = of(groups_of, &departments);
        let may: Vec<i64> = (1..5).filter(|id| rights.gives_department(&lineage(&departments, *id))).collect();
        assert_eq!(may, given, "{groups_of:?}");
    }
    // Of a group that is theirs to give, those of another department are not theirs to change.
    let head = of(&[2], &departments);
    assert!(head.gives.contains(&3));
    assert_eq!(head.administers, [8, 11].into());
    departments[1].status = 0;
    assert_eq!(lineage(&departments, 3), [3], "a disabled department hides those below it");
    assert_eq!(of(&[2], &departments).owners, Some(vec![7]));
    departments[1] = department(2, 3, 1);
    assert_eq!(lineage(&departments, 3), [3, 2], "a circle ends");
}
