//! Puts rows that an import changed back to what they were, by edits with the rules and hooks of single ones. Rows that stand
//! in each other's way (two that exchanged a bar code, a branch that changed places) are tried again after the others, and in
//! the end together.

use std::collections::HashSet;
use std::sync::Arc;

use entrepot_store::imports::ChangedRow;
use entrepot_store::resource::write::TOGETHER_MAX;
use serde_json::{Map, Value};

use crate::error::ServiceError;
use crate::i18n::text;
use crate::resource::Call;
use crate::resource::planned::PlannedRows;

/// Whether a failure says nothing of the rows themselves.
pub(crate) const fn is_fatal(error: &ServiceError) -> bool {
    matches!(error, ServiceError::Busy | ServiceError::UnknownOutcome(_) | ServiceError::TimedOut(_) | ServiceError::Internal(_))
}

pub(crate) fn is_gone(error: &ServiceError) -> bool {
    matches!(error, ServiceError::Refused { key: "error.not_found", .. })
}

/// Whether it may be right once other rows were put back.
fn may_wait(error: &ServiceError) -> bool {
    matches!(error, ServiceError::Field { key, .. } if matches!(key.as_str(), "error.unique" | "error.tree.loop"))
}

/// What became of rows.
#[derive(Default)]
pub(crate) struct Edits {
    /// Their rows in the file.
    pub(crate) put_back: Vec<i64>,
    pub(crate) gone: Vec<i64>,
    /// With the reason.
    pub(crate) kept: Vec<(i64, String)>,
    pub(crate) failure: Option<ServiceError>,
}

impl Edits {
    /// How many were looked at.
    pub(crate) fn count(&self) -> usize {
        self.put_back.len() + self.gone.len() + self.kept.len()
    }

    /// These and others.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.put_back.extend(other.put_back);
        self.gone.extend(other.gone);
        self.kept.extend(other.kept);
        Self { failure: self.failure.or(other.failure), ..self }
    }

    /// Why some stayed.
    pub(crate) fn left(self) -> Vec<ServiceError> {
        let kept = self.kept.into_iter().map(|(row, reason)| ServiceError::Internal(format!("row {row} was not put back: {reason}")));
        self.failure.into_iter().chain(kept).collect()
    }

    fn note(&mut self, row: i64, result: Result<bool, ServiceError>) {
        match result {
            Ok(true) => self.put_back.push(row),
            Ok(false) => self.kept.push((row, text("error.import.changed", &[]))),
            Err(error) if is_gone(&error) => self.gone.push(row),
            Err(error) if is_fatal(&error) => self.failure = Some(error),
            Err(error) => self.kept.push((row, error.reason())),
        }
    }
}

/// Whether the row was as the import had left it, and is put back.
async fn put_one_back(call: &mut Call, change: &ChangedRow, author: i64) -> Result<bool, ServiceError> {
    call.act.set.clear();
    let Some(body) = call.store().put_back_body(call.resource, change, author).await? else { return Ok(false) };
    call.edit(change.key, body).await?;
    Ok(true)
}

/// Puts rows back that give unique values back to each other, all of them or none.
async fn put_together(call: &mut Call, changes: &[&ChangedRow], author: i64) -> Result<bool, ServiceError> {
    let mut bodies: Vec<(i64, Map<String, Value>)> = Vec::with_capacity(changes.len());
    for change in changes {
        let Some(mut body) = call.store().put_back_body(call.resource, change, author).await? else { return Ok(false) };
        body.remove("version");
        bodies.push((change.key, body));
    }
    let fields = call.resource.fields.iter().filter(|field| field.unique).map(|field| field.name);
    let leaving: HashSet<(&'static str, i64)> =
        fields.flat_map(|name| bodies.iter().filter(move |(_, body)| body.contains_key(name)).map(move |(id, _)| (name, *id))).collect();
    call.planned = Some(Arc::new(PlannedRows { leaving, ..PlannedRows::default() }));
    let written = call.edit_together(bodies).await;
    call.planned = None;
    written.map(|_| true)
}

/// The changes that hung rows under new ones of a tree, or under rows that hang there, which are in the way of their deletion;
/// and all others, which may need what new rows have.
pub(crate) fn split(changes: Vec<ChangedRow>, made: &HashSet<i64>) -> (Vec<ChangedRow>, Vec<ChangedRow>) {
    let (mut under, mut others) = (Vec::new(), changes);
    let mut above = made.clone();
    loop {
        let (found, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(|change| change.hangs_under(&above));
        others = rest;
        if found.is_empty() {
            return (under, others);
        }
        above.extend(found.iter().map(|change| change.key));
        under.extend(found);
    }
}

/// Puts rows back; `author`: whose import it was. The first ones of `changes` come first.
pub(crate) async fn put_back(call: &mut Call, changes: &[ChangedRow], author: i64) -> Edits {
    let mut edits = Edits::default();
    let mut waiting: Vec<&ChangedRow> = changes.iter().collect();
    loop {
        let before = waiting.len();
        let mut again = Vec::new();
        for change in waiting {
            match put_one_back(call, change, author).await {
                Err(error) if may_wait(&error) => again.push((change, error)),
                result => edits.note(change.row, result),
            }
            if edits.failure.is_some() {
                return edits;
            }
        }
        if again.is_empty() {
            return edits;
        }
        if again.len() == before {
            let rows: Vec<&ChangedRow> = again.iter().map(|(change, _)| *change).collect();
            let together = if rows.len() <= TOGETHER_MAX { put_together(call, &rows, author).await } else { Ok(false) };
            for (change, error) in again {
                edits.note(change.row, if matches!(together, Ok(true)) { Ok(true) } else { Err(error) });
            }
            return edits;
        }
        waiting = again.into_iter().map(|(change, _)| change).collect();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_hangs_under_new_rows_is_told_from_the_rest() {
        let change = |key: i64, parent: i64| ChangedRow { key, given: Map::from_iter([("pid".to_owned(), json!(parent))]), ..ChangedRow::default() };
        let renamed = ChangedRow { key: 9, given: Map::from_iter([("name".to_owned(), json!("x"))]), ..ChangedRow::default() };
        let (under, others) = split(vec![change(3, 4), renamed, change(4, 20), change(5, 6)], &HashSet::from([20]));
        let keys = |changes: &[ChangedRow]| changes.iter().map(|change| change.key).collect::<Vec<_>>();
        assert_eq!((keys(&under), keys(&others)), (vec![4, 3], vec![9, 5]));
    }
}
