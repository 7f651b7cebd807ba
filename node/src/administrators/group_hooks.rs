//! What happens around reads and changes of groups (wire contract 4.2). Who may give what is
//! [`crate::identity::groups`].

use async_trait::async_trait;
use bus_schemas::ids::AdminId;
use bus_schemas::right::WarehouseRight;
use entrepot_store::identity::directory::Directory;
use entrepot_store::identity::rights::{Reach, Rights, Rule};
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::TypedBody;
use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::row;
use entrepot_store::resource::write::Written;
use entrepot_store::scope::Scope;
use serde_json::{Map, Value, json};

use crate::error::ServiceError;
use crate::i18n::{self, text};
use crate::identity::groups::{self, Asked, GroupRefusal};
use crate::identity::rule_titles;
use crate::identity::sessions::rights_changed;
use crate::resource::Call;
use crate::resource::call::Hook;

impl From<GroupRefusal> for ServiceError {
    fn from(refusal: GroupRefusal) -> Self {
        match refusal {
            GroupRefusal::Own => Self::refused("error.group.own"),
            GroupRefusal::NotYours => Self::field("group_arr", "error.group.not_yours"),
            GroupRefusal::Beyond => Self::field("rules", "error.group.beyond"),
            GroupRefusal::AllOfMine => Self::field("rules", "error.group.all_of_mine"),
            GroupRefusal::Form => Self::field("rules", "error.type"),
            GroupRefusal::Parent => Self::field("pid", "error.group.parent"),
            GroupRefusal::Sight => Self::field("scope", "error.group.sight"),
            GroupRefusal::Department => Self::field("department_id", "error.department.give"),
            GroupRefusal::TwoRights => Self::field("see_warehouses", "error.group.two_rights"),
            GroupRefusal::LastChief => Self::refused("error.last_chief"),
        }
    }
}

/// Groups of administrators.
pub struct Groups;

impl Groups {
    fn asked(body: &TypedBody) -> Asked {
        let ids = |name: &str| body.get(name).and_then(Value::as_array).map(|ids| ids.iter().filter_map(Value::as_i64).collect());
        Asked {
            pid: body.get("pid").and_then(Value::as_i64),
            rules: body.get("rules").and_then(Value::as_str).map(|rules| rules.split(',').map(str::to_owned).collect()),
            reach: body.get("scope").and_then(Value::as_str).and_then(Reach::parse),
            warehouses: ids("warehouses"),
            warehouse_right: body.get("warehouse_right").and_then(Value::as_str).and_then(WarehouseRight::named),
            see_warehouses: ids("see_warehouses"),
            work_warehouses: ids("work_warehouses"),
            decide_warehouses: ids("decide_warehouses"),
        }
    }

    async fn check(call: &mut Call, current: Option<i64>, body: &mut TypedBody) -> Result<(), ServiceError> {
        let directory = call.store().directory().await?;
        let current = current.map(|id| directory.group(id).ok_or_else(|| ServiceError::refused("error.not_found"))).transpose()?;
        let may_go = current.is_some() && ["rules", "status"].iter().any(|field| body.contains_key(*field));
        call.act.extra = groups::guard_chiefs(&directory, may_go);
        match groups::check(&call.rights, &directory, current, &Self::asked(body))? {
            Some(rules) => body.insert("rules".into(), json!(rules)),
            None => body.remove("rules"),
        };
        Ok(())
    }

    /// The text a list shows for a group's rules.
    fn rules_text(catalogue: &Catalogue, directory: &Directory, row: &Value) -> Result<String, ServiceError> {
        if row::text(row, "rules")?.split(',').any(|rule| rule.trim() == "*") {
            return Ok(text("group.super", &[]));
        }
        let ids = row::integers(row, "rules")?;
        let named = |rule: &Rule| rule_titles::title(catalogue, i18n::current(), &rule.name, &rule.title);
        Ok(match (directory.rules.iter().find(|rule| ids.contains(&rule.id)).map(named), ids.len()) {
            (None, _) => text("group.none", &[]),
            (Some(first), 1) => first,
            (Some(first), count) => text("group.rules", &[("first", first), ("count", (count - 1).to_string())]),
        })
    }

    fn put_rules_text(catalogue: &Catalogue, directory: &Directory, rows: &mut [Value]) -> Result<(), ServiceError> {
        for row in rows {
            let rules_text = Self::rules_text(catalogue, directory, row)?;
            row::set(row, "rules", rules_text);
            if let Some(Value::Array(children)) = row.get_mut("children") {
                Self::put_rules_text(catalogue, directory, children)?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Hook for Groups {
    fn narrow(&self, scope: &mut Scope, rights: &Rights) {
        scope.rows = Some(groups::visible(rights));
    }

    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        let asked = |name: &str| {
            let mut pairs = form_urlencoded::parse(call.params.as_bytes());
            pairs.any(|(key, value)| key == name && !matches!(value.as_ref(), "" | "0" | "false"))
        };
        let filter =
            |field: &str, operator: &str, values: Vec<String>| Filter { field: field.into(), operator: operator.into(), values, datetime: false };
        // The form of administrators shows only groups that can be granted.
        if asked("absoluteAuth") && !call.rights.everything {
            query.filters.push(filter("id", "IN", call.rights.gives.iter().map(ToString::to_string).collect()));
        }
        if query.select && query.init.is_none() {
            query.filters.push(filter("status", "=", vec!["1".into()]));
        }
        Ok(())
    }

    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        Self::put_rules_text(&call.store().catalogue(), &*call.store().directory().await?, rows)
    }

    /// Rows that get no buttons.
    async fn extend_list(&self, call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        answer.insert("group".into(), json!(call.rights.groups));
        Ok(())
    }

    async fn detail(&self, call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        let directory = call.store().directory().await?;
        let Some(row) = answer.get_mut("row") else { return Ok(()) };
        let Some(group) = directory.group(row::integer(row, "id")?) else { return Ok(()) };
        row::set(row, "rules", if group.is_super() { json!(["*"]) } else { json!(groups::leaves(&directory, group)) });
        Ok(())
    }

    fn reshape(&self, body: &mut Map<String, Value>) -> Result<(), ServiceError> {
        crate::administrators::rule_hooks::reshape_rules(body)
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, None, body).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(call, Some(id), body).await
    }

    async fn before_delete(&self, call: &mut Call, ids: &mut Vec<i64>) -> Result<(), ServiceError> {
        ids.iter().try_for_each(|id| groups::may_change(&call.rights, *id))?;
        call.act.extra = groups::guard_chiefs(&*call.store().directory().await?, true);
        Ok(())
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        rights_changed(call.store(), call.system());
        // A new group has nobody yet, and a name gives no right. A group that was deleted has no fields.
        let of_rights = written.fields.is_empty() || written.fields.iter().any(|field| *field != "name");
        if !written.before.is_empty() && of_rights {
            let directory = call.store().directory().await?;
            let of_group = directory.administrators.iter().filter(|person| person.groups.iter().any(|group| written.ids.contains(group)));
            let concerned: Vec<i64> = of_group.map(|person| person.id).collect();
            call.account_notices().rights_changed(&concerned, AdminId(call.act.scope.admin)).await;
        }
        Ok(())
    }
}
