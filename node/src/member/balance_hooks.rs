//! Hooks of the logs of money and score: adding an entry changes the account in the same transaction.

use async_trait::async_trait;
use entrepot_store::engine::typed;
use entrepot_store::member::balance::Account;
use entrepot_store::resource::identity::picture;
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use super::balance::{self, Balances};
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

/// Largest change of an account, either way.
const CHANGE_MAX: i64 = 1_000_000_000_000;
/// Longest memo, in characters.
const MEMO_MAX: usize = 255;
/// Longest command id.
const COMMAND_MAX: usize = 64;

/// The log of an account.
pub struct AccountLog {
    pub account: Account,
    pub balances: Balances,
}

/// The text of a field, trimmed; a number is its digits.
fn plain(body: &Map<String, Value>, name: &str) -> Result<String, ServiceError> {
    match body.get(name) {
        Some(Value::String(text)) => Ok(text.trim().to_owned()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        None | Some(Value::Null) => Ok(String::new()),
        Some(_) => Err(ServiceError::field(name, "error.type")),
    }
}

/// An amount that an account may change by.
pub fn check_amount(account: Account, name: &str, amount: Decimal) -> Result<Decimal, ServiceError> {
    let scale = if account == Account::Money { 2 } else { 0 };
    if amount.is_zero() {
        return Err(ServiceError::field(name, "balance.zero"));
    }
    if amount.normalize().scale() > scale {
        return Err(ServiceError::field(name, "error.number.precision"));
    }
    if amount.abs() > Decimal::from(CHANGE_MAX) {
        return Err(ServiceError::range(name, -CHANGE_MAX, CHANGE_MAX));
    }
    Ok(amount)
}

/// Why somebody changes an account.
pub fn check_memo(memo: &str) -> Result<&str, ServiceError> {
    let memo = memo.trim();
    match memo.chars().count() {
        0 => Err(ServiceError::field("memo", "error.required")),
        1..=MEMO_MAX => Ok(memo),
        _ => Err(ServiceError::field("memo", "error.text.long")),
    }
}

/// A command id, keyed by the administrator who chose it, so nobody can reuse somebody else's.
pub fn own_command(admin: i64, command: &str) -> Result<Option<String>, ServiceError> {
    if command.len() > COMMAND_MAX {
        return Err(ServiceError::field("command_id", "error.command_id"));
    }
    Ok((!command.is_empty()).then(|| format!("{admin}:{command}")))
}

impl AccountLog {
    const fn field(&self) -> &'static str {
        match self.account {
            Account::Money => "money",
            Account::Score => "score",
        }
    }

    fn amount(&self, body: &Map<String, Value>) -> Result<Decimal, ServiceError> {
        let name = self.field();
        let text = plain(body, name)?;
        if text.is_empty() {
            return Err(ServiceError::field(name, "error.required"));
        }
        let amount = typed::decimal_of(&text).ok_or_else(|| ServiceError::field(name, "error.number"))?;
        check_amount(self.account, name, amount)
    }
}

#[async_trait]
impl Hook for AccountLog {
    /// The member whose account changes.
    async fn form(&self, call: &Call, query: &str) -> Result<Option<Value>, ServiceError> {
        let id = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "userId").and_then(|(_, id)| id.parse::<i64>().ok());
        let Some(id) = id else { return Ok(None) };
        let member = call.store().member(id).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
        Ok(Some(json!({ "user": {
            "id": member.id, "username": member.username, "nickname": member.nickname, "avatar": picture(&member.avatar),
            "money": format!("{:.2}", member.money), "score": member.score,
        } })))
    }

    async fn insert(&self, call: &mut Call, body: &Map<String, Value>) -> Result<Option<i64>, ServiceError> {
        for name in body.keys() {
            match name.as_str() {
                "user_id" | "memo" | "command_id" => {}
                name if name == self.field() => {}
                "before" | "after" | "create_time" | "id" | "kind" | "cause_kind" | "cause_id" | "admin_id" => {
                    return Err(ServiceError::field(name, "error.field.read_only"));
                }
                name if call.config().services.clients.ignores(name) => {}
                _ => return Err(ServiceError::field(name, "error.field.unknown")),
            }
        }
        let member = body.get("user_id").and_then(typed::integer).ok_or_else(|| ServiceError::field("user_id", "error.required"))?;
        let amount = self.amount(body)?;
        let memo = plain(body, "memo")?;
        check_memo(&memo)?;
        let command = own_command(call.act.scope.admin, &plain(body, "command_id")?)?;
        let by_hand =
            balance::ByHand { account: self.account, member, change: amount, memo: &memo, command: command.as_deref(), admin: call.act.scope.admin };
        Ok(Some(balance::change(&self.balances, by_hand).await?.log))
    }
}
