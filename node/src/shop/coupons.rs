//! Coupons: who claims, is given and loses them. One claim of a coupon after the other on a node, and the database
//! refuses a second ticket of a number, so that as many are given out as there are, on however many nodes.

use std::collections::HashSet;
use std::sync::Arc;

use actors::clock::SharedClock;
use actors::shop::claim::{ClaimRefusal, Offered};
use actors::shop::coupon::in_scope;
use async_trait::async_trait;
use bus_schemas::shop::coupon::CouponGet;
use entrepot_store::Store;
use entrepot_store::listing::{ListQuery, Page};
use entrepot_store::shop::coupons::{Claim, ClaimError, CouponRow, MemberFilter};

use super::claims::{Claims, TRIES, claim, pause, refused};
use super::order::basket_lines::with_above;
use crate::error::{ServiceError, too_often};
use crate::member::accounts::Welcome;
use crate::rate_limits::{Counted, Limits};

/// Wrong codes of a member in an hour.
const WRONG_CODES: u32 = 10;
/// Longest code.
pub const CODE_MAX: usize = 32;
/// Most members that a coupon is given to at once.
pub const GIVEN_MAX: usize = 1_000;
/// Members that one transaction gives to.
const GIVEN_TOGETHER: usize = 100;
/// Most coupons that new members get.
const WELCOME_MAX: i64 = 20;

/// What coupons need. Cheap to clone.
#[derive(Clone)]
pub struct Coupons {
    pub store: Store,
    pub claims: Arc<Claims>,
    pub limits: Arc<Limits>,
    pub clock: SharedClock,
}

impl Coupons {
    /// What a claim needs.
    fn claiming(&self) -> (&Claims, &Store, &SharedClock) {
        (&self.claims, &self.store, &self.clock)
    }
}

/// Coupons in one look for those that are for certain goods.
const LOOK: i64 = 200;
/// Most such looks.
const LOOKS_MAX: i64 = 10;

/// A page of the coupons that members may take and that are for these goods. Goods that are not offered have none.
pub async fn for_goods(coupons: &Coupons, goods: i64, query: &ListQuery) -> Result<Page<CouponRow>, ServiceError> {
    let (store, now) = (&coupons.store, coupons.clock.now());
    let Some(page) = store.goods_page(goods).await? else { return Ok(Page { list: vec![], total: 0 }) };
    let facts = store.basket_facts(&page.skus.iter().take(1).map(|sku| sku.id).collect::<Vec<_>>()).await?;
    let classifies = with_above(&page.goods.classify_ids, &facts.parents);
    let mut fit: Vec<CouponRow> = Vec::new();
    for look in 1..=LOOKS_MAX {
        let asked = ListQuery { page: look, limit: LOOK, ..ListQuery::default() };
        let found = store.coupons_given_out(CouponGet::Take, now, &asked).await?;
        let last = look * LOOK >= found.total;
        for row in found.list {
            if in_scope(&row.offered()?.terms, goods, &classifies) {
                fit.push(row);
            }
        }
        if last {
            break;
        }
    }
    let total = i64::try_from(fit.len()).unwrap_or(i64::MAX);
    let at = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let list = fit.into_iter().skip(at(query.start())).take(at(query.page_size())).collect();
    Ok(Page { list, total })
}

/// A member takes a coupon.
pub async fn take(coupons: &Coupons, member: i64, coupon: i64) -> Result<i64, ServiceError> {
    claim(coupons.claiming(), coupon, CouponGet::Take, member).await
}

/// A member enters a code. A code that is wrong and one that gives nothing any more answer alike, and both count.
pub async fn take_by_code(coupons: &Coupons, member: i64, code: &str) -> Result<i64, ServiceError> {
    let (limits, who) = (&coupons.limits, member.to_string());
    limits.allow(Counted::CouponCode, &who, WRONG_CODES, 3_600, coupons.clock.now()).map_err(too_often)?;
    let wrong = || ServiceError::field("code", "shop.claim.code");
    let code = code.trim();
    if code.is_empty() || code.len() > CODE_MAX {
        return Err(wrong());
    }
    let coupon = coupons.store.coupon_by_code(code).await?.ok_or_else(wrong)?;
    match claim(coupons.claiming(), coupon.id, CouponGet::Code, member).await {
        Ok(id) => {
            limits.allow_again(Counted::CouponCode, &who, coupons.clock.now());
            Ok(id)
        }
        // A member who has the coupon already learns nothing from the answer: they know that the code is good.
        Err(ServiceError::Refused { key, values, facts }) if key == (ClaimRefusal::Limit { limit: 0 }).key() => {
            limits.allow_again(Counted::CouponCode, &who, coupons.clock.now());
            Err(ServiceError::Refused { key, values, facts })
        }
        Err(ServiceError::Refused { .. }) => Err(wrong()),
        Err(other) => {
            limits.allow_again(Counted::CouponCode, &who, coupons.clock.now());
            Err(other)
        }
    }
}

/// What a gift came to, in members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given {
    pub given: usize,
    /// The same command has given it to them before.
    pub before: usize,
    /// They have as many as a member may.
    pub full: usize,
    /// No tickets were left for them.
    pub left_over: usize,
}

/// Gives a coupon to members, once for a command however often it is sent.
pub async fn give(coupons: &Coupons, coupon: i64, filter: &MemberFilter, command: &str, admin: i64) -> Result<Given, ServiceError> {
    let own = coupons.store.own_members(admin).await?;
    if filter.ids.as_ref().is_some_and(|named| named.iter().any(|member| own.contains(member))) {
        return Err(ServiceError::field("user_ids", "balance.request.account"));
    }
    let mut members = coupons.store.matching_members(filter, GIVEN_MAX).await?;
    members.retain(|member| !own.contains(member));
    if members.is_empty() {
        return Err(ServiceError::field("user_ids", "shop.give.nobody"));
    }
    if members.len() > GIVEN_MAX {
        return Err(ServiceError::full("shop.give.many", GIVEN_MAX));
    }
    give_to(coupons, coupon, &members, command).await
}

async fn give_to(coupons: &Coupons, coupon: i64, members: &[i64], command: &str) -> Result<Given, ServiceError> {
    let mut sum = Given::default();
    let _turn = coupons.claims.lock(coupon).await;
    for group in members.chunks(GIVEN_TOGETHER) {
        let part = give_together(coupons, coupon, group, command).await?;
        sum.given += part.given;
        sum.before += part.before;
        sum.full += part.full;
        sum.left_over += part.left_over;
    }
    Ok(sum)
}

/// Gives to few members in one transaction.
async fn give_together(coupons: &Coupons, coupon: i64, members: &[i64], command: &str) -> Result<Given, ServiceError> {
    let store = &coupons.store;
    for _ in 0..TRIES {
        let row = store.coupon(coupon).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        let (offered, now) = (row.offered()?, coupons.clock.now());
        let reached: HashSet<i64> = store.gifts_given(coupon, command, members).await?;
        let had = store.coupons_had(coupon, members).await?;
        let mut came = Given { before: reached.len(), ..Given::default() };
        let mut claims = Vec::new();
        for member in members.iter().copied().filter(|member| !reached.contains(member)) {
            let turn = had.get(&member).copied().unwrap_or(0);
            let next = Offered { received: offered.received + i64::try_from(claims.len()).unwrap_or(i64::MAX), ..offered.clone() };
            match next.check(CouponGet::Given, turn, now) {
                Ok(()) => claims.push(Claim { member, turn: turn + 1 }),
                Err(ClaimRefusal::Limit { .. }) => came.full += 1,
                Err(ClaimRefusal::Gone) => came.left_over += 1,
                Err(other) => return Err(refused(other)),
            }
        }
        came.given = claims.len();
        if claims.is_empty() {
            return Ok(came);
        }
        match store.claim_coupons(&row, &claims, Some(command), now).await {
            Ok(_) => return Ok(came),
            Err(ClaimError::Moved) => pause().await,
            Err(ClaimError::Store(error)) => return Err(error.into()),
        }
    }
    Err(ServiceError::Busy)
}

#[async_trait]
impl Welcome for Coupons {
    async fn welcome(&self, member: i64) {
        let query = ListQuery { limit: WELCOME_MAX, ..ListQuery::default() };
        let new = match self.store.coupons_given_out(CouponGet::NewMembers, self.clock.now(), &query).await {
            Ok(page) => page.list,
            Err(error) => return tracing::warn!(%error, member, "what new members get is not known"),
        };
        for coupon in new {
            if let Err(error) = give_to(self, coupon.id, &[member], "welcome").await {
                tracing::warn!(%error, member, coupon = coupon.id, "a new member was given no coupon");
            }
        }
    }
}

/// Withdraws free ones of a coupon, of some members or of all. Answers how many.
pub async fn withdraw(coupons: &Coupons, coupon: i64, members: Option<&[i64]>) -> Result<usize, ServiceError> {
    coupons.store.coupon(coupon).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    Ok(coupons.store.withdraw_coupons(coupon, members, coupons.clock.now()).await?)
}
