//! What the guard has found out about a request below `/api/`: which member calls, if one does.

use poem::Request;

use crate::error::ServiceError;
use crate::http::token_names::TokenNames;
use crate::identity::member_sessions::{MemberCaller, MemberTokenStatus};

/// Where a member's token is looked for.
pub const TOKEN: TokenNames =
    TokenNames { first: ["bausertoken", "ba-user-token"], parameters: ["bausertoken", "ba-user-token", "ba_user_token"], last: "ba_user_token" };

/// The member's token of a request.
#[must_use]
pub fn token(request: &Request) -> Option<String> {
    TOKEN.find(request)
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
pub fn writer(request: &Request) -> Result<Option<&MemberCaller>, ServiceError> {
    match token_status(request) {
        MemberTokenStatus::Valid(caller) => Ok(Some(caller)),
        MemberTokenStatus::Expired => Err(ServiceError::Expired),
        MemberTokenStatus::Unknown => Ok(None),
    }
}

/// The member who calls.
pub fn caller(request: &Request) -> Result<&MemberCaller, ServiceError> {
    member(request).ok_or(ServiceError::NeedLogin)
}
