//! What somebody reaches by several groups: each group allows its own on rows of its own owners. Pure.
//!
//! The sums of all groups (their warehouses, their owners) say more than any group does: who sees all rows of one
//! warehouse and their own of another one does not see all rows of both.

use bus_schemas::right::WarehouseRight;

use super::rights::WarehouseRights;

/// What one group allows: rights in warehouses, on rows of these administrators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    pub rights: WarehouseRights,
    /// `None`: rows of everybody.
    pub owners: Option<Vec<i64>>,
}

impl Share {
    /// Whether rows of an owner are meant.
    #[must_use]
    pub fn has_owner(&self, owner: i64) -> bool {
        self.owners.as_ref().is_none_or(|owners| owners.contains(&owner))
    }

    /// Whether a row of this warehouse and owner allows what needs a right. A row without one of both is not limited by it.
    #[must_use]
    pub fn permits(&self, right: WarehouseRight, warehouse: Option<i64>, owner: Option<i64>) -> bool {
        warehouse.is_none_or(|warehouse| self.rights.permit(right, warehouse)) && owner.is_none_or(|owner| self.has_owner(owner))
    }

    fn is_within(&self, other: &Self) -> bool {
        let owners = match (&self.owners, &other.owners) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(own), Some(others)) => own.iter().all(|owner| others.contains(owner)),
        };
        owners && self.rights.is_within(&other.rights)
    }

    /// What both allow.
    fn meet(&self, other: &Self) -> Self {
        let owners = match (&self.owners, &other.owners) {
            (owners, None) | (None, owners) => owners.clone(),
            (Some(own), Some(others)) => Some(own.iter().copied().filter(|owner| others.contains(owner)).collect()),
        };
        Self { rights: self.rights.meet(&other.rights), owners }
    }

    /// What is seen of it.
    fn sight(&self) -> Self {
        Self { rights: self.rights.sight(), owners: self.owners.clone() }
    }
}

fn all_owners(one: Option<&Vec<i64>>, other: Option<&Vec<i64>>) -> Option<Vec<i64>> {
    let mut owners: Vec<i64> = one?.iter().chain(other?).copied().collect();
    owners.sort_unstable();
    owners.dedup();
    Some(owners)
}

/// The owners of all shares together; `None`: everybody.
#[must_use]
pub fn owners(shares: &[Share]) -> Option<Vec<i64>> {
    shares.iter().try_fold(vec![], |owners, share| all_owners(Some(&owners), share.owners.as_ref()))
}

/// The most that one of the shares allows in each warehouse.
#[must_use]
pub fn rights(shares: &[Share]) -> WarehouseRights {
    shares.iter().fold(WarehouseRights::none(), |rights, share| rights.join(&share.rights))
}

/// The same in as few shares as possible: what is within another one is left out, those that differ in one respect only
/// are one.
#[must_use]
pub fn merged(shares: impl IntoIterator<Item = Share>) -> Vec<Share> {
    let mut merged: Vec<Share> = Vec::new();
    for share in shares {
        if merged.iter().any(|known| share.is_within(known)) {
            continue;
        }
        merged.retain(|known| !known.is_within(&share));
        if let Some(known) = merged.iter_mut().find(|known| known.owners == share.owners) {
            known.rights = known.rights.join(&share.rights);
        } else if let Some(known) = merged.iter_mut().find(|known| known.rights.same_as(&share.rights)) {
            known.owners = all_owners(known.owners.as_ref(), share.owners.as_ref());
        } else {
            merged.push(share);
        }
    }
    merged
}

/// What is allowed by means of shares of both sides.
#[must_use]
pub fn met(one: &[Share], other: &[Share]) -> Vec<Share> {
    merged(one.iter().flat_map(|own| other.iter().map(|theirs| own.meet(theirs))))
}

/// What is seen by means of shares, in as few as possible.
#[must_use]
pub fn sights(shares: &[Share]) -> Vec<Share> {
    merged(shares.iter().map(Share::sight))
}

#[cfg(test)]
mod tests {
    use bus_schemas::right::WarehouseRight::{Decide, See, Work};

    use super::*;

    fn share(rights: WarehouseRights, owners: Option<&[i64]>) -> Share {
        Share { rights, owners: owners.map(<[i64]>::to_vec) }
    }

    #[test]
    fn shares_that_differ_in_one_respect_are_one_and_allow_no_more() {
        let first = || WarehouseRights::only([(1, Work)]);
        let same_owners = merged([share(first(), Some(&[7])), share(WarehouseRights::only([(2, Decide)]), Some(&[7]))]);
        assert_eq!(same_owners, [share(WarehouseRights::only([(1, Work), (2, Decide)]), Some(&[7]))]);
        let same_rights = merged([share(first(), Some(&[7])), share(first(), Some(&[8]))]);
        assert_eq!(same_rights, [share(first(), Some(&[7, 8]))]);
        assert_eq!(merged([share(first(), Some(&[7])), share(WarehouseRights::whole(), None)]), [share(WarehouseRights::whole(), None)]);
        let apart = merged([share(first(), None), share(WarehouseRights::only([(2, Work)]), Some(&[7]))]);
        assert_eq!(apart.len(), 2);
        let permit = |warehouse: i64, owner: i64| apart.iter().any(|share| share.permits(Work, Some(warehouse), Some(owner)));
        assert_eq!([permit(1, 8), permit(2, 7), permit(2, 8)], [true, true, false]);
        assert_eq!((owners(&apart), rights(&apart).seen()), (None, Some(vec![1, 2])));
    }

    #[test]
    fn rights_that_differ_are_seen_alike() {
        let all = [share(WarehouseRights::everywhere_but(See, [(1, Decide)]), None), share(WarehouseRights::only([(1, Work)]), Some(&[7]))];
        assert_eq!(sights(&all), [share(WarehouseRights::everywhere_but(See, [(1, See)]), None)]);
    }
}
