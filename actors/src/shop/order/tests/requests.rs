//! What is offered is what would be done: requests for money back, and evaluations.

use super::*;

const DAY: i64 = 86_400;

/// Two lines of two pieces each, all of them there.
fn received() -> ShopOrder {
    let lines = vec![line(1, 2, 1_000, &[1]), line(2, 2, 600, &[1])];
    let new = order(lines, vec![parcel(1, 1, &[(1, 2), (2, 2)])]);
    let sent = done(&paid(&new), STAFF, deliver(1, None)).write.order;
    done(&sent, MEMBER, ShopAction::Receive).write.order
}

fn offered(order: &ShopOrder, by: ShopBy, now: i64) -> bool {
    table::allowed(order, by, now).contains(&"refund")
}

fn asks(order: &ShopOrder, by: ShopBy, line: u32, now: i64) -> Result<Decision, ShopRefusal> {
    decide(order, &asked(by, ask(RefundType::Money, &[(line, 1)])), now)
}

#[test]
fn members_ask_for_money_back_while_there_is_time() {
    let order = received();
    let last = NOW + order.terms.refund_days * DAY;
    assert_eq!(table::allowed(&order, MEMBER, last), ["evaluate", "refund"]);
    assert!(asks(&order, MEMBER, 1, last).is_ok());
    assert_eq!(table::allowed(&order, MEMBER, last + 1), ["evaluate"]);
    assert_eq!(asks(&order, MEMBER, 1, last + 1).unwrap_err(), ShopRefusal::rule("shop.refund.late"));
    assert!(offered(&order, STAFF, last + 1) && asks(&order, STAFF, 1, last + 1).is_ok(), "staff at any time");
}

#[test]
fn a_line_that_was_refused_twice_is_not_offered_again() {
    let mut order = received();
    for no in 1..=2 {
        assert!(offered(&order, MEMBER, NOW));
        order = asks(&order, MEMBER, 1, NOW).unwrap().write.order;
        order = done(&order, STAFF, refund(RefundAction::Refuse { refund: no, reason: "it is used".into() })).write.order;
    }
    assert_eq!(asks(&order, MEMBER, 1, NOW).unwrap_err(), ShopRefusal::rule("shop.refund.again"));
    assert!(offered(&order, MEMBER, NOW), "the other line was not refused");
    let order = done(&order, MEMBER, ask(RefundType::Money, &[(2, 2)])).write.order;
    assert!(!offered(&order, MEMBER, NOW), "nothing of it is left");
    assert!(offered(&order, STAFF, NOW) && asks(&order, STAFF, 1, NOW).is_ok());
}

#[test]
fn what_is_evaluated_is_not_offered_again() {
    let asked_for = asks(&received(), MEMBER, 1, NOW).unwrap().write.order;
    let said = |line: u32| LineEvaluation { line, star: 5, ..LineEvaluation::default() };
    let evaluate = |lines: &[u32]| ShopAction::Evaluate { lines: lines.iter().copied().map(said).collect(), terms: EvaluationTerms::default() };
    let half = done(&asked_for, MEMBER, evaluate(&[1])).write.order;
    assert_eq!(table::allowed(&half, MEMBER, NOW), ["evaluate", "refund"]);
    let all = done(&half, MEMBER, evaluate(&[2])).write.order;
    assert_eq!((all.status, table::allowed(&all, MEMBER, NOW)), (ShopStatus::ToEvaluate, vec!["refund"]), "a refund holds it up");
}

#[test]
fn what_nobody_sees_is_dropped_from_what_is_written() {
    let order = received();
    let asks = |reason: &str| {
        let lines = vec![RefundLine { line: 1, quantity: 1, amount: None }];
        let description = "a\u{1}\r\n\tb\u{200B}".to_owned();
        refund(RefundAction::Apply { kind: RefundType::GoodsAndMoney, lines, reason: reason.to_owned(), description, images: vec![] })
    };
    let unsaid = decide(&order, &asked(MEMBER, asks(" \u{0}\u{FEFF}")), NOW).unwrap_err();
    assert_eq!(unsaid, ShopRefusal::invalid("reason", "error.required"));
    let request = done(&order, MEMBER, asks("\u{0}=late\u{B}")).write.order;
    assert_eq!((request.refunds[0].reason.as_str(), request.refunds[0].description.as_str()), ("=late", "a\n\tb"));
    let agreed = done(&request, STAFF, agree(1)).write.order;
    let ship = RefundAction::Ship { refund: 1, company: "SF\n".into(), courier_number: "1\u{0}2\n3".into(), images: vec![] };
    let sent = done(&agreed, MEMBER, refund(ship)).write.order;
    assert_eq!((sent.refunds[0].company.as_str(), sent.refunds[0].courier_number.as_str()), ("SF", "12 3"), "of one line");
    let said = LineEvaluation { line: 2, star: 5, content: "\u{0}good\nand cheap\u{B}".into(), ..LineEvaluation::default() };
    let evaluated = done(&order, MEMBER, ShopAction::Evaluate { lines: vec![said], terms: EvaluationTerms::default() });
    assert_eq!(evaluated.write.evaluations[0].said.content, "good\nand cheap");
}
