//! Coupons: who claims, is given and loses them. One claim of a coupon after the other on a node, and the database
//! refuses a second ticket of a number, so that as many are given out as there are, on however many nodes.

use std::collections::HashSet;
use std::time::Duration;

use actors::shop::claim::{ClaimRefusal, Offered};
use actors::store::StoreError;
use bus_schemas::shop::coupon::CouponGet;
use entrepot_store::listing::ListQuery;
use entrepot_store::shop::coupons::{Claim, ClaimError, CouponRow, MemberFilter};
use rand::Rng;
use serde_json::json;

use super::claims::claim;
use crate::error::{ServiceError, too_often};
use crate::node::Node;
use crate::rate_limits::Counted;

/// How often a claim is tried that others were quicker than.
pub(super) const TRIES: u32 = 30;
/// Longest pause between two tries, in milliseconds.
const PAUSE_MS: u64 = 40;
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
/// The refusal of a claim, as an error.
pub(super) fn refused(refusal: ClaimRefusal) -> ServiceError {
    let key = refusal.key();
    let (values, facts) = match refusal {
        ClaimRefusal::Limit { limit } => (vec![("limit", limit.to_string())], json!({ "key": key, "limit": limit })),
        ClaimRefusal::Early { from } => (vec![], json!({ "key": key, "from": from })),
        _ => (vec![], json!({ "key": key })),
    };
    ServiceError::Refused { key, values, facts }
}

/// A coupon with what it offers.
pub(super) fn offered(coupon: &CouponRow) -> Result<Offered, ServiceError> {
    coupon.offered().ok_or_else(|| StoreError::Corrupt(format!("coupon {} makes no sense", coupon.id)).into())
}

pub(super) async fn pause() {
    let pause = rand::rng().random_range(1..=PAUSE_MS);
    tokio::time::sleep(Duration::from_millis(pause)).await;
}

/// A member takes a coupon.
pub async fn take(node: &Node, member: i64, coupon: i64) -> Result<i64, ServiceError> {
    claim(node, coupon, CouponGet::Take, member).await
}

/// A member enters a code. A code that is wrong and one that gives nothing any more answer alike, and both count.
pub async fn take_by_code(node: &Node, member: i64, code: &str) -> Result<i64, ServiceError> {
    let (limits, who) = (node.limits(), member.to_string());
    limits.allow(Counted::CouponCode, &who, WRONG_CODES, 3_600, node.now()).map_err(too_often)?;
    let wrong = || ServiceError::field("code", "shop.claim.code");
    let code = code.trim();
    if code.is_empty() || code.len() > CODE_MAX {
        return Err(wrong());
    }
    let coupon = node.store().coupon_by_code(code).await?.ok_or_else(wrong)?;
    match claim(node, coupon.id, CouponGet::Code, member).await {
        Ok(id) => {
            limits.allow_again(Counted::CouponCode, &who, node.now());
            Ok(id)
        }
        // Whoever has it already knows that the code is good.
        Err(ServiceError::Refused { key, values, facts }) if key == (ClaimRefusal::Limit { limit: 0 }).key() => {
            limits.allow_again(Counted::CouponCode, &who, node.now());
            Err(ServiceError::Refused { key, values, facts })
        }
        Err(ServiceError::Refused { .. }) => Err(wrong()),
        Err(other) => {
            limits.allow_again(Counted::CouponCode, &who, node.now());
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
pub async fn give(node: &Node, coupon: i64, filter: &MemberFilter, command: &str) -> Result<Given, ServiceError> {
    let members = node.store().members_meant(filter, GIVEN_MAX).await?;
    if members.is_empty() {
        return Err(ServiceError::field("user_ids", "shop.give.nobody"));
    }
    if members.len() > GIVEN_MAX {
        let values = vec![("most", GIVEN_MAX.to_string())];
        return Err(ServiceError::Refused { key: "shop.give.many", values, facts: json!({ "key": "shop.give.many", "most": GIVEN_MAX }) });
    }
    give_to(node, coupon, &members, command).await
}

async fn give_to(node: &Node, coupon: i64, members: &[i64], command: &str) -> Result<Given, ServiceError> {
    let mut sum = Given::default();
    let _turn = node.claims().turn(coupon).await;
    for group in members.chunks(GIVEN_TOGETHER) {
        let part = give_together(node, coupon, group, command).await?;
        sum.given += part.given;
        sum.before += part.before;
        sum.full += part.full;
        sum.left_over += part.left_over;
    }
    Ok(sum)
}

/// Gives to few members in one transaction.
async fn give_together(node: &Node, coupon: i64, members: &[i64], command: &str) -> Result<Given, ServiceError> {
    let store = node.store();
    for _ in 0..TRIES {
        let row = store.coupon(coupon).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        let (offered, now) = (offered(&row)?, node.now());
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

/// Gives a new member what new members get. What fails is logged: nobody is refused an account for a coupon.
pub async fn welcome(node: &Node, member: i64) {
    let query = ListQuery { limit: WELCOME_MAX, ..ListQuery::default() };
    let coupons = match node.store().coupons_given_out(CouponGet::NewMembers, node.now(), &query).await {
        Ok(page) => page.list,
        Err(error) => return tracing::warn!(%error, member, "what new members get is not known"),
    };
    for coupon in coupons {
        if let Err(error) = give_to(node, coupon.id, &[member], "welcome").await {
            tracing::warn!(%error, member, coupon = coupon.id, "a new member was given no coupon");
        }
    }
}

/// Withdraws free ones of a coupon, of some members or of all. Answers how many.
pub async fn withdraw(node: &Node, coupon: i64, members: Option<&[i64]>) -> Result<usize, ServiceError> {
    node.store().coupon(coupon).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    Ok(node.store().withdraw_coupons(coupon, members, node.now()).await?)
}
