//! Answers of open routes to callers whose access token has ended. They get a guest's answer, with a header that says so
//! (wire contract 1.5): after a refresh the same call is answered as theirs.

use poem::http::HeaderValue;
use poem::{Request, Response};

/// The header of such an answer.
pub const HEADER: &str = "entrepot-token";
const ENDED: &str = "ended";

/// The caller's access token has ended; its session has not.
#[derive(Clone, Copy, Debug)]
struct EndedToken;

/// Notes that the caller's access token has ended.
pub fn note(request: &mut Request) {
    request.extensions_mut().insert(EndedToken);
}

/// Whether that was noted.
#[must_use]
pub fn noted(request: &Request) -> bool {
    request.extensions().get::<EndedToken>().is_some()
}

/// Says in an answer that it is a guest's, because the caller's token has ended.
pub fn mark(response: &mut Response) {
    response.headers_mut().insert(HEADER, HeaderValue::from_static(ENDED));
}
