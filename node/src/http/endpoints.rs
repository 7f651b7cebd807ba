//! The declared API: every family of endpoints, put together.

use poem_openapi::OpenApiService;

use crate::ads::{office_api, placement_api};
use crate::announcement::api as announcement;
use crate::api_log::board_api as api_board;
use crate::barcode::api as barcode;
use crate::buildadmin_compat::{ajax_api, market_api, vendor_api};
use crate::captcha::api as captcha;
use crate::company::api as company;
use crate::expo::become_api;
use crate::file::upload_api;
use crate::identity::{api_key_api, profile_api, saved_filter_api, session_api, why_api};
use crate::inventory::{api as inventory, closing_api, dashboard_api, free_api, hold_api, level_api, reservation_api, trace_api};
use crate::member::{account_api, address_api, balance_request_api, notice_api, session_api as member};
use crate::node::Node;
use crate::person::api as person;
use crate::resource::{api as resource, history_api, schema_api};
use crate::site::{article_api, content_api, message_board_api, platform_api};
use crate::storefront::{api as storefront, cart_api, freight_api};
use crate::trade::{customs_api, prefill_api};
use crate::{backups, count, data_exchange, notification, order, print, recovery, settings, shop, terminal};

/// Every family of endpoints. Families with their own routes come before the declared resources.
pub type Families = (
    session_api::Session,
    (profile_api::Profile, saved_filter_api::SavedFilters, api_key_api::ApiKeyRoutes, why_api::WhyRoutes),
    (order::routes::OrderRoutes, order::import_api::OrderImports),
    StockSide,
    Codes,
    count::api::StockCount,
    ShopSide,
    closing_api::Closings,
    recovery::api::Security,
    (settings::api::Settings, shop::settings_api::Settings),
    (
        data_exchange::api::Downloads,
        data_exchange::take_back_api::TakeBacks,
        data_exchange::report_api::Reports,
        data_exchange::file_heads_api::FileHeads,
    ),
    (schema_api::Schemas, history_api::Histories, backups::api::BackupApi, terminal::api::TerminalApi, TradeSide),
    resource::Records,
    (dashboard_api::Dashboard, free_api::FreeStocks, api_board::Board, office_api::AdsOffice),
    (notification::api::Notifications, notification::shop_api::ShopNotices),
    PublicSide,
);

/// Bar codes that are scanned, labels and count sheets that are printed.
pub type Codes = (barcode::Barcodes, print::api::Labels, count::print_api::CountPapers);

/// Orders of the shop.
pub type ShopSide = (
    shop::order::staff_api::ShopOrders,
    shop::order::member_api::OwnShopOrders,
    shop::order::refund_api::ShopRefunds,
    shop::order::figures_api::ShopFigures,
    (shop::order::evaluation_api::OwnEvaluations, shop::order::delivery_file_api::DeliveryFiles, shop::order::export_api::ShopExports),
    shop::calculator_api::Calculator,
    shop::order::turnover_api::ShopTurnover,
    (shop::pay::pay_api::Payments, shop::pay::match_api::Matches),
);

fn shop_side(node: &Node) -> ShopSide {
    (
        shop::order::staff_api::ShopOrders(node.clone()),
        shop::order::member_api::OwnShopOrders(node.clone()),
        shop::order::refund_api::ShopRefunds(node.clone()),
        shop::order::figures_api::ShopFigures(node.clone()),
        (
            shop::order::evaluation_api::OwnEvaluations(node.clone()),
            shop::order::delivery_file_api::DeliveryFiles(node.clone()),
            shop::order::export_api::ShopExports(node.clone()),
        ),
        shop::calculator_api::Calculator(node.clone()),
        shop::order::turnover_api::ShopTurnover(node.clone()),
        (shop::pay::pay_api::Payments(node.clone()), shop::pay::match_api::Matches(node.clone())),
    )
}

/// Foreign trade, beside its rows.
pub type TradeSide = (prefill_api::DeclarationHelp, become_api::ExpoCompanies);

/// Stock: balances, holds and reservations.
pub type StockSide =
    (inventory::Inventory, level_api::Levels, hold_api::Holds, reservation_api::Reservations, trace_api::Traces, order::transit_api::TransitApi);

fn stock_side(node: &Node) -> StockSide {
    let reservations = reservation_api::Reservations { node: node.clone(), orders: orders(node).service };
    (
        inventory::Inventory(node.clone()),
        level_api::Levels(node.clone()),
        hold_api::Holds(node.clone()),
        reservations,
        trace_api::Traces(node.clone()),
        order::transit_api::TransitApi(orders(node)),
    )
}

/// What visitors and members call, and helpers that both sides share.
pub type PublicSide = (
    captcha::Captcha,
    member::MemberLogin,
    (account_api::Account, address_api::Addresses, shop::coupon_api::Coupons, shop::recharge_api::Recharges),
    (notice_api::MemberNotices, balance_request_api::BalanceRequests, company::CompanyApi, person::PersonApi, announcement::AnnouncementApi),
    upload_api::Uploads,
    ajax_api::Ajax,
    (content_api::Content, customs_api::Customs, placement_api::PlacementApi, article_api::Articles, platform_api::Platform),
    message_board_api::Messages,
    (storefront::Storefront, cart_api::Carts, freight_api::Freights),
    vendor_api::Vendor,
    market_api::Market,
);

fn public_side(node: &Node) -> PublicSide {
    (
        captcha::Captcha(node.clone()),
        member::MemberLogin(node.clone()),
        (
            account_api::Account(node.clone()),
            address_api::Addresses(node.clone()),
            shop::coupon_api::Coupons(node.clone()),
            shop::recharge_api::Recharges(node.clone()),
        ),
        (
            notice_api::MemberNotices(node.clone()),
            balance_request_api::BalanceRequests(node.clone()),
            company::CompanyApi(node.clone()),
            person::PersonApi(node.clone()),
            announcement::AnnouncementApi(node.clone()),
        ),
        upload_api::Uploads(node.clone()),
        ajax_api::Ajax(node.clone()),
        (
            content_api::Content(node.clone()),
            customs_api::Customs(node.clone()),
            placement_api::PlacementApi(node.clone()),
            article_api::Articles(node.clone()),
            platform_api::Platform(node.clone()),
        ),
        message_board_api::Messages(node.clone()),
        (storefront::Storefront(node.clone()), cart_api::Carts(node.clone()), freight_api::Freights(node.clone())),
        vendor_api::Vendor(node.clone()),
        market_api::Market,
    )
}

fn orders(node: &Node) -> order::api::Parts {
    let service = order::service::OrderService::new(node.store().clone(), node.system().orders().clone(), node.clock());
    order::api::Parts { service, clients: node.config().services.clients.clone(), node: node.clone() }
}

/// The declared API.
#[must_use]
pub fn service(node: &Node) -> OpenApiService<Families, ()> {
    let families = (
        session_api::Session(node.clone()),
        (
            profile_api::Profile(node.clone()),
            saved_filter_api::SavedFilters(node.clone()),
            api_key_api::ApiKeyRoutes(node.clone()),
            why_api::WhyRoutes(node.clone()),
        ),
        (order::routes::OrderRoutes(orders(node)), order::import_api::OrderImports(orders(node))),
        stock_side(node),
        (barcode::Barcodes(node.clone()), print::api::Labels(node.clone()), count::print_api::CountPapers(node.clone())),
        count::api::StockCount(node.clone()),
        shop_side(node),
        closing_api::Closings(node.clone()),
        recovery::api::Security(node.clone()),
        (settings::api::Settings(node.clone()), shop::settings_api::Settings(node.clone())),
        (
            data_exchange::api::Downloads(node.clone()),
            data_exchange::take_back_api::TakeBacks { node: node.clone(), orders: orders(node).service },
            data_exchange::report_api::Reports(node.clone()),
            data_exchange::file_heads_api::FileHeads,
        ),
        (
            schema_api::Schemas(node.clone()),
            history_api::Histories(node.clone()),
            backups::api::BackupApi(node.clone()),
            terminal::api::TerminalApi(node.clone()),
            (prefill_api::DeclarationHelp(node.clone()), become_api::ExpoCompanies(node.clone())),
        ),
        resource::Records(node.clone()),
        (
            dashboard_api::Dashboard(node.clone()),
            free_api::FreeStocks(node.clone()),
            api_board::Board(node.clone()),
            office_api::AdsOffice(node.clone()),
        ),
        (notification::api::Notifications(node.clone()), notification::shop_api::ShopNotices(node.clone())),
        public_side(node),
    );
    OpenApiService::new(families, "Entrepot", env!("CARGO_PKG_VERSION"))
        .description("A back office for keeping and selling goods. Every answer is an envelope {code, msg, time, data}: code 1 is success.")
}
