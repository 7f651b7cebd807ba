//! Deletions: rows in use are refused, others are copied into the recycle bin.

use bus_schemas::order::kinds::KINDS;
use bus_schemas::order::process::Partner;
use serde::Deserialize;
use serde_json::Value as Json;
use surrealdb::types::Object;

use super::tree_turn::children_guard;
use super::{Act, LAST_CHIEF, Written, integers, readable, refused};
use crate::choice::Label;
use crate::engine::connect::Store;
use crate::engine::look_up::look_up;
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array, id, int};
use crate::event::rows::{self as event, RowEvent};
use crate::resource::catalogue::{Catalogue, User};
use crate::resource::declaration::Resource;
use crate::resource::error::{RecordError, Usage};
use crate::resource::query::quoted;
use crate::resource::read::key_of;
use crate::task_steps::{FENCED, TaskStep};

/// The table and column of an index that is not declared.
const PLACES_BY_PRODUCT: (&str, &str) = ("place", "product");

impl Store {
    /// Deletes rows that nothing refers to: all of them or none.
    pub async fn delete_records(&self, resource: &Resource, keys: &[i64], act: &Act) -> Result<Written, RecordError> {
        let rows = self.raw_rows(resource, keys).await?;
        for row in &rows {
            self.changeable(resource, row, key_of(row), &act.scope).await?;
        }
        if rows.is_empty() {
            return Err(RecordError::NotFound);
        }
        let keys: Vec<i64> = rows.iter().map(key_of).collect();
        let changed: Vec<i64> = rows.iter().filter(|row| act.as_made && !is_as_made(row)).map(key_of).collect();
        if !changed.is_empty() {
            return Err(RecordError::NotAsMade(changed));
        }
        self.check_unused(resource, &keys, act).await?;
        let copies = self.recycled(resource, &rows, act).await?;
        let (mut guards, mut vars) = self.guards(resource, &keys);
        if resource.tree {
            guards.push_str(&children_guard(resource.table));
        }
        let unchanged =
            if act.as_made { "IF array::len((SELECT VALUE id FROM $ids WHERE (version ?? 1) != 1)) > 0 { THROW 'CHANGED' };" } else { "" };
        let query = format!(
            "BEGIN; {} {guards} {unchanged} {} DELETE $ids RETURN NONE; \
             FOR $copy IN $copies {{ CREATE type::record('data_recycle_log', sequence::nextval('data_recycle_log')) CONTENT $copy RETURN NONE; }}; {} {} COMMIT;",
            TaskStep::fence(act),
            event::seen(resource, "$ids"),
            act.extra.of("$keys[0]"),
            event::told(resource)
        );
        let ids = array(keys.iter().map(|key| id(resource.table, *key)).collect());
        vars.extend([("ids", ids), ("copies", array(copies))]);
        vars.extend(TaskStep::vars(act));
        vars.extend(act.extra.vars.iter().cloned());
        vars.extend(event::vars(resource, RowEvent::Deleted, act.author(), std::iter::empty()));
        let extra = self.writing_extra(&act.extra);
        let mut writing = self.writes().writing(resource.table);
        let deleted = self.run_telling(resource, &query, vars).await;
        writing.touched(&keys);
        extra.done();
        self.ring();
        match deleted {
            Err(TxError::Thrown(code)) if code == "CHANGED" => {
                // Changed since it was looked.
                let rows = self.raw_rows(resource, &keys).await?;
                Err(RecordError::NotAsMade(rows.iter().filter(|row| !is_as_made(row)).map(key_of).collect()))
            }
            Err(TxError::Thrown(code)) if code == FENCED => Err(refused(resource, TxError::Thrown(code))),
            Err(TxError::Thrown(code)) if code == LAST_CHIEF => Err(RecordError::LastChief),
            Err(TxError::Thrown(_)) => {
                // Referred to since it was looked.
                self.check_unused(resource, &keys, act).await?;
                let unknown = |id| Usage { id, table: "", title: None, kind: None, row: None, name: String::new() };
                Err(RecordError::InUse(keys.into_iter().map(unknown).collect()))
            }
            Err(error) => Err(RecordError::Store(error.into())),
            Ok(_) => Ok(Written { ids: keys, before: rows.into_iter().map(|row| readable(resource, row)).collect(), ..Written::default() }),
        }
    }

    /// What refuses to delete rows that others refer to, in the transaction that deletes them.
    fn guards(&self, resource: &Resource, keys: &[i64]) -> (String, Vars) {
        let catalogue = self.catalogue();
        let (indexed, others): (Vec<User>, Vec<User>) = catalogue.users_of(resource).into_iter().partition(|user| is_indexed(&catalogue, user));
        let guards = |users: &[User], name: &str| -> String {
            let guard = |user: &User| {
                format!("IF array::len((SELECT VALUE id FROM {} WHERE {} LIMIT 1)) > 0 {{ THROW 'USED' }};", user.table, used(user, name))
            };
            users.iter().filter(|user| user.table != resource.table).map(guard).collect()
        };
        let keys: Vec<_> = keys.iter().copied().map(int).collect();
        let mut vars = vec![("keys", array(keys.clone()))];
        let mut query = guards(&others, "keys");
        look_up(keys, &mut query, &mut vars, |name| guards(&indexed, name));
        (query, vars)
    }

    /// Whether a row refers to one of these.
    async fn refers(&self, user: &User, keys: &[i64]) -> Result<bool, RecordError> {
        let keys = keys.iter().copied().map(int).collect();
        let any = |name: &str| format!("SELECT VALUE true FROM {} WHERE {} LIMIT 1;", user.table, used(user, name));
        let found: Vec<bool> = if is_indexed(&self.catalogue(), user) {
            self.look_up(keys, vec![], any).await?
        } else {
            self.rows(&any("keys"), vec![("keys", array(keys))]).await?
        };
        Ok(!found.is_empty())
    }

    /// Whether anything refers to a row: then it is not deleted, and stays where it is.
    pub async fn is_in_use(&self, resource: &Resource, key: i64, act: &Act) -> Result<bool, RecordError> {
        match self.check_unused(resource, &[key], act).await {
            Ok(()) => Ok(false),
            Err(RecordError::InUse(_) | RecordError::HasChildren(_)) => Ok(true),
            Err(error) => Err(error),
        }
    }

    async fn check_unused(&self, resource: &Resource, keys: &[i64], act: &Act) -> Result<(), RecordError> {
        if resource.tree {
            let below = |name: &str| format!("SELECT VALUE [record::id(id), pid] FROM {} WHERE pid IN ${name};", resource.table);
            let children: Vec<(i64, i64)> = self.look_up(keys.iter().copied().map(int).collect(), vec![], below).await?;
            let above: Vec<i64> = children.into_iter().filter(|(child, _)| !keys.contains(child)).map(|(_, parent)| parent).collect();
            if !above.is_empty() {
                return Err(RecordError::HasChildren(above));
            }
        }
        // Who sees some warehouses or rows only sees the sort of use, not where it is.
        let names_rows = act.scope.only_warehouses().is_none() && act.scope.only_owners().is_none();
        let mut usages: Vec<Usage> = Vec::new();
        let catalogue = self.catalogue();
        for user in catalogue.users_of(resource) {
            let table = user.table;
            // Mostly nothing refers to any of them: one look at the table says so of all.
            if table == resource.table || (keys.len() > 1 && !self.refers(&user, keys).await?) {
                continue;
            }
            for key in keys {
                if usages.iter().any(|usage| usage.id == *key && usage.table == table) {
                    continue;
                }
                // The newest order says more than the oldest; of other rows any will do.
                let last = if table == "stock_order" { "ORDER BY row DESC" } else { "" };
                let query = format!(
                    "SELECT record::id(id) AS row, kind, number ?? order_no ?? name ?? title ?? nickname ?? sku_text AS name FROM {table} WHERE {} {last} LIMIT 1",
                    used(&user, "keys")
                );
                let found: Vec<Found> = self.rows(&query, vec![("keys", array(vec![int(*key)]))]).await?;
                let title = catalogue.of_table(table).map(|user| user.title);
                usages.extend(found.into_iter().map(|found| found.usage(*key, (table, title), names_rows)));
            }
        }
        if usages.is_empty() { Ok(()) } else { Err(RecordError::InUse(usages)) }
    }
}

/// Whether nobody has changed a row since it was made.
fn is_as_made(row: &Object) -> bool {
    row.get("version").is_none_or(|version| integers(version) == [1])
}

/// A row that refers to another one. Rows of some tables have more than a number for an id.
#[derive(Deserialize)]
struct Found {
    row: Json,
    kind: Option<Json>,
    name: Option<Json>,
}

impl Found {
    fn usage(self, id: i64, (table, title): (&'static str, Option<Label>), names_rows: bool) -> Usage {
        let text = |value: Option<Json>| value.and_then(|value| value.as_str().map(str::to_owned));
        Usage {
            id,
            table,
            title,
            kind: text(self.kind),
            row: self.row.as_i64().filter(|_| names_rows),
            name: text(self.name).filter(|_| names_rows).unwrap_or_default(),
        }
    }
}

/// The condition of orders that are with this sort of partner.
fn orders_with(partner: Partner) -> String {
    let types = KINDS.iter().flat_map(|kind| kind.types).filter(|row| row.partner == Some(partner));
    let names: Vec<String> = types.map(|row| format!("'{}'", row.order_type.as_str())).collect();
    format!("order_type IN [{}]", names.join(", "))
}

/// Whether the rows that refer to one are found by an index. Of more values than an index is asked for at once, the database
/// reads the whole table.
fn is_indexed(catalogue: &Catalogue, user: &User) -> bool {
    let declared = || catalogue.of_table(user.table).and_then(|other| other.field(user.column)).is_some_and(|field| field.indexed());
    user.partner.is_none() && user.condition.is_none() && !user.several && ((user.table, user.column) == PLACES_BY_PRODUCT || declared())
}

/// The condition of rows that refer to one of the keys that are bound to this name.
fn used(user: &User, name: &str) -> String {
    if let Some(condition) = user.condition {
        return format!("({})", condition.replace("{keys}", &format!("${name}")));
    }
    let path = user.column.split('.').map(quoted).collect::<Vec<_>>().join(".");
    if let Some(partner) = user.partner {
        return format!("{path} IN ${name} AND {}", orders_with(partner));
    }
    // A path leads to one value or, through a list, to several.
    if user.several && user.column.contains('.') {
        format!("array::flatten([{path}]) CONTAINSANY ${name}")
    } else if user.several {
        format!("{path} CONTAINSANY ${name}")
    } else {
        format!("{path} IN ${name}")
    }
}
