//! The routes of stock-taking.

use bus_schemas::count::{CountDraft, CountScope, CountStatus};
use bus_schemas::ids::{AdminId, CommandId, CountId, OrderId, WarehouseId};
use entrepot_store::count::list::LineView;
use entrepot_store::listing::{Filter, ListQuery};
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

use super::body::{CountBody, CountEdit, CountStep, ResultBody};
use super::error::CountError;
use super::export::{Lines, Sheets};
use super::intention::{Intention, Person};
use super::line_views::CountLineView;
use super::service::{Change, CountDone, CountService};
use super::views::{CountChanged, CountDetail, CountLimitNames, CountRow, CountView};
use super::visible::VisibleFigures;
use crate::base::Base;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::column_export::{ColumnExport, Keyed};
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::body::Body;
use crate::http::envelope::{Answer, Envelope, done, ok};
use crate::http::error::ApiError;
use crate::http::parameters::{List, Whole};
use crate::http::routes::{Allow, Takes};
use crate::http::views::ListPage;
use crate::identity::admin_request::{caller, scope};

/// Routes of stock-taking.
pub struct StockCount {
    pub base: Base,
    pub counts: CountService,
}

fn person(request: &Request) -> Result<Person, ApiError> {
    let caller = caller(request)?;
    Ok(Person { admin: caller.id(), scope: scope(request)?, everything: caller.rights.everything })
}

fn intention(command: Option<&String>, version: Option<i64>) -> Result<Intention, ApiError> {
    let command = command.map(CommandId::new).transpose().map_err(|_| ApiError::field("command_id", "error.command_id"))?;
    Ok(Intention { command, version })
}

fn changed(request: &Request, changed: Result<CountDone, CountError>) -> Answer<CountChanged> {
    let rights = &caller(request)?.rights;
    Ok::<Json<Envelope<CountChanged>>, ApiError>(done("ok", CountChanged::new(&changed?, rights)))
}

/// Codes of a status are names within.
fn names_for_codes(filter: &mut Filter) {
    if filter.field == "status" {
        let name = |value: &str| {
            let status = value.trim().parse().ok().and_then(CountStatus::of_code);
            status.map_or_else(|| value.to_owned(), |status| status.as_str().to_owned())
        };
        filter.values = filter.values.iter().flat_map(|value| value.split(',')).map(name).collect();
        if filter.operator.eq_ignore_ascii_case("LIKE") {
            filter.operator = "IN".into();
        }
    }
}

/// Whether a row of an export is a line of a sheet.
fn of_lines(rows: &Query<Option<String>>) -> Result<bool, ApiError> {
    match rows.0.as_deref() {
        None | Some("sheets") => Ok(false),
        Some("lines") => Ok(true),
        Some(_) => Err(ApiError::field("rows", "error.choice")),
    }
}

/// Which lines a request asks for.
fn line_view(view: &Query<Option<String>>) -> Result<LineView, ApiError> {
    LineView::named(view.0.as_deref().unwrap_or_default()).ok_or_else(|| ApiError::field("view", "error.choice"))
}

impl StockCount {
    fn service(&self) -> &CountService {
        &self.counts
    }
}

#[OpenApi]
impl StockCount {
    /// Count sheets
    #[oai(path = "/admin/warehouse.StockCount/index", method = "get", operation_id = "stockCountIndex")]
    async fn index(&self, request: &Request, list: List) -> Answer<ListPage<CountRow>> {
        let mut query = list.0;
        query.filters.iter_mut().chain(&mut query.init).for_each(names_for_codes);
        let page = self.base.store().list_counts(&query, &scope(request)?).await?;
        let rights = &caller(request)?.rights;
        Ok(ok(ListPage::new(page.list.iter().map(|row| CountRow::new(row, VisibleFigures::of(&row.sheet, rights), rights)).collect(), page.total)))
    }

    /// Count sheets as a file, or the lines of one (rows=lines with its id): begins a task
    #[oai(path = "/admin/warehouse.StockCount/export", method = "post", operation_id = "stockCountExport")]
    async fn export(
        &self,
        request: &Request,
        list: List,
        file: FileOptions,
        /// sheets, which is what nothing means, or lines.
        rows: Query<Option<String>>,
        /// The sheet whose lines are exported.
        id: Query<Whole>,
        /// Which of its lines: as the list of lines has it.
        view: Query<Option<String>>,
    ) -> Answer<ExportBegun> {
        if of_lines(&rows)? {
            let (sheet, visible) = self.seen(request, &id).await?;
            return export_list(request, ColumnExport(Lines::of(sheet, visible, list.0, line_view(&view)?)), file).await;
        }
        let mut query = list.0;
        query.filters.iter_mut().chain(&mut query.init).for_each(names_for_codes);
        export_list(request, ColumnExport(Keyed::<Sheets>::of(query)), file).await
    }

    /// The columns that an export of count sheets may have, or one of the lines of a sheet (rows=lines with its id)
    #[oai(path = "/admin/warehouse.StockCount/exportColumns", method = "get", operation_id = "stockCountExportColumns", tag = "Allow::Page")]
    async fn export_columns(
        &self,
        request: &Request,
        /// sheets, which is what nothing means, or lines.
        rows: Query<Option<String>>,
        /// The sheet whose lines are exported.
        id: Query<Whole>,
    ) -> Answer<ExportColumns> {
        if of_lines(&rows)? {
            let (sheet, visible) = self.seen(request, &id).await?;
            return columns_of(request, &ColumnExport(Lines::of(sheet, visible, ListQuery::default(), LineView::All)));
        }
        columns_of(request, &ColumnExport(Keyed::<Sheets>::of(ListQuery::default())))
    }

    /// One count sheet, without its lines
    #[oai(path = "/admin/warehouse.StockCount/detail", method = "get", operation_id = "stockCountDetail", tag = "Allow::Page")]
    async fn detail(&self, request: &Request, id: Query<Whole>) -> Answer<CountDetail> {
        Ok(ok(self.detail_of(request, CountId(id.0.required("id")?)).await?))
    }

    /// Lines of a count sheet, in the order in which they are walked
    #[oai(path = "/admin/warehouse.StockCount/lines", method = "get", operation_id = "stockCountLines", tag = "Allow::Page")]
    async fn lines(
        &self,
        request: &Request,
        list: List,
        /// The sheet.
        id: Query<Whole>,
        /// all, not_counted, counted, equal, different, recount or found. Of a blind sheet that is being counted,
        /// equal and different are the same as counted.
        view: Query<Option<String>>,
    ) -> Answer<ListPage<CountLineView>> {
        let sheet = self.service().sheet(CountId(id.0.required("id")?), &person(request)?).await?;
        let visible = VisibleFigures::of(&sheet, &caller(request)?.rights);
        let page = self.base.store().list_count_lines(&sheet, &list.0, visible.view(line_view(&view)?), visible.open()).await?;
        Ok(ok(ListPage::new(page.list.into_iter().map(|row| CountLineView::new(row, visible)).collect(), page.total)))
    }

    /// Make a count sheet
    #[oai(path = "/admin/warehouse.StockCount/add", method = "post", operation_id = "stockCountAdd", tag = "Takes::Lines")]
    async fn add(&self, request: &Request, body: Body<CountBody>) -> Answer<CountChanged> {
        let body = body.0;
        let days = body.moved_days.map(|days| u32::try_from(days).map_err(|_| ApiError::field("moved_days", "error.range"))).transpose()?;
        let draft = CountDraft {
            warehouse: WarehouseId(body.warehouses_id),
            scope: CountScope { areas: body.area_ids, categories: body.category_ids, products: body.product_ids, moved_days: days },
            blind: !body.open,
            remark: body.remark,
            admin: body.admin_id.map(AdminId),
        };
        let intention = intention(body.command_id.as_ref(), None)?;
        changed(request, self.service().create(draft, intention, &person(request)?).await)
    }

    /// Change remark, person in charge and reasons of a count sheet
    #[oai(path = "/admin/warehouse.StockCount/edit", method = "post", operation_id = "stockCountEdit", tag = "Takes::Lines")]
    async fn edit(&self, request: &Request, body: Body<CountEdit>) -> Answer<CountChanged> {
        let intention = intention(body.0.command_id.as_ref(), body.0.version)?;
        changed(request, self.service().edit(&body.0, intention, &person(request)?).await)
    }

    /// Save what somebody counted at one place; the book figure is taken at this moment
    #[oai(path = "/admin/warehouse.StockCount/count", method = "post", operation_id = "stockCountCount")]
    async fn count(&self, request: &Request, body: Body<ResultBody>) -> Answer<CountChanged> {
        let intention = intention(body.0.command_id.as_ref(), None)?;
        changed(request, self.service().count(&body.0, intention, &person(request)?).await)
    }

    /// Hand a count sheet to the reviewers
    #[oai(path = "/admin/warehouse.StockCount/submit", method = "post", operation_id = "stockCountSubmit")]
    async fn submit(&self, request: &Request, body: Body<CountStep>) -> Answer<CountChanged> {
        let intention = intention(body.0.command_id.as_ref(), body.0.version)?;
        changed(request, self.service().change(CountId(body.0.id), &Change::Submit, intention, &person(request)?).await)
    }

    /// Ask for lines to be counted again
    #[oai(path = "/admin/warehouse.StockCount/recount", method = "post", operation_id = "stockCountRecount", tag = "Takes::Lines")]
    async fn recount(&self, request: &Request, body: Body<CountStep>) -> Answer<CountChanged> {
        let intention = intention(body.0.command_id.as_ref(), body.0.version)?;
        let change = Change::Recount(body.0.lines);
        changed(request, self.service().change(CountId(body.0.id), &change, intention, &person(request)?).await)
    }

    /// Post the differences of a submitted count sheet
    #[oai(path = "/admin/warehouse.StockCount/post", method = "post", operation_id = "stockCountPost")]
    async fn post(&self, request: &Request, body: Body<CountStep>) -> Answer<CountChanged> {
        let intention = intention(body.0.command_id.as_ref(), body.0.version)?;
        changed(request, self.service().post(CountId(body.0.id), body.0.reason.as_deref(), intention, &person(request)?).await)
    }

    /// Give a count sheet up
    #[oai(path = "/admin/warehouse.StockCount/void", method = "post", operation_id = "stockCountVoid")]
    async fn void(&self, request: &Request, body: Body<CountStep>) -> Answer<CountChanged> {
        let intention = intention(body.0.command_id.as_ref(), body.0.version)?;
        let change = Change::Void(body.0.reason.unwrap_or_default());
        changed(request, self.service().change(CountId(body.0.id), &change, intention, &person(request)?).await)
    }

    /// Set the lines that nobody counted to zero
    #[oai(path = "/admin/warehouse.StockCount/zeroRest", method = "post", operation_id = "stockCountZeroRest")]
    async fn zero_rest(&self, request: &Request, body: Body<CountStep>) -> Answer<CountChanged> {
        let intention = intention(body.0.command_id.as_ref(), body.0.version)?;
        let confirmed = body.0.confirmed.and_then(|lines| u32::try_from(lines).ok()).ok_or_else(|| ApiError::field("confirmed", "error.required"))?;
        changed(request, self.service().change(CountId(body.0.id), &Change::ZeroRest(confirmed), intention, &person(request)?).await)
    }
}

impl StockCount {
    /// The sheet that a request names, and what the caller may see of it.
    async fn seen(&self, request: &Request, id: &Query<Whole>) -> Result<(CountId, VisibleFigures), ApiError> {
        let sheet = self.service().sheet(CountId(id.0.required("id")?), &person(request)?).await?;
        Ok((sheet.id, VisibleFigures::of(&sheet, &caller(request)?.rights)))
    }

    async fn detail_of(&self, request: &Request, sheet: CountId) -> Result<CountDetail, ApiError> {
        let found = self.base.store().count_detail(sheet, &scope(request)?).await?;
        let (row, history) = found.ok_or_else(|| ApiError::refused("error.not_found"))?;
        let lost: Vec<OrderId> = row.sheet.posting.iter().flat_map(|posting| &posting.lost).map(|lost| lost.order).collect();
        let orders = if lost.is_empty() { vec![] } else { self.base.store().orders_that_lost(&lost).await? };
        let named = CountLimitNames::from(self.base.store().count_limits(&row.sheet.scope).await?);
        let rights = &caller(request)?.rights;
        let visible = VisibleFigures::of(&row.sheet, rights);
        let worth = if visible.total(&row.sheet) { Some(self.base.store().count_worth(sheet).await?) } else { None };
        Ok(CountDetail { row: CountView::new((&row, named, worth), &history, &orders, visible, rights) })
    }
}
