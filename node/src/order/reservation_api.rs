//! Reservations: what is promised to whom, where and since when; releasing parts and handing them over.

use bus_schemas::hold::ReservedPart;
use bus_schemas::ids::{AreaId, CommandId, OrderId, ProductId, ShelfId};
use bus_schemas::number::Quantity;
use bus_schemas::order::process::RELEASE;
use bus_schemas::order::{OrderAction, OrderKind};
use bus_schemas::warehouse::Place;
use entrepot_store::listing::ListQuery;
use poem::Request;
use poem_openapi::OpenApi;

use crate::base::Base;
use crate::data_exchange::api::{columns_of, export_list};
use crate::data_exchange::column_export::{ColumnExport, Keyed};
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{ExportBegun, ExportColumns};
use crate::http::body::Body;
use crate::http::body_fields::body;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::List;
use crate::http::routes::Allow;
use crate::http::views::ListPage;
use crate::identity::admin_request::scope;
use crate::inventory::hold_api::person;
use crate::inventory::reservation_export::ListedReservations;
use crate::inventory::reservation_views::ReservationRow;
use crate::order::api::changed as order_changed;
use crate::order::service::{Intention, OrderService};
use crate::order::views::OrderChanged;

/// Endpoints of reservations.
pub struct Reservations {
    pub base: Base,
    pub orders: OrderService,
}

body! {
    /// A part of a reservation.
    pub struct ReservedBody {
        line: integer,
        product_id: integer,
        warehouses_areas_id: integer?,
        warehouses_shelves_id: integer?,
        batch_number: text,
        quantity: decimal,
    }

    /// What is released of whose reservations.
    pub struct ReleaseBody {
        /// The kind's name: `outbound`.
        pub order_kind: String,
        order_id: integer,
        pub parts: Vec<ReservedBody>,
        reason: text,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }

    /// What is handed over, and to whom.
    pub struct HandOverBody {
        /// Whose reservations: the kind's name.
        pub order_kind: String,
        order_id: integer,
        pub parts: Vec<ReservedBody>,
        /// The order that takes over: the kind's name, its number, and its line.
        pub to_order_kind: String,
        pub to_order_no: String,
        to_line: integer,
        reason: text,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }
}

fn kind(name: &str, field: &str) -> Result<OrderKind, ApiError> {
    OrderKind::named(name).ok_or_else(|| ApiError::field(field, "error.reference"))
}

fn line(line: i64, field: &str) -> Result<u32, ApiError> {
    u32::try_from(line).map_err(|_| ApiError::field(field, "error.line.unknown"))
}

fn parts(parts: &[ReservedBody]) -> Result<Vec<ReservedPart>, ApiError> {
    let part = |(position, part): (usize, &ReservedBody)| {
        let place = Place {
            area: AreaId(part.warehouses_areas_id.unwrap_or(0)),
            shelf: ShelfId(part.warehouses_shelves_id.unwrap_or(0)),
            product: ProductId(part.product_id),
            batch: part.batch_number.clone(),
        };
        Ok(ReservedPart { line: line(part.line, &format!("parts[{position}].line"))?, place, quantity: Quantity(part.quantity) })
    };
    parts.iter().enumerate().map(part).collect()
}

fn intention(command: Option<&String>) -> Result<Intention, ApiError> {
    let command = command.map(CommandId::new).transpose().map_err(|_| ApiError::field("command_id", "error.command_id"))?;
    Ok(Intention { command, version: None })
}

#[OpenApi]
impl Reservations {
    /// What is reserved, the oldest first
    #[oai(path = "/admin/warehouse.Reservation/index", method = "get", operation_id = "reservationIndex")]
    async fn index(&self, request: &Request, list: List) -> Answer<ListPage<ReservationRow>> {
        let (start, now) = (list.0.start(), self.base.now());
        let page = self.base.store().list_reservations(&list.0, &scope(request)?).await?;
        let rows = (start + 1..).zip(page.list).map(|(id, row)| ReservationRow::new(id, row, now));
        Ok(ok(ListPage::new(rows.collect(), page.total)))
    }

    /// What is reserved as a file: begins a task
    #[oai(path = "/admin/warehouse.Reservation/export", method = "post", operation_id = "reservationExport")]
    async fn export(&self, request: &Request, list: List, file: FileOptions) -> Answer<ExportBegun> {
        export_list(request, ColumnExport(Keyed::<ListedReservations>::of(list.0)), file).await
    }

    /// The columns that an export of reservations may have
    #[oai(path = "/admin/warehouse.Reservation/exportColumns", method = "get", operation_id = "reservationExportColumns", tag = "Allow::Page")]
    async fn export_columns(&self, request: &Request) -> Answer<ExportColumns> {
        columns_of(request, &ColumnExport(Keyed::<ListedReservations>::of(ListQuery::default())))
    }

    /// Release named quantities of an order's reservations
    #[oai(path = "/admin/warehouse.Reservation/release", method = "post", operation_id = "reservationRelease")]
    async fn release(&self, request: &Request, body: Body<ReleaseBody>) -> Answer<OrderChanged> {
        let body = body.0;
        let kind = kind(&body.order_kind, "order_kind")?;
        let action = OrderAction::Release { parts: parts(&body.parts)?, reason: body.reason.clone() };
        let intention = intention(body.command_id.as_ref())?;
        let changed = self.orders.step(kind, OrderId(body.order_id), action, intention, &person(request)?).await?;
        order_changed(request, &self.orders, kind, changed).await
    }

    /// Hand reservations of an order over to a line of another, in one step
    #[oai(path = "/admin/warehouse.Reservation/handOver", method = "post", operation_id = "reservationHandOver")]
    async fn hand_over(&self, request: &Request, body: Body<HandOverBody>) -> Answer<OrderChanged> {
        let body = body.0;
        let (from_kind, to_kind) = (kind(&body.order_kind, "order_kind")?, kind(&body.to_order_kind, "to_order_kind")?);
        let person = person(request)?;
        self.orders.require_step(from_kind, OrderId(body.order_id), RELEASE, &person).await?;
        let to = self.base.store().order_by_number(body.to_order_no.trim()).await?;
        let to = to.ok_or_else(|| ApiError::field("to_order_no", "error.reference"))?;
        let reached = self.orders.require_order(to, &person).await;
        reached.map_err(|_| ApiError::field("to_order_no", "error.reference"))?;
        let action = OrderAction::TakeOver {
            from_kind,
            from: OrderId(body.order_id),
            parts: parts(&body.parts)?,
            line: line(body.to_line, "to_line")?,
            reason: body.reason.clone(),
        };
        let changed = self.orders.step(to_kind, to, action, intention(body.command_id.as_ref())?, &person).await?;
        order_changed(request, &self.orders, to_kind, changed).await
    }
}
