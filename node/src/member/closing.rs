//! The end of an account, and what is kept about its member until then. Closing removes what tells of the person; orders and
//! money stay. What goes: `entrepot_store::member::closing`.

use std::collections::BTreeMap;

use entrepot_store::Store;
use entrepot_store::identity::refresh_tokens::Realm;
use entrepot_store::member::accounts::Member;
use entrepot_store::member::closing::closing;
use entrepot_store::resource::{Act, catalogue};
use poem_openapi::Object;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Members;
use super::accounts::{Accounts, act, announce};
use super::closed_list::ClosedAccount;
use crate::error::ServiceError;
use crate::file::Storage;
use crate::http::origin::Origin;
use crate::identity::attempts;
use crate::identity::member_sessions::MemberCaller;
use crate::person::papers::{PaperOf, remove_both};

/// All that is kept about a member, by what it is about; up to 5,000 rows of each, the newest first.
#[derive(Object)]
pub struct OwnData {
    /// When it was read, Unix seconds.
    pub time: i64,
    pub data: BTreeMap<String, Vec<Value>>,
}

/// Refuses who does not know the account's password.
async fn confirm(accounts: &Accounts, caller: &MemberCaller, password: String, origin: &Origin) -> Result<(), ServiceError> {
    let attempt = attempts::confirm(&accounts.attempts, Realm::Members, caller.member.id, &origin.network).await?;
    // The current account, not the cached one.
    let member = accounts.store.member(caller.member.id).await?.ok_or(ServiceError::NeedLogin)?;
    if attempt.verify(password, Some(member.password)).await? { Ok(()) } else { Err(ServiceError::field("password", "login.password_wrong")) }
}

/// What is kept about the caller.
pub async fn own_data(accounts: &Accounts, caller: &MemberCaller, password: String, origin: &Origin) -> Result<OwnData, ServiceError> {
    confirm(accounts, caller, password, origin).await?;
    Ok(OwnData { time: accounts.clock.now(), data: accounts.store.data_of_member(caller.member.id).await? })
}

/// What a member is called where no row says so: in notifications and in the administrators' log. The row is as it was before.
#[derive(Deserialize)]
pub struct Names {
    id: i64,
    username: String,
    nickname: String,
    email: String,
    mobile: String,
}

impl Names {
    fn of(member: &Member) -> Self {
        let Member { id, username, nickname, email, mobile, .. } = member.clone();
        Self { id, username, nickname, email, mobile }
    }

    /// Of a row of the list of members.
    pub fn of_row(row: &Value) -> Result<Self, ServiceError> {
        serde_json::from_value(row.clone()).map_err(|error| ServiceError::Internal(error.to_string()))
    }

    fn texts(&self) -> Vec<String> {
        let texts = [&self.username, &self.nickname, &self.email, &self.mobile];
        texts.into_iter().filter(|text| !text.is_empty()).cloned().collect()
    }
}

/// What follows when an account is closed: its sessions end, it is noted beside the data, the pictures of its papers are
/// removed, and then their rows, and its names are removed from what others were told.
pub async fn closed(members: &Members, store: &Store, storage: &Storage, names: &Names) -> Result<(), ServiceError> {
    let member = names.id;
    members.sessions.end_all(member).await?;
    let known = store.closed_account(member).await?;
    let noted = known.map(|(joined, at)| ClosedAccount { member, joined, at });
    members.closed.add(noted.as_slice()).map_err(|error| ServiceError::Internal(format!("the list of closed accounts: {error}")))?;
    remove_both(storage, PaperOf::Draft(member)).await;
    for proof in store.proofs_of(member).await? {
        remove_both(storage, PaperOf::Proof(proof.id)).await;
    }
    store.remove_proofs_of_closed(member).await?;
    Ok(store.forget_names(&names.texts()).await?)
}

/// Closes an account with this act; forced, nothing refuses.
async fn close(accounts: &Accounts, storage: &Storage, names: &Names, act: Act, forced: bool) -> Result<(), ServiceError> {
    let member = names.id;
    let act = closing(member, act, forced);
    accounts.store.update_record(catalogue::declared("user.User")?, member, &Map::new(), &act).await?;
    announce(accounts, member);
    closed(&accounts.members, &accounts.store, storage, names).await
}

/// Closes the caller's own account.
pub async fn close_own(accounts: &Accounts, storage: &Storage, caller: &MemberCaller, password: String, origin: &Origin) -> Result<(), ServiceError> {
    confirm(accounts, caller, password, origin).await?;
    close(accounts, storage, &Names::of(&caller.member), act(accounts, origin), false).await.map_err(of_account)
}

/// What refuses the end of one's own account is of no field: whoever closes it fills in a password alone.
fn of_account(error: ServiceError) -> ServiceError {
    match error {
        ServiceError::Field { field, key } => {
            let known = ["member.close.orders", "member.close.money", "company.last_owner"].into_iter().find(|known| *known == key);
            known.map_or(ServiceError::Field { field, key }, ServiceError::refused)
        }
        other => other,
    }
}

/// Closes again what was closed before a backup was restored that did not know of it, and notes what only the database knows.
/// Answers how many were closed.
pub async fn catch_up(accounts: &Accounts, storage: &Storage) -> Result<usize, ServiceError> {
    let list = &accounts.members.closed;
    let failed = |error: std::io::Error| ServiceError::Internal(format!("the list of closed accounts: {error}"));
    let noted = list.read().map_err(failed)?;
    let known: BTreeMap<i64, ClosedAccount> =
        accounts.store.closed_accounts().await?.into_iter().map(|(member, joined, at)| (member, ClosedAccount { member, joined, at })).collect();
    let unnoted: Vec<ClosedAccount> = known.values().filter(|one| !noted.contains_key(&one.member)).copied().collect();
    list.add(&unnoted).map_err(failed)?;
    let mut count = 0;
    for one in noted.values().filter(|one| !known.contains_key(&one.member)) {
        // Another member of that id, of another database, is none of it.
        let member = accounts.store.member(one.member).await?.filter(|member| member.join_time == one.joined);
        if let Some(member) = member {
            close(accounts, storage, &Names::of(&member), Act::system(one.at), true).await?;
            count += 1;
        }
    }
    Ok(count)
}
