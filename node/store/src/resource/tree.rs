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
    /// Rows whose parent is not among them are roots, and those that are opened.
    fn new(rows: Vec<Json>, opened: &HashSet<i64>) -> Self {
        let ids: HashSet<i64> = rows.iter().map(|row| key(row, "id")).collect();
        let mut by_parent: HashMap<i64, Vec<Json>> = HashMap::new();
        for row in rows {
            let parent = key(&row, "pid");
            let parent = if ids.contains(&parent) && !opened.contains(&key(&row, "id")) { parent } else { 0 };
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

/// Rows with their `children`, in the order they came. Of rows that form a circle, the one with the smallest id is a root, so that
/// people see them and can put them elsewhere.
#[must_use]
pub fn nested(rows: Vec<Json>) -> Vec<Json> {
    let circles = Parents::new(rows.iter().map(|row| (key(row, "id"), key(row, "pid")))).circles();
    let opened: HashSet<i64> = circles.iter().filter_map(|circle| circle.first().copied()).collect();
    Rows::new(rows, &opened).nested(0, 0)
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

/// The parent of each row of a tree; 0 is none.
#[derive(Clone, Debug, Default)]
pub struct Parents(HashMap<i64, i64>);

impl Parents {
    /// From ids with their parents.
    #[must_use]
    pub fn new(rows: impl IntoIterator<Item = (i64, i64)>) -> Self {
        Self(rows.into_iter().collect())
    }

    /// Rows from `at` upwards, itself the first; nothing when they form a circle. A parent that is not there ends them.
    fn path(&self, at: i64) -> Option<Vec<i64>> {
        let mut path = Vec::new();
        let mut at = at;
        while at != 0 {
            // Longer than there are rows: one came twice.
            if path.len() > self.0.len() {
                return None;
            }
            path.push(at);
            at = self.0.get(&at).copied().unwrap_or(0);
        }
        Some(path)
    }

    /// Whether `parent` is `id` or below it, or in a circle, so that `id` can't be moved under it.
    #[must_use]
    pub fn would_loop(&self, id: i64, parent: i64) -> bool {
        self.path(parent).is_none_or(|path| path.contains(&id))
    }

    /// The levels of `id`, moved under `parent`, and of the rows below it; rows without a parent have the level 0.
    #[must_use]
    pub fn levels(&self, id: i64, parent: i64) -> Vec<(i64, i64)> {
        let level = self.path(parent).map_or(0, |path| path.len());
        let mut children: HashMap<i64, Vec<i64>> = HashMap::new();
        for (child, above) in &self.0 {
            children.entry(*above).or_default().push(*child);
        }
        let mut levels = Vec::new();
        let mut row = vec![id];
        let mut level = i64::try_from(level).unwrap_or(i64::MAX);
        // Each row is taken out once, so a circle ends.
        while !row.is_empty() {
            levels.extend(row.iter().map(|one| (*one, level)));
            row = row.iter().flat_map(|one| children.remove(one).unwrap_or_default()).filter(|child| *child != id).collect();
            level = level.saturating_add(1);
        }
        levels
    }

    /// Rows whose parent is not there, with that parent.
    #[must_use]
    pub fn orphans(&self) -> Vec<(i64, i64)> {
        let mut orphans: Vec<_> =
            self.0.iter().filter(|(_, parent)| **parent != 0 && !self.0.contains_key(*parent)).map(|(id, parent)| (*id, *parent)).collect();
        orphans.sort_unstable();
        orphans
    }

    /// The circles: each from its smallest id upwards.
    #[must_use]
    pub fn circles(&self) -> Vec<Vec<i64>> {
        let mut seen: HashSet<i64> = HashSet::new();
        let mut circles = Vec::new();
        let mut ids: Vec<i64> = self.0.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            let mut path: Vec<i64> = Vec::new();
            let mut at = id;
            while at != 0 && seen.insert(at) {
                path.push(at);
                at = self.0.get(&at).copied().unwrap_or(0);
            }
            // It ends in a row of this very walk.
            if let Some(begin) = path.iter().position(|one| *one == at) {
                let mut circle = path.split_off(begin);
                let smallest = circle.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(place, _)| place);
                circle.rotate_left(smallest);
                circles.push(circle);
            }
        }
        circles
    }
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
        let parents = Parents::new([(1, 0), (2, 1), (4, 2)]);
        assert!(parents.would_loop(1, 4) && parents.would_loop(1, 1));
        assert!(!parents.would_loop(4, 1) && !parents.would_loop(2, 0));
        // Nor below a circle that is there already.
        assert!(Parents::new([(1, 0), (2, 3), (3, 2)]).would_loop(1, 3));
    }

    #[test]
    fn levels_follow_from_where_a_row_goes() {
        let parents = Parents::new([(1, 0), (2, 1), (3, 2), (4, 2), (5, 0), (6, 5)]);
        let mut levels = parents.levels(2, 6);
        levels.sort_unstable();
        assert_eq!(levels, [(2, 2), (3, 3), (4, 3)]);
        assert_eq!(parents.levels(6, 0), [(6, 0)]);
        assert_eq!(Parents::new([(1, 2), (2, 1)]).levels(1, 0), [(1, 0), (2, 1)], "out of a circle");
    }

    #[test]
    fn circles_and_orphans_are_found() {
        let parents = Parents::new([(1, 0), (2, 1), (7, 9), (9, 8), (8, 7), (10, 8), (11, 11), (12, 99)]);
        assert_eq!(parents.circles(), [vec![7, 9, 8], vec![11]]);
        assert_eq!(parents.orphans(), [(12, 99)]);
        assert!(Parents::new([(1, 0), (2, 1)]).circles().is_empty());
    }

    #[test]
    fn rows_of_a_circle_are_shown() {
        let rows = [(1, 0), (2, 3), (3, 2), (4, 3)].map(|(id, pid)| json!({ "id": id, "pid": pid, "name": id })).to_vec();
        let tree = nested(rows);
        assert_eq!(tree.iter().map(|row| row["id"].clone()).collect::<Vec<_>>(), [json!(1), json!(2)]);
        assert_eq!((&tree[1]["children"][0]["id"], &tree[1]["children"][0]["children"][0]["id"]), (&json!(3), &json!(4)), "{tree:?}");
    }
}
