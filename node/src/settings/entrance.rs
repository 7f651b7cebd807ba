//! What a site may call the entrance of its back office.

/// First parts of paths that mean something else.
const TAKEN: &[&str] = &["api", "user", "storage", "static", "ws", "metrics", "healthz", "readyz", "docs"];

/// Whether a site may call its entrance so.
#[must_use]
pub fn is_entrance(text: &str) -> bool {
    text.strip_prefix('/').is_some_and(|name| {
        let plain = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric());
        plain && !TAKEN.iter().any(|taken| name.eq_ignore_ascii_case(taken))
    })
}
