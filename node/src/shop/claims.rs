//! Claims of coupons by members. Those that come for a coupon at once share a transaction; the database refuses a second
//! ticket of a number, so that as many are given out as there are, on however many nodes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actors::clock::SharedClock;
use actors::shop::claim::ClaimRefusal;
use actors::store::StoreError;
use bus_schemas::shop::coupon::CouponGet;
use entrepot_store::Store;
use entrepot_store::shop::coupons::{Claim, ClaimError, CouponRow};
use rand::Rng;
use serde_json::json;
use tokio::sync::{Mutex as Turn, OwnedMutexGuard, oneshot};

use crate::error::ServiceError;

/// How often a claim is tried that others were quicker than.
pub(super) const TRIES: u32 = 30;
/// Longest pause between two tries, in milliseconds.
const PAUSE_MS: u64 = 40;
/// Coupons that have a turn of their own; others share one.
const TURNS: usize = 64;
/// Claims of one transaction.
const TOGETHER: usize = 100;
/// Claims that may wait for a turn.
const WAITING_MAX: usize = 20_000;

/// A member who waits for a coupon.
struct Waiting {
    coupon: i64,
    get: CouponGet,
    member: i64,
    answer: oneshot::Sender<Result<i64, ServiceError>>,
}

/// The claims that wait for some coupons, and the lock of the writer.
#[derive(Default)]
struct Queue {
    waiting: Mutex<VecDeque<Waiting>>,
    turn: Arc<Turn<()>>,
}

/// The claims that wait on a node. Between nodes the records of the tickets are what counts.
pub struct Claims(Vec<Queue>);

impl Default for Claims {
    fn default() -> Self {
        Self((0..TURNS).map(|_| Queue::default()).collect())
    }
}

impl Claims {
    fn of(&self, coupon: i64) -> &Queue {
        // Less than the number of queues.
        &self.0[usize::try_from(coupon.rem_euclid(TURNS as i64)).unwrap_or(0)]
    }

    /// The turn to write claims of a coupon, which avoids conflicts.
    pub(super) async fn lock(&self, coupon: i64) -> OwnedMutexGuard<()> {
        self.of(coupon).turn.clone().lock_owned().await
    }
}

impl Queue {
    fn join(&self, one: Waiting) -> Result<(), ServiceError> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= WAITING_MAX {
            return Err(ServiceError::Busy);
        }
        waiting.push_back(one);
        Ok(())
    }

    /// The first of those who wait for a coupon.
    fn first(&self, coupon: i64) -> Vec<Waiting> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut some = Vec::new();
        let mut others = VecDeque::with_capacity(waiting.len());
        for one in waiting.drain(..) {
            if one.coupon == coupon && some.len() < TOGETHER { some.push(one) } else { others.push_back(one) }
        }
        *waiting = others;
        some
    }
}

/// The refusal of a claim, as an error.
pub(super) fn refused(refusal: ClaimRefusal) -> ServiceError {
    let key = refusal.key();
    let (values, facts) = match refusal {
        ClaimRefusal::Limit { limit } => (vec![("limit", limit.to_string())], json!({ "key": key, "limit": limit })),
        ClaimRefusal::Early { from } => (vec![], json!({ "key": key, "from": from })),
        _ => (vec![], json!({ "key": key })),
    };
    ServiceError::Refused { key, values, facts }
}

pub(super) async fn pause() {
    let pause = rand::rng().random_range(1..=PAUSE_MS);
    tokio::time::sleep(Duration::from_millis(pause)).await;
}

/// Claims a coupon for a member; answers the id of the claimed one.
pub(super) async fn claim(
    (claims, store, clock): (&Claims, &Store, &SharedClock),
    coupon: i64,
    get: CouponGet,
    member: i64,
) -> Result<i64, ServiceError> {
    let row = store.coupon(coupon).await?.ok_or_else(|| refused(ClaimRefusal::NotOffered))?;
    // A sold-out coupon is refused at once, without waiting for a turn.
    row.offered()?.check(get, 0, clock.now()).map_err(refused)?;
    let queue = claims.of(coupon);
    let (answer, mut answered) = oneshot::channel();
    queue.join(Waiting { coupon, get, member, answer })?;
    loop {
        tokio::select! {
            biased;
            answer = &mut answered => return answer.map_err(|_| ServiceError::Busy)?,
            turn = claims.lock(coupon) => {
                // By itself: a caller who goes away takes nothing from the others.
                let (store, clock, some) = (store.clone(), clock.clone(), queue.first(coupon));
                let written = tokio::spawn(async move {
                    let _turn = turn;
                    answer_together(&store, &clock, coupon, some).await;
                });
                written.await.map_err(|error| ServiceError::Internal(error.to_string()))?;
            }
        }
    }
}

/// Answers claims of one coupon: who gets nothing at once, the others with the transaction that gives them theirs.
async fn answer_together(store: &Store, clock: &SharedClock, coupon: i64, mut waiting: Vec<Waiting>) {
    for _ in 0..TRIES {
        if waiting.is_empty() {
            return;
        }
        match attempt(store, clock.now(), coupon, waiting).await {
            Ok(()) => return,
            Err((left, None)) => {
                waiting = left;
                pause().await;
            }
            Err((left, Some(error))) => {
                tracing::warn!(%error, coupon, "claims of a coupon are not written");
                return left.into_iter().for_each(|one| drop(one.answer.send(Err(error.clone().into()))));
            }
        }
    }
    waiting.into_iter().for_each(|one| drop(one.answer.send(Err(ServiceError::Busy))));
}

/// One attempt to write waiting claims. Claims that are not written wait for the next attempt, or get the error.
async fn attempt(store: &Store, now: i64, coupon: i64, waiting: Vec<Waiting>) -> Result<(), (Vec<Waiting>, Option<StoreError>)> {
    let members: Vec<i64> = waiting.iter().map(|one| one.member).collect();
    let read = async {
        let row = store.coupon(coupon).await?;
        let offer = row.as_ref().map(CouponRow::offered).transpose()?;
        Ok((row.zip(offer), store.coupons_had(coupon, &members).await?))
    };
    let (offered, mut had) = match read.await {
        Ok(read) => read,
        Err(error) => return Err((waiting, Some(error))),
    };
    let Some((row, mut offer)) = offered else {
        waiting.into_iter().for_each(|one| drop(one.answer.send(Err(refused(ClaimRefusal::NotOffered)))));
        return Ok(());
    };
    let (mut claims, mut winners) = (Vec::new(), Vec::new());
    for one in waiting {
        let had = had.entry(one.member).or_default();
        match offer.check(one.get, *had, now) {
            Ok(()) => {
                *had += 1;
                offer.received += 1;
                claims.push(Claim { member: one.member, turn: *had });
                winners.push(one);
            }
            Err(refusal) => drop(one.answer.send(Err(refused(refusal)))),
        }
    }
    if claims.is_empty() {
        return Ok(());
    }
    match store.claim_coupons(&row, &claims, None, now).await {
        Ok(ids) => {
            winners.into_iter().zip(ids).for_each(|(one, id)| drop(one.answer.send(Ok(id))));
            Ok(())
        }
        Err(ClaimError::Moved) => Err((winners, None)),
        Err(ClaimError::Store(error)) => Err((winners, Some(error))),
    }
}
