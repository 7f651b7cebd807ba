//! The rows a caller may see and change. Applied in the query itself, wherever a resource names the column of its
//! warehouse or owner.

pub mod rights;
pub mod shares;

use actors::store::StoreError;
use bus_schemas::right::WarehouseRight::{self, See};

use self::rights::WarehouseRights;
use self::shares::Share;
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
    /// Where `warehouses` and `owners` together say more than is seen: a row is seen by means of one of these.
    pub seen_by: Vec<Share>,
    /// Where `rights` on the rows that are seen say more than is allowed: something is done by means of one of these.
    pub done_by: Vec<Share>,
}

impl Scope {
    /// The system itself: migrations, the demo company, imports from a file.
    #[must_use]
    pub const fn system() -> Self {
        Self {
            admin: 0,
            everything: true,
            warehouses: None,
            owners: None,
            rows: None,
            rights: WarehouseRights::whole(),
            seen_by: Vec::new(),
            done_by: Vec::new(),
        }
    }

    /// The same for a table where rows of all owners are seen by other rules.
    pub fn drop_owners(&mut self) {
        self.owners = None;
        self.seen_by.clear();
        for share in &mut self.done_by {
            share.owners = None;
        }
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

    /// The conditions that keep a query to what is seen of rows that have a warehouse and an owner.
    pub fn within(&self, warehouse: &str, owner: &str, vars: &mut Vars) -> Vec<String> {
        let mut all: Vec<String> = self.within_warehouses(warehouse, vars).into_iter().collect();
        all.extend(self.within_owners(owner, vars));
        all.extend(self.within_shares(&[warehouse], owner));
        all
    }

    /// The condition that a row is seen by means of one of several shares: one of its warehouses and its owner.
    pub fn within_shares(&self, warehouses: &[&str], owner: &str) -> Option<String> {
        if self.everything || self.seen_by.is_empty() {
            return None;
        }
        let of = |share: &Share| {
            let seen =
                share.rights.seen().map(|seen| warehouses.iter().map(|column| format!("{column} IN {seen:?}")).collect::<Vec<_>>().join(" OR "));
            let owned = share.owners.as_ref().map(|owners| format!("{owner} IN {owners:?}"));
            let both: Vec<String> = seen.map(|seen| format!("({seen})")).into_iter().chain(owned).collect();
            if both.is_empty() { "true".to_owned() } else { both.join(" AND ") }
        };
        Some(format!("(({}))", self.seen_by.iter().map(of).collect::<Vec<_>>().join(") OR (")))
    }

    /// The rows this scope is confined to.
    #[must_use]
    pub fn only_rows(&self) -> Option<&[i64]> {
        if self.everything { None } else { self.rows.as_deref() }
    }

    /// Whether a row of this warehouse and owner is within reach.
    #[must_use]
    pub fn reaches(&self, warehouse: i64, owner: i64) -> bool {
        let together =
            self.everything || self.seen_by.is_empty() || self.seen_by.iter().any(|share| share.permits(See, Some(warehouse), Some(owner)));
        together && self.only_warehouses().is_none_or(|seen| seen.contains(&warehouse)) && self.only_owners().is_none_or(|seen| seen.contains(&owner))
    }

    /// Whether something that needs a right may be done in a warehouse. Whether the warehouse is seen is asked before.
    #[must_use]
    pub fn permits(&self, right: WarehouseRight, warehouse: i64) -> bool {
        self.everything || self.rights.permit(right, warehouse)
    }

    /// The same on a row of an owner, or of a table without warehouses. Whether the row is seen is asked before.
    #[must_use]
    pub fn permits_on(&self, right: WarehouseRight, warehouse: Option<i64>, owner: Option<i64>) -> bool {
        if self.everything || self.done_by.is_empty() {
            return warehouse.is_none_or(|warehouse| self.permits(right, warehouse));
        }
        self.done_by.iter().any(|share| share.permits(right, warehouse, owner))
    }

    /// Whether everything may be seen and done.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.only_warehouses().is_none()
            && self.only_owners().is_none()
            && (self.everything || (self.rights.is_whole() && self.seen_by.is_empty() && self.done_by.is_empty()))
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
        self.missing_right_on(scope, right, warehouse, None).await
    }

    /// The same on a row of an owner.
    pub async fn missing_right_on(
        &self,
        scope: &Scope,
        right: WarehouseRight,
        warehouse: i64,
        owner: Option<i64>,
    ) -> Result<Option<MissingRight>, StoreError> {
        if scope.permits_on(right, Some(warehouse), owner) {
            return Ok(None);
        }
        let names: Vec<String> = self.rows("SELECT VALUE name FROM $warehouse", vec![("warehouse", id("warehouse", warehouse))]).await?;
        Ok(Some(MissingRight { right, warehouse, name: names.into_iter().next().unwrap_or_default() }))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn queries_find_what_a_scope_reaches() {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        let rows = "DEFINE TABLE thing SCHEMALESS; FOR $w IN 1..=3 { FOR $o IN 7..=9 { CREATE thing SET w = $w, t = 4 - $w, o = $o } };";
        store.run(rows, vec![]).await.unwrap();
        let share = |rights: WarehouseRights, owners: Option<&[i64]>| Share { rights, owners: owners.map(<[i64]>::to_vec) };
        let only = |warehouse: i64| WarehouseRights::only([(warehouse, WarehouseRight::Work)]);
        let scopes = [
            vec![],
            vec![share(only(1), None), share(only(2), Some(&[7]))],
            vec![share(WarehouseRights::whole(), Some(&[8])), share(only(3), None)],
            vec![share(only(1), Some(&[])), share(only(2), Some(&[7, 9]))],
        ];
        for shares in scopes {
            let (warehouses, owners) = match shares.as_slice() {
                [] => (Some(vec![2, 3]), Some(vec![9])),
                shares => (shares::rights(shares).seen(), shares::owners(shares)),
            };
            let scope = Scope { warehouses, owners, seen_by: shares, ..Scope::default() };
            let mut vars = Vars::new();
            let conditions = scope.within("w", "o", &mut vars).join(" AND ");
            let found: Vec<(i64, i64)> = store.rows(&format!("SELECT VALUE [w, o] FROM thing WHERE {conditions}"), vars).await.unwrap();
            let all: Vec<(i64, i64)> = (1..=3).flat_map(|warehouse| (7..=9).map(move |owner| (warehouse, owner))).collect();
            let reached: BTreeSet<(i64, i64)> = all.iter().copied().filter(|(warehouse, owner)| scope.reaches(*warehouse, *owner)).collect();
            assert_eq!(BTreeSet::from_iter(found), reached, "{conditions}");
            // Of a transfer either side will do.
            if let Some(either) = scope.within_shares(&["w", "t"], "o") {
                let found: Vec<(i64, i64)> = store.rows(&format!("SELECT VALUE [w, o] FROM thing WHERE {either}"), vec![]).await.unwrap();
                let reaches = |(warehouse, owner): &(i64, i64)| scope.reaches(*warehouse, *owner) || scope.reaches(4 - *warehouse, *owner);
                let reached: BTreeSet<(i64, i64)> = all.into_iter().filter(reaches).collect();
                assert_eq!(BTreeSet::from_iter(found), reached, "{either}");
            }
        }
    }

    #[test]
    fn who_is_not_confined_may_still_be_limited() {
        let looking = Scope { rights: WarehouseRights::everywhere_but(WarehouseRight::See, [(1, WarehouseRight::Work)]), ..Scope::default() };
        assert!(looking.only_warehouses().is_none() && !looking.is_unlimited());
        assert!(looking.permits(WarehouseRight::Work, 1) && !looking.permits(WarehouseRight::Decide, 1) && !looking.permits(WarehouseRight::Work, 2));
        assert!(Scope { everything: true, ..looking }.is_unlimited() && Scope::system().is_unlimited() && Scope::default().is_unlimited());
    }
}
