//! The handlers of orders: one set for every kind. [`super::routes`] puts them at the paths of the kinds.

use actors::store::StoreError;
use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::order::kinds::RECEIVE;
use bus_schemas::order::process::{ADD, Does, EDIT, Step};
use bus_schemas::order::{ExtraRights, LINES_MAX, OrderAction, OrderDone, OrderKind};
use entrepot_store::identity::rights::Rights;
use entrepot_store::listing::ListError;
use entrepot_store::listing::ListQuery;
use entrepot_store::listing::columns::ListFailure;
use entrepot_store::order::list::{ListedOrders, SALES_AMOUNT, TOTAL_AMOUNT};
use entrepot_store::order::rows::ListedOrder;
use entrepot_store::scope::Scope;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::body::OrderBody;
use super::export::{Orders, Rows};
use super::fields::OrderFields;
use super::papers::{self, Papers};
use super::pick_views::PickListView;
use super::read_only;
use super::service::{Intention, OrderService, holding};
use super::step_body::{RestoreBody, StepBody};
use super::views::{OrderChanged, OrderRow, OrderView};
use crate::base::Base;
use crate::config::services::Clients;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::exchange::Exchange;
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::file_answer::PdfFile;
use crate::http::parameters::{Flag, Ids, List, Whole};
use crate::http::routes::{Allow, Takes};
use crate::http::views::ListPage;
use crate::identity::admin_request::{asked_node, caller, holds, scope, scope_by, scope_for};
use crate::identity::cost::CostMask;
use crate::identity::order_rights::{BACKDATE, EXPIRED, OVER, Person};
use crate::print::orders::Form;
use crate::print::service::Printer;

/// What the handlers need.
#[derive(Clone)]
pub struct Parts {
    pub service: OrderService,
    /// What clients written for BuildAdmin send beside.
    pub clients: Clients,
    pub base: Base,
    pub printer: Printer,
    pub exchange: Exchange,
}

/// What one kind of orders answers. `ORDER` in a summary is the kind's noun.
pub struct KindApi {
    pub kind: OrderKind,
    pub parts: Parts,
}

/// The way back of deleted orders of one kind.
pub struct RestoreApi {
    pub kind: OrderKind,
    pub parts: Parts,
}

/// One step of one kind.
pub struct StepApi {
    pub kind: OrderKind,
    pub step: &'static Step,
    pub parts: Parts,
}

/// Review and movement of one kind in one request.
pub struct ReviewStockApi {
    pub kind: OrderKind,
    /// What is done, one after the other.
    pub steps: [&'static Step; 2],
    pub parts: Parts,
}

/// The pick list of a kind whose orders reserve goods.
pub struct PicksApi {
    pub kind: OrderKind,
    pub parts: Parts,
}

pub(super) fn person(request: &Request, kind: OrderKind) -> Result<Person, ApiError> {
    let caller = caller(request)?;
    let holds = |right: &str| holds(caller, &kind.node(right));
    let may = ExtraRights { over: holds(OVER), backdate: holds(BACKDATE), expired: holds(EXPIRED), overrule: caller.rights.everything };
    Ok(Person { admin: caller.id(), scope: scope(request)?, may })
}

/// The same by means of the permission of an action, where a request needs more than one.
fn person_by(request: &Request, kind: OrderKind, action: &str) -> Result<Person, ApiError> {
    Ok(Person { scope: scope_for(request, &kind.node(action).to_lowercase())?, ..person(request, kind)? })
}

/// Somebody who may change an order: by the permission for it, or, where that does not allow it, by the one to add orders if
/// they made it.
async fn editor(request: &Request, service: &OrderService, kind: OrderKind, order: OrderId) -> Result<Person, ApiError> {
    let (person, caller) = (person(request, kind)?, caller(request)?);
    let edit = kind.node(EDIT);
    let holds_edit = asked_node(request) == Some(edit.as_str());
    if holds_edit && caller.rights.are_whole() {
        return Ok(person);
    }
    let sides = service.sides(order).await?;
    match sides {
        Some(sides) if holds_edit && caller.rights.permits_on(&edit, sides.warehouse, sides.created_by) => Ok(person),
        Some(sides) if sides.is_authors(kind, caller.admin.id, &caller.rights) => {
            let scope = Scope { everything: false, owners: Some(vec![caller.admin.id]), ..scope_by(request, &kind.node(ADD))? };
            Ok(Person { scope, ..person })
        }
        _ if holds_edit => Ok(person),
        // An order of others is refused like one that is not there.
        _ => Err(ApiError::NoPermission),
    }
}

fn intention(command: Option<&String>, version: Option<i64>) -> Result<Intention, ApiError> {
    let command = command.map(CommandId::new).transpose().map_err(|_| ApiError::field("command_id", "error.command_id"))?;
    Ok(Intention { command, version })
}

/// What a row of an export is.
fn whose(rows: &Query<Option<String>>) -> Result<Rows, ApiError> {
    Rows::parse(rows.0.as_deref()).ok_or_else(|| ApiError::field("rows", "error.choice"))
}

/// A list as its reader may sort and filter it: by prices that they see. Refused where they see none of the kind's.
fn by_shown_prices(kind: OrderKind, list: ListQuery, rights: &Rights) -> Result<ListQuery, ApiError> {
    let asked = list.asked().map(|filter| &filter.field).chain(list.order.iter().map(|(column, _)| column)).any(|column| column == TOTAL_AMOUNT);
    if asked && !papers::priced(kind, rights) {
        return Err(ListFailure::from(ListError::Column(TOTAL_AMOUNT.to_owned())).into());
    }
    let all = kind.transfers || CostMask::of(rights).sees();
    Ok(if all { list } else { list.with_column(TOTAL_AMOUNT, SALES_AMOUNT) })
}

/// The answer to a change, with the next actions that its sender may take.
pub async fn changed(request: &Request, service: &OrderService, kind: OrderKind, changed: OrderDone) -> Answer<OrderChanged> {
    let changed = service.keep_permitted(kind, changed, caller(request)?).await?;
    Ok(done("ok", OrderChanged::new(kind, changed)?))
}

#[OpenApi(tag = "Takes::Lines")]
impl KindApi {
    /// ORDERs
    #[oai(path = "/index", method = "get", operation_id = "Index")]
    async fn index(
        &self,
        request: &Request,
        list: List,
        /// Instead of the others those that were deleted: they can be restored.
        deleted: Query<Flag>,
        /// Only those that hold a line with this product.
        product_id: Query<Whole>,
    ) -> Answer<ListPage<OrderFields>> {
        let (person, list) = (person(request, self.kind)?, holding(list.0, product_id.0.0));
        let lives = if deleted.0.0 { ListedOrders::Deleted } else { ListedOrders::Present };
        let caller = caller(request)?;
        let rights = &caller.rights;
        let list = by_shown_prices(self.kind, list, rights)?;
        let (page, sees) = (self.parts.service.list(self.kind, list, lives, &person).await?, CostMask::of(rights).sees());
        let listed = |row: &ListedOrder| {
            let mut fields = OrderFields::listed(self.kind, row)?;
            fields.hide_other_side(&row.head, &person.scope);
            fields.hide_prices(self.kind, &row.head, sees);
            fields.keep_permitted(self.kind, &row.head, caller);
            Ok::<_, StoreError>(fields)
        };
        let rows = page.list.iter().map(listed).collect::<Result<_, _>>()?;
        Ok(ok(ListPage::new(rows, page.total)))
    }

    /// The ORDERs of a list as a file, a row for each, or for each of their lines (rows=lines): begins a task
    #[oai(path = "/export", method = "post", operation_id = "Export")]
    async fn export(
        &self,
        request: &Request,
        list: List,
        /// Only those that hold a line with this product.
        product_id: Query<Whole>,
        file: FileOptions,
        rows: Query<Option<String>>,
    ) -> Answer<ExportBegun> {
        let list = by_shown_prices(self.kind, holding(list.0, product_id.0.0), &caller(request)?.rights)?;
        let orders = Orders::of(self.kind, list, whose(&rows)?);
        export_list(request, orders, file).await
    }

    /// The columns that an export of ORDERs may have, or one of their lines (rows=lines)
    #[oai(path = "/exportColumns", method = "get", operation_id = "ExportColumns", tag = "Allow::Page")]
    async fn export_columns(&self, request: &Request, rows: Query<Option<String>>) -> Answer<ExportColumns> {
        columns_of(request, &Orders::of(self.kind, ListQuery::default(), whose(&rows)?))
    }

    /// One ORDER with its lines and history
    #[oai(path = "/edit", method = "get", operation_id = "Detail", tag = "Allow::Author")]
    async fn detail(&self, request: &Request, id: Query<Whole>) -> Answer<OrderRow> {
        let order = OrderId(id.0.required("id")?);
        let person = editor(request, &self.parts.service, self.kind, order).await?;
        let order = self.parts.service.detail(self.kind, order, &person).await?;
        let mut row = OrderView::new(self.kind, &order)?;
        row.hide_other_side(&order.head, &person.scope);
        row.fields.keep_permitted(self.kind, &order.head, caller(request)?);
        let sees = CostMask::of(&caller(request)?.rights).sees();
        row.hide_prices(self.kind, &order.head, sees);
        if sees {
            row.beside.differences = self.parts.service.differences(&order).await?;
            row.beside.show_value(self.parts.service.goods_value(self.kind, &order, &person).await?);
        }
        Ok(ok(OrderRow { row }))
    }

    /// Create an ORDER
    #[oai(path = "/add", method = "post", operation_id = "Add")]
    async fn add(&self, request: &Request, body: Body<OrderBody>) -> Answer<OrderChanged> {
        let (mut body, person, service) = (body.0, person(request, self.kind)?, &self.parts.service);
        body.remove_ignored(|name| self.parts.clients.ignores(name));
        let intention = intention(body.command_id.as_ref(), None)?;
        if let Some(known) = service.created(self.kind, &intention, &person).await? {
            return changed(request, service, self.kind, known).await;
        }
        read_only::check(self.kind, &body, None)?;
        let today = match body.warehouse(self.kind) {
            Some(warehouse) => service.today_at(warehouse).await?,
            None => service.today(),
        };
        let draft = body.draft(self.kind, &today)?;
        changed(request, service, self.kind, service.create(self.kind, draft, intention, &person).await?).await
    }

    /// Change a pending ORDER
    #[oai(path = "/edit", method = "post", operation_id = "Edit", tag = "Allow::Author")]
    async fn edit(&self, request: &Request, body: Body<OrderBody>) -> Answer<OrderChanged> {
        let (mut body, service) = (body.0, &self.parts.service);
        body.remove_ignored(|name| self.parts.clients.ignores(name));
        let order = OrderId(body.id.ok_or_else(|| ApiError::field("id", "error.required"))?);
        let person = editor(request, service, self.kind, order).await?;
        service.require_step(self.kind, order, EDIT, &person).await?;
        let change = body.change(self.kind)?;
        if change.lines.as_ref().is_some_and(|lines| lines.len() > LINES_MAX) {
            return Err(ApiError::field("lines", "error.lines.many"));
        }
        if body.sends_others() {
            let current = service.detail(self.kind, order, &person).await?;
            let mut shown = OrderView::new(self.kind, &current)?;
            shown.hide_prices(self.kind, &current.head, CostMask::of(&caller(request)?.rights).sees());
            shown.fields.keep_permitted(self.kind, &current.head, caller(request)?);
            read_only::check(self.kind, &body, Some(&shown))?;
        }
        let intention = intention(body.command_id.as_ref(), body.version)?;
        changed(request, service, self.kind, service.edit(self.kind, order, change, intention, &person).await?).await
    }

    /// Papers of ORDERs as one PDF
    #[oai(path = "/print", method = "get", operation_id = "Print")]
    async fn print(
        &self,
        request: &Request,
        #[oai(name = "ids[]")] ids: Ids,
        /// `order`; what leaves has `delivery` and `pick` as well, what comes in `receipt`
        form: Query<Option<String>>,
    ) -> Result<PdfFile, ApiError> {
        let form = Form::of(self.kind, form.0.as_deref().unwrap_or_default()).ok_or_else(|| ApiError::field("form", "error.choice"))?;
        let caller = caller(request)?;
        let (sees_cost, contacts) = (CostMask::of(&caller.rights).sees(), papers::contacts(&caller.rights));
        let wanted = Papers { kind: self.kind, form, sees_cost, contacts, who: caller.admin.nickname.clone() };
        Ok(papers::print(&self.parts.printer, &self.parts.service, ids.0, wanted, &person(request, self.kind)?).await?.into())
    }

    /// Delete pending ORDERs
    #[oai(path = "/del", method = "delete", operation_id = "Del")]
    async fn del(&self, request: &Request, #[oai(name = "ids[]")] ids: Ids) -> Answer<Nothing> {
        self.parts.service.delete(self.kind, ids.0, &person(request, self.kind)?).await?;
        Ok(done("deleted", Nothing))
    }
}

#[OpenApi]
impl RestoreApi {
    /// Take back the deletion of an ORDER
    #[oai(path = "/restore", method = "post", operation_id = "Restore")]
    async fn restore(&self, request: &Request, body: Body<RestoreBody>) -> Answer<OrderChanged> {
        let (body, person, service) = (body.0, person(request, self.kind)?, &self.parts.service);
        let intention = intention(body.command_id.as_ref(), body.version)?;
        changed(request, service, self.kind, service.restore(self.kind, OrderId(body.id), intention, &person).await?).await
    }
}

#[OpenApi(tag = "Takes::Lines")]
impl StepApi {
    /// A step of an ORDER
    #[oai(path = "/step", method = "post", operation_id = "Step")]
    async fn step(&self, request: &Request, body: Body<StepBody>) -> Answer<OrderChanged> {
        let body = body.0;
        let moves = matches!(
            self.step.does,
            Does::Move(_) | Does::Shift | Does::Arrive(_) | Does::Refuse | Does::Lose(_) | Does::Reverse | Does::Return | Does::SendBack
        );
        let parts = if moves { body.parts()? } else { None };
        // Of a reversal no parts are none: what nobody has named is not taken back.
        let parts = if self.step.does == Does::Reverse { Some(parts.unwrap_or_default()) } else { parts };
        if let Some(other) = self.step.needs {
            if !holds(caller(request)?, &self.kind.node(other)) {
                return Err(ApiError::NoPermission);
            }
            self.parts.service.require_step(self.kind, OrderId(body.id), self.step.name, &person_by(request, self.kind, other)?).await?;
        }
        let action = OrderAction::Step { step: self.step.name.to_owned(), parts, reason: body.reason.clone(), details: Box::new(body.details()?) };
        let intention = intention(body.command_id.as_ref(), body.version)?;
        let (person, service, order) = (person(request, self.kind)?, &self.parts.service, OrderId(body.id));
        let done = if self.step.does == Does::Reverse && self.kind.transfers {
            let receives = holds(caller(request)?, &self.kind.node(RECEIVE));
            let receiver = receives.then(|| person_by(request, self.kind, RECEIVE)).transpose()?;
            service.take_back_transfer(self.kind, order, action, intention, (&person, receiver.as_ref())).await?
        } else {
            service.step(self.kind, order, action, intention, &person).await?
        };
        changed(request, service, self.kind, done).await
    }
}

#[OpenApi(tag = "Takes::Lines")]
impl ReviewStockApi {
    /// Review an ORDER and move all that is open: for those who may do both
    #[oai(path = "/reviewStock", method = "post", operation_id = "ReviewStock", tag = "Allow::Page")]
    async fn review_stock(&self, request: &Request, body: Body<StepBody>) -> Answer<OrderChanged> {
        let body = body.0;
        let caller = caller(request)?;
        if !self.steps.iter().all(|step| holds(caller, &self.kind.node(step.name))) {
            return Err(ApiError::NoPermission);
        }
        let [review, stock] = self.steps.map(|step| step.name.to_owned());
        let details = body.details()?;
        let review = OrderAction::Step { step: review, parts: None, reason: body.reason.clone(), details: Box::new(details.clone()) };
        let stock = OrderAction::Step { step: stock, parts: body.parts()?, reason: None, details: Box::new(details) };
        let (reviewer, person) = (person_by(request, self.kind, review.name())?, person_by(request, self.kind, stock.name())?);
        let (steps, intention) = ([(review, &reviewer), (stock, &person)], intention(body.command_id.as_ref(), body.version)?);
        let service = &self.parts.service;
        changed(request, service, self.kind, service.review_and_stock(self.kind, OrderId(body.id), steps, intention).await?).await
    }
}

#[OpenApi]
impl PicksApi {
    /// What is to be picked for an ORDER, from where and why
    #[oai(path = "/picks", method = "get", operation_id = "Picks", tag = "Allow::Page")]
    async fn picks(&self, request: &Request, id: Query<Whole>) -> Answer<PickListView> {
        let list = self.parts.service.picks(self.kind, OrderId(id.0.required("id")?), &person(request, self.kind)?).await?;
        Ok(ok(PickListView::from(list)))
    }
}
