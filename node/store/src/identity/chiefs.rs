//! The rule that an enabled super administrator stays, decided in the transaction that could take the last one away. Two changes at
//! once write the same row, so that one of them is tried again and sees the other.

use crate::resource::write::{ExtraStatements, LAST_CHIEF};

/// Statements that refuse a change of administrators or groups after which nobody could do everything.
#[must_use]
pub fn one_chief_stays() -> ExtraStatements {
    let query = format!(
        "UPSERT type::record('counter', 'chiefs') SET last = (last ?? 0) + 1 RETURN NONE; \
         LET $chiefs_groups = (SELECT VALUE record::id(id) FROM admin_group WHERE status = 1 AND string::contains(rules, '*')); \
         IF array::len((SELECT VALUE id FROM admin WHERE status = 'enable' AND group_arr CONTAINSANY $chiefs_groups LIMIT 1)) = 0 \
         {{ THROW '{LAST_CHIEF}' }};"
    );
    ExtraStatements { query, only_guards: true, ..ExtraStatements::default() }
}
