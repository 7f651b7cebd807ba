//! The program's own API, asked in somebody's name: what they see, and what they may, is decided where it is for everybody.

use std::sync::{Arc, OnceLock, Weak};

use poem::endpoint::BoxEndpoint;
use poem::http::Method;
use poem::{Endpoint, Request, Response};
use serde_json::Value;

use crate::error::ServiceError;
use crate::identity::sessions::{Caller, OnBehalf};

/// Bytes of an answer that are read.
const ANSWER_MAX: usize = 64 << 10;

/// The program's own API. It belongs to the server that serves it; there is none before that.
#[derive(Clone, Default)]
pub struct OwnApi(Arc<OnceLock<Weak<BoxEndpoint<'static, Response>>>>);

impl OwnApi {
    /// Says where it is; the first one stays.
    pub fn is(&self, api: &Arc<BoxEndpoint<'static, Response>>) {
        let _ = self.0.set(Arc::downgrade(api));
    }

    /// Posts to a path for somebody, in a language; answers the envelope's code and message.
    pub async fn post(&self, caller: Caller, path: &str, language: &str) -> Result<(i64, String), ServiceError> {
        let answer = self.ask(caller, (path, None), language, |_| {}).await?;
        Ok((answer["code"].as_i64().unwrap_or(0), answer["msg"].as_str().unwrap_or_default().to_owned()))
    }

    /// Posts to a path, with a body if there is one; `prepare` is given the request. Answers the envelope.
    pub async fn ask(
        &self,
        caller: Caller,
        (path, body): (&str, Option<&Value>),
        language: &str,
        prepare: impl FnOnce(&mut Request),
    ) -> Result<Value, ServiceError> {
        let failed = |error: &dyn std::fmt::Display| ServiceError::Internal(format!("{path}: {error}"));
        let api = self.0.get().and_then(Weak::upgrade).ok_or_else(|| failed(&"the API is not served"))?;
        let uri = path.parse().map_err(|error: poem::http::uri::InvalidUri| failed(&error))?;
        let builder = Request::builder().method(Method::POST).uri(uri).header("think-lang", language).header("server", "1");
        let mut request = match body {
            Some(body) => builder.content_type("application/json").body(body.to_string()),
            None => builder.finish(),
        };
        prepare(&mut request);
        request.extensions_mut().insert(OnBehalf(Box::new(caller)));
        let response = api.call(request).await.map_err(|error| failed(&error))?;
        let bytes = response.into_body().into_bytes_limit(ANSWER_MAX).await.map_err(|error| failed(&error))?;
        serde_json::from_slice(&bytes).map_err(|error| failed(&error))
    }
}
