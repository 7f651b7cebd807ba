//! Middleware of the member routes: who calls, and whether their group may.
//!
//! Closed by default: a route under `/api/` that is not listed here needs the rule that its path names.

use poem::Request;

use super::sessions::{MemberCaller, MemberStanding};
use crate::http::address;
use crate::http::error::{ApiError, too_often};
use crate::http::token_names::TokenNames;
use crate::node::Node;
use crate::rate_limits::{Counted, Network};

/// Who may call a route of the member side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberAccess {
    /// Everybody.
    Public,
    /// Every member who is logged in.
    Login,
    /// Members whose group holds this rule.
    Rule(String),
}

/// Open to everybody, by lower-case path.
const PUBLIC: &[&str] = &[
    "/api/common/refreshtoken",
    "/api/common/clickcaptcha",
    "/api/common/checkclickcaptcha",
    "/api/index/index",
    "/api/user/checkin",
    "/api/user/logout",
    "/api/ems/send",
    "/api/sms/send",
    "/api/account/retrievepassword",
    "/api/ajax/area",
    "/api/ajax/buildsuffixsvg",
    "/api/message/add",
];
/// Open to everybody, with everything below it.
const PUBLIC_BELOW: &[&str] = &["/api/content/"];
/// Open to every member.
const LOGIN: &[&str] = &[
    "/api/account/verification",
    "/api/account/changebind",
    "/api/account/notifications/read",
    "/api/account/notifications/readall",
    "/api/ajax/upload",
];

/// Who may call the route with this lower-case path.
#[must_use]
pub fn access(path: &str) -> MemberAccess {
    if PUBLIC.contains(&path) || PUBLIC_BELOW.iter().any(|above| path.starts_with(above)) {
        MemberAccess::Public
    } else if LOGIN.contains(&path) {
        MemberAccess::Login
    } else {
        MemberAccess::Rule(path.trim_start_matches("/api/").to_owned())
    }
}

/// Where a member's token is looked for.
const TOKEN: TokenNames =
    TokenNames { first: ["bausertoken", "ba-user-token"], parameters: ["bausertoken", "ba-user-token", "ba_user_token"], last: "ba_user_token" };

/// The member's token of a request.
#[must_use]
pub fn token(request: &Request) -> Option<String> {
    TOKEN.find(request)
}

/// Counts a call without a login, and refuses it beyond the limit.
pub fn count_stranger(node: &Node, request: &Request) -> Result<(), ApiError> {
    let services = &node.config().services;
    let Some(address) = address::of(request, &services.trusted_proxies).filter(|address| !address.is_loopback()) else { return Ok(()) };
    let network = Network::of(address);
    node.limits().allow_network(Counted::PublicCall, &network, services.public_requests_per_minute, 60, node.now()).map_err(too_often)
}

/// Authenticates and authorises a request: attaches its caller, or refuses it.
pub async fn pass(node: &Node, request: &mut Request, path: &str) -> Result<(), ApiError> {
    let standing = match TOKEN.find_or_take(request).await {
        Some(token) => node.members().sessions.standing(&token, node.now()).await?,
        None => MemberStanding::Unknown,
    };
    if !matches!(standing, MemberStanding::Valid(_)) {
        count_stranger(node, request)?;
    }
    match (access(path), standing) {
        (MemberAccess::Public, standing) => {
            request.extensions_mut().insert(standing);
            Ok(())
        }
        (_, MemberStanding::Unknown) => Err(ApiError::NeedLogin),
        (_, MemberStanding::Expired) => Err(ApiError::Expired),
        (_, MemberStanding::Valid(_)) if !node.config().services.member_center => Err(ApiError::refused("member.closed")),
        (MemberAccess::Rule(rule), MemberStanding::Valid(caller)) if !caller.nodes.contains(&rule) => Err(ApiError::NoPermission),
        (_, standing) => {
            request.extensions_mut().insert(standing);
            Ok(())
        }
    }
}

/// The standing of the caller's token.
#[must_use]
pub fn standing(request: &Request) -> &MemberStanding {
    request.extensions().get::<MemberStanding>().unwrap_or(&MemberStanding::Unknown)
}

/// The member who calls, if one does.
#[must_use]
pub fn member(request: &Request) -> Option<&MemberCaller> {
    match standing(request) {
        MemberStanding::Valid(caller) => Some(caller),
        _ => None,
    }
}

/// The member who calls.
pub fn caller(request: &Request) -> Result<&MemberCaller, ApiError> {
    member(request).ok_or(ApiError::NeedLogin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_needs_its_rule() {
        assert_eq!(access("/api/account/overview"), MemberAccess::Rule("account/overview".into()));
        assert_eq!(access("/api/whatever"), MemberAccess::Rule("whatever".into()));
        assert_eq!(access("/api/content/home"), MemberAccess::Public);
        assert_eq!(access("/api/account/changebind"), MemberAccess::Login);
    }
}
