//! Every declared resource.

use super::declaration::Resource;
use super::{company, goods, identity, routine, security, site, system};

/// Every declared resource.
pub fn all() -> impl Iterator<Item = &'static Resource> {
    [goods::ALL, company::ALL, identity::ALL, routine::ALL, security::ALL, site::ALL, system::ALL].into_iter().flatten()
}

/// The resource of that controller, without regard to case.
#[must_use]
pub fn find(controller: &str) -> Option<&'static Resource> {
    all().find(|resource| resource.controller.eq_ignore_ascii_case(controller))
}

/// The resource over that table.
#[must_use]
pub fn of_table(table: &str) -> Option<&'static Resource> {
    all().find(|resource| resource.table == table)
}

/// Who refers to a table's rows: table, column, and whether the column holds several.
#[must_use]
pub fn users_of(resource: &Resource) -> Vec<(&'static str, &'static str, bool)> {
    let mut users: Vec<_> = resource.used_by.iter().map(|(table, field)| (*table, *field, field.contains('.'))).collect();
    for other in all() {
        for field in other.fields {
            // Logs keep what they say when the row they speak of is gone.
            let keeps = other.allows(super::declaration::Action::Edit)
                && matches!(field.access, super::declaration::Access::Open | super::declaration::Access::WriteOnce);
            if keeps && field.target().is_some_and(|target| target.table == resource.table) {
                users.push((other.table, field.name, matches!(field.kind, super::declaration::Kind::References(_))));
            }
        }
    }
    users
}

#[cfg(test)]
mod tests {
    use super::super::declaration::Kind;
    use super::*;

    #[test]
    fn rows_of_a_warehouse_say_so() {
        // Who may see which warehouse is no row of a warehouse.
        const NOT_OF_ONE: &[&str] = &["auth.Group"];
        for resource in all().filter(|resource| !NOT_OF_ONE.contains(&resource.controller)) {
            let refers = resource.fields.iter().find(|field| field.target().is_some_and(|target| target.table == "warehouse"));
            if let Some(field) = refers {
                assert!(resource.warehouse.is_some(), "{}.{}: without `of_warehouse` everybody sees its rows", resource.controller, field.name);
            }
        }
    }

    #[test]
    fn declarations_are_whole() {
        let identifier = |name: &str| name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
        for resource in all() {
            assert!(identifier(resource.table), "{}", resource.controller);
            assert_eq!(all().filter(|other| other.controller.eq_ignore_ascii_case(resource.controller)).count(), 1, "{}", resource.controller);
            assert_eq!(all().filter(|other| other.table == resource.table).count(), 1, "{}", resource.table);
            for field in resource.fields {
                assert!(identifier(field.name), "{}.{}", resource.controller, field.name);
                assert_ne!(field.label().en, field.name, "{}.{} has no label", resource.controller, field.name);
                if let Some(target) = field.target() {
                    let other = of_table(target.table).unwrap_or_else(|| panic!("{}: {} is not declared", resource.controller, target.table));
                    assert!(target.shows.iter().all(|shown| other.field(shown).is_some()), "{}.{}", resource.controller, field.name);
                }
            }
            for name in resource.quick.iter().filter(|name| !name.contains('.') && **name != "id") {
                assert!(resource.field(name).is_some(), "{}: {name}", resource.controller);
            }
            let (order, _) = resource.order;
            let stamp = resource.stamped && (order == "create_time" || order == "update_time");
            assert!(order == "id" || stamp || resource.field(order).is_some(), "{}: {order}", resource.controller);
            assert_eq!(resource.tree, resource.fields.iter().any(|field| field.kind == Kind::Parent), "{}", resource.controller);
        }
    }
}
