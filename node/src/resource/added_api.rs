//! The routes of resources that came while the node runs. Those of the program's own resources are made at the start
//! ([`super::api`]); these are found by the catalogue of the moment.

use poem::http::StatusCode;
use poem::{Endpoint, IntoResponse, Request, Response};

use super::added::found;
use super::api::{FileRoutes, route};
use super::routes::routes;
use crate::base::Base;

/// Answers the routes of added resources, and passes every other request on.
pub struct Added<E> {
    pub inner: E,
    pub base: Base,
    pub of_files: FileRoutes,
}

impl<E: Endpoint> Endpoint for Added<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        // The guard has brought the path of what is not known at the start into lower case.
        let path = request.uri().path().to_owned();
        let Some((resource, action)) = found(&self.base.store().catalogue(), &path) else {
            return self.inner.call(request).await.map(IntoResponse::into_response);
        };
        if !routes(resource).any(|(name, method)| name.eq_ignore_ascii_case(action) && request.method() == method) {
            return Err(poem::Error::from_status(StatusCode::METHOD_NOT_ALLOWED));
        }
        let method = request.method().clone();
        route(resource, action, &method, self.of_files).call(request).await
    }
}
