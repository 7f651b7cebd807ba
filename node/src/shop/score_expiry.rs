//! Lets the score of members expire, as the settings say, and tells them 30 days before. What expires is decided in
//! [`actors::shop::score_expiry`].

use actors::shop::score_expiry::{ExpiryNotice, decide, horizon, needed_since, remembered};
use chrono_tz::Tz;
use entrepot_store::member::score_expiry::ScoreHolder;

use super::Shop;
use crate::error::ServiceError;

/// What was done about one member.
#[derive(Clone, Copy, Default)]
struct Done {
    expired: bool,
    notified: bool,
}

/// Looks at all members. Answers of how many some score has expired, and how many were notified.
pub async fn run(shop: &Shop, zone: Tz) -> Result<(usize, usize), ServiceError> {
    match shop.settings.current().await.score_expire_days {
        0 => Ok((0, 0)),
        days => expire(shop, zone, days, shop.clock.now()).await,
    }
}

/// The same with a score that lasts for so many days, at a time in Unix seconds.
pub async fn expire(shop: &Shop, zone: Tz, days: i64, now: i64) -> Result<(usize, usize), ServiceError> {
    let (mut from, mut expired, mut notified) = (1, 0, 0);
    loop {
        let holders = shop.store.score_holders(from, horizon(days, now)).await?;
        let Some(last) = holders.last() else { return Ok((expired, notified)) };
        from = last.member + 1;
        // Of others everything was earned of late.
        for holder in holders.iter().filter(|holder| holder.score > holder.earned) {
            let done = one(shop, zone, holder, days, now).await?;
            expired += usize::from(done.expired);
            notified += usize::from(done.notified);
        }
    }
}

async fn one(shop: &Shop, zone: Tz, holder: &ScoreHolder, days: i64, now: i64) -> Result<Done, ServiceError> {
    let (store, member) = (&shop.store, holder.member);
    let _turn = shop.members.lock(member).await;
    let notices = store.expiry_notices(member).await?;
    let Some(earned) = store.score_earned(member, needed_since(&notices, days, now)).await? else {
        tracing::warn!(member, "a log is too long to let its score expire");
        return Ok(Done::default());
    };
    let decision = decide(holder.score, &earned, &notices, days, now);
    if decision.expire == 0 && decision.notify.is_none() {
        return Ok(Done::default());
    }
    let notices = match decision.notify {
        Some((_, until)) => remembered(notices, ExpiryNotice { at: now, until }),
        None => notices,
    };
    let day = chrono::DateTime::from_timestamp(now, 0).unwrap_or_default().with_timezone(&zone).format("%Y-%m-%d").to_string();
    // Who has used some of it at this moment is looked at tomorrow.
    let written = store.expire_score((member, holder.score), decision, &notices, &day, now).await?;
    if written && decision.expire > 0 {
        shop.members.sessions.forget_balance(member);
    }
    Ok(Done { expired: written && decision.expire > 0, notified: written && decision.notify.is_some() })
}
