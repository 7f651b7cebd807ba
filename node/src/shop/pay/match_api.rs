//! The page of the daily comparison: days, rows of a day, an export, and a run by hand.

use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::shop::matches::{MatchDay, MatchedRow};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::matching;
use crate::base::Base;
use crate::data_exchange::api::export_request_with;
use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::exchange::Exchange;
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{self, BLOCK, ExportBegun, ListExport, Reader};
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::identity::admin_request::scope;
use crate::shop::pay::Payments;

/// Rows of a page at most.
const PAGE_MAX: i64 = 200;

/// Endpoints of the comparison.
pub struct Matches {
    pub base: Base,
    pub exchange: Exchange,
    pub payments: Payments,
}

/// What came of a day. Amounts are texts with two decimals.
#[derive(Object)]
pub struct MatchDayView {
    /// `YYYY-MM-DD`
    pub day: String,
    /// The comparison is whole; else a provider did not give its bill.
    pub done: bool,
    pub said: String,
    pub rows: i64,
    pub differences: i64,
    pub paid_ours: String,
    pub paid_theirs: String,
    pub back_ours: String,
    pub back_theirs: String,
    pub run_at: i64,
}

impl From<MatchDay> for MatchDayView {
    fn from(of: MatchDay) -> Self {
        Self {
            day: of.day,
            done: of.done,
            said: of.said,
            rows: of.rows,
            differences: of.differences,
            paid_ours: of.paid_ours.to_string(),
            paid_theirs: of.paid_theirs.to_string(),
            back_ours: of.back_ours.to_string(),
            back_theirs: of.back_theirs.to_string(),
            run_at: of.run_at,
        }
    }
}

/// A row of a day.
#[derive(Object)]
pub struct MatchRowView {
    pub no: i64,
    /// `payment`, `refund`, `order` or `balance`.
    pub kind: String,
    pub number: String,
    /// The order or the recharge that it is of.
    pub subject: String,
    #[oai(nullable)]
    pub ours: Option<String>,
    #[oai(nullable)]
    pub theirs: Option<String>,
    /// `missing_here`, `missing_there`, `amount` or `twice`; empty where both sides agree.
    pub difference: String,
    /// Nobody has looked at the difference.
    pub open: bool,
    pub note: String,
}

impl From<MatchedRow> for MatchRowView {
    fn from(row: MatchedRow) -> Self {
        Self {
            no: row.no,
            kind: row.kind,
            number: row.number,
            subject: row.subject,
            ours: row.ours.map(|amount| amount.to_string()),
            theirs: row.theirs.map(|amount| amount.to_string()),
            difference: row.difference,
            open: row.open,
            note: row.note,
        }
    }
}

/// The days, and the rows of one of them.
#[derive(Object)]
pub struct MatchPage {
    /// The latest first.
    pub days: Vec<MatchDayView>,
    /// The day whose rows these are; empty where none was compared yet.
    pub day: String,
    pub list: Vec<MatchRowView>,
    pub total: i64,
}

/// The day to be compared.
#[derive(Object, Deserialize)]
pub struct MatchBody {
    /// `YYYY-MM-DD`; yesterday without.
    pub day: Option<String>,
}

/// The rows of a day, as a file.
struct Export {
    day: String,
    from: i64,
}

#[async_trait]
impl ListExport for Export {
    fn controller(&self) -> &'static str {
        "shop.Match"
    }

    fn page(&self) -> &'static str {
        "shop/match"
    }

    fn columns(&self) -> Vec<&'static str> {
        vec!["day", "match_kind", "match_number", "match_subject", "match_ours", "match_theirs", "match_difference", "match_note"]
    }

    fn figures(&self) -> Vec<&'static str> {
        vec!["match_ours", "match_theirs"]
    }

    async fn count(&self, store: &Store, _: &Reader) -> Result<i64, ExchangeError> {
        Ok(store.match_rows(&self.day, false, 0, 1).await?.total)
    }

    async fn next(&mut self, store: &Store, _: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError> {
        let page = store.match_rows(&self.day, false, self.from, BLOCK).await?;
        self.from += BLOCK;
        if page.list.is_empty() {
            return Ok(None);
        }
        let word =
            |kind: &str, name: &str| if name.is_empty() { String::new() } else { crate::i18n::text(&format!("shop.match.{kind}.{name}"), &[]) };
        let amount = |cents: Option<bus_schemas::shop::Cents>| cents.map_or_else(String::new, |cents| cents.to_string());
        let cells = |row: MatchedRow| {
            let (kind, difference) = (word("kind", &row.kind), word("difference", &row.difference));
            vec![row.day, kind, row.number, row.subject, amount(row.ours), amount(row.theirs), difference, row.note]
        };
        Ok(Some(page.list.into_iter().map(cells).collect()))
    }
}

/// Money of the whole site is for those who see all of it.
fn whole(request: &Request) -> Result<(), ApiError> {
    if scope(request)?.only_warehouses().is_some() { Err(ApiError::NoPermission) } else { Ok(()) }
}

#[OpenApi]
impl Matches {
    /// Days that were compared with providers and balances, and the rows of one of them
    #[oai(path = "/admin/shop.Match/index", method = "get", operation_id = "shopMatchIndex")]
    async fn index(
        &self,
        request: &Request,
        /// The latest without
        day: Query<Option<String>>,
        /// Only rows with differences
        differences: Query<Option<bool>>,
        page: Query<Option<i64>>,
        limit: Query<Option<i64>>,
    ) -> Answer<MatchPage> {
        whole(request)?;
        let days = self.base.store().match_days().await?;
        let day = day.0.filter(|day| !day.is_empty()).or_else(|| days.first().map(|of| of.day.clone())).unwrap_or_default();
        let limit = limit.0.unwrap_or(50).clamp(1, PAGE_MAX);
        let start = (page.0.unwrap_or(1).clamp(1, 1_000_000) - 1) * limit;
        let found = self.base.store().match_rows(&day, differences.0.unwrap_or(false), start, limit).await?;
        Ok(ok(MatchPage {
            days: days.into_iter().map(MatchDayView::from).collect(),
            day,
            list: found.list.into_iter().map(MatchRowView::from).collect(),
            total: found.total,
        }))
    }

    /// Compare a day that is over
    #[oai(path = "/admin/shop.Match/run", method = "post", operation_id = "shopMatchRun")]
    async fn run(&self, request: &Request, body: Body<MatchBody>) -> Answer<MatchDayView> {
        whole(request)?;
        let day = match body.0.day.filter(|day| !day.is_empty()) {
            Some(day) => day,
            None => matching::yesterday(&self.payments)?,
        };
        Ok(done("saved", matching::run(&self.payments, &day).await?.into()))
    }

    /// Begin an export of a day's rows
    #[oai(path = "/admin/shop.Match/export", method = "post", operation_id = "shopMatchExport")]
    async fn export(&self, request: &Request, body: Body<MatchExportBody>) -> Answer<ExportBegun> {
        whole(request)?;
        let sent = body.0.to_json().unwrap_or_default();
        let of = Export { day: body.0.day, from: 0 };
        Ok(ok(
            list_export::begin(&self.exchange, export_request_with(request, sent)?, of, FileOptions { format: body.0.format, columns: None }).await?
        ))
    }
}

/// What is exported.
#[derive(Object, Deserialize)]
pub struct MatchExportBody {
    /// `YYYY-MM-DD`
    pub day: String,
    /// `csv` (default) or `xlsx`.
    pub format: Option<String>,
}
