//! Stock summed by product, warehouse, area, shelf or batch.

use actors::dates;
use bus_schemas::number::{Amount, Quantity};
use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_store::inventory::level_rows::{Level, LevelRow, LevelView};
use entrepot_store::listing::ListQuery;
use entrepot_store::listing::names::StockNames;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use rust_decimal::Decimal;

use super::level_export::LevelRows;
use super::views::{AreaShelf, StockProduct, named, product, somewhere};
use crate::base::Base;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::{Days, List, StrictFlag};
use crate::http::routes::Allow;
use crate::http::views::{DecimalText, ListPage, Named};
use crate::identity::admin_request::{caller, scope};
use crate::identity::cost::CostMask;

/// Most days back that slow movers are looked for.
const DAYS_MAX: i64 = 36_500;

/// Endpoints of stock by level.
pub struct Levels(pub Base);

/// Stock of a product at a level; what the level leaves open is null.
#[derive(Object)]
pub struct StockLevel {
    /// The row's place in the list, from 1.
    pub id: i64,
    pub product_id: i64,
    pub product: StockProduct,
    #[oai(nullable)]
    pub warehouses_id: Option<i64>,
    #[oai(nullable)]
    pub warehouses: Option<Named>,
    #[oai(flatten)]
    pub spot: AreaShelf,
    #[oai(nullable)]
    pub batch_number: Option<String>,
    pub total_quantity: DecimalText,
    #[oai(nullable)]
    pub held_quantity: Option<DecimalText>,
    #[oai(nullable)]
    pub reserved_quantity: Option<DecimalText>,
    #[oai(nullable)]
    pub available_quantity: Option<DecimalText>,
    /// Of reviewed inbound orders, not stocked yet. Of the past, on hand and value alone are known: the others are null then.
    #[oai(nullable)]
    pub expected_quantity: Option<DecimalText>,
    /// In transit of transfers to the row's warehouses; null of the past, and of areas and shelves, as goods in transit
    /// lie in none.
    #[oai(nullable)]
    pub coming_quantity: Option<DecimalText>,
    /// In transit of transfers away from the row's warehouses, likewise.
    #[oai(nullable)]
    pub leaving_quantity: Option<DecimalText>,
    /// The product's, for people who see all warehouses, or of the product in the warehouse; null at other levels, where a filter
    /// shows some places alone, or where there is none.
    #[oai(nullable)]
    pub safety_stock_num: Option<DecimalText>,
    /// What is to be ordered to reach the safety stock, and each warehouse's minimum, with what is expected and in transit.
    pub to_order: DecimalText,
    /// At average cost; of the past, by the amounts of the ledger. Null without the right to see cost, and of the past where
    /// goods have moved very often since.
    #[oai(nullable)]
    pub value: Option<DecimalText>,
}

impl StockLevel {
    fn new(id: i64, LevelView { level, as_of, .. }: LevelView, row: LevelRow, costs: CostMask) -> Self {
        let past = as_of.is_some();
        let now = |figure: Decimal| (!past).then(|| Quantity(figure).into());
        let on_road = |figure: Decimal| now(figure).filter(|_| !matches!(level, Level::Area | Level::Shelf));
        let to_order = Quantity(row.to_order()).into();
        let StockNames { product: known, unit, warehouse, area, shelf, .. } = row.names;
        Self {
            id,
            product_id: row.product,
            product: product(known, unit),
            warehouses_id: somewhere(row.warehouse),
            warehouses: named(warehouse),
            spot: AreaShelf::new((row.area, area), (row.shelf, shelf)),
            batch_number: (level == Level::Batch).then_some(row.batch),
            total_quantity: Quantity(row.on_hand).into(),
            held_quantity: now(row.held),
            reserved_quantity: now(row.reserved),
            available_quantity: now(row.available),
            expected_quantity: now(row.expected),
            coming_quantity: on_road(row.coming),
            leaving_quantity: on_road(row.leaving),
            safety_stock_num: row.safety.map(|safety| Quantity(safety).into()),
            to_order,
            value: row.value.and_then(|value| costs.show(Amount(value))),
        }
    }
}

/// The last millisecond of a day or a second.
fn moment(text: &str, zone: Tz) -> Result<i64, ApiError> {
    let text = text.trim();
    let local = dates::date_time(text).or_else(|| dates::date(text).and_then(|day| day.and_hms_opt(23, 59, 59)));
    let seconds = match local {
        Some(local) => zone.from_local_datetime(&local).latest().map(|time| time.timestamp()),
        None => text.parse().ok(),
    };
    seconds.and_then(|seconds| seconds.checked_mul(1_000)?.checked_add(999)).ok_or_else(|| ApiError::field("as_of", "error.date"))
}

/// What a list asks for beside its filters.
struct Asked {
    group: Option<String>,
    below: bool,
    zero: bool,
    as_of: Option<String>,
    idle_days: Option<i64>,
}

impl Levels {
    fn view(&self, asked: Asked) -> Result<LevelView, ApiError> {
        let Asked { group, below, zero, as_of, idle_days } = asked;
        let level = Level::named(group.as_deref().unwrap_or_default()).ok_or_else(|| ApiError::field("group", "error.choice"))?;
        let as_of = as_of.filter(|text| !text.trim().is_empty()).map(|text| moment(&text, self.0.config().time_zone)).transpose()?;
        if idle_days.is_some_and(|days| days < 0) {
            return Err(ApiError::range("idle_days", 0, i64::MAX));
        }
        let days = idle_days.filter(|days| *days > 0);
        // Of a past moment: what had not gone out by then.
        let until = as_of.unwrap_or_else(|| self.0.now() * 1_000);
        let idle_since = days.map(|days| until.saturating_sub(days.min(DAYS_MAX) * 86_400_000));
        Ok(LevelView { level, below, zero, as_of, idle_since })
    }
}

#[OpenApi]
impl Levels {
    /// Stock by product, or further by warehouse, area, shelf or batch
    #[oai(path = "/admin/warehouse.StockLevel/index", method = "get", operation_id = "stockLevelIndex")]
    // Each argument is a parameter of the request.
    #[allow(clippy::too_many_arguments)]
    async fn index(
        &self,
        request: &Request,
        list: List,
        /// product (also when empty), warehouse, area, shelf or batch.
        group: Query<Option<String>>,
        /// Only what is below its safety stock: of products, or of products in warehouses. Products also where one warehouse
        /// has less than its minimum. People who see some warehouses alone are shown the minimums of these.
        below: Query<StrictFlag>,
        /// Also where nothing is left, reserved or expected.
        zero: Query<StrictFlag>,
        /// On hand as of the end of this day (YYYY-MM-DD), or of this second (YYYY-MM-DD HH:mm:ss, or Unix seconds).
        as_of: Query<Option<String>>,
        /// Slow movers: only what lies where nothing of the product has gone out for so many days.
        idle_days: Query<Days>,
    ) -> Answer<ListPage<StockLevel>> {
        let view = self.view(Asked { group: group.0, below: below.0.0, zero: zero.0.0, as_of: as_of.0, idle_days: idle_days.0.0 })?;
        let costs = CostMask::of(&caller(request)?.rights);
        let start = list.0.start();
        let mut page = self.0.store().list_levels(&list.0, view, &scope(request)?).await?;
        if costs.sees() {
            self.0.store().value_levels(&mut page.list, view.as_of).await?;
        }
        let rows = (start + 1..).zip(page.list).map(|(id, row)| StockLevel::new(id, view, row, costs));
        Ok(ok(ListPage::new(rows.collect(), page.total)))
    }

    /// Stock by level as a file, product by product: begins a task
    #[oai(path = "/admin/warehouse.StockLevel/export", method = "post", operation_id = "stockLevelExport")]
    // Each argument is a parameter of the request.
    #[allow(clippy::too_many_arguments)]
    async fn export(
        &self,
        request: &Request,
        list: List,
        file: FileOptions,
        /// product (also when empty), warehouse, area, shelf or batch.
        group: Query<Option<String>>,
        /// Only what is below its safety stock: of products, or of products in warehouses. Products also where one warehouse
        /// has less than its minimum. People who see some warehouses alone are shown the minimums of these.
        below: Query<StrictFlag>,
        /// Also where nothing is left, reserved or expected.
        zero: Query<StrictFlag>,
        /// On hand as of the end of this day (YYYY-MM-DD), or of this second (YYYY-MM-DD HH:mm:ss, or Unix seconds).
        as_of: Query<Option<String>>,
        /// Slow movers: only what lies where nothing of the product has gone out for so many days.
        idle_days: Query<Days>,
    ) -> Answer<ExportBegun> {
        let view = self.view(Asked { group: group.0, below: below.0.0, zero: zero.0.0, as_of: as_of.0, idle_days: idle_days.0.0 })?;
        export_list(request, LevelRows::of(list.0, view), file).await
    }

    /// The columns that an export of stock by level may have
    #[oai(path = "/admin/warehouse.StockLevel/exportColumns", method = "get", operation_id = "stockLevelExportColumns", tag = "Allow::Page")]
    async fn export_columns(
        &self,
        request: &Request,
        /// product (also when empty), warehouse, area, shelf or batch.
        group: Query<Option<String>>,
        /// As of a moment of the past.
        as_of: Query<Option<String>>,
    ) -> Answer<ExportColumns> {
        let view = self.view(Asked { group: group.0, below: false, zero: false, as_of: as_of.0, idle_days: None })?;
        columns_of(request, &LevelRows::of(ListQuery::default(), view))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_with_its_last_second() {
        let at = |text: &str| moment(text, chrono_tz::Asia::Shanghai).ok();
        assert_eq!(at("2026-01-01"), Some(1_767_283_199_999));
        assert_eq!(at("2026-01-01 23:59:59"), at("2026-01-01"));
        assert_eq!(at("1767283199"), at("2026-01-01"));
        assert_eq!((at("yesterday"), at("2026-02-31")), (None, None));
    }
}
