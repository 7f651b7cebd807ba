//! Middleware of the member routes: who calls, and whether their group may.

use poem::Request;

use crate::http::access::Access;
use crate::http::error::{ApiError, too_often};
use crate::http::methods::reads;
use crate::http::{address, ended_token};
use crate::identity::member_request::TOKEN;
use crate::identity::member_sessions::{MemberCaller, MemberTokenStatus};
use crate::node::Node;
use crate::rate_limits::{Counted, Network};

/// Counts a call without a login, and refuses it beyond the limit.
pub fn count_anonymous(node: &Node, request: &Request) -> Result<(), ApiError> {
    let services = &node.config().services;
    let Some(address) = address::of(request, &services.trusted_proxies).filter(|address| !address.is_loopback()) else { return Ok(()) };
    let network = Network::of(address);
    node.limits().allow_network(Counted::PublicCall, &network, services.public_requests_per_minute, 60, node.now()).map_err(too_often)
}

/// Most requests of a member in a minute that may change something: far more than anybody presses, and few enough that a
/// script does not keep the store busy.
const WRITES_PER_MINUTE: u32 = 240;

/// Counts what a member may change, and refuses it beyond the limit, also from several places at once.
fn count_write(node: &Node, request: &Request, caller: &MemberCaller) -> Result<(), ApiError> {
    if reads(request.method()) {
        return Ok(());
    }
    let who = caller.member.id.to_string();
    node.limits().allow(Counted::MemberWrite, &who, WRITES_PER_MINUTE, 60, node.now()).map_err(too_often)
}

/// Authenticates and authorises a request: attaches its caller, or refuses it.
pub async fn authorise(node: &Node, request: &mut Request, access: Access) -> Result<(), ApiError> {
    let status = match TOKEN.find_or_take(request).await {
        Some(token) => node.members().sessions.token_status(&token, node.now()).await?,
        None => MemberTokenStatus::Unknown,
    };
    match &status {
        MemberTokenStatus::Valid(caller) => count_write(node, request, caller)?,
        MemberTokenStatus::Unknown | MemberTokenStatus::Expired => count_anonymous(node, request)?,
    }
    match (access, status) {
        (Access::Public, status) => {
            if matches!(status, MemberTokenStatus::Expired) {
                ended_token::note(request);
            }
            request.extensions_mut().insert(status);
            Ok(())
        }
        (_, MemberTokenStatus::Unknown) => Err(ApiError::NeedLogin),
        (_, MemberTokenStatus::Expired) => Err(ApiError::Expired),
        (_, MemberTokenStatus::Valid(_)) if !node.config().services.member_center => Err(ApiError::refused("member.closed")),
        (Access::Node(rule), MemberTokenStatus::Valid(caller)) if !caller.nodes.contains(&rule) => Err(ApiError::NoPermission),
        (_, status) => {
            request.extensions_mut().insert(status);
            Ok(())
        }
    }
}
