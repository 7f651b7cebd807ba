//! One attempt at a password, from the queue to its counted result. Every place that checks a password uses it.
//!
//! An attempt is counted before the password is checked and uncounted when it was right. Attempts at one name run one
//! after the other, so concurrency gains nothing. An unknown name waits, gets captchas and costs the same work as a
//! known one. A solved captcha lets an attempt pass while a name waits, but only so often in an hour. Beyond that only a
//! network passes from which the account's owner has signed in before, with attempts of its own: so nobody can lock somebody
//! else out where they work.

use std::sync::Arc;

use actors::clock::SharedClock;
use entrepot_store::Store;
use entrepot_store::identity::failures::{Failures, NetworkFailures};
use entrepot_store::identity::refresh_tokens::Realm;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::MutexGuard;

use super::hashing::{FULL_SECONDS, Queue, Slot};
use super::keyed_locks::KeyedLocks;
use super::lockout::account_waits;
use crate::captcha::{self, Action, CaptchaError, Captchas, Clicks};
use crate::client;
use crate::client::Client;
use crate::config::services::CaptchaWhen;
use crate::error::{ServiceError, too_often};
use crate::rate_limits::{Counted, Limits, Network};

/// Failures of a network within a minute, after which it waits.
const FAILURES_MINUTE: u32 = 30;
/// How long failures of a network are remembered, in seconds.
const FAILURES_SECONDS: i64 = 900;
/// This many failures of a network count like one of an account, as many people may share it.
const FAILURES_SHARED: u32 = 4;
/// Failures of a network with solved captchas, within [`FAILURES_SECONDS`].
const SOLVED_FAILURES: u32 = 60;
/// The window of attempts with solved captchas at one name, in seconds.
const SOLVED_SECONDS: i64 = 3_600;

/// What attempts need. Cheap to clone.
#[derive(Clone)]
pub struct Attempts {
    pub store: Store,
    pub limits: Arc<Limits>,
    pub keyed_locks: Arc<KeyedLocks>,
    pub hashing: Queue,
    pub captchas: Captchas,
    /// When the login of administrators asks for a captcha, and that of members.
    pub admin_captcha: CaptchaWhen,
    pub member_captcha: CaptchaWhen,
    /// Passwords that may be tried at one name with solved captchas within [`SOLVED_SECONDS`].
    pub solved_per_hour: u32,
    pub clock: SharedClock,
}

/// An admitted attempt, which may check the password.
pub struct Attempt<'a> {
    attempts: &'a Attempts,
    realm: Realm,
    key: String,
    network: &'a Network,
    /// A captcha was solved for it.
    solved: bool,
    /// The windows that it was counted in, by key.
    windows: Vec<String>,
    /// The name has had as many attempts as it may have: seconds until it has more.
    over: Option<i64>,
    before: Failures,
    slot: Slot,
    _turn: MutexGuard<'a, ()>,
}

/// The key under which attempts at a name are stored. It reveals neither the name nor its length.
fn key_of(realm: Realm, kind: &str, name: &str) -> String {
    let realm = match realm {
        Realm::Admins => "admins",
        Realm::Members => "members",
    };
    hex::encode(Sha256::digest(format!("{realm}:{kind}:{name}").as_bytes()))
}

/// The key under which failures at the login of a name are kept.
#[must_use]
pub fn login_key(realm: Realm, name: &str) -> String {
    key_of(realm, "login", name)
}

/// How many failures a network brings along to whichever name it tries.
#[must_use]
pub fn shared_failures(attempts: &Attempts, realm: Realm, network: &Network) -> i64 {
    i64::from(attempts.limits.counted(Counted::Failure(realm), network, attempts.clock.now()) / FAILURES_SHARED)
}

fn enter_queue(attempts: &Attempts, network: &Network) -> Result<Slot, ServiceError> {
    attempts.hashing.enter(network).map_err(|_| too_often(FULL_SECONDS))
}

/// The words of a refusal that a solved captcha would have avoided. Clients written for BuildAdmin get the captcha of
/// administrators with the login page and at no other time, so their users are told to load it again.
fn words(realm: Realm, key: &'static str) -> &'static str {
    match (realm, client::current(), key) {
        (Realm::Members, ..) | (Realm::Admins, Client::Entrepot, _) => key,
        (Realm::Admins, Client::BuildAdmin21 | Client::BuildAdmin23, "login.locked") => "login.locked.page",
        (Realm::Admins, Client::BuildAdmin21 | Client::BuildAdmin23, "login.address") => "login.address.page",
        (Realm::Admins, Client::BuildAdmin21 | Client::BuildAdmin23, "captcha.required") => "captcha.required.page",
        (Realm::Admins, Client::BuildAdmin21 | Client::BuildAdmin23, other) => other,
    }
}

/// A refusal for `seconds`, which a solved captcha would have avoided.
fn wait(realm: Realm, key: &'static str, seconds: i64) -> ServiceError {
    let facts = json!({ "key": key, "seconds": seconds, "captcha": true });
    ServiceError::Refused { key: words(realm, key), values: vec![("seconds", seconds.to_string())], facts }
}

/// Why the clicks on a captcha were not taken.
fn unsolved(realm: Realm, error: CaptchaError) -> ServiceError {
    match error {
        CaptchaError::Required => {
            let facts = json!({ "key": "captcha.required", "field": "captchaInfo", "captcha": true });
            ServiceError::Refused { key: words(realm, "captcha.required"), values: vec![], facts }
        }
        other => other.into(),
    }
}

/// Whether the login page is to show a captcha: one is asked for, or takes the place of a wait. Clients written for BuildAdmin
/// ask when the page is loaded, and at no other time.
#[must_use]
pub fn page_shows_captcha(attempts: &Attempts, network: &Network) -> bool {
    let waits = attempts.limits.counted(Counted::LoginWait, network, attempts.clock.now()) > 0;
    waits || captcha::wanted(attempts.admin_captcha, shared_failures(attempts, Realm::Admins, network))
}

/// Notes that somebody of a network must wait, so that the login page shows the captcha that takes its place.
fn note_wait(attempts: &Attempts, realm: Realm, network: &Network, now: i64) {
    if realm == Realm::Admins {
        attempts.limits.count(Counted::LoginWait, network, FAILURES_SECONDS, now);
    }
}

/// Begins an attempt at a login. Answers a refusal where the name or the network must wait, or a captcha is needed.
pub async fn login<'a>(
    attempts: &'a Attempts,
    (realm, action): (Realm, Action),
    name: &str,
    clicks: &Clicks,
    network: &'a Network,
) -> Result<Attempt<'a>, ServiceError> {
    let when = match realm {
        Realm::Admins => attempts.admin_captcha,
        Realm::Members => attempts.member_captcha,
    };
    let slot = enter_queue(attempts, network)?;
    let key = login_key(realm, name);
    let turn = attempts.keyed_locks.lock(&key).await;
    let now = attempts.clock.now();
    let before = attempts.store.failures(&key, now).await?;
    let (waits, network_waits) =
        (account_waits(before.count, before.last, now), attempts.limits.waits(Counted::FailureMinute(realm), network, FAILURES_MINUTE, now));
    let wanted = captcha::wanted(when, before.count.max(shared_failures(attempts, realm, network)));
    let mut solved = false;
    if !clicks.given() {
        if network_waits > 0 || waits > 0 {
            note_wait(attempts, realm, network, now);
        }
        if network_waits > 0 {
            return Err(wait(realm, "login.address", network_waits));
        }
        if waits > 0 {
            return Err(wait(realm, "login.locked", waits));
        }
    }
    if wanted || waits > 0 || network_waits > 0 {
        if wanted {
            // From now on this network's login page shows one.
            attempts.limits.raise_to(Counted::Failure(realm), network, FAILURES_SECONDS, now, FAILURES_SHARED * 5);
        }
        let seconds = attempts.limits.waits(Counted::SolvedFailure(realm), network, SOLVED_FAILURES, now);
        if seconds > 0 {
            return Err(too_often(seconds));
        }
        if let Err(refusal) = captcha::require(&attempts.captchas, action, clicks, network).await {
            attempts.limits.count(Counted::FailureMinute(realm), network, 60, now);
            return Err(unsolved(realm, refusal));
        }
        solved = true;
    }
    let (mut windows, mut over) = (vec![], None);
    if solved && attempts.limits.on() {
        let window = key_of(realm, "solved", name);
        over = counted_over(attempts, &window, now).await?;
        windows.push(window);
    }
    Ok(Attempt { attempts, realm, key, network, solved, windows, over, before, slot, _turn: turn })
}

/// Counts an attempt with a solved captcha; the seconds to wait where it is one too many.
async fn counted_over(attempts: &Attempts, window: &str, now: i64) -> Result<Option<i64>, ServiceError> {
    let counted = attempts.store.count_attempt(window, SOLVED_SECONDS, now).await?;
    Ok((counted.count > i64::from(attempts.solved_per_hour)).then(|| (counted.ends - now).max(1)))
}

/// Begins an attempt of a logged-in person who confirms their password.
pub async fn confirm<'a>(attempts: &'a Attempts, realm: Realm, account: i64, network: &'a Network) -> Result<Attempt<'a>, ServiceError> {
    let slot = enter_queue(attempts, network)?;
    let key = key_of(realm, "confirm", &account.to_string());
    let turn = attempts.keyed_locks.lock(&key).await;
    let now = attempts.clock.now();
    let before = attempts.store.failures(&key, now).await?;
    let waits =
        attempts.limits.waits(Counted::FailureMinute(realm), network, FAILURES_MINUTE, now).max(account_waits(before.count, before.last, now));
    if waits > 0 {
        return Err(too_often(waits));
    }
    Ok(Attempt { attempts, realm, key, network, solved: false, windows: vec![], over: None, before, slot, _turn: turn })
}

impl Attempt<'_> {
    /// Refuses an attempt at a name that has had too many. `is_known` says whether the account's owner has signed in from
    /// this network before; it is asked only then.
    pub async fn bounded(mut self, is_known: impl Future<Output = Result<bool, ServiceError>>) -> Result<Self, ServiceError> {
        let Some(seconds) = self.over else { return Ok(self) };
        let refusal = |seconds: i64| {
            let facts = json!({ "key": "login.bounded", "seconds": seconds });
            ServiceError::Refused { key: "login.bounded", values: vec![("seconds", seconds.to_string())], facts }
        };
        if !is_known.await? {
            return Err(refusal(seconds));
        }
        let window = key_of(self.realm, "solved-known", &format!("{} {}", self.network.wide, self.key));
        if let Some(seconds) = counted_over(self.attempts, &window, self.attempts.clock.now()).await? {
            return Err(refusal(seconds));
        }
        self.windows.push(window);
        Ok(self)
    }

    /// Whether the password is the one that was hashed; notes how it ended. Without a hash, the same work and `false`.
    pub async fn verify(self, password: String, hash: Option<String>) -> Result<bool, ServiceError> {
        let Self { attempts, realm, key, network, solved, windows, over: _, before, slot, _turn } = self;
        let now = attempts.clock.now();
        let minute = if solved { (Counted::SolvedFailure(realm), FAILURES_SECONDS) } else { (Counted::FailureMinute(realm), 60) };
        let counted = [minute, (Counted::Failure(realm), FAILURES_SECONDS)];
        for (what, seconds) in counted {
            attempts.limits.count(what, network, seconds, now);
        }
        if slot.verify(password, hash).await {
            for (what, _) in counted {
                attempts.limits.take_back(what, network, now);
            }
            if before.count > 0 {
                attempts.store.clear_failures(&key).await?;
            }
            for window in &windows {
                attempts.store.uncount_attempt(window, now).await?;
            }
            return Ok(true);
        }
        if account_waits(before.count + 1, now, now) > 0 {
            note_wait(attempts, realm, network, now);
        }
        let windows = attempts.limits.windows(Counted::Failure(realm), network, now).into_iter();
        let windows = windows.map(|(network, count, ends)| NetworkFailures { members: realm == Realm::Members, network, count, ends });
        attempts.store.note_failure(&key, &windows.collect::<Vec<_>>(), now).await?;
        Ok(false)
    }
}

/// The hash of a new password, made for somebody who calls from a network.
pub async fn hash(attempts: &Attempts, network: &Network, password: String) -> Result<String, ServiceError> {
    enter_queue(attempts, network)?.hash(password).await.map_err(|error| ServiceError::Internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn realms_and_uses_are_counted_apart() {
        let keys = [
            login_key(Realm::Admins, "ann"),
            login_key(Realm::Members, "ann"),
            login_key(Realm::Admins, "bob"),
            key_of(Realm::Admins, "confirm", "ann"),
        ];
        for (at, one) in keys.iter().enumerate() {
            assert!(one.len() == 64 && keys[at + 1..].iter().all(|other| other != one));
        }
    }
}
