//! What somebody may do in which warehouse. Pure.

use std::collections::BTreeMap;

use bus_schemas::right::WarehouseRight::{self, Decide};

/// Some of all warehouses, also of those that do not exist yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WarehouseSet {
    Only(Vec<i64>),
    AllBut(Vec<i64>),
}

/// What somebody may do in each warehouse. Without a right a warehouse is not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarehouseRights {
    /// In warehouses that are not named, also in those that do not exist yet.
    others: Option<WarehouseRight>,
    named: BTreeMap<i64, Option<WarehouseRight>>,
}

impl Default for WarehouseRights {
    /// Everything, everywhere.
    fn default() -> Self {
        Self::whole()
    }
}

impl WarehouseRights {
    /// Everything, everywhere.
    #[must_use]
    pub const fn whole() -> Self {
        Self { others: Some(Decide), named: BTreeMap::new() }
    }

    /// Nothing anywhere.
    #[must_use]
    pub const fn none() -> Self {
        Self { others: None, named: BTreeMap::new() }
    }

    /// In every warehouse the same, but for those that are named.
    #[must_use]
    pub fn everywhere_but(right: WarehouseRight, named: impl IntoIterator<Item = (i64, WarehouseRight)>) -> Self {
        Self { others: Some(right), named: named.into_iter().map(|(warehouse, right)| (warehouse, Some(right))).collect() }
    }

    /// In these warehouses only.
    #[must_use]
    pub fn only(named: impl IntoIterator<Item = (i64, WarehouseRight)>) -> Self {
        Self { others: None, named: named.into_iter().map(|(warehouse, right)| (warehouse, Some(right))).collect() }
    }

    /// The right in a warehouse; none where it is not seen.
    #[must_use]
    pub fn at(&self, warehouse: i64) -> Option<WarehouseRight> {
        self.named.get(&warehouse).copied().unwrap_or(self.others)
    }

    /// Whether something that needs a right may be done in a warehouse.
    #[must_use]
    pub fn permit(&self, right: WarehouseRight, warehouse: i64) -> bool {
        self.at(warehouse) >= Some(right)
    }

    /// Whether something that needs a right may be done in any warehouse at all.
    #[must_use]
    pub fn permit_somewhere(&self, right: WarehouseRight) -> bool {
        self.others >= Some(right) || self.named.values().any(|own| *own >= Some(right))
    }

    /// The warehouses in which something that needs a right may be done.
    #[must_use]
    pub fn permitting(&self, right: WarehouseRight) -> WarehouseSet {
        let everywhere = self.others >= Some(right);
        let differing = self.named.iter().filter(|(_, own)| (**own >= Some(right)) != everywhere).map(|(warehouse, _)| *warehouse).collect();
        if everywhere { WarehouseSet::AllBut(differing) } else { WarehouseSet::Only(differing) }
    }

    /// Whether everything is allowed everywhere.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.others == Some(Decide) && self.named.values().all(|right| *right == Some(Decide))
    }

    /// Whether only some warehouses are seen.
    #[must_use]
    pub fn hide_some(&self) -> bool {
        // Where those that are not named are seen, every named one is: what hides warehouses names those it shows.
        self.others.is_none()
    }

    /// The warehouses that are seen; `None`: all.
    #[must_use]
    pub fn seen(&self) -> Option<Vec<i64>> {
        self.hide_some().then(|| self.named.iter().filter(|(_, right)| right.is_some()).map(|(warehouse, _)| *warehouse).collect())
    }

    /// To see what these rights show, and no more.
    #[must_use]
    pub fn sight(&self) -> Self {
        let see = |right: Option<WarehouseRight>| right.map(|_| WarehouseRight::See);
        Self { others: see(self.others), named: self.named.iter().map(|(warehouse, right)| (*warehouse, see(*right))).collect() }
    }

    /// What both allow.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        self.combined(other, Ord::min)
    }

    /// What either allows.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        self.combined(other, Ord::max)
    }

    /// Whether this allows nothing that the other does not.
    #[must_use]
    pub fn is_within(&self, other: &Self) -> bool {
        self.join(other).same_as(other)
    }

    /// Whether both allow the same, however it is written down.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        self.others == other.others && self.named.keys().chain(other.named.keys()).all(|warehouse| self.at(*warehouse) == other.at(*warehouse))
    }

    fn combined(&self, other: &Self, choose: fn(Option<WarehouseRight>, Option<WarehouseRight>) -> Option<WarehouseRight>) -> Self {
        let warehouses = self.named.keys().chain(other.named.keys());
        let named = warehouses.map(|warehouse| (*warehouse, choose(self.at(*warehouse), other.at(*warehouse)))).collect();
        Self { others: choose(self.others, other.others), named }
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::right::WarehouseRight::{See, Work};

    use super::*;

    #[test]
    fn rights_meet_and_join_warehouse_by_warehouse() {
        let guest = WarehouseRights::everywhere_but(See, [(1, Work)]);
        let clerk = WarehouseRights::only([(1, See), (2, Decide)]);
        let both = guest.meet(&clerk);
        assert_eq!([1, 2, 3].map(|warehouse| both.at(warehouse)), [Some(See), Some(See), None]);
        let either = guest.join(&clerk);
        assert_eq!([1, 2, 3].map(|warehouse| either.at(warehouse)), [Some(Work), Some(Decide), Some(See)]);
        assert_eq!((guest.seen(), clerk.seen(), both.seen(), either.seen()), (None, Some(vec![1, 2]), Some(vec![1, 2]), None));
        assert!(both.is_within(&guest) && both.is_within(&clerk) && !guest.is_within(&clerk) && !clerk.is_within(&guest));
        assert!(WarehouseRights::whole().is_whole() && !either.is_whole());
        assert!(clerk.is_within(&WarehouseRights::whole()) && WarehouseRights::none().is_within(&clerk));
    }

    #[test]
    fn each_right_includes_those_before_it() {
        let clerk = WarehouseRights::only([(1, See), (2, Work), (3, Decide)]);
        let may = |right| [1, 2, 3, 4].map(|warehouse| clerk.permit(right, warehouse));
        assert_eq!(may(See), [true, true, true, false]);
        assert_eq!(may(Work), [false, true, true, false]);
        assert_eq!(may(Decide), [false, false, true, false]);
    }

    #[test]
    fn the_warehouses_that_permit_something_are_named_or_all_but_some() {
        let guest = WarehouseRights::everywhere_but(See, [(1, Work)]);
        let boss = WarehouseRights::everywhere_but(Decide, [(2, See), (3, Work)]);
        assert_eq!((guest.permitting(See), guest.permitting(Work)), (WarehouseSet::AllBut(vec![]), WarehouseSet::Only(vec![1])));
        assert_eq!((guest.permitting(Decide), guest.permit_somewhere(Decide)), (WarehouseSet::Only(vec![]), false));
        assert_eq!((boss.permitting(Work), boss.permitting(Decide)), (WarehouseSet::AllBut(vec![2]), WarehouseSet::AllBut(vec![2, 3])));
        assert!(guest.permit_somewhere(Work) && boss.permit_somewhere(Decide) && !WarehouseRights::none().permit_somewhere(See));
    }
}
