//! Holding batches and freeing them: in one warehouse, or everywhere by asking each.

use actors::warehouse::batch_number::{BATCH_NUMBER_MAX, normalise};
use bus_schemas::hold::{HoldChange, HoldState};
use bus_schemas::ids::{CommandId, CommandKey, ProductId, WarehouseId};
use bus_schemas::live::Invalidation;
use bus_schemas::warehouse::{StockAction, StockCommand, StockReply, StockRequest};
use entrepot_store::inventory::reservations::LostReservation;

use crate::error::ServiceError;
use crate::node::Node;
use crate::order::service::Person;

/// How long a warehouse may take to answer, in milliseconds.
const DEADLINE_MS: i64 = 8_000;
/// Longest reason, in characters.
const REASON_MAX: usize = 500;

/// What somebody asks of a batch.
pub struct Asked {
    pub product: i64,
    pub batch: String,
    pub state: HoldState,
    pub reason: String,
    /// `None`: everywhere.
    pub warehouse: Option<i64>,
    pub command: Option<String>,
}

/// Changes the state of a batch. Answers what was released of reservations. Sent again under the same command id it
/// goes on where it stopped.
pub async fn change(node: &Node, person: &Person, asked: Asked) -> Result<Vec<LostReservation>, ServiceError> {
    let batch = normalise(&asked.batch);
    if batch.chars().count() > BATCH_NUMBER_MAX {
        return Err(ServiceError::field("batch_number", "error.text.long"));
    }
    let reason = asked.reason.trim().to_owned();
    if reason.is_empty() {
        return Err(ServiceError::field("reason", "error.required"));
    }
    if reason.chars().count() > REASON_MAX {
        return Err(ServiceError::field("reason", "error.text.long"));
    }
    if !node.store().has_product(asked.product).await? {
        return Err(ServiceError::field("product_id", "error.reference"));
    }
    let known = node.store().warehouse_ids().await?;
    let within = |warehouse: i64| person.scope.only_warehouses().is_none_or(|seen| seen.contains(&warehouse));
    let warehouses = match asked.warehouse {
        Some(warehouse) if known.contains(&warehouse) && within(warehouse) => vec![warehouse],
        // Whoever sees some warehouses only decides for these.
        None if person.scope.only_warehouses().is_none() => known,
        _ => return Err(ServiceError::field("warehouses_id", "error.reference")),
    };
    let id = match &asked.command {
        Some(text) => CommandId::new(text.as_str()).map_err(|_| ServiceError::field("command_id", "error.command_id"))?,
        None => CommandId::of_bits(uuid::Uuid::now_v7().as_u128()),
    };
    let key = CommandKey::of(person.admin, id);
    let everywhere = asked.warehouse.is_none();
    let change = HoldChange { product: ProductId(asked.product), batch, state: asked.state, reason, everywhere };
    let mut lost = Vec::new();
    for warehouse in &warehouses {
        let action = StockAction::Hold { change: change.clone() };
        if let Some(rows) = ask(node, person, WarehouseId(*warehouse), key.part(&format!("hold{warehouse}")), action).await? {
            lost.extend(node.store().lost_reservations(*warehouse, rows).await?);
        }
    }
    if everywhere {
        // Each has the same state by now; two people who decide at once leave the same everywhere.
        warehouses.iter().for_each(|warehouse| node.system().invalidate(Invalidation::Warehouse { warehouse: WarehouseId(*warehouse) }));
    }
    Ok(lost)
}

/// Releases what is reserved of goods in areas whose purpose has changed; done when it answers.
pub async fn enforce(node: &Node, person: &Person, warehouse: WarehouseId) -> Result<(), ServiceError> {
    let key = CommandKey::of(person.admin, CommandId::of_bits(uuid::Uuid::now_v7().as_u128()));
    ask(node, person, warehouse, key, StockAction::Enforce).await.map(|_| ())
}

async fn ask(node: &Node, person: &Person, warehouse: WarehouseId, id: CommandKey, action: StockAction) -> Result<Option<(i64, i64)>, ServiceError> {
    let command =
        StockCommand { id, admin: person.admin, business_date: node.today(), order: None, action, order_write: None, notifications: Vec::new() };
    let deadline = node.clock().now_ms() + DEADLINE_MS;
    match node.system().warehouses().ask(StockRequest { warehouse, command, deadline }).await {
        StockReply::Done(done) => Ok(done.sequences),
        StockReply::Refused(refusal) => Err(refusal.into()),
        StockReply::Failed(failure) => Err(failure.into()),
    }
}
