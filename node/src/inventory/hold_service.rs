//! Holding batches and freeing them: in one warehouse, or everywhere by asking each; putting goods elsewhere; correcting
//! their dates.

use actors::clock::SharedClock;
use actors::dates;
use actors::invisible;
use actors::system::System;
use actors::warehouse::batch_number::{BATCH_NUMBER_MAX, normalise};
use bus_schemas::hold::{HoldChange, HoldState};
use bus_schemas::ids::{AreaId, CommandId, CommandKey, ProductId, ShelfId, WarehouseId};
use bus_schemas::live::Invalidation;
use bus_schemas::number::Quantity;
use bus_schemas::right::WarehouseRight;
use bus_schemas::warehouse::{Obstacle, Place, Shortage, StockAction, StockCommand, StockRefusal, StockReply, StockRequest};
use entrepot_store::Store;
use entrepot_store::inventory::reservations::LostReservation;

use crate::error::ServiceError;
use crate::identity::order_rights::Person;

/// What holds need. Cheap to clone.
#[derive(Clone)]
pub struct BatchHolds {
    pub store: Store,
    pub system: System,
    pub clock: SharedClock,
}

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

/// Changes the state of a batch and returns the released reservations. Sent again under the same command id, it
/// continues where it stopped.
pub async fn change(holds: &BatchHolds, person: &Person, asked: Asked) -> Result<Vec<LostReservation>, ServiceError> {
    let batch = normalise(&asked.batch);
    if batch.chars().count() > BATCH_NUMBER_MAX {
        return Err(ServiceError::field("batch_number", "error.text.long"));
    }
    let reason = reason_of(&asked.reason)?;
    if !holds.store.has_product(asked.product).await? {
        return Err(ServiceError::field("product_id", "error.reference"));
    }
    let known = holds.store.warehouse_ids().await?;
    let within = |warehouse: i64| person.scope.only_warehouses().is_none_or(|seen| seen.contains(&warehouse));
    let warehouses = match asked.warehouse {
        Some(warehouse) if known.contains(&warehouse) && within(warehouse) => vec![warehouse],
        // A caller who sees only some warehouses decides for these alone.
        None if person.scope.only_warehouses().is_none() => known,
        _ => return Err(ServiceError::field("warehouses_id", "error.reference")),
    };
    for warehouse in &warehouses {
        require_right(holds, person, WarehouseRight::Decide, *warehouse).await?;
    }
    // A typo would be held in silence, and the goods that were meant stay on sale. What is held may always be freed.
    if asked.state != HoldState::None && !batch.is_empty() && !holds.store.has_batch(asked.product, &batch).await? {
        return Err(ServiceError::field("batch_number", "error.batch.unknown"));
    }
    let key = command_key(person, asked.command.as_ref())?;
    let everywhere = asked.warehouse.is_none();
    let change = HoldChange { product: ProductId(asked.product), batch, state: asked.state, reason, everywhere };
    let mut lost = Vec::new();
    for warehouse in &warehouses {
        let action = StockAction::Hold { change: change.clone() };
        // Another state, or another product's, is not the same again, whatever its id.
        let part = key.part(&format!("hold{warehouse}s{}p{}", asked.state.code(), asked.product));
        if let Some(rows) = ask(holds, person, WarehouseId(*warehouse), part, action).await? {
            lost.extend(holds.store.lost_reservations(*warehouse, rows).await?);
        }
    }
    if everywhere {
        // Each has the same state by now; two people who decide at once leave the same everywhere.
        warehouses.iter().for_each(|warehouse| holds.system.invalidate(Invalidation::Warehouse { warehouse: WarehouseId(*warehouse) }));
    }
    Ok(lost)
}

/// Releases what is reserved of goods in areas whose purpose has changed; done when it answers.
pub async fn enforce(holds: &BatchHolds, person: &Person, warehouse: WarehouseId) -> Result<(), ServiceError> {
    let key = command_key(person, None)?;
    ask(holds, person, warehouse, key, StockAction::Enforce).await.map(|_| ())
}

/// Goods of a place, and where they are put.
pub struct Relocation {
    pub warehouse: i64,
    pub from: Place,
    pub area: i64,
    pub shelf: i64,
    pub quantity: Quantity,
    pub command: Option<String>,
}

/// Puts goods of a place onto another area and shelf of the warehouse: first free ones. What is reserved of the others stays
/// so.
pub async fn relocate(holds: &BatchHolds, person: &Person, asked: Relocation) -> Result<(), ServiceError> {
    let Relocation { warehouse, from, area, shelf, quantity, command } = asked;
    require_seen(holds, person, warehouse).await?;
    require_right(holds, person, WarehouseRight::Work, warehouse).await?;
    let (has_area, has_shelf) = holds.store.has_place(warehouse, area, shelf).await?;
    if !has_area {
        return Err(ServiceError::field("to_areas_id", "error.reference"));
    }
    if !has_shelf {
        return Err(ServiceError::field("to_shelves_id", "error.reference"));
    }
    if quantity.0.normalize().scale() > holds.store.decimals_at(warehouse, &from).await? {
        return Err(ServiceError::field("quantity", "error.quantity.unit"));
    }
    let product = from.product;
    let action = StockAction::Relocate { from, area: AreaId(area), shelf: ShelfId(shelf), quantity };
    match reply(holds, person, WarehouseId(warehouse), command_key(person, command.as_ref())?, action).await? {
        StockReply::Done(_) => Ok(()),
        StockReply::Refused(refusal) => Err(refused_move(holds, product, refusal).await?),
        StockReply::Failed(failure) => Err(failure.into()),
    }
}

/// A refusal to move goods, in words that name them: the person has asked for no lines.
async fn refused_move(holds: &BatchHolds, product: ProductId, refusal: StockRefusal) -> Result<ServiceError, ServiceError> {
    let known = holds.store.stock_product(product.0).await?;
    let product = ("product", known.map(|(product, _)| product.name).unwrap_or_default());
    let (key, values) = match &refusal {
        StockRefusal::Line { .. } => ("stock.move.line", vec![product]),
        StockRefusal::Short { lines } => {
            let short = lines.first();
            let figure = |of: fn(&Shortage) -> Quantity| short.map(of).unwrap_or_default().to_string();
            ("stock.move.short", vec![product, ("wanted", figure(|short| short.wanted)), ("available", figure(|short| short.available))])
        }
        StockRefusal::Blocked { lines } => {
            let quantity = lines.first().map(|blocked| blocked.wanted - blocked.available).unwrap_or_default().to_string();
            if lines.first().is_some_and(|blocked| blocked.obstacle == Obstacle::Gone) {
                ("stock.move.lost", vec![product, ("quantity", quantity)])
            } else {
                ("stock.move.reserved", vec![product, ("reserved", quantity)])
            }
        }
        _ => return Ok(refusal.into()),
    };
    Ok(match ServiceError::from(refusal) {
        ServiceError::Refused { facts, .. } => ServiceError::Refused { key, values, facts },
        other => other,
    })
}

/// Dates that goods turn out to have. An empty one is not known.
pub struct Correction {
    pub warehouse: i64,
    /// Of a batch, all its places in the warehouse are meant.
    pub place: Place,
    pub produce_date: String,
    pub expiry_date: String,
    /// For the log of administrators, which keeps what was sent.
    pub reason: String,
    pub command: Option<String>,
}

/// Corrects the dates of a batch in a warehouse, or of goods without a batch at one place.
pub async fn correct_dates(holds: &BatchHolds, person: &Person, asked: Correction) -> Result<(), ServiceError> {
    let Correction { warehouse, place, produce_date, expiry_date, reason, command } = asked;
    require_seen(holds, person, warehouse).await?;
    require_right(holds, person, WarehouseRight::Decide, warehouse).await?;
    reason_of(&reason)?;
    let (produce_date, expiry_date) = (date_of("produce_date", &produce_date)?, date_of("expiry_date", &expiry_date)?);
    if produce_date.as_ref().zip(expiry_date.as_ref()).is_some_and(|(produced, expires)| produced > expires) {
        return Err(ServiceError::field("expiry_date", "error.date.order"));
    }
    let action = StockAction::CorrectDates { place, produce_date, expiry_date };
    ask(holds, person, WarehouseId(warehouse), command_key(person, command.as_ref())?, action).await.map(|_| ())
}

fn date_of(field: &str, text: &str) -> Result<Option<String>, ServiceError> {
    let text = text.trim();
    if !text.is_empty() && dates::typed(text).is_none() {
        return Err(ServiceError::field(field, "error.date"));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

fn reason_of(text: &str) -> Result<String, ServiceError> {
    let reason = invisible::lines(text);
    if reason.is_empty() {
        return Err(ServiceError::field("reason", "error.required"));
    }
    if reason.chars().count() > REASON_MAX {
        return Err(ServiceError::field("reason", "error.text.long"));
    }
    Ok(reason)
}

/// Refuses a warehouse that the person does not see or that is not there: no actor is started for it.
async fn require_seen(holds: &BatchHolds, person: &Person, warehouse: i64) -> Result<(), ServiceError> {
    let within = person.scope.only_warehouses().is_none_or(|seen| seen.contains(&warehouse));
    if within && holds.store.has_warehouse(warehouse).await? { Ok(()) } else { Err(ServiceError::field("warehouses_id", "error.reference")) }
}

/// Refuses what the person may not do in a warehouse that they see.
async fn require_right(holds: &BatchHolds, person: &Person, right: WarehouseRight, warehouse: i64) -> Result<(), ServiceError> {
    holds.store.missing_right(&person.scope, right, warehouse).await?.map_or(Ok(()), |missing| Err(missing.into()))
}

fn command_key(person: &Person, command: Option<&String>) -> Result<CommandKey, ServiceError> {
    let id = match command {
        Some(text) => CommandId::new(text.as_str()).map_err(|_| ServiceError::field("command_id", "error.command_id"))?,
        None => CommandId::of_bits(uuid::Uuid::now_v7().as_u128()),
    };
    Ok(CommandKey::of(person.admin, id))
}

async fn ask(
    holds: &BatchHolds,
    person: &Person,
    warehouse: WarehouseId,
    id: CommandKey,
    action: StockAction,
) -> Result<Option<(i64, i64)>, ServiceError> {
    match reply(holds, person, warehouse, id, action).await? {
        StockReply::Done(done) => Ok(done.sequences),
        StockReply::Refused(refusal) => Err(refusal.into()),
        StockReply::Failed(failure) => Err(failure.into()),
    }
}

async fn reply(holds: &BatchHolds, person: &Person, warehouse: WarehouseId, id: CommandKey, action: StockAction) -> Result<StockReply, ServiceError> {
    let command = StockCommand::new(id, person.admin, holds.store.today_at(warehouse.0).await?, action);
    let deadline = holds.clock.now_ms() + DEADLINE_MS;
    Ok(holds.system.warehouses().ask(StockRequest { warehouse, command, deadline }).await)
}
