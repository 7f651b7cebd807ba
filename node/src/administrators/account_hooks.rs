//! What happens around reads and changes of administrators. Who may give which group is [`crate::identity::groups`].

use std::sync::Arc;

use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::live::Invalidation;
use chrono::TimeZone;
use entrepot_store::identity::rights::Rights;
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::row;
use entrepot_store::resource::write::Written;
use entrepot_store::scope::Scope;
use serde_json::Value;

use crate::client;
use crate::error::ServiceError;
use crate::identity::groups::{self, Seat};
use crate::identity::sessions::{Sessions, rights_changed};
use crate::resource::Call;
use crate::resource::call::Hook;

/// The ids of a field that holds several.
fn groups_of(typed: &Value) -> Vec<i64> {
    typed.as_array().map(|ids| ids.iter().filter_map(Value::as_i64).collect()).unwrap_or_default()
}

/// The department of an administrator.
const DEPARTMENT: &str = "department_id";

/// A department that is sent; 0 and null are none.
fn department_of(typed: &Value) -> Option<i64> {
    typed.as_i64().filter(|id| *id > 0)
}

/// The member accounts of an administrator.
const MEMBERS: &str = "members";

/// Which member accounts are somebody's own is said by a super administrator, and never of themselves.
fn require_other_chief(call: &Call, id: i64) -> Result<(), ServiceError> {
    if call.rights.everything && id != call.act.scope.admin { Ok(()) } else { Err(ServiceError::field(MEMBERS, "error.own_members")) }
}

/// Notes beside a new password whether its owner has chosen it.
fn note_password(call: &mut Call, body: &TypedBody, own: bool) {
    if body.get("password").and_then(Value::as_str).is_some_and(|password| !password.is_empty()) {
        let given = !own && call.config().change_given_passwords;
        call.act.set.insert("given_password".into(), i64::from(given).into());
    }
}

/// Administrators.
pub struct Administrators {
    pub sessions: Arc<Sessions>,
}

#[async_trait]
impl Hook for Administrators {
    /// Oneself, and administrators whose groups one may all grant.
    fn narrow(&self, scope: &mut Scope, rights: &Rights) {
        scope.drop_owners();
        scope.rows = Some(rights.administers.iter().copied().chain([scope.admin]).collect());
    }

    /// The names of their groups, and their last login as a text (wire contract 0.3).
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let zone = call.config().time_zone;
        for row in rows {
            let names = row::value(row, "groups")?.get("name").and_then(Value::as_array).into_iter().flatten();
            let names: Vec<Value> = names.filter(|name| !name.is_null()).cloned().collect();
            row::set(row, "group_name_arr", names);
            let last = row::integer(row, "last_login_time")?;
            let text = zone.timestamp_opt(last, 0).single().filter(|_| last > 0).map(|time| time.format("%Y-%m-%d %H:%M:%S").to_string());
            row::set(row, "last_login_time", text.unwrap_or_default());
            let status = client::current().admin_status(row::text(row, "status")?).to_owned();
            row::set(row, "status", status);
        }
        Ok(())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let directory = call.store().directory().await?;
        let before = directory.administrators.iter().find(|person| person.id == id).map(|person| person.groups.clone()).unwrap_or_default();
        let after = body.get("group_arr").map(groups_of);
        if let Some(after) = &after {
            groups::check_given(&call.rights, &before, after)?;
        }
        let seat = Seat { department: directory.department_of(id), groups: &before };
        let department = body.get(DEPARTMENT).map_or(seat.department, department_of);
        groups::check_seat(&call.rights, &directory, seat, Seat { department, groups: after.as_deref().unwrap_or(&before) })?;
        let disabled = body.get("status").is_some_and(|status| status != "enable");
        if disabled && id == call.act.scope.admin {
            return Err(ServiceError::field("status", "error.own_account"));
        }
        if let Some(sent) = body.get(MEMBERS) {
            let known = call.store().record(call.resource, id, &call.act.scope).await?;
            // Clients get ids as texts.
            let as_it_was = row::integers(&known, MEMBERS)?;
            if groups_of(sent) != as_it_was {
                require_other_chief(call, id)?;
            }
        }
        groups::check_chiefs(&directory, id, after.as_deref(), !disabled)?;
        note_password(call, body, id == call.act.scope.admin);
        // Decided on the rows as they are when it is written: another change may be under way.
        let may_go = after.is_some() || body.contains_key("status");
        call.act.extra = groups::guard_chiefs(&directory, may_go);
        Ok(())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        if body.get(MEMBERS).is_some_and(|sent| !groups_of(sent).is_empty()) {
            require_other_chief(call, 0)?;
        }
        let groups = body.get("group_arr").map(groups_of).unwrap_or_default();
        groups::check_given(&call.rights, &[], &groups)?;
        let seat = Seat { department: body.get(DEPARTMENT).and_then(department_of), groups: &groups };
        groups::check_seat(&call.rights, &*call.store().directory().await?, Seat::default(), seat)?;
        note_password(call, body, false);
        Ok(())
    }

    async fn before_delete(&self, call: &mut Call, ids: &mut Vec<i64>) -> Result<(), ServiceError> {
        if ids.contains(&call.act.scope.admin) {
            return Err(ServiceError::refused("error.own_account"));
        }
        call.act.extra = groups::guard_chiefs(&*call.store().directory().await?, true);
        Ok(())
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        rights_changed(call.store(), call.system());
        if !written.before.is_empty() && written.fields.iter().any(|field| matches!(*field, "group_arr" | DEPARTMENT)) {
            call.account_notices().rights_changed(&written.ids, AdminId(call.act.scope.admin)).await;
        }
        // A new password, disabling and deleting end the account's sessions.
        let ends = written.fields.is_empty() || written.fields.iter().any(|field| matches!(*field, "password" | "status"));
        for id in &written.ids {
            if ends {
                call.store().end_sessions(AdminId(*id)).await?;
            }
            self.sessions.forget(AdminId(*id));
            call.system().invalidate(Invalidation::Session { admin: AdminId(*id) });
        }
        Ok(())
    }
}
