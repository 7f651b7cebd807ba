//! Who may claim a coupon.

use bus_schemas::shop::coupon::{CouponGet, CouponKind};

use super::terms;
use crate::shop::claim::{ClaimRefusal, Offered, Validity};

fn offered() -> Offered {
    Offered {
        enabled: true,
        get: CouponGet::Take,
        terms: terms(CouponKind::Amount, 100, 0),
        get_start: 100,
        get_end: 200,
        valid: Validity::Days(2),
        total: 5,
        received: 4,
        limit: 1,
    }
}

#[test]
fn each_condition_refuses_by_its_name() {
    let take = |change: fn(&mut Offered), had, now| {
        let mut offered = offered();
        change(&mut offered);
        offered.check(CouponGet::Take, had, now)
    };
    assert_eq!(take(|_| (), 0, 100), Ok(()));
    assert_eq!(take(|_| (), 0, 99), Err(ClaimRefusal::Early { from: 100 }));
    assert_eq!(take(|_| (), 0, 200), Err(ClaimRefusal::Over));
    assert_eq!(take(|one| one.valid = Validity::Dates { start: 0, end: 150 }, 0, 150), Err(ClaimRefusal::Over));
    assert_eq!(take(|one| one.received = 5, 0, 150), Err(ClaimRefusal::Gone));
    assert_eq!(take(|one| (one.total, one.received) = (0, 99), 0, 150), Ok(()));
    assert_eq!(take(|_| (), 1, 150), Err(ClaimRefusal::Limit { limit: 1 }));
    assert_eq!(take(|one| one.limit = 0, 9, 150), Ok(()));
    assert_eq!(take(|one| one.enabled = false, 0, 150), Err(ClaimRefusal::NotOffered));
    assert_eq!(take(|one| one.get = CouponGet::Code, 0, 150), Err(ClaimRefusal::NotOffered));
}

#[test]
fn staff_gives_every_kind_at_any_time_within_the_tickets() {
    let offered = Offered { get: CouponGet::NewMembers, ..offered() };
    assert_eq!(offered.check(CouponGet::Given, 0, 9_000), Ok(()));
    assert_eq!(offered.check(CouponGet::Given, 1, 9_000), Err(ClaimRefusal::Limit { limit: 1 }));
    assert_eq!(Offered { received: 5, ..offered.clone() }.check(CouponGet::Given, 0, 9_000), Err(ClaimRefusal::Gone));
    assert_eq!(offered.window(1_000), (1_000, 1_000 + 2 * 86_400));
}
