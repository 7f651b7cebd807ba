//! Takes an import back: deletes the rows and the order drafts that it made, with the rights and rules of single deletions, and
//! puts the rows that it changed back to what they were, with those of single edits. A row that was changed or used since stays,
//! and the report says why.

use std::collections::{HashMap, HashSet, VecDeque};

use bus_schemas::ids::{AdminId, OrderId};
use bus_schemas::order::kinds::KINDS;
use bus_schemas::order::process::DELETE;
use bus_schemas::order::{ExtraRights, OrderAction, OrderKind};
use entrepot_store::imports::ChangedRow;
use serde_json::{Value, json};

use crate::data_exchange::error::ExchangeError;
use crate::data_exchange::exchange::Exchange;
use crate::data_exchange::new_rows::{MadeRow, noted};
use crate::data_exchange::put_back::{Edits, is_fatal, is_gone, put_back, split};
use crate::data_exchange::task::{Outcome, Task, admit, note, spawn};
use crate::error::ServiceError;
use crate::i18n::text;
use crate::identity::order_rights::Person;
use crate::order::service::{Intention, OrderService};
use crate::resource::Call;
use crate::sheet::Format;

/// Rows that are deleted together.
const BLOCK: usize = 50;
/// Rows that stay and that the report names.
const REPORTED_MAX: usize = 1_000;

/// Where an import's rows are.
pub enum Made {
    /// Rows of a declared resource.
    Rows(Call),
    /// Orders that were made pending.
    Orders { call: Call, service: OrderService, kind: OrderKind },
}

/// An import that is taken back.
pub struct Import {
    pub task: i64,
    /// As its rows' task names it: `warehouse.Product`.
    pub controller: String,
    pub title: String,
    pub format: Format,
    pub rows: Vec<MadeRow>,
    /// Rows that it changed, the last one of the file first.
    pub changes: Vec<ChangedRow>,
    /// Whose import it is.
    pub author: i64,
}

/// The kind of orders of a controller.
#[must_use]
pub fn kind_of(controller: &str) -> Option<OrderKind> {
    KINDS.iter().copied().find(|kind| kind.controller == controller)
}

impl Made {
    const fn call(&self) -> &Call {
        match self {
            Self::Rows(call) | Self::Orders { call, .. } => call,
        }
    }

    /// Reads the person's rights of this moment, and refuses those who may not do this to the rows.
    async fn renew(&mut self, action: &str) -> Result<(), ServiceError> {
        match self {
            Self::Rows(call) => {
                call.act.as_made = true;
                call.by(action).await
            }
            Self::Orders { call, kind, .. } => {
                call.renew().await?;
                if call.rights.holds(&kind.node(action)) { Ok(()) } else { Err(ServiceError::NoPermission) }
            }
        }
    }

    /// Refuses those who may not take back what an import did.
    async fn require_rights(&mut self, import: &Import) -> Result<(), ServiceError> {
        if !import.changes.is_empty() {
            self.renew("edit").await?;
        }
        if import.rows.is_empty() { Ok(()) } else { self.renew("del").await }
    }

    /// How many are deleted together: of orders each is a command of its own.
    const fn block(&self) -> usize {
        match self {
            Self::Rows(_) => BLOCK,
            Self::Orders { .. } => 1,
        }
    }

    /// Deletes these, all of them or none; answers how many there were.
    async fn delete(&mut self, ids: &[i64]) -> Result<usize, ServiceError> {
        match self {
            Self::Rows(call) => Ok(call.delete(ids.to_vec()).await?.ids.len()),
            Self::Orders { call, service, kind } => {
                let admin = call.act.scope.admin;
                let person = Person { admin: AdminId(admin), scope: call.rights.scope_for(admin, &kind.node(DELETE)), may: ExtraRights::default() };
                for id in ids {
                    // The version that it was made with: a draft that somebody went on with stays.
                    let made = Intention { command: None, version: Some(1) };
                    service.step(*kind, OrderId(*id), OrderAction::Delete, made, &person).await.map_err(ServiceError::from)?;
                }
                Ok(ids.len())
            }
        }
    }
}

/// The rows that a refusal names.
fn refused(error: &ServiceError) -> Vec<i64> {
    match error {
        ServiceError::InUse(usages) => usages.iter().map(|usage| usage.id).collect(),
        ServiceError::Rows { ids, .. } => ids.clone(),
        _ => vec![],
    }
}

/// Why a row stays, where others may have other reasons.
fn reason_of(error: &ServiceError, id: i64) -> String {
    match error {
        ServiceError::InUse(usages) => ServiceError::InUse(usages.iter().filter(|usage| usage.id == id).cloned().collect()).reason(),
        other => other.reason(),
    }
}

/// What became of the rows.
#[derive(Default)]
struct Deletions {
    deleted: usize,
    /// Somebody else had deleted them.
    gone: usize,
    /// With the reason.
    kept: Vec<(i64, String)>,
    /// Those that were not looked at, because the task ended before.
    left: Vec<i64>,
    failure: Option<ServiceError>,
}

/// Deletes rows; `before`: how many others were handled.
async fn delete(made: &mut Made, ids: Vec<i64>, before: usize, task: &Task) -> Deletions {
    let mut outcome = Deletions::default();
    let mut waiting: VecDeque<Vec<i64>> = ids.chunks(made.block()).map(<[i64]>::to_vec).collect();
    while let Some(block) = waiting.pop_front() {
        match made.delete(&block).await {
            Ok(count) => {
                outcome.deleted += count;
                outcome.gone += block.len().saturating_sub(count);
            }
            Err(error) if is_fatal(&error) => {
                outcome.left = block.into_iter().chain(waiting.into_iter().flatten()).collect();
                outcome.failure = Some(error);
                return outcome;
            }
            Err(error) => {
                let named = refused(&error);
                let (stay, rest): (Vec<i64>, Vec<i64>) = block.into_iter().partition(|id| named.contains(id));
                if !stay.is_empty() {
                    outcome.kept.extend(stay.iter().map(|id| (*id, reason_of(&error, *id))));
                    if !rest.is_empty() {
                        waiting.push_front(rest);
                    }
                } else if let [only] = rest[..] {
                    if is_gone(&error) {
                        outcome.gone += 1;
                    } else {
                        outcome.kept.push((only, error.reason()));
                    }
                } else {
                    // It names none of them: each by itself says whether it is meant.
                    rest.iter().rev().for_each(|id| waiting.push_front(vec![*id]));
                }
            }
        }
        let handled = before + outcome.deleted + outcome.gone + outcome.kept.len();
        task.update(json!({ "handled": handled, "bad": outcome.kept.len() })).await;
    }
    outcome
}

/// Puts rows that the import changed back.
async fn put_rows_back(made: &mut Made, changes: &[ChangedRow], author: i64) -> Result<Edits, ServiceError> {
    match made {
        Made::Rows(call) if !changes.is_empty() => {
            call.by("edit").await?;
            Ok(put_back(call, changes, author).await)
        }
        Made::Rows(_) | Made::Orders { .. } => Ok(Edits::default()),
    }
}

async fn run(mut made: Made, mut import: Import, task: &Task) -> Result<Outcome, ExchangeError> {
    made.require_rights(&import).await?;
    let changed = import.changes.len();
    let total = import.rows.len() + changed;
    task.update(json!({ "total": total })).await;
    let made_ids: HashSet<i64> = import.rows.iter().map(|(_, id)| *id).collect();
    let (under_new, others) = split(std::mem::take(&mut import.changes), &made_ids);
    let early = put_rows_back(&mut made, &under_new, import.author).await?;
    // The newest first: of a tree, rows go before those above them.
    let mut ids: Vec<i64> = import.rows.iter().map(|(_, id)| *id).collect();
    ids.sort_unstable_by(|one, other| other.cmp(one));
    let outcome = match early.failure {
        Some(_) => Deletions { left: ids, ..Deletions::default() },
        None => {
            if !ids.is_empty() {
                made.renew("del").await?;
            }
            delete(&mut made, ids, early.count(), task).await
        }
    };
    let stay: HashSet<i64> = outcome.kept.iter().map(|(id, _)| *id).chain(outcome.left.iter().copied()).collect();
    let left: Vec<MadeRow> = import.rows.iter().copied().filter(|(_, id)| stay.contains(id)).collect();
    let late =
        if early.failure.is_none() && outcome.failure.is_none() { put_rows_back(&mut made, &others, import.author).await? } else { Edits::default() };
    let edits = early.and(late);
    let over: Vec<i64> = edits.put_back.iter().chain(&edits.gone).copied().collect();
    made.call().store().forget_import_changes(import.task, &over).await?;
    note(&task.exchange, &made.call().act, import.task, noted(&left, changed - over.len())).await;
    if let Some(failure) = outcome.failure.or(edits.failure) {
        return Err(failure.into());
    }
    let rows: HashMap<i64, i64> = left.iter().map(|(row, id)| (*id, *row)).collect();
    let row_of = |id: &i64| rows.get(id).copied().unwrap_or(0);
    let stays = outcome.kept.iter().map(|(id, reason)| (row_of(id), reason.as_str()));
    let mut errors: Vec<(i64, &str)> = stays.chain(edits.kept.iter().map(|(row, reason)| (*row, reason.as_str()))).collect();
    errors.sort_unstable_by_key(|(row, _)| *row);
    let errors: Vec<Value> =
        errors.into_iter().take(REPORTED_MAX).map(|(row, reason)| json!({ "row": row, "column": "", "reason": reason })).collect();
    let bad = outcome.kept.len() + edits.kept.len();
    let report = json!({
        "rows": total, "deleted": outcome.deleted, "put_back": edits.put_back.len(), "gone": outcome.gone + edits.gone.len(), "bad": bad,
        "errors": errors, "written": true,
    });
    let said = if bad > 0 { text("import.kept", &[("count", bad.to_string())]) } else { String::new() };
    Ok(Outcome { failed: None, message: said, facts: json!({ "handled": total, "total": total, "bad": bad, "report": report }) })
}

/// Begins to take an import back; answers the task.
pub async fn begin(exchange: &Exchange, mut made: Made, import: Import) -> Result<i64, ServiceError> {
    made.require_rights(&import).await?;
    if import.rows.is_empty() && import.changes.is_empty() {
        return Err(ServiceError::refused("error.import.nothing_made"));
    }
    let admitted = admit()?;
    let call = made.call();
    let task = Task::begin(exchange, &call.act, "take_back", (&import.controller, &import.title), import.format).await?;
    let id = task.id;
    spawn(task, admitted, move |task| async move { run(made, import, &task).await });
    Ok(id)
}

#[cfg(test)]
mod tests {
    use entrepot_store::resource::error::Usage;

    use super::*;

    #[test]
    fn a_refusal_names_its_rows_and_the_reason_of_each() {
        let usage = |id: i64, name: &str| Usage { id, table: "product", title: None, kind: None, row: Some(7), name: name.to_owned() };
        let error = ServiceError::InUse(vec![usage(3, "Pen"), usage(4, "Ink")]);
        assert_eq!(refused(&error), [3, 4]);
        assert!(reason_of(&error, 4).contains("Ink") && !reason_of(&error, 4).contains("Pen"));
        let changed = ServiceError::from(entrepot_store::resource::RecordError::NotAsMade(vec![5]));
        assert_eq!(refused(&changed), [5]);
        assert!(refused(&ServiceError::NoPermission).is_empty() && is_fatal(&ServiceError::Busy) && !is_fatal(&changed));
    }
}
