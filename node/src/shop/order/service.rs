//! What people do with orders of the shop: each use case once.

use actors::invisible;
use actors::shop::order::{refund_requests, refunds, state};
use actors::shop::refundable;
use bus_schemas::ids::{AdminId, CarrierId, CommandId, OrderId};
use bus_schemas::right::WarehouseRight;
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShopAction, ShopChange, ShopCommand, ShopDone, ShopKey, ShopRefusal, ShopReply, ShopRequest};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopEvent, ShopLine, ShopOrder, ShopStatus};
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};
use bus_schemas::shop::shares::RefundShare;
use bus_schemas::warehouse::StockRefusal;
use entrepot_store::Store;
use entrepot_store::identity::refresh_tokens::Realm;
use entrepot_store::scope::Scope;
use entrepot_store::shop::order::basket::Unpaid;
use entrepot_store::shop::order::read::ShopListed;
use poem_openapi::types::ToJSON;
use rand::Rng;
use serde_json::{Value, json};

use super::basket::{self, Priced, Wish};
use super::quote_views::QuoteView;
use super::{freight, order_draft, recipient};
use crate::error::{ServiceError, too_often};
use crate::i18n::text;
use crate::identity::attempts;
use crate::identity::member_sessions::MemberCaller;
use crate::rate_limits::{Counted, Network};
use crate::settings::shop::ShopSettings;
use crate::shop::Shop;

/// How long an order may take to answer, in milliseconds.
const DEADLINE_MS: i64 = 8_000;
/// Longest remark, in characters.
const REMARK_MAX: usize = 200;
/// Orders that a member may try to place in a minute.
const PLACINGS: u32 = 10;
/// Prices that a member, or a visitor's network, may ask for in a minute.
pub const QUOTES: u32 = 60;
/// How often a free number is looked for.
const NUMBERS: u32 = 8;

/// What a person sends with a change.
#[derive(Clone, Debug, Default)]
pub struct Intention {
    /// Sent twice, it is done once.
    pub command: Option<CommandId>,
    pub version: Option<i64>,
}

impl Intention {
    /// From a body's `command_id` and `version`.
    pub fn read(command: Option<&String>, version: Option<i64>) -> Result<Self, ServiceError> {
        let command = command.map(CommandId::new).transpose().map_err(|_| ServiceError::field("command_id", "error.command_id"))?;
        Ok(Self { command, version })
    }
}

/// The lines of an order that a refusal is about: their numbers, and the name of their goods.
fn concerned(order: Option<&ShopOrder>, is: impl Fn(&ShopLine) -> bool) -> (Vec<u32>, String) {
    let lines: Vec<&ShopLine> = order.map_or_else(Vec::new, |order| order.lines.iter().filter(|line| is(line)).collect());
    let name = lines.first().map_or_else(String::new, |line| line.name.clone());
    (lines.iter().map(|line| line.line).collect(), name)
}

/// The refusal of an order, as an error.
#[must_use]
pub fn refused(refusal: ShopRefusal, order: Option<&ShopOrder>) -> ServiceError {
    let plain = |key: &'static str| ServiceError::refused(key);
    match refusal {
        ShopRefusal::NotFound => plain("error.not_found"),
        ShopRefusal::CommandReused => plain("error.command_reused"),
        ShopRefusal::Invalid { field, key } => ServiceError::Field { field, key },
        ShopRefusal::Coupon => ServiceError::field("user_coupon_id", "error.shop.coupon_held"),
        ShopRefusal::Score => ServiceError::field("score", "error.shop.score_short"),
        ShopRefusal::Stock { refusal } => refusal.into(),
        ShopRefusal::Transition { status, allowed } => {
            let facts = json!({ "key": "shop.transition", "status": status.code(), "allowed": allowed });
            let now = text(&format!("export.shop_status.{}", status.code()), &[]);
            ServiceError::Refused { key: "shop.transition", values: vec![("status", now)], facts }
        }
        ShopRefusal::Version { current } => {
            let facts = json!({ "key": "order.version_conflict", "version": current });
            ServiceError::Refused { key: "order.version_conflict", values: vec![], facts }
        }
        ShopRefusal::Limit { goods_id } => {
            let (lines, name) = concerned(order, |line| line.goods_id == goods_id);
            let facts = json!({ "key": "shop.limit", "goods_id": goods_id, "lines": lines });
            ServiceError::Refused { key: "shop.limit", values: vec![("name", name)], facts }
        }
        ShopRefusal::SoldOut { sku_id } => {
            let (lines, name) = concerned(order, |line| line.sku_id == sku_id);
            let facts = json!({ "key": "shop.sold_out", "sku_id": sku_id, "lines": lines });
            ServiceError::Refused { key: "shop.sold_out", values: vec![("name", name)], facts }
        }
        ShopRefusal::Balance { .. } => plain("shop.balance"),
        ShopRefusal::Short { lines } => {
            let name = |line: u32| order.and_then(|order| order.line(line)).map_or_else(String::new, |line| line.name.clone());
            let named = lines.iter().map(|line| format!("{} ({}/{})", name(line.line), line.there, line.wanted)).collect::<Vec<_>>().join(", ");
            let rows: Vec<Value> = lines.iter().map(|line| json!({ "line": line.line, "wanted": line.wanted, "there": line.there })).collect();
            ServiceError::Refused { key: "shop.short", values: vec![("lines", named)], facts: json!({ "key": "shop.short", "lines": rows }) }
        }
        ShopRefusal::Rule { key } => match RULES.iter().find(|known| **known == key) {
            Some(known) => plain(known),
            None => ServiceError::Internal(format!("a rule without a text: {key}")),
        },
    }
}

/// The refusal of a member's order, as an error. How much is there is the shop's own affair: it names the lines alone.
fn refused_to_member(refusal: ShopRefusal, order: Option<&ShopOrder>) -> ServiceError {
    let lacking = |is: &dyn Fn(u32) -> bool| {
        let lines: Vec<&ShopLine> = order.map_or_else(Vec::new, |order| order.lines.iter().filter(|line| is(line.line)).collect());
        let named = lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>().join(", ");
        let rows: Vec<Value> = lines.iter().map(|line| json!({ "line": line.line, "wanted": line.quantity })).collect();
        ServiceError::Refused { key: "shop.short", values: vec![("lines", named)], facts: json!({ "key": "shop.short", "lines": rows }) }
    };
    match refusal {
        ShopRefusal::Short { lines } => lacking(&|line| lines.iter().any(|short| short.line == line)),
        ShopRefusal::Stock { refusal: StockRefusal::Short { lines } } => lacking(&|line| lines.iter().any(|short| short.line == line)),
        ShopRefusal::Stock { refusal: StockRefusal::Blocked { lines } } => lacking(&|line| lines.iter().any(|blocked| blocked.line == line)),
        ShopRefusal::Stock { refusal: StockRefusal::Lacks { line: of, .. } | StockRefusal::NotReserved { line: of, .. } } => {
            lacking(&|line| line == of)
        }
        other => refused(other, order),
    }
}

/// The rules that refuse without further facts.
const RULES: &[&str] = &[
    "shop.extended",
    "shop.cancel.shipped",
    "shop.cancel.often",
    "shop.cancel.refund",
    "shop.close.refunded",
    "shop.delivery.doubt",
    "shop.delivery.refund",
    "shop.edit.shipped",
    "shop.refund.open",
    "shop.refund.state",
    "shop.refund.claimed",
    "shop.refund.status",
    "shop.refund.late",
    "shop.refund.many",
    "shop.refund.again",
    "shop.not_due",
    "shop.placing.late",
    "shop.outbound",
    "shop.pay.closing",
    "shop.pay.often",
    "shop.pay.done",
    "shop.pay.too_little",
    "shop.pay.method",
];

/// Counts what a member does, and refuses what is too much within a minute.
fn count(shop: &Shop, what: Counted, member: i64, most: u32) -> Result<(), ServiceError> {
    shop.limits.allow(what, &format!("member-{member}"), most, 60, shop.clock.now()).map_err(too_often)
}

/// Asks an order to do something.
pub async fn ask(shop: &Shop, order: OrderId, by: ShopBy, action: ShopAction, intention: Intention) -> Result<ShopDone, ServiceError> {
    let id = intention.command.unwrap_or_else(|| CommandId::of_bits(uuid::Uuid::now_v7().as_u128()));
    let command = ShopCommand { key: ShopKey::of(by, id), by, version: intention.version, today: shop.clock.today(), action };
    let draft = if let ShopAction::Place { draft } = &command.action { Some((**draft).clone()) } else { None };
    match shop.system.shop().ask(ShopRequest { order, command, deadline: shop.clock.now_ms() + DEADLINE_MS }).await {
        ShopReply::Done(done) => Ok(done),
        ShopReply::Refused(refusal) if matches!(by, ShopBy::Member(_)) => Err(refused_to_member(refusal, draft.as_ref())),
        ShopReply::Refused(refusal) => Err(refused(refusal, draft.as_ref())),
        ShopReply::Failed(failure) => Err(failure.into()),
    }
}

/// Refuses an order with which a member would hold more goods unpaid than the shop lets them.
fn check_unpaid(unpaid: Unpaid, priced: &Priced, settings: &ShopSettings) -> Result<(), ServiceError> {
    let ShopSettings { unpaid_max, unpaid_pieces_max, unpaid_amount_max, .. } = *settings;
    if unpaid.orders >= unpaid_max {
        return Err(ServiceError::full("shop.unpaid", unpaid_max));
    }
    let pieces = priced.lines.iter().fold(unpaid.pieces, |pieces, line| pieces.saturating_add(line.quantity));
    if pieces > unpaid_pieces_max {
        return Err(ServiceError::full("shop.unpaid_pieces", unpaid_pieces_max));
    }
    if (unpaid.amount + priced.quote.sums.goods_amount).decimal() > unpaid_amount_max {
        return Err(ServiceError::full("shop.unpaid_amount", format!("{unpaid_amount_max:.2}")));
    }
    Ok(())
}

/// A number that tells nothing of the sales: the day and 8 random digits. Refused where a member would hold too much unpaid.
/// The caller has the member's lock, so that nobody places another order for them on this node meanwhile.
async fn number(shop: &Shop, member: i64, priced: &Priced, settings: &ShopSettings) -> Result<String, ServiceError> {
    for _ in 0..NUMBERS {
        let digits = rand::rng().random_range(0..100_000_000_u32);
        let order_no = format!("{}{digits:08}", shop.clock.today().replace('-', ""));
        let (unpaid, given) = shop.store.before_placing(member, &order_no).await?;
        check_unpaid(unpaid, priced, settings)?;
        if !given {
            return Ok(order_no);
        }
    }
    Err(ServiceError::Busy)
}

/// What a member sends to place an order, beside what they want.
pub struct Placing {
    pub wish: Wish,
    /// What they were shown. Another sum is refused with the new quote.
    pub pay_amount: Cents,
    pub intention: Intention,
}

/// Places an order at the price that was shown, or refuses it and holds nothing.
pub async fn place(shop: &Shop, member: i64, placing: Placing) -> Result<ShopDone, ServiceError> {
    let by = ShopBy::Member(member);
    // Before it is looked whether it was done: the same may be asked on another connection at this moment.
    let _turn = shop.members.lock(member).await;
    if let Some(id) = &placing.intention.command {
        let key = ShopKey::of(by, id.clone());
        if let Some(done) = shop.system.shop().store().find_command(&key).await? {
            return if done.action == "add" { Ok(done) } else { Err(ServiceError::refused("error.command_reused")) };
        }
    }
    count(shop, Counted::Placing, member, PLACINGS)?;
    let remark = invisible::lines(&placing.wish.remark);
    if remark.chars().count() > REMARK_MAX {
        return Err(ServiceError::field("remark", "error.text.long"));
    }
    let priced = basket::price(shop, member, &placing.wish, false).await?;
    if priced.ships && priced.recipient.is_none() {
        return Err(ServiceError::field("address_id", "error.required"));
    }
    if priced.quote.sums.pay_amount != placing.pay_amount {
        return Err(changed(&priced));
    }
    let settings = shop.settings.current().await;
    let order_no = number(shop, member, &priced, &settings).await?;
    let id = shop.system.shop().store().next_id().await?;
    let (today, now) = (shop.clock.today(), shop.clock.now());
    let draft = order_draft::draft(id, order_no, member, &priced, &remark, &settings, (&today, now));
    let done = ask(shop, id, by, ShopAction::Place { draft: Box::new(draft) }, placing.intention).await?;
    // What was bought past the cart leaves it alone. The order stands; a line that stays in the cart is no harm.
    if !placing.wish.cart_ids.is_empty()
        && let Err(error) = shop.store.forget_cart_lines(member, &placing.wish.cart_ids).await
    {
        tracing::warn!(%error, member, "what was bought stays in the cart");
    }
    shop.members.sessions.forget_balance(member);
    Ok(done)
}

/// The price is not the one that was shown. The new quote has the form of the route that answers quotes.
fn changed(priced: &Priced) -> ServiceError {
    let quote = QuoteView::new(priced).to_json();
    let amount = priced.quote.sums.pay_amount.to_string();
    ServiceError::Refused {
        key: "shop.quote.changed",
        values: vec![("amount", amount)],
        facts: json!({ "key": "shop.quote.changed", "quote": quote }),
    }
}

/// What a basket would cost.
pub async fn quote(shop: &Shop, member: i64, wish: &Wish) -> Result<QuoteView, ServiceError> {
    count(shop, Counted::Quote, member, QUOTES)?;
    Ok(QuoteView::new(&basket::price(shop, member, wish, true).await?))
}

/// A member's own order.
pub async fn own(store: &Store, member: i64, order_no: &str) -> Result<OrderId, ServiceError> {
    store.own_shop_order(member, order_no).await?.ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// A member's own order as a command has left it.
pub async fn after(store: &Store, member: i64, done: &ShopDone) -> Result<ShopOrder, ServiceError> {
    match &done.order {
        Some(order) if order.user_id == member => Ok((**order).clone()),
        _ => store.own_shop_order_row(member, done.id).await?.map(|(order, _)| order).ok_or_else(|| ServiceError::refused("error.not_found")),
    }
}

/// A member's own order, whole.
pub async fn own_detail(store: &Store, member: i64, order_no: &str) -> Result<(ShopOrder, Vec<ShopEvent>), ServiceError> {
    let order = own(store, member, order_no).await?;
    let found = store.shop_order_detail(order, &Scope::system()).await?;
    found.map(|(listed, history)| (listed.order, history)).ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// Asks a member's own order.
pub async fn ask_own(shop: &Shop, member: i64, order_no: &str, action: ShopAction, intention: Intention) -> Result<ShopDone, ServiceError> {
    let order = own(&shop.store, member, order_no).await?;
    let done = ask(shop, order, ShopBy::Member(member), action, intention).await?;
    shop.members.sessions.forget_balance(member);
    Ok(done)
}

/// Pays an order from the balance, with the password above an amount.
pub async fn pay(
    shop: &Shop,
    caller: &MemberCaller,
    order_no: &str,
    (method, password): (i64, Option<String>),
    intention: Intention,
    network: &Network,
) -> Result<ShopDone, ServiceError> {
    let member = caller.member.id;
    let own = shop.store.own_shop_order_to_pay(member, order_no).await?;
    let (order, money) = own.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    let method =
        if order.pay_amount.is_zero() { Some(PayMethod::Free) } else { PayMethod::of_code(method).filter(|method| *method == PayMethod::Balance) };
    let method = method.ok_or_else(|| ServiceError::field("method", "shop.pay.method"))?;
    let settings = shop.settings.current().await;
    if method == PayMethod::Balance && order.pay_amount.decimal() > settings.balance_confirm_over {
        let password = password.filter(|password| !password.is_empty()).ok_or_else(|| ServiceError::field("password", "shop.pay.password"))?;
        let attempt = attempts::confirm(&shop.attempts, Realm::Members, member, network).await?;
        let account = shop.store.member(member).await?.ok_or(ServiceError::NeedLogin)?;
        if !attempt.verify(password, Some(account.password)).await? {
            return Err(ServiceError::field("password", "login.password_wrong"));
        }
    }
    // The payment itself looks again; here it is refused without being in the way of others.
    if method == PayMethod::Balance && order.status == ShopStatus::ToPay && money < order.pay_amount.decimal() {
        return Err(ServiceError::refused("shop.balance"));
    }
    let _turn = shop.members.lock(member).await;
    let done = ask(shop, order.id, ShopBy::Member(member), ShopAction::Pay { method }, intention).await?;
    shop.members.sessions.forget_balance(member);
    Ok(done)
}

/// Who of the staff acts.
pub struct Person {
    pub admin: AdminId,
    pub scope: Scope,
}

/// An order within a person's scope.
pub async fn detail(store: &Store, order: OrderId, person: &Person) -> Result<(ShopListed, Vec<ShopEvent>), ServiceError> {
    store.shop_order_detail(order, &person.scope).await?.ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// Whether an action decides what a member is paid back, or asks for it in the name of the house: nobody does that about
/// what they bought themselves.
/// Every action says so here: a new one does not pass by being forgotten.
fn pays_back(action: &ShopAction) -> bool {
    match action {
        ShopAction::DecideCancel { .. } | ShopAction::Close { .. } | ShopAction::AcceptPay { .. } => true,
        ShopAction::Refund(action) => refund_pays_back(action),
        ShopAction::Place { .. }
        | ShopAction::Pay { .. }
        | ShopAction::Cancel { .. }
        | ShopAction::Wake
        | ShopAction::HoldAgain { .. }
        | ShopAction::ApplyCancel { .. }
        | ShopAction::TakeBackCancel
        | ShopAction::Deliver { .. }
        | ShopAction::Edit { .. }
        | ShopAction::Extend
        | ShopAction::Receive
        | ShopAction::Evaluate { .. }
        | ShopAction::Hide
        | ShopAction::BeginPay { .. }
        | ShopAction::Paid { .. }
        | ShopAction::PayClosed { .. } => false,
    }
}

/// The same of a refund. Staff who apply may name amounts of their own; a payment that is tried again goes out.
const fn refund_pays_back(action: &RefundAction) -> bool {
    match action {
        RefundAction::Apply { .. }
        | RefundAction::Agree { .. }
        | RefundAction::Refuse { .. }
        | RefundAction::Waive { .. }
        | RefundAction::Receive { .. }
        | RefundAction::Reject { .. }
        | RefundAction::Retry { .. }
        | RefundAction::Claim { .. }
        | RefundAction::PayOtherwise { .. }
        | RefundAction::PaidBack { .. } => true,
        // What members do; staff who does it for them decides nothing.
        RefundAction::Withdraw { .. } | RefundAction::Ship { .. } => false,
    }
}

/// What an action of staff needs, and the parcel that it is about: without one it is about the whole order.
fn needed(action: &ShopAction) -> (WarehouseRight, Option<u32>) {
    match action {
        ShopAction::Deliver { parcel, .. } => (WarehouseRight::Work, Some(*parcel)),
        ShopAction::Edit { change } => (WarehouseRight::Work, change.parcel),
        ShopAction::Refund(action) => match **action {
            RefundAction::Apply { .. } | RefundAction::Receive { .. } | RefundAction::Reject { .. } => (WarehouseRight::Work, None),
            _ => (WarehouseRight::Decide, None),
        },
        _ => (WarehouseRight::Decide, None),
    }
}

/// Refuses what somebody may not do in the warehouse of a parcel, or in any warehouse of an order.
pub async fn require_right(shop: &Shop, order: &ShopOrder, person: &Person, action: &ShopAction) -> Result<(), ServiceError> {
    let (right, parcel) = needed(action);
    let seen = |warehouse: &i64| person.scope.only_warehouses().is_none_or(|seen| seen.contains(warehouse));
    let concerned = order.parcels.iter().filter(|one| parcel.is_none_or(|no| one.no == no));
    let warehouses: Vec<i64> = concerned.map(|parcel| parcel.warehouse.0).filter(seen).collect();
    match (warehouses.first(), parcel) {
        _ if warehouses.iter().any(|warehouse| person.scope.permits(right, *warehouse)) => Ok(()),
        (Some(first), _) => shop.store.missing_right(&person.scope, right, *first).await?.map_or(Ok(()), |missing| Err(missing.into())),
        (None, Some(_)) if person.scope.only_warehouses().is_some() => Err(ServiceError::field("parcel", "error.reference")),
        // The order itself says that there is no such parcel.
        (None, Some(_)) => Ok(()),
        // Goods that lie nowhere yet: what is allowed in every warehouse. None has the id 0.
        (None, None) if person.scope.permits(right, 0) => Ok(()),
        (None, None) => Err(ServiceError::NoPermission),
    }
}

/// Asks an order for staff.
pub async fn ask_staff(shop: &Shop, order: OrderId, person: &Person, action: ShopAction, intention: Intention) -> Result<ShopDone, ServiceError> {
    let (listed, _) = detail(&shop.store, order, person).await?;
    require_right(shop, &listed.order, person, &action).await?;
    if pays_back(&action) && shop.store.is_member(person.admin.0, listed.order.user_id).await? {
        return Err(ServiceError::refused("shop.own_order"));
    }
    let done = ask(shop, order, ShopBy::Staff(person.admin), action, intention).await?;
    shop.members.sessions.forget_balance(listed.order.user_id);
    Ok(done)
}

/// The carrier of a delivery company.
pub async fn carrier(store: &Store, company: i64) -> Result<Option<CarrierId>, ServiceError> {
    if company <= 0 {
        return Err(ServiceError::field("company_id", "error.required"));
    }
    let carrier = store.delivery_carrier(company).await?;
    carrier
        .map(|carrier| Some(carrier).filter(|carrier| *carrier > 0).map(CarrierId))
        .ok_or_else(|| ServiceError::field("company_id", "error.reference"))
}

/// What pieces of a member's order are worth when they come back, as a request would say now.
pub async fn refund_quote(store: &Store, member: i64, order_no: &str, lines: &[RefundLine], now: i64) -> Result<Vec<RefundShare>, ServiceError> {
    let (order, _) = own_detail(store, member, order_no).await?;
    worth(&order, ShopBy::Member(member), lines, now)
}

/// What pieces of an order are worth when they come back, or why they can't be asked for.
pub fn worth(order: &ShopOrder, by: ShopBy, lines: &[RefundLine], now: i64) -> Result<Vec<RefundShare>, ServiceError> {
    refund_requests::check(order, by, now).map_err(|refusal| refused(refusal, Some(order)))?;
    let taken = refunds::others(order, None);
    let unsent = state::nothing_left(order);
    let of = |(at, asked): (usize, &RefundLine)| {
        let line = order.line(asked.line).ok_or_else(|| ServiceError::field(format!("lines[{at}].line"), "error.line.unknown"))?;
        refund_requests::check_line(order, line.line, by).map_err(|refusal| refused(refusal, Some(order)))?;
        let pieces = u32::try_from(asked.quantity).unwrap_or(0);
        let share = refundable::worth(&refunds::sold(line), &taken, pieces, unsent);
        share.map_err(|refusal| ServiceError::field(format!("lines[{at}].quantity"), refusal.key()))
    };
    lines.iter().enumerate().map(of).collect()
}

/// Asks an order about one of its refunds.
#[must_use]
pub fn refund(action: RefundAction) -> ShopAction {
    ShopAction::Refund(Box::new(action))
}

/// The change of an order to another address of its member. The freight stays, so one that is
/// not delivered to, or that costs more, is refused.
pub async fn to_address(shop: &Shop, member: i64, order_no: &str, address: i64) -> Result<ShopChange, ServiceError> {
    let (order, _) = own_detail(&shop.store, member, order_no).await?;
    let to = recipient::find(&shop.store, member, address).await?;
    freight::check_own_area(shop, &order, &to.area).await?;
    Ok(ShopChange {
        name: Some(to.name),
        mobile: Some(to.mobile),
        area: Some(to.area),
        area_text: Some(to.area_text),
        address: Some(to.address),
        ..ShopChange::default()
    })
}

/// Refuses an area to which an order's goods are not sent.
pub async fn check_delivered(shop: &Shop, order: OrderId, change: &ShopChange, person: &Person) -> Result<(), ServiceError> {
    let (listed, _) = detail(&shop.store, order, person).await?;
    match &change.area {
        Some(area) => freight::check_area(shop, &listed.order, area).await,
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pays_back_is_not_decided_by_who_is_paid() {
        let refund = |action| pays_back(&ShopAction::Refund(Box::new(action)));
        assert!(refund(RefundAction::Retry { refund: 1 }) && refund(RefundAction::Refuse { refund: 1, reason: String::new() }));
        assert!(refund(RefundAction::Waive { refund: 1, lines: None, reason: String::new() }));
        assert!(pays_back(&ShopAction::DecideCancel { agree: true, reason: String::new() }));
        assert!(!refund(RefundAction::Withdraw { refund: 1 }) && !pays_back(&ShopAction::Extend) && !pays_back(&ShopAction::Hide));
    }
}
