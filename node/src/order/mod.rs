//! Orders: what people do with them ([`service`]), what clients send ([`body`], [`step_body`]), what is answered ([`views`],
//! [`fields`], [`line_views`]), the fields that come back as they were shown ([`read_only`]), what goods that go back cost more
//! or less ([`differences`]), their papers ([`papers`]), their list as a file ([`export`]), orders of a file ([`file_import`]) and
//! its columns ([`line_table`]), and the routes, which are made from the table of order kinds ([`routes`]) for one set of handlers
//! ([`api`]).
//!
//! Not here: what an order may do (`actors::order`), the kinds (`bus_schemas::order::kinds`), and the rows of orders
//! (`entrepot_store`). Start at [`api`].

pub mod api;
pub mod beside_views;
pub mod body;
pub mod differences;
pub mod export;
pub mod fields;
pub mod file_import;
pub mod import;
pub mod import_api;
pub mod line_table;
pub mod line_views;
pub mod papers;
pub mod pick_views;
pub mod read_only;
pub mod routes;
pub mod service;
pub mod step_body;
pub mod transit_api;
pub mod transit_export;
pub mod transit_views;
pub mod views;

use bus_schemas::order::OrderKind;
use bus_schemas::order::process::{Direction, Does};

/// More may come in than the warehouse's tolerance allows.
pub const OVER: &str = "over";
/// A business date may lie further back than the warehouse allows.
pub const BACKDATE: &str = "backdate";
/// Expired goods may leave.
pub const EXPIRED: &str = "expired";

/// The rights to orders of a kind that are not those to a route.
pub fn rights(kind: OrderKind) -> impl Iterator<Item = &'static str> {
    let moves = move |direction| kind.process().steps.iter().any(|step| step.does == Does::Move(direction));
    let all = [(BACKDATE, true), (OVER, moves(Direction::In)), (EXPIRED, moves(Direction::Out))];
    all.into_iter().filter(|(_, has)| *has).map(|(right, _)| right)
}
