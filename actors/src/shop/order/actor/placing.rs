//! Placing an order: plan it, hold its goods warehouse by warehouse, write it with the last of them.

use bus_schemas::ids::AdminId;
use bus_schemas::shop::command::{ShopAction, ShopKey, ShopRefusal, ShopReply, ShopRequest};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopLine, ShopOrder};
use bus_schemas::shop::write::{Placing, ShopWrite};
use bus_schemas::warehouse::{StockAction, StockRefusal};

use super::outcome::{Outcome, Placed, guarded};
use super::{Attempt, ShopActor, State, done};
use crate::shop::order::port::ShopWriteError;
use crate::shop::order::{plan, rules, stock};
use crate::store::StoreError;

/// How often an order is planned again when a warehouse has less than it seemed.
const PLANS_MAX: u32 = 3;

/// Whether coupon and score are taken in the transaction of the only reservation. What the quote has not looked at is
/// taken before that: a refusal there costs the other commands of the warehouse's transaction nothing.
fn at_once(draft: &ShopOrder, taken: &ShopWrite) -> bool {
    draft.parcels.len() == 1 && taken.bought.is_empty() && taken.counts.is_empty()
}

impl ShopActor {
    /// Places an order: takes what it needs of the member, holds its goods, and writes it with the last reservation.
    pub(super) async fn place(&self, request: &ShopRequest, draft: &ShopOrder, state: &mut State) -> Result<Attempt, StoreError> {
        let now = self.shop.now();
        let mut draft = draft.clone();
        draft.update_time = now;
        let mut opened = false;
        let refusal = self.plan_and_hold(request, &mut draft, &mut opened).await?;
        let refusal = match refusal {
            Placed::Done(order) => {
                self.shop.changed(&order, Vec::new());
                let free = order.pay_amount.is_zero();
                let reply = done(*order, request.command.action.name(), None, state);
                if free {
                    Box::pin(self.pay_nothing(request, state)).await;
                }
                return Ok(reply);
            }
            Placed::Failed(failure) => {
                // What was begun is undone later, unless it was done after all.
                let repeated = self.repeated(request).await?;
                return Ok(Attempt::Reply(repeated.unwrap_or(ShopReply::Failed(failure))));
            }
            Placed::Refused(refusal) => refusal,
        };
        if let Some(repeated) = self.repeated(request).await? {
            return Ok(Attempt::Reply(repeated));
        }
        if opened {
            self.undo_placing().await?;
        }
        Ok(Attempt::Reply(ShopReply::Refused(refusal)))
    }

    /// An order without anything to pay goes on at once.
    async fn pay_nothing(&self, request: &ShopRequest, state: &mut State) {
        let mut command = self.wake_command();
        (command.by, command.action) = (request.command.by, ShopAction::Pay { method: PayMethod::Free });
        command.key = ShopKey::of(ShopBy::System, stock::key(self.id, "free-pay").id);
        let request = ShopRequest { order: self.id, command, deadline: request.deadline };
        if let ShopReply::Failed(failure) = self.execute(&request, state).await {
            tracing::warn!(order = self.id.0, ?failure, "an order without anything to pay waits");
        }
    }

    /// Plans, holds and writes; plans again where a warehouse is short.
    async fn plan_and_hold(&self, request: &ShopRequest, draft: &mut ShopOrder, opened: &mut bool) -> Result<Placed, StoreError> {
        let store = self.shop.store();
        let today = request.command.today.as_str();
        let mut short = Vec::new();
        let mut apart = false;
        for attempt in 1..=PLANS_MAX {
            if draft.lines.iter().any(ShopLine::ships) {
                // What is remembered is good enough for a first plan: the ledger decides. Nobody is refused by it.
                let there = store.available(draft, today, attempt > 1).await?;
                draft.parcels = match plan::plan(&draft.lines, &there) {
                    Ok(parcels) => parcels,
                    Err(_) if attempt == 1 => continue,
                    Err(lines) => return Ok(Placed::Refused(ShopRefusal::Short { lines })),
                };
            }
            let mut decision = rules::placed(draft, &request.command, self.shop.now());
            let taken = rules::taken(draft).filter(|_| !*opened);
            let together = taken.as_ref().is_some_and(|taken| !apart && at_once(draft, taken));
            match taken {
                Some(taken) if together => (decision.write.coupon, decision.write.score) = (taken.coupon, taken.score),
                Some(mut taken) => {
                    taken.placing = Placing::Open;
                    match store.write(&taken).await {
                        Ok(_) => *opened = true,
                        Err(ShopWriteError::Guarded(guard)) => return Ok(Placed::Refused(guarded(guard))),
                        Err(ShopWriteError::Store(error)) => return Err(error),
                        Err(_) => return Ok(Placed::Refused(ShopRefusal::CommandReused)),
                    }
                }
                None => {}
            }
            if *opened {
                decision.write.placing = Placing::Close;
            }
            let Some((last, before)) = draft.parcels.split_last() else {
                return Ok(match store.write(&decision.write).await {
                    Ok(_) => Placed::Done(Box::new(decision.write.order)),
                    Err(ShopWriteError::Guarded(guard)) => Placed::Refused(guarded(guard)),
                    Err(ShopWriteError::Store(error)) => return Err(error),
                    Err(_) => Placed::Refused(ShopRefusal::CommandReused),
                });
            };
            let mut held = Vec::new();
            let mut lacking = None;
            for parcel in before.iter().chain([last]) {
                let name = if attempt == 1 { format!("hold-{}", parcel.warehouse) } else { format!("hold{attempt}-{}", parcel.warehouse) };
                let action = StockAction::Reserve { lines: stock::demand(draft, &parcel.lines, today, true) };
                let mut command = stock::command(draft, &name, AdminId(0), today, action);
                if parcel.no == last.no {
                    command.shop = Some(Box::new(decision.write.clone()));
                }
                match self.warehouse(parcel.warehouse, command, request.deadline).await {
                    Outcome::Done | Outcome::Repeated => held.push(parcel.warehouse),
                    Outcome::Refused(ShopRefusal::Stock { refusal: StockRefusal::Short { lines } }) => {
                        lacking = Some((parcel.warehouse, lines));
                        break;
                    }
                    // What is held is released with what was taken. An order of one warehouse holds nothing yet.
                    Outcome::Refused(refusal) => return Ok(Placed::Refused(refusal)),
                    // Somebody else has the coupon or the score, as it seems: step by step it is said which.
                    Outcome::Changed if together => {
                        apart = true;
                        break;
                    }
                    Outcome::Changed => return Ok(Placed::Refused(ShopRefusal::rule("shop.placing.late"))),
                    Outcome::Failed(failure) => return Ok(Placed::Failed(failure)),
                }
            }
            if together && apart {
                continue;
            }
            let Some((_, lines)) = lacking else { return Ok(Placed::Done(Box::new(decision.write.order))) };
            // The next plan may do without that warehouse: what it holds for this one must be free.
            if let Err(failure) = self.release_holds(draft, &held, &format!("drop{attempt}")).await {
                return Ok(Placed::Failed(failure));
            }
            short = lines;
        }
        let lines: Vec<_> = short.iter().filter_map(|shortage| plan::short_line(draft, shortage)).collect();
        Ok(Placed::Refused(if lines.is_empty() { ShopRefusal::rule("shop.placing.late") } else { ShopRefusal::Short { lines } }))
    }
}
