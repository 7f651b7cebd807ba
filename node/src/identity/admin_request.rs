//! What the guard has found out about a request of an administrator: who calls, by which permission, and what they may see.

use entrepot_store::scope::Scope;
use poem::Request;

use super::sessions::Caller;
use crate::error::ServiceError;
use crate::http::methods::reads;
use crate::http::token_names::TokenNames;

/// Whether an administrator holds a node.
#[must_use]
pub fn holds(caller: &Caller, node: &str) -> bool {
    caller.rights.holds(node)
}

/// An administrator's.
pub const TOKEN: TokenNames = TokenNames { first: ["batoken", "ba-token"], parameters: ["batoken", "ba-token", "ba_token"], last: "ba_token" };

/// The administrator's token of a request, in its head.
#[must_use]
pub fn token(request: &Request) -> Option<String> {
    TOKEN.find(request)
}

/// The calling administrator.
pub fn caller(request: &Request) -> Result<&Caller, ServiceError> {
    request.extensions().get::<Caller>().ok_or(ServiceError::NeedLogin)
}

/// The permission node by means of which a route is called.
#[derive(Clone, Debug)]
pub struct AskedNode(pub String);

/// The permission node by means of which a request is made; none where a login is enough.
#[must_use]
pub fn asked_node(request: &Request) -> Option<&str> {
    request.extensions().get::<AskedNode>().map(|node| node.0.as_str())
}

/// The caller's scope by means of the request's permission node, for every query of a handler.
pub fn scope(request: &Request) -> Result<Scope, ServiceError> {
    let caller = caller(request)?;
    asked_node(request).map_or_else(|| Ok(caller.rights.scope(caller.admin.id)), |node| scope_by(request, node))
}

/// The same by means of another permission node that the caller holds.
pub fn scope_by(request: &Request, node: &str) -> Result<Scope, ServiceError> {
    let caller = caller(request)?;
    // A form is read by the node of what it saves.
    let reads = only_reads(request);
    Ok(if reads { caller.rights.reading_scope(caller.admin.id, node) } else { caller.rights.scope_for(caller.admin.id, node) })
}

/// Whether a request changes nothing.
#[must_use]
pub fn only_reads(request: &Request) -> bool {
    reads(request.method())
}

/// The caller's scope by means of another permission node than the request's.
pub fn scope_for(request: &Request, node: &str) -> Result<Scope, ServiceError> {
    let caller = caller(request)?;
    Ok(caller.rights.scope_for(caller.admin.id, node))
}
