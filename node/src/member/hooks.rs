//! What happens around reads and changes of members in the back office.

use super::closing::{Names, closed};
use crate::error::ServiceError;
use crate::file::Storage;
use crate::identity::member_rights::FIRST_GROUP;
use crate::identity::own_account::refuse_own;
use crate::resource::Call;
use crate::resource::call::Hook;
use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::member::closing::closing;
use entrepot_store::member::notices::NoticeKind;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::write::{RowEdit, Written};
use entrepot_store::resource::{Act, RecordError, TypedBody, row};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Rules of the rows of members.
pub struct MemberRows {
    pub members: Arc<super::Members>,
    pub storage: Arc<Storage>,
}

/// Refuses to touch an account that is closed.
async fn refuse_closed(call: &Call, member: i64) -> Result<(), ServiceError> {
    let row = call.store().record(call.resource, member, &call.act.scope).await?;
    if row::integer(&row, "closed_time")? > 0 { Err(ServiceError::refused("member.account_closed")) } else { Ok(()) }
}

/// A member's group as BuildAdmin calls the relation since 2.3, and as it did before.
const GROUP: (&str, &str) = ("userGroup", "group");
/// The field of that relation.
const GROUP_ID: &str = "group_id";

#[async_trait]
impl Hook for MemberRows {
    /// The group is searched and sorted by under either name.
    async fn before_list(&self, _: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        let (name, older) = GROUP;
        let named = |field: &mut String| {
            if let Some(of_group) = field.strip_prefix(older).filter(|rest| rest.starts_with('.')) {
                *field = format!("{name}{of_group}");
            }
        };
        query.filters.iter_mut().for_each(|filter| named(&mut filter.field));
        if let Some((field, _)) = &mut query.order {
            named(field);
        }
        Ok(())
    }

    async fn prepare_rows(&self, _: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let (name, older) = GROUP;
        for row in rows {
            // Nothing where the member is in no group.
            let group = row.get(name).cloned().unwrap_or_default();
            row::set(row, older, group);
            let text = format!("{}(ID:{})", row::text(row, "username")?, row::integer(row, "id")?);
            row::set(row, "nickname_text", text);
        }
        Ok(())
    }

    /// The form sends balance and score back; only the logs change them.
    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        refuse_closed(call, id).await?;
        for name in ["money", "score"] {
            body.remove(name);
        }
        if body.get(GROUP_ID).is_some_and(Value::is_null) {
            body.insert(GROUP_ID.to_owned(), json!(FIRST_GROUP));
        }
        Ok(())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        for name in ["money", "score"] {
            body.remove(name);
        }
        // Without a group a member would have no rights at all.
        if body.get(GROUP_ID).is_none_or(Value::is_null) {
            body.insert(GROUP_ID.to_owned(), json!(FIRST_GROUP));
        }
        call.act.set.insert("join_time".into(), json!(call.act.now));
        Ok(())
    }

    /// Addresses and carts go with the account.
    async fn before_delete(&self, call: &mut Call, _: &mut Vec<i64>) -> Result<(), ServiceError> {
        call.act.extra = Store::member_removal_statements();
        Ok(())
    }

    /// Orders and their money stay, and they are the member's: the account of who has bought something is closed.
    async fn instead_of_delete(&self, call: &mut Call, ids: &mut Vec<i64>) -> Result<Vec<i64>, ServiceError> {
        let mut bought = vec![];
        for id in ids.iter().copied().filter(|_| !call.act.as_made) {
            if call.store().is_in_use(call.resource, id, &call.act).await? {
                refuse_own(call.store(), call.act.scope.admin, id).await?;
                bought.push(id);
            }
        }
        if bought.is_empty() {
            return Ok(bought);
        }
        ids.retain(|id| !bought.contains(id));
        let from = call.resource.command("close").and_then(|command| command.from);
        let (mut rows, mut edits) = (vec![], vec![]);
        for id in &bought {
            rows.push(Names::of_row(&call.store().record(call.resource, *id, &call.act.scope).await?)?);
            let act = closing(*id, Act { from, ..call.act.clone() }, false);
            edits.push(RowEdit { key: *id, body: Map::new(), act });
        }
        // All of them or none.
        let written = match call.store().update_together(call.resource, &edits).await {
            Err(RecordError::Field { key, .. }) => {
                let open = call.store().not_to_be_closed(&bought).await?;
                return Err(ServiceError::Rows { key, ids: if open.is_empty() { bought } else { open } });
            }
            written => written?,
        };
        for (written, names) in written.iter().zip(&rows) {
            call.changed(written).await?;
            closed(&self.members, call.store(), &self.storage, names).await?;
        }
        Ok(bought)
    }

    async fn before_command(&self, call: &mut Call, _: &'static Command, row: &Value, _: &mut Map<String, Value>) -> Result<(), ServiceError> {
        let member = row::integer(row, "id")?;
        refuse_own(call.store(), call.act.scope.admin, member).await?;
        call.act = closing(member, call.act.clone(), false);
        Ok(())
    }

    async fn after_command(&self, call: &Call, _: &'static Command, row: &Value) -> Result<(), ServiceError> {
        closed(&self.members, call.store(), &self.storage, &Names::of_row(row)?).await
    }

    /// A new password, disabling and deleting end the account's sessions.
    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        let ends = written.fields.is_empty() || written.fields.iter().any(|field| ["password", "status"].contains(field));
        for id in &written.ids {
            if ends {
                self.members.sessions.end_all(*id).await?;
            } else {
                self.members.sessions.forget(*id);
            }
            if written.fields.contains(&"password") {
                call.store().add_member_notice(*id, NoticeKind::Password, Map::new(), call.now()).await?;
            }
        }
        Ok(())
    }
}
