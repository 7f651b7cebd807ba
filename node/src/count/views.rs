//! What is answered about count sheets. A blind sheet hides what the books say while it is counted.

use actors::count::rules;
use bus_schemas::count::{CountResult, CountScope, CountSheet, CountStatus};
use bus_schemas::number::{AMOUNT_SCALE, Amount, Quantity, round_half_up};
use bus_schemas::order::units::EnteredQuantity;
use entrepot_store::count::list::LineView;
use entrepot_store::count::rows::{CountEventRow, ListedCount, ListedCountLine, LostRow};
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::names::StockNames;
use poem_openapi::Object;
use rust_decimal::Decimal;

use super::service::{CountDone, node};
use crate::http::views::{DecimalText, Named};
use crate::identity::cost::CostMask;
use crate::inventory::unit_views::ProductUnitView;
use crate::order::fields::OrderAdmin;

/// Who reviews sheets: they see the differences of what was submitted.
const REVIEWERS: [&str; 2] = ["warehouse/stockcount/post", "warehouse/stockcount/recount"];

/// What a person may see of a sheet's figures.
#[derive(Clone, Copy, Debug)]
pub struct VisibleFigures {
    /// Book figures and differences.
    pub books: bool,
    pub costs: CostMask,
}

impl VisibleFigures {
    /// Of a sheet: book figures are hidden while it is counted blind, then shown to reviewers, and to all once it is posted.
    #[must_use]
    pub fn of(sheet: &CountSheet, rights: &Rights) -> Self {
        let reviews = REVIEWERS.iter().any(|node| rights.holds(node) && rights.permits(node, sheet.warehouse.0));
        let books = !sheet.blind || sheet.status == CountStatus::Posted || (sheet.status != CountStatus::Counting && reviews);
        Self { books, costs: CostMask::of(rights) }
    }

    /// The lines that are shown where these are asked for: which of them differ is hidden with the books.
    #[must_use]
    pub const fn view(self, asked: LineView) -> LineView {
        match asked {
            LineView::Equal | LineView::Different if !self.books => LineView::Counted,
            _ => asked,
        }
    }

    /// Whether lines may be searched and sorted by their differences.
    #[must_use]
    pub const fn open(self) -> bool {
        self.books && self.costs.sees()
    }

    /// Whether the sum of all differences is shown of a sheet: once it is to be reviewed.
    #[must_use]
    pub fn total(self, sheet: &CountSheet) -> bool {
        self.open() && matches!(sheet.status, CountStatus::Submitted | CountStatus::Posted)
    }

    /// The state that is shown of a line.
    #[must_use]
    pub fn state(self, row: &ListedCountLine) -> &str {
        if self.books || row.line.results.is_empty() { &row.state } else { "counted" }
    }
}

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

/// The product of a line.
#[derive(Clone, Debug, Object)]
#[oai(nullable_all)]
pub struct CountProduct {
    pub product_no: Option<String>,
    pub name: Option<String>,
    pub spec: Option<String>,
    pub unit: Option<Named>,
    /// Decimals that quantities may have.
    pub decimals: Option<i64>,
    /// The others that it may be counted in.
    pub units: Vec<ProductUnitView>,
}

/// A part of a result, in the unit that it was typed in.
#[derive(Clone, Debug, Object)]
pub struct CountedPartView {
    pub unit_id: i64,
    /// Null where the unit is gone.
    #[oai(nullable)]
    pub unit_name: Option<String>,
    /// In that unit.
    pub quantity: DecimalText,
    /// Base units in one of it, when it was typed.
    pub factor: DecimalText,
}

/// What one person counted at one moment.
#[derive(Clone, Debug, Object)]
pub struct CountResultView {
    /// In the product's own unit.
    pub quantity: DecimalText,
    /// As it was typed, where other units than the product's own are among it; their sum is the quantity.
    pub entered: Vec<CountedPartView>,
    /// What the books said at that moment; hidden while it is counted blind.
    #[oai(nullable)]
    pub book_quantity: Option<DecimalText>,
    #[oai(nullable)]
    pub difference_quantity: Option<DecimalText>,
    pub admin_id: i64,
    #[oai(nullable)]
    pub nickname: Option<String>,
    /// Unix seconds.
    pub at: i64,
    /// Nobody looked: set to zero with the rest.
    pub zeroed: bool,
}

/// A line of a sheet.
#[derive(Clone, Debug, Object)]
pub struct CountLineView {
    /// The line's number, for lists.
    pub id: i64,
    pub line: u32,
    #[oai(nullable)]
    pub warehouses_areas_id: Option<i64>,
    #[oai(nullable)]
    pub area: Option<Named>,
    #[oai(nullable)]
    pub warehouses_shelves_id: Option<i64>,
    #[oai(nullable)]
    pub shelf: Option<Named>,
    pub product_id: i64,
    pub product: CountProduct,
    /// Empty for goods without batches.
    pub batch_number: String,
    #[oai(nullable)]
    pub produce_date: Option<String>,
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    /// Not on the sheet when it was made.
    pub found: bool,
    /// `not_counted`, `equal` or `different`; `counted` where the difference is hidden.
    pub state: String,
    /// It is to be counted again.
    pub recount: bool,
    #[oai(nullable)]
    pub quantity: Option<DecimalText>,
    #[oai(nullable)]
    pub book_quantity: Option<DecimalText>,
    #[oai(nullable)]
    pub difference_quantity: Option<DecimalText>,
    /// The difference at cost; null without the right to see cost.
    #[oai(nullable)]
    pub difference_amount: Option<DecimalText>,
    /// Why it is different.
    #[oai(nullable)]
    pub reason: Option<String>,
    /// Oldest first: the last one counts.
    pub results: Vec<CountResultView>,
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
    let permitted = rules::allowed(sheet.status).iter().filter(|action| rights.permits(&node(action), sheet.warehouse.0));
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
    /// A sheet as its page shows it, with what all its differences are worth.
    #[must_use]
    pub fn new(
        (row, worth): (&ListedCount, Option<Decimal>),
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

impl CountLineView {
    /// A line as it is shown.
    #[must_use]
    pub fn new(row: ListedCountLine, visible: VisibleFigures) -> Self {
        let state = visible.state(&row).to_owned();
        let StockNames { product, unit, area, shelf, .. } = row.names;
        let named = |name: Option<String>| name.map(|name| Named { name });
        let some = |id: i64| (id > 0).then_some(id);
        let last = row.line.results.last();
        let product_no = product.as_ref().map(|product| product.product_no.clone());
        let part = |part: &EnteredQuantity| CountedPartView {
            unit_id: part.unit.0,
            unit_name: row.unit_names.get(&part.unit.0).cloned(),
            quantity: Quantity(part.quantity).into(),
            factor: Quantity(part.factor).into(),
        };
        let result = |(result, nickname): (&CountResult, Option<String>)| CountResultView {
            quantity: result.quantity.into(),
            entered: result.entered.iter().map(part).collect(),
            book_quantity: visible.books.then(|| result.book.into()),
            difference_quantity: visible.books.then(|| result.difference().into()),
            admin_id: result.admin.0,
            nickname,
            at: result.at / 1_000,
            zeroed: result.zeroed,
        };
        let people = row.people.into_iter().chain(std::iter::repeat(None));
        Self {
            id: i64::from(row.line.line),
            line: row.line.line,
            warehouses_areas_id: some(row.line.place.area.0),
            area: named(area),
            warehouses_shelves_id: some(row.line.place.shelf.0),
            shelf: named(shelf),
            product_id: row.line.place.product.0,
            product: CountProduct {
                product_no,
                name: product.as_ref().map(|product| product.name.clone()),
                spec: product.map(|product| product.spec),
                unit: named(unit),
                decimals: row.decimals,
                units: row.units.iter().map(ProductUnitView::from).collect(),
            },
            batch_number: row.line.place.batch.clone(),
            produce_date: row.line.produce_date.clone(),
            expiry_date: row.line.expiry_date.clone(),
            found: row.line.found,
            state,
            recount: row.recount,
            quantity: last.map(|result| result.quantity.into()),
            book_quantity: last.filter(|_| visible.books).map(|result| result.book.into()),
            difference_quantity: row.difference.filter(|_| visible.books).map(|difference| Quantity(difference).into()),
            difference_amount: row.worth.filter(|_| visible.books).and_then(|worth| visible.costs.show(Amount(round_half_up(worth, AMOUNT_SCALE)))),
            reason: row.line.reason.clone(),
            results: row.line.results.iter().zip(people).map(result).collect(),
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
