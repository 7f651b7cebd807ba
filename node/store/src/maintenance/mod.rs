//! What operators need of the data: whether the books are right, and copies of all of it.

pub mod backup;
pub mod check;
