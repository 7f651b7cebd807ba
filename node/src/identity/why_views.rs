//! What is answered to who asks why somebody may or may not do something.

use poem_openapi::{Enum, Object};

/// What somebody may do, and why.
#[derive(Object)]
pub struct Explained {
    pub admin: ExplainedPerson,
    /// The caller may ask about others.
    pub others: bool,
    /// Those that the account has.
    pub groups: Vec<GroupExplained>,
    /// All, in the order of menus.
    pub rules: Vec<RuleExplained>,
    /// Those that the caller sees.
    pub warehouses: Vec<WarehouseExplained>,
}

/// Who is spoken of.
#[derive(Object)]
pub struct ExplainedPerson {
    pub id: i64,
    pub username: String,
    pub nickname: String,
    /// Address of a picture.
    pub avatar: String,
    pub enabled: bool,
    /// They may do everything.
    #[oai(rename = "super")]
    pub is_super: bool,
}

/// The state of a group that somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ExplainedState {
    Enabled,
    /// It counts, though one above it is disabled.
    AboveDisabled,
    Disabled,
    Gone,
}

/// Which rows with an owner a group shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ExplainedReach {
    Own,
    Group,
    Subgroups,
    Department,
    Departments,
    All,
}

/// What may be done in a warehouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ExplainedRight {
    See,
    Work,
    Decide,
}

/// Why a rule lets somebody do what it names, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ExplainedWhy {
    /// A group holds every rule.
    Super,
    Given,
    /// Given, but only some of all warehouses allow it.
    OnlyIn,
    /// Given, but no warehouse allows it.
    NoWarehouse,
    /// The account is disabled.
    NoAccount,
    RuleDisabled,
    /// Only groups that are disabled have it.
    GroupDisabled,
    NoGroup,
}

/// A group that somebody has.
#[derive(Object)]
pub struct GroupExplained {
    /// 0 where the caller does not see the group.
    pub id: i64,
    /// Empty where the caller does not see the group.
    pub name: String,
    pub state: ExplainedState,
    /// It holds every rule.
    #[oai(rename = "super")]
    pub is_super: bool,
    /// Which rows with an owner it shows, within the groups above it.
    pub reach: ExplainedReach,
    /// The same by itself.
    pub own_reach: ExplainedReach,
    /// The group above that confines its reach; empty where the caller does not see that group.
    #[oai(nullable)]
    pub reach_confined_by: Option<String>,
}

/// A rule for somebody.
#[derive(Object)]
pub struct RuleExplained {
    pub id: i64,
    /// The rule above; 0 at the top.
    pub pid: i64,
    /// `menu_dir`, `menu` or `button`.
    #[oai(rename = "type")]
    pub kind: String,
    /// In the request's language.
    pub title: String,
    pub name: String,
    pub enabled: bool,
    /// It can be done, if only in some warehouses.
    pub allowed: bool,
    pub why: ExplainedWhy,
    /// Places in `groups` of those that give it; of a disabled rule those that would.
    pub by: Vec<usize>,
    /// Places in `groups` of those that have it and are disabled.
    pub without: Vec<usize>,
    /// With `only_in`: the warehouses that allow it, of those that the caller sees.
    pub warehouses: Vec<i64>,
    /// With `only_in`: others allow it as well.
    pub elsewhere: bool,
}

/// What somebody may do in a warehouse.
#[derive(Object)]
pub struct WarehouseExplained {
    pub id: i64,
    pub name: String,
    /// The most that one of the groups allows; null where the warehouse is not seen.
    #[oai(nullable)]
    pub right: Option<ExplainedRight>,
    /// What each of the groups allows that count, as far as they name the warehouse.
    pub by: Vec<GroupInWarehouse>,
}

/// What a group allows in a warehouse.
#[derive(Object)]
pub struct GroupInWarehouse {
    /// Its place in `groups`.
    pub group: usize,
    #[oai(nullable)]
    pub right: Option<ExplainedRight>,
    /// By itself, without the groups above it.
    #[oai(nullable)]
    pub own: Option<ExplainedRight>,
    /// The group above that allows no more; empty where the caller does not see that group.
    #[oai(nullable)]
    pub confined_by: Option<String>,
}
