//! Export of lists that no resource declares: orders, inventory, the ledger. A list says what its columns are and gives
//! its rows, some at a time; what a reader may not see is left out there.

use async_trait::async_trait;
use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_store::identity::rights::Rights;
use entrepot_store::resource::Act;
use entrepot_store::scope::Scope;
use poem::Request;
use poem_openapi::Object;
use serde_json::{Value, json};
use std::sync::Arc;

use super::export::ExportFile;
use super::sheet::{Format, ROWS_MAX};
use super::{Task, TransferError, admit, spawn};
use crate::error::ServiceError;
use crate::http::address;
use crate::http::error::ApiError;
use crate::http::guard::caller;
use crate::i18n::{current, text};
use crate::identity::cost::CostMask;
use crate::identity::menu;
use crate::node::Node;

/// Rows read together.
pub const BLOCK: i64 = 1_000;

/// Who reads the rows, and how.
pub struct Reader {
    pub scope: Scope,
    pub rights: Arc<Rights>,
    pub costs: CostMask,
    pub zone: Tz,
}

impl Reader {
    fn new(node: &Node, admin: i64, rights: Arc<Rights>) -> Self {
        Self { scope: rights.scope(admin), costs: CostMask::of(&rights), zone: node.config().time_zone, rights }
    }

    /// A moment in Unix milliseconds, on the site's clock.
    #[must_use]
    pub fn moment(&self, ms: i64) -> String {
        self.zone.timestamp_millis_opt(ms).single().map(|time| time.format("%Y-%m-%d %H:%M:%S").to_string()).unwrap_or_default()
    }
}

/// A list that can be exported.
#[async_trait]
pub trait Listed: Send + Sync + 'static {
    /// As the task names it: `warehouse.Inventory`.
    fn controller(&self) -> &'static str;

    /// The page, from which title and permission node follow: `warehouse/inventory`.
    fn page(&self) -> &'static str;

    /// The permission node that it needs.
    fn node(&self) -> String {
        format!("{}/export", self.page().to_lowercase())
    }

    /// What the task is called, where somebody has named it.
    fn named(&self) -> Option<&str> {
        None
    }

    /// What the task notes of what was asked for.
    fn asked(&self) -> Option<Value> {
        None
    }

    /// The columns: each `export.column.<name>` is a text.
    fn columns(&self) -> Vec<&'static str>;

    /// How many rows there are, or nearly.
    async fn count(&self, node: &Node, reader: &Reader) -> Result<i64, TransferError>;

    /// The rows after those that were given before, a cell for each column; nothing after the last.
    async fn next(&mut self, node: &Node, reader: &Reader) -> Result<Option<Vec<Vec<String>>>, TransferError>;
}

/// An export that was begun.
#[derive(Object)]
pub struct ExportBegun {
    /// The row of `routine.Transfer`.
    pub task: i64,
}

/// Begins an export; answers the task.
pub async fn begin(node: &Node, request: &Request, listed: impl Listed, format: Option<&String>) -> Result<ExportBegun, ApiError> {
    let format = match format {
        None => Format::Csv,
        Some(text) => Format::parse(text).ok_or_else(|| ApiError::field("format", "error.choice"))?,
    };
    let caller = caller(request)?;
    let origin = address::origin(request, node);
    let reader = Reader::new(node, caller.admin.id, caller.rights.clone());
    let act = Act { scope: reader.scope.clone(), ip: origin.ip, agent: origin.agent, ..Act::system(node.now()) };
    Ok(ExportBegun { task: run(node, act, reader, listed, format).await? })
}

async fn run(node: &Node, act: Act, reader: Reader, mut listed: impl Listed, format: Format) -> Result<i64, ServiceError> {
    let failed = |error: TransferError| match error {
        TransferError::List(failure) => failure.into(),
        TransferError::Store(error) => error.into(),
        TransferError::Api(error) => error,
        other => ServiceError::Internal(other.to_string()),
    };
    let total = listed.count(node, &reader).await.map_err(failed)?;
    if format == Format::Xlsx && total > ROWS_MAX as i64 {
        return Err(ServiceError::refused("error.export.large"));
    }
    let admitted = admit()?;
    let title = menu::title(&node.store().catalogue(), current(), listed.page(), "");
    let task = Task::begin(node, &act, "export", (listed.controller(), title.as_str()), format).await?;
    let name = listed.named().map(|name| json!({ "name": name }));
    let asked = listed.asked().map(|asked| json!({ "asked": asked.to_string() }));
    for facts in name.into_iter().chain(asked) {
        task.tell(facts).await;
    }
    let (id, node) = (task.id, node.clone());
    spawn(task, admitted, move |task| async move {
        // What they may see can have changed since they asked.
        let rights = node.store().rights(act.scope.admin).await?;
        if !rights.holds(&listed.node()) {
            return Err(ServiceError::NoPermission.into());
        }
        let reader = Reader::new(&node, act.scope.admin, rights);
        let names: Vec<String> = listed.columns().into_iter().map(|name| text(&format!("export.column.{name}"), &[])).collect();
        let mut file = ExportFile::begin(&task, format, &names, total).await?;
        while let Some(rows) = listed.next(&node, &reader).await? {
            file.add(&rows).await?;
        }
        file.finish().await
    });
    Ok(id)
}
