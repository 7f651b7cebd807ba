//! What the rules of a warehouse need from outside.

/// What the rules of a warehouse need from outside.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Unix milliseconds.
    pub now_ms: i64,
    /// Today in the warehouse's zone, `YYYY-MM-DD`.
    pub today: &'a str,
}
