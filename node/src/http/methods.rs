//! What the methods of HTTP mean.

use poem::http::Method;

/// Whether a request has no body that is read, and changes nothing.
#[must_use]
pub fn reads(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
