//! What a shop order writes, as rows: the same in a transaction of its own and within a warehouse's. What depends on
//! what is there is in [`super::effects`].

use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::ShopKey;
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::write::{PaymentRow, Placing, ShopWrite};
use surrealdb::types::{Object, ToSql, Value};

use super::super::payments::TABLE as PAYMENTS;
use super::beside;
use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{array_id, dec, fields, id, int, object, text, text_id};
use crate::member::balance::{Account, table};
use crate::member::notices::NOTICE_IDS;

/// Thrown when a guard refuses a shop order: the order's id and the guard come after it.
pub(crate) const SHOP_REFUSED: &str = "SHOP ";

/// Fields of a shop order that are decimals.
pub(super) const DECIMALS: &[&str] = &[
    "goods_amount",
    "coupon_amount",
    "score_amount",
    "freight",
    "freight_off",
    "pay_amount",
    "paid_amount",
    "refund_amount",
    "refund_open",
    "received",
    "price",
    "coupon_share",
    "score_share",
    "freight_share",
    "pay_share",
    "refunded_amount",
    "ratio",
    "buffer",
    "worth",
    "amount",
    "asked_amount",
];

/// The order that a refusal names.
pub(crate) fn refused_order(code: &str) -> Option<OrderId> {
    code.strip_prefix(SHOP_REFUSED)?.split(' ').next()?.parse().ok().map(OrderId)
}

/// The order, when it is its row that exists already.
pub(crate) fn shop_of_record(record: &str, write: &ShopWrite) -> Option<OrderId> {
    let (order, version) = (write.order.id, write.order.version);
    let own = [id("shop_order", order.0), array_id("shop_event", vec![int(order.0), int(version)])];
    let command = write.command.as_ref().map(shop_command);
    let payments = write.payments.iter().map(|row| text_id(PAYMENTS, &row.out_trade_no));
    own.into_iter().chain(command).chain(payments).any(|row| row.to_sql() == record).then_some(order)
}

/// The record of a command.
pub(crate) fn shop_command(key: &ShopKey) -> Value {
    array_id("shop_command", vec![text(&key.owner), text(key.id.as_str())])
}

fn order_row(order: &ShopOrder) -> Result<Object, TxError> {
    let mut row = fields(order, DECIMALS)?;
    row.insert("id", id("shop_order", order.id.0));
    Ok(row)
}

/// The rows that the order itself is: the order, its history entry and the command that is remembered; and those that
/// are new whatever there was. The second value says whether a row is there already.
pub(crate) fn shop_rows(write: &ShopWrite, ids: &mut ShopIds, sort: &mut impl FnMut(Value, bool)) -> Result<(), TxError> {
    let order = &write.order;
    for notice in &write.notices {
        sort(beside::notice(notice, ids.notice(), order)?, false);
    }
    write.payments.iter().for_each(|row| sort(payment(row, order), false));
    if write.placing == Placing::Open {
        let mut row = order_row(order)?;
        row.remove("id");
        let placing = object([
            ("id", id("shop_placing", order.id.0)),
            ("open", Value::Bool(true)),
            ("at", int(order.update_time)),
            ("order", Value::Object(row)),
        ]);
        sort(placing, false);
    }
    if write.without_order {
        return Ok(());
    }
    sort(Value::Object(order_row(order)?), order.version > 1);
    let mut event = fields(&order.entry, &[])?;
    event.insert("id", array_id("shop_event", vec![int(order.id.0), int(order.version)]));
    sort(Value::Object(event), false);
    if let Some(key) = &write.command {
        let done = object([
            ("id", shop_command(key)),
            ("order", int(order.id.0)),
            ("order_no", text(&order.order_no)),
            ("status", int(order.status.code())),
            ("version", int(order.version)),
            ("action", text(&order.entry.action)),
            ("refund", write.refund.map_or(Value::None, |refund| int(i64::from(refund)))),
        ]);
        sort(done, false);
    }
    Ok(())
}

pub(super) fn cents(amount: Cents) -> Value {
    dec(amount.decimal())
}

/// An attempt to pay, whose number is new.
fn payment(row: &PaymentRow, order: &ShopOrder) -> Value {
    object([
        ("id", text_id(PAYMENTS, &row.out_trade_no)),
        ("out_trade_no", text(&row.out_trade_no)),
        ("order_id", int(order.id.0)),
        ("order_no", text(&order.order_no)),
        ("user_id", int(order.user_id)),
        ("method", int(row.method.code())),
        ("scene", text(&row.scene)),
        ("amount", cents(row.amount)),
        ("status", int(i64::from(row.status))),
        ("transaction_id", text(&row.transaction_id)),
        ("paid_amount", cents(row.paid_amount)),
        ("paid_time", row.paid_time.map_or(Value::None, int)),
        ("notice", text(&row.notice)),
        ("create_time", int(order.update_time)),
        ("update_time", int(order.update_time)),
    ])
}

/// Reserved ids of what orders write beside themselves: the next of each sequence.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ShopIds {
    notice: i64,
    money: i64,
    score: i64,
}

impl ShopIds {
    pub(super) const fn notice(&mut self) -> i64 {
        taken(&mut self.notice)
    }

    /// Of the log of an account.
    pub(super) const fn entry(&mut self, account: Account) -> i64 {
        match account {
            Account::Money => taken(&mut self.money),
            Account::Score => taken(&mut self.score),
        }
    }
}

fn count(all: impl Iterator<Item = usize>) -> Result<i64, StoreError> {
    i64::try_from(all.sum::<usize>()).map_err(|_| StoreError::Corrupt("too many ids".into()))
}

impl Store {
    /// As many ids as these orders may need.
    pub(crate) async fn shop_ids(&self, writes: &[ShopWrite]) -> Result<ShopIds, StoreError> {
        let money = count(writes.iter().map(|write| write.money.len()))?;
        let score = count(writes.iter().map(|write| write.score.len()))?;
        let notices = count(writes.iter().map(|write| write.notices.len() + write.payment_steps.len()))?;
        let mut ids = ShopIds::default();
        for (sequence, many, next) in [
            (NOTICE_IDS, money + score + notices, &mut ids.notice),
            (table(Account::Money), money, &mut ids.money),
            (table(Account::Score), score, &mut ids.score),
        ] {
            if many > 0 {
                *next = self.next_ids(sequence, many).await?;
            }
        }
        Ok(ids)
    }
}

/// Takes one.
const fn taken(next: &mut i64) -> i64 {
    let id = *next;
    *next += 1;
    id
}
