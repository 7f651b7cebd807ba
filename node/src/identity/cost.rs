//! The right to see figures of cost and value: the one home of the mask (decision 0035). Lists, exports and events show
//! such a figure only through it.

use entrepot_store::identity::rights::Rights;

/// The permission node.
pub const COST: &str = "warehouse/inventory/cost";

/// The lists that showed figures of cost before there was the right: groups that see one of them keep the figures.
pub const SHOWED_COST: &[&str] = &["warehouse/inventory/index", "warehouse/inventoryrecord/index", "dashboard", "dashboard/index"];

/// Shows figures of cost to those who may see them, and nothing to others.
#[derive(Clone, Copy, Debug)]
pub struct CostMask {
    sees: bool,
}

impl CostMask {
    /// What these rights allow.
    #[must_use]
    pub fn of(rights: &Rights) -> Self {
        Self { sees: rights.holds(COST) }
    }

    /// Whether figures of cost are shown: a list must not be sorted or filtered by one that is not.
    #[must_use]
    pub const fn sees(self) -> bool {
        self.sees
    }

    /// The figure, if it may be seen.
    pub fn show<T>(self, figure: impl Into<T>) -> Option<T> {
        self.sees.then(|| figure.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_cost_need_the_right() {
        let shown = |rights: &Rights| CostMask::of(rights).show::<i64>(7);
        assert_eq!(shown(&Rights::nothing()), None);
        assert_eq!(shown(&Rights::nothing().with_node("warehouse/inventory/index")), None);
        assert_eq!(shown(&Rights::nothing().with_node(COST)), Some(7));
        assert_eq!(shown(&Rights::all()), Some(7));
    }
}
