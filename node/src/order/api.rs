//! Inbound and outbound orders.

use actors::order::deletion::{Deletion, DeletionError};
use actors::order::rules;
use bus_schemas::ids::{CommandKey, OrderId, WarehouseId};
use bus_schemas::order::kinds::{AUDIT, CLOSE, STOCK, TAKE_BACK, VOID};
use bus_schemas::order::process::Does;
use bus_schemas::order::{LINES_MAX, OrderAction, OrderCommand, OrderKind, OrderRefusal, OrderReply, OrderRequest};
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
        self.index(OrderKind::INBOUND, request).await
    }

    /// Outbound orders
    #[oai(path = "/admin/warehouse.OutboundOrder/index", method = "get", operation_id = "outboundOrderIndex")]
    async fn outbound_index(&self, request: &Request) -> Answer {
        self.index(OrderKind::OUTBOUND, request).await
    }

    /// One inbound order with its lines and history
    #[oai(path = "/admin/warehouse.InboundOrder/edit", method = "get", operation_id = "inboundOrderDetail")]
    async fn inbound_detail(&self, request: &Request) -> Answer {
        self.detail(OrderKind::INBOUND, request).await
    }

    /// One outbound order with its lines and history
    #[oai(path = "/admin/warehouse.OutboundOrder/edit", method = "get", operation_id = "outboundOrderDetail")]
    async fn outbound_detail(&self, request: &Request) -> Answer {
        self.detail(OrderKind::OUTBOUND, request).await
    }

    /// Create an inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/add", method = "post", operation_id = "inboundOrderAdd")]
    async fn inbound_add(&self, request: &Request, body: Body<OrderBody>) -> Answer {
        self.add(OrderKind::INBOUND, request, body.0).await
    }

    /// Create an outbound order
    #[oai(path = "/admin/warehouse.OutboundOrder/add", method = "post", operation_id = "outboundOrderAdd")]
    async fn outbound_add(&self, request: &Request, body: Body<OrderBody>) -> Answer {
        self.add(OrderKind::OUTBOUND, request, body.0).await
    }

    /// Change a pending inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/edit", method = "post", operation_id = "inboundOrderEdit")]
    async fn inbound_edit(&self, request: &Request, body: Body<OrderBody>) -> Answer {
        self.edit(OrderKind::INBOUND, request, body.0).await
    }

    /// Change a pending outbound order
    #[oai(path = "/admin/warehouse.OutboundOrder/edit", method = "post", operation_id = "outboundOrderEdit")]
    async fn outbound_edit(&self, request: &Request, body: Body<OrderBody>) -> Answer {
        self.edit(OrderKind::OUTBOUND, request, body.0).await
    }

    /// Review an inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/audit", method = "post", operation_id = "inboundOrderAudit")]
    async fn inbound_audit(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::INBOUND, request, &body.0, AUDIT).await
    }

    /// Review an outbound order: reserves its goods
    #[oai(path = "/admin/warehouse.OutboundOrder/audit", method = "post", operation_id = "outboundOrderAudit")]
    async fn outbound_audit(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::OUTBOUND, request, &body.0, AUDIT).await
    }

    /// Take back the review of an inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/takeBack", method = "post", operation_id = "inboundOrderTakeBack")]
    async fn inbound_take_back(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::INBOUND, request, &body.0, TAKE_BACK).await
    }

    /// Take back the review of an outbound order: releases its goods
    #[oai(path = "/admin/warehouse.OutboundOrder/takeBack", method = "post", operation_id = "outboundOrderTakeBack")]
    async fn outbound_take_back(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::OUTBOUND, request, &body.0, TAKE_BACK).await
    }

    /// Stock in: all that is open, or the named parts
    #[oai(path = "/admin/warehouse.InboundOrder/stock", method = "post", operation_id = "inboundOrderStock")]
    async fn inbound_stock(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::INBOUND, request, &body.0, STOCK).await
    }

    /// Stock out: all that is open, or the named parts
    #[oai(path = "/admin/warehouse.OutboundOrder/stock", method = "post", operation_id = "outboundOrderStock")]
    async fn outbound_stock(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::OUTBOUND, request, &body.0, STOCK).await
    }

    /// End a partly stocked inbound order
    #[oai(path = "/admin/warehouse.InboundOrder/close", method = "post", operation_id = "inboundOrderClose")]
    async fn inbound_close(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::INBOUND, request, &body.0, CLOSE).await
    }

    /// End a partly stocked outbound order: releases the rest
    #[oai(path = "/admin/warehouse.OutboundOrder/close", method = "post", operation_id = "outboundOrderClose")]
    async fn outbound_close(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::OUTBOUND, request, &body.0, CLOSE).await
    }

    /// Void an inbound order that has not moved
    #[oai(path = "/admin/warehouse.InboundOrder/void", method = "post", operation_id = "inboundOrderVoid")]
    async fn inbound_void(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::INBOUND, request, &body.0, VOID).await
    }

    /// Void an outbound order that has not moved: releases its goods
    #[oai(path = "/admin/warehouse.OutboundOrder/void", method = "post", operation_id = "outboundOrderVoid")]
    async fn outbound_void(&self, request: &Request, body: Body<StepBody>) -> Answer {
        self.step(OrderKind::OUTBOUND, request, &body.0, VOID).await
    }

    /// Delete pending inbound orders
    #[oai(path = "/admin/warehouse.InboundOrder/del", method = "delete", operation_id = "inboundOrderDel")]
    async fn inbound_del(&self, request: &Request) -> Answer {
        self.del(OrderKind::INBOUND, request).await
    }

    /// Delete pending outbound orders
    #[oai(path = "/admin/warehouse.OutboundOrder/del", method = "delete", operation_id = "outboundOrderDel")]
    async fn outbound_del(&self, request: &Request) -> Answer {
        self.del(OrderKind::OUTBOUND, request).await
    }
}

/// Status and type are codes outside and names within.
fn named(kind: OrderKind, filter: &mut Filter) {
    let name = |value: &str| {
        let code: i64 = value.trim().parse().ok()?;
        let name = match filter.field.as_str() {
            "status" => kind.status_of(code)?.as_str(),
            _ => kind.type_of(code)?.as_str(),
        };
        Some(name.to_owned())
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
        let list: Vec<Value> = page.list.iter().map(|row| shown(kind, row, &allowed_of(kind, row))).collect();
        Ok(ok(json!({ "list": list, "total": page.total, "remark": "" })))
    }

    async fn detail(&self, kind: OrderKind, request: &Request) -> Answer {
        let id = parameter(request, "id").and_then(|id| id.parse().ok()).ok_or_else(|| ApiError::field("id", "error.required"))?;
        let row = self.0.store().order_detail(kind, OrderId(id), &scope(request)?).await?.ok_or_else(|| ApiError::refused("error.not_found"))?;
        Ok(ok(json!({ "row": shown(kind, &row, &allowed_of(kind, &row)) })))
    }

    async fn add(&self, kind: OrderKind, request: &Request, mut body: OrderBody) -> Answer {
        body.pass_over(|name| self.0.config().services.clients.ignores(name));
        let admin = caller(request)?.id();
        let id = CommandKey::of(admin, command_id(body.command_id.as_ref())?);
        if body.command_id.is_some()
            && let Some(done) = self.0.system().orders().created(kind, &id).await?.transpose().map_err(|refusal| (kind, refusal))?
        {
            self.reach(done.id, request).await?;
            return Ok(answered(kind, done));
        }
        read_only::check(kind, &body, None)?;
        let draft = body.draft(kind, &self.0.today())?;
        within(draft.warehouse, request)?;
        let command = OrderCommand { id, admin, version: None, action: OrderAction::Create { draft }, quiet: false, today: self.0.today() };
        let reply = self.0.system().orders().create(kind, command, self.0.now_ms() + DEADLINE_MS).await;
        self.answer(kind, None, reply).await
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
        };
        self.ask(kind, order, command).await
    }

    async fn step(&self, kind: OrderKind, request: &Request, body: &StepBody, step: &str) -> Answer {
        self.reach(OrderId(body.id), request).await?;
        let moves = kind.step(step).is_some_and(|step| matches!(step.does, Does::Move(_)));
        let parts = if moves { body.parts()? } else { None };
        let action = OrderAction::Step { step: step.to_owned(), parts, reason: body.reason.clone() };
        let admin = caller(request)?.id();
        let command = OrderCommand {
            id: CommandKey::of(admin, command_id(body.command_id.as_ref())?),
            admin,
            version: body.version,
            action,
            quiet: false,
            today: self.0.today(),
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
        let reply = self.0.system().orders().ask(request).await;
        self.answer(kind, Some(order), reply).await
    }

    async fn answer(&self, kind: OrderKind, order: Option<OrderId>, reply: OrderReply) -> Answer {
        match (reply, order) {
            (OrderReply::Done(done), _) => Ok(answered(kind, done)),
            (OrderReply::Refused(OrderRefusal::Version { current, changed_by }), Some(order)) => {
                let row = self.0.store().order_detail(kind, order, &Scope::system()).await?;
                let row = row.map(|row| shown(kind, &row, &allowed_of(kind, &row)));
                let facts = json!({ "key": "order.version_conflict", "version": current, "changed_by": changed_by, "current": { "row": row } });
                Err(ApiError::Refused { key: "order.version_conflict", values: vec![], facts })
            }
            (OrderReply::Refused(refusal), _) => Err((kind, refusal).into()),
            (OrderReply::Failed(failure), _) => Err(failure.into()),
        }
    }

    /// Refuses an order outside the caller's scope as if it did not exist.
    async fn reach(&self, order: OrderId, request: &Request) -> Result<(), ApiError> {
        let scope = scope(request)?;
        let limited = scope.only_warehouses().is_some() || scope.only_owners().is_some();
        if limited && !self.0.store().reaches_order(order, &scope).await? { Err(ApiError::refused("error.not_found")) } else { Ok(()) }
    }
}

/// Refuses a warehouse outside the caller's scope.
fn within(warehouse: WarehouseId, request: &Request) -> Result<(), ApiError> {
    let seen = scope(request)?.only_warehouses().is_none_or(|seen| seen.contains(&warehouse.0));
    if seen { Ok(()) } else { Err(ApiError::field("warehouses_id", "error.reference")) }
}

fn answered(kind: OrderKind, answer: bus_schemas::order::OrderDone) -> poem_openapi::payload::Json<crate::http::envelope::Envelope> {
    let number = kind.number_field;
    let data = json!({
        "id": answer.id, number: answer.number, "status": kind.status_code(answer.status), "version": answer.version,
        "allowed": answer.allowed, "repeated": answer.repeated,
    });
    done("ok", data)
}

/// The actions that a listed order's state allows.
fn allowed_of(kind: OrderKind, row: &Value) -> Vec<&'static str> {
    let stocked = row["stocked_quantity"].as_str().and_then(|text| text.parse::<rust_decimal::Decimal>().ok());
    let moved = match (stocked, row["lines"].as_array()) {
        (Some(stocked), _) => !stocked.is_zero(),
        (None, Some(lines)) => {
            lines.iter().any(|line| line["stocked"].as_str().is_some_and(|text| text.parse::<rust_decimal::Decimal>().is_ok_and(|n| !n.is_zero())))
        }
        _ => false,
    };
    let status = serde_json::from_value(row["status"].clone());
    status.map(|status| rules::allowed_in(kind, status, moved)).unwrap_or_default()
}
