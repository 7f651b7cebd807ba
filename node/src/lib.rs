//! The server: configuration, REST, websockets, jobs and the command line.
//!
//! Lives here: how a node is put together ([`node`]), who may do what ([`identity`], [`http::guard`]),
//! members and what is sent to them ([`members`], [`delivery`], [`captcha`]), uploads ([`storage`]),
//! secrets at rest ([`secrets`]), calls to servers that somebody else names ([`outgoing`]),
//! the REST surface ([`http`], one file an endpoint family), websocket sessions ([`ws`]) and jobs.
//! Rules of the trade live in `actors`, SurrealQL in `entrepot-store`. Errors become HTTP in one
//! place: [`http::errors`].
//!
//! Start reading at [`node`], then [`http`].
#![recursion_limit = "256"]

pub mod areas;
pub mod believed;
pub mod captcha;
pub mod cli;
pub mod client;
pub mod config;
pub mod connections;
pub mod delivery;
pub mod demo;
pub mod http;
pub mod identity;
pub mod import;
pub mod jobs;
pub mod limits;
pub mod members;
pub mod node;
pub mod ops;
pub mod outgoing;
pub mod private;
pub mod resources;
pub mod secrets;
pub mod storage;
pub mod tasks;
pub mod ws;
