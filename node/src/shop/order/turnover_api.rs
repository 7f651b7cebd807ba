//! The shop's figures that take longer: months, and the margin.

use bus_schemas::ids::OrderId;
use bus_schemas::number::{AMOUNT_SCALE, Amount, round_half_up};
use bus_schemas::shop::Cents;
use chrono::{Datelike, Duration, Months, NaiveDate, NaiveTime, TimeZone};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use rust_decimal::Decimal;

use super::service::{self, Person};
use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::http::views::DecimalText;
use crate::identity::admin_request::{caller, scope};
use crate::identity::cost::CostMask;

/// Months that are told.
const MONTHS: u32 = 12;
/// Days of the margin, with today.
const DAYS: i64 = 30;

/// Endpoints of the shop's turnover.
pub struct ShopTurnover(pub Base);

/// A month's figures.
#[derive(Object)]
pub struct ShopMonth {
    /// `YYYY-MM`
    pub month: String,
    /// Orders that were paid.
    pub orders: i64,
    /// Members who paid.
    pub buyers: i64,
    pub paid: String,
    pub refunded: String,
}

/// The last twelve months, oldest first.
#[derive(Object)]
pub struct ShopMonths {
    pub list: Vec<ShopMonth>,
}

/// What was earned with orders of 30 days that have left completely.
#[derive(Object)]
pub struct ShopMargin {
    /// Orders that are counted, the newest.
    pub orders: i64,
    /// All such orders.
    pub all: i64,
    /// What was paid for the goods, without freight, and not paid back.
    pub sales: String,
    /// What the goods had cost as they left the ledger.
    pub cost: DecimalText,
    pub margin: DecimalText,
}

/// What the goods of a line had cost as they left the ledger.
#[derive(Object)]
pub struct ShopLineCost {
    pub line: i64,
    pub cost: DecimalText,
}

/// The lines of an order of which goods have left.
#[derive(Object)]
pub struct ShopLineCosts {
    pub list: Vec<ShopLineCost>,
}

/// A cost as it is shown.
fn in_cents(cost: Decimal) -> Amount {
    Amount(round_half_up(cost, AMOUNT_SCALE))
}

impl ShopTurnover {
    fn today(&self) -> Result<NaiveDate, ApiError> {
        NaiveDate::parse_from_str(&self.0.today(), "%Y-%m-%d").map_err(|error| ApiError::Internal(error.to_string()))
    }

    /// The site's midnight before a day, Unix seconds.
    fn begin(&self, day: NaiveDate) -> i64 {
        self.0.config().time_zone.from_local_datetime(&day.and_time(NaiveTime::MIN)).earliest().map_or(0, |time| time.timestamp())
    }
}

#[OpenApi]
impl ShopTurnover {
    /// What was paid and paid back by month
    #[oai(path = "/admin/shop.Dashboard/months", method = "get", operation_id = "shopDashboardMonths", tag = "Allow::Page")]
    async fn months(&self, request: &Request) -> Answer<ShopMonths> {
        let scope = scope(request)?;
        let today = self.today()?;
        let first = |ago: u32| today.with_day(1).and_then(|day| day.checked_sub_months(Months::new(ago)));
        let mut list = Vec::new();
        for month in (0..MONTHS).rev().filter_map(first) {
            let until = month.checked_add_months(Months::new(1)).unwrap_or(month);
            let span = self.0.store().shop_span(self.begin(month), self.begin(until), &scope).await?;
            list.push(ShopMonth {
                month: month.format("%Y-%m").to_string(),
                orders: span.orders,
                buyers: span.buyers,
                paid: span.paid.to_string(),
                refunded: span.refunded.to_string(),
            });
        }
        Ok(ok(ShopMonths { list }))
    }

    /// What the goods of an order's lines had cost as they left, for those who see costs
    #[oai(path = "/admin/shop.order.Order/costs", method = "get", operation_id = "shopOrderCosts", tag = "Allow::Page")]
    async fn costs(&self, request: &Request, id: Query<Whole>) -> Answer<ShopLineCosts> {
        if !CostMask::of(&caller(request)?.rights).sees() {
            return Err(ApiError::NoPermission);
        }
        let person = Person { admin: caller(request)?.id(), scope: scope(request)? };
        let (listed, _) = service::detail(self.0.store(), OrderId(id.0.required("id")?), &person).await?;
        let seen = person.scope.only_warehouses();
        let own = listed.order.parcels.iter().filter(|parcel| seen.as_ref().is_none_or(|seen| seen.contains(&parcel.warehouse.0)));
        let outbound: Vec<i64> = own.filter_map(|parcel| parcel.outbound).map(|order| order.0).collect();
        let costs = self.0.store().cost_of_lines(&outbound).await?;
        let list = costs.into_iter().map(|(line, cost)| ShopLineCost { line, cost: in_cents(cost).into() });
        Ok(ok(ShopLineCosts { list: list.collect() }))
    }

    /// What was earned in 30 days, for those who see costs
    #[oai(path = "/admin/shop.Dashboard/margin", method = "get", operation_id = "shopDashboardMargin", tag = "Allow::Page")]
    async fn margin(&self, request: &Request) -> Answer<ShopMargin> {
        if !CostMask::of(&caller(request)?.rights).sees() {
            return Err(ApiError::NoPermission);
        }
        let since = self.begin(self.today()? - Duration::days(DAYS - 1));
        let (made, all) = self.0.store().shop_margin(since, &scope(request)?).await?;
        let cost = Cents::try_from(in_cents(made.cost)).map_err(|error| ApiError::Internal(error.to_string()))?;
        let shown = |cents: Cents| DecimalText::from(Amount(cents.decimal()));
        Ok(ok(ShopMargin { orders: made.orders, all, sales: made.sales.to_string(), cost: shown(cost), margin: shown(made.sales - cost) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_cent_of_cost_is_rounded_up() {
        for (mills, shown) in [(2_505, "2.51"), (2_515, "2.52"), (2_504, "2.50")] {
            assert_eq!(in_cents(Decimal::new(mills, 3)).to_string(), shown);
        }
    }
}
