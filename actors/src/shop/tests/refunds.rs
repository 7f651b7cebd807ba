//! Worked examples of refunds.

use bus_schemas::shop::Cents;
use bus_schemas::shop::shares::{LineShares, RefundShare};

use crate::shop::refundable::{RefundRefusal, SoldLine, check_order, decided, most_amount, score_given, total, worth};

fn sold() -> SoldLine {
    let shares = LineShares { pay_share: Cents(10_000), freight_share: Cents(100), score_used: 10, ..LineShares::default() };
    SoldLine { line: 1, quantity: 3, shares }
}

#[test]
fn single_pieces_end_at_the_cent() {
    let mut requests: Vec<RefundShare> = Vec::new();
    for expected in [(3_333, 33, 3), (3_333, 33, 3), (3_334, 34, 4)] {
        let request = worth(&sold(), &requests, 1, true).unwrap();
        assert_eq!((request.amount.0, request.freight.0, request.score), expected);
        requests.push(request);
    }
    assert_eq!(total(&requests), Cents(10_100));
    assert_eq!(worth(&sold(), &requests, 1, true), Err(RefundRefusal::Quantity { line: 1, free: 0 }));
}

#[test]
fn a_lowered_amount_lowers_no_worth_and_more_is_goodwill() {
    let first = worth(&sold(), &[], 1, false).unwrap();
    let lowered = decided(&sold(), &[], &first, Cents(1_000), Cents::ZERO).unwrap();
    assert_eq!((lowered.worth, lowered.amount), (Cents(3_333), Cents(1_000)));
    assert_eq!(worth(&sold(), &[lowered], 2, false).unwrap().worth, Cents(6_667));
    let raised = decided(&sold(), &[], &first, Cents(4_333), Cents(40)).unwrap();
    assert_eq!(worth(&sold(), &[raised], 2, false).unwrap().worth, Cents(5_667));
    let goodwill = decided(&sold(), &[raised], &RefundShare { line: 1, ..RefundShare::default() }, Cents(667), Cents::ZERO).unwrap();
    assert_eq!(
        worth(&sold(), &[raised, goodwill], 2, true).unwrap(),
        RefundShare { line: 1, quantity: 2, worth: Cents(5_000), amount: Cents(5_000), freight: Cents(60), score: 7 }
    );
}

#[test]
fn nobody_pays_back_more_than_was_paid() {
    let first = worth(&sold(), &[], 2, false).unwrap();
    let asked = worth(&sold(), &[first], 1, false).unwrap();
    assert_eq!(most_amount(&sold(), &[first]), Cents(3_334));
    assert_eq!(decided(&sold(), &[first], &asked, Cents(3_335), Cents::ZERO), Err(RefundRefusal::Amount { line: 1, most: Cents(3_334) }));
    assert_eq!(decided(&sold(), &[first], &asked, Cents(0), Cents(101)), Err(RefundRefusal::Freight { line: 1, most: Cents(100) }));
    assert_eq!(decided(&sold(), &[first], &first, Cents(0), Cents::ZERO), Err(RefundRefusal::Quantity { line: 1, free: 1 }));
    assert_eq!(check_order(Cents(100), Cents(40), Cents(30), Cents(31)), Err(RefundRefusal::Order { most: Cents(30) }));
    assert_eq!(check_order(Cents(100), Cents(40), Cents(30), Cents(30)), Ok(()));
}

#[test]
fn score_is_earned_on_what_is_kept() {
    assert_eq!(score_given(Cents(10_099), Cents(0), 1), 100);
    assert_eq!(score_given(Cents(10_099), Cents(100), 1), 99);
    assert_eq!(score_given(Cents(150), Cents(0), 3), 4);
    assert_eq!(score_given(Cents(150), Cents(200), 3), 0);
}
