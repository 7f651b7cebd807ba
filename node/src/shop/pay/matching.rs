//! Runs the daily comparison: what providers billed against payments and refunds, orders against their payments, and
//! balances against their entries.

use actors::shop::matching::{Difference, MatchKind, MatchRow, Ours, unknown_payments, with_bill, with_books};
use actors::shop::payment::{BillRow, PayState, Provider};
use bus_schemas::notification::{Fact, NotificationKind};
use bus_schemas::shop::Cents;
use bus_schemas::shop::payment::status;
use chrono::{Duration, NaiveDate, TimeZone};
use entrepot_store::shop::matches::MatchDay;

use super::service;
use crate::error::ServiceError;
use crate::node::Node;

/// Payments of a bill that the shop does not have, and that are asked about.
const ASKED_MAX: usize = 200;

/// The day before today, `YYYY-MM-DD`.
pub fn yesterday(node: &Node) -> Result<String, ServiceError> {
    let today = day_of(&node.today())?;
    Ok((today - Duration::days(1)).to_string())
}

fn day_of(text: &str) -> Result<NaiveDate, ServiceError> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| ServiceError::field("day", "error.date"))
}

/// When a day begins and ends in the site's zone, Unix seconds.
fn span(node: &Node, day: NaiveDate) -> (i64, i64) {
    let zone = node.config().time_zone;
    let begins =
        |day: NaiveDate| day.and_hms_opt(0, 0, 0).and_then(|time| zone.from_local_datetime(&time).earliest()).map_or(0, |time| time.timestamp());
    (begins(day), begins(day + Duration::days(1)))
}

async fn ours(node: &Node, (from, to): (i64, i64)) -> Result<Vec<Ours>, ServiceError> {
    let payments = node.store().payments_between(from, to).await?;
    let taken = payments.into_iter().filter(|payment| matches!(payment.status, status::PAID | status::EXCEPTION | status::SETTLED));
    let mut all: Vec<Ours> = taken
        .map(|payment| Ours { kind: MatchKind::Payment, number: payment.out_trade_no, subject: payment.order_no, amount: payment.received })
        .collect();
    let back = node.store().payments_back_between(from, to).await?;
    all.extend(back.into_iter().map(|payment| Ours {
        kind: MatchKind::Refund,
        number: payment.refund_no,
        subject: payment.order_no,
        amount: payment.refund_amount,
    }));
    all.extend(node.store().provider_refunds_between(from, to).await?);
    Ok(all)
}

/// Payments that the provider has and the shop has not heard of: they are asked about and booked.
async fn ask_for_unknown(node: &Node, provider: &dyn Provider, numbers: &[String]) -> Result<bool, ServiceError> {
    let mut booked = false;
    for number in numbers.iter().take(ASKED_MAX) {
        if node.store().payment(number).await?.is_some()
            && let Ok(PayState::Paid(received)) = provider.query(number).await
        {
            match service::record(node, provider, &received).await {
                Ok(()) => booked = true,
                Err(error) => tracing::warn!(%error, payment = number, "a payment of a bill is not booked"),
            }
        }
    }
    Ok(booked)
}

fn sum(rows: &[MatchRow], kind: MatchKind, side: impl Fn(&MatchRow) -> Option<Cents>) -> Cents {
    rows.iter().filter(|row| row.kind == kind).filter_map(side).sum()
}

/// Compares a day, `YYYY-MM-DD`. What it finds takes the place of what was found before.
pub async fn run(node: &Node, day: &str) -> Result<MatchDay, ServiceError> {
    let date = day_of(day)?;
    if date >= day_of(&node.today())? {
        return Err(ServiceError::field("day", "shop.match.over"));
    }
    let at = span(node, date);
    let mut own = ours(node, at).await?;
    let (mut bill, mut said): (Vec<BillRow>, String) = (Vec::new(), String::new());
    for provider in node.system().shop().providers().iter() {
        match provider.bill(day).await {
            Ok(rows) => {
                if ask_for_unknown(node, &**provider, &unknown_payments(&own, &rows)).await? {
                    own = ours(node, at).await?;
                }
                bill.extend(rows);
            }
            Err(error) => said = error.to_string(),
        }
    }
    let mut rows = with_bill(&own, &bill);
    if !said.is_empty() {
        // Without a bill nobody can say what it lacks.
        rows.retain(|row| row.difference != Some(Difference::MissingThere));
    }
    let (paid_ours, paid_theirs) = (sum(&rows, MatchKind::Payment, |row| row.ours), sum(&rows, MatchKind::Payment, |row| row.theirs));
    let (back_ours, back_theirs) = (sum(&rows, MatchKind::Refund, |row| row.ours), sum(&rows, MatchKind::Refund, |row| row.theirs));
    let books = node.store().shop_books_between(at.0, at.1).await?;
    rows.extend(with_books(&books.ours, &books.booked));
    rows.sort_by_key(|row| row.difference.is_none());
    let count = |rows: usize| i64::try_from(rows).unwrap_or(i64::MAX);
    let differences = count(rows.iter().filter(|row| row.difference.is_some()).count());
    let of = MatchDay {
        day: date.to_string(),
        done: said.is_empty(),
        said,
        rows: count(rows.len()),
        differences,
        paid_ours,
        paid_theirs,
        back_ours,
        back_theirs,
        run_at: node.now(),
    };
    let before = node.store().match_day(&of.day).await?;
    node.store().write_match(&of, &rows).await?;
    if differences > before.map_or(0, |before| before.differences) {
        tell(node, &of).await?;
    }
    Ok(of)
}

async fn tell(node: &Node, of: &MatchDay) -> Result<(), ServiceError> {
    let mut fact = Fact::default();
    fact.data.insert("order_no".into(), of.day.clone().into());
    fact.data.insert("out_trade_no".into(), of.differences.to_string().into());
    fact.data.insert("why".into(), "match".into());
    let announcements = node.store().tell(&[NotificationKind::PAY_EXCEPTION.draft(fact)]).await?;
    node.system().announce(announcements);
    Ok(())
}

/// The task: yesterday, unless it is done. Says what came of it.
pub async fn daily(node: &Node) -> Result<String, ServiceError> {
    let day = yesterday(node)?;
    if node.store().match_day(&day).await?.is_some_and(|known| known.done) {
        return Ok(String::new());
    }
    let of = run(node, &day).await?;
    if of.done {
        Ok(format!("{day}: {} rows, {} differences", of.rows, of.differences))
    } else {
        Err(ServiceError::Internal(format!("{day}: {}", of.said)))
    }
}
