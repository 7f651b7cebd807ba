//! Where the rows of a file hang in a tree: a parent may be named by a row before or after, by its path (`Food / Fruit`), or be
//! one that is there. Pure.

use std::collections::{BTreeSet, HashMap, HashSet};

use actors::folding::folded;

use super::references::Naming;
use crate::resource::planned::PlannedRows;

/// Between the parts of a path.
const BETWEEN: &str = " / ";

/// A row that is there: the row above it, and its title.
#[derive(Clone, Debug, Default)]
pub struct StoredNode {
    pub parent: i64,
    pub title: String,
}

/// A row of the file.
#[derive(Clone, Debug, Default)]
pub struct FileNode {
    /// The row that it changes; none for a new one.
    pub target: Option<i64>,
    pub title: String,
    /// The cell that names its parent; none where the file does not say.
    pub parent: Option<String>,
}

/// Where a row of the file hangs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// The row above it, 0 for the top; none where the file does not say. A new row has the id of [`PlannedRows::new_id`].
    pub parent: Option<i64>,
    /// Rows above it.
    pub depth: usize,
}

/// The titles from the top to a row, as an export writes its parent.
#[must_use]
pub fn path_of(stored: &HashMap<i64, StoredNode>, id: i64) -> String {
    let (mut titles, mut at, mut seen) = (Vec::new(), id, HashSet::new());
    while let Some(node) = stored.get(&at).filter(|_| seen.insert(at)) {
        titles.push(node.title.as_str());
        at = node.parent;
    }
    titles.reverse();
    titles.join(BETWEEN)
}

/// The parts of a path in the form in which they are compared, the last one first.
fn parts(text: &str) -> Vec<String> {
    let split = text.split('>').flat_map(|part| part.split(BETWEEN));
    let mut parts: Vec<String> = split.map(folded).filter(|part| !part.is_empty()).collect();
    parts.reverse();
    parts
}

/// All rows of a tree as they will be.
struct Tree<'a> {
    stored: &'a HashMap<i64, StoredNode>,
    rows: &'a [Option<FileNode>],
    /// Rows of the file by their titles, and all others that are there.
    in_file: HashMap<String, BTreeSet<i64>>,
    others: HashMap<String, BTreeSet<i64>>,
    /// The place in the file of the row that changes a row.
    places: HashMap<i64, usize>,
}

fn id_of(place: usize, row: &FileNode) -> i64 {
    row.target.unwrap_or_else(|| PlannedRows::new_id(place))
}

impl<'a> Tree<'a> {
    fn new(stored: &'a HashMap<i64, StoredNode>, rows: &'a [Option<FileNode>]) -> Self {
        let mut tree = Self { stored, rows, in_file: HashMap::new(), others: HashMap::new(), places: HashMap::new() };
        for (place, row) in rows.iter().enumerate() {
            let Some(row) = row else { continue };
            tree.in_file.entry(folded(&row.title)).or_default().insert(id_of(place, row));
            tree.places.insert(id_of(place, row), place);
        }
        for (id, node) in stored.iter().filter(|(id, _)| !tree.places.contains_key(id)) {
            tree.others.entry(folded(&node.title)).or_default().insert(*id);
        }
        tree
    }

    /// Whether a path leads to a row. Of a row of the file, more may be above the parent that it names.
    fn ends_with(&self, id: i64, path: &[String]) -> bool {
        let row = self.places.get(&id).and_then(|place| self.rows.get(*place)?.as_ref());
        let stored = |id: i64| parts(&path_of(self.stored, id));
        let (known, complete) = match row {
            Some(FileNode { title, parent: Some(parent), .. }) => {
                (std::iter::once(folded(title)).chain(parts(parent)).collect(), parent.trim().is_empty())
            }
            Some(FileNode { title, .. }) => {
                let above = self.stored.get(&id).map(|node| stored(node.parent)).unwrap_or_default();
                (std::iter::once(folded(title)).chain(above).collect(), true)
            }
            None => (stored(id), true),
        };
        let long_enough = !complete || known.len() >= path.len();
        long_enough && known.iter().zip(path).all(|(known, wanted): (&String, &String)| known == wanted)
    }

    /// The row that a row names as its parent; 0 is the top. Rows of the file come before others.
    fn find(&self, own: i64, text: &str, naming: Naming) -> Result<i64, &'static str> {
        let text = text.trim();
        if text.is_empty() || (text == "0" && naming != Naming::Names) {
            return Ok(0);
        }
        if naming == Naming::Ids {
            return naming.id_of(text).ok_or("error.import.unknown");
        }
        let path = parts(text);
        let whole = folded(text);
        let mut itself = false;
        for named in [&self.in_file, &self.others] {
            let rows = |name: &String| named.get(name).into_iter().flatten().copied();
            let plain: Vec<i64> = rows(&whole).filter(|id| *id != own).collect();
            itself |= rows(&whole).any(|id| id == own);
            let found: Vec<i64> = match (plain.is_empty(), path.first()) {
                (false, _) => plain,
                (true, Some(last)) if path.len() > 1 => rows(last).filter(|id| *id != own && self.ends_with(*id, &path)).collect(),
                (true, _) => Vec::new(),
            };
            match found[..] {
                [] => {}
                [id] => return Ok(id),
                _ => return Err("error.import.several"),
            }
        }
        match naming.id_of(text) {
            Some(id) => Ok(id),
            None if itself => Err("error.tree.loop"),
            None => Err("error.import.unknown"),
        }
    }
}

/// How many rows are above a row; nothing where it hangs below itself.
fn depth(parents: &HashMap<i64, i64>, id: i64) -> Option<usize> {
    let (mut at, mut seen) = (id, HashSet::new());
    while let Some(parent) = parents.get(&at).filter(|parent| **parent != 0) {
        if *parent == id {
            return None;
        }
        // A circle further up is the fault of the rows in it.
        if !seen.insert(*parent) {
            break;
        }
        at = *parent;
    }
    Some(seen.len())
}

/// The places of the file's rows by which rows would be deeper than their tree may be: the nearest one at or above each.
fn too_deep(parents: &HashMap<i64, i64>, places: &HashMap<i64, usize>, deepest: usize) -> HashSet<usize> {
    let mut found = HashSet::new();
    for id in parents.keys().filter(|id| depth(parents, **id).is_some_and(|depth| depth > deepest)) {
        let (mut at, mut seen) = (*id, HashSet::new());
        while at != 0 && seen.insert(at) {
            if let Some(place) = places.get(&at) {
                found.insert(*place);
                break;
            }
            at = parents.get(&at).copied().unwrap_or(0);
        }
    }
    found
}

/// The parent that a row of the file names, if it names one, or the key of why there is none.
type FoundParent = Result<Option<i64>, &'static str>;

/// Where the rows of a file hang; `None` is a row that can't be read. A row that would hang below itself is refused, and one
/// by which a row would be deeper than `deepest`; the top is 0.
#[must_use]
pub fn place(
    stored: &HashMap<i64, StoredNode>,
    rows: &[Option<FileNode>],
    naming: Naming,
    deepest: Option<usize>,
) -> Vec<Result<Placed, &'static str>> {
    let tree = Tree::new(stored, rows);
    let parent = |(place, row): (usize, &Option<FileNode>)| {
        let named = row.as_ref().and_then(|row| Some(tree.find(id_of(place, row), row.parent.as_deref()?, naming)));
        named.transpose()
    };
    let found: Vec<FoundParent> = rows.iter().enumerate().map(parent).collect();
    let mut parents: HashMap<i64, i64> = stored.iter().map(|(id, node)| (*id, node.parent)).collect();
    // By their places, the rows that get a parent.
    let mut hung: HashMap<i64, usize> = HashMap::new();
    for (place, (row, found)) in rows.iter().zip(&found).enumerate() {
        if let (Some(row), Ok(Some(parent))) = (row, found) {
            parents.insert(id_of(place, row), *parent);
            hung.insert(id_of(place, row), place);
        }
    }
    let deep = deepest.map(|deepest| too_deep(&parents, &hung, deepest)).unwrap_or_default();
    let placed = |(place, (row, found)): (usize, (&Option<FileNode>, FoundParent))| {
        let parent = found?;
        let Some(row) = row else { return Ok(Placed::default()) };
        match depth(&parents, id_of(place, row)) {
            None if parent.is_some() => Err("error.tree.loop"),
            Some(_) if deep.contains(&place) => Err("error.tree.depth"),
            depth => Ok(Placed { parent, depth: depth.unwrap_or(0) }),
        }
    };
    rows.iter().zip(found).enumerate().map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(rows: &[(i64, i64, &str)]) -> HashMap<i64, StoredNode> {
        rows.iter().map(|(id, parent, title)| (*id, StoredNode { parent: *parent, title: (*title).to_owned() })).collect()
    }

    fn new(title: &str, parent: &str) -> Option<FileNode> {
        Some(FileNode { target: None, title: title.to_owned(), parent: Some(parent.to_owned()) })
    }

    fn change(target: i64, title: &str, parent: &str) -> Option<FileNode> {
        Some(FileNode { target: Some(target), ..new(title, parent).unwrap_or_default() })
    }

    fn placed(stored: &HashMap<i64, StoredNode>, rows: &[Option<FileNode>]) -> Vec<Result<(i64, usize), &'static str>> {
        place(stored, rows, Naming::Names, None).into_iter().map(|row| row.map(|row| (row.parent.unwrap_or(-1), row.depth))).collect()
    }

    #[test]
    fn a_parent_is_named_by_an_earlier_or_a_later_row() {
        let none = stored(&[]);
        let id = PlannedRows::new_id;
        assert_eq!(
            placed(&none, &[new("Apple", "Fruit"), new("Fruit", "Food"), new("Food", ""), new("Pear", " ｆｒｕｉｔ ")]),
            [Ok((id(1), 2)), Ok((id(2), 1)), Ok((0, 0)), Ok((id(1), 2))]
        );
        let there = stored(&[(5, 0, "Food"), (6, 5, "Fruit")]);
        assert_eq!(placed(&there, &[new("Apple", "fruit"), new("Ink", "Office"), None]), [Ok((6, 2)), Err("error.import.unknown"), Ok((-1, 0))]);
        assert_eq!(placed(&there, &[new("Fruit", ""), new("Apple", "Fruit")]), [Ok((0, 0)), Ok((id(0), 1))], "rows of the file come first");
    }

    #[test]
    fn a_name_that_several_rows_have_needs_a_path() {
        let there = stored(&[(1, 0, "Food"), (2, 0, "Office"), (3, 1, "Other"), (4, 2, "Other"), (5, 0, "A / B"), (6, 0, "Pets")]);
        assert_eq!(
            placed(&there, &[new("x", "Other"), new("x", "Office / Other"), new("x", "Food>Other"), new("x", "Pets / Other"), new("x", "A / B")]),
            [Err("error.import.several"), Ok((4, 2)), Ok((3, 2)), Err("error.import.unknown"), Ok((5, 1))]
        );
        let rows = [new("Food", ""), new("Office", ""), new("Other", "Food"), new("Other", "Office"), new("x", "Office > Other")];
        assert_eq!(placed(&stored(&[]), &rows)[4], Ok((PlannedRows::new_id(3), 2)));
        assert_eq!((path_of(&there, 4), path_of(&there, 0)), ("Office / Other".to_owned(), String::new()));
    }

    #[test]
    fn no_row_hangs_below_itself() {
        let there = stored(&[(1, 0, "A"), (2, 1, "B")]);
        assert_eq!(placed(&there, &[change(1, "A", "B")]), [Err("error.tree.loop")]);
        assert_eq!(placed(&there, &[change(1, "A", "B"), change(2, "B", "")]), [Ok((2, 1)), Ok((0, 0))], "they change places");
        assert_eq!(placed(&stored(&[]), &[new("X", "Y"), new("Y", "X"), new("Z", "X")])[..2], [Err("error.tree.loop"), Err("error.tree.loop")]);
        assert_eq!(placed(&stored(&[]), &[new("X", "X")]), [Err("error.tree.loop")]);
        assert_eq!(placed(&there, &[new("A", "A")]), [Ok((1, 1))], "one that is called like its parent");
    }

    #[test]
    fn no_row_is_deeper_than_its_tree_may_be() {
        let there = stored(&[(1, 0, "A"), (2, 1, "B"), (3, 0, "C"), (4, 3, "D")]);
        let faults = |rows: &[Option<FileNode>]| {
            let placed = place(&there, rows, Naming::Names, Some(2));
            placed.iter().enumerate().filter(|(_, placed)| **placed == Err("error.tree.depth")).map(|(place, _)| place).collect::<Vec<_>>()
        };
        assert_eq!(faults(&[new("d", "c"), new("c", "b2"), new("b2", "A")]), [0]);
        assert_eq!(faults(&[new("x", "B"), new("y", "x")]), [1]);
        assert_eq!(faults(&[change(3, "C", "B")]), [0], "with what hangs below it");
        assert_eq!(faults(&[change(3, "C", "A")]), Vec::<usize>::new());
    }

    #[test]
    fn ids_are_parents_in_columns_of_ids_alone() {
        let there = stored(&[(7, 0, "Food")]);
        let parent = |naming, text: &str| place(&there, &[new("x", text)], naming, None)[0].map(|placed| placed.parent);
        assert_eq!((parent(Naming::NamesOrIds, "7"), parent(Naming::Ids, "7")), (Ok(Some(7)), Ok(Some(7))));
        assert_eq!((parent(Naming::Names, "7"), parent(Naming::NamesOrIds, "0")), (Err("error.import.unknown"), Ok(Some(0))));
        assert_eq!((parent(Naming::NamesOrIds, "Food"), parent(Naming::Ids, "Food")), (Ok(Some(7)), Err("error.import.unknown")));
    }

    #[test]
    fn a_row_of_which_the_file_does_not_say_where_it_hangs_stays() {
        let there = stored(&[(1, 0, "A"), (2, 1, "B")]);
        let rows = [Some(FileNode { target: Some(2), title: "B".into(), parent: None })];
        assert_eq!(place(&there, &rows, Naming::Names, None), [Ok(Placed { parent: None, depth: 1 })]);
    }
}
