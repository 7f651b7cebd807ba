//! Closed months of warehouses, and who closed or opened them.

use std::collections::HashMap;

use actors::store::StoreError;
use bus_schemas::ids::CommandKey;
use bus_schemas::order::OrderStatus;
use bus_schemas::order::kinds::KINDS;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{TxError, Vars, take};
use crate::engine::value::{array_id, id, int, opt_text, text};
use crate::order::states::in_states;
use crate::scope::Scope;

/// Entries of the history that are shown with a warehouse.
const HISTORY: i64 = 24;
const TABLE: &str = "month_closing";
const CHANGED: &str = "CHANGED";

/// What is done to a warehouse's books.
#[derive(Clone, Debug)]
pub struct Closing {
    pub warehouse: i64,
    /// `close` or `reopen`.
    pub action: &'static str,
    pub month: String,
    /// The month through which the books were closed before, and are from now on; empty for none.
    pub before: String,
    pub after: String,
    pub reason: Option<String>,
    pub command: CommandKey,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// The same was done before.
    Repeated,
    /// The command was used for something else.
    Reused,
    /// Somebody else was first.
    Changed,
}

/// A warehouse's books.
#[derive(Clone, Debug, Deserialize)]
pub struct Books {
    /// Not called `id` in the query: what is read beside it needs the record.
    #[serde(rename = "key")]
    pub id: i64,
    pub name: String,
    pub closed_month: String,
    /// Orders that are not done, by month.
    #[serde(default)]
    pub open: Vec<(String, i64)>,
    /// Newest first.
    pub history: Vec<Entry>,
}

/// An entry of the history.
#[derive(Clone, Debug, Deserialize)]
pub struct Entry {
    pub action: String,
    pub month: String,
    pub admin: i64,
    pub nickname: Option<String>,
    pub reason: Option<String>,
    /// Unix milliseconds.
    pub at: i64,
}

#[derive(Deserialize)]
struct Kept {
    warehouse: i64,
    action: String,
    month: String,
}

/// The record of a command's entry.
fn entry_id(closing: &Closing) -> Value {
    array_id(TABLE, vec![int(closing.command.owner.0), text(closing.command.id.as_str())])
}

impl Store {
    /// The books of the warehouses within the scope.
    pub async fn books(&self, scope: &Scope) -> Result<Vec<Books>, StoreError> {
        let mut vars: Vars = vec![("history", int(HISTORY))];
        let open = in_states(KINDS, &[OrderStatus::PENDING, OrderStatus::REVIEWED]);
        let within = scope.within_warehouses("record::id(id)", &mut vars).map_or_else(String::new, |within| format!("WHERE {within}"));
        let query = format!(
            "SELECT record::id(id) AS key, name, closed_month, weigh, \
               (SELECT action, month, admin, type::record('admin', admin).nickname AS nickname, reason, at FROM {TABLE} \
                 WHERE warehouse = record::id($parent.id) ORDER BY at DESC LIMIT $history) AS history \
             FROM warehouse {within} ORDER BY weigh DESC, key; \
             SELECT VALUE [warehouse, month, count] FROM (SELECT warehouse, string::slice(business_date, 0, 7) AS month, count() AS count \
               FROM stock_order WHERE {open} GROUP BY warehouse, month);"
        );
        let mut response = self.run(&query, vars).await?;
        let (mut books, counted): (Vec<Books>, Vec<(i64, String, i64)>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        // Open orders are counted once, not for each warehouse.
        let mut open: HashMap<i64, Vec<(String, i64)>> = HashMap::new();
        for (warehouse, month, count) in counted {
            open.entry(warehouse).or_default().push((month, count));
        }
        for book in &mut books {
            book.open = open.remove(&book.id).unwrap_or_default();
        }
        Ok(books)
    }

    /// The month through which a warehouse's books are closed; `None` where there is no such warehouse.
    pub async fn closed_month(&self, warehouse: i64) -> Result<Option<String>, StoreError> {
        let rows: Vec<String> = self.rows("SELECT VALUE closed_month FROM $warehouse", vec![("warehouse", id("warehouse", warehouse))]).await?;
        Ok(rows.into_iter().next())
    }

    /// What became of a command that was given before.
    pub async fn known_closing(&self, closing: &Closing) -> Result<Option<Outcome>, StoreError> {
        let kept: Vec<Kept> = self.rows("SELECT warehouse, action, month FROM $entry", vec![("entry", entry_id(closing))]).await?;
        let same = |kept: &Kept| kept.warehouse == closing.warehouse && kept.action == closing.action && kept.month == closing.month;
        Ok(kept.first().map(|kept| if same(kept) { Outcome::Repeated } else { Outcome::Reused }))
    }

    /// Closes or opens a month, and notes it, in one transaction.
    pub async fn close_books(&self, closing: &Closing) -> Result<Outcome, StoreError> {
        let query = format!(
            "BEGIN; LET $written = (UPDATE $warehouse SET closed_month = $after WHERE closed_month = $before RETURN VALUE id);
             IF array::len($written) != 1 {{ THROW '{CHANGED}' }};
             CREATE $entry CONTENT {{ warehouse: $of, action: $action, month: $month, admin: $admin, reason: $reason, at: $at }} RETURN NONE;
             COMMIT;"
        );
        let vars = vec![
            ("warehouse", id("warehouse", closing.warehouse)),
            ("of", int(closing.warehouse)),
            ("before", text(&closing.before)),
            ("after", text(&closing.after)),
            ("entry", entry_id(closing)),
            ("action", text(closing.action)),
            ("month", text(&closing.month)),
            ("admin", int(closing.command.owner.0)),
            ("reason", opt_text(closing.reason.as_ref())),
            ("at", int(self.now_ms())),
        ];
        let mut writing = self.writes().writing("warehouse");
        let written = self.run(&query, vars).await.map(drop);
        if written.is_ok() {
            writing.touched(&[closing.warehouse]);
        }
        match written {
            Ok(()) => Ok(Outcome::Done),
            Err(TxError::Thrown(code)) if code == CHANGED => Ok(Outcome::Changed),
            Err(error) if error.exists_in(TABLE) => Ok(Outcome::Changed),
            Err(error) => Err(error.into()),
        }
    }
}
