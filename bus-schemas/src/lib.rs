//! The messages of the bus and their subjects, versioned. No behaviour beyond checked construction; no I/O, no
//! actors, no database.
//!
//! Start reading at [`envelope`] (how every message is wrapped) and [`subjects`] (where it is published); then a file
//! a noun: [`warehouse`] stock commands and their results, [`order`] orders and their commands, [`count`] count
//! sheets, [`notification`],
//! [`right`] what people may do in a warehouse, [`shop`] the shop, [`live`] (events for open pages and caches).

pub mod count;
pub mod envelope;
pub mod event;
pub mod hold;
pub mod ids;
pub mod live;
pub mod notification;
pub mod number;
pub mod order;
pub mod right;
pub mod shop;
pub mod subjects;
pub mod warehouse;
