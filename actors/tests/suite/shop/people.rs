//! Members and staff who take the steps of a history, each at their own pace.

use std::time::Duration;

use bus_schemas::hold::{HoldChange, HoldState};
use bus_schemas::ids::{CommandId, OrderId, ProductId};
use bus_schemas::shop::balance::{BalanceCause, CauseKind};
use bus_schemas::shop::command::{ShopAction, ShopKey, ShopRefusal, ShopReply};
use bus_schemas::shop::order::ShopBy;
use bus_schemas::warehouse::StockAction;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::asking::ASKED_MAX;
use super::commands::action;
use super::payment_service::NotDone;
use super::site::{Report, Site};
use super::steps::{Act, COUPONS, Doing, PEOPLE, What};
use crate::store::shop::Claimed;

impl Site {
    /// Places an order under one command, each time with an id of its own, as a client does that hears nothing.
    async fn place(&self, random: &mut StdRng, at: usize, what: &What) -> Result<String, String> {
        let What::Place { order, member, lines, coupon, score } = what else { return Ok("refused".into()) };
        let by = ShopBy::Member(*member);
        let id = format!("s{at}");
        for tried in 0..ASKED_MAX {
            let known = self.store.world.lock().unwrap().shop.commands.get(&ShopKey::of(by, CommandId::new(&id).unwrap())).map(|done| done.id);
            if let Some(known) = known {
                self.placed.lock().unwrap().insert(*order, known);
                return Ok("done before".into());
            }
            let own = if *coupon { self.own_coupon(*member) } else { None };
            let asked = |number: usize| {
                let order = OrderId((at * 2_000 + number) as i64);
                let draft = self.draft(order, *member, lines, own, *score)?;
                Some(self.request(order, by, &id, ShopAction::Place { draft: Box::new(draft) }))
            };
            let (Some(first), Some(second)) = (asked(tried + 1), asked(tried + 1_001)) else { return Ok("refused, no price".into()) };
            let reply =
                if random.random_bool(0.1) { self.twice(random, &id, first, second).await? } else { self.node(random).shop().ask(first).await };
            match reply {
                ShopReply::Done(done) => {
                    self.placed.lock().unwrap().insert(*order, done.id);
                    return Ok(format!("done, it is {:?}", done.status));
                }
                ShopReply::Refused(refusal) => return Ok(format!("refused, {refusal}")),
                ShopReply::Failed(_) => tokio::time::sleep(Duration::from_millis(1)).await,
            }
        }
        Err(format!("{id} was asked {ASKED_MAX} times and never answered"))
    }

    /// A coupon of a member, whatever its state, and what it is a ticket of.
    fn own_coupon(&self, member: i64) -> Option<(i64, i64)> {
        let world = self.store.world.lock().unwrap();
        let of = world.shop.claimed.iter().filter(|(_, row)| row.member == member);
        of.max_by_key(|(id, row)| (row.status == 0, **id)).map(|(id, row)| (*id, row.coupon))
    }

    async fn order(&self, random: &mut StdRng, at: usize, number: usize, act: &Act) -> Result<String, String> {
        let stored = {
            let id = self.placed.lock().unwrap().get(&number).copied();
            id.and_then(|id| self.store.world.lock().unwrap().shop.orders.get(&id).cloned())
        };
        let Some(stored) = stored else { return Ok("there is no such order".into()) };
        if act.of_provider() {
            return Ok(self.pays(random, &stored, &format!("s{at}"), act).await.unwrap_or_else(NotDone::said));
        }
        let (by, action) = action(&stored, act);
        match self.ask(random, stored.id, by, &format!("s{at}"), action).await? {
            ShopReply::Done(_) if *act == Act::Meddle => Err(format!("somebody else did something with order {number}")),
            ShopReply::Refused(refusal) if *act == Act::Meddle && refusal != ShopRefusal::NotFound => Err(format!("somebody else heard: {refusal}")),
            ShopReply::Done(done) => Ok(format!("done, it is {:?} in version {}", done.status, done.version)),
            ShopReply::Refused(refusal) => Ok(format!("refused, {refusal}")),
            ShopReply::Failed(failure) => Err(format!("failed, {failure}")),
        }
    }

    /// Takes a step. `Err`: something that can't be.
    async fn does(&self, random: &mut StdRng, at: usize, what: &What) -> Result<String, String> {
        match what {
            What::Place { .. } => self.place(random, at, what).await,
            What::Order { order, act } => self.order(random, at, *order, act).await,
            What::Claim { member, coupon } => {
                let now = self.now();
                let mut world = self.store.world.lock().unwrap();
                let (id, end) = (at as i64 + 1, now + if at.is_multiple_of(3) { 2_000 } else { 20 * 86_400 });
                world.shop.claimed.insert(id, Claimed { coupon: *coupon.min(&COUPONS), member: *member, status: 0, order: 0, start: 0, end });
                Ok("done".into())
            }
            What::Recharge { member, cents } => {
                let cause = BalanceCause { kind: CauseKind::Recharge, id: format!("r{at}") };
                let mut world = self.store.world.lock().unwrap();
                // Told twice, it is booked once.
                let booked = (world.shop.recharge(*member, *cents, &cause), world.shop.recharge(*member, *cents, &cause));
                if booked == (true, false) { Ok("done".into()) } else { Err(format!("a recharge was booked {booked:?}")) }
            }
            What::Fill { warehouse, product, quantity } => self.fill(random, &format!("s{at}"), *warehouse, *product, *quantity).await,
            What::Hold { warehouse, product, held } => {
                let state = if *held { HoldState::ToInspect } else { HoldState::None };
                let change =
                    HoldChange { product: ProductId(*product), batch: String::new(), state, reason: "asked about".into(), everywhere: false };
                self.stock(random, *warehouse, &format!("s{at}"), StockAction::Hold { change }).await
            }
            What::Leap { seconds } => {
                self.leap(*seconds);
                Ok("done".into())
            }
            What::Sweep { node } => {
                let system = {
                    let nodes = self.nodes.read().unwrap();
                    nodes[node % nodes.len()].clone()
                };
                // A task of its own, as the scheduler's is: where the store's code panics, the next sweep goes on.
                let found = tokio::spawn(async move { system.shop().sweep().await }).await;
                Ok(match found {
                    Ok(Ok(many)) => format!("done for {many}"),
                    Ok(Err(error)) => format!("refused, {error}"),
                    Err(panicked) => format!("refused, {panicked}"),
                })
            }
            What::Tell => match self.provider.notice() {
                Some(notice) => {
                    let told = format!("{notice:?}");
                    let answer = self.apart(random, |site, mut random| async move { site.take(&mut random, notice).await }).await;
                    Ok(format!("{answer} ({told})"))
                }
                None => Ok("refused, nothing is told".into()),
            },
            What::PaySweep => Ok(self.apart(random, |site, mut random| async move { site.pay_sweep(&mut random).await }).await),
            What::Match => {
                let compare = |site: Site, mut random: StdRng| async move {
                    site.compare(&mut random).await.map(|rows| format!("done, {} differ", rows.len()))
                };
                Ok(self.apart(random, compare).await)
            }
            What::Handle { nth, wish } => {
                let (id, wish) = (format!("s{at}"), *wish);
                let Some(number) = self.trouble(*nth) else { return Ok("refused, nothing is wrong".into()) };
                let about = number.clone();
                let answer = self.apart(random, |site, mut random| async move { site.handle(&mut random, &number, wish, &id).await }).await;
                Ok(format!("{answer} ({about})"))
            }
            What::Restart { node } => {
                self.replace(*node, &format!("s{at}")).await;
                Ok("done".into())
            }
        }
    }

    /// Does something in a task of its own, as a node does: where code panics, the others go on.
    pub async fn apart<F>(&self, random: &mut StdRng, work: impl FnOnce(Self, StdRng) -> F) -> String
    where
        F: Future<Output = Result<String, NotDone>> + Send + 'static,
    {
        let own = StdRng::seed_from_u64(random.random());
        match tokio::spawn(work(self.clone(), own)).await {
            Ok(answer) => answer.unwrap_or_else(NotDone::said),
            Err(panicked) => format!("no answer, {panicked}"),
        }
    }

    fn note(&self, person: usize, what: &What, answer: Result<String, String>) {
        let said = answer.as_ref().map_or_else(|fault| fault.clone(), Clone::clone);
        let found = self.faults();
        let mut report = self.report.lock().unwrap();
        report.log.push(format!("{:>8} s  person {person} {what}: {said}", self.now()));
        report.done += usize::from(said.starts_with("done"));
        report.faults.extend(answer.err());
        if report.faults.is_empty() {
            report.faults.extend(found);
        }
    }

    /// Lets everybody work: each person takes their own steps, all at once.
    pub async fn work(&self, seed: u64, steps: &[Doing]) -> Report {
        let workers: Vec<_> = (0..PEOPLE)
            .map(|person| {
                let own: Vec<(usize, What)> =
                    steps.iter().enumerate().filter(|(_, step)| step.person == person).map(|(at, step)| (at, step.what.clone())).collect();
                let site = self.clone();
                tokio::spawn(async move {
                    let mut random = StdRng::seed_from_u64(seed * 100 + person as u64);
                    for (at, what) in own {
                        tokio::time::sleep(Duration::from_millis(random.random_range(0..40))).await;
                        let answer = site.does(&mut random, at, &what).await;
                        site.note(person, &what, answer);
                    }
                })
            })
            .collect();
        for worker in workers {
            if let Err(error) = worker.await {
                self.report.lock().unwrap().faults.push(format!("somebody could not go on: {error}"));
            }
        }
        std::mem::take(&mut *self.report.lock().unwrap())
    }
}
