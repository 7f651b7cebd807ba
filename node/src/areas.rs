//! Provinces, cities and districts of China. The data comes from `ops/areas.mjs`, which names its
//! source and licence.

use std::collections::HashMap;
use std::sync::LazyLock;

use actors::shop::freight::ABROAD;
use poem_openapi::Object;

static TABLE: &str = include_str!("../data/areas.tsv");

struct Area {
    id: i64,
    name: &'static str,
}

/// Areas by the one above them, 0 for provinces; in the order of the data.
static BELOW: LazyLock<HashMap<i64, Vec<Area>>> = LazyLock::new(|| {
    let mut below: HashMap<i64, Vec<Area>> = HashMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('\t');
        if let (Some(Ok(id)), Some(Ok(above)), Some(name)) = (parts.next().map(str::parse), parts.next().map(str::parse), parts.next()) {
            below.entry(above).or_default().push(Area { id, name });
        }
    }
    below
});

/// The areas directly below an area (0 for provinces), in the form of remote selects.
#[must_use]
pub fn below(area: i64) -> Vec<AreaOption> {
    let option = |area: &Area| AreaOption { value: area.id, label: area.name.to_owned() };
    BELOW.get(&area).into_iter().flatten().map(option).collect()
}

/// Every area with the one above it, 0 for provinces.
static ABOVE: LazyLock<HashMap<i64, i64>> =
    LazyLock::new(|| BELOW.iter().flat_map(|(above, areas)| areas.iter().map(move |area| (area.id, *above))).collect());

/// Whether the tree has an area, or it stands for other countries.
#[must_use]
pub fn is_known(area: i64) -> bool {
    area == ABROAD || ABOVE.contains_key(&area)
}

/// The names of a path of areas from a province to where the tree ends; nothing for a path that is not one, or stops
/// earlier.
#[must_use]
pub fn names(path: &[i64]) -> Option<Vec<&'static str>> {
    let mut above = 0;
    let mut names = Vec::with_capacity(path.len());
    for id in path {
        names.push(BELOW.get(&above)?.iter().find(|area| area.id == *id)?.name);
        above = *id;
    }
    (!names.is_empty() && !BELOW.contains_key(&above)).then_some(names)
}

/// An area, as remote selects take it.
#[derive(Object)]
pub struct AreaOption {
    pub value: i64,
    pub label: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_named_down_to_where_the_tree_ends() {
        assert_eq!(names(&[440_000, 440_300, 440_303]), Some(vec!["广东省", "深圳市", "罗湖区"]));
        for wrong in [&[][..], &[440_000], &[440_000, 440_300], &[440_000, 440_303], &[440_300, 440_303], &[440_000, 440_300, 440_303, 1], &[7]] {
            assert_eq!(names(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_country_is_whole() {
        let count = |area| below(area).len();
        assert_eq!(count(0), 34);
        assert_eq!(count(440_000), 21);
        assert_eq!(below(440_300)[0].label, "罗湖区");
        assert_eq!(count(440_301), 0);
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(BELOW.values().map(Vec::len).sum::<usize>(), lines);
        let ids: std::collections::HashSet<i64> = BELOW.values().flatten().map(|area| area.id).collect();
        assert_eq!(ids.len(), lines, "no id twice");
        assert!(BELOW.keys().all(|above| *above == 0 || ids.contains(above)), "nothing hangs in the air");
    }
}
