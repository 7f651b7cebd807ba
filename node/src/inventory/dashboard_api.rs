//! The dashboard.

use bus_schemas::number::{Amount, Quantity};
use chrono::{Datelike, Months, NaiveDate};
use poem::Request;
use poem_openapi::{Object, OpenApi};

use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::guard::{caller, scope};
use crate::http::views::DecimalText;
use crate::identity::cost::CostMask;
use crate::node::Node;

/// Months the chart shows.
const MONTHS: u32 = 12;

/// Endpoints of the dashboard.
pub struct Dashboard(pub Node);

/// Figures, and what came in and went out by month.
#[derive(Object)]
pub struct DashboardView {
    /// Always empty.
    pub remark: String,
    pub cards: DashboardCards,
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
    /// Orders that wait for review.
    pub to_review: i64,
    /// Inbound orders that wait for stocking.
    pub to_stock_in: i64,
    /// Outbound orders that wait for shipping.
    pub to_ship: i64,
    /// Products below their safety stock.
    pub below_safety: i64,
    /// At moving-average cost; null without the right to see cost.
    #[oai(nullable)]
    pub stock_value: Option<DecimalText>,
    pub products: i64,
    pub warehouses: i64,
    /// The caller's unread notifications.
    pub unread: i64,
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
    async fn index(&self, request: &Request) -> Answer<DashboardView> {
        let caller = caller(request)?;
        let costs = CostMask::of(&caller.rights);
        let today = NaiveDate::parse_from_str(&self.0.today(), "%Y-%m-%d").map_err(|error| ApiError::Internal(error.to_string()))?;
        let first = today.with_day(1).unwrap_or(today);
        let month_names: Vec<String> = (0..MONTHS).rev().map(|back| (first - Months::new(back)).format("%Y-%m").to_string()).collect();
        let since = (first - Months::new(MONTHS - 1)).format("%Y-%m").to_string();
        let figures = self.0.store().dashboard(&since, &scope(request)?).await?;
        let head = self.0.system().notifications().store().head(caller.id()).await?;
        let months = figures.turnover.into_iter().map(|flow| MonthTurnover {
            month: flow.month,
            unit_id: flow.unit.0,
            in_quantity: Quantity(flow.in_quantity).into(),
            in_amount: costs.show(Amount(flow.in_amount)),
            out_quantity: Quantity(flow.out_quantity).into(),
            out_amount: costs.show(Amount(flow.out_amount)),
        });
        Ok(ok(DashboardView {
            remark: String::new(),
            cards: DashboardCards {
                to_review: figures.to_review,
                to_stock_in: figures.to_stock_in,
                to_ship: figures.to_ship,
                below_safety: figures.below_safety,
                stock_value: costs.show(Amount(figures.stock_value)),
                products: figures.products,
                warehouses: figures.warehouses,
                unread: head.unread,
            },
            units: figures.units.into_iter().map(|unit| UnitName { id: unit.id, name: unit.name }).collect(),
            month_names,
            months: months.collect(),
            first_sign_in_today: caller.admin.first_sign_in_at,
            now: self.0.now(),
        }))
    }
}
