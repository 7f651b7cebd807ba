//! What is answered about count sheets.

use actors::count::rules;
use bus_schemas::count::{CountScope, CountSheet, CountStatus};
use bus_schemas::number::{Amount, Quantity};
use entrepot_store::count::rows::{CountEventRow, ListedCount, LostRow};
use entrepot_store::identity::rights::Rights;
use poem_openapi::Object;
use rust_decimal::Decimal;

use super::service::{CountDone, node};
use super::visible::VisibleFigures;
use crate::http::views::{DecimalText, Named};
use crate::order::fields::OrderAdmin;

/// What a sheet covers. Empty lists do not limit it.
#[derive(Clone, Debug, Object)]
pub struct CountCovers {
    pub area_ids: Vec<i64>,
    pub category_ids: Vec<i64>,
    pub product_ids: Vec<i64>,
    #[oai(nullable)]
    pub moved_days: Option<u32>,
}

impl From<&CountScope> for CountCovers {
    fn from(scope: &CountScope) -> Self {
        Self {
            area_ids: scope.areas.clone(),
            category_ids: scope.categories.clone(),
            product_ids: scope.products.clone(),
            moved_days: scope.moved_days,
        }
    }
}

/// The names of the first areas, categories and products that a sheet is limited to. How many there are is in `covers`.
#[derive(Clone, Debug, Object)]
pub struct CountLimitNames {
    pub areas: Vec<String>,
    pub categories: Vec<String>,
    pub products: Vec<String>,
}

impl From<[Vec<String>; 3]> for CountLimitNames {
    fn from([areas, categories, products]: [Vec<String>; 3]) -> Self {
        Self { areas, categories, products }
    }
}

/// A count sheet in a list.
#[derive(Clone, Debug, Object)]
pub struct CountRow {
    pub id: i64,
    /// Given by the system.
    pub count_no: String,
    pub warehouses_id: i64,
    #[oai(nullable)]
    pub warehouses: Option<Named>,
    /// 0 counting, 1 submitted, 2 posted, 3 voided.
    pub status: i64,
    /// Counters do not see the book figures.
    pub blind: bool,
    pub covers: CountCovers,
    pub line_count: u32,
    pub counted_count: u32,
    /// Hidden while it is counted blind.
    #[oai(nullable)]
    pub different_count: Option<u32>,
    /// Lines that are to be counted again.
    pub recount_count: u32,
    pub remark: String,
    /// `YYYY-MM-DD`
    pub business_date: String,
    pub admin_id: i64,
    #[oai(nullable)]
    pub admin: Option<OrderAdmin>,
    pub create_admin_id: i64,
    #[oai(rename = "createAdmin", nullable)]
    pub create_admin: Option<OrderAdmin>,
    #[oai(nullable)]
    pub submit_admin_id: Option<i64>,
    #[oai(rename = "submitAdmin", nullable)]
    pub submit_admin: Option<OrderAdmin>,
    /// Who posted it.
    #[oai(nullable)]
    pub audit_admin_id: Option<i64>,
    #[oai(rename = "auditAdmin", nullable)]
    pub audit_admin: Option<OrderAdmin>,
    /// Everybody who has counted.
    pub counters: Vec<OrderAdmin>,
    /// Unix seconds.
    pub create_time: i64,
    /// Unix seconds.
    pub update_time: i64,
    /// Rises by one with every change but results.
    pub version: i64,
    /// The actions that its status allows.
    pub allowed: Vec<String>,
}

/// A reservation that lost its goods.
#[derive(Clone, Debug, Object)]
pub struct LostReservationView {
    pub order_kind: String,
    pub order_id: i64,
    #[oai(nullable)]
    pub order_no: Option<String>,
    /// The order's line.
    pub line: u32,
    pub product_id: i64,
    pub batch_number: String,
    /// How much of what was reserved is not there.
    pub missing_quantity: DecimalText,
}

/// What posting did.
#[derive(Clone, Debug, Object)]
pub struct CountPostingView {
    pub equal: u32,
    pub different: u32,
    pub not_counted: u32,
    /// Reservations that lost their goods.
    pub lost: Vec<LostReservationView>,
}

/// What happened to a sheet.
#[derive(Clone, Debug, Object)]
pub struct CountEventView {
    /// Unix seconds.
    pub at: i64,
    pub admin_id: i64,
    #[oai(nullable)]
    pub nickname: Option<String>,
    pub action: String,
    #[oai(nullable)]
    pub reason: Option<String>,
    /// The status before; nothing for a new sheet.
    #[oai(nullable)]
    pub from: Option<i64>,
    pub to: i64,
}

/// One sheet, without its lines.
#[derive(Clone, Debug, Object)]
pub struct CountView {
    #[oai(flatten)]
    pub fields: CountRow,
    pub limit_names: CountLimitNames,
    /// Whether book figures and differences are shown.
    pub shows_books: bool,
    /// Differences beyond so many percent of the book figure are counted again.
    #[oai(nullable)]
    pub recount_percent: Option<DecimalText>,
    /// Differences beyond this value are counted again; null without the right to see cost.
    #[oai(nullable)]
    pub recount_value: Option<DecimalText>,
    /// All differences at cost, of a sheet that was submitted; null where differences are hidden, and without the right to see
    /// cost.
    #[oai(nullable)]
    pub difference_amount: Option<DecimalText>,
    #[oai(nullable)]
    pub posting: Option<CountPostingView>,
    /// Oldest first.
    pub history: Vec<CountEventView>,
}

/// One sheet.
#[derive(Clone, Debug, Object)]
pub struct CountDetail {
    pub row: CountView,
}

/// What a step did to a sheet.
#[derive(Clone, Debug, Object)]
pub struct CountChanged {
    pub id: i64,
    pub count_no: String,
    pub status: i64,
    pub version: i64,
    pub allowed: Vec<String>,
    pub line_count: u32,
    pub counted_count: u32,
    pub recount_count: u32,
    /// The line that was counted.
    #[oai(nullable)]
    pub line: Option<u32>,
    /// It is to be counted again.
    #[oai(nullable)]
    pub recount: Option<bool>,
    /// The same was asked before.
    pub repeated: bool,
}

fn admin(row: Option<&entrepot_store::order::rows::Nicknamed>) -> Option<OrderAdmin> {
    row.map(|row| OrderAdmin { nickname: row.nickname.clone() })
}

/// The actions that a sheet's status and the rights in its warehouse allow.
fn allowed(sheet: &CountSheet, rights: &Rights) -> Vec<String> {
    let permitted = rules::allowed(sheet.status).iter().filter(|action| rights.permits_on(&node(action), sheet.warehouse.0, sheet.created_by.0));
    permitted.map(|action| (*action).to_owned()).collect()
}

impl CountRow {
    /// A sheet as a list shows it.
    #[must_use]
    pub fn new(row: &ListedCount, visible: VisibleFigures, rights: &Rights) -> Self {
        let sheet = &row.sheet;
        Self {
            id: sheet.id.0,
            count_no: sheet.number.clone(),
            warehouses_id: sheet.warehouse.0,
            warehouses: row.warehouse_row.as_ref().and_then(|row| row.name.clone()).map(|name| Named { name }),
            status: sheet.status.code(),
            blind: sheet.blind,
            covers: (&sheet.scope).into(),
            line_count: sheet.tallies.lines,
            counted_count: sheet.tallies.counted,
            different_count: visible.books.then_some(sheet.tallies.different),
            recount_count: sheet.tallies.recount,
            remark: sheet.remark.clone(),
            business_date: sheet.business_date.clone(),
            admin_id: sheet.admin.0,
            admin: admin(row.admin_row.as_ref()),
            create_admin_id: sheet.created_by.0,
            create_admin: admin(row.created_by_row.as_ref()),
            submit_admin_id: sheet.submitted_by.map(|admin| admin.0),
            submit_admin: admin(row.submitted_by_row.as_ref()),
            audit_admin_id: sheet.posted_by.map(|admin| admin.0),
            audit_admin: admin(row.posted_by_row.as_ref()),
            counters: row.counter_rows.iter().map(|row| OrderAdmin { nickname: row.nickname.clone() }).collect(),
            create_time: sheet.created_at / 1_000,
            update_time: sheet.updated_at / 1_000,
            version: sheet.version,
            allowed: allowed(sheet, rights),
        }
    }
}

impl CountView {
    /// A sheet as its page shows it, with the names of what it is limited to and what all its differences are worth.
    #[must_use]
    pub fn new(
        (row, limit_names, worth): (&ListedCount, CountLimitNames, Option<Decimal>),
        history: &[CountEventRow],
        orders: &[LostRow],
        visible: VisibleFigures,
        rights: &Rights,
    ) -> Self {
        let lost = |lost: &bus_schemas::count::LostReservation| LostReservationView {
            order_kind: lost.kind.as_str().to_owned(),
            order_id: lost.order.0,
            order_no: orders.iter().find(|row| row.order == lost.order.0).and_then(|row| row.number.clone()),
            line: lost.line,
            product_id: lost.place.product.0,
            batch_number: lost.place.batch.clone(),
            missing_quantity: lost.missing.into(),
        };
        let posting = row.sheet.posting.as_ref().map(|posting| CountPostingView {
            equal: posting.equal,
            different: posting.different,
            not_counted: posting.not_counted,
            lost: posting.lost.iter().map(lost).collect(),
        });
        let tolerance = row.sheet.tolerance;
        Self {
            fields: CountRow::new(row, visible, rights),
            limit_names,
            shows_books: visible.books,
            recount_percent: tolerance.percent.map(|percent| Quantity(percent).into()),
            recount_value: tolerance.value.and_then(|value| visible.costs.show(Amount(value))),
            difference_amount: worth.and_then(|worth| visible.costs.show(Amount(worth))),
            posting,
            history: history.iter().map(CountEventView::from).collect(),
        }
    }
}

impl From<&CountEventRow> for CountEventView {
    fn from(row: &CountEventRow) -> Self {
        let event = &row.event;
        Self {
            at: event.at / 1_000,
            admin_id: event.admin.0,
            nickname: row.nickname.clone(),
            action: event.action.clone(),
            reason: event.reason.clone(),
            from: event.from.map(CountStatus::code),
            to: event.to.code(),
        }
    }
}

impl CountChanged {
    /// What was done to a sheet.
    #[must_use]
    pub fn new(done: &CountDone, rights: &Rights) -> Self {
        let sheet = &done.sheet;
        Self {
            id: sheet.id.0,
            count_no: sheet.number.clone(),
            status: sheet.status.code(),
            version: sheet.version,
            allowed: allowed(sheet, rights),
            line_count: sheet.tallies.lines,
            counted_count: sheet.tallies.counted,
            recount_count: sheet.tallies.recount,
            line: done.line.as_ref().map(|line| line.line),
            recount: done.line.as_ref().map(|line| actors::count::lines::wants_recount(line, sheet.tolerance)),
            repeated: done.repeated,
        }
    }
}
