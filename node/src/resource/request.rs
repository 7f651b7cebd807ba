//! From a request to a call of a resource.

use entrepot_store::resource::Resource;
use poem::Request;

use super::Call;
use crate::http::address;
use crate::http::error::ApiError;
use crate::http::guard::{asked_node, caller};
use crate::node::Node;

/// The call of a resource by the request's administrator.
pub(crate) fn call(node: &Node, resource: &'static Resource, request: &Request) -> Result<Call, ApiError> {
    let origin = address::origin(request, node);
    let params = request.uri().query().unwrap_or_default().to_owned();
    let host = request.header("host").unwrap_or_default().to_owned();
    let asked = asked_node(request).map(str::to_owned);
    let call = node.resources().call(resource, caller(request)?, asked, origin.ip, origin.agent);
    Ok(Call { params, host, ..call })
}
