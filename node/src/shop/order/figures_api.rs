//! The shop's dashboard, and the list of what needs a person.

use std::collections::BTreeMap;

use bus_schemas::ids::OrderId;
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShopAction, ShopReply};
use chrono::{Duration, NaiveDate, TimeZone};
use entrepot_store::scope::Scope;
use entrepot_store::shop::order::figures::{OrderTrouble, PaidBack, PaidOrder};
use entrepot_store::shop::order::turnover::Placed;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::exception_export::Troubles;
use super::service::{self, Person};
use super::views::ShopCounts;
use crate::base::Base;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::column_export::ColumnExport;
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::lenient::{some_integer, switch};
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::identity::admin_request::{caller, scope};
use crate::settings::shop::CachedShopSettings;
use crate::shop::Shop;
use crate::shop::pay::{Payments, exceptions};

/// Days that the dashboard shows.
const DAYS: i64 = 30;
/// Best sellers that it shows.
const BEST: usize = 10;

/// Endpoints of the shop's figures.
pub struct ShopFigures {
    pub base: Base,
    pub payments: Payments,
    pub shop: Shop,
    pub shop_settings: CachedShopSettings,
}

/// A day's figures.
#[derive(Object, Clone, Default)]
pub struct ShopDay {
    /// `YYYY-MM-DD`
    pub day: String,
    /// Orders that were placed.
    pub placed: i64,
    /// Orders that were paid.
    pub orders: i64,
    /// Members who paid.
    pub buyers: i64,
    pub paid: String,
    pub refunded: String,
}

/// Goods that sell best.
#[derive(Object)]
pub struct BestSeller {
    pub goods_id: i64,
    pub name: String,
    /// Pieces that were paid and not paid back.
    pub quantity: i64,
    /// What is left of what was paid for them after refunds, without freight.
    pub amount: String,
}

/// The dashboard of the shop.
#[derive(Object)]
pub struct ShopDashboard {
    pub to_ship: i64,
    pub cancel_asked: i64,
    /// Refunds that wait for a decision.
    pub refunds: i64,
    /// Goods that are on their way back.
    pub returns: i64,
    pub exceptions: i64,
    /// Goods on shelf of which few pieces or none are offered.
    pub few: i64,
    pub conversion: ShopConversion,
    pub counts: ShopCounts,
    pub today: ShopDay,
    pub yesterday: ShopDay,
    /// The last 30 days, oldest first.
    pub days: Vec<ShopDay>,
    pub best: Vec<BestSeller>,
}

/// How many orders of 30 days that were placed were paid.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShopConversion {
    pub placed: i64,
    pub paid: i64,
    /// Not paid, and still may be.
    pub open: i64,
}

impl ShopConversion {
    fn of(placed: &[Placed]) -> Self {
        let count = |fits: fn(&&Placed) -> bool| i64::try_from(placed.iter().filter(fits).count()).unwrap_or(0);
        Self { placed: count(|_| true), paid: count(|order| order.1), open: count(|order| !order.1 && order.2) }
    }
}

/// All that needs a person.
#[derive(Object)]
pub struct ShopTroubles {
    pub list: Vec<ShopTroubleView>,
}

/// Something that needs a person.
#[derive(Object)]
pub struct ShopTroubleView {
    /// `payment`, `refund` or `stock`.
    pub kind: String,
    pub order_id: i64,
    pub order_no: String,
    /// The parcel, or the refund within the order; 0 of a payment.
    pub no: i64,
    /// The attempt to pay.
    pub out_trade_no: String,
    pub amount: String,
    pub reason: String,
    /// Of a payment or a difference: why, as a code.
    pub why: String,
    /// What was to be paid.
    pub expected: String,
    /// The day whose comparison has found it.
    pub day: String,
    /// Of a refund: its id.
    pub refund_id: i64,
    /// What may be done about it.
    pub ways: Vec<String>,
    pub time: i64,
}

/// What is done about something that went wrong.
#[derive(Object, Deserialize)]
pub struct HandleBody {
    /// `stock`: look for the goods of a parcel again; `payment`; `refund`.
    pub kind: String,
    #[serde(default, deserialize_with = "some_integer")]
    pub order_id: Option<i64>,
    /// Of a refund: its number within the order; of a difference: the row of its day.
    #[serde(default, deserialize_with = "some_integer")]
    pub no: Option<i64>,
    /// The attempt to pay.
    #[serde(default)]
    #[oai(default)]
    pub out_trade_no: String,
    /// The day of a difference.
    #[serde(default)]
    #[oai(default)]
    pub day: String,
    /// One of the row's `ways`.
    #[serde(default)]
    #[oai(default)]
    pub how: String,
    #[serde(default)]
    #[oai(default)]
    pub note: String,
    /// The member agrees that the money goes to the balance.
    #[serde(default, deserialize_with = "switch")]
    #[oai(default)]
    pub agreed: bool,
    /// Names this intention: sent twice, it is done once.
    pub command_id: Option<String>,
}

/// The days of the dashboard, with what was paid and paid back in each.
fn days(last: NaiveDate, day_of: impl Fn(i64) -> Option<NaiveDate>, orders: &[PaidOrder], back: &[PaidBack], placed: &[Placed]) -> Vec<ShopDay> {
    (0..DAYS)
        .rev()
        .map(|ago| {
            let day = last - Duration::days(ago);
            let paid: Vec<&PaidOrder> = orders.iter().filter(|order| day_of(order.pay_time) == Some(day)).collect();
            let mut buyers: Vec<i64> = paid.iter().map(|order| order.user_id).collect();
            buyers.sort_unstable();
            buyers.dedup();
            let refunded: Cents = back.iter().filter(|refund| day_of(refund.paid_at) == Some(day)).map(|refund| refund.refund_amount).sum();
            ShopDay {
                day: day.to_string(),
                placed: i64::try_from(placed.iter().filter(|order| day_of(order.0) == Some(day)).count()).unwrap_or(0),
                orders: i64::try_from(paid.len()).unwrap_or(0),
                buyers: i64::try_from(buyers.len()).unwrap_or(0),
                paid: paid.iter().map(|order| order.paid_amount).sum::<Cents>().to_string(),
                refunded: refunded.to_string(),
            }
        })
        .collect()
}

fn best(orders: &[PaidOrder]) -> Vec<BestSeller> {
    let mut sold: BTreeMap<i64, (String, i64, Cents)> = BTreeMap::new();
    for (order, line) in orders.iter().flat_map(|order| order.lines.iter().map(move |line| (order, line))) {
        let entry = sold.entry(line.goods_id).or_insert_with(|| (line.name.clone(), 0, Cents::ZERO));
        entry.1 += line.quantity - line.refunded_num;
        entry.2 += order.kept(line);
    }
    // What came back altogether did not sell.
    let kept = sold.into_iter().filter(|(_, (_, quantity, _))| *quantity > 0);
    let mut best: Vec<BestSeller> =
        kept.map(|(goods_id, (name, quantity, amount))| BestSeller { goods_id, name, quantity, amount: amount.to_string() }).collect();
    best.sort_by_key(|goods| (std::cmp::Reverse(goods.quantity), goods.goods_id));
    best.truncate(BEST);
    best
}

impl From<OrderTrouble> for ShopTroubleView {
    fn from(trouble: OrderTrouble) -> Self {
        let ways = exceptions::ways(&trouble).iter().map(|way| (*way).to_owned()).collect();
        let OrderTrouble { kind, order_id, order_no, no, out_trade_no, amount, reason, why, refund_status, expected, day, time } = trouble;
        let why = if refund_status == 3 { "refund".to_owned() } else { why };
        let refund_id = if kind == "refund" { order_id * 100 + no } else { 0 };
        let (amount, expected) = (amount.to_string(), expected.to_string());
        Self { kind, order_id, order_no, no, out_trade_no, amount, reason, why, expected, day, refund_id, ways, time }
    }
}

async fn troubles(base: &Base, scope: &Scope) -> Result<Vec<ShopTroubleView>, ApiError> {
    Ok(base.store().shop_troubles(scope).await?.into_iter().map(ShopTroubleView::from).collect())
}

#[OpenApi]
impl ShopFigures {
    /// The shop's figures
    #[oai(path = "/admin/shop.Dashboard/index", method = "get", operation_id = "shopDashboardIndex")]
    async fn dashboard(&self, request: &Request) -> Answer<ShopDashboard> {
        let (base, scope) = (&self.base, scope(request)?);
        let zone = base.config().time_zone;
        let today = NaiveDate::parse_from_str(&base.today(), "%Y-%m-%d").map_err(|error| ApiError::Internal(error.to_string()))?;
        let first = today - Duration::days(DAYS - 1);
        let since = first.and_hms_opt(0, 0, 0).and_then(|time| zone.from_local_datetime(&time).earliest()).map_or(0, |time| time.timestamp());
        let (orders, back) = base.store().shop_turnover(since, &scope).await?;
        let day_of = |at: i64| zone.timestamp_opt(at, 0).single().map(|time| time.date_naive());
        let placed = base.store().shop_placed(since, &scope).await?;
        let days = days(today, day_of, &orders, &back, &placed);
        let settings = self.shop_settings.current().await;
        let few = base.store().few_pieces(settings.stock_few, settings.offer_terms(&base.today())).await?;
        let few = few.chunk_by(|one, next| one.0 == next.0).count();
        let (few, conversion) = (i64::try_from(few).unwrap_or(i64::MAX), ShopConversion::of(&placed));
        let counts = ShopCounts::from(base.store().count_shop_orders(&scope, None).await?);
        let (refunds, returns) = base.store().count_shop_refunds(&scope).await?;
        let exceptions = i64::try_from(troubles(base, &scope).await?.len()).unwrap_or(0);
        let day = |ago: usize| days.len().checked_sub(ago + 1).and_then(|at| days.get(at)).cloned().unwrap_or_default();
        let (to_ship, cancel_asked) = (counts.to_ship, counts.cancel_asked);
        let (today, yesterday) = (day(0), day(1));
        Ok(ok(ShopDashboard {
            to_ship,
            cancel_asked,
            refunds,
            returns,
            exceptions,
            few,
            conversion,
            counts,
            today,
            yesterday,
            days,
            best: best(&orders),
        }))
    }

    /// What needs a person: payments and refunds that went wrong, goods that are not all there
    #[oai(path = "/admin/shop.order.Exception/index", method = "get", operation_id = "shopExceptionsIndex")]
    async fn exceptions(&self, request: &Request) -> Answer<ShopTroubles> {
        Ok(ok(ShopTroubles { list: troubles(&self.base, &scope(request)?).await? }))
    }

    /// What needs a person as a file: begins a task
    #[oai(path = "/admin/shop.order.Exception/export", method = "post", operation_id = "shopExceptionsExport")]
    async fn export(
        &self,
        request: &Request,
        file: FileOptions,
        /// Only what is of this order.
        order_id: Query<Whole>,
    ) -> Answer<ExportBegun> {
        export_list(request, ColumnExport(Troubles::of(order_id.0.0)), file).await
    }

    /// The columns that an export of what needs a person may have
    #[oai(path = "/admin/shop.order.Exception/exportColumns", method = "get", operation_id = "shopExceptionsExportColumns", tag = "Allow::Page")]
    async fn export_columns(&self, request: &Request) -> Answer<ExportColumns> {
        columns_of(request, &ColumnExport(Troubles::of(None)))
    }

    /// Do something about what went wrong: try it again, accept it, pay it back, or note what was done
    #[oai(path = "/admin/shop.order.Exception/handle", method = "post", operation_id = "shopExceptionsHandle")]
    async fn handle(&self, request: &Request, body: Body<HandleBody>) -> Answer<Nothing> {
        let body = body.0;
        let person = Person { admin: caller(request)?.id(), scope: scope(request)? };
        let order = OrderId(body.order_id.unwrap_or(0));
        let wish = exceptions::Wish { how: body.how, note: body.note, agreed: body.agreed };
        match body.kind.as_str() {
            "stock" => {}
            "payment" if !body.day.is_empty() => {
                exceptions::difference(&self.payments, &person, (&body.day, body.no.unwrap_or(0)), &wish).await?;
                return Ok(done("ok", Nothing));
            }
            "payment" => {
                exceptions::payment(&self.payments, &person, &body.out_trade_no, &wish).await?;
                return Ok(done("ok", Nothing));
            }
            "refund" => {
                let no = body.no.and_then(|no| u32::try_from(no).ok()).ok_or_else(|| ApiError::field("no", "error.required"))?;
                let intention = service::Intention::read(body.command_id.as_ref(), None)?;
                exceptions::refund(&self.payments, &person, (order, no), &wish, intention).await?;
                return Ok(done("ok", Nothing));
            }
            _ => return Err(ApiError::field("kind", "error.choice")),
        }
        let (listed, _) = service::detail(self.base.store(), order, &person).await?;
        service::require_right(&self.shop, &listed.order, &person, &ShopAction::Wake).await?;
        // It has nothing to do at its time: what is to do is done on the way.
        if let ShopReply::Failed(failure) = self.base.system().shop().wake(order).await {
            return Err(failure.into());
        }
        let (listed, _) = service::detail(self.base.store(), order, &person).await?;
        if listed.order.parcels.iter().any(|parcel| parcel.doubt) {
            return Err(ApiError::refused("shop.delivery.doubt"));
        }
        Ok(done("ok", Nothing))
    }
}

#[cfg(test)]
mod tests {
    use bus_schemas::shop::Cents;
    use entrepot_store::shop::order::figures::{LineBack, PaidOrder, SoldGoods};

    use super::best;

    fn line(line: u32, goods_id: i64, quantity: i64, refunded_num: i64) -> SoldGoods {
        SoldGoods { line, goods_id, name: format!("Goods {goods_id}"), quantity, refunded_num, pay_share: Cents(500) }
    }

    fn order(lines: Vec<SoldGoods>, back: &[(u32, i64)]) -> PaidOrder {
        let back = back.iter().map(|(line, amount)| LineBack { line: *line, amount: Cents(*amount) }).collect();
        PaidOrder { user_id: 1, pay_time: 1, paid_amount: Cents(1_000), lines, back }
    }

    #[test]
    fn goods_that_all_came_back_are_no_best_sellers() {
        let order = order(vec![line(1, 1, 2, 2), line(2, 2, 3, 1)], &[(1, 500), (2, 166)]);
        let sold: Vec<(i64, i64)> = best(&[order]).iter().map(|goods| (goods.goods_id, goods.quantity)).collect();
        assert_eq!(sold, [(2, 2)]);
    }

    #[test]
    fn the_amount_of_best_sellers_is_what_refunds_have_left_of_it() {
        // Three pieces for 5.00: the first that came back was worth 1.66, the next 1.67; then there was goodwill.
        let twice = order(vec![line(1, 1, 3, 2), line(2, 2, 3, 0)], &[(1, 166), (1, 167), (2, 25)]);
        let sold: Vec<(i64, i64, String)> =
            best(&[twice, order(vec![line(1, 1, 1, 0)], &[])]).into_iter().map(|goods| (goods.goods_id, goods.quantity, goods.amount)).collect();
        assert_eq!(sold, [(2, 3, "4.75".to_owned()), (1, 2, "6.67".to_owned())]);
    }
}
