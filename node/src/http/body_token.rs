//! A token among the fields of a request's body (wire contract 1.2), for clients that can't set headers.

use poem::http::{HeaderName, HeaderValue, Method, header};
use poem::{Body, Request};
use serde_json::{Map, Value};

use super::token_names::TokenNames;

/// Most bytes that are read to find the token, as the caller is not known yet.
const MOST: usize = 64 * 1024;

/// A token, and the body without it.
type Found = Option<(String, Vec<u8>)>;

impl TokenNames {
    /// The token of a request: in its head, or else in its body.
    pub async fn find_or_take(&self, request: &mut Request) -> Option<String> {
        match self.find(request) {
            Some(token) => Some(token),
            None => take(self, request).await,
        }
    }
}

/// Takes the token out of the body, where it could be mistaken for a field of a row, and puts it into the first
/// header, where other code looks for it.
pub async fn take(names: &TokenNames, request: &mut Request) -> Option<String> {
    let of = |name: header::HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let length = of(header::CONTENT_LENGTH).and_then(|value| value.parse::<usize>().ok())?;
    let without: fn(&TokenNames, &[u8]) -> Found = match of(header::CONTENT_TYPE)?.split(';').next()?.trim() {
        "application/json" => of_json,
        "application/x-www-form-urlencoded" => of_form,
        _ => return None,
    };
    if request.method() == Method::GET || length > MOST {
        return None;
    }
    let bytes = request.take_body().into_bytes_limit(MOST).await.ok()?;
    let Some((token, rest)) = without(names, &bytes) else {
        request.set_body(Body::from(bytes));
        return None;
    };
    if let Ok(value) = HeaderValue::from_str(&token) {
        request.headers_mut().insert(HeaderName::from_static(names.first[0]), value);
    }
    request.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(rest.len()));
    request.set_body(Body::from(rest));
    Some(token)
}

fn of_json(names: &TokenNames, bytes: &[u8]) -> Found {
    // Most bodies have none, and need not be read twice.
    let text = std::str::from_utf8(bytes).ok()?;
    names.parameters.iter().find(|name| text.contains(**name))?;
    let mut fields: Map<String, Value> = serde_json::from_str(text).ok()?;
    let found: Vec<Value> = names.parameters.iter().filter_map(|name| fields.remove(*name)).collect();
    let token = found.iter().find_map(|value| value.as_str().filter(|token| !token.is_empty()))?;
    Some((token.to_owned(), serde_json::to_vec(&fields).ok()?))
}

fn of_form(names: &TokenNames, bytes: &[u8]) -> Found {
    let is_name = |key: &str| names.parameters.contains(&key);
    let token_named = |name: &str| form_urlencoded::parse(bytes).find(|(key, token)| key == name && !token.is_empty());
    let (_, token) = names.parameters.iter().find_map(|name| token_named(name))?;
    let rest = form_urlencoded::parse(bytes).filter(|(key, _)| !is_name(key));
    let rest = form_urlencoded::Serializer::new(String::new()).extend_pairs(rest).finish();
    Some((token.into_owned(), rest.into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: TokenNames = TokenNames { first: ["batoken", "ba-token"], parameters: ["batoken", "ba-token", "ba_token"], last: "ba_token" };

    fn posted(kind: &str, body: &str) -> Request {
        Request::builder().method(Method::POST).content_type(kind).header("content-length", body.len()).body(body.to_owned())
    }

    #[tokio::test]
    async fn a_token_is_taken_out_of_a_body_and_the_rest_stays() {
        for (kind, body, rest) in [
            ("application/json; charset=utf-8", r#"{"a":1,"ba_token":"x","batoken":"t"}"#, r#"{"a":1}"#),
            ("application/x-www-form-urlencoded", "a=1&ba_token=x&batoken=t&b=%26", "a=1&b=%26"),
        ] {
            let mut request = posted(kind, body);
            assert_eq!(take(&NAMES, &mut request).await.as_deref(), Some("t"), "{kind}");
            assert_eq!(request.header("batoken"), Some("t"), "{kind}");
            assert_eq!(request.header("content-length"), Some(rest.len().to_string().as_str()), "{kind}");
            assert_eq!(request.take_body().into_string().await.ok().as_deref(), Some(rest), "{kind}");
        }
    }

    #[tokio::test]
    async fn what_has_none_is_left_as_it_was() {
        let long = format!(r#"{{"batoken":"t","a":"{}"}}"#, "x".repeat(MOST));
        for body in [r#"{"a":"batoken"}"#, r#"{"batoken":""}"#, r#"{"batoken":7}"#, "[1]", "{", &long] {
            let mut request = posted("application/json", body);
            assert_eq!(take(&NAMES, &mut request).await, None, "{body}");
            assert_eq!(request.take_body().into_string().await.ok().as_deref(), Some(body));
        }
    }
}
