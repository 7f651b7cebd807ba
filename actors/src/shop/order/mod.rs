//! Shop orders: where one stands ([`state`]), the table of states and commands ([`table`]), what a command does ([`rules`],
//! [`money_back`], [`returns`], [`evaluation`], [`payments`], [`payouts`]; a [`decision`], finished by `finish`), refunds
//! as such ([`refunds`]), what may be asked back ([`refund_requests`]), from which warehouses an order is sent ([`plan`]), what
//! warehouses are asked ([`stock`]) and what they refuse ([`doubts`]), the actor of one order ([`actor`]), what all of them
//! need ([`shared`]), and their port ([`port`]).

pub mod actor;
pub mod decision;
pub mod doubts;
pub mod evaluation;
mod finish;
pub mod money_back;
pub mod notices;
pub mod orders;
#[cfg(test)]
mod payment_tests;
pub mod payments;
pub mod payouts;
pub mod plan;
pub mod port;
pub mod refund_requests;
pub mod refunds;
pub mod returns;
pub mod rules;
pub mod shared;
pub mod sold;
pub mod state;
pub mod stock;
pub mod table;
#[cfg(test)]
pub(crate) mod tests;
