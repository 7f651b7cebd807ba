//! Recharges: packages or a free amount, paid by a provider or received by hand; what staff pays back.

use bus_schemas::shop::Cents;
use entrepot_store::Store;
use entrepot_store::member::balance::{Account, Allowance, BalanceError};
use entrepot_store::shop::recharges::{BY_HAND, NewRecharge, Received, RechargeError, RechargeOrder, most_back};
use rand::Rng;
use rust_decimal::Decimal;
use serde_json::json;

use super::pay::sweep;
use crate::error::ServiceError;
use crate::identity::own_account::refuse_own;
use crate::member::balance;
use crate::shop::Shop;
use crate::shop::pay::Payments;

/// The number of a recharge order begins with it.
const PREFIX: &str = "CZ";
/// How often a free number is looked for.
const NUMBERS: u32 = 8;
/// Longest note, in characters.
const MEMO_MAX: usize = 255;

impl From<RechargeError> for ServiceError {
    fn from(error: RechargeError) -> Self {
        match error {
            RechargeError::NotFound => Self::refused("error.not_found"),
            RechargeError::Limit => Self::field("recharge_id", "shop.recharge.limit"),
            RechargeError::Open => Self::refused("shop.recharge.open"),
            RechargeError::State => Self::refused("shop.recharge.state"),
            RechargeError::Amount => Self::refused("shop.recharge.amount"),
            RechargeError::Back => Self::refused("shop.recharge.provider"),
            RechargeError::Most { most } => {
                let most = format!("{most:.2}");
                let facts = json!({ "key": "shop.recharge.most", "field": "amount", "most": most });
                Self::Refused { key: "shop.recharge.most", values: vec![("most", most)], facts }
            }
            RechargeError::NumberTaken | RechargeError::Booked => Self::Busy,
            RechargeError::Balance(error) => error.into(),
            RechargeError::Store(error) => error.into(),
        }
    }
}

/// What a member wants to pay in: a package, or a free amount where the shop allows it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    pub package: Option<i64>,
    pub money: Option<Decimal>,
}

/// A number that does not reveal the sales: the day and 8 random digits.
fn number(shop: &Shop) -> String {
    let day: String = shop.clock.today().chars().filter(char::is_ascii_digit).collect();
    format!("{PREFIX}{day}{:08}", rand::rng().random_range(0..100_000_000_u32))
}

/// Puts a recharge order there, to be paid.
pub async fn add(shop: &Shop, member: i64, wanted: Wanted) -> Result<RechargeOrder, ServiceError> {
    let settings = shop.settings.current().await;
    if !settings.enabled {
        return Err(ServiceError::refused("shop.recharge.off"));
    }
    let (money, give_money, give_score, limit) = match (wanted.package, wanted.money) {
        (Some(package), _) => {
            let package = shop.store.recharge_package(package).await?.ok_or_else(|| ServiceError::field("recharge_id", "error.reference"))?;
            (package.money, package.give_money, package.give_score, package.limit_num)
        }
        (None, _) if !settings.recharge_free => return Err(ServiceError::field("recharge_id", "error.required")),
        (None, None) => return Err(ServiceError::field("money", "error.required")),
        (None, Some(money)) => {
            let cents = Cents::of(money).map_err(|_| ServiceError::field("money", "error.number.precision"))?;
            if cents <= Cents::ZERO {
                return Err(ServiceError::field("money", "error.number.positive"));
            }
            if cents.decimal() > settings.recharge_max {
                let most = format!("{:.2}", settings.recharge_max);
                let facts = json!({ "key": "shop.recharge.max", "field": "money", "most": most });
                return Err(ServiceError::Refused { key: "shop.recharge.max", values: vec![("most", most)], facts });
            }
            (cents.decimal(), Decimal::ZERO, 0, 0)
        }
    };
    let now = shop.clock.now();
    let _turn = shop.members.lock(member).await;
    for _ in 0..NUMBERS {
        let number = number(shop);
        let due_at = now + settings.pay_minutes * 60;
        let new = NewRecharge { number: &number, member, package: wanted.package, money, give_money, give_score, limit, due_at };
        match shop.store.add_recharge(&new, now).await {
            Err(RechargeError::NumberTaken) => {}
            added => {
                let added = added?;
                return shop.store.recharge(added).await?.ok_or_else(|| ServiceError::Internal("a new recharge order is not there".into()));
            }
        }
    }
    Err(ServiceError::Busy)
}

/// A payment of a recharge order was received. The same one again changes nothing.
async fn received(shop: &Shop, received: &Received<'_>) -> Result<RechargeOrder, RechargeError> {
    let order = shop.store.recharge_by_number(received.number).await?.ok_or(RechargeError::NotFound)?;
    let _turn = shop.members.lock(order.user_id).await;
    let (order, paid) = shop.store.receive_recharge(received, shop.clock.now()).await?;
    if paid {
        shop.members.sessions.forget_balance(order.user_id);
    }
    shop.store.recharge(order.id).await?.ok_or(RechargeError::NotFound)
}

fn note(memo: &str) -> Result<&str, ServiceError> {
    let memo = memo.trim();
    match memo.chars().count() {
        0 => Err(ServiceError::field("memo", "error.required")),
        1..=MEMO_MAX => Ok(memo),
        _ => Err(ServiceError::field("memo", "error.text.long")),
    }
}

async fn found(store: &Store, order: i64) -> Result<RechargeOrder, ServiceError> {
    store.recharge(order).await?.ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// Staff has received the money of a recharge order itself, and says how; nobody that of their own account. What is more
/// than one person may change by hand on a day, with the bonus, needs two: the first is noted, the second books it.
pub async fn by_hand(shop: &Shop, order: i64, memo: &str, admin: i64) -> Result<RechargeOrder, ServiceError> {
    let (memo, order) = (note(memo)?, found(&shop.store, order).await?);
    refuse_own(&shop.store, admin, order.user_id).await?;
    let day = shop.clock.today();
    let accounts = vec![
        (Account::Money, order.money + order.give_money, balance::day_limit(shop.settings.site(), Account::Money).await?),
        (Account::Score, order.give_score.into(), balance::day_limit(shop.settings.site(), Account::Score).await?),
    ];
    let hand = Received {
        number: &order.recharge_no,
        amount: order.money,
        method: BY_HAND,
        transaction: &order.recharge_no,
        admin: Some(admin),
        memo,
        payment: None,
        allowance: Some(Allowance { admin, day: &day, accounts }),
    };
    match received(shop, &hand).await {
        Err(RechargeError::Balance(BalanceError::DayLimit { account, left })) => {
            shop.store.note_first_confirmation(order.id, admin, memo, shop.clock.now()).await?;
            let left = balance::figure(account, left);
            let facts = json!({ "key": "shop.recharge.second", "left": &left });
            Err(ServiceError::Refused { key: "shop.recharge.second", values: vec![("left", left)], facts })
        }
        done => Ok(done?),
    }
}

/// Staff pays an amount of a recharge back, the way it came: what it has received itself, or through the provider, which
/// is asked until it has done it; the next refund waits for that.
pub async fn refund(payments: &Payments, order: i64, amount: Decimal, memo: &str, admin: i64) -> Result<RechargeOrder, ServiceError> {
    let memo = note(memo)?;
    let amount = Cents::of(amount).map_err(|_| ServiceError::field("amount", "error.number.precision"))?.decimal();
    let member = found(&payments.shop.store, order).await?.user_id;
    refuse_own(&payments.shop.store, admin, member).await?;
    let turn = payments.shop.members.lock(member).await;
    let before = found(&payments.shop.store, order).await?;
    payments.shop.store.refund_recharge(&before, amount, admin, memo, payments.shop.clock.now()).await?;
    payments.shop.members.sessions.forget_balance(member);
    drop(turn);
    if before.pay_method != BY_HAND
        && let Some(payment) = payments.shop.store.recharge_payment_back(order).await?
        && let Err(error) = sweep::one(payments, &payment).await
    {
        tracing::warn!(%error, payment = payment.out_trade_no, "a recharge is not paid back yet; the sweep asks again");
    }
    found(&payments.shop.store, order).await
}

/// Most that may be paid back of a recharge order now.
pub async fn most(store: &Store, order: &RechargeOrder) -> Result<Decimal, ServiceError> {
    let (money, _) = store.balances(order.user_id).await?;
    Ok(most_back(order, money))
}
