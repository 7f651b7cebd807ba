//! The endpoints of every declared resource: made from the declarations, by hand what `#[OpenApi]`
//! makes from methods. [`crate::resource::document`] is their part of the document.

use std::collections::HashMap;
use std::sync::Arc;

use entrepot_store::engine::typed;
use entrepot_store::resource::declaration::Command;
use entrepot_store::resource::sortable::Direction;
use entrepot_store::resource::{Resource, catalogue};
use poem::endpoint::{BoxEndpoint, make};
use poem::http::{Method, StatusCode};
use poem::{EndpointExt, IntoResponse, Request, Response};
use poem_openapi::OpenApi;
use poem_openapi::registry::{MetaApi, Registry};
use serde_json::{Map, Value, json};

use super::document;
use super::request::call;
use super::routes::routes;
use crate::base::Base;
use crate::http::body;
use crate::http::envelope::{Answer, done, done_with, ok};
use crate::http::error::ApiError;
use crate::http::listing::{self, list_query, order};

/// Rows that one call deletes or gives a command for.
const ROWS_MAX: usize = 200;

/// The endpoints of a resource that read and make files (import, export, template), which the data exchange has.
pub type FileRoutes = fn(&'static Resource, &str) -> Option<BoxEndpoint<'static>>;

/// Endpoints of declared resources.
pub struct Records(pub FileRoutes);

pub(crate) async fn object(request: &mut Request) -> Result<Map<String, Value>, ApiError> {
    let bytes = request.take_body().into_bytes().await.map_err(|error| ApiError::Internal(error.to_string()))?;
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    match body::parse(&bytes)? {
        Value::Object(fields) => Ok(fields),
        _ => Err(ApiError::field("body", "error.type")),
    }
}

async fn index(resource: &'static Resource, request: Request, select: bool) -> Answer {
    let mut query = list_query(&request, Base::of(&request)?.config().time_zone);
    query.select |= select;
    Ok(ok(call(resource, &request)?.list(query).await?))
}

async fn add(resource: &'static Resource, mut request: Request) -> Answer {
    let mut call = call(resource, &request)?;
    let id = call.add(object(&mut request).await?).await?;
    Ok(done("added", json!({ "id": id })))
}

async fn detail(resource: &'static Resource, request: Request) -> Answer {
    let id = listing::parameter(&request, "id").and_then(|id| id.parse().ok()).ok_or_else(|| ApiError::field("id", "error.required"))?;
    Ok(ok(call(resource, &request)?.detail(id).await?))
}

async fn edit(resource: &'static Resource, mut request: Request) -> Answer {
    let mut call = call(resource, &request)?;
    let body = object(&mut request).await?;
    let id = body.get("id").and_then(typed::integer).ok_or_else(|| ApiError::field("id", "error.required"))?;
    call.edit(id, body).await?;
    Ok(done("saved", Value::Null))
}

/// Ids in the query or in the body.
pub(crate) async fn ids(request: &mut Request) -> Result<Vec<i64>, ApiError> {
    let mut ids = listing::ids(request);
    if ids.is_empty() {
        let body = object(request).await?;
        ids = typed::integers(body.get("ids").unwrap_or(&Value::Null)).ok_or_else(|| ApiError::field("ids", "error.type"))?;
    }
    checked_ids(ids)
}

/// Each once; refused where there is none, or too many.
fn checked_ids(mut ids: Vec<i64>) -> Result<Vec<i64>, ApiError> {
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > ROWS_MAX { Err(ApiError::field("ids", "error.required")) } else { Ok(ids) }
}

async fn delete(resource: &'static Resource, mut request: Request) -> Answer {
    let mut call = call(resource, &request)?;
    let deleted = call.delete(ids(&mut request).await?).await?;
    let key = call.hook().map_or("deleted", |hook| hook.deleted());
    Ok(done_with(key, &[("count", deleted.ids.len().to_string())], Value::Null))
}

async fn sort(resource: &'static Resource, mut request: Request) -> Answer {
    let mut call = call(resource, &request)?;
    let body = object(&mut request).await?;
    let id = |name: &str| body.get(name).and_then(typed::integer).ok_or_else(|| ApiError::refused("error.not_found"));
    let direction = match body.get("direction").and_then(Value::as_str) {
        Some("up") => Direction::Up,
        Some("down") => Direction::Down,
        _ => return Err(ApiError::refused("error.not_found")),
    };
    let shown = body.get("order").and_then(Value::as_str).filter(|text| !text.is_empty());
    let shown = shown.map(|text| order(text).unwrap_or_default());
    call.sort(id("move")?, id("target")?, shown.as_ref().map(|(field, descends)| (field.as_str(), *descends)), direction).await?;
    Ok(ok(Value::Null))
}

/// Gives a command for the row `id` or the rows `ids` of the body.
async fn command(resource: &'static Resource, command: &'static Command, mut request: Request) -> Answer {
    let mut call = call(resource, &request)?;
    let body = object(&mut request).await?;
    let ids = match (body.get("id").and_then(typed::integer), body.get("ids").and_then(typed::integers)) {
        (Some(id), _) => vec![id],
        (None, Some(ids)) if command.many => checked_ids(ids)?,
        _ => return Err(ApiError::field("id", "error.required")),
    };
    call.command(command, &ids, &body).await?;
    Ok(done("saved", Value::Null))
}

/// An endpoint of a resource.
pub(crate) fn endpoint<F, Fut>(resource: &'static Resource, run: F) -> BoxEndpoint<'static>
where
    F: Fn(&'static Resource, Request) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Answer> + Send + 'static,
{
    let run = Arc::new(run);
    make(move |request| {
        let answer = run(resource, request);
        async move { answer.await.map(IntoResponse::into_response).map_err(poem::Error::from) }
    })
    .map_to_response()
    .boxed()
}

pub(super) fn route(resource: &'static Resource, action: &str, method: &Method, of_files: FileRoutes) -> BoxEndpoint<'static> {
    match (action, method.as_str()) {
        ("index", _) => endpoint(resource, |resource, request| index(resource, request, false)),
        ("select", _) => endpoint(resource, |resource, request| index(resource, request, true)),
        ("add", "GET") => endpoint(resource, |resource, request| async move {
            let query = request.uri().query().unwrap_or_default().to_owned();
            Ok(ok(call(resource, &request)?.form(&query).await?))
        }),
        ("add", _) => endpoint(resource, add),
        ("edit", "GET") => endpoint(resource, detail),
        ("edit", _) => endpoint(resource, edit),
        ("del", _) => endpoint(resource, delete),
        ("sortable", _) => endpoint(resource, sort),
        _ => match resource.command(action) {
            Some(named) => endpoint(resource, move |resource, request| command(resource, named, request)),
            None => of_files(resource, action)
                .unwrap_or_else(|| make(|_| async { Err::<Response, _>(poem::Error::from_status(StatusCode::NOT_FOUND)) }).map_to_response().boxed()),
        },
    }
}

impl OpenApi for Records {
    fn meta() -> Vec<MetaApi> {
        vec![MetaApi { paths: document::paths() }]
    }

    fn register(registry: &mut Registry) {
        document::register(registry);
    }

    fn add_routes(self, table: &mut HashMap<String, HashMap<Method, BoxEndpoint<'static>>>) {
        for resource in catalogue::compiled() {
            for (action, method) in routes(resource) {
                let method = Method::from_bytes(method.as_bytes()).unwrap_or(Method::GET);
                let path = format!("/admin/{}/{action}", resource.controller);
                let endpoint = route(resource, action, &method, self.0);
                // A route that exists already has its own schema.
                table.entry(path).or_default().entry(method).or_insert(endpoint);
            }
        }
    }
}
