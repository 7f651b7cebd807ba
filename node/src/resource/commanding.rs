//! Commands of rows, as their declaration and its hook have them.

use entrepot_store::engine::typed;
use entrepot_store::resource::body::read_answers;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::write::{ExtraStatements, RowEdit};
use serde_json::{Map, Value, json};

use super::Call;
use super::writing::with_range;
use crate::error::ServiceError;

impl Call {
    /// Gives a command for rows, for all of them or none. `body` has the answers to what it asks, and for a single row the
    /// version that was seen, if any.
    pub async fn command(&mut self, command: &'static Command, ids: &[i64], body: &Map<String, Value>) -> Result<(), ServiceError> {
        let answers = read_answers(command.fields, body).map_err(|error| with_range(command.fields, error))?;
        let version = body.get("version").and_then(typed::integer).filter(|_| ids.len() == 1);
        let seen: Map<String, Value> = version.map(|version| ("version".to_owned(), json!(version))).into_iter().collect();
        let (mut rows, mut edits) = (Vec::with_capacity(ids.len()), Vec::with_capacity(ids.len()));
        for id in ids {
            let row = self.store().record(self.resource, *id, &self.act.scope).await?;
            if command.from.is_some_and(|from| !from.allows(&row[from.field])) {
                return Err(ServiceError::Rows { key: "error.other_state", ids: vec![*id] });
            }
            self.act.from = command.from;
            self.act.set.clear();
            self.act.extra = ExtraStatements::default();
            self.note(command);
            let mut answers = answers.clone();
            if let Some(hook) = self.hook() {
                hook.before_command(self, command, &row, &mut answers).await?;
            }
            answers.retain(|name, _| self.resource.field(name).is_some());
            self.act.set.extend(answers);
            edits.push(RowEdit { key: *id, body: seen.clone(), act: self.act.clone() });
            rows.push(row);
        }
        let written = match edits.as_slice() {
            [edit] => vec![self.store().update_record(self.resource, edit.key, &edit.body, &edit.act).await?],
            edits => self.store().update_together(self.resource, edits).await?,
        };
        for ((edit, written), row) in edits.iter().zip(&written).zip(&rows) {
            self.edited(edit.key, written).await?;
            if let Some(hook) = self.hook() {
                hook.after_command(self, command, row).await?;
            }
        }
        Ok(())
    }

    /// What a command writes by itself: the next state, who gave it, and when.
    fn note(&mut self, command: &Command) {
        let next = command.from.zip(command.to).map(|(from, to)| (from.field, json!(to)));
        let by = command.by.map(|field| (field, json!(self.act.scope.admin)));
        let at = command.at.map(|field| (field, json!(self.act.now)));
        self.act.set.extend([next, by, at].into_iter().flatten().map(|(field, value)| (field.to_owned(), value)));
    }
}
