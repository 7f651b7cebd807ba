//! Group commit of orders that move no goods: while one transaction is being written, others wait, and are then written
//! together. A transaction that is refused is taken apart, so that nobody fails for another's sake.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, PoisonError};

use actors::order::port::OrderWriteError;
use actors::store::StoreError;
use bus_schemas::notification::{Announcement, NotificationDraft};
use bus_schemas::order::Order;
use bus_schemas::warehouse::OrderWrite;
use surrealdb::types::Value;
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::stored::{changed_order, command_row, event_row, order_counter, order_number, order_row};
use crate::commands::ORDER_COMMANDS;
use crate::engine::connect::Store;
use crate::engine::memory::Memory;
use crate::engine::replacing::replace;
use crate::engine::transaction::{TransactionBody, TxError, Vars};
use crate::engine::value::array;
use crate::event::numbered::{counters_of, told};
use crate::inbox::commit::Counted;
use crate::inbox::counters::Counters;

/// Most orders of one transaction.
const TOGETHER_MAX: usize = 64;

/// An order that was written, with its number, and the inboxes that have changed.
type Written = Result<(Order, Vec<Announcement>), OrderWriteError>;

struct Waiting {
    write: OrderWrite,
    drafts: Vec<NotificationDraft>,
    /// Of each draft.
    recipients: Vec<Vec<i64>>,
    reply: oneshot::Sender<Written>,
}

/// The orders that wait to be written: at most as many as there are changes under way.
#[derive(Default)]
struct OrderQueue {
    waiting: Mutex<Vec<Waiting>>,
    /// Held by the one that writes.
    writing: tokio::sync::Mutex<()>,
}

impl Memory for OrderQueue {
    fn new(_: bool) -> Self {
        Self::default()
    }
}

impl OrderQueue {
    fn add(&self, one: Waiting) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(one);
    }

    /// The next group.
    fn next(&self) -> Vec<Waiting> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let most = waiting.len().min(TOGETHER_MAX);
        let rest = waiting.split_off(most);
        mem::replace(&mut waiting, rest)
    }
}

pub(super) fn write_error<'a>(error: TxError, writes: impl Iterator<Item = &'a OrderWrite>) -> OrderWriteError {
    match &error {
        TxError::Exists(record) if changed_order(record, writes).is_some() => OrderWriteError::Changed,
        // Ids are given out once, so an order that exists was made by this command.
        error if error.exists_in(ORDER_COMMANDS) || error.exists_in("stock_order") => OrderWriteError::CommandTaken,
        TxError::NotUnique(index) if index == "stock_order_reference" => OrderWriteError::DuplicateReference,
        _ => OrderWriteError::Store(error.into()),
    }
}

/// The statements that write orders: all of them as their versions expect, or none.
pub(super) fn orders_query(writes: &[OrderWrite]) -> Result<(String, Vars), TxError> {
    let (created, known): (Vec<_>, Vec<_>) = writes.iter().partition(|write| write.creates());
    let mut rows: Vec<Value> = created.iter().map(|write| order_row(&write.order)).collect::<Result<_, _>>()?;
    rows.extend(writes.iter().map(|write| command_row(&write.command, &write.order)));
    for write in writes {
        rows.push(Value::Object(event_row(&write.order)?));
    }
    let mut vars = vec![("rows", array(rows))];
    let mut query = "INSERT $rows RETURN NONE;".to_owned();
    replace(known.iter().map(|write| order_row(&write.order)).collect::<Result<_, _>>()?, &mut query, &mut vars);
    Ok((query, vars))
}

/// The orders with their numbers, which continue from `before`, and how many each counter gives.
fn numbered<'a>(writes: impl Iterator<Item = &'a OrderWrite>, before: &Counters) -> (Vec<OrderWrite>, Vec<(String, i64)>) {
    let mut taken: BTreeMap<String, i64> = BTreeMap::new();
    let number = |write: &OrderWrite| {
        let mut write = write.clone();
        if let Some(day) = &write.numbered {
            let counter = order_counter(write.order.kind, day);
            let many = taken.entry(counter.clone()).or_default();
            *many += 1;
            write.order.number = order_number(&counter, before.last(&counter) + *many);
            if write.order.reference.is_empty() {
                write.order.reference.clone_from(&write.order.number);
            }
        }
        write
    };
    (writes.map(number).collect(), taken.into_iter().collect())
}

/// A notification of an order that gets its number with it names the number.
fn named(draft: &NotificationDraft, write: &OrderWrite) -> NotificationDraft {
    let mut draft = draft.clone();
    if write.numbered.is_some() {
        draft.data.insert("order_no".to_owned(), write.order.number.clone().into());
    }
    draft
}

impl Store {
    /// Writes an order with its notifications, together with others that wait.
    pub(super) async fn write_order(&self, write: OrderWrite, drafts: &[NotificationDraft]) -> Written {
        let recipients = self.recipients_of(drafts).await?;
        let (reply, mut written) = oneshot::channel();
        let queue: &OrderQueue = self.memory();
        queue.add(Waiting { write, drafts: drafts.to_vec(), recipients, reply });
        loop {
            let writing = queue.writing.lock().await;
            match written.try_recv() {
                Ok(answer) => return answer,
                Err(TryRecvError::Closed) => return Err(StoreError::Unknown("the group was not written to its end".into()).into()),
                Err(TryRecvError::Empty) => {}
            }
            let together = queue.next();
            // In its own task: a caller that goes away takes nobody's order with it.
            let store = self.clone();
            let group = tokio::spawn(async move { store.write_group(together).await });
            if group.await.is_err() {
                tracing::error!("a group of orders was not written to its end");
            }
            drop(writing);
        }
    }

    async fn write_group(&self, group: Vec<Waiting>) {
        let answers = match self.commit_orders(&group).await {
            Ok(answers) => answers.into_iter().map(Ok).collect(),
            Err(error) if group.len() == 1 => vec![Err(write_error(error, group.iter().map(|one| &one.write)))],
            Err(error) => {
                tracing::debug!(%error, orders = group.len(), "orders are written one by one");
                let mut answers = Vec::with_capacity(group.len());
                for one in &group {
                    let written = self.commit_orders(std::slice::from_ref(one)).await;
                    answers.push(written.map(|mut orders| orders.remove(0)).map_err(|error| write_error(error, std::iter::once(&one.write))));
                }
                answers
            }
        };
        for (one, answer) in group.into_iter().zip(answers) {
            // Its caller may be gone.
            let _ = one.reply.send(answer);
        }
    }

    /// All of them in one transaction.
    async fn commit_orders(&self, group: &[Waiting]) -> Result<Vec<(Order, Vec<Announcement>)>, TxError> {
        let mut counters: Vec<String> =
            group.iter().filter_map(|one| Some(order_counter(one.write.order.kind, one.write.numbered.as_deref()?))).collect();
        counters.sort_unstable();
        counters.dedup();
        counters.extend(counters_of(&told(group.iter().map(|one| &one.write), [])));
        let recipients: Vec<Vec<i64>> = group.iter().flat_map(|one| one.recipients.iter().cloned()).collect();
        let make = |before: &Counters| -> Result<Counted, TxError> {
            let (writes, taken) = numbered(group.iter().map(|one| &one.write), before);
            let drafts = group.iter().zip(&writes).flat_map(|(one, write)| one.drafts.iter().map(|draft| named(draft, write))).collect();
            let (query, vars) = orders_query(&writes)?;
            Ok(Counted { body: TransactionBody { query, vars }, taken, drafts }.telling(&told(&writes, []), before))
        };
        let (before, announcements) = self.commit_counting(&recipients, &counters, make).await?;
        self.ring();
        let (writes, _) = numbered(group.iter().map(|one| &one.write), &before);
        let of = |one: &Waiting| -> Vec<Announcement> {
            let concerns = |announced: &&Announcement| one.recipients.iter().flatten().any(|recipient| *recipient == announced.recipient.0);
            announcements.iter().filter(concerns).cloned().collect()
        };
        Ok(writes.into_iter().zip(group).map(|(write, one)| (write.order, of(one))).collect())
    }
}
