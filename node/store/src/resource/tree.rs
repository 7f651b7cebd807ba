//! Trees over `pid`: nested for lists, indented for selects. Pure.

use std::collections::{HashMap, HashSet};

use serde_json::{Value as Json, json};

/// Deepest tree that is shown; a loop ends here at the latest.
const DEPTH_MAX: usize = 32;

fn key(row: &Json, name: &str) -> i64 {
    row[name].as_i64().unwrap_or(0)
}

struct Rows {
    by_parent: HashMap<i64, Vec<Json>>,
}

impl Rows {
    /// Rows whose parent is not among them are roots.
    fn new(rows: Vec<Json>) -> Self {
        let ids: HashSet<i64> = rows.iter().map(|row| key(row, "id")).collect();
        let mut by_parent: HashMap<i64, Vec<Json>> = HashMap::new();
        for row in rows {
            let parent = key(&row, "pid");
            let parent = if ids.contains(&parent) && parent != key(&row, "id") { parent } else { 0 };
            by_parent.entry(parent).or_default().push(row);
        }
        Self { by_parent }
    }

    fn nested(&mut self, parent: i64, depth: usize) -> Vec<Json> {
        if depth > DEPTH_MAX {
            return vec![];
        }
        let mut rows = self.by_parent.remove(&parent).unwrap_or_default();
        for row in &mut rows {
            let children = self.nested(key(row, "id"), depth + 1);
            if !children.is_empty() {
                row["children"] = Json::Array(children);
            }
        }
        rows
    }
}

/// Rows with their `children`, in the order they came.
#[must_use]
pub fn nested(rows: Vec<Json>) -> Vec<Json> {
    Rows::new(rows).nested(0, 0)
}

fn flatten(nested: Vec<Json>, label: &str, level: usize, lead: &str, out: &mut Vec<Json>) {
    let count = nested.len();
    for (position, mut row) in nested.into_iter().enumerate() {
        let last = position + 1 == count;
        let children = row.as_object_mut().and_then(|row| row.remove("children"));
        if level > 0 {
            let sign = if last { '└' } else { '├' };
            row[label] = json!(format!("{lead}    {sign}{}", row[label].as_str().unwrap_or_default()));
        }
        out.push(row);
        let further = match (level, last) {
            (0, _) => String::new(),
            (_, true) => format!("{lead}    "),
            (_, false) => format!("{lead}    │"),
        };
        if let Some(Json::Array(children)) = children {
            flatten(children, label, level + 1, &further, out);
        }
    }
}

/// A flat list whose labels are indented (wire contract 3.4).
#[must_use]
pub fn indented(rows: Vec<Json>, label: &str) -> Vec<Json> {
    let mut out = Vec::with_capacity(rows.len());
    flatten(nested(rows), label, 0, "", &mut out);
    out
}

/// Whether `parent` is `id` or below it, so that `id` can't be moved under it. `above` returns a row's parent.
#[must_use]
pub fn would_loop(id: i64, parent: i64, above: &HashMap<i64, i64>) -> bool {
    let mut at = parent;
    for _ in 0..=above.len() {
        if at == id {
            return true;
        }
        match above.get(&at) {
            Some(next) if *next != 0 => at = *next,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Json> {
        [(1, 0, "a"), (2, 1, "b"), (3, 1, "c"), (4, 2, "d"), (5, 99, "e")]
            .map(|(id, pid, name)| json!({ "id": id, "pid": pid, "name": name }))
            .to_vec()
    }

    #[test]
    fn rows_are_nested_and_orphans_are_roots() {
        let tree = nested(rows());
        assert_eq!(tree.len(), 2);
        assert_eq!(tree[0]["children"][0]["children"][0]["name"], "d");
        assert_eq!(tree[1]["name"], "e");
    }

    #[test]
    fn selects_are_indented() {
        let flat: Vec<String> = indented(rows(), "name").iter().map(|row| row["name"].as_str().unwrap_or_default().to_owned()).collect();
        assert_eq!(flat, ["a", "    ├b", "    │    └d", "    └c", "e"]);
    }

    #[test]
    fn a_row_is_never_hung_below_itself() {
        let above = HashMap::from([(1, 0), (2, 1), (4, 2)]);
        assert!(would_loop(1, 4, &above) && would_loop(1, 1, &above));
        assert!(!would_loop(4, 1, &above) && !would_loop(2, 0, &above));
    }
}
