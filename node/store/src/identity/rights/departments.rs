//! Departments as a scope: which of them somebody sees, and may put others into. Pure.

use std::collections::HashSet;

use serde::Deserialize;

use super::{Group, Reach, Rights, confines};

/// A department of the own company.
#[derive(Clone, Debug, Deserialize)]
pub struct Department {
    pub id: i64,
    /// The one above; 0 at the top.
    pub pid: i64,
    pub status: i64,
}

/// A department and those above it, up to the first that is disabled or not there; a circle ends it.
#[must_use]
pub fn lineage(departments: &[Department], department: i64) -> Vec<i64> {
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let enabled = |id: i64| departments.iter().find(|one| one.id == id && one.status == 1);
    let mut current = enabled(department);
    while let Some(at) = current.filter(|at| seen.insert(at.id)) {
        found.push(at.id);
        current = enabled(at.pid);
    }
    found
}

/// Whether people of a department, given as its lineage, are seen by somebody of the department `own` with that reach. A disabled
/// department has no lineage: only who sees all sees its people.
pub(super) fn is_within(reach: Reach, own: Option<i64>, theirs: &[i64]) -> bool {
    match (reach, own) {
        (Reach::All, _) => true,
        (Reach::Departments, Some(own)) => theirs.contains(&own),
        (Reach::Department, Some(own)) => theirs.first() == Some(&own),
        _ => false,
    }
}

impl Rights {
    /// The least that their groups see which see by departments or see all: only such groups let others see by departments.
    fn department_reach(&self) -> Reach {
        let wide = self.group_rights.iter().map(|(reach, _)| *reach).filter(|reach| *reach == Reach::All || reach.is_of_departments());
        wide.reduce(Reach::meet).unwrap_or(Reach::Department)
    }

    /// Whether they see the rows of every department, whatever group of theirs grants what they do.
    #[must_use]
    pub fn sees_every_department(&self) -> bool {
        self.everything || self.department_reach() == Reach::All
    }

    /// Whether they may put somebody into a department, given as its lineage: one whose people's rows they see themselves.
    #[must_use]
    pub fn gives_department(&self, lineage: &[i64]) -> bool {
        self.everything || is_within(self.department_reach(), self.department, lineage)
    }
}

/// Whether somebody with these groups sees people of their department whom `rights` do not show.
#[must_use]
pub fn sees_farther(rights: &Rights, groups: &[Group], theirs: &[i64], lineage: &[i64]) -> bool {
    let by_department = |id: &i64| groups.iter().any(|group| group.id == *id && confines(groups, group).1.is_of_departments());
    !lineage.is_empty() && !rights.gives_department(lineage) && theirs.iter().any(by_department)
}
