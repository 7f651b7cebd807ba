//! Doing what an order has decided and not done yet.

use bus_schemas::ids::AdminId;
use bus_schemas::order::OrderKind;
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::order::{ShopBy, ShopEvent, ShopOrder, ShopTodo};
use bus_schemas::shop::write::ShopWrite;

use super::outcome::Outcome;
use super::{CARRY_MS, ShopActor, State};
use crate::shop::order::port::ShopWriteError;
use crate::shop::order::{doubts, finish, stock};
use crate::store::StoreError;

/// What was in doubt of a parcel is done.
fn clear_doubt(order: &mut ShopOrder, parcel: u32) {
    order.parcels.iter_mut().filter(|of| of.no == parcel).for_each(doubts::clear);
}

impl ShopActor {
    /// Does what is decided and not done. What fails stays, and the sweep comes back to it.
    pub(super) async fn process_todo(&self, state: &mut State, today: &str) {
        let Some(order) = state.order.clone() else { return };
        for todo in order.todo.clone() {
            let Some(current) = state.order.clone().filter(|order| order.todo.contains(&todo)) else { return };
            match self.do_one(&current, todo, today).await {
                Ok(Some(next)) => {
                    self.shop.changed(&next, Vec::new());
                    state.order = Some(next);
                }
                Ok(None) => {
                    // Done before, or in doubt: read what is stored.
                    state.order = match self.shop.store().load(self.id).await {
                        Ok(order) => order,
                        Err(error) => {
                            tracing::warn!(order = self.id.0, %error, "a shop order can't be read");
                            None
                        }
                    };
                }
                Err(error) => {
                    tracing::warn!(order = self.id.0, %error, ?todo, "a shop order is not carried on; the sweep will");
                    state.order = None;
                    return;
                }
            }
        }
    }

    /// Does one thing. Answers the order's next version, or nothing where the stored one has to be read.
    async fn do_one(&self, order: &ShopOrder, todo: ShopTodo, today: &str) -> Result<Option<ShopOrder>, StoreError> {
        let (now_ms, now) = (self.shop.clock().now_ms(), self.shop.now());
        let deadline = now_ms + CARRY_MS;
        let mut next = order.clone();
        next.todo.retain(|other| *other != todo);
        let name = match todo {
            ShopTodo::HandOver { .. } => "handOver",
            ShopTodo::Release { .. } => "release",
            ShopTodo::Void { .. } => "void",
            ShopTodo::Shrink { .. } => "shrink",
            ShopTodo::TakeIn { .. } => "takeIn",
        };
        next.entry =
            ShopEvent { at: now, by: ShopBy::System, action: name.into(), from: Some(order.status), to: order.status, reason: String::new() };
        let Some(parcel) = order.parcel(todo.parcel()).cloned() else { return Ok(None) };
        let who = (AdminId(0), today);
        let outcome = match todo {
            ShopTodo::HandOver { .. } => {
                let outbound = stock::outbound(order, &parcel, self.shop.store().next_id().await?, today, now_ms);
                stock::handed_over(&mut next, parcel.no, &outbound);
                finish::stamp(&mut next, now);
                self.warehouse(parcel.warehouse, stock::hand_over(&next, &parcel, &outbound, today), deadline).await
            }
            ShopTodo::Release { parcel } => {
                clear_doubt(&mut next, parcel);
                finish::stamp(&mut next, now);
                self.release(&ShopWrite::of(next.clone()), parcel, who, deadline).await
            }
            ShopTodo::Void { parcel } => {
                clear_doubt(&mut next, parcel);
                finish::stamp(&mut next, now);
                self.void(&ShopWrite::of(next.clone()), parcel, who, deadline).await
            }
            ShopTodo::Shrink { .. } => {
                let Some(of) = parcel.outbound else { return Ok(None) };
                let Some(old) = self.shop.orders().find(OrderKind::OUTBOUND, of).await? else { return Ok(None) };
                let outbound = stock::outbound_again(order, &parcel, self.shop.store().next_id().await?, today, now_ms);
                stock::handed_over(&mut next, parcel.no, &outbound);
                finish::stamp(&mut next, now);
                self.warehouse(parcel.warehouse, stock::shrink(&next, &parcel, &old, &outbound, today, now_ms), deadline).await
            }
            ShopTodo::TakeIn { refund, .. } => {
                let arrival =
                    next.refunds.iter_mut().find(|of| of.no == refund).and_then(|of| of.arrivals.iter_mut().find(|at| at.parcel == parcel.no));
                let Some(arrival) = arrival else { return Ok(None) };
                arrival.done = true;
                let (of, lines) = (arrival.outbound, arrival.lines.clone());
                clear_doubt(&mut next, parcel.no);
                finish::stamp(&mut next, now);
                let address = order.refunds.iter().find(|of| of.no == refund).map_or(0, |of| of.return_address_id);
                let back_to = self.shop.store().return_place(address).await?;
                let give_back = stock::give_back(order, &lines, back_to);
                self.outbound(stock::step(of, &format!("back-{refund}-{}", parcel.no), who, give_back, &ShopWrite::of(next.clone()), deadline)).await
            }
        };
        match outcome {
            Outcome::Done => Ok(Some(next)),
            Outcome::Changed | Outcome::Repeated => Ok(None),
            Outcome::Refused(refusal) if !parcel.doubt => self.mark_doubtful(order, parcel.no, &refusal).await,
            // Somebody was told. What else is to do does not wait for it.
            Outcome::Refused(_) => Ok(None),
            Outcome::Failed(failure) => Err(StoreError::Unavailable(format!("{failure:?}"))),
        }
    }

    /// Marks a parcel whose goods are not all there: somebody has to look, never in silence.
    async fn mark_doubtful(&self, order: &ShopOrder, parcel: u32, refusal: &ShopRefusal) -> Result<Option<ShopOrder>, StoreError> {
        let now = self.shop.now();
        let mut next = order.clone();
        let draft = doubts::mark(&mut next, parcel, refusal);
        // A code: the staff's page has its text.
        let reason = doubts::why(refusal).to_owned();
        next.entry = ShopEvent { at: now, by: ShopBy::System, action: "doubt".into(), from: Some(order.status), to: order.status, reason };
        finish::stamp(&mut next, now);
        let write = ShopWrite { notifications: vec![draft], ..ShopWrite::of(next) };
        match self.shop.store().write(&write).await {
            Ok(announcements) => {
                self.shop.changed(&write.order, announcements);
                Ok(Some(write.order))
            }
            Err(ShopWriteError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }
}
