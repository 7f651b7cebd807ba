//! Export of lists that no resource declares: orders, inventory, the ledger. A list says what its columns are and gives
//! its rows, some at a time; what a reader may not see is left out there. Which columns get into the file is chosen here:
//! those that were asked for, without those in which the reader finds nothing.
//! A list whose rows are of one type says it as a table of columns ([`super::column_export`]).

use async_trait::async_trait;
use chrono::TimeZone;
use chrono_tz::Tz;
use entrepot_store::Store;
use entrepot_store::identity::rights::Rights;
use entrepot_store::resource::Act;
use entrepot_store::scope::Scope;
use poem_openapi::Object;
use serde_json::{Value, json};
use std::sync::Arc;

use super::error::ExchangeError;
use super::exchange::Exchange;
use super::export::ExportFile;
use super::file_options::FileOptions;
use super::resume::TaskStart;
use super::task::{Task, admit, spawn};
use crate::error::ServiceError;
use crate::http::origin::Origin;
use crate::i18n::{current, text};
use crate::identity::cost::CostMask;
use crate::identity::rule_titles;
use crate::identity::sessions::Caller;
use crate::sheet::{Format, ROWS_MAX};

/// Rows read together.
pub const BLOCK: i64 = 1_000;

/// What somebody may see of a list is not what it was when their file was begun.
pub const CHANGED_RIGHTS: &str = "error.export.rights";

/// Who reads the rows, and how.
pub struct Reader {
    pub scope: Scope,
    pub rights: Arc<Rights>,
    pub costs: CostMask,
    pub zone: Tz,
}

impl Reader {
    /// By means of a permission node.
    fn new(zone: Tz, admin: i64, rights: Arc<Rights>, by: &str) -> Self {
        Self { scope: rights.scope_for(admin, by), costs: CostMask::of(&rights), zone, rights }
    }

    /// The same reader at this moment, for the next rows. Refused once they may not export the list any more, or see more or
    /// less of it than when the file was begun: it would be neither of both.
    async fn renewed(&self, store: &Store, admin: i64, list: &impl ListExport) -> Result<Self, ExchangeError> {
        let rights = store.rights(admin).await?;
        let node = list.node();
        if !rights.holds(&node) {
            return Err(ServiceError::NoPermission.into());
        }
        let now = Self::new(self.zone, admin, rights, &node);
        let shows = |reader: &Self| list.columns().into_iter().filter(|name| list.shows(name, reader)).collect::<Vec<_>>();
        if now.scope != self.scope || now.costs.sees() != self.costs.sees() || shows(&now) != shows(self) {
            return Err(ServiceError::refused(CHANGED_RIGHTS).into());
        }
        Ok(now)
    }

    /// A moment in Unix milliseconds, on the site's clock; the number itself where no calendar has it.
    #[must_use]
    pub fn moment(&self, ms: i64) -> String {
        self.zone.timestamp_millis_opt(ms).single().map_or_else(|| ms.to_string(), |time| time.format("%Y-%m-%d %H:%M:%S").to_string())
    }
}

/// A list that can be exported.
#[async_trait]
pub trait ListExport: Send + Sync + 'static {
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

    /// What the task notes of what was asked for, where it is not the request's columns and conditions.
    fn asked(&self) -> Option<Value> {
        None
    }

    /// The columns: each `export.column.<name>` is a text.
    fn columns(&self) -> Vec<&'static str>;

    /// Those of the columns that have numbers: quantities, amounts, prices, counts. Numbers of documents and codes are texts.
    fn figures(&self) -> Vec<&'static str>;

    /// Whether a reader finds something in a column: cost is for those who may see it. Other columns are neither offered nor
    /// in the file.
    fn shows(&self, _column: &str, _reader: &Reader) -> bool {
        true
    }

    /// How many rows there are, or nearly.
    async fn count(&self, store: &Store, reader: &Reader) -> Result<i64, ExchangeError>;

    /// The rows after those that were given before, a cell for each column; nothing after the last.
    async fn next(&mut self, store: &Store, reader: &Reader) -> Result<Option<Vec<Vec<String>>>, ExchangeError>;
}

/// An export that was begun.
#[derive(Object)]
pub struct ExportBegun {
    /// The row of `routine.Transfer`.
    pub task: i64,
}

/// A column that may be chosen.
#[derive(Object)]
pub struct ExportColumn {
    pub name: String,
    /// In the reader's language.
    pub title: String,
}

/// Every column that may be chosen.
#[derive(Object)]
pub struct ExportColumns {
    pub list: Vec<ExportColumn>,
}

impl ExportColumns {
    /// Those of a list in which the caller finds something.
    #[must_use]
    pub fn of(zone: Tz, caller: &Caller, list: &impl ListExport) -> Self {
        let reader = Reader::new(zone, caller.admin.id, caller.rights.clone(), &list.node());
        let offered = list.columns().into_iter().filter(|name| list.shows(name, &reader));
        Self { list: offered.map(|name| ExportColumn { name: name.to_owned(), title: title(name) }).collect() }
    }
}

/// What a column is called in the reader's language.
fn title(column: &str) -> String {
    text(&format!("export.column.{column}"), &[])
}

/// What a query says of the rows: everything but the format and the columns.
fn conditions(query: &str) -> String {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let kept = pairs.filter(|(name, _)| !matches!(name.as_ref(), "format" | "columns" | "page" | "limit"));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(kept).finish()
}

/// Who asks for an export, from where, and with which query.
pub struct ExportRequest<'a> {
    pub caller: &'a Caller,
    pub origin: Origin,
    pub query: &'a str,
    /// How it is begun again.
    pub start: TaskStart,
}

/// Begins an export; answers the task.
pub async fn begin(
    exchange: &Exchange,
    request: ExportRequest<'_>,
    list: impl ListExport,
    options: FileOptions,
) -> Result<ExportBegun, ServiceError> {
    let ExportRequest { caller, origin, query, start } = request;
    let format = options.format()?;
    let all = list.columns();
    let reader = Reader::new(exchange.time_zone, caller.admin.id, caller.rights.clone(), &list.node());
    let columns = shown(options.columns(&all)?, &list, &reader);
    if columns.is_empty() {
        return Err(ServiceError::field("columns", "error.export.columns"));
    }
    let asked = list.asked().unwrap_or_else(|| {
        let names: Vec<&str> = columns.iter().filter_map(|at| all.get(*at).copied()).collect();
        json!({ "columns": names, "filter": conditions(query) })
    });
    let act = Act { scope: reader.scope.clone(), ip: origin.ip, agent: origin.agent, ..Act::system(exchange.clock.now()) };
    Ok(ExportBegun { task: run(exchange, act, reader, list, File { format, columns, asked, start }).await? })
}

/// The file that is made.
struct File {
    format: Format,
    /// The positions of its columns among all of the list's.
    columns: Vec<usize>,
    /// What the task notes.
    asked: Value,
    /// How it is begun again.
    start: TaskStart,
}

/// Those of the chosen columns in which a reader finds something.
pub(super) fn shown(mut columns: Vec<usize>, list: &impl ListExport, reader: &Reader) -> Vec<usize> {
    let all = list.columns();
    columns.retain(|at| all.get(*at).is_some_and(|name| list.shows(name, reader)));
    columns
}

/// The cells of the chosen columns.
fn chosen(columns: &[usize], mut row: Vec<String>) -> Vec<String> {
    columns.iter().map(|at| row.get_mut(*at).map(std::mem::take).unwrap_or_default()).collect()
}

/// Which of the chosen columns have numbers.
fn numeric(columns: &[usize], all: &[&'static str], figures: &[&str]) -> Vec<bool> {
    columns.iter().map(|at| all.get(*at).is_some_and(|name| figures.contains(name))).collect()
}

async fn run(exchange: &Exchange, act: Act, reader: Reader, mut list: impl ListExport, of: File) -> Result<i64, ServiceError> {
    let failed = |error: ExchangeError| match error {
        ExchangeError::List(failure) => failure.into(),
        ExchangeError::Store(error) => error.into(),
        ExchangeError::Api(error) => error,
        other => ServiceError::Internal(other.to_string()),
    };
    let File { format, columns, asked, start } = of;
    let total = list.count(&exchange.store, &reader).await.map_err(failed)?;
    if format == Format::Xlsx && total > ROWS_MAX as i64 {
        return Err(ServiceError::refused("error.export.large"));
    }
    let admitted = admit()?;
    let title_of_page = rule_titles::title(&exchange.store.catalogue(), current(), list.page(), "");
    let task = Task::begin_or_resume(exchange, &act, "export", (list.controller(), title_of_page.as_str()), format, &start).await?;
    let mut noted = json!({ "asked": asked.to_string() });
    if let Some(name) = list.named() {
        noted["name"] = name.into();
    }
    task.update(noted).await;
    let (id, exchange) = (task.id, exchange.clone());
    spawn(task, admitted, move |task| async move {
        // What they may see can have changed since they asked.
        let rights = exchange.store.rights(act.scope.admin).await?;
        if !rights.holds(&list.node()) {
            return Err(ServiceError::NoPermission.into());
        }
        let mut reader = Reader::new(exchange.time_zone, act.scope.admin, rights, &list.node());
        let columns = shown(columns, &list, &reader);
        if columns.is_empty() {
            return Err(ServiceError::NoPermission.into());
        }
        let all = list.columns();
        let names: Vec<String> = chosen(&columns, all.iter().copied().map(title).collect());
        let numeric = numeric(&columns, &all, &list.figures());
        let mut file = ExportFile::begin(&task, format, (&names, numeric), total).await?;
        while let Some(rows) = list.next(&exchange.store, &reader).await? {
            reader = reader.renewed(&exchange.store, act.scope.admin, &list).await?;
            let rows: Vec<Vec<String>> = rows.into_iter().map(|row| chosen(&columns, row)).collect();
            file.add(&rows).await?;
        }
        file.finish().await
    });
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_chosen_by_name_in_any_order_and_once() {
        const ALL: [&str; 3] = ["number", "status", "amount"];
        let positions = |columns: Option<&str>| FileOptions { columns: columns.map(str::to_owned), format: None }.columns(&ALL).ok();
        assert_eq!((positions(None), positions(Some(" "))), (Some(vec![0, 1, 2]), Some(vec![0, 1, 2])));
        assert_eq!(positions(Some("amount, number")), Some(vec![2, 0]));
        assert_eq!((positions(Some("number,number")), positions(Some("cost")), positions(Some("number,"))), (None, None, None));
        let row = || ALL.map(str::to_owned).to_vec();
        assert_eq!(chosen(&[2, 0], row()), ["amount", "number"]);
        assert_eq!(numeric(&[2, 0], &ALL, &["amount"]), [true, false]);
    }

    #[test]
    fn conditions_of_a_request_are_noted_without_pages() {
        assert_eq!(conditions("format=csv&columns=a&page=2&limit=20&quickSearch=p%26q&zero=1"), "quickSearch=p%26q&zero=1");
    }
}
