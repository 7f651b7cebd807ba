//! The server: configuration, REST, websockets, jobs and the command line.
//!
//! A folder is a noun: orders, inventory, members, site, files, notifications. Each has its use cases, its rules around rows
//! (`hooks`) and its routes (`api`). Folders import each other one way, as `ops/floors.txt` lists them: [`base`] and [`http`]
//! are what every noun uses, [`server`] and [`node`] put everything together. Services answer an [`error`], which becomes HTTP
//! in one place, [`http::error`]. Rules of the trade live in `actors`, SurrealQL in `entrepot-store`.
//!
//! Start reading at [`node`], then [`server`].
#![recursion_limit = "256"]

mod accessors;
pub mod administrators;
pub mod ads;
pub mod announcement;
pub mod api_log;
pub mod areas;
pub mod audit_log;
pub mod back_office;
pub mod backups;
pub mod barcode;
pub mod base;
pub mod buildadmin_compat;
pub mod captcha;
pub mod cli;
pub mod client;
pub mod comment;
pub mod company;
pub mod config;
pub mod connections;
pub mod count;
pub mod countries;
pub mod cron;
pub mod data_exchange;
pub mod deliver;
pub mod demo;
pub mod email;
pub mod error;
pub mod expo;
pub mod export_template;
pub mod file;
pub mod file_permissions;
pub mod hooks;
mod html;
pub mod http;
pub mod i18n;
pub mod identity;
pub mod import;
pub mod inventory;
pub mod jobs;
mod log_pace;
pub mod member;
pub mod node;
pub mod notification;
mod one_line;
pub mod ops;
pub mod order;
pub mod outgoing;
pub mod outside;
pub mod person;
mod placeholders;
pub mod print;
pub mod rate_limits;
pub mod recovery;
pub mod resource;
pub mod running_work;
pub mod secrets;
pub mod seeds;
pub mod server;
pub mod services;
pub mod settings;
pub mod sheet;
pub mod shop;
pub mod site;
mod site_time;
pub mod storefront;
pub mod take_back;
pub mod terminal;
pub mod trade;
pub mod ws;
