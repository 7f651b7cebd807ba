//! What a shop order changes beside itself: guards, the member's accounts and coupon, counters, payments. What gives
//! back is done once and refuses nothing; what takes is refused when there is too little. Effects of all orders of a
//! transaction that are alike share a statement, and what nobody needs is not in its text: a statement costs as much as
//! some rows, and a name stands for a copy of all that it names.

use bus_schemas::shop::Cents;
use bus_schemas::shop::balance::{BalanceCause, EntryKind};
use bus_schemas::shop::coupon::{CouponChange, GRACE_DAYS};
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::refund::ShopRefund;
use bus_schemas::shop::write::{CouponStep, Placing, ShopWrite};
use surrealdb::types::Value;

use super::super::payments::{Owner, payment_step, step_statements};
use super::beside;
use super::write::{DECIMALS, ShopIds, cents};
use crate::engine::transaction::{TxError, Vars};
use crate::engine::value::{array, array_id, fields, id, int, object, text};
use crate::member::balance::{Account, field, table};
use crate::member::notices::notice_id;
use crate::member::removal::MEMBER_TURN;

const PLACING: &str = "FOR $w IN $shop_placing {
    IF $w.placing = 'freed' {
        UPDATE $w.id SET open = false WHERE undone = true RETURN NONE
    } ELSE {
        LET $undone = $w.placing = 'undo';
        IF array::len((UPDATE $w.id SET open = $undone, undone = $undone WHERE open = true AND undone != true RETURN VALUE open)) != 1 {
            THROW 'SHOP ' + $w.name + ' PLACING'
        };
    };
};";

/// A new order is its member's: it meets a deletion of the member, or the end of their account, that is under way, and is refused after it.
const MEMBERS: &str = "FOR $m IN $shop_members {
    IF !record::exists($m.member) OR (SELECT VALUE closed_time ?? 0 FROM ONLY $m.member) > 0 { THROW 'SHOP ' + $m.name + ' MEMBER' };
    UPSERT $m.turn SET last = (last ?? 0) + 1 RETURN NONE;
};";

const MONEY: &str = "FOR $e IN $shop_money {
    IF !record::exists($e.cause) {
        LET $had = (SELECT VALUE money FROM ONLY $e.member);
        IF $had = NONE { THROW 'SHOP ' + $e.name + ' MEMBER' };
        LET $left = $had + $e.change;
        IF $left < 0 { THROW 'SHOP ' + $e.name + ' MONEY' };
        UPDATE $e.member SET money = $left RETURN NONE;
        INSERT [
          { id: $e.log, user_id: $e.user_id, money: $e.change, before: $had, after: $left, memo: $e.memo, kind: $e.kind,
            cause_kind: $e.cause_kind, cause_id: $e.cause_id, create_time: $e.now },
          { id: $e.cause, log: record::id($e.log) },
          { id: $e.notice, member: $e.user_id, kind: 'money', created_at: $e.now, data: { change: <string>$e.change, after: <string>$left,
            memo: $e.memo, kind: $e.kind, cause_kind: $e.cause_kind, cause_id: $e.cause_id } }
        ] RETURN NONE;
    } ELSE IF $e.once { THROW 'SHOP ' + $e.name + ' CAUSE' };
};";

/// Of a member who is gone nothing is taken, and nobody is given points.
const SCORE: &str = "FOR $e IN $shop_score {
    LET $had = (SELECT VALUE score FROM ONLY $e.member);
    IF $had = NONE {
        IF $e.change < 0 AND !$e.at_most { THROW 'SHOP ' + $e.name + ' MEMBER' };
    } ELSE IF !record::exists($e.cause) {
        LET $change = IF $e.at_most AND $had + $e.change < 0 { -$had } ELSE { $e.change };
        LET $left = $had + $change;
        IF $left < 0 { THROW 'SHOP ' + $e.name + ' SCORE' };
        UPDATE $e.member SET score = $left RETURN NONE;
        INSERT [
          { id: $e.log, user_id: $e.user_id, score: $change, before: $had, after: $left, memo: $e.memo, kind: $e.kind,
            cause_kind: $e.cause_kind, cause_id: $e.cause_id, create_time: $e.now },
          { id: $e.cause, log: record::id($e.log) },
          { id: $e.notice, member: $e.user_id, kind: 'score', created_at: $e.now, data: { change: <string>$change, after: <string>$left,
            memo: $e.memo, kind: $e.kind, cause_kind: $e.cause_kind, cause_id: $e.cause_id } }
        ] RETURN NONE;
    } ELSE IF $e.once { THROW 'SHOP ' + $e.name + ' CAUSE' };
};";

const COUPONS: &str = "FOR $c IN $shop_coupons {
    LET $had = (SELECT coupon_id, end_time, cost FROM ONLY $c.id WHERE user_id = $c.user_id AND status = $c.from
      AND ($c.from = 0 OR order_id = $c.order) AND ($c.from != 0 OR end_time > $c.now) AND ($c.from != 0 OR start_time <= $c.now));
    IF $had = NONE {
        IF $c.takes { THROW 'SHOP ' + $c.name + ' COUPON' };
    } ELSE IF $c.takes {
        UPDATE $c.id SET status = $c.to, order_id = $c.order, cost = $c.cost, update_time = $c.now RETURN NONE;
    } ELSE {
        LET $late = $had.end_time <= $c.now;
        LET $to = IF $late AND !$c.by_shop { 3 } ELSE { 0 };
        LET $end = IF $late AND $c.by_shop { $c.now + $c.grace } ELSE { $had.end_time };
        UPDATE $c.id SET status = $to, end_time = $end, order_id = 0, cost = 0dec, update_time = $c.now RETURN NONE;
        IF $c.unused {
            UPDATE type::record('shop_coupon', $had.coupon_id) SET used_num = (used_num ?? 0) - 1,
              cost = (cost ?? 0dec) - ($had.cost ?? 0dec) RETURN NONE
        };
    };
};";

/// Counts coupons that are used, and adds up what they cost: each coupon once however many members use it.
const USED: &str = "FOR $of IN (SELECT coupon_id, count() AS many, <decimal>math::sum(cost) AS cost FROM $shop_used GROUP BY coupon_id) {
    UPDATE type::record('shop_coupon', $of.coupon_id) SET used_num = (used_num ?? 0) + $of.many,
      cost = (cost ?? 0dec) + $of.cost RETURN NONE
};";

const BOUGHT: &str = "FOR $b IN $shop_bought {
    LET $had = (SELECT VALUE num FROM ONLY $b.id) ?? 0;
    IF $b.limit > 0 AND $had + $b.quantity > $b.limit { THROW 'SHOP ' + $b.name + ' LIMIT ' + <string>$b.goods };
    UPSERT $b.id SET num = math::max([0, $had + $b.quantity]), goods_id = $b.goods, user_id = $b.user_id RETURN NONE;
};";

const COUNTS: &str = "FOR $s IN $shop_counts {
    LET $had = (SELECT VALUE stock FROM ONLY $s.id) ?? 0;
    IF $had + $s.change < 0 { THROW 'SHOP ' + $s.name + ' COUNT ' + <string>$s.sku };
    UPDATE $s.id SET stock = $had + $s.change RETURN NONE;
    CREATE type::record('shop_stock_log', sequence::nextval('shop_stock_log')) SET sku = $s.sku, change = $s.change,
      after = $had + $s.change, order_id = $s.order, create_time = $s.now RETURN NONE;
};";

const EVALUATIONS: &str =
    "FOR $e IN $shop_evaluations { CREATE type::record('shop_evaluation', sequence::nextval('shop_evaluation')) CONTENT $e RETURN NONE };";

const PAYMENT_STEPS: &str = concat!(
    "FOR $step IN $shop_payment_steps { LET $p = $step.step; ",
    step_statements!("'SHOP ' + $step.name + ' PAYMENT'", "$step.user_id", "$step.now"),
    " };"
);

const REFUNDS: &str = "FOR $r IN $shop_refunds { UPSERT $r.id CONTENT $r RETURN NONE };";

/// The effects of the shop orders of a transaction.
#[derive(Default)]
pub(crate) struct ShopEffects {
    placing: Vec<Value>,
    members: Vec<Value>,
    money: Vec<Value>,
    score: Vec<Value>,
    coupons: Vec<Value>,
    used: Vec<Value>,
    bought: Vec<Value>,
    counts: Vec<Value>,
    evaluations: Vec<Value>,
    payment_steps: Vec<Value>,
    refunds: Vec<Value>,
}

impl ShopEffects {
    /// Adds those of an order.
    pub(crate) fn add(&mut self, write: &ShopWrite, ids: &mut ShopIds) -> Result<(), TxError> {
        let order = &write.order;
        let (user, now, name) = (int(order.user_id), int(order.update_time), text(&order.id.to_string()));
        let placing = match write.placing {
            Placing::None | Placing::Open => None,
            Placing::Close => Some("close"),
            Placing::Undo => Some("undo"),
            Placing::Freed => Some("freed"),
        };
        if let Some(placing) = placing {
            self.placing.push(object([("id", id("shop_placing", order.id.0)), ("name", name.clone()), ("placing", text(placing))]));
        }
        let begins = write.placing == Placing::Open || (write.placing == Placing::None && order.version == 1 && !write.without_order);
        if begins {
            let member = [("member", id("user", order.user_id)), ("turn", id(MEMBER_TURN, order.user_id)), ("name", name.clone())];
            self.members.push(object(member));
        }
        for one in &write.money {
            let numbers = (Account::Money, ids.entry(Account::Money), ids.notice());
            self.money.push(entry(numbers, cents(one.change), one.kind, &one.cause, (one.once, false), order));
        }
        for one in &write.score {
            let numbers = (Account::Score, ids.entry(Account::Score), ids.notice());
            self.score.push(entry(numbers, int(one.change), one.kind, &one.cause, (one.once, one.at_most), order));
        }
        if let Some(step) = write.coupon {
            self.coupon(step, order);
        }
        self.bought.extend(write.bought.iter().map(|bought| {
            object([
                ("id", array_id("shop_bought", vec![int(bought.goods_id), user.clone()])),
                ("name", name.clone()),
                ("user_id", user.clone()),
                ("goods", int(bought.goods_id)),
                ("quantity", int(bought.quantity)),
                ("limit", int(bought.limit)),
            ])
        }));
        self.counts.extend(write.counts.iter().map(|count| {
            object([
                ("id", id("shop_sku", count.sku_id)),
                ("name", name.clone()),
                ("order", int(order.id.0)),
                ("now", now.clone()),
                ("sku", int(count.sku_id)),
                ("change", int(count.change)),
            ])
        }));
        self.evaluations.extend(write.evaluations.iter().map(|row| beside::evaluation(row, order)));
        let owner = Owner::of(order);
        self.payment_steps.extend(write.payment_steps.iter().map(|step| {
            let step = payment_step(step, &owner, ids.notice(), order.update_time);
            object([("step", step), ("name", name.clone()), ("user_id", user.clone()), ("now", now.clone())])
        }));
        for refund in order.refunds.iter().filter(|_| !write.without_order) {
            self.refunds.push(refund_row(order, refund)?);
        }
        Ok(())
    }

    fn coupon(&mut self, step: CouponStep, order: &ShopOrder) {
        let key = id("shop_user_coupon", step.id);
        let (to, by_shop, unused) = match step.change {
            CouponChange::Hold => (1, false, false),
            CouponChange::Use => (2, false, false),
            CouponChange::Release { by_shop } => (0, by_shop, false),
            CouponChange::Return { by_shop } => (0, by_shop, true),
        };
        let uses = step.change == CouponChange::Use;
        if uses {
            self.used.push(key.clone());
        }
        self.coupons.push(object([
            ("id", key),
            ("name", text(&order.id.to_string())),
            ("user_id", int(order.user_id)),
            ("order", int(order.id.0)),
            ("now", int(order.update_time)),
            ("from", int(step.change.from().code())),
            ("to", int(to)),
            ("cost", cents(if uses { order.coupon_amount + order.freight_off } else { Cents::ZERO })),
            ("takes", Value::Bool(matches!(step.change, CouponChange::Hold | CouponChange::Use))),
            ("unused", Value::Bool(unused)),
            ("by_shop", Value::Bool(by_shop)),
            ("grace", int(GRACE_DAYS * 86_400)),
        ]));
    }

    /// Adds the statements, and their values.
    pub(crate) fn statements(self, query: &mut String, vars: &mut Vars) {
        let parts = [
            (PLACING, "shop_placing", self.placing),
            (MEMBERS, "shop_members", self.members),
            (MONEY, "shop_money", self.money),
            (SCORE, "shop_score", self.score),
            (COUPONS, "shop_coupons", self.coupons),
            (USED, "shop_used", self.used),
            (BOUGHT, "shop_bought", self.bought),
            (COUNTS, "shop_counts", self.counts),
            (EVALUATIONS, "shop_evaluations", self.evaluations),
            (PAYMENT_STEPS, "shop_payment_steps", self.payment_steps),
            (REFUNDS, "shop_refunds", self.refunds),
        ];
        for (text, name, rows) in parts.into_iter().filter(|(_, _, rows)| !rows.is_empty()) {
            query.push_str(text);
            vars.push((name, array(rows)));
        }
    }
}

/// An entry of one of the member's accounts. A cause is booked once: its record is the one that entries of other parts
/// of the program have as well.
fn entry(
    (account, log, notice): (Account, i64, i64),
    change: Value,
    kind: EntryKind,
    cause: &BalanceCause,
    (once, at_most): (bool, bool),
    order: &ShopOrder,
) -> Value {
    let key = [field(account), kind.name(), cause.kind.name(), &cause.id].map(text);
    object([
        ("log", id(table(account), log)),
        ("notice", notice_id(notice)),
        ("change", change),
        ("cause", array_id("balance_cause", key.into())),
        ("kind", text(kind.name())),
        ("cause_kind", text(cause.kind.name())),
        ("cause_id", text(&cause.id)),
        ("memo", text(&order.order_no)),
        ("once", Value::Bool(once)),
        ("at_most", Value::Bool(at_most)),
        ("name", text(&order.id.to_string())),
        ("member", id("user", order.user_id)),
        ("user_id", int(order.user_id)),
        ("now", int(order.update_time)),
    ])
}

/// A refund as a row, for lists: the order has it as it counts.
fn refund_row(order: &ShopOrder, refund: &ShopRefund) -> Result<Value, TxError> {
    let mut row = fields(refund, DECIMALS)?;
    row.insert("id", array_id("shop_refund", vec![int(order.id.0), int(i64::from(refund.no))]));
    row.insert("order_id", order.id.0);
    row.insert("order_no", order.order_no.clone());
    row.insert("user_id", order.user_id);
    row.insert("order_status", order.status.code());
    row.insert("warehouses", array(order.parcels.iter().map(|parcel| int(parcel.warehouse.0)).collect()));
    Ok(Value::Object(row))
}
