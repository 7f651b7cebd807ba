//! Writing what was decided: alone, or in the transaction of a warehouse or an outbound order.

use bus_schemas::shop::command::{ShopReply, ShopRequest};
use bus_schemas::shop::order::{ShopOrder, ShopTodo};
use bus_schemas::shop::write::ShopWrite;

use super::outcome::{Outcome, guarded};
use super::{Attempt, ShopActor, State, done};
use crate::shop::order::decision::{Decision, WarehouseEffect};
use crate::shop::order::port::ShopWriteError;
use crate::shop::order::{finish, stock};
use crate::store::StoreError;

impl ShopActor {
    /// Writes a decision, and answers its command.
    pub(super) async fn write(&self, request: &ShopRequest, decision: Decision, state: &mut State) -> Result<Attempt, StoreError> {
        let Decision { write, through, refund } = decision;
        let action = request.command.action.name();
        if through.is_none()
            && let Some(order) = self.with_hand_over(&write, request).await?
        {
            self.shop.changed(&order, Vec::new());
            return Ok(done(order, action, refund, state));
        }
        let Some(through) = through else {
            return match self.shop.store().write(&write).await {
                Ok(announcements) => {
                    self.shop.changed(&write.order, announcements);
                    Ok(done(write.order, action, refund, state))
                }
                Err(error) => self.not_written(error, request, state).await,
            };
        };
        let (order, deadline) = (&write.order, request.deadline);
        let who = (request.command.by.admin(), request.command.today.as_str());
        let outcome = match through {
            WarehouseEffect::Release { parcel } => self.release(&write, parcel, who, deadline).await,
            WarehouseEffect::Void { parcel } => self.void(&write, parcel, who, deadline).await,
            WarehouseEffect::Mend { parcel, of } => self.repair_parcel(&write, (parcel, of), who, deadline).await?,
            WarehouseEffect::Ship { parcel, of } => match order.parcel(parcel) {
                Some(parcel) => {
                    let step = stock::step(of, &format!("parcel-{}", parcel.no), who, stock::ship(order, parcel), &write, deadline);
                    self.outbound(step).await
                }
                None => Outcome::Changed,
            },
        };
        match outcome {
            Outcome::Done => {
                self.shop.changed(&write.order, Vec::new());
                Ok(done(write.order, action, refund, state))
            }
            Outcome::Refused(refusal) => {
                state.order = None;
                let repeated = self.repeated(request).await?;
                Ok(Attempt::Reply(repeated.unwrap_or(ShopReply::Refused(refusal))))
            }
            Outcome::Repeated | Outcome::Changed => Ok(Attempt::Changed),
            Outcome::Failed(failure) => {
                state.order = None;
                // The answer may be lost and the deed done.
                let repeated = self.repeated(request).await?;
                Ok(Attempt::Reply(repeated.unwrap_or(ShopReply::Failed(failure))))
            }
        }
    }

    /// A paid order of one parcel is written together with its outbound order. Nothing where that did not come about:
    /// then it is written alone, and handed over after that.
    async fn with_hand_over(&self, write: &ShopWrite, request: &ShopRequest) -> Result<Option<ShopOrder>, StoreError> {
        let [ShopTodo::HandOver { parcel }] = write.order.todo.as_slice() else { return Ok(None) };
        let Some(parcel) = write.order.parcel(*parcel).filter(|parcel| !parcel.doubt).cloned() else { return Ok(None) };
        let (today, now_ms) = (request.command.today.as_str(), self.shop.clock().now_ms());
        let outbound = stock::outbound(&write.order, &parcel, self.shop.store().next_id().await?, today, now_ms);
        let mut write = write.clone();
        stock::handed_over(&mut write.order, parcel.no, &outbound);
        write.order.todo.clear();
        finish::look_again(&mut write.order, self.shop.now());
        let mut command = stock::hand_over(&write.order, &parcel, &outbound, today);
        command.shop = Some(Box::new(write.clone()));
        Ok(match self.warehouse(parcel.warehouse, command, request.deadline).await {
            Outcome::Done => Some(write.order),
            Outcome::Repeated | Outcome::Changed | Outcome::Refused(_) | Outcome::Failed(_) => None,
        })
    }

    async fn not_written(&self, error: ShopWriteError, request: &ShopRequest, state: &mut State) -> Result<Attempt, StoreError> {
        match error {
            ShopWriteError::Changed => Ok(Attempt::Changed),
            ShopWriteError::CommandTaken | ShopWriteError::Store(StoreError::Unknown(_) | StoreError::TimedOut(_)) => {
                state.order = None;
                Ok(self.repeated(request).await?.map_or(Attempt::Changed, Attempt::Reply))
            }
            ShopWriteError::Guarded(guard) => Ok(Attempt::Reply(ShopReply::Refused(guarded(guard)))),
            ShopWriteError::Store(error) => Err(error),
        }
    }
}
