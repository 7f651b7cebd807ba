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
use crate::data_exchange;
use crate::http::body;
use crate::http::envelope::{Answer, done, done_with, ok};
use crate::http::error::ApiError;
use crate::http::listing::{self, list_query, order};
use crate::node::Node;

/// Rows that one call deletes or gives a command for.
const ROWS_MAX: usize = 200;

/// Endpoints of declared resources.
pub struct Records(pub Node);

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

async fn index(node: Node, resource: &'static Resource, request: Request, select: bool) -> Answer {
    let mut query = list_query(&request, node.config().time_zone);
    query.select |= select;
    Ok(ok(call(&node, resource, &request)?.list(query).await?))
}

async fn add(node: Node, resource: &'static Resource, mut request: Request) -> Answer {
    let mut call = call(&node, resource, &request)?;
    let id = call.add(object(&mut request).await?).await?;
    Ok(done("added", json!({ "id": id })))
}

async fn detail(node: Node, resource: &'static Resource, request: Request) -> Answer {
    let id = listing::parameter(&request, "id").and_then(|id| id.parse().ok()).ok_or_else(|| ApiError::field("id", "error.required"))?;
    Ok(ok(call(&node, resource, &request)?.detail(id).await?))
}

async fn edit(node: Node, resource: &'static Resource, mut request: Request) -> Answer {
    let mut call = call(&node, resource, &request)?;
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

async fn delete(node: Node, resource: &'static Resource, mut request: Request) -> Answer {
    let mut call = call(&node, resource, &request)?;
    let deleted = call.delete(ids(&mut request).await?).await?;
    let key = call.hook().map_or("deleted", |hook| hook.deleted());
    Ok(done_with(key, &[("count", deleted.ids.len().to_string())], Value::Null))
}

async fn sort(node: Node, resource: &'static Resource, mut request: Request) -> Answer {
    let mut call = call(&node, resource, &request)?;
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
async fn command(node: Node, resource: &'static Resource, command: &'static Command, mut request: Request) -> Answer {
    let mut call = call(&node, resource, &request)?;
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
pub(crate) fn endpoint<F, Fut>(node: &Node, resource: &'static Resource, run: F) -> BoxEndpoint<'static>
where
    F: Fn(Node, &'static Resource, Request) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Answer> + Send + 'static,
{
    let (node, run) = (node.clone(), Arc::new(run));
    make(move |request| {
        let answer = run(node.clone(), resource, request);
        async move { answer.await.map(IntoResponse::into_response).map_err(poem::Error::from) }
    })
    .map_to_response()
    .boxed()
}

pub(super) fn route(node: &Node, resource: &'static Resource, action: &str, method: &Method) -> BoxEndpoint<'static> {
    match (action, method.as_str()) {
        ("index", _) => endpoint(node, resource, |node, resource, request| index(node, resource, request, false)),
        ("select", _) => endpoint(node, resource, |node, resource, request| index(node, resource, request, true)),
        ("add", "GET") => endpoint(node, resource, |node, resource, request| async move {
            let query = request.uri().query().unwrap_or_default().to_owned();
            Ok(ok(call(&node, resource, &request)?.form(&query).await?))
        }),
        ("add", _) => endpoint(node, resource, add),
        ("edit", "GET") => endpoint(node, resource, detail),
        ("edit", _) => endpoint(node, resource, edit),
        ("del", _) => endpoint(node, resource, delete),
        ("import", _) => endpoint(node, resource, data_exchange::api::begin_import),
        ("export", _) => endpoint(node, resource, data_exchange::api::begin_export),
        ("template", _) => {
            let node = node.clone();
            make(move |request| {
                let made = data_exchange::api::template(node.clone(), resource, request);
                async move { data_exchange::api::response(made.await) }
            })
            .map_to_response()
            .boxed()
        }
        ("sortable", _) => endpoint(node, resource, sort),
        _ => match resource.command(action) {
            Some(named) => endpoint(node, resource, move |node, resource, request| command(node, resource, named, request)),
            None => make(|_| async { Err::<Response, _>(poem::Error::from_status(StatusCode::NOT_FOUND)) }).map_to_response().boxed(),
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
                let endpoint = route(&self.0, resource, action, &method);
                // A route that exists already has its own schema.
                table.entry(path).or_default().entry(method).or_insert(endpoint);
            }
        }
    }
}
