//! Drag sort: which weights change when a row is dropped on another (wire contract 3.3). Pure.

/// Where the row was dragged to, in the list as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
}

/// Changes of the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Every row strictly beyond the target's weight, but the moved one, changes by this much:
    /// rows below it when it is negative, rows above it when it is positive.
    pub beyond: i64,
    /// New weights of single rows.
    pub rows: Vec<(i64, i64)>,
}

/// The plan. `same` are the ids of the rows that have the target's `weight`, as they are shown;
/// `descends` is the list's order.
#[must_use]
pub fn plan(moved: i64, target: i64, weight: i64, same: &[i64], direction: Direction, descends: bool) -> Plan {
    let decrease = descends == (direction == Direction::Up);
    let sign = if decrease { -1 } else { 1 };
    let count = i64::try_from(same.len()).unwrap_or(i64::MAX);
    let shown: Vec<i64> = match direction {
        Direction::Up => same.to_vec(),
        Direction::Down => same.iter().rev().copied().collect(),
    };
    let mut rows = Vec::with_capacity(shown.len() + 1);
    let mut further = 0;
    for (position, row) in (0_i64..).zip(shown) {
        if row == moved {
            continue;
        }
        if row == target {
            rows.push((moved, weight + sign * (position + further)));
            further += 1;
        }
        rows.push((row, weight + sign * (position + further)));
    }
    Plan { beyond: sign * count, rows }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Rows as they are shown: by weight, then by descending id.
    fn shown(rows: &[(i64, i64)], descends: bool) -> Vec<i64> {
        let mut rows = rows.to_vec();
        rows.sort_by(|(a, x), (b, y)| (if descends { y.cmp(x) } else { x.cmp(y) }).then(b.cmp(a)));
        rows.into_iter().map(|(id, _)| id).collect()
    }

    proptest! {
        #[test]
        fn a_row_lands_where_the_target_was(weights in prop::collection::vec(-3_i64..4, 2..14), from in 0_usize..14, to in 0_usize..14, descends: bool) {
            let rows: Vec<(i64, i64)> = (1_i64..).zip(weights).collect();
            let before = shown(&rows, descends);
            let (from, to) = (from % before.len(), to % before.len());
            prop_assume!(from != to);
            let (moved, target) = (before[from], before[to]);
            let direction = if to < from { Direction::Up } else { Direction::Down };
            let weight = rows.iter().find(|(id, _)| *id == target).map_or(0, |(_, weight)| *weight);
            let same: Vec<i64> = before.iter().copied().filter(|id| rows.contains(&(*id, weight))).collect();
            let plan = plan(moved, target, weight, &same, direction, descends);
            let after: Vec<(i64, i64)> = rows.iter().map(|(id, old)| {
                if let Some((_, new)) = plan.rows.iter().find(|(row, _)| row == id) {
                    return (*id, *new);
                }
                let beyond = *id != moved && if plan.beyond < 0 { *old < weight } else { *old > weight };
                (*id, if beyond { old + plan.beyond } else { *old })
            }).collect();
            let mut expected = before.clone();
            expected.remove(from);
            expected.insert(to, moved);
            prop_assert_eq!(shown(&after, descends), expected);
        }
    }
}
