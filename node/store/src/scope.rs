//! Whose rows a caller may see and change. Applied in the query itself, wherever a resource names
//! the column of its warehouse or of its owner.

/// What a caller may reach.
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
}

impl Scope {
    /// The system itself: migrations, the demo company, imports from a file.
    #[must_use]
    pub const fn system() -> Self {
        Self { admin: 0, everything: true, warehouses: None, owners: None }
    }

    /// The warehouses this scope is confined to.
    #[must_use]
    pub fn only_warehouses(&self) -> Option<&[i64]> {
        if self.everything { None } else { self.warehouses.as_deref() }
    }

    /// The owners this scope is confined to.
    #[must_use]
    pub fn only_owners(&self) -> Option<&[i64]> {
        if self.everything { None } else { self.owners.as_deref() }
    }
}
