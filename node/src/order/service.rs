//! What people do with orders: each use case once, for every way that asks for it.

use actors::clock::SharedClock;
use actors::order::deletion::{Deletion, DeletionError};
use actors::order::orders::Orders;
use actors::order::unseen::target_place;
use actors::store::StoreError;
use bus_schemas::ids::{AdminId, CommandId, CommandKey, OrderId, ProductId, WarehouseId};
use bus_schemas::number::Amount;
use bus_schemas::order::kinds::RECEIVE;
use bus_schemas::order::process::{ADD, At, DELETE, EDIT, RESTORE};
use bus_schemas::order::transfer::TransitStatus;
use bus_schemas::order::{
    LinkReason, OrderAction, OrderChange, OrderCommand, OrderDone, OrderDraft, OrderKind, OrderRefusal, OrderReply, OrderRequest, OrderStatus,
    OrderType, Sight,
};
use bus_schemas::right::WarehouseRight;
use bus_schemas::warehouse::AskFailure;
use entrepot_store::Store;
use entrepot_store::inventory::picks::PickList;
use entrepot_store::listing::columns::ListFailure;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::order::list::{ListedOrders, PRODUCT_ID};
use entrepot_store::order::rows::{OrderDetail, OrderPage, OrderSides};
use entrepot_store::order::transit::{TransitFilter, TransitRow};
use entrepot_store::scope::{MissingRight, Scope};
use sha2::{Digest, Sha256};

use super::differences::{DifferenceView, differences};
use crate::identity::order_rights::Person;
use crate::identity::sessions::Caller;

/// How long a command may wait, in milliseconds: less than a request may take.
const DEADLINE_MS: i64 = 8_000;

/// Most orders that are deleted together.
const DELETED_MAX: usize = 200;

/// Why something was not done with an order.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// It is done at the other side of the transfer, where the person does not work.
    #[error("done at the other side")]
    OtherSide,
    /// There is no such order, or the person may not see it.
    #[error("no such order")]
    NotFound,
    /// The person sees the warehouse, but may not do this there.
    #[error(transparent)]
    Right(#[from] MissingRight),
    /// A field is missing or impossible: its path and the key of the message.
    #[error("{field}: {key}")]
    Field { field: String, key: &'static str },
    /// The order refuses.
    #[error("{refusal}")]
    Refused { kind: OrderKind, refusal: OrderRefusal },
    /// Somebody else changed it since; with the order as it is now, and what the person sees of its sides.
    #[error("changed meanwhile by {changed_by}")]
    Changed { kind: OrderKind, version: i64, changed_by: AdminId, current: Option<Box<OrderDetail>>, scope: Box<Scope> },
    /// One of several orders can't be deleted, so none was.
    #[error("order {order}: {refusal}")]
    NotDeleted { kind: OrderKind, order: OrderId, number: Option<String>, refusal: OrderRefusal },
    #[error(transparent)]
    Failed(#[from] AskFailure),
    #[error(transparent)]
    List(#[from] ListFailure),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OrderError {
    /// A wrong field.
    #[must_use]
    pub fn field(field: impl Into<String>, key: &'static str) -> Self {
        Self::Field { field: field.into(), key }
    }
}

/// What a person sends with a change.
pub struct Intention {
    /// Sent twice, it is done once.
    pub command: Option<CommandId>,
    /// The version they saw, if they know of versions.
    pub version: Option<i64>,
}

/// The use cases of orders. Cheap to clone.
#[derive(Clone)]
pub struct OrderService {
    store: Store,
    orders: Orders,
    clock: SharedClock,
}

/// Whether a warehouse is within a person's scope.
fn sees(person: &Person, warehouse: WarehouseId) -> bool {
    person.scope.only_warehouses().is_none_or(|seen| seen.contains(&warehouse.0))
}

impl OrderService {
    #[must_use]
    pub const fn new(store: Store, orders: Orders, clock: SharedClock) -> Self {
        Self { store, orders, clock }
    }

    /// The store, for what other parts of orders read.
    #[must_use]
    pub(super) const fn store(&self) -> &Store {
        &self.store
    }

    /// Today in the site's zone, `YYYY-MM-DD`.
    #[must_use]
    pub fn today(&self) -> String {
        self.clock.today()
    }

    /// Today in a warehouse, `YYYY-MM-DD`.
    pub async fn today_at(&self, warehouse: WarehouseId) -> Result<String, OrderError> {
        Ok(self.store.today_at(warehouse.0).await?)
    }

    /// A page of the orders that a person may see.
    pub async fn list(&self, kind: OrderKind, query: ListQuery, lives: ListedOrders, person: &Person) -> Result<OrderPage, OrderError> {
        Ok(self.store.list_orders(kind, &readable(kind, query), lives, &person.scope).await?)
    }

    /// One order, whole.
    pub async fn detail(&self, kind: OrderKind, order: OrderId, person: &Person) -> Result<OrderDetail, OrderError> {
        self.store.order_detail(kind, order, &person.scope).await?.ok_or(OrderError::NotFound)
    }

    /// What goods of an order that sends them back to their supplier come for more than the average; nothing of others.
    pub async fn differences(&self, order: &OrderDetail) -> Result<Option<Vec<DifferenceView>>, OrderError> {
        let head = &order.head;
        if !head.origin.is_some_and(|origin| origin.reason == LinkReason::SupplierReturn) {
            return Ok(None);
        }
        let sent = self.store.sent_back(OrderId(head.id)).await?;
        let products = order.lines.iter().map(|line| line.product).collect();
        let averages = self.store.averages_of(WarehouseId(head.warehouse), &products).await?;
        let open = head.deleted_at.is_none() && [OrderStatus::PENDING, OrderStatus::REVIEWED].contains(&head.status);
        Ok(Some(differences(&order.lines, open, &sent, &averages)))
    }

    /// What the goods of a transfer cost at its source, by which it is asked who must review it; nothing of other orders, once
    /// goods have left, and for those who do not see the source.
    pub async fn goods_value(&self, kind: OrderKind, order: &OrderDetail, person: &Person) -> Result<Option<Amount>, OrderError> {
        let head = &order.head;
        let waits = [OrderStatus::PENDING, OrderStatus::REVIEWED].contains(&head.status) && order.stocked_quantity().is_zero();
        if !(kind.transfers && waits && person.scope.reaches(head.warehouse, head.created_by)) {
            return Ok(None);
        }
        let products = order.lines.iter().map(|line| ProductId(line.product)).collect();
        let costs = self.store.costs_of(WarehouseId(head.warehouse), &products).await?;
        Ok(Some(order.lines.iter().filter_map(|line| Some(costs.get(&ProductId(line.product))?.total(line.quantity))).sum()))
    }

    /// What an intention has created before; nothing for one that is new.
    pub async fn created(&self, kind: OrderKind, intention: &Intention, person: &Person) -> Result<Option<OrderDone>, OrderError> {
        let Some(command) = &intention.command else { return Ok(None) };
        let Some(known) = self.orders.created(kind, &CommandKey::of(person.admin, command.clone())).await? else { return Ok(None) };
        let done = known.map_err(|refusal| OrderError::Refused { kind, refusal })?;
        self.require_side(done.id, At::Source, kind.right(ADD), person).await?;
        Ok(Some(done))
    }

    /// Creates an order.
    pub async fn create(&self, kind: OrderKind, draft: OrderDraft, intention: Intention, person: &Person) -> Result<OrderDone, OrderError> {
        self.require_warehouse(draft.warehouse, kind.right(ADD), person).await?;
        let target = draft.transfer.and_then(|transfer| transfer.target).unwrap_or(draft.warehouse);
        if !sees(person, target)
            && let Some(field) = target_place(draft.transfer.as_ref(), &draft.lines)
        {
            return Err(OrderError::field(field, "error.reference"));
        }
        let command = self.command(OrderAction::Create { draft }, intention, person);
        let reply = self.orders.create(kind, command, self.deadline()).await;
        self.answer(kind, None, reply, person).await
    }

    /// Changes an order. What the change leaves out stays as it is.
    pub async fn edit(
        &self,
        kind: OrderKind,
        order: OrderId,
        mut change: OrderChange,
        intention: Intention,
        person: &Person,
    ) -> Result<OrderDone, OrderError> {
        let right = kind.right(EDIT);
        if let Some(warehouse) = change.warehouse {
            self.require_warehouse(warehouse, right, person).await?;
        }
        self.require_side(order, At::Source, right, person).await?;
        if let Some(warehouse) = change.warehouse {
            self.require_moved(order, warehouse, right, person).await?;
        }
        // The order's actor decides on the order as it is then.
        change.sight = match person.scope.only_warehouses() {
            Some(seen) => Sight::Warehouses(seen.iter().copied().map(WarehouseId).collect()),
            None => Sight::Everything,
        };
        self.ask(kind, order, OrderAction::Edit { change }, intention, person).await
    }

    /// Takes a step of an order's process.
    pub async fn step(
        &self,
        kind: OrderKind,
        order: OrderId,
        action: OrderAction,
        intention: Intention,
        person: &Person,
    ) -> Result<OrderDone, OrderError> {
        self.require_step(kind, order, action.name(), person).await?;
        self.ask(kind, order, action, intention, person).await
    }

    /// Takes back what a transfer brought: its goods leave where they are, and come in again where they had been if the person may
    /// take them in there. Else they are in transit until somebody does.
    pub async fn take_back_transfer(
        &self,
        kind: OrderKind,
        order: OrderId,
        action: OrderAction,
        intention: Intention,
        (person, receiver): (&Person, Option<&Person>),
    ) -> Result<OrderDone, OrderError> {
        let command = intention.command.unwrap_or_else(unnamed);
        let first = Intention { command: Some(command.clone()), version: intention.version };
        let done = self.step(kind, order, action, first, person).await?;
        let made = self.orders.find(kind, order).await?.and_then(|order| order.made.last().copied());
        if let (Some(made), Some(receiver)) = (made.filter(|made| made.reason == LinkReason::Reversal), receiver) {
            let second = Intention { command: Some(beside(&command)), version: None };
            match self.step(made.kind, made.order, OrderAction::step(RECEIVE), second, receiver).await {
                Ok(_) => {}
                // Within one warehouse they are there already; else they are still in transit, where everybody sees them.
                Err(error) => tracing::debug!(order = made.order.0, %error, "goods that were taken back are not taken in yet"),
            }
        }
        Ok(done)
    }

    /// Reviews an order and moves all that is open: two commands, of which the second answers. What the person may do is
    /// said for each of both.
    pub async fn review_and_stock(
        &self,
        kind: OrderKind,
        order: OrderId,
        [(review, reviewer), (stock, person)]: [(OrderAction, &Person); 2],
        intention: Intention,
    ) -> Result<OrderDone, OrderError> {
        self.require_step(kind, order, review.name(), reviewer).await?;
        self.require_step(kind, order, stock.name(), person).await?;
        let command = intention.command.unwrap_or_else(unnamed);
        let key = CommandKey::of(person.admin, command.clone());
        if let Some(known) = self.orders.find_done(kind, order, stock.name(), &key).await? {
            return known.map_err(|refusal| OrderError::Refused { kind, refusal });
        }
        let first = Intention { command: Some(beside(&command)), version: intention.version };
        let reviewed = self.ask(kind, order, review, first, reviewer).await?;
        let second = Intention { command: Some(command), version: Some(reviewed.version) };
        self.ask(kind, order, stock, second, person).await
    }

    /// What is to be picked for an order, from where and why; nothing for those who do not see where the goods lie.
    pub async fn picks(&self, kind: OrderKind, order: OrderId, person: &Person) -> Result<PickList, OrderError> {
        let seen = self.detail(kind, order, person).await?;
        if !person.scope.reaches(seen.head.warehouse, seen.head.created_by) {
            return Ok(PickList::default());
        }
        self.store.order_picks(kind, OrderId(seen.head.id)).await?.ok_or(OrderError::NotFound)
    }

    /// Deletes pending orders, all of them or none.
    pub async fn delete(&self, kind: OrderKind, mut ids: Vec<i64>, person: &Person) -> Result<(), OrderError> {
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() || ids.len() > DELETED_MAX {
            return Err(OrderError::field("ids", "error.required"));
        }
        for id in &ids {
            self.require_step(kind, OrderId(*id), DELETE, person).await?;
        }
        let several = ids.len() > 1;
        let orders = ids.into_iter().map(|id| (OrderId(id), CommandKey::of(person.admin, unnamed()))).collect();
        let deletion = Deletion { kind, orders, admin: person.admin, today: self.today() };
        self.orders.delete_all(&deletion).await.map_err(|error| match error {
            DeletionError::Refused { order, number, refusal } if several => OrderError::NotDeleted { kind, order, number, refusal },
            DeletionError::Refused { refusal, .. } => OrderError::Refused { kind, refusal },
            DeletionError::Failed(failure) => failure.into(),
        })
    }

    /// Takes back the deletion of an order.
    pub async fn restore(&self, kind: OrderKind, order: OrderId, intention: Intention, person: &Person) -> Result<OrderDone, OrderError> {
        self.require_step(kind, order, RESTORE, person).await?;
        self.ask(kind, order, OrderAction::Restore, intention, person).await
    }

    /// What was done, with only those next actions that somebody may take in the order's warehouses.
    pub async fn keep_permitted(&self, kind: OrderKind, mut done: OrderDone, caller: &Caller) -> Result<OrderDone, OrderError> {
        if !done.allowed.is_empty() && !caller.rights.are_whole() {
            let sides = self.store.order_sides(done.id).await?.ok_or(OrderError::NotFound)?;
            done.allowed.retain(|action| sides.permit(kind, action, caller.admin.id, &caller.rights));
        }
        Ok(done)
    }

    /// The warehouses of an order and who made it; nothing of one that is not there.
    pub async fn sides(&self, order: OrderId) -> Result<Option<OrderSides>, OrderError> {
        Ok(self.store.order_sides(order).await?)
    }

    /// Refuses an order outside the person's scope as if it did not exist.
    pub async fn require_order(&self, order: OrderId, person: &Person) -> Result<(), OrderError> {
        let limited = person.scope.only_warehouses().is_some() || person.scope.only_owners().is_some();
        if limited && !self.store.reaches_order(order, &person.scope).await? { Err(OrderError::NotFound) } else { Ok(()) }
    }

    /// The same, and refuses an action that the person may not take in the warehouse where it is done.
    pub async fn require_step(&self, kind: OrderKind, order: OrderId, action: &str, person: &Person) -> Result<(), OrderError> {
        let at = kind.step(action).map_or(At::Source, |step| step.at);
        self.require_side(order, at, kind.right(action), person).await
    }

    /// Refuses an order outside the person's scope, and what they may not do at a side of it.
    async fn require_side(&self, order: OrderId, at: At, right: WarehouseRight, person: &Person) -> Result<(), OrderError> {
        if person.scope.is_unlimited() {
            return Ok(());
        }
        let sides = self.store.order_sides(order).await?.filter(|sides| sides.reached(&person.scope)).ok_or(OrderError::NotFound)?;
        let warehouse = match at {
            At::Source => sides.warehouse,
            At::Target => sides.target.unwrap_or(sides.warehouse),
        };
        if !person.scope.reaches(warehouse, sides.created_by) {
            return Err(OrderError::OtherSide);
        }
        self.require_right(right, warehouse, Some(sides.created_by), person).await
    }

    /// Refuses to move an order to a warehouse where the person may not do this with orders of who made it.
    async fn require_moved(&self, order: OrderId, to: WarehouseId, right: WarehouseRight, person: &Person) -> Result<(), OrderError> {
        if person.scope.done_by.is_empty() {
            return Ok(());
        }
        let sides = self.store.order_sides(order).await?.ok_or(OrderError::NotFound)?;
        self.require_right(right, to.0, Some(sides.created_by), person).await
    }

    /// Refuses a warehouse outside the person's scope, or where they may not do this.
    pub(super) async fn require_warehouse(&self, warehouse: WarehouseId, right: WarehouseRight, person: &Person) -> Result<(), OrderError> {
        if !sees(person, warehouse) {
            return Err(OrderError::field("warehouses_id", "error.reference"));
        }
        self.require_right(right, warehouse.0, None, person).await
    }

    async fn require_right(&self, right: WarehouseRight, warehouse: i64, owner: Option<i64>, person: &Person) -> Result<(), OrderError> {
        self.store.missing_right_on(&person.scope, right, warehouse, owner).await?.map_or(Ok(()), |missing| Err(missing.into()))
    }

    /// What is in transit of the transfers that a person may see.
    pub async fn in_transit(&self, filter: &TransitFilter, person: &Person) -> Result<Vec<TransitRow>, OrderError> {
        Ok(self.store.goods_in_transit(filter, &person.scope).await?)
    }

    /// The warehouses in use, by name: goods may be sent to one that the person does not see.
    pub async fn targets(&self) -> Result<Vec<(i64, String)>, OrderError> {
        Ok(self.store.transfer_targets().await?)
    }

    /// The clock's time, in Unix milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    fn deadline(&self) -> i64 {
        self.clock.now_ms() + DEADLINE_MS
    }

    fn command(&self, action: OrderAction, intention: Intention, person: &Person) -> OrderCommand {
        let id = CommandKey::of(person.admin, intention.command.unwrap_or_else(unnamed));
        OrderCommand { id, admin: person.admin, version: intention.version, action, quiet: false, may: person.may, today: self.today() }
    }

    async fn ask(
        &self,
        kind: OrderKind,
        order: OrderId,
        action: OrderAction,
        intention: Intention,
        person: &Person,
    ) -> Result<OrderDone, OrderError> {
        let command = self.command(action, intention, person);
        let reply = self.orders.ask(OrderRequest { kind, order, command, deadline: self.deadline() }).await;
        self.answer(kind, Some(order), reply, person).await
    }

    async fn answer(&self, kind: OrderKind, order: Option<OrderId>, reply: OrderReply, person: &Person) -> Result<OrderDone, OrderError> {
        match (reply, order) {
            (OrderReply::Done(done), _) => Ok(done),
            (OrderReply::Refused(OrderRefusal::Version { current: version, changed_by }), Some(order)) => {
                let current = self.store.order_detail(kind, order, &Scope::system()).await?.map(Box::new);
                Err(OrderError::Changed { kind, version, changed_by, current, scope: Box::new(person.scope.clone()) })
            }
            (OrderReply::Refused(refusal), _) => Err(OrderError::Refused { kind, refusal }),
            (OrderReply::Failed(failure), _) => Err(failure.into()),
        }
    }
}

/// The command id of an intention that nobody named.
fn unnamed() -> CommandId {
    CommandId::of_bits(uuid::Uuid::now_v7().as_u128())
}

/// The command id of the other step of an intention that has two.
fn beside(command: &CommandId) -> CommandId {
    let digest = Sha256::digest(format!("before {command}").as_bytes());
    let bits = digest.iter().take(16).fold(0, |bits: u128, byte| bits << 8 | u128::from(*byte));
    CommandId::of_bits(bits)
}

/// The list of those orders that hold a line with a product, if one is named.
#[must_use]
pub fn holding(mut query: ListQuery, product: Option<i64>) -> ListQuery {
    let of = |product: i64| Filter { field: PRODUCT_ID.into(), operator: "=".into(), values: vec![product.to_string()], datetime: false };
    query.filters.extend(product.map(of));
    query
}

/// A list's query as the store reads it.
#[must_use]
pub fn readable(kind: OrderKind, mut query: ListQuery) -> ListQuery {
    query.filters.iter_mut().chain(&mut query.init).for_each(|filter| names_for_codes(kind, filter));
    query
}

/// Status and type are codes outside and names within.
fn names_for_codes(kind: OrderKind, filter: &mut Filter) {
    // States that differ within have one code.
    let of_status = |code: i64| kind.statuses_of(code).map(OrderStatus::as_str).collect::<Vec<_>>();
    let of_type = |code: i64| kind.type_of(code).into_iter().map(OrderType::as_str).collect();
    let of_transit = |code: i64| TransitStatus::from_code(code).into_iter().map(TransitStatus::as_str).collect();
    let of_shipment = |code: i64| usize::try_from(code).ok().and_then(|code| ["none", "pending", "shipped"].get(code).copied()).into_iter().collect();
    let names_of: &dyn Fn(i64) -> Vec<&'static str> = match filter.field.as_str() {
        "status" => &of_status,
        "type" => &of_type,
        "shipment_status" => &of_shipment,
        "transit_status" => &of_transit,
        _ => return,
    };
    let names = |value: &str| {
        let known = value.trim().parse().ok().map(names_of).filter(|names| !names.is_empty());
        known.map_or_else(|| vec![value.to_owned()], |names| names.into_iter().map(str::to_owned).collect())
    };
    filter.values = filter.values.iter().flat_map(|value| value.split(',')).flat_map(names).collect();
    if filter.operator.eq_ignore_ascii_case("LIKE") || (filter.operator == "=" && filter.values.len() > 1) {
        filter.operator = "IN".into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_status_and_type_are_looked_for_by_their_names() {
        let looked_for = |kind, field: &str, values: &[&str], operator: &str| {
            let values = values.iter().map(|value| (*value).to_owned()).collect();
            let mut filter = Filter { field: field.into(), operator: operator.into(), values, datetime: false };
            names_for_codes(kind, &mut filter);
            (filter.values.join(" "), filter.operator)
        };
        let (inbound, outbound) = (OrderKind::INBOUND, OrderKind::OUTBOUND);
        assert_eq!(looked_for(inbound, "status", &["0,1", "9"], "LIKE"), ("pending reviewed 9".into(), "IN".into()));
        assert_eq!(looked_for(inbound, "type", &["30"], "="), ("customer_return".into(), "=".into()));
        assert_eq!(looked_for(outbound, "type", &["30"], "="), ("transfer_out".into(), "=".into()));
        assert_eq!(looked_for(inbound, "order_no", &["0,1"], "LIKE"), ("0,1".into(), "LIKE".into()));
    }
}
