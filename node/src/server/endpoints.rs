//! The declared API: every family of endpoints, put together.

use poem_openapi::OpenApiService;

use crate::administrators::{api_key_api, list_view_api, saved_filter_api, why_api};
use crate::ads::{office_api, placement_api};
use crate::announcement::api as announcement;
use crate::api_log::board_api as api_board;
use crate::back_office::{first_steps_api, profile_api, session_api};
use crate::buildadmin_compat::{ajax_api, market_api, vendor_api};
use crate::captcha::api as captcha;
use crate::company::api as company;
use crate::deliver::events_api;
use crate::expo::become_api;
use crate::file::upload_api;
use crate::inventory::barcode_api as barcode;
use crate::inventory::{api as inventory, closing_api, dashboard_api, free_api, hold_api, level_api, trace_api};
use crate::member::{account_api, address_api, balance_request_api, notice_api, session_api as member};
use crate::node::Node;
use crate::order::reservation_api;
use crate::person::api as person;
use crate::recovery::history_api;
use crate::resource::{api as resource, schema_api};
use crate::site::{article_api, content_api, message_board_api, platform_api};
use crate::storefront::{api as storefront, cart_api, freight_api};
use crate::trade::{customs_api, prefill_api};
use crate::{backups, comment, count, data_exchange, jobs, notification, order, print, recovery, settings, shop, take_back, terminal};

/// Every family of endpoints. Families with their own routes come before the declared resources.
pub type Families = (
    session_api::Session,
    (
        profile_api::Profile,
        first_steps_api::FirstStepRoutes,
        saved_filter_api::SavedFilters,
        list_view_api::ListViewRoutes,
        api_key_api::ApiKeyRoutes,
        why_api::WhyRoutes,
    ),
    (order::routes::OrderRoutes, order::import_api::OrderImports),
    StockSide,
    Codes,
    count::api::StockCount,
    ShopSide,
    closing_api::Closings,
    recovery::api::Security,
    (settings::api::Settings, shop::settings_api::Settings, jobs::api::Tasks),
    (
        data_exchange::api::Downloads,
        data_exchange::api::Pauses,
        take_back::api::TakeBacks,
        data_exchange::report_api::Reports,
        order::file_heads_api::FileHeads,
    ),
    (
        schema_api::Schemas,
        history_api::Histories,
        comment::api::Comments,
        backups::api::BackupApi,
        terminal::api::TerminalApi,
        events_api::Events,
        TradeSide,
    ),
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
    (shop::pay::pay_api::PaymentApi, shop::pay::match_api::Matches),
);

fn shop_side(node: &Node) -> ShopSide {
    let (base, parts, services) = (node.base(), node.parts(), node.services());
    (
        shop::order::staff_api::ShopOrders { base: base.clone(), shop: services.shop.clone() },
        shop::order::member_api::OwnShopOrders { base: base.clone(), shop: services.shop.clone() },
        shop::order::refund_api::ShopRefunds { base: base.clone(), members: parts.members.clone(), shop: services.shop.clone() },
        shop::order::figures_api::ShopFigures {
            base: base.clone(),
            payments: services.payments.clone(),
            shop: services.shop.clone(),
            shop_settings: services.shop_settings.clone(),
        },
        (
            shop::order::evaluation_api::OwnEvaluations { base: base.clone(), shop: services.shop.clone() },
            shop::order::delivery_file_api::DeliveryFiles { shop: services.shop.clone() },
            shop::order::export_api::ShopExports { base: base.clone(), exchange: services.exchange.clone() },
        ),
        shop::calculator_api::Calculator { shop: services.shop.clone() },
        shop::order::turnover_api::ShopTurnover(base.clone()),
        (
            shop::pay::pay_api::PaymentApi { base: base.clone(), payments: services.payments.clone(), shop: services.shop.clone() },
            shop::pay::match_api::Matches { base: base.clone(), exchange: services.exchange.clone(), payments: services.payments.clone() },
        ),
    )
}

/// Foreign trade, beside its rows.
pub type TradeSide = (prefill_api::DeclarationHelp, become_api::ExpoCompanies);

/// Stock: balances, holds and reservations.
pub type StockSide = (
    inventory::Inventory,
    level_api::Levels,
    hold_api::Holds,
    reservation_api::Reservations,
    trace_api::Traces,
    (order::transit_api::TransitApi, order::purchase_price_api::PurchasePrices),
);

fn stock_side(node: &Node) -> StockSide {
    let (base, services) = (node.base(), node.services());
    let reservations = reservation_api::Reservations { base: base.clone(), orders: orders(node).service };
    (
        inventory::Inventory { base: base.clone(), holds: services.holds.clone() },
        level_api::Levels(base.clone()),
        hold_api::Holds { base: base.clone(), holds: services.holds.clone() },
        reservations,
        trace_api::Traces { base: base.clone(), holds: services.holds.clone() },
        (order::transit_api::TransitApi(orders(node)), order::purchase_price_api::PurchasePrices(base.clone())),
    )
}

/// What visitors and members call, and helpers that both sides share.
pub type PublicSide = (
    captcha::Captcha,
    member::MemberLogin,
    (account_api::Account, address_api::AddressApi, shop::coupon_api::CouponApi, shop::recharge_api::Recharges),
    (notice_api::MemberNotices, balance_request_api::BalanceRequests, company::CompanyApi, person::PersonApi, announcement::AnnouncementApi),
    upload_api::Uploads,
    ajax_api::Ajax,
    (content_api::Content, customs_api::Customs, placement_api::PlacementApi, article_api::Articles, platform_api::Platform),
    message_board_api::Messages,
    (storefront::StorefrontApi, cart_api::Carts, freight_api::Freights),
    vendor_api::Vendor,
    market_api::Market,
);

fn public_side(node: &Node) -> PublicSide {
    let (base, parts, services) = (node.base(), node.parts(), node.services());
    (
        captcha::Captcha { base: base.clone(), captchas: services.captchas.clone(), limits: parts.limits.clone() },
        member::MemberLogin {
            base: base.clone(),
            accounts: services.accounts.clone(),
            captchas: services.captchas.clone(),
            codes: services.codes.clone(),
            members: parts.members.clone(),
            site_settings: services.site_settings.clone(),
        },
        (
            account_api::Account {
                base: base.clone(),
                accounts: services.accounts.clone(),
                balances: services.balances.clone(),
                codes: services.codes.clone(),
                shop_settings: services.shop_settings.clone(),
                storage: parts.storage.clone(),
            },
            address_api::AddressApi { base: base.clone(), addresses: services.addresses.clone() },
            shop::coupon_api::CouponApi { base: base.clone(), coupons: services.coupons.clone(), shop_settings: services.shop_settings.clone() },
            shop::recharge_api::Recharges {
                base: base.clone(),
                payments: services.payments.clone(),
                shop: services.shop.clone(),
                shop_settings: services.shop_settings.clone(),
            },
        ),
        (
            notice_api::MemberNotices(base.clone()),
            balance_request_api::BalanceRequests { balances: services.balances.clone() },
            company::CompanyApi(base.clone()),
            person::PersonApi { base: base.clone(), secrets: parts.secrets.clone(), storage: parts.storage.clone() },
            announcement::AnnouncementApi(base.clone()),
        ),
        upload_api::Uploads { base: base.clone(), storage: parts.storage.clone() },
        ajax_api::Ajax { base: base.clone(), members: parts.members.clone(), sessions: parts.sessions.clone() },
        (
            content_api::Content(base.clone()),
            customs_api::Customs { base: base.clone(), limits: parts.limits.clone() },
            placement_api::PlacementApi { base: base.clone(), limits: parts.limits.clone(), placements: services.placements.clone() },
            article_api::Articles(base.clone()),
            platform_api::Platform { board: services.board.clone() },
        ),
        message_board_api::Messages { board: services.board.clone() },
        (
            storefront::StorefrontApi { base: base.clone(), storefront: services.storefront.clone() },
            cart_api::Carts { base: base.clone(), keyed_locks: parts.keyed_locks.clone(), storefront: services.storefront.clone() },
            freight_api::Freights {
                base: base.clone(),
                limits: parts.limits.clone(),
                shop: services.shop.clone(),
                storefront: services.storefront.clone(),
            },
        ),
        vendor_api::Vendor { base: base.clone(), sessions: parts.sessions.clone(), terminal: services.terminal.clone() },
        market_api::Market,
    )
}

fn orders(node: &Node) -> order::api::Parts {
    let service = order::service::OrderService::new(node.store().clone(), node.system().orders().clone(), node.clock());
    order::api::Parts {
        service,
        clients: node.config().services.clients.clone(),
        base: node.base().clone(),
        printer: node.services().printer.clone(),
        exchange: node.services().exchange.clone(),
    }
}

/// The declared API.
#[must_use]
pub fn service(node: &Node) -> OpenApiService<Families, ()> {
    let (base, parts, services) = (node.base(), node.parts(), node.services());
    let families = (
        session_api::Session {
            base: base.clone(),
            attempts: services.attempts.clone(),
            logins: services.logins.clone(),
            sessions: parts.sessions.clone(),
            site_settings: services.site_settings.clone(),
            members: parts.members.clone(),
        },
        (
            profile_api::Profile { base: base.clone(), sessions: parts.sessions.clone() },
            first_steps_api::FirstStepRoutes { base: base.clone(), site_settings: services.site_settings.clone() },
            saved_filter_api::SavedFilters(base.clone()),
            list_view_api::ListViewRoutes(base.clone()),
            api_key_api::ApiKeyRoutes { base: base.clone(), api_keys: parts.api_keys.clone() },
            why_api::WhyRoutes(base.clone()),
        ),
        (order::routes::OrderRoutes(orders(node)), order::import_api::OrderImports(orders(node))),
        stock_side(node),
        (
            barcode::Barcodes(base.clone()),
            print::api::Labels { base: base.clone(), printer: services.printer.clone() },
            count::print_api::CountPapers { base: base.clone(), printer: services.printer.clone() },
        ),
        count::api::StockCount { base: base.clone(), counts: services.counts.clone() },
        shop_side(node),
        closing_api::Closings(base.clone()),
        recovery::api::Security { base: base.clone(), resources: services.resources.clone() },
        (
            settings::api::Settings { base: base.clone(), secrets: parts.secrets.clone(), site_settings: services.site_settings.clone() },
            shop::settings_api::Settings { base: base.clone(), secrets: parts.secrets.clone() },
            jobs::api::Tasks { base: base.clone(), work: services.work.clone() },
        ),
        (
            data_exchange::api::Downloads { base: base.clone(), exchange: services.exchange.clone() },
            data_exchange::api::Pauses { base: base.clone(), exchange: services.exchange.clone() },
            take_back::api::TakeBacks { base: base.clone(), exchange: services.exchange.clone(), orders: orders(node).service },
            data_exchange::report_api::Reports(base.clone()),
            order::file_heads_api::FileHeads,
        ),
        (
            schema_api::Schemas(base.clone()),
            history_api::Histories(base.clone()),
            comment::api::Comments(base.clone()),
            backups::api::BackupApi { base: base.clone(), attempts: services.attempts.clone(), backups: services.backups.clone() },
            terminal::api::TerminalApi(services.terminal.clone()),
            events_api::Events(base.clone()),
            (prefill_api::DeclarationHelp(base.clone()), become_api::ExpoCompanies(base.clone())),
        ),
        resource::Records(data_exchange::api::file_route),
        (
            dashboard_api::Dashboard(base.clone()),
            free_api::FreeStocks(base.clone()),
            api_board::Board { base: base.clone(), api_log: services.api_log.clone() },
            office_api::AdsOffice { base: base.clone(), placements: services.placements.clone() },
        ),
        (
            notification::api::Notifications(base.clone()),
            notification::shop_api::ShopNotices { base: base.clone(), site_settings: services.site_settings.clone() },
        ),
        public_side(node),
    );
    OpenApiService::new(families, "Entrepot", env!("CARGO_PKG_VERSION"))
        .description("A back office for keeping and selling goods. Every answer is an envelope {code, msg, time, data}: code 1 is success.")
}
