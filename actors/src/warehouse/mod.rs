//! A warehouse: its stock, its ledger and the actor that serializes its commands.
//!
//! [`rules`] decides what a command does (pure), [`stock`] is the state that movements build, [`products`] what of it is in
//! memory, [`picking`] chooses which batch goes out ([`weights`]: from which place), [`expiry`] says when people are notified that one nears its end, [`negative`] that there is less
//! than nothing, [`holds`] which goods are not available, [`losses`] whose reservations lose their goods by it
//! ([`shop_orders`]: where they are the shop's), [`cost`] keeps the moving average, [`counting`] completes a
//! posted count sheet, and [`turnover`] the turnover of a month, [`actor`] collects commands into transactions (group
//! commit), [`warehouses`] finds or starts the actor, and [`port`] is what all of it needs of a store.

pub mod actor;
pub mod batch_number;
pub mod cost;
pub mod counting;
pub mod expiry;
pub mod holds;
pub mod level;
pub mod losses;
mod negative;
pub mod picking;
pub mod port;
pub mod products;
pub mod rules;
pub mod shop_orders;
pub mod stock;
pub mod turnover;
pub mod warehouses;
pub mod weights;

#[cfg(test)]
mod tests;
