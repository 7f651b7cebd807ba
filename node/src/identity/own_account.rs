//! Nobody gives their own member account money, points or what is worth money, nor decides that it gets some: a colleague
//! does. Which accounts are somebody's own: `entrepot_store::member::own_accounts`.

use entrepot_store::Store;

use crate::error::ServiceError;

/// Refuses an administrator who acts on the account of a member that is their own.
pub async fn refuse_own(store: &Store, admin: i64, member: i64) -> Result<(), ServiceError> {
    if store.is_member(admin, member).await? { Err(ServiceError::refused("balance.request.account")) } else { Ok(()) }
}
