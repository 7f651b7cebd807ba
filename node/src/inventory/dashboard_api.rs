//! The dashboard.

use chrono::{Datelike, Months, NaiveDate};
use poem::Request;
use poem_openapi::OpenApi;
use serde_json::json;

use crate::http::envelope::{Answer, ok};
use crate::http::guard::{caller, scope};
use crate::node::Node;
use bus_schemas::number::{Amount, Quantity};

/// Months the chart shows.
const MONTHS: u32 = 12;

/// Endpoints of the dashboard.
pub struct Dashboard(pub Node);

#[OpenApi]
impl Dashboard {
    /// Figures, and what came in and went out by month
    #[oai(path = "/admin/Dashboard/index", method = "get", operation_id = "dashboard")]
    async fn index(&self, request: &Request) -> Answer {
        let caller = caller(request)?;
        let today = NaiveDate::parse_from_str(&self.0.today(), "%Y-%m-%d").unwrap_or_default();
        let first = today.with_day(1).unwrap_or(today);
        let months: Vec<String> = (0..MONTHS).rev().map(|back| (first - Months::new(back)).format("%Y-%m").to_string()).collect();
        let since = months.first().cloned().unwrap_or_default();
        let figures = self.0.store().dashboard(&since, &scope(request)?).await?;
        let head = self.0.system().notifications().store().head(caller.id()).await?;
        let flows: Vec<_> = figures
            .flows
            .iter()
            .map(|flow| {
                json!({
                    "month": flow.month, "unit_id": flow.unit.0,
                    "in_quantity": Quantity(flow.in_quantity).to_string(), "in_amount": Amount(flow.in_amount).to_string(),
                    "out_quantity": Quantity(flow.out_quantity).to_string(), "out_amount": Amount(flow.out_amount).to_string(),
                })
            })
            .collect();
        Ok(ok(json!({
            "remark": "",
            "cards": {
                "to_review": figures.to_review, "to_stock_in": figures.to_stock_in, "to_ship": figures.to_ship,
                "below_safety": figures.below_safety, "stock_value": Amount(figures.stock_value).to_string(),
                "products": figures.products, "warehouses": figures.warehouses, "unread": head.unread,
            },
            "units": figures.units,
            "month_names": months,
            "months": flows,
            "first_sign_in_today": caller.admin.first_sign_in_at,
            "now": self.0.now(),
        })))
    }
}
