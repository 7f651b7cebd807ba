//! Whole nodes, started as an operator starts them and asked as clients ask them.
#![recursion_limit = "256"]
// A test that can't go on says so by panicking, in its helpers as well.
#![allow(clippy::expect_used)]

mod api_document;
mod attempts;
mod backup;
mod bad_input;
mod captcha;
mod catalogue;
mod cluster;
mod commands;
mod connections;
mod crash;
mod data_exchange;
mod figures;
mod holds;
mod hostile_sheets;
mod import;
mod kills;
mod large_orders;
mod ledger;
mod list_exports;
mod master_data;
mod member_notices;
mod members;
mod nightly;
mod notifications;
mod order_dates;
mod order_returns;
mod order_rows;
mod order_steps;
mod parsers;
mod permissions;
mod posting;
mod power;
mod printing;
mod product_units;
mod quick_search;
// Reads PDF files back, as the tests of their crate do.
#[allow(dead_code)]
#[path = "../../print/src/reading.rs"]
mod reading;
mod records;
mod records_security;
mod sandbox;
mod scope;
mod secrets;
mod sessions;
mod shop_abuse;
mod shop_check;
mod shop_desk;
mod shop_evaluations;
mod shop_goods;
mod shop_kills;
mod shop_life;
mod shop_live;
mod shop_money;
mod shop_orders;
mod shop_pay_races;
mod shop_payments;
mod shop_payouts;
mod shop_races;
mod shop_recalls;
mod shop_refunds;
mod shop_sale;
mod shop_score;
mod shop_service;
mod shop_till;
mod site;
mod stock_count;
mod stock_rules;
mod stock_views;
mod storefront;
mod storefront_pages;
mod story;
mod support;
mod transfer_orders;
mod transit;
mod typed_values;
mod upload;
mod warehouse_rights;
mod warehouse_zones;
mod ways_back;
mod wire;
mod world;
