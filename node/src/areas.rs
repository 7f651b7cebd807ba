//! Provinces, cities and districts of China. The data comes from `ops/areas.mjs`, which names its
//! source and licence.

use std::collections::HashMap;
use std::sync::LazyLock;

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
