//! Groups, rules and administrators for the tests of rights.

use bus_schemas::right::WarehouseRight;

use super::{Administrator, Group, Reach, Rule};

/// An enabled group that sees everything and decides in its warehouses.
pub(super) fn group(id: i64, pid: i64, rules: &str, warehouses: &[i64]) -> Group {
    Group {
        id,
        pid,
        name: format!("g{id}"),
        rules: rules.into(),
        reach: Reach::All,
        warehouses: warehouses.to_vec(),
        warehouse_right: WarehouseRight::Decide,
        see_warehouses: vec![],
        work_warehouses: vec![],
        decide_warehouses: vec![],
        status: 1,
    }
}

/// An enabled button.
pub(super) fn rule(id: i64, name: &str) -> Rule {
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

/// An enabled administrator without a department.
pub(super) fn administrator(id: i64, groups: &[i64]) -> Administrator {
    Administrator { id, groups: groups.to_vec(), enabled: true, departments: vec![] }
}
