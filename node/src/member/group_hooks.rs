//! Hooks of member groups and member rules (wire contract 4.6, 4.7): a group's rights as a tree of check boxes, and
//! new rules granted to the groups of their parent.

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::row;
use entrepot_store::resource::write::Written;
use entrepot_store::resource::{Act, TypedBody, catalogue};
use entrepot_store::scope::Scope;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::Members;
use crate::administrators::rule_hooks::{EVERYTHING, drop_shown_title, free_child, put_titles, reshape_rules, shown_titles, tidy_rule};
use crate::error::ServiceError;
use crate::identity::member_rights::title;
use crate::resource::Call;
use crate::resource::call::Hook;

/// More rules or groups than anybody has.
const ROWS_MAX: i64 = 10_000;

/// A menu rule of the member side.
#[derive(Deserialize)]
struct RuleRow {
    id: i64,
    pid: i64,
    name: String,
    title: String,
}

/// A group of members.
#[derive(Deserialize)]
struct GroupRow {
    id: i64,
    /// Ids with commas between, or `*`.
    rules: String,
}

async fn rows<T: DeserializeOwned>(store: &Store, controller: &str) -> Result<Vec<T>, ServiceError> {
    let resource = catalogue::declared(controller)?;
    let rows = store.records_after(resource, &ListQuery::default(), &Scope::system(), 0, ROWS_MAX).await?;
    Ok(rows.into_iter().map(|row| row::typed(resource, row)).collect::<Result<_, _>>()?)
}

/// Every rule with the one above it, in use or not.
async fn parents(store: &Store) -> Result<Vec<(i64, i64)>, ServiceError> {
    Ok(rows::<RuleRow>(store, "user.Rule").await?.iter().map(|rule| (rule.id, rule.pid)).collect())
}

/// The rules of a group, as they are stored.
fn listed(rules: &str) -> Vec<&str> {
    rules.split(',').map(str::trim).filter(|rule| !rule.is_empty()).collect()
}

/// The stored text of a group's rules: existing ones, `*` for all of them.
fn stored(asked: &[&str], all: &BTreeSet<i64>) -> Option<String> {
    if asked.contains(&EVERYTHING) {
        return Some(EVERYTHING.to_owned());
    }
    let ids: BTreeSet<i64> = asked.iter().map(|id| id.parse().ok()).collect::<Option<_>>()?;
    let known: Vec<String> = ids.intersection(all).map(ToString::to_string).collect();
    Some(if !all.is_empty() && known.len() == all.len() { EVERYTHING.to_owned() } else { known.join(",") })
}

/// Groups of members.
pub struct MemberGroups {
    pub members: Arc<Members>,
}

impl MemberGroups {
    /// Rules that are not there fall away, all of them become `*`.
    async fn normalise_rules(call: &Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        let Some(sent) = body.get("rules") else { return Ok(()) };
        let sent = sent.as_str().ok_or_else(|| ServiceError::field("rules", "error.type"))?;
        let all = parents(call.store()).await?.into_iter().map(|(id, _)| id).collect();
        let rules = stored(&listed(sent), &all).ok_or_else(|| ServiceError::field("rules", "error.type"))?;
        body.insert("rules".into(), json!(rules));
        Ok(())
    }
}

#[async_trait]
impl Hook for MemberGroups {
    /// The rules without those that are above another one: a tree of boxes ticks them by itself.
    async fn detail(&self, call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        let Some(row) = answer.get_mut("row") else { return Ok(()) };
        if listed(row::text(row, "rules")?).contains(&EVERYTHING) {
            row::set(row, "rules", json!([EVERYTHING]));
            return Ok(());
        }
        let held = row::integers(row, "rules")?;
        let above: BTreeSet<i64> = parents(call.store()).await?.into_iter().filter(|(id, _)| held.contains(id)).map(|(_, pid)| pid).collect();
        row::set(row, "rules", held.into_iter().filter(|id| !above.contains(id)).collect::<Vec<_>>());
        Ok(())
    }

    fn reshape(&self, body: &mut Map<String, Value>) -> Result<(), ServiceError> {
        reshape_rules(body)
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::normalise_rules(call, body).await
    }

    async fn before_edit(&self, call: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::normalise_rules(call, body).await
    }

    async fn after_change(&self, _: &Call, _: &Written) -> Result<(), ServiceError> {
        self.members.sessions.forget_all();
        Ok(())
    }
}

/// Menu rules of the member side.
pub struct MemberRules {
    pub members: Arc<Members>,
}

impl MemberRules {
    /// The form has the field of the back office's rules; pages of the member centre are not kept alive.
    fn tidy(body: &mut TypedBody) {
        body.remove("keepalive");
        tidy_rule(body);
    }

    /// Groups that hold a new rule's parent hold the rule.
    async fn inherit(call: &Call, id: i64) -> Result<(), ServiceError> {
        let Some((_, parent)) = parents(call.store()).await?.into_iter().find(|(rule, pid)| *rule == id && *pid != 0) else { return Ok(()) };
        let act = Act { scope: Scope { admin: call.act.scope.admin, ..Scope::system() }, ..call.act.clone() };
        for GroupRow { id: group, rules } in rows(call.store(), "user.Group").await? {
            if rules.split(',').any(|rule| rule.trim() == parent.to_string()) {
                let body = Map::from_iter([("rules".to_owned(), json!(format!("{rules},{id}")))]);
                call.store().update_record(catalogue::declared("user.Group")?, group, &body, &act).await?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Hook for MemberRules {
    /// Titles are searched as shown; a select offers possible parents.
    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        let rules: Vec<RuleRow> = rows(call.store(), "user.Rule").await?;
        query.shown = shown_titles(rules.iter().map(|rule| (rule.id, rule.name.as_str(), rule.title.as_str())), title);
        if query.select && query.init.is_none() {
            let filter = |field: &str, operator: &str, value: &str| Filter {
                field: field.into(),
                operator: operator.into(),
                values: vec![value.into()],
                datetime: false,
            };
            query.filters.push(filter("type", "<>", "button"));
            query.filters.push(filter("status", "=", "1"));
        }
        Ok(())
    }

    async fn prepare_rows(&self, _: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        put_titles(rows, &title)?;
        Ok(())
    }

    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::tidy(body);
        Ok(())
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::tidy(body);
        if body.contains_key("title") {
            drop_shown_title(body, &call.store().record(call.resource, id, &call.act.scope).await?, title)?;
        }
        match body.get("pid").and_then(Value::as_i64) {
            Some(pid) => free_child(call, id, pid).await,
            None => Ok(()),
        }
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        if written.before.is_empty() && written.fields.is_empty() {
            for id in &written.ids {
                Self::inherit(call, *id).await?;
            }
        }
        self.members.sessions.forget_all();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_become_a_text() {
        let all = BTreeSet::from([1, 2, 3]);
        let made = |sent: Value| {
            let mut body = Map::from_iter([("rules".to_owned(), sent)]);
            reshape_rules(&mut body).ok()?;
            Some(body.get("rules").map(|rules| stored(&listed(rules.as_str().expect("a text")), &all).expect("ids")))
        };
        let text = |text: &str| Some(Some(text.to_owned()));
        assert_eq!(made(json!([2, "1", 9])), text("1,2"));
        assert_eq!(made(json!("3, 1")), text("1,3"));
        assert_eq!(made(json!([1, 2, 3])), text("*"));
        assert_eq!(made(json!(["*"])), text("*"));
        assert_eq!(made(json!([9])), text(""));
        assert_eq!((made(json!([])), made(json!(null)), made(json!(""))), (Some(None), Some(None), Some(None)), "none of them changes nothing");
        for odd in [json!([{}]), json!({}), json!([1, true]), json!(true), json!("x"), json!([1.5])] {
            assert_eq!(made(odd.clone()), None, "{odd}");
        }
    }
}
