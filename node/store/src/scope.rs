//! The rows a caller may see and change. Applied in the query itself, wherever a resource names the column of its
//! warehouse or owner.

use crate::engine::transaction::Vars;
use crate::engine::value::{array, int};

/// The scope of a caller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The administrator who asks; 0 is the system itself.
    pub admin: i64,
    /// No limits.
    pub everything: bool,
    /// Only rows of these warehouses.
    pub warehouses: Option<Vec<i64>>,
    /// Only rows of these administrators.
    pub owners: Option<Vec<i64>>,
    /// Only rows with these ids, of a table where more than warehouse and owner decides.
    pub rows: Option<Vec<i64>>,
}

impl Scope {
    /// The system itself: migrations, the demo company, imports from a file.
    #[must_use]
    pub const fn system() -> Self {
        Self { admin: 0, everything: true, warehouses: None, owners: None, rows: None }
    }

    /// The warehouses this scope is confined to.
    #[must_use]
    pub fn only_warehouses(&self) -> Option<&[i64]> {
        if self.everything { None } else { self.warehouses.as_deref() }
    }

    /// The condition that keeps a query to these warehouses; none without limits.
    pub fn within_warehouses(&self, column: &str, vars: &mut Vars) -> Option<String> {
        let warehouses = self.only_warehouses()?;
        vars.push(("scope_warehouses", array(warehouses.iter().copied().map(int).collect())));
        Some(format!("{column} IN $scope_warehouses"))
    }

    /// The condition that keeps a query to rows of these owners; none without limits.
    pub fn within_owners(&self, column: &str, vars: &mut Vars) -> Option<String> {
        let owners = self.only_owners()?;
        vars.push(("scope_owners", array(owners.iter().copied().map(int).collect())));
        Some(format!("{column} IN $scope_owners"))
    }

    /// The rows this scope is confined to.
    #[must_use]
    pub fn only_rows(&self) -> Option<&[i64]> {
        if self.everything { None } else { self.rows.as_deref() }
    }

    /// Whether a row of this warehouse and owner is within reach.
    #[must_use]
    pub fn reaches(&self, warehouse: i64, owner: i64) -> bool {
        self.only_warehouses().is_none_or(|seen| seen.contains(&warehouse)) && self.only_owners().is_none_or(|seen| seen.contains(&owner))
    }

    /// The owners this scope is confined to.
    #[must_use]
    pub fn only_owners(&self) -> Option<&[i64]> {
        if self.everything { None } else { self.owners.as_deref() }
    }
}
