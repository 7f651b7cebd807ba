//! Which [`Hook`] stands beside which controller. The hooks themselves are in the folders of their nouns.

use entrepot_store::member::balance::Account;
use entrepot_store::resource::Resource;

use super::call::{Hook, Hooked};
use crate::identity::{account_hooks, group_hooks, rule_hooks};
use crate::{audit_log, data_exchange, file, inventory, jobs, member, recovery, settings, shop, site};

/// Hooks by controller.
pub const HOOKS: &[(&str, &dyn Hook)] = &[
    ("warehouse.Product", &inventory::hooks::Products),
    ("warehouse.ProductUnit", &inventory::unit_hooks::ProductUnits),
    ("warehouse.ProductCategory", &inventory::hooks::Categories),
    ("warehouse.Warehouse", &inventory::hooks::Warehouses),
    ("warehouse.WarehouseArea", &inventory::hooks::Areas),
    ("auth.Admin", &account_hooks::Administrators),
    ("auth.Group", &group_hooks::Groups),
    ("auth.Rule", &rule_hooks::Rules),
    ("auth.AdminLog", &audit_log::hooks::Log),
    ("user.User", &member::hooks::Members),
    ("shop.user.User", &member::shop_hooks::ShopMembers),
    ("user.Group", &member::group_hooks::MemberGroups),
    ("user.Rule", &member::group_hooks::MemberRules),
    ("user.MoneyLog", &member::balance_hooks::Balances(Account::Money)),
    ("user.ScoreLog", &member::balance_hooks::Balances(Account::Score)),
    ("shop.goods.Goods", &shop::goods_hooks::Goods),
    ("shop.goods.Classify", &shop::hooks::Classifies),
    ("shop.goods.ParamsTemplate", &shop::hooks::ParamsTemplates),
    ("shop.goods.SpecTemplate", &shop::hooks::SpecTemplates),
    ("shop.advert.Banner", &shop::hooks::Banners),
    ("shop.advert.NoticeBar", &shop::hooks::NoticeBars),
    ("shop.delivery.Address", &shop::delivery_hooks::Addresses),
    ("shop.delivery.Company", &shop::delivery_hooks::Companies),
    ("shop.delivery.Template", &shop::delivery_hooks::Templates),
    ("shop.order.Evaluation", &shop::order::evaluations::Evaluations),
    ("shop.marketing.Coupon", &shop::coupon_hooks::Coupons),
    ("shop.marketing.Recharge", &shop::coupon_hooks::Recharges),
    ("routine.Attachment", &file::hooks::Attachments),
    ("routine.Config", &settings::Settings),
    ("routine.Crontab", &jobs::hooks::Schedules),
    ("site.Content", &site::hooks::Contents),
    ("site.Message", &site::hooks::Board),
    ("security.DataRecycle", &recovery::hooks::RecycleRules),
    ("routine.Transfer", &data_exchange::hooks::OwnRows),
    ("security.DataRecycleLog", &recovery::hooks::RecycleLog),
    ("security.SensitiveData", &recovery::hooks::SensitiveRules),
    ("security.SensitiveDataLog", &recovery::hooks::SensitiveLog),
];

/// A resource with its hook.
#[must_use]
pub fn hooked(resource: &'static Resource) -> Hooked {
    (resource, HOOKS.iter().find(|(name, _)| *name == resource.controller).map(|(_, hook)| *hook))
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
