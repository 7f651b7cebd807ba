//! Evaluations of an order's lines: pure.

use bus_schemas::notification::NotificationKind;
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::evaluation::{CONTENT_MAX, EvaluationRow, EvaluationTerms, IMAGES_MAX, LineEvaluation, STARS};
use bus_schemas::shop::order::{ShopBy, ShopOrder};

use super::decision::Decision;
use super::finish::complete;
use super::notices;
use super::state::{all_evaluated, may_be_evaluated};
use crate::invisible;

fn check(at: usize, said: &LineEvaluation) -> Result<(), ShopRefusal> {
    let field = |name: &str| format!("lines[{at}].{name}");
    if said.star == 0 || said.star > STARS {
        return Err(ShopRefusal::invalid(field("star"), "error.number.range"));
    }
    if said.content.chars().count() > CONTENT_MAX {
        return Err(ShopRefusal::invalid(field("content"), "error.text.long"));
    }
    if said.images.len() > IMAGES_MAX {
        return Err(ShopRefusal::invalid(field("images"), "error.list.long"));
    }
    Ok(())
}

/// The member says something of lines. When nothing is left to be said, the order is complete.
pub(super) fn evaluate(order: &ShopOrder, lines: &[LineEvaluation], terms: EvaluationTerms, now: i64) -> Result<Decision, ShopRefusal> {
    if lines.is_empty() {
        return Err(ShopRefusal::invalid("lines", "error.required"));
    }
    let mut next = order.clone();
    let mut rows = Vec::with_capacity(lines.len());
    for (at, said) in lines.iter().enumerate() {
        let said = &LineEvaluation { content: invisible::lines(&said.content), ..said.clone() };
        let unknown = || ShopRefusal::invalid(format!("lines[{at}].line"), "error.line.unknown");
        let line = next.lines.iter_mut().find(|line| line.line == said.line).ok_or_else(unknown)?;
        if !may_be_evaluated(line) {
            return Err(ShopRefusal::invalid(format!("lines[{at}].line"), "shop.evaluation.closed"));
        }
        check(at, said)?;
        line.evaluated = true;
        rows.push(EvaluationRow::of(line, said, terms));
    }
    let all = all_evaluated(&next);
    let asked = order.refunds.iter().any(bus_schemas::shop::refund::ShopRefund::open);
    let mut decision = if all && !asked { complete(&next, now) } else { Decision::of(next) };
    let low = lines.iter().any(|said| i64::from(said.star) <= terms.low_star);
    let kind = if low { NotificationKind::SHOP_LOW_RATING } else { NotificationKind::SHOP_EVALUATION };
    let worst = lines.iter().map(|said| said.star).min().unwrap_or(STARS);
    let mut notification = notices::draft(kind, order, ShopBy::Member(order.user_id), "");
    notification.data.insert("star".into(), worst.into());
    let of_worst = lines.iter().find(|said| said.star == worst).and_then(|said| order.line(said.line));
    notification.data.insert("goods".into(), of_worst.map_or_else(String::new, |line| line.name.clone()).into());
    decision.write.notifications.push(notification);
    decision.write.evaluations = rows;
    Ok(decision)
}
