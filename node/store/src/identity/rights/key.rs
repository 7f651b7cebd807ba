//! What a key for another program may do and see: what its group allows, for as long as its owner has that group or may give
//! it. Owners have all that their groups allow, and give none that allows more, so nothing is left that they may not. Pure.

use super::{Administrator, Group, Rights, Rule, rights};

/// A warehouse that there is not: of a key whose warehouses are none of its group's.
const NO_WAREHOUSE: i64 = -1;

/// What a key is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyTerms {
    /// Who made it.
    pub owner: i64,
    /// It does not end with its owner's rights.
    pub of_site: bool,
    pub group: i64,
    /// Empty: every warehouse of the group.
    pub warehouses: Vec<i64>,
}

/// Why a key is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRefusal {
    Unknown,
    /// It was rotated, and the time of the one before is over.
    Replaced,
    Revoked,
    Expired,
    OwnerGone,
    OwnerDisabled,
    OutOfGroup,
    GroupGone,
    GroupDisabled,
}

impl KeyRefusal {
    /// As logs and the key's row say it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Replaced => "replaced",
            Self::Revoked => "revoked",
            Self::Expired => "expired",
            Self::OwnerGone => "owner_gone",
            Self::OwnerDisabled => "owner_disabled",
            Self::OutOfGroup => "out_of_group",
            Self::GroupGone => "group_gone",
            Self::GroupDisabled => "group_disabled",
        }
    }
}

/// Refuses a key whose group or owner is not what it was made for. `own` are the owner's rights at the moment.
pub fn check(terms: &KeyTerms, own: &Rights, groups: &[Group], administrators: &[Administrator]) -> Result<(), KeyRefusal> {
    let group = groups.iter().find(|group| group.id == terms.group).ok_or(KeyRefusal::GroupGone)?;
    if group.status != 1 {
        return Err(KeyRefusal::GroupDisabled);
    }
    if terms.of_site {
        return Ok(());
    }
    let owner = administrators.iter().find(|person| person.id == terms.owner).ok_or(KeyRefusal::OwnerGone)?;
    if !owner.enabled {
        return Err(KeyRefusal::OwnerDisabled);
    }
    let may = own.everything || own.groups.contains(&group.id) || own.gives.contains(&group.id);
    if may { Ok(()) } else { Err(KeyRefusal::OutOfGroup) }
}

/// A group within a key's warehouses.
fn narrowed(group: &Group, warehouses: &[i64], rules: &[Rule]) -> Group {
    let mut group = group.clone();
    if warehouses.is_empty() {
        return group;
    }
    if group.is_super() {
        // No limits would be no limits in warehouses either.
        group.rules = rules.iter().map(|rule| rule.id.to_string()).collect::<Vec<_>>().join(",");
    }
    let within = |id: &&i64| group.warehouses.is_empty() || group.warehouses.contains(id);
    let mut left: Vec<i64> = warehouses.iter().filter(within).copied().collect();
    if left.is_empty() {
        left.push(NO_WAREHOUSE);
    }
    group.warehouses = left;
    group
}

/// The rights of a key that [`check`] lets through. They give nobody anything.
#[must_use]
pub fn key_rights(terms: &KeyTerms, groups: &[Group], rules: &[Rule], administrators: &[Administrator]) -> Rights {
    let of_key = |group: &Group| if group.id == terms.group { narrowed(group, &terms.warehouses, rules) } else { group.clone() };
    let groups: Vec<Group> = groups.iter().map(of_key).collect();
    let departments = administrators.iter().find(|person| person.id == terms.owner).map(|person| person.departments.clone());
    let holder = Administrator { id: terms.owner, groups: vec![terms.group], enabled: true, departments: departments.unwrap_or_default() };
    let mut rights = rights(&holder, &groups, rules, administrators);
    rights.gives.clear();
    rights.administers.clear();
    rights
}

#[cfg(test)]
mod tests {
    use super::super::made::{administrator, group, rule};
    use super::*;

    fn terms(owner: i64, group: i64, warehouses: &[i64]) -> KeyTerms {
        KeyTerms { owner, of_site: false, group, warehouses: warehouses.to_vec() }
    }

    struct Site(Vec<Group>, Vec<Rule>, Vec<Administrator>);

    impl Site {
        fn new() -> Self {
            let groups = vec![group(1, 0, "*", &[]), group(2, 0, "1,2,3", &[7, 8]), group(3, 2, "1", &[7]), group(4, 0, "4", &[9])];
            let rules = ["warehouse/brand/index", "warehouse/brand/edit", "warehouse/unit/index", "shop/order/index"];
            let rules = (1..).zip(rules).map(|(id, name)| rule(id, name)).collect();
            Self(groups, rules, vec![administrator(10, &[1]), administrator(11, &[2]), administrator(12, &[2, 4])])
        }

        fn may(&self, terms: &KeyTerms) -> Result<Rights, KeyRefusal> {
            let own = self.2.iter().find(|person| person.id == terms.owner).map(|person| rights(person, &self.0, &self.1, &self.2));
            check(terms, &own.unwrap_or_else(Rights::nothing), &self.0, &self.2)?;
            Ok(key_rights(terms, &self.0, &self.1, &self.2))
        }
    }

    #[test]
    fn a_key_has_what_its_group_allows_and_not_what_its_owner_has_beside() {
        let site = Site::new();
        let both = site.may(&terms(12, 2, &[])).expect("rights");
        assert!(both.holds("warehouse/brand/edit") && !both.holds("shop/order/index"), "the owner's other group gives the key nothing");
        assert!(both.sees_warehouse(8) && !both.sees_warehouse(9));
        // Of a group that the owner may give, and within warehouses.
        let below = site.may(&terms(11, 3, &[])).expect("rights");
        assert!(below.holds("warehouse/brand/index") && !below.holds("warehouse/brand/edit") && !below.sees_warehouse(8));
        let one = site.may(&terms(11, 2, &[8])).expect("rights");
        assert!(one.sees_warehouse(8) && !one.sees_warehouse(7));
        let none = site.may(&terms(11, 2, &[9])).expect("rights");
        assert!(![7, 8, 9].iter().any(|warehouse| none.sees_warehouse(*warehouse)), "not one of the group's");
        assert!(none.gives.is_empty() && none.administers.is_empty());
    }

    #[test]
    fn a_key_of_the_chiefs_is_unlimited_unless_it_names_warehouses() {
        let site = Site::new();
        assert!(site.may(&terms(10, 1, &[])).expect("rights").everything);
        let one = site.may(&terms(10, 1, &[7])).expect("rights");
        assert!(!one.everything && one.holds("shop/order/index") && one.sees_warehouse(7) && !one.sees_warehouse(8));
    }

    #[test]
    fn a_key_ends_with_its_owner_and_its_group() {
        let mut site = Site::new();
        assert_eq!(site.may(&terms(11, 4, &[])).err(), Some(KeyRefusal::OutOfGroup));
        assert_eq!(site.may(&terms(11, 1, &[])).err(), Some(KeyRefusal::OutOfGroup));
        assert_eq!(site.may(&terms(99, 2, &[])).err(), Some(KeyRefusal::OwnerGone));
        assert_eq!(site.may(&terms(11, 99, &[])).err(), Some(KeyRefusal::GroupGone));
        site.2[1].enabled = false;
        assert_eq!(site.may(&terms(11, 2, &[])).err(), Some(KeyRefusal::OwnerDisabled));
        assert!(site.may(&KeyTerms { of_site: true, ..terms(11, 2, &[]) }).is_ok(), "one of the site outlives its maker");
        assert!(site.may(&KeyTerms { of_site: true, ..terms(99, 2, &[]) }).is_ok());
        site.2[1].enabled = true;
        site.2[1].groups = vec![4];
        assert_eq!(site.may(&terms(11, 2, &[])).err(), Some(KeyRefusal::OutOfGroup));
        site.0[1].status = 0;
        assert_eq!(site.may(&KeyTerms { of_site: true, ..terms(10, 2, &[]) }).err(), Some(KeyRefusal::GroupDisabled));
    }
}
