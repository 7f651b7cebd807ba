//! What rights follow from, as it is stored: groups with their reach, menu rules, and administrators.

use std::collections::{BTreeMap, BTreeSet};

use bus_schemas::right::WarehouseRight;
use serde::Deserialize;

use crate::scope::rights::WarehouseRights;

/// Which rows with an owner a group's administrators see. There is no order among all of them: neither groups nor departments hold
/// the others' people ([`Self::meet`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// One's own rows.
    Own,
    /// Rows of the group's administrators.
    Group,
    /// Rows of the group's administrators and of the groups below.
    Subgroups,
    /// Rows of the administrators of one's own department; of those who have none, one's own rows.
    Department,
    /// Rows of one's own department and of those below it.
    Departments,
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
            "department" => Some(Self::Department),
            "departments" => Some(Self::Departments),
            "all" => Some(Self::All),
            _ => None,
        }
    }

    /// What both see for certain. Of groups and departments together, that is one's own rows.
    #[must_use]
    pub const fn meet(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, reach) | (reach, Self::All) => reach,
            (Self::Subgroups, Self::Subgroups) => Self::Subgroups,
            (Self::Group | Self::Subgroups, Self::Group | Self::Subgroups) => Self::Group,
            (Self::Departments, Self::Departments) => Self::Departments,
            (Self::Department | Self::Departments, Self::Department | Self::Departments) => Self::Department,
            _ => Self::Own,
        }
    }

    /// Whether this sees everything that the other does.
    #[must_use]
    pub fn sees_as_far_as(self, other: Self) -> bool {
        self.meet(other) == other
    }

    /// Whether it is one's department that says which rows are seen.
    #[must_use]
    pub const fn is_of_departments(self) -> bool {
        matches!(self, Self::Department | Self::Departments)
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
    /// What its administrators may do in their warehouses, unless one of the next three names it.
    pub warehouse_right: WarehouseRight,
    pub see_warehouses: Vec<i64>,
    pub work_warehouses: Vec<i64>,
    pub decide_warehouses: Vec<i64>,
    pub status: i64,
}

impl Group {
    /// The ids of its rules, without `*`.
    #[must_use]
    pub fn rule_ids(&self) -> BTreeSet<i64> {
        self.rules.split(',').filter_map(|id| id.trim().parse().ok()).collect()
    }

    /// What it allows in which warehouse, without the groups above. Of a warehouse that is named twice the least counts.
    #[must_use]
    pub fn warehouse_rights(&self) -> WarehouseRights {
        let named = |right: WarehouseRight, warehouses: &[i64]| warehouses.iter().map(|id| (*id, right)).collect::<Vec<_>>();
        let mut exceptions = BTreeMap::new();
        exceptions.extend(named(WarehouseRight::Decide, &self.decide_warehouses));
        exceptions.extend(named(WarehouseRight::Work, &self.work_warehouses));
        exceptions.extend(named(WarehouseRight::See, &self.see_warehouses));
        if self.warehouses.is_empty() {
            return WarehouseRights::everywhere_but(self.warehouse_right, exceptions);
        }
        WarehouseRights::only(self.warehouses.iter().map(|id| (*id, exceptions.get(id).copied().unwrap_or(self.warehouse_right))))
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

impl Rule {
    /// The permission node that it grants, in lower case, without the parameters that it may ask for.
    #[must_use]
    pub fn node(&self) -> String {
        self.name.split('?').next().unwrap_or_default().to_lowercase()
    }
}

/// An administrator, as far as their rights follow from it.
#[derive(Clone, Debug, Deserialize)]
pub struct Administrator {
    pub id: i64,
    pub groups: Vec<i64>,
    pub enabled: bool,
    /// Their department, then those above it, up to the first that is disabled; none without one
    /// ([`lineage`](departments::lineage)).
    #[serde(default)]
    pub departments: Vec<i64>,
}
