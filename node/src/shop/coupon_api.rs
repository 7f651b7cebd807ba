//! Coupons over HTTP: the centre that everybody sees, a member's own, and what staff gives and withdraws.

use std::collections::HashMap;

use actors::shop::claim::{ClaimRefusal, Offered, Validity};
use actors::store::StoreError;
use bus_schemas::ids::CommandId;
use bus_schemas::number::Amount;
use bus_schemas::shop::Cents;
use bus_schemas::shop::coupon::{CouponGet, CouponTerms};
use entrepot_store::listing::ListQuery;
use entrepot_store::shop::coupons::{CouponRow, CouponState, MemberFilter, UserCoupon};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::coupon_scope::{ScopeNames, Shown};
use super::coupons;
use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::{integer, some_integer};
use crate::http::routes::Allow;
use crate::http::views::DecimalText;
use crate::i18n::localized;
use crate::identity::admin_request;
use crate::identity::member_request::{caller, member};
use crate::settings::shop::CachedShopSettings;
use crate::shop::coupons::Coupons;

/// Endpoints of coupons.
pub struct CouponApi {
    pub base: Base,
    pub coupons: Coupons,
    pub shop_settings: CachedShopSettings,
}

/// What a coupon is good for.
#[derive(Object)]
pub struct CouponGoodFor {
    /// 1 an amount off, 2 a percentage off, 3 off the freight.
    #[oai(rename = "type")]
    pub kind: i64,
    pub amount: DecimalText,
    /// Taken off, of type 2.
    pub percent: i64,
    /// Most that is taken off; 0.00 for no limit.
    pub max_amount: DecimalText,
    /// Least amount of goods in scope.
    pub min_amount: DecimalText,
    /// 0 all goods, 1 classifies, 2 goods.
    pub scope: i64,
    pub scope_ids: Vec<i64>,
    /// Names of the first of them that visitors see.
    pub scope_names: Vec<String>,
    /// How many more of them visitors see.
    pub scope_more: i64,
    pub exclude_goods_ids: Vec<i64>,
    /// Names of the first of the goods left out that visitors see; none of a coupon that is for certain goods.
    pub exclude_names: Vec<String>,
    /// How many more of them visitors see.
    pub exclude_more: i64,
}

impl CouponGoodFor {
    fn new(terms: CouponTerms, shown: &Shown) -> Self {
        let money = |cents: Cents| Amount::from(cents).into();
        let ScopeNames { names, more } = shown.names(&terms);
        let left_out = shown.left_out(&terms);
        Self {
            kind: terms.kind.code(),
            amount: money(terms.amount),
            percent: i64::from(terms.percent),
            max_amount: money(terms.max_amount),
            min_amount: money(terms.min_amount),
            scope: terms.scope.code(),
            scope_ids: terms.scope_ids,
            scope_names: names,
            scope_more: count(more),
            exclude_goods_ids: terms.exclude_goods_ids,
            exclude_names: left_out.names,
            exclude_more: count(left_out.more),
        }
    }
}

/// A coupon that members may take.
#[derive(Object)]
pub struct OfferedCoupon {
    pub id: i64,
    pub name: String,
    pub terms: CouponGoodFor,
    /// Unix seconds until when it is given out; 0 for no end.
    pub get_end: i64,
    /// Unix seconds of its validity; 0 where it is counted from the claim.
    pub valid_start: i64,
    pub valid_end: i64,
    /// Days that it is good for from the claim; 0 where there are dates.
    pub valid_days: i64,
    /// Tickets that are left; null for no limit.
    #[oai(nullable)]
    pub left: Option<i64>,
    /// Tickets of a member; 0 for no limit.
    pub limit_num: i64,
    /// How many the calling member has claimed.
    pub claimed: i64,
    /// Empty: it may be taken now. Else `gone` or `limit`.
    pub why_not: String,
}

/// Coupons that members may take.
#[derive(Object)]
pub struct OfferedCoupons {
    pub list: Vec<OfferedCoupon>,
    pub total: i64,
}

/// A coupon of the calling member.
#[derive(Object)]
pub struct OwnCoupon {
    pub id: i64,
    pub coupon_id: i64,
    pub name: String,
    pub ticket: i64,
    /// 0 free, 1 held by an order, 2 used, 3 expired, 4 withdrawn.
    pub status: i64,
    /// The order that holds it or has used it; 0 for none.
    pub order_id: i64,
    /// Unix seconds.
    pub start_time: i64,
    /// Unix seconds.
    pub end_time: i64,
    /// Unix seconds.
    pub create_time: i64,
    pub terms: CouponGoodFor,
}

impl OwnCoupon {
    fn new(row: UserCoupon, shown: &Shown) -> Self {
        Self {
            id: row.id,
            coupon_id: row.coupon_id,
            name: localized(&row.name, &row.name_en),
            ticket: row.ticket,
            status: row.status,
            order_id: row.order_id,
            start_time: row.start_time,
            end_time: row.end_time,
            create_time: row.create_time,
            terms: CouponGoodFor::new(row.terms, shown),
        }
    }
}

/// Coupons of the calling member.
#[derive(Object)]
pub struct OwnCoupons {
    pub list: Vec<OwnCoupon>,
    pub total: i64,
    /// How many there are of each: free, held, used, over.
    pub counts: Vec<i64>,
}

/// Which coupon is taken.
#[derive(Object, Deserialize)]
pub struct TakeCoupon {
    /// The coupon, where it is taken from the centre.
    #[serde(default, deserialize_with = "some_integer")]
    pub id: Option<i64>,
    /// Or its code.
    #[serde(default)]
    pub code: String,
}

/// The claimed coupon.
#[derive(Object)]
pub struct TakenCoupon {
    /// Of the claimed one.
    pub id: i64,
}

/// Whom a coupon is given to: these members, or those that the conditions mean; at most 1,000.
#[derive(Object, Deserialize)]
pub struct GiveCoupon {
    /// The coupon.
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    #[oai(default)]
    pub user_ids: Option<Vec<i64>>,
    /// Members of this group.
    #[serde(default, deserialize_with = "some_integer")]
    pub group_id: Option<i64>,
    /// Unix seconds: who joined from then on.
    #[serde(default, deserialize_with = "some_integer")]
    pub join_from: Option<i64>,
    /// Unix seconds: who joined before.
    #[serde(default, deserialize_with = "some_integer")]
    pub join_until: Option<i64>,
    /// Every member in use, where nothing else is said.
    #[serde(default, deserialize_with = "crate::http::lenient::switch")]
    #[oai(default)]
    pub all: bool,
    /// Names this intention: sent twice, it is done once.
    pub command_id: String,
}

/// What a gift came to, in members.
#[derive(Object)]
pub struct CouponGiven {
    pub given: i64,
    /// The same command has given it to them before.
    pub before: i64,
    /// They have as many as a member may.
    pub full: i64,
    /// No tickets were left for them.
    pub left_over: i64,
}

/// Which coupons are withdrawn: free ones, of these members or of all.
#[derive(Object, Deserialize)]
pub struct WithdrawCoupon {
    /// The coupon.
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    #[oai(default)]
    pub user_ids: Option<Vec<i64>>,
}

/// How many were withdrawn.
#[derive(Object)]
pub struct CouponWithdrawn {
    pub withdrawn: i64,
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn offer(row: &CouponRow, offered: Offered, claimed: i64, now: i64, shown: &Shown) -> Option<OfferedCoupon> {
    let why_not = match offered.check(CouponGet::Take, claimed, now) {
        Ok(()) => "",
        // Whoever has one reads that it is theirs, also where it was the last.
        Err(ClaimRefusal::Gone) if claimed > 0 => "limit",
        Err(ClaimRefusal::Gone) => "gone",
        Err(ClaimRefusal::Limit { .. }) => "limit",
        Err(_) => return None,
    };
    let (valid_start, valid_end, valid_days) = match offered.valid {
        Validity::Dates { start, end } => (start, end, 0),
        Validity::Days(days) => (0, 0, days),
    };
    Some(OfferedCoupon {
        id: row.id,
        name: localized(&row.name, &row.name_en),
        left: offered.left(),
        get_end: offered.get_end,
        valid_start,
        valid_end,
        valid_days,
        limit_num: row.limit_num,
        claimed,
        why_not: why_not.to_owned(),
        terms: CouponGoodFor::new(offered.terms, shown),
    })
}

fn page_of(page: Option<i64>, limit: Option<i64>) -> ListQuery {
    ListQuery { page: page.unwrap_or(1), limit: limit.unwrap_or(20), ..ListQuery::default() }
}

/// At most as many as a gift may have, each once.
fn users(ids: Option<Vec<i64>>) -> Result<Option<Vec<i64>>, ApiError> {
    let Some(mut ids) = ids.filter(|ids| !ids.is_empty()) else { return Ok(None) };
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > coupons::GIVEN_MAX { Err(ApiError::field("user_ids", "error.list.long")) } else { Ok(Some(ids)) }
}

#[OpenApi]
impl CouponApi {
    /// Coupons that members may take
    #[oai(path = "/api/shop.Coupon/index", method = "get", operation_id = "couponCentre", tag = "Allow::Everyone")]
    async fn index(
        &self,
        request: &Request,
        page: Query<Option<i64>>,
        limit: Query<Option<i64>>,
        /// Only those that are for these goods.
        goods_id: Query<Option<i64>>,
    ) -> Answer<OfferedCoupons> {
        let (store, now) = (self.base.store(), self.base.now());
        let query = page_of(page.0, limit.0);
        let page = match goods_id.0 {
            Some(goods) => coupons::for_goods(&self.coupons, goods, &query).await?,
            None => store.coupons_given_out(CouponGet::Take, now, &query).await?,
        };
        let claimed = match member(request) {
            Some(caller) => store.claims_of(caller.member.id, &page.list.iter().map(|row| row.id).collect::<Vec<_>>()).await?,
            None => HashMap::new(),
        };
        let offered: Vec<(&CouponRow, Offered)> = page.list.iter().map(|row| Ok((row, row.offered()?))).collect::<Result<_, StoreError>>()?;
        let terms: Vec<&CouponTerms> = offered.iter().map(|(_, offered)| &offered.terms).collect();
        let shown = Shown::of(store, &self.shop_settings, &terms).await?;
        let claimed = |row: &CouponRow| claimed.get(&row.id).copied().unwrap_or(0);
        let list = offered.into_iter().filter_map(|(row, offered)| offer(row, offered, claimed(row), now, &shown)).collect();
        Ok(ok(OfferedCoupons { list, total: page.total }))
    }

    /// Take a coupon, from the centre or by its code
    #[oai(path = "/api/shop.Coupon/take", method = "post", operation_id = "couponTake", tag = "Allow::LoggedIn")]
    async fn take(&self, request: &Request, body: Body<TakeCoupon>) -> Answer<TakenCoupon> {
        let member = caller(request)?.member.id;
        let id = match body.0.id {
            Some(coupon) => coupons::take(&self.coupons, member, coupon).await?,
            None if body.0.code.trim().is_empty() => return Err(ApiError::field("code", "error.required")),
            None => coupons::take_by_code(&self.coupons, member, &body.0.code).await?,
        };
        Ok(done("shop.claim.done", TakenCoupon { id }))
    }

    /// One's coupons: state 0 free, 1 held, 2 used, 3 over
    #[oai(path = "/api/shop.Coupon/mine", method = "get", operation_id = "couponMine", tag = "Allow::LoggedIn")]
    async fn mine(&self, request: &Request, state: Query<Option<i64>>, page: Query<Option<i64>>, limit: Query<Option<i64>>) -> Answer<OwnCoupons> {
        let (store, member, now) = (self.base.store(), caller(request)?.member.id, self.base.now());
        let standing = usize::try_from(state.0.unwrap_or(0)).ok().and_then(|state| CouponState::ALL.get(state)).copied();
        let standing = standing.ok_or_else(|| ApiError::field("state", "error.choice"))?;
        let page = store.member_coupons(member, standing, now, &page_of(page.0, limit.0)).await?;
        let counts = store.member_coupon_counts(member, now).await?.to_vec();
        let terms: Vec<&CouponTerms> = page.list.iter().map(|row| &row.terms).collect();
        let shown = Shown::of(store, &self.shop_settings, &terms).await?;
        Ok(ok(OwnCoupons { list: page.list.into_iter().map(|row| OwnCoupon::new(row, &shown)).collect(), total: page.total, counts }))
    }

    /// Give a coupon to members
    #[oai(path = "/admin/shop.marketing.Coupon/give", method = "post", operation_id = "couponGive")]
    async fn give(&self, request: &Request, body: Body<GiveCoupon>) -> Answer<CouponGiven> {
        let body = body.0;
        let command = CommandId::new(body.command_id).map_err(|_| ApiError::field("command_id", "error.command_id"))?;
        let filter = MemberFilter { ids: users(body.user_ids)?, group: body.group_id, join_from: body.join_from, join_until: body.join_until };
        if filter == MemberFilter::default() && !body.all {
            return Err(ApiError::field("user_ids", "error.required"));
        }
        let given = coupons::give(&self.coupons, body.id, &filter, command.as_str(), admin_request::caller(request)?.id().0).await?;
        let coupons::Given { given, before, full, left_over } = given;
        Ok(done("saved", CouponGiven { given: count(given), before: count(before), full: count(full), left_over: count(left_over) }))
    }

    /// Withdraw coupons that are not used
    #[oai(path = "/admin/shop.marketing.Coupon/withdraw", method = "post", operation_id = "couponWithdraw")]
    async fn withdraw(&self, body: Body<WithdrawCoupon>) -> Answer<CouponWithdrawn> {
        let members = users(body.0.user_ids)?;
        let withdrawn = coupons::withdraw(&self.coupons, body.0.id, members.as_deref()).await?;
        Ok(done("saved", CouponWithdrawn { withdrawn: count(withdrawn) }))
    }
}
