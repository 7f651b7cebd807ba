//! Refuses all requests of addresses in the setting `no_access_ip`: API, pages, files, sockets.

use poem::http::StatusCode;
use poem::{Endpoint, IntoResponse, Request, Response};
use poem_openapi::payload::Json;
use serde_json::json;

use crate::http::address;
use crate::http::language::language_of;
use crate::i18n::text_in;
use crate::node::Node;
use crate::settings;

/// See the module.
pub struct Blocked<E> {
    pub inner: E,
    pub node: Node,
}

impl<E: Endpoint> Endpoint for Blocked<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        if let Some(address) = address::of(&request, &self.node.config().services.trusted_proxies)
            && self.node.blocked().refuses(settings::value_of(self.node.site_settings(), "no_access_ip"), address).await
        {
            let refused = Json(json!({ "msg": text_in(language_of(&request), "permission.address", &[]) }));
            return Ok(refused.with_status(StatusCode::FORBIDDEN).into_response());
        }
        Ok(self.inner.call(request).await?.into_response())
    }
}
