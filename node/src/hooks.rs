//! Which [`Hook`] stands beside which controller. The hooks themselves are in the folders of their nouns.

use std::sync::Arc;

use entrepot_store::cache::CachedValue;
use entrepot_store::member::balance::Account;

use crate::administrators::{account_hooks, api_key_hooks, group_hooks, log_hooks, rule_hooks};
use crate::ads::{self, Placements};
use crate::api_log::{self, ApiLog};
use crate::backups::service::Backups;
use crate::deliver::Deliverer;
use crate::deliver::hooks::{Deliveries, Webhooks};
use crate::deliver::item_hooks::{Items, Variables};
use crate::export_template::service::ExportTemplates;
use crate::file::Storage;
use crate::identity::sessions::Sessions;
use crate::inventory::hold_service::BatchHolds;
use crate::member::Members;
use crate::member::balance::Balances;
use crate::member::balance_hooks::AccountLog;
use crate::outgoing::OutgoingClient;
use crate::outgoing::robot::RobotUrls;
use crate::outside::accounts::Opener;
use crate::outside::hooks::Accounts;
use crate::outside::mailer::Mailer;
use crate::outside::sms::SmsSender;
use crate::outside::template_hooks::Templates;
use crate::outside::tested::Tested;
use crate::resource::call::{Hook, Hooks};
use crate::settings::shop::CachedShopSettings;
use crate::{
    announcement, backups, company, data_exchange, expo, export_template, file, inventory, jobs, member, person, recovery, settings, shop, site,
    trade,
};

/// What hooks are made of: parts that one noun needs beside those of every call.
pub struct HookParts {
    pub sessions: Arc<Sessions>,
    pub members: Arc<Members>,
    pub storage: Arc<Storage>,
    /// The name of the back office's entrance.
    pub entrance: Arc<CachedValue<String>>,
    pub shop_settings: CachedShopSettings,
    pub balances: Balances,
    pub holds: BatchHolds,
    pub api_log: ApiLog,
    pub backups: Backups,
    pub export_templates: ExportTemplates,
    pub placements: Placements,
    /// Accounts at services outside, and what sends through them.
    pub opener: Opener,
    pub mailer: Mailer,
    pub sms: SmsSender,
    pub robots: RobotUrls,
    /// Calls to addresses that the back office names.
    pub calls: Arc<OutgoingClient>,
    /// Says what notice items say.
    pub deliverer: Deliverer,
}

type MakeHook = fn(&HookParts) -> Arc<dyn Hook>;

/// Hooks by controller.
const HOOKS: &[(&str, MakeHook)] = &[
    ("warehouse.Product", |_| Arc::new(inventory::hooks::Products)),
    ("warehouse.ProductUnit", |_| Arc::new(inventory::unit_hooks::ProductUnits)),
    ("warehouse.ProductCategory", |_| Arc::new(inventory::hooks::Categories)),
    ("warehouse.Warehouse", |_| Arc::new(inventory::hooks::Warehouses)),
    ("warehouse.WarehouseArea", |parts| Arc::new(inventory::hooks::Areas { holds: parts.holds.clone() })),
    ("warehouse.WarehouseShelf", |_| Arc::new(inventory::hooks::Shelves)),
    ("warehouse.SafetyStock", |_| Arc::new(inventory::safety_hooks::SafetyStocks)),
    ("auth.Admin", |parts| Arc::new(account_hooks::Administrators { sessions: parts.sessions.clone() })),
    ("auth.Group", |_| Arc::new(group_hooks::Groups)),
    ("auth.Rule", |_| Arc::new(rule_hooks::Rules)),
    ("api.Key", |_| Arc::new(api_key_hooks::Keys)),
    ("auth.AdminLog", |_| Arc::new(log_hooks::Log)),
    ("user.User", |parts| Arc::new(member::hooks::MemberRows { members: parts.members.clone(), storage: parts.storage.clone() })),
    ("shop.user.User", |_| Arc::new(member::shop_hooks::ShopMembers)),
    ("user.Group", |parts| Arc::new(member::group_hooks::MemberGroups { members: parts.members.clone() })),
    ("user.Rule", |parts| Arc::new(member::group_hooks::MemberRules { members: parts.members.clone() })),
    ("user.MoneyLog", |parts| Arc::new(AccountLog { account: Account::Money, balances: parts.balances.clone() })),
    ("user.ScoreLog", |parts| Arc::new(AccountLog { account: Account::Score, balances: parts.balances.clone() })),
    ("shop.goods.Goods", |parts| Arc::new(shop::goods_hooks::Goods { shop_settings: parts.shop_settings.clone() })),
    ("shop.goods.Classify", |_| Arc::new(shop::hooks::Classifies)),
    ("shop.goods.ParamsTemplate", |_| Arc::new(shop::hooks::ParamsTemplates)),
    ("shop.goods.SpecTemplate", |_| Arc::new(shop::hooks::SpecTemplates)),
    ("shop.advert.Banner", |_| Arc::new(shop::hooks::Banners)),
    ("shop.advert.NoticeBar", |_| Arc::new(shop::hooks::NoticeBars)),
    ("shop.delivery.Address", |_| Arc::new(shop::delivery_hooks::Addresses)),
    ("shop.delivery.Company", |_| Arc::new(shop::delivery_hooks::Companies)),
    ("shop.delivery.Template", |_| Arc::new(shop::delivery_hooks::Templates)),
    ("shop.order.Evaluation", |_| Arc::new(shop::order::evaluations::Evaluations)),
    ("shop.marketing.Coupon", |_| Arc::new(shop::coupon_hooks::Coupons)),
    ("shop.marketing.Recharge", |_| Arc::new(shop::coupon_hooks::Recharges)),
    ("routine.Attachment", |parts| Arc::new(file::hooks::Attachments { storage: parts.storage.clone() })),
    ("routine.Config", |parts| Arc::new(settings::hooks::Settings { entrance: parts.entrance.clone(), shop_settings: parts.shop_settings.clone() })),
    ("routine.ExportTemplate", |parts| Arc::new(export_template::hooks::TemplateRows { templates: parts.export_templates.clone() })),
    ("routine.Crontab", |_| Arc::new(jobs::hooks::Schedules)),
    ("company.Company", |_| Arc::new(company::hooks::CompanyRows)),
    ("company.Department", |_| Arc::new(company::department_hooks::Departments)),
    ("company.CompanyUser", |_| Arc::new(company::hooks::CompanyPeople)),
    ("user.VerifyPerson", |parts| Arc::new(person::hooks::ProofRows { storage: parts.storage.clone() })),
    ("notice.Announcement", |_| Arc::new(announcement::hooks::Announcements)),
    ("ads.Zone", |parts| Arc::new(ads::hooks::Zones { placements: parts.placements.clone() })),
    ("ads.Ad", |parts| Arc::new(ads::hooks::Ads { placements: parts.placements.clone() })),
    ("site.Article", |_| Arc::new(site::article_hooks::Articles)),
    ("site.Content", |_| Arc::new(site::hooks::Contents)),
    ("site.Message", |_| Arc::new(site::hooks::Board)),
    ("expo.Expo", |_| Arc::new(expo::hooks::Expos)),
    ("expo.Company", |_| Arc::new(expo::hooks::Companies)),
    ("trade.Declaration", |_| Arc::new(trade::declaration_hooks::Declarations)),
    ("trade.HsStatus", |_| Arc::new(trade::declaration_hooks::Status)),
    ("trade.HsCode", |_| Arc::new(trade::hooks::HsCodes)),
    ("trade.Tariff", |_| Arc::new(trade::hooks::Tariffs)),
    ("security.DataRecycle", |_| Arc::new(recovery::hooks::RecycleRules)),
    ("routine.Transfer", |_| Arc::new(data_exchange::hooks::OwnRows)),
    ("routine.DataExport", |_| Arc::new(data_exchange::hooks::TasksOf(&["export"]))),
    ("routine.DataImport", |_| Arc::new(data_exchange::hooks::TasksOf(&["import", "dry_run", "take_back"]))),
    ("security.DataRecycleLog", |_| Arc::new(recovery::hooks::RecycleLog)),
    ("security.Backup", |parts| Arc::new(backups::hooks::BackupRows { backups: parts.backups.clone() })),
    ("security.SensitiveData", |_| Arc::new(recovery::hooks::SensitiveRules)),
    ("api.Config", |parts| Arc::new(api_log::hooks::Config { api_log: parts.api_log.clone() })),
    ("api.Url", |parts| Arc::new(api_log::hooks::Routes { api_log: parts.api_log.clone() })),
    ("outside.Mail", |parts| Arc::new(Tested(Accounts::mail(parts.mailer.clone())))),
    ("outside.Sms", |parts| Arc::new(Tested(Accounts::sms(parts.sms.clone())))),
    ("sms.Template", |parts| {
        Arc::new(Tested(Templates { sender: parts.sms.clone(), settings: parts.shop_settings.site().clone(), clock: parts.deliverer.clock.clone() }))
    }),
    ("ding.Config", |parts| Arc::new(Tested(Accounts::robots(parts.opener.clone(), parts.robots.clone())))),
    ("event.Webhook", |parts| Arc::new(Tested(Webhooks { opener: parts.opener.clone(), client: parts.calls.clone() }))),
    ("event.Delivery", |_| Arc::new(Deliveries { robots_alone: false })),
    ("ding.Record", |_| Arc::new(Deliveries { robots_alone: true })),
    ("notice.Item", |parts| Arc::new(Tested(Items { deliverer: parts.deliverer.clone(), alone: "" }))),
    ("ding.Template", |parts| Arc::new(Tested(Items { deliverer: parts.deliverer.clone(), alone: "robot" }))),
    ("ding.Variable", |_| Arc::new(Variables)),
    ("security.SensitiveDataLog", |_| Arc::new(recovery::hooks::SensitiveLog)),
];

/// Makes every hook.
#[must_use]
pub fn hooks(parts: &HookParts) -> Hooks {
    HOOKS.iter().map(|(controller, make)| (*controller, make(parts))).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_hook_stands_beside_a_declaration() {
        for (controller, _) in super::HOOKS {
            assert!(entrepot_store::resource::catalogue::find(controller).is_some(), "{controller}");
        }
    }
}
