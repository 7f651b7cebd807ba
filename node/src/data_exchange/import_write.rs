//! How the checked rows of an import are written: changes first, those that hand unique values on to each other in one
//! transaction, then new rows in blocks, those of a tree from the top down, and last the changes that hang rows under new
//! ones. What is written of a file that is refused after all is put back.

use std::collections::{HashMap, HashSet};

use entrepot_store::resource::RecordError;
use entrepot_store::resource::write::{Checked, Written};
use serde_json::{Map, Value, json};

use super::changed::Changes;
use super::error::ExchangeError;
use super::import::{Import, Ready, Write};
use super::new_rows::MadeRow;
use super::put_back::{is_gone, put_back, split};
use crate::error::ServiceError;
use crate::resource::planned::PlannedRows;

/// Rows written in one transaction.
const BLOCK: usize = 200;
/// Rows that are changed before it is asked whether to go on.
const EDITS: usize = 50;
/// Rows that are deleted together.
const DELETED_BLOCK: usize = 50;

/// A row to change: its place in the file, its id, and what becomes of it.
type Edit = (usize, i64, Map<String, Value>);

/// A new row: its place in the file, how many rows are above it, the row right above it, and what it will be.
struct NewRow {
    place: usize,
    depth: usize,
    parent: Option<i64>,
    checked: Checked,
}

/// The new rows by their places, with the ids that they got.
type NewIds = HashMap<usize, i64>;

/// The row that a parent stands for; nothing for a new row that was not written.
fn real(parent: i64, ids: &NewIds) -> Option<i64> {
    match PlannedRows::place_of(parent) {
        None => Some(parent),
        Some(place) => ids.get(&place).copied(),
    }
}

impl Import {
    /// Whether nothing more is written, because the file is refused.
    const fn is_over(&self, whole: bool) -> bool {
        whole && self.bad_count > 0
    }

    /// Writes the checked rows. `whole`: it ends with the first that is refused.
    pub(super) async fn write(&mut self, ready: Vec<Ready>, whole: bool) -> Result<(), ExchangeError> {
        self.call.renew().await?;
        let (mut edits, mut together, mut new, mut late) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for Ready { place, depth, parent, late: is_late, together: hands_on, write } in ready {
            match write {
                Write::New(checked) => new.push(NewRow { place, depth, parent, checked }),
                Write::Change(id, body) if is_late => late.push((depth, (place, id, body))),
                Write::Change(id, body) if hands_on => together.push((place, id, body)),
                Write::Change(id, body) => edits.push((depth, (place, id, body))),
                Write::Same => {}
            }
        }
        // From the top down, no row hangs below itself on the way.
        edits.sort_by_key(|(depth, _)| *depth);
        late.sort_by_key(|(depth, _)| *depth);
        new.sort_by_key(|row| row.depth);
        self.write_edits(edits, &NewIds::new(), whole).await?;
        self.write_together(together, whole).await?;
        let ids = self.write_new(new, whole).await?;
        self.write_edits(late, &ids, whole).await?;
        self.made.sort_unstable();
        let store = self.call.store().clone();
        self.changes.write(&store, self.call.now()).await
    }

    /// Says how far it is, of a file that is written when all of it is checked: that was half of the way.
    async fn tell(&mut self, written: usize, whole: bool) {
        self.written += written;
        if whole {
            let handled = self.total.midpoint(self.written.min(self.total));
            self.task.update(json!({ "handled": handled })).await;
        }
    }

    /// A row that was checked is refused after all.
    fn refuse_late(&mut self, kind: usize, place: usize, error: ServiceError) -> Result<(), ExchangeError> {
        self.counts[kind] = self.counts[kind].saturating_sub(1);
        self.refuse(place, error)
    }

    async fn write_edits(&mut self, edits: Vec<(usize, Edit)>, ids: &NewIds, whole: bool) -> Result<(), ExchangeError> {
        let store = self.call.store().clone();
        for (at, (_, (place, id, mut body))) in edits.into_iter().enumerate() {
            if self.is_over(whole) {
                return Ok(());
            }
            if at % EDITS == 0 {
                self.go_on().await?;
                self.call.require("edit")?;
                self.tell(EDITS, whole).await;
            }
            if let Some(parent) = body.get("pid").and_then(Value::as_i64) {
                let Some(parent) = real(parent, ids) else {
                    self.refuse_late(1, place, ServiceError::field("pid", "error.reference"))?;
                    continue;
                };
                body.insert("pid".to_owned(), json!(parent));
            }
            self.begin_row();
            self.at_rows(vec![self.file_row(place)], vec![id]);
            match self.call.edit(id, body).await {
                Ok(written) => self.changes.add(&store, &written.edited).await?,
                Err(error) => self.refuse_late(1, place, error)?,
            }
        }
        Ok(())
    }

    async fn write_together(&mut self, edits: Vec<Edit>, whole: bool) -> Result<(), ExchangeError> {
        if self.is_over(whole) || edits.is_empty() {
            return Ok(());
        }
        let store = self.call.store().clone();
        self.go_on().await?;
        self.call.require("edit")?;
        self.at_rows(edits.iter().map(|(place, ..)| self.file_row(*place)).collect(), edits.iter().map(|(_, id, _)| *id).collect());
        let first = edits.first().map_or(0, |(place, ..)| *place);
        match self.call.edit_together(edits.into_iter().map(|(_, id, body)| (id, body)).collect()).await {
            Ok(written) => {
                for written in written {
                    self.changes.add(&store, &written.edited).await?;
                }
                Ok(())
            }
            // It does not say which of them.
            Err(error) => self.refuse_late(1, first, error),
        }
    }

    /// Writes new rows; answers the ids that they got.
    async fn write_new(&mut self, new: Vec<NewRow>, whole: bool) -> Result<NewIds, ExchangeError> {
        let mut ids = NewIds::new();
        let mut waiting = new.into_iter().peekable();
        while let Some(first) = waiting.next() {
            if self.is_over(whole) {
                break;
            }
            let alone = |row: &NewRow| !row.checked.extra.is_empty();
            let (depth, mut block) = (first.depth, vec![first]);
            while block.len() < BLOCK
                && !block.iter().any(alone)
                && let Some(row) = waiting.next_if(|row| row.depth == depth && !alone(row))
            {
                block.push(row);
            }
            self.write_block(block, &mut ids, whole).await?;
        }
        Ok(ids)
    }

    async fn write_block(&mut self, rows: Vec<NewRow>, ids: &mut NewIds, whole: bool) -> Result<(), ExchangeError> {
        let mut block: Vec<(usize, Checked)> = Vec::with_capacity(rows.len());
        for NewRow { place, parent, mut checked, .. } in rows {
            if let Some(parent) = parent {
                let Some(parent) = real(parent, ids) else {
                    self.refuse_late(0, place, ServiceError::field("pid", "error.reference"))?;
                    continue;
                };
                checked.hang_under(parent);
            }
            block.push((place, checked));
        }
        if self.is_over(whole) || block.is_empty() {
            return Ok(());
        }
        self.go_on().await?;
        self.call.require("add")?;
        self.tell(block.len(), whole).await;
        let store = self.call.store().clone();
        if block.len() > 1 {
            self.at_rows(block.iter().map(|(place, _)| self.file_row(*place)).collect(), Vec::new());
            let weighed = block.iter().all(|(_, checked)| checked.weighed);
            let rows = block.iter().map(|(_, checked)| checked.row.clone()).collect();
            match store.insert_checked(self.call.resource, rows, weighed, &self.call.act).await {
                Ok(keys) => return self.note_new(block.iter().map(|(place, _)| *place).zip(keys).collect(), ids).await,
                // One of them is refused by the database: find out which.
                Err(RecordError::Field { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        for (place, checked) in block {
            self.at_rows(vec![self.file_row(place)], Vec::new());
            match store.insert_checked_with(self.call.resource, checked, &self.call.act).await {
                Ok(id) => self.note_new(vec![(place, id)], ids).await?,
                Err(error) => self.refuse_late(0, place, error.into())?,
            }
            if self.is_over(whole) {
                break;
            }
        }
        Ok(())
    }

    async fn note_new(&mut self, written: Vec<(usize, i64)>, ids: &mut NewIds) -> Result<(), ExchangeError> {
        let made: Vec<MadeRow> = written.iter().map(|(place, id)| (self.file_row(*place), *id)).collect();
        self.made.extend(made);
        ids.extend(written.iter().copied());
        let written = Written { ids: written.into_iter().map(|(_, id)| id).collect(), ..Written::default() };
        Ok(self.call.changed(&written).await?)
    }

    /// Puts back what was written of a file before one of its rows was refused.
    pub(super) async fn undo(&mut self) -> Result<(), ExchangeError> {
        self.call.planned = None;
        self.begin_row();
        self.call.act.step = Some(self.task.fence());
        let store = self.call.store().clone();
        let made: HashSet<i64> = self.made.iter().map(|(_, id)| *id).collect();
        let (under_new, others) = split(store.import_changes(self.task.id).await?, &made);
        let author = self.call.act.scope.admin;
        let mut left = put_back(&mut self.call, &under_new, author).await.left();
        let mut keys: Vec<i64> = made.into_iter().collect();
        keys.sort_unstable_by(|one, other| other.cmp(one));
        self.begin_row();
        self.call.act.as_made = true;
        for block in keys.chunks(DELETED_BLOCK) {
            match self.call.delete(block.to_vec()).await {
                // They were deleted before somebody else went on.
                Err(error) if self.undoing && is_gone(&error) => {}
                deleted => drop(deleted?),
            }
        }
        self.call.act.as_made = false;
        self.made.clear();
        left.extend(put_back(&mut self.call, &others, author).await.left());
        if let Some(error) = left.into_iter().next().filter(|_| !self.undoing) {
            return Err(error.into());
        }
        store.forget_import(self.task.id).await?;
        self.call.act.step = Some(self.task.fence());
        self.changes = Changes::new(self.task.id);
        Ok(())
    }
}
