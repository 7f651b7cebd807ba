//! What a shop order writes, as rows and statements: the same in a transaction of its own and within a warehouse's.

use bus_schemas::ids::OrderId;
use bus_schemas::shop::Cents;
use bus_schemas::shop::balance::{BalanceCause, EntryKind};
use bus_schemas::shop::command::ShopKey;
use bus_schemas::shop::coupon::{CouponChange, GRACE_DAYS};
use bus_schemas::shop::order::ShopOrder;
use bus_schemas::shop::refund::ShopRefund;
use bus_schemas::shop::write::{PaymentRow, Placing, ShopWrite};
use surrealdb::types::{ToSql, Value};

use super::super::payments::{Owner, payment_step};
use super::beside;
use crate::engine::value::{array, array_id, dec, from_json, id, int, object, text, text_id};

/// Thrown when a guard refuses a shop order: the order's id and the guard come after it.
pub(crate) const SHOP_REFUSED: &str = "SHOP ";

/// Fields of a shop order that are decimals.
const DECIMALS: &[&str] = &[
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

/// The guards and the effects on other tables, for each order of `$shops`. What gives back is done once and refuses
/// nothing; what takes is refused when there is too little.
pub(crate) const SHOP_WRITES: &str = "FOR $w IN $shops {
    IF $w.guarded AND ((SELECT VALUE version FROM ONLY $w.order) ?? 0) != $w.before { THROW 'SHOP ' + $w.name + ' CHANGED' };
    IF $w.placing = 'close' OR $w.placing = 'undo' {
        LET $undone = $w.placing = 'undo';
        IF array::len((UPDATE $w.placing_id SET open = $undone, undone = $undone WHERE open = true AND undone != true RETURN VALUE open)) != 1 {
            THROW 'SHOP ' + $w.name + ' PLACING'
        };
    };
    IF $w.placing = 'freed' { UPDATE $w.placing_id SET open = false WHERE undone = true RETURN NONE };
    FOR $e IN $w.money {
        IF !record::exists($e.cause) {
            LET $had = (SELECT VALUE money FROM ONLY $w.member);
            LET $left = $had + $e.change;
            IF $had = NONE OR $left < 0 { THROW 'SHOP ' + $w.name + ' MONEY' };
            LET $log = sequence::nextval('user_money_log');
            UPDATE $w.member SET money = $left RETURN NONE;
            CREATE type::record('user_money_log', $log) SET user_id = $w.user_id, money = $e.change, before = $had, after = $left,
              memo = $e.memo, kind = $e.kind, cause_kind = $e.cause_kind, cause_id = $e.cause_id, create_time = $w.now RETURN NONE;
            CREATE $e.cause SET log = $log RETURN NONE;
            CREATE type::record('member_notice', sequence::nextval('member_notice')) SET member = $w.user_id, kind = 'money',
              data = { change: <string>$e.change, after: <string>$left, memo: $e.memo, kind: $e.kind, cause_kind: $e.cause_kind, cause_id: $e.cause_id },
              created_at = $w.now RETURN NONE;
        } ELSE IF $e.once { THROW 'SHOP ' + $w.name + ' CAUSE' };
    };
    FOR $e IN $w.score {
        IF !record::exists($e.cause) {
            LET $had = (SELECT VALUE score FROM ONLY $w.member);
            LET $change = IF $e.at_most AND $had + $e.change < 0 { -$had } ELSE { $e.change };
            LET $left = $had + $change;
            IF $had = NONE OR $left < 0 { THROW 'SHOP ' + $w.name + ' SCORE' };
            LET $log = sequence::nextval('user_score_log');
            UPDATE $w.member SET score = $left RETURN NONE;
            CREATE type::record('user_score_log', $log) SET user_id = $w.user_id, score = $change, before = $had, after = $left,
              memo = $e.memo, kind = $e.kind, cause_kind = $e.cause_kind, cause_id = $e.cause_id, create_time = $w.now RETURN NONE;
            CREATE $e.cause SET log = $log RETURN NONE;
            CREATE type::record('member_notice', sequence::nextval('member_notice')) SET member = $w.user_id, kind = 'score',
              data = { change: <string>$change, after: <string>$left, memo: $e.memo, kind: $e.kind, cause_kind: $e.cause_kind, cause_id: $e.cause_id },
              created_at = $w.now RETURN NONE;
        } ELSE IF $e.once { THROW 'SHOP ' + $w.name + ' CAUSE' };
    };
    IF $w.coupon != NONE {
        LET $c = $w.coupon;
        LET $had = (SELECT coupon_id, status, end_time FROM ONLY $c.id WHERE user_id = $w.user_id AND status = $c.from
          AND ($c.from = 0 OR order_id = $w.key) AND ($c.from != 0 OR end_time > $w.now) AND ($c.from != 0 OR start_time <= $w.now));
        IF $had = NONE {
            IF $c.takes { THROW 'SHOP ' + $w.name + ' COUPON' };
        } ELSE {
            LET $late = !$c.takes AND $had.end_time <= $w.now;
            LET $to = IF $late AND !$c.by_shop { 3 } ELSE { $c.to };
            LET $end = IF $late AND $c.by_shop { $w.now + $c.grace } ELSE { $had.end_time };
            UPDATE $c.id SET status = $to, end_time = $end, order_id = (IF $c.takes { $w.key } ELSE { 0 }), update_time = $w.now RETURN NONE;
            IF $c.used != 0 { UPDATE type::record('shop_coupon', $had.coupon_id) SET used_num = (used_num ?? 0) + $c.used RETURN NONE };
        };
    };
    FOR $b IN $w.bought {
        LET $had = (SELECT VALUE num FROM ONLY $b.id) ?? 0;
        IF $b.limit > 0 AND $had + $b.quantity > $b.limit { THROW 'SHOP ' + $w.name + ' LIMIT ' + <string>$b.goods };
        UPSERT $b.id SET num = math::max([0, $had + $b.quantity]), goods_id = $b.goods, user_id = $w.user_id RETURN NONE;
    };
    FOR $s IN $w.counts {
        LET $had = (SELECT VALUE stock FROM ONLY $s.id) ?? 0;
        IF $had + $s.change < 0 { THROW 'SHOP ' + $w.name + ' COUNT ' + <string>$s.sku };
        UPDATE $s.id SET stock = $had + $s.change RETURN NONE;
        CREATE type::record('shop_stock_log', sequence::nextval('shop_stock_log')) SET sku = $s.sku, change = $s.change,
          after = $had + $s.change, order_id = $w.key, create_time = $w.now RETURN NONE;
    };
    FOR $s IN $w.sold { CREATE $s.id SET goods = $s.goods, pieces = $s.pieces RETURN NONE };
    FOR $e IN $w.evaluations { CREATE type::record('shop_evaluation', sequence::nextval('shop_evaluation')) CONTENT $e RETURN NONE };
    FOR $t IN $w.told {
        CREATE type::record('member_notice', sequence::nextval('member_notice')) SET member = $w.user_id, kind = $t.kind, data = $t.data,
          created_at = $w.now RETURN NONE;
    };
    FOR $p IN $w.payments { UPSERT $p.id CONTENT $p RETURN NONE };
    FOR $p IN $w.payment_steps {
        IF $p.new {
            CREATE $p.id CONTENT $p.set RETURN NONE;
        } ELSE {
            IF (SELECT VALUE status FROM ONLY $p.id) NOT IN $p.from { THROW 'SHOP ' + $w.name + ' PAYMENT' };
            UPDATE $p.id MERGE $p.set RETURN NONE;
        };
        IF $p.transaction != NONE { CREATE $p.transaction SET out_trade_no = $p.out_trade_no RETURN NONE };
        IF $p.tell != NONE {
            CREATE type::record('member_notice', sequence::nextval('member_notice')) SET member = $w.user_id, kind = 'payment', data = $p.tell,
              created_at = $w.now RETURN NONE;
        };
    };
    FOR $r IN $w.refunds { UPSERT $r.id CONTENT $r RETURN NONE };
};";

/// The order that a refusal names.
pub(crate) fn refused_order(code: &str) -> Option<OrderId> {
    code.strip_prefix(SHOP_REFUSED)?.split(' ').next()?.parse().ok().map(OrderId)
}

/// The order, when it is its row that exists already.
pub(crate) fn shop_of_record(record: &str, write: &ShopWrite) -> Option<OrderId> {
    let (order, version) = (write.order.id, write.order.version);
    let own = [id("shop_order", order.0), array_id("shop_event", vec![int(order.0), int(version)])];
    let command = write.command.as_ref().map(shop_command);
    own.into_iter().chain(command).any(|row| row.to_sql() == record).then_some(order)
}

/// The record of a command.
pub(crate) fn shop_command(key: &ShopKey) -> Value {
    array_id("shop_command", vec![text(&key.owner), text(key.id.as_str())])
}

fn order_row(order: &ShopOrder) -> Value {
    let mut row = from_json(serde_json::to_value(order).unwrap_or_default(), DECIMALS);
    if let Value::Object(fields) = &mut row {
        fields.insert("id", id("shop_order", order.id.0));
    }
    row
}

/// The rows that the order itself is: the order, its history entry and the command that is remembered. The second value
/// says whether a row is there already.
pub(crate) fn shop_rows(write: &ShopWrite, sort: &mut impl FnMut(Value, bool)) {
    let order = &write.order;
    if write.placing == Placing::Open {
        let mut row = order_row(order);
        if let Value::Object(fields) = &mut row {
            fields.remove("id");
        }
        let placing = object([("id", id("shop_placing", order.id.0)), ("open", Value::Bool(true)), ("at", int(order.update_time)), ("order", row)]);
        sort(placing, false);
    }
    if write.without_order {
        return;
    }
    sort(order_row(order), order.version > 1);
    let mut event = from_json(serde_json::to_value(&order.entry).unwrap_or_default(), &[]);
    if let Value::Object(fields) = &mut event {
        fields.insert("id", array_id("shop_event", vec![int(order.id.0), int(order.version)]));
    }
    sort(event, false);
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
}

fn cents(amount: Cents) -> Value {
    dec(amount.decimal())
}

/// An entry of one of the member's accounts. A cause is booked once: its record is the one that entries of other parts
/// of the program have as well.
fn entry(account: &str, change: Value, kind: EntryKind, cause: &BalanceCause, (once, at_most): (bool, bool), order: &ShopOrder) -> Value {
    let key = [account, kind.name(), cause.kind.name(), &cause.id].map(text);
    object([
        ("change", change),
        ("cause", array_id("balance_cause", key.into())),
        ("kind", text(kind.name())),
        ("cause_kind", text(cause.kind.name())),
        ("cause_id", text(&cause.id)),
        ("memo", text(&order.order_no)),
        ("once", Value::Bool(once)),
        ("at_most", Value::Bool(at_most)),
    ])
}

fn payment(row: &PaymentRow, write: &ShopWrite) -> Value {
    let order = &write.order;
    object([
        ("id", text_id("shop_payment", &row.out_trade_no)),
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

/// A refund as a row, for lists: the order has it as it counts.
fn refund_row(order: &ShopOrder, refund: &ShopRefund) -> Value {
    let mut row = from_json(serde_json::to_value(refund).unwrap_or_default(), DECIMALS);
    if let Value::Object(fields) = &mut row {
        fields.insert("id", array_id("shop_refund", vec![int(order.id.0), int(i64::from(refund.no))]));
        fields.insert("order_id", order.id.0);
        fields.insert("order_no", order.order_no.clone());
        fields.insert("user_id", order.user_id);
        fields.insert("order_status", order.status.code());
        fields.insert("warehouses", array(order.parcels.iter().map(|parcel| int(parcel.warehouse.0)).collect()));
    }
    row
}

/// What `SHOP_WRITES` needs of one order.
pub(crate) fn shop_effects(write: &ShopWrite) -> Value {
    let order = &write.order;
    let user = order.user_id;
    let money = write.money.iter().map(|one| entry("money", cents(one.change), one.kind, &one.cause, (one.once, false), order));
    let score = write.score.iter().map(|one| entry("score", int(one.change), one.kind, &one.cause, (one.once, one.at_most), order));
    let coupon = write.coupon.map_or(Value::None, |step| {
        let (to, used, by_shop) = match step.change {
            CouponChange::Hold => (1, 0, false),
            CouponChange::Use => (2, 1, false),
            CouponChange::Release { by_shop } => (0, 0, by_shop),
            CouponChange::Return { by_shop } => (0, -1, by_shop),
        };
        object([
            ("id", id("shop_user_coupon", step.id)),
            ("from", int(step.change.from().code())),
            ("to", int(to)),
            ("used", int(used)),
            ("takes", Value::Bool(matches!(step.change, CouponChange::Hold | CouponChange::Use))),
            ("by_shop", Value::Bool(by_shop)),
            ("grace", int(GRACE_DAYS * 86_400)),
        ])
    });
    let bought = write.bought.iter().map(|bought| {
        object([
            ("id", array_id("shop_bought", vec![int(bought.goods_id), int(user)])),
            ("goods", int(bought.goods_id)),
            ("quantity", int(bought.quantity)),
            ("limit", int(bought.limit)),
        ])
    });
    let counts =
        write.counts.iter().map(|count| object([("id", id("shop_sku", count.sku_id)), ("sku", int(count.sku_id)), ("change", int(count.change))]));
    let refunds = order.refunds.iter().filter(|_| !write.without_order).map(|refund| refund_row(order, refund));
    let placing = match write.placing {
        Placing::None => "none",
        Placing::Open => "open",
        Placing::Close => "close",
        Placing::Undo => "undo",
        Placing::Freed => "freed",
    };
    object([
        ("order", id("shop_order", order.id.0)),
        ("key", int(order.id.0)),
        ("name", text(&order.id.to_string())),
        ("guarded", Value::Bool(!write.without_order)),
        ("before", int(order.version - 1)),
        ("placing", text(placing)),
        ("placing_id", id("shop_placing", order.id.0)),
        ("member", id("user", user)),
        ("user_id", int(user)),
        ("now", int(order.update_time)),
        ("money", array(money.collect())),
        ("score", array(score.collect())),
        ("coupon", coupon),
        ("bought", array(bought.collect())),
        ("counts", array(counts.collect())),
        ("refunds", array(refunds.collect())),
        ("sold", array(write.sold.iter().map(|sold| beside::sold(sold, order)).collect())),
        ("evaluations", array(write.evaluations.iter().map(|row| beside::evaluation(row, order)).collect())),
        ("told", array(write.told.iter().map(beside::told).collect())),
        ("payments", array(write.payments.iter().map(|row| payment(row, write)).collect())),
        ("payment_steps", array(write.payment_steps.iter().map(|step| payment_step(step, &Owner::of(order), order.update_time)).collect())),
    ])
}
