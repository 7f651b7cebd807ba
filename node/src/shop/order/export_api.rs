//! The routes of exports of orders: they run as tasks of the site's exports, and have a page of their own.

use actors::invisible;
use actors::store::StoreError;
use entrepot_store::shop::order::export::OrderExport;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::json;

use super::export::{OrderLines, column_text, names};
use crate::audit_log::journal;
use crate::base::Base;
use crate::data_exchange::SHOP_ORDERS_NODE;
use crate::data_exchange::api::export_request_with;
use crate::data_exchange::exchange::Exchange;
use crate::data_exchange::file_options::FileOptions;
use crate::data_exchange::list_export::{self, ExportBegun, ExportColumn, ExportColumns};
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::file_answer::{Download, attached_file};
use crate::http::listing;
use crate::http::parameters::{Ids, List, Whole};
use crate::http::routes::Allow;
use crate::http::views::ListPage;
use crate::identity::admin_request::{caller, holds, scope};
use entrepot_store::listing::{Filter, ListQuery};

/// Longest name, in characters, and longest filter, in bytes.
const NAME_MAX: usize = 100;
const FILTER_MAX: usize = 4_000;
/// Most exports that are deleted together.
const DELETE_MAX: usize = 200;

/// Endpoints of exports of orders.
pub struct ShopExports {
    pub base: Base,
    pub exchange: Exchange,
}

/// What is exported.
#[derive(Object, Deserialize)]
pub struct AddExportBody {
    /// What it is called.
    pub name: String,
    /// Names of columns in the order of the file; all of them where none is named.
    #[serde(default)]
    #[oai(default)]
    pub columns: Vec<String>,
    /// Which orders: the query of the list's address (`quickSearch=…&search[0][field]=…`); all without.
    #[serde(default)]
    #[oai(default)]
    pub filter: String,
    /// `csv` or `xlsx`.
    pub format: Option<String>,
}

/// Who asked.
#[derive(Object)]
pub struct ExportedBy {
    pub username: String,
    pub nickname: String,
}

/// An export that was asked for.
#[derive(Object)]
pub struct ShopExportRow {
    pub id: i64,
    pub name: String,
    /// Names of its columns.
    pub columns: Vec<String>,
    pub filter: String,
    pub format: String,
    /// 0 waiting, 1 running, 2 done, 3 failed.
    pub status: i64,
    pub rows: i64,
    /// Why it failed.
    pub message: String,
    #[oai(nullable)]
    pub admin_id: Option<i64>,
    #[oai(nullable)]
    pub admin: Option<ExportedBy>,
    pub create_time: i64,
    /// Until when its file is there.
    pub expires_at: i64,
    /// Its file can be downloaded now.
    pub ready: bool,
}

/// Which exports.
#[derive(Object, Deserialize)]
pub struct ExportIds {
    pub ids: Vec<i64>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    columns: Vec<String>,
    filter: String,
}

fn export_row(row: OrderExport, now: i64) -> Result<ShopExportRow, StoreError> {
    // What was asked for is noted when the export begins.
    let asked = if row.asked.is_empty() { Ok(Asked::default()) } else { serde_json::from_str(&row.asked) };
    let Asked { columns, filter } = asked.map_err(|error| StoreError::Corrupt(format!("export {}: {error}", row.id)))?;
    let admin = row.admin.map(|admin| ExportedBy { username: admin.username.unwrap_or_default(), nickname: admin.nickname.unwrap_or_default() });
    Ok(ShopExportRow {
        id: row.id,
        name: row.name,
        columns,
        filter,
        format: row.format,
        status: row.status,
        rows: row.handled,
        message: row.message,
        admin_id: row.admin_id,
        admin,
        create_time: row.create_time,
        expires_at: row.expires_at,
        ready: row.status == 2 && !row.file.is_empty() && row.expires_at > now,
    })
}

impl ShopExports {
    async fn delete(&self, request: &Request, ids: Vec<i64>) -> Answer<Nothing> {
        let mut ids = ids;
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() || ids.len() > DELETE_MAX {
            return Err(ApiError::field("ids", "error.required"));
        }
        let files = self.base.store().delete_order_exports(&ids, &scope(request)?).await?;
        for file in files.ok_or_else(|| ApiError::refused("error.not_found"))?.iter().filter(|file| is_plain(file)) {
            // What stays is removed when it is a day old.
            if let Err(error) = tokio::fs::remove_file(self.exchange.dir.join(file)).await {
                tracing::debug!(%error, file, "the file of an export is not there any more");
            }
        }
        Ok(done("ok", Nothing))
    }
}

/// A name within the directory of exports.
fn is_plain(file: &str) -> bool {
    !file.is_empty() && !file.contains(['/', '\\']) && !file.starts_with('.')
}

#[OpenApi]
impl ShopExports {
    /// Begin an export of orders: a row for each line, with the columns that are chosen
    #[oai(path = "/admin/shop.order.Order/addExportTask", method = "post", operation_id = "shopOrdersAddExportTask")]
    async fn add(&self, request: &Request, body: Body<AddExportBody>) -> Answer<ExportBegun> {
        let sent = body.0.to_json().unwrap_or_default();
        let AddExportBody { name, columns, filter, format } = body.0;
        let name = invisible::one_line(&name);
        match name.chars().count() {
            0 => return Err(ApiError::field("name", "error.required")),
            length if length > NAME_MAX => return Err(ApiError::field("name", "error.text.long")),
            _ => {}
        }
        if filter.len() > FILTER_MAX {
            return Err(ApiError::field("filter", "error.text.long"));
        }
        let columns = if columns.is_empty() { names().map(str::to_owned).collect() } else { columns };
        let config = self.base.config();
        let ignored = config.services.clients.ignored().to_vec();
        let query = ListQuery { ignored, ..listing::parse(filter.trim_start_matches('?'), config.time_zone) };
        let lines = OrderLines::of(name, filter, query, &columns).ok_or_else(|| ApiError::field("columns", "error.shop.export_columns"))?;
        Ok(done(
            "exchange.begun",
            list_export::begin(&self.exchange, export_request_with(request, sent)?, lines, FileOptions { format, columns: None }).await?,
        ))
    }

    /// The columns that an export of orders may have
    #[oai(path = "/admin/shop.order.Order/exportColumns", method = "get", operation_id = "shopOrdersExportColumns", tag = "Allow::Page")]
    async fn columns(&self) -> Answer<ExportColumns> {
        let list = names().map(|name| ExportColumn { name: name.to_owned(), title: column_text(name) }).collect();
        Ok(ok(ExportColumns { list }))
    }

    /// Exports of orders: one's own
    #[oai(path = "/admin/shop.order.Export/index", method = "get", operation_id = "shopExportsIndex")]
    async fn index(&self, request: &Request, list: List) -> Answer<ListPage<ShopExportRow>> {
        let (page, now) = (self.base.store().list_order_exports(&list.0, &scope(request)?).await?, self.base.now());
        let list = page.list.into_iter().map(|row| export_row(row, now)).collect::<Result<_, _>>()?;
        Ok(ok(ListPage::new(list, page.total)))
    }

    /// Delete exports with their files
    #[oai(path = "/admin/shop.order.Export/del", method = "delete", operation_id = "shopExportsDel")]
    async fn del(&self, request: &Request, #[oai(name = "ids[]")] ids: Ids) -> Answer<Nothing> {
        self.delete(request, ids.0).await
    }

    /// The same
    #[oai(path = "/admin/shop.order.Export/del", method = "post", operation_id = "shopExportsDelete")]
    async fn del_post(&self, request: &Request, body: Body<ExportIds>) -> Answer<Nothing> {
        self.delete(request, body.0.ids).await
    }

    /// The file of an export, for whoever asked for it, for a day
    #[oai(path = "/admin/shop.order.Export/download", method = "get", operation_id = "shopExportsDownload", tag = "Allow::Page")]
    async fn download(&self, request: &Request, id: Query<Whole>) -> Result<Download, ApiError> {
        let id = id.0.required("id")?;
        if !holds(caller(request)?, SHOP_ORDERS_NODE) {
            return Err(ApiError::NoPermission);
        }
        let filter = Filter { field: "id".into(), operator: "=".into(), values: vec![id.to_string()], datetime: false };
        let query = ListQuery { filters: vec![filter], limit: 1, ..ListQuery::default() };
        let row = self.base.store().list_order_exports(&query, &scope(request)?).await?.list.into_iter().next();
        let row = row.ok_or_else(|| ApiError::refused("error.not_found"))?;
        let gone = || ApiError::refused("error.download.gone");
        if row.status != 2 || row.expires_at <= self.base.now() || !is_plain(&row.file) {
            return Err(gone());
        }
        let name = format!("orders-{id}.{}", row.format);
        journal::fact("file", json!(name));
        Ok(Download(attached_file(&self.exchange.dir, &row.file, &name).await.map_err(|_| gone())?))
    }
}
