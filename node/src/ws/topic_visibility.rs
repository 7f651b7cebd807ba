//! Under which topic names an event is published, and how much of it each subscriber may see.

use actors::system::{SHOP_EXCEPTIONS, SHOP_ORDERS};
use bus_schemas::live::{Topic, TopicEvent};
use entrepot_store::identity::rights::Rights;
use entrepot_store::resource::catalogue::Catalogue;

pub(super) const INVENTORY: &str = "warehouse/inventory/index";
const RECORDS: &str = "warehouse/inventoryrecord/index";
const DASHBOARD: &str = "dashboard/index";

/// The topic names of an event, the narrowest first, each with the permission node it needs.
pub(super) fn names(event: &TopicEvent) -> Vec<(String, String)> {
    let named = |name: String, node: &str| (name, node.to_owned());
    match &event.topic {
        Topic::Inventory { warehouse } => vec![
            named(format!("inventory:{warehouse}"), INVENTORY),
            named("inventory".into(), INVENTORY),
            named(format!("records:{warehouse}"), RECORDS),
            named("records".into(), RECORDS),
            named("dashboard".into(), DASHBOARD),
        ],
        Topic::Orders { kind_of, .. } => {
            let node = kind_of.node("index");
            vec![named(format!("orders:{}", kind_of.as_str()), &node), named("orders".into(), &node), named("dashboard".into(), DASHBOARD)]
        }
        Topic::Resource { controller } => {
            let of = |controller: &str| (format!("resource:{controller}"), format!("{}/index", controller.replace('.', "/").to_lowercase()));
            let (own, node) = of(controller);
            let mut all = vec![named(own, &node), named("resource".into(), &node), named("dashboard".into(), DASHBOARD)];
            if controller == SHOP_ORDERS {
                all.insert(1, of(SHOP_EXCEPTIONS));
            }
            all
        }
    }
}

/// How much of an event a subscriber may see.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Visibility {
    Whole,
    /// That something changed, but not which rows: they may be of a warehouse or of a person that the
    /// reader does not see.
    WithoutIds,
    Nothing,
}

/// To somebody with these rights, by means of the node of the topic that they follow. What nobody declares is as limited as
/// can be. Who follows the dashboard learns that its figures may have changed: which rows did is for those who may list them.
pub(super) fn visibility(event: &TopicEvent, rights: &Rights, node: &str, catalogue: &Catalogue) -> Visibility {
    let whole = if node == DASHBOARD && !rights.everything { Visibility::WithoutIds } else { Visibility::Whole };
    let warehouse = match &event.topic {
        Topic::Inventory { warehouse } | Topic::Orders { warehouse, .. } => warehouse.0,
        Topic::Resource { controller } => {
            let limited = || {
                catalogue.find(controller).is_none_or(|resource| {
                    (resource.warehouse.is_some() && rights.rights_by(node).hide_some())
                        || resource.owner.is_some()
                        || controller.starts_with("auth.")
                })
            };
            return if !rights.everything && limited() { Visibility::WithoutIds } else { whole };
        }
    };
    if !rights.everything && rights.rights_by(node).at(warehouse).is_none() {
        Visibility::Nothing
    } else if matches!(event.topic, Topic::Orders { .. }) && !rights.sees_all_of(node, warehouse) {
        Visibility::WithoutIds
    } else {
        whole
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::ids::WarehouseId;
    use bus_schemas::order::kinds::KINDS;

    use super::*;

    #[test]
    fn events_of_orders_need_the_node_of_their_list() {
        for kind in KINDS {
            let topic = Topic::Orders { kind_of: *kind, warehouse: WarehouseId(1) };
            let names = names(&TopicEvent { topic, ids: vec![7], more: false });
            let expected = format!("{}/index", kind.page.to_lowercase());
            assert_eq!(names[0], (format!("orders:{}", kind.as_str()), expected));
        }
    }

    #[test]
    fn orders_of_the_shop_are_told_of_as_what_needs_a_person_too() {
        let of = |controller: &str| {
            let topic = Topic::Resource { controller: controller.to_owned() };
            names(&TopicEvent { topic, ids: vec![7], more: false })
        };
        let exceptions = ("resource:shop.order.Exception".to_owned(), "shop/order/exception/index".to_owned());
        assert_eq!(of(SHOP_ORDERS)[0].0, "resource:shop.order.Order");
        assert!(of(SHOP_ORDERS).contains(&exceptions) && of(SHOP_EXCEPTIONS).contains(&exceptions));
        assert!(!of("warehouse.Unit").contains(&exceptions));
    }

    #[test]
    fn rows_that_have_no_owner_and_no_warehouse_are_named() {
        let catalogue = Catalogue::compiled();
        let reader = Rights::nothing();
        let of = |controller: &str| {
            let topic = Topic::Resource { controller: controller.to_owned() };
            visibility(&TopicEvent { topic, ids: vec![7], more: false }, &reader, "x", &catalogue)
        };
        assert!(of("warehouse.Unit") == Visibility::Whole);
        let on_dashboard = |topic: Topic| visibility(&TopicEvent { topic, ids: vec![7], more: false }, &Rights::default(), DASHBOARD, &catalogue);
        assert!(on_dashboard(Topic::Resource { controller: "warehouse.Unit".into() }) == Visibility::WithoutIds);
        assert!(on_dashboard(Topic::Inventory { warehouse: WarehouseId(1) }) == Visibility::WithoutIds);
        assert!(of("auth.Admin") == Visibility::WithoutIds);
        assert!(of("designed.Nowhere") == Visibility::WithoutIds, "nobody declares it");
    }
}
