//! The way back from an import.

use entrepot_store::resource::catalogue;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use crate::base::Base;
use crate::data_exchange::cells::label;
use crate::data_exchange::exchange::Exchange;
use crate::data_exchange::new_rows::spread;
use crate::http::body::Body;
use crate::http::envelope::{Answer, done};
use crate::http::error::ApiError;
use crate::http::lenient::integer;
use crate::http::routes::Allow;
use crate::i18n::{current, text};
use crate::order::service::OrderService;
use crate::resource::request::call;
use crate::sheet::Format;
use crate::take_back::take_back;
use crate::take_back::take_back::{Import, Made, kind_of};

/// Endpoint that takes imports back.
pub struct TakeBacks {
    pub base: Base,
    pub exchange: Exchange,
    pub orders: OrderService,
}

/// The import that is taken back.
#[derive(Object, Deserialize)]
pub struct TakeBackBody {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
}

/// The task that was begun.
#[derive(Object)]
pub struct TaskBegun {
    pub task: i64,
}

/// An import's task, as far as the way back needs it.
#[derive(Deserialize)]
struct ImportTask {
    kind: String,
    controller: String,
    format: String,
    state: String,
    admin_id: i64,
}

#[OpenApi]
impl TakeBacks {
    /// Delete what an import of one's own has made and put back what it changed, row by row, where nothing was built on it: begins a task
    #[oai(path = "/admin/routine.Transfer/takeBack", method = "post", operation_id = "importTakeBack", tag = "Allow::LoggedIn")]
    async fn take_back(&self, request: &Request, body: Body<TakeBackBody>) -> Answer<TaskBegun> {
        let tasks = catalogue::find("routine.Transfer").ok_or_else(|| ApiError::refused("error.not_found"))?;
        let id = body.0.id;
        let own = call(tasks, request)?;
        let row: ImportTask = self.base.store().record_as(tasks, id, &own.act.scope).await?;
        if row.kind != "import" || row.state == "running" {
            return Err(ApiError::field("id", "error.import.nothing_made"));
        }
        if row.state == "paused" {
            self.exchange.give_up(id).await?;
        }
        let (made, title) = match kind_of(&row.controller) {
            Some(kind) => {
                let title = text(&format!("order_kind.{}", kind.as_str()), &[]);
                (Made::Orders { call: own, service: self.orders.clone(), kind }, title)
            }
            None => {
                let resource = self.base.store().catalogue().find(&row.controller).ok_or_else(|| ApiError::refused("error.not_found"))?;
                (Made::Rows(call(resource, request)?), label(resource.title, current()).to_owned())
            }
        };
        let (rows, changes) = (spread(&self.base.store().import_made(id).await?), self.base.store().import_changes(id).await?);
        let format = Format::parse(&row.format).unwrap_or(Format::Csv);
        let import = Import { task: id, controller: row.controller, title, format, rows, changes, author: row.admin_id };
        let task = take_back::begin(&self.exchange, made, import).await?;
        Ok(done("exchange.begun", TaskBegun { task }))
    }
}
