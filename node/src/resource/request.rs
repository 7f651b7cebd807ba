//! From a request to a call of a resource.

use entrepot_store::resource::Resource;
use poem::Request;

use super::Call;
use crate::http::address;
use crate::http::error::ApiError;
use crate::http::guard::{asked_node, caller, only_reads};
use crate::node::Node;
use crate::resource::call::By;

/// The call of a resource by the request's administrator.
pub(crate) fn call(node: &Node, resource: &'static Resource, request: &Request) -> Result<Call, ApiError> {
    let by = match asked_node(request) {
        Some(asked) if only_reads(request) => By::Reading(asked.to_owned()),
        Some(asked) => By::Action(asked.to_owned()),
        None => By::Login,
    };
    call_by(node, resource, request, by)
}

/// The same by other means than the request's permission node.
pub(crate) fn call_by(node: &Node, resource: &'static Resource, request: &Request, by: By) -> Result<Call, ApiError> {
    let origin = address::origin(request, node);
    let params = request.uri().query().unwrap_or_default().to_owned();
    let host = request.header("host").unwrap_or_default().to_owned();
    let call = node.resources().call(resource, caller(request)?, by, origin.ip, origin.agent);
    Ok(Call { params, host, ..call })
}
