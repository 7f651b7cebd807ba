//! People who ask an order again under the same id until there is an answer, and now and then twice at once.

use std::time::Duration;

use actors::clock::Clock;
use bus_schemas::ids::{CommandId, OrderId};
use bus_schemas::shop::command::{ShopAction, ShopCommand, ShopKey, ShopReply, ShopRequest};
use bus_schemas::shop::order::ShopBy;
use rand::Rng;
use rand::rngs::StdRng;

use super::site::{DAY, Site};

pub const ASKED_MAX: usize = 500;

impl Site {
    /// Asks an order once, or twice at once.
    async fn once(&self, random: &mut StdRng, order: OrderId, by: ShopBy, id: &str, action: &ShopAction) -> Result<ShopReply, String> {
        let request = self.request(order, by, id, action.clone());
        if !random.random_bool(0.1) {
            return Ok(self.node(random).shop().ask(request).await);
        }
        self.twice(random, id, request.clone(), request).await
    }

    pub(super) fn request(&self, order: OrderId, by: ShopBy, id: &str, action: ShopAction) -> ShopRequest {
        let key = ShopKey::of(by, CommandId::new(id).unwrap());
        let command = ShopCommand { key, by, version: None, today: DAY.into(), action };
        ShopRequest { order, command, deadline: self.time.now_ms() + 8_000 }
    }

    /// Asks an order in the name of the system: once, or in two places at once.
    pub async fn keyed(&self, random: &mut StdRng, order: OrderId, key: ShopKey, action: ShopAction) -> ShopReply {
        let command = ShopCommand { key, by: ShopBy::System, version: None, today: DAY.into(), action };
        let request = ShopRequest { order, command, deadline: self.time.now_ms() + 8_000 };
        if !random.random_bool(0.15) {
            return self.node(random).shop().ask(request).await;
        }
        let (one, other) = (self.node(random), self.node(random));
        tokio::join!(one.shop().ask(request.clone()), other.shop().ask(request)).0
    }

    /// Asks the same in two places at once: if both say what was done, it is the same.
    pub(super) async fn twice(&self, random: &mut StdRng, id: &str, first: ShopRequest, second: ShopRequest) -> Result<ShopReply, String> {
        let (one, other) = (self.node(random), self.node(random));
        match tokio::join!(one.shop().ask(first), other.shop().ask(second)) {
            (ShopReply::Done(one), ShopReply::Done(other)) if (one.id, one.version, one.refund) != (other.id, other.version, other.refund) => {
                Err(format!("{id} was answered twice, differently: {one:?} {other:?}"))
            }
            (ShopReply::Done(done), _) | (_, ShopReply::Done(done)) => Ok(ShopReply::Done(done)),
            (ShopReply::Failed(failure), _) | (_, ShopReply::Failed(failure)) => Ok(ShopReply::Failed(failure)),
            (refused, _) => Ok(refused),
        }
    }

    /// Asks an order until there is an answer, and now and then once more: what was done stays done.
    pub async fn ask(&self, random: &mut StdRng, order: OrderId, by: ShopBy, id: &str, action: ShopAction) -> Result<ShopReply, String> {
        for _ in 0..ASKED_MAX {
            let reply = self.once(random, order, by, id, &action).await?;
            if matches!(reply, ShopReply::Failed(_)) {
                tokio::time::sleep(Duration::from_millis(1)).await;
                continue;
            }
            if let (ShopReply::Done(done), true) = (&reply, random.random_bool(0.15)) {
                match self.once(random, order, by, id, &action).await? {
                    ShopReply::Done(again) if again.version != done.version => {
                        return Err(format!("{id} was done as {done:?} and again as {again:?}"));
                    }
                    ShopReply::Refused(refusal) => return Err(format!("{id} was done and is now refused: {refusal}")),
                    ShopReply::Done(_) | ShopReply::Failed(_) => {}
                }
            }
            return Ok(reply);
        }
        Err(format!("{id} was asked {ASKED_MAX} times and never answered"))
    }
}
