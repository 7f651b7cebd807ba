//! Deletes several orders, all or none, in one transaction that is guarded by every order's version. The orders'
//! actors are not involved: an actor that has one of them in memory finds at its next write that the version has
//! changed.

use bus_schemas::ids::{AdminId, CommandKey, OrderId};
use bus_schemas::order::{ExtraRights, OrderAction, OrderCommand, OrderKind, OrderRefusal};
use bus_schemas::warehouse::{AskFailure, OrderWrite};

use super::actor::ATTEMPTS_MAX;
use super::facts::OrderFacts;
use super::orders::Orders;
use super::port::OrderWriteError;
use super::rules;
use crate::store::StoreError;

/// Orders to be deleted together.
#[derive(Clone, Debug)]
pub struct Deletion {
    pub kind: OrderKind,
    /// Each once, with the command that deletes it.
    pub orders: Vec<(OrderId, CommandKey)>,
    pub admin: AdminId,
    /// The day in the site's zone, `YYYY-MM-DD`.
    pub today: String,
}

/// Why nothing was deleted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeletionError {
    /// One of the orders refuses: the first that does, with its number where it has one.
    #[error("order {order}: {refusal}")]
    Refused { order: OrderId, number: Option<String>, refusal: OrderRefusal },
    #[error(transparent)]
    Failed(#[from] AskFailure),
}

impl From<StoreError> for DeletionError {
    fn from(error: StoreError) -> Self {
        Self::Failed(AskFailure::Unknown { reason: error.to_string() })
    }
}

impl Orders {
    /// Deletes pending orders, all of them or none.
    pub async fn delete_all(&self, deletion: &Deletion) -> Result<(), DeletionError> {
        for _ in 0..ATTEMPTS_MAX {
            let writes = self.deletions(deletion).await?;
            match self.0.store().update_all(&writes).await {
                Ok(()) => {
                    writes.iter().for_each(|write| self.0.changed(&write.order, Vec::new()));
                    return Ok(());
                }
                // Another writer changed one of them, or the outcome is unknown: read them again.
                Err(OrderWriteError::Changed | OrderWriteError::Store(StoreError::Conflict)) => {}
                Err(OrderWriteError::Store(StoreError::Unknown(_) | StoreError::TimedOut(_)) | OrderWriteError::CommandTaken) => {
                    if self.was_done(deletion).await? {
                        return Ok(());
                    }
                }
                Err(OrderWriteError::Store(error)) => return Err(error.into()),
                Err(error @ OrderWriteError::DuplicateReference) => {
                    return Err(StoreError::Corrupt(error.to_string()).into());
                }
            }
        }
        Err(AskFailure::Busy.into())
    }

    /// The orders as deleted, or the refusal of the first that can't be.
    async fn deletions(&self, deletion: &Deletion) -> Result<Vec<OrderWrite>, DeletionError> {
        let mut writes = Vec::with_capacity(deletion.orders.len());
        for (id, key) in &deletion.orders {
            let order = self.0.store().load(deletion.kind, *id).await?;
            let command = OrderCommand {
                id: key.clone(),
                admin: deletion.admin,
                version: None,
                action: OrderAction::Delete,
                quiet: false,
                may: ExtraRights::default(),
                today: deletion.today.clone(),
            };
            match rules::decide(order.as_ref(), *id, deletion.kind, &command, self.0.clock().now_ms(), &OrderFacts::default()) {
                Ok(decision) => writes.push(OrderWrite { command: key.clone(), order: decision.order, numbered: None }),
                Err(refusal) => return Err(DeletionError::Refused { order: *id, number: order.map(|order| order.number), refusal }),
            }
        }
        Ok(writes)
    }

    /// They are written in one transaction, so one remembered command stands for all.
    async fn was_done(&self, deletion: &Deletion) -> Result<bool, StoreError> {
        match deletion.orders.first() {
            Some((_, key)) => Ok(self.0.store().find_command(key).await?.is_some()),
            None => Ok(true),
        }
    }
}
