//! The routes of changes of a member's balance that a second person decides on. Their list is the declared resource's.

use entrepot_store::member::balance::Account;
use entrepot_store::member::balance_requests::RequestDecision;
use poem::Request;
use poem_openapi::{Object, OpenApi};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::balance::ByHand;
use super::balance_hooks::{check_amount, check_memo, own_command};
use super::balance_requests;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done};
use crate::http::error::ApiError;
use crate::http::lenient::{decimal, integer, switch};
use crate::http::routes::Allow;
use crate::identity::admin_request::{caller, holds};
use crate::member::balance::Balances;

/// Endpoints of requests to change a balance.
pub struct BalanceRequests {
    pub balances: Balances,
}

/// A change that is asked for. What is missing is named after the permission has been looked at.
#[derive(Object, Clone, Deserialize)]
pub struct AskBalanceBody {
    #[serde(default, deserialize_with = "integer")]
    pub user_id: i64,
    /// `money` or `score`.
    #[serde(default)]
    pub account: String,
    /// What is added; below zero it is taken.
    #[serde(default, deserialize_with = "decimal")]
    pub amount: Decimal,
    #[serde(default)]
    pub memo: String,
    /// Names this intention: sent twice, it is asked for once.
    pub command_id: Option<String>,
}

/// The request.
#[derive(Object)]
pub struct BalanceAsked {
    pub id: i64,
}

/// What a second person says of a request.
#[derive(Object, Clone, Deserialize)]
pub struct DecideBalanceBody {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
    #[serde(deserialize_with = "switch")]
    pub agree: bool,
    /// Required where it is refused.
    #[serde(default)]
    #[oai(default)]
    pub note: String,
}

#[OpenApi]
impl BalanceRequests {
    /// Ask a second person for a change of a member's balance that is more than one may make alone
    #[oai(path = "/admin/user.BalanceRequest/ask", method = "post", operation_id = "balanceRequestAsk", tag = "Allow::LoggedIn")]
    async fn ask(&self, request: &Request, body: Body<AskBalanceBody>) -> Answer<BalanceAsked> {
        let (caller, body) = (caller(request)?, body.0);
        if ![Account::Money, Account::Score].into_iter().any(|account| holds(caller, balance_requests::node_of(account))) {
            return Err(ApiError::NoPermission);
        }
        if body.user_id <= 0 {
            return Err(ApiError::field("user_id", "error.required"));
        }
        let account = match body.account.as_str() {
            "money" => Account::Money,
            "score" => Account::Score,
            _ => return Err(ApiError::field("account", "error.choice")),
        };
        if !holds(caller, balance_requests::node_of(account)) {
            return Err(ApiError::NoPermission);
        }
        let (change, memo) = (check_amount(account, "amount", body.amount)?, check_memo(&body.memo)?);
        let admin = caller.id().0;
        let command = own_command(admin, body.command_id.as_deref().unwrap_or_default())?;
        let by_hand = ByHand { account, member: body.user_id, change, memo, command: command.as_deref(), admin };
        Ok(done("saved", BalanceAsked { id: balance_requests::ask(&self.balances, by_hand).await? }))
    }

    /// Approve a change of a member's balance, or refuse it with a note; never one's own request
    #[oai(path = "/admin/user.BalanceRequest/audit", method = "post", operation_id = "balanceRequestAudit")]
    async fn audit(&self, request: &Request, body: Body<DecideBalanceBody>) -> Answer<Nothing> {
        let decision = RequestDecision { agree: body.0.agree, admin: caller(request)?.id().0, note: &body.0.note };
        balance_requests::decide(&self.balances, body.0.id, decision).await?;
        Ok(done("ok", Nothing))
    }
}
