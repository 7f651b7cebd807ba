//! What somebody may do in which warehouse ([`WarehouseRights`]), and what a permission node needs there
//! ([`right_of`], [`right_in_warehouses`]). Pure.

use std::collections::BTreeMap;

use bus_schemas::order::kinds::KINDS;
use bus_schemas::right::WarehouseRight::{self, Decide, See, Work};

use crate::resource::catalogue;

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

/// What the nodes of warehouse pages need that belong to no kind of orders. Others that are not read are
/// [`WRITES`].
const NODES: &[(&str, WarehouseRight)] = &[
    ("warehouse/stockcount/count", Work),
    ("warehouse/stockcount/submit", Work),
    ("warehouse/stockcount/zerorest", Work),
    ("warehouse/stockcount/recount", Decide),
    ("warehouse/stockcount/post", Decide),
    ("warehouse/stockcount/void", Decide),
    ("warehouse/batchhold/add", Decide),
    ("warehouse/batchhold/release", Decide),
    ("warehouse/batchtrace/recall", Decide),
    ("warehouse/reservation/release", Decide),
    ("warehouse/reservation/handover", Decide),
    ("warehouse/monthclosing/close", Decide),
    ("warehouse/monthclosing/reopen", Decide),
    ("warehouse/inventory/move", Work),
    // What a warehouse allows its people.
    ("warehouse/warehouse/add", Decide),
    ("warehouse/warehouse/edit", Decide),
    ("warehouse/warehouse/del", Decide),
    ("warehouse/warehouse/sortable", Decide),
    ("warehouse/warehouse/import", Decide),
    ("shop/order/order/delivery", Work),
    ("shop/order/order/cancel", Decide),
    ("shop/order/order/close", Decide),
    ("shop/order/refund/receive", Work),
    ("shop/order/refund/reject", Work),
    ("shop/order/refund/audit", Decide),
    ("shop/order/refund/waive", Decide),
    ("shop/order/refund/retry", Decide),
    ("shop/order/exception/handle", Decide),
];

/// Actions that write wherever they are.
const WRITES: &[&str] = &["add", "edit", "del", "sortable", "import", "restore"];

/// What a permission node (lower case) needs in the warehouse that it is used on.
#[must_use]
pub fn right_of(node: &str) -> WarehouseRight {
    let (page, action) = node.rsplit_once('/').unwrap_or(("", node));
    if let Some(kind) = KINDS.iter().find(|kind| kind.page.eq_ignore_ascii_case(page)) {
        return kind.right(action);
    }
    match NODES.iter().find(|(known, _)| *known == node) {
        Some((_, right)) => *right,
        None if WRITES.contains(&action) => Work,
        None => See,
    }
}

/// The same for nodes that can be used on things in a warehouse alone; nothing for any other node. Orders of the shop
/// are not among them: some need no warehouse.
#[must_use]
pub fn right_in_warehouses(node: &str) -> Option<WarehouseRight> {
    let (page, _) = node.rsplit_once('/')?;
    let named = || NODES.iter().any(|(known, _)| known.rsplit_once('/').is_some_and(|(of, _)| of == page));
    let of_orders = || KINDS.iter().any(|kind| kind.page.eq_ignore_ascii_case(page));
    let declared = || catalogue::compiled().any(|resource| resource.warehouse.is_some() && resource.path() == page);
    (page.starts_with("warehouse/") && (named() || of_orders() || declared())).then(|| right_of(node))
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn nodes_that_are_used_in_warehouses_alone_are_known() {
        for (node, right) in [
            ("warehouse/inboundorder/add", Some(Work)),
            ("warehouse/stockcount/add", Some(Work)),
            ("warehouse/batchhold/add", Some(Decide)),
            ("warehouse/warehousearea/add", Some(Work)),
            ("warehouse/safetystock/import", Some(Work)),
            ("warehouse/product/add", None),
            ("auth/admin/add", None),
            ("shop/order/order/close", None),
            ("dashboard", None),
        ] {
            assert_eq!(right_in_warehouses(node), right, "{node}");
        }
    }

    #[test]
    fn nodes_say_what_they_need() {
        for (node, right) in [
            ("warehouse/inboundorder/index", See),
            ("warehouse/inboundorder/print", See),
            ("warehouse/inboundorder/import", Work),
            ("warehouse/inboundorder/stock", Work),
            ("warehouse/inboundorder/takeback", Decide),
            ("warehouse/transferorder/receiveback", Work),
            ("warehouse/transferorder/lost", Decide),
            ("warehouse/adjustmentorder/post", Work),
            ("warehouse/stockcount/post", Decide),
            ("warehouse/warehousearea/edit", Work),
            ("warehouse/warehouse/edit", Decide),
            ("warehouse/inventory/export", See),
            ("dashboard/index", See),
        ] {
            assert_eq!(right_of(node), right, "{node}");
        }
    }
}
