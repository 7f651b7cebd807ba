//! The REST surface: one file an endpoint family. [`guard`] stands before all of it, [`errors`] is
//! where a refusal becomes an answer.

pub mod account;
pub mod address;
pub mod ajax;
pub mod blocked;
pub mod body;
pub mod body_limit;
pub mod body_token;
pub mod captcha;
pub mod content;
pub mod cors;
pub mod dashboard;
pub mod document;
pub mod entrance;
pub mod envelope;
pub mod errors;
pub mod files;
pub mod guard;
pub mod inventory;
pub mod listing;
pub mod member;
pub mod member_guard;
pub mod member_notices;
pub mod message;
pub mod messages;
pub mod metrics;
pub mod notifications;
pub mod orders;
pub mod orders_body;
pub mod orders_shown;
pub mod parameters;
pub mod profile;
pub mod record;
pub mod records;
pub mod records_body;
pub mod records_doc;
pub mod resource_schema;
pub mod secure_headers;
pub mod security;
pub mod session;
pub mod settings;
pub mod site;
pub mod transfers;
pub mod upload;
pub mod vendor;
pub mod views;

use poem_openapi::OpenApiService;

use crate::node::Node;

/// Every endpoint family. Families with routes of their own stand before the declared resources.
pub type Families = (
    session::Session,
    profile::Profile,
    orders::Orders,
    inventory::Inventory,
    security::Security,
    settings::Settings,
    transfers::Transfers,
    resource_schema::Schemas,
    records::Records,
    dashboard::Dashboard,
    notifications::Notifications,
    PublicSide,
);

/// What visitors and members call, and helpers that both sides share.
pub type PublicSide = (
    captcha::Captcha,
    member::Member,
    account::Account,
    member_notices::MemberNotices,
    upload::Uploads,
    ajax::Ajax,
    content::Content,
    message::Messages,
    vendor::Vendor,
);

fn public_side(node: &Node) -> PublicSide {
    (
        captcha::Captcha(node.clone()),
        member::Member(node.clone()),
        account::Account(node.clone()),
        member_notices::MemberNotices(node.clone()),
        upload::Uploads(node.clone()),
        ajax::Ajax(node.clone()),
        content::Content(node.clone()),
        message::Messages(node.clone()),
        vendor::Vendor,
    )
}

/// The declared API.
#[must_use]
pub fn service(node: &Node) -> OpenApiService<Families, ()> {
    let families = (
        session::Session(node.clone()),
        profile::Profile(node.clone()),
        orders::Orders(node.clone()),
        inventory::Inventory(node.clone()),
        security::Security(node.clone()),
        settings::Settings(node.clone()),
        transfers::Transfers(node.clone()),
        resource_schema::Schemas(node.clone()),
        records::Records(node.clone()),
        dashboard::Dashboard(node.clone()),
        notifications::Notifications(node.clone()),
        public_side(node),
    );
    OpenApiService::new(families, "Entrepot", env!("CARGO_PKG_VERSION"))
        .description("A back office for keeping and selling goods. Every answer is an envelope {code, msg, time, data}: code 1 is success.")
}
