//! From a request to a call of a resource.

use entrepot_store::resource::Resource;
use poem::Request;

use super::Call;
use crate::base::Base;
use crate::http::address;
use crate::http::error::ApiError;
use crate::identity::admin_request::{asked_node, caller, only_reads};
use crate::resource::call::{By, Resources};

/// The call of a resource by the request's administrator.
pub(crate) fn call(resource: &'static Resource, request: &Request) -> Result<Call, ApiError> {
    let by = match asked_node(request) {
        Some(asked) if only_reads(request) => By::Reading(asked.to_owned()),
        Some(asked) => By::Action(asked.to_owned()),
        None => By::Login,
    };
    call_by(resource, request, by)
}

/// The same by other means than the request's permission node.
pub(crate) fn call_by(resource: &'static Resource, request: &Request, by: By) -> Result<Call, ApiError> {
    let origin = address::origin(request, Base::of(request)?);
    let resources = Resources::of(request)?;
    let params = request.uri().query().unwrap_or_default().to_owned();
    let host = request.header("host").unwrap_or_default().to_owned();
    let call = resources.call(resource, caller(request)?, by, origin.ip, origin.agent);
    Ok(Call { params, host, ..call })
}
