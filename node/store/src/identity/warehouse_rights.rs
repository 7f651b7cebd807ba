//! Which right a permission node needs in the warehouse that it is used on. Pure. What somebody may do there:
//! [`WarehouseRights`](crate::scope::rights::WarehouseRights).

use bus_schemas::order::kinds::KINDS;
use bus_schemas::right::WarehouseRight::{self, Decide, See, Work};

use crate::resource::catalogue::Catalogue;

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
    ("warehouse/inventory/dates", Decide),
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
pub fn right_in_warehouses(node: &str, catalogue: &Catalogue) -> Option<WarehouseRight> {
    let (page, _) = node.rsplit_once('/')?;
    let named = || NODES.iter().any(|(known, _)| known.rsplit_once('/').is_some_and(|(of, _)| of == page));
    let of_orders = || KINDS.iter().any(|kind| kind.page.eq_ignore_ascii_case(page));
    let declared = || catalogue.of_path(page).is_some_and(|resource| resource.warehouse.is_some());
    (page.starts_with("warehouse/") && (named() || of_orders() || declared())).then(|| right_of(node))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(right_in_warehouses(node, &Catalogue::compiled()), right, "{node}");
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
            ("warehouse/inventory/dates", Decide),
            ("warehouse/inventory/export", See),
            ("dashboard/index", See),
        ] {
            assert_eq!(right_of(node), right, "{node}");
        }
    }
}
