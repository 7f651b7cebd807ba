//! Recharges over HTTP: packages and orders of a member, and what staff receives and pays back.

use bus_schemas::number::Amount;
use entrepot_store::shop::recharges::{RechargeOrder, RechargePackage};
use poem::Request;
use poem_openapi::{Object, OpenApi};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::recharges::{self, Wanted};
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::lenient::{decimal, integer, some_decimal, some_integer};
use crate::http::routes::Allow;
use crate::http::views::DecimalText;
use crate::i18n::localized;
use crate::identity::admin_request;
use crate::identity::member_request::caller;
use crate::settings::shop::CachedShopSettings;
use crate::shop::Shop;
use crate::shop::pay::Payments;

/// Endpoints of recharges.
pub struct Recharges {
    pub base: Base,
    pub payments: Payments,
    pub shop: Shop,
    pub shop_settings: CachedShopSettings,
}

fn money(amount: Decimal) -> DecimalText {
    Amount(amount).into()
}

/// A package.
#[derive(Object)]
pub struct RechargeOffer {
    pub id: i64,
    pub name: String,
    pub money: DecimalText,
    pub give_money: DecimalText,
    pub give_score: i64,
    /// Per member; 0 for no limit.
    pub limit_num: i64,
}

impl From<RechargePackage> for RechargeOffer {
    fn from(package: RechargePackage) -> Self {
        Self {
            id: package.id,
            name: localized(&package.name, &package.name_en),
            money: money(package.money),
            give_money: money(package.give_money),
            give_score: package.give_score,
            limit_num: package.limit_num,
        }
    }
}

/// A recharge order.
#[derive(Object)]
pub struct RechargeRow {
    pub id: i64,
    pub recharge_no: String,
    pub money: DecimalText,
    pub give_money: DecimalText,
    pub give_score: i64,
    /// 1 to pay, 2 paid, 3 closed, 4 refunded.
    pub status: i64,
    pub refund_amount: DecimalText,
    /// 0 none yet, 2 WeChat Pay, 3 the sandbox, 9 received by hand.
    pub pay_method: i64,
    /// Unix seconds; 0 before.
    pub pay_time: i64,
    /// Until when it is to be paid, Unix seconds.
    pub due_at: i64,
    pub create_time: i64,
}

impl From<RechargeOrder> for RechargeRow {
    fn from(order: RechargeOrder) -> Self {
        Self {
            id: order.id,
            recharge_no: order.recharge_no,
            money: money(order.money),
            give_money: money(order.give_money),
            give_score: order.give_score,
            status: order.status,
            refund_amount: money(order.refund_amount),
            pay_method: order.pay_method,
            pay_time: order.pay_time,
            due_at: order.due_at,
            create_time: order.create_time,
        }
    }
}

/// What a member can pay in, and has.
#[derive(Object)]
pub struct RechargePage {
    pub packages: Vec<RechargeOffer>,
    /// Whether any amount may be paid in.
    pub free: bool,
    /// Most of a free amount.
    pub max: DecimalText,
    /// How the shop wants to be paid, as lines of plain text; empty where it says nothing.
    pub note: String,
    /// The member's balance.
    pub balance: DecimalText,
    /// The member's orders, the newest first.
    pub orders: Vec<RechargeRow>,
}

/// A new order: of a package, or of a free amount.
#[derive(Object, Deserialize)]
pub struct NewRechargeOrder {
    #[serde(default, deserialize_with = "some_integer")]
    pub recharge_id: Option<i64>,
    /// Without a package, where the shop allows it.
    #[serde(default, deserialize_with = "some_decimal")]
    pub money: Option<Decimal>,
}

/// The order as it is now.
#[derive(Object)]
pub struct RechargeDone {
    pub row: RechargeRow,
    /// Most that may be paid back of it.
    pub most: DecimalText,
}

/// Money that staff has received.
#[derive(Object, Deserialize)]
pub struct ConfirmRecharge {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    /// How it was received.
    pub memo: String,
}

/// What staff pays back.
#[derive(Object, Deserialize)]
pub struct RefundRecharge {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    #[serde(deserialize_with = "decimal")]
    pub amount: Decimal,
    pub memo: String,
}

impl Recharges {
    async fn recharge_view(&self, order: RechargeOrder) -> Result<RechargeDone, crate::error::ServiceError> {
        let most = money(recharges::most(self.base.store(), &order).await?);
        Ok(RechargeDone { row: order.into(), most })
    }
}

#[OpenApi]
impl Recharges {
    /// Packages, and one's recharge orders
    #[oai(path = "/api/shop.Recharge/index", method = "get", operation_id = "rechargeIndex", tag = "Allow::LoggedIn")]
    async fn index(&self, request: &Request) -> Answer<RechargePage> {
        let (store, member) = (self.base.store(), caller(request)?.member.id);
        let settings = self.shop_settings.current().await;
        let (balance, _) = store.balances(member).await?;
        Ok(ok(RechargePage {
            packages: store.recharge_packages().await?.into_iter().map(RechargeOffer::from).collect(),
            free: settings.recharge_free,
            max: money(settings.recharge_max),
            note: settings.recharge_note.clone(),
            balance: money(balance),
            orders: store.recharges_of(member).await?.into_iter().map(RechargeRow::from).collect(),
        }))
    }

    /// Put a recharge order there, to be paid
    #[oai(path = "/api/shop.Recharge/add", method = "post", operation_id = "rechargeAdd", tag = "Allow::LoggedIn")]
    async fn add(&self, request: &Request, body: Body<NewRechargeOrder>) -> Answer<RechargeRow> {
        let wanted = Wanted { package: body.0.recharge_id, money: body.0.money };
        Ok(done("saved", recharges::add(&self.shop, caller(request)?.member.id, wanted).await?.into()))
    }

    /// A recharge order, and what may be paid back of it
    #[oai(path = "/admin/shop.marketing.RechargeOrder/detail", method = "get", operation_id = "rechargeDetail", tag = "Allow::Page")]
    async fn detail(&self, id: poem_openapi::param::Query<i64>) -> Answer<RechargeDone> {
        let order = self.base.store().recharge(id.0).await?.ok_or_else(|| crate::error::ServiceError::refused("error.not_found"))?;
        Ok(ok(self.recharge_view(order).await?))
    }

    /// Say that the money of a recharge order was received by hand
    #[oai(path = "/admin/shop.marketing.RechargeOrder/confirm", method = "post", operation_id = "rechargeConfirm")]
    async fn confirm(&self, request: &Request, body: Body<ConfirmRecharge>) -> Answer<RechargeDone> {
        let admin = admin_request::caller(request)?.admin.id;
        let order = recharges::by_hand(&self.shop, body.0.id, &body.0.memo, admin).await?;
        Ok(done("saved", self.recharge_view(order).await?))
    }

    /// Pay a recharge back
    #[oai(path = "/admin/shop.marketing.RechargeOrder/refund", method = "post", operation_id = "rechargeRefund")]
    async fn refund(&self, request: &Request, body: Body<RefundRecharge>) -> Answer<RechargeDone> {
        let admin = admin_request::caller(request)?.admin.id;
        let order = recharges::refund(&self.payments, body.0.id, body.0.amount, &body.0.memo, admin).await?;
        Ok(done("saved", self.recharge_view(order).await?))
    }
}
