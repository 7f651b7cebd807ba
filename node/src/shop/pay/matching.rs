//! Runs the daily comparison: what providers billed against payments and refunds, orders against their payments, and
//! balances against their entries.

use actors::shop::matching::{Difference, MatchKind, MatchRow, ShopEntry, unknown_payments, with_bill, with_books};
use actors::shop::payment::{BillRow, PayState, Provider};
use bus_schemas::notification::{Fact, NotificationKind};
use bus_schemas::shop::Cents;
use bus_schemas::shop::payment::status;
use chrono::{Duration, NaiveDate, TimeZone};
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::shop::matches::MatchDay;
use serde_json::json;

use super::service;
use crate::error::ServiceError;
use crate::shop::pay::Payments;

/// Payments of a bill that the shop does not have, and that are asked about.
const ASKED_MAX: usize = 200;

/// The day before today, `YYYY-MM-DD`.
pub fn yesterday(payments: &Payments) -> Result<String, ServiceError> {
    let today = day_of(&payments.shop.clock.today())?;
    Ok((today - Duration::days(1)).to_string())
}

fn day_of(text: &str) -> Result<NaiveDate, ServiceError> {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| ServiceError::field("day", "error.date"))
}

/// When a day begins and ends in the site's zone, Unix seconds.
fn span(zone: Tz, day: NaiveDate) -> (i64, i64) {
    let begins =
        |day: NaiveDate| day.and_hms_opt(0, 0, 0).and_then(|time| zone.from_local_datetime(&time).earliest()).map_or(0, |time| time.timestamp());
    (begins(day), begins(day + Duration::days(1)))
}

async fn ours(store: &Store, (from, to): (i64, i64)) -> Result<Vec<ShopEntry>, ServiceError> {
    let payments = store.payments_between(from, to).await?;
    let taken = payments.into_iter().filter(|payment| matches!(payment.status, status::PAID | status::EXCEPTION | status::SETTLED));
    let mut all: Vec<ShopEntry> = taken
        .map(|payment| ShopEntry { kind: MatchKind::Payment, number: payment.out_trade_no, subject: payment.order_no, amount: payment.received })
        .collect();
    let back = store.payments_back_between(from, to).await?;
    all.extend(back.into_iter().map(|(subject, number, amount)| ShopEntry { kind: MatchKind::Refund, number, subject, amount }));
    all.extend(store.provider_refunds_between(from, to).await?);
    Ok(all)
}

/// Payments that the provider has and the shop does not know: the provider is asked about them, and they are booked.
async fn ask_for_unknown(payments: &Payments, provider: &dyn Provider, numbers: &[String]) -> Result<bool, ServiceError> {
    let mut booked = false;
    for number in numbers.iter().take(ASKED_MAX) {
        if payments.shop.store.payment(number).await?.is_some()
            && let Ok(PayState::Paid(received)) = provider.query(number).await
        {
            match service::record(payments, provider, &received).await {
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

/// Compares a day, `YYYY-MM-DD`. What it finds takes the place of what was found before; where a bill is missing, a whole
/// comparison of that day stays.
pub async fn run(payments: &Payments, day: &str) -> Result<MatchDay, ServiceError> {
    let date = day_of(day)?;
    if date >= day_of(&payments.shop.clock.today())? {
        return Err(ServiceError::field("day", "shop.match.over"));
    }
    let at = span(payments.time_zone, date);
    let mut own = ours(&payments.shop.store, at).await?;
    let (mut bill, mut said): (Vec<BillRow>, String) = (Vec::new(), String::new());
    for provider in payments.shop.system.shop().providers().iter() {
        match provider.bill(day).await {
            Ok(rows) => {
                if ask_for_unknown(payments, &**provider, &unknown_payments(&own, &rows)).await? {
                    own = ours(&payments.shop.store, at).await?;
                }
                bill.extend(rows);
            }
            Err(error) => said = error.to_string(),
        }
    }
    let before = payments.shop.store.match_day(&date.to_string()).await?;
    if !said.is_empty() && before.as_ref().is_some_and(|before| before.done) {
        let key = "shop.match.no_bill";
        return Err(ServiceError::Refused { key, values: vec![("why", said)], facts: json!({ "key": key }) });
    }
    let mut rows = with_bill(&own, &bill);
    if !said.is_empty() {
        // Without a bill nobody can say what it lacks.
        rows.retain(|row| row.difference != Some(Difference::MissingThere));
    }
    let (paid_ours, paid_theirs) = (sum(&rows, MatchKind::Payment, |row| row.ours), sum(&rows, MatchKind::Payment, |row| row.theirs));
    let (back_ours, back_theirs) = (sum(&rows, MatchKind::Refund, |row| row.ours), sum(&rows, MatchKind::Refund, |row| row.theirs));
    let books = payments.shop.store.shop_books_between(at.0, at.1).await?;
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
        run_at: payments.shop.clock.now(),
    };
    payments.shop.store.write_match(&of, &rows).await?;
    payments.exceptions_changed();
    if differences > before.map_or(0, |before| before.differences) {
        notify(payments, &of).await?;
    }
    Ok(of)
}

async fn notify(payments: &Payments, of: &MatchDay) -> Result<(), ServiceError> {
    let mut fact = Fact::default();
    fact.data.insert("order_no".into(), of.day.clone().into());
    fact.data.insert("out_trade_no".into(), of.differences.to_string().into());
    fact.data.insert("why".into(), "match".into());
    let announcements = payments.shop.store.notify_with_names(&[NotificationKind::PAY_EXCEPTION.draft(fact)]).await?;
    payments.shop.system.announce(announcements);
    Ok(())
}

/// The task: yesterday, unless it is done. Says what came of it.
pub async fn daily(payments: &Payments) -> Result<String, ServiceError> {
    let day = yesterday(payments)?;
    if payments.shop.store.match_day(&day).await?.is_some_and(|known| known.done) {
        return Ok(String::new());
    }
    let of = run(payments, &day).await?;
    if of.done {
        Ok(format!("{day}: {} rows, {} differences", of.rows, of.differences))
    } else {
        Err(ServiceError::Internal(format!("{day}: {}", of.said)))
    }
}
