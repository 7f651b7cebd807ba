//! When a member's score expires. What is used goes first from what was earned first, so of a balance exactly what is
//! more than was earned since a time is older than that time. Nothing expires before its member was told of it.

use bus_schemas::shop::balance::EntryKind;

/// Seconds of a day.
const DAY: i64 = 86_400;
/// How long before it expires a member is told, in days.
pub const NOTICE_DAYS: i64 = 30;
/// How often a member is told at most, in days. What they were not told of in time expires later by so much.
const TELLING_DAYS: i64 = 7;
/// Tellings that are remembered of a member: more than fit into the time from the first to its expiry.
const TELLINGS_MAX: usize = 8;

/// Kinds of entries that a score is earned by. What an order that was given up has given back is as old as it was.
pub const EARNING: [EntryKind; 4] = [EntryKind::Purchase, EntryKind::Bonus, EntryKind::SignIn, EntryKind::Manual];

/// That a member was told: everything earned until a time expires soon. Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Telling {
    pub at: i64,
    pub until: i64,
}

/// An entry of a kind of [`EARNING`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earned {
    /// Unix seconds.
    pub at: i64,
    pub kind: EntryKind,
    pub change: i64,
}

/// What is done about a member's score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpiryDecision {
    /// What expires now; 0 for nothing.
    pub expire: i64,
    /// What of the rest expires soon, and until when it was earned, if the member is to be told.
    pub tell: Option<(i64, i64)>,
}

/// Until when what expires soon was earned, in Unix seconds. `days` is how long a score lasts.
#[must_use]
pub const fn horizon(days: i64, now: i64) -> i64 {
    now - (days - NOTICE_DAYS) * DAY
}

/// Since when the entries are needed to decide, in Unix seconds.
#[must_use]
pub fn needed_since(tellings: &[Telling], days: i64, now: i64) -> i64 {
    let told = tellings.iter().map(|telling| telling.until).min();
    told.unwrap_or(i64::MAX).min(horizon(days, now)).min(now - days * DAY)
}

/// What of a balance was earned until a time.
fn older(balance: i64, earned: &[Earned], until: i64) -> i64 {
    let later = earned.iter().filter(|entry| entry.at > until);
    // What was earned by an order or a recharge may be taken back. Other entries below zero use up what is oldest.
    let takes_back = |entry: &Earned| matches!(entry.kind, EntryKind::Purchase | EntryKind::Bonus);
    let kept: i64 = later.filter(|entry| entry.change > 0 || takes_back(entry)).map(|entry| entry.change).sum();
    (balance - kept.max(0)).max(0)
}

/// Decides on a member's score. `earned` has all entries after [`needed_since`].
#[must_use]
pub fn decide(balance: i64, earned: &[Earned], tellings: &[Telling], days: i64, now: i64) -> ExpiryDecision {
    let told = tellings.iter().filter(|telling| telling.at <= now - NOTICE_DAYS * DAY).map(|telling| telling.until).max();
    let expire = told.map_or(0, |until| older(balance, earned, until.min(now - days * DAY)));
    let left = balance - expire;
    let until = horizon(days, now);
    let soon = older(left, earned, until);
    let last = tellings.iter().max_by_key(|telling| telling.at);
    let new = last.is_none_or(|last| now - last.at >= TELLING_DAYS * DAY && soon > older(left, earned, last.until));
    ExpiryDecision { expire, tell: (new && soon > 0).then_some((soon, until)) }
}

/// What of a score expires at a time, unless it is used before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiring {
    /// Unix seconds.
    pub at: i64,
    pub score: i64,
}

/// What of a balance expires of which its member was told, the first first. `earned` has all entries since the earliest
/// time until which a telling counts.
#[must_use]
pub fn upcoming(balance: i64, earned: &[Earned], tellings: &[Telling]) -> Vec<Expiring> {
    let mut tellings = tellings.to_vec();
    tellings.sort_by_key(|telling| telling.at);
    let (mut expiring, mut before) = (Vec::new(), 0);
    for Telling { at, until } in tellings {
        let until_then = older(balance, earned, until).max(before);
        if until_then > before {
            expiring.push(Expiring { at: at + NOTICE_DAYS * DAY, score: until_then - before });
        }
        before = until_then;
    }
    expiring
}

/// The tellings of a member with a new one, as far as they are remembered.
#[must_use]
pub fn remembered(mut tellings: Vec<Telling>, new: Telling) -> Vec<Telling> {
    tellings.push(new);
    let older = tellings.len().saturating_sub(TELLINGS_MAX);
    tellings.split_off(older)
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: i64 = 365;
    const NOW: i64 = 2_000 * DAY;

    /// Of an order, so many days ago.
    fn earned(days: i64, change: i64) -> Earned {
        Earned { at: NOW - days * DAY, kind: EntryKind::Purchase, change }
    }

    fn told(days: i64) -> Telling {
        let at = NOW - days * DAY;
        Telling { at, until: horizon(YEAR, at) }
    }

    #[test]
    fn what_is_oldest_expires_after_its_member_was_told() {
        let log = [earned(400, 100), earned(340, 30), earned(10, 5)];
        let first = decide(135, &log, &[], YEAR, NOW);
        assert_eq!(first, ExpiryDecision { expire: 0, tell: Some((130, horizon(YEAR, NOW))) }, "nobody has told them");
        assert_eq!(decide(135, &log, &[told(29)], YEAR, NOW).expire, 0, "not long ago");
        // 29 days ago the 30 were not among those that expire soon.
        let due = decide(135, &log, &[told(30)], YEAR, NOW);
        assert_eq!(due, ExpiryDecision { expire: 100, tell: Some((30, horizon(YEAR, NOW))) });
        // What was used was the oldest.
        assert_eq!(decide(55, &log, &[told(30)], YEAR, NOW).expire, 20);
        assert_eq!(decide(35, &log, &[told(30)], YEAR, NOW).expire, 0);
    }

    #[test]
    fn what_a_member_was_told_of_is_what_expires() {
        let log = [earned(350, 100), earned(340, 30), earned(10, 5)];
        let tellings = [told(2), told(12)];
        let soon = upcoming(135, &log, &tellings);
        assert_eq!(soon, [Expiring { at: NOW + 18 * DAY, score: 100 }, Expiring { at: NOW + 28 * DAY, score: 30 }]);
        for Expiring { at, score } in soon {
            let left = if at == NOW + 18 * DAY { 135 } else { 35 };
            assert_eq!(decide(left, &log, &tellings, YEAR, at).expire, score);
        }
        assert_eq!(upcoming(55, &log, &tellings), [Expiring { at: NOW + 18 * DAY, score: 20 }, Expiring { at: NOW + 28 * DAY, score: 30 }]);
        assert_eq!(upcoming(35, &log, &tellings), [Expiring { at: NOW + 28 * DAY, score: 30 }], "what was used was the oldest");
        assert_eq!((upcoming(5, &log, &tellings), upcoming(135, &log, &[])), (vec![], vec![]));
    }

    #[test]
    fn nobody_is_told_twice_of_the_same_nor_more_than_once_a_week() {
        let log = [earned(350, 100), earned(338, 30)];
        assert_eq!(decide(130, &log, &[told(1)], YEAR, NOW).tell, None, "of both");
        assert_eq!(decide(130, &log, &[told(10)], YEAR, NOW).tell, Some((130, horizon(YEAR, NOW))), "of the 30 they were not told");
        assert_eq!(decide(130, &log, &[told(10), told(5)], YEAR, NOW).tell, None);
        assert_eq!(decide(20, &[earned(350, 100), earned(300, 30)], &[], YEAR, NOW).tell, None, "the oldest are used");
    }

    #[test]
    fn what_is_given_back_is_as_old_as_it_was_and_what_is_taken_back_was_not_earned() {
        let day = |days: i64, kind, change| Earned { at: NOW - days * DAY, kind, change };
        let log = [day(400, EntryKind::Purchase, 100), day(10, EntryKind::Purchase, 50), day(5, EntryKind::Purchase, -50)];
        assert_eq!(decide(100, &log, &[told(40)], YEAR, NOW).expire, 100);
        // Staff took 20: of the oldest.
        let log = [day(400, EntryKind::Purchase, 100), day(10, EntryKind::Manual, 50), day(5, EntryKind::Manual, -20)];
        assert_eq!(decide(130, &log, &[told(40)], YEAR, NOW).expire, 80);
        assert!(!EARNING.contains(&EntryKind::Return) && !EARNING.contains(&EntryKind::Use));
    }

    #[test]
    fn every_point_is_told_of_and_expires_within_a_week_of_its_time() {
        // A point a day for two years, looked at daily; nothing is used.
        let (mut log, mut tellings, mut balance) = (Vec::new(), Vec::new(), 0);
        for day in 0..730 {
            let now = day * DAY;
            log.push(Earned { at: now, kind: EntryKind::SignIn, change: 1 });
            balance += 1;
            let decision = decide(balance, &log, &tellings, YEAR, now);
            balance -= decision.expire;
            if let Some((_, until)) = decision.tell {
                tellings = remembered(tellings, Telling { at: now, until });
            }
            assert!((YEAR.min(day + 1)..=YEAR + TELLING_DAYS + 1).contains(&balance), "day {day}: {balance}");
        }
    }
}
