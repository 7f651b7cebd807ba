//! The rights to orders that are not those to a route, and who asks for a step of one.

use bus_schemas::ids::AdminId;
use bus_schemas::order::process::{Direction, Does};
use bus_schemas::order::{ExtraRights, OrderKind};
use entrepot_store::scope::Scope;

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

/// Who asks, and what they may see.
pub struct Person {
    pub admin: AdminId,
    pub scope: Scope,
    /// What they may do with orders of the kind they ask about, beyond the action itself.
    pub may: ExtraRights,
}
