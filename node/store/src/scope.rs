//! The rows a caller may see and change. Applied in the query itself, wherever a resource names the column of its
//! warehouse or owner.

pub mod rights;

use actors::store::StoreError;
use bus_schemas::right::WarehouseRight;

use self::rights::WarehouseRights;
use crate::engine::connect::Store;
use crate::engine::transaction::Vars;
use crate::engine::value::{array, id, int};

/// A warehouse is seen by somebody who lacks the right to do there what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the right to {} is missing in the warehouse {name}", .right.as_str())]
pub struct MissingRight {
    pub right: WarehouseRight,
    pub warehouse: i64,
    /// Of the warehouse.
    pub name: String,
}

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
    /// What may be done in the warehouses.
    pub rights: WarehouseRights,
}

impl Scope {
    /// The system itself: migrations, the demo company, imports from a file.
    #[must_use]
    pub const fn system() -> Self {
        Self { admin: 0, everything: true, warehouses: None, owners: None, rows: None, rights: WarehouseRights::whole() }
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

    /// Whether something that needs a right may be done in a warehouse. Whether the warehouse is seen is asked before.
    #[must_use]
    pub fn permits(&self, right: WarehouseRight, warehouse: i64) -> bool {
        self.everything || self.rights.permit(right, warehouse)
    }

    /// Whether everything may be seen and done.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.only_warehouses().is_none() && self.only_owners().is_none() && (self.everything || self.rights.is_whole())
    }

    /// The owners this scope is confined to.
    #[must_use]
    pub fn only_owners(&self) -> Option<&[i64]> {
        if self.everything { None } else { self.owners.as_deref() }
    }
}

impl Store {
    /// What is missing to do something that needs a right in a warehouse; nothing where it is permitted.
    pub async fn missing_right(&self, scope: &Scope, right: WarehouseRight, warehouse: i64) -> Result<Option<MissingRight>, StoreError> {
        if scope.permits(right, warehouse) {
            return Ok(None);
        }
        let names: Vec<String> = self.rows("SELECT VALUE name FROM $warehouse", vec![("warehouse", id("warehouse", warehouse))]).await?;
        Ok(Some(MissingRight { right, warehouse, name: names.into_iter().next().unwrap_or_default() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_confined_may_still_be_limited() {
        let looking = Scope { rights: WarehouseRights::everywhere_but(WarehouseRight::See, [(1, WarehouseRight::Work)]), ..Scope::default() };
        assert!(looking.only_warehouses().is_none() && !looking.is_unlimited());
        assert!(looking.permits(WarehouseRight::Work, 1) && !looking.permits(WarehouseRight::Decide, 1) && !looking.permits(WarehouseRight::Work, 2));
        assert!(Scope { everything: true, ..looking }.is_unlimited() && Scope::system().is_unlimited() && Scope::default().is_unlimited());
    }
}
