//! The services of the nouns, each with the parts that it needs and no others. They are made once from the parts of a
//! node. Use cases take a service, or a single part; only what puts parts together sees the whole [`Node`](crate::node::Node).

use std::sync::Arc;

use entrepot_store::cache::CachedValue;

use crate::ads::Placements;
use crate::ads::tokens::Tokens;
use crate::api_log::ApiLog;
use crate::backups::service::Backups;
use crate::base::Base;
use crate::captcha::Captchas;
use crate::count::service::CountService;
use crate::data_exchange::exchange::Exchange;
use crate::data_exchange::own_api::OwnApi;
use crate::deliver::Deliverer;
use crate::export_template::service::ExportTemplates;
use crate::file::Storage;
use crate::hooks::{HookParts, hooks};
use crate::identity::api_keys::ApiKeys;
use crate::identity::attempts::Attempts;
use crate::identity::hashing::Queue;
use crate::identity::keyed_locks::KeyedLocks;
use crate::identity::login::Logins;
use crate::identity::sessions::Sessions;
use crate::inventory::hold_service::BatchHolds;
use crate::jobs::tasks::Work;
use crate::member::Members;
use crate::member::accounts::Accounts;
use crate::member::addresses::Addresses;
use crate::member::balance::Balances;
use crate::member::codes::Codes;
use crate::outgoing::OutgoingClient;
use crate::outside::accounts::Opener;
use crate::outside::mailer::Mailer;
use crate::outside::sms::SmsSender;
use crate::print::service::Printer;
use crate::rate_limits::Limits;
use crate::resource::call::{CallParts, Resources};
use crate::secrets::Secrets;
use crate::settings::SiteSettings;
use crate::settings::shop::CachedShopSettings;
use crate::shop::Shop;
use crate::shop::claims::Claims;
use crate::shop::coupons::Coupons;
use crate::shop::pay::Payments;
use crate::site::message_board_api::MessageBoard;
use crate::storefront::reading::Storefront;
use crate::terminal::run::{Running, Terminal};

/// The parts of a node that services share.
pub struct Parts {
    pub base: Base,
    pub sessions: Arc<Sessions>,
    pub api_keys: Arc<ApiKeys>,
    pub members: Arc<Members>,
    /// The name of the back office's entrance.
    pub entrance: Arc<CachedValue<String>>,
    pub limits: Arc<Limits>,
    pub hashing: Queue,
    pub keyed_locks: Arc<KeyedLocks>,
    pub claims: Arc<Claims>,
    pub storage: Arc<Storage>,
    pub secrets: Arc<Secrets>,
    /// Calls to addresses that the back office names.
    pub calls: Arc<OutgoingClient>,
    /// Signs what pages show in their zones.
    pub placement_tokens: Tokens,
}

/// See the module.
pub struct Services {
    pub site_settings: SiteSettings,
    pub shop_settings: CachedShopSettings,
    pub captchas: Captchas,
    pub attempts: Attempts,
    pub logins: Logins,
    pub shop: Shop,
    pub coupons: Coupons,
    pub payments: Payments,
    pub codes: Codes,
    pub accounts: Accounts,
    pub addresses: Addresses,
    pub balances: Balances,
    pub storefront: Storefront,
    pub printer: Printer,
    pub holds: BatchHolds,
    pub exchange: Exchange,
    pub backups: Backups,
    pub export_templates: ExportTemplates,
    pub work: Work,
    pub counts: CountService,
    pub resources: Resources,
    pub api_log: ApiLog,
    pub placements: Placements,
    pub board: MessageBoard,
    pub terminal: Terminal,
    pub deliverer: Deliverer,
}

impl Services {
    /// Hands the parts out.
    #[must_use]
    pub fn new(parts: &Parts) -> Self {
        let Parts { base: Base { config, store, system, clock }, members, limits, .. } = parts;
        let api_log = ApiLog::begin(store.clone(), clock.clone());
        let placements = Placements::begin(store.clone(), parts.placement_tokens.clone(), clock.clone(), config.time_zone);
        let site_settings = SiteSettings { store: store.clone(), secrets: parts.secrets.clone() };
        let shop_settings = CachedShopSettings::new(site_settings.clone());
        let captchas = Captchas {
            store: store.clone(),
            unnamed: config.services.captcha_unnamed,
            limits: limits.clone(),
            locks: Arc::default(),
            clock: clock.clone(),
        };
        let attempts = Attempts {
            store: store.clone(),
            limits: limits.clone(),
            keyed_locks: parts.keyed_locks.clone(),
            hashing: parts.hashing.clone(),
            captchas: captchas.clone(),
            admin_captcha: config.services.admin_captcha,
            member_captcha: config.services.member_captcha,
            solved_per_hour: config.services.password_attempts_per_hour,
            clock: clock.clone(),
        };
        let logins = Logins {
            store: store.clone(),
            system: system.clone(),
            sessions: parts.sessions.clone(),
            attempts: attempts.clone(),
            single_session: config.single_session,
            clock: clock.clone(),
        };
        let shop = Shop {
            store: store.clone(),
            system: system.clone(),
            members: members.clone(),
            limits: limits.clone(),
            attempts: attempts.clone(),
            settings: shop_settings.clone(),
            clock: clock.clone(),
        };
        let coupons = Coupons { store: store.clone(), claims: parts.claims.clone(), limits: limits.clone(), clock: clock.clone() };
        let payments = Payments { shop: shop.clone(), public_url: config.connections.public_url.clone(), time_zone: config.time_zone };
        let opener = Opener { store: store.clone(), secrets: parts.secrets.clone() };
        let public_url: Arc<str> = config.connections.public_url.clone().unwrap_or_default().into();
        let mailer = Mailer {
            opener: opener.clone(),
            settings: site_settings.clone(),
            outgoing: config.services.outgoing.clone(),
            public_url: public_url.clone(),
        };
        let sms = SmsSender { opener: opener.clone(), config: Arc::new(config.services.sms.clone()) };
        let codes = Codes {
            store: store.clone(),
            limits: limits.clone(),
            attempts: attempts.clone(),
            mailer: mailer.clone(),
            sms: sms.clone(),
            clock: clock.clone(),
        };
        let accounts = Accounts {
            store: store.clone(),
            system: system.clone(),
            members: members.clone(),
            limits: limits.clone(),
            attempts: attempts.clone(),
            codes: codes.clone(),
            welcome: Arc::new(coupons.clone()),
            registrations_per_day: config.services.registrations_per_day,
            clock: clock.clone(),
        };
        let addresses = Addresses { store: store.clone(), members: members.clone(), clock: clock.clone() };
        let balances = Balances {
            store: store.clone(),
            system: system.clone(),
            members: members.clone(),
            settings: site_settings.clone(),
            clock: clock.clone(),
            time_zone: config.time_zone,
        };
        let storefront = Storefront {
            store: store.clone(),
            settings: shop_settings.clone(),
            site: site_settings.clone(),
            upload: Arc::new(config.services.upload.clone()),
            clock: clock.clone(),
        };
        let printer = Printer {
            settings: site_settings.clone(),
            storage: parts.storage.clone(),
            font: config.print_font.clone(),
            time_zone: config.time_zone,
            clock: clock.clone(),
        };
        let holds = BatchHolds { store: store.clone(), system: system.clone(), clock: clock.clone() };
        let own_api = OwnApi::default();
        let exchange = Exchange {
            api: own_api.clone(),
            store: store.clone(),
            system: system.clone(),
            dir: config.data_dir.join("transfers"),
            time_zone: config.time_zone,
            clock: clock.clone(),
        };
        let backups = Backups::new(store.clone(), system.clone(), config.clone(), parts.storage.clone(), clock.clone());
        let export_templates =
            ExportTemplates { store: store.clone(), system: system.clone(), api: own_api, time_zone: config.time_zone, clock: clock.clone() };
        let work = Work {
            backups: backups.clone(),
            export_templates: export_templates.clone(),
            store: store.clone(),
            system: system.clone(),
            payments: payments.clone(),
            shop_settings: shop_settings.clone(),
            storage: parts.storage.clone(),
            exchange: exchange.clone(),
            config: config.clone(),
            api_log: api_log.clone(),
            clock: clock.clone(),
        };
        let counts = CountService { store: store.clone(), system: system.clone(), settings: site_settings.clone(), clock: clock.clone() };
        let deliverer = Deliverer {
            store: store.clone(),
            system: system.clone(),
            opener: opener.clone(),
            mailer: mailer.clone(),
            client: parts.calls.clone(),
            robots: config.services.robots.clone(),
            clock: clock.clone(),
            zone: config.time_zone,
            public_url,
            holder: system.node().into(),
            written: Arc::default(),
        };
        let beside = HookParts {
            sessions: parts.sessions.clone(),
            members: members.clone(),
            storage: parts.storage.clone(),
            entrance: parts.entrance.clone(),
            shop_settings: shop_settings.clone(),
            balances: balances.clone(),
            holds: holds.clone(),
            api_log: api_log.clone(),
            backups: backups.clone(),
            export_templates: export_templates.clone(),
            placements: placements.clone(),
            opener,
            mailer,
            sms,
            robots: config.services.robots.clone(),
            calls: parts.calls.clone(),
            deliverer: deliverer.clone(),
        };
        let call = CallParts {
            store: store.clone(),
            system: system.clone(),
            attempts: attempts.clone(),
            config: config.clone(),
            clock: clock.clone(),
            secrets: parts.secrets.clone(),
        };
        let resources = Resources::new(call, hooks(&beside));
        let board = MessageBoard { base: parts.base.clone(), captchas: captchas.clone(), limits: limits.clone() };
        let terminal = Terminal {
            base: parts.base.clone(),
            sessions: parts.sessions.clone(),
            members: members.clone(),
            work: work.clone(),
            running: Running::default(),
        };
        Self {
            site_settings,
            shop_settings,
            captchas,
            attempts,
            logins,
            shop,
            coupons,
            payments,
            codes,
            accounts,
            addresses,
            balances,
            storefront,
            printer,
            holds,
            exchange,
            backups,
            export_templates,
            work,
            counts,
            resources,
            api_log,
            placements,
            board,
            terminal,
            deliverer,
        }
    }
}
