//! The dashboard.

use bus_schemas::number::{Amount, Quantity};
use bus_schemas::order::OrderKind;
use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveTime};
use entrepot_store::inventory::dashboard::Times;
use entrepot_store::order::transit::OVERDUE_AFTER;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};

use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::views::DecimalText;
use crate::identity::admin_request::{caller, scope};
use crate::identity::cost::CostMask;
use crate::inventory::dashboard_period::{Chosen, MoverView, MovesView, moves_view};

/// Months the chart shows.
const MONTHS: u32 = 12;
/// Days ahead in which batches that expire are shown.
const EXPIRES_IN: u64 = 30;

/// Endpoints of the dashboard.
pub struct Dashboard(pub Base);

/// Figures, and what came in and went out by month.
#[derive(Object)]
pub struct DashboardView {
    /// Always empty.
    pub remark: String,
    pub cards: DashboardCards,
    /// Orders that wait for review, of the kinds that the caller may see.
    pub reviews: Vec<ReviewCount>,
    /// The warehouses in reach, with what lies in them.
    pub values: Vec<WarehouseValueView>,
    /// How often goods moved in the period, beside the period before it.
    pub moves: MovesView,
    /// The products that went out most often since `movers_since`, most first.
    pub movers: Vec<MoverView>,
    /// YYYY-MM-DD
    pub movers_since: String,
    /// Days ahead that `expiring` looks.
    pub expires_in: u64,
    /// Days after which goods in transit are `overdue_transfers`.
    pub overdue_after: i64,
    /// What the quantities of `months` are counted in.
    pub units: Vec<UnitName>,
    /// The last twelve months, YYYY-MM, oldest first.
    pub month_names: Vec<String>,
    /// By month and unit; months without movements are left out.
    pub months: Vec<MonthTurnover>,
    /// Unix seconds of the caller's first login of the day; 0 before one.
    pub first_sign_in_today: i64,
    /// The node's clock, Unix seconds.
    pub now: i64,
}

/// Figures of the warehouses in reach.
#[derive(Object)]
pub struct DashboardCards {
    /// Orders that wait for review: the sum of `reviews`.
    pub to_review: i64,
    /// Submitted count sheets.
    pub counts_to_review: i64,
    /// Inbound orders that wait for stocking.
    pub to_stock_in: i64,
    /// Outbound orders that wait for shipping.
    pub to_ship: i64,
    /// Transfers whose goods left long ago and have not all arrived.
    pub overdue_transfers: i64,
    /// Products below their safety stock, or below their minimum in a warehouse.
    pub below_safety: i64,
    /// Places with goods that have expired or will soon.
    pub expiring: i64,
    /// At moving-average cost; null without the right to see cost.
    #[oai(nullable)]
    pub stock_value: Option<DecimalText>,
    pub products: i64,
    pub warehouses: i64,
    /// The caller's unread notifications.
    pub unread: i64,
}

/// How many orders of a kind wait for review.
#[derive(Object)]
pub struct ReviewCount {
    /// `inbound`, `outbound` ...
    pub kind: String,
    pub count: i64,
}

/// A warehouse with what lies in it.
#[derive(Object)]
pub struct WarehouseValueView {
    pub warehouses_id: i64,
    pub name: String,
    /// At moving-average cost; null without the right to see cost.
    #[oai(nullable)]
    pub value: Option<DecimalText>,
}

/// A unit that quantities are counted in.
#[derive(Object)]
pub struct UnitName {
    pub id: i64,
    pub name: String,
}

/// What came in and went out in a month, of products counted in one unit.
#[derive(Object)]
pub struct MonthTurnover {
    /// YYYY-MM
    pub month: String,
    pub unit_id: i64,
    pub in_quantity: DecimalText,
    /// Null without the right to see cost.
    #[oai(nullable)]
    pub in_amount: Option<DecimalText>,
    pub out_quantity: DecimalText,
    /// Null without the right to see cost.
    #[oai(nullable)]
    pub out_amount: Option<DecimalText>,
}

#[OpenApi]
impl Dashboard {
    /// Figures, and what came in and went out by month
    #[oai(path = "/admin/Dashboard/index", method = "get", operation_id = "dashboard")]
    async fn index(
        &self,
        request: &Request,
        /// Whose movements are counted: `7d`, `30d` or `12m`, with today or this month; `30d` where it is left out.
        period: Query<Option<String>>,
    ) -> Answer<DashboardView> {
        let chosen = Chosen::named(period.0.as_deref()).ok_or_else(|| ApiError::field("period", "error.choice"))?;
        let caller = caller(request)?;
        let costs = CostMask::of(&caller.rights);
        let today = NaiveDate::parse_from_str(&self.0.today(), "%Y-%m-%d").map_err(|error| ApiError::Internal(error.to_string()))?;
        let first = today.with_day(1).unwrap_or(today);
        let month_names: Vec<String> = (0..MONTHS).rev().map(|back| (first - Months::new(back)).format("%Y-%m").to_string()).collect();
        let since = (first - Months::new(MONTHS - 1)).format("%Y-%m").to_string();
        let expires_by = today.checked_add_days(Days::new(EXPIRES_IN)).unwrap_or(today).to_string();
        let now_ms = self.0.clock().now_ms();
        let zone = self.0.config().time_zone;
        let time = DateTime::from_timestamp_millis(now_ms).map_or(NaiveTime::MIN, |now| now.with_timezone(&zone).time());
        let period = chosen.period(today.and_time(time), zone);
        let times = Times { since: &since, expires_by: &expires_by, period: &period, now_ms };
        let figures = self.0.store().dashboard(times, &scope(request)?).await?;
        let inbox = self.0.system().notifications().store().inbox(caller.id()).await?;
        let seen = |kind: OrderKind| caller.rights.holds(&kind.node("index"));
        let reviews = figures.waiting.iter().filter(|waiting| seen(waiting.kind));
        let reviews: Vec<_> = reviews.map(|waiting| ReviewCount { kind: waiting.kind.as_str().to_owned(), count: waiting.pending }).collect();
        let reviewed = |kind: OrderKind| figures.waiting.iter().filter(|waiting| waiting.kind == kind).map(|waiting| waiting.reviewed).sum();
        let months = figures.turnover.into_iter().map(|flow| MonthTurnover {
            month: flow.month,
            unit_id: flow.unit.0,
            in_quantity: Quantity(flow.in_quantity).into(),
            in_amount: costs.show(Amount(flow.in_amount)),
            out_quantity: Quantity(flow.out_quantity).into(),
            out_amount: costs.show(Amount(flow.out_amount)),
        });
        let names = figures.values.iter().map(|row| (row.id, row.name.clone())).collect();
        let values =
            figures.values.into_iter().map(|row| WarehouseValueView { warehouses_id: row.id, name: row.name, value: costs.show(Amount(row.value)) });
        let (moves, movers) = moves_view(chosen, today, figures.moved, &names);
        Ok(ok(DashboardView {
            remark: String::new(),
            cards: DashboardCards {
                to_review: reviews.iter().map(|review| review.count).sum(),
                counts_to_review: figures.counts_to_review,
                to_stock_in: reviewed(OrderKind::INBOUND),
                to_ship: reviewed(OrderKind::OUTBOUND),
                overdue_transfers: figures.overdue_transfers,
                below_safety: figures.below_safety,
                expiring: figures.expiring,
                stock_value: costs.show(Amount(figures.stock_value)),
                products: figures.products,
                warehouses: figures.warehouses,
                unread: inbox.unread,
            },
            reviews,
            values: values.collect(),
            movers_since: moves.since.clone(),
            moves,
            movers,
            expires_in: EXPIRES_IN,
            overdue_after: OVERDUE_AFTER,
            units: figures.units.into_iter().map(|unit| UnitName { id: unit.id, name: unit.name }).collect(),
            month_names,
            months: months.collect(),
            first_sign_in_today: caller.admin.first_sign_in_at,
            now: self.0.now(),
        }))
    }
}
