//! Remembered commands, keyed by the person who chose the id: `order_command:[owner, id]` and `stock_command:[owner,
//! id]`. Older versions keyed them by the id alone; [`Store::own_commands`] migrates those.

use actors::store::StoreError;
use bus_schemas::ids::{AdminId, CommandId, CommandKey};
use surrealdb::types::{Object, RecordId, RecordIdKey, Value};

use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, array_id, int, text, text_id};

/// Commands to orders.
pub(crate) const ORDER_COMMANDS: &str = "order_command";
/// Commands to warehouses that belong to no order.
pub(crate) const STOCK_COMMANDS: &str = "stock_command";
/// Commands to count sheets.
pub(crate) const COUNT_COMMANDS: &str = "count_command";
/// Prefix of the command ids of imports. They belong to the system, not to the person who runs the import.
pub const IMPORTED: &str = "imp-";
/// Rows migrated in one transaction.
const PAGE: usize = 500;

/// The record of a command.
pub(crate) fn command_id(table: &str, command: &CommandKey) -> Value {
    array_id(table, vec![int(command.owner.0), text(command.id.as_str())])
}

/// The key of a command that was stored under its id alone: owned by the person who gave it.
fn owned(id: &str, admin: Option<i64>) -> Option<CommandKey> {
    let owner = if id.starts_with(IMPORTED) { 0 } else { admin.unwrap_or(0) };
    Some(CommandKey::of(AdminId(owner), CommandId::new(id).ok()?))
}

/// The key of a ledger row's command.
pub(crate) fn of_ledger(command: &str, admin: i64) -> Option<CommandKey> {
    CommandKey::parse(command).or_else(|| owned(command, Some(admin)))
}

/// A command stored under its id alone.
struct UnownedCommand {
    key: String,
    row: Object,
}

fn unowned(row: Value) -> Option<UnownedCommand> {
    let Value::Object(mut row) = row else { return None };
    match row.remove("id") {
        Some(Value::RecordId(RecordId { key: RecordIdKey::String(key), .. })) => Some(UnownedCommand { key, row }),
        _ => None,
    }
}

impl Store {
    /// Migrates the commands of older versions to their owners, a page per transaction; an interrupted migration
    /// continues at the next start. Without such commands it costs one read per table, as they would be its first rows.
    pub(crate) async fn own_commands(&self) -> Result<(), StoreError> {
        self.own_commands_of(ORDER_COMMANDS, "type::record('order_event', [order, version]).admin").await?;
        self.own_commands_of(STOCK_COMMANDS, "type::record('movement', [warehouse, first]).admin").await
    }

    async fn own_commands_of(&self, table: &str, admin: &str) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let mut vars = Vars::new();
            let source = rows_after(table, "", after, &mut vars);
            let mut response = self.run(&format!("SELECT *, {admin} AS admin FROM {source} LIMIT {PAGE}"), vars).await?;
            let rows: Value = response.take(0).map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let Value::Array(rows) = rows else { return Ok(()) };
            let old: Vec<UnownedCommand> = rows.into_vec().into_iter().map_while(unowned).collect();
            let Some(last) = old.last().map(|old| old.key.clone()) else { return Ok(()) };
            let ids = old.iter().map(|old| text_id(table, &old.key)).collect();
            let new = old.into_iter().filter_map(|UnownedCommand { key, mut row }| {
                let admin = match row.remove("admin") {
                    Some(Value::Number(admin)) => admin.to_int(),
                    _ => None,
                };
                row.insert("id", command_id(table, &owned(&key, admin)?));
                Some(Value::Object(row))
            });
            let query = "BEGIN; INSERT IGNORE $rows RETURN NONE; DELETE $ids RETURN NONE; COMMIT;";
            self.run(query, vec![("rows", array(new.collect())), ("ids", array(ids))]).await?;
            tracing::info!(table, last, "commands of an older program were brought under their owners");
            after = Some(text_id(table, &last));
        }
    }
}
