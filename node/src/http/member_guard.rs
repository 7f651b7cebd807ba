//! Middleware of the member routes: who calls, and whether their group may.

use poem::Request;

use super::error::{ApiError, too_often};
use super::token_names::TokenNames;
use super::{address, body_limit, ended_token};
use crate::identity::access::Access;
use crate::member::sessions::{MemberCaller, MemberTokenStatus};
use crate::node::Node;
use crate::rate_limits::{Counted, Network};

/// Where a member's token is looked for.
const TOKEN: TokenNames =
    TokenNames { first: ["bausertoken", "ba-user-token"], parameters: ["bausertoken", "ba-user-token", "ba_user_token"], last: "ba_user_token" };

/// The member's token of a request.
#[must_use]
pub fn token(request: &Request) -> Option<String> {
    TOKEN.find(request)
}

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
    if body_limit::reads(request.method()) {
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

/// The status of the caller's token.
#[must_use]
pub fn token_status(request: &Request) -> &MemberTokenStatus {
    request.extensions().get::<MemberTokenStatus>().unwrap_or(&MemberTokenStatus::Unknown)
}

/// The member who calls, if one does.
#[must_use]
pub fn member(request: &Request) -> Option<&MemberCaller> {
    match token_status(request) {
        MemberTokenStatus::Valid(caller) => Some(caller),
        _ => None,
    }
}

/// The member who calls, if one does. Whose token has ended has to refresh it first: what is written here is to have their
/// name on it, or needs it.
pub fn writer(request: &Request) -> Result<Option<&MemberCaller>, ApiError> {
    match token_status(request) {
        MemberTokenStatus::Valid(caller) => Ok(Some(caller)),
        MemberTokenStatus::Expired => Err(ApiError::Expired),
        MemberTokenStatus::Unknown => Ok(None),
    }
}

/// The member who calls.
pub fn caller(request: &Request) -> Result<&MemberCaller, ApiError> {
    member(request).ok_or(ApiError::NeedLogin)
}
