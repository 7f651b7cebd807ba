//! Claims of coupons by members. Those that come for a coupon at once share a transaction; the database refuses a second
//! ticket of a number, so that as many are given out as there are, on however many nodes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use actors::shop::claim::ClaimRefusal;
use actors::store::StoreError;
use bus_schemas::shop::coupon::CouponGet;
use entrepot_store::shop::coupons::{Claim, ClaimError};
use tokio::sync::{Mutex as Turn, OwnedMutexGuard, oneshot};

use super::coupons::{TRIES, offered, pause, refused};
use crate::error::ServiceError;
use crate::node::Node;

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

/// Who waits for some coupons, and whose turn it is to write.
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
    pub(super) async fn turn(&self, coupon: i64) -> OwnedMutexGuard<()> {
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

/// Claims a coupon for a member; answers the id of the claimed one.
pub(super) async fn claim(node: &Node, coupon: i64, get: CouponGet, member: i64) -> Result<i64, ServiceError> {
    let row = node.store().coupon(coupon).await?.ok_or_else(|| refused(ClaimRefusal::NotOffered))?;
    // What is gone is said without waiting for a turn.
    offered(&row)?.check(get, 0, node.now()).map_err(refused)?;
    let queue = node.claims().of(coupon);
    let (answer, mut answered) = oneshot::channel();
    queue.join(Waiting { coupon, get, member, answer })?;
    loop {
        tokio::select! {
            biased;
            answer = &mut answered => return answer.map_err(|_| ServiceError::Busy)?,
            turn = node.claims().turn(coupon) => {
                // By itself: a caller who goes away takes nothing from the others.
                let (node, some) = (node.clone(), queue.first(coupon));
                let written = tokio::spawn(async move {
                    let _turn = turn;
                    answer_together(&node, coupon, some).await;
                });
                written.await.map_err(|error| ServiceError::Internal(error.to_string()))?;
            }
        }
    }
}

/// Answers claims of one coupon: who gets nothing at once, the others with the transaction that gives them theirs.
async fn answer_together(node: &Node, coupon: i64, mut waiting: Vec<Waiting>) {
    for _ in 0..TRIES {
        if waiting.is_empty() {
            return;
        }
        match attempt(node, coupon, waiting).await {
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

/// One attempt. Who is left waits for another one, or for the word of what went wrong.
async fn attempt(node: &Node, coupon: i64, waiting: Vec<Waiting>) -> Result<(), (Vec<Waiting>, Option<StoreError>)> {
    let (store, now) = (node.store(), node.now());
    let members: Vec<i64> = waiting.iter().map(|one| one.member).collect();
    let read = async { Ok((store.coupon(coupon).await?, store.coupons_had(coupon, &members).await?)) };
    let (row, mut had) = match read.await {
        Ok(read) => read,
        Err(error) => return Err((waiting, Some(error))),
    };
    let Some((row, mut offer)) = row.and_then(|row| Some((row.clone(), row.offered()?))) else {
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
