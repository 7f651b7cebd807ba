//! Changes of a tree's shape, decided in the transaction that makes them. Each of them writes the tree's turn, a row of the table
//! `counter`. A move is decided on the parents of all rows and on the turn they were read at: if the turn is another one by the
//! time it is written, another change came first, and the move is decided again. Without that, two moves at once would each be
//! right by itself and form a circle together, and a row could be hung below one that is being deleted.

use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, id, int, object, text_id};
use crate::resource::declaration::{Field, Kind, Resource};
use crate::resource::error::{RecordError, wrong};
use crate::resource::tree::Parents;

/// Thrown when the tree has changed since a move was decided.
pub(super) const MOVED: &str = "MOVED";
/// Thrown when a new row's parent is not there.
pub(super) const NO_PARENT: &str = "NO_PARENT";
/// Thrown when a new row would be deeper than its tree may be.
pub(super) const TOO_DEEP: &str = "TOO_DEEP";
/// Thrown when a row that is to be deleted has rows below it.
pub(super) const CHILDREN: &str = "CHILDREN";

/// The field of a tree's rows that keeps their level, and the deepest level.
fn level(resource: &Resource) -> Option<(&'static Field, i64)> {
    let field = resource.fields.iter().find(|field| resource.tree && field.name == "level")?;
    match field.kind {
        Kind::Integer(_, most) => Some((field, most)),
        _ => None,
    }
}

fn turn(table: &str) -> Value {
    text_id("counter", &format!("tree_{table}"))
}

/// Moves of one transaction, decided on the tree as it was at a turn.
pub(super) struct TreeMove {
    turn: i64,
    /// The rows that move.
    moved: Vec<i64>,
    /// They and the rows below them, with their new levels; none where the tree keeps no levels.
    levels: Vec<(i64, i64)>,
}

impl TreeMove {
    /// The level of a row that moves.
    pub(super) fn level(&self, resource: &Resource, row: i64) -> Option<(&'static Field, Value)> {
        let (field, _) = level(resource)?;
        self.levels.iter().find(|(moved, _)| *moved == row).map(|(_, level)| (field, int(*level)))
    }

    fn levels_below(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.levels.iter().filter(|(row, _)| !self.moved.contains(row)).copied()
    }

    /// The rows that it writes beside those that move.
    pub(super) fn below(&self) -> impl Iterator<Item = i64> + '_ {
        self.levels_below().map(|(row, _)| row)
    }

    /// The statements that write it, and their values.
    pub(super) fn statements(&self, table: &str) -> (String, [(&'static str, Value); 3]) {
        let query = format!(
            "IF ((SELECT VALUE last FROM ONLY $tree) ?? 0) != $tree_turn {{ THROW '{MOVED}' }}; \
             UPSERT $tree SET last = $tree_turn + 1 RETURN NONE; \
             FOR $one IN $tree_levels {{ UPDATE $one.id SET level = $one.level RETURN NONE; }};"
        );
        let levels = self.levels_below().map(|(row, level)| object([("id", id(table, row)), ("level", int(level))]));
        (query, [("tree", turn(table)), ("tree_turn", int(self.turn)), ("tree_levels", array(levels.collect()))])
    }
}

impl Store {
    /// Decides whether rows may be moved, each under a parent, all of them together; the parent 0 is none.
    pub(super) async fn tree_move(&self, resource: &Resource, moves: &[(i64, i64)]) -> Result<TreeMove, RecordError> {
        let query = format!("BEGIN; (SELECT VALUE last FROM ONLY $tree) ?? 0; SELECT VALUE [record::id(id), pid] FROM {}; COMMIT;", resource.table);
        let mut response = self.run(&query, vec![("tree", turn(resource.table))]).await.map_err(|error| RecordError::Store(error.into()))?;
        let turn: i64 = take(&mut response, 1)?;
        let rows: Vec<(i64, i64)> = take(&mut response, 2)?;
        let parents = Parents::new(rows.into_iter().chain(moves.iter().copied()));
        if moves.iter().any(|(row, parent)| *parent != 0 && parents.would_loop(*row, *parent)) {
            return Err(wrong("pid", "error.tree.loop"));
        }
        let moved = moves.iter().map(|(row, _)| *row).collect();
        let Some((_, most)) = level(resource) else { return Ok(TreeMove { turn, moved, levels: vec![] }) };
        let levels: Vec<(i64, i64)> = moves.iter().flat_map(|(row, parent)| parents.levels(*row, *parent)).collect();
        if levels.iter().any(|(_, level)| *level > most) {
            return Err(wrong("pid", "error.tree.depth"));
        }
        Ok(TreeMove { turn, moved, levels })
    }
}

/// What makes a change of the tree meet others that are under way.
pub(in crate::resource) fn meeting(table: &str) -> String {
    format!("UPSERT type::record('counter', 'tree_{table}') SET last = (last ?? 0) + 1 RETURN NONE;")
}

/// What refuses a new `$row` whose parent is gone or too deep.
pub(in crate::resource) fn parent_guard(resource: &Resource) -> String {
    let table = resource.table;
    let too_deep = level(resource).map_or_else(String::new, |(_, most)| {
        format!("IF ((SELECT VALUE level FROM ONLY type::record('{table}', $row.pid)) ?? 0) >= {most} {{ THROW '{TOO_DEEP}' }};")
    });
    format!("IF ($row.pid ?? 0) != 0 {{ IF !record::exists(type::record('{table}', $row.pid)) {{ THROW '{NO_PARENT}' }}; {too_deep} }};")
}

/// The content of a new row of a tree that keeps levels.
pub(in crate::resource) fn with_level(resource: &Resource, content: &str) -> String {
    let table = resource.table;
    let above = format!("(SELECT VALUE level FROM ONLY type::record('{table}', $row.pid)) ?? 0");
    match level(resource) {
        Some(_) => format!("object::extend({content}, {{ level: IF ($row.pid ?? 0) = 0 {{ 0 }} ELSE {{ ({above}) + 1 }} }})"),
        None => content.to_owned(),
    }
}

/// What refuses to delete rows, bound to `$keys`, that have others below them.
pub(super) fn children_guard(table: &str) -> String {
    format!(
        "{} IF array::len((SELECT VALUE id FROM {table} WHERE pid IN $keys AND record::id(id) NOT IN $keys LIMIT 1)) > 0 {{ THROW '{CHILDREN}' }};",
        meeting(table)
    )
}
