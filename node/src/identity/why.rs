//! Why somebody may or may not do something, in the words of the back office: who may ask, and what they are told. The reasons
//! themselves are [`entrepot_store::identity::rights::explain`].
//!
//! Every rule of the menu is told, also to those who do not hold it: that is what they ask about. Names of groups and warehouses are
//! told to those who may see them; of others it is only said that they are there.

use std::collections::{BTreeSet, HashMap};

use bus_schemas::ids::AdminId;
use bus_schemas::right::WarehouseRight;
use entrepot_store::engine::connect::Store;
use entrepot_store::identity::directory::Directory;
use entrepot_store::identity::rights::{Account, ExplainedGroup, ExplainedRule, Explanation, GroupState, InWarehouse, Reach, Rights, Rule, Why};
use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::identity::picture;
use entrepot_store::scope::rights::WarehouseSet;

use super::rule_titles;
use crate::error::ServiceError;
use crate::i18n;
use crate::identity::sessions::Caller;
use crate::identity::why_views::{
    Explained, ExplainedPerson, ExplainedReach, ExplainedRight, ExplainedState, ExplainedWhy, GroupExplained, GroupInWarehouse, RuleExplained,
    WarehouseExplained,
};

/// The page whose holders may ask about others.
pub const PAGE: &str = "auth/why";

const fn reach(reach: Reach) -> ExplainedReach {
    match reach {
        Reach::Own => ExplainedReach::Own,
        Reach::Group => ExplainedReach::Group,
        Reach::Subgroups => ExplainedReach::Subgroups,
        Reach::Department => ExplainedReach::Department,
        Reach::Departments => ExplainedReach::Departments,
        Reach::All => ExplainedReach::All,
    }
}

const fn right(right: WarehouseRight) -> ExplainedRight {
    match right {
        WarehouseRight::See => ExplainedRight::See,
        WarehouseRight::Work => ExplainedRight::Work,
        WarehouseRight::Decide => ExplainedRight::Decide,
    }
}

const fn state(state: GroupState) -> ExplainedState {
    match state {
        GroupState::Enabled => ExplainedState::Enabled,
        GroupState::AboveDisabled => ExplainedState::AboveDisabled,
        GroupState::Disabled => ExplainedState::Disabled,
        GroupState::Gone => ExplainedState::Gone,
    }
}

const fn why(why: &Why) -> ExplainedWhy {
    match why {
        Why::Super => ExplainedWhy::Super,
        Why::Given => ExplainedWhy::Given,
        Why::OnlyIn(_) => ExplainedWhy::OnlyIn,
        Why::NoWarehouse => ExplainedWhy::NoWarehouse,
        Why::NoAccount => ExplainedWhy::NoAccount,
        Why::RuleDisabled => ExplainedWhy::RuleDisabled,
        Why::GroupDisabled => ExplainedWhy::GroupDisabled,
        Why::NoGroup => ExplainedWhy::NoGroup,
    }
}

/// Whether somebody may ask about an administrator: about themselves always, about others by the page, and those alone whom they
/// see in the list of administrators.
#[must_use]
pub fn may_ask(rights: &Rights, own: i64, admin: i64) -> bool {
    admin == own || rights.everything || (rights.holds(PAGE) && rights.administers.contains(&admin))
}

/// What an asker is told.
struct Teller<'a> {
    directory: &'a Directory,
    catalogue: &'a Catalogue,
    /// Groups whose names are told; `None`: all.
    groups: Option<BTreeSet<i64>>,
    /// The warehouses that the asker sees.
    warehouses: Vec<(i64, String)>,
    /// There may be others.
    confined: bool,
}

impl Teller<'_> {
    /// A group's name; empty where it is not told.
    fn name(&self, group: i64) -> String {
        let told = self.groups.as_ref().is_none_or(|told| told.contains(&group));
        self.directory.group(group).filter(|_| told).map(|group| group.name.clone()).unwrap_or_default()
    }

    fn group(&self, group: &ExplainedGroup) -> GroupExplained {
        let name = self.name(group.id);
        GroupExplained {
            id: if name.is_empty() { 0 } else { group.id },
            name,
            state: state(group.state),
            is_super: group.is_super,
            reach: if group.is_super { ExplainedReach::All } else { reach(group.reach) },
            own_reach: reach(group.own_reach),
            reach_confined_by: group.reach_confined_by.filter(|_| !group.is_super).map(|id| self.name(id)),
        }
    }

    fn rule(&self, rule: &Rule, explained: ExplainedRule, places: &HashMap<i64, usize>) -> RuleExplained {
        let places = |ids: &[i64]| ids.iter().filter_map(|id| places.get(id).copied()).collect();
        let (warehouses, elsewhere) = match &explained.why {
            Why::OnlyIn(set) => self.only_in(set),
            _ => (vec![], false),
        };
        RuleExplained {
            id: rule.id,
            pid: rule.pid,
            kind: rule.kind.clone(),
            title: rule_titles::title(self.catalogue, i18n::current(), &rule.name, &rule.title),
            name: rule.name.clone(),
            enabled: rule.status == 1,
            allowed: explained.why.allows(),
            why: why(&explained.why),
            by: places(&explained.by),
            without: places(&explained.without),
            warehouses,
            elsewhere,
        }
    }

    /// The warehouses of a set that the asker sees, and whether there are others.
    fn only_in(&self, set: &WarehouseSet) -> (Vec<i64>, bool) {
        let seen = self.warehouses.iter().map(|(id, _)| *id);
        match set {
            WarehouseSet::Only(only) => {
                let told: Vec<i64> = seen.filter(|id| only.contains(id)).collect();
                let elsewhere = told.len() < only.len();
                (told, elsewhere)
            }
            WarehouseSet::AllBut(but) => (seen.filter(|id| !but.contains(id)).collect(), self.confined),
        }
    }

    fn warehouse(&self, (id, name): &(i64, String), explanation: &Explanation) -> WarehouseExplained {
        let counting = explanation.groups.iter().enumerate().filter(|(_, group)| group.state.counts() && !group.is_super);
        let by: Vec<_> = counting.map(|(place, group)| (place, group.in_warehouse(*id))).filter(|(_, at)| at.own.is_some()).collect();
        let most = by.iter().map(|(_, at)| at.allowed).max().flatten();
        let most = if explanation.is_super() { Some(WarehouseRight::Decide) } else { most };
        let told = |(group, at): (usize, InWarehouse)| GroupInWarehouse {
            group,
            right: at.allowed.map(right),
            own: at.own.map(right),
            confined_by: at.confined_by.map(|id| self.name(id)),
        };
        WarehouseExplained {
            id: *id,
            name: name.clone(),
            right: most.filter(|_| explanation.account == Account::Enabled).map(right),
            by: by.into_iter().map(told).collect(),
        }
    }
}

/// Why an administrator may or may not do things. One whom the caller may not ask about is answered like one that is not there.
pub async fn explain(store: &Store, caller: &Caller, admin: Option<i64>) -> Result<Explained, ServiceError> {
    let (rights, own) = (&caller.rights, caller.admin.id);
    let admin = admin.unwrap_or(own);
    let gone = || ServiceError::refused("error.not_found");
    if !may_ask(rights, own, admin) {
        return Err(gone());
    }
    let person = store.admin(AdminId(admin)).await?.ok_or_else(gone)?;
    let directory = store.directory().await?;
    let catalogue = store.catalogue();
    let explanation = directory.explain(admin, &catalogue);
    let own_groups = directory.administrator(own).map(|person| person.groups.clone()).unwrap_or_default();
    let told = || rights.groups.iter().chain(&rights.gives).copied().chain(own_groups).collect();
    let mut warehouses = store.warehouse_names().await?;
    warehouses.retain(|(id, _)| rights.sees_warehouse(*id));
    let teller =
        Teller { directory: &directory, catalogue: &catalogue, groups: (!rights.everything).then(told), warehouses, confined: rights.is_confined() };
    let places: HashMap<i64, usize> = explanation.groups.iter().enumerate().map(|(place, group)| (group.id, place)).collect();
    Ok(Explained {
        admin: ExplainedPerson {
            id: person.id,
            username: person.username,
            nickname: person.nickname,
            avatar: picture(&person.avatar).to_owned(),
            enabled: explanation.account == Account::Enabled,
            is_super: explanation.is_super(),
        },
        others: rights.everything || rights.holds(PAGE),
        groups: explanation.groups.iter().map(|group| teller.group(group)).collect(),
        warehouses: teller.warehouses.iter().map(|warehouse| teller.warehouse(warehouse, &explanation)).collect(),
        rules: directory.rules.iter().zip(explanation.rules).map(|(rule, explained)| teller.rule(rule, explained, &places)).collect(),
    })
}
