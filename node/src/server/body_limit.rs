//! How large a request's body may be and how long it may take to come in.

use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt;
use poem::http::{StatusCode, header};
use poem::{Body, Request};
use tokio::time::{Instant, timeout, timeout_at};

use crate::http::body::{BODY_MAX, IMPORT_BODY_MAX, ORDER_BODY_MAX};
use crate::http::methods::reads;
use crate::http::routes::Takes;
use crate::node::Node;

/// How much larger the form around a file may be, in bytes.
const FORM_EXTRA: u64 = 64 * 1024;
/// Least bytes a second at which a large body may arrive.
const SLOWEST: u64 = 32 * 1024;

/// Largest body of a route, in bytes.
fn size_limit(node: &Node, takes: Option<Takes>) -> usize {
    match takes {
        Some(Takes::File) => usize::try_from(node.config().services.upload.max_bytes + FORM_EXTRA).unwrap_or(usize::MAX),
        Some(Takes::Sheet) => IMPORT_BODY_MAX,
        Some(Takes::Lines) => ORDER_BODY_MAX,
        None => BODY_MAX,
    }
}

/// Time limit for receiving a body of `bytes`, where a small one has `small`.
fn time_limit(small: Duration, bytes: usize) -> Duration {
    small + Duration::from_secs(bytes as u64 / SLOWEST)
}

/// Limits a body to `most` bytes and a deadline.
fn bounded(body: Body, most: usize, deadline: Instant) -> Body {
    let first = (Box::pin(body.into_bytes_stream()), most);
    let chunks = futures::stream::try_unfold(first, move |(mut stream, left)| async move {
        let late = |_| std::io::Error::new(std::io::ErrorKind::TimedOut, "the body took too long");
        let Some(chunk) = timeout_at(deadline, stream.next()).await.map_err(late)?.transpose()? else { return Ok(None) };
        let left = left.checked_sub(chunk.len()).ok_or_else(|| std::io::Error::other("the body is larger than allowed"))?;
        Ok::<_, std::io::Error>(Some((chunk, (stream, left))))
    });
    Body::from_bytes_stream(chunks)
}

/// How many bytes a request says that its body has.
fn declared_length(request: &Request) -> Option<usize> {
    request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()).and_then(|value| value.parse().ok())
}

/// How long the body of a request may take to come in.
#[must_use]
pub fn time(node: &Node, request: &Request, takes: Option<Takes>) -> Duration {
    if reads(request.method()) {
        return Duration::ZERO;
    }
    time_limit(node.config().connections.limits.body, declared_length(request).unwrap_or(usize::MAX).min(size_limit(node, takes)))
}

/// Reads the body within the limits of its route; a file's is left to stream within them. Answers what was read.
pub async fn read(node: &Node, request: &mut Request, takes: Option<Takes>) -> Result<Bytes, poem::Error> {
    if reads(request.method()) {
        return Ok(Bytes::new());
    }
    let most = size_limit(node, takes);
    let too_large = || poem::Error::from_status(StatusCode::PAYLOAD_TOO_LARGE);
    if declared_length(request).is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let limit = time(node, request, takes);
    if takes == Some(Takes::File) {
        // Counted while it streams to disk.
        let body = bounded(request.take_body(), most, Instant::now() + limit);
        request.set_body(body);
        return Ok(Bytes::new());
    }
    let reading = timeout(limit, request.take_body().into_bytes_limit(most)).await;
    let bytes = reading.map_err(|_| poem::Error::from_status(StatusCode::REQUEST_TIMEOUT))?.map_err(|_| too_large())?;
    request.set_body(Body::from(bytes.clone()));
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_bodies_have_longer() {
        let small = Duration::from_secs(30);
        assert_eq!(time_limit(small, 2_000), small);
        assert_eq!(time_limit(small, 10 * 1024 * 1024), Duration::from_secs(350));
    }

    #[tokio::test]
    async fn a_file_that_trickles_or_never_ends_is_broken_off() {
        let deadline = Instant::now();
        let begun = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"x"))]).chain(futures::stream::pending());
        let error = bounded(Body::from_bytes_stream(begun), 1_000, deadline).into_bytes().await.expect_err("broken off");
        assert!(error.to_string().contains("too long"), "{error}");
        let large = bounded(Body::from_bytes(Bytes::from_static(&[0; 11])), 10, deadline).into_bytes().await;
        assert!(large.expect_err("broken off").to_string().contains("larger"));
        let whole = bounded(Body::from_bytes(Bytes::from_static(&[0; 10])), 10, deadline).into_bytes().await;
        assert_eq!(whole.expect("whole").len(), 10);
    }
}
