//! The routes of orders, made from the table of kinds: each kind has the same handlers under its own paths, and a route
//! for each of its steps.

use std::collections::HashMap;
use std::sync::LazyLock;

use bus_schemas::order::OrderKind;
use bus_schemas::order::kinds::KINDS;
use bus_schemas::order::process::{Does, Step, To};
use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem_openapi::OpenApi;
use poem_openapi::registry::{MetaApi, MetaPath, Registry};

use super::api::{KindApi, Parts, PicksApi, RestoreApi, ReviewStockApi, StepApi};

/// Routes by path and method, as poem-openapi collects them.
type Routes = HashMap<String, HashMap<Method, BoxEndpoint<'static>>>;

/// Every route of orders.
pub struct OrderRoutes(pub Parts);

/// The steps that have a route of their own. An edit and a deletion take other bodies.
fn steps(kind: OrderKind) -> impl Iterator<Item = &'static Step> {
    kind.process().steps.iter().filter(|step| !matches!(step.does, Does::Edit | Does::Delete))
}

/// The review and the movement that can follow it at once, of a kind that has both.
fn review_and_move(kind: OrderKind) -> Option<[&'static Step; 2]> {
    let steps = kind.process().steps;
    let review = steps.iter().find(|step| step.does == Does::Review)?;
    let To::State(reviewed) = review.to else { return None };
    let stock = steps.iter().find(|step| matches!((step.does, step.to), (Does::Move(_), To::WhenAllMoved(_))) && step.from.contains(&reviewed))?;
    Some([review, stock])
}

/// Whether orders of a kind hold goods, which are then picked.
fn picks(kind: OrderKind) -> bool {
    kind.process().states.iter().any(|state| state.reserves)
}

/// The templates of the routes that only some kinds have, where a kind has them.
fn beside(kind: OrderKind) -> Vec<MetaPath> {
    let of = |has: bool, templates: Vec<MetaApi>| templates.into_iter().filter(move |_| has).flat_map(|api| api.paths);
    let restores = of(true, RestoreApi::meta());
    of(review_and_move(kind).is_some(), ReviewStockApi::meta()).chain(of(picks(kind), PicksApi::meta())).chain(restores).collect()
}

fn path(kind: OrderKind, rest: &str) -> String {
    format!("/admin/{}/{rest}", kind.controller)
}

/// `audit` is `Audit`.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Puts a handler's description under a kind's path, in the kind's words.
fn describe(kind: OrderKind, template: &MetaPath, step: Option<&Step>) -> Described {
    let operations = template.operations.iter().map(|operation| {
        let of_kind = |summary: &str| summary.replace("an ORDER", &with_article(kind.noun)).replace("ORDER", kind.noun);
        let summary = step.map_or_else(|| of_kind(operation.summary.unwrap_or_default()), |step| step.summary.to_owned());
        let name = step.map_or_else(|| operation.operation_id.unwrap_or_default().to_owned(), |step| capital(step.name));
        (capital(&summary), format!("{}{name}", kind.operations))
    });
    let rest = step.map_or_else(|| template.path.trim_start_matches('/'), |step| step.name);
    Described { path: path(kind, rest), operations: operations.collect() }
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// A path with the summaries and ids of its operations.
struct Described {
    path: String,
    operations: Vec<(String, String)>,
}

/// What the document says of orders, kind by kind. Kept, as poem-openapi borrows it for ever.
static DOCUMENT: LazyLock<Vec<Vec<Described>>> = LazyLock::new(|| {
    let of_kind = |kind: &OrderKind| {
        let common = KindApi::meta().into_iter().flat_map(|api| api.paths).map(|template| describe(*kind, &template, None));
        let step = |step: &'static Step| {
            let templates = StepApi::meta().into_iter().flat_map(|api| api.paths);
            templates.map(|template| describe(*kind, &template, Some(step))).collect::<Vec<_>>()
        };
        let beside = beside(*kind).into_iter().map(|template| describe(*kind, &template, None));
        common.chain(steps(*kind).flat_map(step)).chain(beside).collect()
    };
    KINDS.iter().map(of_kind).collect()
});

impl OpenApi for OrderRoutes {
    fn meta() -> Vec<MetaApi> {
        let of_kind = |(kind, described): (&OrderKind, &'static Vec<Described>)| {
            let common = KindApi::meta().into_iter().flat_map(|api| api.paths);
            let of_steps = steps(*kind).flat_map(|_| StepApi::meta().into_iter().flat_map(|api| api.paths));
            let paths = common.chain(of_steps).chain(beside(*kind)).zip(described).map(|(mut path, described)| {
                path.path.clone_from(&described.path);
                for (operation, (summary, id)) in path.operations.iter_mut().zip(&described.operations) {
                    (operation.summary, operation.operation_id) = (Some(summary.as_str()), Some(id.as_str()));
                }
                path
            });
            MetaApi { paths: paths.collect() }
        };
        KINDS.iter().zip(DOCUMENT.iter()).map(of_kind).collect()
    }

    fn register(registry: &mut Registry) {
        KindApi::register(registry);
        StepApi::register(registry);
        ReviewStockApi::register(registry);
        PicksApi::register(registry);
        RestoreApi::register(registry);
    }

    fn add_routes(self, route_table: &mut Routes) {
        for &kind in KINDS {
            let mut common = Routes::new();
            KindApi { kind, parts: self.0.clone() }.add_routes(&mut common);
            if let Some(steps) = review_and_move(kind) {
                ReviewStockApi { kind, steps, parts: self.0.clone() }.add_routes(&mut common);
            }
            if picks(kind) {
                PicksApi { kind, parts: self.0.clone() }.add_routes(&mut common);
            }
            RestoreApi { kind, parts: self.0.clone() }.add_routes(&mut common);
            for (template, endpoints) in common {
                route_table.entry(path(kind, template.trim_start_matches('/'))).or_default().extend(endpoints);
            }
            for step in steps(kind) {
                let mut one = Routes::new();
                StepApi { kind, step, parts: self.0.clone() }.add_routes(&mut one);
                let endpoints = one.into_values().flatten();
                route_table.entry(path(kind, step.name)).or_default().extend(endpoints);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_every_route_in_its_own_words() {
        let mut found = Vec::new();
        for path in OrderRoutes::meta().into_iter().flat_map(|api| api.paths) {
            for operation in path.operations {
                let (id, summary) = (operation.operation_id.unwrap_or_default(), operation.summary.unwrap_or_default());
                found.push(format!("{} {} {id}: {summary}", operation.method, path.path));
            }
        }
        for expected in [
            "GET /admin/warehouse.InboundOrder/index inboundOrderIndex: Inbound orders",
            "GET /admin/warehouse.OutboundOrder/edit outboundOrderDetail: One outbound order with its lines and history",
            "POST /admin/warehouse.InboundOrder/add inboundOrderAdd: Create an inbound order",
            "POST /admin/warehouse.OutboundOrder/edit outboundOrderEdit: Change a pending outbound order",
            "POST /admin/warehouse.InboundOrder/takeBack inboundOrderTakeBack: Take back the review of an inbound order",
            "POST /admin/warehouse.OutboundOrder/stock outboundOrderStock: Stock out: all that is open, or the named parts",
            "POST /admin/warehouse.InboundOrder/restore inboundOrderRestore: Take back the deletion of an inbound order",
            "DELETE /admin/warehouse.OutboundOrder/del outboundOrderDel: Delete pending outbound orders",
        ] {
            assert!(found.iter().any(|line| line == expected), "{expected} is not among {found:#?}");
        }
        assert_eq!(found.len(), 78);
    }
}
