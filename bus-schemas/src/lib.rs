//! What is said on the bus: subjects and messages, versioned. No behaviour beyond checked
//! construction; no I/O, no actors, no database.
//!
//! Start reading at [`envelope`] (how every message is wrapped) and [`subjects`] (where it is
//! said); then a file a noun: [`warehouse`] stock commands and what becomes of them, [`order`]
//! orders and their commands, [`notification`], [`live`] (pokes for open pages).

pub mod envelope;
pub mod ids;
pub mod live;
pub mod notification;
pub mod number;
pub mod order;
pub mod subjects;
pub mod warehouse;
