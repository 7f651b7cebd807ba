//! The REST surface: one file an endpoint family. [`guard`] stands before all of it, [`errors`] is
//! where a refusal becomes an answer.

pub mod body;
pub mod dashboard;
pub mod envelope;
pub mod errors;
pub mod guard;
pub mod inventory;
pub mod listing;
pub mod messages;
pub mod notifications;
pub mod orders;
pub mod orders_body;
pub mod records;
pub mod records_doc;
pub mod records_query;
pub mod session;
pub mod site;

use poem_openapi::OpenApiService;

use crate::node::Node;

/// Every endpoint family.
pub type Families = (session::Session, orders::Orders, inventory::Inventory, records::Records, dashboard::Dashboard, notifications::Notifications);

/// The declared API.
#[must_use]
pub fn service(node: &Node) -> OpenApiService<Families, ()> {
    let families = (
        session::Session(node.clone()),
        orders::Orders(node.clone()),
        inventory::Inventory(node.clone()),
        records::Records(node.clone()),
        dashboard::Dashboard(node.clone()),
        notifications::Notifications(node.clone()),
    );
    OpenApiService::new(families, "Entrepot", env!("CARGO_PKG_VERSION"))
        .description("A back office for keeping and selling goods. Every answer is an envelope {code, msg, time, data}: code 1 is success.")
}
