//! Serves uploaded files: never as something that a browser runs in our origin.

use poem::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use poem::web::StaticFileRequest;
use poem::{Body, FromRequest, IntoResponse, Request, RequestBody, Response};

use crate::file::inspect::served_as;
use crate::file::{Storage, StorageError, thumbnail};
use crate::http::listing::parameter;
use crate::rate_limits::Network;

/// How the paths of sealed pictures begin. The public way to files answers 404 below it.
pub const PAPERS: &str = "/storage/papers/";
/// Names contain a hash of the content, so the content of a name never changes.
const CACHE: &str = "public, max-age=31536000, immutable";

fn status_of(error: &StorageError) -> StatusCode {
    match error {
        StorageError::Missing | StorageError::Path(_) => StatusCode::NOT_FOUND,
        StorageError::Full(_) => StatusCode::TOO_MANY_REQUESTS,
        StorageError::Io(error) if error.kind() == std::io::ErrorKind::NotFound => StatusCode::NOT_FOUND,
        error => {
            tracing::error!(%error, "a stored file can't be read");
            StatusCode::BAD_GATEWAY
        }
    }
}

async fn read(storage: &Storage, request: &Request, path: &str, network: &Network) -> Result<Response, StatusCode> {
    let missing = |error: StorageError| status_of(&error);
    if let Some(size) = parameter(request, "thumb") {
        let size = size.parse().map_err(|_| StatusCode::NOT_FOUND)?;
        let (bytes, kind) = thumbnail::of(storage, path, size, network).await.map_err(missing)?;
        return Ok(Response::builder().content_type(kind).body(bytes));
    }
    if let Some(file) = storage.on_disk(path).map_err(missing)? {
        let asked = StaticFileRequest::from_request(request, &mut RequestBody::default()).await.map_err(|_| StatusCode::BAD_REQUEST)?;
        if !file.is_file() {
            return Err(StatusCode::NOT_FOUND);
        }
        return Ok(asked
            .create_response(&file, false, false)
            .map(IntoResponse::into_response)
            .unwrap_or_else(|error| poem::Error::from(error).into_response()));
    }
    let object = storage.fetch(path, request.header("range")).await.map_err(missing)?;
    let status = if object.partial { StatusCode::PARTIAL_CONTENT } else { StatusCode::OK };
    let mut response = Response::builder().status(status).body(Body::from_bytes_stream(object.body));
    for (name, value) in object.headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
    Ok(response)
}

/// The answer to a request below `/storage/`.
pub async fn serve(storage: &Storage, request: &Request, network: &Network) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let raw = request.uri().path();
    // A name may have letters of any script; the decoded name is checked as a path again.
    let path = percent_decoded(raw);
    let small = parameter(request, "thumb").is_some();
    let mut response = match path {
        // Sealed, and for reviewers alone: they have a way of their own.
        Some(path) if path.starts_with(PAPERS) => StatusCode::NOT_FOUND.into_response(),
        Some(path) => {
            let mut response = read(storage, request, &path, network).await.unwrap_or_else(IntoResponse::into_response);
            if response.status().is_success() && !small {
                let suffix = path.rsplit_once('.').map_or("", |(_, suffix)| suffix);
                let (kind, shown) = served_as(suffix);
                response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
                if !shown {
                    response.headers_mut().insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
                }
            }
            response
        }
        None => StatusCode::NOT_FOUND.into_response(),
    };
    let cache = if response.status().is_success() { CACHE } else { "no-store" };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(
        "content-security-policy",
        HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"),
    );
    response
}

fn percent_decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_decoded_once() {
        assert_eq!(percent_decoded("/storage/%E7%85%A7.jpg").as_deref(), Some("/storage/照.jpg"));
        assert_eq!(percent_decoded("/storage/%252e").as_deref(), Some("/storage/%2e"));
        assert!(percent_decoded("/storage/%zz").is_none() && percent_decoded("/storage/%f").is_none());
    }
}
