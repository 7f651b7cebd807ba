//! Changes of a member's balance that are more than one person may make: a second one decides.

use entrepot_store::member::balance::Account;
use entrepot_store::member::balance_requests::{AskedChange, RequestDecision};

use super::balance::ByHand;
use crate::error::ServiceError;
use crate::identity::own_account::refuse_own;
use crate::member::balance::Balances;

/// Longest note, in characters.
const NOTE_MAX: usize = 255;

/// Asks for a change, which a second person decides on. Answers the request.
pub async fn ask(balances: &Balances, by_hand: ByHand<'_>) -> Result<i64, ServiceError> {
    let ByHand { account, member, change, memo, command, admin } = by_hand;
    let asked = AskedChange { account, member, change, memo, admin, command };
    let (request, announcements) = balances.store.ask_balance_change(&asked, balances.clock.now()).await?;
    balances.system.announce(announcements);
    Ok(request)
}

/// Decides on a request: nobody about their own, nor about their own account.
pub async fn decide(balances: &Balances, request: i64, decision: RequestDecision<'_>) -> Result<(), ServiceError> {
    let known = balances.store.balance_request(request).await?.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    if known.admin_id == decision.admin {
        return Err(ServiceError::refused("balance.request.own"));
    }
    refuse_own(&balances.store, decision.admin, known.user_id).await?;
    let note = decision.note.trim();
    match note.chars().count() {
        0 if !decision.agree => return Err(ServiceError::field("note", "error.required")),
        count if count > NOTE_MAX => return Err(ServiceError::field("note", "error.text.long")),
        _ => {}
    }
    let _turn = balances.members.lock(known.user_id).await;
    let announcements = balances.store.decide_balance_request(&known, RequestDecision { note, ..decision }, balances.clock.now()).await?;
    balances.members.sessions.forget_balance(known.user_id);
    balances.system.announce(announcements);
    Ok(())
}

/// The permission node of those who change an account by hand, and so may ask.
#[must_use]
pub const fn node_of(account: Account) -> &'static str {
    match account {
        Account::Money => "user/moneylog/add",
        Account::Score => "user/scorelog/add",
    }
}
