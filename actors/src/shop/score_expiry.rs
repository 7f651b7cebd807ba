//! When a member's score expires. What is used goes first from what was earned first, so of a balance exactly what is
//! more than was earned since a time is older than that time. Nothing expires before its member was told of it.

use bus_schemas::shop::balance::EntryKind;

/// Seconds of a day.
const DAY: i64 = 86_400;
/// How long before it expires a member is told, in days.
pub const NOTICE_DAYS: i64 = 30;
/// How often a member is told at most, in days. What they were not told of in time expires later by so much.
const NOTICE_INTERVAL_DAYS: i64 = 7;
/// Notices that are remembered of a member: more than fit into the time from the first to its expiry.
const NOTICES_MAX: usize = 8;

/// Kinds of entries that a score is earned by. What an order that was given up has given back is as old as it was.
pub const EARNING: [EntryKind; 4] = [EntryKind::Purchase, EntryKind::Bonus, EntryKind::SignIn, EntryKind::Manual];

/// That a member was told: everything earned until a time expires soon. Unix seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpiryNotice {
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
    /// What of the rest expires soon, and until when it was earned, if the member is to be notified.
    pub notify: Option<(i64, i64)>,
}

/// Until when what expires soon was earned, in Unix seconds. `days` is how long a score lasts.
#[must_use]
pub const fn horizon(days: i64, now: i64) -> i64 {
    now - (days - NOTICE_DAYS) * DAY
}

/// Since when the entries are needed to decide, in Unix seconds.
#[must_use]
pub fn needed_since(notices: &[ExpiryNotice], days: i64, now: i64) -> i64 {
    let notified = notices.iter().map(|notice| notice.until).min();
    notified.unwrap_or(i64::MAX).min(horizon(days, now)).min(now - days * DAY)
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
pub fn decide(balance: i64, earned: &[Earned], notices: &[ExpiryNotice], days: i64, now: i64) -> ExpiryDecision {
    let notified = notices.iter().filter(|notice| notice.at <= now - NOTICE_DAYS * DAY).map(|notice| notice.until).max();
    let expire = notified.map_or(0, |until| older(balance, earned, until.min(now - days * DAY)));
    let left = balance - expire;
    let until = horizon(days, now);
    let soon = older(left, earned, until);
    let last = notices.iter().max_by_key(|notice| notice.at);
    let new = last.is_none_or(|last| now - last.at >= NOTICE_INTERVAL_DAYS * DAY && soon > older(left, earned, last.until));
    ExpiryDecision { expire, notify: (new && soon > 0).then_some((soon, until)) }
}

/// What of a score expires at a time, unless it is used before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expiring {
    /// Unix seconds.
    pub at: i64,
    pub score: i64,
}

/// What of a balance expires of which its member was notified, the first first. `earned` has all entries since the earliest
/// time until which a notice counts.
#[must_use]
pub fn upcoming(balance: i64, earned: &[Earned], notices: &[ExpiryNotice]) -> Vec<Expiring> {
    let mut notices = notices.to_vec();
    notices.sort_by_key(|notice| notice.at);
    let (mut expiring, mut before) = (Vec::new(), 0);
    for ExpiryNotice { at, until } in notices {
        let until_then = older(balance, earned, until).max(before);
        if until_then > before {
            expiring.push(Expiring { at: at + NOTICE_DAYS * DAY, score: until_then - before });
        }
        before = until_then;
    }
    expiring
}

/// The notices of a member with a new one, as far as they are remembered.
#[must_use]
pub fn remembered(mut notices: Vec<ExpiryNotice>, new: ExpiryNotice) -> Vec<ExpiryNotice> {
    notices.push(new);
    let older = notices.len().saturating_sub(NOTICES_MAX);
    notices.split_off(older)
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

    fn noticed(days: i64) -> ExpiryNotice {
        let at = NOW - days * DAY;
        ExpiryNotice { at, until: horizon(YEAR, at) }
    }

    #[test]
    fn what_is_oldest_expires_after_its_member_was_told() {
        let log = [earned(400, 100), earned(340, 30), earned(10, 5)];
        let first = decide(135, &log, &[], YEAR, NOW);
        assert_eq!(first, ExpiryDecision { expire: 0, notify: Some((130, horizon(YEAR, NOW))) }, "nobody has told them");
        assert_eq!(decide(135, &log, &[noticed(29)], YEAR, NOW).expire, 0, "not long ago");
        // 29 days ago the 30 were not among those that expire soon.
        let due = decide(135, &log, &[noticed(30)], YEAR, NOW);
        assert_eq!(due, ExpiryDecision { expire: 100, notify: Some((30, horizon(YEAR, NOW))) });
        // What was used was the oldest.
        assert_eq!(decide(55, &log, &[noticed(30)], YEAR, NOW).expire, 20);
        assert_eq!(decide(35, &log, &[noticed(30)], YEAR, NOW).expire, 0);
    }

    #[test]
    fn what_a_member_was_told_of_is_what_expires() {
        let log = [earned(350, 100), earned(340, 30), earned(10, 5)];
        let notices = [noticed(2), noticed(12)];
        let soon = upcoming(135, &log, &notices);
        assert_eq!(soon, [Expiring { at: NOW + 18 * DAY, score: 100 }, Expiring { at: NOW + 28 * DAY, score: 30 }]);
        for Expiring { at, score } in soon {
            let left = if at == NOW + 18 * DAY { 135 } else { 35 };
            assert_eq!(decide(left, &log, &notices, YEAR, at).expire, score);
        }
        assert_eq!(upcoming(55, &log, &notices), [Expiring { at: NOW + 18 * DAY, score: 20 }, Expiring { at: NOW + 28 * DAY, score: 30 }]);
        assert_eq!(upcoming(35, &log, &notices), [Expiring { at: NOW + 28 * DAY, score: 30 }], "what was used was the oldest");
        assert_eq!((upcoming(5, &log, &notices), upcoming(135, &log, &[])), (vec![], vec![]));
    }

    #[test]
    fn nobody_is_told_twice_of_the_same_nor_more_than_once_a_week() {
        let log = [earned(350, 100), earned(338, 30)];
        assert_eq!(decide(130, &log, &[noticed(1)], YEAR, NOW).notify, None, "of both");
        assert_eq!(decide(130, &log, &[noticed(10)], YEAR, NOW).notify, Some((130, horizon(YEAR, NOW))), "of the 30 they were not told");
        assert_eq!(decide(130, &log, &[noticed(10), noticed(5)], YEAR, NOW).notify, None);
        assert_eq!(decide(20, &[earned(350, 100), earned(300, 30)], &[], YEAR, NOW).notify, None, "the oldest are used");
    }

    #[test]
    fn what_is_given_back_is_as_old_as_it_was_and_what_is_taken_back_was_not_earned() {
        let day = |days: i64, kind, change| Earned { at: NOW - days * DAY, kind, change };
        let log = [day(400, EntryKind::Purchase, 100), day(10, EntryKind::Purchase, 50), day(5, EntryKind::Purchase, -50)];
        assert_eq!(decide(100, &log, &[noticed(40)], YEAR, NOW).expire, 100);
        // Staff took 20: of the oldest.
        let log = [day(400, EntryKind::Purchase, 100), day(10, EntryKind::Manual, 50), day(5, EntryKind::Manual, -20)];
        assert_eq!(decide(130, &log, &[noticed(40)], YEAR, NOW).expire, 80);
        assert!(!EARNING.contains(&EntryKind::Return) && !EARNING.contains(&EntryKind::Use));
    }

    #[test]
    fn every_point_is_told_of_and_expires_within_a_week_of_its_time() {
        // A point a day for two years, looked at daily; nothing is used.
        let (mut log, mut notices, mut balance) = (Vec::new(), Vec::new(), 0);
        for day in 0..730 {
            let now = day * DAY;
            log.push(Earned { at: now, kind: EntryKind::SignIn, change: 1 });
            balance += 1;
            let decision = decide(balance, &log, &notices, YEAR, now);
            balance -= decision.expire;
            if let Some((_, until)) = decision.notify {
                notices = remembered(notices, ExpiryNotice { at: now, until });
            }
            assert!((YEAR.min(day + 1)..=YEAR + NOTICE_INTERVAL_DAYS + 1).contains(&balance), "day {day}: {balance}");
        }
    }
}
