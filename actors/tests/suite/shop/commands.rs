//! What an act is as a command, by the order as it is stored when it comes to somebody's mind.

use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShippedGoods, ShopAction};
use bus_schemas::shop::evaluation::{EvaluationTerms, LineEvaluation};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopOrder, ShopParcel};
use bus_schemas::shop::pieces::LinePieces;
use bus_schemas::shop::refund::{LineReason, RefundType, ShopRefund};
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};

use super::site::STAFF;
use super::steps::Act;

/// What a refund is in: audit, status, sent.
fn state(refund: &ShopRefund) -> (u8, u8, u8) {
    (refund.audit_status, refund.status, refund.user_ship_status)
}

/// What an act is to an order as it is stored now; none where it makes no sense.
pub fn action(order: &ShopOrder, act: &Act) -> (ShopBy, ShopAction) {
    let member = ShopBy::Member(order.user_id);
    let reason = "because".to_owned();
    let refund = |action: RefundAction| ShopAction::Refund(Box::new(action));
    let last = |states: &[(u8, u8, u8)]| {
        let fits = order.refunds.iter().rev().find(|refund| states.contains(&state(refund)));
        fits.or(order.refunds.last()).map_or(1, |refund| refund.no)
    };
    let of = |no: u32| order.refunds.iter().find(|refund| refund.no == no);
    match act {
        Act::Pay => (member, ShopAction::Pay { method: if order.pay_amount.is_zero() { PayMethod::Free } else { PayMethod::Balance } }),
        Act::Cancel => (member, ShopAction::Cancel { reason }),
        Act::ApplyCancel => (member, ShopAction::ApplyCancel { reason }),
        Act::TakeBackCancel => (member, ShopAction::TakeBackCancel),
        Act::DecideCancel { agree } => (STAFF, ShopAction::DecideCancel { agree: *agree, reason }),
        Act::Deliver { part } => {
            let waits = order.parcels.iter().find(|parcel| parcel.status == ShopParcel::WAITING).or(order.parcels.first());
            let first = waits.and_then(|parcel| parcel.lines.first());
            let lines = part.zip(first).map(|(quantity, first)| vec![LinePieces { line: first.line, quantity }]);
            let parcel = waits.map_or(1, |parcel| parcel.no);
            (STAFF, ShopAction::Deliver { parcel, company_id: 1, carrier: None, courier_number: "X1".into(), lines, force: String::new() })
        }
        Act::Extend => (member, ShopAction::Extend),
        Act::Receive => (member, ShopAction::Receive),
        Act::Evaluate => {
            let open = order.lines.iter().filter(|line| !line.evaluated && line.refunded_num < line.quantity);
            let lines = open.map(|line| LineEvaluation { line: line.line, star: 4, ..LineEvaluation::default() }).collect();
            (member, ShopAction::Evaluate { lines, terms: EvaluationTerms::default() })
        }
        Act::Close { back } => {
            let goods = if *back { ShippedGoods::Back } else { ShippedGoods::WriteOff };
            (STAFF, ShopAction::Close { reason, goods, return_address_id: 1 })
        }
        Act::Hide => (member, ShopAction::Hide),
        Act::Ask { goods_too, line, quantity } => {
            let kind = if *goods_too { RefundType::GoodsAndMoney } else { RefundType::Money };
            let lines = vec![RefundLine { line: *line, quantity: *quantity, amount: None }];
            (member, refund(RefundAction::Apply { kind, lines, reason, description: String::new(), images: vec![] }))
        }
        Act::Goodwill { line, cents } => {
            let lines = vec![RefundLine { line: *line, quantity: 0, amount: Some(Cents(*cents)) }];
            (STAFF, refund(RefundAction::Apply { kind: RefundType::Money, lines, reason, description: String::new(), images: vec![] }))
        }
        Act::Withdraw => (member, refund(RefundAction::Withdraw { refund: last(&[(1, 0, 0), (2, 1, 0)]) })),
        Act::Agree { percent } => {
            let no = last(&[(1, 0, 0)]);
            let lines = of(no).filter(|_| *percent != 100).map(|refund| {
                let part = |cents: Cents| Cents(cents.0 * percent / 100);
                refund
                    .lines
                    .iter()
                    .map(|share| RefundLine { line: share.line, quantity: i64::from(share.quantity), amount: Some(part(share.amount)) })
                    .collect()
            });
            (
                STAFF,
                refund(RefundAction::Agree {
                    refund: no,
                    lines,
                    freight: None,
                    reason,
                    return_address_id: 1,
                    coupon_back: *percent != 100 && order.user_coupon_id.is_some(),
                }),
            )
        }
        Act::RefuseRefund => (STAFF, refund(RefundAction::Refuse { refund: last(&[(1, 0, 0)]), reason })),
        Act::Waive => (STAFF, refund(RefundAction::Waive { refund: last(&[(2, 1, 2), (2, 1, 0)]), lines: None, reason: String::new() })),
        Act::SendBack => (
            member,
            refund(RefundAction::Ship { refund: last(&[(2, 1, 0)]), company: "Express".into(), courier_number: "B1".into(), images: vec![] }),
        ),
        Act::ReceiveBack { less } => {
            let no = last(&[(2, 1, 1)]);
            let lines: Option<Vec<LinePieces>> = of(no).filter(|_| *less > 0).map(|refund| {
                let came = |quantity: u32| (i64::from(quantity) - less).max(0);
                refund.lines.iter().map(|share| LinePieces { line: share.line, quantity: came(share.quantity) }).collect()
            });
            let reasons = order.lines.iter().map(|line| LineReason { line: line.line, reason: reason.clone() }).collect();
            (STAFF, refund(RefundAction::Receive { refund: no, lines, reasons }))
        }
        Act::RejectBack => (STAFF, refund(RefundAction::Reject { refund: last(&[(2, 1, 1)]), reason, images: vec![] })),
        Act::BeginPay | Act::PayThere { .. } | Act::Look | Act::HandleRefund { .. } | Act::Meddle => {
            (ShopBy::Member(99), if order.version % 2 == 0 { ShopAction::Pay { method: PayMethod::Balance } } else { ShopAction::Cancel { reason } })
        }
    }
}
