//! What people do with orders of the shop: each use case once.

use actors::shop::order::money_back;
use actors::shop::refundable;
use bus_schemas::ids::{AdminId, CarrierId, CommandId, OrderId};
use bus_schemas::shop::Cents;
use bus_schemas::shop::command::{ShopAction, ShopChange, ShopCommand, ShopDone, ShopKey, ShopRefusal, ShopReply, ShopRequest};
use bus_schemas::shop::order::{PayMethod, ShopBy, ShopEvent, ShopOrder, ShopStatus};
use bus_schemas::shop::refund_action::{RefundAction, RefundLine};
use bus_schemas::shop::shares::RefundShare;
use entrepot_store::identity::refresh_tokens::World;
use entrepot_store::scope::Scope;
use entrepot_store::shop::order::read::ShopListed;
use rand::Rng;
use serde_json::{Value, json};

use super::basket::{self, Priced, Wish};
use super::quote_views::QuoteView;
use crate::error::{ServiceError, too_often};
use crate::identity::attempts;
use crate::member::sessions::MemberCaller;
use crate::node::Node;
use crate::rate_limits::{Counted, Network};
use crate::shop::settings::ShopSettings;

/// How long an order may take to answer, in milliseconds.
const DEADLINE_MS: i64 = 8_000;
/// Longest remark, in characters.
const REMARK_MAX: usize = 200;
/// Orders that a member may try to place in a minute, and prices that they may ask for.
const PLACINGS: u32 = 10;
const QUOTES: u32 = 60;
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
            ServiceError::Refused { key: "shop.transition", values: vec![], facts }
        }
        ShopRefusal::Version { current } => {
            let facts = json!({ "key": "order.version_conflict", "version": current });
            ServiceError::Refused { key: "order.version_conflict", values: vec![], facts }
        }
        ShopRefusal::Limit { goods_id } => {
            let facts = json!({ "key": "shop.limit", "goods_id": goods_id });
            ServiceError::Refused { key: "shop.limit", values: vec![], facts }
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
    "shop.refund.status",
    "shop.refund.late",
    "shop.refund.many",
    "shop.refund.again",
    "shop.not_due",
    "shop.sold_out",
    "shop.placing.late",
    "shop.outbound",
    "shop.pay.closing",
    "shop.pay.often",
    "shop.pay.done",
    "shop.pay.too_little",
    "shop.pay.method",
];

/// Counts what a member does, and refuses what is too much within a minute.
fn count(node: &Node, what: Counted, member: i64, most: u32) -> Result<(), ServiceError> {
    node.limits().allow(what, &format!("member-{member}"), most, 60, node.now()).map_err(too_often)
}

/// Asks an order to do something.
pub async fn ask(node: &Node, order: OrderId, by: ShopBy, action: ShopAction, intention: Intention) -> Result<ShopDone, ServiceError> {
    let id = intention.command.unwrap_or_else(|| CommandId::of_bits(uuid::Uuid::now_v7().as_u128()));
    let command = ShopCommand { key: ShopKey::of(by, id), by, version: intention.version, today: node.today(), action };
    let draft = if let ShopAction::Place { draft } = &command.action { Some((**draft).clone()) } else { None };
    match node.system().shop().ask(ShopRequest { order, command, deadline: node.now_ms() + DEADLINE_MS }).await {
        ShopReply::Done(done) => Ok(done),
        ShopReply::Refused(refusal) => Err(refused(refusal, draft.as_ref())),
        ShopReply::Failed(failure) => Err(failure.into()),
    }
}

/// A number that tells nothing of the sales: the day and 8 random digits. Refused where a member has too many orders to
/// pay.
async fn number(node: &Node, member: i64, unpaid_max: i64) -> Result<String, ServiceError> {
    for _ in 0..NUMBERS {
        let digits = rand::rng().random_range(0..100_000_000_u32);
        let order_no = format!("{}{digits:08}", node.today().replace('-', ""));
        let (unpaid, given) = node.store().before_placing(member, &order_no).await?;
        if unpaid >= unpaid_max {
            return Err(ServiceError::Refused {
                key: "shop.unpaid",
                values: vec![("most", unpaid_max.to_string())],
                facts: json!({ "key": "shop.unpaid", "most": unpaid_max }),
            });
        }
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
pub async fn place(node: &Node, member: i64, placing: Placing) -> Result<ShopDone, ServiceError> {
    let by = ShopBy::Member(member);
    // Before it is looked whether it was done: the same may be asked on another connection at this moment.
    let _turn = node.members().turn(member).await;
    if let Some(id) = &placing.intention.command {
        let key = ShopKey::of(by, id.clone());
        if let Some(done) = node.system().shop().store().find_command(&key).await? {
            return if done.action == "add" { Ok(done) } else { Err(ServiceError::refused("error.command_reused")) };
        }
    }
    count(node, Counted::Placing, member, PLACINGS)?;
    if placing.wish.remark.chars().count() > REMARK_MAX {
        return Err(ServiceError::field("remark", "error.text.long"));
    }
    let priced = basket::price(node, member, &placing.wish, false).await?;
    if priced.ships && priced.recipient.is_none() {
        return Err(ServiceError::field("address_id", "error.required"));
    }
    if priced.quote.sums.pay_amount != placing.pay_amount {
        return Err(changed(&priced));
    }
    let settings = ShopSettings::current(node).await;
    let order_no = number(node, member, settings.unpaid_max).await?;
    let id = node.system().shop().store().next_id().await?;
    let draft = basket::draft(id, order_no, member, &priced, placing.wish.remark.trim(), basket::terms(&settings), node.now());
    let skus: Vec<i64> = draft.lines.iter().map(|line| line.sku_id).collect();
    let done = ask(node, id, by, ShopAction::Place { draft: Box::new(draft) }, placing.intention).await?;
    // The order stands; a line that stays in the cart is no harm.
    if let Err(error) = node.store().forget_cart_lines(member, &skus).await {
        tracing::warn!(%error, member, "what was bought stays in the cart");
    }
    node.members().sessions.forget_balance(member);
    Ok(done)
}

/// The price is not the one that was shown.
fn changed(priced: &Priced) -> ServiceError {
    let quote = serde_json::to_value(&priced.quote).unwrap_or_default();
    let amount = priced.quote.sums.pay_amount.to_string();
    ServiceError::Refused {
        key: "shop.quote.changed",
        values: vec![("amount", amount)],
        facts: json!({ "key": "shop.quote.changed", "quote": quote }),
    }
}

/// What a basket would cost.
pub async fn quote(node: &Node, member: i64, wish: &Wish) -> Result<QuoteView, ServiceError> {
    count(node, Counted::Quote, member, QUOTES)?;
    Ok(QuoteView::new(&basket::price(node, member, wish, true).await?))
}

/// A member's own order.
pub async fn own(node: &Node, member: i64, order_no: &str) -> Result<OrderId, ServiceError> {
    node.store().own_shop_order(member, order_no).await?.ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// A member's own order as a command has left it.
pub async fn after(node: &Node, member: i64, done: &ShopDone) -> Result<ShopOrder, ServiceError> {
    match &done.order {
        Some(order) if order.user_id == member => Ok((**order).clone()),
        _ => node.store().own_shop_order_row(member, done.id).await?.map(|(order, _)| order).ok_or_else(|| ServiceError::refused("error.not_found")),
    }
}

/// A member's own order, whole.
pub async fn own_detail(node: &Node, member: i64, order_no: &str) -> Result<(ShopOrder, Vec<ShopEvent>), ServiceError> {
    let order = own(node, member, order_no).await?;
    let found = node.store().shop_order_detail(order, &Scope::system()).await?;
    found.map(|(listed, history)| (listed.order, history)).ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// Asks a member's own order.
pub async fn ask_own(node: &Node, member: i64, order_no: &str, action: ShopAction, intention: Intention) -> Result<ShopDone, ServiceError> {
    let order = own(node, member, order_no).await?;
    let done = ask(node, order, ShopBy::Member(member), action, intention).await?;
    node.members().sessions.forget_balance(member);
    Ok(done)
}

/// Pays an order from the balance, with the password above an amount.
pub async fn pay(
    node: &Node,
    caller: &MemberCaller,
    order_no: &str,
    (method, password): (i64, Option<String>),
    intention: Intention,
    network: &Network,
) -> Result<ShopDone, ServiceError> {
    let member = caller.member.id;
    let own = node.store().own_shop_order_to_pay(member, order_no).await?;
    let (order, money) = own.ok_or_else(|| ServiceError::refused("error.not_found"))?;
    let method =
        if order.pay_amount.is_zero() { Some(PayMethod::Free) } else { PayMethod::of_code(method).filter(|method| *method == PayMethod::Balance) };
    let method = method.ok_or_else(|| ServiceError::field("method", "shop.pay.method"))?;
    let settings = ShopSettings::current(node).await;
    if method == PayMethod::Balance && order.pay_amount.decimal() > settings.balance_confirm_over {
        let password = password.filter(|password| !password.is_empty()).ok_or_else(|| ServiceError::field("password", "shop.pay.password"))?;
        let attempt = attempts::confirm(node, World::Members, member, network).await?;
        let account = node.store().member(member).await?.ok_or(ServiceError::NeedLogin)?;
        if !attempt.verify(password, Some(account.password)).await? {
            return Err(ServiceError::field("password", "login.password_wrong"));
        }
    }
    // The payment itself looks again; here it is refused without being in the way of others.
    if method == PayMethod::Balance && order.status == ShopStatus::ToPay && money < order.pay_amount.decimal() {
        return Err(ServiceError::refused("shop.balance"));
    }
    let _turn = node.members().turn(member).await;
    let done = ask(node, order.id, ShopBy::Member(member), ShopAction::Pay { method }, intention).await?;
    node.members().sessions.forget_balance(member);
    Ok(done)
}

/// Who of the staff acts.
pub struct Person {
    pub admin: AdminId,
    pub scope: Scope,
}

/// An order within a person's scope.
pub async fn detail(node: &Node, order: OrderId, person: &Person) -> Result<(ShopListed, Vec<ShopEvent>), ServiceError> {
    node.store().shop_order_detail(order, &person.scope).await?.ok_or_else(|| ServiceError::refused("error.not_found"))
}

/// Asks an order for staff.
pub async fn ask_staff(node: &Node, order: OrderId, person: &Person, action: ShopAction, intention: Intention) -> Result<ShopDone, ServiceError> {
    let (listed, _) = detail(node, order, person).await?;
    if let ShopAction::Deliver { parcel, .. } = &action {
        let at = listed.order.parcel(*parcel).map(|parcel| parcel.warehouse.0);
        let seen = person.scope.only_warehouses().is_none_or(|seen| at.is_some_and(|at| seen.contains(&at)));
        if !seen {
            return Err(ServiceError::field("parcel", "error.reference"));
        }
    }
    let done = ask(node, order, ShopBy::Staff(person.admin), action, intention).await?;
    node.members().sessions.forget_balance(listed.order.user_id);
    Ok(done)
}

/// The carrier of a delivery company.
pub async fn carrier(node: &Node, company: i64) -> Result<Option<CarrierId>, ServiceError> {
    if company <= 0 {
        return Err(ServiceError::field("company_id", "error.required"));
    }
    let carrier = node.store().delivery_carrier(company).await?;
    carrier
        .map(|carrier| Some(carrier).filter(|carrier| *carrier > 0).map(CarrierId))
        .ok_or_else(|| ServiceError::field("company_id", "error.reference"))
}

/// What pieces of a member's order are worth when they come back, as a request would say now.
pub async fn refund_quote(node: &Node, member: i64, order_no: &str, lines: &[RefundLine]) -> Result<Vec<RefundShare>, ServiceError> {
    let (order, _) = own_detail(node, member, order_no).await?;
    worth(&order, lines)
}

/// What pieces of an order are worth when they come back.
pub fn worth(order: &ShopOrder, lines: &[RefundLine]) -> Result<Vec<RefundShare>, ServiceError> {
    let taken = money_back::others(order, None);
    let unsent = actors::shop::order::rules::nothing_left(order);
    let of = |(at, asked): (usize, &RefundLine)| {
        let line = order.line(asked.line).ok_or_else(|| ServiceError::field(format!("lines[{at}].line"), "error.line.unknown"))?;
        let pieces = u32::try_from(asked.quantity).unwrap_or(0);
        let share = refundable::worth(&money_back::sold(line), &taken, pieces, unsent);
        share.map_err(|refusal| ServiceError::field(format!("lines[{at}].quantity"), refusal.key()))
    };
    lines.iter().enumerate().map(of).collect()
}

/// Asks an order about one of its refunds.
#[must_use]
pub fn refund(action: RefundAction) -> ShopAction {
    ShopAction::Refund(Box::new(action))
}

/// The change of an order to another address of its member. One that is not delivered to is refused; the freight stays.
pub async fn to_address(node: &Node, member: i64, order_no: &str, address: i64) -> Result<ShopChange, ServiceError> {
    let (order, _) = own_detail(node, member, order_no).await?;
    let to = basket::recipient(node, member, address).await?;
    basket::check_area(node, &order, &to.area).await?;
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
pub async fn check_delivered(node: &Node, order: OrderId, change: &ShopChange, person: &Person) -> Result<(), ServiceError> {
    let (listed, _) = detail(node, order, person).await?;
    match &change.area {
        Some(area) => basket::check_area(node, &listed.order, area).await,
        None => Ok(()),
    }
}
