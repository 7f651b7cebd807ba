//! A node's services: an accessor for each. What they are made of is in [`crate::services`].

use crate::ads::Placements;
use crate::api_log::ApiLog;
use crate::count::service::CountService;
use crate::data_exchange::exchange::Exchange;
use crate::identity::login::Logins;
use crate::jobs::tasks::Work;
use crate::member::accounts::Accounts;
use crate::node::Node;
use crate::settings::SiteSettings;
use crate::settings::shop::CachedShopSettings;
use crate::shop::Shop;
use crate::shop::coupons::Coupons;
use crate::shop::pay::Payments;
use crate::storefront::reading::Storefront;

impl Node {
    /// Reads the site's settings.
    #[must_use]
    pub fn site_settings(&self) -> &SiteSettings {
        &self.services().site_settings
    }

    /// The shop's settings.
    #[must_use]
    pub fn shop_settings(&self) -> &CachedShopSettings {
        &self.services().shop_settings
    }

    /// The login of administrators.
    #[must_use]
    pub fn logins(&self) -> &Logins {
        &self.services().logins
    }

    /// Orders of the shop, and recharges.
    #[must_use]
    pub fn shop(&self) -> &Shop {
        &self.services().shop
    }

    /// Coupons.
    #[must_use]
    pub fn coupons(&self) -> &Coupons {
        &self.services().coupons
    }

    /// Payments through providers.
    #[must_use]
    pub fn payments(&self) -> &Payments {
        &self.services().payments
    }

    /// Login, registration and accounts of members.
    #[must_use]
    pub fn accounts(&self) -> &Accounts {
        &self.services().accounts
    }

    /// What the shop's pages read.
    #[must_use]
    pub fn storefront(&self) -> &Storefront {
        &self.services().storefront
    }

    /// Imports and exports.
    #[must_use]
    pub fn exchange(&self) -> &Exchange {
        &self.services().exchange
    }

    /// What scheduled tasks work with.
    #[must_use]
    pub fn scheduled_work(&self) -> &Work {
        &self.services().work
    }

    /// Count sheets.
    #[must_use]
    pub fn counts(&self) -> &CountService {
        &self.services().counts
    }

    /// The log of API calls.
    #[must_use]
    pub fn api_log(&self) -> &ApiLog {
        &self.services().api_log
    }

    /// What the zones of public pages show.
    #[must_use]
    pub fn placements(&self) -> &Placements {
        &self.services().placements
    }
}
