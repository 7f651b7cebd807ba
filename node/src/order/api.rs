//! Inbound and outbound orders.

use actors::order::deletion::{Deletion, DeletionError};
use actors::order::edit;
use actors::order::rules;
use bus_schemas::ids::{CommandKey, OrderId, WarehouseId};
use bus_schemas::order::{LINES_MAX, OrderAction, OrderCommand, OrderDraft, OrderKind, OrderRefusal, OrderReply, OrderRequest, OrderType};
use entrepot_store::listing::Filter;
use entrepot_store::scope::Scope;
use poem::Request;
use poem_openapi::OpenApi;
use serde_json::{Value, json};

use super::body::{OrderBody, StepBody, command_id, shown};
use super::read_only;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::http::guard::{caller, scope};
use crate::http::listing::{ids, list_query, parameter};
use crate::node::Node;

/// How long a command may wait, in milliseconds: less than a request may take.
const DEADLINE_MS: i64 = 8_000;

/// Most orders that are deleted together.
const DELETED_MAX: usize = 200;

/// Endpoints of orders.
pub struct Orders(pub Node);

#[OpenApi]
impl Orders {
    /// Inbound orders
    #[oai(path = "/admin/warehouse.InboundOrder/index", method = "get", operation_id = "inboundOrderIndex")]
    async fn inbound_index(&self, request: &Request) -> Answer {
        self.index(OrderKind::Inbound, request).await
    }

    /// Outbound orders
    #[oai(path = "/admin/warehouse.OutboundOrder/index", method = "get", operation_id = "outboundOrderIndex")]
    async fn outbound_index(&self, request: &Request) -> Answer {
        self.index(OrderKind::Outbound, request).await
    }

    /// One inbound order with its lines and history
    #[oai(path = "/admin/warehouse.InboundOrder/edit", method = "get", operation_id = "inboundOrderDetail")]
    async fn inbound_detail(&self, request: &Request) -> Answer {
        self.detail(OrderKind::Inbound, request).await
    }

    /// One outbound order with its lines and history
    #[oai(path = "/admin/warehouse.OutboundOrder/edit", method = "get", operation_id = "outboundOrderDetail")]
    async fn outbound_detail(&self, request: &Request) -> Answer {
        self.detail(OrderKind::Outbound, request).await
    }

    /// Create an inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/add", method = "post", operation_id = "inboundOrderAdd")]
    async fn inbound_add(&self, request: &Request, body: Body<OrderBody>) -> Answer {
        self.add(OrderKind::Inbound, request, body.0).await
    }

    /// Create an outbound order
    #[oai(path = "/admin/warehouse.OutboundOrder/add", method = "post", operation_id = "outboundOrderAdd")]
    async fn outbound_add(&self, request: &Request, body: Body<OrderBody>) -> Answer {
        self.add(OrderKind::Outbound, request, body.0).await
    }

    /// Change a pending inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/edit", method = "post", operation_id = "inboundOrderEdit")]
    async fn inbound_edit(&self, request: &Request, body: Body<OrderBody>) -> Answer {
        self.edit(OrderKind::Inbound, request, body.0).await
    }

    /// Change a pending outbound order
    #[oai(path = "/admin/warehouse.OutboundOrder/edit", method = "post", operation_id = "outboundOrderEdit")]
    async fn outbound_edit(&self, request: &Request, body: Body<OrderBody>) -> Answer {
        self.edit(OrderKind::Outbound, request, body.0).await
    }

    /// Review an inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/audit", method = "post", operation_id = "inboundOrderAudit")]
    async fn inbound_audit(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::Inbound, request, &body.0, OrderAction::Audit).await
    }

    /// Review an outbound order: reserves its goods
    #[oai(path = "/admin/warehouse.OutboundOrder/audit", method = "post", operation_id = "outboundOrderAudit")]
    async fn outbound_audit(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::Outbound, request, &body.0, OrderAction::Audit).await
    }

    /// Take back the review of an inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/takeBack", method = "post", operation_id = "inboundOrderTakeBack")]
    async fn inbound_take_back(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::Inbound, request, &body.0, OrderAction::TakeBack).await
    }

    /// Take back the review of an outbound order: releases its goods
    #[oai(path = "/admin/warehouse.OutboundOrder/takeBack", method = "post", operation_id = "outboundOrderTakeBack")]
    async fn outbound_take_back(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::Outbound, request, &body.0, OrderAction::TakeBack).await
    }

    /// Stock in: all that is open, or the named parts
    #[oai(path = "/admin/warehouse.InboundOrder/stock", method = "post", operation_id = "inboundOrderStock")]
    async fn inbound_stock(&self, request: &Request, body: Body<StepBody>) -> Answer {
        let parts = body.0.parts()?;
        self.step(OrderKind::Inbound, request, &body.0, OrderAction::Stock { parts }).await
    }

    /// Stock out: all that is open, or the named parts
    #[oai(path = "/admin/warehouse.OutboundOrder/stock", method = "post", operation_id = "outboundOrderStock")]
    async fn outbound_stock(&self, request: &Request, body: Body<StepBody>) -> Answer {
        let parts = body.0.parts()?;
        self.step(OrderKind::Outbound, request, &body.0, OrderAction::Stock { parts }).await
    }

    /// End a partly stocked inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/close", method = "post", operation_id = "inboundOrderClose")]
    async fn inbound_close(&self, request: &Request, body: Body<StepBody>) -> Answer {
        let reason = body.0.reason.clone().unwrap_or_default();
        self.step(OrderKind::Inbound, request, &body.0, OrderAction::Close { reason }).await
    }

    /// End a partly stocked outbound order: releases the rest
    #[oai(path = "/admin/warehouse.OutboundOrder/close", method = "post", operation_id = "outboundOrderClose")]
    async fn outbound_close(&self, request: &Request, body: Body<StepBody>) -> Answer {
        let reason = body.0.reason.clone().unwrap_or_default();
        self.step(OrderKind::Outbound, request, &body.0, OrderAction::Close { reason }).await
    }

    /// Void an inbound order that has not moved
    #[oai(path = "/admin/warehouse.InboundOrder/void", method = "post", operation_id = "inboundOrderVoid")]
    async fn inbound_void(&self, request: &Request, body: Body<StepBody>) -> Answer {
        let reason = body.0.reason.clone().unwrap_or_default();
        self.step(OrderKind::Inbound, request, &body.0, OrderAction::Void { reason }).await
    }

    /// Void an outbound order that has not moved: releases its goods
    #[oai(path = "/admin/warehouse.OutboundOrder/void", method = "post", operation_id = "outboundOrderVoid")]
    async fn outbound_void(&self, request: &Request, body: Body<StepBody>) -> Answer {
        let reason = body.0.reason.clone().unwrap_or_default();
        self.step(OrderKind::Outbound, request, &body.0, OrderAction::Void { reason }).await
    }

    /// Delete pending inbound orders
    #[oai(path = "/admin/warehouse.InboundOrder/del", method = "delete", operation_id = "inboundOrderDel")]
    async fn inbound_del(&self, request: &Request) -> Answer {
        self.del(OrderKind::Inbound, request).await
    }

    /// Delete pending outbound orders
    #[oai(path = "/admin/warehouse.OutboundOrder/del", method = "delete", operation_id = "outboundOrderDel")]
    async fn outbound_del(&self, request: &Request) -> Answer {
        self.del(OrderKind::Outbound, request).await
    }
}

/// Status and type are codes outside and names within.
fn named(kind: OrderKind, filter: &mut Filter) {
    let name = |value: &str| {
        let code: i64 = value.trim().parse().ok()?;
        let json = match filter.field.as_str() {
            "status" => serde_json::to_value(bus_schemas::order::OrderStatus::from_code(code)?),
            _ => serde_json::to_value(OrderType::from_code(kind, code)?),
        };
        json.ok()?.as_str().map(str::to_owned)
    };
    if filter.field == "status" || filter.field == "type" {
        let values = filter.values.iter().flat_map(|value| value.split(','));
        filter.values = values.map(|value| name(value).unwrap_or_else(|| value.to_owned())).collect();
        if filter.operator.eq_ignore_ascii_case("LIKE") {
            filter.operator = "IN".into();
        }
    }
}

impl Orders {
    async fn index(&self, kind: OrderKind, request: &Request) -> Answer {
        let mut query = list_query(request, self.0.config().time_zone);
        for filter in query.filters.iter_mut().chain(&mut query.init) {
            named(kind, filter);
        }
        let page = self.0.store().list_orders(kind, &query, &scope(request)?).await?;
        let list: Vec<Value> = page.list.iter().map(|row| shown(kind, row, &allowed_of(row))).collect();
        Ok(ok(json!({ "list": list, "total": page.total, "remark": "" })))
    }

    async fn detail(&self, kind: OrderKind, request: &Request) -> Answer {
        let id = parameter(request, "id").and_then(|id| id.parse().ok()).ok_or_else(|| ApiError::field("id", "error.required"))?;
        let row = self.0.store().order_detail(kind, OrderId(id), &scope(request)?).await?.ok_or_else(|| ApiError::refused("error.not_found"))?;
        Ok(ok(json!({ "row": shown(kind, &row, &allowed_of(&row)) })))
    }

    async fn add(&self, kind: OrderKind, request: &Request, mut body: OrderBody) -> Answer {
        body.pass_over(|name| self.0.config().services.clients.ignores(name));
        let admin = caller(request)?.id();
        let id = CommandKey::of(admin, command_id(body.command_id.as_ref())?);
        let orders = self.0.system().orders();
        if body.command_id.is_some()
            && let Some(remembered) = orders.store().find_command(&id).await?
        {
            let done = remembered.answer(kind, None, "add").map_err(|refusal| (kind, refusal))?;
            self.reach(done.id, request).await?;
            return Ok(answered(kind, done));
        }
        read_only::check(kind, &body, None)?;
        let mut draft = body.draft(kind, &self.0.today())?;
        self.complete(kind, &mut draft, request).await?;
        let order = orders.store().next_id().await?;
        let command =
            OrderCommand { id, admin, version: None, action: OrderAction::Create { draft }, quiet: false, today: self.0.today(), four_eyes: false };
        self.ask(kind, order, command).await
    }

    async fn edit(&self, kind: OrderKind, request: &Request, mut body: OrderBody) -> Answer {
        body.pass_over(|name| self.0.config().services.clients.ignores(name));
        let order = OrderId(body.id.ok_or_else(|| ApiError::field("id", "error.required"))?);
        self.reach(order, request).await?;
        let change = body.change(kind)?;
        if let Some(warehouse) = change.warehouse {
            within(warehouse, request)?;
        }
        if change.lines.as_ref().is_some_and(|lines| lines.len() > LINES_MAX) {
            return Err(ApiError::field("lines", "error.lines.many"));
        }
        if body.sends_others() {
            let current = self.0.store().order_detail(kind, order, &scope(request)?).await?;
            let current = current.ok_or_else(|| ApiError::refused("error.not_found"))?;
            read_only::check(kind, &body, Some(&shown(kind, &current, &[])))?;
        }
        let admin = caller(request)?.id();
        let command = OrderCommand {
            id: CommandKey::of(admin, command_id(body.command_id.as_ref())?),
            admin,
            version: body.version,
            action: OrderAction::Edit { change },
            quiet: false,
            today: self.0.today(),
            four_eyes: false,
        };
        self.ask(kind, order, command).await
    }

    async fn step(&self, kind: OrderKind, request: &Request, body: &StepBody, action: OrderAction) -> Answer {
        self.reach(OrderId(body.id), request).await?;
        let four_eyes = action == OrderAction::Audit && self.four_eyes(kind, OrderId(body.id)).await?;
        let admin = caller(request)?.id();
        let command = OrderCommand {
            id: CommandKey::of(admin, command_id(body.command_id.as_ref())?),
            admin,
            version: body.version,
            action,
            quiet: false,
            today: self.0.today(),
            four_eyes,
        };
        self.ask(kind, OrderId(body.id), command).await
    }

    async fn del(&self, kind: OrderKind, request: &Request) -> Answer {
        let mut ids = ids(request);
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() || ids.len() > DELETED_MAX {
            return Err(ApiError::field("ids", "error.required"));
        }
        for id in &ids {
            self.reach(OrderId(*id), request).await?;
        }
        let admin = caller(request)?.id();
        let command = |id: i64| Ok::<_, ApiError>((OrderId(id), CommandKey::of(admin, command_id(None)?)));
        let several = ids.len() > 1;
        let orders = ids.into_iter().map(command).collect::<Result<_, _>>()?;
        let deletion = Deletion { kind, orders, admin, today: self.0.today() };
        match self.0.system().orders().delete_all(&deletion).await {
            Ok(()) => Ok(done("deleted", Value::Null)),
            Err(DeletionError::Refused { order, number, refusal }) if several => Err(ApiError::not_deleted(kind, order, number, refusal)),
            Err(DeletionError::Refused { refusal, .. }) => Err((kind, refusal).into()),
            Err(DeletionError::Failed(failure)) => Err(failure.into()),
        }
    }

    async fn ask(&self, kind: OrderKind, order: OrderId, command: OrderCommand) -> Answer {
        let request = OrderRequest { kind, order, command, deadline: self.0.now_ms() + DEADLINE_MS };
        match self.0.system().orders().ask(request).await {
            OrderReply::Done(done) => Ok(answered(kind, done)),
            OrderReply::Refused(OrderRefusal::Version { current, changed_by }) => {
                let row = self.0.store().order_detail(kind, order, &Scope::system()).await?;
                let row = row.map(|row| shown(kind, &row, &allowed_of(&row)));
                let facts = json!({ "key": "order.version_conflict", "version": current, "changed_by": changed_by, "current": { "row": row } });
                Err(ApiError::Refused { key: "order.version_conflict", values: vec![], facts })
            }
            OrderReply::Refused(refusal) => Err((kind, refusal).into()),
            OrderReply::Failed(failure) => Err(failure.into()),
        }
    }

    /// Whether the order's warehouse asks for another person to review.
    async fn four_eyes(&self, kind: OrderKind, order: OrderId) -> Result<bool, ApiError> {
        let Some(order) = self.0.system().orders().store().load(kind, order).await? else { return Ok(false) };
        Ok(self.0.store().asks_four_eyes(order.warehouse).await?)
    }

    /// Refuses an order that the caller may not see: as if it were not there.
    async fn reach(&self, order: OrderId, request: &Request) -> Result<(), ApiError> {
        let scope = scope(request)?;
        let limited = scope.only_warehouses().is_some() || scope.only_owners().is_some();
        if limited && !self.0.store().reaches_order(order, &scope).await? { Err(ApiError::refused("error.not_found")) } else { Ok(()) }
    }

    /// Fills in the units, and checks that what the draft refers to exists and is in use.
    async fn complete(&self, kind: OrderKind, draft: &mut OrderDraft, request: &Request) -> Result<(), ApiError> {
        within(draft.warehouse, request)?;
        if draft.lines.len() > LINES_MAX {
            return Err(ApiError::field("lines", "error.lines.many"));
        }
        let facts = self.0.store().order_facts(kind, draft).await?;
        Ok(edit::complete(kind, draft, &facts).map_err(|refusal| (kind, refusal))?)
    }
}

/// Refuses a warehouse that the caller may not see.
fn within(warehouse: WarehouseId, request: &Request) -> Result<(), ApiError> {
    let seen = scope(request)?.only_warehouses().is_none_or(|seen| seen.contains(&warehouse.0));
    if seen { Ok(()) } else { Err(ApiError::field("warehouses_id", "error.reference")) }
}

fn answered(kind: OrderKind, answer: bus_schemas::order::OrderDone) -> poem_openapi::payload::Json<crate::http::envelope::Envelope> {
    let number = if kind == OrderKind::Inbound { "inbound_order_no" } else { "outbound_order_no" };
    let data = json!({
        "id": answer.id, number: answer.number, "status": answer.status.code(), "version": answer.version,
        "allowed": answer.allowed, "repeated": answer.repeated,
    });
    done("ok", data)
}

/// What a listed order's state allows.
fn allowed_of(row: &Value) -> Vec<&'static str> {
    let stocked = row["stocked_quantity"].as_str().and_then(|text| text.parse::<rust_decimal::Decimal>().ok());
    let moved = match (stocked, row["lines"].as_array()) {
        (Some(stocked), _) => !stocked.is_zero(),
        (None, Some(lines)) => {
            lines.iter().any(|line| line["stocked"].as_str().is_some_and(|text| text.parse::<rust_decimal::Decimal>().is_ok_and(|n| !n.is_zero())))
        }
        _ => false,
    };
    let status = serde_json::from_value(row["status"].clone());
    status.map(|status| rules::allowed_in(status, moved)).unwrap_or_default()
}
