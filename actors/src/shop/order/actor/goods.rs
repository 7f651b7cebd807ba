//! What the actor asks warehouses and outbound orders for.

use bus_schemas::ids::{AdminId, OrderId, WarehouseId};
use bus_schemas::order::{OrderKind, OrderRefusal, OrderReply, OrderRequest};
use bus_schemas::shop::command::ShopRefusal;
use bus_schemas::shop::write::ShopWrite;
use bus_schemas::warehouse::{AskFailure, StockAction, StockCommand, StockRefusal, StockReply};

use super::ShopActor;
use super::outcome::Outcome;
use crate::shop::order::stock;
use crate::store::StoreError;

impl ShopActor {
    /// Gives back what is held for a parcel.
    pub(super) async fn release(&self, write: &ShopWrite, parcel: u32, (admin, today): (AdminId, &str), deadline: i64) -> Outcome {
        let Some(of) = write.order.parcel(parcel) else { return Outcome::Changed };
        let mut command = stock::command(&write.order, &format!("free-{parcel}"), admin, today, StockAction::Release);
        command.shop = Some(Box::new(write.clone()));
        self.warehouse(of.warehouse, command, deadline).await
    }

    /// Voids a parcel's outbound order.
    pub(super) async fn void(&self, write: &ShopWrite, parcel: u32, who: (AdminId, &str), deadline: i64) -> Outcome {
        let Some(of) = write.order.parcel(parcel).and_then(|parcel| parcel.outbound) else { return Outcome::Changed };
        self.outbound(stock::step(of, &format!("end-{parcel}"), who, stock::end(&write.order, of), write, deadline)).await
    }

    /// Corrects what a parcel's outbound order says of its shipment.
    pub(super) async fn repair_parcel(
        &self,
        write: &ShopWrite,
        (parcel, of): (u32, OrderId),
        who: (AdminId, &str),
        deadline: i64,
    ) -> Result<Outcome, StoreError> {
        let outbound = self.shop.orders().find(OrderKind::OUTBOUND, of).await?;
        let parcel = write.order.parcel(parcel);
        let Some((parcel, action)) = parcel.zip(outbound).and_then(|(parcel, of)| Some((parcel, stock::repair(&write.order, parcel, &of)?))) else {
            return Ok(Outcome::Refused(ShopRefusal::rule("shop.outbound")));
        };
        let name = format!("mend-{}-v{}", parcel.no, write.order.version);
        Ok(self.outbound(stock::step(of, &name, who, action, write, deadline)).await)
    }

    /// Asks a warehouse.
    pub(super) async fn warehouse(&self, warehouse: WarehouseId, command: StockCommand, deadline: i64) -> Outcome {
        match self.shop.warehouses().ask(stock::request(warehouse, command, deadline)).await {
            StockReply::Done(done) if done.repeated => Outcome::Repeated,
            StockReply::Done(_) => Outcome::Done,
            StockReply::Refused(StockRefusal::OrderChanged) => Outcome::Changed,
            // Its id is the system's own: it was done, for an outbound order that was made then.
            StockReply::Refused(StockRefusal::CommandReused) => Outcome::Repeated,
            StockReply::Refused(refusal) => Outcome::Refused(ShopRefusal::Stock { refusal }),
            StockReply::Failed(failure) => Outcome::Failed(failure),
        }
    }

    /// Asks an outbound order.
    pub(super) async fn outbound(&self, request: OrderRequest) -> Outcome {
        match self.shop.orders().ask(request).await {
            OrderReply::Done(done) if done.repeated => Outcome::Repeated,
            OrderReply::Done(_) => Outcome::Done,
            OrderReply::Refused(OrderRefusal::Stock { refusal: StockRefusal::OrderChanged }) | OrderReply::Failed(AskFailure::Busy) => {
                Outcome::Changed
            }
            OrderReply::Refused(OrderRefusal::Stock { refusal }) => Outcome::Refused(ShopRefusal::Stock { refusal }),
            OrderReply::Refused(OrderRefusal::Invalid { field, key }) => Outcome::Refused(ShopRefusal::Invalid { field, key }),
            OrderReply::Refused(refusal) => {
                tracing::warn!(order = self.id.0, %refusal, "an outbound order refuses its shop order");
                Outcome::Refused(ShopRefusal::rule("shop.outbound"))
            }
            OrderReply::Failed(failure) => Outcome::Failed(failure),
        }
    }
}
