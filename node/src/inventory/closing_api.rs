//! Closing the months of a warehouse's books: afterwards nothing moves in them.

use actors::dates::Month;
use actors::order::lines::TEXT_MAX;
use actors::store::StoreError;
use bus_schemas::ids::{CommandId, CommandKey, WarehouseId};
use bus_schemas::live::Invalidation;
use bus_schemas::right::WarehouseRight;
use entrepot_store::inventory::closing::{Books, Closing, Entry, Outcome};
use poem::Request;
use poem_openapi::{Object, OpenApi};

use crate::base::Base;
use crate::http::body::Body;
use crate::http::body_fields::body;
use crate::http::envelope::{Answer, done, ok};
use crate::http::error::ApiError;
use crate::identity::admin_request::{caller, scope};

/// Endpoints of closings.
pub struct Closings(pub Base);

body! {
    /// A month of a warehouse.
    #[serde(deny_unknown_fields)]
    pub struct MonthBody {
        warehouses_id: integer,
        /// `YYYY-MM`
        pub month: String,
        /// Why a month is opened again.
        pub reason: Option<String>,
        /// Names this intention: sent twice, it is done once.
        pub command_id: Option<String>,
    }
}

/// Orders of a month that are not done.
#[derive(Object, Clone, Debug)]
pub struct OpenMonth {
    pub month: String,
    pub orders: i64,
}

/// What was done to a warehouse's books.
#[derive(Object, Clone, Debug)]
pub struct BooksEvent {
    /// `close` or `reopen`.
    pub action: String,
    pub month: String,
    pub admin_id: i64,
    pub nickname: Option<String>,
    pub reason: Option<String>,
    /// Unix seconds.
    pub at: i64,
}

/// A warehouse's books.
#[derive(Object, Clone, Debug)]
pub struct BooksRow {
    pub id: i64,
    pub name: String,
    /// The last month that is closed; empty for none.
    pub closed_month: String,
    /// Orders that are not done, by month.
    pub open: Vec<OpenMonth>,
    /// Newest first.
    pub history: Vec<BooksEvent>,
}

/// The books of all warehouses that somebody sees.
#[derive(Object, Clone, Debug)]
pub struct BooksList {
    pub list: Vec<BooksRow>,
    /// The last month that may be closed.
    pub latest: String,
}

/// A warehouse's books afterwards.
#[derive(Object, Clone, Debug)]
pub struct BooksChanged {
    /// The last month that is closed; empty for none.
    pub closed_month: String,
    /// The same was asked before.
    pub repeated: bool,
}

impl From<Entry> for BooksEvent {
    fn from(entry: Entry) -> Self {
        let Entry { action, month, admin, nickname, reason, at } = entry;
        Self { action, month, admin_id: admin, nickname, reason, at: at / 1_000 }
    }
}

impl From<Books> for BooksRow {
    fn from(books: Books) -> Self {
        let Books { id, name, closed_month, mut open, history } = books;
        open.sort();
        let open = open.into_iter().map(|(month, orders)| OpenMonth { month, orders }).collect();
        Self { id, name, closed_month, open, history: history.into_iter().map(BooksEvent::from).collect() }
    }
}

#[OpenApi]
impl Closings {
    /// The books of warehouses: which months are closed, by whom
    #[oai(path = "/admin/warehouse.MonthClosing/index", method = "get", operation_id = "monthClosingIndex")]
    async fn index(&self, request: &Request) -> Answer<BooksList> {
        let list = self.0.store().books(&scope(request)?).await?;
        let latest = self.latest().map(|month| month.to_string()).unwrap_or_default();
        Ok(ok(BooksList { list: list.into_iter().map(BooksRow::from).collect(), latest }))
    }

    /// Close a month and all before it: nothing moves in them any more
    #[oai(path = "/admin/warehouse.MonthClosing/close", method = "post", operation_id = "monthClosingClose")]
    async fn close(&self, request: &Request, body: Body<MonthBody>) -> Answer<BooksChanged> {
        self.change(request, body.0, "close").await
    }

    /// Open a month and all after it again
    #[oai(path = "/admin/warehouse.MonthClosing/reopen", method = "post", operation_id = "monthClosingReopen")]
    async fn reopen(&self, request: &Request, body: Body<MonthBody>) -> Answer<BooksChanged> {
        self.change(request, body.0, "reopen").await
    }
}

impl Closings {
    /// The month before this one: it is over.
    fn latest(&self) -> Option<Month> {
        Month::of_date(&self.0.clock().today()).map(Month::before)
    }

    /// Whether a month is over, both here and where the warehouse is.
    async fn is_over(&self, month: Month, warehouse: i64) -> Result<bool, StoreError> {
        let there = Month::of_date(&self.0.store().today_at(warehouse).await?).map(Month::before);
        Ok([self.latest(), there].into_iter().all(|latest| latest.is_some_and(|latest| month <= latest)))
    }

    async fn change(&self, request: &Request, body: MonthBody, action: &'static str) -> Answer<BooksChanged> {
        let caller = caller(request)?;
        let month = Month::of(&body.month).ok_or_else(|| ApiError::field("month", "error.month"))?;
        let reason = body.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty()).map(str::to_owned);
        if reason.as_ref().is_some_and(|reason| reason.chars().count() > TEXT_MAX) {
            return Err(ApiError::field("reason", "error.text.long"));
        }
        let scope = scope(request)?;
        let reaches = scope.only_warehouses().is_none_or(|seen| seen.contains(&body.warehouses_id));
        let before = if reaches { self.0.store().closed_month(body.warehouses_id).await? } else { None };
        let before = before.ok_or_else(|| ApiError::field("warehouses_id", "error.reference"))?;
        if let Some(missing) = self.0.store().missing_right(&scope, WarehouseRight::Decide, body.warehouses_id).await? {
            return Err(missing.into());
        }
        let command = match body.command_id {
            Some(id) => CommandId::new(id).map_err(|_| ApiError::field("command_id", "error.command_id"))?,
            None => CommandId::of_bits(uuid::Uuid::now_v7().as_u128()),
        };
        let closed = Month::of(&before);
        let (after, allowed) = if action == "close" {
            (Some(month), self.is_over(month, body.warehouses_id).await? && closed.is_none_or(|closed| month > closed))
        } else {
            (Some(month.before()), closed.is_some_and(|closed| month <= closed))
        };
        let after = after.map(|month| month.to_string()).unwrap_or_default();
        let closing = Closing {
            warehouse: body.warehouses_id,
            action,
            month: month.to_string(),
            before: before.clone(),
            after: after.clone(),
            reason: reason.clone(),
            command: CommandKey::of(caller.id(), command),
        };
        if let Some(outcome) = self.0.store().known_closing(&closing).await? {
            return answer(outcome, before);
        }
        if !allowed {
            return Err(ApiError::field("month", if action == "close" { "error.month.close" } else { "error.month.reopen" }));
        }
        if action == "reopen" && reason.is_none() {
            return Err(ApiError::field("reason", "error.required"));
        }
        let outcome = self.0.store().close_books(&closing).await?;
        if outcome == Outcome::Done {
            self.0.system().invalidate(Invalidation::Warehouse { warehouse: WarehouseId(body.warehouses_id) });
        }
        answer(outcome, after)
    }
}

fn answer(outcome: Outcome, closed_month: String) -> Answer<BooksChanged> {
    match outcome {
        Outcome::Done => Ok(done("ok", BooksChanged { closed_month, repeated: false })),
        Outcome::Repeated => Ok(done("ok", BooksChanged { closed_month, repeated: true })),
        Outcome::Reused => Err(ApiError::refused("error.command_reused")),
        Outcome::Changed => Err(ApiError::refused("error.changed")),
    }
}
